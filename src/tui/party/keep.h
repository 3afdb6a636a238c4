/* Where games are kept: one file for each game, in the folder $XDG_DATA_HOME/capucine. */
#ifndef CAPU_TUI_KEEP_H
#define CAPU_TUI_KEEP_H

#include <time.h>

#include "capucine.h"

enum { KEEP_PATH = 512, KEEP_MOST = 64 };

/* The path of a file in the folder, which is made if it does not exist. false: there is no such
 * folder. */
bool tui_keep_path(const char *name, char path[KEEP_PATH]);
/* A name that no other game has. */
bool tui_keep_new(const capu_game *game, char path[KEEP_PATH]);

/* Whether a file is in the folder. */
bool tui_keep_has(const char *path);

/* Locks a game until the descriptor is closed. -1: another program plays it (EWOULDBLOCK), or it
 * cannot be locked. */
int tui_keep_lock(const char *path);
/* Unlocks it. */
void tui_keep_unlock(const char *path, int lock);

/* A game in the folder. */
typedef struct tui_kept {
    char path[KEEP_PATH];
    const capu_game *game; /* NULL: the record cannot be read */
    int players, count;
    time_t at;
} tui_kept;
/* Games that are not over and that nobody is playing, the newest first; also records that cannot be
 * read. Returns how many. */
int tui_keep_list(tui_kept *out, int most);
/* Whether a game of this kind was played to its end. */
bool tui_keep_finished(const capu_game *game);
/* The newest of them that can be continued, or NULL. */
const tui_kept *tui_keep_last(const tui_kept *list, int count);

#endif
