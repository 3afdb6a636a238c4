/* What the others can do about a player who has vanished: remind them, have a bot play for them
 * until they are back, or end the game. */
#include "server/handlers.h"
#include "server/stream.h"

/* The other seat that a request names, at a game that goes on; -1 after refusing. */
static int need_other(server_request *r, const server_table *table) {
    int64_t seat;
    int mine = need_seat(r, table);

    if (mine < 0 || !may_number(r, r->json, "seat", 0, table->players - 1, -1, &seat) ||
        !need_running(r, table))
        return -1;
    if (seat >= 0 && seat != mine && table->seats[seat].kind == SEAT_PERSON)
        return (int)seat;
    refuse(r, 400, "bad_request", "'seat' must be the number of another person's seat");
    return -1;
}

/* ------------------------------------------------------------------- reminding */

static bool need_waited_for(server_request *r, server_live *live, int seat) {
    const server_seat *s = &live->table.seats[seat];

    if (!s->since)
        return refuse(r, 409, "not_waited_for", "nobody waits for this seat");
    return !server_is_here(r->server, live, s->person) ||
           refuse(r, 409, "is_here", "this person is at the table");
}

void handle_nudge(server_request *r) {
    server_live *live = need_table(r);
    int seat = live ? need_other(r, &live->table) : -1;

    if (seat >= 0 && need_waited_for(r, live, seat)) {
        if (!server_notice_after(r->server->config) ||
            !server_post_notice(r->server, &live->table, seat)) {
            refuse(r, 409, "no_contact", "this person has left no address for notices");
        } else {
            open_answer(r, 200);
            close_answer(r);
        }
    }
    if (live)
        server_hub_give(r->server->hub, live);
}

/* ------------------------------------------------------------------- replacing */

static bool decide_replace(server_request *r, server_live *live, server_deed *deed) {
    int seat = need_other(r, &live->table);

    if (seat < 0 || !need_room(r, &live->table))
        return false;
    if (live->table.seats[seat].away)
        return refuse(r, 409, "away", "a bot plays for them already");
    if (!server_has_vanished(r->server, live, seat))
        return refuse(r, 409, "not_gone", "they have not been gone for long enough");
    *deed = (server_deed){.kind = "away", .seat = seat, .data = json_pack("{s:s}", "why", "gone")};
    return true;
}

void handle_replace(server_request *r) {
    append_deed(r, decide_replace);
}

/* ---------------------------------------------------------------------- ending */

/* Who must agree: all other people but those who have vanished, who would never answer. */
static json_t *who_must_agree(server_request *r, server_live *live, int seat) {
    json_t *seats = json_array();

    for (int i = 0; i < live->table.players; i++)
        if (i != seat && live->table.seats[i].kind == SEAT_PERSON &&
            !server_has_vanished(r->server, live, i))
            json_array_append_new(seats, json_integer(i));
    return seats;
}

static bool decide_end(server_request *r, server_live *live, server_deed *deed) {
    const server_table *table = &live->table;
    int seat = need_seat(r, table);
    bool agree, asked = table->end_agreed != 0;

    if (seat < 0 || !may_flag(r, "agree", false, &agree) || !need_running(r, table) ||
        !need_room(r, table))
        return false;
    if (!json_object_get(r->json, "agree"))
        return refuse(r, 400, "bad_request", "'agree' must be true or false");
    if (!agree && !asked)
        return refuse(r, 409, "nobody_asked", "nobody asks to end the game");
    if (agree && (table->end_agreed >> seat & 1))
        return refuse(r, 409, "agreed", "you have agreed already");
    *deed = (server_deed){.kind = "end", .seat = seat, .data = json_pack("{s:b}", "agree", agree)};
    if (agree && !asked)
        json_object_set_new(deed->data, "of", who_must_agree(r, live, seat));
    return true;
}

void handle_end(server_request *r) {
    append_deed(r, decide_end);
}
