/* What the files of Capital Lux 2's opponent share. */
#ifndef CAPU_LUX_OPPONENT_H
#define CAPU_LUX_OPPONENT_H

#include "bots/net.h"
#include "games/capital-lux-2/lux.h"

/* What an owner's city, bonus cards and gold promise, in sixteenths of a point. `own`: its hand
 * may be looked at. */
int lux_owner_value(const lux *s, int owner, bool own, const int *w);

/* A hand with the cards that were chosen in the draft. */
uint64_t lux_hand_with_choice(const lux *s, int seat);

/* inputs.c */
extern const bots_describing lux_inputs;

/* traits.c */
extern const bots_acting lux_acting;

#endif
