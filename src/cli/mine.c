/* Mining practice positions. Bots of all levels play each other. Every decision of theirs is looked
 * at for a moment; where one action seems clearly best, it has to prove itself: it must not be
 * obvious, it must stay the best with other seeds and with much more thought, and bots that play on
 * from there must win more often with it than with the next best. Of a game one position is kept at
 * the most, so that all are different. */
#include "cli/mine.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "bots/search.h"
#include "cli/interrupt.h"
#include "host/practice.h"
#include "host/system.h"

enum {
    NODES = 400000,
    AT_FIRST = 250,    /* iterations for a first look, */
    CLOSER = 1200,     /* a closer one, */
    AGAIN = 6000,      /* each of the seeds, */
    LONG = 60000,      /* and ten times the thought */
    SEEDS = 3,         /* that have to agree */
    TRIED = 4,         /* actions that are compared in a look */
    GLANCE = 400,      /* iterations for each legal action, */
    CLOSE_LOOK = 4000, /* and for those that may be as good as the best */
    BEGINNERS = 24,    /* that are asked what they would do */
    LEAST_PAIRS = 20,  /* of games played on, with the best action and with the next, */
    MOST_PAIRS = 100,
    QUICKER = 20,       /* those who play on have a part of the expert's iterations, */
    LEAST_THOUGHT = 60, /* but at least so many */
    MOST_KINDS = 4096,
};
/* In shares of a win: what is clear, what may become clear, what is no difference. */
static const double CLEAR = 0.10, PROMISING = 0.08, ALIKE = 0.02;
/* How many times likelier it must be that games played on say yes, or say no; and a bound for how
 * little they differ. */
static const double SURE = 20, UNSURE = 3, LEAST_VARIANCE = 0.05;

/* What all threads share. */
typedef struct mine {
    const cli_command *self;
    const cli_mining *wanted;
    uint64_t first; /* the number of the first deal */
    _Atomic int64_t deals, clear, hidden, stable;
    _Atomic bool done;
    pthread_mutex_t lock; /* for what follows */
    FILE *out;
    int found;
    bool failed;
    struct {
        char name[CAPU_ACTION_TEXT];
        int count;
    } kinds[MOST_KINDS]; /* themes, and best actions */
} mine;

typedef struct miner {
    mine *mine;
    void *memory;
    capu_random random;
} miner;

static bool is_stopped(const mine *m) {
    return cli_interrupted || m->done;
}

/* ------------------------------------------------------------------ looking */

/* The best action and the next best, with the seat's shares of a win. */
typedef struct finding {
    capu_action best, next;
    double win, second;
} finding;

static void add_action(finding *f, capu_action action, double win) {
    if (win > f->win) {
        f->next = f->best;
        f->second = f->win;
        f->best = action;
        f->win = win;
    } else if (win > f->second) {
        f->next = action;
        f->second = win;
    }
}

static capu_search *search_for(miner *w, const capu_state *view, int seat, int iterations) {
    capu_search *search = capu_search_begin(w->memory, capu_search_bytes(NODES), view, seat,
                                            capu_random_next(&w->random));

    capu_search_run(search, iterations);
    return search;
}

/* What an action is worth. The first part only prepares it, as well as the others. */
static capu_advice worth(capu_search *search, capu_action action, int iterations) {
    capu_advice advice = {.error = 1};

    if (capu_search_try(search, action, iterations, &advice))
        capu_search_try(search, action, iterations, &advice);
    return advice;
}

/* Looks ahead, then compares the actions that seem best. false: there is only one. */
static bool look(miner *w, const capu_state *view, int seat, int iterations, finding *out) {
    capu_search *search = search_for(w, view, seat, iterations);
    capu_advice advice[TRIED];
    int count = capu_search_advice(search, advice, TRIED);

    *out = (finding){.win = -1, .second = -1};
    for (int i = 0; i < count; i++) {
        capu_action action = advice[i].action;
        add_action(out, action, (double)worth(search, action, iterations / TRIED / 2).win[seat]);
    }
    return count > 1;
}

/* Whether a decision is sealed and better mixed: then no action is right by itself. */
static bool is_mixed(const capu_state *view) {
    const int *weights = bots_weights_for(bots_knowledge_of(view), view->head.players);

    return capu_sealed(view) && weights[BOTS_MATCHING] > 0;
}

/* A glance at what the search prefers: most decisions end here. */
static bool seems_clear(miner *w, const capu_state *view, int seat) {
    capu_search *search = search_for(w, view, seat, AT_FIRST);
    capu_advice advice[2];

    return capu_search_advice(search, advice, 2) == 2 &&
           (double)(advice[0].win[seat] - advice[1].win[seat]) >= PROMISING / 2;
}

/* The best action, if it is worth a closer look. */
static bool is_promising(miner *w, const capu_state *view, int seat, capu_action *best) {
    finding f;

    if (capu_legal_count(view, seat) <= 2 || is_mixed(view) || !seems_clear(w, view, seat) ||
        !look(w, view, seat, CLOSER, &f) || f.win - f.second < PROMISING)
        return false;
    *best = f.best;
    return true;
}

/* Whether hardly anybody misses it. */
static bool is_obvious(miner *w, const capu_state *view, int seat, capu_action best) {
    const capu_bot *beginner = capu_find_bot("beginner");
    int right = 0;

    for (int i = 0; i < BEGINNERS; i++)
        right += beginner->choose(beginner, view, seat, &w->random, w->memory) == best;
    return 2 * right > BEGINNERS;
}

static bool is_best_again(miner *w, const capu_state *view, int seat, capu_action best) {
    for (int i = 0; i < SEEDS && !is_stopped(w->mine); i++) {
        finding f;
        if (!look(w, view, seat, AGAIN, &f) || f.best != best || f.win - f.second < PROMISING)
            return false;
    }
    return true;
}

/* ------------------------------------------------------------- all that is right */

/* Whether this is as good as the best, as far as can be told. */
static bool is_alike(const capu_advice *a, int seat, double best, double error) {
    double less = best - (double)a->win[seat];

    return less < ALIKE || less < 2 * hypot((double)a->error, error);
}

/* Lists the actions that are as good as the best, with much more thought, and finds the best of the
 * others. false: there are too many, or another is nearly as good. */
static bool list_best(miner *w, const capu_state *view, host_practice *p, capu_action *next) {
    capu_search *search = search_for(w, view, p->seat, LONG);
    capu_advice best = worth(search, p->best[0], CLOSE_LOOK);
    capu_action legal[CAPU_MAX_ACTIONS];
    int count = capu_legal(view, p->seat, legal);

    p->win = (double)best.win[p->seat];
    p->second = -1;
    for (int i = 0; i < count; i++) {
        if (legal[i] == p->best[0])
            continue;
        capu_advice a = worth(search, legal[i], GLANCE);
        if ((double)a.win[p->seat] > p->win - CLEAR - 2 * (double)a.error)
            a = worth(search, legal[i], CLOSE_LOOK);
        if (is_alike(&a, p->seat, p->win, (double)best.error)) {
            if (p->best_count == HOST_BEST_MOST)
                return false;
            p->best[p->best_count++] = legal[i];
        } else if ((double)a.win[p->seat] > p->second) {
            p->second = (double)a.win[p->seat];
            *next = legal[i];
        }
    }
    return p->second >= 0 && p->win - p->second >= CLEAR && 3 * p->best_count <= count;
}

/* ----------------------------------------------------------------- playing on */

/* An expert that thinks for a shorter time, since many games are played. */
static capu_bot quick_expert(const capu_state *state) {
    capu_bot bot = *capu_find_bot("expert");
    int iterations = capu_bot_iterations(&bot, state) / QUICKER;

    bot.iterations = iterations > LEAST_THOUGHT ? iterations : LEAST_THOUGHT;
    bot.level = 0;
    return bot;
}

/* The seat's share of the win if it does this, and experts play on. */
static double play_on(miner *w, const capu_state *from, int seat, capu_action action,
                      uint64_t seed) {
    capu_bot expert = quick_expert(from);
    capu_random random = capu_random_from(seed);
    capu_state state, view;
    capu_result result;
    int winners = 0;

    capu_copy(&state, from);
    capu_apply_legal(&state, seat, action);
    for (int actor; (actor = capu_first_actor(&state)) >= 0;) {
        capu_view(&state, actor, &view);
        capu_apply_legal(&state, actor, expert.choose(&expert, &view, actor, &random, w->memory));
    }
    capu_get_result(&state, &result);
    for (int i = 0; i < state.head.players; i++)
        winners += result.places[i] == 1;
    return result.places[seat] == 1 ? 1.0 / winners : 0;
}

/* Games in pairs: by how much more the best action has won. */
typedef struct comparison {
    int pairs;
    double sum, squares;
} comparison;

/* A sequential test of "better by CLEAR" against "no better", as in the arena: the evidence leaves
 * a band. 0: it has not yet; else 1 or -1. */
static int decided(const comparison *c) {
    double mean = c->sum / c->pairs, variance = c->squares / c->pairs - mean * mean;
    double evidence = CLEAR * (c->sum - c->pairs * CLEAR / 2) / fmax(variance, LEAST_VARIANCE);

    if (c->pairs < LEAST_PAIRS)
        return 0;
    return evidence > log(SURE) ? 1 : evidence < -log(UNSURE) ? -1 : 0;
}

/* Both actions are tried in the same guesses at what the seat does not know. Whether the best one
 * wins more often, and by more than chance. */
static bool wins_more(miner *w, const capu_state *view, int seat, capu_action best,
                      capu_action next) {
    comparison c = {0};
    int answer = 0;

    while (answer == 0 && c.pairs < MOST_PAIRS && !is_stopped(w->mine)) {
        uint64_t seed = capu_random_next(&w->random);
        capu_state sample;
        capu_sample(view, &w->random, &sample);
        double more = play_on(w, &sample, seat, best, seed) - play_on(w, &sample, seat, next, seed);
        c.pairs++;
        c.sum += more;
        c.squares += more * more;
        answer = decided(&c);
    }
    return answer > 0;
}

/* ------------------------------------------------------------------- themes */

/* Whether an action begins with these words; any begins with none. */
static bool begins_with(const char *action, const char *words) {
    size_t length = strlen(words);

    return length == 0 || (strncmp(action, words, length) == 0 &&
                           (action[length] == '\0' || action[length] == ' '));
}

static bool leads_to(const capu_lines *events, const char *id) {
    for (int i = 0; i < events->count; i++)
        if (strcmp(events->lines[i].id, id) == 0)
            return true;
    return false;
}

static const char *best_text(const host_practice *p, char action[CAPU_ACTION_TEXT]) {
    capu_text notation = capu_text_on(action, CAPU_ACTION_TEXT);

    capu_action_write(p->match.record.game, p->best[0], false, &notation);
    return action;
}

/* What the decision is about: by the game's table, else the verb. */
static void name_theme(host_practice *p) {
    const bots_theme *row = bots_knowledge_of(&p->match.state)->themes;
    char action[CAPU_ACTION_TEXT];
    capu_lines events = {0};
    capu_state state;

    best_text(p, action);
    capu_copy(&state, &p->match.state);
    capu_apply_telling(&state, p->seat, p->best[0], &events);
    while (row && row->name &&
           !(begins_with(action, row->words) && (!row->event || leads_to(&events, row->event))))
        row++;
    snprintf(p->theme, sizeof p->theme, "%.*s", (int)strcspn(action, " "), action);
    if (row && row->name)
        snprintf(p->theme, sizeof p->theme, "%s", row->name);
}

/* How many positions there are with this theme or best action. Only under the lock. */
static int *count_of(mine *m, const char *name) {
    int i = 0;

    while (i < MOST_KINDS - 1 && *m->kinds[i].name && strcmp(m->kinds[i].name, name) != 0)
        i++;
    snprintf(m->kinds[i].name, sizeof m->kinds[i].name, "%s", name);
    return &m->kinds[i].count;
}

/* No theme takes more than two fifths, and no action more than a twentieth. */
static bool has_room(mine *m, const host_practice *p) {
    char action[CAPU_ACTION_TEXT];
    int all = m->wanted->count;

    pthread_mutex_lock(&m->lock);
    bool room =
        5 * *count_of(m, p->theme) < 2 * all && 20 * *count_of(m, best_text(p, action)) < all;
    pthread_mutex_unlock(&m->lock);
    return room;
}

static void count_kinds(mine *m, const host_practice *p) {
    char action[CAPU_ACTION_TEXT];

    ++*count_of(m, p->theme);
    ++*count_of(m, best_text(p, action));
}

/* ------------------------------------------------------------------ keeping */

static void keep(mine *m, host_practice *p) {
    capu_text line = {0};

    pthread_mutex_lock(&m->lock);
    if (m->found < m->wanted->count && !m->failed) {
        snprintf(p->id, sizeof p->id, "%s-%03d", capu_info(p->match.record.game)->name,
                 m->found + 1);
        host_practice_write(p, &line);
        m->failed = fprintf(m->out, "%s\n", line.at) < 0 || fflush(m->out) != 0;
        m->found += !m->failed;
        count_kinds(m, p);
    }
    if (m->found >= m->wanted->count || m->failed)
        m->done = true;
    pthread_mutex_unlock(&m->lock);
    free(line.at);
}

/* Whether the decision at the end of the match is fit for practice. Its best action seems to be
 * known. */
static bool prove(miner *w, host_practice *p) {
    mine *m = w->mine;
    capu_state view;
    capu_action best = p->best[0], next = 0;

    m->clear++;
    capu_view(&p->match.state, p->seat, &view);
    name_theme(p);
    if (!has_room(m, p) || is_obvious(w, &view, p->seat, best))
        return false;
    m->hidden++;
    if (!is_best_again(w, &view, p->seat, best) || !list_best(w, &view, p, &next))
        return false;
    m->stable++;
    return wins_more(w, &view, p->seat, best, next) && !is_stopped(m);
}

/* ------------------------------------------------------------------ playing */

/* Plays a game to its end. */
static void play(miner *w, host_match *match) {
    const capu_bot *bots[CAPU_MAX_PLAYERS];
    static const char *const levels[] = {"beginner", "casual", "club", "club", "club", "expert"};
    enum { LEVELS = sizeof levels / sizeof levels[0] };
    capu_state view;

    for (int seat = 0; seat < match->record.players; seat++)
        bots[seat] = capu_find_bot(levels[capu_random_below(&w->random, LEVELS)]);
    for (int seat; (seat = capu_first_actor(&match->state)) >= 0 && !is_stopped(w->mine);) {
        capu_view(&match->state, seat, &view);
        capu_action action = bots[seat]->choose(bots[seat], &view, seat, &w->random, w->memory);
        host_match_apply_legal(match, (capu_move){(uint32_t)seat, action});
    }
}

/* Whether the decision before this move of a game is kept. */
static bool try_move(miner *w, const host_match *match, int at) {
    host_practice practice = {.seat = (int)match->moves[at].seat, .best_count = 1};
    capu_state view;

    host_match_copy(&practice.match, match);
    host_match_rewind(&practice.match, at);
    capu_view(&practice.match.state, practice.seat, &view);
    bool good = is_promising(w, &view, practice.seat, &practice.best[0]) && prove(w, &practice);
    if (good)
        keep(w->mine, &practice);
    host_practice_free(&practice);
    return good;
}

/* Looks at all decisions of a game until one is good, in any order, but late ones sooner: more of
 * them are clear. */
static void try_moves(miner *w, const host_match *match) {
    int count = match->record.count, *order = host_alloc((size_t)(count + 1) * sizeof *order);
    bool found = false;

    for (int i = 0; i < count; i++)
        order[i] = i;
    for (; count > 0 && !found && !is_stopped(w->mine); count--) {
        uint32_t a = capu_random_below(&w->random, (uint32_t)count);
        uint32_t b = capu_random_below(&w->random, (uint32_t)count), pick = a > b ? a : b;
        found = try_move(w, match, order[pick]);
        memmove(order + pick, order + pick + 1, ((size_t)count - pick - 1) * sizeof *order);
    }
    free(order);
}

/* Mostly the least number, but at least two; sometimes one or two more. */
static int players_of(const cli_mining *mining, int64_t deal) {
    static const int more[] = {0, 0, 1, 0, 0, 2};
    const capu_game_info *info = capu_info(mining->setup.game);
    int players = (info->least < 2 ? 2 : info->least) + more[deal % 6];

    if (!mining->all_players)
        return mining->setup.players;
    return players < info->most ? players : info->most;
}

static void mine_deal(miner *w, int64_t deal) {
    const cli_mining *wanted = w->mine->wanted;
    uint64_t number = w->mine->first + (uint64_t)deal;
    uint8_t seed[CAPU_SEED_BYTES];
    host_match match;

    w->random = capu_random_from(~number);
    capu_seed_from_number(seed, number);
    if (host_match_new(&match, wanted->setup.game, &wanted->setup.options, players_of(wanted, deal),
                       seed, NULL))
        return;
    play(w, &match);
    try_moves(w, &match);
    host_match_free(&match);
}

static void *work(void *argument) {
    miner w = {.mine = argument};
    size_t bytes = capu_search_bytes(NODES);

    w.memory = host_alloc(bytes);
    while (!is_stopped(w.mine))
        mine_deal(&w, atomic_fetch_add(&w.mine->deals, 1));
    free(w.memory);
    return NULL;
}

static void show_progress(mine *m) {
    double next = 0;

    while (!is_stopped(m)) {
        if (!cli_progress_due(&next))
            continue;
        pthread_mutex_lock(&m->lock);
        int found = m->found;
        pthread_mutex_unlock(&m->lock);
        cli_progress("%d of %d positions in %" PRId64 " games; clear %" PRId64
                     ", not obvious %" PRId64 ", stable %" PRId64,
                     found, m->wanted->count, atomic_load(&m->deals), atomic_load(&m->clear),
                     atomic_load(&m->hidden), atomic_load(&m->stable));
    }
    cli_progress_end();
}

static void work_together(mine *m) {
    pthread_t thread[CLI_MINERS];
    int started = 0;

    while (started < m->wanted->threads && pthread_create(&thread[started], NULL, work, m) == 0)
        started++;
    if (started == 0)
        work(m);
    show_progress(m);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
}

/* -------------------------------------------------------------------- begin */

/* A position that the file has already: it counts, and its deal is not played again. */
static void count_line(mine *m, const host_practice *p) {
    uint64_t number;

    memcpy(&number, p->match.record.seed, sizeof number);
    m->found++;
    count_kinds(m, p);
    if (number >= m->first)
        m->first = number + 1;
}

/* -1 to go on. */
static int read_lines(mine *m, const char *text, size_t length) {
    char reason[512];
    capu_text why = capu_text_on(reason, sizeof reason);
    host_practice p;

    for (int line = 1; length > 0; line++) {
        size_t used = strcspn(text, "\n");
        if (!host_practice_read(&p, text, used, &why))
            return cli_fail(m->self, "%s: line %d: %s", m->wanted->path, line, reason);
        bool ours = p.match.record.game == m->wanted->setup.game;
        count_line(m, &p);
        host_practice_free(&p);
        if (!ours)
            return cli_fail(m->self, "%s: line %d is of another game", m->wanted->path, line);
        text += used + 1;
        length -= used < length ? used + 1 : used;
    }
    return -1;
}

static int open_file(mine *m) {
    char reason[512];
    capu_text why = capu_text_on(reason, sizeof reason);
    size_t length;

    m->out = stdout;
    if (!m->wanted->path)
        return -1;
    m->out = fopen(m->wanted->path, "a");
    char *text = m->out ? host_read_file(m->wanted->path, &length, &why) : NULL;
    if (!m->out)
        return cli_fail(m->self, "%s cannot be written", m->wanted->path);
    int status = text ? read_lines(m, text, length) : cli_fail(m->self, "%s", reason);
    free(text);
    if (status >= 0)
        fclose(m->out);
    return status;
}

int cli_mine(const cli_command *self, const cli_mining *mining) {
    static mine m;

    m = (mine){.self = self, .wanted = mining, .lock = PTHREAD_MUTEX_INITIALIZER};
    memcpy(&m.first, mining->setup.seed, sizeof m.first);
    int status = open_file(&m);
    if (status >= 0)
        return status;
    cli_note_interrupts();
    m.done = m.found >= mining->count;
    work_together(&m);
    if (m.out != stdout && fclose(m.out) != 0)
        m.failed = true;
    if (m.failed)
        return cli_fail(self, "%s could not be written",
                        mining->path ? mining->path : "the output");
    fprintf(stderr, "%d of %d positions\n", m.found, mining->count);
    return m.found >= mining->count ? DONE : FAILED;
}
