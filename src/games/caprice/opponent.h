/* What the files of Caprice's opponent share. */
#ifndef CAPU_CAPRICE_OPPONENT_H
#define CAPU_CAPRICE_OPPONENT_H

#include "bots/net.h"
#include "games/caprice/caprice.h"

/* inputs.c */
extern const bots_describing caprice_inputs;

/* traits.c */
extern const bots_acting caprice_acting;

#endif
