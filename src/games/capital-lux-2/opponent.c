/* What opponents know of Capital Lux 2. A position is worth to a seat what its own city, bonus
 * cards and gold promise, less what the others' do on average; all in sixteenths of a point. */
#include "games/capital-lux-2/opponent.h"

enum { POINT = 16, GOLD = LUX_GOLD_POINTS * POINT };

/* -------------------------------------------------------------------- weights */

enum {
    GUARD = BOTS_OWN_WEIGHTS, /* gold at the round's end, if it is not needed before */
    MODIFIER,                 /* to know what others do not */
    BONUS_HOPE,               /* sixteenths of a bonus card for who leads now */
    IN_HAND,                  /* sixteenths of a card that is meant for the city */
    GOLD_HOPE,                /* for who shares the lead */
    LATE,                     /* excess that is hopeless */
    SPREAD,         /* how uncertain a lead is: at the end, and more for each round to come, */
    SPREAD_A_ROUND, /* in hundredths of a point */
    TRIES,          /* actions weighed for one, when playing on */
    POWER_WORTH,    /* of a card in the capital, for its power */
    SAVING,         /* and if the city would be over the limit without it */
    SHARP,          /* by how much an action must look worse to be tried a third as soon */
};

static const int weights[] = {
    [BOTS_EXPLORATION] = 48,
    [BOTS_PATIENCE] = 4,
    [BOTS_MARGIN] = 14,
    [BOTS_MATCHING] = 0,
    [GUARD] = 18,
    [MODIFIER] = 5,
    [BONUS_HOPE] = 7,
    [IN_HAND] = 11,
    [GOLD_HOPE] = 11,
    [LATE] = 713,
    [SPREAD] = 969,
    [SPREAD_A_ROUND] = 335,
    [TRIES] = 5,
    [POWER_WORTH] = 54,
    [SAVING] = 96,
    [SHARP] = 51,
};
/* What the simple opponent sees in the middle of a round, when excess is not made good so easily.
 */
static const int simple_weights[sizeof weights / sizeof weights[0]] = {
    [GUARD] = 18, [MODIFIER] = 5, [BONUS_HOPE] = 5, [IN_HAND] = 11, [GOLD_HOPE] = 11, [LATE] = 15,
};
static const char *const names[] = {
    "exploration",    "patience",   "margin",      "matching",  "acquainted", "guard",
    "modifier",       "bonus_hope", "in_hand",     "gold_hope", "late",       "spread",
    "spread_a_round", "tries",      "power_worth", "saving",    "sharp",
};
_Static_assert(sizeof names / sizeof names[0] == sizeof weights / sizeof weights[0], "a name each");

/* A seat's cards that are still to be played, as far as it may be looked at: `own` says so. */
typedef struct outlook {
    const lux *s;
    const int *w;
    int owner;
    uint64_t hand;
    int cards, turns; /* in hand, and how many of them can still be played */
    int growth;       /* what others may still add to a capital district */
} outlook;

static int hand_size(const lux *s, int seat) {
    return s->hand_count[seat] + (s->chosen >> seat & 1 ? 2 : 0) +
           (s->phase == LUX_DRAFT ? LUX_MOST_HAND - s->hand_count[seat] : 0);
}

/* Turns before the others can have ended the round. */
static int turns_left(const lux *s, int seat) {
    int turns = hand_size(s, seat);

    if (s->last != ENGINE_NONE)
        return s->turn == seat;
    for (int other = 0; other < s->head.players; other++)
        if (other != seat && hand_size(s, other) + 1 < turns)
            turns = hand_size(s, other) + 1;
    return turns;
}

static int growth(const lux *s, int owner) {
    int cards = lux_solo(s) ? hand_size(s, 0) : 0;

    for (int other = 0; other < s->head.players; other++)
        if (other != owner && s->phase != LUX_OVER)
            cards += hand_size(s, other);
    return cards / 8;
}

uint64_t lux_hand_with_choice(const lux *s, int seat) {
    uint64_t hand = s->hand[seat];

    if (s->chosen >> seat & 1)
        hand += lux_one(s->choice[seat][0]) + lux_one(s->choice[seat][1]);
    return hand;
}

static outlook look(const lux *s, int owner, bool own, const int *w) {
    outlook o = {.s = s, .w = w, .owner = owner, .growth = growth(s, owner)};

    if (own) {
        o.hand = lux_hand_with_choice(s, owner);
        o.cards = lux_sum(o.hand);
        o.turns = turns_left(s, owner);
    }
    return o;
}

/* The limit as this owner knows it. */
static int known_limit(const outlook *o, int district) {
    int limit = lux_open_limit(o->s, district);

    for (int i = 0; i < o->s->laid_count; i++)
        if (o->s->laid[i].district == district && o->s->laid[i].seat == o->owner)
            limit += lux_modifier[o->s->laid[i].modifier];
    return limit > 0 ? limit : 0;
}

/* The sums that cards of this colour in hand can make, as bits; `all` becomes that of all. */
static uint64_t sums_in_hand(const outlook *o, int district, int *all) {
    uint64_t sums = 1;

    *all = 0;
    for (int kind = 5 * district; kind < 5 * district + 5; kind++)
        for (int n = lux_how_many(o->hand, kind); n > 0; n--) {
            sums |= sums << lux_value[kind];
            *all += lux_value[kind];
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
static int chance(int points, int excess, int late) {
    return excess >= late ? 0 : points * POINT * (late - excess) / (2 * late);
}

/* Points if all goes as planned, and if the round were over now, mixed by how many cards can
 * still be played. */
static int city_value(const outlook *o, int district, int points, int limit) {
    int total = o->s->city_total[o->owner][district], all;
    uint64_t sums = sums_in_hand(o, district, &all);
    int share = best_share(sums, limit + all + o->growth - total);
    int planned = share < 0 ? chance(points, total - limit - all - o->growth, o->w[LATE])
                            : points * POINT + share * o->w[IN_HAND];
    int excess = total + all - limit;
    int now = excess <= 0 ? (points + all) * POINT : chance(points, excess, o->w[LATE]);

    if (o->cards == 0 || o->turns >= o->cards)
        return planned;
    return (planned * o->turns + now * (o->cards - o->turns)) / o->cards;
}

static int bonus_value(const lux *s, int owner, int district, const int *w) {
    int own = lux_majority_total(s, owner, district), best = 0, list = lux_capital(district);

    for (int other = 0; other < lux_owners(s); other++) {
        int total = other == owner ? 0 : lux_majority_total(s, other, district);
        best = total > best ? total : best;
    }
    if (own == 0 || own < best || s->phase == LUX_OVER)
        return 0;
    if (own == best)
        return w[GOLD_HOPE];
    int card = lux_length(s, list) ? lux_highest(s, list).value : 0;
    return w[BONUS_HOPE] * (card + LUX_GOLD_POINTS * s->capital_gold[district]);
}

int lux_owner_value(const lux *s, int owner, bool own, const int *w) {
    outlook o = look(s, owner, own, w);
    int value = POINT * lux_total(s, lux_bonus(owner)) + GOLD * s->gold[owner];

    if (owner < s->head.players)
        value += w[GUARD] * engine_bits(s->guards[owner]);
    for (int i = 0; i < s->laid_count; i++)
        value += own && s->laid[i].seat == owner ? w[MODIFIER] : 0;
    for (int d = 0; d < LUX_DISTRICTS; d++) {
        int points = lux_own_total(s, owner, d);
        value +=
            s->phase == LUX_OVER ? points * POINT : city_value(&o, d, points, known_limit(&o, d));
        value += bonus_value(s, owner, d, w);
    }
    return value;
}

static int evaluate(const capu_state *state, int seat, const int *w) {
    const lux *s = (const lux *)state;
    int owners = lux_owners(s), others = 0;

    for (int owner = 0; owner < owners; owner++)
        if (owner != seat)
            others += lux_owner_value(s, owner, false, w);
    return lux_owner_value(s, seat, true, w) - others / (owners - 1);
}

/* The choice of a power, and the Dualist's second card. */
static bool same_turn(const capu_state *state) {
    const lux *s = (const lux *)state;

    return s->phase == LUX_POWER || (s->phase == LUX_PLAY && s->second);
}

/* -------------------------------------------------------------- quick worth */

/* What the cards of a colour in hand come to. */
static int sum_in_hand(uint64_t hand, int district) {
    int sum = 0;

    for (int kind = 5 * district; kind < 5 * district + 5; kind++)
        sum += lux_how_many(hand, kind) * lux_value[kind];
    return sum;
}

/* Playing a card: to the city its points, unless with the rest of its colour, which goes there in
 * the end, it would be too much; to the capital its power, and what it saves. */
static int worth_of_card(const lux *s, int seat, int kind, bool to_city, const int *w) {
    int district = lux_colour[kind], value = lux_value[kind];
    int excess = s->city_total[seat][district] + sum_in_hand(s->hand[seat], district) -
                 lux_open_limit(s, district) - growth(s, seat);

    if (to_city)
        return excess <= 0 ? value * POINT : value * POINT / 4;
    int saved = 2 * value < excess ? 2 * value : excess;
    return w[POWER_WORTH] - value * POINT / 2 + (excess > 0 ? w[SAVING] * saved / excess : 0);
}

static int quick_worth(const lux *s, int seat, capu_action action, const int *w) {
    int verb = (int)(action >> 15), a = action >> 10 & 31, b = action >> 5 & 31;

    switch (verb) {
    case LUX_KEEP:
        return POINT * (lux_value[a] + lux_value[b]);
    case LUX_CITY:
    case LUX_CAPITAL:
        return worth_of_card(s, seat, a, verb == LUX_CITY, w);
    case LUX_PAY_GOLD:
        return POINT;
    default:
        return 0;
    }
}

/* ------------------------------------------------------------------ playing on */

/* The best of some actions drawn at random. */
static capu_action quick_choice(const capu_state *state, int seat, const int *w,
                                capu_random *random) {
    uint32_t count = (uint32_t)capu_legal_count(state, seat);
    int best_worth = INT32_MIN, tries = count == 1 ? 1 : w[TRIES];
    capu_action best = 0;

    for (int i = 0; i < tries; i++) {
        capu_action action = capu_legal_at(state, seat, (int)engine_fast_below(random, count));
        int worth = quick_worth((const lux *)state, seat, action, w);
        if (worth > best_worth)
            best_worth = worth, best = action;
    }
    return best;
}

/* As the policy likes, or else the quick choice. */
static capu_action played_on(const capu_state *state, int seat, const int *w,
                             const bots_policy *policy, capu_random *random) {
    capu_action actions[LUX_MOST_LEGAL];

    if (!policy)
        return quick_choice(state, seat, w, random);
    return bots_policy_choice(policy, &lux_acting, state, seat, w, actions,
                              lux_legal(state, seat, actions), random);
}

static int stage(const capu_state *state) {
    return ((const lux *)state)->round;
}

/* To the end of the round. */
static void play_on(capu_state *state, const int *w, const bots_policy *policy,
                    capu_random *random) {
    const lux *s = (const lux *)state;
    int round = s->round;

    while (s->phase != LUX_OVER && s->round == round) {
        int seat = capu_first_actor(state);
        capu_apply_legal(state, seat, played_on(state, seat, w, policy, random));
    }
}

/* What others keep of cards that nobody knows. */
static bool habit(const capu_state *state, int seat, const int *w, const bots_policy *policy,
                  capu_random *random, capu_action *action) {
    if (((const lux *)state)->phase != LUX_DRAFT)
        return false;
    *action = played_on(state, seat, w, policy, random);
    return true;
}

static void prior(const capu_state *state, int seat, const int *w, const capu_action *actions,
                  int count, float *out) {
    int worth[CAPU_MAX_ACTIONS], best = INT32_MIN;

    for (int i = 0; i < count; i++) {
        worth[i] = quick_worth((const lux *)state, seat, actions[i], w);
        best = worth[i] > best ? worth[i] : best;
    }
    for (int i = 0; i < count; i++)
        out[i] = bots_fading((float)(best - worth[i]) / (float)w[SHARP]);
}

/* ------------------------------------------------------------------- search */

/* ROB counts as one more owner of a city. */
static void look_at_all(const capu_state *state, const int *w, bots_outlook *out) {
    const lux *s = (const lux *)state;
    float points[LUX_PLAYERS + 1] = {0}, win[LUX_PLAYERS + 1];
    int owners = lux_owners(s), players = s->head.players;

    for (int owner = 0; owner < owners; owner++)
        points[owner] = (float)lux_owner_value(s, owner, owner < players, w) / POINT;
    bots_share_wins(points, owners,
                    0.01f * (float)(w[SPREAD] + w[SPREAD_A_ROUND] * (LUX_ROUNDS - s->round)), win);
    for (int seat = 0; seat < players; seat++) {
        out->score[seat] = points[seat];
        out->win[seat] = win[seat];
    }
}

/* ------------------------------------------------------- what was passed on */

/* The four cards that a seat passed on first are with the next two players, two each. A part is
 * what the next one has kept of them, as bits. */
enum { PARTS = 1 << LUX_PASSED };
static const float by_chance = 0.125f; /* that a card played is another of a kind passed on */

/* What the two have of the cards passed on, if they are parted so, and have not played it. */
typedef struct parted {
    uint64_t next, second; /* tallies */
    int others;            /* cards played that were others of these kinds */
} parted;

static void add_held(uint64_t *held, int *others, int kind, int kept, int played) {
    *held += lux_one(kind) * (uint64_t)(kept > played ? kept - played : 0);
    *others += played > kept ? played - kept : 0;
}

static parted part_passed(const uint8_t passed[LUX_PASSED], uint32_t part) {
    parted p = {0};

    for (int i = 0, from; i < LUX_PASSED;) {
        int kind = lux_passed_kind(passed[i]), kept = 0, by_next = 0, by_second = 0;
        for (from = i; i < LUX_PASSED && lux_passed_kind(passed[i]) == kind; i++) {
            kept += (int)(part >> i & 1);
            by_next += (passed[i] & LUX_NEXT_PLAYED) != 0;
            by_second += (passed[i] & LUX_SECOND_PLAYED) != 0;
        }
        add_held(&p.next, &p.others, kind, kept, by_next);
        add_held(&p.second, &p.others, kind, i - from - kept, by_second);
    }
    return p;
}

static bool has_room(const lux *s, int seat, uint64_t more) {
    return lux_sum(s->hand[seat]) + lux_sum(more) <= s->hand_count[seat];
}

/* Whether so many cards are hidden at all. */
static bool are_hidden(uint64_t cards, const int8_t left[LUX_KINDS]) {
    for (uint64_t kinds = lux_kinds(cards); kinds; kinds &= kinds - 1) {
        int kind = lux_lowest_kind(kinds);
        if (lux_how_many(cards, kind) > left[kind])
            return false;
    }
    return true;
}

/* How likely each part is, after the draft. In the draft the view shows what was passed on. */
static bool believe(const capu_state *view, int seat, const int *w, bots_belief *belief) {
    const lux *s = (const lux *)view;
    int next = engine_clockwise(seat, 1, s->head.players);
    int second = engine_clockwise(seat, 2, s->head.players);
    int8_t left[LUX_KINDS];
    float all = 0;

    (void)w;
    if (!s->passed[seat][0] || s->phase == LUX_DRAFT)
        return false;
    lux_hidden_cards(s, left);
    for (uint32_t part = 0; part < PARTS; part++) {
        float *weight = &belief->weight[next][part];
        parted p = part_passed(s->passed[seat], part);
        bool possible = engine_bits(part) == LUX_PASSED / 2 && has_room(s, next, p.next) &&
                        has_room(s, second, p.second) && are_hidden(p.next + p.second, left);
        *weight = possible;
        for (int i = 0; i < p.others; i++)
            *weight *= by_chance;
        all += *weight;
    }
    return all > 0;
}

static uint32_t draw_part(const float weight[PARTS], capu_random *random) {
    float sums[PARTS], sum = 0;
    uint32_t part = 0;

    for (int i = 0; i < PARTS; i++)
        sums[i] = sum += weight[i];
    float at = sum * (float)(engine_fast_next(random) >> 40) * 0x1p-24f;
    while (sums[part] <= at && sums[part] < sum)
        part++;
    return part;
}

/* Gives both of them what they have of these cards, and deals the rest. */
static void guess(const capu_state *view, int seat, const bots_belief *belief, capu_random *random,
                  capu_state *out) {
    lux *s = (lux *)out;
    int next = engine_clockwise(seat, 1, view->head.players);
    int second = engine_clockwise(seat, 2, view->head.players);
    uint32_t part = draw_part(belief->weight[next], random);
    parted p = part_passed(((const lux *)view)->passed[seat], part);

    capu_copy(out, view);
    s->hand[next] += p.next;
    s->hand[second] += p.second;
    capu_sample(out, random, out);
}

static const bots_theme themes[] = {
    {"keep", NULL, "draft"},
    {"city", "city_over", "over"}, /* the limit */
    {"city", NULL, "city"},
    {"capital", NULL, "capital"},
    {"pay", NULL, "end"},
    {"lose", NULL, "end"},
    {"bonus", NULL, "end"},
    {"", NULL, "power"},
    {0},
};

const bots_knowledge opponent_capital_lux_2 = {
    .game = "capital-lux-2",
    .weights = weights,
    .simple = simple_weights,
    .names = names,
    .review = 6000,
    .losses = {[BOTS_BEGINNER] = 0.0338f,
               [BOTS_CASUAL] = 0.0280f,
               [BOTS_CLUB] = 0.0239f,
               [BOTS_EXPERT] = 0.0161f,
               [BOTS_MASTER] = 0.001f},
    .count = sizeof weights / sizeof weights[0],
    .evaluate = evaluate,
    .depth = 4,
    .samples = 6,
    .same_turn = same_turn,
    .outlook = look_at_all,
    .inputs = &lux_inputs,
    .acting = &lux_acting,
    .large_margin = 20,
    .play_on = play_on,
    .stage = stage,
    .prior = prior,
    .habit = habit,
    .believe = believe,
    .guess = guess,
    .themes = themes,
};
