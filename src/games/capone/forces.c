/* Forces: which pieces may be put on a space. There are 42 sets of members that may share a space
 * (CPN-14), numbered in the order of the notation:
 *
 *     0 … 35    18 × (50) + 6 × (40s) + 2 × (30s) + (20)
 *     36 … 40   the 60 alone, with 20, with 30, with 40, with 50
 *     41        the 100 alone
 *
 * A choice of sets is a word of 42 bits. One word has the sets that are at home, another those that
 * may join the members on the space, another those that reach a total. The legal sets are in all
 * three. So forces can be counted, and the one at an index found, without a list. */
#include "games/capone/capone.h"

enum { SETS = CAPONE_SETS, NO_LIMIT = 255, MOST_TENS = 21, MOST_LEAST = 52 };

#define BIT(n)      ((uint64_t)1 << (n))
#define ALL         (BIT(SETS) - 1)
#define GROUPS      (BIT(36) - 1) /* neither the 100 nor the 60 */
#define NOBODY      BIT(0)
#define MAMMA_ALONE BIT(36)
#define SINGLES     (BIT(1) | BIT(2) | BIT(6) | BIT(18)) /* 20, 30, 40, 50 */
#define EVERY_2(x)  ((x) * (EVERY_6(1) | EVERY_6(1) << 2 | EVERY_6(1) << 4))
#define EVERY_6(x)  ((x) * (BIT(0) | BIT(6) | BIT(12) | BIT(18) | BIT(24) | BIT(30)))
#define EVERY_18(x) ((x) * (BIT(0) | BIT(18)))
#define RANGE(a, b) (BIT((b) + 1) - BIT(a))

/* Sets that need each bit of a set of members. */
#define NEED_0 (EVERY_2(RANGE(1, 1)) | BIT(37))
#define NEED_1 (EVERY_6(RANGE(2, 5)) | BIT(38))
#define NEED_2 EVERY_6(RANGE(4, 5))
#define NEED_3 (EVERY_18(RANGE(6, 17)) | BIT(39))
#define NEED_4 EVERY_18(RANGE(12, 17))
#define NEED_5 (RANGE(18, 35) | BIT(40))
#define NEED_6 RANGE(36, 40)
#define NEED_7 BIT(41)

#define LACK(home, bit) ((home) >> (bit)&1 ? 0 : NEED_##bit)
#define LOW(home)       (ALL & ~(LACK(home, 0) | LACK(home, 1) | LACK(home, 2) | LACK(home, 3)))
#define HIGH(home)      (ALL & ~(LACK(home, 4) | LACK(home, 5) | LACK(home, 6) | LACK(home, 7)))
#define HIGH_4(home)    HIGH((home) << 4)
#define SIXTEEN(row)                                                                               \
    {                                                                                              \
        row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7), row(8), row(9), row(10),   \
            row(11), row(12), row(13), row(14), row(15)                                            \
    }

/* The sets to be had from home, by the halves of its byte. */
static const uint64_t from_low[16] = SIXTEEN(LOW);
static const uint64_t from_high[16] = SIXTEEN(HIGH_4);

const uint8_t capone_set_members[SETS] = {
    0x00, 0x01, 0x02, 0x03, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0e, 0x0f, 0x18, 0x19,
    0x1a, 0x1b, 0x1e, 0x1f, 0x20, 0x21, 0x22, 0x23, 0x26, 0x27, 0x28, 0x29, 0x2a, 0x2b,
    0x2e, 0x2f, 0x38, 0x39, 0x3a, 0x3b, 0x3e, 0x3f, 0x40, 0x41, 0x42, 0x48, 0x60, 0x80,
};

const uint8_t capone_set_worth[SETS] = {
    0,  4,  6,  10, 12, 16, 8,  12, 14, 18, 20, 24, 16, 20, 22, 26, 28, 32, 10, 14, 16,
    20, 22, 26, 18, 22, 24, 28, 30, 34, 26, 30, 32, 36, 38, 42, 12, 16, 18, 20, 22, 20,
};

/* In tens, as all members are: 5 × (50) + 4 × (40s) + 3 × (30s) + 2 × (20). */
#define SIX(t, n, tens)                                                                            \
    ((uint64_t)((tens) >= (t)) << (n) | (uint64_t)((tens) + 2 >= (t)) << ((n) + 1) |               \
     (uint64_t)((tens) + 3 >= (t)) << ((n) + 2) | (uint64_t)((tens) + 5 >= (t)) << ((n) + 3) |     \
     (uint64_t)((tens) + 6 >= (t)) << ((n) + 4) | (uint64_t)((tens) + 8 >= (t)) << ((n) + 5))
#define EIGHTEEN(t, n, tens)                                                                       \
    (SIX(t, n, tens) | SIX(t, (n) + 6, (tens) + 4) | SIX(t, (n) + 12, (tens) + 8))
#define REACH(t)                                                                                   \
    (EIGHTEEN(t, 0, 0) | EIGHTEEN(t, 18, 5) | (uint64_t)(6 >= (t)) << 36 |                         \
     (uint64_t)(8 >= (t)) << 37 | (uint64_t)(9 >= (t)) << 38 | (uint64_t)(10 >= (t)) << 39 |       \
     (uint64_t)(11 >= (t)) << 40 | (uint64_t)(10 >= (t)) << 41)

/* The sets worth at least so many tens. No space holds more than 250, so no decision asks for more
 * than 255. */
static const uint64_t reaching[MOST_LEAST / 2 + 1] = {
    REACH(0),  REACH(1),  REACH(2),  REACH(3),  REACH(4),  REACH(5),         REACH(6),  REACH(7),
    REACH(8),  REACH(9),  REACH(10), REACH(11), REACH(12), REACH(13),        REACH(14), REACH(15),
    REACH(16), REACH(17), REACH(18), REACH(19), REACH(20), REACH(MOST_TENS),
};

static inline uint64_t worth_at_least(int fives) {
    return fives <= 0 ? ALL : reaching[(fives + 1) / 2];
}

static inline int bits_in(uint64_t bits) {
    bits -= bits >> 1 & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (int)(bits * 0x0101010101010101u >> 56);
}

static inline uint64_t sets_from(uint8_t home) {
    return from_low[home & 15] & from_high[home >> 4];
}

/* ------------------------------------------------------------------- CPN-14 */

static inline bool is_one(uint8_t members) {
    return (members & (members - 1)) == 0;
}

bool capone_may_share(uint8_t members) {
    if (members & CAPONE_DON)
        return members == CAPONE_DON;
    return !(members & CAPONE_MAMMA) || is_one(members & (uint8_t)~CAPONE_MAMMA);
}

/* The sets that may join members of their family. */
static uint64_t sets_beside(uint8_t there) {
    if (there == 0)
        return ALL;
    if (there == CAPONE_MAMMA)
        return NOBODY | SINGLES;
    if (there & (CAPONE_DON | CAPONE_MAMMA))
        return NOBODY;
    return is_one(there) ? GROUPS | MAMMA_ALONE : GROUPS;
}

/* ------------------------------------------------------------------ choices */

/* CPN-11 to CPN-13 */
static inline capone_choice choose_freely(const capone *s, int seat, int space) {
    capone_force home = s->seats[seat].home, there = s->space[space];
    int value = capone_values[space >> 1];
    capone_choice choice = {sets_from(home.members), value, NO_LIMIT, home.guards};

    if (s->owner[space] == ENGINE_NONE)
        return choice;
    int total = capone_total(there);
    if (s->owner[space] == seat) {
        choice.sets &= sets_beside(there.members);
        choice.least = total < value ? value - total : 1;
    } else if (total >= value) {
        choice.least = total + 1;
    }
    return choice;
}

/* The single members, the least valuable first. */
static const struct {
    uint8_t value, bit, set;
} single[CAPONE_RANKS] = {{4, 0x01, 1},   {6, 0x02, 2},   {8, 0x08, 6},
                          {10, 0x20, 18}, {12, 0x40, 36}, {20, 0x80, 41}};

/* CPN-16: whether a space takes a set of that worth, with nobody else. */
static inline bool takes(const capone *s, int seat, int space, uint64_t set, int worth) {
    if (s->owner[space] == seat)
        return (sets_beside(s->space[space].members) & set) != 0;
    return worth >= s->needed[space];
}

static inline int both_take(const capone *s, int seat, int business, uint64_t set, int worth) {
    return takes(s, seat, 2 * business, set, worth) | takes(s, seat, 2 * business + 1, set, worth)
                                                          << 1;
}

/* CPN-16: the pieces for a last card, and which of the two spaces take them, as bits. */
typedef struct last_pieces {
    uint64_t set; /* NOBODY: bodyguards */
    int open;
} last_pieces;

static last_pieces find_last_pieces(const capone *s, int seat, int business) {
    capone_force home = s->seats[seat].home;
    int value = capone_values[business];
    int open = home.guards >= value ? both_take(s, seat, business, NOBODY, value) : 0;

    if (open)
        return (last_pieces){NOBODY, open};
    for (int i = 0; i < CAPONE_RANKS; i++) {
        if (single[i].value < value || !(home.members & single[i].bit))
            continue;
        open = both_take(s, seat, business, BIT(single[i].set), single[i].value);
        if (open)
            return (last_pieces){BIT(single[i].set), open};
    }
    return (last_pieces){0, 0};
}

int capone_open_to_last(const capone *s, int seat, int business) {
    return find_last_pieces(s, seat, business).open;
}

static capone_choice choose_last(const capone *s, int seat, int space) {
    int business = space >> 1, value = capone_values[business];
    last_pieces pieces = find_last_pieces(s, seat, business);

    if (!(pieces.open >> (space & 1) & 1))
        return (capone_choice){0, 1, NO_LIMIT, 0};
    if (pieces.set == NOBODY)
        return (capone_choice){NOBODY, value, value, value};
    return (capone_choice){pieces.set, 1, NO_LIMIT, 0};
}

/* CPN-21 */
static capone_choice choose_exactly(const capone *s, int seat, int space) {
    capone_force home = s->seats[seat].home;
    int total = capone_total(s->space[space]);

    if (s->owner[space] == ENGINE_NONE || s->owner[space] == seat)
        return (capone_choice){0, 1, NO_LIMIT, 0};
    return (capone_choice){sets_from(home.members), total, total, home.guards};
}

capone_choice capone_choose_force(const capone *s, int seat, int card, int space, bool last) {
    if (card == CAPONE_TAKEOVER)
        return choose_exactly(s, seat, space);
    return last ? choose_last(s, seat, space) : choose_freely(s, seat, space);
}

capone_choice capone_pending(const capone *s) {
    return capone_choose_force(s, s->turn, s->pending_card, s->pending_space,
                               s->seats[s->turn].hand.count == 0);
}

/* ------------------------------------------------------------------- forces */

/* Sets that some number of the bodyguards brings into the limits. */
static inline uint64_t possible(capone_choice c) {
    uint64_t sets = c.sets & worth_at_least(c.least - c.guards);

    if (c.most != NO_LIMIT)
        sets &= c.most >= c.least ? ~worth_at_least(c.most + 1) : 0;
    return sets;
}

uint64_t capone_possible_sets(capone_choice choice) {
    return possible(choice);
}

bool capone_any_force(capone_choice choice) {
    return possible(choice) != 0;
}

/* Without a limit, each number of bodyguards goes with the sets that reach the rest. Sets are
 * worth whole tens, so two numbers in a row ask for the same. */
int capone_count_forces(capone_choice c) {
    int count = 0, missing = c.least - c.guards;

    if (c.most != NO_LIMIT)
        return bits_in(possible(c));
    while (missing <= c.least) {
        uint64_t sets = c.sets & worth_at_least(missing);
        int alike = missing <= 0 ? 1 - missing : missing & 1 ? 2 : 1;
        if (missing + alike > c.least + 1)
            alike = c.least + 1 - missing;
        count += bits_in(sets) * alike;
        missing += alike;
    }
    return count;
}

/* With a limit each set goes with one number of bodyguards. */
static inline int guard_numbers(capone_choice c, int fewest) {
    return c.most == NO_LIMIT ? c.guards - fewest + 1 : 1;
}

capone_force capone_nth_force(capone_choice c, int n) {
    for (uint64_t sets = possible(c);; sets &= sets - 1) {
        capone_force force = capone_weakest_force(c, __builtin_ctzll(sets));
        int count = guard_numbers(c, force.guards);
        if (n < count)
            return (capone_force){force.members, (uint8_t)(force.guards + n)};
        n -= count;
    }
}

int capone_list_forces(capone_choice c, capu_action *out) {
    int listed = 0;

    for (uint64_t sets = possible(c); sets; sets &= sets - 1) {
        capone_force force = capone_weakest_force(c, __builtin_ctzll(sets));
        for (int count = guard_numbers(c, force.guards); count > 0; count--, force.guards++)
            out[listed++] = CAPONE_PUT(force.members, force.guards);
    }
    return listed;
}

int capone_number_forces(capone_choice c, int first, int32_t *out) {
    int listed = 0;

    for (uint64_t sets = possible(c); sets; sets &= sets - 1) {
        int set = __builtin_ctzll(sets), guards = capone_weakest_force(c, set).guards;
        int number = first + set * (CAPONE_GUARDS + 1) + guards;
        for (int count = guard_numbers(c, guards); count > 0; count--)
            out[listed++] = number++;
    }
    return listed;
}

bool capone_has_force(capone_choice c, capone_force force) {
    for (uint64_t sets = possible(c); sets; sets &= sets - 1) {
        capone_force weakest = capone_weakest_force(c, __builtin_ctzll(sets));
        int more = force.guards - weakest.guards;
        if (weakest.members == force.members)
            return more >= 0 && more < guard_numbers(c, weakest.guards);
    }
    return false;
}

/* ---------------------------------------------------------- strongest forces */

#define WORTH_OF_GROUP(m)                                                                          \
    (((m)&1) * 4 + ((m) >> 1 & 1) * 6 + ((m) >> 2 & 1) * 6 + ((m) >> 3 & 1) * 8 +                  \
     ((m) >> 4 & 1) * 8 + ((m) >> 5 & 1) * 10)
#define BEST_PARTNER(m) ((m)&0x20 ? 10 : (m)&0x08 ? 8 : (m)&0x02 ? 6 : (m)&0x01 ? 4 : 0)
#define WITH_MAMMA(m)   ((m)&CAPONE_MAMMA ? 12 + BEST_PARTNER(m) : 0)
#define LARGER(a, b)    ((a) > (b) ? (a) : (b))
#define MOST_WORTH(m)   LARGER(LARGER((m)&CAPONE_DON ? 20 : 0, WITH_MAMMA(m)), WORTH_OF_GROUP(m))

const uint8_t capone_most_worth[256] = {
    CAPONE_ALL_MEMBERS(MOST_WORTH),
};
