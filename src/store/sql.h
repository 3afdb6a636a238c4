/* One connection to a database, SQLite or PostgreSQL, with the little that both understand alike:
 * statements with $1, $2 … in the order of their first use, texts and 64-bit numbers.
 *
 * A connection is used by one thread at a time. Statements must be string literals: they are
 * prepared once and found again by their address. */
#ifndef CAPU_STORE_SQL_H
#define CAPU_STORE_SQL_H

#include "capucine.h"

enum { CAPU_SQL_PARAMETERS = 20, CAPU_SQL_COLUMNS = 24, CAPU_SQL_STATEMENTS = 96 };

typedef struct capu_sql capu_sql;

/* One parameter: a text (NULL is null), or a number if `is_number`. */
typedef struct capu_value {
    const char *text;
    int64_t number;
    bool is_number;
} capu_value;

/* Gets one row of a result, its values as texts, NULL for null. */
typedef void capu_row(void *to, const char *const *values);

/* What a kind of database does. Every function but `open` and `close` gives false when it failed;
 * capu_sql_error then says why. */
typedef struct capu_driver {
    const char *scheme;    /* what its addresses begin with: "sqlite:" */
    bool shared;           /* other processes may write too */
    const char *clustered; /* what makes the rows of a table lie in the order of its key, or "" */
    bool (*exists)(const char *address); /* NULL: that is found out when it is opened */
    capu_sql *(*open)(const char *address, bool writing, capu_text *why);
    void (*close)(capu_sql *sql);
    bool (*run)(capu_sql *sql, const char *statement, const capu_value *values, int count,
                capu_row *row, void *to);
    bool (*script)(capu_sql *sql, const char *statements);
    bool (*backup)(capu_sql *sql, const char *path); /* NULL: it has tools of its own */
    /* Puts the copy in a file in the place of a store that nobody uses; what was there before is
     * kept under another name, or "". NULL: it has tools of its own. */
    bool (*restore)(const char *address, const char *from, char *aside, size_t size,
                    capu_text *why);
    bool (*alive)(capu_sql *sql);         /* NULL: always */
    bool (*passing)(const capu_sql *sql); /* whether the last error may pass; NULL: no */
    /* Keeps other servers away; a file to be closed at the very end, -1: there is another, -2:
     * there is nothing to lock, and opening it says why. NULL: there may be many. */
    int (*lock)(const char *address);
    /* From now on a statement fails that takes longer; NULL: none waits for anything far away. */
    bool (*hurry)(capu_sql *sql, int milliseconds);
    /* Brings what is in the log into the file, while others write; NULL: there is no log. */
    bool (*tend)(capu_sql *sql);
    bool (*listen)(capu_sql *sql, const char *channel);
    /* Waits up to that long for a ring on the channel; how many came, -1 after an error. */
    int (*wait)(capu_sql *sql, int milliseconds, void (*heard)(void *to, const char *), void *to);
} capu_driver;

/* Begins every connection; a driver's own struct goes on after it. */
struct capu_sql {
    const capu_driver *driver;
    int64_t changes; /* rows that the last statement changed */
    int log;         /* pages in the log after the last commit */
    char error[512];
};

extern const capu_driver capu_sqlite, capu_postgres;
/* The driver whose scheme the address begins with, or NULL. */
const capu_driver *capu_driver_of(const char *address);

/* Runs one statement. `types` has a letter a parameter: 's' a text, 'n' an int64_t. `row` is
 * called for each row of the result and may be NULL. */
bool capu_sql_run(capu_sql *sql, capu_row *row, void *to, const char *statement, const char *types,
                  ...);
/* Lets nobody else count and change what is a person's own until the transaction ends. Where only
 * one writes, that is so. */
bool capu_sql_queue_up(capu_sql *sql, const char *person);
/* Notes an error; always false. */
bool capu_sql_fail(capu_sql *sql, const char *what);

/* Whether the schema is to be brought up to date. */
bool capu_schema_is_old(capu_sql *sql);
/* Brings the schema up to date. false: it failed, or it is newer than this program. */
bool capu_schema_migrate(capu_sql *sql);
/* Whether there is a schema that this program knows, or can bring up to date. */
bool capu_schema_knows(capu_sql *sql);

#endif
