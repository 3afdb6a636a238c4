/* How actions of Capitol are described to a policy. Only what the seat may know counts: its own
 * hand and bid, and what is public. */
#include "games/capitol/opponent.h"

/* ------------------------------------------------------------------- classes */

enum {
    GAINS = 12,
    SUMS = 12,
    ROUNDS = CAPITOL_ROUNDS,
    HEIGHTS = 8,
    VALUES = 8,
    FREE = 8,
    STANDINGS = 4,
    RIVALS = 3,
    HANDS = 13,
    PERMITS = 5,
    FEW = 4,
    SOME = 6,
    WORKS = 5,
    TILES = 3,
    OTHERS_CARDS = 8,
    LEADS = 7,
};

/* How many of these limits a number is above. */
static int class_of(int number, const int *limits, int count) {
    int class = 0;

    while (class < count && number > limits[class])
        class ++;
    return class;
}

/* In hundredths of a point. */
static int gain_class(int gain) {
    static const int limits[GAINS - 1] = {-1, 0, 150, 300, 500, 700, 1000, 1300, 1700, 2200, 3000};

    return class_of(gain, limits, GAINS - 1);
}

static int sum_class(int sum) {
    static const int limits[SUMS - 1] = {0, 2, 4, 6, 8, 10, 12, 15, 18, 22, 28};

    return class_of(sum, limits, SUMS - 1);
}

static int below(int number, int classes) {
    return number < classes ? number : classes - 1;
}

/* --------------------------------------------------------------------- traits */

/* Tables of weights, one behind the other: each has a name and a size. */
#define TABLES(X)                                                                                  \
    X(PERMIT_GAIN, GAINS *ROUNDS)                                                                  \
    X(PERMIT_HEIGHT, HEIGHTS *FREE)                                                                \
    X(PERMIT_VALUE, VALUES *ROUNDS)                                                                \
    X(PERMIT_AREA, FEW *TILES *STANDINGS)                                                          \
    X(PERMIT_RIVALS, RIVALS *STANDINGS *GAINS)                                                     \
    X(PERMIT_STOCK, FEW *SOME)                                                                     \
    X(PERMIT_MISSED, GAINS *ROUNDS)                                                                \
    X(PERMIT_EMPTY, 2 * HEIGHTS)                                                                   \
    X(ROOF_GAIN, GAINS *ROUNDS)                                                                    \
    X(ROOF_HEIGHT, HEIGHTS *FEW)                                                                   \
    X(ROOF_FITS, 4 * ROUNDS)                                                                       \
    X(ROOF_VALUE, VALUES *FEW)                                                                     \
    X(ROOF_STOCK, PERMITS *SOME)                                                                   \
    X(ROOF_SHAPE, CAPITOL_SHAPES *SOME)                                                            \
    X(ROOF_AGAIN, 2 * HEIGHTS)                                                                     \
    X(FLOOR_ROUND, ROUNDS *WORKS)                                                                  \
    X(FLOOR_VALUE, VALUES *FEW)                                                                    \
    X(FLOOR_STOCK, PERMITS *SOME)                                                                  \
    X(FLOOR_ROOFS, FEW *WORKS)                                                                     \
    X(FLOOR_RIVALS, RIVALS *ROUNDS)                                                                \
    X(PUT_GAIN, GAINS *ROUNDS)                                                                     \
    X(PUT_HEIGHT, HEIGHTS * 2 * FEW)                                                               \
    X(PUT_FITS, 3 * 3 * 2)                                                                         \
    X(PUT_WORKS, FEW *HEIGHTS)                                                                     \
    X(PASS_HAND, ROUNDS *HANDS)                                                                    \
    X(PASS_RIVALS, RIVALS *ROUNDS)                                                                 \
    X(PASS_GAIN, GAINS *ROUNDS)                                                                    \
    X(PASS_ROOF, GAINS *FEW)                                                                       \
    X(PASS_FLOOR, FEW *WORKS)                                                                      \
    X(PASS_STOCK, PERMITS *SOME)                                                                   \
    X(BID_GAIN, GAINS *SUMS *ROUNDS)                                                               \
    X(BID_RIVAL, GAINS *SUMS)                                                                      \
    X(BID_VALUE, VALUES *CAPITOL_AUCTIONS *ROUNDS)                                                 \
    X(BID_DECK, CAPITOL_DECKS *ROUNDS)                                                             \
    X(BID_HAND, HANDS *SOME)                                                                       \
    X(BID_OTHERS, OTHERS_CARDS *SUMS)                                                              \
    X(STOP_GAIN, GAINS *SUMS *ROUNDS)                                                              \
    X(STOP_RIVAL, GAINS *SUMS)                                                                     \
    X(STOP_CARDS, CAPITOL_AUCTIONS *ROUNDS *SOME)                                                  \
    X(STOP_HAND, HANDS * 2)                                                                        \
    X(STOP_OTHERS, OTHERS_CARDS *SUMS)                                                             \
    X(TILE_GAIN, TILES *GAINS)                                                                     \
    X(TILE_MISSED, TILES *GAINS)                                                                   \
    X(TILE_FREE, TILES *ROUNDS *FREE)                                                              \
    X(DRAW_HELD, CAPITOL_DECKS *VALUES *ROUNDS)                                                    \
    X(DRAW_TOP, CAPITOL_DECKS *(VALUES + 1))                                                       \
    X(DRAW_WORKS, CAPITOL_DECKS *WORKS *FEW)                                                       \
    X(DRAW_STOCK, CAPITOL_DECKS *PERMITS *SOME)                                                    \
    X(DRAW_HAND, CAPITOL_DECKS *FEW *FEW *FEW)                                                     \
    X(PERMIT_SAFE, LEADS *RIVALS *RIVALS)                                                          \
    X(FLOOR_GAIN, GAINS *FEW)                                                                      \
    X(PASS_SUM, SUMS *ROUNDS)                                                                      \
    X(PASS_OTHERS, OTHERS_CARDS *HANDS)                                                            \
    X(BID_SPARE, SUMS *ROUNDS)                                                                     \
    X(BID_KNOWN, SUMS *SUMS)                                                                       \
    X(STOP_SPARE, SUMS *ROUNDS)                                                                    \
    X(STOP_KNOWN, SUMS *SUMS)                                                                      \
    X(DRAW_FIT, FEW *FEW)
#define FROM_TO(name, size) name, name##_LAST = name + (size)-1,
enum { TABLES(FROM_TO) TRAITS };
/* With more than two players everything has weights of its own. */
enum { ALL_TRAITS = 2 * TRAITS };
_Static_assert((int)ALL_TRAITS <= (int)POLICY_MOST_WEIGHTS, "a weight for each");

typedef struct facts {
    capitol_outlook o;
    int first, round; /* from 0 */
    int rivals;       /* others who still build, as a class */
    int hand, permits, roof_cards, floor_cards, works, buildings;
    int placeable;      /* the most that a permit in hand gains now */
    int roofable;       /* and a roof card, once there is a permit */
    int sum, bid_cards; /* of the own bid */
    int tile_gain[CAPITOL_PLAYERS];
    int own_gain, rival_gain; /* by the tile: for oneself, and the most of all others */
    int others_cards;         /* the most that one of them has, */
    int known;                /* and the highest sum of cards that all know of, as classes */
    int hand_sum;
    int growable; /* what a work gains in its best area with a floor and a roof more */
    int16_t gain[HEIGHTS][CAPITOL_SHAPES]; /* of a building in its best area */
} facts;
_Static_assert(sizeof(facts) <= sizeof(bots_facts), "room for what is known");

/* ----------------------------------------------------------------- once for all */

static bool has_permit(const capitol *s, int seat, int area) {
    return (s->hand[seat] >> (CAPITOL_BLUE_BIT + area / CAPITOL_AREAS_EACH) & CAPITOL_EACH_VALUE) !=
           0;
}

/* Buildings that a seat has or could soon have, as bits. */
static uint32_t buildings_in_mind(const capitol *s, int seat) {
    uint32_t both = 3u << 2, bits = s->offers[seat] | both;

    for (int i = 0; i < s->work_kinds[seat] && s->work_height[seat][i] < HEIGHTS - 1; i++)
        bits |= (both | both << 2) << 2 * (s->work_height[seat][i] - 1);
    return bits & 0xFFFF;
}

static void note_gains(facts *f, int area, uint32_t minded) {
    const capitol *s = f->o.s;
    uint32_t here = s->takes[area] & minded;
    bool permitted = has_permit(s, f->o.seat, area);

    if (!here)
        return;
    int before = capitol_area_value(&f->o, area, s->standing[area], f->o.reached);
    for (; here; here &= here - 1) {
        int building = __builtin_ctz(here);
        int gain = capitol_gain_by_building(&f->o, area, building >> 1, before);
        int16_t *most = &f->gain[building >> 1][building & 1];
        *most = (int16_t)(gain > *most ? gain : *most);
        if (permitted && (s->offers[f->o.seat] >> building & 1) && gain > f->placeable)
            f->placeable = gain;
    }
}

static void look_at_board(facts *f) {
    const capitol *s = f->o.s;
    int seat = f->o.seat;
    uint32_t minded = buildings_in_mind(s, seat);

    for (int area = 0; area < CAPITOL_AREAS; area++)
        note_gains(f, area, minded);
    for (int i = 0; i < s->work_kinds[seat]; i++)
        for (int shape = 0; shape < CAPITOL_SHAPES; shape++) {
            int gain = f->gain[below(s->work_height[seat][i], HEIGHTS)][shape];
            f->roofable = gain > f->roofable ? gain : f->roofable;
            gain = f->gain[below(s->work_height[seat][i] + 1, HEIGHTS)][shape];
            f->growable = gain > f->growable ? gain : f->growable;
        }
}

static int cards_of(const capitol *s, int seat) {
    return s->hand_size[seat][CAPITOL_ROOF_DECK] + s->hand_size[seat][CAPITOL_FLOOR_DECK] +
           s->hand_size[seat][CAPITOL_PERMIT_DECK];
}

/* What the tile would gain for each seat. */
static void look_at_tile(facts *f) {
    const capitol *s = f->o.s;

    for (int seat = 0; seat < s->head.players; seat++) {
        capitol_outlook its = capitol_look_ahead(s, seat, f->o.w);
        if (capitol_best_tile_area(&its, &f->tile_gain[seat]) < 0)
            f->tile_gain[seat] = 0;
    }
}

static void look_at_bid(facts *f) {
    const capitol *s = f->o.s;

    f->sum = capitol_sum(s->bid[f->o.seat]);
    f->bid_cards = below(capitol_size(s->bid[f->o.seat]), SOME);
    f->own_gain = f->tile_gain[f->o.seat];
    f->rival_gain = 0;
    for (int other = 0; other < s->head.players; other++)
        if (other != f->o.seat && f->tile_gain[other] > f->rival_gain)
            f->rival_gain = f->tile_gain[other];
}

static void look_at_others(facts *f) {
    const capitol *s = f->o.s;
    int known = 0, most = 0;

    for (int other = 0; other < s->head.players; other++) {
        if (other == f->o.seat)
            continue;
        int cards = cards_of(s, other), sum = capitol_sum(s->known[other]);
        most = cards > most ? cards : most;
        known = sum > known ? sum : known;
    }
    f->others_cards = below(most / 2, OTHERS_CARDS);
    f->known = sum_class(known / 2);
    f->hand_sum = capitol_sum(s->hand[f->o.seat]);
}

static int works_of(const capitol *s, int seat) {
    int works = 0;

    for (int i = 0; i < s->work_kinds[seat]; i++)
        works += s->work_count[seat][i];
    return works;
}

/* What is asked for in every phase. */
static void look_at_seat(const capitol *s, int seat, const int *w, facts *f) {
    const uint8_t *held = s->hand_size[seat];
    int done = engine_bits(s->done & ~(1u << seat));

    *f = (facts){.o = capitol_look_ahead(s, seat, w),
                 .first = s->head.players > 2 ? TRAITS : 0,
                 .round = s->round - 1,
                 .rivals = below(s->head.players - 1 - done, RIVALS),
                 .hand = below(cards_of(s, seat), HANDS),
                 .permits = below(held[CAPITOL_PERMIT_DECK], PERMITS),
                 .roof_cards = below(held[CAPITOL_ROOF_DECK], FEW),
                 .floor_cards = below(held[CAPITOL_FLOOR_DECK], FEW),
                 .works = below(works_of(s, seat), WORKS),
                 .buildings = below(s->building_count[seat], SOME)};
    look_at_others(f);
}

static void look(const capu_state *state, int seat, const int *w, bots_facts *out) {
    facts *f = (facts *)(void *)out;
    const capitol *s = (const capitol *)state;

    look_at_seat(s, seat, w, f);
    if (s->phase == CAPITOL_BUILD || s->phase == CAPITOL_PUT) {
        look_at_board(f);
    } else if (s->phase == CAPITOL_BID) {
        look_at_tile(f);
        look_at_bid(f);
    } else if (s->phase == CAPITOL_PLACE) {
        capitol_best_tile_area(&f->o, &f->own_gain);
    }
}

void capitol_look_at_bidder(const capu_state *state, int seat, const int *w, bots_facts *out) {
    facts *f = (facts *)(void *)out, before = *f;

    look_at_seat((const capitol *)state, seat, w, f);
    engine_memcpy(f->tile_gain, before.tile_gain, sizeof f->tile_gain);
    look_at_bid(f);
}

void capitol_note_bid(bots_facts *facts_of, capu_action action) {
    facts *f = (facts *)(void *)facts_of;

    if (capitol_verb(action) != CAPITOL_BID_CARD)
        return;
    f->sum += capitol_value(capitol_card(action));
    f->bid_cards = below(f->bid_cards + 1, SOME);
}

/* --------------------------------------------------------------------- actions */

/* Nobody, the seat alone, the seat and others, others alone. */
static int standing_class(capitol_standing standing, int seat) {
    bool own = standing.first >> seat & 1;

    return !standing.first ? 0 : !own ? 3 : standing.first & (standing.first - 1) ? 2 : 1;
}

static capitol_standing standing_with(const facts *f, int area, int height) {
    uint8_t weight[CAPITOL_PLAYERS];

    engine_memcpy(weight, f->o.s->weight[area], CAPITOL_PLAYERS);
    weight[f->o.seat] = capitol_heavier(weight[f->o.seat], height);
    return capitol_standing_by(weight);
}

static void add(const facts *f, bots_traits *out, int trait) {
    bots_add_trait(out, f->first + trait);
}

static int value_class(capu_action action) {
    return capitol_value(capitol_card(action)) - 1;
}

static int large_class(const capitol *s, int area) {
    return s->large[area] == ENGINE_NONE ? 2 : s->large[area];
}

/* How many floors a seat with such a building would be before or behind the best of the others. */
static int floors_ahead(const facts *f, int area, int height) {
    const uint8_t *weight = f->o.s->weight[area];
    int best = 0, own = (weight[f->o.seat] >> 3) + height;

    for (int other = 0; other < f->o.s->head.players; other++)
        if (other != f->o.seat && weight[other] >> 3 > best)
            best = weight[other] >> 3;
    int ahead = own - best + LEADS / 2;
    return ahead < 0 ? 0 : below(ahead, LEADS);
}

static void describe_permit(const facts *f, capu_action action, bots_traits *out) {
    const capitol *s = f->o.s;
    int area = capitol_place(action), height = capitol_height(action), seat = f->o.seat;
    capitol_standing then = standing_with(f, area, height), now = s->standing[area];
    int gain = capitol_area_value(&f->o, area, then, f->o.reached) -
               capitol_area_value(&f->o, area, now, f->o.reached);
    int class = gain_class(gain);

    add(f, out, PERMIT_GAIN + class * ROUNDS + f->round);
    add(f, out, PERMIT_HEIGHT + height * FREE + below(s->free[area], FREE));
    add(f, out, PERMIT_VALUE + value_class(action) * ROUNDS + f->round);
    add(f, out,
        PERMIT_AREA + (below(s->fountains[area], FEW) * TILES + large_class(s, area)) * STANDINGS +
            standing_class(then, seat));
    add(f, out,
        PERMIT_RIVALS + (f->rivals * STANDINGS + standing_class(now, seat)) * GAINS + class);
    add(f, out, PERMIT_STOCK + below(f->permits, FEW) * SOME + f->buildings);
    add(f, out, PERMIT_MISSED + gain_class(f->placeable - gain) * ROUNDS + f->round);
    add(f, out, PERMIT_EMPTY + (s->shape[area] == ENGINE_NONE) * HEIGHTS + height);
    add(f, out,
        PERMIT_SAFE + (floors_ahead(f, area, height) * RIVALS + f->rivals) * RIVALS +
            below(s->free[area] - 1, RIVALS));
}

static int works_of_height(const capitol *s, int seat, int height) {
    for (int i = 0; i < s->work_kinds[seat]; i++)
        if (s->work_height[seat][i] == height)
            return s->work_count[seat][i];
    return 0;
}

/* Whether some area would take it, and whether there is a permit for one. */
static int fit_class(const facts *f, int building) {
    int fits = 0;

    if (building >= 2 * HEIGHTS)
        return 0;
    for (int area = 0; area < CAPITOL_AREAS; area++)
        if (f->o.s->takes[area] >> building & 1)
            fits |= 1 | has_permit(f->o.s, f->o.seat, area) << 1;
    return fits;
}

static void describe_roof(const facts *f, capu_action action, bots_traits *out) {
    const capitol *s = f->o.s;
    int height = capitol_height(action), shape = capitol_shape(action), seat = f->o.seat;
    int tall = below(height, HEIGHTS), building = capitol_building(action);
    bool again = building < 16 && (s->offers[seat] >> building & 1);

    add(f, out, ROOF_GAIN + gain_class(f->gain[tall][shape]) * ROUNDS + f->round);
    add(f, out, ROOF_HEIGHT + tall * FEW + below(works_of_height(s, seat, height), FEW));
    add(f, out, ROOF_FITS + fit_class(f, building) * ROUNDS + f->round);
    add(f, out, ROOF_VALUE + value_class(action) * FEW + f->roof_cards);
    add(f, out, ROOF_STOCK + f->permits * SOME + f->buildings);
    add(f, out, ROOF_SHAPE + shape * SOME + below(s->roofs[seat][shape], SOME));
    add(f, out, ROOF_AGAIN + again * HEIGHTS + tall);
}

static void describe_floor(const facts *f, capu_action action, bots_traits *out) {
    add(f, out, FLOOR_ROUND + f->round * WORKS + f->works);
    add(f, out, FLOOR_VALUE + value_class(action) * FEW + f->floor_cards);
    add(f, out, FLOOR_STOCK + f->permits * SOME + f->buildings);
    add(f, out, FLOOR_ROOFS + f->roof_cards * WORKS + f->works);
    add(f, out, FLOOR_RIVALS + f->rivals * ROUNDS + f->round);
    add(f, out, FLOOR_GAIN + gain_class(f->growable) * FEW + f->roof_cards);
}

/* In how many shapes a building of this height would fit somewhere. */
static int shapes_that_fit(const facts *f, int height) {
    return height >= HEIGHTS ? 0 : (f->gain[height][0] > 0) + (f->gain[height][1] > 0);
}

static void describe_put(const facts *f, capu_action action, bots_traits *out) {
    const capitol *s = f->o.s;
    int before = capitol_height(action), height = below(before, HEIGHTS);
    int grown = below(before + 1, HEIGHTS), last = s->left <= 1;
    int gain = f->gain[grown][f->gain[grown][1] > f->gain[grown][0]];

    add(f, out, PUT_GAIN + gain_class(gain) * ROUNDS + f->round);
    add(f, out, PUT_HEIGHT + (height * 2 + last) * FEW + f->roof_cards);
    add(f, out,
        PUT_FITS + (shapes_that_fit(f, before + 1) * 3 + shapes_that_fit(f, before + 2)) * 2 +
            last);
    add(f, out,
        PUT_WORKS + below(works_of_height(s, f->o.seat, before + 1), FEW) * HEIGHTS + height);
}

static void describe_pass(const facts *f, bots_traits *out) {
    add(f, out, PASS_HAND + f->round * HANDS + f->hand);
    add(f, out, PASS_RIVALS + f->rivals * ROUNDS + f->round);
    add(f, out, PASS_GAIN + gain_class(f->placeable) * ROUNDS + f->round);
    add(f, out, PASS_ROOF + gain_class(f->roofable) * FEW + f->roof_cards);
    add(f, out, PASS_FLOOR + f->floor_cards * WORKS + f->works);
    add(f, out, PASS_STOCK + f->permits * SOME + f->buildings);
    add(f, out, PASS_SUM + sum_class(f->hand_sum / 2) * ROUNDS + f->round);
    add(f, out, PASS_OTHERS + f->others_cards * HANDS + f->hand);
}

static void describe_bid(const facts *f, capu_action action, bots_traits *out) {
    int card = capitol_card(action), sum = sum_class(f->sum + capitol_value(card));
    int auction = f->o.s->auction - 1;

    add(f, out, BID_GAIN + (gain_class(f->own_gain) * SUMS + sum) * ROUNDS + f->round);
    add(f, out, BID_RIVAL + gain_class(f->rival_gain) * SUMS + sum);
    add(f, out, BID_VALUE + (value_class(action) * CAPITOL_AUCTIONS + auction) * ROUNDS + f->round);
    add(f, out, BID_DECK + capitol_deck_of(card) * ROUNDS + f->round);
    add(f, out, BID_HAND + f->hand * SOME + f->bid_cards);
    add(f, out, BID_OTHERS + f->others_cards * SUMS + sum);
    add(f, out,
        BID_SPARE + sum_class((f->hand_sum - f->sum - capitol_value(card)) / 2) * ROUNDS +
            f->round);
    add(f, out, BID_KNOWN + f->known * SUMS + sum);
}

static void describe_stop(const facts *f, bots_traits *out) {
    int sum = sum_class(f->sum), auction = f->o.s->auction - 1;

    add(f, out, STOP_GAIN + (gain_class(f->own_gain) * SUMS + sum) * ROUNDS + f->round);
    add(f, out, STOP_RIVAL + gain_class(f->rival_gain) * SUMS + sum);
    add(f, out, STOP_CARDS + (auction * ROUNDS + f->round) * SOME + f->bid_cards);
    add(f, out, STOP_HAND + f->hand * 2 + (f->bid_cards > 0));
    add(f, out, STOP_OTHERS + f->others_cards * SUMS + sum);
    add(f, out, STOP_SPARE + sum_class((f->hand_sum - f->sum) / 2) * ROUNDS + f->round);
    add(f, out, STOP_KNOWN + f->known * SUMS + sum);
}

static void describe_tile(const facts *f, capu_action action, bots_traits *out) {
    int area = capitol_place(action), tile = capitol_verb(action) - CAPITOL_PLACE_FOUNTAIN;
    int gain = capitol_tile_gain(&f->o, area);

    add(f, out, TILE_GAIN + tile * GAINS + gain_class(gain));
    add(f, out, TILE_MISSED + tile * GAINS + gain_class(f->own_gain - gain));
    add(f, out, TILE_FREE + (tile * ROUNDS + f->round) * FREE + below(f->o.s->free[area], FREE));
}

/* The top of a stack lies open (CTL-26). */
static int top_class(const capitol *s, int deck) {
    return s->stack[deck] ? capitol_value(s->cards[deck][s->stack[deck] - 1]) : 0;
}

/* In how many areas a permit on top would let one build; a class of its own for other cards. */
static int top_fits(const facts *f, int deck) {
    const capitol *s = f->o.s;
    int fits = 0;

    if (deck != CAPITOL_PERMIT_DECK || !s->stack[deck])
        return FEW - 1;
    int from = ((s->cards[deck][s->stack[deck] - 1] & 7) - CAPITOL_BLUE_BIT) * CAPITOL_AREAS_EACH;
    for (int i = 0; i < CAPITOL_AREAS_EACH; i++)
        fits += (s->offers[f->o.seat] & s->takes[from + i]) != 0;
    return below(fits, FEW - 1);
}

static void describe_draw(const facts *f, capu_action action, bots_traits *out) {
    const capitol *s = f->o.s;
    int deck = capitol_place(action), held = below(s->hand_size[f->o.seat][deck], VALUES);

    add(f, out, DRAW_HELD + (deck * VALUES + held) * ROUNDS + f->round);
    add(f, out, DRAW_TOP + deck * (VALUES + 1) + top_class(s, deck));
    add(f, out, DRAW_WORKS + (deck * WORKS + f->works) * FEW + f->roof_cards);
    add(f, out, DRAW_STOCK + (deck * PERMITS + f->permits) * SOME + f->buildings);
    add(f, out,
        DRAW_HAND + ((deck * FEW + f->roof_cards) * FEW + f->floor_cards) * FEW +
            below(f->permits, FEW));
    add(f, out, DRAW_FIT + top_fits(f, deck) * FEW + below(f->permits, FEW));
}

static void describe(const bots_facts *facts_of, capu_action action, bots_traits *out) {
    const facts *f = (const facts *)(const void *)facts_of;

    switch (capitol_verb(action)) {
    case CAPITOL_PERMIT:
        describe_permit(f, action, out);
        break;
    case CAPITOL_ROOF_CARD:
        describe_roof(f, action, out);
        break;
    case CAPITOL_FLOOR_CARD:
        describe_floor(f, action, out);
        break;
    case CAPITOL_PUT_FLOOR:
        describe_put(f, action, out);
        break;
    case CAPITOL_PASS:
        describe_pass(f, out);
        break;
    case CAPITOL_BID_CARD:
        describe_bid(f, action, out);
        break;
    case CAPITOL_STOP:
        describe_stop(f, out);
        break;
    case CAPITOL_DRAW_CARD:
        describe_draw(f, action, out);
        break;
    case CAPITOL_NULL_CARD: /* nobody wants to */
        break;
    default:
        describe_tile(f, action, out);
    }
}

const bots_acting capitol_acting = {
    .version = 2,
    .count = ALL_TRAITS,
    .plays_on = true,
    .look = look,
    .describe = describe,
};
