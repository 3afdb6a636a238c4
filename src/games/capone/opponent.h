/* What the files of Capone's opponent share. */
#ifndef CAPU_CAPONE_OPPONENT_H
#define CAPU_CAPONE_OPPONENT_H

#include "bots/net.h"
#include "games/capone/capone.h"

/* How many steps what each seat has is worth, by the weights; and how many the first has to go. */
int capone_wealth(const capone *s, const int *w, float wealth[CAPONE_PLAYERS]);

/* A seat's place at the table: what it may know of cards, and what others could do. */
typedef struct capone_table {
    const capone *s;
    int seat, payout;
    const capone_seat *own;
    int8_t unseen[CAPONE_KINDS]; /* copies that others may hold */
    int unseen_cards;            /* all of them */
    int opposing_cards;          /* in the hands of others */
    int illegal_cards;           /* own */
    int rivals;                  /* others with cards, */
    uint8_t strength[8]; /* and the most that each of them could put on a space, descending */
    int loss;            /* the chance that a stake is sent away, in thousandths */
    int hits;            /* assassins that may come, in thousandths */
    int at_home;         /* what a five is worth there, in tenths */
} capone_table;
capone_table capone_table_of(const capone *s, int seat);
/* What using a card so brings; and what it would be worth to play it later, if that is its worth
 * now. In hundredths of five thousand dollars. */
int capone_worth_of_use(const capone_table *t, int card, int place, int x);
int capone_worth_of_holding(const capone_table *t, int card, int worth);
/* What it brings to put this force where one is to be put. */
int capone_worth_of_put(const capone_table *t, capone_force force);

/* inputs.c */
extern const bots_describing capone_inputs;

/* traits.c */
extern const bots_acting capone_acting;

#endif
