/* Scoring (CTL-19 to CTL-23), the draw of new cards (CTL-24 to CTL-26), and the next round. */
#include "games/capitol/capitol.h"

/* ------------------------------------------------------------------- areas */

static inline int larger(int a, int b) {
    return a > b ? a : b;
}

/* Who has the most of four, as bits. Nobody does if that is less than `least`. */
static inline uint8_t who_has_most(const uint8_t of[CAPITOL_PLAYERS], int least) {
    int most = larger(larger(of[0], of[1]), larger(of[2], of[3]));

    most = larger(most, least);
    return (uint8_t)((of[0] == most) | (of[1] == most) << 1 | (of[2] == most) << 2 |
                     (of[3] == most) << 3);
}

/* Whoever has the highest weight is first. If that is one seat alone, the seats with the most
 * floors of the others are second: those who tie with the first in floors (CTL-20), or else those
 * who come next (CTL-22). */
capitol_standing capitol_standing_by(const uint8_t weight[CAPITOL_PLAYERS]) {
    enum { ONE_FLOOR = 8 };
    uint8_t first = who_has_most(weight, ONE_FLOOR), floors[CAPITOL_PLAYERS];

    if (first & (first - 1)) /* CTL-21 */
        return (capitol_standing){first, 0};
    for (int seat = 0; seat < CAPITOL_PLAYERS; seat++)
        floors[seat] = (uint8_t)(first >> seat & 1 ? 0 : weight[seat] & ~7);
    return (capitol_standing){first, who_has_most(floors, ONE_FLOOR)};
}

int capitol_area_points(const capitol *s, int area, int seat) {
    capitol_standing standing = s->standing[area];
    capitol_tiles has = capitol_tiles_of(s, area);

    return (standing.first >> seat & 1) * capitol_first_points(has) +
           (standing.second >> seat & 1) * capitol_second_points(has);
}

int capitol_points_now(const capitol *s, int seat) {
    int points = 0;

    for (int area = 0; area < CAPITOL_AREAS; area++)
        points += capitol_area_points(s, area, seat);
    return points;
}

static void add_points(capitol *s, uint32_t seats, int points) {
    for (; seats; seats &= seats - 1) {
        int seat = __builtin_ctz(seats);
        s->score[seat] = (uint16_t)(s->score[seat] + points);
    }
}

/* -------------------------------------------------------------------- draw */

int capitol_cards_more(const capitol *s, int seat) {
    int more = 0;

    for (int area = 0; area < CAPITOL_AREAS; area++) {
        if (s->large[area] == CAPITOL_AMPHITHEATRE)
            more += capitol_more_by(s->standing[area], seat);
    }
    return more;
}

int capitol_due(const capitol *s, int seat) {
    const uint8_t *size = s->hand_size[seat];
    int due = CAPITOL_CARDS_A_DRAW;

    if (s->head.options[CAPITOL_DRAW_OPTION] == CAPITOL_DRAW_UP_TO_SIX) {
        due -= size[CAPITOL_ROOF_DECK] + size[CAPITOL_FLOOR_DECK] + size[CAPITOL_PERMIT_DECK];
        due = due < 0 ? 0 : due;
    }
    return due + capitol_cards_more(s, seat);
}

static void next_round(capitol *s) {
    s->round++;
    s->consul = (uint8_t)engine_clockwise(s->consul, 1, s->head.players); /* CTL-27 */
    s->left = 0;
    capu_lines *told = engine_told(&s->head);
    if (told)
        capitol_tell_round(s, told);
    capitol_begin_build(s);
}

/* Goes on with the first seat that has cards to draw, from `waiting` places behind the consul on.
 */
static void next_drawer(capitol *s, int waiting) {
    int players = s->head.players;

    for (; waiting < players && !capitol_no_stacks(s); waiting++) {
        int seat = engine_clockwise(s->consul, waiting, players);
        s->left = (uint8_t)capitol_due(s, seat);
        s->turn = (uint8_t)seat;
        if (s->left > 0)
            return;
    }
    next_round(s);
}

void capitol_draw(capitol *s, int seat, int deck) {
    int players = s->head.players;
    capu_lines *told = engine_told(&s->head);

    if (told)
        capitol_tell_drawn(seat, s->cards[deck][s->stack[deck] - 1], told);
    capitol_take_card(s, seat, deck);
    if (--s->left == 0 || capitol_no_stacks(s))
        next_drawer(s, (seat - s->consul + players) % players + 1);
}

/* ------------------------------------------------------------ end of round */

void capitol_score_round(capitol *s) {
    capu_lines *told = engine_told(&s->head);

    if (told)
        capitol_tell_scoring(s, told);
    for (int area = 0; area < CAPITOL_AREAS; area++) {
        if (s->shape[area] == ENGINE_NONE)
            continue;
        capitol_standing standing = s->standing[area];
        capitol_tiles has = capitol_tiles_of(s, area);
        add_points(s, standing.first, capitol_first_points(has));
        add_points(s, standing.second, capitol_second_points(has));
    }
    s->auction = 0;
    if (s->round == CAPITOL_ROUNDS) { /* CTL-28 */
        s->phase = CAPITOL_OVER;
        s->turn = ENGINE_NONE;
        if (told)
            capitol_tell_end(s, told);
        return;
    }
    s->phase = CAPITOL_DRAW;
    next_drawer(s, 0);
}
