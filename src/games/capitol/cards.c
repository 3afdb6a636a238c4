/* Cards of Capitol: sets of them, and how they pass between stacks, hands and discard piles. */
#include "games/capitol/capitol.h"

/* Each byte becomes the number of its bits. */
static uint64_t bits_by_value(uint64_t set) {
    set -= set >> 1 & UINT64_C(0x55) * CAPITOL_EACH_VALUE;
    set = (set & UINT64_C(0x33) * CAPITOL_EACH_VALUE) +
          (set >> 2 & UINT64_C(0x33) * CAPITOL_EACH_VALUE);
    return (set + (set >> 4)) & UINT64_C(0x0F) * CAPITOL_EACH_VALUE;
}

int capitol_size(uint64_t set) {
    return (int)(bits_by_value(set) * CAPITOL_EACH_VALUE >> 56);
}

/* Values times numbers of cards, in lanes of 16 bits: the product's highest lane is their sum. */
int capitol_sum(uint64_t set) {
    const uint64_t lanes = UINT64_C(0x00FF00FF00FF00FF);
    uint64_t counts = bits_by_value(set);
    uint64_t even = (counts & lanes) * UINT64_C(0x0008000600040002);
    uint64_t odd = (counts >> 8 & lanes) * UINT64_C(0x0007000500030001);

    return (int)((even + odd) >> 48);
}

/* CTL-26: the oldest discard ends up on top. Everyone has seen all of these cards. */
static void turn_over(capitol *s, int deck) {
    uint8_t *cards = s->cards[deck];
    uint8_t count = s->discard[deck];

    engine_memmove(cards, cards + CAPITOL_DECK_ROOM - count, count);
    engine_memset(cards + count, 0, (size_t)(CAPITOL_DECK_ROOM - count));
    s->stack[deck] = count;
    s->discard[deck] = 0;
    capu_lines *told = engine_told(&s->head);
    if (told && count)
        capitol_tell_turned(deck, count, told);
}

void capitol_discard(capitol *s, int seat, int card) {
    int deck = capitol_deck_of(card);

    s->hand[seat] = capitol_without(s->hand[seat], card);
    s->known[seat] = capitol_without(s->known[seat], card);
    s->hand_size[seat][deck]--;
    s->cards[deck][CAPITOL_DECK_ROOM - ++s->discard[deck]] = (uint8_t)card;
    if (s->stack[deck] == 0)
        turn_over(s, deck);
}

void capitol_take_card(capitol *s, int seat, int deck) {
    uint8_t *top = &s->cards[deck][--s->stack[deck]];

    s->hand[seat] = capitol_with(s->hand[seat], *top);
    s->known[seat] = capitol_with(s->known[seat], *top);
    s->hand_size[seat][deck]++;
    *top = 0;
    s->unseen[deck] = (uint8_t)(s->unseen[deck] - (s->unseen[deck] > 0));
    if (s->stack[deck] == 0)
        turn_over(s, deck);
}
