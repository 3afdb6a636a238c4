/* Practice as a party: see practice.h. */
#include "tui/party/practice.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/memory.h"
#include "host/system.h"
#include "host/write.h"
#include "tui/screen/screen.h"
#include "tui/table/tell.h"

enum { NODES = 200000, THOUGHT = 4000 /* iterations on what the actions are worth */ };

typedef struct practising {
    tui_party party;
    tui_practice from;
    host_practice now;
    host_progress progress;
    char name[PARTY_NAME];
    bool answered; /* the next position follows when the page was read */
    int right, wrong;
} practising;

/* ----------------------------------------------------------------- progress */

static bool progress_path(char path[KEEP_PATH]) {
    return tui_keep_path("practice.progress", path);
}

/* A file that cannot be read counts as none. */
static void read_progress(host_progress *progress) {
    char path[KEEP_PATH], reason[NOTICE];
    capu_text why = capu_text_on(reason, sizeof reason);
    size_t length;
    host_tree tree;

    *progress = (host_progress){0};
    char *text = progress_path(path) ? host_read_file(path, &length, &why) : NULL;
    if (text && host_tree_parse(&tree, text, length, NULL)) {
        host_progress_read(progress, tree.nodes, NULL);
        host_tree_free(&tree);
    }
    free(text);
}

/* Somebody may practise elsewhere meanwhile: what is there is read again first. */
static void keep_answer(practising *p, bool right) {
    char path[KEEP_PATH] = "", reason[NOTICE];
    capu_text why = capu_text_on(reason, sizeof reason), rows = {0};
    host_json json = {0};

    host_progress_free(&p->progress);
    read_progress(&p->progress);
    host_progress_answer(&p->progress, p->now.id, right, host_today());
    host_progress_write(&p->progress, &rows);
    host_json_open(&json, NULL, '{');
    host_json_raw(&json, "done", rows.at);
    host_json_close(&json, '}');
    bool there = progress_path(path);
    if (!there)
        host_say_path(&why, strerror(errno), path);
    if (!there || !host_write_file(path, json.text.at, json.text.length, &why))
        snprintf(p->party.unkept, sizeof p->party.unkept, "%s", reason);
    free(json.text.at);
    free(rows.at);
}

/* ----------------------------------------------------------- which positions */

/* A position, and how soon it is wanted: the lowest first. */
typedef struct pick {
    const capu_game *game;
    int index;
    int64_t rank;
} pick;

/* First what is due, then what is new, then what was answered least often. */
static int64_t rank_of(const host_done *done, int64_t today) {
    if (!done)
        return 0;
    if (done->due && done->due <= today)
        return -1;
    return 1 + done->right + done->wrong;
}

static bool fits(const tui_practice *from, const host_practice *p) {
    return (!from->theme || strcmp(from->theme, p->theme) == 0) &&
           (!from->id || strcmp(from->id, p->id) == 0);
}

typedef void visitor(void *to, const capu_game *game, int index, const host_practice *p);

/* Shows all positions that are meant to somebody. */
static void visit(const tui_practice *from, visitor *see, void *to) {
    host_practice p;

    for (int i = 0; capu_game_at(i); i++) {
        const capu_game *game = capu_game_at(i);
        if (from->game && from->game != game)
            continue;
        for (int index = 0; host_practice_at(game, index, &p); index++) {
            if (fits(from, &p))
                see(to, game, index, &p);
            host_practice_free(&p);
        }
    }
}

typedef struct choosing {
    const host_progress *progress;
    const char *but; /* the id of the position that was just shown */
    int64_t today;
    pick best;
} choosing;

static void choose(void *to, const capu_game *game, int index, const host_practice *p) {
    choosing *c = to;
    int64_t rank = rank_of(host_progress_find(c->progress, p->id), c->today);

    if (strcmp(p->id, c->but) == 0)
        rank = INT64_MAX - 1; /* again only if there is no other */
    if (rank < c->best.rank)
        c->best = (pick){game, index, rank};
}

static pick next_position(const practising *p) {
    choosing c = {&p->progress, p->now.id, host_today(), {.rank = INT64_MAX}};

    visit(&p->from, choose, &c);
    return c.best;
}

static void count(void *to, const capu_game *game, int index, const host_practice *p) {
    (void)game;
    (void)index;
    (void)p;
    ++*(int *)to;
}

bool tui_practice_exists(const tui_practice *from) {
    int found = 0;

    visit(from, count, &found);
    return found > 0;
}

typedef struct summing {
    const host_progress *progress;
    int64_t today;
    tui_practised sum;
} summing;

static void sum_up(void *to, const capu_game *game, int index, const host_practice *p) {
    summing *s = to;
    const host_done *done = host_progress_find(s->progress, p->id);

    (void)game;
    (void)index;
    s->sum.all++;
    s->sum.answered += done != NULL;
    s->sum.due += rank_of(done, s->today) < 0;
}

tui_practised tui_practice_count(const tui_practice *from) {
    host_progress progress;
    summing s = {&progress, host_today(), {0}};

    read_progress(&progress);
    visit(from, sum_up, &s);
    host_progress_free(&progress);
    return s.sum;
}

/* ------------------------------------------------------------------ verdict */

static void add_line(tui_party *party, const char *line) {
    size_t used = strlen(party->page);

    snprintf(party->page + used, sizeof party->page - used, "%s%s", used ? "\n" : "", line);
}

/* An action in words, what is expected of it, and the likely reply. */
static void add_advice(practising *p, const char *id, const capu_advice *advice) {
    tui_party *party = &p->party;
    const char *names[CAPU_MAX_PLAYERS];
    host_telling telling = tui_party_telling(party, names);
    char action[CAPU_ACTION_TEXT], words[256], line[512];
    capu_text notation = capu_text_on(action, sizeof action);
    capu_text choice = capu_text_on(words, sizeof words), text = capu_text_on(line, sizeof line);

    capu_action_write(party->game, advice->action, false, &notation);
    tui_tell_choice(&choice, &telling, party->seat, action);
    host_say(&text, party->language, id, "action", words, NULL);
    add_line(party, line);
    text = capu_text_on(line, sizeof line);
    capu_text_add(&text, "   ");
    tui_tell_expected(&text, &telling, advice);
    add_line(party, line);
    if (!advice->replied)
        return;
    text = capu_text_on(line, sizeof line);
    capu_text_add(&text, "   ");
    tui_tell_reply(&text, &telling, party->seat, advice);
    add_line(party, line);
}

/* What an action brings about at once, as far as the seat may know. */
static void add_events(practising *p, capu_action action) {
    tui_party *party = &p->party;
    const char *names[CAPU_MAX_PLAYERS];
    host_telling telling = tui_party_telling(party, names);
    static capu_lines events; /* large */
    capu_state state;

    events.count = events.arg_count = 0;
    capu_copy(&state, &p->now.match.state);
    capu_apply_telling(&state, party->seat, action, &events);
    for (int i = 0; i < events.count; i++) {
        char line[512] = "   ";
        capu_text text = capu_text_on(line + 3, sizeof line - 3);
        if (events.lines[i].known >> party->seat & 1 &&
            host_say_line(&text, &telling, "event", &events, &events.lines[i]))
            add_line(party, line);
    }
}

/* By how much the best action is better, as a part of a win. */
static void add_difference(practising *p, const char *id, double less) {
    char percent[16], line[256];
    capu_text text = capu_text_on(line, sizeof line);

    snprintf(percent, sizeof percent, "%.0f", 100 * (less > 0 ? less : 0));
    host_say(&text, p->party.language, id, "percent", percent, NULL);
    add_line(&p->party, line);
}

static capu_advice advice_on(capu_search *search, capu_action action) {
    capu_advice advice = {.action = action};

    capu_search_try(search, action, THOUGHT / 2, &advice);
    capu_search_try(search, action, THOUGHT / 2, &advice);
    return advice;
}

/* Says whether it was right and why, on the party's page. */
static void judge(practising *p, capu_action action) {
    tui_party *party = &p->party;
    bool right = host_practice_is_best(&p->now, action);
    capu_action best = right ? action : p->now.best[0];
    size_t bytes = capu_search_bytes(NODES);
    void *memory = host_alloc(bytes);
    capu_search *search =
        capu_search_begin(memory, bytes, &party->view, party->seat, capu_hash(&party->view));

    capu_search_run(search, THOUGHT);
    capu_advice advice = advice_on(search, best), own = advice_on(search, action);
    snprintf(party->heading, sizeof party->heading, "%s",
             host_wording(party->language,
                          right ? "terminal.practice.right" : "terminal.practice.wrong"));
    add_advice(p, right ? "terminal.practice.best.yours" : "terminal.practice.best", &advice);
    add_events(p, best);
    if (right) {
        add_difference(p, "terminal.practice.clear", p->now.win - p->now.second);
    } else {
        add_advice(p, "terminal.practice.yours", &own);
        add_difference(p, "terminal.practice.better",
                       (double)(advice.win[party->seat] - own.win[party->seat]));
    }
    free(memory);
    keep_answer(p, right);
    p->right += right;
    p->wrong += !right;
}

/* -------------------------------------------------------------------- party */

static void name_seats(practising *p) {
    tui_party *party = &p->party;

    for (int seat = 0; seat < party->players; seat++)
        if (seat == party->seat)
            snprintf(party->names[seat], PARTY_NAME, "%s", p->name);
        else
            snprintf(party->names[seat], PARTY_NAME, "%s %c",
                     host_wording(party->language, "terminal.practice.other"),
                     host_seat_letter(seat));
}

static void show(practising *p, pick at) {
    tui_party *party = &p->party;
    capu_text text = {0};

    host_practice_free(&p->now);
    host_practice_at(at.game, at.index, &p->now);
    party->game = at.game;
    party->players = p->now.match.record.players;
    party->seat = p->now.seat;
    capu_view(&p->now.match.state, party->seat, &party->view);
    host_match_story(&p->now.match, 0, party->seat, &text);
    json_decref(party->story);
    party->story = json_loads(text.at, 0, NULL);
    free(text.at);
    name_seats(p);
    party->begun = true;
    party->sending = p->answered = false;
    party->games++;
    party->changes++;
}

static void say_leaving(practising *p) {
    capu_text text = capu_text_on(p->party.leaving, sizeof p->party.leaving);
    char right[16];

    snprintf(right, sizeof right, "%d", p->right);
    host_say_for(&text, p->party.language, "terminal.practice.count", p->right + p->wrong, "right",
                 right, NULL);
}

static bool act(tui_party *party, capu_action action, capu_text *why) {
    practising *p = (practising *)party;
    capu_refusal refusal;

    if (capu_explain(&p->now.match.state, party->seat, action, &refusal)) {
        host_say_refusal(why, party->language, party->game, &refusal);
        return false;
    }
    judge(p, action);
    say_leaving(p);
    party->sending = p->answered = true;
    party->changes++;
    return true;
}

static void run(tui_party *party, int ms) {
    practising *p = (practising *)party;

    if (p->answered && !*party->page) {
        if (p->from.id)
            p->from.game = party->game;
        p->from.id = NULL;
        show(p, next_position(p));
    } else {
        tui_screen_wait(ms);
    }
}

static tui_undoing undo(tui_party *party, bool insist, capu_text *why) {
    (void)party;
    (void)insist;
    (void)why;
    return UNDO_NOTHING;
}

static bool save(tui_party *party, const char *path, capu_text *why) {
    capu_text text = {0};

    host_match_write(&((practising *)party)->now.match, &text);
    bool written = host_write_file(path, text.at, text.length, why);
    free(text.at);
    return written;
}

static void close_practice(tui_party *party) {
    practising *p = (practising *)party;

    host_practice_free(&p->now);
    host_progress_free(&p->progress);
    tui_party_free(party);
    free(p);
}

static const tui_party_kind practice_kind = {
    .run = run, .act = act, .undo = undo, .save = save, .close = close_practice};

static pick first_position(practising *p) {
    pick today = {0};

    if (p->from.today && host_practice_of_day(host_today(), &today.game, &today.index))
        return today;
    return next_position(p);
}

tui_party *tui_practice_open(const tui_practice *from, const char *name, int language) {
    practising *p = host_alloc(sizeof *p);

    tui_party_begin(&p->party, &practice_kind, language);
    p->from = *from;
    snprintf(p->name, sizeof p->name, "%s", name);
    read_progress(&p->progress);
    pick first = first_position(p);
    if (!first.game) {
        close_practice(&p->party);
        return NULL;
    }
    say_leaving(p);
    show(p, first);
    return &p->party;
}
