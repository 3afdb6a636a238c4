/* A game played here against bots. It is on the disk after every action. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/match.h"
#include "host/memory.h"
#include "host/system.h"
#include "host/think.h"
#include "programs/program.h"
#include "tui/party/keep.h"
#include "tui/party/party.h"
#include "tui/screen/screen.h"
#include "tui/table/tell.h"

enum {
    SLICE_MS = 20, /* of thinking, between two looks at the keys */
};

/* What the bot of a seat is thinking. */
typedef struct thought {
    int seat; /* -1: nobody thinks */
    host_effort effort;
    capu_random random;
    programs_player program; /* runs if the bot is one */
} thought;

typedef struct local {
    tui_party party;
    host_match match;
    const capu_bot *bots[CAPU_MAX_PLAYERS];
    void *memory;
    thought thought;
    char path[KEEP_PATH]; /* or "" */
    int lock;
} local;

/* --------------------------------------------------------------------- files */

/* Who sits where is added to the record, before its last brace. */
static void write_seats(const local *l, capu_text *text) {
    json_t *bots = json_array();

    for (int seat = 0; seat < l->party.players; seat++)
        json_array_append_new(bots, json_string(l->bots[seat]->name));
    json_t *seats =
        json_pack("{s:i,s:s,s:o}", "seat", l->party.seat, "name",
                  l->party.seat >= 0 ? l->party.names[l->party.seat] : "", "bots", bots);
    char *dumped = json_dumps(seats, JSON_COMPACT);
    host_text_reserve(text, strlen(dumped) + 32);
    text->length--;
    capu_text_add(text, ",\"terminal\":");
    capu_text_add(text, dumped);
    capu_text_add(text, "}\n");
    free(dumped);
    json_decref(seats);
}

static bool write_record(const local *l, const char *path, capu_text *why) {
    capu_text text = {0};

    host_match_write(&l->match, &text);
    write_seats(l, &text);
    bool written = host_write_file(path, text.at, text.length, why);
    free(text.at);
    return written;
}

/* Told when it begins to be so; who leaves is told again. */
static void note_unkept(local *l, const char *reason) {
    capu_text notice = capu_text_on(l->party.notice, sizeof l->party.notice);

    if (!*l->party.unkept)
        host_say(&notice, l->party.language, "terminal.unsaved", "why", reason, NULL);
    snprintf(l->party.unkept, sizeof l->party.unkept, "%s", reason);
}

static void keep(local *l) {
    char reason[NOTICE];
    capu_text why = capu_text_on(reason, sizeof reason);

    if (!*l->path)
        return;
    if (write_record(l, l->path, &why))
        *l->party.unkept = '\0';
    else
        note_unkept(l, reason);
}

/* -------------------------------------------------------------- after a change */

static void refresh(local *l) {
    tui_party *party = &l->party;
    capu_text text = {0};

    capu_view(&l->match.state, party->seat, &party->view);
    host_match_story(&l->match, 0, party->seat, &text);
    json_decref(party->story);
    party->story = json_loads(text.at, 0, NULL);
    free(text.at);
    party->begun = true;
    party->changes++;
}

static void stop_thinking(local *l) {
    programs_free(&l->thought.program, true);
    l->thought.seat = -1;
    l->party.thinking = -1;
}

static void apply(local *l, int seat, capu_action action) {
    host_match_apply_legal(&l->match, (capu_move){(uint32_t)seat, action});
    keep(l);
    refresh(l);
}

/* ---------------------------------------------------------------------- bots */

/* The seat whose bot has something to decide, or -1. */
static int bot_to_act(const local *l) {
    for (int seat = 0; seat < l->party.players; seat++)
        if (seat != l->party.seat && (capu_actors(&l->match.state) >> seat & 1))
            return seat;
    return -1;
}

/* A program is started for each decision, since decisions may be taken back. */
static void begin_program(local *l, const capu_bot *bot, int seat, uint64_t seed) {
    programs_player *program = &l->thought.program;

    *program = (programs_player){.bot = bot, .quiet = true, .alone = true};
    programs_begin(program, &l->match, seat, seed);
    programs_ask(program, &l->match);
    l->party.thinking = seat;
    l->party.changes++;
}

static void go_on_with_program(local *l) {
    programs_player *program = &l->thought.program;
    capu_text notice = capu_text_on(l->party.notice, sizeof l->party.notice);
    int seat = l->thought.seat;
    capu_action action;

    if (!programs_answer(program, SLICE_MS, &action))
        return;
    if (*program->problem)
        host_say(&notice, l->party.language, "terminal.program", "why", program->problem, NULL);
    stop_thinking(l);
    apply(l, seat, action);
}

/* What a bot draws at random depends on what it sees alone: whoever goes on with a game meets the
 * same opponents. */
static void begin_thought(local *l, int seat) {
    const capu_bot *bot = l->bots[seat];
    thought *t = &l->thought;
    capu_state view;

    capu_view(&l->match.state, seat, &view);
    *t = (thought){.seat = seat, .random = capu_random_from(capu_hash(&view))};
    if (programs_is_program(bot) && capu_legal_count(&view, seat) > 1) {
        begin_program(l, bot, seat, capu_hash(&view));
        return;
    }
    if (bot->iterations == 0 || capu_legal_count(&view, seat) == 1) {
        capu_action action = bot->choose(bot, &view, seat, &t->random, l->memory);
        stop_thinking(l);
        apply(l, seat, action);
        return;
    }
    t->effort =
        host_effort_on(capu_search_as(bot, l->memory, &view, seat, capu_random_next(&t->random)),
                       HOST_WALL, bot->ms, capu_bot_iterations(bot, &view), bot->sharpness == 0);
    l->party.thinking = seat;
    l->party.changes++;
}

static void go_on_thinking(local *l) {
    thought *t = &l->thought;
    const capu_bot *bot = l->bots[t->seat];

    if (programs_is_program(bot)) {
        go_on_with_program(l);
        return;
    }
    if (host_go_on(&t->effort, SLICE_MS))
        return;
    int seat = t->seat;
    capu_action action = capu_search_choice(t->effort.search, bot->sharpness, &t->random);
    stop_thinking(l);
    apply(l, seat, action);
}

/* What cannot be otherwise is done without asking (ALL-4); the log shows it. */
static bool do_forced(local *l) {
    int seat = l->party.seat;

    if (seat < 0 || !(capu_actors(&l->match.state) >> seat & 1) ||
        capu_legal_count(&l->match.state, seat) != 1)
        return false;
    apply(l, seat, capu_legal_at(&l->match.state, seat, 0));
    return true;
}

/* Whether all that a seat can do is nothing to be watched. */
static bool is_silent(const local *l, int seat) {
    const capu_state *state = &l->match.state;
    char action[CAPU_ACTION_TEXT];
    capu_text text = capu_text_on(action, sizeof action);

    if (capu_legal_count(state, seat) != 1)
        return false;
    capu_action_write(l->party.game, capu_legal_at(state, seat, 0), false, &text);
    return tui_is_silent(l->party.game, action);
}

static void run(tui_party *party, int ms) {
    local *l = (local *)party;
    int seat;

    if (l->thought.seat >= 0) {
        go_on_thinking(l);
    } else if ((seat = bot_to_act(l)) >= 0) {
        if (party->seat < 0 && party->pause && !is_silent(l, seat))
            tui_screen_wait(party->pause);
        begin_thought(l, seat);
    } else if (!do_forced(l)) {
        tui_screen_wait(ms);
    }
}

/* ------------------------------------------------------------------- actions */

static bool act(tui_party *party, capu_action action, capu_text *why) {
    local *l = (local *)party;
    capu_refusal refusal;

    if (capu_explain(&l->match.state, party->seat, action, &refusal)) {
        host_say_refusal(why, party->language, party->game, &refusal);
        return false;
    }
    apply(l, party->seat, action);
    return true;
}

/* The person's last move that was a choice, or -1. */
static int last_choice(const local *l) {
    capu_record record = l->match.record;
    capu_state before;

    record.moves = l->match.moves;
    record.from = l->match.from.head.players ? &l->match.from : NULL;
    for (int i = record.count - 1; i >= 0; i--) {
        if ((int)record.moves[i].seat != l->party.seat)
            continue;
        capu_replay(&record, i, &before, NULL);
        if (capu_legal_count(&before, l->party.seat) > 1)
            return i;
    }
    return -1;
}

static tui_undoing undo(tui_party *party, bool insist, capu_text *why) {
    local *l = (local *)party;
    capu_record record = l->match.record;
    int to = party->seat < 0 ? -1 : last_choice(l);

    (void)why;
    record.moves = l->match.moves;
    record.from = l->match.from.head.players ? &l->match.from : NULL;
    if (to < 0)
        return UNDO_NOTHING;
    if (!insist && to < capu_undo_floor(&record, party->seat))
        return UNDO_ASKS;
    stop_thinking(l);
    host_match_rewind(&l->match, to);
    keep(l);
    refresh(l);
    return UNDO_DONE;
}

static bool save(tui_party *party, const char *path, capu_text *why) {
    return write_record((local *)party, path, why);
}

static const host_match *match_of(const tui_party *party) {
    return &((const local *)party)->match;
}

static void close_local(tui_party *party) {
    local *l = (local *)party;

    stop_thinking(l);
    tui_keep_unlock(l->path, l->lock);
    host_match_free(&l->match);
    free(l->memory);
    tui_party_free(party);
    free(l);
}

static const tui_party_kind local_kind = {
    .run = run, .act = act, .undo = undo, .save = save, .close = close_local, .match = match_of};

/* --------------------------------------------------------------------- begin */

static void name_seats(local *l, const char *person) {
    tui_party *party = &l->party;

    for (int seat = 0; seat < party->players; seat++)
        if (seat == party->seat)
            snprintf(party->names[seat], PARTY_NAME, "%s", person);
        else
            tui_name_bot(party->names[seat], party->language, l->bots[seat], seat);
}

static local *make(int language) {
    local *l = host_alloc(sizeof *l);

    tui_party_begin(&l->party, &local_kind, language);
    l->lock = -1;
    stop_thinking(l);
    return l;
}

static void *memory_for(const capu_bot *const *bots, int count) {
    size_t most = 1;

    for (int i = 0; i < count; i++)
        most = bots[i]->memory > most ? bots[i]->memory : most;
    return host_alloc(most);
}

/* Everything is known but the names. */
static tui_party *start(local *l, const char *name) {
    capu_text seed = capu_text_on(l->party.seed, sizeof l->party.seed);

    snprintf(l->party.record, sizeof l->party.record, "%s", l->path);
    l->party.game = l->match.record.game;
    l->party.players = l->match.record.players;
    l->party.hints = true;
    capu_seed_write(l->match.record.seed, &seed);
    l->memory = memory_for(l->bots, l->party.players);
    name_seats(l, name);
    refresh(l);
    return &l->party;
}

/* A file that the person has named is told by its name. */
static void name_file(local *l, const char *path) {
    snprintf(l->path, sizeof l->path, "%s", path);
    if (!tui_keep_has(path))
        snprintf(l->party.file, sizeof l->party.file, "%s", path);
}

tui_party *tui_local_new(const tui_local_setup *setup, int language, capu_text *why) {
    local *l = make(language);
    char reason[NOTICE];
    capu_text unkept = capu_text_on(reason, sizeof reason);

    if (host_match_new(&l->match, setup->game, &setup->options, setup->players, setup->seed, why)) {
        close_local(&l->party);
        return NULL;
    }
    l->party.seat = setup->seat;
    memcpy(l->bots, setup->bots, sizeof l->bots);
    if (setup->path)
        name_file(l, setup->path);
    else if (!tui_keep_new(setup->game, l->path)) {
        host_say_path(&unkept, strerror(errno), l->path);
        note_unkept(l, reason);
        *l->path = '\0';
    }
    if (*l->path)
        l->lock = tui_keep_lock(l->path);
    start(l, setup->name);
    keep(l);
    return &l->party;
}

/* A record may come from anybody, so no program is started because its name stands there. */
static const capu_bot *find_bot(const tui_local_setup *setup, const char *name) {
    for (int i = 0; i < CAPU_MAX_PLAYERS; i++)
        if (setup->bots[i] && strcmp(setup->bots[i]->name, name) == 0)
            return setup->bots[i];
    return capu_find_bot(name);
}

static void seat_bot(local *l, const tui_local_setup *setup, int seat, const char *name) {
    const capu_bot *bot = find_bot(setup, name);
    capu_text notice = capu_text_on(l->party.notice, sizeof l->party.notice);

    if (bot)
        l->bots[seat] = bot;
    else if (!programs_is_program(l->bots[seat]))
        host_say(&notice, l->party.language, "terminal.no-program", "program", name, "bot",
                 tui_bot_words(l->party.language, l->bots[seat]->name), NULL);
}

/* Who sits where, as write_seats wrote it. Without it, or with a bot that is no more, the setup
 * holds. */
static void read_seats(local *l, const tui_local_setup *setup, const char *path,
                       char name[PARTY_NAME]) {
    json_t *record = json_load_file(path, 0, NULL), *seats = json_object_get(record, "terminal");
    const char *person = json_string_value(json_object_get(seats, "name"));
    json_t *seat = json_object_get(seats, "seat"), *bots = json_object_get(seats, "bots");

    if (json_is_integer(seat) && json_integer_value(seat) >= CAPU_SPECTATOR &&
        json_integer_value(seat) < l->match.record.players)
        l->party.seat = (int)json_integer_value(seat);
    if (person && *person)
        snprintf(name, PARTY_NAME, "%s", person);
    for (int i = 0; i < l->match.record.players; i++) {
        const char *bot = json_string_value(json_array_get(bots, (size_t)i));
        if (bot && i != l->party.seat)
            seat_bot(l, setup, i, bot);
    }
    json_decref(record);
}

tui_party *tui_local_open(const char *path, const tui_local_setup *setup, int language,
                          capu_text *why) {
    local *l = make(language);
    char name[PARTY_NAME], buffer[512];
    capu_text detail = capu_text_on(buffer, sizeof buffer);

    name_file(l, path);
    snprintf(name, sizeof name, "%s", setup->name);
    l->lock = tui_keep_lock(path);
    bool elsewhere = l->lock < 0 && errno == EWOULDBLOCK;
    bool readable = !elsewhere && host_match_open(&l->match, path, &detail) == CAPU_OK;
    if (elsewhere)
        host_say(why, language, "terminal.elsewhere", NULL);
    else if (!readable)
        tui_tell_flaw(why, language, &l->match.flaw, buffer);
    if (!readable) {
        close_local(&l->party);
        return NULL;
    }
    for (int i = 0; i < CAPU_MAX_PLAYERS; i++)
        l->bots[i] = setup->bots[i] ? setup->bots[i] : capu_usual_opponent();
    l->party.seat = setup->seat < l->match.record.players ? setup->seat : 0;
    read_seats(l, setup, path, name);
    return start(l, name);
}
