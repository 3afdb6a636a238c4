/* What is legal in Capitol. `count` and `at` go by numbers of cards, works and placements. The list
 * asks them one action after the other, but for what can be built, which is much: there it is made
 * in one go. */
#include "games/capitol/capitol.h"

static const capitol *of(const capu_state *state) {
    return (const capitol *)state;
}

static int nth_card(uint64_t bits, int n) {
    while (n--)
        bits &= bits - 1;
    return __builtin_ctzll(bits);
}

/* How many values have this bit. */
static int values_with(uint64_t set, int bit) {
    return (int)((set >> bit & CAPITOL_EACH_VALUE) * CAPITOL_EACH_VALUE >> 56);
}

/* ------------------------------------------------------------------- build */

static int shapes_left(const capitol *s, int seat) {
    return (s->roofs[seat][CAPITOL_ROUND] > 0) + (s->roofs[seat][CAPITOL_TRIANGULAR] > 0);
}

/* CTL-9: ways to use one roof card. */
static int roofings(const capitol *s, int seat) {
    return s->work_kinds[seat] * shapes_left(s, seat);
}

/* CTL-11: ways to use one permit. An area takes two kinds of buildings at most. */
static int placements(const capitol *s, int seat, int colour) {
    const uint16_t *takes = s->takes + colour * CAPITOL_AREAS_EACH;
    uint32_t offers = s->offers[seat];
    int count = 0;

    for (int i = 0; i < CAPITOL_AREAS_EACH; i++) {
        uint32_t fits = offers & takes[i];
        count += (fits != 0) + ((fits & (fits - 1)) != 0);
    }
    return count;
}

/* CTL-8: floor cards that can be used. */
static int floorings(const capitol *s, int seat) {
    return s->supply > 0 ? values_with(s->hand[seat], CAPITOL_FLOOR_BIT) : 0;
}

static int count_build(const capitol *s, int seat) {
    uint64_t hand = s->hand[seat];
    int roofs = values_with(hand, CAPITOL_ROOF_BIT), floors = values_with(hand, CAPITOL_FLOOR_BIT);
    int count = roofs + floors + 1;

    count += floorings(s, seat) + roofs * roofings(s, seat);
    for (int colour = 0; colour < CAPITOL_COLOURS; colour++) {
        int permits = values_with(hand, CAPITOL_BLUE_BIT + colour);
        count += permits + (permits ? permits * placements(s, seat, colour) : 0);
    }
    return count;
}

static capu_action roof_at(const capitol *s, int seat, int index) {
    int ways = roofings(s, seat), shapes = shapes_left(s, seat);
    int card = nth_card(s->hand[seat] & CAPITOL_ROOF_CARDS, index / ways), way = index % ways;
    int height = s->work_height[seat][way / shapes];
    int shape = shapes == CAPITOL_SHAPES ? way % shapes : s->roofs[seat][CAPITOL_ROUND] == 0;

    return CAPITOL_ACTION(CAPITOL_ROOF_CARD, card, height * 2 + shape, 0);
}

/* The ways to use permits of a colour, still without the card: by height and shape, then by area.
 */
typedef struct placings {
    int count;
    capu_action list[2 * CAPITOL_AREAS_EACH];
} placings;

static void find_placings(const capitol *s, int seat, int colour, placings *all) {
    int from = colour * CAPITOL_AREAS_EACH;
    const uint16_t *takes = s->takes + from;
    uint32_t fits = s->offers[seat] & (takes[0] | takes[1] | takes[2]);

    for (; fits; fits &= fits - 1) {
        int building = __builtin_ctz(fits);
        for (int i = 0; i < CAPITOL_AREAS_EACH; i++)
            if (takes[i] >> building & 1)
                all->list[all->count++] = CAPITOL_ACTION(CAPITOL_PERMIT, 0, building, from + i);
    }
}

static capu_action placement_at(const capitol *s, int seat, int card, int index) {
    placings all = {0};

    find_placings(s, seat, (card & 7) - CAPITOL_BLUE_BIT, &all);
    return all.list[index] | CAPITOL_ACTION(0, card, 0, 0);
}

static capu_action build_at(const capitol *s, int seat, int index) {
    uint64_t hand = s->hand[seat], permits = hand & CAPITOL_PERMITS;
    int floors = floorings(s, seat);
    int roofs = values_with(hand, CAPITOL_ROOF_BIT) * roofings(s, seat);
    int ways[CAPITOL_COLOURS];

    if (index < floors)
        return CAPITOL_ACTION(CAPITOL_FLOOR_CARD, nth_card(hand & CAPITOL_FLOOR_CARDS, index), 0,
                              0);
    if ((index -= floors) < roofs)
        return roof_at(s, seat, index);
    index -= roofs;
    for (int colour = 0; colour < CAPITOL_COLOURS; colour++)
        ways[colour] = placements(s, seat, colour);
    for (; permits; permits &= permits - 1) {
        int card = __builtin_ctzll(permits), more = ways[(card & 7) - CAPITOL_BLUE_BIT];
        if (index < more)
            return placement_at(s, seat, card, index);
        index -= more;
    }
    for (hand &= CAPITOL_FIRST_CARDS; hand && index; index--)
        hand &= hand - 1;
    return hand ? CAPITOL_ACTION(CAPITOL_NULL_CARD, __builtin_ctzll(hand), 0, 0)
                : CAPITOL_ACTION(CAPITOL_PASS, 0, 0, 0);
}

static capu_action *list_floors(const capitol *s, int seat, capu_action *out) {
    uint64_t cards = s->supply > 0 ? s->hand[seat] & CAPITOL_FLOOR_CARDS : 0;

    for (; cards; cards &= cards - 1)
        *out++ = CAPITOL_ACTION(CAPITOL_FLOOR_CARD, __builtin_ctzll(cards), 0, 0);
    return out;
}

static capu_action *list_roofs(const capitol *s, int seat, capu_action *out) {
    for (uint64_t cards = s->hand[seat] & CAPITOL_ROOF_CARDS; cards; cards &= cards - 1)
        for (int i = 0; i < s->work_kinds[seat]; i++)
            for (int shape = 0; shape < CAPITOL_SHAPES; shape++)
                if (s->roofs[seat][shape] > 0)
                    *out++ = CAPITOL_ACTION(CAPITOL_ROOF_CARD, __builtin_ctzll(cards),
                                            s->work_height[seat][i] * 2 + shape, 0);
    return out;
}

static capu_action *list_permits(const capitol *s, int seat, capu_action *out) {
    uint64_t permits = s->hand[seat] & CAPITOL_PERMITS;
    placings all[CAPITOL_COLOURS];

    for (int colour = 0; colour < CAPITOL_COLOURS; colour++) {
        all[colour].count = 0;
        if (permits & CAPITOL_EACH_VALUE << (CAPITOL_BLUE_BIT + colour))
            find_placings(s, seat, colour, &all[colour]);
    }
    for (; permits; permits &= permits - 1) {
        int card = __builtin_ctzll(permits);
        const placings *of_colour = &all[(card & 7) - CAPITOL_BLUE_BIT];
        for (int i = 0; i < of_colour->count; i++)
            *out++ = of_colour->list[i] | CAPITOL_ACTION(0, card, 0, 0);
    }
    return out;
}

static int list_build(const capitol *s, int seat, capu_action *out) {
    capu_action *at = list_permits(s, seat, list_roofs(s, seat, list_floors(s, seat, out)));

    for (uint64_t cards = s->hand[seat] & CAPITOL_FIRST_CARDS; cards; cards &= cards - 1)
        *at++ = CAPITOL_ACTION(CAPITOL_NULL_CARD, __builtin_ctzll(cards), 0, 0);
    *at++ = CAPITOL_ACTION(CAPITOL_PASS, 0, 0, 0);
    return (int)(at - out);
}

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

/* --------------------------------------------------------------------- bid */

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

static capu_action bid_at(const capitol *s, int seat, int index) {
    uint64_t cards = biddable(s, seat);

    for (; cards && index; index--)
        cards &= cards - 1;
    if (!cards)
        return CAPITOL_ACTION(CAPITOL_STOP, 0, 0, 0);
    return CAPITOL_ACTION(CAPITOL_BID_CARD, capitol_card_of(__builtin_ctzll(cards)), 0, 0);
}

/* ---------------------------------------------------------------- the rest */

static capu_action place_at(const capitol *s, int index) {
    return CAPITOL_ACTION(capitol_tile(s), 0, 0, engine_nth_bit(capitol_tile_areas(s), index));
}

static int count_draw(const capitol *s) {
    return (s->stack[0] > 0) + (s->stack[1] > 0) + (s->stack[2] > 0);
}

static capu_action draw_at(const capitol *s, int index) {
    int deck = 0;

    while (s->stack[deck] == 0 || index-- > 0)
        deck++;
    return CAPITOL_ACTION(CAPITOL_DRAW_CARD, 0, 0, deck);
}

int capitol_legal_count(const capu_state *state, int seat) {
    const capitol *s = of(state);

    switch (s->phase) {
    case CAPITOL_BUILD:
        return count_build(s, seat);
    case CAPITOL_PUT:
        return count_puts(s, seat);
    case CAPITOL_BID:
        return capitol_size(biddable(s, seat)) + 1;
    case CAPITOL_PLACE:
        return engine_bits(capitol_tile_areas(s));
    case CAPITOL_DRAW:
        return count_draw(s);
    default:
        return 0;
    }
}

capu_action capitol_legal_at(const capu_state *state, int seat, int index) {
    const capitol *s = of(state);

    switch (s->phase) {
    case CAPITOL_BUILD:
        return build_at(s, seat, index);
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

int capitol_legal(const capu_state *state, int seat, capu_action *out) {
    if (of(state)->phase == CAPITOL_BUILD)
        return list_build(of(state), seat, out);
    int count = capitol_legal_count(state, seat);
    for (int i = 0; i < count; i++)
        out[i] = capitol_legal_at(state, seat, i);
    return count;
}

/* ------------------------------------------------------------------ allows */

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

static bool holds(const capitol *s, int seat, int card, capu_refusal *why) {
    if (!(s->hand[seat] & CAPITOL_FIRST_CARDS & UINT64_C(1) << card))
        return because(why, WHY_NOT_HELD);
    return true;
}

static bool is_of_deck(int card, int deck, capu_refusal *why) {
    if (capitol_deck_of(card) != deck)
        return because(why, WHY_DECK + deck);
    return true;
}

static bool has_work(const capitol *s, int seat, int height, capu_refusal *why) {
    for (int i = 0; i < s->work_kinds[seat]; i++)
        if (s->work_height[seat][i] == height)
            return true;
    return because(why, WHY_NO_SITE);
}

static bool allows_floor(const capitol *s, int card, capu_refusal *why) {
    if (s->supply == 0)
        return because(why, WHY_NO_FLOOR);
    return is_of_deck(card, CAPITOL_FLOOR_DECK, why);
}

/* CTL-8 */
static bool allows_put(const capitol *s, int seat, capu_action action, capu_refusal *why) {
    static const uint8_t reasons[] = {
        WHY_HIGHEST, [CAPITOL_ON_HIGHEST] = WHY_SAME, [CAPITOL_ON_NEW] = WHY_BEGUN};
    capitol_sites sites = capitol_floor_sites(s, seat);
    int height = capitol_height(action);

    if (height == 0)
        return sites.new_one || because(why, WHY_SAME);
    if (!has_work(s, seat, height, why))
        return false;
    for (int i = sites.begin; i < sites.end; i++)
        if (s->work_height[seat][i] == height)
            return true;
    return because(why, reasons[s->first_floor]);
}

static bool allows_roof(const capitol *s, int seat, capu_action action, capu_refusal *why) {
    int shape = capitol_shape(action);

    if (!is_of_deck(capitol_card(action), CAPITOL_ROOF_DECK, why))
        return false;
    if (s->roofs[seat][shape] == 0)
        return because_of(why, WHY_NO_ROOF, capitol_shape_names[shape]);
    return has_work(s, seat, capitol_height(action), why);
}

static bool has_building(const capitol *s, int seat, int building, capu_refusal *why) {
    for (int i = 0; i < s->building_count[seat]; i++)
        if (s->building[seat][i] == building)
            return true;
    return because(why, WHY_NO_BUILDING);
}

/* CTL-11, in its order. */
static bool may_stand(const capitol *s, int building, int area, capu_refusal *why) {
    const char *name = capitol_area_names[area];
    int shape = building & 1;

    if (building < 16 && (s->takes[area] >> building & 1))
        return true;
    if (s->free[area] == 0)
        return because_of(why, WHY_FULL, name);
    if (s->shape[area] == ENGINE_NONE && building >> 1 != 1)
        return because_of(why, WHY_FIRST, name);
    if (s->shape[area] == ENGINE_NONE)
        return because_of(why, WHY_OTHER_AREAS, capitol_shape_names[shape]);
    if (s->shape[area] != shape)
        return engine_refuse(why, &capitol_reasons[WHY_ROOFS], name,
                             capitol_shape_names[s->shape[area]]);
    return because_of(why, WHY_HEIGHT, name);
}

static bool allows_permit(const capitol *s, int seat, capu_action action, capu_refusal *why) {
    int card = capitol_card(action), area = capitol_place(action);

    if (!is_of_deck(card, CAPITOL_PERMIT_DECK, why))
        return false;
    if (area >= CAPITOL_AREAS)
        return because(why, WHY_NO_AREA);
    if (area / CAPITOL_AREAS_EACH != (card & 7) - CAPITOL_BLUE_BIT)
        return because_of(why, WHY_COLOUR + area / CAPITOL_AREAS_EACH, capitol_area_names[area]);
    return has_building(s, seat, capitol_building(action), why) &&
           may_stand(s, capitol_building(action), area, why);
}

static bool allows_bid(const capitol *s, int seat, int card, capu_refusal *why) {
    if (!(biddable(s, seat) & capitol_alike(card)))
        return because(why, WHY_BID);
    return true;
}

static bool allows_tile(const capitol *s, int verb, int area, capu_refusal *why) {
    if (verb != capitol_tile(s))
        return because(why, WHY_TILE + capitol_tile(s) - CAPITOL_PLACE_FOUNTAIN);
    if (area >= CAPITOL_AREAS)
        return because(why, WHY_NO_AREA);
    if (!(capitol_tile_areas(s) >> area & 1))
        return because_of(why, verb == CAPITOL_PLACE_FOUNTAIN ? WHY_SMALL : WHY_LARGE,
                          capitol_area_names[area]);
    return true;
}

static bool allows_draw(const capitol *s, int deck, capu_refusal *why) {
    if (deck >= CAPITOL_DECKS || s->stack[deck] == 0)
        return because(why, WHY_NO_STACK);
    return true;
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

bool capitol_allows(const capu_state *state, int seat, capu_action action, capu_refusal *why) {
    const capitol *s = of(state);
    int card = capitol_card(action), place = capitol_place(action);
    int verb = capitol_verb(action);

    if (verb >= CAPITOL_VERBS || capitol_verbs[verb].phase != s->phase || !is_bare(action))
        return because(why, WHY_ASKED + s->phase);
    if ((capitol_verbs[verb].words & CAPITOL_A_CARD) && !holds(s, seat, card, why))
        return false;
    switch (verb) {
    case CAPITOL_FLOOR_CARD:
        return allows_floor(s, card, why);
    case CAPITOL_PUT_FLOOR:
        return allows_put(s, seat, action, why);
    case CAPITOL_ROOF_CARD:
        return allows_roof(s, seat, action, why);
    case CAPITOL_PERMIT:
        return allows_permit(s, seat, action, why);
    case CAPITOL_BID_CARD:
        return allows_bid(s, seat, card, why);
    case CAPITOL_PLACE_FOUNTAIN:
    case CAPITOL_PLACE_AMPHITHEATRE:
    case CAPITOL_PLACE_TEMPLE:
        return allows_tile(s, verb, place, why);
    case CAPITOL_DRAW_CARD:
        return allows_draw(s, place, why);
    default:
        return true;
    }
}
