/* Practice as a party: one position after the other. The player decides, reads what the decision is
 * worth, and goes on to the next. Progress is kept in the folder for games. */
#ifndef CAPU_TUI_PRACTICE_H
#define CAPU_TUI_PRACTICE_H

#include "host/practice.h"
#include "tui/party/party.h"

/* Which positions. A member may be NULL: then all of them. */
typedef struct tui_practice {
    const capu_game *game;
    const char *theme;
    const char *id; /* begins with this position */
    bool today;     /* begins with that of the day */
} tui_practice;

/* Whether there are such positions. */
bool tui_practice_exists(const tui_practice *from);
/* Opens practice; NULL: there are no such positions. */
tui_party *tui_practice_open(const tui_practice *from, const char *name, int language);

/* How much of a game somebody has done: positions, how many were answered, and how many are due. */
typedef struct tui_practised {
    int all, answered, due;
} tui_practised;
tui_practised tui_practice_count(const tui_practice *from);

#endif
