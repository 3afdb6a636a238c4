/* Which positions of Capitol are possible. docs/games/capitol.md lists what `set` refuses. Numbers
 * and orders that no position has are refused while it is read (see notation.c). */
#include "games/capitol/capitol.h"

/* ------------------------------------------------------------------- cards */

static bool all_cards_there(const capitol *s) {
    uint8_t counts[64] = {0};

    for (int deck = 0; deck < CAPITOL_DECKS; deck++)
        for (int i = 0; i < CAPITOL_DECK_ROOM; i++)
            counts[s->cards[deck][i]]++;
    for (int seat = 0; seat < s->head.players; seat++)
        for (uint64_t hand = s->hand[seat]; hand; hand &= hand - 1)
            counts[capitol_card_of(__builtin_ctzll(hand))]++;
    for (int i = 0; i < CAPITOL_CARD_KINDS; i++)
        if (counts[capitol_kinds[i]] != capitol_copies(UINT64_MAX, capitol_kinds[i]))
            return false;
    return true;
}

static bool is_of_deck(const capitol *s, int deck) {
    for (int i = 0; i < CAPITOL_DECK_ROOM; i++)
        if (s->cards[deck][i] && capitol_deck_of(s->cards[deck][i]) != deck)
            return false;
    return true;
}

static bool deck_fits(const capitol *s, int deck, capu_text *why) {
    const char *name = capitol_deck_names[deck];
    int stack = s->stack[deck], unseen = s->unseen[deck];
    int dealt = capitol_dealt[deck] * s->head.players;

    if (!is_of_deck(s, deck))
        return engine_because(why, "decks: a card of another deck lies in ", name, NULL);
    if (stack == 0 && s->discard[deck] > 0)
        return engine_because(why, "decks: an empty stack beside a discard pile in ", name, NULL);
    if (unseen != 0 && unseen != stack - 1)
        return engine_because(why, "decks: unseen is 0 or all but the top card in ", name, NULL);
    if (unseen > capitol_deck_size[deck] - dealt - 1)
        return engine_because(why, "decks: more unseen than the deal left in ", name, NULL);
    return true;
}

static bool hand_fits(const capitol *s, int seat, capu_text *why) {
    if (s->known[seat] & ~s->hand[seat])
        return engine_because(why, "known: cards that are not in the hand", NULL);
    if (s->bid[seat] & ~s->hand[seat])
        return engine_because(why, "bid: cards that are not in the hand", NULL);
    for (int deck = 0; deck < CAPITOL_DECKS; deck++) {
        int known = capitol_size(s->known[seat] & capitol_deck_cards[deck]);
        if (s->hand_size[seat][deck] - known > capitol_dealt[deck])
            return engine_because(why, "known: more unknown cards than were dealt", NULL);
    }
    return true;
}

static bool cards_fit(const capitol *s, capu_text *why) {
    for (int deck = 0; deck < CAPITOL_DECKS; deck++)
        if (!deck_fits(s, deck, why))
            return false;
    for (int seat = 0; seat < s->head.players; seat++)
        if (!hand_fits(s, seat, why))
            return false;
    if (!all_cards_there(s))
        return engine_because(why, "cards: they are not the 62 of the game", NULL);
    return true;
}

/* ------------------------------------------------------------------- board */

/* CTL-11 (b), (c): from height 1 on without a gap. */
static bool heights_fit(const uint8_t *built) {
    int height = 0;

    for (; *built; built++) {
        if (*built >> 2 > height + 1)
            return false;
        height = *built >> 2;
    }
    return true;
}

static int count_built(const uint8_t *built) {
    int count = 0;

    while (built[count])
        count++;
    return count;
}

static bool area_fits(const capitol *s, int area, capu_text *why) {
    const char *name = capitol_area_names[area];
    int buildings = count_built(s->built[area]);
    int added = s->fountains[area] - capitol_printed[area];

    if (added < 0 ||
        s->free[area] + added + buildings != capitol_squares[s->head.options[CAPITOL_BOARD]][area])
        return engine_because(why, "areas: the squares of ", name, " do not add up", NULL);
    if ((s->shape[area] == ENGINE_NONE) != (buildings == 0))
        return engine_because(why, "areas: ", name, " has a shape if it has buildings", NULL);
    if (!heights_fit(s->built[area]))
        return engine_because(why, "areas: the heights in ", name, " leave a gap", NULL);
    return true;
}

/* CTL-11 (d) */
static bool colour_fits(const uint8_t *shape) {
    return shape[0] == ENGINE_NONE || shape[0] != shape[1] || shape[0] != shape[2];
}

static bool board_fits(const capitol *s, capu_text *why) {
    for (int area = 0; area < CAPITOL_AREAS; area++)
        if (!area_fits(s, area, why))
            return false;
    for (int colour = 0; colour < CAPITOL_COLOURS; colour++)
        if (!colour_fits(s->shape + colour * CAPITOL_AREAS_EACH))
            return engine_because(why, "areas: all three of ", capitol_colour_names[colour],
                                  " have one shape", NULL);
    return true;
}

/* ---------------------------------------------------------------- material */

/* Floors of a seat, and its roofs by shape. */
static int count_material(const capitol *s, int seat, int roofs[CAPITOL_SHAPES]) {
    int floors = 0;

    for (int shape = 0; shape < CAPITOL_SHAPES; shape++)
        roofs[shape] = s->roofs[seat][shape];
    for (int i = 0; i < s->work_kinds[seat]; i++)
        floors += s->work_height[seat][i] * s->work_count[seat][i];
    for (int i = 0; i < s->building_count[seat]; i++) {
        floors += s->building[seat][i] >> 1;
        roofs[s->building[seat][i] & 1]++;
    }
    for (int area = 0; area < CAPITOL_AREAS; area++)
        for (const uint8_t *at = s->built[area]; *at; at++)
            if ((*at & 3) == seat) {
                floors += *at >> 2;
                roofs[s->shape[area]]++;
            }
    return floors;
}

static bool material_fits(const capitol *s, capu_text *why) {
    int floors = s->supply + (s->phase == CAPITOL_PUT ? s->left : 0);
    int roofs[CAPITOL_SHAPES];

    for (int seat = 0; seat < s->head.players; seat++) {
        floors += count_material(s, seat, roofs);
        if (roofs[CAPITOL_ROUND] != CAPITOL_ROOFS_EACH ||
            roofs[CAPITOL_TRIANGULAR] != CAPITOL_ROOFS_EACH)
            return engine_because(why, "roofs: each seat has five of each shape", NULL);
    }
    if (floors != CAPITOL_FLOORS)
        return engine_because(why, "floors: there are 90", NULL);
    return true;
}

/* -------------------------------------------------------------------- tiles */

/* Tiles of auctions that are over; the one being placed does not count yet. */
static int auctions_over(const capitol *s) {
    if (s->phase == CAPITOL_BID || s->phase == CAPITOL_PLACE)
        return s->auction - 1;
    return s->phase == CAPITOL_DRAW || s->phase == CAPITOL_OVER ? CAPITOL_AUCTIONS : 0;
}

static bool tiles_agree(const capitol *s, int placed, int offered, capu_text *why) {
    if (placed > offered)
        return engine_because(why, "areas: more tiles than the auctions have offered", NULL);
    if (placed < offered && s->head.options[CAPITOL_ZERO_BIDS] == CAPITOL_ZERO_BIDS_CONSUL)
        return engine_because(why, "areas: fewer tiles than the auctions have offered", NULL);
    return true;
}

static bool tiles_fit(const capitol *s, capu_text *why) {
    int over = auctions_over(s), rounds = s->round - 1;
    int large = rounds + (over == CAPITOL_AUCTIONS); /* two amphitheatres, then temples */
    int fountains = 0, placed[2] = {0, 0};

    for (int area = 0; area < CAPITOL_AREAS; area++) {
        fountains += s->fountains[area] - capitol_printed[area];
        if (s->large[area] != ENGINE_NONE)
            placed[s->large[area]]++;
    }
    return tiles_agree(s, fountains, rounds * 2 + (over > 2 ? 2 : over), why) &&
           tiles_agree(s, placed[CAPITOL_AMPHITHEATRE], large > 2 ? 2 : large, why) &&
           tiles_agree(s, placed[CAPITOL_TEMPLE], large > 2 ? large - 2 : 0, why);
}

/* -------------------------------------------------------------------- phase */

static bool consul_fits(const capitol *s, capu_text *why) {
    int players = s->head.players;
    int first = (s->consul + players * CAPITOL_ROUNDS - (s->round - 1)) % players;

    if (!engine_first_fits(&s->head, first))
        return engine_because(why, "consul: it does not follow from first and round", NULL);
    return true;
}

static bool turn_fits(const capitol *s, capu_text *why) {
    bool nobody = s->phase == CAPITOL_BID || s->phase == CAPITOL_OVER;
    bool auction = s->phase == CAPITOL_BID || s->phase == CAPITOL_PLACE;

    if ((s->turn == ENGINE_NONE) != nobody)
        return engine_because(why, "turn: null in bid and over, else a seat", NULL);
    if ((s->auction != 0) != auction)
        return engine_because(why, "auction: 1 to 3 in bid and place, else 0", NULL);
    if (s->phase == CAPITOL_DRAW && s->round == CAPITOL_ROUNDS)
        return engine_because(why, "phase: no cards are drawn in the last round", NULL);
    if (s->phase == CAPITOL_OVER && s->round < CAPITOL_ROUNDS)
        return engine_because(why, "phase: it is over after the last round", NULL);
    return true;
}

static bool done_fits(const capitol *s, capu_text *why) {
    bool building = s->phase == CAPITOL_BUILD || s->phase == CAPITOL_PUT;

    if (building && (s->done >> s->turn & 1))
        return engine_because(why, "done: the seat in turn has passed", NULL);
    if (s->phase == CAPITOL_BID && s->done == (1u << s->head.players) - 1)
        return engine_because(why, "done: somebody has not stopped yet", NULL);
    if (!building && s->phase != CAPITOL_BID && s->done)
        return engine_because(why, "done: false in this phase", NULL);
    for (int seat = 0; seat < s->head.players; seat++)
        if (s->phase != CAPITOL_BID && s->bid[seat])
            return engine_because(why, "bid: empty except in phase bid", NULL);
    return true;
}

static bool left_fits(const capitol *s, capu_text *why) {
    int least = s->phase == CAPITOL_PUT || s->phase == CAPITOL_DRAW, most = 0;

    if (s->phase == CAPITOL_PUT)
        most = CAPITOL_FLOORS_A_CARD;
    if (s->phase == CAPITOL_DRAW)
        most = capitol_due(s, s->turn);
    if (s->left < least || s->left > most)
        return engine_because(why, "left: not what there is to put or to draw", NULL);
    if (s->phase == CAPITOL_DRAW && capitol_no_stacks(s))
        return engine_because(why, "decks: no card is left to draw", NULL);
    return true;
}

/* CTL-8: where the card's other floor went must agree with the works. */
static bool first_floor_fits(const capitol *s, capu_text *why) {
    bool one_left = s->head.options[CAPITOL_FLOORS_OPTION] == CAPITOL_FLOORS_TALLEST &&
                    s->phase == CAPITOL_PUT && s->left == 1;

    if (!one_left && s->first_floor)
        return engine_because(why, "first_floor: null, unless one of two floors is left", NULL);
    if (!one_left)
        return true;
    const uint8_t *heights = s->work_height[s->turn];
    int highest = s->work_kinds[s->turn] - 1;
    if (!s->first_floor && s->supply > 0)
        return engine_because(why, "first_floor: where the other floor went", NULL);
    if (s->first_floor == CAPITOL_ON_NEW && (highest < 0 || heights[0] != 1))
        return engine_because(why, "first_floor: there is no new work", NULL);
    if (s->first_floor == CAPITOL_ON_HIGHEST &&
        (highest < 0 || heights[highest] < 2 || s->work_count[s->turn][highest] > 1))
        return engine_because(why, "first_floor: there is no highest work that got a floor", NULL);
    return true;
}

static bool scores_fit(const capitol *s, capu_text *why) {
    for (int seat = 0; seat < s->head.players; seat++)
        if (s->score[seat] > 0 && s->round == 1 && s->phase != CAPITOL_DRAW)
            return engine_because(why, "score: 0 before the first scoring", NULL);
    return true;
}

/* --------------------------------------------------------------------- all */

bool capitol_accept(capu_state *state, capu_text *why) {
    capitol *s = (capitol *)state;

    if (!cards_fit(s, why) || !board_fits(s, why))
        return false;
    if (!consul_fits(s, why) || !turn_fits(s, why) || !done_fits(s, why))
        return false;
    if (!material_fits(s, why) || !tiles_fit(s, why) || !left_fits(s, why) ||
        !first_floor_fits(s, why) || !scores_fit(s, why))
        return false;
    for (int area = 0; area < CAPITOL_AREAS; area++)
        capitol_set_takes(s, area);
    capitol_set_actors(s);
    return true;
}

/* ------------------------------------------------------------- any bytes at all */

/* Of equal cards the first bit is there when the second is, and the second when the third is. */
static bool is_set(uint64_t set) {
    const uint64_t later = UINT64_C(0x1A) * CAPITOL_EACH_VALUE;

    return ((set & later) >> 1 & ~set) == 0;
}

static bool seat_has_room(const capitol *s, int seat) {
    int works = 0;

    if (s->building_count[seat] > CAPITOL_BUILDINGS || s->work_kinds[seat] > CAPITOL_WORK_KINDS)
        return false;
    for (int i = 0; i < s->work_kinds[seat]; i++)
        works += s->work_count[seat][i];
    for (int deck = 0; deck < CAPITOL_DECKS; deck++)
        if (s->hand_size[seat][deck] > CAPITOL_DECK_ROOM)
            return false;
    return works <= CAPITOL_FLOORS && is_set(s->hand[seat]) && is_set(s->known[seat]);
}

bool capitol_fits(const capu_state *state) {
    const capitol *s = (const capitol *)state;

    for (int deck = 0; deck < CAPITOL_DECKS; deck++)
        if (s->stack[deck] + s->discard[deck] > CAPITOL_DECK_ROOM ||
            s->unseen[deck] > s->stack[deck])
            return false;
    for (int area = 0; area < CAPITOL_AREAS; area++)
        if (s->built[area][CAPITOL_SQUARES])
            return false;
    for (int seat = 0; seat < s->head.players; seat++)
        if (!seat_has_room(s, seat))
            return false;
    return true;
}
