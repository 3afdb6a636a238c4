/* The figures of Capital Lux 2. Those marked † our texts do not give: they are reconstructed, and
 * a person with the box can correct them here. The powers are in powers.c. */
#include "games/capital-lux-2/lux.h"

#define COLOUR(c) c, c, c, c, c
const uint8_t lux_colour[LUX_KINDS] = {COLOUR(LUX_BLUE),  COLOUR(LUX_PINK), COLOUR(LUX_YELLOW),
                                       COLOUR(LUX_GREEN), LUX_GREY,         LUX_GREY,
                                       LUX_GREY};

#define VALUES 2, 3, 4, 5, 6
const uint8_t lux_value[LUX_KINDS] = {VALUES, VALUES, VALUES, VALUES, 1, 2, 3};

/* † CLX-1: five of each citizen. CLX-22: four of each grey card. */
#define FIVE_EACH 5, 5, 5, 5, 5
const uint8_t lux_copies[LUX_KINDS] = {FIVE_EACH, FIVE_EACH, FIVE_EACH, FIVE_EACH, 4, 4, 4};

/* The same as rows of cards, to be shuffled. */
#define FIVE(k) k, k, k, k, k
const uint8_t lux_deck[LUX_DECK] = {
    FIVE(0),  FIVE(1),  FIVE(2),  FIVE(3),  FIVE(4),  FIVE(5),  FIVE(6),
    FIVE(7),  FIVE(8),  FIVE(9),  FIVE(10), FIVE(11), FIVE(12), FIVE(13),
    FIVE(14), FIVE(15), FIVE(16), FIVE(17), FIVE(18), FIVE(19),
};
const uint8_t lux_greys[LUX_GREY_CARDS] = {20, 20, 20, 20, 21, 21, 21, 21, 22, 22, 22, 22}; /* † */

const int8_t lux_modifier[LUX_MODIFIERS] = {4, 2, -1, -3}; /* CLX-20 */
const int8_t lux_side[LUX_SIDES] = {3, -3};                /* † CLX-21 */

/* † CLX-44: red high city, red high capital, red low city, red low capital; the same in blue. */
const uint8_t lux_rob_copies[LUX_ROBS][LUX_ROB_KINDS] = {
    [LUX_ROB_USUAL] = {2, 1, 1, 2, 2, 2, 2, 2},
    [LUX_ROB_STRONG] = {2, 0, 1, 0, 4, 1, 4, 2},
    [LUX_ROB_HARD] = {1, 0, 1, 0, 4, 2, 4, 2},
};
/* The same as rows of cards, to be shuffled. */
const uint8_t lux_rob_deck[LUX_ROBS][LUX_ROB_CARDS] = {
    [LUX_ROB_USUAL] = {0, 0, 1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7},
    [LUX_ROB_STRONG] = {0, 0, 2, 4, 4, 4, 4, 5, 6, 6, 6, 6, 7, 7},
    [LUX_ROB_HARD] = {0, 2, 4, 4, 4, 4, 5, 5, 6, 6, 6, 6, 7, 7},
};

/* CLX-48 */
const lux_rating lux_ratings[LUX_RATINGS] = {
    {0, "decent"},     {7, "good"},           {13, "very_good"},
    {19, "excellent"}, {25, "extraordinary"}, {31, "world_class"},
};
