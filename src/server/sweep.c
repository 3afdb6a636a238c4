/* What happens by itself: time that is up, tables that nobody looks after, people to notify,
 * connections that are silent. */
#include <stdio.h>
#include <stdlib.h>

#include "server/http.h"
#include "server/stream.h"

enum { AT_ONCE = 64, PRESENCE = 15000 /* ms */ };

static void time_out(capu_server *server, capu_live *live, int64_t now) {
    for (int i = 0; i < live->table.players; i++) {
        int64_t deadline = capu_seat_deadline(&live->table, i);
        capu_entry entry = {.kind = "away", .person = "", .seat = i, .data = "{\"why\":\"time\"}"};
        if (deadline && deadline <= now &&
            capu_hub_append(server->hub, live, &entry, NULL, false) == CAPU_STORE_FAILED)
            return;
    }
}

static void expire(capu_server *server, capu_live *live, int64_t now) {
    capu_entry entry = {.kind = "close", .person = "", .seat = -1, .data = "{}"};
    int64_t expiry = capu_table_expiry(&live->table);

    if (expiry && expiry <= now)
        capu_hub_append(server->hub, live, &entry, NULL, false);
}

static void post_notice(capu_server *server, const capu_table *table, const capu_seat *seat) {
    capu_person person;
    capu_json body = {0};
    char link[512];

    if (capu_store_person(server->store, seat->person, &person) != FOUND ||
        (!*person.contact && !*server->config->webhook))
        return;
    snprintf(link, sizeof link, "%s/t/%s", server->origin, table->id);
    capu_json_open(&body, NULL, '{');
    capu_json_text(&body, "to", person.contact);
    capu_json_text(&body, "name", person.name);
    capu_json_text(&body, "language", person.language);
    capu_json_text(&body, "game", table->game_name);
    capu_json_text(&body, "table", table->id);
    capu_json_text(&body, "link", link);
    capu_json_close(&body, '}');
    capu_store_post(server->store, table->id, seat->turn, person.id, capu_now(), body.text.at);
    free(body.text.at);
}

/* Other nodes cannot see our streams, and we not theirs: whoever is connected is noted in the
 * store, for as long as it takes to be noted again. */
static void note_presence(const capu_server *server, int64_t *noted) {
    char(*people)[CAPU_ID_TEXT];

    if (!capu_store_shared(server->store) || !capu_notice_after(server->config) ||
        capu_now() - *noted < PRESENCE / 5)
        return;
    *noted = capu_now();
    int count = capu_streams_people(&people);
    if (count > 0)
        capu_store_set_present(server->store, (const char(*)[CAPU_ID_TEXT])people, count,
                               capu_now() + PRESENCE);
    free(people);
}

static bool is_here(const capu_server *server, capu_live *live, const char *person) {
    bool present = false;

    if (capu_store_shared(server->store))
        capu_store_is_present(server->store, person, capu_now(), &present);
    return present || capu_streams_has(live, person);
}

/* Who has been waited for long enough and is not here gets a notice; once a turn, since the outbox
 * takes no second one. */
static void post_notices(capu_server *server, capu_live *live, int64_t now) {
    const capu_table *table = &live->table;
    int64_t after = capu_notice_after(server->config);

    for (int i = 0; i < table->players; i++) {
        const capu_seat *seat = &table->seats[i];
        if (after && seat->since && now - seat->since >= after &&
            !is_here(server, live, seat->person))
            post_notice(server, table, seat);
    }
}

static void attend(capu_server *server, const char *id) {
    int64_t now = capu_now();
    capu_live *live;

    if (capu_hub_take(server->hub, id, &live) != FOUND)
        return;
    int64_t seq = live->table.seq;
    capu_start_table(server, live);
    expire(server, live, now);
    time_out(server, live, now);
    post_notices(server, live, now);
    capu_bots_attend(server, live);
    if (live->table.seq == seq) {
        int64_t due = capu_table_due(&live->table, now, capu_notice_after(server->config));
        capu_store_set_due(server->store, id, seq, due && due <= now ? now + 1000 : due);
    }
    capu_hub_give(server->hub, live);
}

typedef struct due_list {
    char ids[AT_ONCE][CAPU_ID_TEXT];
    int count;
} due_list;

static void add_due(void *to, const capu_table_row *row) {
    due_list *list = to;

    if (list->count < AT_ONCE)
        snprintf(list->ids[list->count++], CAPU_ID_TEXT, "%s", row->id);
}

/* How many tables were due. */
static int sweep_once(capu_server *server) {
    due_list list = {.count = 0};

    capu_store_due(server->store, capu_now(), AT_ONCE, add_due, &list);
    for (int i = 0; i < list.count && !server->stopping; i++)
        attend(server, list.ids[i]);
    return list.count;
}

static void look_after_connections(const capu_server *server) {
    capu_streams_beat();
    capu_http_end_slow(1000 * server->config->patience);
}

void *capu_sweep(void *to) {
    capu_server *server = to;
    int64_t noted = 0;

    for (int round = 0; !server->stopping; round++) {
        if (sweep_once(server) < AT_ONCE)
            capu_doze(server, 250);
        if (round % 8 == 0)
            look_after_connections(server);
        if (round % 8 == 4 && capu_store_shared(server->store))
            capu_hub_heard(server->hub, NULL); /* repairs a doorbell that was not heard */
        note_presence(server, &noted);
        if (round % 40 == 0)
            capu_hub_sweep(server->hub);
        if (round % 20000 == 10000) /* more than once in two hours */
            capu_store_end_old_sessions(server->store, capu_now());
    }
    return NULL;
}
