/* What is legal in Capone: how many actions, the one at an index, all of them. Each group of
 * actions (the uses of a card, say) has a function that counts and one that finds the nth, and the
 * list is made of these; where there is much to list, of swaps and cards, group by group. */
#include "games/capone/capone.h"

static const capone *of(const capu_state *state) {
    return (const capone *)state;
}

/* ---------------------------------------------------------- CPN-8: the swap */

/* Choices from a hand by the places of the cards: fewer first, then by the first that differs. */
static const uint8_t choices_of_4[] = {0, 1, 2, 4, 8, 3, 5, 9, 6, 10, 12, 7, 11, 13, 14, 15};
static const uint8_t choices_of_5[] = {
    0, 1,  2,  4,  8,  16, 3,  5,  9,  17, 6,  10, 18, 12, 20, 24,
    7, 11, 19, 13, 21, 25, 14, 22, 26, 28, 15, 23, 27, 29, 30, 31,
};

static const uint8_t *choices_from(const capone_cards *hand) {
    return hand->count == CAPONE_HAND ? choices_of_5 : choices_of_4;
}

/* Places of cards that are like the one before. */
static uint32_t repeated(const capone_cards *hand) {
    uint32_t bits = 0;

    for (int i = 1; i < hand->count; i++)
        bits |= (uint32_t)(hand->list[i] == hand->list[i - 1]) << i;
    return bits;
}

/* Of equal cards the first are given, so that equal choices are one. */
static bool is_first_of_equals(uint32_t choice, uint32_t repeats) {
    return (choice & repeats & ~(choice << 1)) == 0;
}

/* Of each kind none to all. */
static int count_swaps(const capone *s, int seat) {
    const capone_cards *hand = &s->seats[seat].hand;
    int count = 2, alike = 1;

    for (int i = 1; i < hand->count; i++) {
        bool same = hand->list[i] == hand->list[i - 1];
        count = same ? count / (alike + 1) * (alike + 2) : count * 2;
        alike = same ? alike + 1 : 1;
    }
    return count;
}

static capu_action swap_action(const capone_cards *hand, uint32_t choice) {
    uint32_t cards = 0;

    for (int i = 0; i < hand->count; i++)
        if (choice >> i & 1)
            cards = cards << 5 | (hand->list[i] + 1u);
    return CAPONE_ACTION(CAPONE_DO_SWAP, cards);
}

static capu_action nth_swap(const capone *s, int seat, int n) {
    const capone_cards *hand = &s->seats[seat].hand;
    const uint8_t *choice = choices_from(hand);
    uint32_t repeats = repeated(hand);

    if (repeats == 0)
        return swap_action(hand, choice[n]);
    for (;; choice++)
        if (is_first_of_equals(*choice, repeats) && n-- == 0)
            return swap_action(hand, *choice);
}

static int list_swaps(const capone *s, int seat, capu_action *out) {
    const capone_cards *hand = &s->seats[seat].hand;
    const uint8_t *choice = choices_from(hand);
    uint32_t repeats = repeated(hand);
    int count = 0;

    for (int i = 0; i < 1 << hand->count; i++)
        if (is_first_of_equals(choice[i], repeats))
            out[count++] = swap_action(hand, choice[i]);
    return count;
}

/* ------------------------------------------------------------- CPN-10: bail */

uint8_t capone_prisoners(const capone *s, int seat) {
    uint8_t members = 0;

    for (int block = 0; block < CAPONE_BLOCKS; block++)
        if (s->prison[block].seat == seat)
            members = capone_with(members, capone_rank_bits[s->prison[block].rank]);
    return members;
}

/* Members who can be paid for, equal ones once. */
static uint8_t bailable_prisoners(const capone *s, int seat) {
    uint8_t members = capone_prisoners(s, seat) & CAPONE_FIRSTS;
    int means = capone_means(&s->seats[seat]);

    for (int rank = 0; members && rank < CAPONE_RANKS; rank++)
        if (capone_rank_values[rank] > means)
            members &= (uint8_t)~capone_rank_bits[rank];
    return members;
}

static inline uint8_t bailable(const capone *s, int seat) {
    if (s->prison[0].seat != seat && s->prison[1].seat != seat && s->prison[2].seat != seat)
        return 0;
    return bailable_prisoners(s, seat);
}

/* The rank of the nth highest of different members. */
static int nth_rank(uint8_t members, int n) {
    int rank = 0;

    while (!(members & capone_rank_bits[rank]) || n-- > 0)
        rank++;
    return rank;
}

static capu_action nth_bail(uint8_t members, int n) {
    return CAPONE_ACTION(CAPONE_DO_BAIL, nth_rank(members, n));
}

/* ------------------------------------------------------- CPN-18: targets */

static uint32_t spaces_of_others(const capone *s, int seat) {
    return s->taken & ~s->held[seat];
}

static int ranks_on(const capone *s, int space) {
    return engine_bits(s->space[space].members & CAPONE_FIRSTS);
}

static int count_members_of_others(const capone *s, int seat) {
    int count = 0;

    for (uint32_t spaces = spaces_of_others(s, seat); spaces; spaces &= spaces - 1)
        count += ranks_on(s, __builtin_ctz(spaces));
    return count;
}

/* Rest places where a member of another family is, as bits. */
static uint32_t guests_of_others(const capone *s, int seat) {
    uint32_t places = 0;

    for (int place = 0; place < CAPONE_REST; place++)
        places |= (uint32_t)(s->rest[place].seat != ENGINE_NONE && s->rest[place].seat != seat)
                  << place;
    return places;
}

static capu_action nth_target(const capone *s, int seat, int card, int n) {
    for (uint32_t spaces = spaces_of_others(s, seat); spaces; spaces &= spaces - 1) {
        int space = __builtin_ctz(spaces), count = ranks_on(s, space);
        if (n < count)
            return CAPONE_USE(card, space, nth_rank(s->space[space].members, n));
        n -= count;
    }
    int place = engine_nth_bit(guests_of_others(s, seat), n);
    return CAPONE_USE(card, CAPONE_SPACES + place, s->rest[place].rank);
}

/* ----------------------------------------------------------- uses of a card */

static bool can_open_legal(const capone_seat *own) {
    return own->steps > 0 && own->home.guards > 0; /* CPN-17 */
}

static uint32_t seats_to_protect(const capone *s, int seat) {
    uint32_t seats = 0;

    for (int other = 0; other < s->head.players; other++)
        seats |= (uint32_t)(other != seat && s->seats[other].steps > 0) << other;
    return seats;
}

static uint32_t spaces_to_take(const capone *s, int seat) {
    uint32_t all = spaces_of_others(s, seat), can = 0;

    for (; all; all &= all - 1) {
        int space = __builtin_ctz(all);
        can |=
            (uint32_t)capone_any_force(capone_choose_force(s, seat, CAPONE_TAKEOVER, space, false))
            << space;
    }
    return can;
}

/* Spaces and, above them, rest places. */
static uint32_t places_to_hit(const capone *s, int seat) {
    return spaces_of_others(s, seat) | guests_of_others(s, seat) << CAPONE_SPACES;
}

/* Which spaces of an own business, bits 0 and 1, can take a force. */
static int open_own_spaces(const capone *s, int seat, int card) {
    int open = 0;

    for (int i = 0; i < 2; i++)
        if (s->held[seat] >> (2 * card + i) & 1)
            open |= capone_any_force(capone_choose_force(s, seat, card, 2 * card + i, false)) << i;
    return open;
}

/* What the strongest force from home is worth. */
static inline int strongest_force(const capone_seat *own) {
    return capone_most_worth[own->home.members] + own->home.guards;
}

/* Which of its two spaces an illegal card can be used on: bits 0 and 1. The strongest force decides
 * but on an own space, where it may not be allowed, and with the last card (CPN-16). */
static inline int open_spaces(const capone *s, int seat, int card, int strongest) {
    if (s->seats[seat].hand.count == 1)
        return capone_open_to_last(s, seat, card);
    int open = (strongest >= s->needed[2 * card]) | (strongest >= s->needed[2 * card + 1]) << 1;
    int own = s->held[seat] >> 2 * card & 3;

    return own ? (open & ~own) | open_own_spaces(s, seat, card) : open;
}

static inline int count_illegal_uses(const capone *s, int seat, int card, int strongest) {
    int open = open_spaces(s, seat, card, strongest);

    return (open & 1) + (open >> 1);
}

static int count_uses_of_action(const capone *s, int seat, int card) {
    if (card < CAPONE_FBI)
        return count_members_of_others(s, seat);
    switch (card) {
    case CAPONE_FBI:
        return count_members_of_others(s, seat) + engine_bits(guests_of_others(s, seat));
    case CAPONE_PROTECTION:
        return engine_bits(seats_to_protect(s, seat));
    case CAPONE_TAKEOVER:
        return engine_bits(spaces_to_take(s, seat));
    default:
        return engine_bits(places_to_hit(s, seat));
    }
}

static inline int count_other_uses(const capone *s, int seat, int card) {
    return card < CAPONE_FIRST_REST ? can_open_legal(&s->seats[seat])
                                    : count_uses_of_action(s, seat, card);
}

bool capone_can_use(const capone *s, int seat, int card) {
    if (card < CAPONE_FIRST_LEGAL)
        return open_spaces(s, seat, card, strongest_force(&s->seats[seat])) != 0;
    return count_other_uses(s, seat, card) > 0;
}

static capu_action nth_illegal_use(int card, int open, int n) {
    return CAPONE_USE(card, 2 * card + (n || !(open & 1)), 0);
}

static capu_action nth_other_use(const capone *s, int seat, int card, int n) {
    if (card < CAPONE_FIRST_REST)
        return CAPONE_USE(card, 0, 0);
    if (card <= CAPONE_FBI)
        return nth_target(s, seat, card, n);
    if (card == CAPONE_PROTECTION)
        return CAPONE_USE(card, 0, engine_nth_bit(seats_to_protect(s, seat), n));
    uint32_t places = card == CAPONE_TAKEOVER ? spaces_to_take(s, seat) : places_to_hit(s, seat);
    return CAPONE_USE(card, engine_nth_bit(places, n), 0);
}

/* ---------------------------------------------------------- playing a card */

/* A hand is sorted: first illegal cards, then the others. */
static int count_plays(const capone *s, int seat) {
    const capone_seat *own = &s->seats[seat];
    const uint8_t *card = own->hand.list, *end = card + own->hand.count;
    int count = engine_bits(bailable(s, seat)), before = ENGINE_NONE;
    int strongest = strongest_force(own);

    for (; card < end && *card < CAPONE_FIRST_LEGAL; before = *card++)
        count += *card == before ? 0 : count_illegal_uses(s, seat, *card, strongest) + 1;
    for (; card < end; before = *card++)
        count += *card == before ? 0 : count_other_uses(s, seat, *card) + 1;
    return count;
}

static capu_action nth_discard(const capone_cards *hand, int n) {
    int before = ENGINE_NONE;

    for (int i = 0;; i++) {
        int card = hand->list[i];
        if (card != before && n-- == 0)
            return CAPONE_ACTION(CAPONE_DO_DISCARD, card);
        before = card;
    }
}

static capu_action nth_use_or_discard(const capone *s, int seat, int n) {
    const capone_seat *own = &s->seats[seat];
    const uint8_t *card = own->hand.list, *end = card + own->hand.count;
    int before = ENGINE_NONE, strongest = strongest_force(own);

    for (; card < end && *card < CAPONE_FIRST_LEGAL; before = *card++) {
        int open = *card == before ? 0 : open_spaces(s, seat, *card, strongest);
        int uses = (open & 1) + (open >> 1);
        if (n < uses)
            return nth_illegal_use(*card, open, n);
        n -= uses;
    }
    for (; card < end; before = *card++) {
        int uses = *card == before ? 0 : count_other_uses(s, seat, *card);
        if (n < uses)
            return nth_other_use(s, seat, *card, n);
        n -= uses;
    }
    return nth_discard(&own->hand, n);
}

static capu_action nth_play(const capone *s, int seat, int n) {
    uint8_t members = bailable(s, seat);
    int bails = members ? engine_bits(members) : 0;

    return n < bails ? nth_bail(members, n) : nth_use_or_discard(s, seat, n - bails);
}

static int list_uses(const capone *s, int seat, int card, capu_action *out) {
    int strongest = strongest_force(&s->seats[seat]);
    int open = card < CAPONE_FIRST_LEGAL ? open_spaces(s, seat, card, strongest) : 0;
    int count =
        card < CAPONE_FIRST_LEGAL ? (open & 1) + (open >> 1) : count_other_uses(s, seat, card);

    for (int n = 0; n < count; n++)
        out[n] = card < CAPONE_FIRST_LEGAL ? nth_illegal_use(card, open, n)
                                           : nth_other_use(s, seat, card, n);
    return count;
}

static int list_plays(const capone *s, int seat, capu_action *out) {
    const capone_cards *hand = &s->seats[seat].hand;
    uint8_t members = bailable(s, seat);
    int count = 0, bails = engine_bits(members);
    uint32_t repeats = repeated(hand);

    while (count < bails)
        out[count] = nth_bail(members, count), count++;
    for (int i = 0; i < hand->count; i++)
        if (!(repeats >> i & 1))
            count += list_uses(s, seat, hand->list[i], out + count);
    for (int i = 0; i < hand->count; i++)
        if (!(repeats >> i & 1))
            out[count++] = CAPONE_ACTION(CAPONE_DO_DISCARD, hand->list[i]);
    return count;
}

/* --------------------------------------------------------------- year's end */

/* CPN-25: none, or as many bodyguards as can be paid for. */
static int count_rehirings(const capone *s, int seat) {
    const capone_seat *own = &s->seats[seat];

    return (own->park < capone_means(own) ? own->park : capone_means(own)) + 1;
}

static capu_action nth_rehiring(const capone *s, int seat, int n) {
    (void)s, (void)seat;
    return CAPONE_ACTION(CAPONE_DO_REHIRE, n);
}

/* CPN-27 */
static int most_to_invest(const capone_seat *own) {
    int most = own->cash / CAPONE_STEP_PRICE;

    return most < CAPONE_GOAL - own->steps ? most : CAPONE_GOAL - own->steps;
}

static int count_investments(const capone *s, int seat) {
    const capone_seat *own = &s->seats[seat];

    return engine_bits(bailable(s, seat)) + most_to_invest(own) + 1 + own->steps;
}

static capu_action nth_investment(const capone *s, int seat, int n) {
    uint8_t members = bailable(s, seat);
    int bails = engine_bits(members), most = most_to_invest(&s->seats[seat]);

    if (n < bails)
        return nth_bail(members, n);
    n -= bails;
    if (n <= most)
        return CAPONE_ACTION(CAPONE_DO_INVEST, n);
    return CAPONE_ACTION(CAPONE_DO_SELL, n - most);
}

/* ----------------------------------------------------------------- a force */

static int count_forces(const capone *s, int seat) {
    (void)seat;
    return capone_count_forces(capone_pending(s));
}

static capu_action nth_force(const capone *s, int seat, int n) {
    capone_force force = capone_nth_force(capone_pending(s), n);

    (void)seat;
    return CAPONE_PUT(force.members, force.guards);
}

/* --------------------------------------------------------------------- all */

/* By phase. */
static int (*const counting[])(const capone *s, int seat) = {
    [CAPONE_SWAP] = count_swaps,         [CAPONE_PLAY] = count_plays,
    [CAPONE_FORCE] = count_forces,       [CAPONE_REHIRE] = count_rehirings,
    [CAPONE_INVEST] = count_investments,
};
static capu_action (*const finding[])(const capone *s, int seat, int n) = {
    [CAPONE_SWAP] = nth_swap,       [CAPONE_PLAY] = nth_play,         [CAPONE_FORCE] = nth_force,
    [CAPONE_REHIRE] = nth_rehiring, [CAPONE_INVEST] = nth_investment,
};

int capone_legal_count(const capu_state *state, int seat) {
    const capone *s = of(state);

    return counting[s->phase](s, seat);
}

capu_action capone_legal_at(const capu_state *state, int seat, int index) {
    const capone *s = of(state);

    return finding[s->phase](s, seat, index);
}

int capone_legal(const capu_state *state, int seat, capu_action *out) {
    const capone *s = of(state);

    if (s->phase == CAPONE_SWAP)
        return list_swaps(s, seat, out);
    if (s->phase == CAPONE_PLAY)
        return list_plays(s, seat, out);
    int count = capone_legal_count(state, seat);
    for (int i = 0; i < count; i++)
        out[i] = capone_legal_at(state, seat, i);
    return count;
}
