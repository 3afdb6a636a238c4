/* A table: the state that results from its log. Nothing here knows HTTP or the store.
 *
 * The log is the truth. To fold an entry is to bring the table up to date with it. Every node folds
 * every entry in the same way, also after a restart, so all nodes come to the same table. Times
 * come from the entries.
 *
 * A viewer is a seat, or the spectator. The table counts versions for each viewer separately. An
 * entry that changes nothing a viewer may see, such as a hidden bid, does not count for that
 * viewer. So not even the version tells that it was made. */
#ifndef CAPU_SERVER_TABLE_H
#define CAPU_SERVER_TABLE_H

#include <jansson.h>

#include "host/match.h"
#include "host/seal.h"
#include "host/write.h"
#include "store/store.h"

enum {
    VIEWERS = CAPU_MAX_PLAYERS + 1, /* seats, then the spectator */
    CHAT_KEPT = 50,
    CHAT_TEXT = 500, /* bytes of one line */
    HAPPENINGS_KEPT = 50,
    HASH_TEXT = HOST_HASH_TEXT,
    LONG_LOG = 10000,  /* after so many entries, only those that a game needs are accepted */
    SHARES = 8,        /* nobody may write more than this fraction of what is free: 1/8 */
    OPEN_DAYS = 14,    /* a table that waits for people longer than this is closed */
    GRACE = 60000,     /* ms on the clock of a person who comes back, at least, the first time */
    BOT_GRACE = 3000,  /* ms after which another node may make a bot's overdue move */
    AT_ONCE_MOST = 32, /* actions in one entry */
};

typedef enum server_table_status {
    TABLE_OPEN,
    TABLE_RUNNING,
    TABLE_OVER,
    TABLE_CLOSED,
    /* The engine no longer has its rules: the table can be read but not played. Entries that need
     * no rules are still folded: who sits where, chat. */
    TABLE_FROZEN,
} server_table_status;

typedef enum server_seat_kind { SEAT_OPEN, SEAT_INVITED, SEAT_PERSON, SEAT_BOT } server_seat_kind;

typedef struct server_seat {
    server_seat_kind kind;
    char person[STORE_ID_TEXT], name[STORE_NAME_TEXT];
    char invite[STORE_ID_TEXT]; /* the secret of the invitation */
    char kept[STORE_ID_TEXT];   /* the person it is reserved for, or "" */
    char mix[HASH_TEXT];        /* the person's own randomness for the seed */
    const capu_bot *bot;        /* of a bot's seat */
    bool away;                  /* a bot plays for the person */
    int64_t bank;               /* ms left on the clock when it was last stopped */
    int64_t since;              /* when the others began to wait for it; 0: nobody waits */
    int64_t turn;               /* the entry since which the others wait for it */
    bool decides;               /* it must decide now, whether a person or a bot plays it */
    int reached;                /* how many moves there were when its last turn ended */
    bool spared;                /* it has been given GRACE */
} server_seat;

typedef enum server_pace_kind { PACE_NONE, PACE_LIVE, PACE_DAYS } server_pace_kind;
typedef struct server_pace {
    server_pace_kind kind;
    int64_t bank, increment; /* ms; with PACE_DAYS every turn has the whole bank */
} server_pace;

typedef struct server_chat_line {
    int64_t at;
    char person[STORE_ID_TEXT], name[STORE_NAME_TEXT];
    char *text;
} server_chat_line;

/* A bot plays for somebody from now on, or they are back. Not of the game, but told beside it. */
typedef struct server_happening {
    int64_t at;
    int count; /* moves that were in everybody's history then */
    int seat;
    bool back;
    char why[8]; /* a bot plays: "left", "time", "gone"; or "" */
} server_happening;

/* The people whose chat a person does not want to read. */
typedef struct server_mutes {
    char (*people)[STORE_ID_TEXT];
    int count;
} server_mutes;
bool server_is_muted(const server_mutes *mutes, const char *person);

/* The answer that a request got; kept in case it is repeated. */
typedef struct server_answer {
    uint64_t idem; /* a hash of its key */
    int32_t version;
    uint8_t actors;
    bool over;
} server_answer;

/* How many entries a person has written that the game could do without. */
typedef struct server_share {
    uint64_t person; /* as a hash */
    int spent;
} server_share;

/* Something that happens at a table, before the log has it. Actions must be legal one after the
 * other; their text follows from them. */
typedef struct server_deed {
    const char *kind;
    const char *person;                /* "" for the server itself */
    int seat;                          /* -1: none */
    const char *idem;                  /* the Idempotency-Key, or NULL */
    json_t *data;                      /* NULL: none, and always of an "act" */
    capu_action actions[AT_ONCE_MOST]; /* of an "act" */
    int count;                         /* how many of them */
    const char *member;                /* added to the table's members, or removed; NULL: nobody */
    bool remove_member;
} server_deed;

/* What an entry changed, which is what its event says. */
typedef struct server_news {
    int begin, end;            /* moves that become known now */
    capu_state from;           /* the position before these, if there are any */
    bool asked;                /* a request to take back began or ended */
    uint32_t seen;             /* viewers for whom anything changed, as bits */
    capu_state views[VIEWERS]; /* what each of them sees now, once the game has begun */
} server_news;
/* Whether it changed anything for a spectator, and so for everybody. */
static inline bool server_is_told(const server_news *news) {
    return news->seen >> (VIEWERS - 1) & 1;
}

typedef struct server_table {
    char id[STORE_ID_TEXT], creator[STORE_ID_TEXT];
    char game_name[32];
    int64_t rules, created;
    char secret[HASH_TEXT], commitment[HASH_TEXT];
    bool listed, fixed_order;
    bool sealed_order; /* the order of seats was drawn with the secret */
    server_pace pace;
    const capu_bot *level; /* the bot that plays for people who are away */
    int players;
    capu_options options;
    char *setup;     /* its JSON */
    int hints;       /* whether hints are allowed; -1: the default */
    const char *was; /* a frozen table: its status before */
    char *result;    /* JSON of its result, if it was over, or NULL */

    server_table_status status;
    server_seat seats[CAPU_MAX_PLAYERS];
    host_match match; /* once the game has started */
    int told;         /* moves that are in everybody's history */
    capu_state known; /* the position after these */
    int64_t seq, at;  /* of the last entry */
    char next[STORE_ID_TEXT];

    int asker;    /* seat that asks to take back, or -1 */
    int ask_to;   /* the first move that would go */
    bool ask_own; /* only its own moves would, since the others do not know them yet */
    uint32_t ask_of, agreed;
    int ender;                   /* seat that asks to end the game */
    uint32_t end_of, end_agreed; /* who must agree, and who has; nobody: it is not asked */

    int32_t version[VIEWERS], start_version;
    uint64_t seen[VIEWERS];
    server_chat_line *chat; /* the last CHAT_KEPT lines at most */
    int chat_count;
    server_happening happenings[HAPPENINGS_KEPT]; /* the last of them */
    int happening_count;
    server_answer *answers;
    int answer_count, answer_room;
    server_share *shares;
    int share_count;
} server_table;

/* Whether the engine has this edition of a game. */
bool server_is_edition(const char *game, int64_t rules);
/* An empty table from its row; TABLE_FROZEN if its rules are not this engine's. */
void server_table_begin(server_table *table, const store_table_row *row);
void server_table_free(server_table *table);
/* Folds the next entry, of which `deed` is what it says, or NULL: then its text is read. false: it
 * cannot follow the entries before it, and the table is unusable. */
bool server_table_fold(server_table *table, const store_entry *entry, const server_deed *deed,
                       server_news *news);

/* Seats that must decide now, as bits. */
uint32_t server_table_actors(const server_table *table);
/* Seats that must agree to the request to take back, as bits. */
uint32_t server_table_asked(const server_table *table);
/* Whether a step is due that is made by itself; then which. */
bool server_table_silent(const server_table *table, capu_move *step);
/* The seat of a person, or CAPU_SPECTATOR. */
int server_table_seat_of(const server_table *table, const char *person);
static inline int server_viewer(int seat) {
    return seat < 0 ? VIEWERS - 1 : seat;
}
/* Whether the server decides for the seat. */
bool server_seat_is_played(const server_seat *seat);
const capu_bot *server_seat_bot(const server_table *table, int seat);
/* How many seats people have; whether all seats are taken; whether clocks run at all. */
int server_table_people(const server_table *table);
bool server_table_full(const server_table *table);
/* Whether players may get hints. By default they may if all other seats are bots. */
bool server_table_hints(const server_table *table);
bool server_table_has_clocks(const server_table *table);
/* When the seat's time is up; 0: never. */
int64_t server_seat_deadline(const server_table *table, int seat);
/* Whether somebody who comes back to the seat would be out of time at once. */
bool server_seat_is_late(const server_table *table, int seat);
/* When a table that waits for people is closed; 0: it does not wait. */
int64_t server_table_expiry(const server_table *table);
/* When the server should next look at the table; 0: only when something happens. `notice_after`:
 * how long a player keeps others waiting before a notice; 0: there are no notices. */
int64_t server_table_due(const server_table *table, int64_t now, int64_t notice_after);
/* The record so far. */
capu_record server_table_record(const server_table *table);
/* What a person is answered after an entry. And the earlier answer to a request with this key, or
 * NULL. */
server_answer server_table_answer(const server_table *table, const char *person);
const server_answer *server_table_answered(const server_table *table, const char *idem);
/* How many entries the person has written that the game could do without. */
int server_table_spent(const server_table *table, const char *person);
/* A hash of an Idempotency-Key; it differs between processes. */
uint64_t server_hash_key(const char *key);
/* A hash of a text. It is weak: strangers can find two texts with the same hash. */
uint64_t server_hash_text(const char *text);

/* The seed of the game, from the server's secret and each seat's own randomness. */
void server_table_seed(const server_table *table, uint8_t seed[CAPU_SEED_BYTES]);

/* Its status; of a frozen table, its status before. */
server_table_status server_table_was(const server_table *table);
/* Stops a table whose log does not fold. */
void server_table_freeze(server_table *table);

extern const char *const server_status_names[], *const server_pace_names[],
                                                    *const server_seat_names[];

/* ---------------------------------------------------- as JSON, for a viewer */

/* Members about the table that everybody may know, seats included. */
void server_table_json(const server_table *table, host_json *json);
/* A line for lists. */
void server_table_summary(const server_table *table, host_json *json);
/* Members with everything a viewer may know: the table, its view, history, chat. `now` is the time
 * for reading the clocks. The time of the last entry might reveal a hidden entry. */
void server_table_snapshot(const server_table *table, int seat, int64_t now,
                           const server_mutes *mutes, host_json *json);
/* What one entry changed for a viewer. The table is as it was just after that entry. */
void server_table_update(const server_table *table, const store_entry *entry,
                         const server_news *news, int seat, bool muted, host_json *json);
/* The position as the seat may know it, and as the bytes that the engine has. */
void server_table_view_json(const server_table *table, int seat, host_json *json, const char *key);
void server_table_bytes_json(const server_table *table, int seat, host_json *json);
void server_table_history_json(const server_table *table, int seat, host_json *json,
                               const char *key);
/* What a seat can do now; nothing if it has nothing to decide. */
void server_table_legal_json(const server_table *table, int seat, host_json *json, const char *key);
/* The record, with the seal that proves the deal. Only for a game that is over. */
void server_table_record_json(const server_table *table, host_json *json);
void server_actors_json(uint32_t actors, host_json *json);

#endif
