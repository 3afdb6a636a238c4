/* The rules of Caprice: the deal, what an action does, who wins. */
#include "games/caprice/caprice.h"

static const caprice *of(const capu_state *state) {
    return (const caprice *)state;
}

void caprice_set_actors(caprice *s) {
    uint32_t everyone = (1u << s->head.players) - 1;

    if (s->phase == CAPRICE_OVER)
        s->head.actors = 0;
    else if (s->phase == CAPRICE_ARRANGE)
        s->head.actors = (uint8_t)(everyone & ~s->given);
    else
        s->head.actors = (uint8_t)(1u << s->turn);
}

/* ------------------------------------------------------------------- tiles */

void caprice_count(const uint8_t *kinds, int count, uint8_t counts[CAPRICE_KINDS]) {
    engine_memset(counts, 0, CAPRICE_KINDS);
    for (int i = 0; i < count; i++)
        counts[kinds[i]]++;
}

static bool has_pair(const uint8_t counts[CAPRICE_KINDS]) {
    for (int kind = 0; kind < CAPRICE_KINDS; kind++)
        if (counts[kind] == 2)
            return true;
    return false;
}

bool caprice_second_pair(const uint8_t counts[CAPRICE_KINDS], int kind) {
    return counts[kind] == 1 && has_pair(counts);
}

int caprice_pattern(const uint8_t tiles[CAPRICE_TILES]) {
    uint8_t counts[CAPRICE_KINDS];
    int squares = 0; /* 4, 6, 8, 10, 16: each its own pattern */

    caprice_count(tiles, CAPRICE_TILES, counts);
    for (int kind = 0; kind < CAPRICE_KINDS; kind++)
        squares += counts[kind] * counts[kind];
    return squares;
}

static bool bag_has_other_kind(const caprice *s, const uint8_t counts[CAPRICE_KINDS]) {
    for (int i = 0; i < s->bag_count; i++)
        if (counts[s->bag[i]] == 0)
            return true;
    return false;
}

/* CPR-6: kept all the same where the bag holds only kinds that the hand has. */
bool caprice_must_exchange(const caprice *s, int seat, int kind) {
    uint8_t counts[CAPRICE_KINDS];

    if (s->head.options[CAPRICE_SECOND_PAIR] != CAPRICE_SECOND_PAIR_REDRAW)
        return false;
    caprice_count(s->tiles[seat], s->tile_count[seat], counts);
    return caprice_second_pair(counts, kind) && bag_has_other_kind(s, counts);
}

bool caprice_is_third(const caprice *s, int seat, int kind) {
    int alike = 0;

    for (int i = 0; i < s->tile_count[seat]; i++)
        alike += s->tiles[seat][i] == kind;
    return alike >= 2;
}

static uint8_t pop(caprice *s) {
    uint8_t kind = s->bag[--s->bag_count];

    s->bag[s->bag_count] = 0;
    return kind;
}

static void set_aside(caprice *s, int seat, uint8_t kind) {
    s->shown[seat][s->shown_count[seat]++] = kind;
    s->aside++;
}

/* Draws until a tile comes up that need not be set aside (CPR-5, CPR-6). */
static uint8_t draw_tile(caprice *s, int seat, bool exchange_third) {
    for (;;) {
        uint8_t kind = pop(s);
        bool third = exchange_third && caprice_is_third(s, seat, kind);
        if (s->bag_count == 0 || (!third && !caprice_must_exchange(s, seat, kind)))
            return kind;
        set_aside(s, seat, kind);
    }
}

static void take_tile(caprice *s, int seat, uint8_t kind) {
    s->tiles[seat][s->tile_count[seat]++] = kind;
    engine_sort(s->tiles[seat], s->tile_count[seat]);
}

/* The tiles set aside go back, and the bag is shuffled; with none its order stays (CPR-5). */
static void return_aside(caprice *s, int seat, engine_dice *dice) {
    if (s->aside == 0)
        return;
    for (int i = 0; i < s->aside; i++)
        s->bag[s->bag_count++] = s->shown[seat][s->shown_count[seat] - 1 - i];
    s->aside = 0;
    engine_dice_shuffle(dice, s->bag, s->bag_count);
}

/* -------------------------------------------------------------------- deal */

static void fill_bag(caprice *s, engine_dice *dice) {
    for (int i = 0; i < CAPRICE_BAG; i++)
        s->bag[i] = (uint8_t)(i / CAPRICE_TILES_EACH);
    s->bag_count = CAPRICE_BAG;
    engine_dice_shuffle(dice, s->bag, CAPRICE_BAG);
}

static void deal_rounds(caprice *s, engine_dice *dice, int rounds) {
    bool redraw = s->head.options[CAPRICE_THIRD] == CAPRICE_THIRD_REDRAW;
    int players = s->head.players;

    for (int i = 0; i < rounds * players; i++) {
        int seat = engine_clockwise(s->first, i, players);
        take_tile(s, seat, draw_tile(s, seat, redraw));
        return_aside(s, seat, dice);
    }
}

static bool same_patterns(const caprice *s) {
    for (int seat = 1; seat < s->head.players; seat++)
        if (caprice_pattern(s->tiles[seat]) != caprice_pattern(s->tiles[0]))
            return false;
    return true;
}

static void clear_deal(caprice *s) {
    engine_memset(s->tiles, 0, sizeof s->tiles);
    engine_memset(s->tile_count, 0, sizeof s->tile_count);
    engine_memset(s->shown, 0, sizeof s->shown);
    engine_memset(s->shown_count, 0, sizeof s->shown_count);
}

static void deal_all(caprice *s, engine_dice *dice) {
    do {
        clear_deal(s);
        fill_bag(s, dice);
        deal_rounds(s, dice, CAPRICE_TILES);
    } while (s->head.options[CAPRICE_CONTRACTS] == CAPRICE_CONTRACTS_EQUAL && !same_patterns(s));
    s->phase = CAPRICE_PLACE;
}

static void begin_draw(caprice *s) {
    s->drawn = draw_tile(s, s->turn, false);
}

void caprice_deal(capu_state *state) {
    caprice *s = (caprice *)state;
    engine_dice dice;

    s->first = (uint8_t)engine_first_player(&s->head);
    s->turn = s->first;
    s->marker = s->placed = s->ender = s->drawn = ENGINE_NONE;
    s->open = (1 << CAPRICE_PLACES) - 1;
    s->stock = (1 << CAPRICE_KINDS) - 1;
    engine_memset(s->reserve, CAPRICE_BLOCKS_EACH, CAPRICE_KINDS);
    engine_dice_open(&dice, &s->head);
    if (s->head.options[CAPRICE_THIRD] == CAPRICE_THIRD_REDRAW) {
        deal_all(s, &dice);
    } else {
        fill_bag(s, &dice);
        deal_rounds(s, &dice, 2);
        s->phase = CAPRICE_DRAW;
        begin_draw(s);
    }
    caprice_set_actors(s);
}

/* ------------------------------------------------------------------- score */

int caprice_full_towers(const caprice *s) {
    return CAPRICE_PLACES - engine_bits(s->open);
}

/* CPR-16: full towers that are just this order. */
static int matching_towers(const caprice *s, const uint8_t order[CAPRICE_LEVELS]) {
    uint8_t tower = (uint8_t)(order[0] | order[1] << 2 | order[2] << 4 | order[3] << 6);
    int count = 0;

    for (int place = 0; place < CAPRICE_PLACES; place++)
        count += s->height[place] == CAPRICE_LEVELS && s->tower[place] == tower;
    return count;
}

/* How many blocks of each kind lie on each level. */
static void count_levels(const caprice *s, uint8_t counts[CAPRICE_LEVELS][CAPRICE_KINDS]) {
    engine_memset(counts, 0, CAPRICE_LEVELS * CAPRICE_KINDS);
    for (int place = 0; place < CAPRICE_PLACES; place++)
        for (int level = 0; level < s->height[place]; level++)
            counts[level][caprice_block(s, place, level)]++;
}

static int count_matches(uint8_t counts[CAPRICE_LEVELS][CAPRICE_KINDS],
                         const uint8_t order[CAPRICE_LEVELS]) {
    return counts[0][order[0]] + counts[1][order[1]] + counts[2][order[2]] + counts[3][order[3]];
}

int caprice_score(const caprice *s, const uint8_t order[CAPRICE_LEVELS]) {
    uint8_t counts[CAPRICE_LEVELS][CAPRICE_KINDS];

    count_levels(s, counts);
    return count_matches(counts, order) + matching_towers(s, order);
}

int caprice_tower_score(const caprice *s, int place, const uint8_t order[CAPRICE_LEVELS]) {
    int agree = 0;

    for (int level = 0; level < s->height[place]; level++)
        agree += caprice_block(s, place, level) == order[level];
    return agree + (agree == CAPRICE_LEVELS);
}

/* The ways to take four tiles one after the other, ascending. Equal tiles are taken from the left
 * only (see `distinct`), so that orders that differ by equal tiles alone are one. */
static const uint8_t WAYS[][CAPRICE_TILES] = {
    {0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1},
    {1, 0, 2, 3}, {1, 0, 3, 2}, {1, 2, 0, 3}, {1, 2, 3, 0}, {1, 3, 0, 2}, {1, 3, 2, 0},
    {2, 0, 1, 3}, {2, 0, 3, 1}, {2, 1, 0, 3}, {2, 1, 3, 0}, {2, 3, 0, 1}, {2, 3, 1, 0},
    {3, 0, 1, 2}, {3, 0, 2, 1}, {3, 1, 0, 2}, {3, 1, 2, 0}, {3, 2, 0, 1}, {3, 2, 1, 0},
};
enum { ALL_WAYS = sizeof WAYS / sizeof WAYS[0] };

static bool distinct(const uint8_t tiles[CAPRICE_TILES], const uint8_t way[CAPRICE_TILES]) {
    for (int i = 1; i < CAPRICE_TILES; i++)
        for (int j = 0; j < i; j++)
            if (tiles[way[i]] == tiles[way[j]] && way[i] < way[j])
                return false;
    return true;
}

int caprice_orders(const uint8_t tiles[CAPRICE_TILES], uint8_t codes[CAPRICE_ALL_ORDERS]) {
    int count = 0;

    for (int i = 0; i < ALL_WAYS; i++)
        if (distinct(tiles, WAYS[i]))
            codes[count++] = caprice_order_code(tiles[WAYS[i][0]], tiles[WAYS[i][1]],
                                                tiles[WAYS[i][2]], tiles[WAYS[i][3]]);
    return count;
}

/* A tower as the code of the order that it matches. */
static uint8_t tower_code(uint8_t tower) {
    return caprice_order_code(tower & 3, tower >> 2 & 3, tower >> 4 & 3, tower >> 6);
}

/* Which kinds, how many of each, as one number: what four tiles and a full tower compare by. */
static uint32_t kinds_of_tiles(const uint8_t tiles[CAPRICE_TILES]) {
    return (1u << 3 * tiles[0]) + (1u << 3 * tiles[1]) + (1u << 3 * tiles[2]) +
           (1u << 3 * tiles[3]);
}

static uint32_t kinds_of_tower(uint8_t tower) {
    const uint8_t kinds[CAPRICE_LEVELS] = {tower & 3, tower >> 2 & 3, tower >> 4 & 3, tower >> 6};

    return kinds_of_tiles(kinds);
}

/* What is compared: more points first, then the lower code. It is a sum over the levels, so each
 * tile's part on each level is worked out once. */
static int merit(int score, int code) {
    return (score << 8) - code;
}

/* The best way without the bonus. Pairs of ways differ in their last two tiles only. */
static int best_way(const int part[CAPRICE_TILES][CAPRICE_LEVELS]) {
    static const uint8_t pairs[][CAPRICE_TILES] = {
        {0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2}, {1, 0, 2, 3}, {1, 2, 0, 3}, {1, 3, 0, 2},
        {2, 0, 1, 3}, {2, 1, 0, 3}, {2, 3, 0, 1}, {3, 0, 1, 2}, {3, 1, 0, 2}, {3, 2, 0, 1},
    };
    int best = -0x100;

    for (int i = 0; i < ALL_WAYS / 2; i++) {
        const uint8_t *p = pairs[i];
        int begin = part[p[0]][0] + part[p[1]][1];
        int one = begin + part[p[2]][2] + part[p[3]][3];
        int two = begin + part[p[3]][2] + part[p[2]][3];
        best = one > best ? one : best;
        best = two > best ? two : best;
    }
    return best;
}

static int best_merit(const caprice *s, uint8_t counts[CAPRICE_LEVELS][CAPRICE_KINDS],
                      const uint8_t tiles[CAPRICE_TILES]) {
    int part[CAPRICE_TILES][CAPRICE_LEVELS];

    for (int i = 0; i < CAPRICE_TILES; i++)
        for (int level = 0; level < CAPRICE_LEVELS; level++)
            part[i][level] =
                merit(counts[level][tiles[i]], tiles[i] << 2 * (CAPRICE_LEVELS - 1 - level));
    int best = best_way(part);
    uint32_t own = kinds_of_tiles(tiles);
    /* Orders with a bonus are just the full towers that have the same kinds. */
    for (int place = 0; place < CAPRICE_PLACES; place++) {
        if (s->height[place] < CAPRICE_LEVELS || kinds_of_tower(s->tower[place]) != own)
            continue;
        uint8_t code = tower_code(s->tower[place]), kinds[CAPRICE_LEVELS];
        caprice_order_kinds(code, kinds);
        int value = merit(count_matches(counts, kinds) + matching_towers(s, kinds), code);
        best = value > best ? value : best;
    }
    return best;
}

int caprice_best_order(const caprice *s, const uint8_t tiles[CAPRICE_TILES],
                       uint8_t order[CAPRICE_LEVELS]) {
    uint8_t counts[CAPRICE_LEVELS][CAPRICE_KINDS];

    count_levels(s, counts);
    int best = best_merit(s, counts, tiles);
    caprice_order_kinds((uint8_t)-best, order);
    return (best + 0xFF) >> 8;
}

/* ------------------------------------------------------------------- apply */

/* CPR-17 */
static void arrange(caprice *s) {
    s->turn = ENGINE_NONE;
    if (s->head.options[CAPRICE_ARRANGE_OPTION] == CAPRICE_ARRANGE_MANUAL) {
        s->phase = CAPRICE_ARRANGE;
        return;
    }
    for (int seat = 0; seat < s->head.players; seat++)
        s->scores[seat] = (uint8_t)caprice_best_order(s, s->tiles[seat], s->orders[seat]);
    s->given = (uint8_t)((1u << s->head.players) - 1);
    s->phase = CAPRICE_OVER;
}

static void put_block(caprice *s, int kind, int place) {
    int level = s->height[place]++;

    s->tower[place] |= (uint8_t)(kind << 2 * level);
    s->standing |= (uint8_t)(1u << place);
    if (level == CAPRICE_LEVELS - 1)
        s->open &= (uint8_t) ~(1u << place);
}

static int lift_block(caprice *s, int place) {
    int level = --s->height[place];
    int kind = caprice_block(s, place, level);

    s->tower[place] &= (uint8_t) ~(3 << 2 * level);
    s->open |= (uint8_t)(1u << place);
    if (level == 0)
        s->standing &= (uint8_t) ~(1u << place);
    return kind;
}

/* CPR-13: five full places, and so at most one open; the 20th block is the first that can do it. */
static bool ends(caprice *s) {
    if (s->open & (s->open - 1))
        return false;
    s->ender = s->turn;
    s->placed = ENGINE_NONE;
    arrange(s);
    return true;
}

static void end_turn(caprice *s) {
    s->placed = ENGINE_NONE;
    s->turn = (uint8_t)(s->turn + 1 == s->head.players ? 0 : s->turn + 1);
    s->phase = CAPRICE_PLACE;
}

static void place_block(caprice *s, int kind, int place) {
    put_block(s, kind, place);
    s->blocks++;
    if (--s->reserve[kind] == 0)
        s->stock &= (uint8_t) ~(1u << kind);
    if (s->marker == place) /* CPR-11 */
        s->marker = ENGINE_NONE;
    if (ends(s))
        return;
    s->placed = (uint8_t)place;
    s->phase = CAPRICE_MOVE;
}

static void move_block(caprice *s, int from, int to) {
    put_block(s, lift_block(s, from), to);
    s->marker = (uint8_t)to; /* CPR-11 */
    if (!ends(s))
        end_turn(s);
}

static void finish_draw(caprice *s, uint8_t kind) {
    engine_dice dice;

    engine_dice_open(&dice, &s->head);
    take_tile(s, s->turn, kind);
    return_aside(s, s->turn, &dice);
    s->drawn = ENGINE_NONE;
    s->turn = (uint8_t)engine_clockwise(s->turn, 1, s->head.players);
    if (s->tile_count[s->turn] < CAPRICE_TILES)
        begin_draw(s);
    else
        s->phase = CAPRICE_PLACE;
}

static void exchange(caprice *s) {
    set_aside(s, s->turn, s->drawn);
    finish_draw(s, draw_tile(s, s->turn, true));
}

static void finish(caprice *s) {
    for (int seat = 0; seat < s->head.players; seat++)
        s->scores[seat] = (uint8_t)caprice_score(s, s->orders[seat]);
    s->phase = CAPRICE_OVER;
}

static void give_order(caprice *s, int seat, uint8_t code) {
    caprice_order_kinds(code, s->orders[seat]);
    s->given |= (uint8_t)(1u << seat);
    if (s->given == (1u << s->head.players) - 1)
        finish(s);
}

/* In a byte: the verb in its two highest bits. */
static void remember(caprice *s, capu_action action) {
    s->played[s->played_count++] =
        (uint8_t)(((action >> 8) - CAPRICE_PLACE_BLOCK) << 6 | (action & 63));
}

capu_action caprice_played(const caprice *s, int index) {
    int byte = s->played[index];

    return CAPRICE_ACTION(CAPRICE_PLACE_BLOCK + (byte >> 6), byte >> 3 & 7, byte & 7);
}

void caprice_apply(capu_state *state, int seat, capu_action action) {
    caprice *s = (caprice *)state;
    int a = action >> 3 & 31, b = action & 7;

    switch (action >> 8) {
    case CAPRICE_KEEP:
        finish_draw(s, s->drawn);
        break;
    case CAPRICE_EXCHANGE:
        exchange(s);
        break;
    case CAPRICE_PLACE_BLOCK:
        remember(s, action);
        place_block(s, a, b);
        break;
    case CAPRICE_MOVE_BLOCK:
        remember(s, action);
        move_block(s, a, b);
        break;
    case CAPRICE_STAY:
        remember(s, action);
        end_turn(s);
        break;
    case CAPRICE_ORDER:
        give_order(s, seat, (uint8_t)action);
        break;
    }
    caprice_set_actors(s);
}

/* ------------------------------------------------------------------ result */

int caprice_sealed(const capu_state *state) {
    return of(state)->phase == CAPRICE_ARRANGE;
}

/* CPR-18: the first met clockwise from behind the ender wins a tie. */
void caprice_result(const capu_state *state, capu_result *out) {
    const caprice *s = of(state);
    int players = s->head.players;
    int64_t keys[CAPRICE_PLAYERS];

    for (int seat = 0; seat < players; seat++) {
        int distance = (seat - s->ender - 1 + 2 * players) % players;
        out->scores[seat] = s->scores[seat];
        keys[seat] = s->scores[seat] * CAPRICE_PLAYERS - distance;
    }
    engine_rank(keys, players, out->places);
}

int caprice_measures(const capu_state *state, capu_measure *out) {
    out[0] = (capu_measure){"blocks", of(state)->blocks};
    return 1;
}
