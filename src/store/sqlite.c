/* SQLite: one file, write-ahead log, every commit on the disk before it counts. */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "host/memory.h"
#include "store/sql.h"

typedef struct connection {
    store_sql base;
    sqlite3 *db;
    int count;
    struct {
        const char *statement;
        sqlite3_stmt *prepared;
    } known[STORE_SQL_STATEMENTS];
} connection;

static connection *of(store_sql *sql) {
    return (connection *)sql;
}

/* With what the system said, if it was asked: "disk I/O error" alone helps no host. */
static bool fail(connection *c) {
    int number = errno, code = sqlite3_errcode(c->db);
    char text[256];

    if (code != SQLITE_IOERR && code != SQLITE_CANTOPEN && code != SQLITE_FULL)
        number = 0;
    snprintf(text, sizeof text, "%s%s%s", sqlite3_errmsg(c->db), number ? ": " : "",
             number ? strerror(number) : "");
    return store_sql_fail(&c->base, text);
}

static bool sqlite_script(store_sql *sql, const char *statements) {
    errno = 0;
    return sqlite3_exec(of(sql)->db, statements, NULL, NULL, NULL) == SQLITE_OK || fail(of(sql));
}

static void sqlite_close(store_sql *sql) {
    connection *c = of(sql);

    for (int i = 0; i < c->count; i++)
        sqlite3_finalize(c->known[i].prepared);
    sqlite3_close(c->db);
    free(c);
}

static const char settings[] = "PRAGMA busy_timeout=5000;"
                               "PRAGMA journal_mode=WAL;"
                               "PRAGMA synchronous=FULL;"
                               "PRAGMA temp_store=MEMORY;";
/* In kilobytes. Nobody else writes, so what the writer has read stays good; readers have the
 * system's cache. */
static const char *const caches[] = {"PRAGMA cache_size=-256", "PRAGMA cache_size=-4096"};

/* SQLite would bring the log into the file in the middle of a commit; we have a thread for it. */
static int note_log(void *to, sqlite3 *db, const char *name, int pages) {
    (void)db;
    (void)name;
    ((connection *)to)->base.log = pages;
    return SQLITE_OK;
}

static bool sqlite_tend(store_sql *sql) {
    return sqlite_script(sql, "PRAGMA wal_checkpoint(PASSIVE)");
}

static const char *path_of(const char *address) {
    return address + strlen(store_sqlite.scheme);
}

static bool sqlite_exists(const char *address) {
    return access(path_of(address), F_OK) == 0;
}

/* Seeds and passwords' hashes are for the owner alone; SQLite gives its other files the same
 * rights. A file that is there is not even opened: closing it would drop SQLite's locks. */
static void make_private(const char *path) {
    int file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);

    if (file >= 0)
        close(file);
}

static store_sql *sqlite_open(const char *address, bool writing, capu_text *why) {
    connection *c = host_alloc(sizeof *c);
    const char *path = path_of(address);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (writing ? SQLITE_OPEN_CREATE : 0);

    c->base.driver = &store_sqlite;
    if (writing)
        make_private(path);
    if (sqlite3_open_v2(path, &c->db, flags, NULL) == SQLITE_OK &&
        sqlite_script(&c->base, settings) && sqlite_script(&c->base, caches[writing])) {
        sqlite3_wal_hook(c->db, note_log, c);
        return &c->base;
    }
    capu_text_add(why, path);
    capu_text_add(why, ": ");
    capu_text_add(why, sqlite3_errmsg(c->db));
    sqlite_close(&c->base);
    return NULL;
}

static sqlite3_stmt *prepare(connection *c, const char *statement) {
    for (int i = 0; i < c->count; i++)
        if (c->known[i].statement == statement)
            return c->known[i].prepared;
    sqlite3_stmt *prepared = NULL;
    if (c->count == STORE_SQL_STATEMENTS ||
        sqlite3_prepare_v3(c->db, statement, -1, SQLITE_PREPARE_PERSISTENT, &prepared, NULL) !=
            SQLITE_OK)
        return NULL;
    c->known[c->count].statement = statement;
    c->known[c->count++].prepared = prepared;
    return prepared;
}

static void bind(sqlite3_stmt *prepared, const store_value *values, int count) {
    for (int i = 0; i < count; i++) {
        if (values[i].is_number)
            sqlite3_bind_int64(prepared, i + 1, values[i].number);
        else
            sqlite3_bind_text(prepared, i + 1, values[i].text, -1, SQLITE_STATIC);
    }
}

static void give_row(sqlite3_stmt *prepared, store_row *row, void *to) {
    const char *values[STORE_SQL_COLUMNS];
    int columns = sqlite3_column_count(prepared);

    for (int i = 0; i < columns; i++)
        values[i] = (const char *)sqlite3_column_text(prepared, i);
    row(to, values);
}

static bool sqlite_run(store_sql *sql, const char *statement, const store_value *values, int count,
                       store_row *row, void *to) {
    connection *c = of(sql);
    sqlite3_stmt *prepared = prepare(c, statement);
    int status;

    if (!prepared)
        return fail(c);
    bind(prepared, values, count);
    errno = 0;
    while ((status = sqlite3_step(prepared)) == SQLITE_ROW)
        if (row)
            give_row(prepared, row, to);
    if (status != SQLITE_DONE)
        fail(c);
    sqlite3_reset(prepared);
    sqlite3_clear_bindings(prepared);
    c->base.changes = sqlite3_changes(c->db);
    return status == SQLITE_DONE;
}

/* A copy of the whole file as it is at one moment, while others go on writing. */
static bool copy_into(store_sql *sql, const char *path) {
    connection *c = of(sql);
    sqlite3 *copy = NULL;
    bool done = false;

    make_private(path);
    if (sqlite3_open(path, &copy) == SQLITE_OK) {
        sqlite3_backup *backup = sqlite3_backup_init(copy, "main", c->db, "main");
        if (backup)
            sqlite3_backup_step(backup, -1);
        done = backup && sqlite3_backup_finish(backup) == SQLITE_OK;
    }
    if (!done)
        store_sql_fail(sql, sqlite3_errmsg(copy));
    sqlite3_close(copy);
    return done;
}

static bool name_part(char *part, size_t size, const char *path, const char *ending) {
    return (size_t)snprintf(part, size, "%s.part%s", path, ending) < size;
}

/* It has its name only when it is whole. */
static bool sqlite_backup(store_sql *sql, const char *path) {
    char part[PATH_MAX], journal[PATH_MAX];

    if (access(path, F_OK) == 0)
        return store_sql_fail(sql, "that file exists; a backup goes into a new one");
    if (!name_part(part, sizeof part, path, "") ||
        !name_part(journal, sizeof journal, path, "-journal"))
        return store_sql_fail(sql, "its name is too long");
    unlink(part);
    unlink(journal);
    bool done = copy_into(sql, part);
    if (done && rename(part, path) != 0)
        done = store_sql_fail(sql, strerror(errno));
    if (!done) {
        unlink(part);
        unlink(journal);
    }
    return done;
}

/* SQLite's own locks are of another kind, and do not mind. */
static int sqlite_lock(const char *address) {
    make_private(path_of(address));
    int file = open(path_of(address), O_RDONLY | O_CLOEXEC);

    if (file < 0)
        return -2;
    if (flock(file, LOCK_EX | LOCK_NB) == 0)
        return file;
    close(file);
    return -1;
}

/* ---------------------------------------------------------------- restoring */

static bool refuse(capu_text *why, const char *path, const char *problem) {
    capu_text_add(why, path);
    capu_text_add(why, ": ");
    capu_text_add(why, problem);
    return false;
}

static void read_text(void *to, const char *const *values) {
    snprintf(to, 64, "%s", values[0] ? values[0] : "");
}

/* A connection that is only read from. It could write, so that SQLite leaves no files beside it. */
static connection *open_copy(const char *path) {
    connection *c = host_alloc(sizeof *c);

    c->base.driver = &store_sqlite;
    if (sqlite3_open_v2(path, &c->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) !=
        SQLITE_OK)
        fail(c);
    return c;
}

/* Whether a file is a store that this program can use, and whole. */
static bool is_store(connection *c) {
    char found[64] = "";

    if (*c->base.error || !store_schema_knows(&c->base) ||
        !store_sql_run(&c->base, read_text, found, "PRAGMA quick_check(1)", ""))
        return false;
    return strcmp(found, "ok") == 0 || store_sql_fail(&c->base, "it is damaged");
}

/* A checked copy of it beside the store, without a log. */
static bool copy_checked(const char *from, const char *part, capu_text *why) {
    if (access(from, R_OK) != 0)
        return refuse(why, from, strerror(errno));
    connection *c = open_copy(from);
    bool good = is_store(c), done = good && copy_into(&c->base, part);

    if (!done)
        refuse(why, good ? part : from, c->base.error);
    sqlite_close(&c->base);
    return done;
}

static const char *const logs[] = {"-wal", "-shm"};

static bool move_log(const char *path, const char *aside, const char *ending, capu_text *why) {
    char from[PATH_MAX], to[PATH_MAX];

    snprintf(from, sizeof from, "%s%s", path, ending);
    snprintf(to, sizeof to, "%s%s", aside, ending);
    return rename(from, to) == 0 || errno == ENOENT || refuse(why, from, strerror(errno));
}

/* The store that is there gets a second name, to which its log goes: SQLite would apply it to
 * whatever has the first name. */
static bool set_aside(const char *path, char *aside, size_t size, capu_text *why) {
    char date[32];
    time_t now = time(NULL);
    struct tm parts;

    strftime(date, sizeof date, "%Y%m%dT%H%M%SZ", gmtime_r(&now, &parts));
    snprintf(aside, size, "%s.before-%s", path, date);
    if (link(path, aside) != 0)
        return refuse(why, aside, strerror(errno));
    for (size_t i = 0; i < sizeof logs / sizeof logs[0]; i++)
        if (!move_log(path, aside, logs[i], why))
            return false;
    return true;
}

static bool is_same_file(const char *a, const char *b) {
    struct stat one, other;

    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

static void sync_folder_of(const char *path) {
    char copy[PATH_MAX];

    snprintf(copy, sizeof copy, "%s", path);
    int folder = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {
        fsync(folder);
        close(folder);
    }
}

/* The new file takes the name over in one step, when nothing of the old one is in the way. */
static bool replace(const char *part, const char *path, char *aside, size_t size, capu_text *why) {
    bool there = access(path, F_OK) == 0;
    char address[PATH_MAX];

    snprintf(address, sizeof address, "%s%s", store_sqlite.scheme, path);
    int lock = there ? sqlite_lock(address) : -2;
    if (lock == -1)
        return refuse(why, path, "a server uses this store; stop it first");
    bool done = (!there || set_aside(path, aside, size, why)) &&
                (rename(part, path) == 0 || refuse(why, path, strerror(errno)));
    sync_folder_of(path);
    if (lock >= 0)
        close(lock);
    return done;
}

static bool sqlite_restore(const char *address, const char *from, char *aside, size_t size,
                           capu_text *why) {
    const char *path = path_of(address);
    char part[PATH_MAX], journal[PATH_MAX];

    *aside = '\0';
    if (is_same_file(from, path))
        return refuse(why, from, "this is the store itself");
    if (strlen(path) > PATH_MAX - 64 || !name_part(part, sizeof part, path, "") ||
        !name_part(journal, sizeof journal, path, "-journal"))
        return refuse(why, path, "its name is too long");
    unlink(part);
    bool done = copy_checked(from, part, why) && replace(part, path, aside, size, why);
    if (!done)
        unlink(part);
    unlink(journal);
    return done;
}

const store_driver store_sqlite = {
    .scheme = "sqlite:",
    .clustered = " WITHOUT ROWID",
    .exists = sqlite_exists,
    .open = sqlite_open,
    .close = sqlite_close,
    .run = sqlite_run,
    .script = sqlite_script,
    .backup = sqlite_backup,
    .restore = sqlite_restore,
    .lock = sqlite_lock,
    .tend = sqlite_tend,
};
