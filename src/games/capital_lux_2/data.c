/* The figures of Capital Lux 2. Those marked † our texts do not give: they are reconstructed, and
 * a person with the box can correct them here. The powers are in powers.c. */
#include "games/capital_lux_2/capital_lux_2.h"

#define COLOUR(c) c, c, c, c, c
const uint8_t clx_colour[KINDS] = {COLOUR(BLUE), COLOUR(PINK), COLOUR(YELLOW), COLOUR(GREEN), GREY,
                                   GREY,         GREY};

#define VALUES 2, 3, 4, 5, 6
const uint8_t clx_value[KINDS] = {VALUES, VALUES, VALUES, VALUES, 1, 2, 3};

/* † CLX-1: five of each citizen. CLX-22: four of each grey card. */
#define FIVE_EACH 5, 5, 5, 5, 5
const uint8_t clx_copies[KINDS] = {FIVE_EACH, FIVE_EACH, FIVE_EACH, FIVE_EACH, 4, 4, 4};

/* The same as rows of cards, to be shuffled. */
#define FIVE(k) k, k, k, k, k
const uint8_t clx_deck[DECK] = {
    FIVE(0),  FIVE(1),  FIVE(2),  FIVE(3),  FIVE(4),  FIVE(5),  FIVE(6),
    FIVE(7),  FIVE(8),  FIVE(9),  FIVE(10), FIVE(11), FIVE(12), FIVE(13),
    FIVE(14), FIVE(15), FIVE(16), FIVE(17), FIVE(18), FIVE(19),
};
const uint8_t clx_greys[GREY_CARDS] = {20, 20, 20, 20, 21, 21, 21, 21, 22, 22, 22, 22}; /* † */

const int8_t clx_modifier[MODIFIERS] = {4, 2, -1, -3}; /* CLX-20 */
const int8_t clx_side[SIDES] = {3, -3};                /* † CLX-21 */

/* † CLX-44: red high city, red high capital, red low city, red low capital; the same in blue. */
const uint8_t clx_rob_copies[ROBS][ROB_KINDS] = {
    [ROB_USUAL] = {2, 1, 1, 2, 2, 2, 2, 2},
    [ROB_STRONG] = {2, 0, 1, 0, 4, 1, 4, 2},
    [ROB_HARD] = {1, 0, 1, 0, 4, 2, 4, 2},
};
/* The same as rows of cards, to be shuffled. */
const uint8_t clx_rob_deck[ROBS][ROB_CARDS] = {
    [ROB_USUAL] = {0, 0, 1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7},
    [ROB_STRONG] = {0, 0, 2, 4, 4, 4, 4, 5, 6, 6, 6, 6, 7, 7},
    [ROB_HARD] = {0, 2, 4, 4, 4, 4, 5, 5, 6, 6, 6, 6, 7, 7},
};

/* CLX-48 */
const clx_rating clx_ratings[RATINGS] = {
    {0, "decent"},     {7, "good"},           {13, "very_good"},
    {19, "excellent"}, {25, "extraordinary"}, {31, "world_class"},
};
