/* A hint: a search over the own view, in slices. */
#ifndef CAPU_TUI_ADVISER_H
#define CAPU_TUI_ADVISER_H

#include "tui/party.h"

enum { ADVISED = 5 };

typedef struct capu_adviser {
    void *memory; /* NULL: nobody has asked */
    capu_search *search;
    double end;
} capu_adviser;

/* Why no hint is given to somebody with so many choices: a sentence, or NULL. A server's table may
 * forbid hints. */
const char *capu_adviser_refusal(const capu_party *party, int choices);
void capu_adviser_begin(capu_adviser *adviser, const capu_state *view, int seat);
/* Thinks for some milliseconds; true when it has thought long enough. */
bool capu_adviser_run(capu_adviser *adviser);
/* The best actions, the best first; how many. */
int capu_adviser_give(const capu_adviser *adviser, capu_advice out[ADVISED]);
void capu_adviser_end(capu_adviser *adviser);

#endif
