/* How actions of Capone are described to a policy. Only what the seat may know counts: its own
 * hand, and what is public. */
#include "games/capone/opponent.h"

/* ------------------------------------------------------------------- classes */

enum {
    WORTHS = 16,
    CARDS = CAPONE_ILLEGAL + 6, /* each illegal business, and the other cards by what they do */
    HANDS = CAPONE_HAND + 1,
    FEW = 4,
    STEPS = CAPONE_GOAL + 1,
    VICTIMS = STEPS + 1,
    TOTALS = 16,
    GUARDS = CAPONE_GUARDS + 1,
    AMOUNTS = 16,
};

/* In hundredths of five thousand dollars. */
static int worth_class(int worth) {
    static const int limits[WORTHS - 1] = {-500, -200, -50,  0,    100,  200,  400, 600,
                                           900,  1200, 1600, 2000, 2600, 3400, 4500};
    int class = 0;

    while (class < WORTHS - 1 && worth > limits[class])
        class ++;
    return class;
}

static int card_class(int card) {
    return card < CAPONE_FIRST_LEGAL  ? card
           : card < CAPONE_FIRST_REST ? CAPONE_FIRST_LEGAL
           : card < CAPONE_FBI        ? CAPONE_FIRST_LEGAL + 1
                                      : CAPONE_FIRST_LEGAL + 2 + card - CAPONE_FBI;
}

static int below(int number, int classes) {
    return number < classes ? number : classes - 1;
}

/* --------------------------------------------------------------------- traits */

#define TABLES(X)                                                                                  \
    X(USE_WORTH, CARDS *WORTHS)                                                                    \
    X(USE_MORE, CARDS *WORTHS)                                                                     \
    X(USE_HAND, CARDS *HANDS *FEW)                                                                 \
    X(USE_VICTIM, CARDS *VICTIMS)                                                                  \
    X(USE_STEPS, CARDS *STEPS)                                                                     \
    X(DISCARD_HAND, CARDS *HANDS)                                                                  \
    X(DISCARD_OTHERS, CARDS *FEW)                                                                  \
    X(PUT_WORTH, WORTHS *HANDS)                                                                    \
    X(PUT_TOTAL, TOTALS *HANDS)                                                                    \
    X(PUT_PIECES, TOTALS *GUARDS)                                                                  \
    X(PUT_LEFT, TOTALS *FEW)                                                                       \
    X(PUT_CARD, CARDS *TOTALS)                                                                     \
    X(SWAP_COUNT, HANDS)                                                                           \
    X(SWAP_CARD, CARDS *FEW)                                                                       \
    X(SWAP_STEPS, CARDS *STEPS)                                                                    \
    X(AMOUNT, CAPONE_VERBS *AMOUNTS)                                                               \
    X(AMOUNT_STEPS, CAPONE_VERBS *STEPS *AMOUNTS)
#define FROM_TO(name, size) name, name##_LAST = name + (size)-1,
enum { TABLES(FROM_TO) TRAITS };
/* With more than three players everything has weights of its own. */
enum { ALL_TRAITS = 2 * TRAITS };

typedef struct facts {
    capone_table t;
    int first, hand, others, steps;
} facts;
_Static_assert(sizeof(facts) <= sizeof(bots_facts), "room for what is known");

static void look(const capu_state *state, int seat, const int *w, bots_facts *out) {
    facts *f = (facts *)(void *)out;
    const capone *s = (const capone *)state;

    (void)w;
    *f = (facts){.t = capone_table_of(s, seat), .first = s->head.players > 3 ? TRAITS : 0};
    f->hand = f->t.own->hand.count;
    f->others = below(f->hand - f->t.illegal_cards, FEW);
    f->steps = below(f->t.own->steps, STEPS);
}

/* --------------------------------------------------------------------- actions */

static void add(const facts *f, bots_traits *out, int trait) {
    bots_add_trait(out, f->first + trait);
}

/* The steps of whoever it is done to; of nobody, or of oneself, a class of its own. */
static int victim_class(const facts *f, int card, int place, int x) {
    const capone *s = f->t.s;
    int victim = card == CAPONE_PROTECTION                                ? x
                 : card >= CAPONE_FIRST_LEGAL && card < CAPONE_FIRST_REST ? ENGINE_NONE
                 : place < CAPONE_SPACES                                  ? s->owner[place]
                                         : s->rest[place - CAPONE_SPACES].seat;

    return victim == ENGINE_NONE || victim == f->t.seat ? STEPS
                                                        : below(s->seats[victim].steps, STEPS);
}

static void describe_use(const facts *f, capu_action action, bots_traits *out) {
    int card = action >> 16 & 0xFF, place = action >> 8 & 0xFF, x = action & 0xFF;
    int class = card_class(card), worth = capone_worth_of_use(&f->t, card, place, x);
    int more = worth - capone_worth_of_holding(&f->t, card, worth);

    add(f, out, USE_WORTH + class * WORTHS + worth_class(worth));
    add(f, out, USE_MORE + class * WORTHS + worth_class(more));
    add(f, out, USE_HAND + (class * HANDS + f->hand) * FEW + f->others);
    add(f, out, USE_VICTIM + class * VICTIMS + victim_class(f, card, place, x));
    add(f, out, USE_STEPS + class * STEPS + f->steps);
}

static void describe_discard(const facts *f, int card, bots_traits *out) {
    add(f, out, DISCARD_HAND + card_class(card) * HANDS + f->hand);
    add(f, out, DISCARD_OTHERS + card_class(card) * FEW + f->others);
}

static void describe_force(const facts *f, capone_force force, bots_traits *out) {
    int members = capone_worth(force.members), total = members + force.guards;
    int home = capone_worth(f->t.own->home.members) + f->t.own->home.guards - total;
    int size = below(total / 3, TOTALS);

    add(f, out, PUT_WORTH + worth_class(capone_worth_of_put(&f->t, force)) * HANDS + f->hand);
    add(f, out, PUT_TOTAL + size * HANDS + f->hand);
    add(f, out, PUT_PIECES + below(members / 3, TOTALS) * GUARDS + below(force.guards, GUARDS));
    add(f, out,
        PUT_LEFT + below((home > 0 ? home : 0) / 4, TOTALS) * FEW + below(f->t.illegal_cards, FEW));
    add(f, out, PUT_CARD + card_class(f->t.s->pending_card) * TOTALS + size);
}

static int alike(const capone_cards *hand, int card) {
    int count = 0;

    for (int i = 0; i < hand->count; i++)
        count += hand->list[i] == card;
    return below(count, FEW);
}

static void describe_swap(const facts *f, uint32_t cards, bots_traits *out) {
    int count = 0;

    for (; cards; cards >>= 5, count++) {
        int card = (int)(cards & 31) - 1;
        add(f, out, SWAP_CARD + card_class(card) * FEW + alike(&f->t.own->hand, card));
        add(f, out, SWAP_STEPS + card_class(card) * STEPS + f->steps);
    }
    add(f, out, SWAP_COUNT + count);
}

static void describe_amount(const facts *f, int verb, int amount, bots_traits *out) {
    amount = below(amount, AMOUNTS);
    add(f, out, AMOUNT + verb * AMOUNTS + amount);
    add(f, out, AMOUNT_STEPS + (verb * STEPS + f->steps) * AMOUNTS + amount);
}

static void describe(const bots_facts *facts_of, capu_action action, bots_traits *out) {
    const facts *f = (const facts *)(const void *)facts_of;
    int verb = (int)(action >> 28);

    switch (verb) {
    case CAPONE_DO_SWAP:
        describe_swap(f, action & 0xFFFFFFF, out);
        break;
    case CAPONE_DO_USE:
        describe_use(f, action, out);
        break;
    case CAPONE_DO_DISCARD:
        describe_discard(f, action & 0xFF, out);
        break;
    case CAPONE_DO_FORCE:
        describe_force(f, (capone_force){(uint8_t)(action >> 8), (uint8_t)action}, out);
        break;
    default:
        describe_amount(f, verb, action & 0xFF, out);
    }
}

const bots_acting capone_acting = {
    .version = 1,
    .count = ALL_TRAITS,
    .look = look,
    .describe = describe,
};
