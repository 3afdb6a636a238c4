/* Capone (CPN): families, their businesses, and how they end.
 *
 * Amounts. All money is a multiple of 5,000 dollars, so the position counts in units of 5,000
 * ("fives"): a bodyguard is 1, the Don 20, a step costs 20. Text and JSON have thousands.
 *
 * Members. A set of members of one family is a byte with a bit for each. Two members of equal value
 * have two bits. If only one of them is in the set, its bit is the lower one:
 *
 *      7    6    5    4  3    2  1    0
 *     100   60   50   40 40   30 30   20
 *
 * So equal sets are equal bytes, and a subset has a subset of the bits. A force is such a set and a
 * number of bodyguards. What is at home, and what stands on a space, are forces.
 *
 * Places. The index of an illegal space is 2 × business + number - 1. The rest places follow. The
 * bits of `taken` are the spaces that are held; those of `held` are the spaces of each seat.
 * `needed` is what a force must be worth to enter a space that its family does not hold.
 *
 * The deck is a stack: its last card is drawn next. All other lists of cards are sorted. Unused
 * bytes are 0. An empty space, a free legal or rest place and a free block of the prison have
 * ENGINE_NONE as their seat, and are 0 otherwise. */
#ifndef CAPU_CAPONE_H
#define CAPU_CAPONE_H

#include "engine/game.h"

enum {
    CAPONE_PLAYERS = 6,
    CAPONE_ILLEGAL = 10, /* businesses */
    CAPONE_SPACES = 2 * CAPONE_ILLEGAL,
    CAPONE_LEGAL = 8,
    CAPONE_REST = 3,
    CAPONE_BLOCKS = 3, /* of the prison */
    CAPONE_KINDS = 25, /* of cards */
    CAPONE_CARDS = 56,
    CAPONE_HAND = 5,
    CAPONE_DECK = 36, /* no more is left after a deal */
    CAPONE_RANKS = 6, /* of members: 100, 60, 50, 40, 30, 20 */
    CAPONE_GUARDS = 8,
    CAPONE_GOAL = 10, /* steps */
};

/* Cards, in card order: illegal businesses from 0, then legal ones, then rest places. */
enum {
    CAPONE_FIRST_LEGAL = CAPONE_ILLEGAL,
    CAPONE_FIRST_REST = CAPONE_FIRST_LEGAL + CAPONE_LEGAL,
    CAPONE_FBI = CAPONE_FIRST_REST + CAPONE_REST,
    CAPONE_PROTECTION,
    CAPONE_TAKEOVER,
    CAPONE_HIT,
};

/* Amounts, in fives. */
enum {
    CAPONE_FIVE = 5,
    CAPONE_START_CASH = 20,
    CAPONE_STEP_PRICE = 20,
    CAPONE_STEP_SALE = 10,
    CAPONE_MOST_CASH = 6400
};

/* Members by their bits, and by their rank. */
enum {
    CAPONE_DON = 0x80,
    CAPONE_MAMMA = 0x40,
    CAPONE_FAMILY = 0xFF,
    CAPONE_FIRSTS = 0xEB,
    CAPONE_FIRSTS_OF_TWO = 0x0A
};
/* A table with a row for each byte of members. */
#define CAPONE_SIXTEEN(row, m)                                                                     \
    row(m), row((m) + 1), row((m) + 2), row((m) + 3), row((m) + 4), row((m) + 5), row((m) + 6),    \
        row((m) + 7), row((m) + 8), row((m) + 9), row((m) + 10), row((m) + 11), row((m) + 12),     \
        row((m) + 13), row((m) + 14), row((m) + 15)
#define CAPONE_ALL_MEMBERS(row)                                                                    \
    CAPONE_SIXTEEN(row, 0), CAPONE_SIXTEEN(row, 16), CAPONE_SIXTEEN(row, 32),                      \
        CAPONE_SIXTEEN(row, 48), CAPONE_SIXTEEN(row, 64), CAPONE_SIXTEEN(row, 80),                 \
        CAPONE_SIXTEEN(row, 96), CAPONE_SIXTEEN(row, 112), CAPONE_SIXTEEN(row, 128),               \
        CAPONE_SIXTEEN(row, 144), CAPONE_SIXTEEN(row, 160), CAPONE_SIXTEEN(row, 176),              \
        CAPONE_SIXTEEN(row, 192), CAPONE_SIXTEEN(row, 208), CAPONE_SIXTEEN(row, 224),              \
        CAPONE_SIXTEEN(row, 240)

enum {
    CAPONE_SWAP,
    CAPONE_PLAY,
    CAPONE_FORCE,
    CAPONE_REHIRE,
    CAPONE_INVEST,
    CAPONE_OVER
}; /* phases */

/* An action is its verb and what follows it. */
enum {
    CAPONE_DO_SWAP,
    CAPONE_DO_BAIL,
    CAPONE_DO_USE,
    CAPONE_DO_DISCARD,
    CAPONE_DO_FORCE,
    CAPONE_DO_REHIRE,
    CAPONE_DO_INVEST,
    CAPONE_DO_SELL,
    CAPONE_VERBS
};
/* What follows a verb in the notation. */
enum {
    CAPONE_THEN_CARDS,
    CAPONE_THEN_MEMBER,
    CAPONE_THEN_USE,
    CAPONE_THEN_CARD,
    CAPONE_THEN_FORCE,
    CAPONE_THEN_NUMBER
};
#define CAPONE_ACTION(verb, a)      ((capu_action)(verb) << 28 | (capu_action)(a))
#define CAPONE_USE(card, place, x)  CAPONE_ACTION(CAPONE_DO_USE, (card) << 16 | (place) << 8 | (x))
#define CAPONE_PUT(members, guards) CAPONE_ACTION(CAPONE_DO_FORCE, (members) << 8 | (guards))

/* Options, in the order of the table. */
enum { CAPONE_FIRST, CAPONE_PAYOUT, CAPONE_YEARS, CAPONE_DISCARDS };
enum { CAPONE_PAY_PIECES, CAPONE_PAY_ORIGINAL, CAPONE_PAY_YAOURT, CAPONE_PAY_JEUXOC };
enum { CAPONE_DISCARDS_HIDDEN, CAPONE_DISCARDS_OPEN };

typedef struct capone_force {
    uint8_t members, guards;
} capone_force;

typedef struct capone_cards {
    uint8_t count;
    uint8_t list[CAPONE_HAND];
} capone_cards;

typedef struct capone_seat {
    uint16_t cash;
    uint8_t steps;
    capone_force home;
    uint8_t park, harbour, lost; /* bodyguards, members, bodyguards */
    capone_cards hand, swapped, used, discarded;
} capone_seat;

/* A member in a rest place or in a block of the prison. */
typedef struct capone_guest {
    uint8_t seat, rank;
} capone_guest;

typedef struct capone {
    _Alignas(8) capu_head head;
    uint32_t taken;
    uint32_t held[CAPONE_PLAYERS];
    uint8_t year, first, phase;
    uint8_t turn;                        /* ENGINE_NONE when over */
    uint8_t pending_card, pending_space; /* in CAPONE_FORCE; else ENGINE_NONE */
    uint8_t deck_count;
    uint8_t deck[CAPONE_DECK];
    uint8_t owner[CAPONE_SPACES];
    uint8_t needed[CAPONE_SPACES];
    capone_force space[CAPONE_SPACES];
    uint8_t legal[CAPONE_LEGAL];
    capone_guest rest[CAPONE_REST], prison[CAPONE_BLOCKS];
    capone_seat seats[CAPONE_PLAYERS];
} capone;

/* ------------------------------------------------------------------ data.c */

extern const char *const capone_card_names[CAPONE_KINDS];
typedef struct capone_verb {
    const char *name;
    uint8_t phases;     /* in which it can be legal, as bits */
    uint8_t then, most; /* the largest number that can follow */
} capone_verb;
extern const capone_verb capone_verbs[CAPONE_VERBS];
/* The illegal spaces, "casino 1", and the rest places. */
extern const char *const capone_place_names[CAPONE_SPACES + CAPONE_REST];
extern const char *const capone_titles[CAPONE_KINDS];
extern const bool capone_reconstructed[CAPONE_KINDS];
extern const uint8_t capone_values[CAPONE_ILLEGAL];
extern const char *const capone_rank_names[CAPONE_RANKS];
extern const uint8_t capone_rank_values[CAPONE_RANKS];
extern const uint8_t capone_rank_bits[CAPONE_RANKS]; /* the first of two equal members */
extern const char *const capone_guard_names[CAPONE_GUARDS];
extern const uint8_t capone_legal_income[CAPONE_GOAL + 1], capone_protection[CAPONE_GOAL + 1];
extern const uint8_t capone_most_copies[CAPONE_KINDS];
/* How many cards of a kind are in the game (CPN-4). */
static inline int capone_copies(int card, int players) {
    return capone_most_copies[card] - (card < CAPONE_ILLEGAL && players == 3);
}
static inline int capone_hand_size(int players) {
    return players == 6 ? 4 : CAPONE_HAND; /* CPN-7 */
}

/* ----------------------------------------------------------- sets of members */

static inline uint8_t capone_with(uint8_t a, uint8_t b) {
    return (uint8_t)(a | b | (a & b & CAPONE_FIRSTS_OF_TWO) << 1);
}
static inline uint8_t capone_without(uint8_t all, uint8_t part) {
    uint8_t rest = all & (uint8_t)~part;
    uint8_t second_alone = rest >> 1 & ~rest & CAPONE_FIRSTS_OF_TWO;

    return (uint8_t)(rest ^ second_alone * 3);
}
/* Their values together, in fives: by the low and the high half of the byte. */
static inline int capone_worth(uint8_t members) {
    static const uint8_t low[] = {0, 4, 6, 10, 6, 10, 12, 16, 8, 12, 14, 18, 14, 18, 20, 24};
    static const uint8_t high[] = {0, 8, 10, 18, 12, 20, 22, 30, 20, 28, 30, 38, 32, 40, 42, 50};

    return low[members & 15] + high[members >> 4];
}
static inline int capone_total(capone_force force) {
    return capone_worth(force.members) + force.guards;
}
/* The number of seats before this one in the order of the year (CPN-6). */
static inline int capone_order(const capone *s, int seat) {
    return seat >= s->first ? seat - s->first : seat - s->first + s->head.players;
}
static inline int capone_next(const capone *s, int seat) {
    return seat + 1 == s->head.players ? 0 : seat + 1;
}

/* ---------------------------------------------------------------- forces.c */

/* CPN-14 */
bool capone_may_share(uint8_t members);
/* CPN-12, CPN-13: keeps `needed` up to date. Nothing stands on a free space. */
static inline void capone_set_needed(capone *s, int space) {
    int value = capone_values[space >> 1], total = capone_total(s->space[space]);

    s->needed[space] = (uint8_t)(total < value ? value : total + 1);
}

/* The forces that are legal in a decision. `sets` has a bit for each set of members; the sets are
 * numbered in the order of the notation. Each set goes with as many bodyguards as bring the total
 * to `least` or more, and to `most` at the most. `most` is 255 (no limit) or the same as `least`.
 */
typedef struct capone_choice {
    uint64_t sets;
    int least, most, guards;
} capone_choice;
/* With a card on a space; `last`: it is the last of the hand (CPN-16). */
capone_choice capone_choose_force(const capone *s, int seat, int card, int space, bool last);
capone_choice capone_pending(const capone *s);
bool capone_any_force(capone_choice choice);
int capone_count_forces(capone_choice choice);
capone_force capone_nth_force(capone_choice choice, int n);
/* All of them as actions; how many. */
int capone_list_forces(capone_choice choice, capu_action *out);
/* The same as numbers: `first` + set * (CAPONE_GUARDS + 1) + guards. */
int capone_number_forces(capone_choice choice, int first, int32_t *out);
bool capone_has_force(capone_choice choice, capone_force force);
/* For each set of members by its number: its members, and what they are worth together. No force is
 * worth more than CAPONE_MOST_TOTAL. */
enum { CAPONE_SETS = 42, CAPONE_MOST_TOTAL = 50 };
extern const uint8_t capone_set_members[CAPONE_SETS], capone_set_worth[CAPONE_SETS];
/* The sets that can reach the limits with the bodyguards at home. */
uint64_t capone_possible_sets(capone_choice choice);
/* The force with such a set and the fewest bodyguards. Without an upper limit more may be added. */
static inline capone_force capone_weakest_force(capone_choice choice, int set) {
    int missing = choice.least - capone_set_worth[set];

    return (capone_force){capone_set_members[set], (uint8_t)(missing > 0 ? missing : 0)};
}
/* By the set of members at home: the most that some of them are worth together on one space. */
extern const uint8_t capone_most_worth[256];
/* CPN-16: which spaces of a business, bits 0 and 1, its card can be used on as the last one. */
int capone_open_to_last(const capone *s, int seat, int business);

/* ----------------------------------------------------------------- legal.c */

int capone_legal_count(const capu_state *state, int seat);
capu_action capone_legal_at(const capu_state *state, int seat, int index);
capu_action capone_pick(const capu_state *state, int seat, capu_random *random);
int capone_legal(const capu_state *state, int seat, capu_action *out);
/* Whether the seat, whose turn it is, can use a card of its hand. */
bool capone_can_use(const capone *s, int seat, int card);
/* Members of a seat who are in prison. */
uint8_t capone_prisoners(const capone *s, int seat);
/* CPN-29: the most that a seat can pay. */
static inline int capone_means(const capone_seat *seat) {
    return seat->cash + CAPONE_STEP_SALE * seat->steps;
}

/* ---------------------------------------------------------------- allows.c */

bool capone_allows(const capu_state *state, int seat, capu_action action, capu_refusal *why);
extern const capu_reason capone_reasons[];

/* ------------------------------------------------------------------ play.c */

void capone_apply(capu_state *state, int seat, capu_action action);

/* ------------------------------------------------------------------ year.c */

void capone_deal(capu_state *state);
/* What a held space earns at the year's end (CPN-23). */
int capone_income(int payout, int business, capone_force there);
/* The stages of the year's end; each leads to the next decision. */
void capone_end_play(capone *s);
void capone_after_rehire(capone *s);
void capone_after_invest(capone *s);
void capone_send_home(capone *s, int space);
static inline void capone_set_actors(capone *s) {
    s->head.actors = s->phase == CAPONE_OVER ? 0 : (uint8_t)(1u << s->turn);
}
int capone_last_year(const capone *s);
/* CPN-28, CPN-30, once all have invested. */
bool capone_must_end(const capone *s);
static inline int capone_living(const capone_seat *seat) {
    return capone_worth(capone_without(CAPONE_FAMILY, seat->harbour));
}
void capone_result(const capu_state *state, capu_result *out);
int capone_measures(const capu_state *state, capu_measure *out);
int capone_rates(const capu_state *before, const capu_state *after, capu_rate *out);

/* ------------------------------------------------------------------ tell.c */

void capone_facts(const capu_state *view, capu_lines *out);

/* Marks what is only called to tell events, so that it stays out of the way of the rest. */
#define CAPONE_COLD __attribute__((cold, noinline))

/* Events. Which parts of capone_news belong to each is in tell.c. */
enum {
    CAPONE_TELL_HOLDS,
    CAPONE_TELL_HARBOUR,
    CAPONE_TELL_PARK,
    CAPONE_TELL_HOME,
    CAPONE_TELL_REST,
    CAPONE_TELL_PRISON,
    CAPONE_TELL_EMPTY,
    CAPONE_TELL_LEGAL,
    CAPONE_TELL_PROTECTION,
    CAPONE_TELL_BAIL,
    CAPONE_TELL_SOLD,
    CAPONE_TELL_REHIRED,
    CAPONE_TELL_LOST,
    CAPONE_TELL_FREE,
    CAPONE_TELL_INVESTED,
    CAPONE_TELL_SOLD_BACK,
    CAPONE_TELL_YEAR_END,
    CAPONE_TELL_YEAR,
    CAPONE_NEWS
};
typedef struct capone_news {
    const char *place, *card;
    int seat, from_seat, rank, steps;
    int n;     /* a number */
    int money; /* in fives; told as `n` too */
    capone_force force;
} capone_news;
CAPONE_COLD void capone_add_news(capu_lines *out, int event, const capone_news *news);
/* Tells an event, if somebody listens. */
static inline void capone_tell(const capone *s, int event, capone_news news) {
    capu_lines *told = engine_told(&s->head);

    if (told)
        capone_add_news(told, event, &news);
}
/* Before the discard. */
CAPONE_COLD void capone_tell_discard(const capone *s, int seat, int card, capu_lines *out);
/* After the swap. */
CAPONE_COLD void capone_tell_swap(int seat, const capone_cards *drawn, capu_lines *out);
CAPONE_COLD void capone_tell_payout(const capone *s, capu_lines *out);
CAPONE_COLD void capone_tell_end(const capone *s, capu_lines *out);

/* ------------------------------------------------------------- knowledge.c */

void capone_hide(capu_state *state, int seat);
void capone_fill(capu_state *state, int seat, capu_random *random);

/* -------------------------------------------------------------- notation.c */

bool capone_secret(const uint16_t *options, capu_action action);
void capone_write_action(capu_action action, bool hidden, capu_text *text);
bool capone_read_action(const char *text, capu_action *action);

/* ------------------------------------------------------------------ json.c */

void capone_io(capu_state *state, engine_io *io);
extern const char *const capone_phases[CAPONE_OVER + 1];

/* ---------------------------------------------------------------- accept.c */

bool capone_accept(capu_state *state, capu_text *why);
bool capone_fits(const capu_state *state);

/* ------------------------------------------------------------------- space.c */

extern const engine_observation capone_observation; /* observe.c */
enum { CAPONE_SPACE = 99674, CAPONE_MOST_LEGAL = 377 };
extern const engine_span capone_spans[CAPONE_VERBS];
int capone_indices(const capu_state *state, int seat, int32_t *out);

#endif
