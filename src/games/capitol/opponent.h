/* What the files of Capitol's opponent share. */
#ifndef CAPU_CAPITOL_OPPONENT_H
#define CAPU_CAPITOL_OPPONENT_H

#include "bots/net.h"
#include "games/capitol/capitol.h"

/* How good a position is for a seat by the weights, in hundredths of a point. */
int capitol_seat_value(const capu_state *state, int seat, const int *w);

/* What is still ahead of a seat. */
typedef struct capitol_outlook {
    const capitol *s;
    const int *w;
    int seat;
    int scorings; /* still to come */
    int reached;  /* by what is placed from now on */
    int draws;    /* still to begin */
    int gain[16]; /* of a building, by kind, in its best area */
} capitol_outlook;
capitol_outlook capitol_look_ahead(const capitol *s, int seat, const int *w);
/* What an area brings with this standing, in as many scorings. */
int capitol_area_value(const capitol_outlook *o, int area, capitol_standing standing, int scorings);
/* What a building of that height would gain there, if the area brings `before` now. */
int capitol_gain_by_building(const capitol_outlook *o, int area, int height, int before);
/* How much the tile would bring in an area, over what the area brings now. */
int capitol_tile_gain(const capitol_outlook *o, int area);
/* The area where it brings most; -1: there is none. */
int capitol_best_tile_area(const capitol_outlook *o, int *gain);

/* inputs.c */
extern const bots_describing capitol_inputs;

/* traits.c */
extern const bots_acting capitol_acting;
/* Another seat bids in the same auction: what its tile would gain stays. */
void capitol_look_at_bidder(const capu_state *state, int seat, const int *w, bots_facts *facts);
/* One more card of the own bid; the other facts of an auction stay. */
void capitol_note_bid(bots_facts *facts, capu_action action);

#endif
