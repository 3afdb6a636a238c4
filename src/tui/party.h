/* A game as the screens see it, whether it is played here against bots or on a server. What is
 * shown comes from a view and a history, never from a whole position. */
#ifndef CAPU_TUI_PARTY_H
#define CAPU_TUI_PARTY_H

#include <jansson.h>

#include "host/words.h"
#include "tui/keep.h"

enum { PARTY_NAME = 40, NOTICE = 768 };

/* The opponent that nobody has chosen otherwise. */
#define CAPU_USUAL_BOT "club"

typedef struct capu_party capu_party;

typedef enum capu_undoing {
    UNDO_DONE,
    UNDO_NOTHING, /* there is nothing to take back */
    UNDO_ASKS,    /* something was shown, or others have acted: insist? */
    UNDO_FAILED,  /* `why` says */
} capu_undoing;

typedef struct capu_party_kind {
    /* Does what there is to do, for some milliseconds, or waits so long (-1: for ever) for news or
     * a key. */
    void (*run)(capu_party *party, int ms);
    /* Acts for the own seat; false with a whole sentence. What comes of it may come later. */
    bool (*act)(capu_party *party, capu_action action, capu_text *why);
    capu_undoing (*undo)(capu_party *party, bool insist, capu_text *why);
    /* Writes the record to a file. */
    bool (*save)(capu_party *party, const char *path, capu_text *why);
    /* Talks, answers who asks to take back, takes a seat back: NULL where there is nobody. */
    void (*say)(capu_party *party, const char *text);
    void (*answer)(capu_party *party, bool agree);
    void (*come_back)(capu_party *party);
    void (*close)(capu_party *party);
} capu_party_kind;

/* A line of talk, and how much of the history was there before it. */
typedef struct capu_remark {
    char *name, *text;
    int after;
} capu_remark;

struct capu_party {
    const capu_party_kind *kind;
    int language;
    const capu_game *game;
    int players, seat; /* or CAPU_SPECTATOR */
    char names[CAPU_MAX_PLAYERS][PARTY_NAME];
    bool away[CAPU_MAX_PLAYERS];
    bool begun; /* there is a view */
    capu_state view;
    json_t *history; /* [[seat,"action"],…] */
    capu_remark *remarks;
    int remark_count;
    int changes;                    /* goes up with everything that is to be drawn */
    int thinking;                   /* the seat whose bot thinks, or -1 */
    int asker;                      /* the seat that asks to take back, or -1 */
    bool sending;                   /* the own action is on its way: there is nothing to choose */
    bool barred;                    /* taking back needs the others' consent: ask for it? */
    bool taking_back;               /* nothing goes by itself now; cleared if they are not asked */
    bool clocked;                   /* there are clocks: */
    double left[CAPU_MAX_PLAYERS];  /* ms on each when it was last stopped */
    double since[CAPU_MAX_PLAYERS]; /* when it began to run, by our own clock; 0: it does not */
    const char *trouble;            /* id of a text about the connection, or NULL */
    char link[256];                 /* where others find this table, or "" */
    char notice[NOTICE];            /* something to tell once */
    char unkept[NOTICE];            /* why the game is not on the disk, or "" */
    char file[KEEP_PATH];           /* where it is kept, if the person has named the file; or "" */
    char seed[CAPU_SEED_TEXT];      /* of the deal, where it is known; or "" */
    bool hints;                     /* the search may be asked what it thinks */
    int pause;                      /* ms that a bot's action stays for who only watches */
};

/* --------------------------------------------------------- played here: local.c */

typedef struct capu_local_setup {
    const capu_game *game;
    int players, seat; /* the person's, or CAPU_SPECTATOR */
    capu_options options;
    uint8_t seed[CAPU_SEED_BYTES];
    const capu_bot *bots[CAPU_MAX_PLAYERS];
    const char *name; /* the person's */
    const char *path; /* where the game is kept; NULL: in the folder for games */
} capu_local_setup;

/* A new game; NULL with a sentence. */
capu_party *capu_local_new(const capu_local_setup *setup, int language, capu_text *why);
/* A game that was kept. Who plays is in the file; else it is as `setup` says. */
capu_party *capu_local_open(const char *path, const capu_local_setup *setup, int language,
                            capu_text *why);

/* ------------------------------------------------------- on a server: online.c */

struct capu_net;
/* The table with that id. The connection stays the caller's. `link` (may be "") is where others
 * find it. */
capu_party *capu_online_open(struct capu_net *net, const char *table, const char *link,
                             int language);

/* What every party begins and ends with. */
void capu_party_begin(capu_party *party, const capu_party_kind *kind, int language);
void capu_party_free(capu_party *party);
void capu_party_close(capu_party *party);
/* Writes the record to a new file, and says what came of it; whether it was written. */
bool capu_party_copy(capu_party *party, const char *path, capu_text *said);
/* The names as a telling wants them; `list` has room for all. */
capu_telling capu_party_telling(const capu_party *party, const char *list[CAPU_MAX_PLAYERS]);
void capu_party_remark(capu_party *party, const char *name, const char *text, int after);

#endif
