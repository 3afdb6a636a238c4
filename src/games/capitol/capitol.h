/* Capitol (CTL): nine areas of three colours, and 62 cards that both build and bid. The rules are
 * in docs/games/capitol.md.
 *
 * Cards. A card is a number in 0 … 63. Each value has eight numbers, the highest value first.
 * Within a value the kinds come in this order:
 *
 *     bit   0 1   2 3 4   5      6      7
 *           roof  floor   blue   pink   mauve
 *
 * So the numbers ascend in card order, and roof and floor cards have room for their copies. A set
 * of cards, such as a hand or a bid, is one 64-bit word. If a set has one card of a kind, the first
 * bit of that kind is set. If it has two, the first two bits are, and so on. Therefore `a | b` has
 * as many copies of each card as the larger of two sets, and b holds a if `a & ~b` is 0. Card 0
 * would be a roof card of value 8, which does not exist. In arrays it means "no card".
 *
 * Decks. One array holds both parts of a deck. The stack begins at 0 with its bottom card. The
 * discard pile is at the end, from the newest card to the oldest. To turn the pile over, move it to
 * the beginning.
 *
 * Buildings. A finished building is height * 2 + shape, so that buildings sort as in the notation.
 * Works are kept as a list of heights, with how many there are of each. 90 floors make no more than
 * twelve different heights. An area's buildings are height * 4 + seat, ascending, with a 0 behind
 * the last.
 *
 * Some fields follow from the others and are kept for speed. `offers` says which buildings a seat
 * has, `takes` which ones an area would take, both as bits. `weight` is a seat's floors in an area
 * * 8 + the height of its tallest building there, which compares as CTL-19 to CTL-21 ask.
 * `standing` says who is first and second by these weights. Unused bytes are 0. */
#ifndef CAPU_CAPITOL_H
#define CAPU_CAPITOL_H

#include "engine/game.h"

enum {
    CAPITOL_PLAYERS = 4,
    CAPITOL_ROUNDS = 4,
    CAPITOL_AUCTIONS = 3,
    CAPITOL_COLOURS = 3,
    CAPITOL_AREAS = 9,
    CAPITOL_AREAS_EACH = 3, /* of a colour */
    CAPITOL_SQUARES = 7,    /* the most that an area has for buildings, and so the tallest there */
    CAPITOL_DECKS = 3,
    CAPITOL_DECK_ROOM = 24, /* cards of the largest deck */
    CAPITOL_SHAPES = 2,
    CAPITOL_FLOORS = 90,
    CAPITOL_OWN_FLOORS = 6, /* in the four buildings to begin with */
    CAPITOL_ROOFS_EACH = 5, /* of a shape, a seat's */
    CAPITOL_BUILDINGS = CAPITOL_SHAPES * CAPITOL_ROOFS_EACH,
    CAPITOL_WORK_KINDS = 12,
    CAPITOL_FLOORS_A_CARD = 2,
    CAPITOL_CARDS_A_DRAW = 6,
    CAPITOL_FIRST_POINTS = 2,     /* besides the fountains (CTL-19) */
    CAPITOL_FIRST_CARDS_MORE = 2, /* at an amphitheatre (CTL-25) */
    CAPITOL_SECOND_CARDS_MORE = 1,
    CAPITOL_MOST_SCORE = 240, /* that can be set up */
};

enum { CAPITOL_ROOF_DECK, CAPITOL_FLOOR_DECK, CAPITOL_PERMIT_DECK };
enum { CAPITOL_ROUND, CAPITOL_TRIANGULAR };
enum { CAPITOL_AMPHITHEATRE, CAPITOL_TEMPLE }; /* on large squares */
enum {
    CAPITOL_BUILD,
    CAPITOL_PUT,
    CAPITOL_BID,
    CAPITOL_PLACE,
    CAPITOL_DRAW,
    CAPITOL_OVER
}; /* phases */
enum {
    CAPITOL_FIRST,
    CAPITOL_BOARD,
    CAPITOL_ZERO_BIDS,
    CAPITOL_DRAW_OPTION,
    CAPITOL_FLOORS_OPTION
}; /* in the order of the table */
enum { CAPITOL_ZERO_BIDS_UNSOLD, CAPITOL_ZERO_BIDS_CONSUL };
enum { CAPITOL_DRAW_SIX, CAPITOL_DRAW_UP_TO_SIX };
enum { CAPITOL_FLOORS_FREE, CAPITOL_FLOORS_TALLEST };
enum { CAPITOL_ON_HIGHEST = 1, CAPITOL_ON_NEW }; /* where the first of two floors went (CTL-8) */

/* An action is a verb and what follows it: a card, a building, an area or a deck. With `put` and
 * `roof`, the height of the building is that of the work. `put new` has height 0. */
enum {
    CAPITOL_FLOOR_CARD,
    CAPITOL_PUT_FLOOR,
    CAPITOL_ROOF_CARD,
    CAPITOL_PERMIT,
    CAPITOL_NULL_CARD,
    CAPITOL_PASS,
    CAPITOL_BID_CARD,
    CAPITOL_STOP,
    CAPITOL_PLACE_FOUNTAIN,
    CAPITOL_PLACE_AMPHITHEATRE,
    CAPITOL_PLACE_TEMPLE,
    CAPITOL_DRAW_CARD,
    CAPITOL_VERBS,
};
#define CAPITOL_ACTION(verb, card, building, place)                                                \
    ((capu_action)(verb) << 18 | (capu_action)(card) << 12 | (capu_action)(building) << 4 |        \
     (capu_action)(place))
static inline int capitol_verb(capu_action action) {
    return (int)(action >> 18);
}
static inline int capitol_card(capu_action action) {
    return action >> 12 & 63;
}
static inline int capitol_building(capu_action action) {
    return action >> 4 & 255;
}
static inline int capitol_height(capu_action action) {
    return action >> 5 & 127;
}
static inline int capitol_shape(capu_action action) {
    return action >> 4 & 1;
}
static inline int capitol_place(capu_action action) {
    return action & 15;
}

/* Who is first and who is second in an area, as bits (CTL-19 to CTL-22). */
typedef struct capitol_standing {
    uint8_t first, second;
} capitol_standing;

typedef struct capitol {
    capu_head head;
    uint8_t phase;
    uint8_t round; /* from 1 */
    uint8_t consul;
    uint8_t turn;    /* ENGINE_NONE in CAPITOL_BID and CAPITOL_OVER */
    uint8_t auction; /* from 1 in CAPITOL_BID and CAPITOL_PLACE; else 0 */
    uint8_t left;    /* floors to put, cards to draw */
    uint8_t supply;
    uint8_t done; /* seats that have passed or stopped, as bits */
    uint64_t hand[CAPITOL_PLAYERS];
    uint64_t known[CAPITOL_PLAYERS]; /* the part of the hand that all know */
    uint64_t bid[CAPITOL_PLAYERS];   /* CAPITOL_HIDDEN_BID in a view */
    uint16_t score[CAPITOL_PLAYERS];
    uint16_t offers[CAPITOL_PLAYERS];
    uint16_t takes[CAPITOL_AREAS];
    uint8_t free[CAPITOL_AREAS]; /* small squares */
    uint8_t fountains[CAPITOL_AREAS];
    uint8_t large[CAPITOL_AREAS]; /* CAPITOL_AMPHITHEATRE, CAPITOL_TEMPLE or ENGINE_NONE */
    uint8_t shape[CAPITOL_AREAS]; /* ENGINE_NONE without a building */
    uint8_t built[CAPITOL_AREAS][CAPITOL_SQUARES + 1];
    uint8_t weight[CAPITOL_AREAS][CAPITOL_PLAYERS];
    capitol_standing standing[CAPITOL_AREAS];
    uint8_t cards[CAPITOL_DECKS][CAPITOL_DECK_ROOM];
    uint8_t stack[CAPITOL_DECKS], unseen[CAPITOL_DECKS], discard[CAPITOL_DECKS]; /* how many */
    uint8_t hand_size[CAPITOL_PLAYERS][CAPITOL_DECKS];
    uint8_t work_kinds[CAPITOL_PLAYERS];
    uint8_t work_height[CAPITOL_PLAYERS][CAPITOL_WORK_KINDS]; /* ascending */
    uint8_t work_count[CAPITOL_PLAYERS][CAPITOL_WORK_KINDS];
    uint8_t building_count[CAPITOL_PLAYERS];
    uint8_t building[CAPITOL_PLAYERS][CAPITOL_BUILDINGS]; /* ascending */
    uint8_t roofs[CAPITOL_PLAYERS][CAPITOL_SHAPES];       /* not yet used */
    uint8_t first_floor; /* CAPITOL_ON_HIGHEST, CAPITOL_ON_NEW; else 0 */
} capitol;

/* -------------------------------------------------------- cards (cards.c) */

/* One bit in each byte, that is, for each value. Multiplied with it: the first bits of all kinds of
 * cards, of roof cards and of floor cards, and the permits, of which there is only one each. */
#define CAPITOL_EACH_VALUE  UINT64_C(0x0101010101010101)
#define CAPITOL_FIRST_CARDS (UINT64_C(0xE5) * CAPITOL_EACH_VALUE)
#define CAPITOL_ROOF_CARDS  (UINT64_C(0x01) * CAPITOL_EACH_VALUE)
#define CAPITOL_FLOOR_CARDS (UINT64_C(0x04) * CAPITOL_EACH_VALUE)
#define CAPITOL_PERMITS     (UINT64_C(0xE0) * CAPITOL_EACH_VALUE)
#define CAPITOL_HIDDEN_BID  UINT64_MAX

enum {
    CAPITOL_ROOF_BIT = 0,
    CAPITOL_FLOOR_BIT = 2,
    CAPITOL_BLUE_BIT = 5
}; /* within a value; pink, mauve follow */

/* All copies of a card. */
static inline uint64_t capitol_alike(int card) {
    /* a byte for each of the eight bits of a value */
    const uint64_t copies = UINT64_C(0x80402000001C0003);

    return (copies >> 8 * (card & 7) & 0xFF) << (card & 56);
}
static inline int capitol_deck_of(int card) {
    return (card & 7) >= CAPITOL_BLUE_BIT ? CAPITOL_PERMIT_DECK : (card & 7) >> 1;
}
/* The card that a bit of a set belongs to. */
static inline int capitol_card_of(int bit) {
    return (bit & 56) | (0x76522200 >> 4 * (bit & 7) & 7);
}
static inline int capitol_value(int card) {
    return 8 - (card >> 3);
}
/* A set with one more of a card; a set with one less, if it has any. */
static inline uint64_t capitol_with(uint64_t set, int card) {
    uint64_t alike = capitol_alike(card);

    return set | (((set & alike) << 1 | UINT64_C(1) << card) & alike);
}
static inline uint64_t capitol_without(uint64_t set, int card) {
    uint64_t alike = capitol_alike(card);

    return (set & ~alike) | ((set & alike) >> 1 & alike);
}
static inline int capitol_copies(uint64_t set, int card) {
    uint64_t copies = (set & capitol_alike(card)) >> card;

    return (int)(copies - (copies >> 1)) - (copies == 7);
}
/* How many cards a set has. */
int capitol_size(uint64_t set);
/* The sum of a set's values. */
int capitol_sum(uint64_t set);
/* For each deck, a mask that keeps only its cards in a set. */
extern const uint64_t capitol_deck_cards[CAPITOL_DECKS];

/* Moves a card from a hand to the discard pile, where all have seen it (CTL-13, CTL-16, CTL-26). */
void capitol_discard(capitol *s, int seat, int card);
void capitol_take_card(capitol *s, int seat, int deck);
static inline bool capitol_no_stacks(const capitol *s) {
    return (s->stack[0] | s->stack[1] | s->stack[2]) == 0;
}

/* ------------------------------------------------------------------ data.c */

/* How many small squares for buildings each area has, by board, and how many printed fountains. */
extern const uint8_t capitol_squares[2][CAPITOL_AREAS];
extern const uint8_t capitol_printed[CAPITOL_AREAS];
/* How many cards each deck has, how many of them a seat is dealt, and the cards themselves. */
extern const uint8_t capitol_deck_size[CAPITOL_DECKS];
extern const uint8_t capitol_dealt[CAPITOL_DECKS];
extern const uint8_t capitol_deck[CAPITOL_DECKS][CAPITOL_DECK_ROOM];
/* The kinds of cards in card order, and their names. */
enum { CAPITOL_CARD_KINDS = 39 };
extern const uint8_t capitol_kinds[CAPITOL_CARD_KINDS];
extern const char *const capitol_card_names[CAPITOL_CARD_KINDS];
extern const char *const capitol_area_names[CAPITOL_AREAS];
extern const char *const capitol_shape_names[CAPITOL_SHAPES];
extern const char *const capitol_deck_names[CAPITOL_DECKS];
extern const char *const capitol_colour_names[CAPITOL_COLOURS];
/* The index of a card in capitol_kinds. */
int capitol_kind_of(int card);

/* ----------------------------------------------------------------- build.c */

void capitol_begin_build(capitol *s);
void capitol_play_floor(capitol *s, int seat, int card);
/* CTL-8: the works that may get the next floor, as a range in `work_height`, and whether the floor
 * may begin a new work. */
typedef struct capitol_sites {
    int begin, end;
    bool new_one;
} capitol_sites;
capitol_sites capitol_floor_sites(const capitol *s, int seat);
void capitol_put_floor(capitol *s, int seat, int height);
void capitol_play_roof(capitol *s, int seat, int card, int height, int shape);
void capitol_play_permit(capitol *s, int seat, int card, int building, int area);
void capitol_play_null(capitol *s, int seat, int card);
void capitol_pass(capitol *s, int seat);
/* These add a work of a seat, a finished building of a seat, and a building on the board. The last
 * also brings `weight` and `standing` up to date. */
bool capitol_add_work(capitol *s, int seat, int height);
void capitol_add_building(capitol *s, int seat, int building);
void capitol_stand(capitol *s, int seat, int height, int area);
/* Brings `takes` of an area up to date (CTL-11). */
void capitol_set_takes(capitol *s, int area);
/* The weight of a seat that gets one more building. */
static inline uint8_t capitol_heavier(int weight, int height) {
    int tallest = weight & 7;

    return (uint8_t)(((weight >> 3) + height) << 3 | (height > tallest ? height : tallest));
}
static inline int capitol_tallest(const capitol *s, int area) {
    int tallest = 0;

    for (const uint8_t *at = s->built[area]; *at; at++)
        tallest = *at >> 2;
    return tallest;
}

/* --------------------------------------------------------------- auction.c */

void capitol_begin_auction(capitol *s, int auction);
void capitol_stop(capitol *s, int seat);
void capitol_place_fountain(capitol *s, int area);
void capitol_place_large(capitol *s, int area);
/* How bids compare: sums first, then the highest cards; 0 is no bid (CTL-16). */
int capitol_strength(uint64_t bid);
/* What is auctioned: CAPITOL_PLACE_FOUNTAIN, CAPITOL_PLACE_AMPHITHEATRE or CAPITOL_PLACE_TEMPLE
 * (CTL-14). */
static inline int capitol_tile(const capitol *s) {
    if (s->auction < CAPITOL_AUCTIONS)
        return CAPITOL_PLACE_FOUNTAIN;
    return s->round <= 2 ? CAPITOL_PLACE_AMPHITHEATRE : CAPITOL_PLACE_TEMPLE;
}
/* The areas in which the tile could be placed, as bits (CTL-18). */
uint32_t capitol_tile_areas(const capitol *s);

/* --------------------------------------------------------------- scoring.c */

/* Who is first and who is second by their weights in an area. */
capitol_standing capitol_standing_by(const uint8_t weight[CAPITOL_PLAYERS]);
/* What decides how many points an area brings. */
typedef struct capitol_tiles {
    int fountains, large;
} capitol_tiles;
static inline capitol_tiles capitol_tiles_of(const capitol *s, int area) {
    return (capitol_tiles){s->fountains[area], s->large[area]};
}
/* Points of the first and of the second (CTL-19, CTL-23). */
static inline int capitol_first_points(capitol_tiles has) {
    return (CAPITOL_FIRST_POINTS + has.fountains) * (has.large == CAPITOL_TEMPLE ? 2 : 1);
}
static inline int capitol_second_points(capitol_tiles has) {
    return has.fountains * (has.large == CAPITOL_TEMPLE ? 2 : 1);
}
/* Cards that an area with an amphitheatre adds to a seat's draw (CTL-25). */
static inline int capitol_more_by(capitol_standing standing, int seat) {
    return CAPITOL_FIRST_CARDS_MORE * (standing.first >> seat & 1) +
           CAPITOL_SECOND_CARDS_MORE * (standing.second >> seat & 1);
}
/* Points of a seat in an area. */
int capitol_area_points(const capitol *s, int area, int seat);
/* What a seat would get if everything were scored now. */
int capitol_points_now(const capitol *s, int seat);
/* Cards that amphitheatres add to a seat's draw (CTL-25). */
int capitol_cards_more(const capitol *s, int seat);
/* Cards that a seat with its present hand draws (CTL-24, CTL-25). */
int capitol_due(const capitol *s, int seat);
void capitol_score_round(capitol *s);
void capitol_draw(capitol *s, int seat, int deck);

/* ----------------------------------------------------------------- legal.c */

int capitol_legal_count(const capu_state *state, int seat);
capu_action capitol_legal_at(const capu_state *state, int seat, int index);
capu_action capitol_pick(const capu_state *state, int seat, capu_random *random);
int capitol_legal(const capu_state *state, int seat, capu_action *out);
bool capitol_allows(const capu_state *state, int seat, capu_action action, capu_refusal *why);
extern const capu_reason capitol_reasons[];

/* ------------------------------------------------------------------ tell.c */

void capitol_facts(const capu_state *view, capu_lines *out);
void capitol_tell_no_floors(capu_lines *out);
void capitol_tell_full(int area, capu_lines *out);
void capitol_tell_shape(const capitol *s, int area, capu_lines *out);
void capitol_tell_drawn(int seat, int card, capu_lines *out);
void capitol_tell_turned(int deck, int count, capu_lines *out);
/* The bids, and who gets the tile: ENGINE_NONE for nobody. Before anything is paid. */
void capitol_tell_bids(const capitol *s, int winner, capu_lines *out);
void capitol_tell_nowhere(const capitol *s, capu_lines *out);
/* Every line of a scoring. Before the points are added. */
void capitol_tell_scoring(const capitol *s, capu_lines *out);
void capitol_tell_round(const capitol *s, capu_lines *out);
void capitol_tell_end(const capitol *s, capu_lines *out);

/* ----------------------------------------------------------------- rules.c */

void capitol_deal(capu_state *state);
void capitol_apply(capu_state *state, int seat, capu_action action);
int capitol_sealed(const capu_state *state);
void capitol_result(const capu_state *state, capu_result *out);
int capitol_measures(const capu_state *state, capu_measure *out);
void capitol_set_actors(capitol *s);

/* ------------------------------------------------------------- knowledge.c */

void capitol_hide(capu_state *state, int seat);
void capitol_fill(capu_state *state, int seat, capu_random *random);

/* -------------------------------------------------------------- notation.c */

/* The words that follow each verb. */
enum {
    CAPITOL_A_CARD = 1,
    CAPITOL_A_HEIGHT = 2,
    CAPITOL_A_SHAPE = 4,
    CAPITOL_AN_AREA = 8,
    CAPITOL_A_DECK = 16
};
/* What there is to know of a verb: for the notation, for what is legal, and for clients. */
typedef struct capitol_verb_row {
    const char *name;
    uint8_t words; /* those that follow it */
    uint8_t phase; /* the one in which it can be done */
} capitol_verb_row;
extern const capitol_verb_row capitol_verbs[CAPITOL_VERBS];
extern const char *const capitol_phases[CAPITOL_OVER + 1];
extern const char *const capitol_large_names[2], *const capitol_first_floors[2];
void capitol_write_action(capu_action action, bool hidden, capu_text *text);
bool capitol_read_action(const char *text, capu_action *action);
void capitol_io(capu_state *state, engine_io *io);

/* ---------------------------------------------------------------- accept.c */

bool capitol_accept(capu_state *state, capu_text *why);
bool capitol_fits(const capu_state *state);

/* ------------------------------------------------------------------- space.c */

extern const engine_observation capitol_observation; /* observe.c */
enum { CAPITOL_SPACE = 2477, CAPITOL_MOST_LEGAL = 360 };
extern const engine_span capitol_spans[CAPITOL_VERBS];

#endif
