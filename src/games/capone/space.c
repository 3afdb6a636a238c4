/* Capone's actions as numbers. */
#include "games/capone/capone.h"

/* -------------------------------------------------------------------- swaps */

/* In how many ways 0 … 5 cards can be taken from the kinds from one on: there are no more of each
 * than capone_most_copies. Row `kind` is the sum of row kind + 1, shifted by 0 … copies. */
static const uint32_t ways[CAPONE_KINDS + 1][CAPONE_HAND + 1] = {
    {1, 25, 311, 2574, 15991, 79759},
    {1, 24, 286, 2263, 13417, 63769},
    {1, 23, 262, 1977, 11154, 50353},
    {1, 22, 239, 1715, 9177, 39200},
    {1, 21, 217, 1476, 7462, 30024},
    {1, 20, 196, 1259, 5986, 22563},
    {1, 19, 176, 1063, 4727, 16578},
    {1, 18, 157, 887, 3664, 11852},
    {1, 17, 139, 730, 2777, 8189},
    {1, 16, 122, 591, 2047, 5413},
    {1, 15, 106, 469, 1456, 3367},
    {1, 14, 92, 377, 1079, 2288},
    {1, 13, 79, 298, 781, 1507},
    {1, 12, 67, 231, 550, 957},
    {1, 11, 56, 175, 375, 582},
    {1, 10, 46, 129, 246, 336},
    {1, 9, 37, 92, 154, 182},
    {1, 8, 29, 63, 91, 91},
    {1, 7, 22, 41, 50, 41},
    {1, 6, 16, 25, 25, 16},
    {1, 5, 11, 14, 11, 5},
    {1, 4, 7, 7, 4, 1},
    {1, 3, 4, 3, 1, 0},
    {1, 2, 2, 1, 0, 0},
    {1, 1, 1, 0, 0, 0},
    {1, 0, 0, 0, 0, 0},
};
/* Fewer cards come first: where the swaps of 0 … 5 cards begin, and where they end. */
static const uint32_t swaps_of[CAPONE_HAND + 2] = {0, 1, 26, 337, 2911, 18902, 98661};

/* In how many ways `count` cards from a kind on can follow, if `used` of the kind are there
 * already. A swap has five cards at the most, so of the ways that `ways` knows only one has too
 * many of a kind: all cards alike. */
static uint32_t ways_behind(int kind, int used, int count) {
    if (used >= capone_most_copies[kind])
        return ways[kind + 1][count];
    return ways[kind][count] - (used > 0 && used + count > capone_most_copies[kind]);
}

/* The swaps before this one are those that agree with it up to a card, and have a lower one there.
 */
static int rank_swap(capu_action action) {
    int left = CAPONE_HAND, kind = 0, used = 0;

    while (left > 0 && !(action >> 5 * (left - 1) & 31))
        left--;
    uint32_t rank = swaps_of[left];
    for (; left > 0; left--) {
        int card = (int)(action >> 5 * (left - 1) & 31) - 1;
        if (card < kind || card >= CAPONE_KINDS)
            return -1;
        if (card != kind) {
            rank += ways_behind(kind, used, left) - ways[card][left];
            used = 0;
        }
        kind = card;
        used++;
    }
    return (int)rank;
}

static capu_action unrank_swap(int rank) {
    uint32_t left = 0, before = (uint32_t)rank;
    int kind = 0, used = 0;
    capu_action action = 0;

    while (before >= swaps_of[left + 1])
        left++;
    for (before -= swaps_of[left]; left > 0; left--) {
        for (;; kind++, used = 0) {
            uint32_t begun =
                used < capone_most_copies[kind] ? ways_behind(kind, used + 1, (int)left - 1) : 0;
            if (before < begun)
                break;
            before -= begun;
        }
        used++;
        action = action << 5 | (capu_action)(kind + 1);
    }
    return action;
}

/* --------------------------------------------------------------------- uses */

/* By card: the index of its first use, and how many places and words there are. A card of an
 * illegal business has one of its two spaces; rest cards have a space and the FBI a place, each
 * with a member; protection has a seat, a takeover a space, an assassination a place. */
enum {
    PLACES = CAPONE_SPACES + CAPONE_REST,
    FIRST_LEGAL_USE = CAPONE_SPACES,
    FIRST_REST_USE = FIRST_LEGAL_USE + CAPONE_LEGAL,
    FIRST_FBI_USE = FIRST_REST_USE + CAPONE_REST * CAPONE_SPACES * CAPONE_RANKS,
    FIRST_PROTECTION_USE = FIRST_FBI_USE + PLACES * CAPONE_RANKS,
    FIRST_TAKEOVER_USE = FIRST_PROTECTION_USE + CAPONE_PLAYERS,
    FIRST_HIT_USE = FIRST_TAKEOVER_USE + CAPONE_SPACES,
    USES = FIRST_HIT_USE + PLACES,
};

static const struct {
    uint16_t first;
    uint8_t card, cards, places, words;
} uses[] = {
    {FIRST_LEGAL_USE, CAPONE_FIRST_LEGAL, CAPONE_LEGAL, 1, 1},
    {FIRST_REST_USE, CAPONE_FIRST_REST, CAPONE_REST, CAPONE_SPACES, CAPONE_RANKS},
    {FIRST_FBI_USE, CAPONE_FBI, 1, PLACES, CAPONE_RANKS},
    {FIRST_PROTECTION_USE, CAPONE_PROTECTION, 1, 1, CAPONE_PLAYERS},
    {FIRST_TAKEOVER_USE, CAPONE_TAKEOVER, 1, CAPONE_SPACES, 1},
    {FIRST_HIT_USE, CAPONE_HIT, 1, PLACES, 1},
};
enum { USE_ROWS = sizeof uses / sizeof uses[0] };

static int rank_use(capu_action action) {
    int card = action >> 16 & 0xFF, place = action >> 8 & 0xFF, word = action & 0xFF, row = 0;

    if (card < CAPONE_FIRST_LEGAL)
        return place;
    while (row < USE_ROWS && card >= uses[row].card + uses[row].cards)
        row++;
    if (row == USE_ROWS)
        return -1;
    return uses[row].first +
           ((card - uses[row].card) * uses[row].places + place) * uses[row].words + word;
}

static capu_action unrank_use(int rank) {
    int row = USE_ROWS - 1;

    if (rank < FIRST_LEGAL_USE)
        return CAPONE_USE((capu_action)rank / 2, (capu_action)rank, 0);
    while (rank < uses[row].first)
        row--;
    rank -= uses[row].first;
    int word = rank % uses[row].words, place = rank / uses[row].words % uses[row].places;
    int card = uses[row].card + rank / uses[row].words / uses[row].places;
    return CAPONE_USE(card, place, word);
}

/* ------------------------------------------------------------------- forces */

/* The number of a set, by forces.c: of a group, of the 60 alone or with 20, 30, 40, 50, and of the
 * 100. */
#define GROUP(m)                                                                                   \
    (((m) >> 5 & 1) * 18 + (((m) >> 4 & 1) + ((m) >> 3 & 1)) * 6 +                                 \
     (((m) >> 2 & 1) + ((m) >> 1 & 1)) * 2 + ((m)&1))
#define WITH_MAMMA(m) (36 + ((m)&0x20 ? 4 : (m)&0x08 ? 3 : (m)&0x02 ? 2 : (m)&0x01))
#define SET(m)        ((m)&CAPONE_DON ? 41 : (m)&CAPONE_MAMMA ? WITH_MAMMA(m) : GROUP(m))
static const uint8_t set_of[256] = {CAPONE_ALL_MEMBERS(SET)};

/* There is no force of nobody. */
static int rank_force(capu_action action) {
    return set_of[action >> 8 & 0xFF] * (CAPONE_GUARDS + 1) + (int)(action & 0xFF) - 1;
}

static capu_action unrank_force(int rank) {
    int set = (rank + 1) / (CAPONE_GUARDS + 1), guards = (rank + 1) % (CAPONE_GUARDS + 1);

    return CAPONE_PUT(capone_set_members[set], guards);
}

/* ---------------------------------------------------------------------- all */

enum {
    FORCES = CAPONE_SETS * (CAPONE_GUARDS + 1) - 1,
    SWAPS = 98661,

    FIRST_USE = CAPONE_RANKS,
    FIRST_DISCARD = FIRST_USE + USES,
    FIRST_FORCE = FIRST_DISCARD + CAPONE_KINDS,
    FIRST_REHIRE = FIRST_FORCE + FORCES,
    FIRST_INVEST = FIRST_REHIRE + CAPONE_GUARDS + 1,
    FIRST_SELL = FIRST_INVEST + CAPONE_GOAL + 1,
    FIRST_SWAP = FIRST_SELL + CAPONE_GOAL, /* the many are last */
};
_Static_assert(FIRST_SWAP + SWAPS == CAPONE_SPACE, "the space of actions");

#define NUMBER(least, most) .words = {{0, 8, least, (most) - (least) + 1}}

const engine_span capone_spans[CAPONE_VERBS] = {
    [CAPONE_DO_SWAP] = {FIRST_SWAP, SWAPS, .rank = rank_swap, .unrank = unrank_swap},
    [CAPONE_DO_BAIL] = {0, CAPONE_RANKS, NUMBER(0, CAPONE_RANKS - 1)},
    [CAPONE_DO_USE] = {FIRST_USE, USES, .rank = rank_use, .unrank = unrank_use},
    [CAPONE_DO_DISCARD] = {FIRST_DISCARD, CAPONE_KINDS, NUMBER(0, CAPONE_KINDS - 1)},
    [CAPONE_DO_FORCE] = {FIRST_FORCE, FORCES, .rank = rank_force, .unrank = unrank_force},
    [CAPONE_DO_REHIRE] = {FIRST_REHIRE, CAPONE_GUARDS + 1, NUMBER(0, CAPONE_GUARDS)},
    [CAPONE_DO_INVEST] = {FIRST_INVEST, CAPONE_GOAL + 1, NUMBER(0, CAPONE_GOAL)},
    [CAPONE_DO_SELL] = {FIRST_SELL, CAPONE_GOAL, NUMBER(1, CAPONE_GOAL)},
};

/* Most legal actions are forces, and their numbers follow from the sets. */
int capone_indices(const capu_state *state, int seat, int32_t *out) {
    const capone *s = (const capone *)state;

    (void)seat;
    return s->phase == CAPONE_FORCE ? capone_number_forces(capone_pending(s), FIRST_FORCE - 1, out)
                                    : -1;
}
