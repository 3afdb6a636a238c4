/* A game line by line, for scripts, screen readers, and where no terminal can be drawn on. */
#ifndef CAPU_CLI_LINES_H
#define CAPU_CLI_LINES_H

#include "host/match.h"

typedef struct capu_lines {
    capu_match match;
    const capu_bot *bots[CAPU_MAX_PLAYERS];
    int seat; /* the person's, or CAPU_SPECTATOR */
    const char *name;
    int language;
    const char *path;    /* where the game is kept, or NULL */
    bool letters, signs; /* what may be printed beside ASCII: letters with accents; all else */
} capu_lines;

/* Plays until the end of the game or of the input. The match stays the caller's. */
void capu_lines_play(capu_lines *lines);

#endif
