/* One connection to a database, SQLite or PostgreSQL. It offers only what both have in common:
 * statements with $1, $2 … in the order of their first use, texts, and 64-bit numbers.
 *
 * Only one thread at a time may use a connection. Statements must be string literals, since they
 * are prepared once and found again by their address. */
#ifndef CAPU_STORE_SQL_H
#define CAPU_STORE_SQL_H

#include "capucine.h"

enum { STORE_SQL_PARAMETERS = 20, STORE_SQL_COLUMNS = 24, STORE_SQL_STATEMENTS = 96 };

typedef struct store_sql store_sql;

/* One parameter: a text (NULL is null), or a number if `is_number`. */
typedef struct store_value {
    const char *text;
    int64_t number;
    bool is_number;
} store_value;

/* Gets one row of a result, its values as texts, NULL for null. */
typedef void store_row(void *to, const char *const *values);

/* A kind of database. Every function but `open` and `close` returns false after a failure; `error`
 * of the connection then says why. */
typedef struct store_driver {
    const char *scheme;    /* what its addresses begin with: "sqlite:" */
    bool shared;           /* other processes may write too */
    const char *clustered; /* SQL that makes rows lie in the order of their key, or "" */
    bool (*exists)(const char *address); /* NULL: only opening it can tell */
    store_sql *(*open)(const char *address, bool writing, capu_text *why);
    void (*close)(store_sql *sql);
    bool (*run)(store_sql *sql, const char *statement, const store_value *values, int count,
                store_row *row, void *to);
    bool (*script)(store_sql *sql, const char *statements);
    bool (*backup)(store_sql *sql, const char *path); /* NULL: the database has its own tools */
    /* Replaces a store that nobody uses with the copy in a file. `aside` gets the name under which
     * the old store is kept, "" if there was none. NULL: the database has its own tools. */
    bool (*restore)(const char *address, const char *from, char *aside, size_t size,
                    capu_text *why);
    bool (*alive)(store_sql *sql);         /* NULL: always */
    bool (*passing)(const store_sql *sql); /* whether the last error may be temporary; NULL: no */
    /* Keeps other servers away. Returns a file to be closed at the very end. -1: another server
     * runs. -2: there is nothing to lock; opening the store will say why. NULL: many servers are
     * allowed. */
    int (*lock)(const char *address);
    /* From now on a statement that takes longer fails. NULL: the database is local and needs no
     * such limit. */
    bool (*hurry)(store_sql *sql, int milliseconds);
    /* Moves what is in the write-ahead log into the file, while others write. NULL: there is no
     * such log. */
    bool (*tend)(store_sql *sql);
    bool (*listen)(store_sql *sql, const char *channel);
    /* Waits up to that long for messages on the channel. Returns how many came, -1 after an error.
     */
    int (*wait)(store_sql *sql, int milliseconds, void (*heard)(void *to, const char *), void *to);
} store_driver;

/* The beginning of every connection; a driver's own struct continues after it. */
struct store_sql {
    const store_driver *driver;
    int64_t changes; /* how many rows the last statement changed */
    int log;         /* pages in the log after the last commit */
    char error[512];
};

extern const store_driver store_sqlite, store_postgres;
/* The driver whose scheme the address begins with, or NULL. */
const store_driver *store_driver_of(const char *address);

/* Runs one statement. `types` has a letter a parameter: 's' a text, 'n' an int64_t. `row` is
 * called for each row of the result and may be NULL. */
bool store_sql_run(store_sql *sql, store_row *row, void *to, const char *statement,
                   const char *types, ...);
/* Until the transaction ends, nobody else can count or change what belongs to this person. With
 * only one writer that is always so. */
bool store_sql_queue_up(store_sql *sql, const char *person);
/* Stores an error message. Always false. */
bool store_sql_fail(store_sql *sql, const char *what);

/* Whether the schema needs an upgrade. */
bool store_schema_is_old(store_sql *sql);
/* Upgrades the schema. false: that failed, or the schema is newer than this program. */
bool store_schema_migrate(store_sql *sql);
/* Whether there is a schema that this program knows, or can upgrade. */
bool store_schema_knows(store_sql *sql);

#endif
