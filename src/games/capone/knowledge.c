/* Who knows what in Capone (CPN-31): views and samples. */
#include "games/capone/capone.h"

static void wipe(capone_cards *cards) {
    engine_memset(cards->list, ENGINE_HIDDEN, cards->count);
}

void capone_hide(capu_state *state, int seat) {
    capone *s = (capone *)state;

    engine_memset(s->deck, ENGINE_HIDDEN, s->deck_count);
    for (int other = 0; other < s->head.players; other++) {
        if (other == seat)
            continue;
        wipe(&s->seats[other].hand);
        wipe(&s->seats[other].swapped);
        if (s->head.options[CAPONE_DISCARDS] == CAPONE_DISCARDS_HIDDEN)
            wipe(&s->seats[other].discarded);
    }
}

/* ------------------------------------------------------------------ samples */

static void cross_off(const capone_cards *cards, int8_t left[CAPONE_KINDS]) {
    for (int i = 0; i < cards->count; i++)
        if (cards->list[i] < CAPONE_KINDS)
            left[cards->list[i]]--;
}

/* The cards that the view does not show, in card order; how many. */
static int hidden_cards(const capone *s, uint8_t pool[CAPONE_CARDS]) {
    int8_t left[CAPONE_KINDS];
    int count = 0;

    for (int card = 0; card < CAPONE_KINDS; card++)
        left[card] = (int8_t)capone_copies(card, s->head.players);
    for (int seat = 0; seat < s->head.players; seat++) {
        cross_off(&s->seats[seat].hand, left);
        cross_off(&s->seats[seat].swapped, left);
        cross_off(&s->seats[seat].used, left);
        cross_off(&s->seats[seat].discarded, left);
    }
    for (int card = 0; card < CAPONE_KINDS; card++)
        for (; left[card] > 0; left[card]--)
            pool[count++] = (uint8_t)card;
    return count;
}

/* A list is hidden as a whole; its cards come from the end of the pool. */
static void deal_list(capone_cards *cards, const uint8_t *pool, int *count) {
    if (cards->count == 0 || cards->list[0] != ENGINE_HIDDEN)
        return;
    *count -= cards->count;
    engine_memcpy(cards->list, pool + *count, cards->count);
    engine_sort(cards->list, cards->count);
}

/* Every card that is not seen may be in every hidden place, so a shuffle is uniform. */
void capone_fill(capu_state *state, int seat, capu_random *random) {
    capone *s = (capone *)state;
    uint8_t pool[CAPONE_CARDS];
    int count = hidden_cards(s, pool);

    (void)seat;
    engine_random_shuffle(random, pool, count);
    for (int other = 0; other < s->head.players; other++) {
        deal_list(&s->seats[other].hand, pool, &count);
        deal_list(&s->seats[other].swapped, pool, &count);
        deal_list(&s->seats[other].discarded, pool, &count);
    }
    engine_memcpy(s->deck, pool, s->deck_count);
}
