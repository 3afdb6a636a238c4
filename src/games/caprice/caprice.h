/* Caprice (CPR): six places, 24 blocks of four kinds, four goal tiles a player.
 *
 * The position. A tower is one byte, two bits a block, the bottom block lowest; its height is
 * kept beside it. What legal actions ask for is kept as bits: `open` places have room, `standing`
 * places have a block, `stock` kinds are in the reserve. The bag is a stack: its last tile is the
 * next to be drawn. The tiles set aside in the present draw are the last `aside` ones that the
 * seat in turn has `shown`. Unused bytes are 0. */
#ifndef CAPU_CAPRICE_H
#define CAPU_CAPRICE_H

#include "engine/game.h"

enum {
    PLAYERS = 4,
    PLACES = 6,
    LEVELS = 4,
    KINDS = 4,
    TILES = 4,       /* a player's */
    BLOCKS_EACH = 6, /* of a kind */
    TILES_EACH = 5,
    BAG = KINDS * TILES_EACH,
    MOST_SHOWN = 10,  /* by one seat in a deal */
    SHOWN = 20,       /* room: a position that was set up in mid-deal may begin with ten */
    FULL_TOWERS = 5,  /* end the game (CPR-13) */
    MOST_PLAYED = 47, /* actions with blocks: there are 23 turns at the most (CPR-14) */
};

enum { DARK_ROUND, LIGHT_ROUND, DARK_TOOTHED, LIGHT_TOOTHED };

enum { DRAW, PLACE, MOVE, ARRANGE, OVER }; /* phases */

/* An action is its verb and what follows it; in numbers it sorts as in the notation. */
enum { KEEP, EXCHANGE, PLACE_BLOCK, MOVE_BLOCK, STAY, ORDER };
#define CAPRICE_ACTION(verb, a, b)                                                                 \
    ((capu_action)(verb) << 8 | (capu_action)(a) << 3 | (capu_action)(b))

/* Options, in the order of the table. */
enum { FIRST, THIRD, SECOND_PAIR, ARRANGE_OPTION, CONTRACTS };
enum { THIRD_CHOOSE, THIRD_REDRAW };
enum { SECOND_PAIR_KEEP, SECOND_PAIR_REDRAW };
enum { ARRANGE_AUTO, ARRANGE_MANUAL };
enum { CONTRACTS_ANY, CONTRACTS_EQUAL };

typedef struct caprice {
    capu_head head;
    uint8_t phase;
    uint8_t first;
    uint8_t turn;   /* CAPU_NONE in ARRANGE and OVER */
    uint8_t marker; /* the place whose top block has it, or CAPU_NONE */
    uint8_t placed; /* in MOVE, where the seat in turn has just placed; else CAPU_NONE */
    uint8_t ender;  /* who ended the game, or CAPU_NONE */
    uint8_t drawn;  /* in DRAW the tile to decide on; else CAPU_NONE */
    uint8_t aside;
    uint8_t open, standing, stock;
    uint8_t blocks; /* on the board */
    uint8_t reserve[KINDS];
    uint8_t tower[PLACES];
    uint8_t height[PLACES];
    uint8_t tiles[PLAYERS][TILES]; /* sorted */
    uint8_t tile_count[PLAYERS];
    uint8_t shown[PLAYERS][SHOWN];
    uint8_t shown_count[PLAYERS];
    uint8_t bag[BAG];
    uint8_t bag_count;
    uint8_t given; /* seats whose order is there, as bits */
    uint8_t orders[PLAYERS][LEVELS];
    uint8_t scores[PLAYERS];

    /* What was placed and moved so far is remembered behind the position: see caprice_played. */
    _Alignas(8) uint8_t played_count;
    uint8_t played[MOST_PLAYED];
} caprice;

/* rules.c */
static inline int caprice_block(const caprice *s, int place, int level) {
    return s->tower[place] >> 2 * level & 3;
}
int caprice_full_towers(const caprice *s);
/* Points of an order on the board as it is (CPR-15, CPR-16). */
int caprice_score(const caprice *s, const uint8_t order[LEVELS]);
/* The first of the best orders of four tiles; returns its points (CPR-17). */
int caprice_best_order(const caprice *s, const uint8_t tiles[TILES], uint8_t order[LEVELS]);
/* An order as one byte: two bits a level, the bottom level highest, so that codes sort as texts. */
static inline uint8_t caprice_order_code(int a, int b, int c, int d) {
    return (uint8_t)(a << 6 | b << 4 | c << 2 | d);
}
static inline void caprice_order_kinds(uint8_t code, uint8_t order[LEVELS]) {
    for (int level = 0; level < LEVELS; level++)
        order[level] = code >> 2 * (LEVELS - 1 - level) & 3;
}
/* The codes of all orders of sorted tiles, ascending; how many. */
enum { ALL_ORDERS = 24 };
int caprice_orders(const uint8_t tiles[TILES], uint8_t codes[ALL_ORDERS]);
void caprice_count(const uint8_t *kinds, int count, uint8_t counts[KINDS]);
/* Whether a tile of this kind would make a second pair in a hand (CPR-6). */
bool caprice_second_pair(const uint8_t counts[KINDS], int kind);
/* Whether a tile drawn must be set aside without being asked, apart from a third one. */
bool caprice_must_exchange(const caprice *s, int seat, int kind);
/* 1111, 211, 22 … as a number, for comparing hands. */
int caprice_pattern(const uint8_t tiles[TILES]);
void caprice_set_actors(caprice *s);

int caprice_legal_count(const capu_state *state, int seat);
capu_action caprice_legal_at(const capu_state *state, int seat, int index);
int caprice_legal(const capu_state *state, int seat, capu_action *out);
bool caprice_allows(const capu_state *state, int seat, capu_action action, capu_refusal *why);
bool caprice_check_options(const uint16_t *options, int players, capu_refusal *why);
extern const capu_reason caprice_reasons[];
void caprice_deal(capu_state *state);
void caprice_apply(capu_state *state, int seat, capu_action action);
/* The actions with blocks that were applied to this position since it was dealt or set up, the
 * first is 0. Not what the rules ask about, and in no JSON; but players remember. */
capu_action caprice_played(const caprice *s, int index);
int caprice_sealed(const capu_state *state);
void caprice_result(const capu_state *state, capu_result *out);
int caprice_measures(const capu_state *state, capu_measure *out);

/* knowledge.c */
void caprice_hide(capu_state *state, int seat);
void caprice_fill(capu_state *state, int seat, capu_random *random);
#define CAPRICE_FEATURES 64
int caprice_features(const capu_state *view, int seat, capu_feature *out);

/* notation.c */
extern const char *const caprice_kinds[KINDS];
void caprice_write_action(capu_action action, bool hidden, capu_text *text);
bool caprice_read_action(const char *text, capu_action *action);
void caprice_io(capu_state *state, capu_io *io);

/* accept.c */
bool caprice_accept(capu_state *state, capu_text *why);
bool caprice_fits(const capu_state *state);
/* What the deal allows: a hand with what its seat has shown, and all hands with the bag. */
bool caprice_hand_fits(const caprice *s, int seat, capu_text *why);
bool caprice_hands_fit(const caprice *s, capu_text *why);

#endif
