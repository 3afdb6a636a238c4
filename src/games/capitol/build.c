/* Construction (CTL-7 to CTL-13): works, roofs, buildings and where they may stand. */
#include "games/capitol/capitol.h"

/* ------------------------------------------------------------------- turns */

void capitol_begin_build(capitol *s) {
    s->phase = CAPITOL_BUILD;
    s->turn = s->consul;
    s->done = 0;
}

/* CTL-7: goes on with the next seat that has not passed, which may be the same one again. */
static void next_builder(capitol *s, int seat) {
    int players = s->head.players;

    s->phase = CAPITOL_BUILD;
    if (s->done == (1u << players) - 1) {
        capitol_begin_auction(s, 1);
        return;
    }
    do
        seat = seat + 1 == players ? 0 : seat + 1;
    while (s->done >> seat & 1);
    s->turn = (uint8_t)seat;
}

void capitol_pass(capitol *s, int seat) {
    s->done |= (uint8_t)(1u << seat);
    next_builder(s, seat);
}

/* CTL-12 */
void capitol_play_null(capitol *s, int seat, int card) {
    capitol_discard(s, seat, card);
    next_builder(s, seat);
}

/* ------------------------------------------------------------------- works */

/* The index of the first height that is not lower. */
static int find_work(const capitol *s, int seat, int height) {
    int i = 0;

    while (i < s->work_kinds[seat] && s->work_height[seat][i] < height)
        i++;
    return i;
}

/* Moves the bytes from `at` on by one place, forwards or back. Clears a place that becomes free. */
static void shift(uint8_t *bytes, int at, int count, int by) {
    if (by > 0)
        for (int i = count; i > at; i--)
            bytes[i] = bytes[i - 1];
    else
        for (int i = at; i < count; i++)
            bytes[i] = i + 1 < count ? bytes[i + 1] : 0;
}

/* Returns false if there would be more different heights than 90 floors can make. */
bool capitol_add_work(capitol *s, int seat, int height) {
    uint8_t *heights = s->work_height[seat], *counts = s->work_count[seat];
    int i = find_work(s, seat, height), kinds = s->work_kinds[seat];

    if (i == kinds || heights[i] != height) {
        if (kinds == CAPITOL_WORK_KINDS)
            return false;
        shift(heights, i, kinds, 1);
        shift(counts, i, kinds, 1);
        heights[i] = (uint8_t)height;
        counts[i] = 0;
        s->work_kinds[seat]++;
    }
    counts[i]++;
    return true;
}

static void remove_work(capitol *s, int seat, int height) {
    uint8_t *heights = s->work_height[seat], *counts = s->work_count[seat];
    int i = find_work(s, seat, height);

    if (--counts[i] > 0)
        return;
    shift(heights, i, s->work_kinds[seat], -1);
    shift(counts, i, s->work_kinds[seat], -1);
    s->work_kinds[seat]--;
}

/* CTL-8 */
void capitol_play_floor(capitol *s, int seat, int card) {
    s->left = s->supply < CAPITOL_FLOORS_A_CARD ? s->supply : CAPITOL_FLOORS_A_CARD;
    s->supply = (uint8_t)(s->supply - s->left);
    s->phase = CAPITOL_PUT;
    capu_lines *told = engine_told(&s->head);
    if (told && s->supply == 0)
        capitol_tell_no_floors(told);
    capitol_discard(s, seat, card);
}

capitol_sites capitol_floor_sites(const capitol *s, int seat) {
    int kinds = s->work_kinds[seat], highest = kinds > 0 ? kinds - 1 : 0;

    if (s->head.options[CAPITOL_FLOORS_OPTION] == CAPITOL_FLOORS_FREE)
        return (capitol_sites){0, kinds, true};
    if (s->first_floor == CAPITOL_ON_NEW) /* which has height 1 */
        return (capitol_sites){0, 1, true};
    return (capitol_sites){highest, kinds, s->first_floor != CAPITOL_ON_HIGHEST};
}

/* Height 0 is a new work. */
void capitol_put_floor(capitol *s, int seat, int height) {
    if (height > 0)
        remove_work(s, seat, height);
    capitol_add_work(s, seat, height + 1);
    s->first_floor = 0;
    if (--s->left == 0)
        next_builder(s, seat);
    else if (s->head.options[CAPITOL_FLOORS_OPTION] == CAPITOL_FLOORS_TALLEST)
        s->first_floor = height > 0 ? CAPITOL_ON_HIGHEST : CAPITOL_ON_NEW;
}

/* --------------------------------------------------------------- buildings */

/* A building of more than seven floors fits nowhere. */
static uint16_t building_bit(int building) {
    return (uint16_t)(building < 16 ? 1u << building : 0);
}

void capitol_add_building(capitol *s, int seat, int building) {
    uint8_t *buildings = s->building[seat];
    int i = s->building_count[seat]++;

    for (; i > 0 && buildings[i - 1] > building; i--)
        buildings[i] = buildings[i - 1];
    buildings[i] = (uint8_t)building;
    s->offers[seat] |= building_bit(building);
}

static void remove_building(capitol *s, int seat, int building) {
    uint8_t *buildings = s->building[seat];
    int i = 0;

    while (buildings[i] != building)
        i++;
    shift(buildings, i, s->building_count[seat]--, -1);
    if (buildings[i] != building) /* the next one, if there is one */
        s->offers[seat] &= (uint16_t)~building_bit(building);
}

/* CTL-9 */
void capitol_play_roof(capitol *s, int seat, int card, int height, int shape) {
    s->roofs[seat][shape]--;
    remove_work(s, seat, height);
    capitol_add_building(s, seat, height * 2 + shape);
    capitol_discard(s, seat, card);
    next_builder(s, seat);
}

/* --------------------------------------------------------------- the board */

/* CTL-11 (d): shapes that the other two areas of the colour leave open, as bits. */
static uint32_t open_shapes(const capitol *s, int area) {
    int colour = area / CAPITOL_AREAS_EACH * CAPITOL_AREAS_EACH, other = area % CAPITOL_AREAS_EACH;
    int a = s->shape[colour + (other + 1) % CAPITOL_AREAS_EACH];
    int b = s->shape[colour + (other + 2) % CAPITOL_AREAS_EACH];

    return a == b && a != ENGINE_NONE ? 3u ^ 1u << a : 3u;
}

void capitol_set_takes(capitol *s, int area) {
    uint32_t takes;

    if (s->free[area] == 0)
        takes = 0;
    else if (s->shape[area] == ENGINE_NONE)
        takes = open_shapes(s, area) << 2; /* height 1 */
    else
        takes = 5u << (capitol_tallest(s, area) * 2 + s->shape[area]);
    s->takes[area] = (uint16_t)takes;
}

void capitol_stand(capitol *s, int seat, int height, int area) {
    uint8_t *built = s->built[area], building = (uint8_t)(height << 2 | seat);
    int i = 0;

    while (built[i])
        i++;
    for (; i > 0 && built[i - 1] > building; i--)
        built[i] = built[i - 1];
    built[i] = building;
    s->weight[area][seat] = capitol_heavier(s->weight[area][seat], height);
    s->standing[area] = capitol_standing_by(s->weight[area]);
}

/* CTL-10 */
void capitol_play_permit(capitol *s, int seat, int card, int building, int area) {
    capu_lines *told = engine_told(&s->head);

    remove_building(s, seat, building);
    capitol_stand(s, seat, building >> 1, area);
    s->free[area]--;
    if (s->shape[area] == ENGINE_NONE) {
        int colour = area / CAPITOL_AREAS_EACH * CAPITOL_AREAS_EACH;
        s->shape[area] = building & 1;
        for (int i = 0; i < CAPITOL_AREAS_EACH; i++)
            capitol_set_takes(s, colour + i);
        if (told)
            capitol_tell_shape(s, area, told);
    } else {
        capitol_set_takes(s, area);
    }
    if (told && s->free[area] == 0)
        capitol_tell_full(area, told);
    capitol_discard(s, seat, card);
    next_builder(s, seat);
}
