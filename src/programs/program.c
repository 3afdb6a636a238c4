/* Bots that are programs: see program.h. */
#include "programs/program.h"

#include <errno.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/games.h"
#include "host/memory.h"
#include "host/think.h"
#include "host/words.h"
#include "host/write.h"

enum { MOST_WORDS = 32, STATE_TEXT = 16384, FAREWELL_MS = 100, MOST_UNASKED = 100 };

typedef struct program_bot {
    capu_bot bot;
    char name[256], command[1024]; /* the command has been split at its spaces */
    char *words[MOST_WORDS + 1];
    struct program_bot *next;
} program_bot;

static program_bot *all; /* kept for as long as we run */

/* ---------------------------------------------------------------------- bots */

bool programs_is_command(const char *name) {
    return strpbrk(name, "/ ") != NULL;
}

static capu_action choose_anything(const capu_bot *bot, const capu_state *view, int seat,
                                   capu_random *random, void *memory) {
    uint32_t count = (uint32_t)capu_legal_count(view, seat);

    (void)bot;
    (void)memory;
    return capu_legal_at(view, seat, (int)capu_random_below(random, count));
}

bool programs_is_program(const capu_bot *bot) {
    return bot->choose == choose_anything;
}

/* Whether there is a file of that name that can be run: in the path, unless it has a slash. */
static bool can_run(const char *name) {
    const char *path = getenv("PATH");
    char file[2048];

    if (strchr(name, '/'))
        return access(name, X_OK) == 0;
    for (; path && *path; path += strcspn(path, ":"), path += *path == ':') {
        snprintf(file, sizeof file, "%.*s/%s", (int)strcspn(path, ":"), path, name);
        if (access(file, X_OK) == 0)
            return true;
    }
    errno = ENOENT;
    return false;
}

static bool split(program_bot *made) {
    char *rest = made->command;
    int count = 0;

    for (char *word; (word = strsep(&rest, " "));) {
        if (*word && count == MOST_WORDS)
            return false;
        if (*word)
            made->words[count++] = word;
    }
    return count > 0;
}

static const capu_bot *refuse(program_bot *made, const char *name, const char *problem,
                              capu_text *why) {
    capu_text_add(why, "the bot '");
    capu_text_add(why, name);
    capu_text_add(why, "' cannot be run: ");
    capu_text_add(why, problem);
    free(made);
    return NULL;
}

const capu_bot *programs_bot(const char *name, const char *command, int ms, capu_text *why) {
    program_bot *made = host_alloc(sizeof *made);

    if (strlen(name) >= sizeof made->name || strlen(command) >= sizeof made->command)
        return refuse(made, name, "its command is too long", why);
    snprintf(made->name, sizeof made->name, "%s", name);
    snprintf(made->command, sizeof made->command, "%s", command);
    if (!split(made))
        return refuse(made, name, "a command has 1 to 32 words", why);
    if (!can_run(made->words[0]))
        return refuse(made, name, strerror(errno), why);
    made->bot = (capu_bot){.name = made->name,
                           .about = "A program of the host's.",
                           .choose = choose_anything,
                           .ms = ms};
    made->next = all;
    all = made;
    return &made->bot;
}

/* ------------------------------------------------------------------- problems */

/* What was said, short and harmless. */
static void quote(const char *line, size_t length, char *out, size_t size) {
    size_t i = 0;

    for (; i < length && i + 4 < size; i++)
        out[i] = line[i] >= ' ' && line[i] < 127 ? line[i] : '?';
    snprintf(out + i, size - i, "%s", i < length ? "..." : "");
}

/* "NAME, seat A, WHAT; CONSEQUENCE" */
static void complain(programs_player *p, const char *what, const char *consequence) {
    char own[40] = "";

    if (*p->name)
        snprintf(own, sizeof own, " (%s)", p->name);
    snprintf(p->problem, sizeof p->problem, "%s%s, seat %c, %s; %s", p->bot->name, own,
             host_seat_letter(p->seat), what, consequence);
}

static capu_action anything(programs_player *p) {
    return choose_anything(p->bot, &p->state, p->seat, &p->random, NULL);
}

static const char instead[] = "a random action is taken";

static void forfeit(programs_player *p, const char *what, const char *consequence) {
    complain(p, what, p->alone ? instead : consequence);
    p->forfeited = true;
    programs_free(p, true);
}

static void strike(programs_player *p, const char *what, const char *consequence) {
    if (++p->strikes < PROGRAMS_STRIKES)
        complain(p, what, consequence);
    else
        forfeit(p, what, "with this third strike it forfeits the game");
}

/* The answer was no legal action, for a reason that may repeat what was said. */
static void strike_for(programs_player *p, const char *line, size_t length, const char *reason) {
    char said[80], because[120], what[350], first[CAPU_ACTION_TEXT];
    capu_text text = capu_text_on(first, sizeof first);

    quote(line, length, said, sizeof said);
    quote(reason, strlen(reason), because, sizeof because);
    capu_action_write(capu_game_of(&p->state), capu_legal_at(&p->state, p->seat, 0), false, &text);
    snprintf(what, sizeof what,
             "answered %s: %s; expected was one of %d legal actions, such as {\"action\":\"%s\"}",
             said, because, capu_legal_count(&p->state, p->seat), first);
    strike(p, what, instead);
}

/* It has ended, or closed its output. */
static void note_end(programs_player *p) {
    char what[100];

    snprintf(what, sizeof what, "ended or closed its output before it had answered (status %d)",
             programs_end(&p->process, false));
    p->running = false;
    forfeit(p, what, "it forfeits the game");
}

/* ---------------------------------------------------------------------- lines */

static void send(programs_player *p, host_json *line) {
    host_json_close(line, '}');
    programs_send(&p->process, line->text.at, line->text.length);
    free(line->text.at);
}

static host_json open_line(const char *type) {
    host_json line = {0};

    host_json_open(&line, NULL, '{');
    host_json_text(&line, "type", type);
    return line;
}

static void say_hello(programs_player *p) {
    host_json line = open_line("hello");

    host_json_number(&line, "protocol", PROGRAMS_PROTOCOL);
    host_json_text(&line, "capucine", capu_version());
    send(p, &line);
}

/* 48 bits that follow from a seed, the seat and nothing else, and say nothing about the seed. */
static int64_t seed_for_program(uint64_t seed, int seat) {
    uint8_t from[] = {'b', 'o', 't', (uint8_t)seat, 0, 0, 0, 0, 0, 0, 0, 0};
    uint8_t hash[crypto_hash_sha256_BYTES];
    int64_t number = 0;

    memcpy(from + 4, &seed, sizeof seed);
    crypto_hash_sha256(hash, from, sizeof from);
    for (int i = 0; i < 6; i++)
        number = number << 8 | hash[i];
    return number;
}

static void tell_game(programs_player *p, const host_match *match, uint64_t seed) {
    const capu_record *record = &match->record;
    host_json line = open_line("game");

    host_json_text(&line, "game", capu_info(record->game)->name);
    host_json_number(&line, "rules", capu_info(record->game)->rules);
    host_json_number(&line, "players", record->players);
    host_options_json(&line, record->game, &record->options);
    host_json_number(&line, "seat", p->seat);
    host_json_number(&line, "ms", p->bot->ms);
    host_json_number(&line, "seed", seed_for_program(seed, p->seat));
    send(p, &line);
}

/* What has happened since it was last told, as its seat may know it. */
static void tell_story(programs_player *p, const host_match *match, host_json *line) {
    capu_record since = match->record;
    capu_text story = {0};
    capu_state known;

    since.from = &p->known;
    since.moves = p->told ? match->moves + p->told : match->moves;
    since.count -= p->told;
    host_story_json(&since, 0, p->seat, &story);
    host_json_raw(line, "story", story.at);
    free(story.at);
    p->told += host_told(&since, since.count, &known);
    p->known = known;
}

static void write_legal(host_json *line, const capu_state *view, int seat) {
    capu_action actions[CAPU_MAX_ACTIONS];
    int count = capu_legal(view, seat, actions);

    host_json_open(line, "legal", '[');
    for (int i = 0; i < count; i++) {
        char action[CAPU_ACTION_TEXT];
        capu_text text = capu_text_on(action, sizeof action);
        capu_action_write(capu_game_of(view), actions[i], false, &text);
        host_json_text(line, NULL, action);
    }
    host_json_close(line, ']');
}

/* --------------------------------------------------------------------- a game */

/* Without a program to ask, it has forfeited the game. */
static void start(programs_player *p) {
    const program_bot *made = (const program_bot *)p->bot;
    char reason[256];
    capu_text why = capu_text_on(reason, sizeof reason);

    p->running = programs_start(&p->process, made->words, p->quiet, &why);
    p->fresh = true;
    if (p->running)
        say_hello(p);
    else
        forfeit(p, reason, "it forfeits the game");
}

void programs_begin(programs_player *p, const host_match *match, int seat, uint64_t seed) {
    p->seat = seat;
    p->strikes = p->told = 0;
    p->forfeited = false;
    p->problem[0] = '\0';
    p->random = capu_random_from(seed + (uint64_t)seat);
    host_match_beginning(match, &p->known);
    if (!p->running)
        start(p);
    if (p->running)
        tell_game(p, match, seed);
}

/* What it says without having been asked; its name may come at any time. */
static bool introduces_itself(programs_player *p, const char *line, size_t length) {
    char reason[256];
    capu_text why = capu_text_on(reason, sizeof reason);
    host_tree tree;

    if (!host_tree_parse(&tree, line, length, &why))
        return false;
    const char *name = capu_node_text(capu_node_find(tree.nodes, "name"));
    bool only_that = name && !capu_node_find(tree.nodes, "action");
    if (only_that)
        quote(name, strlen(name), p->name, sizeof p->name);
    host_tree_free(&tree);
    return only_that;
}

/* Answers that come when nothing was asked are strikes too. */
static void hear_unasked(programs_player *p) {
    char said[80], what[120];
    const char *line;
    size_t length;

    for (int i = 0; i < MOST_UNASKED && p->running; i++) {
        if (programs_line(&p->process, 0, &line, &length) != PROGRAMS_LINE)
            return;
        if (introduces_itself(p, line, length))
            continue;
        quote(line, length, said, sizeof said);
        snprintf(what, sizeof what, "said %s when it was not asked", said);
        strike(p, what, "that is a strike");
    }
}

void programs_ask(programs_player *p, const host_match *match) {
    capu_text *text;
    capu_state view;

    capu_view(&match->state, p->seat, &view);
    p->state = view;
    p->problem[0] = '\0';
    hear_unasked(p);
    p->asked = match->record.count + 1;
    p->until = host_clock_ms(HOST_WALL) + p->bot->ms + (p->fresh ? PROGRAMS_START_MS : 0);
    p->fresh = false;
    if (!p->running)
        return;
    host_json line = open_line("decide");
    host_json_number(&line, "id", p->asked);
    host_json_number(&line, "ms", p->bot->ms);
    text = host_json_begin(&line, "view", STATE_TEXT);
    capu_state_json(&view, text);
    tell_story(p, match, &line);
    write_legal(&line, &view, p->seat);
    send(p, &line);
}

/* Whether an answer says that it is for another question: one that was late. */
static bool is_for_another(const programs_player *p, const capu_node *answer) {
    int64_t id;

    return capu_node_number(capu_node_find(answer, "id"), &id) && id != p->asked;
}

static bool read_action(programs_player *p, const capu_node *answer, capu_action *action,
                        capu_text *why) {
    const char *text = capu_node_text(capu_node_find(answer, "action"));
    capu_refusal refusal;

    if (is_for_another(p, answer)) {
        capu_text_add(why, "its id is that of another question");
        return false;
    }
    if (!text) {
        capu_text_add(why, "it has no text \"action\"");
        return false;
    }
    if (capu_explain_text(&p->state, p->seat, text, action, &refusal) == CAPU_OK)
        return true;
    capu_refusal_text(&refusal, why);
    return false;
}

/* The action that a line has, or one that is taken instead. */
static capu_action read_answer(programs_player *p, const char *line, size_t length) {
    char reason[256] = "";
    capu_text why = capu_text_on(reason, sizeof reason);
    capu_action action;
    host_tree tree;

    bool parsed = host_tree_parse(&tree, line, length, &why);
    bool good = parsed && read_action(p, tree.nodes, &action, &why);
    if (parsed)
        host_tree_free(&tree);
    if (good)
        return action;
    strike_for(p, line, length, reason);
    return anything(p);
}

/* It said something, or it ended; false: not yet. */
static bool hear(programs_player *p, int ms, capu_action *action) {
    const char *line;
    size_t length;

    switch (programs_line(&p->process, ms, &line, &length)) {
    case PROGRAMS_NOTHING:
        return false;
    case PROGRAMS_LINE:
        if (introduces_itself(p, line, length))
            return false;
        *action = read_answer(p, line, length);
        return true;
    case PROGRAMS_CLOSED:
        note_end(p);
        break;
    case PROGRAMS_TOO_LONG:
        forfeit(p, "answered with a line of more than 64 KiB", "it forfeits the game");
        break;
    }
    *action = anything(p);
    return true;
}

bool programs_answer(programs_player *p, int ms, capu_action *action) {
    double left = p->until - host_clock_ms(HOST_WALL);
    char what[64];

    if (!p->running) {
        *action = anything(p);
        return true;
    }
    if (hear(p, left < ms ? (int)(left > 0 ? left : 0) : ms, action))
        return true;
    if (host_clock_ms(HOST_WALL) < p->until)
        return false;
    snprintf(what, sizeof what, "did not answer within %d ms", p->bot->ms);
    forfeit(p, what, "it forfeits the game");
    *action = anything(p);
    return true;
}

void programs_finish(programs_player *p, const host_match *match) {
    if (!p->running)
        return;
    host_json line = open_line("end");
    tell_story(p, match, &line);
    host_json_begin(&line, "result", 512);
    capu_text_char(&line.text, '{');
    capu_result_json(&match->state, false, &line.text);
    capu_text_char(&line.text, '}');
    send(p, &line);
    programs_flush(&p->process, FAREWELL_MS);
}

void programs_free(programs_player *p, bool at_once) {
    if (p->running)
        programs_end(&p->process, at_once);
    p->running = false;
}
