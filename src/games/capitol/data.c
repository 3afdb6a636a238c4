/* What Capitol is made of. This is the one place to correct where a box says otherwise.
 *
 * Reconstructed: the table of small squares and printed fountains (CTL-2). Our texts say five to
 * seven free squares an area, four printed fountains, two of them in one area; which area has
 * how many is a guess, and so are the two boards to choose from. The cards' values (CTL-3) are
 * known from other public material. */
#include "games/capitol/capitol.h"

const char *const capitol_area_names[CAPITOL_AREAS] = {
    "campus",   "tiber",   "capitoline", /* blue */
    "quirinal", "viminal", "esquiline",  /* pink */
    "palatine", "caelian", "aventine",   /* mauve */
};
const char *const capitol_colour_names[CAPITOL_COLOURS] = {"blue", "pink", "mauve"};

/* Reconstructed: boards `wide` and `tight`. Positions have room for seven squares an area. */
const uint8_t capitol_squares[2][CAPITOL_AREAS] = {
    {5, 7, 7, 6, 7, 7, 6, 7, 7},
    {5, 6, 7, 5, 6, 7, 5, 6, 7},
};
const uint8_t capitol_printed[CAPITOL_AREAS] = {2, 0, 0, 1, 0, 0, 1, 0, 0};

const char *const capitol_shape_names[CAPITOL_SHAPES] = {"round", "triangular"};
const char *const capitol_deck_names[CAPITOL_DECKS] = {"roof", "floor", "permit"};

const uint8_t capitol_deck_size[CAPITOL_DECKS] = {14, 24, 24};
const uint8_t capitol_dealt[CAPITOL_DECKS] = {2, 2, 4}; /* CTL-5 */
const uint64_t capitol_deck_cards[CAPITOL_DECKS] = {
    UINT64_C(0x03) * CAPITOL_EACH_VALUE,
    UINT64_C(0x1C) * CAPITOL_EACH_VALUE,
    CAPITOL_PERMITS,
};

/* Two roof cards of each value 1 to 7, three floor cards of 1 to 8, a permit of each colour. */
#define CARD(value, bit) ((8 - (value)) * 8 + (bit))
#define TWO(value)       CARD(value, CAPITOL_ROOF_BIT), CARD(value, CAPITOL_ROOF_BIT)
#define THREE(value)                                                                               \
    CARD(value, CAPITOL_FLOOR_BIT), CARD(value, CAPITOL_FLOOR_BIT), CARD(value, CAPITOL_FLOOR_BIT)
#define COLOUR_SET(bit)                                                                            \
    CARD(1, bit), CARD(2, bit), CARD(3, bit), CARD(4, bit), CARD(5, bit), CARD(6, bit),            \
        CARD(7, bit), CARD(8, bit)
const uint8_t capitol_deck[CAPITOL_DECKS][CAPITOL_DECK_ROOM] = {
    {TWO(1), TWO(2), TWO(3), TWO(4), TWO(5), TWO(6), TWO(7)},
    {THREE(1), THREE(2), THREE(3), THREE(4), THREE(5), THREE(6), THREE(7), THREE(8)},
    {COLOUR_SET(CAPITOL_BLUE_BIT), COLOUR_SET(CAPITOL_BLUE_BIT + 1),
     COLOUR_SET(CAPITOL_BLUE_BIT + 2)},
};

#define PERMITS_OF(value)                                                                          \
    CARD(value, CAPITOL_BLUE_BIT), CARD(value, CAPITOL_BLUE_BIT + 1),                              \
        CARD(value, CAPITOL_BLUE_BIT + 2)
#define KINDS_OF(value)                                                                            \
    CARD(value, CAPITOL_ROOF_BIT), CARD(value, CAPITOL_FLOOR_BIT), PERMITS_OF(value)
const uint8_t capitol_kinds[CAPITOL_CARD_KINDS] = {
    CARD(8, CAPITOL_FLOOR_BIT),
    PERMITS_OF(8),
    KINDS_OF(7),
    KINDS_OF(6),
    KINDS_OF(5),
    KINDS_OF(4),
    KINDS_OF(3),
    KINDS_OF(2),
    KINDS_OF(1),
};

int capitol_kind_of(int card) {
    static const uint8_t place[8] = {0, 0, 1, 1, 1, 2, 3, 4};

    return (card >> 3) * 5 + place[card & 7] - 1;
}

const char *const capitol_card_names[CAPITOL_CARD_KINDS] = {
    "f8", "b8", "p8", "m8", "r7", "f7", "b7", "p7", "m7", "r6", "f6", "b6", "p6",
    "m6", "r5", "f5", "b5", "p5", "m5", "r4", "f4", "b4", "p4", "m4", "r3", "f3",
    "b3", "p3", "m3", "r2", "f2", "b2", "p2", "m2", "r1", "f1", "b1", "p1", "m1",
};
