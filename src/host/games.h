/* The list of games as JSON, for the command line, the referee and the server. */
#ifndef CAPU_HOST_GAMES_H
#define CAPU_HOST_GAMES_H

#include "capucine.h"

/* Appends "[{"name","players","rules","options"},…]" to a text that grows. With `more`, also the
 * title, what is reconstructed, and the action that is made by itself. */
void host_games_json(capu_text *text, bool more);

#endif
