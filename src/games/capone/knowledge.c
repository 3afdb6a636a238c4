/* Who knows what in Capone (CPN-31): views, samples, features. */
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

/* ----------------------------------------------------------------- features */

/* What is described of each seat, counted from the viewer's. */
enum {
    OF_CASH,
    OF_STEPS,
    OF_HAND, /* how many cards */
    OF_SWAPPED,
    OF_DISCARDED,
    OF_GUARDS, /* at home */
    OF_PARK,
    OF_LOST,
    OF_TURN,
    OF_FIRST,
    OF_HOME,                             /* members by rank */
    OF_HARBOUR = OF_HOME + CAPONE_RANKS, /* likewise */
    OF_PRISON = OF_HARBOUR + CAPONE_RANKS,
    OF_REST = OF_PRISON + CAPONE_RANKS,
    OF_LEGAL = OF_REST + CAPONE_RANKS,
    OF_SPACES = OF_LEGAL + 1, /* totals on illegal spaces */
    OF_SEAT = OF_SPACES + CAPONE_SPACES,
};

/* Where each group of features begins. */
enum {
    F_SEATS = 0,
    F_HAND = F_SEATS + CAPONE_PLAYERS * OF_SEAT, /* own cards by kind */
    F_GONE = F_HAND + CAPONE_KINDS,              /* cards seen, that nobody can have any more */
    F_PENDING = F_GONE + CAPONE_KINDS,           /* total and value of the space */
    F_YEAR = F_PENDING + 2,
    F_PHASE = F_YEAR + 1,
    F_PAYOUT = F_PHASE + CAPONE_OVER + 1,
    F_END = F_PAYOUT + 4,
};
_Static_assert(F_END <= CAPONE_FEATURES, "the feature space is too small");

static void add_members(int16_t *values, uint8_t members) {
    for (int rank = 0; rank < CAPONE_RANKS; rank++)
        for (uint8_t bit = capone_rank_bits[rank]; members & bit;
             members = capone_without(members, bit))
            values[rank]++;
}

static void add_guests(int16_t *values, const capone_guest *guests, int count, int seat) {
    for (int i = 0; i < count; i++)
        if (guests[i].seat == seat)
            values[guests[i].rank]++;
}

static void add_seat(const capone *s, int seat, int16_t *values) {
    const capone_seat *own = &s->seats[seat];

    values[OF_CASH] = (int16_t)own->cash;
    values[OF_STEPS] = own->steps;
    values[OF_HAND] = own->hand.count;
    values[OF_SWAPPED] = own->swapped.count;
    values[OF_DISCARDED] = own->discarded.count;
    values[OF_GUARDS] = own->home.guards;
    values[OF_PARK] = own->park;
    values[OF_LOST] = own->lost;
    values[OF_TURN] = s->turn == seat;
    values[OF_FIRST] = s->first == seat;
    add_members(values + OF_HOME, own->home.members);
    add_members(values + OF_HARBOUR, own->harbour);
    add_guests(values + OF_PRISON, s->prison, CAPONE_BLOCKS, seat);
    add_guests(values + OF_REST, s->rest, CAPONE_REST, seat);
    for (int i = 0; i < CAPONE_LEGAL; i++)
        values[OF_LEGAL] = (int16_t)(values[OF_LEGAL] + (s->legal[i] == seat));
    for (int space = 0; space < CAPONE_SPACES; space++)
        if (s->owner[space] == seat)
            values[OF_SPACES + space] = (int16_t)capone_total(s->space[space]);
}

static void add_cards(const capone_cards *cards, int16_t *values) {
    for (int i = 0; i < cards->count; i++)
        if (cards->list[i] < CAPONE_KINDS)
            values[cards->list[i]]++;
}

int capone_features(const capu_state *view, int seat, capu_feature *out) {
    const capone *s = (const capone *)view;
    int16_t values[F_END] = {0};
    int viewer = seat < 0 ? 0 : seat;

    for (int i = 0; i < s->head.players; i++) {
        int other = engine_clockwise(viewer, i, s->head.players);
        add_seat(s, other, values + F_SEATS + OF_SEAT * i);
        add_cards(&s->seats[other].used, values + F_GONE);
        add_cards(&s->seats[other].swapped, values + F_GONE);
        add_cards(&s->seats[other].discarded, values + F_GONE);
    }
    if (seat >= 0)
        add_cards(&s->seats[seat].hand, values + F_HAND);
    if (s->phase == CAPONE_FORCE) {
        values[F_PENDING] = (int16_t)capone_total(s->space[s->pending_space]);
        values[F_PENDING + 1] = capone_values[s->pending_space >> 1];
    }
    values[F_YEAR] = s->year;
    values[F_PHASE + s->phase] = 1;
    values[F_PAYOUT + s->head.options[CAPONE_PAYOUT]] = 1;
    return engine_list_features(values, F_END, out);
}
