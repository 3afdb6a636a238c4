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

#include "host/match.h"
#include "host/seal.h"
#include "host/write.h"
#include "store/store.h"

enum {
    VIEWERS = CAPU_MAX_PLAYERS + 1, /* seats, then the spectator */
    CHAT_KEPT = 50,
    CHAT_TEXT = 500, /* bytes of one line */
    HASH_TEXT = CAPU_HASH_TEXT,
    LONG_LOG = 10000, /* after so many entries, only those that a game needs are accepted */
    SHARES = 8,       /* nobody may write more than this fraction of what is free: 1/8 */
    OPEN_DAYS = 14,   /* a table that waits for people longer than this is closed */
    GRACE = 60000,    /* ms on the clock of a person who comes back, at least, the first time */
    BOT_GRACE = 3000, /* ms after which another node may make a bot's overdue move */
};

/* The bot that plays for people who are away, unless the table has another. */
#define DEFAULT_LEVEL "club"

typedef enum capu_table_status {
    TABLE_OPEN,
    TABLE_RUNNING,
    TABLE_OVER,
    TABLE_CLOSED,
    /* The engine no longer has its rules: the table can be read but not played. Entries that need
     * no rules are still folded: who sits where, chat. */
    TABLE_FROZEN,
} capu_table_status;

typedef enum capu_seat_kind { SEAT_OPEN, SEAT_INVITED, SEAT_PERSON, SEAT_BOT } capu_seat_kind;

typedef struct capu_seat {
    capu_seat_kind kind;
    char person[CAPU_ID_TEXT], name[CAPU_NAME_TEXT];
    char invite[CAPU_ID_TEXT]; /* the secret of the invitation */
    char kept[CAPU_ID_TEXT];   /* the person it is reserved for, or "" */
    char mix[HASH_TEXT];       /* the person's own randomness for the seed */
    const capu_bot *bot;       /* of a bot's seat */
    bool away;                 /* a bot plays for the person */
    int64_t bank;              /* ms left on the clock when it was last stopped */
    int64_t since;             /* when the others began to wait for it; 0: nobody waits */
    int64_t turn;              /* the entry since which the others wait for it */
    bool decides;              /* it must decide now, whether a person or a bot plays it */
    int reached;               /* how many moves there were when its last turn ended */
    bool spared;               /* it has been given GRACE */
} capu_seat;

typedef enum capu_pace_kind { PACE_NONE, PACE_LIVE, PACE_DAYS } capu_pace_kind;
typedef struct capu_pace {
    capu_pace_kind kind;
    int64_t bank, increment; /* ms; with PACE_DAYS every turn has the whole bank */
} capu_pace;

typedef struct capu_chat_line {
    int64_t at;
    char person[CAPU_ID_TEXT], name[CAPU_NAME_TEXT];
    char *text;
} capu_chat_line;

/* The people whose chat a person does not want to read. */
typedef struct capu_mutes {
    char (*people)[CAPU_ID_TEXT];
    int count;
} capu_mutes;
bool capu_is_muted(const capu_mutes *mutes, const char *person);

/* The answer that a request got, in case it is repeated. */
typedef struct capu_answer {
    uint64_t idem;
    int32_t version;
    uint8_t actors;
    bool over;
} capu_answer;

/* How many entries a person has written that the game could do without. */
typedef struct capu_share {
    uint64_t person; /* as a hash */
    int spent;
} capu_share;

/* What an entry changed, which is what its event says. */
typedef struct capu_news {
    int begin, end; /* moves that become known now */
    bool sealed;    /* these are ordered by seat */
    bool asked;     /* a request to take back began or ended */
    uint32_t seen;  /* viewers for whom anything changed, as bits */
} capu_news;
/* Whether it changed anything for a spectator, and so for everybody. */
static inline bool capu_is_told(const capu_news *news) {
    return news->seen >> (VIEWERS - 1) & 1;
}

typedef struct capu_table {
    char id[CAPU_ID_TEXT], creator[CAPU_ID_TEXT];
    char game_name[32];
    int64_t rules, created;
    char secret[HASH_TEXT], commitment[HASH_TEXT];
    bool listed, fixed_order;
    bool sealed_order; /* the order of seats was drawn with the secret */
    capu_pace pace;
    const capu_bot *level; /* the bot that plays for people who are away */
    int players;
    capu_options options;
    char *setup;     /* its JSON */
    int hints;       /* whether hints are allowed; -1: the default */
    const char *was; /* a frozen table: its status before */
    char *result;    /* JSON of its result, if it was over, or NULL */

    capu_table_status status;
    capu_seat seats[CAPU_MAX_PLAYERS];
    capu_match match; /* once the game has started */
    int told;         /* moves that are in everybody's history */
    int64_t seq, at;  /* of the last entry */
    char next[CAPU_ID_TEXT];

    int asker;    /* seat that asks to take back, or -1 */
    int ask_to;   /* the first move that would go */
    bool ask_own; /* only its own moves would, since the others do not know them yet */
    uint32_t ask_of, agreed;

    int32_t version[VIEWERS], start_version;
    uint64_t seen[VIEWERS];
    capu_chat_line *chat; /* the last CHAT_KEPT lines at most */
    int chat_count;
    capu_answer *answers;
    int answer_count, answer_room;
    capu_share *shares;
    int share_count;
} capu_table;

/* Whether the engine has this edition of a game. */
bool capu_is_edition(const char *game, int64_t rules);
/* An empty table from its row; TABLE_FROZEN if its rules are not this engine's. */
void capu_table_begin(capu_table *table, const capu_table_row *row);
void capu_table_free(capu_table *table);
/* Folds the next entry. false: it cannot follow the entries before it, and the table is unusable.
 */
bool capu_table_fold(capu_table *table, const capu_entry *entry, capu_news *news);

/* Seats that must decide now, as bits. */
uint32_t capu_table_actors(const capu_table *table);
/* Seats that must agree to the request to take back, as bits. */
uint32_t capu_table_asked(const capu_table *table);
/* The seat of a person, or CAPU_SPECTATOR. */
int capu_table_seat_of(const capu_table *table, const char *person);
static inline int capu_viewer(int seat) {
    return seat < 0 ? VIEWERS - 1 : seat;
}
/* Whether the server decides for the seat. */
bool capu_seat_is_played(const capu_seat *seat);
const capu_bot *capu_seat_bot(const capu_table *table, int seat);
/* How many seats people have; whether all seats are taken; whether clocks run at all. */
int capu_table_people(const capu_table *table);
bool capu_table_full(const capu_table *table);
/* Whether players may get hints. By default they may if all other seats are bots. */
bool capu_table_hints(const capu_table *table);
bool capu_table_has_clocks(const capu_table *table);
/* When the seat's time is up; 0: never. */
int64_t capu_seat_deadline(const capu_table *table, int seat);
/* Whether somebody who comes back to the seat would be out of time at once. */
bool capu_seat_is_late(const capu_table *table, int seat);
/* When a table that waits for people is closed; 0: it does not wait. */
int64_t capu_table_expiry(const capu_table *table);
/* When the server should next look at the table; 0: only when something happens. `notice_after`:
 * how long a player keeps others waiting before a notice; 0: there are no notices. */
int64_t capu_table_due(const capu_table *table, int64_t now, int64_t notice_after);
/* The record so far. */
capu_record capu_table_record(const capu_table *table);
/* The earlier answer to a request with this key, or NULL. */
const capu_answer *capu_table_answer(const capu_table *table, const char *idem);
/* How many entries the person has written that the game could do without. */
int capu_table_spent(const capu_table *table, const char *person);
/* A hash of an Idempotency-Key; it differs between processes. */
uint64_t capu_hash_key(const char *key);
/* A hash of a text. It is weak: strangers can find two texts with the same hash. */
uint64_t capu_hash_text(const char *text);

/* The seed of the game, from the server's secret and each seat's own randomness. */
void capu_table_seed(const capu_table *table, uint8_t seed[CAPU_SEED_BYTES]);

/* Its status; of a frozen table, its status before. */
capu_table_status capu_table_was(const capu_table *table);
/* Stops a table whose log does not fold. */
void capu_table_freeze(capu_table *table);

extern const char *const capu_status_names[], *const capu_pace_names[], *const capu_seat_names[];

/* ---------------------------------------------------- as JSON, for a viewer */

/* Members about the table that everybody may know, seats included. */
void capu_table_json(const capu_table *table, capu_json *json);
/* A line for lists. */
void capu_table_summary(const capu_table *table, capu_json *json);
/* Everything a viewer may know: the table, its view, history, chat. `now` is the time for reading
 * the clocks. The time of the last entry might reveal a hidden entry. */
void capu_table_snapshot(const capu_table *table, int seat, int64_t now, const capu_mutes *mutes,
                         capu_json *json);
/* What one entry changed for a viewer. */
void capu_table_update(const capu_table *table, const capu_entry *entry, const capu_news *news,
                       int seat, bool muted, capu_json *json);
/* The position as the seat may know it. */
void capu_table_view_json(const capu_table *table, int seat, capu_json *json, const char *key);
void capu_table_history_json(const capu_table *table, int seat, capu_json *json, const char *key);
/* The record, with the seal that proves the deal. Only for a game that is over. */
void capu_table_record_json(const capu_table *table, capu_json *json);
void capu_actors_json(uint32_t actors, capu_json *json);

#endif
