/* ROB, the opponent of the solo game of Capital Lux 2. He is owner 1 and never asked. */
#include "games/capital_lux_2/capital_lux_2.h"

/* How much ROB's city could still take before it is over what all can see. */
static int room(const clx *s, uint8_t kind) {
    int district = clx_colour[kind];

    return clx_open_limit(s, district) - s->city_total[ROB][district];
}

/* CLX-44: which of the two; equal ones by room, then the older. That is one comparison, since
 * branches would be mispredicted. */
static int pick(const clx *s, bool lowest) {
    const uint8_t *hand = s->rob_hand;

    if (s->rob_hand_count < 2)
        return 0;
    int more = (clx_value[hand[1]] - clx_value[hand[0]]) * (lowest ? -1 : 1);
    return more * 1024 + room(s, hand[1]) - room(s, hand[0]) > 0;
}

static void play_card(clx *s, uint8_t rob_card) {
    int index = pick(s, rob_card & ROB_LOWEST);
    uint8_t kind = s->rob_hand[index];
    bool to_city = !(rob_card & ROB_TO_CAPITAL) & (clx_value[kind] <= room(s, kind));
    int district = clx_colour[kind];

    s->rob_hand[0] = s->rob_hand[1 - index];
    s->rob_hand[--s->rob_hand_count] = 0;
    clx_lay(s, to_city ? clx_city(ROB, district) : clx_capital(district), kind);
}

/* CLX-43 */
void clx_rob_turn(clx *s) {
    if (s->rob_turned < ROB_CARDS) {
        uint8_t card = s->rob_cards[s->rob_turned++];
        s->rob_reds = (uint8_t)(s->rob_reds + !(card & ROB_BLUE));
        if (s->rob_hand_count > 0)
            play_card(s, card);
    }
    while (s->rob_hand_count < ROB_HAND && s->pile_count > 0)
        s->rob_hand[s->rob_hand_count++] = clx_draw(s);
}

/* CLX-41 */
void clx_rob_fill_reserve(clx *s) {
    int missing = ROB_RESERVE - clx_sum(s->hand[ROB]);

    if (s->pile_count < missing)
        clx_refill(s);
    for (; missing > 0 && s->pile_count > 0; missing--)
        s->hand[ROB] += clx_one(clx_draw(s));
}

/* CLX-46: the highest of a district first; one district does not change another. */
void clx_rob_lay_reserve(clx *s) {
    for (uint64_t left = s->hand[ROB]; left;) {
        uint8_t kind = (uint8_t)((63 - __builtin_clzll(left)) / 3);
        left -= clx_one(kind);
        if (clx_value[kind] > room(s, kind))
            continue;
        s->hand[ROB] -= clx_one(kind);
        clx_lay(s, clx_city(ROB, clx_colour[kind]), kind);
    }
}
