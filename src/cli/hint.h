/* What a search thinks of a position. */
#ifndef CAPU_CLI_HINT_H
#define CAPU_CLI_HINT_H

#include "capucine.h"

/* Thinks for that long on every processor. Returns how many hints it has, the best first. */
enum { CLI_HINTS = 5 };
int cli_find_hints(const capu_state *view, int seat, int ms, capu_advice hints[CLI_HINTS]);

/* Appends a hint as JSON, at most CLI_HINT_TEXT bytes. */
enum { CLI_HINT_TEXT = 1024 };
void cli_hint_json(const capu_state *view, int seat, const capu_advice *a, capu_text *out);

#endif
