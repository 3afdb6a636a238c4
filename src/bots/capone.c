/* The simple opponent of Capone. It does not try its actions out, since what an attack or a stake
 * is worth shows only at the year's end; it weighs them. Amounts are in hundredths of five
 * thousand dollars, chances in thousandths.
 *
 * A stake is worth its income, as far as it is likely to last, less what would be lost for good.
 * How likely others are to remove it follows from the cards that have not been seen and from what
 * the others have at home. What a victim loses counts as a gain, the more so the nearer the victim
 * is to the goal. A card that can still be played later is worth holding back. */
#include "bots/bots.h"
#include "games/capone/capone.h"

/* How many years of income a member, or a bodyguard, who is gone would have brought: by payout. */
static const int years_of_member[] = {2, 1, 2, 1};

typedef struct table {
    const capone *s;
    int seat, payout;
    const capone_seat *own;
    int unseen[KINDS];  /* copies that others may hold */
    int unseen_cards;   /* all of them */
    int opposing_cards; /* in the hands of others */
    int illegal_cards;  /* own */
} table;

/* --------------------------------------------------------------- the table */

static void cross_off(table *t, const capone_cards *cards) {
    for (int i = 0; i < cards->count; i++)
        if (cards->list[i] < KINDS)
            t->unseen[cards->list[i]]--;
}

static void count_unseen(table *t) {
    const capone *s = t->s;

    for (int card = 0; card < KINDS; card++)
        t->unseen[card] = capone_copies(card, s->head.players);
    for (int seat = 0; seat < s->head.players; seat++) {
        cross_off(t, &s->seats[seat].used);
        t->opposing_cards += seat == t->seat ? 0 : s->seats[seat].hand.count;
    }
    cross_off(t, &t->own->hand);
    cross_off(t, &t->own->swapped);
    cross_off(t, &t->own->discarded);
    for (int card = 0; card < KINDS; card++)
        t->unseen_cards += t->unseen[card];
}

static table table_of(const capone *s, int seat) {
    table t = {.s = s, .seat = seat, .payout = s->head.options[PAYOUT], .own = &s->seats[seat]};

    count_unseen(&t);
    for (int i = 0; i < t.own->hand.count; i++)
        t.illegal_cards += t.own->hand.list[i] < FIRST_LEGAL;
    return t;
}

/* How many of these copies others may be expected to hold, in thousandths. */
static int expected(const table *t, int copies) {
    return t->unseen_cards ? 1000 * copies * t->opposing_cards / t->unseen_cards : 0;
}

/* ------------------------------------------------------------------ victims */

/* What an amount that a victim loses is worth to the player. */
static int as_loss_of(const table *t, int victim, int amount) {
    return amount * (25 + 6 * t->s->seats[victim].steps) / 100;
}

static int income(const table *t, int business, capone_force force) {
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

/* Others who could put more there than this, in thousandths of them all. */
static int share_of_stronger(const table *t, int total) {
    int stronger = 0, others = t->s->head.players - 1;

    for (int seat = 0; seat < t->s->head.players; seat++) {
        const capone_seat *other = &t->s->seats[seat];
        if (seat != t->seat && other->hand.count > 0)
            stronger += capone_most_worth[other->home.members] + other->home.guards > total;
    }
    return 1000 * stronger / others;
}

/* The chance that what stands there is killed before the year ends. */
static int chance_of_death(const table *t, int business, int total) {
    int evicted = expected(t, t->unseen[business]) * share_of_stronger(t, total) / 1000;
    int hit = expected(t, t->unseen[HIT]) * (total < 20 ? total : 20) / 20;
    int chance = (evicted + hit) / 2;

    return chance < 900 ? chance : 900;
}

/* Sent home, to rest or to prison: the income is lost, and nothing else. */
static int chance_of_loss(const table *t) {
    int copies = t->unseen[FBI] + t->unseen[TAKEOVER];

    for (int card = FIRST_REST; card < FBI; card++)
        copies += t->unseen[card];
    return expected(t, copies) / 10;
}

/* Pieces at home are wanted for the other illegal cards, of which the last takes only a few. */
static int worth_at_home(const table *t, capone_force force) {
    int others = t->illegal_cards - (t->s->phase == PLAY);
    bool later = t->own->hand.count > others ? others > 0 : others > 1;
    int share = t->payout == PAY_PIECES || t->payout == PAY_YAOURT ? 45 : 12;

    return later ? share * capone_total(force) : 4 * capone_total(force) / 10;
}

static int worth_of_stake(const table *t, int space, capone_force put, bool takeover) {
    const capone *s = t->s;
    int business = space >> 1;
    bool own = s->owner[space] == t->seat, hostile = s->owner[space] != CAPU_NONE && !own;
    capone_force before = own ? s->space[space] : (capone_force){0, 0};
    capone_force after = {capone_with(before.members, put.members),
                          (uint8_t)(before.guards + put.guards)};
    int death = chance_of_death(t, business, capone_total(after));
    int gain = income(t, business, after) - (own ? income(t, business, before) : 0);

    gain -= gain * (death + chance_of_loss(t)) / 1000;
    gain -= (worth_for_good(t, put.members) + 50 * put.guards) * death / 1000;
    gain -= worth_at_home(t, put);
    if (hostile && takeover)
        gain += as_loss_of(t, s->owner[space], income(t, business, s->space[space]));
    else if (hostile)
        gain += worth_of_killing(t, space);
    return gain;
}

typedef struct stake {
    capone_force force;
    int worth;
} stake;

static void consider(const table *t, int space, capone_force put, bool takeover, stake *best) {
    int worth = worth_of_stake(t, space, put, takeover);

    if (worth > best->worth)
        *best = (stake){put, worth};
}

/* The best of the forces allowed: of each set of members with the fewest bodyguards, two more,
 * and all. */
static stake best_stake(const table *t, int card, int space, bool last) {
    capone_choice choice = capone_choose_force(t->s, t->seat, card, space, last);
    capone_force weakest[CAPONE_SETS];
    int count = capone_weakest_forces(choice, weakest);
    stake best = {{0, 0}, INT32_MIN};

    for (int i = 0; i < count; i++) {
        capone_force put = weakest[i];
        int spare = choice.most > 2 * CAPONE_SETS ? choice.guards - put.guards : 0;
        consider(t, space, put, card == TAKEOVER, &best);
        if (spare > 2) {
            put.guards = (uint8_t)(put.guards + 2);
            consider(t, space, put, false, &best);
        }
        put.guards = (uint8_t)(weakest[i].guards + spare);
        if (spare > 0)
            consider(t, space, put, false, &best);
    }
    return best;
}

/* -------------------------------------------------------------------- cards */

static int value_of(int rank) {
    return 100 * capone_rank_values[rank];
}

/* A member taken off a space for a year, or for three. */
static int worth_of_removing(const table *t, int place, int rank, int years) {
    if (place >= SPACES)
        return as_loss_of(t, t->s->rest[place - SPACES].seat, value_of(rank) * (years - 1));
    capone_force after = t->s->space[place];
    int before = income(t, place >> 1, after);
    after.members = capone_without(after.members, capone_rank_bits[rank]);
    int left = after.members || after.guards ? income(t, place >> 1, after) : 0;
    int later = years_of_member[t->payout] * value_of(rank) * (years - 1) / 2;
    return as_loss_of(t, t->s->owner[place], before - left + later);
}

static int worth_of_hit(const table *t, int place) {
    if (place < SPACES)
        return worth_of_killing(t, place);
    capone_guest guest = t->s->rest[place - SPACES];
    return as_loss_of(t, guest.seat, worth_for_good(t, capone_rank_bits[guest.rank]));
}

static int worth_of_protection(const table *t, int other) {
    int price = 100 * capone_protection[t->s->seats[other].steps];

    return price + as_loss_of(t, other, price);
}

/* What using a card so brings. */
static int worth_of_use(const table *t, int card, int place, int x) {
    bool last = t->own->hand.count == 1;

    if (card < FIRST_LEGAL || card == TAKEOVER)
        return best_stake(t, card, place, last).worth;
    if (card < FIRST_REST)
        return 100 * capone_legal_income[t->own->steps] - 100;
    if (card <= FBI)
        return worth_of_removing(t, place, x, card == FBI ? 3 : 1);
    return card == PROTECTION ? worth_of_protection(t, x) : worth_of_hit(t, place);
}

/* What it would be worth to play the card later. An illegal card should not be the last one; so one
 * of the others is kept for the end. */
static int worth_of_holding(const table *t, int card, int worth) {
    static const int typical[] = {[FBI] = 500, [PROTECTION] = 0, [TAKEOVER] = 500, [HIT] = 1200};
    int cards = t->own->hand.count, others = cards - t->illegal_cards;

    if (cards == 1)
        return 0;
    if (card < FIRST_LEGAL)
        return cards == 2 ? 50 * capone_values[card] : worth * (others > 1 ? 85 : 50) / 100;
    int later = card < FIRST_REST || card == PROTECTION ? worth * 9 / 10
                : card < FBI                            ? 200
                                                        : typical[card];
    return later + (others == 1 ? 600 : 0);
}

/* ---------------------------------------------------------------- decisions */

static int worth_of_play(const table *t, capu_action action) {
    int card = action >> 16 & 0xFF, place = action >> 8 & 0xFF, x = action & 0xFF;

    switch (action >> 28) {
    case DO_USE: {
        int worth = worth_of_use(t, card, place, x);
        return worth - worth_of_holding(t, card, worth);
    }
    case DO_DISCARD:
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
    stake best = best_stake(&t, s->pending_card, s->pending_space, t.own->hand.count == 0);

    (void)random;
    return CAPONE_PUT(best.force.members, best.force.guards);
}

/* How much a card is wanted in the hand; an unknown one is worth 40. */
static int want(const table *t, int card, int alike) {
    static const int wanted[] = {[FBI] = 45, [PROTECTION] = 0, [TAKEOVER] = 45, [HIT] = 70};
    bool by_value = t->payout == PAY_ORIGINAL || t->payout == PAY_JEUXOC;

    if (card < FIRST_LEGAL)
        return 35 + 15 * alike + (by_value ? 6 * capone_values[card] : 10);
    if (card < FIRST_REST)
        return t->own->steps ? 30 + 5 * capone_legal_income[t->own->steps] : 5;
    if (card < FBI)
        return 20;
    if (card != PROTECTION)
        return wanted[card];
    int most = 0;
    for (int seat = 0; seat < t->s->head.players; seat++)
        if (seat != t->seat && t->s->seats[seat].steps > most)
            most = t->s->seats[seat].steps;
    return 10 * capone_protection[most];
}

static capu_action choose_swap(const capone *s, int seat, capu_random *random) {
    table t = table_of(s, seat);
    const capone_cards *hand = &t.own->hand;
    uint32_t cards = 0;

    (void)random;
    for (int i = 0; i < hand->count; i++) {
        int alike = 0;
        for (int j = 0; j < hand->count; j++)
            alike += j != i && hand->list[j] == hand->list[i];
        if (want(&t, hand->list[i], alike) < 40)
            cards = cards << 5 | (hand->list[i] + 1u);
    }
    return CAPONE_ACTION(DO_SWAP, cards);
}

/* A bodyguard pays for itself in a year; no step is sold for one. */
static capu_action choose_rehire(const capone *s, int seat, capu_random *random) {
    const capone_seat *own = &s->seats[seat];

    (void)random;
    return CAPONE_ACTION(DO_REHIRE, own->park < own->cash ? own->park : own->cash);
}

static capu_action choose_invest(const capone *s, int seat, capu_random *random) {
    const capone_seat *own = &s->seats[seat];
    int most = own->cash / STEP_PRICE, room = GOAL - own->steps;

    (void)random;
    return CAPONE_ACTION(DO_INVEST, most < room ? most : room);
}

static bool choose(const capu_state *view, int seat, const int *w, capu_random *random,
                   capu_action *action) {
    (void)w;
    static capu_action (*const choosing[])(const capone *s, int seat, capu_random *random) = {
        [SWAP] = choose_swap,     [PLAY] = choose_play,     [FORCE] = choose_force,
        [REHIRE] = choose_rehire, [INVEST] = choose_invest,
    };
    const capone *s = (const capone *)view;

    *action = choosing[s->phase](s, seat, random);
    return true;
}

/* ------------------------------------------------------------------- search */

/* Steps and cash, and a little for everyone who can still earn. */
static void outlook(const capu_state *state, const int *w, capu_outlook *out) {
    (void)w;
    const capone *s = (const capone *)state;
    float wealth[PLAYERS] = {0}, most = 0;

    for (int seat = 0; seat < s->head.players; seat++) {
        const capone_seat *own = &s->seats[seat];
        out->score[seat] = (float)own->steps;
        wealth[seat] = (float)own->steps + (float)own->cash / 100 + (float)capone_living(own) / 400;
        most = wealth[seat] > most ? wealth[seat] : most;
    }
    capu_share_wins(wealth, s->head.players, most < 9 ? 0.5f + (10 - most) / 3 : 0.5f, out->win);
}

/* A year is played to its end, when it is seen what the stakes were worth. */
static bool settled(const capu_state *state, const int *w) {
    (void)w;
    return ((const capone *)state)->phase == SWAP;
}

static void play_on(capu_state *state, const int *w, capu_random *random) {
    capu_action action;

    while (capu_actors(state) && !settled(state, w)) {
        int seat = capu_first_actor(state);
        if (!choose(state, seat, w, random, &action))
            action = capu_random_move(state, random).action;
        capu_apply_legal(state, seat, action);
    }
}

/* -------------------------------------------------------------------- weights */

static const int weights[] = {
    [EXPLORATION] = 50,
    [PATIENCE] = 4,
    [MARGIN] = 15,
};
static const char *const names[] = {"exploration", "patience", "margin"};

const capu_knowledge capone_knowledge = {
    .game = "capone",
    .weights = weights,
    .names = names,
    .count = sizeof weights / sizeof weights[0],
    .choose = choose,
    .outlook = outlook,
    .large_margin = 5,
    .settled = settled,
    .play_on = play_on,
};
