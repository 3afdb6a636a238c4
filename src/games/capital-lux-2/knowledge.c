/* Who knows what in Capital Lux 2 (CLX-50): views and samples. */
#include "games/capital-lux-2/lux.h"

static void wipe(uint8_t *bytes, int count) {
    engine_memset(bytes, ENGINE_HIDDEN, (size_t)count);
}

/* The viewer knows the packet that it has passed on. */
static bool passed_on(const lux *s, int viewer, int seat) {
    return viewer != CAPU_SPECTATOR && s->phase == LUX_DRAFT && s->step == 2 &&
           seat == engine_clockwise(viewer, 1, s->head.players);
}

static void hide_seat(lux *s, int seat, int viewer) {
    s->hand[seat] = viewer == CAPU_SPECTATOR ? 0 : *lux_known(s, seat, viewer);
    for (int other = 0; other < s->head.players; other++)
        if (other != seat && other != viewer)
            *lux_known(s, seat, other) = LUX_HIDDEN_TALLY;
    if (!passed_on(s, viewer, seat))
        s->packet[seat] = 0;
    if (s->chosen >> seat & 1)
        wipe(s->choice[seat], 2);
}

void lux_hide(capu_state *state, int seat) {
    lux *s = (lux *)state;

    wipe(s->cards + LUX_CARDS - s->pile_count, s->pile_count);
    wipe(s->modifiers, s->modifier_count);
    wipe(s->grey, s->grey_count);
    if (lux_solo(s))
        wipe(s->rob_cards + s->rob_turned, LUX_ROB_CARDS - s->rob_turned);
    if (s->turn != seat)
        wipe(s->drawn, s->drawn_count);
    for (int i = 0; i < s->laid_count; i++)
        if (s->phase < LUX_PAY && s->laid[i].seat != seat) /* CLX-15 */
            s->laid[i].modifier = ENGINE_HIDDEN;
    for (int other = 0; other < s->head.players; other++)
        if (other != seat) {
            hide_seat(s, other, seat);
            engine_memset(s->passed[other], 0, LUX_PASSED);
        }
}

/* A round's end is shown event by event. Modifiers are turned over one by one (CLX-15). */
bool lux_moment(const capu_state *state, const capu_lines *told, capu_state *view) {
    const lux *s = (const lux *)state;
    lux *seen = (lux *)view;
    int turned = 0;

    if (s->turn != ENGINE_NONE || s->phase == LUX_DRAFT)
        return false;
    for (int i = 0; i < told->count; i++)
        if (engine_same(told->lines[i].id, "shown")) {
            seen->laid[turned].modifier = s->laid[turned].modifier;
            turned++;
        }
    return true;
}

/* ------------------------------------------------------------------ samples */

/* Cards, in a row and shuffled, of which the next is dealt. */
typedef struct pool {
    uint8_t cards[LUX_CARDS];
    int next, count;
} pool;

static void add_to_pool(pool *p, int kind, int count) {
    for (; count > 0; count--)
        p->cards[p->count++] = (uint8_t)kind;
}

static void take_tally(int8_t left[LUX_KINDS], uint64_t tally) {
    for (uint64_t kinds = lux_kinds(tally); kinds; kinds &= kinds - 1) {
        int kind = lux_lowest_kind(kinds);
        left[kind] = (int8_t)(left[kind] - lux_how_many(tally, kind));
    }
}

static void take_cards(int8_t left[LUX_KINDS], const uint8_t *cards, int count) {
    for (int i = 0; i < count; i++)
        if (cards[i] < LUX_KINDS)
            left[cards[i]]--;
}

void lux_hidden_cards(const lux *s, int8_t left[LUX_KINDS]) {
    for (int kind = 0; kind < LUX_KINDS; kind++)
        left[kind] = (int8_t)(lux_copies[kind] - s->discard[kind]);
    take_cards(left, s->cards, s->start[LUX_LISTS]);
    take_cards(left, s->display, s->display_count);
    take_cards(left, s->drawn, s->drawn_count);
    take_cards(left, s->rob_hand, s->rob_hand_count);
    for (int seat = 0; seat < lux_owners(s); seat++) { /* ROB's reserve too */
        take_tally(left, s->hand[seat]);
        take_tally(left, s->packet[seat]);
    }
}

static uint64_t deal_tally(pool *p, int count) {
    uint64_t tally = 0;

    for (; count > 0; count--)
        tally += lux_one(p->cards[p->next++]);
    return tally;
}

/* Any two cards of the packet. */
static void fill_choice(lux *s, int seat, capu_random *random) {
    uint8_t cards[LUX_MOST_HAND];
    int count = 0;

    for (int kind = 0; kind < LUX_CITIZENS; kind++)
        for (int n = lux_how_many(s->packet[seat], kind); n > 0; n--)
            cards[count++] = (uint8_t)kind;
    engine_random_shuffle(random, cards, count);
    engine_memcpy(s->choice[seat], cards, 2);
    engine_sort(s->choice[seat], 2);
}

/* What others know of a hand the viewer does not know; the sample says nothing. */
static void fill_known(lux *s, int seat) {
    for (int i = 0; i < s->head.players - 1; i++)
        if (s->known[seat][i] == LUX_HIDDEN_TALLY)
            s->known[seat][i] = 0;
}

static void fill_seat(lux *s, int seat, pool *citizens, capu_random *random) {
    s->hand[seat] += deal_tally(citizens, s->hand_count[seat] - lux_sum(s->hand[seat]));
    s->packet[seat] += deal_tally(citizens, s->packet_size - lux_sum(s->packet[seat]));
    if ((s->chosen >> seat & 1) && s->choice[seat][0] == ENGINE_HIDDEN)
        fill_choice(s, seat, random);
    fill_known(s, seat);
}

static void fill_drawn(lux *s, pool *from) {
    for (int i = 0; i < s->drawn_count; i++)
        s->drawn[i] = from->cards[from->next++];
    engine_sort(s->drawn, s->drawn_count);
}

static bool drawn_from(const lux *s, int least, int most) {
    return s->drawn_count && s->drawn[0] == ENGINE_HIDDEN && s->powers[s->district] >= least &&
           s->powers[s->district] <= most;
}

static void fill_citizens(lux *s, const int8_t left[LUX_KINDS], capu_random *random) {
    pool citizens = {.count = 0};

    for (int kind = 0; kind < LUX_CITIZENS; kind++)
        add_to_pool(&citizens, kind, left[kind]);
    engine_random_shuffle(random, citizens.cards, citizens.count);
    for (int seat = 0; seat < s->head.players; seat++)
        fill_seat(s, seat, &citizens, random);
    if (drawn_from(s, LUX_PROSELYTISER, LUX_PROSELYTISER))
        fill_drawn(s, &citizens);
    engine_memcpy(s->cards + LUX_CARDS - s->pile_count, citizens.cards + citizens.next,
                  s->pile_count);
}

static void fill_greys(lux *s, const int8_t left[LUX_KINDS], capu_random *random) {
    pool greys = {.count = 0};

    if (!lux_in_play(s, LUX_RECRUITER) && !lux_in_play(s, LUX_FOREIGNER))
        return;
    for (int kind = LUX_CITIZENS; kind < LUX_KINDS; kind++)
        add_to_pool(&greys, kind, left[kind]);
    engine_random_shuffle(random, greys.cards, greys.count);
    if (drawn_from(s, LUX_RECRUITER, LUX_FOREIGNER))
        fill_drawn(s, &greys);
    engine_memcpy(s->grey, greys.cards + greys.next, s->grey_count);
}

static uint32_t open_modifiers(const lux *s) {
    uint32_t open = 0;

    for (int i = 0; i < s->laid_count; i++)
        if (s->laid[i].modifier < LUX_MODIFIERS)
            open |= 1u << s->laid[i].modifier;
    if (s->drawn_count && s->drawn[0] >= LUX_DRAWN_MODIFIER && s->drawn[0] != ENGINE_HIDDEN)
        open |= 1u << (s->drawn[0] - LUX_DRAWN_MODIFIER);
    return open;
}

static void fill_modifiers(lux *s, capu_random *random) {
    pool modifiers = {.count = 0};
    uint32_t open = open_modifiers(s);

    if (!lux_in_play(s, LUX_AGENT))
        return;
    for (int i = 0; i < LUX_MODIFIERS; i++)
        add_to_pool(&modifiers, i, !(open >> i & 1));
    engine_random_shuffle(random, modifiers.cards, modifiers.count);
    for (int i = 0; i < s->laid_count; i++)
        if (s->laid[i].modifier == ENGINE_HIDDEN)
            s->laid[i].modifier = modifiers.cards[modifiers.next++];
    if (drawn_from(s, LUX_AGENT, LUX_AGENT))
        s->drawn[0] = (uint8_t)(LUX_DRAWN_MODIFIER + modifiers.cards[modifiers.next++]);
    engine_memcpy(s->modifiers, modifiers.cards + modifiers.next, s->modifier_count);
}

static void fill_rob_cards(lux *s, capu_random *random) {
    pool rob = {.count = 0};
    uint8_t left[LUX_ROB_KINDS];

    if (!lux_solo(s))
        return;
    engine_memcpy(left, lux_rob_copies[s->head.options[LUX_ROB_OPTION]], LUX_ROB_KINDS);
    for (int i = 0; i < s->rob_turned; i++)
        left[s->rob_cards[i]]--;
    for (int kind = 0; kind < LUX_ROB_KINDS; kind++)
        add_to_pool(&rob, kind, left[kind]);
    engine_random_shuffle(random, rob.cards, rob.count);
    engine_memcpy(s->rob_cards + s->rob_turned, rob.cards, (size_t)rob.count);
}

/* All that is hidden is dealt from what the view does not show, every order being equally likely.
 * (What others may have kept or passed on for a reason is left to those who want to reason.) */
void lux_fill(capu_state *state, int seat, capu_random *random) {
    lux *s = (lux *)state;
    int8_t left[LUX_KINDS];

    (void)seat;
    lux_hidden_cards(s, left);
    fill_citizens(s, left, random);
    fill_greys(s, left, random);
    fill_modifiers(s, random);
    fill_rob_cards(s, random);
}
