/* The engine for JavaScript: the browser's worker, and the package for npm. It is asked with texts
 * and answers with JSON.
 *
 * What is written for the caller stands in `capu_js_text`, `capu_js_length` bytes; what the caller
 * says is put into the input buffers before. Positions live in a few slots: NOW is the game's own
 * (a whole position, or, online, the view that the server sent), SEEN and TRIED are for views and
 * trials. Positions are plain bytes, so a caller who has many of them keeps them and lays one into
 * a slot. A JSON text is written on the paper, and becomes a tree that positions and records are
 * read from. */
#include "capucine.h"

#define EXPORT(name) __attribute__((export_name(#name)))

enum { TEXT_BYTES = 1 << 20, INPUT_BYTES = 1 << 12, MOST_MOVES = 1 << 15 };
enum { NOW, SEEN, TRIED, SLOTS };
enum { MOST_ADVICE = 5, PAGE = 65536, MOST_NETS = 16 };
/* What holds in so many guesses of what nobody knows is taken for certain. */
enum { SAMPLES = 16 };

static char text_bytes[TEXT_BYTES];
static char inputs[4][INPUT_BYTES];
static capu_text text;

static capu_state slots[SLOTS];
static capu_move moves[MOST_MOVES];
static capu_record record;
static capu_replayed replayed; /* a record that was loaded; the moves are those above */
static const capu_node *tree;  /* of what was parsed last */
static capu_refusal refusal;   /* of what was checked last */

static capu_search *search;
static capu_random dice;

/* Memory that only grows. */
typedef struct region {
    char *at;
    size_t bytes;
} region;
static region of_search, of_review, of_paper, of_tree, of_nets[MOST_NETS];
static size_t net_bytes[MOST_NETS]; /* of the net that a game was given; 0: none */

/* ------------------------------------------------------------------- talking */

static capu_text *answer(void) {
    text = capu_text_on(text_bytes, TEXT_BYTES);
    return &text;
}

EXPORT(capu_js_text) char *capu_js_text(void) {
    return text_bytes;
}

EXPORT(capu_js_length) size_t capu_js_length(void) {
    return text.length < TEXT_BYTES ? text.length : TEXT_BYTES - 1;
}

EXPORT(capu_js_input) char *capu_js_input(int index) {
    return inputs[index];
}

EXPORT(capu_js_version) void capu_js_version(void) {
    capu_text_add(answer(), capu_version());
}

EXPORT(capu_js_status) void capu_js_status(int status) {
    capu_text_add(answer(), capu_status_name((capu_status)status));
}

static void add_comma(capu_text *out, int index) {
    if (index > 0)
        capu_text_char(out, ',');
}

static void add_member(capu_text *out, const char *key) {
    capu_text_json(out, key);
    capu_text_char(out, ':');
}

static bool make_room(region *of, size_t bytes) {
    size_t pages = (bytes + PAGE - 1) / PAGE;
    size_t at;

    if (bytes <= of->bytes)
        return true;
    at = __builtin_wasm_memory_grow(0, pages);
    if (at == (size_t)-1)
        return false;
    *of = (region){(char *)(at * PAGE), pages * PAGE};
    return true;
}

/* A game's place in the list of games; -1: there is none, or too many come before it. */
static int game_place(const char *name) {
    const capu_game *game = capu_find(name);
    int place = 0;

    while (game && place < MOST_NETS && capu_game_at(place) != game)
        place++;
    return game && place < MOST_NETS ? place : -1;
}

/* Where a JSON text of so many bytes is to be written; NULL: there is no room. */
EXPORT(capu_js_paper) char *capu_js_paper(size_t bytes) {
    return make_room(&of_paper, bytes + 1) ? of_paper.at : NULL;
}

/* Parses it; false with a sentence if it is not JSON. */
EXPORT(capu_js_parse) bool capu_js_parse(size_t length) {
    size_t bytes = capu_json_bytes(of_paper.at, length);

    tree = make_room(&of_tree, bytes)
               ? capu_json_parse(of_paper.at, length, of_tree.at, of_tree.bytes, answer())
               : NULL;
    return tree != NULL;
}

/* Where a position lies, for callers who keep positions. */
EXPORT(capu_js_slot) capu_state *capu_js_slot(int slot) {
    return &slots[slot];
}

/* How many bytes of it its game uses. */
EXPORT(capu_js_slot_bytes) int capu_js_slot_bytes(int slot) {
    return capu_info(capu_game_of(&slots[slot]))->state_bytes;
}

/* ------------------------------------------------------------- what there is */

static void write_option(const capu_option *option, capu_text *out) {
    capu_text_add(out, "{\"name\":");
    capu_text_json(out, option->name);
    capu_text_add(out, ",\"values\":[");
    for (int i = 0; i < option->count; i++) {
        add_comma(out, i);
        capu_text_json(out, option->values[i]);
    }
    capu_text_add(out, "]}");
}

static void write_game(const capu_game_info *info, capu_text *out) {
    capu_text_add(out, "{\"name\":");
    capu_text_json(out, info->name);
    capu_text_add(out, ",\"title\":");
    capu_text_json(out, info->title);
    capu_text_add(out, ",\"rules\":");
    capu_text_number(out, info->rules);
    capu_text_add(out, ",\"players\":[");
    capu_text_number(out, info->least);
    capu_text_char(out, ',');
    capu_text_number(out, info->most);
    capu_text_add(out, "],\"silent\":");
    if (info->silent)
        capu_text_json(out, info->silent);
    else
        capu_text_add(out, "null");
    capu_text_add(out, ",\"options\":[");
    for (int i = 0; i < info->option_count; i++) {
        add_comma(out, i);
        write_option(&info->options[i], out);
    }
    capu_text_add(out, "]}");
}

EXPORT(capu_js_games) void capu_js_games(void) {
    capu_text *out = answer();

    capu_text_char(out, '[');
    for (int i = 0; capu_game_at(i); i++) {
        add_comma(out, i);
        write_game(capu_info(capu_game_at(i)), out);
    }
    capu_text_char(out, ']');
}

EXPORT(capu_js_bots) void capu_js_bots(void) {
    capu_text *out = answer();

    capu_text_char(out, '[');
    for (int i = 0; capu_opponent_at(i); i++) {
        const capu_bot *bot = capu_opponent_at(i);
        add_comma(out, i);
        capu_text_add(out, "{\"name\":");
        capu_text_json(out, bot->name);
        capu_text_add(out, ",\"ms\":");
        capu_text_number(out, bot->ms);
        capu_text_add(out, ",\"sharpness\":");
        capu_text_number(out, bot->sharpness);
        capu_text_add(out, bot->recalls ? ",\"recalls\":true" : ",\"recalls\":false");
        capu_text_add(out, bot->learned ? ",\"learned\":true" : ",\"learned\":false");
        capu_text_add(out, bot == capu_usual_opponent() ? ",\"usual\":true" : ",\"usual\":false");
        capu_text_char(out, '}');
    }
    capu_text_char(out, ']');
}

/* ------------------------------------------------------------------ one game */

/* Begins to describe a record: inputs are the game and the seed. */
EXPORT(capu_js_begin) int capu_js_begin(int players) {
    uint8_t seed[CAPU_SEED_BYTES];

    answer();
    record = (capu_record){.game = capu_find(inputs[0]), .players = players, .moves = moves};
    if (!record.game)
        return CAPU_BAD_RECORD;
    if (!capu_seed_read(seed, inputs[1]))
        return CAPU_BAD_RECORD;
    __builtin_memcpy(record.seed, seed, sizeof seed);
    return CAPU_OK;
}

/* Refusing says why. */
static int tell(capu_status status) {
    capu_text *out = answer();

    if (status)
        capu_refusal_text(&refusal, out);
    else
        refusal = (capu_refusal){0};
    return (int)status;
}

/* Sets an option of it: inputs are name and value. */
EXPORT(capu_js_option) int capu_js_option(void) {
    return tell(capu_explain_option(record.game, record.players, &record.options, inputs[0],
                                    inputs[1], &refusal));
}

/* Whether a game can begin so. */
EXPORT(capu_js_fits) int capu_js_fits(void) {
    return tell(capu_explain_options(record.game, record.players, &record.options, &refusal));
}

/* Deals. */
EXPORT(capu_js_deal) int capu_js_deal(void) {
    int status = capu_js_fits();

    if (status)
        return status;
    return capu_new(&slots[NOW], record.game, &record.options, record.players, record.seed);
}

/* Takes a view that came as so many bytes, in input 1, of the game in input 0, into SEEN. Nothing
 * but its JSON may be asked for before capu_js_proves. */
EXPORT(capu_js_take) int capu_js_take(int size, int seat) {
    const capu_game *game = capu_find(inputs[0]);

    if (!game || size > INPUT_BYTES)
        return CAPU_BAD_STATE;
    return capu_view_read(&slots[SEEN], inputs[1], (size_t)size, game, seat, answer());
}

/* Whether the position in the tree is possible, and SEEN is what this seat sees of it. */
EXPORT(capu_js_proves) int capu_js_proves(int seat) {
    static const uint8_t seed[CAPU_SEED_BYTES];
    capu_status status = capu_state_read(&slots[TRIED], tree, seed, answer());

    if (status)
        return status;
    capu_view(&slots[TRIED], seat, &slots[TRIED]);
    return capu_equal(&slots[TRIED], &slots[SEEN]) ? CAPU_OK : CAPU_BAD_STATE;
}

/* Reads an action and checks it. */
static int check(int slot, int seat, const char *said, capu_action *action) {
    return tell(capu_explain_text(&slots[slot], seat, said, action, &refusal));
}

EXPORT(capu_js_check) int capu_js_check(int slot, int seat) {
    capu_action action;

    return check(slot, seat, inputs[0], &action);
}

static void write_reason(const capu_refusal *why, capu_text *out) {
    if (!why->reason) {
        capu_text_add(out, "null");
        return;
    }
    capu_text_add(out, "{\"id\":");
    capu_text_json(out, why->reason->id);
    capu_text_add(out, ",\"words\":[");
    for (int i = 0; i < CAPU_REASON_WORDS && why->words[i]; i++) {
        add_comma(out, i);
        capu_text_json(out, why->words[i]);
    }
    capu_text_add(out, "]}");
}

/* Why what was checked last is not possible: {"id":…,"words":[…]}; null: it is. */
EXPORT(capu_js_reason) void capu_js_reason(void) {
    write_reason(&refusal, answer());
}

/* Reads the tree as a record, and replays it; a sentence if it does not. */
EXPORT(capu_js_load) int capu_js_load(void) {
    capu_status status = capu_record_read(&replayed, tree, moves, MOST_MOVES, answer());

    if (status)
        return status;
    record = replayed.record;
    capu_copy(&slots[NOW], &replayed.end);
    return CAPU_OK;
}

/* What is wrong with the record: {"id":…,"words":[…],"cause":…}, the last only if there is one. */
EXPORT(capu_js_flaw) void capu_js_flaw(void) {
    const capu_flaw *flaw = &replayed.flaw;
    capu_text *out = answer();

    capu_text_add(out, "{\"id\":");
    capu_text_json(out, flaw->id);
    capu_text_add(out, ",\"words\":[");
    for (int i = 0; i < flaw->count; i++) {
        capu_text_add(out, i ? ",\"" : "\"");
        capu_text_number(out, flaw->numbers[i]);
        capu_text_char(out, '"');
    }
    capu_text_char(out, ']');
    if (flaw->why.reason) {
        capu_text_add(out, ",\"cause\":");
        write_reason(&flaw->why, out);
    }
    capu_text_char(out, '}');
}

/* Reads the tree as a position, with the seed in input 0. */
EXPORT(capu_js_read) int capu_js_read(void) {
    uint8_t seed[CAPU_SEED_BYTES];
    capu_text *out = answer();

    if (capu_seed_read(seed, inputs[0]))
        return (int)capu_state_read(&slots[NOW], tree, seed, out);
    capu_text_add(out, "the seed must be decimal digits or 64 hex digits, as a text");
    return CAPU_BAD_STATE;
}

/* Does it and keeps it in the record. */
EXPORT(capu_js_apply) int capu_js_apply(int seat) {
    capu_action action;
    int status = check(NOW, seat, inputs[0], &action);

    if (status)
        return status;
    if (record.count == MOST_MOVES)
        return CAPU_BAD_RECORD;
    status = (int)capu_apply(&slots[NOW], seat, action);
    if (status == CAPU_OK)
        moves[record.count++] = (capu_move){(uint32_t)seat, action};
    return status;
}

/* Does it in a slot, without a record. Answers with what came of it, as a seat may know it. */
EXPORT(capu_js_do) int capu_js_do(int slot, int seat, int viewer) {
    static capu_lines events;
    capu_action action;
    int status = check(slot, seat, inputs[0], &action);

    if (status)
        return status;
    events.count = events.arg_count = 0;
    status = (int)capu_apply_telling(&slots[slot], seat, action, &events);
    capu_lines_json(&events, viewer, answer());
    return status;
}

/* Shows the position after that many moves; the record stays. */
EXPORT(capu_js_goto) int capu_js_goto(int count) {
    return (int)capu_replay(&record, count, &slots[NOW], NULL);
}

/* Takes back all moves from there on. */
EXPORT(capu_js_cut) int capu_js_cut(int count) {
    record.count = count;
    return capu_js_goto(count);
}

EXPORT(capu_js_count) int capu_js_count(void) {
    return record.count;
}

EXPORT(capu_js_undo_floor) int capu_js_undo_floor(int seat) {
    return capu_undo_floor(&record, seat);
}

EXPORT(capu_js_record) void capu_js_record(void) {
    capu_record_json(&record, answer());
}

/* The first `count` moves and their events, as a seat may know them. */
EXPORT(capu_js_story) void capu_js_story(int seat, int count) {
    capu_record part = record;

    part.count = count;
    capu_story_json(&part, 0, seat, answer());
}

static void write_moment(void *context, int items, const capu_state *view) {
    static capu_lines facts;
    capu_text *out = context;

    capu_facts(view, &facts);
    capu_text_add(out, out->length > 1 ? ",{\"items\":" : "{\"items\":");
    capu_text_number(out, items);
    capu_text_add(out, ",\"view\":");
    capu_state_json(view, out);
    capu_text_add(out, ",\"facts\":");
    capu_lines_json(&facts, CAPU_SPECTATOR, out);
    capu_text_char(out, '}');
}

/* What a seat sees in the midst of what the moves `begin` … count-1 led to. */
EXPORT(capu_js_moments) void capu_js_moments(int seat, int begin, int count) {
    capu_record part = record;
    capu_text *out = answer();

    part.count = count;
    capu_text_char(out, '[');
    capu_story_moments(&part, begin, seat, write_moment, out);
    capu_text_char(out, ']');
}

/* ----------------------------------------------------------------- positions */

EXPORT(capu_js_actors) int capu_js_actors(int slot) {
    return (int)capu_actors(&slots[slot]);
}

EXPORT(capu_js_json) void capu_js_json(int slot) {
    capu_state_json(&slots[slot], answer());
}

/* The facts of the view, or of the whole position, in a slot. */
EXPORT(capu_js_facts) void capu_js_facts(int slot, int seat) {
    static capu_lines facts;

    capu_facts(&slots[slot], &facts);
    capu_lines_json(&facts, seat, answer());
}

EXPORT(capu_js_view) void capu_js_view(int slot, int seat, int to) {
    if (slots[slot].head.viewer == 0)
        capu_view(&slots[slot], seat, &slots[to]);
    else
        capu_copy(&slots[to], &slots[slot]);
}

EXPORT(capu_js_sample) void capu_js_sample(int slot, int to) {
    capu_sample(&slots[slot], &dice, &slots[to]);
}

EXPORT(capu_js_equal) bool capu_js_equal(int slot, int other) {
    return capu_equal(&slots[slot], &slots[other]);
}

/* As a number of 64 bits. */
EXPORT(capu_js_hash) uint64_t capu_js_hash(int slot) {
    return capu_hash(&slots[slot]);
}

/* 0: a whole position; else a view: see capu_head. */
EXPORT(capu_js_viewer) int capu_js_viewer(int slot) {
    return slots[slot].head.viewer;
}

EXPORT(capu_js_copy) void capu_js_copy(int slot, int to) {
    capu_copy(&slots[to], &slots[slot]);
}

EXPORT(capu_js_legal) void capu_js_legal(int slot, int seat) {
    capu_action actions[CAPU_MAX_ACTIONS];
    int count = capu_legal(&slots[slot], seat, actions);
    capu_text *out = answer();

    capu_text_char(out, '[');
    for (int i = 0; i < count; i++) {
        add_comma(out, i);
        capu_text_char(out, '"');
        capu_action_write(capu_game_of(&slots[slot]), actions[i], false, out);
        capu_text_char(out, '"');
    }
    capu_text_char(out, ']');
}

/* The result as an object; {} before the end. */
EXPORT(capu_js_result) void capu_js_result(int slot) {
    capu_text *out = answer();

    capu_text_char(out, '{');
    capu_result_json(&slots[slot], true, out);
    capu_text_char(out, '}');
}

/* --------------------------------------------------------------- looking ahead */

/* What an action leads to, in one guess of what nobody knows. */
typedef struct outcome {
    capu_state view;
    capu_lines facts, events;
} outcome;

/* Behind the end of a text. */
static const char *after(const char *said) {
    while (*said)
        said++;
    return said + 1;
}

/* Does the actions in input 0, behind the last of which there is an empty one, in a guess of the
 * view in SEEN. */
static int try_out(int seat, outcome *out) {
    capu_action action;
    int status = 0;

    capu_sample(&slots[SEEN], &dice, &slots[TRIED]);
    out->events.count = out->events.arg_count = 0;
    for (const char *said = inputs[0]; *said && !status; said = after(said)) {
        status = check(TRIED, seat, said, &action);
        if (!status)
            status = (int)capu_apply_telling(&slots[TRIED], seat, action, &out->events);
    }
    if (status)
        return status;
    capu_view(&slots[TRIED], seat, &out->view);
    capu_facts(&out->view, &out->facts);
    return status;
}

static bool same_text(const char *a, const char *b) {
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static bool same_arg(const capu_arg *a, const capu_arg *b) {
    return a->kind == b->kind && a->list == b->list && same_text(a->name, b->name) &&
           (a->kind != CAPU_ARG_NUMBER || a->number == b->number) &&
           (a->kind != CAPU_ARG_WORD || same_text(a->word, b->word));
}

static bool same_line(const capu_lines *of, int i, const capu_lines *others, int k) {
    const capu_line *a = &of->lines[i], *b = &others->lines[k];
    bool same = a->known == b->known && a->count == b->count && same_text(a->id, b->id);

    for (int arg = 0; same && arg < a->count; arg++)
        same = same_arg(&of->args[a->first + arg], &others->args[b->first + arg]);
    return same;
}

/* Whether there is such a line among the others, most likely at the same place. */
static bool has_line(const capu_lines *others, const capu_lines *of, int i) {
    for (int k = 0; k < others->count; k++)
        if (same_line(of, i, others, (i + k) % others->count))
            return true;
    return false;
}

/* Nobody may know a line of which the other guess knows nothing. */
static void keep_common(capu_lines *lines, const capu_lines *other) {
    for (int i = 0; i < lines->count; i++)
        if (!has_line(other, lines, i))
            lines->lines[i].known = 0;
}

static void write_actors(uint32_t actors, capu_text *out) {
    bool first = true;

    capu_text_add(out, ",\"actors\":[");
    for (int i = 0; i < CAPU_MAX_PLAYERS; i++) {
        if (!(actors >> i & 1))
            continue;
        if (!first)
            capu_text_char(out, ',');
        capu_text_number(out, i);
        first = false;
    }
    capu_text_char(out, ']');
}

static void write_outcome(const outcome *found, int seat, bool certain, capu_text *out) {
    capu_text_add(out, "{\"view\":");
    capu_state_json(&found->view, out);
    capu_text_add(out, ",\"facts\":");
    capu_lines_json(&found->facts, seat, out);
    capu_text_add(out, ",\"events\":");
    capu_lines_json(&found->events, seat, out);
    write_actors(capu_actors(&found->view), out);
    capu_text_add(out, certain ? ",\"certain\":true}" : ",\"certain\":false}");
}

/* What the seat would see after the actions in input 0. The view is that of one guess; its facts
 * and events are those that all guesses share. It is certain if all lead to the same view. */
EXPORT(capu_js_preview) int capu_js_preview(int seat) {
    static outcome first, other;
    bool certain = true;
    int status = 0;

    capu_js_view(NOW, seat, SEEN);
    status = try_out(seat, &first);
    for (int i = 1; i < SAMPLES && !status; i++) {
        status = try_out(seat, &other);
        certain = certain && capu_equal(&first.view, &other.view);
        keep_common(&first.facts, &other.facts);
        keep_common(&first.events, &other.events);
    }
    if (!status)
        write_outcome(&first, seat, certain, answer());
    return status;
}

/* ------------------------------------------------------------------ thinking */

EXPORT(capu_js_dice) void capu_js_dice(uint32_t high, uint32_t low) {
    dice = capu_random_from((uint64_t)high << 32 | low);
}

/* What a bot that needs no search does; the name is input 0. Nothing: it is one that searches. */
EXPORT(capu_js_choose) void capu_js_choose(int slot, int seat) {
    const capu_bot *bot = capu_find_opponent(inputs[0]);
    capu_text *out = answer();

    if (bot && bot->memory == 0)
        capu_action_write(capu_game_of(&slots[slot]),
                          bot->choose(bot, &slots[slot], seat, &dice, NULL), false, out);
}

/* How often a bot looks ahead in the game of a slot; the name is input 0. 0: there is none. */
EXPORT(capu_js_bot_iterations) int capu_js_bot_iterations(int slot) {
    const capu_bot *bot = capu_find_opponent(inputs[0]);

    return bot ? capu_bot_iterations(bot, &slots[slot]) : 0;
}

/* What a bot does not see that judges by what it sees alone. */
EXPORT(capu_js_forget) void capu_js_forget(int slot) {
    capu_forget(&slots[slot]);
}

/* ---------------------------------------------------------------------- nets */

/* The name of the game that is played. */
EXPORT(capu_js_game) void capu_js_game(void) {
    capu_text_add(answer(), capu_info(capu_game_of(&slots[NOW]))->name);
}

/* Where a net of so many bytes is to be laid for the game that input 0 names; NULL: there is no
 * room, or no such game. */
EXPORT(capu_js_net) char *capu_js_net(size_t bytes) {
    int place = game_place(inputs[0]);

    return place >= 0 && make_room(&of_nets[place], bytes) ? of_nets[place].at : NULL;
}

/* Gives the game what was laid there; false: it is no net for it. */
EXPORT(capu_js_give_net) bool capu_js_give_net(size_t bytes) {
    int place = game_place(inputs[0]);
    bool fits = place >= 0 && bytes <= of_nets[place].bytes &&
                capu_check_net(capu_game_at(place), of_nets[place].at, bytes);

    if (place >= 0)
        net_bytes[place] = fits ? bytes : 0;
    return fits;
}

/* Lets the search judge by what its game was given. */
static void use_net(const capu_game *game) {
    int place = game_place(capu_info(game)->name);

    if (place >= 0 && net_bytes[place])
        capu_search_with_net(search, of_nets[place].at, net_bytes[place]);
}

/* ------------------------------------------------------------------ thinking */

/* Begins to think about the view in a slot, with at most that many nodes; with the game's net, or
 * without. */
EXPORT(capu_js_search)
int capu_js_search(int slot, int seat, uint32_t nodes_wanted, bool learned) {
    size_t bytes = capu_search_bytes(nodes_wanted);

    search = make_room(&of_search, bytes) ? capu_search_begin(of_search.at, bytes, &slots[slot],
                                                              seat, capu_random_next(&dice))
                                          : NULL;
    if (search && learned)
        use_net(capu_game_of(&slots[slot]));
    return search ? CAPU_OK : CAPU_BAD_STATE;
}

EXPORT(capu_js_search_run) void capu_js_search_run(int iterations) {
    capu_search_run(search, iterations);
}

EXPORT(capu_js_search_decided) int capu_js_search_decided(int left) {
    return capu_search_decided(search, left);
}

EXPORT(capu_js_search_choice) void capu_js_search_choice(int slot, int sharpness) {
    capu_action_write(capu_game_of(&slots[slot]), capu_search_choice(search, sharpness, &dice),
                      false, answer());
}

/* Thousandths, since whole numbers are all that we write. */
static void write_thousandths(capu_text *out, const char *key, const float *values, int count) {
    add_member(out, key);
    capu_text_char(out, '[');
    for (int i = 0; i < count; i++) {
        add_comma(out, i);
        capu_text_number(out, (int64_t)(values[i] * 1000));
    }
    capu_text_char(out, ']');
}

static void write_advice(const capu_game *game, const capu_advice *advice, int players,
                         capu_text *out) {
    capu_text_add(out, "{\"action\":\"");
    capu_action_write(game, advice->action, false, out);
    capu_text_add(out, "\",\"visits\":");
    capu_text_number(out, advice->visits);
    capu_text_char(out, ',');
    write_thousandths(out, "win", advice->win, players);
    capu_text_char(out, ',');
    write_thousandths(out, "score", advice->score, players);
    capu_text_char(out, ',');
    write_thousandths(out, "error", &advice->error, 1);
    capu_text_add(out, ",\"reply\":");
    if (advice->replied) {
        capu_text_char(out, '[');
        capu_text_number(out, advice->reply.seat);
        capu_text_add(out, ",\"");
        capu_action_write(game, advice->reply.action, true, out); /* another's: no secrets */
        capu_text_add(out, "\"]");
    } else {
        capu_text_add(out, "null");
    }
    capu_text_char(out, '}');
}

EXPORT(capu_js_advice) void capu_js_advice(int slot) {
    capu_advice advice[MOST_ADVICE];
    int count = capu_search_advice(search, advice, MOST_ADVICE);
    capu_text *out = answer();

    capu_text_char(out, '[');
    for (int i = 0; i < count; i++) {
        add_comma(out, i);
        write_advice(capu_game_of(&slots[slot]), &advice[i], slots[slot].head.players, out);
    }
    capu_text_char(out, ']');
}

/* ----------------------------------------------------------------- reviewing */

/* A review of the record, with memory of its own, so that a search in slices goes on undisturbed.
 * With the net that the game was given. */
static capu_review reviewer(void) {
    int place = game_place(capu_info(record.game)->name);
    capu_review review = {.record = &record};

    if (make_room(&of_review, capu_review_bytes()))
        review.memory = of_review.at, review.bytes = capu_review_bytes();
    if (place >= 0 && net_bytes[place])
        review.net = of_nets[place].at, review.net_bytes = net_bytes[place];
    return review;
}

static int write_verdict(capu_status status, const capu_verdict *verdict) {
    capu_text *out = answer();

    if (!status)
        capu_verdict_json(record.game, verdict, out);
    return (int)status;
}

/* The verdict on a move of the record. */
EXPORT(capu_js_review) int capu_js_review(int at) {
    capu_review review = reviewer();
    capu_verdict verdict;

    return write_verdict(capu_review_move(&review, at, &verdict), &verdict);
}

/* The same, as if the action in input 0 had been done. */
EXPORT(capu_js_review_action) int capu_js_review_action(int at) {
    capu_review review = reviewer();
    capu_verdict verdict;
    capu_action action;

    answer();
    if (!capu_action_read(record.game, inputs[0], &action))
        return CAPU_ILLEGAL;
    return write_verdict(capu_review_action(&review, at, action, &verdict), &verdict);
}

/* The luck of a move, or with -1 of the deal; null: chance had no part in it. */
EXPORT(capu_js_luck) int capu_js_luck(int at) {
    capu_review review = reviewer();
    capu_chance chance;
    bool any;
    capu_status status = capu_review_luck(&review, at, &any, &chance);
    capu_text *out = answer();

    if (!status && any)
        capu_chance_json(&chance, out);
    else if (!status)
        capu_text_add(out, "null");
    return (int)status;
}

/* The summary of the verdicts and chances in the tree, which is an array of them. */
EXPORT(capu_js_review_sum) int capu_js_review_sum(void) {
    capu_summary summary;
    capu_text *out = answer();

    capu_summary_begin(&summary, &record);
    if (!capu_summary_read(&summary, tree))
        return CAPU_BAD_RECORD;
    capu_summary_finish(&summary);
    capu_summary_json(&summary, out);
    return CAPU_OK;
}
