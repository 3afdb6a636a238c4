/* The schema, as the steps that lead to it. A step that has been released is never changed; a new
 * version is a new step. Both databases run the same text: TEXT, BIGINT, no more; but for '#',
 * after a table whose rows are to lie in the order of its key, where the database can be told so.
 *
 * `entries` is the truth: all that ever happened at a table, in order. `tables` says what a table
 * is, and sums up its log for lists and for whoever looks what is due. */
#include <stdlib.h>
#include <string.h>

#include "host/memory.h"
#include "store/sql.h"

static const char *const steps[] = {
    "CREATE TABLE people(id TEXT PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL,"
    " login TEXT UNIQUE, password TEXT, owner TEXT, host BIGINT NOT NULL DEFAULT 0,"
    " language TEXT, contact TEXT, created BIGINT NOT NULL, seen BIGINT NOT NULL);"
    "CREATE INDEX people_owner ON people(owner);"
    "CREATE TABLE sessions(hash TEXT PRIMARY KEY, person TEXT NOT NULL, created BIGINT NOT NULL,"
    " expires BIGINT NOT NULL);"
    "CREATE INDEX sessions_person ON sessions(person);"
    "CREATE TABLE tables(id TEXT PRIMARY KEY, game TEXT NOT NULL, rules BIGINT NOT NULL,"
    " creator TEXT NOT NULL, setup TEXT NOT NULL, secret TEXT NOT NULL, listed BIGINT NOT NULL,"
    " create_key TEXT UNIQUE, status TEXT NOT NULL, seq BIGINT NOT NULL, due BIGINT,"
    " summary TEXT NOT NULL, created BIGINT NOT NULL, changed BIGINT NOT NULL);"
    "CREATE INDEX tables_due ON tables(due) WHERE due>0;"
    "CREATE INDEX tables_listed ON tables(status, changed) WHERE listed=1;"
    "CREATE TABLE entries(table_id TEXT NOT NULL, seq BIGINT NOT NULL, at BIGINT NOT NULL,"
    " kind TEXT NOT NULL, person TEXT NOT NULL, seat BIGINT NOT NULL, idem TEXT,"
    " data TEXT NOT NULL, nonce TEXT NOT NULL, PRIMARY KEY(table_id, seq),"
    " UNIQUE(table_id, idem));"
    "CREATE TABLE members(person TEXT NOT NULL, table_id TEXT NOT NULL,"
    " PRIMARY KEY(person, table_id));"
    "CREATE TABLE mutes(person TEXT NOT NULL, muted TEXT NOT NULL, PRIMARY KEY(person, muted));"
    "CREATE TABLE notes(person TEXT NOT NULL, table_id TEXT NOT NULL, note TEXT NOT NULL,"
    " changed BIGINT NOT NULL, PRIMARY KEY(person, table_id));"
    "CREATE TABLE outbox(table_id TEXT NOT NULL, turn BIGINT NOT NULL, person TEXT NOT NULL,"
    " state TEXT NOT NULL, tries BIGINT NOT NULL, due BIGINT NOT NULL, body TEXT NOT NULL,"
    " PRIMARY KEY(table_id, turn, person));"
    "CREATE INDEX outbox_due ON outbox(state, due);"
    "CREATE TABLE settings(name TEXT PRIMARY KEY, value TEXT NOT NULL);",
    /* who is connected to some node, until when that is good */
    "CREATE TABLE presence(person TEXT PRIMARY KEY, until BIGINT NOT NULL);",
    /* whose turn it is, for lists (-1: look at the table); what people's clients remember; and what
     * is looked up by person without reading everything */
    "ALTER TABLE tables ADD COLUMN actors BIGINT NOT NULL DEFAULT -1;"
    "ALTER TABLE people ADD COLUMN preferences TEXT;"
    "CREATE INDEX tables_creator ON tables(creator);"
    /* a move writes one page of the log instead of three: rows lie where they are looked for, and
     * whoever appends has read all keys that there are */
    "CREATE TABLE log(table_id TEXT NOT NULL, seq BIGINT NOT NULL, at BIGINT NOT NULL,"
    " kind TEXT NOT NULL, person TEXT NOT NULL, seat BIGINT NOT NULL, idem TEXT,"
    " data TEXT NOT NULL, nonce TEXT NOT NULL, PRIMARY KEY(table_id, seq))#;"
    "INSERT INTO log SELECT table_id, seq, at, kind, person, seat, idem, data, nonce FROM entries"
    " ORDER BY table_id, seq;"
    "DROP TABLE entries;"
    "ALTER TABLE log RENAME TO entries;"
    "CREATE INDEX entries_said ON entries(person) WHERE kind='chat' OR kind='sit';"
    "CREATE INDEX people_guests ON people(seen) WHERE kind='guest';",
    /* when something last happened that everybody was told: lists go by it, since `changed` tells
     * of moves that are hidden */
    "ALTER TABLE tables ADD COLUMN told BIGINT NOT NULL DEFAULT 0;"
    "UPDATE tables SET told=changed;"
    "DROP INDEX tables_listed;"
    "CREATE INDEX tables_listed ON tables(status, told) WHERE listed=1;"
    /* what is looked up to be removed */
    "CREATE INDEX tables_closed ON tables(changed) WHERE status='closed';"
    "CREATE INDEX members_table ON members(table_id);"
    "CREATE INDEX notes_table ON notes(table_id);",
    /* how far somebody is with practice */
    "CREATE TABLE practice(person TEXT PRIMARY KEY, done TEXT NOT NULL, changed BIGINT NOT NULL);",
};

enum { NEWEST = sizeof steps / sizeof steps[0] };

static void read_number(void *to, const char *const *values) {
    *(int64_t *)to = values[0] ? atoll(values[0]) : 0;
}

/* Two nodes that start at once must not both migrate: PostgreSQL's lock holds the other one off,
 * SQLite's BEGIN IMMEDIATE does. */
static bool begin(store_sql *sql) {
    if (!sql->driver->script(sql, sql->driver->shared ? "BEGIN" : "BEGIN IMMEDIATE"))
        return false;
    return !sql->driver->shared ||
           sql->driver->script(sql, "SELECT pg_advisory_xact_lock(6061606)");
}

static bool run_step(store_sql *sql, const char *step) {
    capu_text text = {0};

    for (; *step; step++) {
        host_text_reserve(&text, 64);
        if (*step == '#')
            capu_text_add(&text, sql->driver->clustered);
        else
            capu_text_char(&text, *step);
    }
    bool done = sql->driver->script(sql, text.at);
    free(text.at);
    return done;
}

static bool read_version(store_sql *sql, int64_t *version) {
    if (!store_sql_run(sql, read_number, version, "SELECT MAX(version) FROM versions", ""))
        return false;
    return *version <= NEWEST ||
           store_sql_fail(sql, "the store was made by a newer version of Capucine");
}

bool store_schema_knows(store_sql *sql) {
    int64_t version = 0;

    if (!read_version(sql, &version))
        return strstr(sql->error, "no such") ? store_sql_fail(sql, "this is no store of Capucine")
                                             : false;
    return version > 0 || store_sql_fail(sql, "this is no store of Capucine");
}

static bool climb(store_sql *sql) {
    int64_t version = 0;

    if (!sql->driver->script(sql,
                             "CREATE TABLE IF NOT EXISTS versions(version BIGINT PRIMARY KEY)") ||
        !read_version(sql, &version))
        return false;
    for (; version < NEWEST; version++)
        if (!run_step(sql, steps[version]) ||
            !store_sql_run(sql, NULL, NULL, "INSERT INTO versions VALUES($1)", "n", version + 1))
            return false;
    return true;
}

/* A store without versions is one that is to be made. */
bool store_schema_is_old(store_sql *sql) {
    int64_t version = 0;

    store_sql_run(sql, read_number, &version, "SELECT MAX(version) FROM versions", "");
    return version < NEWEST;
}

bool store_schema_migrate(store_sql *sql) {
    if (!begin(sql))
        return false;
    if (climb(sql))
        return sql->driver->script(sql, "COMMIT");
    char error[sizeof sql->error];
    memcpy(error, sql->error, sizeof error);
    sql->driver->script(sql, "ROLLBACK");
    return store_sql_fail(sql, error);
}
