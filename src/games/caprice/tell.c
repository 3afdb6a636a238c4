/* What Caprice tells: what follows from a view, and what an action led to. */
#include "games/caprice/caprice.h"

static void list_kinds(capu_lines *out, const char *name, const uint8_t *kinds, int count) {
    for (int i = 0; i < count; i++)
        engine_list_word(out, name, caprice_kinds[kinds[i]]);
}

/* ------------------------------------------------------------------- facts */

/* Whether the viewer knows all four tiles of a seat. */
static bool knows_tiles(const caprice *s, int seat) {
    if (s->tile_count[seat] < CAPRICE_TILES)
        return false;
    for (int i = 0; i < CAPRICE_TILES; i++)
        if (s->tiles[seat][i] >= CAPRICE_KINDS)
            return false;
    return true;
}

static void list_towers(const caprice *s, const uint8_t *order, capu_lines *out) {
    for (int place = 0; place < CAPRICE_PLACES; place++)
        engine_list_number(out, "towers", caprice_tower_score(s, place, order));
}

/* CPR-15, CPR-16: what an order is worth on the board as it is. */
static void add_order(const caprice *s, const char *id, int seat, const uint8_t *order,
                      capu_lines *out) {
    engine_line(out, id, CAPU_KNOWN_TO_ALL);
    engine_add_number(out, "seat", seat);
    engine_add_number(out, "n", caprice_score(s, order));
    list_kinds(out, "order", order, CAPRICE_LEVELS);
    list_towers(s, order, out);
}

/* The best order first (CPR-17), then all orders as in the notation. */
static void add_orders(const caprice *s, int seat, capu_lines *out) {
    uint8_t codes[CAPRICE_ALL_ORDERS], order[CAPRICE_LEVELS];
    int count = caprice_orders(s->tiles[seat], codes);

    caprice_best_order(s, s->tiles[seat], order);
    add_order(s, "best", seat, order, out);
    for (int i = 0; i < count; i++) {
        caprice_order_kinds(codes[i], order);
        add_order(s, "order", seat, order, out);
    }
}

/* CPR-18: who wins, and why, if somebody else has as many points. */
static void add_winner(const caprice *s, capu_lines *out) {
    capu_result result;
    int winner = 0, level = 0;

    caprice_result((const capu_state *)s, &result);
    for (int seat = 0; seat < s->head.players; seat++)
        if (result.places[seat] == 1)
            winner = seat;
    for (int seat = 0; seat < s->head.players; seat++)
        level += s->scores[seat] == s->scores[winner];
    engine_line(out, level > 1 ? "won_tie" : "won", CAPU_KNOWN_TO_ALL);
    engine_add_number(out, "seat", winner);
    engine_add_number(out, "n", s->scores[winner]);
}

static void add_exchange(const caprice *s, capu_lines *out) {
    engine_line(out, "exchange", CAPU_KNOWN_TO_ALL);
    engine_add_number(out, "seat", s->turn);
    engine_add_word(out, "tile", caprice_kinds[s->drawn]);
}

void caprice_facts(const capu_state *view, capu_lines *out) {
    const caprice *s = (const caprice *)view;

    engine_line(out, "full", CAPU_KNOWN_TO_ALL);
    engine_add_number(out, "n", caprice_full_towers(s));
    engine_add_number(out, "most", CAPRICE_FULL_TOWERS);
    if (s->phase == CAPRICE_DRAW && s->drawn < CAPRICE_KINDS && caprice_may_exchange(s))
        add_exchange(s, out);
    for (int seat = 0; seat < s->head.players; seat++)
        if (s->phase != CAPRICE_DRAW && knows_tiles(s, seat))
            add_orders(s, seat, out);
    if (s->phase == CAPRICE_OVER)
        add_winner(s, out);
}

/* ------------------------------------------------------------------ events */

/* Tiles that were set aside and went back into the bag. */
static void tell_aside(const caprice *before, const caprice *s, capu_lines *out) {
    int seat = before->turn, known = before->shown_count[seat] - before->aside;

    if (s->shown_count[seat] == known)
        return;
    engine_line(out, "aside", CAPU_KNOWN_TO_ALL);
    engine_add_number(out, "seat", seat);
    list_kinds(out, "tiles", s->shown[seat] + known, s->shown_count[seat] - known);
}

/* Places that have become full, or that are so no longer. */
static void tell_places(const char *id, uint32_t places, const caprice *s, capu_lines *out) {
    for (; places; places &= places - 1) {
        engine_line(out, id, CAPU_KNOWN_TO_ALL);
        engine_add_number(out, "place", __builtin_ctz(places));
        engine_add_number(out, "n", caprice_full_towers(s));
    }
}

/* That the marker comes or leaves. It goes with the block that is moved (CPR-11), so that from
 * place to place the action itself has said where. */
static void tell_marker(const caprice *before, const caprice *s, capu_lines *out) {
    bool on = s->marker != ENGINE_NONE;

    if (on == (before->marker != ENGINE_NONE))
        return;
    engine_line(out, on ? "marker" : "marker_off", CAPU_KNOWN_TO_ALL);
    if (on)
        engine_add_number(out, "place", s->marker);
}

/* A seat's points, place by place, so that they add up (CPR-15, CPR-16). */
static void tell_score(const caprice *s, int seat, capu_lines *out) {
    engine_line(out, "score", CAPU_KNOWN_TO_ALL);
    engine_add_number(out, "seat", seat);
    list_kinds(out, "order", s->orders[seat], CAPRICE_LEVELS);
    list_towers(s, s->orders[seat], out);
    engine_add_number(out, "n", s->scores[seat]);
}

static void tell_end(const caprice *before, const caprice *s, capu_lines *out) {
    if (s->ender != before->ender) {
        engine_line(out, "end", CAPU_KNOWN_TO_ALL);
        engine_add_number(out, "seat", s->ender);
    }
    if (s->phase != CAPRICE_OVER)
        return;
    for (int seat = 0; seat < s->head.players; seat++)
        tell_score(s, seat, out);
    add_winner(s, out);
}

void caprice_tell(const capu_state *was, const capu_state *is, capu_lines *out) {
    const caprice *before = (const caprice *)was, *s = (const caprice *)is;

    if (before->phase == CAPRICE_DRAW)
        tell_aside(before, s, out);
    tell_places("open", s->open & ~before->open, s, out);
    tell_places("full", before->open & ~s->open, s, out);
    tell_marker(before, s, out);
    tell_end(before, s, out);
}
