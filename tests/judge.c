/* How good reviews are, measured: docs/review.md has the results and the commands.
 *
 * usage: judge levels|ranks|plants|luck GAME [NAME=NUMBER]...
 *
 *   levels  lets each level play against itself and reviews these games: mean loss and accuracy
 *   ranks   lets all levels decide in the same positions, a dozen of each game: mean loss of each
 *   plants  puts blunders and best actions, by a search ten times as long, in front of a review
 *   luck    lets experts, or another level, play: how much less results differ without luck
 *
 *   players=N games=N seed=N threads=N   two players (or the game's least), 20 games, 1, 1 thread
 *   iterations=N                         of a review: the game's own
 *   master=N                             iterations of master: 20000
 *   level=N                              only this level, from 1
 */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capucine.h"

enum { MOST_MOVES = 4096, MOST_THREADS = 64, LONG = 10, NODES = 2000000, LEVELS = 5 };

typedef struct settings {
    const capu_game *game;
    int players, games, threads, iterations, master, level;
    uint64_t seed;
} settings;

/* Sums over all games. */
typedef struct sums {
    double decisions, loss, squares, accuracy, kinds[CAPU_BLUNDER + 1];
    double plants, found, seen, good, wronged;
    double games, luck, lucks, result, results, without, withouts, error;
    double positions, lost[LEVELS + 1], better[LEVELS + 1], squared[LEVELS + 1], real[LEVELS + 1];
} sums;

struct worker;
/* Plays a game and adds what it finds to the worker's sums. */
typedef void (*examination)(struct worker *worker, int game);

typedef struct study {
    settings set;
    const capu_bot *bot;
    examination examine;
    atomic_int next;
    pthread_mutex_t lock;
    sums all;
} study;

typedef struct worker {
    study *study;
    void *bot_memory, *review_memory, *long_memory;
    capu_random random;
    capu_record record;
    capu_move moves[MOST_MOVES];
    sums sums;
} worker;

/* ------------------------------------------------------------------- playing */

static const capu_bot *level_bot(const settings *set, int level) {
    static capu_bot master;

    for (int i = 0; capu_bot_at(i); i++) {
        const capu_bot *bot = capu_bot_at(i);
        if (bot->level != level)
            continue;
        if (level < LEVELS)
            return bot;
        master = *bot;
        master.level = 0;
        master.iterations = set->master;
        return &master;
    }
    return NULL;
}

static void play(worker *w, int game) {
    const study *s = w->study;
    capu_state state, view;

    w->random = capu_random_from(s->set.seed * 1000003 + (uint64_t)game);
    w->record = (capu_record){.game = s->set.game, .players = s->set.players, .moves = w->moves};
    capu_seed_from_number(w->record.seed, capu_random_next(&w->random));
    capu_new(&state, s->set.game, &w->record.options, s->set.players, w->record.seed);
    while (capu_actors(&state) && w->record.count < MOST_MOVES) {
        int seat = capu_first_actor(&state);
        capu_view(&state, seat, &view);
        capu_action action = s->bot->choose(s->bot, &view, seat, &w->random, w->bot_memory);
        capu_apply_legal(&state, seat, action);
        w->moves[w->record.count++] = (capu_move){(uint32_t)seat, action};
    }
}

static capu_review reviewer(worker *w) {
    return (capu_review){.record = &w->record,
                         .memory = w->review_memory,
                         .bytes = capu_review_bytes(),
                         .iterations = w->study->set.iterations,
                         .closed = true};
}

/* -------------------------------------------------------------------- levels */

static void examine_level(worker *w, int game) {
    capu_review review = reviewer(w);
    capu_verdict v;

    play(w, game);
    for (int at = 0; at < w->record.count; at++) {
        if (capu_review_move(&review, at, &v))
            abort();
        w->sums.kinds[v.kind]++;
        if (v.kind < CAPU_GOOD)
            continue;
        w->sums.decisions++;
        w->sums.loss += (double)v.gap;
        w->sums.squares += (double)v.gap * (double)v.gap;
        w->sums.accuracy += (double)capu_accuracy(v.loss);
    }
}

/* --------------------------------------------------------------------- ranks */

/* What each level loses where it has to decide. What it does better than the one below it is
 * summed up by position, since both have the same ones. */
static void rank_levels(worker *w, const capu_review *review, int at) {
    capu_state view;
    capu_verdict verdicts[LEVELS + 1];
    int seat = (int)w->moves[at].seat;

    capu_replay(&w->record, at, &view, NULL);
    capu_view(&view, seat, &view);
    for (int level = 1; level <= LEVELS; level++) {
        const capu_bot *bot = level_bot(&w->study->set, level);
        capu_action action = bot->choose(bot, &view, seat, &w->random, w->bot_memory);
        int same = 1;
        while (same < level && verdicts[same].played != action)
            same++;
        if (same < level)
            verdicts[level] = verdicts[same];
        else if (capu_review_action(review, at, action, &verdicts[level]))
            abort();
        double loss = (double)verdicts[level].gap;
        double better = level > 1 ? (double)verdicts[level - 1].gap - loss : 0;
        w->sums.lost[level] += loss;
        w->sums.real[level] += verdicts[level].kind >= CAPU_GOOD;
        w->sums.better[level] += better;
        w->sums.squared[level] += better * better;
    }
    w->sums.positions++;
}

/* Calls `look` at some decisions of a game, with more than one legal action. */
static void look_at_decisions(worker *w, const capu_review *review, int most,
                              void (*look)(worker *w, const capu_review *review, int at)) {
    for (int tries = 0, done = 0; tries < 10 * most && done < most; tries++) {
        int at = (int)capu_random_below(&w->random, (uint32_t)w->record.count);
        capu_state state;
        capu_replay(&w->record, at, &state, NULL);
        if (capu_legal_count(&state, (int)w->moves[at].seat) < 2)
            continue;
        look(w, review, at);
        done++;
    }
}

static void examine_ranks(worker *w, int game) {
    capu_review review = reviewer(w);

    play(w, game);
    look_at_decisions(w, &review, 12, rank_levels);
}

/* -------------------------------------------------------------------- plants */

/* By how much an action is worse than the best, less twice the error. It is first tried without
 * being counted, so that as much is known about both. */
static float surely_lost(capu_search *search, int seat, const capu_advice *best, capu_action action,
                         int count) {
    capu_advice found;

    capu_search_try(search, action, count, &found);
    capu_search_try(search, action, count, &found);
    float error = sqrtf(best->error * best->error + found.error * found.error);
    return best->win[seat] - found.win[seat] - 2 * error;
}

/* A legal action that a long search calls a blunder; false: none of those that were tried is. A
 * quick look leaves out most that are none. */
static bool find_blunder(capu_search *search, worker *w, const capu_state *view, int seat,
                         capu_action best, int iterations, capu_action *blunder) {
    capu_action actions[CAPU_MAX_ACTIONS];
    int count = capu_legal(view, seat, actions);
    capu_advice top;

    capu_search_try(search, best, iterations, &top);
    for (int i = 0; i < 6; i++) {
        *blunder = actions[capu_random_below(&w->random, (uint32_t)count)];
        if (surely_lost(search, seat, &top, *blunder, iterations / 20) > 0.1f &&
            surely_lost(search, seat, &top, *blunder, iterations) > 0.15f)
            return true;
    }
    return false;
}

static void plant(worker *w, const capu_review *review, int at) {
    int iterations =
        review->iterations ? review->iterations : capu_review_iterations(review->record->game);
    capu_state state, view;
    int seat = (int)w->moves[at].seat;
    capu_advice best;
    capu_action blunder;
    capu_verdict v;

    capu_replay(&w->record, at, &state, NULL);
    capu_view(&state, seat, &view);
    capu_search *search = capu_search_begin(w->long_memory, capu_search_bytes(NODES), &view, seat,
                                            capu_random_next(&w->random));
    capu_search_run(search, LONG * iterations);
    if (!capu_search_advice(search, &best, 1))
        abort();
    if (capu_review_action(review, at, best.action, &v))
        abort();
    w->sums.good++;
    w->sums.wronged += v.kind >= CAPU_MISTAKE;
    if (!find_blunder(search, w, &view, seat, best.action, 2 * iterations, &blunder))
        return;
    if (capu_review_action(review, at, blunder, &v))
        abort();
    w->sums.plants++;
    w->sums.found += v.kind >= CAPU_MISTAKE;
    w->sums.seen += v.kind >= CAPU_INACCURACY;
}

static void examine_plants(worker *w, int game) {
    capu_review review = reviewer(w);

    play(w, game);
    look_at_decisions(w, &review, 6, plant);
}

/* ---------------------------------------------------------------------- luck */

static void examine_luck(worker *w, int game) {
    capu_review review = reviewer(w);
    capu_summary summary;

    play(w, game);
    capu_summary_begin(&summary, &w->record);
    for (int at = -1; at < w->record.count; at++) {
        capu_chance chance;
        bool any;
        if (capu_review_luck(&review, at, &any, &chance))
            abort();
        if (any)
            capu_summary_chance(&summary, &chance);
    }
    capu_summary_finish(&summary);
    for (int seat = 0; seat < w->record.players; seat++) {
        const capu_seat_summary *one = &summary.seats[seat];
        double luck = (double)one->luck, result = (double)one->result, rest = result - luck;
        w->sums.games++;
        w->sums.luck += luck, w->sums.lucks += luck * luck;
        w->sums.result += result, w->sums.results += result * result;
        w->sums.without += rest, w->sums.withouts += rest * rest;
        w->sums.error += (double)one->luck_error * (double)one->luck_error;
    }
}

/* ------------------------------------------------------------------- running */

static void add_sums(sums *to, const sums *from) {
    double *a = (double *)to;
    const double *b = (const double *)from;

    for (size_t i = 0; i < sizeof *to / sizeof *a; i++)
        a[i] += b[i];
}

static void *work(void *argument) {
    study *s = argument;
    worker *w = calloc(1, sizeof *w);

    w->study = s;
    w->bot_memory = malloc(level_bot(&s->set, LEVELS)->memory); /* the strongest needs most */
    w->review_memory = malloc(capu_review_bytes());
    w->long_memory = s->examine == examine_plants ? malloc(capu_search_bytes(NODES)) : NULL;
    for (int game; (game = atomic_fetch_add(&s->next, 1)) < s->set.games;)
        s->examine(w, game);
    pthread_mutex_lock(&s->lock);
    add_sums(&s->all, &w->sums);
    pthread_mutex_unlock(&s->lock);
    free(w->bot_memory);
    free(w->review_memory);
    free(w->long_memory);
    free(w);
    return NULL;
}

static sums run(settings set, const capu_bot *bot, examination examine) {
    study s = {.set = set, .bot = bot, .examine = examine, .lock = PTHREAD_MUTEX_INITIALIZER};
    pthread_t threads[MOST_THREADS];

    for (int i = 0; i < set.threads; i++)
        if (pthread_create(&threads[i], NULL, work, &s))
            abort();
    for (int i = 0; i < set.threads; i++)
        pthread_join(threads[i], NULL);
    return s.all;
}

static void study_levels(const settings *set) {
    for (int level = 1; level <= LEVELS; level++) {
        if (set->level && set->level != level)
            continue;
        sums s = run(*set, level_bot(set, level), examine_level);
        double mean = s.loss / s.decisions, variance = s.squares / s.decisions - mean * mean;
        printf("%s %d: %.0f decisions, loss %.4f ± %.4f, accuracy %.1f;",
               capu_info(set->game)->name, level, s.decisions, mean, sqrt(variance / s.decisions),
               s.accuracy / s.decisions);
        for (int kind = 0; kind <= CAPU_BLUNDER; kind++)
            printf(" %.0f", s.kinds[kind]);
        putchar('\n');
        fflush(stdout);
    }
}

static void study_ranks(const settings *set) {
    sums s = run(*set, level_bot(set, 3), examine_ranks);

    for (int level = 1; level <= LEVELS; level++) {
        double better = s.better[level] / s.positions;
        double variance = s.squared[level] / s.positions - better * better;
        printf("%s %d: %.0f positions, loss %.4f, of %.0f that count %.4f; better by %.4f ± %.4f\n",
               capu_info(set->game)->name, level, s.positions, s.lost[level] / s.positions,
               s.real[level], s.lost[level] / s.real[level], better, sqrt(variance / s.positions));
    }
}

static void study_plants(const settings *set) {
    sums s = run(*set, level_bot(set, 3), examine_plants);

    printf("%s: of %.0f blunders %.0f are called mistakes or blunders, %.0f at least inaccuracies; "
           "of %.0f best actions %.0f are called mistakes or blunders\n",
           capu_info(set->game)->name, s.plants, s.found, s.seen, s.good, s.wronged);
}

static void study_luck(const settings *set) {
    sums s = run(*set, level_bot(set, set->level ? set->level : 4), examine_luck);
    double luck = s.luck / s.games, result = s.result / s.games, rest = s.without / s.games;

    printf("%s: %.0f results, variance %.4f, without luck %.4f; luck %.4f on average, variance "
           "%.4f, of which errors are %.4f\n",
           capu_info(set->game)->name, s.games, s.results / s.games - result * result,
           s.withouts / s.games - rest * rest, luck, s.lucks / s.games - luck * luck,
           s.error / s.games);
}

static bool set_number(settings *set, const char *text) {
    const struct {
        const char *name;
        int *number;
    } names[] = {{"players=", &set->players}, {"games=", &set->games},
                 {"threads=", &set->threads}, {"iterations=", &set->iterations},
                 {"master=", &set->master},   {"level=", &set->level}};
    size_t length = strcspn(text, "=") + 1;

    if (strncmp(text, "seed=", 5) == 0) {
        set->seed = strtoull(text + 5, NULL, 10);
        return true;
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strncmp(text, names[i].name, length) == 0 && names[i].name[length] == '\0') {
            *names[i].number = atoi(text + length);
            return true;
        }
    return false;
}

int main(int argc, char **argv) {
    settings set = {.games = 20, .threads = 1, .master = 20000, .seed = 1};
    const struct {
        const char *name;
        void (*study)(const settings *set);
    } studies[] = {{"levels", study_levels},
                   {"ranks", study_ranks},
                   {"plants", study_plants},
                   {"luck", study_luck}};

    set.game = argc > 2 ? capu_find(argv[2]) : NULL;
    bool fine = set.game != NULL;
    for (int i = 3; i < argc && fine; i++)
        fine = set_number(&set, argv[i]);
    for (size_t i = 0; fine && i < sizeof studies / sizeof studies[0]; i++) {
        if (strcmp(argv[1], studies[i].name) != 0)
            continue;
        int least = capu_info(set.game)->least;
        set.players = set.players ? set.players : least < 2 ? 2 : least;
        set.threads = set.threads < MOST_THREADS ? set.threads : MOST_THREADS;
        studies[i].study(&set);
        return 0;
    }
    fputs("usage: judge levels|ranks|plants|luck GAME [NAME=NUMBER]...\n", stderr);
    return 2;
}
