/* Gives hints: a search from the player's own view, in slices. */
#ifndef CAPU_TUI_ADVISER_H
#define CAPU_TUI_ADVISER_H

#include "tui/party/party.h"

enum { ADVISED = 5 };

typedef struct tui_adviser {
    void *memory; /* NULL: no hint was asked for */
    capu_search *search;
    double end;
} tui_adviser;

/* Why a player with that many choices gets no hint: a sentence, or NULL if they may have one. A
 * table on a server may forbid hints. */
const char *tui_adviser_refusal(const tui_party *party, int choices);
void tui_adviser_begin(tui_adviser *adviser, const capu_state *view, int seat);
/* Thinks for some milliseconds; true once it has thought long enough. */
bool tui_adviser_run(tui_adviser *adviser);
/* The best actions, the best first. Returns how many. */
int tui_adviser_give(const tui_adviser *adviser, capu_advice out[ADVISED]);
void tui_adviser_end(tui_adviser *adviser);

#endif
