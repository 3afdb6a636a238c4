/* What Capitol tells: what follows from a view, and what an action led to. */
#include "games/capitol/capitol.h"

static void begin(capu_lines *out, const char *id) {
    engine_line(out, id, CAPU_KNOWN_TO_ALL);
}

static void begin_area(capu_lines *out, const char *id, int area) {
    begin(out, id);
    engine_add_word(out, "area", capitol_area_names[area]);
}

static void begin_seat(capu_lines *out, const char *id, int seat) {
    begin(out, id);
    engine_add_number(out, "seat", seat);
}

static const char *card_name(int card) {
    return capitol_card_names[capitol_kind_of(card)];
}

static void list_cards(capu_lines *out, uint64_t set) {
    for (; set; set &= set - 1)
        engine_list_word(out, "cards", card_name(capitol_card_of(__builtin_ctzll(set))));
}

static void add_tile(const capitol *s, capu_lines *out) {
    engine_add_word(out, "tile", capitol_verbs[capitol_tile(s)].name);
}

/* ------------------------------------------------- who is where in an area */

/* 1 for the first, 2 for the second, 0 for all others. */
static int place_of(const capitol *s, int area, int seat) {
    capitol_standing standing = s->standing[area];

    return (standing.first >> seat & 1) + 2 * (standing.second >> seat & 1);
}

/* How points come about: the first has a part of its own, and each fountain counts (CTL-19). */
static void list_parts(const capitol *s, int area, int place, capu_lines *out) {
    if (place == 1)
        engine_list_number(out, "parts", CAPITOL_FIRST_POINTS);
    if (place == 2 || s->fountains[area])
        engine_list_number(out, "parts", s->fountains[area]);
}

/* The id says which text explains the points: a mere number, a sum, a sum that is doubled. */
static const char *rank_id(const capitol *s, int area, int place) {
    static const char *const ids[][3] = {{"behind", "behind", "behind"},
                                         {"first", "first_fountains", "first_temple"},
                                         {"second", "second", "second_temple"}};
    bool doubled = s->large[area] == CAPITOL_TEMPLE && (place == 1 || s->fountains[area]);

    return ids[place][doubled ? 2 : s->fountains[area] > 0];
}

static void add_rank(const capitol *s, int area, int seat, capu_lines *out) {
    int place = place_of(s, area, seat), weight = s->weight[area][seat];

    begin_area(out, rank_id(s, area, place), area);
    engine_add_number(out, "seat", seat);
    engine_add_number(out, "place", place);
    engine_add_number(out, "n", weight >> 3);
    engine_add_number(out, "tallest", weight & 7);
    if (place)
        list_parts(s, area, place, out);
    engine_add_number(out, "points", capitol_area_points(s, area, seat));
}

static void add_ranks(const capitol *s, int area, int place, capu_lines *out) {
    for (int seat = 0; seat < s->head.players; seat++)
        if (s->weight[area][seat] && place_of(s, area, seat) == place)
            add_rank(s, area, seat, out);
}

/* CTL-20, CTL-21: those who tie for the most floors, if several do. */
static void add_tie(const capitol *s, int area, capu_lines *out) {
    uint32_t first = s->standing[area].first, tied = 0;
    int floors = first ? s->weight[area][__builtin_ctz(first)] >> 3 : 0;

    for (int seat = 0; seat < s->head.players; seat++)
        tied |= (uint32_t)(s->weight[area][seat] >> 3 == floors) << seat;
    if (!first || !(tied & (tied - 1)))
        return;
    begin_area(out, first & (first - 1) ? "tie_all" : "tie_tall", area);
    engine_list_seats(out, "tied_seat", tied);
    engine_add_number(out, "n", floors);
}

/* ------------------------------------------------------------------- facts */

/* CTL-11: what the area still takes. Bit height * 2 + shape of `takes` stands for a building. */
static void add_limits(const capitol *s, int area, capu_lines *out) {
    uint32_t takes = s->takes[area];

    begin_area(out, takes ? "limits" : "full", area);
    if (!takes)
        return;
    for (int shape = 0; shape < CAPITOL_SHAPES; shape++)
        if (takes & 0x5555u << shape)
            engine_list_word(out, "shapes", capitol_shape_names[shape]);
    for (int height = 1; height <= CAPITOL_SQUARES; height++)
        if (takes >> 2 * height & 3)
            engine_list_number(out, "heights", height);
}

static void add_area(const capitol *s, int area, capu_lines *out) {
    begin_area(out, "area", area);
    engine_add_word(out, "colour", capitol_colour_names[area / CAPITOL_AREAS_EACH]);
    engine_add_number(out, "for_first", capitol_first_points(capitol_tiles_of(s, area)));
    engine_add_number(out, "for_second", capitol_second_points(capitol_tiles_of(s, area)));
    engine_list_seats(out, "first_seat", s->standing[area].first);
    engine_list_seats(out, "second_seat", s->standing[area].second);
    add_limits(s, area, out);
    if (!s->standing[area].first)
        begin_area(out, "nobody", area);
    add_ranks(s, area, 1, out);
    add_ranks(s, area, 2, out);
    add_ranks(s, area, 0, out);
    add_tie(s, area, out);
    if (s->large[area] != CAPITOL_AMPHITHEATRE)
        return;
    begin_area(out, "amphitheatre", area);
    engine_add_number(out, "for_first", CAPITOL_FIRST_CARDS_MORE);
    engine_add_number(out, "for_second", CAPITOL_SECOND_CARDS_MORE);
}

/* CTL-8: where a floor may go, if not everywhere. */
static void add_sites(const capitol *s, capu_lines *out) {
    static const char *const ids[] = {
        "put_highest", [CAPITOL_ON_HIGHEST] = "put_same", [CAPITOL_ON_NEW] = "put_begun"};

    if (s->phase != CAPITOL_PUT || s->head.options[CAPITOL_FLOORS_OPTION] == CAPITOL_FLOORS_FREE)
        return;
    begin_seat(out, ids[s->first_floor], s->turn);
}

static bool knows_hand(const capitol *s, int seat) {
    const uint8_t *size = s->hand_size[seat];

    return capitol_size(s->hand[seat]) == size[0] + size[1] + size[2];
}

static void add_seat(const capitol *s, int seat, capu_lines *out) {
    begin_seat(out, "points", seat);
    engine_add_number(out, "n", capitol_points_now(s, seat));
    begin_seat(out, "cards", seat);
    engine_add_number(out, "n", capitol_cards_more(s, seat));
    if (s->hand[seat] && knows_hand(s, seat)) {
        begin_seat(out, "hand", seat);
        list_cards(out, s->hand[seat]);
    }
    if (s->phase == CAPITOL_BID && s->bid[seat] != CAPITOL_HIDDEN_BID) {
        begin_seat(out, "bid", seat);
        engine_add_number(out, "n", capitol_sum(s->bid[seat]));
    }
}

/* CTL-28: who has the most points, and whether several share them. */
static void add_winners(const capitol *s, capu_lines *out) {
    capu_result result;
    uint32_t winners = 0;

    capitol_result((const capu_state *)s, &result);
    for (int seat = 0; seat < s->head.players; seat++)
        winners |= (uint32_t)(result.places[seat] == 1) << seat;
    begin(out, winners & (winners - 1) ? "won_shared" : "won");
    engine_list_seats(out, "seat", winners);
    engine_add_number(out, "n", result.scores[__builtin_ctz(winners)]);
}

static void add_moment(const capitol *s, capu_lines *out) {
    begin(out, "round");
    engine_add_number(out, "n", s->round);
    engine_add_number(out, "most", CAPITOL_ROUNDS);
    if (s->auction) {
        begin(out, "tile");
        add_tile(s, out);
        engine_add_number(out, "n", s->auction);
        engine_add_number(out, "most", CAPITOL_AUCTIONS);
    }
    add_sites(s, out);
    if (s->phase == CAPITOL_OVER)
        add_winners(s, out);
}

void capitol_facts(const capu_state *view, capu_lines *out) {
    const capitol *s = (const capitol *)view;

    add_moment(s, out);
    for (int area = 0; area < CAPITOL_AREAS; area++)
        add_area(s, area, out);
    for (int seat = 0; seat < s->head.players; seat++)
        add_seat(s, seat, out);
}

/* ------------------------------------------------- events of construction */

void capitol_tell_no_floors(capu_lines *out) {
    begin(out, "no_floors");
}

void capitol_tell_full(int area, capu_lines *out) {
    begin_area(out, "full", area);
}

/* CTL-11 (b), (d): the first building of an area sets its roofs, and perhaps those of another. */
void capitol_tell_shape(const capitol *s, int area, capu_lines *out) {
    int colour = area / CAPITOL_AREAS_EACH * CAPITOL_AREAS_EACH;

    begin_area(out, "shape", area);
    engine_add_word(out, "shape", capitol_shape_names[s->shape[area]]);
    for (int other = colour; other < colour + CAPITOL_AREAS_EACH; other++) {
        uint32_t takes = s->takes[other];
        if (s->shape[other] != ENGINE_NONE || !takes || (takes & (takes - 1)))
            continue;
        begin_area(out, "only_shape", other);
        engine_add_word(out, "shape", capitol_shape_names[__builtin_ctz(takes) & 1]);
    }
}

/* ------------------------------------------------------- events of cards */

void capitol_tell_drawn(int seat, int card, capu_lines *out) {
    begin_seat(out, "drawn", seat);
    engine_add_word(out, "card", card_name(card));
}

void capitol_tell_turned(int deck, int count, capu_lines *out) {
    static const char *const ids[CAPITOL_DECKS] = {"turned_roof", "turned_floor", "turned_permit"};

    begin(out, ids[deck]);
    engine_add_number(out, "n", count);
}

/* ----------------------------------------------------- events of auctions */

/* All bids, from the consul on. */
static void tell_bids(const capitol *s, capu_lines *out) {
    for (int i = 0; i < s->head.players; i++) {
        int seat = engine_clockwise(s->consul, i, s->head.players);
        uint64_t bid = s->bid[seat];
        begin_seat(out, bid ? "bid" : "bid_none", seat);
        engine_add_number(out, "n", capitol_sum(bid));
        if (bid)
            list_cards(out, bid);
        else
            engine_list_none(out, "cards");
    }
}

/* CTL-16: what decided; the seats that bid as much as the winner tie. */
static const char *sold_id(const capitol *s, int winner) {
    int best = capitol_strength(s->bid[winner]);
    const char *id = "sold";

    if (best == 0) /* CTL-17 */
        return "sold_consul";
    for (int seat = 0; seat < s->head.players; seat++) {
        int bid = capitol_strength(s->bid[seat]);
        if (seat != winner && bid == best)
            return "sold_order";
        if (seat != winner && capitol_sum(s->bid[seat]) == capitol_sum(s->bid[winner]))
            id = "sold_card";
    }
    return id;
}

void capitol_tell_bids(const capitol *s, int winner, capu_lines *out) {
    tell_bids(s, out);
    if (winner == ENGINE_NONE) {
        begin(out, "unsold");
        add_tile(s, out);
        return;
    }
    uint64_t bid = s->bid[winner];
    begin_seat(out, sold_id(s, winner), winner);
    add_tile(s, out);
    engine_add_number(out, "n", capitol_sum(bid));
    if (bid)
        engine_add_word(out, "card", card_name(capitol_card_of(__builtin_ctzll(bid))));
}

void capitol_tell_nowhere(const capitol *s, capu_lines *out) {
    begin(out, "nowhere");
    add_tile(s, out);
}

/* ------------------------------------------------------ events of scoring */

void capitol_tell_scoring(const capitol *s, capu_lines *out) {
    begin(out, "scoring");
    engine_add_number(out, "n", s->round);
    for (int area = 0; area < CAPITOL_AREAS; area++) {
        add_ranks(s, area, 1, out);
        add_ranks(s, area, 2, out);
        add_tie(s, area, out);
    }
    for (int seat = 0; seat < s->head.players; seat++) {
        begin_seat(out, "gain", seat);
        engine_add_number(out, "n", capitol_points_now(s, seat));
        engine_add_number(out, "total", s->score[seat] + capitol_points_now(s, seat));
    }
}

void capitol_tell_round(const capitol *s, capu_lines *out) {
    begin(out, "round");
    engine_add_number(out, "n", s->round);
    engine_add_number(out, "consul_seat", s->consul);
}

void capitol_tell_end(const capitol *s, capu_lines *out) {
    add_winners(s, out);
}
