/* Who is at a table now: the people who listen to it. Players are told of each other, as soon as it
 * changes. Nothing of it is stored and nothing has a version: it is a matter of the moment. */
#include <stdlib.h>
#include <string.h>

#include "server/clock.h"
#include "server/server.h"
#include "server/stream.h"

bool server_is_here(const server_main *server, server_live *live, const char *person) {
    bool present = server_streams_has(live, person);

    if (!present && store_shared(server->store))
        store_is_present(server->store, person, server_now(), &present);
    return present;
}

/* When the person of a seat left, as far as we know; 0: they are here. */
static int64_t note_seat(const server_main *server, server_live *live, int seat, int64_t now) {
    const char *person = live->table.seats[seat].person;
    server_absence *absence = &live->absences[seat];
    uint64_t hash = server_hash_text(person);

    if (server_is_here(server, live, person))
        *absence = (server_absence){hash, 0};
    else if (absence->person != hash || !absence->left)
        *absence = (server_absence){hash, now};
    return absence->left;
}

/* By correspondence nobody need be here: the clock is all that counts. Whoever has not looked here
 * yet does not know when they left; but they have not acted since. */
bool server_has_vanished(const server_main *server, server_live *live, int seat) {
    const server_table *table = &live->table;
    const server_seat *s = &table->seats[seat];
    const server_absence *absence = &live->absences[seat];
    int64_t now = server_now(), after = 1000 * server->config->gone_after;

    if (table->pace.kind == PACE_DAYS || s->kind != SEAT_PERSON || s->away || !s->since ||
        now - s->since < after || server_is_here(server, live, s->person))
        return false;
    return absence->person != server_hash_text(s->person) || !absence->left ||
           now - absence->left >= after;
}

static void write_seat(const server_main *server, server_live *live, int index, host_json *json) {
    const server_seat *seat = &live->table.seats[index];

    host_json_open(json, NULL, '{');
    if (seat->kind == SEAT_PERSON) {
        int64_t left = note_seat(server, live, index, server_now());
        host_json_flag(json, "here", !left);
        if (left)
            host_json_number(json, "left", left);
        if (seat->since)
            host_json_number(json, "turn", seat->since);
        if (left && server_has_vanished(server, live, index))
            host_json_flag(json, "vanished", true);
    }
    host_json_close(json, '}');
}

static void tell_table(const server_main *server, server_live *live) {
    host_json json = {0};

    host_json_open(&json, "seats", '[');
    for (int i = 0; i < live->table.players; i++)
        write_seat(server, live, i, &json);
    host_json_close(&json, ']');
    server_streams_tell_presence(live, json.text.at);
    free(json.text.at);
}

void server_tell_presence(const server_main *server) {
    char(*ids)[STORE_ID_TEXT];
    int count = server_hub_listened_to(server->hub, &ids);

    for (int i = 0; i < count && !server->stopping; i++) {
        server_live *live = server_hub_peek(server->hub, ids[i]);
        if (!live)
            continue; /* somebody does something there; the next time will do */
        if (server_streams_want_presence(live))
            tell_table(server, live);
        server_hub_give(server->hub, live);
    }
    free(ids);
}
