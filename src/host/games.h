/* The list of games as JSON, for the command line, the referee and the server. */
#ifndef CAPU_HOST_GAMES_H
#define CAPU_HOST_GAMES_H

#include "host/write.h"

/* Appends "[{"name","players","rules","options"},…]" to a text that grows. With `more`, also the
 * title, what is reconstructed, and the action that is made by itself. */
void host_games_json(capu_text *text, bool more);
/* Writes a member "options" with all options of a game, as they are here. */
void host_options_json(host_json *json, const capu_game *game, const capu_options *options);

#endif
