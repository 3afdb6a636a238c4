/* What is legal in Caprice. Each rule stands once, as a set of bits: which kinds can be placed,
 * which top blocks can move, and where to. Counting, listing and explaining ask these sets. */
#include "games/caprice/caprice.h"

static const caprice *of(const capu_state *state) {
    return (const caprice *)state;
}

/* ------------------------------------------------------------------- rules */

/* CPR-7: kinds of which a block is left. */
static uint32_t placeable(const caprice *s) {
    return s->stock;
}

/* CPR-7: places with room. */
static uint32_t places(const caprice *s) {
    return s->open;
}

/* CPR-8 to CPR-10: top blocks that may move. */
static uint32_t movable(const caprice *s) {
    uint32_t fixed = 1u << s->placed;

    if (s->marker != ENGINE_NONE)
        fixed |= 1u << s->marker;
    return s->standing & ~fixed;
}

/* CPR-8: a block moves to another place with room. */
static uint32_t goals(const caprice *s, int from) {
    return places(s) & ~(1u << from);
}

bool caprice_may_exchange(const caprice *s) {
    return caprice_is_third(s, s->turn, s->drawn);
}

/* -------------------------------------------------------- count, at an index */

/* How many of up to six bits are set: this is asked several times for every action. */
static int bits_in(uint32_t bits) {
    static const uint8_t counts[1 << CAPRICE_PLACES] = {
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 1, 2, 2, 3, 2, 3,
        3, 4, 2, 3, 3, 4, 3, 4, 4, 5, 1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4,
        3, 4, 4, 5, 2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6,
    };

    return counts[bits];
}

static int count_moves(const caprice *s) {
    uint32_t from = movable(s);

    return bits_in(from) * bits_in(places(s)) - bits_in(from & places(s));
}

int caprice_legal_count(const capu_state *state, int seat) {
    const caprice *s = of(state);
    uint8_t codes[CAPRICE_ALL_ORDERS];

    switch (s->phase) {
    case CAPRICE_DRAW:
        return caprice_may_exchange(s) ? 2 : 1;
    case CAPRICE_PLACE:
        return bits_in(placeable(s)) * bits_in(places(s));
    case CAPRICE_MOVE:
        return count_moves(s) + 1;
    case CAPRICE_ARRANGE:
        return caprice_orders(s->tiles[seat], codes);
    default:
        return 0;
    }
}

static capu_action nth_place(const caprice *s, int n) {
    int count = bits_in(places(s));

    return CAPRICE_ACTION(CAPRICE_PLACE_BLOCK, engine_nth_bit(placeable(s), n / count),
                          engine_nth_bit(places(s), n % count));
}

static capu_action nth_move(const caprice *s, int n) {
    for (uint32_t from = movable(s); from; from &= from - 1) {
        int place = __builtin_ctz(from);
        uint32_t to = goals(s, place);
        int count = bits_in(to);
        if (n < count)
            return CAPRICE_ACTION(CAPRICE_MOVE_BLOCK, place, engine_nth_bit(to, n));
        n -= count;
    }
    return CAPRICE_ACTION(CAPRICE_STAY, 0, 0);
}

capu_action caprice_legal_at(const capu_state *state, int seat, int index) {
    const caprice *s = of(state);
    uint8_t codes[CAPRICE_ALL_ORDERS];

    switch (s->phase) {
    case CAPRICE_DRAW:
        return CAPRICE_ACTION(index ? CAPRICE_EXCHANGE : CAPRICE_KEEP, 0, 0);
    case CAPRICE_PLACE:
        return nth_place(s, index);
    case CAPRICE_MOVE:
        return nth_move(s, index);
    default:
        caprice_orders(s->tiles[seat], codes);
        return CAPRICE_ACTION(CAPRICE_ORDER, 0, codes[index]);
    }
}

/* -------------------------------------------------------------------- list */

/* An action for each place of a set. */
static int list_to(int verb, int what, uint32_t to, capu_action *out) {
    int count = 0;

    for (; to; to &= to - 1)
        out[count++] = CAPRICE_ACTION(verb, what, __builtin_ctz(to));
    return count;
}

static int list_places(const caprice *s, capu_action *out) {
    int count = 0;

    for (uint32_t kinds = placeable(s); kinds; kinds &= kinds - 1)
        count += list_to(CAPRICE_PLACE_BLOCK, __builtin_ctz(kinds), places(s), out + count);
    return count;
}

static int list_moves(const caprice *s, capu_action *out) {
    int count = 0;

    for (uint32_t from = movable(s); from; from &= from - 1) {
        int place = __builtin_ctz(from);
        count += list_to(CAPRICE_MOVE_BLOCK, place, goals(s, place), out + count);
    }
    out[count++] = CAPRICE_ACTION(CAPRICE_STAY, 0, 0);
    return count;
}

static int list_orders(const caprice *s, int seat, capu_action *out) {
    uint8_t codes[CAPRICE_ALL_ORDERS];
    int count = caprice_orders(s->tiles[seat], codes);

    for (int i = 0; i < count; i++)
        out[i] = CAPRICE_ACTION(CAPRICE_ORDER, 0, codes[i]);
    return count;
}

int caprice_legal(const capu_state *state, int seat, capu_action *out) {
    const caprice *s = of(state);

    switch (s->phase) {
    case CAPRICE_DRAW:
        out[0] = CAPRICE_ACTION(CAPRICE_KEEP, 0, 0);
        out[1] = CAPRICE_ACTION(CAPRICE_EXCHANGE, 0, 0);
        return caprice_may_exchange(s) ? 2 : 1;
    case CAPRICE_PLACE:
        return list_places(s, out);
    case CAPRICE_MOVE:
        return list_moves(s, out);
    case CAPRICE_ARRANGE:
        return list_orders(s, seat, out);
    default:
        return 0;
    }
}

/* -------------------------------------------------------------- why not */

enum {
    WHY_NO_KIND,
    WHY_NO_DARK_ROUND, /* and the other kinds in their order */
    WHY_NO_LIGHT_ROUND,
    WHY_NO_DARK_TOOTHED,
    WHY_NO_LIGHT_TOOTHED,
    WHY_FULL,
    WHY_NO_PLACE,
    WHY_EMPTY,
    WHY_PLACED,
    WHY_MARKED,
    WHY_SAME,
    WHY_TILES,
    WHY_EXCHANGE,
    WHY_EQUAL,
    WHY_ASKED, /* and the phase */
    WHYS = WHY_ASKED + CAPRICE_OVER
};
const capu_reason caprice_reasons[WHYS + 1] = {
    [WHY_NO_KIND] = {"caprice.why.no_kind", "there is no such kind or place"},
    [WHY_NO_DARK_ROUND] = {"caprice.why.none.dr", "no dark round block is left in the reserve"},
    [WHY_NO_LIGHT_ROUND] = {"caprice.why.none.lr", "no light round block is left in the reserve"},
    [WHY_NO_DARK_TOOTHED] = {"caprice.why.none.dt", "no dark toothed block is left in the reserve"},
    [WHY_NO_LIGHT_TOOTHED] = {"caprice.why.none.lt",
                              "no light toothed block is left in the reserve"},
    [WHY_FULL] = {"caprice.why.full", "place {1} already holds four blocks"},
    [WHY_NO_PLACE] = {"caprice.why.no_place", "there is no such place"},
    [WHY_EMPTY] = {"caprice.why.empty", "place {1} has no block"},
    [WHY_PLACED] = {"caprice.why.placed", "the top block of place {1} was placed in this turn"},
    [WHY_MARKED] = {"caprice.why.marked", "the top block of place {1} has the marker"},
    [WHY_SAME] = {"caprice.why.same", "a block moves to another place"},
    [WHY_TILES] = {"caprice.why.tiles", "an order consists of the seat's own four tiles"},
    [WHY_EXCHANGE] = {"caprice.why.exchange",
                      "only a tile of which the seat holds two already is exchanged"},
    [WHY_EQUAL] = {"caprice.why.equal", "contracts=equal needs third=redraw"},
    [WHY_ASKED + CAPRICE_DRAW] = {"caprice.why.draw",
                                  "a tile is being drawn: keep it, or exchange a third one alike"},
    [WHY_ASKED +
        CAPRICE_PLACE] = {"caprice.why.place", "a block is to be placed now: place KIND PLACE"},
    [WHY_ASKED +
        CAPRICE_MOVE] = {"caprice.why.move", "a block may be moved now: move FROM TO, or stay"},
    [WHY_ASKED + CAPRICE_ARRANGE] = {"caprice.why.arrange",
                                     "the tiles are to be put in order now: order "
                                     "KIND KIND KIND KIND"},
};
static const char *const place_names[CAPRICE_PLACES] = {"0", "1", "2", "3", "4", "5"};

static bool because(capu_refusal *why, int reason) {
    return engine_refuse(why, &caprice_reasons[reason], NULL, NULL);
}

static bool because_of(capu_refusal *why, int reason, int place) {
    return engine_refuse(why, &caprice_reasons[reason], place_names[place], NULL);
}

static bool allows_place(const caprice *s, int kind, int place, capu_refusal *why) {
    if (kind >= CAPRICE_KINDS || place >= CAPRICE_PLACES)
        return because(why, WHY_NO_KIND);
    if (!(placeable(s) >> kind & 1))
        return because(why, WHY_NO_DARK_ROUND + kind);
    return places(s) >> place & 1 || because_of(why, WHY_FULL, place);
}

/* Why the top block of a place cannot move. */
static int why_fixed(const caprice *s, int from) {
    if (!(s->standing >> from & 1))
        return WHY_EMPTY;
    return from == s->placed ? WHY_PLACED : WHY_MARKED;
}

static bool allows_move(const caprice *s, int from, int to, capu_refusal *why) {
    if (from >= CAPRICE_PLACES || to >= CAPRICE_PLACES)
        return because(why, WHY_NO_PLACE);
    if (!(movable(s) >> from & 1))
        return because_of(why, why_fixed(s, from), from);
    if (from == to)
        return because(why, WHY_SAME);
    return goals(s, from) >> to & 1 || because_of(why, WHY_FULL, to);
}

static bool allows_order(const caprice *s, int seat, uint8_t code, capu_refusal *why) {
    uint8_t kinds[CAPRICE_LEVELS];

    caprice_order_kinds(code, kinds);
    engine_sort(kinds, CAPRICE_LEVELS);
    for (int i = 0; i < CAPRICE_TILES; i++)
        if (kinds[i] != s->tiles[seat][i])
            return because(why, WHY_TILES);
    return true;
}

bool caprice_check_options(const uint16_t *options, int players, capu_refusal *why) {
    (void)players;
    if (options[CAPRICE_CONTRACTS] == CAPRICE_CONTRACTS_EQUAL &&
        options[CAPRICE_THIRD] != CAPRICE_THIRD_REDRAW)
        return because(why, WHY_EQUAL);
    return true;
}

bool caprice_allows(const capu_state *state, int seat, capu_action action, capu_refusal *why) {
    const caprice *s = of(state);
    uint32_t verb = action >> 8, a = action >> 3 & 31, b = action & 7;

    if (verb >= CAPRICE_VERBS || caprice_verbs[verb].phase != s->phase)
        return because(why, WHY_ASKED + s->phase);
    if (verb == CAPRICE_PLACE_BLOCK)
        return allows_place(s, (int)a, (int)b, why);
    if (verb == CAPRICE_MOVE_BLOCK)
        return allows_move(s, (int)a, (int)b, why);
    if (verb == CAPRICE_ORDER)
        return allows_order(s, seat, (uint8_t)action, why);
    if (verb == CAPRICE_EXCHANGE && !caprice_may_exchange(s))
        return because(why, WHY_EXCHANGE);
    /* the others have no words */
    return (action & 0xFF) == 0 || because(why, WHY_ASKED + s->phase);
}
