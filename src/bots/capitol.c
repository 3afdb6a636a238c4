/* What opponents know of Capitol. Everything is counted in hundredths of a point: points to come
 * from the board as it stands, what buildings, works and cards in hand may still bring, and what a
 * tile is worth when it is auctioned. */
#include "bots/bots.h"
#include "games/capitol/capitol.h"

enum {
    POINT = 100,
    EXTRA_CARD = 60,  /* drawn thanks to an amphitheatre */
    PLAIN_FLOOR = 30, /* of a work or building that fits nowhere yet */
    PLAIN_ROOF = 30,
    FLOOR_IN_HAND = 60,
    BIDDING = 5, /* what a card's value adds to it, for each of its points */
    PERCENT = 100,
};

/* What the k-th card of a deck is worth in a hand while there is something to build. */
static const uint8_t CARD_WORTH[DECKS][8] = {
    [ROOF_DECK] = {50, 40, 28, 16, 8, 4, 2, 0},
    [FLOOR_DECK] = {50, 44, 34, 24, 14, 8, 4, 0},
    [PERMIT_DECK] = {90, 80, 70, 60, 48, 36, 24, 12},
};

/* How much of a building's gain counts before it stands on the board, in percent. */
enum { WITH_PERMIT = 70, WITHOUT_PERMIT = 35, WITH_ROOF = 60, WITHOUT_ROOF = 35, GROWN = 55 };

/* ------------------------------------------------------------- what is ahead */

typedef struct outlook {
    const capitol *s;
    int seat;
    int scorings; /* still to come */
    int reached;  /* by what is placed from now on */
    int draws;    /* still to begin */
    int gain[16]; /* of a building, by kind, in its best area */
} outlook;

static outlook look_ahead(const capitol *s, int seat) {
    outlook o = {.s = s, .seat = seat};
    bool built = s->phase == BID || s->phase == PLACE; /* in this round */

    o.scorings = ROUNDS - s->round + (s->phase < DRAW);
    o.reached = o.scorings - built;
    o.draws = ROUNDS - s->round - (s->phase == DRAW);
    return o;
}

/* -------------------------------------------------------------------- areas */

/* What a standing in an area is worth in one round: own points, less the others' on average. */
static int per_round(const outlook *o, int area, capitol_standing standing) {
    const capitol *s = o->s;
    int own_first = standing.first >> o->seat & 1, own_second = standing.second >> o->seat & 1;
    int first = capitol_first_points(s, area), second = capitol_second_points(s, area);
    int all = capu_bits(standing.first) * first + capu_bits(standing.second) * second;
    int own = own_first * first + own_second * second;

    return own * POINT - (all - own) * POINT / (s->head.players - 1);
}

static int area_value(const outlook *o, int area, const uint8_t weight[PLAYERS], int scorings) {
    capitol_standing standing = capitol_standing_by(weight);
    int value = scorings * per_round(o, area, standing);

    if (o->s->large[area] == AMPHITHEATRE)
        value += o->draws * EXTRA_CARD *
                 (2 * (standing.first >> o->seat & 1) + (standing.second >> o->seat & 1));
    return value;
}

static bool has_permit(const outlook *o, int area) {
    return (o->s->hand[o->seat] >> (BLUE_BIT + area / AREAS_EACH) & EACH_VALUE) != 0;
}

/* Notes what each kind of building would gain in this area. */
static void note_gains(outlook *o, int area) {
    uint8_t weight[PLAYERS];
    uint32_t takes = o->s->takes[area];
    int before = area_value(o, area, o->s->weight[area], o->reached);
    int percent = has_permit(o, area) ? WITH_PERMIT : WITHOUT_PERMIT;

    for (; takes; takes &= takes - 1) {
        int building = __builtin_ctz(takes), height = building >> 1;
        capu_memcpy(weight, o->s->weight[area], PLAYERS);
        int tallest = weight[o->seat] & 7;
        tallest = height > tallest ? height : tallest;
        weight[o->seat] = (uint8_t)(((weight[o->seat] >> 3) + height) << 3 | tallest);
        int gain = (area_value(o, area, weight, o->reached) - before) * percent / PERCENT;
        o->gain[building] = gain > o->gain[building] ? gain : o->gain[building];
    }
}

static int board_value(outlook *o) {
    int value = 0;

    for (int area = 0; area < AREAS; area++) {
        value += area_value(o, area, o->s->weight[area], o->scorings);
        if (o->reached > 0)
            note_gains(o, area);
    }
    return value;
}

/* -------------------------------------------------------- works and buildings */

static int gain_of(const outlook *o, int building) {
    return building < 16 ? o->gain[building] : 0;
}

/* The best one counts in full, the others by a part: there is not a permit for each. */
typedef struct stock {
    int best, sum;
} stock;

static void add_to_stock(stock *all, int value) {
    all->best = value > all->best ? value : all->best;
    all->sum += value;
}

static int stock_value(const stock *all) {
    return (all->best + 2 * all->sum) / 3;
}

static int work_gain(const outlook *o, int height) {
    int best = 0;

    for (int shape = 0; shape < SHAPES; shape++) {
        if (o->s->roofs[o->seat][shape] == 0)
            continue;
        int now = gain_of(o, height * 2 + shape);
        int grown = gain_of(o, height * 2 + 2 + shape) * GROWN / PERCENT;
        best = now > best ? now : best;
        best = grown > best ? grown : best;
    }
    return best;
}

/* Before anything is said about where it fits: less from round to round. */
static int plain_value(const outlook *o, int floors, int roofs) {
    return (PLAIN_FLOOR * floors + PLAIN_ROOF * roofs) * (o->reached - 1) / (ROUNDS - 1);
}

/* Of buildings that are alike only one is counted as placed: two want the same square. */
static void add_buildings(const outlook *o, stock *all) {
    const uint8_t *buildings = o->s->building[o->seat];

    for (int i = 0; i < o->s->building_count[o->seat]; i++) {
        bool first = i == 0 || buildings[i] != buildings[i - 1];
        int gain = first ? gain_of(o, buildings[i]) : 0;
        add_to_stock(all, plain_value(o, buildings[i] >> 1, 1) + gain);
    }
}

static void add_works(const outlook *o, stock *all) {
    const capitol *s = o->s;
    int percent = s->hand_size[o->seat][ROOF_DECK] ? WITH_ROOF : WITHOUT_ROOF;

    for (int i = 0; i < s->work_kinds[o->seat]; i++) {
        int height = s->work_height[o->seat][i];
        int gain = work_gain(o, height) * percent / PERCENT;
        for (int n = 0; n < s->work_count[o->seat][i]; n++)
            add_to_stock(all, plain_value(o, height, 0) + (n == 0 ? gain : 0));
    }
    for (int i = 0; i < s->left && s->phase == PUT; i++)
        add_to_stock(all, FLOOR_IN_HAND);
}

static int buildings_value(const outlook *o) {
    stock all = {0, 0};

    add_buildings(o, &all);
    add_works(o, &all);
    return stock_value(&all);
}

/* -------------------------------------------------------------------- cards */

static int cards_value(const outlook *o) {
    const capitol *s = o->s;
    int value = 0;

    if (o->scorings == 0)
        return 0;
    if (o->reached > 0)
        for (int deck = 0; deck < DECKS; deck++)
            for (int i = 0; i < s->hand_size[o->seat][deck] && i < 8; i++)
                value += CARD_WORTH[deck][i] * (o->reached - 1) / (ROUNDS - 1);
    return value + capitol_sum(s->hand[o->seat]) * BIDDING;
}

static int evaluate(const capu_state *state, int seat, const int *w) {
    (void)w;
    const capitol *s = (const capitol *)state;
    outlook o = look_ahead(s, seat);
    int value = s->score[seat] * POINT;

    for (int other = 0; other < s->head.players; other++)
        if (other != seat)
            value -= s->score[other] * POINT / (s->head.players - 1);
    value += board_value(&o);
    if (o.reached > 0)
        value += buildings_value(&o);
    return value + cards_value(&o);
}

/* --------------------------------------------------------------------- bids */

/* How much the tile would bring in an area, over what the area brings now. */
static int tile_gain(const outlook *o, int area) {
    const capitol *s = o->s;
    capitol with = *s;
    outlook then = *o;

    then.s = &with;
    if (capitol_tile(s) == PLACE_FOUNTAIN)
        with.fountains[area]++;
    else
        with.large[area] = capitol_tile(s) == PLACE_TEMPLE ? TEMPLE : AMPHITHEATRE;
    return area_value(&then, area, s->weight[area], o->scorings) -
           area_value(o, area, s->weight[area], o->scorings);
}

static int best_tile_gain(const outlook *o) {
    int best = 0;

    for (uint32_t areas = capitol_tile_areas(o->s); areas; areas &= areas - 1) {
        int gain = tile_gain(o, __builtin_ctz(areas));
        best = gain > best ? gain : best;
    }
    return best;
}

/* What a bid may be for a gain, as a sum of values. Cards are dear while there is still something
 * to build, and a bid that can be foreseen is no good: so a part of it is chance, though always
 * the same in one auction, which has many actions. */
static int price(const outlook *o, int gain) {
    const capitol *s = o->s;
    capu_random random = capu_random_from(s->hand[o->seat] * AUCTIONS + s->auction);
    int percent = 70 + (int)capu_random_below(&random, 61);
    int gain_a_value = o->reached > 0 ? 60 : 35;

    return gain * percent / PERCENT / gain_a_value;
}

/* The cheapest card that makes up what is missing, else the highest there is. */
static int next_card(uint64_t cards, int missing) {
    int card = -1;

    for (cards &= FIRST_CARDS; cards; cards &= cards - 1) {
        int next = __builtin_ctzll(cards);
        if (card < 0 || capitol_value(next) >= missing)
            card = next;
    }
    return card;
}

/* Cards that make up a price, permits last; all that there are if they do not. */
static uint64_t cards_for(uint64_t hand, int missing) {
    uint64_t bid = 0, order[] = {hand & ~PERMITS, hand & PERMITS};

    for (int i = 0; i < 2; i++)
        while (order[i] && missing > 0) {
            int card = next_card(order[i], missing);
            order[i] = capitol_without(order[i], card);
            bid = capitol_with(bid, card);
            missing -= capitol_value(card);
        }
    return bid;
}

static uint64_t planned_bid(const capitol *s, int seat) {
    outlook o = look_ahead(s, seat);
    int gain = best_tile_gain(&o);

    if (gain <= 0)
        return 0;
    if (s->round == ROUNDS && s->auction == AUCTIONS) /* no card is of use any more */
        return s->hand[seat];
    return cards_for(s->hand[seat], price(&o, gain));
}

static bool choose_bid(const capu_state *view, int seat, const int *w, capu_random *random,
                       capu_action *action) {
    (void)w;
    const capitol *s = (const capitol *)view;

    (void)random;
    if (s->phase != BID)
        return false;
    uint64_t missing = planned_bid(s, seat) & ~s->bid[seat];
    *action = CAPITOL_ACTION(STOP, 0, 0, 0);
    if (missing) {
        int card = capitol_card_of(__builtin_ctzll(missing));
        capu_action bid = CAPITOL_ACTION(BID_CARD, card, 0, 0);
        if (capitol_allows(view, seat, bid, NULL)) /* it may have begun with another plan */
            *action = bid;
    }
    return true;
}

/* ------------------------------------------------------------------- search */

/* Points of the next scoring as things stand. */
static int points_now(const capitol *s, int seat) {
    int points = 0;

    for (int area = 0; area < AREAS; area++) {
        capitol_standing standing = capitol_standing_by(s->weight[area]);
        points += (standing.first >> seat & 1) * capitol_first_points(s, area);
        points += (standing.second >> seat & 1) * capitol_second_points(s, area);
    }
    return points;
}

static void look_at_all(const capu_state *state, const int *w, capu_outlook *out) {
    const capitol *s = (const capitol *)state;
    int scorings = look_ahead(s, 0).scorings;
    float values[PLAYERS];

    for (int seat = 0; seat < s->head.players; seat++) {
        values[seat] = (float)evaluate(state, seat, w) / POINT;
        out->score[seat] = (float)(s->score[seat] + scorings * points_now(s, seat));
    }
    capu_share_wins(values, s->head.players, 2 + 2.5f * (float)scorings, out->win);
}

/* Bids and what follows them are played on; everything else can be judged as it is. */
static bool settled(const capu_state *state, const int *w) {
    (void)w;
    const capitol *s = (const capitol *)state;

    return s->phase == BUILD || s->phase == DRAW;
}

static void play_on(capu_state *state, const int *w, capu_random *random) {
    capu_action action;

    while (capu_actors(state) && !settled(state, w)) {
        int seat = capu_first_actor(state);
        if (!choose_bid(state, seat, w, random, &action))
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

const capu_knowledge capitol_knowledge = {
    .game = "capitol",
    .weights = weights,
    .names = names,
    .count = sizeof weights / sizeof weights[0],
    .evaluate = evaluate,
    .depth = 1,
    .samples = 1,
    .choose = choose_bid,
    .outlook = look_at_all,
    .large_margin = 25,
    .settled = settled,
    .play_on = play_on,
};
