/* Tables in memory: see hub.h. */
#include "server/hub.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/clock.h"
#include "server/log.h"
#include "server/stream.h"

enum { BUCKETS = 4096, IDLE = 60000, ENOUGH = 64 };

/* A table that does not follow from its log, and who has made it. */
typedef struct frozen {
    char id[STORE_ID_TEXT], creator[STORE_ID_TEXT];
    struct frozen *next;
} frozen;

struct server_hub {
    store_main *store;
    _Atomic int64_t notice_after;
    void (*changed)(void *to, server_live *live, const server_news *news);
    void *to;
    pthread_mutex_t lock;
    server_live *buckets[BUCKETS];
    int count;
    frozen *frozen; /* all that were met */
};

server_hub *server_hub_new(store_main *store, int64_t notice_after,
                           void (*changed)(void *to, server_live *live, const server_news *news),
                           void *to) {
    server_hub *hub = host_alloc(sizeof *hub);

    hub->store = store;
    hub->notice_after = notice_after;
    hub->changed = changed;
    hub->to = to;
    pthread_mutex_init(&hub->lock, NULL);
    return hub;
}

void server_hub_notice_after(server_hub *hub, int64_t notice_after) {
    hub->notice_after = notice_after;
}

static void free_live(server_live *live) {
    server_table_free(&live->table);
    pthread_mutex_destroy(&live->lock);
    pthread_mutex_destroy(&live->listening);
    free(live);
}

void server_hub_free(server_hub *hub) {
    for (int i = 0; i < BUCKETS; i++)
        for (server_live *live = hub->buckets[i], *next; live; live = next) {
            next = live->next;
            free_live(live);
        }
    for (frozen *next; hub->frozen; hub->frozen = next) {
        next = hub->frozen->next;
        free(hub->frozen);
    }
    pthread_mutex_destroy(&hub->lock);
    free(hub);
}

int server_hub_count(server_hub *hub) {
    pthread_mutex_lock(&hub->lock);
    int count = hub->count;
    pthread_mutex_unlock(&hub->lock);
    return count;
}

/* -------------------------------------------------------------------- finding */

static server_live **slot(server_hub *hub, const char *id) {
    server_live **at = &hub->buckets[server_hash_text(id) % BUCKETS];

    while (*at && strcmp((*at)->id, id) != 0)
        at = &(*at)->next;
    return at;
}

static server_live *new_live(const char *id) {
    server_live *live = host_alloc(sizeof *live);

    snprintf(live->id, sizeof live->id, "%s", id);
    pthread_mutex_init(&live->lock, NULL);
    pthread_mutex_init(&live->listening, NULL);
    return live;
}

/* The place of a table in memory, new or not; it stays there while it has users. */
static server_live *reserve(server_hub *hub, const char *id) {
    pthread_mutex_lock(&hub->lock);
    server_live **at = slot(hub, id);
    if (!*at) {
        *at = new_live(id);
        hub->count++;
    }
    server_live *live = *at;
    live->users++;
    pthread_mutex_unlock(&hub->lock);
    return live;
}

void server_hub_hold(server_hub *hub, server_live *live) {
    pthread_mutex_lock(&hub->lock);
    live->users++;
    pthread_mutex_unlock(&hub->lock);
}

/* What is not, or no longer, a table in memory goes at once: whoever asks for tables that do not
 * exist must not fill it. */
void server_hub_drop(server_hub *hub, server_live *live) {
    pthread_mutex_lock(&hub->lock);
    live->users--;
    live->used = server_now();
    if (!live->users && !live->loaded && !live->bot_busy) {
        *slot(hub, live->id) = live->next;
        free_live(live);
        hub->count--;
    }
    pthread_mutex_unlock(&hub->lock);
}

void server_hub_give(server_hub *hub, server_live *live) {
    pthread_mutex_unlock(&live->lock);
    server_hub_drop(hub, live);
}

/* --------------------------------------------------------------------- frozen */

/* Where it is, or would be. */
static frozen **find_frozen(server_hub *hub, const char *id) {
    frozen **at = &hub->frozen;

    while (*at && strcmp((*at)->id, id) != 0)
        at = &(*at)->next;
    return at;
}

static void note_frozen(server_hub *hub, const server_table *table) {
    pthread_mutex_lock(&hub->lock);
    frozen **at = find_frozen(hub, table->id);
    if (!*at) {
        *at = host_alloc(sizeof **at);
        snprintf((*at)->id, sizeof(*at)->id, "%s", table->id);
        snprintf((*at)->creator, sizeof(*at)->creator, "%s", table->creator);
    }
    pthread_mutex_unlock(&hub->lock);
}

static void forget_frozen(server_hub *hub, const char *id) {
    pthread_mutex_lock(&hub->lock);
    frozen **at = find_frozen(hub, id), *gone = *at;
    if (gone)
        *at = gone->next;
    free(gone);
    pthread_mutex_unlock(&hub->lock);
}

bool server_hub_is_frozen(server_hub *hub, const char *id) {
    pthread_mutex_lock(&hub->lock);
    bool found = *find_frozen(hub, id) != NULL;
    pthread_mutex_unlock(&hub->lock);
    return found;
}

int server_hub_frozen_of(server_hub *hub, const char *creator) {
    int count = 0;

    pthread_mutex_lock(&hub->lock);
    for (const frozen *f = hub->frozen; f; f = f->next)
        count += strcmp(f->creator, creator) == 0;
    pthread_mutex_unlock(&hub->lock);
    return count;
}

/* -------------------------------------------------------------------- reading */

typedef struct loading {
    server_live *live;
    bool found;
} loading;

static void load_row(void *to, const store_table_row *row) {
    loading *l = to;

    server_table_free(&l->live->table);
    server_table_begin(&l->live->table, row);
    l->found = true;
}

/* Nobody hears of an entry twice, however often it is read. */
static void tell(server_live *live, const store_entry *entry, const server_news *news) {
    if (entry->seq <= live->heard)
        return;
    live->heard = entry->seq;
    server_streams_tell(live, entry, news);
}

/* A log that does not fold is not played on; what there is of it can be read. */
static void freeze(server_live *live, const store_entry *entry) {
    server_log(LOG_ERROR_, "a table does not replay and is frozen", "table", live->id, NULL);
    server_table_freeze(&live->table);
    live->table.seq = entry->seq - 1;
}

static void load_entry(void *to, const store_entry *entry) {
    loading *l = to;
    server_table *table = &l->live->table;
    server_news news;

    if (entry->seq <= table->seq)
        return;
    if (!server_table_fold(table, entry, NULL, &news)) {
        freeze(l->live, entry);
        server_table_fold(table, entry, NULL, &news);
    }
    tell(l->live, entry, &news);
}

/* The store passes over tables of other editions; those that only loading finds are noted. */
static bool read_entries(server_hub *hub, loading *l) {
    server_live *live = l->live;

    if (!store_entries(hub->store, live->id, live->table.seq, load_entry, l))
        return false;
    if (live->table.status == TABLE_FROZEN &&
        server_is_edition(live->table.game_name, live->table.rules))
        note_frozen(hub, &live->table);
    return true;
}

static store_found load(server_hub *hub, server_live *live) {
    loading l = {.live = live};

    if (!store_table(hub->store, live->id, load_row, &l))
        return FIND_FAILED;
    if (!l.found)
        return NOT_FOUND;
    live->loaded = read_entries(hub, &l);
    return live->loaded ? FOUND : FIND_FAILED;
}

static store_found refresh(server_hub *hub, server_live *live) {
    loading l = {.live = live};

    return read_entries(hub, &l) ? FOUND : FIND_FAILED;
}

static store_found bring_up_to_date(server_hub *hub, server_live *live) {
    if (!live->loaded)
        return load(hub, live);
    return store_shared(hub->store) ? refresh(hub, live) : FOUND;
}

store_found server_hub_take(server_hub *hub, const char *id, server_live **result) {
    server_live *live = reserve(hub, id);

    pthread_mutex_lock(&live->lock);
    store_found found = bring_up_to_date(hub, live);
    *result = found == FOUND ? live : NULL;
    if (found != FOUND)
        server_hub_give(hub, live);
    return found;
}

server_live *server_hub_try(server_hub *hub, const char *id) {
    /* it would have to ask whether it is up to date */
    return store_shared(hub->store) ? NULL : server_hub_peek(hub, id);
}

server_live *server_hub_peek(server_hub *hub, const char *id) {
    server_live *live;

    pthread_mutex_lock(&hub->lock);
    live = *slot(hub, id);
    if (live && pthread_mutex_trylock(&live->lock) != 0)
        live = NULL;
    if (live && !live->loaded) {
        pthread_mutex_unlock(&live->lock);
        live = NULL;
    }
    if (live)
        live->users++;
    pthread_mutex_unlock(&hub->lock);
    return live;
}

/* ------------------------------------------------------------------ appending */

static void write_action(const server_table *table, capu_action action, const char *key,
                         host_json *json) {
    char buffer[CAPU_ACTION_TEXT];
    capu_text text = capu_text_on(buffer, sizeof buffer);

    capu_action_write(table->match.record.game, action, false, &text);
    host_json_text(json, key, buffer);
}

/* Several actions are one entry, so that the log has all of them or none. */
static void write_actions(const server_table *table, const server_deed *deed, host_json *json) {
    if (deed->count == 1) {
        write_action(table, deed->actions[0], "action", json);
        return;
    }
    host_json_open(json, "actions", '[');
    for (int i = 0; i < deed->count; i++)
        write_action(table, deed->actions[i], NULL, json);
    host_json_close(json, ']');
}

/* The text of what an entry says. The caller frees it. */
static char *text_of(const server_table *table, const server_deed *deed) {
    host_json json = {0};

    if (deed->data)
        return json_dumps(deed->data, JSON_COMPACT);
    host_json_open(&json, NULL, '{');
    if (deed->count > 0)
        write_actions(table, deed, &json);
    host_json_close(&json, '}');
    return json.text.at;
}

static store_entry entry_of(const server_table *table, const server_deed *deed, const char *data) {
    int64_t now = server_now();

    return (store_entry){
        .seq = table->seq + 1,
        .at = now > table->at ? now : table->at,
        .kind = deed->kind,
        .person = deed->person,
        .seat = deed->seat,
        .idem = deed->idem,
        .data = data,
    };
}

static store_stored commit(server_hub *hub, server_live *live, const store_entry *entry,
                           const server_deed *deed, const server_news *news) {
    host_json summary = {0};
    server_table *table = &live->table;

    if (strcmp(entry->kind, "act") != 0 || table->status != TABLE_RUNNING)
        server_table_summary(table, &summary); /* moves in mid-game change nothing in it */
    store_stored stored =
        store_append(hub->store, &(store_addition){
                                     .table = table->id,
                                     .entry = *entry,
                                     .status = server_status_names[table->status],
                                     .summary = summary.text.at,
                                     .due = server_table_due(table, entry->at, hub->notice_after),
                                     .actors = server_table_actors(table),
                                     .told = server_is_told(news) ? entry->at : 0,
                                     .member = deed->member,
                                     .remove_member = deed->remove_member,
                                 });
    free(summary.text.at);
    return stored;
}

/* What was folded did not happen: back to what the log says. */
static store_stored restore(server_hub *hub, server_live *live, store_stored stored) {
    live->loaded = false;
    return load(hub, live) == FOUND ? stored : STORE_FAILED;
}

static store_stored append(server_hub *hub, server_live *live, const server_deed *deed,
                           const store_entry *entry, server_news *news) {
    if (!server_table_fold(&live->table, entry, deed, news))
        return restore(hub, live, STORE_FAILED);
    store_stored stored = commit(hub, live, entry, deed, news);
    if (stored != STORE_STORED)
        return restore(hub, live, stored);
    tell(live, entry, news);
    return STORE_STORED;
}

store_stored server_hub_append(server_hub *hub, server_live *live, const server_deed *deed,
                               server_answer *answer) {
    char *data = text_of(&live->table, deed);
    store_entry entry = entry_of(&live->table, deed, data);
    server_news news;
    store_stored stored = append(hub, live, deed, &entry, &news);

    free(data);
    if (stored != STORE_STORED)
        return stored;
    if (answer)
        *answer = server_table_answer(&live->table, deed->person);
    if (live->table.status == TABLE_CLOSED)
        forget_frozen(hub, live->id);
    hub->changed(hub->to, live, &news);
    return STORE_STORED;
}

void server_hub_listened(server_hub *hub, server_live *live) {
    hub->changed(hub->to, live, NULL);
}

void server_hub_forget(server_hub *hub, const char *id) {
    server_live *live = reserve(hub, id);

    pthread_mutex_lock(&live->lock);
    live->loaded = false;
    server_hub_give(hub, live);
}

void server_hub_not_busy(server_hub *hub, const char *id) {
    server_live *live = reserve(hub, id);

    pthread_mutex_lock(&live->lock);
    live->bot_busy = false;
    server_hub_give(hub, live);
}

/* ---------------------------------------------------------------- other nodes */

static void refresh_one(server_hub *hub, const char *id) {
    server_live *live;

    if (server_hub_take(hub, id, &live) == FOUND)
        server_hub_give(hub, live);
}

static bool is_here(server_hub *hub, const char *id) {
    pthread_mutex_lock(&hub->lock);
    bool here = *slot(hub, id) != NULL;
    pthread_mutex_unlock(&hub->lock);
    return here;
}

static bool has_streams(server_live *live) {
    pthread_mutex_lock(&live->listening);
    bool has = live->streams != NULL;
    pthread_mutex_unlock(&live->listening);
    return has;
}

int server_hub_listened_to(server_hub *hub, char (**ids)[STORE_ID_TEXT]) {
    int count = 0;

    pthread_mutex_lock(&hub->lock);
    *ids = host_alloc((size_t)(hub->count + 1) * sizeof **ids);
    for (int i = 0; i < BUCKETS; i++)
        for (server_live *live = hub->buckets[i]; live; live = live->next)
            if (has_streams(live))
                memcpy((*ids)[count++], live->id, STORE_ID_TEXT);
    pthread_mutex_unlock(&hub->lock);
    return count;
}

void server_hub_heard(server_hub *hub, const char *id) {
    char(*ids)[STORE_ID_TEXT];

    if (id) {
        if (is_here(hub, id))
            refresh_one(hub, id);
        return;
    }
    int count = server_hub_listened_to(hub, &ids);
    for (int i = 0; i < count; i++)
        refresh_one(hub, ids[i]);
    free(ids);
}

/* ------------------------------------------------------------------- sweeping */

static bool is_idle(const server_live *live, int64_t now) {
    return !live->users && !live->bot_busy && now - live->used > IDLE;
}

void server_hub_sweep(server_hub *hub) {
    int64_t now = server_now();

    pthread_mutex_lock(&hub->lock);
    for (int i = 0; i < BUCKETS && hub->count > ENOUGH; i++)
        for (server_live **at = &hub->buckets[i]; *at;) {
            server_live *live = *at;
            if (!is_idle(live, now)) {
                at = &live->next;
                continue;
            }
            *at = live->next;
            free_live(live);
            hub->count--;
        }
    pthread_mutex_unlock(&hub->lock);
}
