/* What opponents know of Capitol. They count three things in hundredths of a point: the points that
 * the board will bring as it stands, what buildings, works and cards in hand may still bring, and
 * what a tile is worth when it is auctioned. */
#include "games/capitol/opponent.h"

enum { POINT = 100, PERCENT = 100 };

/* -------------------------------------------------------------------- weights */

enum {
    EXTRA_CARD = BOTS_OWN_WEIGHTS, /* drawn thanks to an amphitheatre */
    PLAIN_FLOOR,                   /* of a work or building that fits nowhere yet */
    PLAIN_ROOF,
    FLOOR_IN_HAND,
    BIDDING,     /* what a card's value adds to it, for each of its points */
    WITH_PERMIT, /* how much of a building's gain counts before it stands, in percent */
    WITHOUT_PERMIT,
    WITH_ROOF,
    WITHOUT_ROOF,
    GROWN,
    CARDS,  /* what cards in hand are worth, in percent of the table below */
    A_ROOF, /* what each roof card is worth besides, however many there are */
    A_FLOOR,
    A_PERMIT,
    LATE,             /* cards count by the scorings that they reach, plus this, in percent */
    VALUE,            /* the gain for which one gives a point of a card's value while building */
    LAST_VALUE,       /* the same in the last round */
    SPREAD,           /* how uncertain a lead is at the end */
    SPREAD_A_SCORING, /* how much more for each scoring to come */
    BUILDS,           /* how many actions are weighed to choose one, when playing on */
    SHARP,            /* how much worse an action must look to be tried a third as soon */
    KEEN,             /* how strongly the cards of a planned bid are preferred */
};

static const int weights[] = {
    [BOTS_EXPLORATION] = 50,
    [BOTS_PATIENCE] = 4,
    [BOTS_MARGIN] = 15,
    [BOTS_MATCHING] = 60,
    [EXTRA_CARD] = 111,
    [PLAIN_FLOOR] = 1,
    [PLAIN_ROOF] = 1,
    [FLOOR_IN_HAND] = 60,
    [BIDDING] = 9,
    [WITH_PERMIT] = 68,
    [WITHOUT_PERMIT] = 1,
    [WITH_ROOF] = 108,
    [WITHOUT_ROOF] = 56,
    [GROWN] = 50,
    [CARDS] = 1268,
    [A_ROOF] = 386,
    [A_FLOOR] = 591,
    [A_PERMIT] = 579,
    [LATE] = 4,
    [VALUE] = 60,
    [LAST_VALUE] = 35,
    [SPREAD] = 189,
    [SPREAD_A_SCORING] = 429,
    [BUILDS] = 10,
    [SHARP] = 100,
    [KEEN] = 4,
};
/* With more players a card is worth less. */
static const int many_weights[sizeof weights / sizeof weights[0]] = {
    [BOTS_EXPLORATION] = 50,
    [BOTS_PATIENCE] = 4,
    [BOTS_MARGIN] = 15,
    [BOTS_MATCHING] = 60,
    [EXTRA_CARD] = 12,
    [PLAIN_FLOOR] = 1,
    [PLAIN_ROOF] = 2,
    [FLOOR_IN_HAND] = 60,
    [BIDDING] = 12,
    [WITH_PERMIT] = 44,
    [WITHOUT_PERMIT] = 1,
    [WITH_ROOF] = 150,
    [WITHOUT_ROOF] = 2,
    [GROWN] = 64,
    [CARDS] = 1480,
    [A_ROOF] = 45,
    [A_FLOOR] = 100,
    [A_PERMIT] = 15,
    [LATE] = 30,
    [VALUE] = 60,
    [LAST_VALUE] = 35,
    [SPREAD] = 10,
    [SPREAD_A_SCORING] = 465,
    [BUILDS] = 10,
    [SHARP] = 100,
    [KEEN] = 4,
};
/* The simple opponent judges positions in the middle of a round. (The search does so at the
 * beginning of one, when all have drawn their cards. One more card is worth more then.) */
static const int simple_weights[sizeof weights / sizeof weights[0]] = {
    [EXTRA_CARD] = 60,   [PLAIN_FLOOR] = 30, [PLAIN_ROOF] = 30,     [FLOOR_IN_HAND] = 60,
    [BIDDING] = 5,       [WITH_PERMIT] = 70, [WITHOUT_PERMIT] = 35, [WITH_ROOF] = 60,
    [WITHOUT_ROOF] = 35, [GROWN] = 55,       [CARDS] = 133,         [LATE] = -100,
    [VALUE] = 60,        [LAST_VALUE] = 35,
};
static const char *const names[] = {
    "exploration", "patience",     "margin",        "matching",   "acquainted",  "extra_card",
    "plain_floor", "plain_roof",   "floor_in_hand", "bidding",    "with_permit", "without_permit",
    "with_roof",   "without_roof", "grown",         "cards",      "a_roof",      "a_floor",
    "a_permit",    "late",         "value",         "last_value", "spread",      "spread_a_scoring",
    "builds",      "sharp",        "keen",
};
_Static_assert(sizeof names / sizeof names[0] == sizeof weights / sizeof weights[0], "a name each");

/* What the k-th card of a deck is worth in a hand while there is something to build. */
static const uint8_t CARD_WORTH[CAPITOL_DECKS][8] = {
    [CAPITOL_ROOF_DECK] = {50, 40, 28, 16, 8, 4, 2, 0},
    [CAPITOL_FLOOR_DECK] = {50, 44, 34, 24, 14, 8, 4, 0},
    [CAPITOL_PERMIT_DECK] = {90, 80, 70, 60, 48, 36, 24, 12},
};

/* ------------------------------------------------------------- what is ahead */

capitol_outlook capitol_look_ahead(const capitol *s, int seat, const int *w) {
    capitol_outlook o = {.s = s, .w = w, .seat = seat};
    bool built = s->phase == CAPITOL_BID || s->phase == CAPITOL_PLACE; /* in this round */

    o.scorings = CAPITOL_ROUNDS - s->round + (s->phase < CAPITOL_DRAW);
    o.reached = o.scorings - built;
    o.draws = CAPITOL_ROUNDS - s->round - (s->phase == CAPITOL_DRAW);
    return o;
}

/* -------------------------------------------------------------------- areas */

/* What a standing is worth in one round: own points, less the others' on average. */
static int per_round(const capitol_outlook *o, capitol_tiles has, capitol_standing standing) {
    static const uint8_t seats[1 << CAPITOL_PLAYERS] = {0, 1, 1, 2, 1, 2, 2, 3,
                                                        1, 2, 2, 3, 2, 3, 3, 4};
    int own_first = standing.first >> o->seat & 1, own_second = standing.second >> o->seat & 1;
    int first = capitol_first_points(has), second = capitol_second_points(has);
    int all = seats[standing.first] * first + seats[standing.second] * second;
    int own = own_first * first + own_second * second;

    return own * POINT - (all - own) * POINT / (o->s->head.players - 1);
}

static int value_with(const capitol_outlook *o, capitol_tiles has, capitol_standing standing,
                      int scorings) {
    if (standing.first == 0)
        return 0;
    int value = scorings * per_round(o, has, standing);
    if (has.large == CAPITOL_AMPHITHEATRE)
        value += o->draws * o->w[EXTRA_CARD] * capitol_more_by(standing, o->seat);
    return value;
}

int capitol_area_value(const capitol_outlook *o, int area, capitol_standing standing,
                       int scorings) {
    return value_with(o, capitol_tiles_of(o->s, area), standing, scorings);
}

int capitol_gain_by_building(const capitol_outlook *o, int area, int height, int before) {
    uint8_t weight[CAPITOL_PLAYERS];

    engine_memcpy(weight, o->s->weight[area], CAPITOL_PLAYERS);
    weight[o->seat] = capitol_heavier(weight[o->seat], height);
    return capitol_area_value(o, area, capitol_standing_by(weight), o->reached) - before;
}

static bool has_permit(const capitol_outlook *o, int area) {
    return (o->s->hand[o->seat] >> (CAPITOL_BLUE_BIT + area / CAPITOL_AREAS_EACH) &
            CAPITOL_EACH_VALUE) != 0;
}

/* Notes what each kind of building would gain in this area. */
static void note_gains(capitol_outlook *o, int area) {
    int before = capitol_area_value(o, area, o->s->standing[area], o->reached);
    int percent = o->w[has_permit(o, area) ? WITH_PERMIT : WITHOUT_PERMIT];

    for (uint32_t takes = o->s->takes[area]; takes; takes &= takes - 1) {
        int building = __builtin_ctz(takes);
        int gain = capitol_gain_by_building(o, area, building >> 1, before) * percent / PERCENT;
        o->gain[building] = gain > o->gain[building] ? gain : o->gain[building];
    }
}

static int board_value(capitol_outlook *o) {
    int value = 0;

    for (int area = 0; area < CAPITOL_AREAS; area++) {
        value += capitol_area_value(o, area, o->s->standing[area], o->scorings);
        if (o->reached > 0)
            note_gains(o, area);
    }
    return value;
}

/* -------------------------------------------------------- works and buildings */

static int gain_of(const capitol_outlook *o, int building) {
    return building < 16 ? o->gain[building] : 0;
}

/* The best one counts in full and the others in part, since there is not a permit for each. */
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

static int work_gain(const capitol_outlook *o, int height) {
    int best = 0;

    for (int shape = 0; shape < CAPITOL_SHAPES; shape++) {
        if (o->s->roofs[o->seat][shape] == 0)
            continue;
        int now = gain_of(o, height * 2 + shape);
        int grown = gain_of(o, height * 2 + 2 + shape) * o->w[GROWN] / PERCENT;
        best = now > best ? now : best;
        best = grown > best ? grown : best;
    }
    return best;
}

/* What it is worth no matter where it fits. That is less from round to round. */
static int plain_value(const capitol_outlook *o, int floors, int roofs) {
    return (o->w[PLAIN_FLOOR] * floors + o->w[PLAIN_ROOF] * roofs) * (o->reached - 1) /
           (CAPITOL_ROUNDS - 1);
}

/* Only one of several equal buildings counts as placed, since they want the same square. */
static void add_buildings(const capitol_outlook *o, stock *all) {
    const uint8_t *buildings = o->s->building[o->seat];

    for (int i = 0; i < o->s->building_count[o->seat]; i++) {
        bool first = i == 0 || buildings[i] != buildings[i - 1];
        int gain = first ? gain_of(o, buildings[i]) : 0;
        add_to_stock(all, plain_value(o, buildings[i] >> 1, 1) + gain);
    }
}

static void add_works(const capitol_outlook *o, stock *all) {
    const capitol *s = o->s;
    int percent = o->w[s->hand_size[o->seat][CAPITOL_ROOF_DECK] ? WITH_ROOF : WITHOUT_ROOF];

    for (int i = 0; i < s->work_kinds[o->seat]; i++) {
        int height = s->work_height[o->seat][i];
        int gain = work_gain(o, height) * percent / PERCENT;
        for (int n = 0; n < s->work_count[o->seat][i]; n++)
            add_to_stock(all, plain_value(o, height, 0) + (n == 0 ? gain : 0));
    }
    for (int i = 0; i < s->left && s->phase == CAPITOL_PUT; i++)
        add_to_stock(all, o->w[FLOOR_IN_HAND]);
}

static int buildings_value(const capitol_outlook *o) {
    stock all = {0, 0};

    add_buildings(o, &all);
    add_works(o, &all);
    return stock_value(&all);
}

/* -------------------------------------------------------------------- cards */

static int cards_value(const capitol_outlook *o) {
    const capitol *s = o->s;
    int value = 0;

    if (o->scorings == 0)
        return 0;
    for (int deck = 0; deck < CAPITOL_DECKS; deck++) {
        int held = s->hand_size[o->seat][deck];
        value += held * o->w[A_ROOF + deck];
        for (int i = 0; i < held && i < 8; i++)
            value += CARD_WORTH[deck][i] * o->w[CARDS] / PERCENT;
    }
    value = o->reached > 0
                ? value * (o->reached * PERCENT + o->w[LATE]) / (CAPITOL_ROUNDS * PERCENT)
                : 0;
    return value + capitol_sum(s->hand[o->seat]) * o->w[BIDDING];
}

int capitol_seat_value(const capu_state *state, int seat, const int *w) {
    const capitol *s = (const capitol *)state;
    capitol_outlook o = capitol_look_ahead(s, seat, w);
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

int capitol_tile_gain(const capitol_outlook *o, int area) {
    int tile = capitol_tile(o->s);
    capitol_tiles now = capitol_tiles_of(o->s, area), then = now;
    capitol_standing standing = o->s->standing[area];

    if (tile == CAPITOL_PLACE_FOUNTAIN)
        then.fountains++;
    else
        then.large = tile == CAPITOL_PLACE_TEMPLE ? CAPITOL_TEMPLE : CAPITOL_AMPHITHEATRE;
    return value_with(o, then, standing, o->scorings) - value_with(o, now, standing, o->scorings);
}

int capitol_best_tile_area(const capitol_outlook *o, int *gain) {
    int best = -1;

    for (uint32_t areas = capitol_tile_areas(o->s); areas; areas &= areas - 1) {
        int area = __builtin_ctz(areas), more = capitol_tile_gain(o, area);
        if (best < 0 || more > *gain)
            best = area, *gain = more;
    }
    return best;
}

/* How much to bid for a gain, as a sum of values. Cards are dear while there is still something to
 * build. A bid that others can foresee is no good, so chance decides a part of it. */
static int price(const capitol_outlook *o, int gain, capu_random *random) {
    int percent = 70 + (int)capu_random_below(random, 61);

    return gain * percent / PERCENT / o->w[o->reached > 0 ? VALUE : LAST_VALUE];
}

/* The cheapest card that makes up what is missing, else the highest there is. */
static int next_card(uint64_t cards, int missing) {
    int card = -1;

    for (cards &= CAPITOL_FIRST_CARDS; cards; cards &= cards - 1) {
        int next = __builtin_ctzll(cards);
        if (card < 0 || capitol_value(next) >= missing)
            card = next;
    }
    return card;
}

/* Cards that make up a price, with permits last; all cards if they are not enough. */
static uint64_t cards_for(uint64_t hand, int missing) {
    uint64_t bid = 0, order[] = {hand & ~CAPITOL_PERMITS, hand & CAPITOL_PERMITS};

    for (int i = 0; i < 2; i++)
        while (order[i] && missing > 0) {
            int card = next_card(order[i], missing);
            order[i] = capitol_without(order[i], card);
            bid = capitol_with(bid, card);
            missing -= capitol_value(card);
        }
    return bid;
}

static uint64_t planned_bid(const capitol *s, int seat, const int *w, capu_random *random) {
    capitol_outlook o = capitol_look_ahead(s, seat, w);
    int gain = 0;

    if (capitol_best_tile_area(&o, &gain) < 0 || gain <= 0)
        return 0;
    if (s->round == CAPITOL_ROUNDS &&
        s->auction == CAPITOL_AUCTIONS) /* no card is of use any more */
        return s->hand[seat];
    return cards_for(s->hand[seat], price(&o, gain, random));
}

/* An auction has many actions, and in all of them the simple opponent's chance is the same. */
static bool choose_bid(const capu_state *view, int seat, const int *w, capu_random *random,
                       capu_action *action) {
    const capitol *s = (const capitol *)view;
    capu_random own = capu_random_from(s->hand[seat] * CAPITOL_AUCTIONS + s->auction);

    (void)random;
    if (s->phase != CAPITOL_BID)
        return false;
    uint64_t missing = planned_bid(s, seat, w, &own) & ~s->bid[seat];
    *action = CAPITOL_ACTION(CAPITOL_STOP, 0, 0, 0);
    if (missing) {
        int card = capitol_card_of(__builtin_ctzll(missing));
        capu_action bid = CAPITOL_ACTION(CAPITOL_BID_CARD, card, 0, 0);
        if (capitol_allows(view, seat, bid, NULL)) /* it may have begun with another plan */
            *action = bid;
    }
    return true;
}

/* -------------------------------------------------------------- quick worth */

/* All buildings that some area would take. */
static uint32_t all_takes(const capitol *s) {
    uint32_t takes = 0;

    for (int area = 0; area < CAPITOL_AREAS; area++)
        takes |= s->takes[area];
    return takes;
}

static bool fits(uint32_t takes, int building) {
    return building < 16 && (takes >> building & 1);
}

/* The sooner a building of this height fits somewhere, the better is a work of this height. */
static int worth_of_work(uint32_t takes, int height) {
    return 20 * (fits(takes, height * 2) + fits(takes, height * 2 + 1)) +
           10 * (fits(takes, height * 2 + 2) + fits(takes, height * 2 + 3));
}

/* A rough idea of what an action that builds or draws is worth. */
static int quick_worth(const capitol_outlook *o, capu_action action) {
    const capitol *s = o->s;
    int area = capitol_place(action);

    switch (capitol_verb(action)) {
    case CAPITOL_PERMIT:
        return 60 +
               capitol_gain_by_building(o, area, capitol_height(action),
                                        capitol_area_value(o, area, s->standing[area], o->reached));
    case CAPITOL_ROOF_CARD:
        return 40 + 60 * fits(all_takes(s), capitol_building(action));
    case CAPITOL_FLOOR_CARD:
        return 60;
    case CAPITOL_PUT_FLOOR:
        return worth_of_work(all_takes(s), capitol_height(action) + 1);
    case CAPITOL_NULL_CARD:
        return -200;
    case CAPITOL_DRAW_CARD: {
        int held = s->hand_size[o->seat][area];
        return CARD_WORTH[area][held < 7 ? held : 7];
    }
    case CAPITOL_PLACE_FOUNTAIN:
    case CAPITOL_PLACE_AMPHITHEATRE:
    case CAPITOL_PLACE_TEMPLE:
        return capitol_tile_gain(o, area);
    default:
        return 0;
    }
}

/* ------------------------------------------------------------------ playing on */

/* The best of some actions drawn at random. One that is drawn again is not weighed again. */
static capu_action quick_choice(const capu_state *state, int seat, const int *w,
                                capu_random *random) {
    capitol_outlook o = capitol_look_ahead((const capitol *)state, seat, w);
    capu_action all[CAPU_MAX_ACTIONS], best = 0;
    const capu_action weighed = UINT32_MAX; /* no action is this */
    uint32_t count = (uint32_t)capitol_legal(state, seat, all);
    int best_worth = INT32_MIN, tries = count == 1 ? 1 : w[BUILDS];

    for (int i = 0; i < tries; i++) {
        capu_action *drawn = &all[engine_fast_below(random, count)], action = *drawn;
        if (action == weighed)
            continue;
        int worth = quick_worth(&o, action);
        if (worth > best_worth)
            best_worth = worth, best = action;
        *drawn = weighed;
    }
    return best;
}

static int choices(const capu_state *state, int seat, capu_action *out);

/* A whole bid as the policy likes. */
static void bid_by(capu_state *state, int seat, const bots_policy *policy, bots_facts *facts,
                   capu_random *random) {
    capu_action actions[CAPU_MAX_ACTIONS], action;

    do {
        int count = choices(state, seat, actions);
        action = bots_policy_pick(policy, &capitol_acting, facts, actions, count, random);
        capitol_apply(state, seat, action);
        capitol_note_bid(facts, action);
    } while (capitol_verb(action) == CAPITOL_BID_CARD);
}

/* A whole auction. The board stays as it is meanwhile. */
static void auction_by(capu_state *state, const int *w, const bots_policy *policy,
                       capu_random *random) {
    const capitol *s = (const capitol *)state;
    int auction = s->auction;
    bots_facts facts;

    capitol_acting.look(state, capu_first_actor(state), w, &facts);
    while (s->phase == CAPITOL_BID && s->auction == auction) {
        int seat = capu_first_actor(state);
        capitol_look_at_bidder(state, seat, w, &facts);
        bid_by(state, seat, policy, &facts, random);
    }
}

/* As the policy likes. */
static void play_by(capu_state *state, const int *w, const bots_policy *policy,
                    capu_random *random) {
    capu_action actions[CAPU_MAX_ACTIONS];
    int seat = capu_first_actor(state), count = choices(state, seat, actions);

    capitol_apply(
        state, seat,
        bots_policy_choice(policy, &capitol_acting, state, seat, w, actions, count, random));
}

static void bid_quickly(capu_state *state, const int *w, capu_random *random) {
    const capitol *s = (const capitol *)state;
    int seat = capu_first_actor(state);
    uint64_t bid = s->bid[seat] ? 0 : planned_bid(s, seat, w, random);

    for (; bid; bid &= bid - 1)
        capitol_apply(
            state, seat,
            CAPITOL_ACTION(CAPITOL_BID_CARD, capitol_card_of(__builtin_ctzll(bid)), 0, 0));
    capitol_apply(state, seat, CAPITOL_ACTION(CAPITOL_STOP, 0, 0, 0));
}

static void place_quickly(capu_state *state, const int *w) {
    const capitol *s = (const capitol *)state;
    capitol_outlook o = capitol_look_ahead(s, s->turn, w);
    int gain = 0, area = capitol_best_tile_area(&o, &gain);

    capitol_apply(state, s->turn, CAPITOL_ACTION(capitol_tile(s), 0, 0, area));
}

static int stage(const capu_state *state) {
    return ((const capitol *)state)->round;
}

/* To the end of the round, when all have new cards. */
static void play_on(capu_state *state, const int *w, const bots_policy *policy,
                    capu_random *random) {
    const capitol *s = (const capitol *)state;
    int round = s->round;

    while (s->phase != CAPITOL_OVER && s->round == round) {
        if (policy && s->phase == CAPITOL_BID)
            auction_by(state, w, policy, random);
        else if (policy)
            play_by(state, w, policy, random);
        else if (s->phase == CAPITOL_BID)
            bid_quickly(state, w, random);
        else if (s->phase == CAPITOL_PLACE)
            place_quickly(state, w);
        else
            capitol_apply(state, s->turn, quick_choice(state, s->turn, w, random));
    }
}

/* ----------------------------------------------------- what is worth a thought */

/* The card of lowest value of a set, which is the one to build with. */
static int lowest_card(uint64_t set) {
    return set ? capitol_card_of(63 - __builtin_clzll(set)) : 0;
}

/* Each work under each roof that is left (CTL-9). */
static capu_action *list_roofs(const capitol *s, int seat, capu_action *out) {
    int card = lowest_card(s->hand[seat] & capitol_deck_cards[CAPITOL_ROOF_DECK]);

    for (int i = 0; card && i < s->work_kinds[seat]; i++)
        for (int shape = 0; shape < CAPITOL_SHAPES; shape++)
            if (s->roofs[seat][shape])
                *out++ =
                    CAPITOL_ACTION(CAPITOL_ROOF_CARD, card, s->work_height[seat][i] * 2 + shape, 0);
    return out;
}

/* Each building in each area of the permit's colour that takes it (CTL-10, CTL-11). */
static capu_action *list_placings(const capitol *s, int seat, int card, capu_action *out) {
    int from = ((card & 7) - CAPITOL_BLUE_BIT) * CAPITOL_AREAS_EACH;
    uint32_t left = s->takes[from] | s->takes[from + 1] | s->takes[from + 2];

    for (left &= s->offers[seat]; left; left &= left - 1) {
        int building = __builtin_ctz(left);
        for (int area = from; area < from + CAPITOL_AREAS_EACH; area++)
            if (s->takes[area] >> building & 1)
                *out++ = CAPITOL_ACTION(CAPITOL_PERMIT, card, building, area);
    }
    return out;
}

/* To build with the lowest card there is for it, or to pass. */
static int list_thrifty(const capitol *s, int seat, capu_action *out) {
    capu_action *at = out;
    int floor = lowest_card(s->hand[seat] & capitol_deck_cards[CAPITOL_FLOOR_DECK]);
    uint64_t permits = 0;

    if (floor && s->supply > 0)
        *at++ = CAPITOL_ACTION(CAPITOL_FLOOR_CARD, floor, 0, 0);
    at = list_roofs(s, seat, at);
    for (int colour = 0; colour < CAPITOL_COLOURS; colour++) {
        uint64_t own = s->hand[seat] & CAPITOL_EACH_VALUE << (CAPITOL_BLUE_BIT + colour);
        permits |= own ? UINT64_C(1) << lowest_card(own) : 0;
    }
    for (; permits; permits &= permits - 1)
        at = list_placings(s, seat, __builtin_ctzll(permits), at);
    *at++ = CAPITOL_ACTION(CAPITOL_PASS, 0, 0, 0);
    return (int)(at - out);
}

/* The first card of a value that is no permit, or else the first of all. */
static int list_bids(capu_action *list, int count) {
    int kept = 0, value = 0;

    for (int i = 0; i < count; i++) {
        int card = capitol_card(list[i]);
        bool bid = capitol_verb(list[i]) == CAPITOL_BID_CARD;
        if (bid && capitol_value(card) == value) {
            if (capitol_deck_of(card) == CAPITOL_PERMIT_DECK ||
                capitol_deck_of(capitol_card(list[kept - 1])) != CAPITOL_PERMIT_DECK)
                continue;
            kept--;
        }
        value = bid ? capitol_value(card) : 0;
        list[kept++] = list[i];
    }
    return kept;
}

static int choices(const capu_state *state, int seat, capu_action *out) {
    const capitol *s = (const capitol *)state;

    if (s->phase == CAPITOL_BUILD)
        return list_thrifty(s, seat, out);
    int all = capitol_legal(state, seat, out);
    return s->phase == CAPITOL_BID ? list_bids(out, all) : all;
}

static void prefer_plan(const capitol *s, int seat, const int *w, const capu_action *actions,
                        int count, float *out) {
    capu_random random = capu_random_from(s->hand[seat] * CAPITOL_AUCTIONS + s->auction);
    uint64_t missing = planned_bid(s, seat, w, &random) & ~s->bid[seat];
    int wanted = missing ? capitol_value(__builtin_ctzll(missing)) : 0;

    for (int i = 0; i < count; i++) {
        bool bid = capitol_verb(actions[i]) == CAPITOL_BID_CARD;
        int value = bid ? capitol_value(capitol_card(actions[i])) : 0;
        out[i] = value == wanted ? (float)w[KEEN] : 1;
    }
}

static void prior(const capu_state *state, int seat, const int *w, const capu_action *actions,
                  int count, float *out) {
    const capitol *s = (const capitol *)state;
    capitol_outlook o = capitol_look_ahead(s, seat, w);
    int worth[CAPU_MAX_ACTIONS], best = INT32_MIN;

    if (s->phase == CAPITOL_BID) {
        prefer_plan(s, seat, w, actions, count, out);
        return;
    }
    for (int i = 0; i < count; i++) {
        worth[i] = quick_worth(&o, actions[i]);
        best = worth[i] > best ? worth[i] : best;
    }
    for (int i = 0; i < count; i++)
        out[i] = bots_fading((float)(best - worth[i]) / (float)w[SHARP]);
}

/* ------------------------------------------------------------------- search */

static void look_at_all(const capu_state *state, const int *w, bots_outlook *out) {
    const capitol *s = (const capitol *)state;
    int scorings = capitol_look_ahead(s, 0, w).scorings;
    float values[CAPITOL_PLAYERS];

    for (int seat = 0; seat < s->head.players; seat++) {
        values[seat] = (float)capitol_seat_value(state, seat, w) / POINT;
        out->score[seat] = (float)(s->score[seat] + scorings * capitol_points_now(s, seat));
    }
    bots_share_wins(values, s->head.players,
                    0.01f * (float)(w[SPREAD] + w[SPREAD_A_SCORING] * scorings), out->win);
}

static const bots_theme themes[] = {
    {"floor", NULL, "build"},
    {"put", NULL, "build"},
    {"roof", NULL, "roof"},
    {"permit", NULL, "settle"},
    {"null", NULL, "wait"},
    {"pass", NULL, "wait"},
    {"fountain", NULL, "tile"},
    {"amphitheatre", NULL, "tile"},
    {"temple", NULL, "tile"},
    {"draw", NULL, "draw"},
    {"bid", NULL, "bid"},
    {"stop", NULL, "bid"},
    {0},
};

const bots_knowledge opponent_capitol = {
    .game = "capitol",
    .weights = weights,
    .many = many_weights,
    .simple = simple_weights,
    .names = names,
    .iterations = {[BOTS_CLUB] = 250, [BOTS_EXPERT] = 1000},
    .review = 4000,
    .losses = {[BOTS_BEGINNER] = 0.0212f,
               [BOTS_CASUAL] = 0.0161f,
               [BOTS_CLUB] = 0.0115f,
               [BOTS_EXPERT] = 0.0068f,
               [BOTS_MASTER] = 0.001f},
    .lasting = 0.65f,
    .count = sizeof weights / sizeof weights[0],
    .evaluate = capitol_seat_value,
    .depth = 1,
    .samples = 1,
    .choose = choose_bid,
    .outlook = look_at_all,
    .inputs = &capitol_inputs,
    .acting = &capitol_acting,
    .large_margin = 25,
    .play_on = play_on,
    .stage = stage,
    .choices = choices,
    .prior = prior,
    .themes = themes,
};
