/* Capitol's actions as numbers. */
#include "games/capitol/capitol.h"

/* Fields of an action, and the parts of a card in it. */
enum { CARD = 12, VALUE = CARD + 3, BUILDING = 4, HEIGHT = BUILDING + 1 };

static int rank_card(capu_action action) {
    return capitol_kind_of(capitol_card(action));
}

static capu_action unrank_card(int rank) {
    return CAPITOL_ACTION(0, capitol_kinds[rank], 0, 0);
}

/* CTL-10, CTL-11: a building goes to an area of its card's colour, and is no taller than an area
 * has squares. */
enum { BUILDINGS = CAPITOL_SQUARES * CAPITOL_SHAPES, LOWEST = 1 * CAPITOL_SHAPES };

static int rank_permit(capu_action action) {
    int card = capitol_card(action), colour = (card & 7) - CAPITOL_BLUE_BIT;
    int rank = (card >> 3) * CAPITOL_COLOURS + colour;

    rank = rank * BUILDINGS + capitol_building(action) - LOWEST;
    return rank * CAPITOL_AREAS_EACH + capitol_place(action) % CAPITOL_AREAS_EACH;
}

static capu_action unrank_permit(int rank) {
    int permit = rank / (BUILDINGS * CAPITOL_AREAS_EACH), colour = permit % CAPITOL_COLOURS;
    int card = permit / CAPITOL_COLOURS * 8 + CAPITOL_BLUE_BIT + colour;
    int building = rank / CAPITOL_AREAS_EACH % BUILDINGS + LOWEST;

    return CAPITOL_ACTION(0, card, building,
                          colour * CAPITOL_AREAS_EACH + rank % CAPITOL_AREAS_EACH);
}

enum {
    VALUES = 8,
    ROOF_VALUES = 7, /* there is no 8 */
    HEIGHTS = CAPITOL_FLOORS,
    PUTS = HEIGHTS + 1, /* and a new work */
    ROOFS = ROOF_VALUES * HEIGHTS * CAPITOL_SHAPES,
    PERMITS = VALUES * CAPITOL_COLOURS * BUILDINGS * CAPITOL_AREAS_EACH,

    FIRST_PUT = VALUES,
    FIRST_ROOF = FIRST_PUT + PUTS,
    FIRST_PERMIT = FIRST_ROOF + ROOFS,
    FIRST_NULL = FIRST_PERMIT + PERMITS,
    FIRST_PASS = FIRST_NULL + CAPITOL_CARD_KINDS,
    FIRST_BID = FIRST_PASS + 1,
    FIRST_STOP = FIRST_BID + CAPITOL_CARD_KINDS,
    FIRST_TILE = FIRST_STOP + 1,
    FIRST_DRAW = FIRST_TILE + 3 * CAPITOL_AREAS,
};
_Static_assert(FIRST_DRAW + CAPITOL_DECKS == CAPITOL_SPACE, "the space of actions");

#define TILE(n)                                                                                    \
    {                                                                                              \
        FIRST_TILE + (n)*CAPITOL_AREAS, CAPITOL_AREAS, .words = { {0, 4, 0, CAPITOL_AREAS} }       \
    }

const engine_span capitol_spans[CAPITOL_VERBS] = {
    [CAPITOL_FLOOR_CARD] = {0, VALUES, .fixed = CAPITOL_ACTION(0, CAPITOL_FLOOR_BIT, 0, 0),
                            .words = {{VALUE, 3, 0, VALUES}}},
    [CAPITOL_PUT_FLOOR] = {FIRST_PUT, PUTS, .words = {{HEIGHT, 7, 0, PUTS}}},
    [CAPITOL_ROOF_CARD] = {FIRST_ROOF, ROOFS,
                           .words = {{VALUE, 3, 1, ROOF_VALUES},
                                     {BUILDING, 8, LOWEST, HEIGHTS *CAPITOL_SHAPES}}},
    [CAPITOL_PERMIT] = {FIRST_PERMIT, PERMITS, .rank = rank_permit, .unrank = unrank_permit},
    [CAPITOL_NULL_CARD] = {FIRST_NULL, CAPITOL_CARD_KINDS, .rank = rank_card,
                           .unrank = unrank_card},
    [CAPITOL_PASS] = {.first = FIRST_PASS, .count = 1},
    [CAPITOL_BID_CARD] = {FIRST_BID, CAPITOL_CARD_KINDS, .rank = rank_card, .unrank = unrank_card},
    [CAPITOL_STOP] = {.first = FIRST_STOP, .count = 1},
    [CAPITOL_PLACE_FOUNTAIN] = TILE(0),
    [CAPITOL_PLACE_AMPHITHEATRE] = TILE(1),
    [CAPITOL_PLACE_TEMPLE] = TILE(2),
    [CAPITOL_DRAW_CARD] = {FIRST_DRAW, CAPITOL_DECKS, .words = {{0, 4, 0, CAPITOL_DECKS}}},
};
