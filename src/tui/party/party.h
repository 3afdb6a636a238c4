/* A party is a game as the screens see it, whether it is played here against bots or on a server.
 * Everything shown comes from a view and a story, never from a whole position. */
#ifndef CAPU_TUI_PARTY_H
#define CAPU_TUI_PARTY_H

#include <jansson.h>

#include "host/words.h"
#include "tui/party/keep.h"

enum { PARTY_NAME = 40, NOTICE = 768, PARTY_PAGE = 4096 };

typedef struct tui_party tui_party;

typedef enum tui_undoing {
    UNDO_DONE,
    UNDO_NOTHING, /* there is nothing to take back */
    UNDO_ASKS,    /* something was revealed, or others have acted: does the player insist? */
    UNDO_FAILED,  /* `why` says why */
} tui_undoing;

typedef struct tui_party_kind {
    /* Works for some milliseconds, or waits that long (-1: for ever) for news or a key. */
    void (*run)(tui_party *party, int ms);
    /* Acts for the player's seat; false, with a whole sentence, if refused. The result may come
     * later. */
    bool (*act)(tui_party *party, capu_action action, capu_text *why);
    tui_undoing (*undo)(tui_party *party, bool insist, capu_text *why);
    /* Writes the record to a file. */
    bool (*save)(tui_party *party, const char *path, capu_text *why);
    /* Chats, answers a request to take back, takes the seat back from a bot. NULL if there are no
     * other people. */
    void (*say)(tui_party *party, const char *text);
    void (*answer)(tui_party *party, bool agree);
    void (*come_back)(tui_party *party);
    void (*close)(tui_party *party);
    /* The game itself, once it is over, to be reviewed. It answers NULL if the game is not here
     * yet, and is NULL if it never is. */
    const struct host_match *(*match)(const tui_party *party);
} tui_party_kind;

/* A line of chat, and how long the story was before it. */
typedef struct tui_remark {
    char *name, *text;
    int after;
} tui_remark;

struct tui_party {
    const tui_party_kind *kind;
    int language;
    const capu_game *game;
    int players, seat; /* or CAPU_SPECTATOR */
    char names[CAPU_MAX_PLAYERS][PARTY_NAME];
    bool away[CAPU_MAX_PLAYERS]; /* a bot plays for them */
    bool gone[CAPU_MAX_PLAYERS]; /* they are not connected to the table now */
    bool begun;                  /* there is a view */
    capu_state view;
    json_t
        *story; /* moves [seat,"action"], and events {"id":…} behind the moves that led to them */
    tui_remark *remarks;
    int remark_count;
    int games;                     /* goes up when another game takes the place of this one */
    int changes;                   /* goes up whenever something must be drawn again */
    int thinking;                  /* the seat whose bot is thinking, or -1 */
    int asker;                     /* the seat that asks to take back, or -1 */
    bool sending;                  /* our action is on its way: there is nothing to choose */
    bool barred;                   /* taking back needs the others' consent; ask the player first */
    bool taking_back;              /* forced steps wait now; cleared if the others are not asked */
    bool clocked;                  /* there are clocks: */
    double left[CAPU_MAX_PLAYERS]; /* ms on each clock when it last stopped */
    double since[CAPU_MAX_PLAYERS]; /* when it started, by our own time; 0: it is stopped */
    const char *trouble;            /* id of a text about connection trouble, or NULL */
    char link[256];                 /* where others find this table, or "" */
    char notice[NOTICE];            /* something to say once */
    char heading[128];              /* of the page: */
    char page[PARTY_PAGE];          /* what to read before the party goes on, or "" */
    char unkept[NOTICE];            /* why the game is not on the disk, or "" */
    char leaving[NOTICE];           /* what to say when it is left, where no game is kept; or "" */
    char record[KEEP_PATH];         /* the file that has its record, or "" */
    char file[KEEP_PATH];           /* where it is kept, if the player named the file; else "" */
    char seed[CAPU_SEED_TEXT];      /* of the deal, where it is known; or "" */
    bool hints;                     /* the player may ask for hints */
    int pause; /* ms to wait after a bot's action, if the player only watches */
};

/* --------------------------------------------------------- played here: local.c */

typedef struct tui_local_setup {
    const capu_game *game;
    int players, seat; /* the player's, or CAPU_SPECTATOR */
    capu_options options;
    uint8_t seed[CAPU_SEED_BYTES];
    const capu_bot *bots[CAPU_MAX_PLAYERS];
    const char *name; /* the player's */
    const char *path; /* where to keep the game; NULL: in the folder for games */
} tui_local_setup;

/* A new game; NULL after a failure, with a sentence in `why`. */
tui_party *tui_local_new(const tui_local_setup *setup, int language, capu_text *why);
/* Continues a kept game. The file says who plays; if it does not, `setup` does. */
tui_party *tui_local_open(const char *path, const tui_local_setup *setup, int language,
                          capu_text *why);

/* ------------------------------------------------------- on a server: online.c */

struct tui_net;
/* The table with that id. The caller keeps the connection. `link` (may be "") is where others find
 * the table. */
tui_party *tui_online_open(struct tui_net *net, const char *table, const char *link, int language);

/* The beginning and end that all parties share. */
void tui_party_begin(tui_party *party, const tui_party_kind *kind, int language);
void tui_party_free(tui_party *party);
void tui_party_close(tui_party *party);
/* Writes the record to a new file, and appends what happened to `said`. Returns whether it was
 * written. */
bool tui_party_copy(tui_party *party, const char *path, capu_text *said);
/* The names in the form that host_telling needs; `list` has room for all. */
host_telling tui_party_telling(const tui_party *party, const char *list[CAPU_MAX_PLAYERS]);
void tui_party_remark(tui_party *party, const char *name, const char *text, int after);

#endif
