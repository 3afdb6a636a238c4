/* Capital Lux 2 (CLX): 100 citizens in four colours, a capital, one city for each player, sixteen
 * powers. The rules are in docs/games/capital-lux-2.md.
 *
 * The position. A card is its kind, 0 … 22 in card order: b2 … b6, p2 … p6, y, g, x1 … x3.
 *
 * Cards whose order matters are in `cards`. The lists (capital, cities, bonus piles) start at the
 * left, one behind the other. The pile is at the right end, with its top leftmost. Between them are
 * zeros.
 *
 *     cards  | list 0 | list 1 | … | list 23 | 0 0 0 … | top … bottom of the pile |
 *            start[0] start[1]               start[24]  LUX_CARDS - pile_count
 *
 * A card that joins a list moves the later ones. That is a short memmove, and no list can become
 * too long. The totals of the districts are kept beside the cards.
 *
 * Cards without an order are a tally: three bits that count the citizens of each kind. Hands,
 * packets and known cards are tallies. In a view a hand is what the viewer knows of it, and
 * `hand_count` is its true size. A hidden packet is empty, and `packet_size` says how many cards
 * each has. What other seats know is LUX_HIDDEN_TALLY.
 *
 * In solo, ROB is owner 1. His city, bonus pile and gold are where a second player's would be, and
 * his reserve is where that player's hand would be. Modifiers and grey cards are stacks with the
 * top last. ROB's cards lie in one row, those turned up first. Unused bytes are 0, and "none" is
 * ENGINE_NONE. */
#ifndef CAPU_LUX_H
#define CAPU_LUX_H

#include "engine/game.h"

enum {
    LUX_PLAYERS = 4,
    LUX_OWNERS = LUX_PLAYERS,
    LUX_ROB = 1, /* the owner that ROB is in solo */
    LUX_ROUNDS = 3,
    LUX_DISTRICTS = 4, /* as many as colours of citizens */
    LUX_GREY = LUX_DISTRICTS,
    LUX_COLOURS = LUX_DISTRICTS + 1,
    LUX_CITIZENS = 20, /* kinds of citizens */
    LUX_GREYS = 3,     /* kinds of grey cards */
    LUX_KINDS = LUX_CITIZENS + LUX_GREYS,
    LUX_DECK = 100,
    LUX_GREY_CARDS = 12,
    LUX_CARDS = LUX_DECK + LUX_GREY_CARDS,
    LUX_LISTS = LUX_DISTRICTS + LUX_OWNERS * LUX_DISTRICTS + LUX_OWNERS,
    LUX_MODIFIERS = 4,
    LUX_SIDES = 2,
    LUX_DISPLAY = 3,
    LUX_MOST_HAND = 6,
    LUX_PASSED = 4, /* cards that a seat passes on first in a draft */
    LUX_TILES = 16,
    LUX_TILES_EACH = 4, /* of a colour */
    LUX_ROB_KINDS = 8,
    LUX_ROB_CARDS = 14,
    LUX_ROB_HAND = 2,
    LUX_ROB_RESERVE = 5,
    LUX_REDS = 3, /* red cards that end a solo round (CLX-45) */
    LUX_SOLO_PACKET = 3,
    LUX_SOLO_STEPS = 3,
    LUX_MOST_GOLD = 9999, /* the most that `set` accepts */
};

enum { LUX_BLUE, LUX_PINK, LUX_YELLOW, LUX_GREEN };
enum { LUX_DRAFT, LUX_PLAY, LUX_POWER, LUX_PAY, LUX_BONUS, LUX_OVER }; /* phases */

/* Options, in the order of the table. Values of `powers` from 5 on are combinations of tiles: two
 * bits for each, those of blue highest. */
enum { LUX_FIRST, LUX_POWERS_OPTION, LUX_GOLD_COVERS, LUX_ROB_OPTION };
enum { LUX_ROB_USUAL, LUX_ROB_STRONG, LUX_ROB_HARD, LUX_ROBS };
enum { LUX_POWERS_RANDOM, LUX_SET_A, LUX_SET_D = 4, LUX_POWERS_NAMED, LUX_COMBINATIONS = 256 };

/* Tiles in the order of the notation. Each colour has four, so tile / 4 is its district. */
enum {
    LUX_AGENT,
    LUX_INFILTRATOR,
    LUX_RECRUITER,
    LUX_FOREIGNER,
    LUX_CLERIC,
    LUX_PROPHET,
    LUX_MISSIONARY,
    LUX_MENTALIST,
    LUX_MERCHANT,
    LUX_DISCIPLE,
    LUX_ARISTOCRAT,
    LUX_SENTINEL,
    LUX_SCHOLAR,
    LUX_PROSELYTISER,
    LUX_EXPLORER,
    LUX_DUALIST,
};

/* An action is a verb and up to three words, each an index in a list of names. As numbers, actions
 * sort as they do in the notation. The verb of a tile is LUX_USE + tile. */
enum {
    LUX_KEEP,
    LUX_CITY,
    LUX_CAPITAL,
    LUX_USE,
    LUX_PAY_GOLD = LUX_USE + LUX_TILES,
    LUX_LOSE,
    LUX_TAKE_BONUS,
    LUX_VERBS
};
#define LUX_ACTION(verb, a, b, c)                                                                  \
    ((capu_action)(verb) << 15 | (capu_action)(a) << 10 | (capu_action)(b) << 5 | (capu_action)(c))

/* What a word behind a verb names. */
enum {
    LUX_NO_WORD,
    LUX_CARD_WORD,
    LUX_DISTRICT_WORD,
    LUX_SIDE_WORD,
    LUX_PLACE_WORD,
    LUX_SEAT_WORD
};
enum { LUX_MOST_WORDS = 3 };

/* What has been drawn and waits for a choice is a kind of card. Numbers behind those are modifiers.
 */
enum { LUX_DRAWN_MODIFIER = LUX_KINDS };

/* Moments at which a power acts later. The position keeps which tiles do, for speed. */
enum { LUX_CITY_OVER, LUX_WON, LUX_FOREIGN_GREYS, LUX_HOOKS };

typedef struct lux_laid {
    uint8_t district : 4, seat : 4;
    uint8_t modifier;
} lux_laid;

typedef struct lux {
    capu_head head;
    uint64_t hand[LUX_PLAYERS];
    uint64_t packet[LUX_PLAYERS];
    uint64_t known[LUX_PLAYERS]
                  [LUX_PLAYERS - 1]; /* cards of a hand that another seat knows: lux_known */
    uint16_t gold[LUX_OWNERS];
    uint16_t capital_gold[LUX_DISTRICTS];
    uint16_t capital_total[LUX_DISTRICTS];
    uint8_t city_total[LUX_OWNERS][LUX_DISTRICTS];
    uint8_t cards[LUX_CARDS];
    uint8_t start[LUX_LISTS + 1]; /* start[0] is 0, start[LUX_LISTS] where they end */
    uint8_t discard[LUX_KINDS];   /* how many of each kind */
    uint8_t round;                /* 1 … 3 */
    uint8_t phase;
    uint8_t step;     /* of the draft, from 1; else ENGINE_NONE */
    uint8_t turn;     /* ENGINE_NONE in LUX_DRAFT and LUX_OVER */
    uint8_t second;   /* the Dualist has worked in this turn */
    uint8_t last;     /* turns still to come once the end is set off; else ENGINE_NONE */
    uint8_t district; /* in LUX_POWER, LUX_PAY and LUX_BONUS; else ENGINE_NONE */
    uint8_t emperor;
    uint8_t powers[LUX_DISTRICTS]; /* tiles */
    uint8_t hooks[LUX_HOOKS];      /* for each hook the districts whose tiles have it, as bits */
    uint8_t pile_count;
    uint8_t packet_size;
    uint8_t chosen; /* seats that have chosen in this step, as bits */
    uint8_t choice[LUX_PLAYERS][2];
    uint8_t hand_count[LUX_PLAYERS];
    uint8_t drawn[2];
    uint8_t drawn_count;
    uint8_t modifiers[LUX_MODIFIERS];
    uint8_t modifier_count;
    lux_laid laid[LUX_MODIFIERS];
    uint8_t laid_count;
    uint8_t infiltrator; /* 2 × district + side, or ENGINE_NONE */
    uint8_t grey[LUX_GREY_CARDS];
    uint8_t grey_count;
    uint8_t aristocrats[LUX_DISTRICTS]; /* who holds each, or ENGINE_NONE */
    uint8_t guards[LUX_PLAYERS];        /* guarded districts, as bits */
    uint8_t display[LUX_DISPLAY];       /* sorted */
    uint8_t display_count;
    uint8_t rob_hand[LUX_ROB_HAND]; /* the older card first */
    uint8_t rob_hand_count;
    uint8_t rob_cards[LUX_ROB_CARDS];
    uint8_t rob_turned;
    uint8_t rob_reds; /* red cards among those turned up */

    /* What each seat passed on first in the draft is remembered behind the position: see
     * LUX_PASSED_KIND. In a view it is what the viewer did. */
    _Alignas(8) uint8_t passed[LUX_PLAYERS][LUX_PASSED];
} lux;

static inline bool lux_solo(const lux *s) {
    return s->head.players == 1;
}
/* The players, and ROB in solo. */
static inline int lux_owners(const lux *s) {
    return lux_solo(s) ? 2 : s->head.players;
}

/* ------------------------------------------------------------------ tallies */

#define LUX_ONES         (((UINT64_C(1) << 3 * LUX_CITIZENS) - 1) / 7) /* one of each kind */
#define LUX_HIDDEN_TALLY UINT64_MAX

static inline uint64_t lux_one(int kind) {
    return UINT64_C(1) << 3 * kind;
}
static inline int lux_how_many(uint64_t tally, int kind) {
    return (int)(tally >> 3 * kind & 7);
}
/* One bit for each kind that is there at least once, and at least twice. */
static inline uint64_t lux_kinds(uint64_t tally) {
    return (tally | tally >> 1 | tally >> 2) & LUX_ONES;
}
static inline uint64_t lux_pairs(uint64_t tally) {
    return (tally >> 1 | tally >> 2) & LUX_ONES;
}
/* The sum of all three-bit fields, which must be below 8. Of lux_kinds it is the number of kinds.
 */
static inline int lux_sum(uint64_t tally) {
    return (int)(tally * LUX_ONES >> 57 & 7);
}
static inline int lux_lowest_kind(uint64_t kinds) {
    return __builtin_ctzll(kinds) / 3;
}
/* The kind with index n. The loop has a fixed length: n is random and would be mispredicted. */
static inline int lux_nth_kind(uint64_t kinds, int n) {
#pragma GCC unroll 5
    for (int i = 0; i < LUX_MOST_HAND - 1; i++)
        kinds &= kinds - (i < n);
    return lux_lowest_kind(kinds);
}
/* What `viewer` knows of another seat's hand. */
static inline uint64_t *lux_known(lux *s, int seat, int viewer) {
    return &s->known[seat][viewer - (viewer > seat)];
}

/* What a byte of `passed` says: the card's kind and 1 (0: nothing is remembered), and whether the
 * next player, or the one after, has played such a card since. The four of a seat are sorted. */
enum { LUX_PASSED_KIND = 31, LUX_NEXT_PLAYED = 32, LUX_SECOND_PLAYED = 64 };
static inline int lux_passed_kind(uint8_t passed) {
    return (passed & LUX_PASSED_KIND) - 1;
}

/* table.c: cards that lie in lists, and the pile */
static inline int lux_capital(int district) {
    return district;
}
static inline int lux_city(int owner, int district) {
    return LUX_DISTRICTS + LUX_DISTRICTS * owner + district;
}
static inline int lux_bonus(int owner) {
    return LUX_DISTRICTS + LUX_DISTRICTS * LUX_OWNERS + owner;
}
static inline int lux_length(const lux *s, int list) {
    return s->start[list + 1] - s->start[list];
}
/* Lays a card behind the others of a district. A bonus pile is kept in card order. */
void lux_lay(lux *s, int list, uint8_t kind);
void lux_lay_bonus(lux *s, int owner, uint8_t kind);
/* Takes the newest card of that kind out of a district. */
void lux_take(lux *s, int list, uint8_t kind);
/* Discards all cards of a district, or the newest one of that kind. */
void lux_discard_all(lux *s, int list);
void lux_discard_one(lux *s, int list, uint8_t kind);
/* The sum of the values in a list, with or without grey cards. */
int lux_total(const lux *s, int list);
int lux_total_of_citizens(const lux *s, int list);
/* The cards of the lowest or highest value in a list that is not empty: their value, and their
 * colours as bits. */
typedef struct lux_faces {
    int value;
    uint32_t colours;
} lux_faces;
lux_faces lux_lowest(const lux *s, int list);
lux_faces lux_highest(const lux *s, int list);
/* The newest of the cards of highest value. */
uint8_t lux_highest_card(const lux *s, int list);
uint8_t lux_kind(int colour, int value);
/* Draws the top of a pile that is not empty. */
static inline uint8_t lux_draw(lux *s) {
    int top = LUX_CARDS - s->pile_count--;
    uint8_t kind = s->cards[top];

    s->cards[top] = 0;
    return kind;
}
/* Shuffles the discarded citizens and puts them under the pile (CLX-7). */
void lux_refill(lux *s);

/* data.c: figures, most of them reconstructed */
extern const uint8_t lux_colour[LUX_KINDS];
extern const uint8_t lux_value[LUX_KINDS];
extern const uint8_t lux_copies[LUX_KINDS];
extern const uint8_t lux_deck[LUX_DECK];
extern const uint8_t lux_greys[LUX_GREY_CARDS];
extern const int8_t lux_modifier[LUX_MODIFIERS];
extern const int8_t lux_side[LUX_SIDES];
enum { LUX_ARISTOCRAT_ADDS = 2, LUX_GOLD_POINTS = 2 };
/* Bits of a kind of ROB card. */
enum { LUX_ROB_TO_CAPITAL = 1, LUX_ROB_LOWEST = 2, LUX_ROB_BLUE = 4 };
extern const uint8_t lux_rob_copies[LUX_ROBS][LUX_ROB_KINDS];
extern const uint8_t lux_rob_deck[LUX_ROBS][LUX_ROB_CARDS];
typedef struct lux_rating {
    int least;
    const char *name;
} lux_rating;
extern const lux_rating lux_ratings[];
enum { LUX_RATINGS = 6 };

/* Reasons why an action cannot be done: what is asked for instead. */
enum {
    LUX_WHY_NOT_HELD,
    LUX_WHY_DRAFT,
    LUX_WHY_PLAY,
    LUX_WHY_PAY,
    LUX_WHY_BONUS,
    LUX_WHY_AGENT,
    LUX_WHY_INFILTRATOR,
    LUX_WHY_RECRUITER,
    LUX_WHY_FOREIGNER,
    LUX_WHY_CLERIC,
    LUX_WHY_PROPHET,
    LUX_WHY_MISSIONARY,
    LUX_WHY_MENTALIST,
    LUX_WHY_DISCIPLE,
    LUX_WHY_ARISTOCRAT,
    LUX_WHY_SENTINEL,
    LUX_WHY_PROSELYTISER,
    LUX_WHY_EXPLORER,
    LUX_WHY_NOT_IN_SOLO,
    LUX_WHY_ONLY_SOLO,
    LUX_WHYS
};

/* powers.c: the sixteen powers. Each has a row; what a power does not need is NULL. */
typedef enum lux_fate { LUX_LOSES_ALL, LUX_SAVED, LUX_IS_ASKED } lux_fate;
typedef struct lux_power {
    const char *name;
    const char *effect;            /* a sentence */
    uint8_t asks;                  /* the reason that says what is to be chosen */
    uint8_t words[LUX_MOST_WORDS]; /* of its actions, in the notation */
    bool reconstructed;            /* else as in the first edition */
    bool not_in_solo;              /* CLX-40 */
    bool greys_foreign;            /* grey cards in cities count against the limit only (CLX-23) */
    void (*set_up)(lux *s, engine_dice *dice);
    bool (*possible)(const lux *s, int seat); /* NULL: always */
    /* Draws what the choice is about, or does everything at once. Returns whether a choice follows.
     */
    bool (*begin)(lux *s, int seat); /* NULL: a choice follows */
    int (*count)(const lux *s, int seat);
    capu_action (*at)(const lux *s, int seat, int index);
    void (*apply)(lux *s, int seat, int a, int b, int c);
    /* At the round's end: a city over the limit; a sole winner; the end of each round, of the first
     * two, of the third. */
    lux_fate (*over)(lux *s, int district, int seat, int excess);
    void (*won)(lux *s, int district, int owner);
    void (*round_over)(lux *s);
    void (*next_round)(lux *s, engine_dice *dice);
    void (*game_over)(lux *s);
} lux_power;
extern const lux_power lux_powers[LUX_TILES];
extern const char *const lux_tile_names[LUX_TILES]; /* the same names as a list */
extern const uint8_t lux_sets[4][LUX_DISTRICTS];
static inline const lux_power *lux_power_of(const lux *s, int district) {
    return &lux_powers[s->powers[district]];
}
static inline bool lux_in_play(const lux *s, int tile) {
    return s->powers[tile / LUX_TILES_EACH] == tile;
}
/* Notes which tiles in play have which hooks. */
void lux_note_hooks(lux *s);
/* The districts whose tiles have a hook, one after the other. */
#define LUX_EACH_HOOK(s, hook, d)                                                                  \
    for (uint32_t bits_ = (s)->hooks[hook], d;                                                     \
         bits_ && (d = (uint32_t)__builtin_ctz(bits_), true); bits_ &= bits_ - 1)
/* The tiles that a value of option `powers` names; false for random. */
bool lux_named_tiles(int value, uint8_t tiles[LUX_DISTRICTS]);

/* facts.c: what follows from a view */
void lux_facts(const capu_state *view, capu_lines *out);
/* How a limit comes about: the capital's cards, the Infiltrator's tile, the modifiers that show. */
void lux_list_parts(const lux *s, int district, capu_lines *out);
/* The points of an owner, and who is first. */
void lux_add_account(const lux *s, int owner, capu_lines *out);
void lux_add_winners(const lux *s, capu_lines *out);

/* tell.c: events. They are told only where somebody listens:
 *
 *     if (lux_told(s))
 *         lux_tell_gold(s, seat, 1); */
static inline bool lux_told(const lux *s) {
    return engine_told(&s->head) != NULL;
}
/* An owner is a seat, or the word "rob". */
void lux_add_owner(const lux *s, const char *name, int owner, capu_lines *out);
void lux_list_owners(const lux *s, const char *name, uint32_t owners, capu_lines *out);
/* The cards that `after` has more of than `before`; both are counts of each kind. */
void lux_list_gained(const uint8_t *before, const uint8_t *after, const char *name,
                     capu_lines *out);
/* Lays a card, and tells what that changes. */
void lux_lay_telling(lux *s, int list, uint8_t kind);
static inline void lux_lay_open(lux *s, int list, uint8_t kind) {
    if (lux_told(s))
        lux_lay_telling(s, list, kind);
    else
        lux_lay(s, list, kind);
}
/* A card has left a capital district. */
void lux_tell_left(const lux *s, int district, uint8_t kind);
/* Cards or a modifier that a seat has drawn for itself; a hand that was dealt. */
void lux_tell_drawn(const lux *s, int seat, const uint8_t *kinds, int count);
void lux_tell_dealt(const lux *s, int seat, uint64_t cards);
void lux_tell_taken(const lux *s, int seat, uint8_t kind);
void lux_tell_card(const lux *s, const char *id, uint8_t kind);
void lux_tell_tally(const lux *s, const char *id, int owner, uint64_t cards);
void lux_tell_refill(const lux *s);
void lux_tell_kept(const lux *s, int seat, uint64_t rest);
void lux_tell_last_two(const lux *s, int seat, uint64_t two);
void lux_tell_power(const lux *s, const char *id, int seat, int district);
void lux_tell_agent(const lux *s, int seat);
void lux_tell_infiltrator(const lux *s, uint8_t before);
void lux_tell_gold(const lux *s, int seat, int count);
void lux_tell_capital_gold(const lux *s, int district);
void lux_tell_aristocrat(const lux *s, int district, uint8_t before, uint32_t leaders);
void lux_tell_at(const lux *s, const char *id, int owner, int district);
void lux_tell_seat(const lux *s, const char *id, int owner);
void lux_tell_last(const lux *s, int seat);
void lux_tell_rob(const lux *s, uint8_t card);
void lux_tell_end(const lux *s);
void lux_tell_shown(const lux *s);
void lux_tell_limit(const lux *s, int district, int limit);
void lux_tell_lost(const lux *s, int owner, int district);
void lux_tell_guarded(const lux *s, int seat, int district);
void lux_tell_highest(const lux *s, int seat, int district, uint8_t kind);
void lux_tell_asked(const lux *s, int seat, int district, int excess);
void lux_tell_paid(const lux *s, int seat, int district, int price);
void lux_tell_standing(const lux *s, int district, uint32_t winners);
void lux_tell_bonus(const lux *s, int district, uint32_t winners, uint8_t kind);
void lux_tell_capital_gold_won(const lux *s, int district, int owner, int count);
void lux_tell_guards_gold(const lux *s, int seat, int count);
void lux_tell_back(const lux *s, const char *id, int count);
void lux_tell_round(const lux *s);
void lux_tell_result(const lux *s);

/* rules.c: deal, draft, turns, what is legal */
void lux_take_to_hand(lux *s, int seat, uint8_t kind);
/* Draws the top of the pile to a hand. */
void lux_draw_to_hand(lux *s, int seat);
void lux_set_actors(lux *s);
/* Begins the phase `play`, once everyone has a hand. */
void lux_begin_play(lux *s);
/* Deals, and begins the draft. */
void lux_begin_round(lux *s);
int lux_legal_count(const capu_state *state, int seat);
capu_action lux_legal_at(const capu_state *state, int seat, int index);
int lux_legal(const capu_state *state, int seat, capu_action *out);
bool lux_allows(const capu_state *state, int seat, capu_action action, capu_refusal *why);
extern const capu_reason lux_reasons[];
void lux_deal(capu_state *state);
void lux_apply(capu_state *state, int seat, capu_action action);
int lux_sealed(const capu_state *state);

/* rob.c */
void lux_rob_turn(lux *s);
void lux_rob_fill_reserve(lux *s);
void lux_rob_lay_reserve(lux *s);

/* scoring.c: the end of a round and of the game */
/* By how much the Infiltrator changes a limit (CLX-21). ENGINE_NONE is in no district. */
static inline int lux_infiltrator_at(const lux *s, int district) {
    return lux_side[s->infiltrator % LUX_SIDES] & -(s->infiltrator / LUX_SIDES == district);
}
/* The limit without modifiers, which all can see; lux_limit has them too (CLX-20). */
static inline int lux_open_limit(const lux *s, int district) {
    int limit = s->capital_total[district] + lux_infiltrator_at(s, district);

    return limit > 0 ? limit : 0;
}
int lux_limit(const lux *s, int district);
/* The gold that a seat must pay to keep a district (CLX-28). -1: it has not enough. */
int lux_price(const lux *s, int seat, int excess);
int lux_excess(const lux *s, int district, int owner);
/* What the powers make of a city over the limit. */
lux_fate lux_fate_of(lux *s, int district, int owner, int excess);
/* What a district of a city is worth in points (CLX-23), and for the bonus (CLX-30). */
static inline int lux_own_total(const lux *s, int owner, int district) {
    return s->hooks[LUX_FOREIGN_GREYS] ? lux_total_of_citizens(s, lux_city(owner, district))
                                       : s->city_total[owner][district];
}
static inline int lux_majority_total(const lux *s, int owner, int district) {
    int total = lux_own_total(s, owner, district);

    return total + (LUX_ARISTOCRAT_ADDS & -((total > 0) & (s->aristocrats[district] == owner)));
}
/* The owners with the highest total of a district, as bits (CLX-17). */
uint32_t lux_winners(const lux *s, int district);
void lux_end_play(lux *s);
void lux_pay(lux *s, bool pays);
void lux_take_bonus(lux *s, uint8_t kind);
int lux_score(const lux *s, int owner);
/* The owners who are first, as bits (CLX-19, CLX-48). */
uint32_t lux_first(const lux *s);
/* The name of the rating of a solo game (CLX-48). */
const char *lux_rating_of(const lux *s);
void lux_result(const capu_state *state, capu_result *out);
void lux_more_result(const capu_state *state, capu_text *text);
int lux_measures(const capu_state *state, capu_measure *out);

/* knowledge.c */
void lux_hide(capu_state *state, int seat);
bool lux_moment(const capu_state *state, const capu_lines *told, capu_state *view);
void lux_fill(capu_state *state, int seat, capu_random *random);
/* How many cards of each kind a view does not show. */
void lux_hidden_cards(const lux *s, int8_t left[LUX_KINDS]);

/* notation.c */
extern const char
    *const lux_card_names[LUX_KINDS + LUX_MODIFIERS]; /* with the modifiers behind them */
extern const char *const lux_district_names[LUX_DISTRICTS];
extern const char *const lux_rob_names[LUX_ROB_KINDS];
extern const char *const lux_side_names[LUX_SIDES];
extern const char *const lux_phases[LUX_OVER + 1];
bool lux_secret(const uint16_t *options, capu_action action);
void lux_write_action(capu_action action, bool hidden, capu_text *text);
bool lux_read_action(const char *text, capu_action *action);
void lux_io(capu_state *state, engine_io *io);

/* accept.c */
bool lux_accept(capu_state *state, capu_text *why);
bool lux_fits(const capu_state *state);

/* observe.c */
extern const engine_observation lux_observation;

/* space.c: actions as numbers */
enum { LUX_SPACE = 875, LUX_MOST_LEGAL = 60 };
extern const engine_span lux_spans[LUX_VERBS];

#endif
