/* The simple opponent of Capone. It does not try its actions out, since what an attack or a stake
 * is worth shows only at the year's end; it weighs them. Amounts are in hundredths of five
 * thousand dollars, chances in thousandths.
 *
 * A stake is worth its income, as far as it is likely to last, less what would be lost for good.
 * How likely others are to remove it follows from the cards that have not been seen and from what
 * the others have at home. What a victim loses counts as a gain, the more so the nearer the victim
 * is to the goal. A card that can still be played later is worth holding back. */
#include "games/capone/opponent.h"

/* How many years of income a member, or a bodyguard, who is gone would have brought: by payout. */
static const int years_of_member[] = {2, 1, 2, 1};

/* -------------------------------------------------------------------- weights */

enum {
    CASH = BOTS_OWN_WEIGHTS, /* fives of cash for a step, as far as wealth goes */
    LIVING,                  /* what a five of living members is worth for each step to go, */
    ALIVE,                   /* and a bodyguard, in ten-thousandths of a step */
    SPREAD,        /* how uncertain a lead is: at the end, and more for each step to go, */
    SPREAD_A_STEP, /* in hundredths of a step */
    SHARP,         /* by how much a play must look worse to be tried a third as soon */
    CARDS_WEIGHED, /* of a hand, when playing on */
};

static const int weights[] = {
    [BOTS_EXPLORATION] = 50, [BOTS_PATIENCE] = 4, [BOTS_MARGIN] = 15,
    [BOTS_MATCHING] = 0,     [CASH] = 20,         [LIVING] = 90,
    [ALIVE] = 1000,          [SPREAD] = 38,       [SPREAD_A_STEP] = 27,
    [SHARP] = 1000,          [CARDS_WEIGHED] = 3,
};
static const char *const names[] = {"exploration", "patience",      "margin", "matching",
                                    "acquainted",  "cash",          "living", "alive",
                                    "spread",      "spread_a_step", "sharp",  "cards_weighed"};
_Static_assert(sizeof names / sizeof names[0] == sizeof weights / sizeof weights[0], "a name each");

/* --------------------------------------------------------------- the table */

/* A seat's place at the table: what it may know of cards, and what others could do. */
typedef struct table {
    const capone *s;
    int seat, payout;
    const capone_seat *own;
    int8_t unseen[CAPONE_KINDS]; /* copies that others may hold */
    int unseen_cards;            /* all of them */
    int opposing_cards;          /* in the hands of others */
    int illegal_cards;           /* own */
    int rivals;                  /* others with cards, */
    uint8_t strength[8]; /* and the most that each of them could put on a space, descending */
    int loss;            /* the chance that a stake is sent away, in thousandths */
    int hits;            /* assassins that may come, in thousandths */
    int at_home;         /* what a five is worth there, in tenths */
} table;

static void cross_off(table *t, const capone_cards *cards) {
    for (int i = 0; i < cards->count; i++)
        if (cards->list[i] < CAPONE_KINDS)
            t->unseen[cards->list[i]]--;
    t->unseen_cards -= cards->count;
}

static void add_rival(table *t, capone_force home) {
    int strength = capone_most_worth[home.members] + home.guards, at = t->rivals++;

    for (; at > 0 && t->strength[at - 1] < strength; at--)
        t->strength[at] = t->strength[at - 1];
    t->strength[at] = (uint8_t)strength;
}

static void look_at_seats(table *t) {
    for (int seat = 0; seat < t->s->head.players; seat++) {
        const capone_seat *other = &t->s->seats[seat];
        cross_off(t, &other->used);
        if (seat != t->seat && t->s->head.options[CAPONE_DISCARDS] == CAPONE_DISCARDS_OPEN)
            cross_off(t, &other->discarded);
        if (seat == t->seat || other->hand.count == 0)
            continue;
        t->opposing_cards += other->hand.count;
        add_rival(t, other->home);
    }
}

/* How many of these copies others may be expected to hold, in thousandths. */
static int expected(const table *t, int copies) {
    return t->unseen_cards ? 1000 * copies * t->opposing_cards / t->unseen_cards : 0;
}

/* Sent home, to rest or to prison: the income is lost, and nothing else. */
static int chance_of_loss(const table *t) {
    int copies = t->unseen[CAPONE_FBI] + t->unseen[CAPONE_TAKEOVER];

    for (int card = CAPONE_FIRST_REST; card < CAPONE_FBI; card++)
        copies += t->unseen[card];
    return expected(t, copies) / 10;
}

/* Pieces at home are wanted for the other illegal cards, of which the last takes only a few. */
static int worth_at_home(const table *t) {
    int others = t->illegal_cards - (t->s->phase == CAPONE_PLAY);
    bool later = t->own->hand.count > others ? others > 0 : others > 1;
    int share = t->payout == CAPONE_PAY_PIECES || t->payout == CAPONE_PAY_YAOURT ? 450 : 120;

    return later ? share : 4;
}

static table table_of(const capone *s, int seat) {
    table t = {
        .s = s, .seat = seat, .payout = s->head.options[CAPONE_PAYOUT], .own = &s->seats[seat]};

    engine_memcpy(t.unseen, capone_most_copies, CAPONE_KINDS);
    t.unseen_cards = CAPONE_CARDS;
    if (s->head.players == 3) { /* CPN-4 */
        for (int card = 0; card < CAPONE_ILLEGAL; card++)
            t.unseen[card]--;
        t.unseen_cards -= CAPONE_ILLEGAL;
    }
    look_at_seats(&t);
    cross_off(&t, &t.own->hand);
    cross_off(&t, &t.own->swapped);
    cross_off(&t, &t.own->discarded);
    for (int i = 0; i < t.own->hand.count; i++)
        t.illegal_cards += t.own->hand.list[i] < CAPONE_FIRST_LEGAL;
    t.loss = chance_of_loss(&t);
    t.hits = expected(&t, t.unseen[CAPONE_HIT]);
    t.at_home = worth_at_home(&t);
    return t;
}

/* ------------------------------------------------------------------ victims */

/* What an amount that a victim loses is worth to the player. */
static int as_loss_of(const table *t, int victim, int amount) {
    return amount * (25 + 6 * t->s->seats[victim].steps) / 100;
}

static inline int income(const table *t, int business, capone_force force) {
    if (t->payout == CAPONE_PAY_PIECES)
        return 100 * capone_total(force);
    return 100 * capone_income(t->payout, business, force);
}

static int worth_for_good(const table *t, uint8_t members) {
    return 100 * years_of_member[t->payout] * capone_worth(members);
}

/* Killing what stands on a space. */
static int worth_of_killing(const table *t, int space) {
    capone_force there = t->s->space[space];

    return as_loss_of(t, t->s->owner[space],
                      income(t, space >> 1, there) + worth_for_good(t, there.members) +
                          50 * there.guards);
}

/* ------------------------------------------------------------------- stakes */

/* A space that something may be staked on with a card. */
typedef struct site {
    int space, business;
    bool own, hostile, takeover;
    capone_force before; /* own pieces there */
    int total, earned;   /* by them */
    int evicted;         /* other cards for it that may come from one rival, in thousandths */
    int prize;           /* for whoever is removed */
} site;

static site site_of(const table *t, int space, bool takeover) {
    const capone *s = t->s;
    site at = {.space = space, .business = space >> 1, .takeover = takeover};

    at.own = s->owner[space] == t->seat;
    at.hostile = s->owner[space] != ENGINE_NONE && !at.own;
    at.evicted = expected(t, t->unseen[at.business]) / (s->head.players - 1);
    if (at.own) {
        at.before = s->space[space];
        at.total = capone_total(at.before);
        at.earned = income(t, at.business, at.before);
    } else if (at.hostile && takeover) {
        at.prize = as_loss_of(t, s->owner[space], income(t, at.business, s->space[space]));
    } else if (at.hostile) {
        at.prize = worth_of_killing(t, space);
    }
    return at;
}

/* How many rivals are stronger than a total. No strength is 128 or more, so that each byte keeps
 * its highest bit if it is one of them. */
static inline int how_many_exceed(const table *t, int total) {
    const uint64_t each = UINT64_C(0x0101010101010101);
    uint64_t exceed;

    engine_memcpy(&exceed, t->strength, sizeof exceed);
    exceed = ((exceed | each << 7) - each * (uint64_t)(total + 1)) >> 7 & each;
    return (int)(exceed * each >> 56);
}

/* The chance that what stands there is killed before the year ends, in thousandths. */
static inline int chance_of_death(const table *t, const site *at, int stronger, int total) {
    int hit = t->hits * (total < 20 ? total : 20) / 20;
    int chance = (at->evicted * stronger + hit) / 2;

    return chance < 900 ? chance : 900;
}

/* What the space earns with a force on it, over what it earns now. */
static inline int gain_by(const table *t, const site *at, capone_force put, int total) {
    if (t->payout == CAPONE_PAY_PIECES)
        return 100 * total - at->earned;
    capone_force after = {capone_with(at->before.members, put.members),
                          (uint8_t)(at->before.guards + put.guards)};
    return income(t, at->business, after) - at->earned;
}

static inline int worth_of_stake(const table *t, const site *at, capone_force put) {
    int members = capone_worth(put.members), total = at->total + members + put.guards;
    int death = chance_of_death(t, at, how_many_exceed(t, total), total);
    int gain = gain_by(t, at, put, total);
    int dead = 100 * years_of_member[t->payout] * members + 50 * put.guards;

    gain -= gain * (death + t->loss) / 1000 + dead * death / 1000;
    return gain - t->at_home * (members + put.guards) / 10 + at->prize;
}

typedef struct stake {
    capone_force force;
    int worth;
} stake;

/* Sets of members (numbered as in capone/forces.c) that are enough to choose from: single ones,
 * some that are alike, Mamma's and the Don's; to which comes everybody else who is at home. */
#define FEW_SETS                                                                                   \
    (UINT64_C(1) << 0 | UINT64_C(1) << 1 | UINT64_C(1) << 2 | UINT64_C(1) << 4 |                   \
     UINT64_C(1) << 6 | UINT64_C(1) << 12 | UINT64_C(1) << 18 | UINT64_C(1) << 24 |                \
     UINT64_C(63) << 36)
#define GROUPS ((UINT64_C(1) << 36) - 1)

static uint64_t few_sets(uint64_t sets) {
    uint64_t groups = sets & GROUPS;

    return sets & (FEW_SETS | (groups ? UINT64_C(1) << (63 - __builtin_clzll(groups)) : 0));
}

/* The best few stakes, the best first; of equal ones that which was seen first. */
enum { FORCES = 10 };

typedef struct shortlist {
    int most, count;
    stake list[FORCES];
} shortlist;

static inline void consider(shortlist *best, capone_force force, int worth) {
    if (best->count == best->most && worth <= best->list[best->most - 1].worth)
        return;
    int at = best->count < best->most ? best->count++ : best->most - 1;
    for (; at > 0 && best->list[at - 1].worth < worth; at--)
        best->list[at] = best->list[at - 1];
    best->list[at] = (stake){force, worth};
}

/* Whether a force worth `least` or more is worth no more than `enough` if so many rivals are
 * stronger, where all pieces are paid for. A five of it is worth `a_five` twentieths at the most:
 * as a bodyguard, and of a force that is no larger. (Fractions of the three amounts that are taken
 * off it may not be: so there must be two more.) */
static inline bool is_hopeless(const table *t, const site *at, int stronger, int least,
                               int enough) {
    int death = chance_of_death(t, at, stronger, least);
    int a_five = 2000 - 2 * (death + t->loss) - death - 2 * t->at_home;

    return a_five <= 0 && least * a_five <= 20 * (enough - at->prize - 2);
}

/* No force of a lower total is worth more than `enough`: so many rivals are stronger. */
static int least_hopeful(const table *t, const site *at, int least, int enough) {
    int stronger = t->rivals;

    if (t->payout != CAPONE_PAY_PIECES || at->own || enough == INT32_MIN ||
        !is_hopeless(t, at, stronger, least, enough))
        return least;
    while (stronger > 0 && is_hopeless(t, at, stronger - 1, least, enough))
        stronger--;
    return stronger ? t->strength[stronger - 1] : CAPONE_MOST_TOTAL + 1;
}

/* Forces that were considered, by their total: the least that their members were worth. Of two with
 * one total that with fewer members loses less when it is killed, and gains no less unless the best
 * piece is paid for: so a later one with more cannot be the best. */
typedef struct record {
    uint8_t members[CAPONE_MOST_TOTAL + 1];
} record;

static inline bool is_outdone(record *seen, int members, int total) {
    if (members >= seen->members[total])
        return true;
    seen->members[total] = (uint8_t)members;
    return false;
}

/* Sets of members, of the few or of all, that can make up a force of this total or more. */
static uint64_t sets_for(capone_choice choice, bool few, int total) {
    choice.sets = few ? few_sets(choice.sets) : choice.sets;
    choice.least = total > choice.least ? total : choice.least;
    return capone_possible_sets(choice);
}

/* Considers the forces worth a thought: of each set of members that with the fewest bodyguards,
 * with two more, and with all. With `seen` not those that cannot be the best. */
static inline void weigh_stakes(const table *t, int card, int space, bool last, shortlist *best,
                                record *seen) {
    capone_choice choice = capone_choose_force(t->s, t->seat, card, space, last);
    bool exact = choice.most <= 2 * CAPONE_SETS;
    site at = site_of(t, space, card == CAPONE_TAKEOVER);
    int least = seen ? least_hopeful(t, &at, choice.least, best->list[0].worth) : 0;

    for (uint64_t sets = sets_for(choice, !exact, least); sets; sets &= sets - 1) {
        capone_force force = capone_weakest_force(choice, __builtin_ctzll(sets)), put = force;
        int spare = exact ? 0 : choice.guards - force.guards;
        for (int more = 0;; more = more == 0 && spare > 2 ? 2 : spare) {
            put.guards = (uint8_t)(force.guards + more);
            int members = capone_worth(put.members), total = members + put.guards;
            if (total >= least && !(seen && is_outdone(seen, members, total)))
                consider(best, put, worth_of_stake(t, &at, put));
            if (more == spare)
                break;
        }
    }
}

/* The best one, or one worth `enough` if none is worth more. */
static stake best_stake(const table *t, int card, int space, bool last, int enough) {
    shortlist best = {.most = 1, .count = 1, .list[0].worth = enough};
    record seen;

    engine_memset(&seen, UINT8_MAX, sizeof seen);
    weigh_stakes(t, card, space, last, &best, t->payout == CAPONE_PAY_JEUXOC ? NULL : &seen);
    return best.list[0];
}

/* -------------------------------------------------------------------- cards */

static int value_of(int rank) {
    return 100 * capone_rank_values[rank];
}

/* A member taken off a space for a year, or for three. */
static int worth_of_removing(const table *t, int place, int rank, int years) {
    if (place >= CAPONE_SPACES)
        return as_loss_of(t, t->s->rest[place - CAPONE_SPACES].seat, value_of(rank) * (years - 1));
    capone_force after = t->s->space[place];
    int before = income(t, place >> 1, after);
    after.members = capone_without(after.members, capone_rank_bits[rank]);
    int left = after.members || after.guards ? income(t, place >> 1, after) : 0;
    int later = years_of_member[t->payout] * value_of(rank) * (years - 1) / 2;
    return as_loss_of(t, t->s->owner[place], before - left + later);
}

static int worth_of_hit(const table *t, int place) {
    if (place < CAPONE_SPACES)
        return worth_of_killing(t, place);
    capone_guest guest = t->s->rest[place - CAPONE_SPACES];
    return as_loss_of(t, guest.seat, worth_for_good(t, capone_rank_bits[guest.rank]));
}

static int worth_of_protection(const table *t, int other) {
    int price = 100 * capone_protection[t->s->seats[other].steps];

    return price + as_loss_of(t, other, price);
}

/* What using a card so brings. */
static int worth_of_use(const table *t, int card, int place, int x) {
    bool last = t->own->hand.count == 1;

    if (card < CAPONE_FIRST_LEGAL || card == CAPONE_TAKEOVER)
        return best_stake(t, card, place, last, INT32_MIN).worth;
    if (card < CAPONE_FIRST_REST)
        return 100 * capone_legal_income[t->own->steps] - 100;
    if (card <= CAPONE_FBI)
        return worth_of_removing(t, place, x, card == CAPONE_FBI ? 3 : 1);
    return card == CAPONE_PROTECTION ? worth_of_protection(t, x) : worth_of_hit(t, place);
}

/* What it would be worth to play the card later. An illegal card should not be the last one; so one
 * of the others is kept for the end. */
static int worth_of_holding(const table *t, int card, int worth) {
    static const int typical[] = {
        [CAPONE_FBI] = 500, [CAPONE_PROTECTION] = 0, [CAPONE_TAKEOVER] = 500, [CAPONE_HIT] = 1200};
    int cards = t->own->hand.count, others = cards - t->illegal_cards;

    if (cards == 1)
        return 0;
    if (card < CAPONE_FIRST_LEGAL)
        return cards == 2 ? 50 * capone_values[card] : worth * (others > 1 ? 85 : 50) / 100;
    int later = card < CAPONE_FIRST_REST || card == CAPONE_PROTECTION ? worth * 9 / 10
                : card < CAPONE_FBI                                   ? 200
                                                                      : typical[card];
    return later + (others == 1 ? 600 : 0);
}

/* -------------------------------------------------------------------- plans */

/* The best that can be done with a card now. */
typedef struct plan {
    capu_action action;
    int worth;
    capone_force force; /* if one is to be put then */
} plan;

static void prefer(plan *best, capu_action action, int worth) {
    if (worth > best->worth)
        *best = (plan){action, worth, {0, 0}};
}

static void plan_stakes(const table *t, int card, uint32_t spaces, plan *best) {
    for (; spaces; spaces &= spaces - 1) {
        int space = __builtin_ctz(spaces);
        stake s = best_stake(t, card, space, t->own->hand.count == 1, best->worth);
        if (s.worth > best->worth)
            *best = (plan){CAPONE_USE(card, space, 0), s.worth, s.force};
    }
}

/* The highest member is the one to remove from a space. */
static void plan_removals(const table *t, int card, uint32_t spaces, plan *best) {
    for (; spaces; spaces &= spaces - 1) {
        int space = __builtin_ctz(spaces), rank = 0;
        uint8_t members = t->s->space[space].members;
        if (!members)
            continue;
        while (!(members & capone_rank_bits[rank]))
            rank++;
        prefer(best, CAPONE_USE(card, space, rank),
               worth_of_removing(t, space, rank, card == CAPONE_FBI ? 3 : 1));
    }
}

static void plan_guests(const table *t, int card, plan *best) {
    for (int i = 0; i < CAPONE_REST; i++) {
        capone_guest guest = t->s->rest[i];
        if (guest.seat == ENGINE_NONE || guest.seat == t->seat)
            continue;
        prefer(best, CAPONE_USE(card, CAPONE_SPACES + i, card == CAPONE_FBI ? guest.rank : 0),
               card == CAPONE_FBI ? worth_of_removing(t, CAPONE_SPACES + i, guest.rank, 3)
                                  : worth_of_hit(t, CAPONE_SPACES + i));
    }
}

static void plan_action_card(const table *t, int card, plan *best) {
    uint32_t others = t->s->taken & ~t->s->held[t->seat];

    if (card <= CAPONE_FBI)
        plan_removals(t, card, others, best);
    else if (card == CAPONE_TAKEOVER)
        plan_stakes(t, card, others, best);
    else if (card == CAPONE_HIT)
        for (uint32_t spaces = others; spaces; spaces &= spaces - 1)
            prefer(best, CAPONE_USE(card, __builtin_ctz(spaces), 0),
                   worth_of_hit(t, __builtin_ctz(spaces)));
    else
        for (int seat = 0; seat < t->s->head.players; seat++)
            if (seat != t->seat && t->s->seats[seat].steps > 0)
                prefer(best, CAPONE_USE(card, 0, seat), worth_of_protection(t, seat));
    if (card == CAPONE_FBI || card == CAPONE_HIT)
        plan_guests(t, card, best);
}

/* Of two free spaces of a business the first will do. */
static uint32_t spaces_to_stake(const table *t, int card) {
    uint32_t both = UINT32_C(3) << 2 * card;

    return t->s->taken & both ? both : UINT32_C(1) << 2 * card;
}

static plan best_use(const table *t, int card) {
    plan best = {CAPONE_ACTION(CAPONE_DO_DISCARD, card), -1, {0, 0}};
    bool can_open = t->own->steps > 0 && t->own->home.guards > 0; /* CPN-17 */

    if (card < CAPONE_FIRST_LEGAL)
        plan_stakes(t, card, spaces_to_stake(t, card), &best);
    else if (card >= CAPONE_FIRST_REST)
        plan_action_card(t, card, &best);
    else if (can_open)
        prefer(&best, CAPONE_USE(card, 0, 0), worth_of_use(t, card, 0, 0));
    best.worth -= worth_of_holding(t, card, best.worth);
    return best;
}

/* ---------------------------------------------------------------- decisions */

static int worth_of_play(const table *t, capu_action action) {
    int card = action >> 16 & 0xFF, place = action >> 8 & 0xFF, x = action & 0xFF;

    switch (action >> 28) {
    case CAPONE_DO_USE: {
        int worth = worth_of_use(t, card, place, x);
        return worth - worth_of_holding(t, card, worth);
    }
    case CAPONE_DO_DISCARD:
        return -worth_of_holding(t, x, 0) - 1;
    default: /* a member costs as much to bail as it may bring in a year: it waits */
        return INT32_MIN;
    }
}

static capu_action choose_play(const capone *s, int seat, capu_random *random) {
    const capu_state *state = (const capu_state *)s;
    table t = table_of(s, seat);
    int count = capone_legal_count(state, seat), best_worth = INT32_MIN;
    capu_action best = capone_legal_at(state, seat, count - 1);
    uint32_t equal = 1;

    for (int i = 0; i < count; i++) {
        capu_action action = capone_legal_at(state, seat, i);
        int worth = worth_of_play(&t, action);
        if (worth > best_worth)
            best = action, best_worth = worth, equal = 1;
        else if (worth == best_worth && worth > INT32_MIN &&
                 capu_random_below(random, ++equal) == 0)
            best = action;
    }
    return best;
}

static capu_action choose_force(const capone *s, int seat, capu_random *random) {
    table t = table_of(s, seat);
    stake best =
        best_stake(&t, s->pending_card, s->pending_space, t.own->hand.count == 0, INT32_MIN);

    (void)random;
    return CAPONE_PUT(best.force.members, best.force.guards);
}

/* How much a card is wanted in the hand; an unknown one is worth 40. */
static int want(const table *t, int card, int alike) {
    static const int wanted[] = {
        [CAPONE_FBI] = 45, [CAPONE_PROTECTION] = 0, [CAPONE_TAKEOVER] = 45, [CAPONE_HIT] = 70};
    bool by_value = t->payout == CAPONE_PAY_ORIGINAL || t->payout == CAPONE_PAY_JEUXOC;

    if (card < CAPONE_FIRST_LEGAL)
        return 35 + 15 * alike + (by_value ? 6 * capone_values[card] : 10);
    if (card < CAPONE_FIRST_REST)
        return t->own->steps ? 30 + 5 * capone_legal_income[t->own->steps] : 5;
    if (card < CAPONE_FBI)
        return 20;
    if (card != CAPONE_PROTECTION)
        return wanted[card];
    int most = 0;
    for (int seat = 0; seat < t->s->head.players; seat++)
        if (seat != t->seat && t->s->seats[seat].steps > most)
            most = t->s->seats[seat].steps;
    return 10 * capone_protection[most];
}

/* Further copies of a card in the hand. */
static int alike_in_hand(const table *t, int card) {
    int alike = -1;

    for (int i = 0; i < t->own->hand.count; i++)
        alike += t->own->hand.list[i] == card;
    return alike;
}

static capu_action choose_swap(const capone *s, int seat, capu_random *random) {
    table t = table_of(s, seat);
    const capone_cards *hand = &t.own->hand;
    uint32_t cards = 0;

    (void)random;
    for (int i = 0; i < hand->count; i++) {
        if (want(&t, hand->list[i], alike_in_hand(&t, hand->list[i])) < 40)
            cards = cards << 5 | (hand->list[i] + 1u);
    }
    return CAPONE_ACTION(CAPONE_DO_SWAP, cards);
}

/* A bodyguard pays for itself in a year; no step is sold for one. */
static capu_action choose_rehire(const capone *s, int seat, capu_random *random) {
    const capone_seat *own = &s->seats[seat];

    (void)random;
    return CAPONE_ACTION(CAPONE_DO_REHIRE, own->park < own->cash ? own->park : own->cash);
}

static capu_action choose_invest(const capone *s, int seat, capu_random *random) {
    const capone_seat *own = &s->seats[seat];
    int most = own->cash / CAPONE_STEP_PRICE, room = CAPONE_GOAL - own->steps;

    (void)random;
    return CAPONE_ACTION(CAPONE_DO_INVEST, most < room ? most : room);
}

static bool choose(const capu_state *view, int seat, const int *w, capu_random *random,
                   capu_action *action) {
    (void)w;
    static capu_action (*const choosing[])(const capone *s, int seat, capu_random *random) = {
        [CAPONE_SWAP] = choose_swap,     [CAPONE_PLAY] = choose_play,
        [CAPONE_FORCE] = choose_force,   [CAPONE_REHIRE] = choose_rehire,
        [CAPONE_INVEST] = choose_invest,
    };
    const capone *s = (const capone *)view;

    *action = choosing[s->phase](s, seat, random);
    return true;
}

/* ------------------------------------------------------------------- search */

/* Steps and cash, and whoever can still earn until the goal is reached. */
int capone_wealth(const capone *s, const int *w, float wealth[CAPONE_PLAYERS]) {
    int most = 0;

    for (int seat = 0; seat < s->head.players; seat++)
        most = s->seats[seat].steps > most ? s->seats[seat].steps : most;
    int to_go = CAPONE_GOAL - most;
    for (int seat = 0; seat < s->head.players; seat++) {
        const capone_seat *own = &s->seats[seat];
        int earners = w[LIVING] * capone_living(own) + w[ALIVE] * (CAPONE_GUARDS - own->lost);
        wealth[seat] = (float)own->steps + (float)own->cash / (float)w[CASH] +
                       0.0001f * (float)(earners * to_go);
    }
    return to_go;
}

static void outlook(const capu_state *state, const int *w, bots_outlook *out) {
    const capone *s = (const capone *)state;
    float wealth[CAPONE_PLAYERS] = {0};
    int to_go = capone_wealth(s, w, wealth);

    for (int seat = 0; seat < s->head.players; seat++)
        out->score[seat] = (float)s->seats[seat].steps;
    bots_share_wins(wealth, s->head.players, 0.01f * (float)(w[SPREAD] + w[SPREAD_A_STEP] * to_go),
                    out->win);
}

/* Playing on, a seat weighs some cards of its hand, and the force that it chooses with one is the
 * one that it then puts. */
static capu_action play_quickly(const capone *s, int seat, const int *w, capu_random *random,
                                capone_force *force) {
    table t = table_of(s, seat);
    const capone_cards *hand = &t.own->hand;
    int best_worth = INT32_MIN;
    uint32_t begin = engine_fast_below(random, hand->count);
    capu_action best = 0;

    for (int i = 0; i < hand->count && i < w[CARDS_WEIGHED]; i++) {
        int card = hand->list[(begin + (uint32_t)i) % hand->count];
        plan p = best_use(&t, card);
        if (p.worth > best_worth)
            best_worth = p.worth, best = p.action, *force = p.force;
    }
    return best;
}

static int stage(const capu_state *state) {
    return ((const capone *)state)->year;
}

/* A year is played to its end, when it is seen what the stakes were worth. */
static void play_on(capu_state *state, const int *w, const bots_policy *policy,
                    capu_random *random) {
    const capone *s = (const capone *)state;
    capu_action action;

    (void)policy;
    while (s->phase != CAPONE_SWAP && s->phase != CAPONE_OVER) {
        int seat = s->turn;
        if (s->phase != CAPONE_PLAY) {
            choose(state, seat, w, random, &action);
            capone_apply(state, seat, action);
            continue;
        }
        capone_force force = {0, 0};
        capone_apply(state, seat, play_quickly(s, seat, w, random, &force));
        if (s->phase == CAPONE_FORCE)
            capone_apply(state, seat, CAPONE_PUT(force.members, force.guards));
    }
}

/* ----------------------------------------------------- what is worth a thought */

static int list_forces(const capone *s, int seat, capu_action *out) {
    table t = table_of(s, seat);
    shortlist best = {.most = FORCES};

    weigh_stakes(&t, s->pending_card, s->pending_space, t.own->hand.count == 0, &best, NULL);
    for (int i = 0; i < best.count; i++)
        out[i] = CAPONE_PUT(best.list[i].force.members, best.list[i].force.guards);
    return best.count;
}

/* No step is sold, except by itself. */
static int list_investments(const capu_state *state, int seat, capu_action *out) {
    int all = capu_legal(state, seat, out), count = 0;

    for (int i = 0; i < all; i++)
        if (out[i] >> 28 != CAPONE_DO_SELL)
            out[count++] = out[i];
    return count;
}

static int choices(const capu_state *state, int seat, capu_action *out) {
    const capone *s = (const capone *)state;

    if (s->phase == CAPONE_FORCE)
        return list_forces(s, seat, out);
    if (s->phase == CAPONE_INVEST)
        return list_investments(state, seat, out);
    return capu_legal(state, seat, out);
}

static int worth_of_swap(const table *t, capu_action action) {
    int worth = 0;

    for (uint32_t cards = action & 0xFFFFFFF; cards; cards >>= 5)
        worth += 40 - want(t, (int)(cards & 31) - 1, alike_in_hand(t, (int)(cards & 31) - 1));
    return 10 * worth;
}

static int worth_of(const table *t, capu_action action) {
    switch (action >> 28) {
    case CAPONE_DO_SWAP:
        return worth_of_swap(t, action);
    case CAPONE_DO_USE:
    case CAPONE_DO_DISCARD:
        return worth_of_play(t, action);
    case CAPONE_DO_FORCE: {
        site at = site_of(t, t->s->pending_space, t->s->pending_card == CAPONE_TAKEOVER);
        return worth_of_stake(t, &at, (capone_force){(uint8_t)(action >> 8), (uint8_t)action});
    }
    case CAPONE_DO_BAIL:
        return -500;
    default: /* the more the better */
        return 300 * (int)(action & 0xFF);
    }
}

/* Others swap as a rule of thumb says. */
static bool habit(const capu_state *state, int seat, const int *w, const bots_policy *policy,
                  capu_random *random, capu_action *action) {
    (void)policy;
    return ((const capone *)state)->phase == CAPONE_SWAP && choose(state, seat, w, random, action);
}

static void prior(const capu_state *state, int seat, const int *w, const capu_action *actions,
                  int count, float *out) {
    table t = table_of((const capone *)state, seat);
    int worth[CAPU_MAX_ACTIONS], best = INT32_MIN;

    for (int i = 0; i < count; i++) {
        worth[i] = worth_of(&t, actions[i]);
        best = worth[i] > best ? worth[i] : best;
    }
    for (int i = 0; i < count; i++)
        out[i] = bots_fading((float)(best - worth[i]) / (float)w[SHARP]);
}

static const bots_theme themes[] = {
    {"use hit", NULL, "strike"},
    {"use fbi", NULL, "strike"},
    {"use penthouse", NULL, "strike"},
    {"use barber", NULL, "strike"},
    {"use restaurant", NULL, "strike"},
    {"use takeover", NULL, "strike"},
    {"use protection", NULL, "strike"},
    {"use", NULL, "business"},
    {"force", NULL, "force"},
    {"swap", NULL, "hand"},
    {"discard", NULL, "hand"},
    {"bail", NULL, "money"},
    {"rehire", NULL, "money"},
    {"invest", NULL, "money"},
    {"sell", NULL, "money"},
    {0},
};

const bots_knowledge opponent_capone = {
    .game = "capone",
    .weights = weights,
    .names = names,
    .iterations = {[BOTS_EXPERT] = 200},
    .review = 3000,
    .losses = {[BOTS_BEGINNER] = 0.0231f,
               [BOTS_CASUAL] = 0.0200f,
               [BOTS_CLUB] = 0.0147f,
               [BOTS_EXPERT] = 0.0090f,
               [BOTS_MASTER] = 0.001f},
    .lasting = 0.75f,
    .count = sizeof weights / sizeof weights[0],
    .choose = choose,
    .outlook = outlook,
    .inputs = &capone_inputs,
    .large_margin = 5,
    .play_on = play_on,
    .stage = stage,
    .choices = choices,
    .prior = prior,
    .habit = habit,
    .themes = themes,
};
