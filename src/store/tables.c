/* Tables and their logs in the store. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "host/memory.h"
#include "host/system.h"
#include "store/store.h"

static int64_t number(const char *text) {
    return text ? atoll(text) : 0;
}

static void copy_id(void *to, const char *const *values) {
    snprintf(to, STORE_ID_TEXT, "%s", values[0]);
}

/* ------------------------------------------------------------------ editions */

static char own_editions[1024];

static void list_editions(void) {
    capu_text text = capu_text_on(own_editions, sizeof own_editions);

    capu_text_char(&text, ' ');
    for (int i = 0; capu_game_at(i); i++) {
        capu_text_add(&text, capu_info(capu_game_at(i))->name);
        capu_text_char(&text, ':');
        capu_text_number(&text, capu_info(capu_game_at(i))->rules);
        capu_text_char(&text, ' ');
    }
}

/* The games that this program can replay: " capitol:1 caprice:2 ". */
static const char *editions(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, list_editions);
    return own_editions;
}

/* Of such an edition, to be written after the parameter that has them. */
#define OF_THESE " LIKE '% ' || t.game || ':' || t.rules || ' %'"

/* ------------------------------------------------------------------ creating */

typedef struct creating {
    const store_table_row *row;
    int64_t limit;
    char *existing;
    store_stored came;
} creating;

static bool insert_table(store_sql *sql, const store_table_row *r, int64_t limit) {
    return store_sql_run(
        sql, NULL, NULL,
        "INSERT INTO tables(id, game, rules, creator, setup, secret, listed, create_key, status,"
        " seq, due, actors, summary, created, changed, told)"
        " SELECT $1, $2, CAST($3 AS BIGINT), $4, $5, $6, CAST($7 AS BIGINT), $8, $9, 0,"
        " CAST($10 AS BIGINT), 0, $11, CAST($12 AS BIGINT), CAST($13 AS BIGINT),"
        " CAST($14 AS BIGINT) WHERE (SELECT COUNT(*) FROM tables t WHERE t.creator=$4 AND"
        " (t.status='open' OR t.status='running') AND $15" OF_THESE ")<$16"
        " ON CONFLICT DO NOTHING",
        "ssnsssnssnsnnnsn", r->id, r->game, r->rules, r->creator, r->setup, r->secret,
        (int64_t)r->listed, r->create_key, r->status, r->due, r->summary, r->created, r->changed,
        r->told, editions(), limit);
}

/* It is counted where it is inserted: of two at once, one is the last that may be made. */
static bool create(store_sql *sql, void *job) {
    creating *c = job;
    const store_table_row *r = c->row;

    c->came = STORE_STORED;
    c->existing[0] = '\0';
    if (!store_sql_queue_up(sql, r->creator) || !insert_table(sql, r, c->limit))
        return false;
    if (sql->changes == 1)
        return true;
    bool done = store_sql_run(sql, copy_id, c->existing,
                              "SELECT id FROM tables WHERE id=$1 OR create_key=$2", "ss", r->id,
                              r->create_key);
    if (!*c->existing)
        c->came = STORE_FULL;
    else if (strcmp(c->existing, r->id) != 0) /* else it is ours, tried again */
        c->came = STORE_CONFLICT;
    return done;
}

store_stored store_create(store_main *store, const store_table_row *row, int64_t limit,
                          char existing[STORE_ID_TEXT]) {
    creating job = {row, limit, existing, STORE_STORED};

    if (!store_write(store, row->creator, NULL, create, &job))
        return STORE_FAILED;
    return job.came;
}

/* ----------------------------------------------------------------- appending */

typedef struct appending {
    const store_addition *append;
    char nonce[20]; /* tells our own entry, written before a connection was lost, from another's */
    bool conflict;
} appending;

static void same_nonce(void *to, const char *const *values) {
    appending *a = to;

    a->conflict = strcmp(values[0], a->nonce) != 0;
}

static bool insert(store_sql *sql, appending *a) {
    const store_entry *e = &a->append->entry;

    a->conflict = false;
    if (!store_sql_run(sql, NULL, NULL,
                       "INSERT INTO entries(table_id, seq, at, kind, person, seat, idem, data,"
                       " nonce) SELECT id, CAST($1 AS BIGINT), CAST($2 AS BIGINT), $3, $4,"
                       " CAST($5 AS BIGINT), $6, $7, $8 FROM tables WHERE id=$9 AND seq=$10"
                       " ON CONFLICT DO NOTHING",
                       "nnssnssssn", e->seq, e->at, e->kind, e->person, (int64_t)e->seat, e->idem,
                       e->data, a->nonce, a->append->table, e->seq - 1))
        return false;
    if (sql->changes == 1)
        return true;
    a->conflict = true;
    return store_sql_run(sql, same_nonce, a,
                         "SELECT nonce FROM entries WHERE table_id=$1 AND seq=$2", "sn",
                         a->append->table, e->seq);
}

static bool change_member(store_sql *sql, const store_addition *a) {
    if (!a->member)
        return true;
    if (a->remove_member)
        return store_sql_run(sql, NULL, NULL, "DELETE FROM members WHERE person=$1 AND table_id=$2",
                             "ss", a->member, a->table);
    return store_sql_run(sql, NULL, NULL,
                         "INSERT INTO members(person, table_id) VALUES($1,$2)"
                         " ON CONFLICT DO NOTHING",
                         "ss", a->member, a->table);
}

static bool append(store_sql *sql, void *job) {
    appending *a = job;
    const store_addition *p = a->append;

    if (!insert(sql, a))
        return false;
    if (a->conflict)
        return true;
    return store_sql_run(
               sql, NULL, NULL,
               "UPDATE tables SET seq=$1, status=$2, summary=COALESCE($3, summary), due=$4,"
               " changed=$5, actors=$6, told=COALESCE(NULLIF(CAST($7 AS BIGINT), 0), told)"
               " WHERE id=$8",
               "nssnnnns", p->entry.seq, p->status, p->summary, p->due, p->entry.at, p->actors,
               p->told, p->table) &&
           change_member(sql, p);
}

store_stored store_append(store_main *store, const store_addition *p) {
    appending job = {.append = p};

    snprintf(job.nonce, sizeof job.nonce, "%016llx", (unsigned long long)host_unique_number());
    if (!store_write(store, p->table, p->table, append, &job))
        return STORE_FAILED;
    return job.conflict ? STORE_CONFLICT : STORE_STORED;
}

/* ------------------------------------------------------------------- reading */

#define ROW                                                                                        \
    "t.id, t.game, t.rules, t.creator, t.setup, t.secret, t.listed, t.create_key, t.status,"       \
    " t.seq, t.due, t.actors, t.summary, t.created, t.changed, t.told"

typedef struct reading {
    const char *id, *status;
    const store_listing *listing;
    const store_due_table *due;
    int64_t after, limit;
    store_row_reader *row;
    store_entry_reader *entry;
    void *to;
} reading;

static void give_row(void *to, const char *const *v) {
    const reading *r = to;
    store_table_row row = {
        .id = v[0],
        .game = v[1],
        .rules = number(v[2]),
        .creator = v[3],
        .setup = v[4],
        .secret = v[5],
        .listed = number(v[6]) != 0,
        .create_key = v[7],
        .status = v[8],
        .seq = number(v[9]),
        .due = number(v[10]),
        .actors = number(v[11]),
        .summary = v[12],
        .created = number(v[13]),
        .changed = number(v[14]),
        .told = number(v[15]),
    };

    r->row(r->to, &row);
}

static void give_entry(void *to, const char *const *v) {
    const reading *r = to;
    store_entry entry = {
        .seq = number(v[0]),
        .at = number(v[1]),
        .kind = v[2],
        .person = v[3],
        .seat = (int)number(v[4]),
        .idem = v[5],
        .data = v[6],
    };

    r->entry(r->to, &entry);
}

static bool read_table(store_sql *sql, void *job) {
    reading *r = job;

    return store_sql_run(sql, give_row, r, "SELECT " ROW " FROM tables t WHERE t.id=$1", "s",
                         r->id);
}

bool store_table(store_main *store, const char *id, store_row_reader *reader, void *to) {
    return store_read(store, read_table, &(reading){.id = id, .row = reader, .to = to});
}

static bool read_entries(store_sql *sql, void *job) {
    reading *r = job;

    return store_sql_run(sql, give_entry, r,
                         "SELECT seq, at, kind, person, seat, idem, data FROM entries"
                         " WHERE table_id=$1 AND seq>$2 ORDER BY seq",
                         "sn", r->id, r->after);
}

bool store_entries(store_main *store, const char *id, int64_t after, store_entry_reader *reader,
                   void *to) {
    return store_read(store, read_entries,
                      &(reading){.id = id, .after = after, .entry = reader, .to = to});
}

/* What has ended needs no rules. */
#define ENDED "t.status='over' OR t.status='closed'"

static bool read_listed(store_sql *sql, void *job) {
    reading *r = job;
    const store_listing *l = r->listing;

    return store_sql_run(sql, give_row, r,
                         "SELECT " ROW " FROM tables t WHERE t.listed=1 AND t.status=$1"
                         " AND (t.game=$2 OR $2='') AND t.summary LIKE $3 AND (" ENDED
                         " OR $4" OF_THESE ") ORDER BY t.told DESC LIMIT $5",
                         "ssssn", l->status, l->game, l->summary, editions(), l->limit);
}

bool store_listed(store_main *store, const store_listing *listing, store_row_reader *reader,
                  void *to) {
    return store_read(store, read_listed, &(reading){.listing = listing, .row = reader, .to = to});
}

static bool read_all(store_sql *sql, void *job) {
    reading *r = job;

    return store_sql_run(sql, give_row, r,
                         "SELECT " ROW " FROM tables t ORDER BY t.changed DESC LIMIT $1", "n",
                         r->limit);
}

bool store_all_tables(store_main *store, int64_t limit, store_row_reader *reader, void *to) {
    return store_read(store, read_all, &(reading){.limit = limit, .row = reader, .to = to});
}

static bool read_of(store_sql *sql, void *job) {
    reading *r = job;

    return store_sql_run(sql, give_row, r,
                         "SELECT " ROW " FROM tables t JOIN members m ON m.table_id=t.id"
                         " WHERE m.person=$1 AND ($2='' OR (t.status=$2 AND (" ENDED
                         " OR $3" OF_THESE "))) ORDER BY t.told DESC LIMIT $4",
                         "sssn", r->id, r->status, editions(), r->limit);
}

bool store_tables_of(store_main *store, const char *person, const char *status, int64_t limit,
                     store_row_reader *reader, void *to) {
    return store_read(
        store, read_of,
        &(reading){.id = person, .status = status, .limit = limit, .row = reader, .to = to});
}

static bool read_due(store_sql *sql, void *job) {
    reading *r = job;
    const store_due_table *d = r->due;

    return store_sql_run(sql, give_row, r,
                         "SELECT " ROW " FROM tables t WHERE t.due>0 AND t.due<=$1"
                         " AND (t.due>$2 OR (t.due=$2 AND t.id>$3)) AND $4" OF_THESE
                         " ORDER BY t.due, t.id LIMIT $5",
                         "nnssn", d->now, d->after, d->after_id, editions(), d->limit);
}

bool store_find_due(store_main *store, const store_due_table *due, store_row_reader *reader,
                    void *to) {
    return store_read(store, read_due, &(reading){.due = due, .row = reader, .to = to});
}

typedef struct moving {
    const char *id;
    int64_t seq, due;
} moving;

static bool move_due(store_sql *sql, void *job) {
    moving *m = job;

    return store_sql_run(sql, NULL, NULL, "UPDATE tables SET due=$1 WHERE id=$2 AND seq=$3", "nsn",
                         m->due, m->id, m->seq);
}

bool store_set_due(store_main *store, const char *id, int64_t seq, int64_t due) {
    return store_write(store, id, NULL, move_due, &(moving){id, seq, due});
}

static bool turn_back(store_sql *sql, void *job) {
    return store_sql_run(
        sql, NULL, NULL,
        "UPDATE tables AS t SET due=$1 WHERE t.due>0 AND t.changed>$2 AND $3" OF_THESE, "nns",
        *(int64_t *)job, *(int64_t *)job, editions());
}

bool store_turn_back(store_main *store, int64_t now) {
    return store_write(store, "", NULL, turn_back, &now);
}

/* ------------------------------------------------------------------ counting */

typedef struct counting {
    int64_t count[3];
} counting;

static void count_status(void *to, const char *const *values) {
    static const char *const names[] = {"open", "running", "over"};
    counting *c = to;

    for (int i = 0; i < 3; i++)
        if (strcmp(values[0], names[i]) == 0)
            c->count[i] = number(values[1]);
}

static bool count_all(store_sql *sql, void *job) {
    memset(((counting *)job)->count, 0, sizeof((counting *)job)->count);
    return store_sql_run(sql, count_status, job,
                         "SELECT status, COUNT(*) FROM tables GROUP BY status", "");
}

bool store_count_tables(store_main *store, int64_t *open, int64_t *running, int64_t *over) {
    counting job = {0};
    bool done = store_read(store, count_all, &job);

    *open = job.count[0];
    *running = job.count[1];
    *over = job.count[2];
    return done;
}

/* ------------------------------------------------------------------- pruning */

enum { PORTION = 100 }; /* tables at a time */

typedef struct pruning {
    int64_t closed;
    char ids[PORTION][STORE_ID_TEXT];
    int count;
} pruning;

static void collect_id(void *to, const char *const *values) {
    pruning *p = to;

    if (p->count < PORTION)
        copy_id(p->ids[p->count++], values);
}

static bool remove_table(store_sql *sql, const char *id) {
    return store_sql_run(sql, NULL, NULL, "DELETE FROM entries WHERE table_id=$1", "s", id) &&
           store_sql_run(sql, NULL, NULL, "DELETE FROM members WHERE table_id=$1", "s", id) &&
           store_sql_run(sql, NULL, NULL, "DELETE FROM notes WHERE table_id=$1", "s", id) &&
           store_sql_run(sql, NULL, NULL, "DELETE FROM tables WHERE id=$1", "s", id);
}

static bool prune_tables(store_sql *sql, void *job) {
    pruning *p = job;

    p->count = 0;
    bool done = store_sql_run(sql, collect_id, p,
                              "SELECT t.id FROM tables t WHERE t.status='closed' AND t.changed<$1"
                              " AND NOT EXISTS(SELECT 1 FROM entries e WHERE e.table_id=t.id AND"
                              " e.kind='start') ORDER BY t.id LIMIT $2",
                              "nn", p->closed, (int64_t)PORTION);
    for (int i = 0; i < p->count && done; i++)
        done = remove_table(sql, p->ids[i]);
    return done;
}

bool store_prune_tables(store_main *store, int64_t closed, bool *more) {
    pruning job = {.closed = closed};
    bool done = store_write(store, "", NULL, prune_tables, &job);

    *more = done && job.count == PORTION;
    return done;
}

/* --------------------------------------------------------------- what was said */

typedef struct saying {
    const char *person;
    store_note_reader *reader;
    void *to;
} saying;

static void give_said(void *to, const char *const *values) {
    saying *s = to;

    s->reader(s->to, values[0], values[1]);
}

static bool read_said(store_sql *sql, void *job) {
    return store_sql_run(sql, give_said, job,
                         "SELECT table_id, data FROM entries WHERE person=$1 AND kind='chat'", "s",
                         ((saying *)job)->person);
}

bool store_said(store_main *store, const char *person, store_note_reader *reader, void *to) {
    return store_read(store, read_said, &(saying){person, reader, to});
}

/* What the seed of a game was mixed from stays: its record is proved by it. */
static char *nameless(const char *data) {
    json_t *object = json_loads(data, 0, NULL);

    json_object_set_new(object, "name", json_string(""));
    if (json_object_get(object, "text"))
        json_object_set_new(object, "text", json_string(""));
    char *text = json_dumps(object, JSON_COMPACT);
    json_decref(object);
    return text;
}

typedef struct wiping {
    const char *person;
    struct wiped {
        char table[STORE_ID_TEXT];
        int64_t seq;
        char *data;
    } * rows;
    int count;
} wiping;

static void collect(void *to, const char *const *values) {
    wiping *w = to;

    w->rows = host_grow(w->rows, (size_t)(w->count + 1) * sizeof *w->rows);
    struct wiped *row = &w->rows[w->count++];
    snprintf(row->table, sizeof row->table, "%s", values[0]);
    row->seq = number(values[1]);
    row->data = nameless(values[2]);
}

static bool wipe(store_sql *sql, void *job) {
    wiping w = {.person = job};
    bool done = store_sql_run(sql, collect, &w,
                              "SELECT table_id, seq, data FROM entries WHERE person=$1"
                              " AND (kind='chat' OR kind='sit')",
                              "s", w.person);

    for (int i = 0; i < w.count; i++) {
        done = done && store_sql_run(sql, NULL, NULL,
                                     "UPDATE entries SET data=$1 WHERE table_id=$2 AND seq=$3",
                                     "ssn", w.rows[i].data, w.rows[i].table, w.rows[i].seq);
        free(w.rows[i].data);
    }
    free(w.rows);
    return done;
}

bool store_wipe(store_main *store, const char *person) {
    return store_write(store, "", NULL, wipe, (void *)person);
}

static bool set_summary(store_sql *sql, void *job) {
    const char **texts = job;

    return store_sql_run(sql, NULL, NULL, "UPDATE tables SET summary=$1 WHERE id=$2", "ss",
                         texts[1], texts[0]);
}

bool store_set_summary(store_main *store, const char *id, const char *summary) {
    const char *texts[] = {id, summary};
    char bell[STORE_ID_TEXT + 1];

    snprintf(bell, sizeof bell, "!%s", id);
    return store_write(store, id, bell, set_summary, texts);
}
