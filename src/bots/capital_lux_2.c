/* What opponents know of Capital Lux 2. A position is worth to a seat what its own city, bonus
 * cards and gold promise, less what the others' do on average; all in sixteenths of a point. */
#include "bots/bots.h"
#include "games/capital_lux_2/capital_lux_2.h"

enum {
    POINT = 16,
    GOLD = GOLD_POINTS * POINT,
    GUARD = 20,        /* gold at the round's end, if it is not needed before */
    MODIFIER = 4,      /* to know what others do not */
    BONUS_HOPE = 6,    /* sixteenths of a bonus card for who leads now */
    IN_HAND = 14,      /* sixteenths of a card that is meant for the city */
    GOLD_HOPE = POINT, /* for who shares the lead */
    LATE = 12,         /* excess that is hopeless */
};

/* A seat's cards that are still to be played, as far as it may be looked at: `own` says so. */
typedef struct outlook {
    const clx *s;
    int owner;
    uint64_t hand;
    int cards, turns; /* in hand, and how many of them can still be played */
    int growth;       /* what others may still add to a capital district */
} outlook;

static int hand_size(const clx *s, int seat) {
    return s->hand_count[seat] + (s->chosen >> seat & 1 ? 2 : 0) +
           (s->phase == DRAFT ? MOST_HAND - s->hand_count[seat] : 0);
}

/* Turns before the others can have ended the round. */
static int turns_left(const clx *s, int seat) {
    int turns = hand_size(s, seat);

    if (s->last != CAPU_NONE)
        return s->turn == seat;
    for (int other = 0; other < s->head.players; other++)
        if (other != seat && hand_size(s, other) + 1 < turns)
            turns = hand_size(s, other) + 1;
    return turns;
}

static int growth(const clx *s, int owner) {
    int cards = clx_solo(s) ? hand_size(s, 0) : 0;

    for (int other = 0; other < s->head.players; other++)
        if (other != owner && s->phase != OVER)
            cards += hand_size(s, other);
    return cards / 8;
}

static uint64_t hand_with_choice(const clx *s, int seat) {
    uint64_t hand = s->hand[seat];

    if (s->chosen >> seat & 1)
        hand += clx_one(s->choice[seat][0]) + clx_one(s->choice[seat][1]);
    return hand;
}

static outlook look(const clx *s, int owner, bool own) {
    outlook o = {.s = s, .owner = owner, .growth = growth(s, owner)};

    if (own) {
        o.hand = hand_with_choice(s, owner);
        o.cards = clx_sum(o.hand);
        o.turns = turns_left(s, owner);
    }
    return o;
}

/* The limit as this owner knows it. */
static int known_limit(const outlook *o, int district) {
    int limit = clx_open_limit(o->s, district);

    for (int i = 0; i < o->s->laid_count; i++)
        if (o->s->laid[i].district == district && o->s->laid[i].seat == o->owner)
            limit += clx_modifier[o->s->laid[i].modifier];
    return limit > 0 ? limit : 0;
}

/* The sums that cards of this colour in hand can make, as bits; `all` becomes that of all. */
static uint64_t sums_in_hand(const outlook *o, int district, int *all) {
    uint64_t sums = 1;

    *all = 0;
    for (int kind = 5 * district; kind < 5 * district + 5; kind++)
        for (int n = clx_how_many(o->hand, kind); n > 0; n--) {
            sums |= sums << clx_value[kind];
            *all += clx_value[kind];
        }
    return sums;
}

/* The most that can go to the city if the rest goes to the capital; -1 if even none is too much. */
static int best_share(uint64_t sums, int room_for_all) {
    if (room_for_all < 0)
        return -1;
    int most = room_for_all / 2;
    uint64_t fitting = most >= 63 ? sums : sums & ((UINT64_C(2) << most) - 1);
    return 63 - __builtin_clzll(fitting);
}

/* What remains of `points` that are over the limit by so much. */
static int chance(int points, int excess) {
    return excess >= LATE ? 0 : points * POINT * (LATE - excess) / (2 * LATE);
}

/* Points if all goes as planned, and if the round were over now, mixed by how many cards can
 * still be played. */
static int city_value(const outlook *o, int district, int points, int limit) {
    int total = o->s->city_total[o->owner][district], all;
    uint64_t sums = sums_in_hand(o, district, &all);
    int share = best_share(sums, limit + all + o->growth - total);
    int planned = share < 0 ? chance(points, total - limit - all - o->growth)
                            : points * POINT + share * IN_HAND;
    int excess = total + all - limit;
    int now = excess <= 0 ? (points + all) * POINT : chance(points, excess);

    if (o->cards == 0 || o->turns >= o->cards)
        return planned;
    return (planned * o->turns + now * (o->cards - o->turns)) / o->cards;
}

static int bonus_value(const clx *s, int owner, int district) {
    int own = clx_majority_total(s, owner, district), best = 0, list = clx_capital(district);

    for (int other = 0; other < clx_owners(s); other++) {
        int total = other == owner ? 0 : clx_majority_total(s, other, district);
        best = total > best ? total : best;
    }
    if (own == 0 || own < best || s->phase == OVER)
        return 0;
    if (own == best)
        return GOLD_HOPE;
    int card = clx_length(s, list) ? clx_highest(s, list).value : 0;
    return BONUS_HOPE * (card + GOLD_POINTS * s->capital_gold[district]);
}

static int owner_value(const clx *s, int owner, bool own) {
    outlook o = look(s, owner, own);
    int value = POINT * clx_total(s, clx_bonus(owner)) + GOLD * s->gold[owner];

    if (owner < s->head.players)
        value += GUARD * capu_bits(s->guards[owner]);
    for (int i = 0; i < s->laid_count; i++)
        value += own && s->laid[i].seat == owner ? MODIFIER : 0;
    for (int d = 0; d < DISTRICTS; d++) {
        int points = clx_own_total(s, owner, d);
        value += s->phase == OVER ? points * POINT : city_value(&o, d, points, known_limit(&o, d));
        value += bonus_value(s, owner, d);
    }
    return value;
}

static int evaluate(const capu_state *state, int seat, const int *w) {
    (void)w;
    const clx *s = (const clx *)state;
    int owners = clx_owners(s), others = 0;

    for (int owner = 0; owner < owners; owner++)
        if (owner != seat)
            others += owner_value(s, owner, false);
    return owner_value(s, seat, true) - others / (owners - 1);
}

/* The choice of a power, and the Dualist's second card. */
static bool same_turn(const capu_state *state) {
    const clx *s = (const clx *)state;

    return s->phase == POWER || (s->phase == PLAY && s->second);
}

/* ------------------------------------------------------------------- search */

/* ROB counts as one more owner of a city. */
static void look_at_all(const capu_state *state, const int *w, capu_outlook *out) {
    (void)w;
    const clx *s = (const clx *)state;
    float points[PLAYERS + 1] = {0}, win[PLAYERS + 1];
    int owners = clx_owners(s), players = s->head.players;

    for (int owner = 0; owner < owners; owner++)
        points[owner] = (float)owner_value(s, owner, owner < players) / POINT;
    capu_share_wins(points, owners, 2 + 3 * (float)(ROUNDS - s->round), win);
    for (int seat = 0; seat < players; seat++) {
        out->score[seat] = points[seat];
        out->win[seat] = win[seat];
    }
}

/* In the middle of a power or of the end of a round one plays on. */
static bool settled(const capu_state *state, const int *w) {
    (void)w;
    const clx *s = (const clx *)state;

    return s->phase == DRAFT || (s->phase == PLAY && !s->second);
}

/* -------------------------------------------------------------------- weights */

static const int weights[] = {
    [EXPLORATION] = 50,
    [PATIENCE] = 4,
    [MARGIN] = 15,
};
static const char *const names[] = {"exploration", "patience", "margin"};

const capu_knowledge clx_knowledge = {
    .game = "capital-lux-2",
    .weights = weights,
    .names = names,
    .count = sizeof weights / sizeof weights[0],
    .evaluate = evaluate,
    .depth = 4,
    .samples = 6,
    .same_turn = same_turn,
    .outlook = look_at_all,
    .large_margin = 20,
    .settled = settled,
};
