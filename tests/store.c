/* What every store must do, whichever database is behind it. The store is named by CAPU_TEST_STORE;
 * without it, it is SQLite in a new folder. tests/server/nodes.py runs it on PostgreSQL. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/store.h"
#include "support.h"

static char folder[] = "/tmp/capucine-store-XXXXXX";
static char address[512];
static store_main *store;

static int open_store(void **state) {
    char reason[512];
    capu_text why = capu_text_on(reason, sizeof reason);
    const char *given = getenv("CAPU_TEST_STORE");

    (void)state;
    if (!given && !mkdtemp(folder))
        return -1;
    if (given)
        snprintf(address, sizeof address, "%s", given);
    else
        snprintf(address, sizeof address, "sqlite:%s/store.db", folder);
    store = store_open(address, false, &why);
    if (!store)
        print_error("%s\n", reason);
    return store ? 0 : -1;
}

static int close_store(void **state) {
    static const char *const names[] = {"store.db", "store.db-wal", "store.db-shm", "copy.db"};
    char path[600];

    (void)state;
    store_close(store);
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
    return 0;
}

/* --------------------------------------------------------------------- tables */

static store_table_row row_of(const char *id) {
    return (store_table_row){.id = id,
                             .game = "caprice",
                             .rules = capu_info(capu_find("caprice"))->rules,
                             .creator = "ann",
                             .setup = "{}",
                             .secret = "s",
                             .listed = true,
                             .status = "open",
                             .summary = "{\"a\":1}",
                             .created = 5,
                             .changed = 5,
                             .told = 5};
}

static store_addition append_of(const char *id, int64_t seq, const char *idem) {
    return (store_addition){.table = id,
                            .entry = {.seq = seq,
                                      .at = 10 + seq,
                                      .kind = "act",
                                      .person = "ann",
                                      .seat = 1,
                                      .idem = idem,
                                      .data = "{\"action\":\"stay\"}"},
                            .status = "running",
                            .actors = 2,
                            .due = 100};
}

typedef struct seen {
    int rows;
    int64_t seq, due, actors, last;
    char summary[64], data[64], idem[16];
} seen;

static void see_row(void *to, const store_table_row *row) {
    seen *s = to;

    s->rows++;
    s->seq = row->seq;
    s->due = row->due;
    s->actors = row->actors;
    snprintf(s->summary, sizeof s->summary, "%s", row->summary);
}

static void see_entry(void *to, const store_entry *entry) {
    seen *s = to;

    assert_true(entry->seq == s->last + 1);
    s->last = entry->seq;
    s->rows++;
    snprintf(s->data, sizeof s->data, "%s", entry->data);
    snprintf(s->idem, sizeof s->idem, "%s", entry->idem ? entry->idem : "");
}

static void test_append_compares(void **state) {
    store_table_row row = row_of("compare");
    char existing[STORE_ID_TEXT];
    seen s = {0};

    (void)state;
    assert_int_equal(store_create(store, &row, 100, existing), STORE_STORED);
    store_addition first = append_of("compare", 1, "a"), again = append_of("compare", 1, "b"),
                   next = append_of("compare", 2, NULL);
    assert_int_equal(store_append(store, &first), STORE_STORED);
    assert_int_equal(store_append(store, &again), STORE_CONFLICT); /* the place is taken */
    next.summary = "{}";
    store_addition gap = append_of("compare", 3, NULL), nowhere = append_of("nowhere", 1, NULL);
    assert_int_equal(store_append(store, &gap), STORE_CONFLICT); /* after nothing */
    assert_int_equal(store_append(store, &nowhere), STORE_CONFLICT);
    assert_int_equal(store_append(store, &next), STORE_STORED);
    assert_true(store_table(store, "compare", see_row, &s));
    assert_int_equal(s.rows, 1);
    assert_int_equal(s.seq, 2);
    assert_int_equal(s.due, 100);
    assert_string_equal(s.summary, "{}");
    s = (seen){0};
    assert_true(store_entries(store, "compare", 0, see_entry, &s));
    assert_int_equal(s.rows, 2);
    assert_string_equal(s.data, "{\"action\":\"stay\"}");
    assert_string_equal(s.idem, "");
    s = (seen){.last = 1};
    assert_true(store_entries(store, "compare", 1, see_entry, &s));
    assert_int_equal(s.rows, 1);
}

static void test_create_key_makes_one_table(void **state) {
    store_table_row one = row_of("key1"), two = row_of("key2");
    char existing[STORE_ID_TEXT];

    (void)state;
    one.create_key = two.create_key = "ann:1";
    assert_int_equal(store_create(store, &one, 100, existing), STORE_STORED);
    assert_int_equal(store_create(store, &two, 100, existing), STORE_CONFLICT);
    assert_string_equal(existing, "key1");
}

static bool list(const char *status, const char *game, seen *s) {
    return store_listed(store, &(store_listing){status, game, "%", 1}, see_row, s);
}

static bool list_due(int64_t now, seen *s) {
    return store_find_due(store, &(store_due_table){now, 0, "", 100}, see_row, s);
}

static void test_lists(void **state) {
    store_table_row row = row_of("listed");
    store_addition append = append_of("listed", 1, NULL);
    char existing[STORE_ID_TEXT];
    seen s = {0};

    (void)state;
    row.creator = "lister";
    append.member = "lister";
    append.due = 50;
    assert_int_equal(store_create(store, &row, 100, existing), STORE_STORED);
    assert_true(list("open", "", &s));
    assert_int_equal(s.rows, 1);
    assert_true(list("open", "caprice", &s));
    assert_int_equal(s.rows, 2);
    assert_true(list("open", "capone", &s));
    assert_int_equal(s.rows, 2);
    assert_int_equal(store_append(store, &append), STORE_STORED);
    s = (seen){0};
    assert_true(store_tables_of(store, "lister", "", 10, see_row, &s));
    assert_int_equal(s.rows, 1);
    assert_int_equal(s.actors, 2);
    assert_true(store_tables_of(store, "lister", "running", 10, see_row, &s));
    assert_int_equal(s.rows, 2);
    assert_true(store_tables_of(store, "lister", "over", 10, see_row, &s));
    assert_int_equal(s.rows, 2);
    s = (seen){0};
    assert_true(list_due(49, &s));
    assert_int_equal(s.rows, 0);
    assert_true(list_due(50, &s));
    assert_int_equal(s.rows, 1);
    assert_true(store_set_due(store, "listed", 7, 0)); /* of another moment: nothing */
    assert_true(list_due(50, &s));
    assert_int_equal(s.rows, 2);
    assert_true(store_set_due(store, "listed", 1, 0));
    assert_true(list_due(50, &s));
    assert_int_equal(s.rows, 2);
}

static void see_id(void *to, const store_table_row *row) {
    strncat(to, row->id, 16);
    strncat(to, " ", 2);
}

/* Of the tables that were told of something, the last comes first; what is hidden moves none. */
static void test_lists_go_by_what_was_told(void **state) {
    store_table_row first = row_of("told1"), second = row_of("told2");
    store_addition hidden = append_of("told1", 1, NULL), open = append_of("told1", 2, NULL);
    const store_listing listing = {"running", "", "%\"b\":2%", 10};
    char existing[STORE_ID_TEXT], ids[64] = "";

    (void)state;
    first.status = second.status = "running";
    first.summary = second.summary = "{\"b\":2}";
    second.told = 6;
    hidden.member = open.member = "watched";
    open.told = 20;
    assert_int_equal(store_create(store, &first, 100, existing), STORE_STORED);
    assert_int_equal(store_create(store, &second, 100, existing), STORE_STORED);
    assert_int_equal(store_append(store, &hidden), STORE_STORED);
    assert_true(store_listed(store, &listing, see_id, ids));
    assert_string_equal(ids, "told2 told1 ");
    ids[0] = '\0';
    assert_int_equal(store_append(store, &open), STORE_STORED);
    assert_true(store_listed(store, &listing, see_id, ids));
    assert_string_equal(ids, "told1 told2 ");
}

/* Of another edition: not listed, not due, not counted, and not moved when the clock is set back.
 */
static void test_other_editions(void **state) {
    store_table_row row = row_of("edition"), next = row_of("edition2");
    char existing[STORE_ID_TEXT], ids[256] = "";
    seen s = {0};

    (void)state;
    row.rules += 90;
    row.due = 1;
    row.changed = 3000000;
    row.creator = next.creator = "edith";
    row.summary = next.summary = "{\"c\":3}";
    assert_int_equal(store_create(store, &row, 1, existing), STORE_STORED);
    assert_int_equal(store_create(store, &next, 1, existing), STORE_STORED);
    assert_true(store_listed(store, &(store_listing){"open", "", "%\"c\":3%", 9}, see_id, ids));
    assert_string_equal(ids, "edition2 ");
    ids[0] = '\0';
    assert_true(store_find_due(store, &(store_due_table){2, 0, "", 100}, see_id, ids));
    assert_string_equal(ids, "");
    assert_true(store_turn_back(store, 2000000));
    assert_true(store_table(store, "edition", see_row, &s));
    assert_int_equal(s.due, 1);
}

/* Portions of what is due: after the last one comes the next, though the first stays due. */
static void test_due_in_portions(void **state) {
    char existing[STORE_ID_TEXT], ids[64] = "";
    store_due_table due = {3, 0, "", 1};

    (void)state;
    for (int i = 0; i < 3; i++) {
        static const char *const names[] = {"due1", "due2", "due3"};
        store_table_row row = row_of(names[i]);
        row.due = i == 2 ? 3 : 2;
        assert_int_equal(store_create(store, &row, 100, existing), STORE_STORED);
        assert_true(store_find_due(store, &due, see_id, ids));
        due.after = row.due;
        due.after_id = names[i];
    }
    assert_true(store_find_due(store, &due, see_id, ids));
    assert_string_equal(ids, "due1 due2 due3 ");
    for (int i = 1; i <= 3; i++) {
        char id[8];
        snprintf(id, sizeof id, "due%d", i);
        assert_true(store_set_due(store, id, 0, 0));
    }
}

enum { MAKERS = 16, MOST = 3 };

static void *make_table(void *to) {
    store_table_row row = row_of(to);
    char existing[STORE_ID_TEXT];

    row.creator = "maker";
    return (void *)(intptr_t)store_create(store, &row, MOST, existing);
}

/* Many at once make no more tables than one may. */
static void test_limits_are_kept_at_once(void **state) {
    pthread_t threads[MAKERS];
    char ids[MAKERS][16], existing[STORE_ID_TEXT];
    int made = 0, full = 0;

    (void)state;
    for (int i = 0; i < MAKERS; i++) {
        snprintf(ids[i], sizeof ids[i], "made%d", i);
        pthread_create(&threads[i], NULL, make_table, ids[i]);
    }
    for (int i = 0; i < MAKERS; i++) {
        void *came;
        pthread_join(threads[i], &came);
        made += (intptr_t)came == STORE_STORED;
        full += (intptr_t)came == STORE_FULL;
    }
    assert_int_equal(made, MOST);
    assert_int_equal(full, MAKERS - MOST);
    store_table_row row = row_of("made again");
    row.creator = "maker";
    row.create_key = "maker:1";
    assert_int_equal(store_create(store, &row, MOST + 1, existing), STORE_STORED);
    assert_int_equal(store_create(store, &row, MOST, existing), STORE_STORED); /* repeated */
}

/* Many threads append to the same few tables: each place is taken once. */
enum { THREADS = 8, TABLES = 4, PLACES = 25 };

static void *race(void *to) {
    int64_t *won = to;

    for (int64_t seq = 1; seq <= PLACES; seq++)
        for (int i = 0; i < TABLES; i++) {
            char id[16];
            snprintf(id, sizeof id, "race%d", i);
            store_addition append = append_of(id, seq, NULL);
            *won += store_append(store, &append) == STORE_STORED;
        }
    return NULL;
}

static void test_races(void **state) {
    pthread_t threads[THREADS];
    int64_t won[THREADS] = {0}, all = 0;
    char existing[STORE_ID_TEXT], id[16];

    (void)state;
    for (int i = 0; i < TABLES; i++) {
        snprintf(id, sizeof id, "race%d", i);
        store_table_row row = row_of(id);
        assert_int_equal(store_create(store, &row, 100, existing), STORE_STORED);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, race, &won[i]);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        all += won[i];
    }
    assert_int_equal(all, TABLES * PLACES);
    store_figures figures = store_counts(store);
    assert_true(figures.commits < figures.writes); /* some were committed together */
}

/* --------------------------------------------------------------------- people */

/* All portions of it. */
static bool prune(int64_t now, int64_t guests) {
    bool done = true, more = true;

    while (done && more)
        done = store_prune(store, now, guests, &more);
    return done;
}

static void test_people(void **state) {
    store_person ann = {.id = "p1", .kind = "account", .name = "Ann O'Hara \"x\"", .created = 1},
                 bob = {.id = "p2", .kind = "account", .name = "Bob", .login = "ann"}, read;

    (void)state;
    assert_int_equal(store_put_person(store, &ann), STORE_STORED);
    snprintf(ann.login, sizeof ann.login, "ann");
    assert_int_equal(store_put_person(store, &ann), STORE_STORED);
    assert_int_equal(store_put_person(store, &bob), STORE_CONFLICT);
    assert_int_equal(store_person_by_login(store, "ann", &read), FOUND);
    assert_string_equal(read.name, ann.name);
    assert_int_equal(store_find_person(store, "p2", &read), NOT_FOUND);
    assert_true(store_put_session(store, "hash", "p1", 10, 20));
    assert_int_equal(store_session(store, "hash", 15, &read), FOUND);
    assert_int_equal(store_session(store, "hash", 25, &read), NOT_FOUND);
    assert_true(prune(19, 0));
    assert_int_equal(store_session(store, "hash", 15, &read), FOUND);
    assert_true(prune(21, 0));
    assert_int_equal(store_session(store, "hash", 15, &read), NOT_FOUND);
    assert_true(store_put_session(store, "hash", "p1", 10, 20));
    assert_true(store_end_session(store, "another", "p1"));
    assert_int_equal(store_session(store, "hash", 15, &read), FOUND);
    assert_true(store_end_session(store, "hash", "p1"));
    assert_int_equal(store_session(store, "hash", 15, &read), NOT_FOUND);
    assert_true(store_put_session(store, "hash", "p1", 10, 20));
    assert_true(store_end_sessions(store, "p1"));
    assert_int_equal(store_session(store, "hash", 15, &read), NOT_FOUND);
}

static void copy_text(void *to, const char *text) {
    snprintf(to, 64, "%s", text);
}

/* As many bots and mutes as one may have, and none more. */
static void test_bots_and_mutes_are_counted(void **state) {
    store_person bot = {.kind = "bot", .owner = "owner"};
    char other[STORE_ID_TEXT];

    (void)state;
    for (int i = 0; i <= STORE_BOTS_MOST; i++) {
        snprintf(bot.id, sizeof bot.id, "bot%d", i);
        assert_int_equal(store_put_person(store, &bot),
                         i < STORE_BOTS_MOST ? STORE_STORED : STORE_FULL);
    }
    snprintf(bot.id, sizeof bot.id, "bot0"); /* one that is there */
    assert_int_equal(store_put_person(store, &bot), STORE_STORED);
    for (int i = 0; i <= STORE_MUTES_MOST; i++) {
        snprintf(other, sizeof other, "other%d", i);
        assert_int_equal(store_mute(store, "owner", other, true),
                         i < STORE_MUTES_MOST ? STORE_STORED : STORE_FULL);
    }
    assert_int_equal(store_mute(store, "owner", "other0", true), STORE_STORED);
    assert_int_equal(store_mute(store, "owner", "other0", false), STORE_STORED);
    assert_int_equal(store_mute(store, "owner", other, true), STORE_STORED);
}

/* Each change leaves alone what the others change. */
static void test_people_change(void **state) {
    store_person cat = {.id = "p3", .kind = "guest", .name = "Cat"}, read;
    char text[64] = "";

    (void)state;
    assert_int_equal(store_put_person(store, &cat), STORE_STORED);
    assert_true(store_change_person(store, "p3", &(store_profile){.contact = "c@x"}));
    assert_int_equal(store_set_password(store, "p3", "ann", "hash"), STORE_CONFLICT);
    assert_int_equal(store_set_password(store, "p3", "cat", "hash"), STORE_STORED);
    assert_int_equal(store_set_password(store, "p3", "ann", "other"), STORE_STORED);
    assert_true(store_make_host(store, "p3"));
    assert_true(store_change_person(store, "p3",
                                    &(store_profile){.name = "Kit", .preferences = "{\"a\":1}"}));
    assert_true(store_seen(store, "p3", 77));
    assert_int_equal(store_find_person(store, "p3", &read), FOUND);
    assert_string_equal(read.name, "Kit");
    assert_string_equal(read.contact, "c@x");
    assert_string_equal(read.kind, "account");
    assert_string_equal(read.login, "cat");
    assert_string_equal(read.password, "other");
    assert_true(read.host && read.seen == 77);
    assert_true(store_preferences(store, "p3", copy_text, text));
    assert_string_equal(text, "{\"a\":1}");
    assert_int_equal(store_put_person(store, &(store_person){.id = "p3", .kind = "deleted"}),
                     STORE_STORED);
    assert_true(store_change_person(store, "p3", &(store_profile){.name = "Back"}));
    assert_int_equal(store_set_password(store, "p3", "kit", "hash"), STORE_STORED);
    assert_int_equal(store_find_person(store, "p3", &read), FOUND);
    assert_string_equal(read.name, "");
    assert_string_equal(read.kind, "deleted");
    text[0] = '\0';
    assert_true(store_preferences(store, "p3", copy_text, text));
    assert_true(store_put_practice(store, "p3", "{}", 1)); /* too late */
    assert_true(store_practice(store, "p3", copy_text, text));
    assert_string_equal(text, "");
}

/* A guest who was last seen at 50; whether he is there after those before 100 were pruned. */
static bool stays(const char *id, void (*leave_trace)(const char *id)) {
    store_person guest = {.kind = "guest", .created = 50, .seen = 50}, read;

    snprintf(guest.id, sizeof guest.id, "%s", id);
    assert_int_equal(store_put_person(store, &guest), STORE_STORED);
    assert_true(store_put_session(store, id, id, 50, 1000000));
    assert_int_equal(store_mute(store, id, "p1", true), STORE_STORED);
    assert_true(store_put_note(store, id, "t", "note", 50));
    assert_true(store_put_practice(store, id, "{}", 50));
    leave_trace(id);
    assert_true(prune(200, 100));
    bool there = store_find_person(store, id, &read) == FOUND;
    assert_int_equal(store_session(store, id, 200, &read), there ? FOUND : NOT_FOUND);
    char text[64] = "";
    assert_true(store_mutes(store, id, copy_text, text));
    assert_true(store_note(store, id, "t", copy_text, text));
    assert_int_equal(*text != '\0', there);
    *text = '\0';
    assert_true(store_practice(store, id, copy_text, text));
    assert_string_equal(text, there ? "{}" : "");
    return there;
}

static void no_trace(const char *id) {
    (void)id;
}

static void be_seen(const char *id) {
    assert_true(store_seen(store, id, 100));
}

static void own_a_bot(const char *id) {
    store_person bot = {.id = "his bot", .kind = "bot"};

    snprintf(bot.owner, sizeof bot.owner, "%s", id);
    assert_int_equal(store_put_person(store, &bot), STORE_STORED);
}

static void become_host(const char *id) {
    assert_true(store_make_host(store, id));
}

static void make_a_table(const char *id) {
    store_table_row row = row_of("of a guest");
    char existing[STORE_ID_TEXT];

    row.creator = id;
    assert_int_equal(store_create(store, &row, 100, existing), STORE_STORED);
}

static void speak(const char *id) {
    store_addition append = append_of("of a guest", 1, NULL);

    append.entry.kind = "chat";
    append.entry.person = id;
    assert_int_equal(store_append(store, &append), STORE_STORED);
}

static void sit(const char *id) {
    store_addition append = append_of("of a guest", 2, NULL);

    append.entry.person = "another";
    append.member = id;
    assert_int_equal(store_append(store, &append), STORE_STORED);
}

static void test_guests_without_a_trace_are_forgotten(void **state) {
    (void)state;
    assert_false(stays("g1", no_trace));
    assert_true(stays("g2", be_seen));
    assert_true(stays("g3", own_a_bot));
    assert_true(stays("g4", become_host));
    assert_true(stays("g5", make_a_table));
    assert_true(stays("g6", speak));
    assert_true(stays("g7", sit));
}

/* However many there are. */
static void test_all_guests_are_forgotten(void **state) {
    store_person guest = {.kind = "guest", .created = 50, .seen = 50}, read;
    int portions = 0;
    bool more = true;

    (void)state;
    for (int i = 0; i < 501; i++) {
        snprintf(guest.id, sizeof guest.id, "many%d", i);
        assert_int_equal(store_put_person(store, &guest), STORE_STORED);
    }
    for (; more; portions++)
        assert_true(store_prune(store, 200, 100, &more));
    assert_int_equal(portions, 2);
    for (int i = 0; i < 501; i++) {
        snprintf(guest.id, sizeof guest.id, "many%d", i);
        assert_int_equal(store_find_person(store, guest.id, &read), NOT_FOUND);
    }
}

static void close_table(const char *id, const char *kind, int64_t at) {
    store_table_row row = row_of(id);
    store_addition append = append_of(id, 1, NULL), end = append_of(id, 2, NULL);
    char existing[STORE_ID_TEXT];

    append.entry.kind = kind;
    append.member = "closer";
    end.entry.kind = "close";
    end.entry.at = at;
    end.status = "closed";
    assert_int_equal(store_create(store, &row, 1000, existing), STORE_STORED);
    assert_int_equal(store_append(store, &append), STORE_STORED);
    assert_int_equal(store_append(store, &end), STORE_STORED);
}

/* Only those that were closed long ago, and never began. */
static void test_closed_tables_are_removed(void **state) {
    static const char *const ids[] = {"closed long ago", "closed lately", "closed in a game"};
    bool more;

    (void)state;
    close_table(ids[0], "sit", 99);
    close_table(ids[1], "sit", 100);
    close_table(ids[2], "start", 99);
    assert_true(store_prune_tables(store, 100, &more) && !more);
    for (int i = 0; i < 3; i++) {
        seen row = {0}, entries = {0};
        assert_true(store_table(store, ids[i], see_row, &row));
        assert_true(store_entries(store, ids[i], 0, see_entry, &entries));
        assert_int_equal(row.rows, i > 0);
        assert_int_equal(entries.rows, i > 0 ? 2 : 0);
    }
    seen s = {0};
    assert_true(store_tables_of(store, "closer", "", 10, see_row, &s));
    assert_int_equal(s.rows, 2);
}

static void test_old_notices_are_forgotten(void **state) {
    store_table_row row = row_of("noticed");
    store_addition append = append_of("noticed", 1, NULL);
    char existing[STORE_ID_TEXT];
    store_notice notice;

    (void)state;
    assert_int_equal(store_create(store, &row, 100, existing), STORE_STORED);
    assert_int_equal(store_append(store, &append), STORE_STORED);
    assert_true(store_post(store, "noticed", 1, "p1", 500, "first turn"));
    assert_true(prune(600, 0));
    assert_true(store_next_notice(store, 600, &notice)); /* its turn may last */
    assert_true(store_post(store, "noticed", 5, "p1", 700, "second turn"));
    assert_true(prune(700, 0));
    assert_true(store_next_notice(store, 700, &notice));
    assert_string_equal(notice.body, "second turn");
    append.entry.seq = 2;
    append.status = "over";
    assert_int_equal(store_append(store, &append), STORE_STORED);
    assert_true(prune(800, 0));
    assert_false(store_next_notice(store, 800, &notice));
}

/* What was due by a clock that was set back is due now. */
static void test_turning_back(void **state) {
    store_table_row row = row_of("ahead");
    store_addition append = append_of("ahead", 1, NULL);
    char existing[STORE_ID_TEXT];
    seen s = {0};

    (void)state;
    append.entry.at = 1000000;
    append.due = 1003000;
    assert_int_equal(store_create(store, &row, 100, existing), STORE_STORED);
    assert_int_equal(store_append(store, &append), STORE_STORED);
    assert_true(store_turn_back(store, 999000));
    assert_true(list_due(999000, &s));
    assert_true(s.rows >= 1);
    s = (seen){0};
    assert_true(store_table(store, "ahead", see_row, &s));
    assert_int_equal(s.due, 999000);
}

static void test_presence(void **state) {
    const char people[2][STORE_ID_TEXT] = {"here", "too"};
    bool present;

    (void)state;
    assert_true(store_set_present(store, people, 2, 100));
    assert_true(store_set_present(store, people, 1, 200));
    assert_true(store_is_present(store, "here", 150, &present) && present);
    assert_true(store_is_present(store, "too", 150, &present) && !present);
    assert_true(store_is_present(store, "nobody", 150, &present) && !present);
}

static void test_what_people_keep(void **state) {
    char text[64] = "";

    (void)state;
    assert_true(store_put_note(store, "p1", "t", "one", 1));
    assert_true(store_put_note(store, "p1", "t", "two", 2));
    assert_true(store_note(store, "p1", "t", copy_text, text));
    assert_string_equal(text, "two");
    assert_int_equal(store_mute(store, "p1", "p9", true), STORE_STORED);
    assert_int_equal(store_mute(store, "p1", "p9", true), STORE_STORED);
    assert_true(store_mutes(store, "p1", copy_text, text));
    assert_string_equal(text, "p9");
    assert_true(store_put_practice(store, "p1", "{\"a\":1}", 1));
    assert_true(store_put_practice(store, "p1", "{\"b\":2}", 2));
    assert_true(store_practice(store, "p1", copy_text, text));
    assert_string_equal(text, "{\"b\":2}");
    assert_true(store_forget(store, "p1"));
    text[0] = '\0';
    assert_true(store_note(store, "p1", "t", copy_text, text));
    assert_true(store_mutes(store, "p1", copy_text, text));
    assert_true(store_practice(store, "p1", copy_text, text));
    assert_string_equal(text, "");
}

static void test_notices_are_claimed_once(void **state) {
    store_notice notice;

    (void)state;
    assert_true(store_post(store, "t", 3, "p1", 10, "body"));
    assert_true(store_post(store, "t", 3, "p1", 10, "second"));
    assert_false(store_next_notice(store, 9, &notice));
    assert_true(store_next_notice(store, 10, &notice));
    assert_string_equal(notice.body, "body");
    assert_true(store_claim(store, &notice));
    assert_false(store_claim(store, &notice));
    assert_false(store_next_notice(store, 10, &notice));
    assert_true(store_settle(store, &notice, false, 30));
    assert_true(store_next_notice(store, 30, &notice));
    assert_int_equal(notice.tries, 1);
    assert_true(store_claim(store, &notice));
    assert_true(store_settle(store, &notice, true, 0));
    assert_true(store_post(store, "t", 3, "p1", 40, "third"));
    assert_false(store_next_notice(store, 100, &notice));
}

static void test_settings_are_taken_once(void **state) {
    (void)state;
    assert_true(store_set(store, "token", "a"));
    assert_true(store_set(store, "token", "b"));
    assert_false(store_take_setting(store, "token", "a"));
    assert_true(store_take_setting(store, "token", "b"));
    assert_false(store_take_setting(store, "token", "b"));
}

/* It can be written to, and says so to all who ask at once by one probe at most. */
static void test_it_is_good(void **state) {
    uint64_t writes = store_counts(store).writes;

    (void)state;
    for (int i = 0; i < 20; i++)
        assert_true(store_good(store));
    assert_true(store_counts(store).writes <= writes + 2);
}

/* A second opening finds the schema there and everything in it. */
static void test_opening_again(void **state) {
    char reason[512];
    capu_text why = capu_text_on(reason, sizeof reason);
    store_person read;

    (void)state;
    store_main *again = store_open(address, false, &why);
    assert_non_null(again);
    assert_int_equal(store_find_person(again, "p1", &read), FOUND);
    store_close(again);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_append_compares),
        cmocka_unit_test(test_create_key_makes_one_table),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_lists_go_by_what_was_told),
        cmocka_unit_test(test_other_editions),
        cmocka_unit_test(test_due_in_portions),
        cmocka_unit_test(test_limits_are_kept_at_once),
        cmocka_unit_test(test_races),
        cmocka_unit_test(test_people),
        cmocka_unit_test(test_bots_and_mutes_are_counted),
        cmocka_unit_test(test_people_change),
        cmocka_unit_test(test_guests_without_a_trace_are_forgotten),
        cmocka_unit_test(test_all_guests_are_forgotten),
        cmocka_unit_test(test_closed_tables_are_removed),
        cmocka_unit_test(test_old_notices_are_forgotten),
        cmocka_unit_test(test_turning_back),
        cmocka_unit_test(test_presence),
        cmocka_unit_test(test_what_people_keep),
        cmocka_unit_test(test_notices_are_claimed_once),
        cmocka_unit_test(test_settings_are_taken_once),
        cmocka_unit_test(test_it_is_good),
        cmocka_unit_test(test_opening_again),
    };

    return cmocka_run_group_tests_name("store", tests, open_store, close_store);
}
