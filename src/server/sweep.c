/* What happens by itself: time that is up, tables that nobody looks after, people to notify,
 * connections that are silent. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/words.h"
#include "server/clock.h"
#include "server/http.h"
#include "server/stream.h"

enum {
    AT_ONCE = 64,
    SECOND = 1000,
    PRESENCE = 15000,
    REPAIR = 10000,
    TIDY = 10000,
    PRUNE = 3600000 /* ms */
};
enum { CLOSED_DAYS = 30 }; /* until a table that was closed before it began is removed */

static store_stored end_time(server_main *server, server_live *live, int seat) {
    server_deed deed = {.kind = "away", .person = "", .seat = seat};

    deed.data = json_pack("{s:s}", "why", "time");
    store_stored stored = server_hub_append(server->hub, live, &deed, NULL);
    json_decref(deed.data);
    return stored;
}

static void time_out(server_main *server, server_live *live, int64_t now) {
    for (int i = 0; i < live->table.players; i++) {
        int64_t deadline = server_seat_deadline(&live->table, i);
        if (deadline && deadline <= now && end_time(server, live, i) == STORE_FAILED)
            return;
    }
}

static void expire(server_main *server, server_live *live, int64_t now) {
    server_deed deed = {.kind = "close", .person = "", .seat = -1};
    int64_t expiry = server_table_expiry(&live->table);

    if (expiry && expiry <= now)
        server_hub_append(server->hub, live, &deed, NULL);
}

static void write_notice(server_main *server, const server_table *table, const store_person *person,
                         const char *contact, host_json *body) {
    const capu_game *game = capu_find(table->game_name);
    int language = host_language_named(person->language);
    char link[512], subject[128];
    capu_text text = capu_text_on(subject, sizeof subject);

    snprintf(link, sizeof link, "%s/t/%s", server_origin(server), table->id);
    host_say(&text, language < 0 ? 0 : language, "server.notice.turn", "game",
             game ? capu_info(game)->title : table->game_name, NULL);
    host_json_open(body, NULL, '{');
    host_json_text(body, "kind", "turn");
    host_json_text(body, "to", contact);
    host_json_text(body, "name", person->name);
    host_json_text(body, "language", person->language);
    host_json_text(body, "subject", subject);
    host_json_text(body, "game", table->game_name);
    host_json_text(body, "table", table->id);
    host_json_text(body, "link", link);
    host_json_close(body, '}');
}

bool server_post_notice(server_main *server, const server_table *table, int seat) {
    const server_seat *s = &table->seats[seat];
    store_person person;
    host_json body = {0};

    if (store_find_person(server->store, s->person, &person) != FOUND)
        return false;
    const char *contact = server_contact(server, &person);
    if (!*contact && !*server->config->webhook)
        return false;
    write_notice(server, table, &person, contact, &body);
    bool posted =
        store_post(server->store, table->id, s->turn, person.id, server_now(), body.text.at);
    free(body.text.at);
    return posted;
}

/* Other nodes cannot see our streams, and we not theirs: whoever is connected is noted in the
 * store, for as long as it takes to be noted again. */
static void note_presence(const server_main *server, int64_t *noted) {
    char(*people)[STORE_ID_TEXT];

    if (!store_shared(server->store) || server_now() - *noted < PRESENCE / 5)
        return;
    *noted = server_now();
    int count = server_streams_people(server->streams, &people);
    if (count > 0)
        store_set_present(server->store, (const char(*)[STORE_ID_TEXT])people, count,
                          server_now() + PRESENCE);
    free(people);
}

/* Who has been waited for long enough and is not here gets a notice; once a turn, since the outbox
 * takes no second one. True: somebody is here, who may yet leave without having moved. */
static bool post_notices(server_main *server, server_live *live, int64_t now) {
    const server_table *table = &live->table;
    int64_t after = server_notice_after(server->config);
    bool here = false;

    for (int i = 0; i < table->players; i++) {
        const server_seat *seat = &table->seats[i];
        if (!after || !seat->since || now - seat->since < after)
            continue;
        if (server_is_here(server, live, seat->person))
            here = true;
        else
            server_post_notice(server, table, i);
    }
    return here;
}

/* Without people nobody waits for bots that have not had their turn yet. */
static int64_t look_again_after(const server_table *table) {
    for (int i = 0; i < table->players; i++)
        if (!server_seat_is_played(&table->seats[i]))
            return 1000;
    return 15000;
}

/* When to look at a table next at which nothing happened. */
static int64_t next_due(const server_main *server, const server_table *table, int64_t now,
                        bool again) {
    int64_t after = server_notice_after(server->config);
    int64_t due = server_table_due(table, now, after);

    if (again && (!due || due > now + after))
        due = now + after;
    return due && due <= now ? now + look_again_after(table) : due;
}

static void look_after(server_main *server, server_live *live, int64_t now) {
    int64_t seq = live->table.seq;

    server_start_table(server, live);
    expire(server, live, now);
    time_out(server, live, now);
    bool again = post_notices(server, live, now);
    server_bots_attend(server, live);
    if (live->table.seq == seq)
        store_set_due(server->store, live->id, seq, next_due(server, &live->table, now, again));
}

/* Nothing is written to a table that is frozen: the version that knows its rules goes on where it
 * was. */
static void attend(server_main *server, const char *id) {
    int64_t now = server_now();
    server_live *live;

    if (server_hub_is_frozen(server->hub, id) || server_hub_take(server->hub, id, &live) != FOUND)
        return;
    if (live->table.status != TABLE_FROZEN)
        look_after(server, live, now);
    server_hub_give(server->hub, live);
}

/* Tables that are due, and the last of them, where the next portion begins. */
typedef struct due_list {
    char ids[AT_ONCE][STORE_ID_TEXT], last[STORE_ID_TEXT];
    int64_t due;
    int count;
} due_list;

static void add_due(void *to, const store_table_row *row) {
    due_list *list = to;

    if (list->count == AT_ONCE)
        return;
    snprintf(list->ids[list->count++], STORE_ID_TEXT, "%s", row->id);
    snprintf(list->last, sizeof list->last, "%s", row->id);
    list->due = row->due;
}

/* Attends the next portion of what is due; false: that was all. A table that stays due, whatever is
 * wrong with it, keeps nobody else waiting: the next portion goes on after it. */
static bool sweep_once(server_main *server, due_list *list) {
    char last[STORE_ID_TEXT];
    store_due_table due = {server_now(), list->due, last, AT_ONCE};

    memcpy(last, list->last, sizeof last);
    list->count = 0;
    store_find_due(server->store, &due, add_due, list);
    for (int i = 0; i < list->count && !server->stopping; i++)
        attend(server, list->ids[i]);
    if (list->count == AT_ONCE)
        return true;
    *list = (due_list){0};
    return false;
}

/* Whether that time is over; then it begins anew. */
static bool is_time(int64_t *next, int64_t interval) {
    int64_t now = server_now();

    if (now < *next)
        return false;
    *next = now + interval;
    return true;
}

static void prune(const server_main *server) {
    int64_t now = server_now(), days = server->config->guest_days;
    bool more = true;

    while (more && !server->stopping)
        store_prune(server->store, now, days ? now - 86400000 * days : 0, &more);
    more = true;
    while (more && !server->stopping)
        store_prune_tables(server->store, now - 86400000LL * CLOSED_DAYS, &more);
}

void *server_sweep(void *to) {
    server_main *server = to;
    int64_t noted = 0, told = 0, repair = 0, tidy = 0, pruning = server_now() + SECOND;
    due_list list = {0};

    store_turn_back(server->store, server_now());
    while (!server->stopping) {
        if (!sweep_once(server, &list) || store_failing(server->store))
            server_doze(server, 250);
        if (store_shared(server->store) && is_time(&repair, REPAIR))
            server_hub_heard(server->hub, NULL); /* repairs a doorbell that was not heard */
        note_presence(server, &noted);
        if (is_time(&told, store_shared(server->store) ? PRESENCE / 5 : SECOND))
            server_tell_presence(server);
        if (is_time(&tidy, TIDY))
            server_hub_sweep(server->hub);
        if (is_time(&pruning, PRUNE))
            prune(server);
    }
    return NULL;
}

void *server_pulse(void *to) {
    server_main *server = to;

    while (!server->stopping) {
        server_doze(server, 2000);
        server_streams_beat(server->streams);
        server_http_end_slow(1000 * server->config->patience);
    }
    return NULL;
}
