/* The cards on the table of Capital Lux 2: lists and the pile in one row, see the header. */
#include "games/capital-lux-2/lux.h"

/* ------------------------------------------------------------------- lists */

#ifdef __NVPTX__
/* A lane of a GPU loads and stores whole words, whose addresses are multiples of eight. */
_Static_assert(offsetof(lux, cards) % 8 == 0 && offsetof(lux, start) % 8 == 0 &&
                   LUX_CARDS % 8 == 0 && LUX_LISTS == 24,
               "rows of whole words");

/* The bytes of a word below byte n of its row; `at` is where the word begins. */
static inline uint64_t bytes_below(int n, int at) {
    int count = n - at;

    return count >= 8 ? UINT64_MAX : count <= 0 ? 0 : (UINT64_C(1) << 8 * count) - 1;
}

static inline void shift_starts(lux *s, int list, uint64_t by) {
    uint64_t *starts = (uint64_t *)(void *)s->start;

    for (int i = 0; i < LUX_LISTS / 8; i++)
        starts[i] += (UINT64_C(0x0101010101010101) & ~bytes_below(list + 1, 8 * i)) * by;
    s->start[LUX_LISTS] = (uint8_t)(s->start[LUX_LISTS] + by);
}
#else
/* For each start behind the first 1 if it is behind a list, else 0: LUX_LISTS bytes from the right
 * place on. */
static const uint8_t zeros_and_ones[2 * LUX_LISTS] = {
    [LUX_LISTS] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
};

/* Eight starts at once; none ever exceeds LUX_CARDS, so nothing carries over. */
static inline void shift_eight(uint8_t *starts, const uint8_t *which, uint64_t by) {
    uint64_t eight, ones;

    engine_memcpy(&eight, starts, sizeof eight);
    engine_memcpy(&ones, which, sizeof ones);
    eight += ones * by;
    engine_memcpy(starts, &eight, sizeof eight);
}

/* All lists behind this one begin `by` further right. */
static inline void shift_starts(lux *s, int list, uint64_t by) {
    const uint8_t *which = zeros_and_ones + LUX_LISTS - list;

    shift_eight(s->start + 1, which, by);
    shift_eight(s->start + 9, which + 8, by);
    shift_eight(s->start + 17, which + 16, by);
}
#endif

static inline int end_of_lists(const lux *s) {
    return s->start[LUX_LISTS];
}

/* Adds to a total of the capital and to one of a city, but 0 to one of them: a branch on which of
 * them is meant would be mispredicted. */
static inline void add_to_total(lux *s, unsigned list, int value) {
    uint16_t *capital = &s->capital_total[list % LUX_DISTRICTS];
    uint8_t *city = &s->city_total[0][0] + (list - LUX_DISTRICTS) % (LUX_OWNERS * LUX_DISTRICTS);
    int to_capital = value & -(int)(list < LUX_DISTRICTS);

    *capital = (uint16_t)(*capital + to_capital);
    *city = (uint8_t)(*city + value - to_capital);
}

#ifdef __NVPTX__
static inline void store(uint64_t *to, uint64_t x, uint64_t which) {
    *to ^= (*to ^ x) & which;
}

static inline void move_up(uint8_t *cards, int at, int count) {
    uint64_t *words = (uint64_t *)(void *)cards, word = words[(at + count) / 8];

    for (int i = (at + count) / 8; i >= at / 8; i--) {
        uint64_t before = i > 0 ? words[i - 1] : 0;
        store(&words[i], word << 8 | before >> 56,
              bytes_below(at + count + 1, 8 * i) & ~bytes_below(at + 1, 8 * i));
        word = before;
    }
}

/* What is read behind the cards is not kept. */
static inline void move_down(uint8_t *cards, int at, int count, int by) {
    uint64_t *words = (uint64_t *)(void *)cards;

    for (int i = at / 8; 8 * i < at + count + by; i++) {
        const uint64_t *from = words + i + by / 8;
        uint64_t moved = from[0] >> 8 * (by % 8) | from[1] << 8 << 8 * (7 - by % 8);
        store(&words[i], moved & bytes_below(at + count, 8 * i),
              bytes_below(at + count + by, 8 * i) & ~bytes_below(at, 8 * i));
    }
}
#else
/* Cards move sixteen at a time, and a fixed number of them first: how many there are is random, so
 * a loop over them would be mispredicted. What lies behind them is written back as it was. */
typedef int8_t sixteen __attribute__((vector_size(16)));
enum { AT_ONCE = 3 };
_Static_assert(offsetof(lux, cards) + LUX_CARDS + 16 * AT_ONCE + 1 <= sizeof(lux),
               "what is written back is in the position");

static inline sixteen load(const uint8_t *from) {
    sixteen x;

    engine_memcpy(&x, from, sizeof x);
    return x;
}

/* -1 for those of the sixteen from `i` on that are below `count`, else 0. */
static inline sixteen below(int i, int count) {
    const sixteen places = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

    return places + (int8_t)i < (sixteen){0} + (int8_t)count;
}

static inline void store(uint8_t *to, sixteen x, sixteen which) {
    sixteen old = load(to);

    old ^= (old ^ x) & which;
    engine_memcpy(to, &old, sizeof old);
}

/* One place to the right, the last first. */
static inline void move_up(uint8_t *cards, int at, int count) {
    cards += at;
    for (int i = (count - 1) & ~15; i >= 16 * AT_ONCE; i -= 16)
        store(cards + 1 + i, load(cards + i), below(i, count));
#pragma GCC unroll 3
    for (int i = 16 * (AT_ONCE - 1); i >= 0; i -= 16)
        store(cards + 1 + i, load(cards + i), below(i, count));
}

static inline void move_sixteen_down(uint8_t *cards, int i, int count, int by) {
    store(cards + i, load(cards + by + i) & below(i, count), below(i, count + by));
}

/* `by` places to the left; zeros follow. */
static inline void move_down(uint8_t *cards, int at, int count, int by) {
    int i = 0;

    cards += at;
#pragma GCC unroll 3
    for (; i < 16 * AT_ONCE; i += 16)
        move_sixteen_down(cards, i, count, by);
    for (; i < count + by; i += 16)
        move_sixteen_down(cards, i, count, by);
}

#endif

static inline void insert(lux *s, int list, int at, uint8_t kind) {
    move_up(s->cards, at, end_of_lists(s) - at);
    s->cards[at] = kind;
    shift_starts(s, list, 1);
}

void lux_lay(lux *s, int list, uint8_t kind) {
    insert(s, list, s->start[list + 1], kind);
    add_to_total(s, list, lux_value[kind]);
}

void lux_lay_bonus(lux *s, int owner, uint8_t kind) {
    int list = lux_bonus(owner), at = s->start[list + 1];

    while (at > s->start[list] && s->cards[at - 1] > kind)
        at--;
    insert(s, list, at, kind);
}

static inline void take_out(lux *s, int list, int from, int count) {
    move_down(s->cards, from, end_of_lists(s) - from - count, count);
    shift_starts(s, list, 0 - (uint64_t)count);
}

void lux_take(lux *s, int list, uint8_t kind) {
    int at = s->start[list + 1] - 1;

    while (s->cards[at] != kind)
        at--;
    take_out(s, list, at, 1);
    add_to_total(s, list, -lux_value[kind]);
}

void lux_discard_one(lux *s, int list, uint8_t kind) {
    lux_take(s, list, kind);
    s->discard[kind]++;
}

void lux_discard_all(lux *s, int list) {
    int total = 0;

    for (int i = s->start[list]; i < s->start[list + 1]; i++) {
        s->discard[s->cards[i]]++;
        total += lux_value[s->cards[i]];
    }
    add_to_total(s, list, -total);
    take_out(s, list, s->start[list], lux_length(s, list));
}

/* ------------------------------------------------------------------- totals */

int lux_total(const lux *s, int list) {
    int total = 0;

    for (int i = s->start[list]; i < s->start[list + 1]; i++)
        total += lux_value[s->cards[i]];
    return total;
}

int lux_total_of_citizens(const lux *s, int list) {
    int total = 0;

    for (int i = s->start[list]; i < s->start[list + 1]; i++)
        total += s->cards[i] < LUX_CITIZENS ? lux_value[s->cards[i]] : 0;
    return total;
}

/* -------------------------------------------------------- lowest and highest */

/* A bit for each kind, by value and then by colour: the lowest bit that is set tells the lowest
 * value, and the LUX_COLOURS bits of a value are the colours in card order. */
static const uint8_t face[LUX_KINDS] = {5,  10, 15, 20, 25, 6,  11, 16, 21, 26, 7, 12,
                                        17, 22, 27, 8,  13, 18, 23, 28, 4,  9,  14};

static uint32_t faces_in(const lux *s, int list) {
    uint32_t faces = 0;

    for (int i = s->start[list]; i < s->start[list + 1]; i++)
        faces |= 1u << face[s->cards[i]];
    return faces;
}

static lux_faces faces_at(uint32_t faces, int bit) {
    int row = bit / LUX_COLOURS;

    return (lux_faces){row + 1, faces >> LUX_COLOURS * row & ((1u << LUX_COLOURS) - 1)};
}

lux_faces lux_lowest(const lux *s, int list) {
    uint32_t faces = faces_in(s, list);

    return faces_at(faces, __builtin_ctz(faces));
}

lux_faces lux_highest(const lux *s, int list) {
    uint32_t faces = faces_in(s, list);

    return faces_at(faces, 31 - __builtin_clz(faces));
}

uint8_t lux_highest_card(const lux *s, int list) {
    int highest = 0; /* value, then place: what is compared without a branch */

    for (int i = s->start[list]; i < s->start[list + 1]; i++) {
        int card = lux_value[s->cards[i]] << 8 | i;
        highest = card > highest ? card : highest;
    }
    return s->cards[highest & 0xFF];
}

uint8_t lux_kind(int colour, int value) {
    return (uint8_t)(5 * colour + value - (colour == LUX_GREY ? 1 : 2));
}

/* --------------------------------------------------------------------- pile */

void lux_refill(lux *s) {
    uint8_t citizens[LUX_CARDS];
    engine_dice dice;
    int count = 0, top = LUX_CARDS - s->pile_count;

    for (int kind = 0; kind < LUX_CITIZENS; kind++)
        for (; s->discard[kind] > 0; s->discard[kind]--)
            citizens[count++] = (uint8_t)kind;
    if (count == 0)
        return;
    engine_dice_open(&dice, &s->head);
    engine_dice_shuffle_deck(&dice, citizens, count);
    engine_memmove(s->cards + top - count, s->cards + top, s->pile_count);
    engine_memcpy(s->cards + LUX_CARDS - count, citizens, (size_t)count);
    s->pile_count = (uint8_t)(s->pile_count + count);
    if (lux_told(s))
        lux_tell_refill(s);
}
