/* Improvement (CTL-14 to CTL-18): three auctions with sealed bids, and where the tiles go. */
#include "games/capitol/capitol.h"

void capitol_begin_auction(capitol *s, int auction) {
    s->phase = CAPITOL_BID;
    s->turn = ENGINE_NONE;
    s->auction = (uint8_t)auction;
    s->done = 0;
}

/* The tile has been placed, or has left the game. */
static void end_auction(capitol *s) {
    if (s->auction < CAPITOL_AUCTIONS)
        capitol_begin_auction(s, s->auction + 1);
    else
        capitol_score_round(s);
}

int capitol_strength(uint64_t bid) {
    return bid ? capitol_sum(bid) * 16 + capitol_value(__builtin_ctzll(bid)) : 0;
}

/* CTL-16, CTL-17: the winner, or ENGINE_NONE. */
static int winner(const capitol *s) {
    int best =
        s->head.options[CAPITOL_ZERO_BIDS] == CAPITOL_ZERO_BIDS_CONSUL ? s->consul : ENGINE_NONE;
    int most = 0, players = s->head.players, seat = s->consul;

    for (int i = 0; i < players; i++) {
        int bid = capitol_strength(s->bid[seat]);
        if (bid > most)
            most = bid, best = seat;
        seat = seat + 1 == players ? 0 : seat + 1;
    }
    return best;
}

/* CTL-16: the cards go in the order in which they were laid, which is card order. */
static void pay(capitol *s, int seat) {
    for (uint64_t bid = s->bid[seat]; bid; bid &= bid - 1)
        capitol_discard(s, seat, capitol_card_of(__builtin_ctzll(bid)));
}

uint32_t capitol_tile_areas(const capitol *s) {
    bool small = capitol_tile(s) == CAPITOL_PLACE_FOUNTAIN;
    uint32_t areas = 0;

    for (int area = 0; area < CAPITOL_AREAS; area++)
        areas |= (uint32_t)(small ? s->free[area] > 0 : s->large[area] == ENGINE_NONE) << area;
    return areas;
}

static void show_bids(capitol *s) {
    int best = winner(s);
    capu_lines *told = engine_told(&s->head);

    if (told)
        capitol_tell_bids(s, best, told);
    for (int seat = 0; seat < s->head.players; seat++)
        s->known[seat] |= s->bid[seat]; /* CTL-29 */
    if (best != ENGINE_NONE)
        pay(s, best);
    engine_memset(s->bid, 0, sizeof s->bid);
    s->done = 0;
    if (best == ENGINE_NONE || capitol_tile_areas(s) == 0) {
        if (told && best != ENGINE_NONE)
            capitol_tell_nowhere(s, told);
        end_auction(s);
        return;
    }
    s->phase = CAPITOL_PLACE;
    s->turn = (uint8_t)best;
}

void capitol_stop(capitol *s, int seat) {
    s->done |= (uint8_t)(1u << seat);
    if (s->done == (1u << s->head.players) - 1)
        show_bids(s);
}

void capitol_place_fountain(capitol *s, int area) {
    s->fountains[area]++;
    if (--s->free[area] == 0) {
        s->takes[area] = 0;
        capu_lines *told = engine_told(&s->head);
        if (told)
            capitol_tell_full(area, told);
    }
    end_auction(s);
}

void capitol_place_large(capitol *s, int area) {
    s->large[area] =
        capitol_tile(s) == CAPITOL_PLACE_TEMPLE ? CAPITOL_TEMPLE : CAPITOL_AMPHITHEATRE;
    end_auction(s);
}
