/* Who knows what in Capitol (CTL-29): views, samples, features. */
#include "games/capitol/capitol.h"

/* Of a hidden hand the known cards remain. `hand_size` says how many others there are. */
void capitol_hide(capu_state *state, int seat) {
    capitol *s = (capitol *)state;

    for (int deck = 0; deck < CAPITOL_DECKS; deck++)
        engine_memset(s->cards[deck], ENGINE_HIDDEN, s->unseen[deck]);
    for (int other = 0; other < s->head.players; other++) {
        if (other == seat)
            continue;
        s->hand[other] = s->known[other];
        if (s->phase == CAPITOL_BID)
            s->bid[other] = CAPITOL_HIDDEN_BID;
    }
}

/* ------------------------------------------------------------------ samples */

/* Takes a set of cards out of another. */
static uint64_t take_out(uint64_t from, uint64_t set) {
    for (; set; set &= set - 1)
        from = capitol_without(from, capitol_card_of(__builtin_ctzll(set)));
    return from;
}

/* Lists the cards of a deck that the view does not show, in no order. Returns how many. */
static int hidden_cards(const capitol *s, int deck, uint8_t pool[CAPITOL_DECK_ROOM]) {
    uint64_t mask = capitol_deck_cards[deck], left = mask;
    int count = 0;

    for (int i = s->unseen[deck]; i < CAPITOL_DECK_ROOM; i++)
        if (s->cards[deck][i])
            left = capitol_without(left, s->cards[deck][i]);
    for (int seat = 0; seat < s->head.players; seat++)
        left = take_out(left, s->hand[seat] & mask);
    if (deck == CAPITOL_ROOF_DECK)
        left &= ~UINT64_C(3); /* there is no 8 */
    for (; left; left &= left - 1)
        pool[count++] = (uint8_t)capitol_card_of(__builtin_ctzll(left));
    return count;
}

static void fill_deck(capitol *s, int deck, capu_random *random) {
    uint8_t pool[CAPITOL_DECK_ROOM];
    int count = hidden_cards(s, deck, pool);

    engine_random_shuffle(random, pool, count);
    for (int seat = 0; seat < s->head.players; seat++) {
        int hidden = s->hand_size[seat][deck];
        hidden -= capitol_size(s->hand[seat] & capitol_deck_cards[deck]);
        while (hidden-- > 0)
            s->hand[seat] = capitol_with(s->hand[seat], pool[--count]);
    }
    engine_memcpy(s->cards[deck], pool, s->unseen[deck]);
}

/* One of all the bids that the hand allows, each equally likely. */
static uint64_t random_bid(uint64_t hand, capu_random *random) {
    uint64_t bid = 0;

    for (uint64_t kinds = hand & CAPITOL_FIRST_CARDS; kinds; kinds &= kinds - 1) {
        int card = __builtin_ctzll(kinds);
        uint32_t copies = (uint32_t)capitol_copies(hand, card);
        for (uint32_t n = capu_random_below(random, copies + 1); n > 0; n--)
            bid = capitol_with(bid, card);
    }
    return bid;
}

/* Every way to deal the hidden cards is equally likely, and then every bid. */
void capitol_fill(capu_state *state, int seat, capu_random *random) {
    capitol *s = (capitol *)state;

    (void)seat;
    for (int deck = 0; deck < CAPITOL_DECKS; deck++)
        fill_deck(s, deck, random);
    for (int other = 0; other < s->head.players; other++)
        if (s->bid[other] == CAPITOL_HIDDEN_BID)
            s->bid[other] = random_bid(s->hand[other], random);
}

/* ----------------------------------------------------------------- features */

enum { HEIGHTS = CAPITOL_SQUARES + 1, BUILDING_KINDS = CAPITOL_SQUARES * CAPITOL_SHAPES };

/* Where each group of features begins. Seats are counted from the viewer's. */
enum {
    F_HAND = 0,                                                    /* own cards of a kind */
    F_KNOWN = F_HAND + CAPITOL_CARD_KINDS,                         /* known cards of the others */
    F_TOPS = F_KNOWN + (CAPITOL_PLAYERS - 1) * CAPITOL_CARD_KINDS, /* kinds on top of the stacks */
    F_SIZES = F_TOPS + CAPITOL_CARD_KINDS,
    F_FREE = F_SIZES + CAPITOL_PLAYERS * CAPITOL_DECKS,
    F_FOUNTAINS = F_FREE + CAPITOL_AREAS,
    F_LARGE = F_FOUNTAINS + CAPITOL_AREAS,
    F_SHAPE = F_LARGE + 2 * CAPITOL_AREAS,
    F_FLOORS = F_SHAPE + CAPITOL_SHAPES * CAPITOL_AREAS,
    F_TALLEST = F_FLOORS + CAPITOL_PLAYERS * CAPITOL_AREAS,
    F_WORKS =
        F_TALLEST + CAPITOL_PLAYERS * CAPITOL_AREAS, /* works of a height; the last: or more */
    F_BUILDINGS = F_WORKS + CAPITOL_PLAYERS * HEIGHTS,
    F_ROOFS = F_BUILDINGS + CAPITOL_PLAYERS * BUILDING_KINDS,
    F_SCORE = F_ROOFS + CAPITOL_PLAYERS * CAPITOL_SHAPES,
    F_DONE = F_SCORE + CAPITOL_PLAYERS,
    F_TURN = F_DONE + CAPITOL_PLAYERS,
    F_CONSUL = F_TURN + CAPITOL_PLAYERS,
    F_PHASE = F_CONSUL + CAPITOL_PLAYERS,
    F_ROUND = F_PHASE + CAPITOL_OVER + 1,
    F_AUCTION,
    F_LEFT,
    F_SUPPLY,
    F_END,
};
_Static_assert(F_END <= CAPITOL_FEATURES, "the feature space is too small");

static void count_cards(uint64_t set, int16_t *values) {
    for (uint64_t kinds = set & CAPITOL_FIRST_CARDS; kinds; kinds &= kinds - 1) {
        int card = __builtin_ctzll(kinds);
        values[capitol_kind_of(card)] = (int16_t)capitol_copies(set, card);
    }
}

static void area_features(const capitol *s, int area, int16_t *values) {
    values[F_FREE + area] = s->free[area];
    values[F_FOUNTAINS + area] = s->fountains[area];
    if (s->large[area] != ENGINE_NONE)
        values[F_LARGE + 2 * area + s->large[area]] = 1;
    if (s->shape[area] != ENGINE_NONE)
        values[F_SHAPE + CAPITOL_SHAPES * area + s->shape[area]] = 1;
}

/* What is public of a seat that sits `place` places behind the viewer. */
static void seat_features(const capitol *s, int seat, int place, int16_t *values) {
    for (int area = 0; area < CAPITOL_AREAS; area++) {
        values[F_FLOORS + CAPITOL_AREAS * place + area] = s->weight[area][seat] >> 3;
        values[F_TALLEST + CAPITOL_AREAS * place + area] = s->weight[area][seat] & 7;
    }
    for (int i = 0; i < s->work_kinds[seat]; i++) {
        int height = s->work_height[seat][i] < HEIGHTS ? s->work_height[seat][i] : HEIGHTS;
        int16_t *works = &values[F_WORKS + HEIGHTS * place + height - 1];
        *works = (int16_t)(*works + s->work_count[seat][i]);
    }
    for (int i = 0; i < s->building_count[seat]; i++)
        if (s->building[seat][i] <= CAPITOL_SQUARES * 2 + 1)
            values[F_BUILDINGS + BUILDING_KINDS * place + s->building[seat][i] - 2]++;
    for (int shape = 0; shape < CAPITOL_SHAPES; shape++)
        values[F_ROOFS + CAPITOL_SHAPES * place + shape] = s->roofs[seat][shape];
    for (int deck = 0; deck < CAPITOL_DECKS; deck++)
        values[F_SIZES + CAPITOL_DECKS * place + deck] = s->hand_size[seat][deck];
    values[F_SCORE + place] = (int16_t)s->score[seat];
    values[F_DONE + place] = s->done >> seat & 1;
    values[F_TURN + place] = s->turn == seat;
    values[F_CONSUL + place] = s->consul == seat;
}

int capitol_features(const capu_state *view, int seat, capu_feature *out) {
    const capitol *s = (const capitol *)view;
    int16_t values[F_END] = {0};
    int players = s->head.players, own = seat < 0 ? 0 : seat;

    if (seat >= 0)
        count_cards(s->hand[seat], values + F_HAND);
    for (int place = 0; place < players; place++) {
        int other = engine_clockwise(own, place, players);
        seat_features(s, other, place, values);
        if (place > 0)
            count_cards(s->known[other], values + F_KNOWN + (place - 1) * CAPITOL_CARD_KINDS);
    }
    for (int area = 0; area < CAPITOL_AREAS; area++)
        area_features(s, area, values);
    for (int deck = 0; deck < CAPITOL_DECKS; deck++)
        if (s->stack[deck] > 0)
            values[F_TOPS + capitol_kind_of(s->cards[deck][s->stack[deck] - 1])] = 1;
    values[F_PHASE + s->phase] = 1;
    values[F_ROUND] = s->round;
    values[F_AUCTION] = s->auction;
    values[F_LEFT] = s->left;
    values[F_SUPPLY] = s->supply;
    return engine_list_features(values, F_END, out);
}
