/* Which positions of Caprice are possible: the protocol's list of what `set` refuses. The sampler
 * asks the same questions about hands, so that a sample is always a possible position. */
#include "games/caprice/caprice.h"

/* ------------------------------------------------------------------- hands */

static bool shown_fits(const caprice *s, int seat, const uint8_t counts[CAPRICE_KINDS]) {
    int least = s->head.options[CAPRICE_SECOND_PAIR] == CAPRICE_SECOND_PAIR_REDRAW ? 1 : 2;

    for (int i = 0; i < s->shown_count[seat]; i++)
        if (counts[s->shown[seat][i]] < least)
            return false;
    return true;
}

bool caprice_hand_fits(const caprice *s, int seat, capu_text *why) {
    uint8_t counts[CAPRICE_KINDS];

    caprice_count(s->tiles[seat], s->tile_count[seat], counts);
    for (int kind = 0; kind < CAPRICE_KINDS; kind++)
        if (counts[kind] > 2 && s->head.options[CAPRICE_THIRD] == CAPRICE_THIRD_REDRAW)
            return engine_because(why, "tiles: nobody holds three alike with third=redraw", NULL);
    if (!shown_fits(s, seat, counts))
        return engine_because(why, "shown: a seat sets aside only kinds that it holds", NULL);
    return true;
}

/* CPR-6: a second pair was kept only where the bag had no other kind; what is set aside now was in
 * the bag then. */
static bool pairs_fit(const caprice *s, int seat) {
    uint8_t counts[CAPRICE_KINDS];
    int pairs = 0;

    if (s->head.options[CAPRICE_SECOND_PAIR] != CAPRICE_SECOND_PAIR_REDRAW)
        return true;
    caprice_count(s->tiles[seat], s->tile_count[seat], counts);
    for (int kind = 0; kind < CAPRICE_KINDS; kind++)
        pairs += counts[kind] == 2;
    if (pairs < 2)
        return true;
    for (int i = 0; i < s->bag_count; i++)
        if (counts[s->bag[i]] == 0)
            return false;
    for (int i = 1; i <= s->aside; i++)
        if (counts[s->shown[s->turn][s->shown_count[s->turn] - i]] == 0)
            return false;
    return true;
}

static bool equal_fits(const caprice *s) {
    if (s->head.options[CAPRICE_CONTRACTS] != CAPRICE_CONTRACTS_EQUAL)
        return true;
    for (int seat = 1; seat < s->head.players; seat++)
        if (caprice_pattern(s->tiles[seat]) != caprice_pattern(s->tiles[0]))
            return false;
    return true;
}

static bool aside_fits(const caprice *s) {
    const uint8_t *shown = s->shown[s->turn];
    uint8_t counts[CAPRICE_KINDS];

    if (s->aside && s->head.options[CAPRICE_SECOND_PAIR] != CAPRICE_SECOND_PAIR_REDRAW)
        return false;
    caprice_count(s->tiles[s->turn], s->tile_count[s->turn], counts);
    for (int i = 1; i <= s->aside; i++)
        if (!caprice_second_pair(counts, shown[s->shown_count[s->turn] - i]))
            return false;
    return true;
}

/* A tile that would make a second pair is set aside only while another kind is to be had. */
static bool other_kind_was_there(const caprice *s) {
    uint8_t counts[CAPRICE_KINDS];

    caprice_count(s->tiles[s->turn], s->tile_count[s->turn], counts);
    if (s->aside == 0 || counts[s->drawn] == 0)
        return true;
    for (int i = 0; i < s->bag_count; i++)
        if (counts[s->bag[i]] == 0)
            return true;
    return false;
}

static bool draw_fits(const caprice *s, capu_text *why) {
    if (s->phase != CAPRICE_DRAW)
        return true;
    if (!other_kind_was_there(s))
        return engine_because(why, "aside: kept where no other kind is left", NULL);
    if (caprice_must_exchange(s, s->turn, s->drawn))
        return engine_because(why, "drawn: this tile would have to be set aside", NULL);
    if (!aside_fits(s))
        return engine_because(why, "aside: only tiles that would make a second pair lie there",
                              NULL);
    return true;
}

bool caprice_hands_fit(const caprice *s, capu_text *why) {
    for (int seat = 0; seat < s->head.players; seat++) {
        if (!caprice_hand_fits(s, seat, why))
            return false;
        if (!pairs_fit(s, seat))
            return engine_because(why, "tiles: two pairs although the bag has another kind", NULL);
    }
    if (!equal_fits(s))
        return engine_because(why, "tiles: all hands have one pattern with contracts=equal", NULL);
    return draw_fits(s, why);
}

/* ------------------------------------------------------------------- board */

static bool blocks_fit(caprice *s, capu_text *why) {
    uint8_t counts[CAPRICE_KINDS] = {0};

    for (int place = 0; place < CAPRICE_PLACES; place++)
        for (int level = 0; level < s->height[place]; level++)
            counts[caprice_block(s, place, level)]++;
    for (int kind = 0; kind < CAPRICE_KINDS; kind++)
        if (counts[kind] + s->reserve[kind] != CAPRICE_BLOCKS_EACH)
            return engine_because(why, "towers and reserve: there are six blocks of each kind",
                                  NULL);
    return true;
}

/* What the rules keep beside the towers. */
static void derive(caprice *s) {
    s->open = s->standing = s->stock = s->blocks = 0;
    for (int place = 0; place < CAPRICE_PLACES; place++) {
        s->blocks = (uint8_t)(s->blocks + s->height[place]);
        s->standing |= (uint8_t)((s->height[place] > 0) << place);
        s->open |= (uint8_t)((s->height[place] < CAPRICE_LEVELS) << place);
    }
    for (int kind = 0; kind < CAPRICE_KINDS; kind++)
        s->stock |= (uint8_t)((s->reserve[kind] > 0) << kind);
}

static bool towers_fit(const caprice *s, capu_text *why) {
    bool ended = s->phase == CAPRICE_ARRANGE || s->phase == CAPRICE_OVER;

    if (ended != (caprice_full_towers(s) >= CAPRICE_FULL_TOWERS) || s->open == 0)
        return engine_because(why, "towers: five full places end the game, and nothing else does",
                              NULL);
    if (s->phase == CAPRICE_DRAW && s->blocks > 0)
        return engine_because(why, "towers: the board is empty while tiles are drawn", NULL);
    if (s->phase == CAPRICE_MOVE && s->blocks == 0)
        return engine_because(why, "towers: somebody has placed a block before moving", NULL);
    return true;
}

static bool is_standing(const caprice *s, uint8_t place) {
    return place == ENGINE_NONE || s->height[place] > 0;
}

static bool marker_fits(const caprice *s, capu_text *why) {
    int turns = s->phase == CAPRICE_MOVE ? s->blocks - 1 : s->blocks; /* that are over */

    if ((s->placed != ENGINE_NONE) != (s->phase == CAPRICE_MOVE))
        return engine_because(why, "placed: a place in phase move, else null", NULL);
    if (!is_standing(s, s->placed) || !is_standing(s, s->marker))
        return engine_because(why, "placed, marker: that place has no block", NULL);
    if (s->marker != ENGINE_NONE && s->marker == s->placed)
        return engine_because(why, "marker: the block just placed cannot have it", NULL);
    if (s->marker != ENGINE_NONE && turns < 2)
        return engine_because(why, "marker: nothing could be moved in the first two turns", NULL);
    return true;
}

/* ------------------------------------------------------------------- turns */

static uint8_t seat_after(const caprice *s, int turns) {
    return (uint8_t)engine_clockwise(s->first, turns, s->head.players);
}

static bool turn_fits(const caprice *s, capu_text *why) {
    uint8_t turn = ENGINE_NONE, ender = ENGINE_NONE;

    if (s->phase == CAPRICE_PLACE)
        turn = seat_after(s, s->blocks);
    if (s->phase == CAPRICE_MOVE)
        turn = seat_after(s, s->blocks - 1);
    if (s->phase == CAPRICE_DRAW)
        turn = s->turn;
    if (s->phase == CAPRICE_ARRANGE || s->phase == CAPRICE_OVER)
        ender = seat_after(s, s->blocks - 1);
    if (s->turn != turn || (s->phase == CAPRICE_DRAW && s->turn == ENGINE_NONE))
        return engine_because(why, "turn: it is not that seat's turn", NULL);
    if (s->ender != ender)
        return engine_because(why, "ender: not the seat that ended the game", NULL);
    if (!engine_first_fits(&s->head, s->first))
        return engine_because(why, "first: the option says otherwise", NULL);
    return true;
}

static bool phase_fits(const caprice *s, capu_text *why) {
    if (s->phase == CAPRICE_DRAW && s->head.options[CAPRICE_THIRD] != CAPRICE_THIRD_CHOOSE)
        return engine_because(why, "phase: there is no draw with third=redraw", NULL);
    if (s->phase == CAPRICE_ARRANGE &&
        s->head.options[CAPRICE_ARRANGE_OPTION] != CAPRICE_ARRANGE_MANUAL)
        return engine_because(why, "phase: tiles are arranged by themselves with arrange=auto",
                              NULL);
    return true;
}

/* ------------------------------------------------------------------- tiles */

static bool drawn_fits(const caprice *s, capu_text *why) {
    if ((s->drawn != ENGINE_NONE) != (s->phase == CAPRICE_DRAW))
        return engine_because(why, "drawn: a kind in phase draw, else null", NULL);
    if (s->aside && s->phase != CAPRICE_DRAW)
        return engine_because(why, "aside: empty except in phase draw", NULL);
    return true;
}

static bool tiles_add_up(const caprice *s, capu_text *why) {
    uint8_t counts[CAPRICE_KINDS];

    caprice_count(s->bag, s->bag_count, counts);
    for (int seat = 0; seat < s->head.players; seat++)
        for (int i = 0; i < s->tile_count[seat]; i++)
            counts[s->tiles[seat][i]]++;
    for (int i = 1; i <= s->aside; i++)
        counts[s->shown[s->turn][s->shown_count[s->turn] - i]]++;
    if (s->drawn != ENGINE_NONE)
        counts[s->drawn]++;
    for (int kind = 0; kind < CAPRICE_KINDS; kind++)
        if (counts[kind] != CAPRICE_TILES_EACH)
            return engine_because(why, "tiles and bag: there are five tiles of each kind", NULL);
    return true;
}

/* Seats from the first to before the one in turn have drawn once more than the others. */
static bool tile_counts_fit(const caprice *s, capu_text *why) {
    int players = s->head.players;
    int least = s->phase == CAPRICE_DRAW ? s->tile_count[s->turn] : CAPRICE_TILES;
    int ahead = s->phase == CAPRICE_DRAW ? (s->turn - s->first + players) % players : 0;

    if (s->phase == CAPRICE_DRAW && least > 3)
        return engine_because(why, "tiles: all are drawn already", NULL);
    for (int i = 0; i < players; i++)
        if (s->tile_count[seat_after(s, i)] != least + (i < ahead))
            return engine_because(why, "tiles: a seat has drawn too few or too many", NULL);
    return true;
}

static bool tiles_sorted(const caprice *s, capu_text *why) {
    for (int seat = 0; seat < s->head.players; seat++)
        for (int i = 1; i < s->tile_count[seat]; i++)
            if (s->tiles[seat][i - 1] > s->tiles[seat][i])
                return engine_because(why, "tiles: they lie in the order dr, lr, dt, lt", NULL);
    return true;
}

/* ------------------------------------------------------------------ orders */

static bool order_fits(const caprice *s, int seat) {
    uint8_t kinds[CAPRICE_LEVELS];

    engine_memcpy(kinds, s->orders[seat], CAPRICE_LEVELS);
    if (s->head.options[CAPRICE_ARRANGE_OPTION] == CAPRICE_ARRANGE_AUTO)
        caprice_best_order(s, s->tiles[seat], kinds);
    for (int i = 0; i < CAPRICE_LEVELS; i++)
        if (kinds[i] != s->orders[seat][i])
            return false;
    engine_sort(kinds, CAPRICE_LEVELS);
    for (int i = 0; i < CAPRICE_LEVELS; i++)
        if (kinds[i] != s->tiles[seat][i])
            return false;
    return true;
}

static bool orders_fit(const caprice *s, capu_text *why) {
    uint32_t everyone = (1u << s->head.players) - 1;

    if (s->phase < CAPRICE_ARRANGE ? s->given != 0
                                   : (s->given == everyone) != (s->phase == CAPRICE_OVER))
        return engine_because(why, "orders: none before the end, and all when the game is over",
                              NULL);
    for (int seat = 0; seat < s->head.players; seat++) {
        if (!(s->given >> seat & 1))
            continue;
        if (!order_fits(s, seat))
            return engine_because(why, "orders: not an order of the seat's tiles, or not the best",
                                  NULL);
        if (s->phase == CAPRICE_OVER && s->scores[seat] != caprice_score(s, s->orders[seat]))
            return engine_because(why, "scores: they do not follow from towers and orders", NULL);
    }
    return true;
}

/* --------------------------------------------------------------------- all */

bool caprice_accept(capu_state *state, capu_text *why) {
    caprice *s = (caprice *)state;

    if (!blocks_fit(s, why))
        return false;
    derive(s);
    if (!phase_fits(s, why) || !towers_fit(s, why) || !turn_fits(s, why) || !marker_fits(s, why))
        return false;
    if (!drawn_fits(s, why) || !tiles_add_up(s, why) || !tile_counts_fit(s, why) ||
        !tiles_sorted(s, why))
        return false;
    if (!caprice_hands_fit(s, why) || !orders_fit(s, why))
        return false;
    caprice_set_actors(s);
    return true;
}

/* ------------------------------------------------------------- any bytes at all */

bool caprice_fits(const capu_state *state) {
    const caprice *s = (const caprice *)state;

    for (int place = 0; place < CAPRICE_PLACES; place++)
        if (s->height[place] > CAPRICE_LEVELS)
            return false;
    for (int seat = 0; seat < s->head.players; seat++)
        if (s->tile_count[seat] > CAPRICE_TILES || s->shown_count[seat] > CAPRICE_SHOWN)
            return false;
    int turn = s->turn < s->head.players ? s->turn : 0;
    return s->bag_count <= CAPRICE_BAG && s->aside <= s->shown_count[turn] &&
           s->played_count <= CAPRICE_MOST_PLAYED;
}
