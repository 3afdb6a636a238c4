/* Where games are kept: one file a game, in $XDG_DATA_HOME/capucine. */
#ifndef CAPU_TUI_KEEP_H
#define CAPU_TUI_KEEP_H

#include <time.h>

#include "capucine.h"

enum { KEEP_PATH = 512, KEEP_MOST = 64 };

/* A file of that name in the folder, which is made if need be; false: there is no such place. */
bool capu_keep_path(const char *name, char path[KEEP_PATH]);
/* A name that no other game has. */
bool capu_keep_new(const capu_game *game, char path[KEEP_PATH]);

/* Whether a file is one of the folder. */
bool capu_keep_has(const char *path);

/* The game is ours until the descriptor is closed; -1: another program plays it (EWOULDBLOCK), or
 * it cannot be locked. */
int capu_keep_lock(const char *path);
/* Gives it back. */
void capu_keep_unlock(const char *path, int lock);

/* A game in the folder. */
typedef struct capu_kept {
    char path[KEEP_PATH];
    const capu_game *game; /* NULL: the record cannot be read */
    int players, count;
    time_t at;
} capu_kept;
/* The games that are not over and that nobody plays, the newest first, and records that cannot be
 * read; how many. */
int capu_keep_list(capu_kept *out, int most);
/* The newest of them that can be gone on with, or NULL. */
const capu_kept *capu_keep_last(const capu_kept *list, int count);

#endif
