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
    CAPRICE_PLAYERS = 4,
    CAPRICE_PLACES = 6,
    CAPRICE_LEVELS = 4,
    CAPRICE_KINDS = 4,
    CAPRICE_TILES = 4,       /* a player's */
    CAPRICE_BLOCKS_EACH = 6, /* of a kind */
    CAPRICE_TILES_EACH = 5,
    CAPRICE_BAG = CAPRICE_KINDS * CAPRICE_TILES_EACH,
    CAPRICE_MOST_SHOWN = 10,  /* by one seat in a deal */
    CAPRICE_SHOWN = 20,       /* room: a position that was set up in mid-deal may begin with ten */
    CAPRICE_FULL_TOWERS = 5,  /* end the game (CPR-13) */
    CAPRICE_MOST_PLAYED = 47, /* actions with blocks: there are 23 turns at the most (CPR-14) */
};

enum { CAPRICE_DARK_ROUND, CAPRICE_LIGHT_ROUND, CAPRICE_DARK_TOOTHED, CAPRICE_LIGHT_TOOTHED };

enum { CAPRICE_DRAW, CAPRICE_PLACE, CAPRICE_MOVE, CAPRICE_ARRANGE, CAPRICE_OVER }; /* phases */

/* An action is its verb and what follows it; in numbers it sorts as in the notation. */
enum {
    CAPRICE_KEEP,
    CAPRICE_EXCHANGE,
    CAPRICE_PLACE_BLOCK,
    CAPRICE_MOVE_BLOCK,
    CAPRICE_STAY,
    CAPRICE_ORDER,
    CAPRICE_VERBS,
};
#define CAPRICE_ACTION(verb, a, b)                                                                 \
    ((capu_action)(verb) << 8 | (capu_action)(a) << 3 | (capu_action)(b))

/* Options, in the order of the table. */
enum {
    CAPRICE_FIRST,
    CAPRICE_THIRD,
    CAPRICE_SECOND_PAIR,
    CAPRICE_ARRANGE_OPTION,
    CAPRICE_CONTRACTS
};
enum { CAPRICE_THIRD_CHOOSE, CAPRICE_THIRD_REDRAW };
enum { CAPRICE_SECOND_PAIR_KEEP, CAPRICE_SECOND_PAIR_REDRAW };
enum { CAPRICE_ARRANGE_AUTO, CAPRICE_ARRANGE_MANUAL };
enum { CAPRICE_CONTRACTS_ANY, CAPRICE_CONTRACTS_EQUAL };

typedef struct caprice {
    capu_head head;
    uint8_t phase;
    uint8_t first;
    uint8_t turn;   /* ENGINE_NONE in CAPRICE_ARRANGE and CAPRICE_OVER */
    uint8_t marker; /* the place whose top block has it, or ENGINE_NONE */
    uint8_t placed; /* in CAPRICE_MOVE, where the seat in turn has just placed; else ENGINE_NONE */
    uint8_t ender;  /* who ended the game, or ENGINE_NONE */
    uint8_t drawn;  /* in CAPRICE_DRAW the tile to decide on; else ENGINE_NONE */
    uint8_t aside;
    uint8_t open, standing, stock;
    uint8_t blocks; /* on the board */
    uint8_t reserve[CAPRICE_KINDS];
    uint8_t tower[CAPRICE_PLACES];
    uint8_t height[CAPRICE_PLACES];
    uint8_t tiles[CAPRICE_PLAYERS][CAPRICE_TILES]; /* sorted */
    uint8_t tile_count[CAPRICE_PLAYERS];
    uint8_t shown[CAPRICE_PLAYERS][CAPRICE_SHOWN];
    uint8_t shown_count[CAPRICE_PLAYERS];
    uint8_t bag[CAPRICE_BAG];
    uint8_t bag_count;
    uint8_t given; /* seats whose order is there, as bits */
    uint8_t orders[CAPRICE_PLAYERS][CAPRICE_LEVELS];
    uint8_t scores[CAPRICE_PLAYERS];

    /* What was placed and moved so far is remembered behind the position: see caprice_played. */
    _Alignas(8) uint8_t played_count;
    uint8_t played[CAPRICE_MOST_PLAYED];
} caprice;

/* rules.c */
static inline int caprice_block(const caprice *s, int place, int level) {
    return s->tower[place] >> 2 * level & 3;
}
int caprice_full_towers(const caprice *s);
/* Points of an order on the board as it is (CPR-15, CPR-16). */
int caprice_score(const caprice *s, const uint8_t order[CAPRICE_LEVELS]);
/* The same for one place alone. */
int caprice_tower_score(const caprice *s, int place, const uint8_t order[CAPRICE_LEVELS]);
/* The first of the best orders of four tiles; returns its points (CPR-17). */
int caprice_best_order(const caprice *s, const uint8_t tiles[CAPRICE_TILES],
                       uint8_t order[CAPRICE_LEVELS]);
/* An order as one byte: two bits a level, the bottom level highest, so that codes sort as texts. */
static inline uint8_t caprice_order_code(int a, int b, int c, int d) {
    return (uint8_t)(a << 6 | b << 4 | c << 2 | d);
}
static inline void caprice_order_kinds(uint8_t code, uint8_t order[CAPRICE_LEVELS]) {
    for (int level = 0; level < CAPRICE_LEVELS; level++)
        order[level] = code >> 2 * (CAPRICE_LEVELS - 1 - level) & 3;
}
/* The codes of all orders of sorted tiles, ascending; how many. */
enum { CAPRICE_ALL_ORDERS = 24 };
int caprice_orders(const uint8_t tiles[CAPRICE_TILES], uint8_t codes[CAPRICE_ALL_ORDERS]);
void caprice_count(const uint8_t *kinds, int count, uint8_t counts[CAPRICE_KINDS]);
/* Whether a tile of this kind would make a second pair in a hand (CPR-6). */
bool caprice_second_pair(const uint8_t counts[CAPRICE_KINDS], int kind);
/* Whether the seat holds two tiles of this kind already (CPR-5). */
bool caprice_is_third(const caprice *s, int seat, int kind);
/* Whether a tile drawn must be set aside without being asked, apart from a third one. */
bool caprice_must_exchange(const caprice *s, int seat, int kind);
/* 1111, 211, 22 … as a number, for comparing hands. */
int caprice_pattern(const uint8_t tiles[CAPRICE_TILES]);
void caprice_set_actors(caprice *s);

/* legal.c */
/* In CAPRICE_DRAW: whether the tile to decide on is a third one alike, which may be exchanged
 * (CPR-5). */
bool caprice_may_exchange(const caprice *s);
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

/* tell.c */
void caprice_facts(const capu_state *view, capu_lines *out);
void caprice_tell(const capu_state *was, const capu_state *is, capu_lines *out);

/* notation.c */
/* The verbs of actions: when they are asked for, and what their words are: a kind (k) or a place
 * (p) each. */
typedef struct caprice_verb {
    const char *name, *words;
    uint8_t phase;
} caprice_verb;
extern const caprice_verb caprice_verbs[CAPRICE_VERBS];
extern const char *const caprice_kinds[CAPRICE_KINDS];
extern const char *const caprice_phases[CAPRICE_OVER + 1];
void caprice_write_action(capu_action action, bool hidden, capu_text *text);
bool caprice_read_action(const char *text, capu_action *action);
void caprice_io(capu_state *state, engine_io *io);

/* accept.c */
bool caprice_accept(capu_state *state, capu_text *why);
bool caprice_fits(const capu_state *state);
/* What the deal allows: a hand with what its seat has shown, and all hands with the bag. */
bool caprice_hand_fits(const caprice *s, int seat, capu_text *why);
bool caprice_hands_fit(const caprice *s, capu_text *why);

/* observe.c */
extern const engine_observation caprice_observation;

/* space.c */
enum { CAPRICE_SPACE = 313, CAPRICE_MOST_LEGAL = 31 };
extern const engine_span caprice_spans[CAPRICE_VERBS];

#endif
