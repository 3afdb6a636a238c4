/* Caprice's actions as numbers. */
#include "games/caprice/caprice.h"

/* A block moves to another place (CPR-8). */
static int rank_move(capu_action action) {
    int from = action >> 3 & 7, to = action & 7;

    return from * (CAPRICE_PLACES - 1) + to - (to > from);
}

static capu_action unrank_move(int rank) {
    int from = rank / (CAPRICE_PLACES - 1), to = rank % (CAPRICE_PLACES - 1);

    return CAPRICE_ACTION(0, from, to + (to >= from));
}

enum {
    PLACES = CAPRICE_KINDS * CAPRICE_PLACES,
    MOVES = CAPRICE_PLACES * (CAPRICE_PLACES - 1),
    ORDERS = 256,

    FIRST_PLACE = 2,
    FIRST_MOVE = FIRST_PLACE + PLACES,
    FIRST_STAY = FIRST_MOVE + MOVES,
    FIRST_ORDER = FIRST_STAY + 1,
};
_Static_assert(FIRST_ORDER + ORDERS == CAPRICE_SPACE, "the space of actions");

const engine_span caprice_spans[CAPRICE_VERBS] = {
    [CAPRICE_KEEP] = {.first = 0, .count = 1},
    [CAPRICE_EXCHANGE] = {.first = 1, .count = 1},
    [CAPRICE_PLACE_BLOCK] = {FIRST_PLACE, PLACES,
                             .words = {{3, 3, 0, CAPRICE_KINDS}, {0, 3, 0, CAPRICE_PLACES}}},
    [CAPRICE_MOVE_BLOCK] = {FIRST_MOVE, MOVES, .rank = rank_move, .unrank = unrank_move},
    [CAPRICE_STAY] = {.first = FIRST_STAY, .count = 1},
    [CAPRICE_ORDER] = {FIRST_ORDER, ORDERS, .words = {{4, 4, 0, 16}, {0, 4, 0, 16}}},
};
