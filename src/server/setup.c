/* What somebody wants of a new table: read strictly, and brought into the form in which it is
 * kept. */
#include <string.h>

#include "server/handlers.h"
#include "server/opponents.h"
#include "server/session.h"

static bool refuse_pace(server_request *r) {
    return refuse(r, 400, "bad_request",
                  "'pace' must be {\"kind\":\"none\"}, {\"kind\":\"live\",\"bank\":SECONDS,"
                  "\"increment\":SECONDS} or {\"kind\":\"days\",\"days\":N}");
}

static json_t *read_pace(server_request *r) {
    json_t *pace = json_object_get(r->json, "pace");
    const char *kind = json_string_value(json_object_get(pace, "kind"));
    int64_t bank, increment, days;

    if (!pace)
        return json_pack("{s:s}", "kind", "none");
    if (!kind || !may_number(r, pace, "bank", 10, 86400, 900, &bank) ||
        !may_number(r, pace, "increment", 0, 3600, 10, &increment) ||
        !may_number(r, pace, "days", 1, 60, 3, &days)) {
        if (!kind)
            refuse_pace(r);
        return NULL;
    }
    if (strcmp(kind, "live") == 0)
        return json_pack("{s:s,s:I,s:I}", "kind", kind, "bank", (json_int_t)bank, "increment",
                         (json_int_t)increment);
    if (strcmp(kind, "days") == 0)
        return json_pack("{s:s,s:I}", "kind", kind, "days", (json_int_t)days);
    if (strcmp(kind, "none") != 0)
        refuse_pace(r);
    return r->status ? NULL : json_pack("{s:s}", "kind", "none");
}

json_t *invited_seat(void) {
    char invite[STORE_ID_TEXT];

    server_new_id(invite);
    return json_pack("{s:s,s:s}", "kind", "invited", "invite", invite);
}

/* One of "me", "open", "invite", {"bot":LEVEL}. */
static json_t *read_seat(json_t *wanted) {
    const char *text = json_string_value(wanted);
    const char *level = json_string_value(json_object_get(wanted, "bot"));

    if (level && server_find_opponent(level))
        return json_pack("{s:s,s:s}", "kind", "bot", "level", level);
    if (text && strcmp(text, "invite") == 0)
        return invited_seat();
    if (text && (strcmp(text, "open") == 0 || strcmp(text, "me") == 0))
        return json_pack("{s:s}", "kind", "open");
    return NULL;
}

/* The seats, and which of them is for who makes the table: -1 for none. */
static json_t *read_seats(server_request *r, int *mine) {
    json_t *wanted = json_object_get(r->json, "seats"), *seats = json_array();
    size_t count = json_array_size(wanted);

    *mine = -1;
    for (size_t i = 0; i < count && !r->status; i++) {
        json_t *one = json_array_get(wanted, i), *seat = read_seat(one);
        const char *text = json_string_value(one);
        bool me = text && strcmp(text, "me") == 0;
        if (!seat || (me && *mine >= 0))
            refuse(r, 400, "bad_request",
                   "'seats' must be a list of \"me\" (once), \"open\", \"invite\" and "
                   "{\"bot\":LEVEL}");
        json_array_append_new(seats, seat);
        if (me)
            *mine = (int)i;
    }
    if (!r->status && !json_is_array(wanted))
        refuse(r, 400, "bad_request", "'seats' must be a list");
    return seats;
}

/* One option; the sentence against it has what there is instead. */
static bool read_option(server_request *r, const capu_game *game, int players,
                        capu_options *options, const char *name, const char *value) {
    char message[512];
    capu_text text = capu_text_on(message, sizeof message);
    capu_refusal why;

    if (!value)
        return refuse(r, 400, "bad_options", "the value of an option must be a text");
    if (!capu_explain_option(game, players, options, name, value, &why))
        return true;
    capu_status status = capu_set_option(game, players, options, name, value, &text);
    message[host_whole_text(message, sizeof message)] = '\0';
    return refuse_in_words(r, status, message, &why);
}

static bool check_options(server_request *r, const capu_game *game, int players) {
    capu_options options = {0};
    json_t *wanted = json_object_get(r->json, "options"), *value;
    const char *name;
    capu_refusal why;

    if (capu_explain_options(game, players, &options, &why) == CAPU_BAD_PLAYERS)
        return refuse_by_rules(r, CAPU_BAD_PLAYERS, &why);
    if (wanted && !json_is_object(wanted))
        return refuse(r, 400, "bad_options", "'options' must be an object");
    json_object_foreach(wanted, name, value) {
        if (!read_option(r, game, players, &options, name, json_string_value(value)))
            return false;
    }
    capu_status status = capu_explain_options(game, players, &options, &why);
    return !status || refuse_by_rules(r, status, &why);
}

const capu_game *need_game(server_request *r) {
    const char *name = need_text(r, "game", 1, 31);
    const capu_game *game = name ? capu_find(name) : NULL;

    if (name && !game)
        refuse(r, 400, "unknown_game", "there is no such game: see /api/v1/games");
    return game;
}

/* One of a few words, the first of which is the default. */
static const char *read_word(server_request *r, const char *key, const char *a, const char *b) {
    const char *text = may_text(r, key, 16, a);

    if (text && strcmp(text, a) != 0 && strcmp(text, b) != 0)
        refuse(r, 400, "bad_request", "'order' must be random or fixed");
    return text;
}

const char *read_level(server_request *r) {
    const char *level = may_text(r, "level", 32, capu_usual_opponent()->name);

    if (level && !server_find_opponent(level))
        refuse(r, 400, "bad_request", "'level' must be a bot: see /api/v1/bots");
    return level;
}

json_t *read_setup(server_request *r, const capu_game *game, int *mine) {
    json_t *seats = read_seats(r, mine), *pace = NULL, *setup = NULL;
    json_t *hints = json_object_get(r->json, "hints");
    bool allowed;
    json_t *options = json_object_get(r->json, "options");
    const char *order = NULL, *level = NULL;

    if (!r->status)
        check_options(r, game, (int)json_array_size(seats));
    if (!r->status)
        pace = read_pace(r);
    if (!r->status)
        order = read_word(r, "order", "random", "fixed");
    if (!r->status)
        level = read_level(r);
    if (!r->status && may_flag(r, "hints", false, &allowed))
        setup = json_pack("{s:O,s:o?,s:O,s:s,s:s}", "seats", seats, "options",
                          options ? json_incref(options) : json_object(), "pace", pace, "order",
                          order, "level", level);
    if (setup && hints)
        json_object_set(setup, "hints", hints);
    json_decref(seats);
    json_decref(pace);
    return setup;
}
