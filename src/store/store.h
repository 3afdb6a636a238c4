/* Where everything is kept: tables with their logs, people, notes, notices. Behind it is SQLite or
 * PostgreSQL (sql.h). Nothing outside src/store/ can tell which, except through store_shared.
 *
 * Reads run at once, on one of a few connections. One thread collects the writes of all threads and
 * commits them together. A writer returns when its change is on disk. A write that fails changes
 * nothing, and store_problem says why. */
#ifndef CAPU_STORE_H
#define CAPU_STORE_H

#include "store/sql.h"

enum { STORE_ID_TEXT = 24, STORE_NAME_TEXT = 128 };

typedef struct store_main store_main;

/* Opens "sqlite:FILE" or "postgres://…" and upgrades its schema. NULL after a failure, with a
 * sentence in `why`. If only one server can use the store, `serving` keeps other servers out. The
 * schema is never changed while another server runs on such a store. */
store_main *store_open(const char *address, bool serving, capu_text *why);
void store_close(store_main *store);
/* Whether the store exists. Opening makes a new one if it does not. */
bool store_exists(const char *address);
/* Whether other processes may write to it too. */
bool store_shared(const store_main *store);
/* Calls `heard` whenever another node has changed something. The message is one of these:
 *   ID     the table with this id has new entries;
 *   !ID    the entries of this table were rewritten;
 *   @ID    the profile, sessions or mutes of this person have changed;
 *   NULL   anything may have changed: at the beginning, and when messages may have been missed. */
void store_listen(store_main *store, void (*heard)(void *to, const char *what), void *to);
/* After this, `heard` is no longer called. */
void store_stop_listening(store_main *store);
/* Copies the whole store into a new file. */
bool store_backup(store_main *store, const char *path, capu_text *why);
/* Replaces a store that no server uses with such a copy. `aside` gets the name of the file in which
 * the old store is kept, "" if there was none. false, with a sentence: nothing was changed. */
bool store_restore(const char *address, const char *path, char *aside, size_t size, capu_text *why);

/* Why the last failed write or read failed; whether the last write failed. */
void store_problem(store_main *store, capu_text *why);
bool store_failing(const store_main *store);
/* Whether the store can be written to now. Tries it out, unless it did so within the last second.
 * Takes at most 3 seconds; a store that needs longer counts as failing. */
bool store_good(store_main *store);
typedef struct store_figures {
    uint64_t commits, writes, failures, commit_microseconds;
} store_figures;
store_figures store_counts(const store_main *store);

/* A piece of work on a connection. It may run again after a lost connection, so it must begin by
 * resetting its results. */
typedef bool store_work(store_sql *sql, void *job);
bool store_read(store_main *store, store_work *work, void *job);
/* `order`: the writes of a batch are sorted by it, so that two nodes lock in the same order. `bell`
 * (may be NULL) is the message that other nodes get, as in store_listen. */
bool store_write(store_main *store, const char *order, const char *bell, store_work *work,
                 void *job);

/* ----------------------------------------------------------------- tables */

/* A table as it was created, and its present status. Texts belong to whoever fills in the row; a
 * reader's texts live only during the callback. */
typedef struct store_table_row {
    const char *id, *game;
    int64_t rules;
    const char *creator;
    const char *setup;  /* JSON */
    const char *secret; /* the server's part of the seed; nobody may see it before the end */
    bool listed;
    const char *create_key; /* or NULL; a second table with the same key is not made */
    const char *status;     /* open, running, over, closed */
    int64_t seq;
    int64_t due;    /* when the server should look at it; 0: never */
    int64_t actors; /* seats that must act, as bits; -1: unknown, look at the table */
    const char *summary;
    int64_t created, changed;
    int64_t told; /* when something public last happened */
} store_table_row;

/* One line of a table's log. */
typedef struct store_entry {
    int64_t seq, at;
    const char *kind;
    const char *person; /* "" for the server itself */
    int seat;           /* -1: none */
    const char *idem;   /* the Idempotency-Key, or NULL */
    const char *data;   /* JSON */
} store_entry;

/* STORE_FULL: there are already as many as allowed. */
typedef enum store_stored { STORE_STORED, STORE_CONFLICT, STORE_FULL, STORE_FAILED } store_stored;

/* A table is frozen if its edition of the game is not this program's. Frozen tables that are not
 * over or closed are never listed, due or counted, and the server never writes to them on its
 * own. */

/* Stores a new table. STORE_CONFLICT: there is one with this create_key, and `existing` gets
 * its id. STORE_FULL: its creator already has `limit` tables that are not over. */
store_stored store_create(store_main *store, const store_table_row *row, int64_t limit,
                          char existing[STORE_ID_TEXT]);
/* Appends one entry, but only if the log has exactly entry->seq - 1 entries. So a writer who has
 * read these knows every idem in the log. The table's row gets the new status, due and summary.
 * `member` (may be NULL) is added or removed. */
typedef struct store_addition {
    const char *table;
    store_entry entry;
    const char *status;
    const char *summary; /* NULL: as it was */
    int64_t due, actors;
    int64_t told; /* 0: as it was */
    const char *member;
    bool remove_member;
} store_addition;
store_stored store_append(store_main *store, const store_addition *append);

typedef void store_row_reader(void *to, const store_table_row *row);
typedef void store_entry_reader(void *to, const store_entry *entry);
bool store_table(store_main *store, const char *id, store_row_reader *reader, void *to);
bool store_entries(store_main *store, const char *id, int64_t after, store_entry_reader *reader,
                   void *to);
/* Public tables with a status, of one game or of all (""), whose summary is LIKE `summary`. The
 * table with the latest public news comes first. */
typedef struct store_listing {
    const char *status, *game, *summary;
    int64_t limit;
} store_listing;
bool store_listed(store_main *store, const store_listing *listing, store_row_reader *reader,
                  void *to);
/* All tables, the most recently changed first. */
bool store_all_tables(store_main *store, int64_t limit, store_row_reader *reader, void *to);
/* Tables of a person in the same order, with one status or any (""). */
bool store_tables_of(store_main *store, const char *person, const char *status, int64_t limit,
                     store_row_reader *reader, void *to);
/* Tables that are due, in portions. `after` and `after_id` are the last table of the portion
 * before, 0 and "" at first. store_set_due changes the time of a table if nothing was appended
 * to it meanwhile. store_turn_back is for a clock that was set back: it makes tables due now
 * if they changed at a time that is now in the future. */
typedef struct store_due_table {
    int64_t now, after;
    const char *after_id;
    int64_t limit;
} store_due_table;
bool store_find_due(store_main *store, const store_due_table *due, store_row_reader *reader,
                    void *to);
bool store_set_due(store_main *store, const char *id, int64_t seq, int64_t due);
bool store_turn_back(store_main *store, int64_t now);
/* How many tables of each status there are. */
bool store_count_tables(store_main *store, int64_t *open, int64_t *running, int64_t *over);
/* Removes a portion of the tables that were closed before that time and never began, as
 * store_prune does. */
bool store_prune_tables(store_main *store, int64_t closed, bool *more);
/* What a person has said, as (table, JSON of the entry). store_wipe removes it, and the name,
 * from the logs. */
typedef void store_note_reader(void *to, const char *table, const char *text);
bool store_said(store_main *store, const char *person, store_note_reader *reader, void *to);
bool store_wipe(store_main *store, const char *person);
/* Replaces a table's line in lists. Other nodes then read its log again. */
bool store_set_summary(store_main *store, const char *id, const char *summary);

/* ----------------------------------------------------------------- people */

typedef struct store_person {
    char id[STORE_ID_TEXT];
    char kind[12]; /* guest, account, bot, deleted */
    char name[STORE_NAME_TEXT];
    char login[STORE_NAME_TEXT]; /* "": none */
    char password[160];          /* argon2id's text, "": none */
    char owner[STORE_ID_TEXT];   /* of a bot */
    bool host;
    char language[16];
    char contact[256]; /* where notices go, "": nowhere */
    int64_t created, seen;
} store_person;

typedef void store_person_reader(void *to, const store_person *person);
enum { STORE_BOTS_MOST = 20, STORE_MUTES_MOST = 500 }; /* of one person */
/* Stores a person, new or changed. STORE_CONFLICT: another person has this login.
 * STORE_FULL: it is a bot, and its owner already has as many bots as allowed. */
store_stored store_put_person(store_main *store, const store_person *person);
/* Changes those members of an existing person that are not NULL. The functions below change their
 * own columns only, so two requests at once cannot undo each other. */
typedef struct store_profile {
    const char *name, *language, *contact;
    const char *preferences; /* JSON that clients keep here */
} store_profile;
bool store_change_person(store_main *store, const char *id, const store_profile *profile);
/* Turns a person into an account with this login. A login that they have already stays. */
store_stored store_set_password(store_main *store, const char *id, const char *login,
                                const char *password);
bool store_make_host(store_main *store, const char *id);
/* Notes that somebody was here. */
bool store_seen(store_main *store, const char *id, int64_t now);
typedef enum store_found { FOUND, NOT_FOUND, FIND_FAILED } store_found;
store_found store_find_person(store_main *store, const char *id, store_person *person);
store_found store_person_by_login(store_main *store, const char *login, store_person *person);
bool store_people(store_main *store, int64_t limit, store_person_reader *reader, void *to);
bool store_bots_of(store_main *store, const char *owner, store_person_reader *reader, void *to);
bool store_has_host(store_main *store, bool *has);

/* Sessions are stored by a hash of the client's token. */
bool store_put_session(store_main *store, const char *hash, const char *person, int64_t now,
                       int64_t expires);
store_found store_session(store_main *store, const char *hash, int64_t now, store_person *person);
bool store_end_session(store_main *store, const char *hash, const char *person);
bool store_end_sessions(store_main *store, const char *person);
/* Removes what nobody needs any more: expired sessions, notices of turns that are over, and guests
 * who were last seen before `guests` and have left no trace. Such a guest never sat, spoke, or made
 * anything. Removes one portion, since others wait meanwhile; `more`: call it again. */
bool store_prune(store_main *store, int64_t now, int64_t guests, bool *more);

/* STORE_FULL: the person already mutes as many as allowed. */
store_stored store_mute(store_main *store, const char *person, const char *other, bool muted);
typedef void store_text_reader(void *to, const char *text);
bool store_mutes(store_main *store, const char *person, store_text_reader *reader, void *to);
/* The preferences, if there are any. */
bool store_preferences(store_main *store, const char *person, store_text_reader *reader, void *to);

bool store_put_note(store_main *store, const char *person, const char *table, const char *note,
                    int64_t now);
bool store_note(store_main *store, const char *person, const char *table, store_text_reader *reader,
                void *to);
bool store_notes(store_main *store, const char *person, store_note_reader *reader, void *to);
/* Progress in practice: JSON, as host/practice.h has it. */
bool store_put_practice(store_main *store, const char *person, const char *done, int64_t now);
/* It, if there is any. */
bool store_practice(store_main *store, const char *person, store_text_reader *reader, void *to);
/* Removes notes, mutes, progress and notices of a person. */
bool store_forget(store_main *store, const char *person);

/* ---------------------------------------------------------------- the rest */

/* Notes that people are connected, until a time. And whether a person is connected to any node. */
bool store_set_present(store_main *store, const char (*people)[STORE_ID_TEXT], int count,
                       int64_t until);
bool store_is_present(store_main *store, const char *person, int64_t now, bool *present);

/* Notices: one for each person and turn. A notice is claimed before it is sent, so that it is never
 * sent twice. A notice that could not be sent is put back. */
bool store_post(store_main *store, const char *table, int64_t turn, const char *person, int64_t now,
                const char *body);
typedef struct store_notice {
    char table[STORE_ID_TEXT], person[STORE_ID_TEXT];
    int64_t turn, tries;
    char body[2048];
} store_notice;
/* Finds a notice that is due; false if there is none. */
bool store_next_notice(store_main *store, int64_t now, store_notice *notice);
/* Claims it; false if another node was faster. */
bool store_claim(store_main *store, const store_notice *notice);
/* Notes whether it was sent; `next`: when to try again, 0: never. */
bool store_settle(store_main *store, const store_notice *notice, bool sent, int64_t next);

bool store_setting(store_main *store, const char *name, capu_text *value);
bool store_set(store_main *store, const char *name, const char *value);
/* Likewise, but an existing value stays. */
bool store_keep_setting(store_main *store, const char *name, const char *value);
/* Removes a setting if it has this value; false if it has not. So a value can be used only once: by
 * the caller who removes it. */
bool store_take_setting(store_main *store, const char *name, const char *value);

#endif
