/* The actions of Capital Lux 2 as numbers. */
#include "games/capital-lux-2/lux.h"

static int word(capu_action action, int i) {
    return action >> 5 * (LUX_MOST_WORDS - 1 - i) & 31;
}

/* ------------------------------------------------------------------- keeping */

/* Two citizens, the lower one first. How many pairs begin with a lower one. */
static int pairs_before(int kind) {
    return kind * LUX_CITIZENS - kind * (kind - 1) / 2;
}

static int rank_keep(capu_action action) {
    int a = word(action, 0), b = word(action, 1);

    return pairs_before(a) + b - a;
}

static capu_action unrank_keep(int rank) {
    int a = 0;

    while (rank >= pairs_before(a + 1))
        a++;
    return LUX_ACTION(0, a, a + rank - pairs_before(a), 0);
}

/* ------------------------------------------------- cards of capital districts */

/* Without the Missionary a district has cards of its own colour, and grey ones. */
enum { VALUES = LUX_CITIZENS / LUX_DISTRICTS, OWN = VALUES + LUX_GREYS };

static int rank_own(int district, int kind) {
    int place = kind < LUX_CITIZENS ? kind - VALUES * district : VALUES + kind - LUX_CITIZENS;

    return district * OWN + place;
}

static capu_action unrank_own(int rank) {
    int district = rank / OWN, place = rank % OWN;
    int kind = place < VALUES ? VALUES * district + place : LUX_CITIZENS + place - VALUES;

    return LUX_ACTION(0, district, kind, 0);
}

/* The Cleric and the Mentalist leave the pink district alone. */
static int rank_not_pink(capu_action action) {
    int district = word(action, 0), rank = rank_own(district, word(action, 1));

    return district > LUX_PINK ? rank - OWN : rank;
}

static capu_action unrank_not_pink(int rank) {
    return unrank_own(rank < LUX_PINK * OWN ? rank : rank + OWN);
}

static int rank_prophet(capu_action action) {
    return rank_own(word(action, 0), word(action, 1)) * LUX_PLAYERS + word(action, 2);
}

static capu_action unrank_prophet(int rank) {
    return unrank_own(rank / LUX_PLAYERS) | LUX_ACTION(0, 0, 0, rank % LUX_PLAYERS);
}

/* To another district. */
enum { OTHERS = LUX_DISTRICTS - 1 };

static int rank_missionary(capu_action action) {
    int from = word(action, 0), to = word(action, 2);

    return (from * LUX_KINDS + word(action, 1)) * OTHERS + to - (to > from);
}

static capu_action unrank_missionary(int rank) {
    int from = rank / OTHERS / LUX_KINDS, to = rank % OTHERS;

    return LUX_ACTION(0, from, rank / OTHERS % LUX_KINDS, to + (to >= from));
}

/* ---------------------------------------------------------------------- all */

enum {
    PAIRS = LUX_CITIZENS * (LUX_CITIZENS + 1) / 2,
    NOT_PINK = (LUX_DISTRICTS - 1) * OWN,
    PROPHECIES = LUX_DISTRICTS * OWN * LUX_PLAYERS,
    MISSIONS = LUX_DISTRICTS * LUX_KINDS * OTHERS,

    FIRST_CITY = PAIRS,
    FIRST_CAPITAL = FIRST_CITY + LUX_CITIZENS,
    FIRST_AGENT = FIRST_CAPITAL + LUX_CITIZENS,
    FIRST_INFILTRATOR = FIRST_AGENT + LUX_DISTRICTS,
    FIRST_RECRUITER = FIRST_INFILTRATOR + LUX_DISTRICTS * LUX_SIDES,
    FIRST_FOREIGNER = FIRST_RECRUITER + 2 * LUX_DISTRICTS,
    FIRST_CLERIC = FIRST_FOREIGNER + LUX_PLAYERS * LUX_DISTRICTS,
    FIRST_PROPHET = FIRST_CLERIC + NOT_PINK,
    FIRST_MISSIONARY = FIRST_PROPHET + PROPHECIES,
    FIRST_MENTALIST = FIRST_MISSIONARY + MISSIONS,
    FIRST_DISCIPLE = FIRST_MENTALIST + NOT_PINK,
    FIRST_ARISTOCRAT = FIRST_DISCIPLE + LUX_DISTRICTS,
    FIRST_SENTINEL = FIRST_ARISTOCRAT + LUX_DISTRICTS,
    FIRST_PROSELYTISER = FIRST_SENTINEL + LUX_DISTRICTS,
    FIRST_EXPLORER = FIRST_PROSELYTISER + LUX_CITIZENS * LUX_PLAYERS,
    FIRST_PAY = FIRST_EXPLORER + LUX_CITIZENS,
    FIRST_LOSE = FIRST_PAY + 1,
    FIRST_BONUS = FIRST_LOSE + 1,
};
_Static_assert(FIRST_BONUS + LUX_KINDS == LUX_SPACE, "the space of actions");

#define ONE_WORD(count)     .words = {{10, 5, 0, count}}
#define TWO_WORDS(one, two) .words = {{10, 5, 0, one}, {5, 5, 0, two}}
#define USE(tile)           [LUX_USE + (tile)]

const engine_span lux_spans[LUX_VERBS] = {
    [LUX_KEEP] = {0, PAIRS, .rank = rank_keep, .unrank = unrank_keep},
    [LUX_CITY] = {FIRST_CITY, LUX_CITIZENS, ONE_WORD(LUX_CITIZENS)},
    [LUX_CAPITAL] = {FIRST_CAPITAL, LUX_CITIZENS, ONE_WORD(LUX_CITIZENS)},
    USE(LUX_AGENT) = {FIRST_AGENT, LUX_DISTRICTS, ONE_WORD(LUX_DISTRICTS)},
    USE(LUX_INFILTRATOR) = {FIRST_INFILTRATOR, LUX_DISTRICTS *LUX_SIDES,
                            TWO_WORDS(LUX_DISTRICTS, LUX_SIDES)},
    USE(LUX_RECRUITER) = {FIRST_RECRUITER, 2 * LUX_DISTRICTS, TWO_WORDS(2, LUX_DISTRICTS)},
    USE(LUX_FOREIGNER) = {FIRST_FOREIGNER, LUX_PLAYERS *LUX_DISTRICTS,
                          TWO_WORDS(LUX_PLAYERS, LUX_DISTRICTS)},
    USE(LUX_CLERIC) = {FIRST_CLERIC, NOT_PINK, .rank = rank_not_pink, .unrank = unrank_not_pink},
    USE(LUX_PROPHET) = {FIRST_PROPHET, PROPHECIES, .rank = rank_prophet, .unrank = unrank_prophet},
    USE(LUX_MISSIONARY) = {FIRST_MISSIONARY, MISSIONS, .rank = rank_missionary,
                           .unrank = unrank_missionary},
    USE(LUX_MENTALIST) = {FIRST_MENTALIST, NOT_PINK, .rank = rank_not_pink,
                          .unrank = unrank_not_pink},
    USE(LUX_DISCIPLE) = {FIRST_DISCIPLE, LUX_DISTRICTS, ONE_WORD(LUX_DISTRICTS)},
    USE(LUX_ARISTOCRAT) = {FIRST_ARISTOCRAT, LUX_DISTRICTS, ONE_WORD(LUX_DISTRICTS)},
    USE(LUX_SENTINEL) = {FIRST_SENTINEL, LUX_DISTRICTS, ONE_WORD(LUX_DISTRICTS)},
    USE(LUX_PROSELYTISER) = {FIRST_PROSELYTISER, LUX_CITIZENS *LUX_PLAYERS,
                             TWO_WORDS(LUX_CITIZENS, LUX_PLAYERS)},
    USE(LUX_EXPLORER) = {FIRST_EXPLORER, LUX_CITIZENS, ONE_WORD(LUX_CITIZENS)},
    [LUX_PAY_GOLD] = {.first = FIRST_PAY, .count = 1},
    [LUX_LOSE] = {.first = FIRST_LOSE, .count = 1},
    [LUX_TAKE_BONUS] = {FIRST_BONUS, LUX_KINDS, ONE_WORD(LUX_KINDS)},
};
