/* A table's beginnings, seats and clocks: see table.h. */
#include "server/table.h"

#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/opponents.h"

const char *const server_status_names[] = {
    [TABLE_OPEN] = "open",     [TABLE_RUNNING] = "running", [TABLE_OVER] = "over",
    [TABLE_CLOSED] = "closed", [TABLE_FROZEN] = "frozen",
};
const char *const server_pace_names[] = {
    [PACE_NONE] = "none", [PACE_LIVE] = "live", [PACE_DAYS] = "days"};
const char *const server_seat_names[] = {
    [SEAT_OPEN] = "open", [SEAT_INVITED] = "invited", [SEAT_PERSON] = "person", [SEAT_BOT] = "bot"};

/* --------------------------------------------------------------------- hashes */

uint64_t server_hash_text(const char *text) {
    uint64_t hash = 0xcbf29ce484222325u;

    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    return hash;
}

static uint8_t hash_secret[crypto_shorthash_KEYBYTES];

static void begin_secret(void) {
    randombytes_buf(hash_secret, sizeof hash_secret);
}

/* Whose key is made so that it looks like another's would have that one's move forgotten: so nobody
 * may know how this number comes about. */
uint64_t server_hash_key(const char *key) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    uint64_t hash;

    pthread_once(&once, begin_secret);
    crypto_shorthash((uint8_t *)&hash, (const uint8_t *)key, strlen(key), hash_secret);
    return hash;
}

void server_table_seed(const server_table *table, uint8_t seed[CAPU_SEED_BYTES]) {
    const char *mixes[CAPU_MAX_PLAYERS];

    for (int i = 0; i < table->players; i++)
        mixes[i] = table->seats[i].mix;
    host_seal_seed(table->secret, mixes, table->players, seed);
}

/* ------------------------------------------------------------------ beginning */

/* A level that this program does not have any more is played by the usual one. */
static const capu_bot *bot_named(json_t *object, const char *key) {
    const char *name = json_string_value(json_object_get(object, key));
    const capu_bot *bot = name ? server_find_bot(name) : NULL;

    return bot ? bot : capu_usual_opponent();
}

static void begin_seat(server_seat *seat, json_t *object) {
    const char *kind = json_string_value(json_object_get(object, "kind"));
    const char *invite = json_string_value(json_object_get(object, "invite"));
    const char *kept = json_string_value(json_object_get(object, "for"));

    for (int i = 0; kind && i <= SEAT_BOT; i++)
        if (strcmp(kind, server_seat_names[i]) == 0)
            seat->kind = (server_seat_kind)i;
    if (seat->kind == SEAT_BOT)
        seat->bot = bot_named(object, "level");
    snprintf(seat->invite, sizeof seat->invite, "%s", invite ? invite : "");
    snprintf(seat->kept, sizeof seat->kept, "%s", kept ? kept : "");
}

static void begin_pace(server_pace *pace, json_t *object) {
    const char *kind = json_string_value(json_object_get(object, "kind"));

    for (int i = 0; kind && i <= PACE_DAYS; i++)
        if (strcmp(kind, server_pace_names[i]) == 0)
            pace->kind = (server_pace_kind)i;
    pace->bank = 1000 * json_integer_value(json_object_get(object, "bank"));
    pace->increment = 1000 * json_integer_value(json_object_get(object, "increment"));
    if (pace->kind == PACE_DAYS)
        pace->bank = 86400000 * json_integer_value(json_object_get(object, "days"));
}

static int begin_hints(json_t *setup) {
    json_t *hints = json_object_get(setup, "hints");

    return json_is_boolean(hints) ? json_is_true(hints) : -1;
}

static server_table_status status_named(const char *name) {
    int i = TABLE_OPEN;

    while (i < TABLE_FROZEN && strcmp(server_status_names[i], name) != 0)
        i++;
    return (server_table_status)i;
}

server_table_status server_table_was(const server_table *table) {
    return table->status == TABLE_FROZEN ? status_named(table->was) : table->status;
}

bool server_is_edition(const char *name, int64_t rules) {
    const capu_game *game = capu_find(name);

    return game && capu_info(game)->rules == rules;
}

/* Whether the engine still has this game with these rules and options. */
static bool begin_game(server_table *table, json_t *setup) {
    const capu_game *game = capu_find(table->game_name);
    const char *name;
    json_t *value;

    if (!server_is_edition(table->game_name, table->rules))
        return false;
    json_object_foreach(json_object_get(setup, "options"), name, value) {
        const char *text = json_string_value(value);
        if (!text || capu_set_option(game, table->players, &table->options, name, text, NULL))
            return false;
    }
    table->match.record.game = game;
    return capu_check_options(game, table->players, &table->options, NULL) == CAPU_OK;
}

/* Without its rules, what the store has of the end of the game is the line for lists. */
static void begin_frozen(server_table *table, const store_table_row *row) {
    json_t *summary = json_loads(row->summary ? row->summary : "{}", 0, NULL);
    json_t *result = json_object_get(summary, "result");

    table->was = server_status_names[status_named(row->status)];
    table->result = result ? json_dumps(result, JSON_COMPACT) : NULL;
    json_decref(summary);
}

void server_table_begin(server_table *table, const store_table_row *row) {
    json_t *setup = json_loads(row->setup, 0, NULL);
    json_t *seats = json_object_get(setup, "seats");
    const char *order = json_string_value(json_object_get(setup, "order"));

    *table = (server_table){.rules = row->rules, .listed = row->listed, .asker = -1};
    snprintf(table->id, sizeof table->id, "%s", row->id);
    snprintf(table->creator, sizeof table->creator, "%s", row->creator);
    snprintf(table->game_name, sizeof table->game_name, "%s", row->game);
    snprintf(table->secret, sizeof table->secret, "%s", row->secret);
    host_sha256_text(table->secret, table->commitment);
    table->created = table->at = row->created;
    table->setup = strdup(row->setup);
    table->fixed_order = order && strcmp(order, "fixed") == 0;
    table->level = bot_named(setup, "level");
    table->hints = begin_hints(setup);
    begin_pace(&table->pace, json_object_get(setup, "pace"));
    table->players = (int)json_array_size(seats);
    if (table->players > CAPU_MAX_PLAYERS)
        table->players = CAPU_MAX_PLAYERS;
    for (int i = 0; i < table->players; i++)
        begin_seat(&table->seats[i], json_array_get(seats, (size_t)i));
    if (!begin_game(table, setup))
        table->status = TABLE_FROZEN;
    if (table->status == TABLE_FROZEN)
        begin_frozen(table, row);
    json_decref(setup);
}

void server_table_freeze(server_table *table) {
    if (table->status == TABLE_FROZEN)
        return;
    table->was = server_status_names[table->status];
    table->status = TABLE_FROZEN;
}

void server_table_free(server_table *table) {
    for (int i = 0; i < table->chat_count; i++)
        free(table->chat[i].text);
    free(table->chat);
    free(table->answers);
    free(table->shares);
    free(table->setup);
    free(table->result);
    host_match_free(&table->match);
    *table = (server_table){0};
}

/* ---------------------------------------------------------------------- seats */

uint32_t server_table_actors(const server_table *table) {
    return table->status == TABLE_RUNNING ? capu_actors(&table->match.state) : 0;
}

bool server_table_silent(const server_table *table, capu_move *step) {
    return table->status == TABLE_RUNNING && capu_silent_step(&table->match.state, step);
}

/* Logs made before people who are away had to agree do not say who must: then it is whoever plays
 * for themselves. */
uint32_t server_table_asked(const server_table *table) {
    uint32_t seats = table->ask_of;

    for (int i = 0; i < table->players && !table->ask_of; i++)
        if (i != table->asker && !server_seat_is_played(&table->seats[i]))
            seats |= 1u << i;
    return seats;
}

int server_table_seat_of(const server_table *table, const char *person) {
    for (int i = 0; *person && i < table->players; i++)
        if (table->seats[i].kind == SEAT_PERSON && strcmp(table->seats[i].person, person) == 0)
            return i;
    return CAPU_SPECTATOR;
}

bool server_seat_is_played(const server_seat *seat) {
    return seat->kind == SEAT_BOT || seat->away;
}

const capu_bot *server_seat_bot(const server_table *table, int seat) {
    return table->seats[seat].kind == SEAT_BOT ? table->seats[seat].bot : table->level;
}

int server_table_people(const server_table *table) {
    int count = 0;

    for (int i = 0; i < table->players; i++)
        count += table->seats[i].kind == SEAT_PERSON;
    return count;
}

bool server_table_full(const server_table *table) {
    for (int i = 0; i < table->players; i++)
        if (table->seats[i].kind == SEAT_OPEN || table->seats[i].kind == SEAT_INVITED)
            return false;
    return true;
}

bool server_table_hints(const server_table *table) {
    int people = 0;

    for (int i = 0; i < table->players; i++)
        people += table->seats[i].kind != SEAT_BOT;
    return table->hints < 0 ? people <= 1 : table->hints;
}

/* --------------------------------------------------------------------- clocks */

/* Against bots only, nobody waits. */
bool server_table_has_clocks(const server_table *table) {
    return table->pace.kind != PACE_NONE && server_table_people(table) > 1;
}

int64_t server_seat_deadline(const server_table *table, int seat) {
    const server_seat *s = &table->seats[seat];

    return s->since && server_table_has_clocks(table) ? s->since + s->bank : 0;
}

bool server_seat_is_late(const server_table *table, int seat) {
    const server_seat *s = &table->seats[seat];

    return server_table_has_clocks(table) && s->spared && s->bank == 0;
}

static void sooner(int64_t *due, int64_t time) {
    if (time && (!*due || time < *due))
        *due = time;
}

int64_t server_table_expiry(const server_table *table) {
    return table->status == TABLE_OPEN ? table->at + OPEN_DAYS * 86400000LL : 0;
}

int64_t server_table_due(const server_table *table, int64_t now, int64_t notice_after) {
    uint32_t actors = server_table_actors(table);
    capu_move step;
    /* the last entry may lie ahead, by a clock set back */
    int64_t due = 0, soon = (table->at < now ? table->at : now) + BOT_GRACE;

    if (table->status == TABLE_OPEN)
        return server_table_full(table) ? table->at : server_table_expiry(table);
    if (server_table_silent(table, &step))
        sooner(&due, soon);
    for (int i = 0; i < table->players; i++) {
        const server_seat *seat = &table->seats[i];
        if (!(actors >> i & 1))
            continue;
        if (server_seat_is_played(seat))
            sooner(&due, soon);
        sooner(&due, server_seat_deadline(table, i));
        if (notice_after && seat->since && seat->since + notice_after > now)
            sooner(&due, seat->since + notice_after);
    }
    return due;
}

/* -------------------------------------------------------------------- records */

capu_record server_table_record(const server_table *table) {
    capu_record record = table->match.record;

    record.moves = table->match.moves;
    return record;
}

server_answer server_table_answer(const server_table *table, const char *person) {
    return (server_answer){
        .version = table->version[server_viewer(server_table_seat_of(table, person))],
        .actors = (uint8_t)server_table_actors(table),
        .over = table->status == TABLE_OVER,
    };
}

const server_answer *server_table_answered(const server_table *table, const char *idem) {
    uint64_t hash = server_hash_key(idem);

    for (int i = table->answer_count - 1; i >= 0; i--)
        if (table->answers[i].idem == hash)
            return &table->answers[i];
    return NULL;
}

int server_table_spent(const server_table *table, const char *person) {
    uint64_t hash = server_hash_text(person);

    for (int i = 0; i < table->share_count; i++)
        if (table->shares[i].person == hash)
            return table->shares[i].spent;
    return 0;
}
