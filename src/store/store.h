/* Where everything is kept: tables with their logs, people, notes, notices. Behind it is SQLite or
 * PostgreSQL (sql.h). Nothing outside src/store/ can tell which, except through capu_store_shared.
 *
 * Reads run at once, on one of a few connections. One thread collects the writes of all threads and
 * commits them together. A writer returns when its change is on disk. A write that fails changes
 * nothing, and capu_store_problem says why. */
#ifndef CAPU_STORE_H
#define CAPU_STORE_H

#include "store/sql.h"

enum { CAPU_ID_TEXT = 24, CAPU_NAME_TEXT = 128 };

typedef struct capu_store capu_store;

/* Opens "sqlite:FILE" or "postgres://…" and upgrades its schema. NULL after a failure, with a
 * sentence in `why`. If only one server can use the store, `serving` keeps other servers out. The
 * schema is never changed while another server runs on such a store. */
capu_store *capu_store_open(const char *address, bool serving, capu_text *why);
void capu_store_close(capu_store *store);
/* Whether the store exists. Opening makes a new one if it does not. */
bool capu_store_exists(const char *address);
/* Whether other processes may write to it too. */
bool capu_store_shared(const capu_store *store);
/* Calls `heard` whenever another node has changed something. The message is one of these:
 *   ID     the table with this id has new entries;
 *   !ID    the entries of this table were rewritten;
 *   @ID    the profile, sessions or mutes of this person have changed;
 *   NULL   anything may have changed: at the beginning, and when messages may have been missed. */
void capu_store_listen(capu_store *store, void (*heard)(void *to, const char *what), void *to);
/* After this, `heard` is no longer called. */
void capu_store_stop_listening(capu_store *store);
/* Copies the whole store into a new file. */
bool capu_store_backup(capu_store *store, const char *path, capu_text *why);
/* Replaces a store that no server uses with such a copy. `aside` gets the name of the file in which
 * the old store is kept, "" if there was none. false, with a sentence: nothing was changed. */
bool capu_store_restore(const char *address, const char *path, char *aside, size_t size,
                        capu_text *why);

/* Why the last failed write or read failed; whether the last write failed. */
void capu_store_problem(capu_store *store, capu_text *why);
bool capu_store_failing(const capu_store *store);
/* Whether the store can be written to now. Tries it out, unless it did so within the last second.
 * Takes at most 3 seconds; a store that needs longer counts as failing. */
bool capu_store_good(capu_store *store);
typedef struct capu_store_figures {
    uint64_t commits, writes, failures, commit_microseconds;
} capu_store_figures;
capu_store_figures capu_store_counts(const capu_store *store);

/* A piece of work on a connection. It may run again after a lost connection, so it must begin by
 * resetting its results. */
typedef bool capu_work(capu_sql *sql, void *job);
bool capu_store_read(capu_store *store, capu_work *work, void *job);
/* `order`: the writes of a batch are sorted by it, so that two nodes lock in the same order. `bell`
 * (may be NULL) is the message that other nodes get, as in capu_store_listen. */
bool capu_store_write(capu_store *store, const char *order, const char *bell, capu_work *work,
                      void *job);

/* ----------------------------------------------------------------- tables */

/* A table as it was created, and its present status. Texts belong to whoever fills in the row; a
 * reader's texts live only during the callback. */
typedef struct capu_table_row {
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
} capu_table_row;

/* One line of a table's log. */
typedef struct capu_entry {
    int64_t seq, at;
    const char *kind;
    const char *person; /* "" for the server itself */
    int seat;           /* -1: none */
    const char *idem;   /* the Idempotency-Key, or NULL */
    const char *data;   /* JSON */
} capu_entry;

/* CAPU_STORE_FULL: there are already as many as allowed. */
typedef enum capu_stored {
    CAPU_STORED,
    CAPU_STORE_CONFLICT,
    CAPU_STORE_FULL,
    CAPU_STORE_FAILED
} capu_stored;

/* A table is frozen if its edition of the game is not this program's. Frozen tables that are not
 * over or closed are never listed, due or counted, and the server never writes to them on its
 * own. */

/* Stores a new table. CAPU_STORE_CONFLICT: there is one with this create_key, and `existing` gets
 * its id. CAPU_STORE_FULL: its creator already has `limit` tables that are not over. */
capu_stored capu_store_create(capu_store *store, const capu_table_row *row, int64_t limit,
                              char existing[CAPU_ID_TEXT]);
/* Appends one entry, but only if the log has exactly entry->seq - 1 entries. So a writer who has
 * read these knows every idem in the log. The table's row gets the new status, due and summary.
 * `member` (may be NULL) is added or removed. */
typedef struct capu_append {
    const char *table;
    capu_entry entry;
    const char *status;
    const char *summary; /* NULL: as it was */
    int64_t due, actors;
    int64_t told; /* 0: as it was */
    const char *member;
    bool remove_member;
} capu_append;
capu_stored capu_store_append(capu_store *store, const capu_append *append);

typedef void capu_row_reader(void *to, const capu_table_row *row);
typedef void capu_entry_reader(void *to, const capu_entry *entry);
bool capu_store_table(capu_store *store, const char *id, capu_row_reader *reader, void *to);
bool capu_store_entries(capu_store *store, const char *id, int64_t after, capu_entry_reader *reader,
                        void *to);
/* Public tables with a status, of one game or of all (""), whose summary is LIKE `summary`. The
 * table with the latest public news comes first. */
typedef struct capu_listing {
    const char *status, *game, *summary;
    int64_t limit;
} capu_listing;
bool capu_store_listed(capu_store *store, const capu_listing *listing, capu_row_reader *reader,
                       void *to);
/* All tables, the most recently changed first. */
bool capu_store_all_tables(capu_store *store, int64_t limit, capu_row_reader *reader, void *to);
/* Tables of a person in the same order, with one status or any (""). */
bool capu_store_tables_of(capu_store *store, const char *person, const char *status, int64_t limit,
                          capu_row_reader *reader, void *to);
/* Tables that are due, in portions. `after` and `after_id` are the last table of the portion
 * before, 0 and "" at first. capu_store_set_due changes the time of a table if nothing was appended
 * to it meanwhile. capu_store_turn_back is for a clock that was set back: it makes tables due now
 * if they changed at a time that is now in the future. */
typedef struct capu_due {
    int64_t now, after;
    const char *after_id;
    int64_t limit;
} capu_due;
bool capu_store_due(capu_store *store, const capu_due *due, capu_row_reader *reader, void *to);
bool capu_store_set_due(capu_store *store, const char *id, int64_t seq, int64_t due);
bool capu_store_turn_back(capu_store *store, int64_t now);
/* How many tables of each status there are. */
bool capu_store_count_tables(capu_store *store, int64_t *open, int64_t *running, int64_t *over);
/* Removes a portion of the tables that were closed before that time and never began, as
 * capu_store_prune does. */
bool capu_store_prune_tables(capu_store *store, int64_t closed, bool *more);
/* What a person has said, as (table, JSON of the entry). capu_store_wipe removes it, and the name,
 * from the logs. */
typedef void capu_note_reader(void *to, const char *table, const char *text);
bool capu_store_said(capu_store *store, const char *person, capu_note_reader *reader, void *to);
bool capu_store_wipe(capu_store *store, const char *person);
/* Replaces a table's line in lists. Other nodes then read its log again. */
bool capu_store_set_summary(capu_store *store, const char *id, const char *summary);

/* ----------------------------------------------------------------- people */

typedef struct capu_person {
    char id[CAPU_ID_TEXT];
    char kind[12]; /* guest, account, bot, deleted */
    char name[CAPU_NAME_TEXT];
    char login[CAPU_NAME_TEXT]; /* "": none */
    char password[160];         /* argon2id's text, "": none */
    char owner[CAPU_ID_TEXT];   /* of a bot */
    bool host;
    char language[16];
    char contact[256]; /* where notices go, "": nowhere */
    int64_t created, seen;
} capu_person;

typedef void capu_person_reader(void *to, const capu_person *person);
enum { CAPU_BOTS_MOST = 20, CAPU_MUTES_MOST = 500 }; /* of one person */
/* Stores a person, new or changed. CAPU_STORE_CONFLICT: another person has this login.
 * CAPU_STORE_FULL: it is a bot, and its owner already has as many bots as allowed. */
capu_stored capu_store_put_person(capu_store *store, const capu_person *person);
/* Changes those members of an existing person that are not NULL. The functions below change their
 * own columns only, so two requests at once cannot undo each other. */
typedef struct capu_profile {
    const char *name, *language, *contact;
    const char *preferences; /* JSON that clients keep here */
} capu_profile;
bool capu_store_change_person(capu_store *store, const char *id, const capu_profile *profile);
/* Turns a person into an account with this login. A login that they have already stays. */
capu_stored capu_store_set_password(capu_store *store, const char *id, const char *login,
                                    const char *password);
bool capu_store_make_host(capu_store *store, const char *id);
/* Notes that somebody was here. */
bool capu_store_seen(capu_store *store, const char *id, int64_t now);
typedef enum capu_found { FOUND, NOT_FOUND, FIND_FAILED } capu_found;
capu_found capu_store_person(capu_store *store, const char *id, capu_person *person);
capu_found capu_store_person_by_login(capu_store *store, const char *login, capu_person *person);
bool capu_store_people(capu_store *store, int64_t limit, capu_person_reader *reader, void *to);
bool capu_store_bots_of(capu_store *store, const char *owner, capu_person_reader *reader, void *to);
bool capu_store_has_host(capu_store *store, bool *has);

/* Sessions are stored by a hash of the client's token. */
bool capu_store_put_session(capu_store *store, const char *hash, const char *person, int64_t now,
                            int64_t expires);
capu_found capu_store_session(capu_store *store, const char *hash, int64_t now,
                              capu_person *person);
bool capu_store_end_session(capu_store *store, const char *hash, const char *person);
bool capu_store_end_sessions(capu_store *store, const char *person);
/* Removes what nobody needs any more: expired sessions, notices of turns that are over, and guests
 * who were last seen before `guests` and have left no trace. Such a guest never sat, spoke, or made
 * anything. Removes one portion, since others wait meanwhile; `more`: call it again. */
bool capu_store_prune(capu_store *store, int64_t now, int64_t guests, bool *more);

/* CAPU_STORE_FULL: the person already mutes as many as allowed. */
capu_stored capu_store_mute(capu_store *store, const char *person, const char *other, bool muted);
typedef void capu_text_reader(void *to, const char *text);
bool capu_store_mutes(capu_store *store, const char *person, capu_text_reader *reader, void *to);
/* The preferences, if there are any. */
bool capu_store_preferences(capu_store *store, const char *person, capu_text_reader *reader,
                            void *to);

bool capu_store_put_note(capu_store *store, const char *person, const char *table, const char *note,
                         int64_t now);
bool capu_store_note(capu_store *store, const char *person, const char *table,
                     capu_text_reader *reader, void *to);
bool capu_store_notes(capu_store *store, const char *person, capu_note_reader *reader, void *to);
/* Removes notes, mutes and notices of a person. */
bool capu_store_forget(capu_store *store, const char *person);

/* ---------------------------------------------------------------- the rest */

/* Notes that people are connected, until a time. And whether a person is connected to any node. */
bool capu_store_set_present(capu_store *store, const char (*people)[CAPU_ID_TEXT], int count,
                            int64_t until);
bool capu_store_is_present(capu_store *store, const char *person, int64_t now, bool *present);

/* Notices: one for each person and turn. A notice is claimed before it is sent, so that it is never
 * sent twice. A notice that could not be sent is put back. */
bool capu_store_post(capu_store *store, const char *table, int64_t turn, const char *person,
                     int64_t now, const char *body);
typedef struct capu_notice {
    char table[CAPU_ID_TEXT], person[CAPU_ID_TEXT];
    int64_t turn, tries;
    char body[2048];
} capu_notice;
/* Finds a notice that is due; false if there is none. */
bool capu_store_next_notice(capu_store *store, int64_t now, capu_notice *notice);
/* Claims it; false if another node was faster. */
bool capu_store_claim(capu_store *store, const capu_notice *notice);
/* Notes whether it was sent; `next`: when to try again, 0: never. */
bool capu_store_settle(capu_store *store, const capu_notice *notice, bool sent, int64_t next);

bool capu_store_setting(capu_store *store, const char *name, capu_text *value);
bool capu_store_set(capu_store *store, const char *name, const char *value);
/* Likewise, but an existing value stays. */
bool capu_store_keep_setting(capu_store *store, const char *name, const char *value);
/* Removes a setting if it has this value; false if it has not. So a value can be used only once: by
 * the caller who removes it. */
bool capu_store_take_setting(capu_store *store, const char *name, const char *value);

#endif
