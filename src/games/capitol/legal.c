/* What is legal in Capitol. Each rule stands here once, as a set of what may be chosen: of cards,
 * works, shapes, buildings, areas or stacks. An action is legal if its words are in these sets.
 * `count` multiplies their sizes, `at` and the list go through them in the order of the notation,
 * and `allows` looks the words up. Only then does it ask for the reason. */
#include "games/capitol/capitol.h"

static const capitol *of(const capu_state *state) {
    return (const capitol *)state;
}

/* -------------------------------------------------------------------- sets */

/* CTL-12, and CTL-9, CTL-10: cards of the hand, one bit for each kind. */
static uint64_t held(const capitol *s, int seat) {
    return s->hand[seat] & CAPITOL_FIRST_CARDS;
}
static uint64_t roof_cards(const capitol *s, int seat) {
    return s->hand[seat] & CAPITOL_ROOF_CARDS;
}
static uint64_t permits(const capitol *s, int seat) {
    return s->hand[seat] & CAPITOL_PERMITS;
}

/* CTL-8: without floors in the supply, a floor card can do nothing. */
static uint64_t floor_cards(const capitol *s, int seat) {
    return s->supply > 0 ? s->hand[seat] & CAPITOL_FLOOR_CARDS : 0;
}

/* CTL-9: shapes of the roofs that a seat has left, as bits. */
static uint32_t roof_shapes(const capitol *s, int seat) {
    return (uint32_t)(s->roofs[seat][CAPITOL_ROUND] > 0) << CAPITOL_ROUND |
           (uint32_t)(s->roofs[seat][CAPITOL_TRIANGULAR] > 0) << CAPITOL_TRIANGULAR;
}

/* CTL-10, CTL-11: a seat's buildings that may stand in an area, as bits. Two kinds at most. */
static uint32_t placeable(const capitol *s, int seat, int area) {
    return s->offers[seat] & s->takes[area];
}

/* CTL-15: what may be laid next, one bit a kind: cards behind the last one laid, and of its own
 * kind those that are not laid yet. Both lie above the highest bit of the bid. */
static uint64_t biddable(const capitol *s, int seat) {
    uint64_t hand = s->hand[seat], bid = s->bid[seat];

    if (!bid)
        return hand & CAPITOL_FIRST_CARDS;
    int last = 63 - __builtin_clzll(bid);
    uint64_t behind = hand & ~((UINT64_C(2) << last) - 1);
    uint64_t kinds = behind & CAPITOL_FIRST_CARDS;
    /* a further copy of the last one is the lowest bit, and not the first of its kind */
    return kinds | (behind & (0 - behind) & ~CAPITOL_FIRST_CARDS);
}

/* CTL-24, CTL-26: stacks that have cards, as bits. */
static uint32_t stacks(const capitol *s) {
    return (uint32_t)(s->stack[0] > 0) | (uint32_t)(s->stack[1] > 0) << 1 |
           (uint32_t)(s->stack[2] > 0) << 2;
}

/* How many bits a set of shapes or stacks has. */
static int few_bits(uint32_t bits) {
    return (int)((bits & 1) + (bits >> 1 & 1) + (bits >> 2));
}

static int colour_of(int permit) {
    return (permit & 7) - CAPITOL_BLUE_BIT;
}

/* ------------------------------------------------------------------- build */

/* How many values have this bit. */
static int values_with(uint64_t set, int bit) {
    return (int)((set >> bit & CAPITOL_EACH_VALUE) * CAPITOL_EACH_VALUE >> 56);
}

static int nth_card(uint64_t bits, int n) {
    while (n--)
        bits &= bits - 1;
    return __builtin_ctzll(bits);
}

/* How many ways there are to use one roof card, and one permit of a colour. */
static int count_roofings(const capitol *s, int seat) {
    return s->work_kinds[seat] * few_bits(roof_shapes(s, seat));
}

static int count_placings(const capitol *s, int seat, int colour) {
    int count = 0;

    for (int i = 0; i < CAPITOL_AREAS_EACH; i++) {
        uint32_t fits = placeable(s, seat, colour * CAPITOL_AREAS_EACH + i);
        count += (fits != 0) + ((fits & (fits - 1)) != 0);
    }
    return count;
}

/* These ways as actions without the card, in the order of the notation. */
typedef struct ways {
    int count;
    capu_action list[CAPITOL_WORK_KINDS * CAPITOL_SHAPES];
} ways;

static capu_action roofing_at(const capitol *s, int seat, int way) {
    uint32_t shapes = roof_shapes(s, seat);
    bool both = shapes == 3;
    int height = s->work_height[seat][both ? way / 2 : way];

    return CAPITOL_ACTION(CAPITOL_ROOF_CARD, 0,
                          height * 2 + (both ? way % 2 : __builtin_ctz(shapes)), 0);
}

static void find_roofings(const capitol *s, int seat, ways *all) {
    all->count = count_roofings(s, seat);
    for (int i = 0; i < all->count; i++)
        all->list[i] = roofing_at(s, seat, i);
}

static void find_placings(const capitol *s, int seat, int colour, ways *all) {
    int from = colour * CAPITOL_AREAS_EACH;
    uint32_t fits[CAPITOL_AREAS_EACH], left = 0;

    all->count = 0;
    for (int i = 0; i < CAPITOL_AREAS_EACH; i++)
        left |= fits[i] = placeable(s, seat, from + i);
    for (; left; left &= left - 1) {
        int building = __builtin_ctz(left);
        for (int i = 0; i < CAPITOL_AREAS_EACH; i++)
            if (fits[i] >> building & 1)
                all->list[all->count++] = CAPITOL_ACTION(CAPITOL_PERMIT, 0, building, from + i);
    }
}

/* How many ways there are to use the cards of a hand: all floor cards, all roof cards, one roof
 * card, and one permit of each colour; and how many actions that makes, with null and pass. */
typedef struct builds {
    int floors, roofs, roofings, placings[CAPITOL_COLOURS], count;
} builds;

static builds count_builds(const capitol *s, int seat) {
    uint64_t hand = s->hand[seat];
    int roofs = values_with(hand, CAPITOL_ROOF_BIT), floors = values_with(hand, CAPITOL_FLOOR_BIT);
    builds all;

    all.floors = values_with(floor_cards(s, seat), CAPITOL_FLOOR_BIT);
    all.roofings = count_roofings(s, seat);
    all.roofs = roofs * all.roofings;
    all.count = roofs + floors + 1 + all.floors + all.roofs;
    for (int colour = 0; colour < CAPITOL_COLOURS; colour++) {
        int cards = values_with(hand, CAPITOL_BLUE_BIT + colour);
        all.placings[colour] = cards ? count_placings(s, seat, colour) : 0;
        all.count += cards + cards * all.placings[colour];
    }
    return all;
}

static capu_action roof_at(const capitol *s, int seat, int index, int each) {
    return roofing_at(s, seat, index % each) |
           CAPITOL_ACTION(0, nth_card(roof_cards(s, seat), index / each), 0, 0);
}

static capu_action placing_at(const capitol *s, int seat, int card, int index) {
    ways all;

    find_placings(s, seat, colour_of(card), &all);
    return all.list[index] | CAPITOL_ACTION(0, card, 0, 0);
}

static capu_action build_at(const capitol *s, int seat, const builds *all, int index) {
    uint64_t cards = floor_cards(s, seat);

    if (index < all->floors)
        return CAPITOL_ACTION(CAPITOL_FLOOR_CARD, nth_card(cards, index), 0, 0);
    if ((index -= all->floors) < all->roofs)
        return roof_at(s, seat, index, all->roofings);
    index -= all->roofs;
    for (cards = permits(s, seat); cards; cards &= cards - 1) {
        int card = __builtin_ctzll(cards), more = all->placings[colour_of(card)];
        if (index < more)
            return placing_at(s, seat, card, index);
        index -= more;
    }
    for (cards = held(s, seat); cards && index; index--)
        cards &= cards - 1;
    return cards ? CAPITOL_ACTION(CAPITOL_NULL_CARD, __builtin_ctzll(cards), 0, 0)
                 : CAPITOL_ACTION(CAPITOL_PASS, 0, 0, 0);
}

static capu_action pick_build(const capitol *s, int seat, capu_random *random) {
    builds all = count_builds(s, seat);

    return build_at(s, seat, &all, (int)engine_fast_below(random, (uint32_t)all.count));
}

static capu_action nth_build(const capitol *s, int seat, int index) {
    builds all = count_builds(s, seat);

    return build_at(s, seat, &all, index);
}

/* Every card with every way to use it. */
static capu_action *list_cards(uint64_t cards, const ways *all, capu_action *out) {
    for (; cards; cards &= cards - 1)
        for (int i = 0; i < all->count; i++)
            *out++ = all->list[i] | CAPITOL_ACTION(0, __builtin_ctzll(cards), 0, 0);
    return out;
}

static capu_action *list_permits(const capitol *s, int seat, capu_action *out) {
    uint64_t cards = permits(s, seat);
    ways all[CAPITOL_COLOURS];

    for (int colour = 0; colour < CAPITOL_COLOURS; colour++) {
        all[colour].count = 0;
        if (cards & CAPITOL_EACH_VALUE << (CAPITOL_BLUE_BIT + colour))
            find_placings(s, seat, colour, &all[colour]);
    }
    for (; cards; cards &= cards - 1)
        out = list_cards(cards & (0 - cards), &all[colour_of(__builtin_ctzll(cards))], out);
    return out;
}

static int list_build(const capitol *s, int seat, capu_action *out) {
    static const ways floor = {1, {CAPITOL_ACTION(CAPITOL_FLOOR_CARD, 0, 0, 0)}};
    static const ways nothing = {1, {CAPITOL_ACTION(CAPITOL_NULL_CARD, 0, 0, 0)}};
    capu_action *at = list_cards(floor_cards(s, seat), &floor, out);
    ways roofings;

    find_roofings(s, seat, &roofings);
    at = list_cards(roof_cards(s, seat), &roofings, at);
    at = list_permits(s, seat, at);
    at = list_cards(held(s, seat), &nothing, at);
    *at++ = CAPITOL_ACTION(CAPITOL_PASS, 0, 0, 0);
    return (int)(at - out);
}

/* ---------------------------------------------------------------- the rest */

static int count_puts(const capitol *s, int seat) {
    capitol_sites sites = capitol_floor_sites(s, seat);

    return sites.end - sites.begin + sites.new_one;
}

static capu_action put_at(const capitol *s, int seat, int index) {
    capitol_sites sites = capitol_floor_sites(s, seat);
    int site = sites.begin + index;
    int height = site < sites.end ? s->work_height[seat][site] : 0;

    return CAPITOL_ACTION(CAPITOL_PUT_FLOOR, 0, height * 2, 0);
}

static capu_action bid_at(const capitol *s, int seat, int index) {
    uint64_t cards = biddable(s, seat);

    for (; cards && index; index--)
        cards &= cards - 1;
    if (!cards)
        return CAPITOL_ACTION(CAPITOL_STOP, 0, 0, 0);
    return CAPITOL_ACTION(CAPITOL_BID_CARD, capitol_card_of(__builtin_ctzll(cards)), 0, 0);
}

static capu_action place_at(const capitol *s, int index) {
    return CAPITOL_ACTION(capitol_tile(s), 0, 0, engine_nth_bit(capitol_tile_areas(s), index));
}

static capu_action draw_at(const capitol *s, int index) {
    return CAPITOL_ACTION(CAPITOL_DRAW_CARD, 0, 0, engine_nth_bit(stacks(s), index));
}

int capitol_legal_count(const capu_state *state, int seat) {
    const capitol *s = of(state);

    switch (s->phase) {
    case CAPITOL_BUILD:
        return count_builds(s, seat).count;
    case CAPITOL_PUT:
        return count_puts(s, seat);
    case CAPITOL_BID:
        return capitol_size(biddable(s, seat)) + 1;
    case CAPITOL_PLACE:
        return engine_bits(capitol_tile_areas(s));
    case CAPITOL_DRAW:
        return few_bits(stacks(s));
    default:
        return 0;
    }
}

capu_action capitol_legal_at(const capu_state *state, int seat, int index) {
    const capitol *s = of(state);

    switch (s->phase) {
    case CAPITOL_BUILD:
        return nth_build(s, seat, index);
    case CAPITOL_PUT:
        return put_at(s, seat, index);
    case CAPITOL_BID:
        return bid_at(s, seat, index);
    case CAPITOL_PLACE:
        return place_at(s, index);
    default:
        return draw_at(s, index);
    }
}

capu_action capitol_pick(const capu_state *state, int seat, capu_random *random) {
    if (of(state)->phase == CAPITOL_BUILD)
        return pick_build(of(state), seat, random);
    uint32_t count = (uint32_t)capitol_legal_count(state, seat);
    return capitol_legal_at(state, seat, (int)engine_fast_below(random, count));
}

int capitol_legal(const capu_state *state, int seat, capu_action *out) {
    if (of(state)->phase == CAPITOL_BUILD)
        return list_build(of(state), seat, out);
    int count = capitol_legal_count(state, seat);
    for (int i = 0; i < count; i++)
        out[i] = capitol_legal_at(state, seat, i);
    return count;
}

/* ------------------------------------------------------------------ allows */

/* Whether a set has the card, which must be the first of its kind. */
static bool has_card(uint64_t set, int card) {
    return (CAPITOL_FIRST_CARDS >> card & 1) && (set & capitol_alike(card));
}

static bool has_work(const capitol *s, int seat, int begin, int end, int height) {
    for (int i = begin; i < end; i++)
        if (s->work_height[seat][i] == height)
            return true;
    return false;
}

static bool may_put(const capitol *s, int seat, int height) {
    capitol_sites sites = capitol_floor_sites(s, seat);

    return height == 0 ? sites.new_one : has_work(s, seat, sites.begin, sites.end, height);
}

static bool may_roof(const capitol *s, int seat, capu_action action) {
    return has_card(roof_cards(s, seat), capitol_card(action)) &&
           has_work(s, seat, 0, s->work_kinds[seat], capitol_height(action)) &&
           (roof_shapes(s, seat) >> capitol_shape(action) & 1);
}

static bool may_settle(const capitol *s, int seat, capu_action action) {
    int card = capitol_card(action), building = capitol_building(action);
    int area = capitol_place(action);

    return has_card(permits(s, seat), card) && area / CAPITOL_AREAS_EACH == colour_of(card) &&
           building < 16 && (placeable(s, seat, area) >> building & 1);
}

static bool is_legal(const capitol *s, int seat, capu_action action) {
    int card = capitol_card(action), place = capitol_place(action), verb = capitol_verb(action);

    switch (verb) {
    case CAPITOL_FLOOR_CARD:
        return has_card(floor_cards(s, seat), card);
    case CAPITOL_PUT_FLOOR:
        return may_put(s, seat, capitol_height(action));
    case CAPITOL_ROOF_CARD:
        return may_roof(s, seat, action);
    case CAPITOL_PERMIT:
        return may_settle(s, seat, action);
    case CAPITOL_NULL_CARD:
        return has_card(held(s, seat), card);
    case CAPITOL_BID_CARD:
        return has_card(biddable(s, seat), card);
    case CAPITOL_DRAW_CARD:
        return stacks(s) >> place & 1;
    case CAPITOL_PASS:
    case CAPITOL_STOP:
        return true;
    default:
        return verb == capitol_tile(s) && (capitol_tile_areas(s) >> place & 1);
    }
}

/* Whether there is nothing where the verb has no word. */
static bool is_bare(capu_action action) {
    int words = capitol_verbs[capitol_verb(action)].words;
    capu_action place = words & (CAPITOL_AN_AREA | CAPITOL_A_DECK) ? 15 : 0;
    capu_action card = words & CAPITOL_A_CARD ? 63 : 0;
    capu_action building =
        (words & CAPITOL_A_HEIGHT ? 254u : 0) | (words & CAPITOL_A_SHAPE ? 1u : 0);

    return (action & ((1u << 18) - 1) & ~CAPITOL_ACTION(0, card, building, place)) == 0;
}

/* ----------------------------------------------------------------- reasons */

enum {
    WHY_NOT_HELD,
    WHY_DECK, /* and the deck that it takes */
    WHY_NO_SITE = WHY_DECK + CAPITOL_DECKS,
    WHY_HIGHEST,
    WHY_SAME,
    WHY_BEGUN,
    WHY_NO_FLOOR,
    WHY_NO_ROOF,
    WHY_NO_BUILDING,
    WHY_FULL,
    WHY_FIRST,
    WHY_OTHER_AREAS,
    WHY_ROOFS,
    WHY_HEIGHT,
    WHY_NO_AREA,
    WHY_COLOUR, /* and the colour of the area */
    WHY_BID = WHY_COLOUR + CAPITOL_COLOURS,
    WHY_TILE, /* and the tile, counted from the fountain */
    WHY_SMALL = WHY_TILE + 3,
    WHY_LARGE,
    WHY_NO_STACK,
    WHY_ASKED, /* and the phase */
    WHYS = WHY_ASKED + CAPITOL_OVER
};
const capu_reason capitol_reasons[WHYS + 1] = {
    [WHY_NOT_HELD] = {"capitol.why.not_held", "that card is not in your hand"},
    [WHY_DECK + CAPITOL_ROOF_DECK] = {"capitol.why.deck.roof", "that takes a roof card"},
    [WHY_DECK + CAPITOL_FLOOR_DECK] = {"capitol.why.deck.floor", "that takes a floor card"},
    [WHY_DECK + CAPITOL_PERMIT_DECK] = {"capitol.why.deck.permit", "that takes a permit card"},
    [WHY_NO_SITE] = {"capitol.why.no_site",
                     "you have no building under construction of that height"},
    [WHY_HIGHEST] = {"capitol.why.highest",
                     "a floor goes on your highest building under construction, or begins a new "
                     "one"},
    [WHY_SAME] = {"capitol.why.same", "the second floor goes on the same building as the first"},
    [WHY_BEGUN] = {"capitol.why.begun",
                   "the second floor goes on the building just begun, or begins another"},
    [WHY_NO_FLOOR] = {"capitol.why.no_floor", "no floor is left in the supply"},
    [WHY_NO_ROOF] = {"capitol.why.no_roof", "you have no {1} roof left"},
    [WHY_NO_BUILDING] = {"capitol.why.no_building", "you have no such finished building"},
    [WHY_FULL] = {"capitol.why.full", "{1} has no free square"},
    [WHY_FIRST] = {"capitol.why.first", "the first building in {1} must have height 1"},
    [WHY_OTHER_AREAS] = {"capitol.why.other_areas",
                         "the other two areas of the colour are {1} already"},
    [WHY_ROOFS] = {"capitol.why.roofs", "the roofs in {1} are {2}"},
    [WHY_HEIGHT] = {"capitol.why.height",
                    "a building in {1} must be as high as the tallest there, or one higher"},
    [WHY_NO_AREA] = {"capitol.why.no_area", "there is no such area"},
    [WHY_COLOUR + 0] = {"capitol.why.colour.blue", "{1} is blue"},
    [WHY_COLOUR + 1] = {"capitol.why.colour.pink", "{1} is pink"},
    [WHY_COLOUR + 2] = {"capitol.why.colour.mauve", "{1} is mauve"},
    [WHY_BID] = {"capitol.why.bid",
                 "that card is in your bid, or comes before its last card; the cards of a bid are "
                 "laid with the highest first"},
    [WHY_TILE + 0] = {"capitol.why.tile.fountain", "the tile is a fountain"},
    [WHY_TILE + 1] = {"capitol.why.tile.amphitheatre", "the tile is an amphitheatre"},
    [WHY_TILE + 2] = {"capitol.why.tile.temple", "the tile is a temple"},
    [WHY_SMALL] = {"capitol.why.small", "{1} has no free small square"},
    [WHY_LARGE] = {"capitol.why.large", "{1} has no free large square"},
    [WHY_NO_STACK] = {"capitol.why.no_stack", "that stack is empty"},
    [WHY_ASKED + CAPITOL_BUILD] = {"capitol.why.build",
                                   "cards are played now: floor, roof, permit, "
                                   "null, or pass"},
    [WHY_ASKED +
        CAPITOL_PUT] = {"capitol.why.put", "a floor is to be put now: put HEIGHT, or put new"},
    [WHY_ASKED + CAPITOL_BID] = {"capitol.why.bidding", "bids are laid now: bid CARD, or stop"},
    [WHY_ASKED + CAPITOL_PLACE] = {"capitol.why.place", "the tile won is to be placed now"},
    [WHY_ASKED + CAPITOL_DRAW] = {"capitol.why.draw", "a card is to be drawn now: draw DECK"},
};

static bool because(capu_refusal *why, int reason) {
    return engine_refuse(why, &capitol_reasons[reason], NULL, NULL);
}

static bool because_of(capu_refusal *why, int reason, const char *word) {
    return engine_refuse(why, &capitol_reasons[reason], word, NULL);
}

/* The reasons below are for actions that are not legal; each looks for the first that applies. */

static bool refuse_floor(const capitol *s, capu_refusal *why) {
    return because(why, s->supply == 0 ? WHY_NO_FLOOR : WHY_DECK + CAPITOL_FLOOR_DECK);
}

static bool refuse_put(const capitol *s, int seat, int height, capu_refusal *why) {
    static const uint8_t reasons[] = {
        WHY_HIGHEST, [CAPITOL_ON_HIGHEST] = WHY_SAME, [CAPITOL_ON_NEW] = WHY_BEGUN};
    bool there = height == 0 || has_work(s, seat, 0, s->work_kinds[seat], height);

    return because(why, there ? reasons[s->first_floor] : WHY_NO_SITE);
}

static bool refuse_roof(const capitol *s, int seat, capu_action action, capu_refusal *why) {
    int shape = capitol_shape(action);

    if (capitol_deck_of(capitol_card(action)) != CAPITOL_ROOF_DECK)
        return because(why, WHY_DECK + CAPITOL_ROOF_DECK);
    if (!(roof_shapes(s, seat) >> shape & 1))
        return because_of(why, WHY_NO_ROOF, capitol_shape_names[shape]);
    return because(why, WHY_NO_SITE);
}

static bool has_building(const capitol *s, int seat, int building) {
    for (int i = 0; i < s->building_count[seat]; i++)
        if (s->building[seat][i] == building)
            return true;
    return false;
}

/* Which part of CTL-11 forbids it. */
static bool refuse_building(const capitol *s, int building, int area, capu_refusal *why) {
    const char *name = capitol_area_names[area];
    int shape = building & 1, roofs = s->shape[area];

    if (s->free[area] == 0)
        return because_of(why, WHY_FULL, name);
    if (roofs == ENGINE_NONE && building >> 1 != 1)
        return because_of(why, WHY_FIRST, name);
    if (roofs == ENGINE_NONE)
        return because_of(why, WHY_OTHER_AREAS, capitol_shape_names[shape]);
    if (roofs != shape)
        return engine_refuse(why, &capitol_reasons[WHY_ROOFS], name, capitol_shape_names[roofs]);
    return because_of(why, WHY_HEIGHT, name);
}

static bool refuse_permit(const capitol *s, int seat, capu_action action, capu_refusal *why) {
    int card = capitol_card(action), area = capitol_place(action);
    int colour = area / CAPITOL_AREAS_EACH, building = capitol_building(action);

    if (capitol_deck_of(card) != CAPITOL_PERMIT_DECK)
        return because(why, WHY_DECK + CAPITOL_PERMIT_DECK);
    if (area >= CAPITOL_AREAS)
        return because(why, WHY_NO_AREA);
    if (colour != colour_of(card))
        return because_of(why, WHY_COLOUR + colour, capitol_area_names[area]);
    if (!has_building(s, seat, building))
        return because(why, WHY_NO_BUILDING);
    return refuse_building(s, building, area, why);
}

static bool refuse_tile(const capitol *s, capu_action action, capu_refusal *why) {
    int tile = capitol_tile(s), area = capitol_place(action);

    if (capitol_verb(action) != tile)
        return because(why, WHY_TILE + tile - CAPITOL_PLACE_FOUNTAIN);
    if (area >= CAPITOL_AREAS)
        return because(why, WHY_NO_AREA);
    return because_of(why, tile == CAPITOL_PLACE_FOUNTAIN ? WHY_SMALL : WHY_LARGE,
                      capitol_area_names[area]);
}

static bool refuse(const capitol *s, int seat, capu_action action, capu_refusal *why) {
    int verb = capitol_verb(action);

    if ((capitol_verbs[verb].words & CAPITOL_A_CARD) &&
        !has_card(held(s, seat), capitol_card(action)))
        return because(why, WHY_NOT_HELD);
    switch (verb) {
    case CAPITOL_FLOOR_CARD:
        return refuse_floor(s, why);
    case CAPITOL_PUT_FLOOR:
        return refuse_put(s, seat, capitol_height(action), why);
    case CAPITOL_ROOF_CARD:
        return refuse_roof(s, seat, action, why);
    case CAPITOL_PERMIT:
        return refuse_permit(s, seat, action, why);
    case CAPITOL_BID_CARD:
        return because(why, WHY_BID);
    case CAPITOL_DRAW_CARD:
        return because(why, WHY_NO_STACK);
    default:
        return refuse_tile(s, action, why);
    }
}

bool capitol_allows(const capu_state *state, int seat, capu_action action, capu_refusal *why) {
    const capitol *s = of(state);
    int verb = capitol_verb(action);

    if (verb >= CAPITOL_VERBS || capitol_verbs[verb].phase != s->phase || !is_bare(action))
        return because(why, WHY_ASKED + s->phase);
    return is_legal(s, seat, action) || refuse(s, seat, action, why);
}
