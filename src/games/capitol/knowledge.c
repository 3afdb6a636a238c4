/* Who knows what in Capitol (CTL-29): views and samples. */
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
