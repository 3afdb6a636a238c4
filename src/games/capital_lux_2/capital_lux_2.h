/* Capital Lux 2 (CLX): 100 citizens in four colours, a capital, a city a player, sixteen powers.
 *
 * The position. A card is its kind, 0 … 22 in card order: b2 … b6, p2 … p6, y, g, x1 … x3.
 *
 * Cards that lie in an order are in `cards`: the lists (capital, cities, bonus piles) from the
 * left, one behind the other, and the pile at the right end, its top leftmost; between them 0.
 *
 *     cards  | list 0 | list 1 | … | list 23 | 0 0 0 … | top … bottom of the pile |
 *            start[0] start[1]               start[24]  CARDS - pile_count
 *
 * A card that joins a list moves the later ones; that is a short memmove, and no list can be too
 * long. The totals of the districts are kept beside them.
 *
 * Cards without an order are a tally, three bits a citizen of each kind: hands, packets, what is
 * known. In a view a hand is what the viewer knows of it, while `hand_count` is its true size; a
 * hidden packet is empty, while `packet_size` tells how many cards each has; what is known to
 * others is CLX_HIDDEN_TALLY.
 *
 * In solo ROB is owner 1: his city, bonus pile and gold are where a second player's would be, and
 * his reserve is where that player's hand would be.
 * Modifiers and grey cards are stacks, the top last; ROB's cards lie in one row, those turned up
 * first. Unused bytes are 0, "none" is CAPU_NONE. */
#ifndef CAPU_CAPITAL_LUX_2_H
#define CAPU_CAPITAL_LUX_2_H

#include "engine/game.h"

enum {
    PLAYERS = 4,
    OWNERS = PLAYERS,
    ROB = 1, /* as an owner, in solo */
    ROUNDS = 3,
    DISTRICTS = 4, /* and colours of citizens */
    GREY = DISTRICTS,
    COLOURS = DISTRICTS + 1,
    CITIZENS = 20, /* kinds of citizens */
    GREYS = 3,     /* kinds of grey cards */
    KINDS = CITIZENS + GREYS,
    DECK = 100,
    GREY_CARDS = 12,
    CARDS = DECK + GREY_CARDS,
    LISTS = DISTRICTS + OWNERS * DISTRICTS + OWNERS,
    MODIFIERS = 4,
    SIDES = 2,
    DISPLAY = 3,
    MOST_HAND = 6,
    TILES = 16,
    TILES_EACH = 4, /* of a colour */
    ROB_KINDS = 8,
    ROB_CARDS = 14,
    ROB_HAND = 2,
    ROB_RESERVE = 5,
    REDS = 3, /* end a solo round (CLX-45) */
    SOLO_PACKET = 3,
    SOLO_STEPS = 3,
    MOST_GOLD = 9999, /* that a position to be set up may have */
};

enum { BLUE, PINK, YELLOW, GREEN };
enum { DRAFT, PLAY, POWER, PAY, BONUS, OVER }; /* phases */

/* Options, in the order of the table. A value of `powers` behind the sets is 5 + a combination:
 * two bits a tile, blue highest. */
enum { FIRST, POWERS_OPTION, GOLD_COVERS, ROB_OPTION };
enum { ROB_USUAL, ROB_STRONG, ROB_HARD, ROBS };
enum { POWERS_RANDOM, SET_A, SET_D = 4, POWERS_NAMED, COMBINATIONS = 256 };

/* Tiles in the order of the notation: four a colour, so that tile / 4 is its district. */
enum {
    AGENT,
    INFILTRATOR,
    RECRUITER,
    FOREIGNER,
    CLERIC,
    PROPHET,
    MISSIONARY,
    MENTALIST,
    MERCHANT,
    DISCIPLE,
    ARISTOCRAT,
    SENTINEL,
    SCHOLAR,
    PROSELYTISER,
    EXPLORER,
    DUALIST,
};

/* An action is its verb and up to three words behind it, each an index in a list of names; in
 * numbers it sorts as in the notation. The verb of a tile is USE + tile. */
enum { KEEP, CITY, CAPITAL, USE, PAY_GOLD = USE + TILES, LOSE, TAKE_BONUS, VERBS };
#define CLX_ACTION(verb, a, b, c)                                                                  \
    ((capu_action)(verb) << 15 | (capu_action)(a) << 10 | (capu_action)(b) << 5 | (capu_action)(c))

/* What waits for a choice is a kind, or behind the kinds a modifier. */
enum { DRAWN_MODIFIER = KINDS };

/* Where powers come in after their use; which tiles do is kept in the position, for speed. */
enum { CITY_OVER, WON, FOREIGN_GREYS, HOOKS };

typedef struct clx_laid {
    uint8_t district : 4, seat : 4;
    uint8_t modifier;
} clx_laid;

typedef struct clx {
    capu_head head;
    uint64_t hand[PLAYERS];
    uint64_t packet[PLAYERS];
    uint64_t known[PLAYERS][PLAYERS - 1]; /* of a hand, by each other seat: clx_known */
    uint16_t gold[OWNERS];
    uint16_t capital_gold[DISTRICTS];
    uint16_t capital_total[DISTRICTS];
    uint8_t city_total[OWNERS][DISTRICTS];
    uint8_t cards[CARDS];
    uint8_t start[LISTS + 1]; /* start[0] is 0, start[LISTS] where they end */
    uint8_t discard[KINDS];   /* how many of each kind */
    uint8_t round;            /* 1 … 3 */
    uint8_t phase;
    uint8_t step;     /* of the draft, from 1; else CAPU_NONE */
    uint8_t turn;     /* CAPU_NONE in DRAFT and OVER */
    uint8_t second;   /* the Dualist has worked in this turn */
    uint8_t last;     /* turns still to come once the end is set off; else CAPU_NONE */
    uint8_t district; /* in POWER, PAY and BONUS; else CAPU_NONE */
    uint8_t emperor;
    uint8_t powers[DISTRICTS]; /* tiles */
    uint8_t hooks[HOOKS];      /* for each: the districts whose tiles have it, as bits */
    uint8_t pile_count;
    uint8_t packet_size;
    uint8_t chosen; /* seats that have chosen in this step, as bits */
    uint8_t choice[PLAYERS][2];
    uint8_t hand_count[PLAYERS];
    uint8_t drawn[2];
    uint8_t drawn_count;
    uint8_t modifiers[MODIFIERS];
    uint8_t modifier_count;
    clx_laid laid[MODIFIERS];
    uint8_t laid_count;
    uint8_t infiltrator; /* 2 × district + side, or CAPU_NONE */
    uint8_t grey[GREY_CARDS];
    uint8_t grey_count;
    uint8_t aristocrats[DISTRICTS]; /* who holds each, or CAPU_NONE */
    uint8_t guards[PLAYERS];        /* guarded districts, as bits */
    uint8_t display[DISPLAY];       /* sorted */
    uint8_t display_count;
    uint8_t rob_hand[ROB_HAND]; /* the older card first */
    uint8_t rob_hand_count;
    uint8_t rob_cards[ROB_CARDS];
    uint8_t rob_turned;
    uint8_t rob_reds; /* among those turned up */
} clx;

static inline bool clx_solo(const clx *s) {
    return s->head.players == 1;
}
/* Players, and ROB. */
static inline int clx_owners(const clx *s) {
    return clx_solo(s) ? 2 : s->head.players;
}

/* ------------------------------------------------------------------ tallies */

#define CLX_ONES         (((UINT64_C(1) << 3 * CITIZENS) - 1) / 7) /* one of each kind */
#define CLX_HIDDEN_TALLY UINT64_MAX

static inline uint64_t clx_one(int kind) {
    return UINT64_C(1) << 3 * kind;
}
static inline int clx_how_many(uint64_t tally, int kind) {
    return (int)(tally >> 3 * kind & 7);
}
/* One bit for each kind that is there at all, or twice. */
static inline uint64_t clx_kinds(uint64_t tally) {
    return (tally | tally >> 1 | tally >> 2) & CLX_ONES;
}
static inline uint64_t clx_pairs(uint64_t tally) {
    return (tally >> 1 | tally >> 2) & CLX_ONES;
}
/* The sum of all three-bit fields, which must be below 8; so also how many kinds there are. */
static inline int clx_sum(uint64_t tally) {
    return (int)(tally * CLX_ONES >> 57 & 7);
}
static inline int clx_lowest_kind(uint64_t kinds) {
    return __builtin_ctzll(kinds) / 3;
}
/* The kind with index n; n is random, so a loop of n steps would be mispredicted. */
static inline int clx_nth_kind(uint64_t kinds, int n) {
#pragma GCC unroll 5
    for (int i = 0; i < MOST_HAND - 1; i++)
        kinds &= kinds - (i < n);
    return clx_lowest_kind(kinds);
}
/* What `viewer` knows of another seat's hand. */
static inline uint64_t *clx_known(clx *s, int seat, int viewer) {
    return &s->known[seat][viewer - (viewer > seat)];
}

/* table.c: cards that lie in lists, and the pile */
static inline int clx_capital(int district) {
    return district;
}
static inline int clx_city(int owner, int district) {
    return DISTRICTS + DISTRICTS * owner + district;
}
static inline int clx_bonus(int owner) {
    return DISTRICTS + DISTRICTS * OWNERS + owner;
}
static inline int clx_length(const clx *s, int list) {
    return s->start[list + 1] - s->start[list];
}
/* Lays a card behind the others of a district; onto a bonus pile, where it belongs in order. */
void clx_lay(clx *s, int list, uint8_t kind);
void clx_lay_bonus(clx *s, int owner, uint8_t kind);
/* Takes the newest card of that kind out of a district. */
void clx_take(clx *s, int list, uint8_t kind);
/* All cards of a district to the discard; the newest of that kind alone. */
void clx_discard_all(clx *s, int list);
void clx_discard_one(clx *s, int list, uint8_t kind);
/* The sum of the values in a list, and without grey cards. */
int clx_total(const clx *s, int list);
int clx_total_of_citizens(const clx *s, int list);
/* The cards of the lowest or highest value in a list that is not empty: their value, and their
 * colours as bits. */
typedef struct clx_faces {
    int value;
    uint32_t colours;
} clx_faces;
clx_faces clx_lowest(const clx *s, int list);
clx_faces clx_highest(const clx *s, int list);
/* Takes out the newest of the cards of highest value. */
uint8_t clx_take_highest(clx *s, int list);
uint8_t clx_kind(int colour, int value);
/* The top of a pile that is not empty. */
static inline uint8_t clx_draw(clx *s) {
    int top = CARDS - s->pile_count--;
    uint8_t kind = s->cards[top];

    s->cards[top] = 0;
    return kind;
}
/* The discarded citizens, shuffled, go under the pile (CLX-7). */
void clx_refill(clx *s);

/* data.c: figures, most of them reconstructed */
extern const uint8_t clx_colour[KINDS];
extern const uint8_t clx_value[KINDS];
extern const uint8_t clx_copies[KINDS];
extern const uint8_t clx_deck[DECK];
extern const uint8_t clx_greys[GREY_CARDS];
extern const int8_t clx_modifier[MODIFIERS];
extern const int8_t clx_side[SIDES];
enum { ARISTOCRAT_ADDS = 2, GOLD_POINTS = 2 };
/* Bits of a kind of ROB card. */
enum { ROB_TO_CAPITAL = 1, ROB_LOWEST = 2, ROB_BLUE = 4 };
extern const uint8_t clx_rob_copies[ROBS][ROB_KINDS];
extern const uint8_t clx_rob_deck[ROBS][ROB_CARDS];
typedef struct clx_rating {
    int least;
    const char *name;
} clx_rating;
extern const clx_rating clx_ratings[];
enum { RATINGS = 6 };

/* Reasons why an action cannot be done: what is asked for instead. */
enum {
    WHY_NOT_HELD,
    WHY_DRAFT,
    WHY_PLAY,
    WHY_PAY,
    WHY_BONUS,
    WHY_AGENT,
    WHY_INFILTRATOR,
    WHY_RECRUITER,
    WHY_FOREIGNER,
    WHY_CLERIC,
    WHY_PROPHET,
    WHY_MISSIONARY,
    WHY_MENTALIST,
    WHY_DISCIPLE,
    WHY_ARISTOCRAT,
    WHY_SENTINEL,
    WHY_PROSELYTISER,
    WHY_EXPLORER,
    WHY_NOT_IN_SOLO,
    WHY_ONLY_SOLO,
    WHYS
};

/* powers.c: the sixteen powers, a row each. What a row has not is NULL. */
typedef enum clx_fate { LOSES_ALL, SAVED, IS_ASKED } clx_fate;
typedef struct clx_power {
    const char *name;
    const char *effect; /* a sentence */
    uint8_t asks;       /* the reason that says what is to be chosen */
    bool reconstructed; /* else as in the first edition */
    bool not_in_solo;   /* CLX-40 */
    bool greys_foreign; /* grey cards in cities count against the limit only (CLX-23) */
    void (*set_up)(clx *s, capu_dice *dice);
    bool (*possible)(const clx *s, int seat); /* NULL: always */
    /* Draws what the choice is about, or does all there is to do. Whether a choice follows. */
    bool (*begin)(clx *s, int seat); /* NULL: one does */
    int (*count)(const clx *s, int seat);
    capu_action (*at)(const clx *s, int seat, int index);
    void (*apply)(clx *s, int seat, int a, int b, int c);
    /* At the round's end: a city over the limit; a sole winner; the end of each round, of the first
     * two, of the third. */
    clx_fate (*over)(clx *s, int district, int seat, int excess);
    void (*won)(clx *s, int district, int owner);
    void (*round_over)(clx *s);
    void (*next_round)(clx *s, capu_dice *dice);
    void (*game_over)(clx *s);
} clx_power;
extern const clx_power clx_powers[TILES];
extern const uint8_t clx_sets[4][DISTRICTS];
static inline const clx_power *clx_power_of(const clx *s, int district) {
    return &clx_powers[s->powers[district]];
}
static inline bool clx_in_play(const clx *s, int tile) {
    return s->powers[tile / TILES_EACH] == tile;
}
/* Notes which tiles in play have which hooks. */
void clx_note_hooks(clx *s);
/* The districts whose tiles have a hook, one after the other. */
#define CLX_EACH_HOOK(s, hook, d)                                                                  \
    for (uint32_t bits_ = (s)->hooks[hook], d;                                                     \
         bits_ && (d = (uint32_t)__builtin_ctz(bits_), true); bits_ &= bits_ - 1)
/* The tiles that a value of option `powers` names; false for random. */
bool clx_named_tiles(int value, uint8_t tiles[DISTRICTS]);

/* rules.c */
void clx_take_to_hand(clx *s, int seat, uint8_t kind);
void clx_set_actors(clx *s);
/* Phase `play` or whatever follows, with a hand for everyone. */
void clx_begin_play(clx *s);
/* The next deal, and its first decision. */
void clx_begin_round(clx *s);
int clx_legal_count(const capu_state *state, int seat);
capu_action clx_legal_at(const capu_state *state, int seat, int index);
int clx_legal(const capu_state *state, int seat, capu_action *out);
bool clx_allows(const capu_state *state, int seat, capu_action action, capu_refusal *why);
extern const capu_reason clx_reasons[];
void clx_deal(capu_state *state);
void clx_apply(capu_state *state, int seat, capu_action action);
int clx_sealed(const capu_state *state);

/* rob.c */
void clx_rob_turn(clx *s);
void clx_rob_fill_reserve(clx *s);
void clx_rob_lay_reserve(clx *s);

/* scoring.c */
/* What the Infiltrator changes in a district; CAPU_NONE is in none (CLX-21). */
static inline int clx_infiltrator_at(const clx *s, int district) {
    return clx_side[s->infiltrator % SIDES] & -(s->infiltrator / SIDES == district);
}
/* The limit as all can see it, and with the modifiers shown (CLX-20). */
static inline int clx_open_limit(const clx *s, int district) {
    int limit = s->capital_total[district] + clx_infiltrator_at(s, district);

    return limit > 0 ? limit : 0;
}
int clx_limit(const clx *s, int district);
/* Gold that a seat over the limit may pay to keep a district (CLX-28); -1: it cannot. */
int clx_price(const clx *s, int seat, int excess);
int clx_excess(const clx *s, int district, int owner);
/* What a city district counts (CLX-23), and for the majority (CLX-30). */
static inline int clx_own_total(const clx *s, int owner, int district) {
    return s->hooks[FOREIGN_GREYS] ? clx_total_of_citizens(s, clx_city(owner, district))
                                   : s->city_total[owner][district];
}
static inline int clx_majority_total(const clx *s, int owner, int district) {
    int total = clx_own_total(s, owner, district);

    return total + (ARISTOCRAT_ADDS & -((total > 0) & (s->aristocrats[district] == owner)));
}
/* Who has the majority in a district, as bits (CLX-17). */
uint32_t clx_winners(const clx *s, int district);
void clx_end_play(clx *s);
void clx_pay(clx *s, bool pays);
void clx_take_bonus(clx *s, uint8_t kind);
int clx_score(const clx *s, int owner);
void clx_result(const capu_state *state, capu_result *out);
void clx_more_result(const capu_state *state, capu_text *text);
int clx_measures(const capu_state *state, capu_measure *out);

/* knowledge.c */
void clx_hide(capu_state *state, int seat);
void clx_fill(capu_state *state, int seat, capu_random *random);
#define CLX_FEATURES 512
int clx_features(const capu_state *view, int seat, capu_feature *out);

/* notation.c */
extern const char *const clx_card_names[KINDS + MODIFIERS]; /* with the modifiers behind them */
extern const char *const clx_district_names[DISTRICTS];
extern const char *const clx_rob_names[ROB_KINDS];
bool clx_secret(const uint16_t *options, capu_action action);
void clx_write_action(capu_action action, bool hidden, capu_text *text);
bool clx_read_action(const char *text, capu_action *action);
void clx_io(capu_state *state, capu_io *io);

/* accept.c */
bool clx_accept(capu_state *state, capu_text *why);
bool clx_fits(const capu_state *state);

#endif
