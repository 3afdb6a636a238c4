/* PostgreSQL, by libpq: for any number of nodes on one database. */
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/memory.h"
#include "store/sql.h"

typedef struct connection {
    store_sql base;
    PGconn *pg;
    int patience;  /* ms for a statement; 0: no end */
    bool lost;     /* it did not answer in time: what it says later is not for us */
    char state[6]; /* SQLSTATE of the last error */
    int count;
    const char *known[STORE_SQL_STATEMENTS]; /* prepared under the name of their index */
} connection;

static connection *of(store_sql *sql) {
    return (connection *)sql;
}

static void ignore_notice(void *to, const char *message) {
    (void)to;
    (void)message;
}

static void postgres_close(store_sql *sql) {
    PQfinish(of(sql)->pg);
    free(sql);
}

static store_sql *postgres_open(const char *address, bool writing, capu_text *why) {
    /* the address comes last and may say otherwise: a database that does not answer, or is gone
     * without a word, must be noticed */
    static const char *const names[] = {"connect_timeout",
                                        "tcp_user_timeout",
                                        "keepalives_idle",
                                        "keepalives_interval",
                                        "keepalives_count",
                                        "dbname",
                                        NULL};
    const char *const values[] = {"5", "10000", "10", "5", "3", address, NULL};
    connection *c = host_alloc(sizeof *c);

    (void)writing;
    c->base.driver = &store_postgres;
    c->pg = PQconnectdbParams(names, values, 1);
    PQsetNoticeProcessor(c->pg, ignore_notice, NULL);
    if (PQstatus(c->pg) == CONNECTION_OK)
        return &c->base;
    store_sql_fail(&c->base, PQerrorMessage(c->pg));
    capu_text_add(why, c->base.error);
    postgres_close(&c->base);
    return NULL;
}

/* Keeps what the result says, frees it, and tells whether it was a success. */
static bool settle(connection *c, PGresult *result) {
    ExecStatusType status = PQresultStatus(result);
    bool done = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;

    if (!done) {
        const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
        snprintf(c->state, sizeof c->state, "%s", state ? state : "");
        store_sql_fail(&c->base, PQresultErrorMessage(result));
    }
    c->base.changes = atoll(PQcmdTuples(result));
    PQclear(result);
    return done;
}

static int64_t milliseconds(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool give_up(connection *c, const char *problem) {
    c->lost = true;
    c->state[0] = '\0';
    return store_sql_fail(&c->base, problem);
}

/* Waits for the next result as long as a statement may take. A database that is stopped does not
 * keep its own limits, so this one is ours. */
static bool await(connection *c, int64_t end) {
    struct pollfd socket = {.fd = PQsocket(c->pg), .events = POLLIN};

    while (PQisBusy(c->pg)) {
        int64_t left = end - milliseconds();
        if (c->patience && left <= 0)
            return give_up(c, "the database does not answer");
        poll(&socket, 1, c->patience ? (int)left : -1);
        if (!PQconsumeInput(c->pg))
            return give_up(c, PQerrorMessage(c->pg));
    }
    return true;
}

/* The last result of what was sent; NULL after giving up. */
static PGresult *receive(connection *c, int sent) {
    int64_t end = milliseconds() + c->patience;
    PGresult *last = NULL, *next;

    if (!sent) {
        give_up(c, PQerrorMessage(c->pg));
        return NULL;
    }
    while (await(c, end)) {
        if (!(next = PQgetResult(c->pg)))
            return last;
        PQclear(last);
        last = next;
    }
    PQclear(last);
    return NULL;
}

static bool finish(connection *c, int sent) {
    PGresult *result = receive(c, sent);

    return result && settle(c, result);
}

static bool postgres_script(store_sql *sql, const char *statements) {
    return finish(of(sql), PQsendQuery(of(sql)->pg, statements));
}

/* The database keeps the limit too: what nobody waits for any more must not hold locks. */
static bool postgres_hurry(store_sql *sql, int limit) {
    char statement[128];

    of(sql)->patience = limit;
    snprintf(statement, sizeof statement,
             "SET statement_timeout=%d; SET idle_in_transaction_session_timeout=%d", limit,
             2 * limit);
    return postgres_script(sql, statement);
}

/* The name that a statement is prepared under; false if it cannot be. */
static bool prepare(connection *c, const char *statement, char name[16]) {
    int i = 0;

    while (i < c->count && c->known[i] != statement)
        i++;
    if (i == STORE_SQL_STATEMENTS)
        return store_sql_fail(&c->base, "too many statements");
    snprintf(name, 16, "s%d", i);
    if (i < c->count)
        return true;
    if (!finish(c, PQsendPrepare(c->pg, name, statement, 0, NULL)))
        return false;
    c->known[c->count++] = statement;
    return true;
}

static void give_rows(const PGresult *result, store_row *row, void *to) {
    const char *values[STORE_SQL_COLUMNS];
    int columns = PQnfields(result);

    for (int i = 0; i < PQntuples(result); i++) {
        for (int j = 0; j < columns; j++)
            values[j] = PQgetisnull(result, i, j) ? NULL : PQgetvalue(result, i, j);
        row(to, values);
    }
}

static bool postgres_run(store_sql *sql, const char *statement, const store_value *values,
                         int count, store_row *row, void *to) {
    connection *c = of(sql);
    char name[16], numbers[STORE_SQL_PARAMETERS][24];
    const char *texts[STORE_SQL_PARAMETERS];

    if (!prepare(c, statement, name))
        return false;
    for (int i = 0; i < count; i++) {
        snprintf(numbers[i], sizeof numbers[i], "%lld", (long long)values[i].number);
        texts[i] = values[i].is_number ? numbers[i] : values[i].text;
    }
    PGresult *result = receive(c, PQsendQueryPrepared(c->pg, name, count, texts, NULL, NULL, 0));
    if (row && PQresultStatus(result) == PGRES_TUPLES_OK)
        give_rows(result, row, to);
    return result && settle(c, result);
}

static bool postgres_alive(store_sql *sql) {
    return !of(sql)->lost && PQstatus(of(sql)->pg) == CONNECTION_OK;
}

/* Lost connections, deadlocks, a key that another node took at the same moment, a restart. */
static bool postgres_passing(const store_sql *sql) {
    static const char *const classes[] = {"08", "23", "40", "57"};
    const connection *c = (const connection *)sql;

    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++)
        if (strncmp(c->state, classes[i], 2) == 0)
            return true;
    return c->lost || PQstatus(c->pg) != CONNECTION_OK || !*c->state;
}

static bool postgres_listen(store_sql *sql, const char *channel) {
    char statement[64];

    snprintf(statement, sizeof statement, "LISTEN %s", channel);
    return postgres_script(sql, statement);
}

static int postgres_wait(store_sql *sql, int milliseconds, void (*heard)(void *to, const char *),
                         void *to) {
    connection *c = of(sql);
    struct pollfd socket = {.fd = PQsocket(c->pg), .events = POLLIN};
    int count = 0;

    if (poll(&socket, 1, milliseconds) > 0 && !PQconsumeInput(c->pg))
        return -1;
    for (PGnotify *notify; (notify = PQnotifies(c->pg)); count++) {
        heard(to, notify->extra);
        PQfreemem(notify);
    }
    return postgres_alive(sql) ? count : -1;
}

const store_driver store_postgres = {
    .scheme = "postgres",
    .clustered = "",
    .shared = true,
    .open = postgres_open,
    .close = postgres_close,
    .run = postgres_run,
    .script = postgres_script,
    .alive = postgres_alive,
    .passing = postgres_passing,
    .hurry = postgres_hurry,
    .listen = postgres_listen,
    .wait = postgres_wait,
};
