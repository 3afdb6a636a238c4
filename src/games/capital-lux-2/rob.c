/* ROB, the opponent of the solo game of Capital Lux 2. He is owner 1 and never asked. */
#include "games/capital-lux-2/lux.h"

/* How much ROB's city could still take before it is over what all can see. */
static int room(const lux *s, uint8_t kind) {
    int district = lux_colour[kind];

    return lux_open_limit(s, district) - s->city_total[LUX_ROB][district];
}

/* CLX-44: which of the two; equal ones by room, then the older. That is one comparison, since
 * branches would be mispredicted. */
static int pick(const lux *s, bool lowest) {
    const uint8_t *hand = s->rob_hand;

    if (s->rob_hand_count < 2)
        return 0;
    int more = (lux_value[hand[1]] - lux_value[hand[0]]) * (lowest ? -1 : 1);
    return more * 1024 + room(s, hand[1]) - room(s, hand[0]) > 0;
}

static void play_card(lux *s, uint8_t rob_card) {
    int index = pick(s, rob_card & LUX_ROB_LOWEST);
    uint8_t kind = s->rob_hand[index];
    bool to_city = !(rob_card & LUX_ROB_TO_CAPITAL) & (lux_value[kind] <= room(s, kind));
    int district = lux_colour[kind];

    s->rob_hand[0] = s->rob_hand[1 - index];
    s->rob_hand[--s->rob_hand_count] = 0;
    if (lux_told(s) && !to_city && !(rob_card & LUX_ROB_TO_CAPITAL))
        lux_tell_card(s, "rob_no_room", kind);
    lux_lay_open(s, to_city ? lux_city(LUX_ROB, district) : lux_capital(district), kind);
}

/* CLX-43 */
void lux_rob_turn(lux *s) {
    if (s->rob_turned < LUX_ROB_CARDS) {
        uint8_t card = s->rob_cards[s->rob_turned++];
        s->rob_reds = (uint8_t)(s->rob_reds + !(card & LUX_ROB_BLUE));
        if (lux_told(s))
            lux_tell_rob(s, card);
        if (s->rob_hand_count > 0)
            play_card(s, card);
    }
    while (s->rob_hand_count < LUX_ROB_HAND && s->pile_count > 0) {
        s->rob_hand[s->rob_hand_count++] = lux_draw(s);
        if (lux_told(s))
            lux_tell_card(s, "rob_drawn", s->rob_hand[s->rob_hand_count - 1]);
    }
}

/* CLX-41 */
void lux_rob_fill_reserve(lux *s) {
    uint64_t before = s->hand[LUX_ROB];
    int missing = LUX_ROB_RESERVE - lux_sum(before);

    if (s->pile_count < missing)
        lux_refill(s);
    for (; missing > 0 && s->pile_count > 0; missing--)
        s->hand[LUX_ROB] += lux_one(lux_draw(s));
    if (lux_told(s))
        lux_tell_tally(s, "reserve_filled", LUX_ROB, s->hand[LUX_ROB] - before);
}

/* CLX-46: the highest of a district first; one district does not change another. */
void lux_rob_lay_reserve(lux *s) {
    uint64_t before = s->hand[LUX_ROB];

    if (lux_told(s)) /* what is told is known only when it is done */
        engine_moment(&s->head);
    for (uint64_t left = before; left;) {
        uint8_t kind = (uint8_t)((63 - __builtin_clzll(left)) / 3);
        left -= lux_one(kind);
        if (lux_value[kind] > room(s, kind))
            continue;
        s->hand[LUX_ROB] -= lux_one(kind);
        lux_lay(s, lux_city(LUX_ROB, lux_colour[kind]), kind);
    }
    if (lux_told(s))
        lux_tell_tally(s, "reserve_laid", LUX_ROB, before - s->hand[LUX_ROB]);
}
