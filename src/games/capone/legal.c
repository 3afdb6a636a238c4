/* What is legal in Capone. Each rule stands once, as a set: of members to bail, of places where a
 * card can be used, of numbers. How many actions there are, the one at an index, and the list of
 * all follow from the sets; whether one action is legal is looked up in the list (allows.c). */
#include "games/capone/capone.h"

static const capone *of(const capu_state *state) {
    return (const capone *)state;
}

/* ---------------------------------------------------------- CPN-8: the swap */

/* Choices from a hand, a bit for each card: fewer cards first, then by the first card that differs.
 */
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

/* ------------------------------------------------------ where a card is used */

static uint32_t spaces_of_others(const capone *s, int seat) {
    return s->taken & ~s->held[seat];
}

/* Places, as bits, where a piece of another family is: spaces, and above them rest places. */
static uint32_t places_of_others(const capone *s, int seat) {
    uint32_t places = spaces_of_others(s, seat);

    for (int i = 0; i < CAPONE_REST; i++)
        places |= (uint32_t)(s->rest[i].seat != ENGINE_NONE && s->rest[i].seat != seat)
                  << (CAPONE_SPACES + i);
    return places;
}

/* CPN-20 */
static uint32_t seats_to_protect(const capone *s, int seat) {
    uint32_t seats = 0;

    for (int other = 0; other < s->head.players; other++)
        seats |= (uint32_t)(other != seat && s->seats[other].steps > 0) << other;
    return seats;
}

/* CPN-21 */
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

/* CPN-11: which of its two spaces an illegal card can be used on: bits 0 and 1. The strongest force
 * decides, except on an own space, where it may not be allowed, and with the last card (CPN-16). */
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

static inline bool can_open_legal(const capone_seat *own) {
    return own->steps > 0 && own->home.guards > 0; /* CPN-17 */
}

/* CPN-18 to CPN-22: what the cards behind the legal ones can be used on, as bits: seats for the
 * protection, places for all others. */
static uint32_t (*const targets[CAPONE_KINDS - CAPONE_FIRST_REST])(const capone *s, int seat) = {
    spaces_of_others, spaces_of_others, spaces_of_others, places_of_others,
    seats_to_protect, spaces_to_take,   places_of_others,
};

static inline uint32_t targets_of(const capone *s, int seat, int card) {
    return targets[card - CAPONE_FIRST_REST](s, seat);
}

/* ----------------------------------------------------------- uses of a card */

/* Rest cards and the FBI take one member from a place. */
static inline bool takes_member(int card) {
    return card >= CAPONE_FIRST_REST && card <= CAPONE_FBI;
}

/* Different members at a place. */
static inline uint8_t members_at(const capone *s, int place) {
    return place < CAPONE_SPACES ? s->space[place].members & CAPONE_FIRSTS
                                 : capone_rank_bits[s->rest[place - CAPONE_SPACES].rank];
}

static inline capu_action use_on(int card, int target) {
    return card == CAPONE_PROTECTION ? CAPONE_USE(card, 0, target) : CAPONE_USE(card, target, 0);
}

static int count_members(const capone *s, uint32_t places) {
    int count = 0;

    for (; places; places &= places - 1)
        count += engine_bits(members_at(s, __builtin_ctz(places)));
    return count;
}

static int count_targets(const capone *s, int seat, int card) {
    uint32_t on = targets_of(s, seat, card);

    return takes_member(card) ? count_members(s, on) : engine_bits(on);
}

static inline int count_uses(const capone *s, int seat, int card) {
    return card < CAPONE_FIRST_REST ? can_open_legal(&s->seats[seat])
                                    : count_targets(s, seat, card);
}

static capu_action nth_member(const capone *s, int card, uint32_t places, int n) {
    for (;; places &= places - 1) {
        int place = __builtin_ctz(places), count = engine_bits(members_at(s, place));
        if (n < count)
            return CAPONE_USE(card, place, nth_rank(members_at(s, place), n));
        n -= count;
    }
}

static capu_action nth_use(const capone *s, int seat, int card, int n) {
    if (card < CAPONE_FIRST_REST)
        return CAPONE_USE(card, 0, 0);
    uint32_t on = targets_of(s, seat, card);

    return takes_member(card) ? nth_member(s, card, on, n) : use_on(card, engine_nth_bit(on, n));
}

bool capone_can_use(const capone *s, int seat, int card) {
    if (card < CAPONE_FIRST_LEGAL)
        return open_spaces(s, seat, card, strongest_force(&s->seats[seat])) != 0;
    return count_uses(s, seat, card) > 0;
}

/* ---------------------------------------------------------- playing a card */

/* Ways to use each card of a hand, of equal ones the first; and how many actions there are, with
 * bails and discards. A hand is sorted: first illegal cards, then the others. */
typedef struct plays {
    uint8_t members, uses[CAPONE_HAND];
    int bails, count;
} plays;

static plays find_plays(const capone *s, int seat) {
    const capone_seat *own = &s->seats[seat];
    const uint8_t *cards = own->hand.list;
    int strongest = strongest_force(own), before = ENGINE_NONE, i = 0;
    plays all;

    all.members = bailable(s, seat);
    all.count = all.bails = engine_bits(all.members);
    for (; i < own->hand.count && cards[i] < CAPONE_FIRST_LEGAL; before = cards[i++]) {
        bool first = cards[i] != before;
        all.uses[i] = (uint8_t)(first ? count_illegal_uses(s, seat, cards[i], strongest) : 0);
        all.count += all.uses[i] + first;
    }
    for (; i < own->hand.count; before = cards[i++]) {
        bool first = cards[i] != before;
        all.uses[i] = (uint8_t)(first ? count_uses(s, seat, cards[i]) : 0);
        all.count += all.uses[i] + first;
    }
    return all;
}

static int count_plays(const capone *s, int seat) {
    return find_plays(s, seat).count;
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

static capu_action nth_illegal_use(const capone *s, int seat, int card, int n) {
    int open = open_spaces(s, seat, card, strongest_force(&s->seats[seat]));

    return CAPONE_USE(card, 2 * card + (n || !(open & 1)), 0);
}

static capu_action play_at(const capone *s, int seat, const plays *all, int n) {
    const capone_cards *hand = &s->seats[seat].hand;
    int i = 0;

    if (n < all->bails)
        return nth_bail(all->members, n);
    n -= all->bails;
    while (i < hand->count && n >= all->uses[i])
        n -= all->uses[i++];
    if (i == hand->count)
        return nth_discard(hand, n);
    return hand->list[i] < CAPONE_FIRST_LEGAL ? nth_illegal_use(s, seat, hand->list[i], n)
                                              : nth_use(s, seat, hand->list[i], n);
}

static capu_action nth_play(const capone *s, int seat, int n) {
    plays all = find_plays(s, seat);

    return play_at(s, seat, &all, n);
}

static capu_action pick_play(const capone *s, int seat, capu_random *random) {
    plays all = find_plays(s, seat);

    return play_at(s, seat, &all, (int)engine_fast_below(random, (uint32_t)all.count));
}

static int list_illegal_uses(const capone *s, int seat, int card, capu_action *out) {
    int open = open_spaces(s, seat, card, strongest_force(&s->seats[seat])), count = 0;

    for (int i = 0; i < 2; i++)
        if (open >> i & 1)
            out[count++] = CAPONE_USE(card, 2 * card + i, 0);
    return count;
}

static int list_members(const capone *s, int card, uint32_t places, capu_action *out) {
    int count = 0;

    for (; places; places &= places - 1) {
        int place = __builtin_ctz(places), members = members_at(s, place);
        for (int rank = 0; rank < CAPONE_RANKS; rank++)
            if (members & capone_rank_bits[rank])
                out[count++] = CAPONE_USE(card, place, rank);
    }
    return count;
}

static int list_targets(const capone *s, int seat, int card, capu_action *out) {
    uint32_t on = targets_of(s, seat, card);
    int count = 0;

    if (takes_member(card))
        return list_members(s, card, on, out);
    for (; on; on &= on - 1)
        out[count++] = use_on(card, __builtin_ctz(on));
    return count;
}

static int list_uses(const capone *s, int seat, int card, capu_action *out) {
    if (card < CAPONE_FIRST_LEGAL)
        return list_illegal_uses(s, seat, card, out);
    if (card >= CAPONE_FIRST_REST)
        return list_targets(s, seat, card, out);
    *out = CAPONE_USE(card, 0, 0);
    return can_open_legal(&s->seats[seat]);
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

static capu_action force_at(capone_choice choice, int n) {
    capone_force force = capone_nth_force(choice, n);

    return CAPONE_PUT(force.members, force.guards);
}

static capu_action nth_force(const capone *s, int seat, int n) {
    (void)seat;
    return force_at(capone_pending(s), n);
}

static capu_action pick_force(const capone *s, capu_random *random) {
    capone_choice choice = capone_pending(s);

    return force_at(choice, (int)engine_fast_below(random, (uint32_t)capone_count_forces(choice)));
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

capu_action capone_pick(const capu_state *state, int seat, capu_random *random) {
    const capone *s = of(state);

    if (s->phase == CAPONE_PLAY)
        return pick_play(s, seat, random);
    if (s->phase == CAPONE_FORCE)
        return pick_force(s, random);
    uint32_t count = (uint32_t)capone_legal_count(state, seat);
    return capone_legal_at(state, seat, (int)engine_fast_below(random, count));
}

int capone_legal(const capu_state *state, int seat, capu_action *out) {
    const capone *s = of(state);

    if (s->phase == CAPONE_SWAP)
        return list_swaps(s, seat, out);
    if (s->phase == CAPONE_PLAY)
        return list_plays(s, seat, out);
    if (s->phase == CAPONE_FORCE)
        return capone_list_forces(capone_pending(s), out);
    int count = capone_legal_count(state, seat);
    for (int i = 0; i < count; i++)
        out[i] = capone_legal_at(state, seat, i);
    return count;
}
