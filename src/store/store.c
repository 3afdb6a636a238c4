/* The store's connections and its writer: see store.h.
 *
 * Group commit: writers put their work into a queue and sleep. The writer thread takes all that is
 * there, runs it in one transaction, commits, and wakes them; meanwhile the next batch collects.
 * The slower the disk, the larger the batches.
 *
 * A log that has grown long is brought into the file by a thread of its own, on a connection of its
 * own, while the writer goes on. What came meanwhile is little: the writer does that itself between
 * two batches, and then begins the log anew.
 *
 * Nobody waits without end: a statement has LONGEST_STATEMENT, and so has who waits for a
 * connection. When a database has not answered for long, nobody tries to connect for a moment:
 * those who wait in line must not add up. */
#include "store/store.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "host/memory.h"
#include "host/system.h"

enum {
    READERS = 4,
    LARGEST_BATCH = 256,
    ATTEMPTS = 6,
    LONGEST_BELL = 7000,
    LONG_LOG = 16384,         /* pages */
    LONGEST_STATEMENT = 5000, /* ms */
    TRY_FOR = 2000000,        /* microseconds that a batch is tried again for */
    LONG_SILENCE = 1000000,
    REST = 2000000,
    FRESH = 1000000,         /* so long it counts how the last write went */
    LONGEST_PROBE = 3000000, /* then the store is failing, whatever comes of it */
};

#define CHANNEL "capucine"

/* One write that waits, on the stack of its thread. */
typedef struct waiting {
    const char *order, *bell;
    store_work *work;
    void *job;
    bool done;
    sem_t ready;
    struct waiting *next;
    int arrival; /* within its batch */
} waiting;

struct store_main {
    const store_driver *driver;
    char *address;
    int lock_file;
    char node[20]; /* so that a node does not hear its own bell */

    pthread_mutex_t lock;
    pthread_cond_t work; /* the queue is not empty, or the store closes */
    waiting *first, **last;
    bool closing, deaf;
    pthread_t writer, listener, tender;
    bool listening;
    pthread_cond_t log; /* it is long, or the store closes */
    bool long_log, tended;
    store_sql *writing;

    pthread_cond_t free_reader;
    store_sql *readers[READERS];
    bool busy[READERS];

    void (*heard)(void *to, const char *what);
    void *heard_to;

    waiting probe;         /* a write that nobody waits for to the end */
    bool probing;          /* it is in the queue */
    int64_t probed, wrote; /* when it was put there; when the last batch ended */
    pthread_cond_t settled;

    char problem[512];
    atomic_bool failing;
    _Atomic int64_t rest; /* until then no connection is opened */
    _Atomic uint64_t commits, writes, failures, commit_microseconds;
};

/* ----------------------------------------------------------------- problems */

static void note_problem(store_main *store, const char *problem) {
    pthread_mutex_lock(&store->lock);
    snprintf(store->problem, sizeof store->problem, "%s", problem);
    pthread_mutex_unlock(&store->lock);
    store->failures++;
}

void store_problem(store_main *store, capu_text *why) {
    pthread_mutex_lock(&store->lock);
    capu_text_add(why, store->problem);
    pthread_mutex_unlock(&store->lock);
}

bool store_failing(const store_main *store) {
    return store->failing;
}

bool store_shared(const store_main *store) {
    return store->driver->shared;
}

store_figures store_counts(const store_main *store) {
    return (store_figures){store->commits, store->writes, store->failures,
                           store->commit_microseconds};
}

/* -------------------------------------------------------------- connections */

static int64_t microseconds(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static bool hurry(const store_main *store, store_sql *sql) {
    return !store->driver->hurry || store->driver->hurry(sql, LONGEST_STATEMENT);
}

/* After a connection was lost, or not to be had, that something was wanted of since then. */
static void rest_after(store_main *store, int64_t begun) {
    if (microseconds() - begun > LONG_SILENCE)
        store->rest = microseconds() + REST;
}

/* A new connection; NULL with a sentence. */
static store_sql *connect_now(store_main *store, bool writing, capu_text *why) {
    int64_t begun = microseconds();

    if (begun < store->rest) {
        capu_text_add(why, "the database did not answer a moment ago");
        return NULL;
    }
    store_sql *sql = store->driver->open(store->address, writing, why);
    if (sql && hurry(store, sql))
        return sql;
    if (sql) {
        capu_text_add(why, sql->error);
        store->driver->close(sql);
    }
    rest_after(store, begun);
    return NULL;
}

static bool is_alive(const store_main *store, store_sql *sql) {
    return !store->driver->alive || store->driver->alive(sql);
}

/* A connection that works, a new one in place of one that was lost; NULL with the problem noted. */
static store_sql *revive(store_main *store, store_sql *sql, bool writing) {
    char reason[512];
    capu_text why = capu_text_on(reason, sizeof reason);

    if (sql && is_alive(store, sql))
        return sql;
    if (sql)
        store->driver->close(sql);
    sql = connect_now(store, writing, &why);
    if (!sql)
        note_problem(store, reason);
    return sql;
}

static struct timespec moment(int64_t at) {
    return (struct timespec){.tv_sec = at / 1000000, .tv_nsec = at % 1000000 * 1000};
}

/* -1: all are busy for too long. */
static int take_reader(store_main *store) {
    struct timespec until = moment(microseconds() + 1000LL * LONGEST_STATEMENT);
    int i = READERS, late = 0;

    pthread_mutex_lock(&store->lock);
    while (!late) {
        for (i = 0; i < READERS && store->busy[i]; i++)
            continue;
        if (i < READERS)
            break;
        late = pthread_cond_timedwait(&store->free_reader, &store->lock, &until);
    }
    if (!late)
        store->busy[i] = true;
    pthread_mutex_unlock(&store->lock);
    return late ? -1 : i;
}

static void give_reader(store_main *store, int i) {
    pthread_mutex_lock(&store->lock);
    store->busy[i] = false;
    pthread_cond_signal(&store->free_reader);
    pthread_mutex_unlock(&store->lock);
}

bool store_read(store_main *store, store_work *work, void *job) {
    int i = take_reader(store);
    bool done = false;

    if (i < 0) {
        note_problem(store, "the database is too slow");
        return false;
    }
    for (int attempt = 0; attempt < 2 && !done; attempt++) {
        store_sql *sql = store->readers[i] = revive(store, store->readers[i], false);
        int64_t begun = microseconds();
        done = sql && work(sql, job);
        if (sql && !done)
            note_problem(store, sql->error);
        if (sql && !done && is_alive(store, sql))
            break;
        if (sql && !done)
            rest_after(store, begun);
    }
    give_reader(store, i);
    return done;
}

/* ------------------------------------------------------------------- writer */

/* With the lock held. */
static void line_up(store_main *store, waiting *w) {
    *store->last = w;
    store->last = &w->next;
    pthread_cond_signal(&store->work);
}

bool store_write(store_main *store, const char *order, const char *bell, store_work *work,
                 void *job) {
    waiting mine = {.order = order, .bell = bell, .work = work, .job = job};

    sem_init(&mine.ready, 0, 0);
    pthread_mutex_lock(&store->lock);
    line_up(store, &mine);
    pthread_mutex_unlock(&store->lock);
    while (sem_wait(&mine.ready) != 0)
        continue;
    sem_destroy(&mine.ready);
    return mine.done;
}

static int compare(const void *a, const void *b) {
    const waiting *x = *(waiting *const *)a, *y = *(waiting *const *)b;
    int order = strcmp(x->order, y->order);

    return order ? order : x->arrival - y->arrival;
}

/* Waits for work and takes it; 0 when the store closes and none is left. */
static int take_batch(store_main *store, waiting *batch[LARGEST_BATCH]) {
    int count = 0;

    pthread_mutex_lock(&store->lock);
    while (!store->first && !store->closing)
        pthread_cond_wait(&store->work, &store->lock);
    while (store->first && count < LARGEST_BATCH) {
        batch[count] = store->first;
        batch[count]->arrival = count;
        store->first = batch[count++]->next;
    }
    if (!store->first)
        store->last = &store->first;
    pthread_mutex_unlock(&store->lock);
    qsort(batch, (size_t)count, sizeof batch[0], compare);
    return count;
}

/* Rings for what a batch changed: a hint for other nodes, heard only if the commit succeeds. */
static bool ring(store_main *store, waiting **batch, int count) {
    char ids[LONGEST_BELL + STORE_ID_TEXT + 3];
    capu_text text = capu_text_on(ids, sizeof ids);
    const char *before = "";
    bool any = false;

    if (!store->driver->shared)
        return true;
    capu_text_add(&text, store->node);
    for (int i = 0; i < count && text.length < LONGEST_BELL; i++) {
        if (!batch[i]->bell || strcmp(batch[i]->bell, before) == 0)
            continue;
        before = batch[i]->bell;
        capu_text_char(&text, ' ');
        capu_text_add(&text, before);
        any = true;
    }
    return !any || store_sql_run(store->writing, NULL, NULL, "SELECT pg_notify('" CHANNEL "', $1)",
                                 "s", ids);
}

static bool try_batch(store_main *store, waiting **batch, int count) {
    store_sql *sql = store->writing = revive(store, store->writing, true);
    int64_t begun = microseconds();

    if (!sql)
        return false;
    bool done = store->driver->script(sql, store->driver->shared ? "BEGIN" : "BEGIN IMMEDIATE");
    for (int i = 0; i < count && done; i++)
        done = batch[i]->work(sql, batch[i]->job);
    done = done && ring(store, batch, count) && store->driver->script(sql, "COMMIT");
    if (!done) {
        note_problem(store, sql->error);
        if (is_alive(store, sql))
            store->driver->script(sql, "ROLLBACK");
        else
            rest_after(store, begun);
    }
    return done;
}

/* A lost connection or a deadlock is worth another attempt; a full disk is not. */
static bool is_passing(const store_main *store) {
    return store->driver->passing && (!store->writing || store->driver->passing(store->writing));
}

static bool run_batch(store_main *store, waiting **batch, int count) {
    int64_t begin = microseconds();
    bool done = try_batch(store, batch, count);

    for (int i = 1; i < ATTEMPTS && !done && is_passing(store) && microseconds() - begin < TRY_FOR;
         i++) {
        nanosleep(&(struct timespec){.tv_nsec = 50000000L << (i - 1)}, NULL);
        done = try_batch(store, batch, count);
    }
    store->failing = !done;
    store->commits++;
    store->writes += (uint64_t)count;
    store->commit_microseconds += (uint64_t)(microseconds() - begin);
    return done;
}

static bool connected(const store_main *store) {
    return store->writing && is_alive(store, store->writing);
}

/* Those who ask how the store is learn how the batch went. */
static void settle(store_main *store, waiting **batch, int count) {
    pthread_mutex_lock(&store->lock);
    store->wrote = microseconds();
    for (int i = 0; i < count; i++)
        if (batch[i] == &store->probe)
            store->probing = false;
    pthread_cond_broadcast(&store->settled);
    pthread_mutex_unlock(&store->lock);
}

/* One bad piece of work must not fail the others: a batch that failed is done one by one. */
static void finish_batch(store_main *store, waiting **batch, int count) {
    bool done = run_batch(store, batch, count);
    bool singly = !done && count > 1 && connected(store);

    for (int i = 0; i < count; i++)
        batch[i]->done = done || (singly && run_batch(store, batch + i, 1));
    settle(store, batch, count);
    for (int i = 0; i < count; i++)
        if (batch[i] != &store->probe)
            sem_post(&batch[i]->ready);
}

/* ------------------------------------------------------------------- probing */

/* A write that changes something: a transaction without a change succeeds on a full disk. */
static bool touch(store_sql *sql, void *job) {
    (void)job;
    return store_sql_run(sql, NULL, NULL,
                         "INSERT INTO settings(name, value) VALUES('probe', $1)"
                         " ON CONFLICT(name) DO UPDATE SET value=excluded.value",
                         "n", microseconds());
}

/* With the lock held; one probe serves all who ask meanwhile. */
static void begin_probe(store_main *store) {
    if (store->probing || microseconds() - store->wrote < FRESH)
        return;
    store->probing = true;
    store->probed = microseconds();
    store->probe = (waiting){.order = "", .work = touch};
    line_up(store, &store->probe);
}

bool store_good(store_main *store) {
    pthread_mutex_lock(&store->lock);
    begin_probe(store);
    struct timespec until = moment(store->probed + LONGEST_PROBE);
    while (store->probing &&
           pthread_cond_timedwait(&store->settled, &store->lock, &until) != ETIMEDOUT)
        continue;
    bool good = !store->probing && !store->failing;
    pthread_mutex_unlock(&store->lock);
    return good;
}

/* ---------------------------------------------------------------------- log */

/* By the writer, after a batch. */
static void look_at_log(store_main *store) {
    if (!store->driver->tend || !store->writing || store->writing->log < LONG_LOG)
        return;
    pthread_mutex_lock(&store->lock);
    bool tended = store->tended;
    store->tended = false;
    store->long_log = !tended;
    if (!tended)
        pthread_cond_signal(&store->log);
    pthread_mutex_unlock(&store->lock);
    if (tended)
        store->driver->tend(store->writing);
}

static bool wait_for_long_log(store_main *store) {
    pthread_mutex_lock(&store->lock);
    while ((!store->long_log || store->tended) && !store->closing)
        pthread_cond_wait(&store->log, &store->lock);
    store->long_log = false;
    bool closing = store->closing;
    pthread_mutex_unlock(&store->lock);
    return !closing;
}

static void *tend_always(void *to) {
    store_main *store = to;
    store_sql *sql = NULL;

    while (wait_for_long_log(store)) {
        sql = revive(store, sql, false);
        if (sql)
            store->driver->tend(sql);
        pthread_mutex_lock(&store->lock);
        store->tended = true;
        pthread_mutex_unlock(&store->lock);
    }
    if (sql)
        store->driver->close(sql);
    return NULL;
}

static void *write_always(void *to) {
    store_main *store = to;
    waiting *batch[LARGEST_BATCH];
    int count;

    while ((count = take_batch(store, batch)) > 0) {
        finish_batch(store, batch, count);
        look_at_log(store);
    }
    return NULL;
}

/* ----------------------------------------------------------------- doorbell */

static void hear(void *to, const char *payload) {
    store_main *store = to;
    char ids[LONGEST_BELL + 64], *rest = ids;

    snprintf(ids, sizeof ids, "%s", payload);
    const char *node = strsep(&rest, " ");
    if (strcmp(node, store->node) == 0)
        return;
    for (char *what; (what = strsep(&rest, " "));)
        store->heard(store->heard_to, what);
}

static bool is_deaf(store_main *store) {
    pthread_mutex_lock(&store->lock);
    bool deaf = store->deaf;
    pthread_mutex_unlock(&store->lock);
    return deaf;
}

static store_sql *begin_listening(store_main *store) {
    store_sql *sql = revive(store, NULL, false);

    if (!sql || store->driver->listen(sql, CHANNEL))
        return sql;
    store->driver->close(sql);
    return NULL;
}

static void *listen_always(void *to) {
    store_main *store = to;
    store_sql *sql = NULL;

    while (!is_deaf(store)) {
        if (!sql) {
            sql = begin_listening(store);
            if (sql)
                store->heard(store->heard_to, NULL);
        }
        if (!sql) {
            nanosleep(&(struct timespec){.tv_nsec = 250000000}, NULL);
        } else if (store->driver->wait(sql, 250, hear, store) < 0) {
            store->driver->close(sql);
            sql = NULL;
        }
    }
    if (sql)
        store->driver->close(sql);
    return NULL;
}

void store_listen(store_main *store, void (*heard)(void *to, const char *what), void *to) {
    if (!store->driver->shared)
        return;
    store->heard = heard;
    store->heard_to = to;
    store->listening = pthread_create(&store->listener, NULL, listen_always, store) == 0;
}

void store_stop_listening(store_main *store) {
    pthread_mutex_lock(&store->lock);
    store->deaf = true;
    pthread_mutex_unlock(&store->lock);
    if (store->listening)
        pthread_join(store->listener, NULL);
    store->listening = false;
}

/* --------------------------------------------------------- beginning and end */

/* Keeps other servers from it, if only one can use it; false: there is one. */
static bool keep(store_main *store) {
    if (store->driver->lock && store->lock_file < 0)
        store->lock_file = store->driver->lock(store->address);
    return store->lock_file != -1 || !store->driver->lock;
}

/* Nothing is changed under a server that runs: its version may be another. A step may take long, so
 * that the limit for statements comes after it. */
static bool migrate(store_main *store, capu_text *why) {
    store_sql *sql = store->writing;

    if (store_schema_is_old(sql) && !keep(store)) {
        capu_text_add(why, "a server of an older version uses this store: "
                           "stop it, or use the program of its version");
        return false;
    }
    if (store_schema_migrate(sql) && hurry(store, sql))
        return true;
    capu_text_add(why, sql->error);
    return false;
}

static bool begin(store_main *store, bool serving, capu_text *why) {
    if (!store->driver) {
        capu_text_add(why, "a store is sqlite:FILE or postgres://…");
        return false;
    }
    if (serving && !keep(store)) {
        capu_text_add(why, "another server uses this store");
        return false;
    }
    store->writing = store->driver->open(store->address, true, why);
    return store->writing && migrate(store, why);
}

/* The lock goes last: closing its file drops the locks that SQLite has. */
static void end(store_main *store) {
    for (int i = 0; i < READERS; i++)
        if (store->readers[i])
            store->driver->close(store->readers[i]);
    if (store->writing)
        store->driver->close(store->writing);
    if (store->lock_file >= 0)
        close(store->lock_file);
    free(store->address);
    free(store);
}

store_main *store_open(const char *address, bool serving, capu_text *why) {
    store_main *store = host_alloc(sizeof *store);
    pthread_condattr_t steady; /* by a clock that nobody sets */

    store->driver = store_driver_of(address);
    store->lock_file = -1;
    store->address = strdup(address);
    if (!begin(store, serving, why)) {
        end(store);
        return NULL;
    }
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&store->settled, &steady);
    pthread_cond_init(&store->free_reader, &steady);
    pthread_condattr_destroy(&steady);
    snprintf(store->node, sizeof store->node, "%016llx", (unsigned long long)host_system_number());
    pthread_mutex_init(&store->lock, NULL);
    pthread_cond_init(&store->work, NULL);
    store->last = &store->first;
    pthread_cond_init(&store->log, NULL);
    pthread_create(&store->writer, NULL, write_always, store);
    pthread_create(&store->tender, NULL, tend_always, store);
    return store;
}

void store_close(store_main *store) {
    if (!store)
        return;
    store_stop_listening(store);
    pthread_mutex_lock(&store->lock);
    store->closing = true;
    pthread_cond_signal(&store->work);
    pthread_cond_signal(&store->log);
    pthread_mutex_unlock(&store->lock);
    pthread_join(store->writer, NULL);
    pthread_join(store->tender, NULL);
    pthread_mutex_destroy(&store->lock);
    pthread_cond_destroy(&store->work);
    pthread_cond_destroy(&store->log);
    pthread_cond_destroy(&store->free_reader);
    pthread_cond_destroy(&store->settled);
    end(store);
}

typedef struct copying {
    const char *path;
} copying;

static bool copy(store_sql *sql, void *job) {
    if (sql->driver->backup)
        return sql->driver->backup(sql, ((copying *)job)->path);
    return store_sql_fail(sql, "PostgreSQL is backed up with pg_dump");
}

bool store_exists(const char *address) {
    const store_driver *driver = store_driver_of(address);

    return !driver || !driver->exists || driver->exists(address);
}

bool store_backup(store_main *store, const char *path, capu_text *why) {
    bool done = store_read(store, copy, &(copying){path});

    if (!done)
        store_problem(store, why);
    return done;
}

bool store_restore(const char *address, const char *path, char *aside, size_t size,
                   capu_text *why) {
    const store_driver *driver = store_driver_of(address);

    if (driver && driver->restore)
        return driver->restore(address, path, aside, size, why);
    capu_text_add(why, driver ? "PostgreSQL is restored with pg_restore"
                              : "a store is sqlite:FILE or postgres://…");
    return false;
}
