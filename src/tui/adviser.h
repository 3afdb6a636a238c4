/* Gives hints: a search from the player's own view, in slices. */
#ifndef CAPU_TUI_ADVISER_H
#define CAPU_TUI_ADVISER_H

#include "tui/party.h"

enum { ADVISED = 5 };

typedef struct capu_adviser {
    void *memory; /* NULL: no hint was asked for */
    capu_search *search;
    double end;
} capu_adviser;

/* Why a player with that many choices gets no hint: a sentence, or NULL if they may have one. A
 * table on a server may forbid hints. */
const char *capu_adviser_refusal(const capu_party *party, int choices);
void capu_adviser_begin(capu_adviser *adviser, const capu_state *view, int seat);
/* Thinks for some milliseconds; true once it has thought long enough. */
bool capu_adviser_run(capu_adviser *adviser);
/* The best actions, the best first. Returns how many. */
int capu_adviser_give(const capu_adviser *adviser, capu_advice out[ADVISED]);
void capu_adviser_end(capu_adviser *adviser);

#endif
