/* capucine referee: one game over a line protocol, JSON in and out. Whatever arrives is answered,
 * and nothing that is wrong with a request changes the game. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/hint.h"
#include "host/games.h"
#include "host/system.h"
#include "host/think.h"
#include "host/write.h"

enum { LONGEST_LINE = 16 << 20 };

typedef struct referee {
    host_match match; /* without a game: record.game is NULL */
    capu_text out;    /* the answer being made */
} referee;

/* Why a request is refused. `code` NULL: it is not. */
typedef struct refusal {
    const char *code;
    char buffer[512];
    capu_text message;
} refusal;

static void refuse(refusal *no, const char *code, const char *message) {
    no->code = code;
    capu_text_add(&no->message, message);
}

/* The status of the engine as a refusal; its sentence has been written to no->message. */
static void refuse_status(refusal *no, capu_status status) {
    no->code = capu_status_name(status);
}

/* ------------------------------------------------------------------ answers */

static void add(referee *r, const char *text) {
    host_text_reserve(&r->out, strlen(text));
    capu_text_add(&r->out, text);
}

static void add_actors(referee *r) {
    uint32_t actors = capu_actors(&r->match.state);
    bool first = true;

    add(r, ",\"actors\":[");
    for (int seat = 0; seat < r->match.record.players; seat++) {
        if (!(actors >> seat & 1))
            continue;
        host_text_reserve(&r->out, 8);
        if (!first)
            capu_text_char(&r->out, ',');
        capu_text_number(&r->out, seat);
        first = false;
    }
    add(r, "]");
}

static void add_over(referee *r) {
    add(r, capu_actors(&r->match.state) ? ",\"over\":false" : ",\"over\":true");
}

static void add_state(referee *r, const capu_state *state) {
    add(r, ",\"state\":");
    host_text_reserve(&r->out, 16384);
    capu_state_json(state, &r->out);
}

static void add_action(referee *r, capu_action action, bool first) {
    host_text_reserve(&r->out, CAPU_ACTION_TEXT + 4);
    capu_text_add(&r->out, first ? "\"" : ",\"");
    capu_action_write(r->match.record.game, action, false, &r->out);
    capu_text_char(&r->out, '"');
}

/* ----------------------------------------------------------- parts of requests */

static bool need_game(const referee *r, refusal *no) {
    if (!r->match.record.game)
        refuse(no, "no_game", "there is no game yet: send new, load or set first");
    return !no->code;
}

static bool need_seat(const referee *r, const capu_node *request, int *seat, refusal *no) {
    int64_t number;

    if (!capu_node_number(capu_node_find(request, "seat"), &number))
        refuse(no, "bad_request", "'seat' must be a number");
    else if (number < 0 || number >= r->match.record.players)
        refuse(no, "bad_seat", "there is no such seat in this game");
    else
        *seat = (int)number;
    return !no->code;
}

/* A seat, or null for a spectator. */
static bool need_viewer(const referee *r, const capu_node *request, int *seat, refusal *no) {
    const capu_node *node = capu_node_find(request, "seat");

    if (!node || node->type != CAPU_NODE_NULL)
        return need_seat(r, request, seat, no);
    *seat = CAPU_SPECTATOR;
    return true;
}

/* A seed, if the request has one; `*given` says whether. */
static bool may_seed(const capu_node *request, uint8_t seed[CAPU_SEED_BYTES], bool *given,
                     refusal *no) {
    const capu_node *node = capu_node_find(request, "seed");
    const char *text = capu_node_text(node);

    *given = node != NULL;
    if (node && (!text || !capu_seed_read(seed, text)))
        refuse(no, "bad_request",
               "'seed' must be a text: a decimal number below 2^64, or 64 lower-case hex digits");
    return !no->code;
}

/* Lets a new match take the place of the old one. */
static void replace(referee *r, host_match *match) {
    host_match_free(&r->match);
    r->match = *match;
}

/* ----------------------------------------------------------------- commands */

static void do_games(referee *r, const capu_node *request, refusal *no) {
    (void)request;
    (void)no;
    add(r, ",\"games\":");
    host_text_reserve(&r->out, 16);
    host_games_json(&r->out, false);
}

static bool read_options(const capu_node *object, const capu_game *game, int players,
                         capu_options *options, refusal *no) {
    if (!object)
        return true;
    if (object->type != CAPU_NODE_OBJECT) {
        refuse(no, "bad_options", "'options' must be an object");
        return false;
    }
    const capu_node *name = object + 1;
    for (uint32_t i = 0; i < object->count; i++, name += 1 + name[1].size) {
        const char *value = capu_node_text(name + 1);
        if (!value)
            refuse(no, "bad_options", "the value of an option must be a text");
        else if (capu_set_option(game, players, options, name->text, value, &no->message))
            refuse_status(no, CAPU_BAD_OPTIONS);
        if (no->code)
            return false;
    }
    return true;
}

static const capu_game *need_game_name(const capu_node *request, refusal *no) {
    const char *name = capu_node_text(capu_node_find(request, "game"));
    const capu_game *game = name ? capu_find(name) : NULL;

    if (!name)
        refuse(no, "bad_request", "'game' must be the name of a game");
    else if (!game)
        refuse(no, "unknown_game", "there is no such game: ask for games to see them");
    return game;
}

static bool need_players(const capu_node *request, const capu_game *game, int *players,
                         refusal *no) {
    const capu_options defaults = {0};
    int64_t number;

    if (!capu_node_number(capu_node_find(request, "players"), &number)) {
        refuse(no, "bad_request", "'players' must be a number");
        return false;
    }
    *players = number < 0 || number > CAPU_MAX_PLAYERS ? 0 : (int)number;
    if (capu_check_options(game, *players, &defaults, &no->message) == CAPU_BAD_PLAYERS)
        refuse_status(no, CAPU_BAD_PLAYERS);
    return !no->code;
}

static bool options_agree(const capu_game *game, int players, const capu_options *options,
                          refusal *no) {
    capu_status status = capu_check_options(game, players, options, &no->message);

    if (status)
        refuse_status(no, status);
    return status == CAPU_OK;
}

static void do_new(referee *r, const capu_node *request, refusal *no) {
    const capu_game *game = need_game_name(request, no);
    capu_options options = {0};
    uint8_t seed[CAPU_SEED_BYTES];
    bool seeded;
    int players;
    host_match match;

    if (!game || !need_players(request, game, &players, no) ||
        !read_options(capu_node_find(request, "options"), game, players, &options, no) ||
        !options_agree(game, players, &options, no) || !may_seed(request, seed, &seeded, no))
        return;
    if (!seeded)
        host_system_seed(seed);
    capu_status status = host_match_new(&match, game, &options, players, seed, &no->message);
    if (status) {
        refuse_status(no, status);
        return;
    }
    replace(r, &match);
    add_actors(r);
    add(r, ",\"seed\":\"");
    host_text_reserve(&r->out, CAPU_SEED_TEXT);
    capu_seed_write(seed, &r->out);
    add(r, "\"");
}

static void do_load(referee *r, const capu_node *request, refusal *no) {
    const capu_node *record = capu_node_find(request, "record");
    host_match match;

    if (!record) {
        refuse(no, "bad_request", "'record' must be a record");
        return;
    }
    if (host_match_load(&match, record, &no->message)) {
        refuse_status(no, CAPU_BAD_RECORD);
        return;
    }
    replace(r, &match);
    add_actors(r);
}

static void do_set(referee *r, const capu_node *request, refusal *no) {
    const capu_node *state = capu_node_find(request, "state");
    uint8_t seed[CAPU_SEED_BYTES];
    bool seeded;
    host_match match;

    if (!state) {
        refuse(no, "bad_request", "'state' must be a position");
        return;
    }
    capu_seed_from_number(seed, 0);
    if (!may_seed(request, seed, &seeded, no))
        return;
    if (host_match_set(&match, state, seed, &no->message)) {
        refuse_status(no, CAPU_BAD_STATE);
        return;
    }
    replace(r, &match);
    add_actors(r);
}

static void do_actors(referee *r, const capu_node *request, refusal *no) {
    (void)request;
    if (need_game(r, no))
        add_actors(r);
}

static void do_legal(referee *r, const capu_node *request, refusal *no) {
    capu_action actions[CAPU_MAX_ACTIONS];
    int seat;

    if (!need_game(r, no) || !need_seat(r, request, &seat, no))
        return;
    int count = capu_legal(&r->match.state, seat, actions);
    add(r, ",\"actions\":[");
    for (int i = 0; i < count; i++)
        add_action(r, actions[i], i == 0);
    add(r, "]");
}

/* The refusals of apply come in a fixed order; that the text is no action at all is the last. */
static void apply(referee *r, int seat, const char *text, refusal *no) {
    capu_action action;
    bool read = capu_action_read(r->match.record.game, text, &action);
    capu_status status = capu_check(&r->match.state, seat, read ? action : UINT32_MAX, NULL);

    if (status == CAPU_ILLEGAL && !read) {
        refuse(no, "illegal_action", "the game has no action with this text: ask for legal");
        return;
    }
    status = host_match_apply(&r->match, seat, read ? action : UINT32_MAX, &no->message);
    if (status)
        refuse_status(no, status);
}

static void do_apply(referee *r, const capu_node *request, refusal *no) {
    const char *text = capu_node_text(capu_node_find(request, "action"));
    int seat;

    if (!need_game(r, no) || !need_seat(r, request, &seat, no))
        return;
    if (!text)
        refuse(no, "bad_request", "'action' must be the text of an action");
    else
        apply(r, seat, text, no);
    if (no->code)
        return;
    add_actors(r);
    add_over(r);
}

static void add_applied(referee *r, int from) {
    add(r, ",\"applied\":[");
    for (int i = from; i < r->match.record.count; i++) {
        capu_move move = r->match.moves[i];
        host_text_reserve(&r->out, 16);
        capu_text_add(&r->out, i > from ? ",[" : "[");
        capu_text_number(&r->out, move.seat);
        capu_text_char(&r->out, ',');
        add_action(r, move.action, true);
        add(r, "]");
    }
    add(r, "]");
}

/* A generator for choices from a seed of any length. */
static capu_random random_from(const uint8_t seed[CAPU_SEED_BYTES]) {
    capu_random random = capu_random_from(0);

    for (int i = 0; i < CAPU_SEED_BYTES; i += 8) {
        uint64_t word;
        memcpy(&word, seed + i, 8);
        random.state = capu_random_next(&random) ^ word;
    }
    return random;
}

static void do_random(referee *r, const capu_node *request, refusal *no) {
    uint8_t seed[CAPU_SEED_BYTES];
    int64_t count;
    bool seeded;

    if (!need_game(r, no))
        return;
    if (!capu_node_number(capu_node_find(request, "count"), &count) || count < 0) {
        refuse(no, "bad_request", "'count' must be a number, 0 or more");
        return;
    }
    if (!may_seed(request, seed, &seeded, no))
        return;
    if (!seeded)
        host_system_seed(seed);
    capu_random random = random_from(seed);
    int from = r->match.record.count;
    for (; count > 0 && capu_actors(&r->match.state); count--)
        host_match_apply_legal(&r->match, capu_random_move(&r->match.state, &random));
    add_applied(r, from);
    add_actors(r);
    add_over(r);
}

static const capu_bot *need_bot(const capu_node *request, int *time, refusal *no) {
    const capu_node *level = capu_node_find(request, "level"), *ms = capu_node_find(request, "ms");
    const char *name = level ? capu_node_text(level) : "expert";
    const capu_bot *bot = name ? capu_find_bot(name) : NULL;
    int64_t number = 0;

    if (!bot)
        refuse(no, "bad_request",
               "'level' must be one of random, greedy, beginner, casual, club, expert, master");
    else if (ms && (!capu_node_number(ms, &number) || number < 0))
        refuse(no, "bad_request", "'ms' must be a number, 0 or more");
    *time = ms && number == 0 ? HOST_NO_LIMIT : number > INT32_MAX ? INT32_MAX : (int)number;
    return no->code ? NULL : bot;
}

static bool may_have_hints(const capu_node *request, int *hints, refusal *no) {
    const capu_node *node = capu_node_find(request, "hints");
    int64_t number = 0;

    if (node && (!capu_node_number(node, &number) || number < 0 || number > CAPU_MAX_ACTIONS))
        refuse(no, "bad_request", "'hints' must be a number, how many actions to tell of");
    *hints = (int)number;
    return !no->code;
}

/* What the bot thought of its best actions; nothing, if it had no choice or does not search. */
static void add_hints(referee *r, const capu_state *view, int seat, const capu_search *search,
                      int most) {
    capu_advice advice[CAPU_MAX_ACTIONS];
    int count =
        search && capu_legal_count(view, seat) > 1 ? capu_search_advice(search, advice, most) : 0;

    add(r, ",\"hints\":[");
    for (int i = 0; i < count; i++) {
        add(r, i ? "," : "");
        host_text_reserve(&r->out, CLI_HINT_TEXT);
        cli_hint_json(view, seat, &advice[i], &r->out);
    }
    add(r, "]");
}

/* Beyond the protocol: with `hints` it also says what it thought of so many actions. */
static void do_bot(referee *r, const capu_node *request, refusal *no) {
    capu_state view;
    int seat, ms, hints;

    if (!need_game(r, no) || !need_seat(r, request, &seat, no))
        return;
    const capu_bot *bot = need_bot(request, &ms, no);
    if (!bot || !may_have_hints(request, &hints, no))
        return;
    capu_status status = capu_check(&r->match.state, seat, UINT32_MAX, NULL);
    if (status != CAPU_ILLEGAL) { /* no action is UINT32_MAX, so the seat is in turn */
        capu_check(&r->match.state, seat, UINT32_MAX, &no->message);
        refuse_status(no, status);
        return;
    }
    capu_view(&r->match.state, seat, &view);
    capu_forget(&view); /* it knows the view alone, and so does the same after `set` */
    capu_random random = capu_random_from(capu_hash(&view));
    add(r, ",\"action\":");
    void *memory = cli_bots_memory(&bot, 1, 1);
    add_action(r, host_think(bot, &view, seat, &random, memory, ms), true);
    if (hints)
        add_hints(r, &view, seat, bot->iterations ? memory : NULL, hints);
    free(memory);
}

static void do_state(referee *r, const capu_node *request, refusal *no) {
    (void)request;
    if (need_game(r, no))
        add_state(r, &r->match.state);
}

static void do_view(referee *r, const capu_node *request, refusal *no) {
    capu_state view;
    int seat;

    if (!need_game(r, no) || !need_viewer(r, request, &seat, no))
        return;
    capu_view(&r->match.state, seat, &view);
    add_state(r, &view);
}

static void do_history(referee *r, const capu_node *request, refusal *no) {
    int seat;

    if (!need_game(r, no) || !need_viewer(r, request, &seat, no))
        return;
    add(r, ",\"actions\":");
    host_match_history(&r->match, seat, &r->out);
}

/* The same with what each action led to. */
static void do_story(referee *r, const capu_node *request, refusal *no) {
    int seat;

    if (!need_game(r, no) || !need_viewer(r, request, &seat, no))
        return;
    add(r, ",\"story\":");
    host_match_story(&r->match, 0, seat, &r->out);
}

/* What follows from what a seat may know. */
static void do_facts(referee *r, const capu_node *request, refusal *no) {
    capu_state view;
    int seat;

    if (!need_game(r, no) || !need_viewer(r, request, &seat, no))
        return;
    add(r, ",\"facts\":");
    capu_view(&r->match.state, seat, &view);
    host_facts_json(&view, &r->out);
}

static void do_record(referee *r, const capu_node *request, refusal *no) {
    (void)request;
    if (!need_game(r, no))
        return;
    add(r, ",\"record\":");
    host_match_write(&r->match, &r->out);
}

static void do_result(referee *r, const capu_node *request, refusal *no) {
    (void)request;
    if (!need_game(r, no))
        return;
    add_over(r);
    if (capu_actors(&r->match.state))
        return;
    add(r, ",");
    host_text_reserve(&r->out, 512);
    capu_result_json(&r->match.state, true, &r->out);
}

static const struct {
    const char *name;
    void (*run)(referee *r, const capu_node *request, refusal *no);
} commands[] = {
    {"games", do_games},   {"new", do_new},       {"load", do_load},   {"set", do_set},
    {"actors", do_actors}, {"legal", do_legal},   {"apply", do_apply}, {"random", do_random},
    {"bot", do_bot},       {"state", do_state},   {"view", do_view},   {"history", do_history},
    {"record", do_record}, {"result", do_result}, {"story", do_story}, {"facts", do_facts},
};

static void dispatch(referee *r, const capu_node *request, refusal *no) {
    const char *name = capu_node_text(capu_node_find(request, "cmd"));

    for (size_t i = 0; name && i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            commands[i].run(r, request, no);
            return;
        }
    }
    refuse(no, "bad_request",
           "a request is an object with \"cmd\": games, new, load, set, actors, legal, apply, "
           "random, bot, state, view, history, story, facts, record or result");
}

/* -------------------------------------------------------------------- lines */

static void add_id(referee *r, const capu_node *request) {
    const capu_node *id = capu_node_find(request, "id");
    capu_text measure = {0};

    if (!id)
        return;
    add(r, ",\"id\":");
    capu_node_json(id, &measure);
    host_text_reserve(&r->out, measure.length);
    capu_node_json(id, &r->out);
}

static void answer_refusal(referee *r, const capu_node *request, const refusal *no) {
    r->out.length = 0;
    add(r, "{\"ok\":false");
    add_id(r, request);
    host_text_reserve(&r->out, 6 * sizeof no->buffer + 128);
    capu_text_add(&r->out, ",\"error\":{\"code\":");
    capu_text_json(&r->out, no->code);
    capu_text_add(&r->out, ",\"message\":");
    capu_text_json(&r->out, no->buffer);
    capu_text_add(&r->out, "}}");
}

/* Texts from a request may stand in a message, and be cut off in the middle of a character. */
static void mend_utf8(char *text, size_t size) {
    text[host_whole_text(text, size - 1)] = '\0';
}

static void answer(referee *r, const char *line, size_t length) {
    refusal no = {0};
    host_tree tree = {0};

    no.message = capu_text_on(no.buffer, sizeof no.buffer);
    r->out.length = 0;
    if (!host_tree_parse(&tree, line, length, &no.message)) {
        no.code = "bad_json";
    } else {
        add(r, "{\"ok\":true");
        add_id(r, tree.nodes);
        dispatch(r, tree.nodes, &no);
        add(r, "}");
    }
    if (no.code) {
        mend_utf8(no.buffer, sizeof no.buffer);
        answer_refusal(r, tree.nodes, &no);
    }
    if (tree.nodes)
        host_tree_free(&tree);
}

static void answer_too_long(referee *r) {
    refusal no = {0};

    no.message = capu_text_on(no.buffer, sizeof no.buffer);
    refuse(&no, "bad_request", "the line is longer than 16 MiB");
    answer_refusal(r, NULL, &no);
}

static void put_byte(capu_text *line, int byte) {
    host_text_reserve(line, 1);
    line->at[line->length++] = (char)byte;
}

/* Reads a line without its end; false at the end of input. What is longer than allowed is read
 * over, and `*too_long` set. */
static bool read_line(FILE *in, capu_text *line, bool *too_long) {
    int byte;

    line->length = 0;
    *too_long = false;
    while ((byte = getc_unlocked(in)) != EOF && byte != '\n') {
        if (line->length < LONGEST_LINE)
            put_byte(line, byte);
        else
            *too_long = true;
    }
    return byte != EOF || line->length > 0;
}

static bool is_empty(const capu_text *line) {
    for (size_t i = 0; i < line->length; i++)
        if (!strchr(" \t\r", line->at[i]) || line->at[i] == '\0')
            return false;
    return true;
}

int cli_referee(FILE *in, FILE *out) {
    referee r = {0};
    capu_text line = {0};
    bool too_long;
    bool written = true;

    while (written && read_line(in, &line, &too_long)) {
        if (is_empty(&line))
            continue;
        if (too_long)
            answer_too_long(&r);
        else
            answer(&r, line.at, line.length);
        fwrite(r.out.at, 1, r.out.length, out);
        putc_unlocked('\n', out);
        written = fflush(out) == 0;
    }
    host_match_free(&r.match);
    free(r.out.at);
    free(line.at);
    return written && !ferror(in) ? DONE : FAILED;
}

static int run(const cli_command *self, int argc, char **argv) {
    const cli_arg args[] = {{0}};
    int status = cli_args(self, argc, argv, args, NULL, 0);

    if (status >= 0)
        return status;
    status = cli_referee(stdin, stdout);
    if (ferror(stdin))
        return cli_fail(self, "the input cannot be read: %s", strerror(errno));
    return status;
}

const cli_command cli_cmd_referee = {
    .name = "referee",
    .about = "run one game over lines of JSON, for other programs",
    .help =
        "referee\n"
        "\n"
        "Reads one JSON object a line and answers each with one line, until the input ends.\n"
        "It holds one game at a time. Bad input gets an error and leaves the game as it was.\n"
        "\n"
        "  {\"cmd\":\"games\"}\n"
        "  {\"cmd\":\"new\",\"game\":\"caprice\",\"players\":3,\"options\":{},\"seed\":\"42\"}\n"
        "  {\"cmd\":\"load\",\"record\":{...}}\n"
        "  {\"cmd\":\"set\",\"state\":{...}}               may have a \"seed\"\n"
        "  {\"cmd\":\"actors\"}\n"
        "  {\"cmd\":\"legal\",\"seat\":0}\n"
        "  {\"cmd\":\"apply\",\"seat\":0,\"action\":\"place dr 0\"}\n"
        "  {\"cmd\":\"random\",\"count\":10,\"seed\":\"7\"}\n"
        "  {\"cmd\":\"bot\",\"seat\":0,\"level\":\"greedy\"}\n"
        "  {\"cmd\":\"state\"}\n"
        "  {\"cmd\":\"view\",\"seat\":0}                  \"seat\":null for a spectator\n"
        "  {\"cmd\":\"history\",\"seat\":0}               likewise\n"
        "  {\"cmd\":\"story\",\"seat\":0}                 the history with what each action led "
        "to\n"
        "  {\"cmd\":\"facts\",\"seat\":0}                 what follows from the view\n"
        "  {\"cmd\":\"record\"}\n"
        "  {\"cmd\":\"result\"}\n"
        "\n"
        "An \"id\" in a request comes back in its answer.\n",
    .run = run,
};
