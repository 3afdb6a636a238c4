/* What a seat knows in Capitol, as numbers. */
#include "games/capitol/capitol.h"

enum {
    PHASES = CAPITOL_OVER + 1,
    HEIGHTS = CAPITOL_SQUARES + 1, /* the last: too tall for any area */
};

/* Of each seat. Known cards are those of its hand that all have seen. */
typedef struct seat_columns {
    int16_t turn, consul, done, score;
    int16_t hand_size[CAPITOL_DECKS], known[CAPITOL_CARD_KINDS];
    int16_t works[HEIGHTS], highest;
    int16_t buildings[HEIGHTS][CAPITOL_SHAPES], roofs[CAPITOL_SHAPES];
    int16_t floors[CAPITOL_AREAS], tallest[CAPITOL_AREAS]; /* on the board */
} seat_columns;

typedef struct columns {
    seat_columns seats[CAPITOL_PLAYERS];
    int16_t phase[PHASES];
    int16_t round, auction, left, supply, first_floor[2];
    int16_t hand[CAPITOL_CARD_KINDS], bid[CAPITOL_CARD_KINDS]; /* the viewer's */
    int16_t top[CAPITOL_CARD_KINDS];                           /* of the stacks */
    int16_t seen[CAPITOL_CARD_KINDS];                          /* in the stacks, with the tops */
    int16_t discarded[CAPITOL_CARD_KINDS];
    int16_t stack[CAPITOL_DECKS], unseen[CAPITOL_DECKS];
    int16_t free[CAPITOL_AREAS], fountains[CAPITOL_AREAS];
    int16_t large[CAPITOL_AREAS][2], shape[CAPITOL_AREAS][CAPITOL_SHAPES];
} columns;

static const char *const heights[] = {"1", "2", "3", "4", "5", "6", "7", "more"};

#define CARDS                                                                                      \
    { capitol_card_names, CAPITOL_CARD_KINDS }
#define DECKS                                                                                      \
    { capitol_deck_names, CAPITOL_DECKS }
#define SHAPES                                                                                     \
    { capitol_shape_names, CAPITOL_SHAPES }
#define ANY_AREA                                                                                   \
    { capitol_area_names, CAPITOL_AREAS }

static const engine_columns seat_groups[] = {
    {.name = "turn"},
    {.name = "consul"},
    {.name = "done"},
    {.name = "score"},
    {"hand_size", {DECKS}},
    {"known", {CARDS}},
    {"works", {{heights, HEIGHTS}}},
    {.name = "highest"},
    {"buildings", {{heights, HEIGHTS}, SHAPES}},
    {"roofs", {SHAPES}},
    {"floors", {ANY_AREA}},
    {"tallest", {ANY_AREA}},
    {0},
};
static const engine_columns groups[] = {
    {"phase", {{capitol_phases, PHASES}}},
    {.name = "round"},
    {.name = "auction"},
    {.name = "left"},
    {.name = "supply"},
    {"first_floor", {{capitol_first_floors, 2}}},
    {"hand", {CARDS}},
    {"bid", {CARDS}},
    {"top", {CARDS}},
    {"seen", {CARDS}},
    {"discarded", {CARDS}},
    {"stack", {DECKS}},
    {"unseen", {DECKS}},
    {"free", {ANY_AREA}},
    {"fountains", {ANY_AREA}},
    {"large", {ANY_AREA, {capitol_large_names, 2}}},
    {"shape", {ANY_AREA, SHAPES}},
    {0},
};

static void count_set(uint64_t set, int16_t *out) {
    for (; set; set &= set - 1)
        out[capitol_kind_of(__builtin_ctzll(set))]++;
}

static void count_cards(const uint8_t *cards, int count, int16_t *out) {
    for (int i = 0; i < count; i++)
        out[capitol_kind_of(cards[i])]++;
}

static int at_most(int number, int most) {
    return number < most ? number : most;
}

static void observe_buildings(const capitol *s, int seat, seat_columns *out) {
    for (int i = 0; i < s->work_kinds[seat]; i++) {
        int height = s->work_height[seat][i], place = at_most(height, HEIGHTS) - 1;
        out->works[place] = (int16_t)(out->works[place] + s->work_count[seat][i]);
        out->highest = (int16_t)height;
    }
    for (int i = 0; i < s->building_count[seat]; i++) {
        int building = s->building[seat][i];
        out->buildings[at_most(building >> 1, HEIGHTS) - 1][building & 1]++;
    }
    for (int shape = 0; shape < CAPITOL_SHAPES; shape++)
        out->roofs[shape] = s->roofs[seat][shape];
}

static void observe_seat(const capitol *s, int seat, seat_columns *out) {
    out->turn = s->turn == seat;
    out->consul = s->consul == seat;
    out->done = s->done >> seat & 1;
    out->score = (int16_t)s->score[seat];
    for (int deck = 0; deck < CAPITOL_DECKS; deck++)
        out->hand_size[deck] = s->hand_size[seat][deck];
    count_set(s->known[seat], out->known);
    observe_buildings(s, seat, out);
    for (int area = 0; area < CAPITOL_AREAS; area++) {
        out->floors[area] = s->weight[area][seat] >> 3;
        out->tallest[area] = s->weight[area][seat] & 7;
    }
}

static void observe_decks(const capitol *s, columns *out) {
    for (int deck = 0; deck < CAPITOL_DECKS; deck++) {
        const uint8_t *cards = s->cards[deck];
        int stack = s->stack[deck], unseen = s->unseen[deck], discard = s->discard[deck];
        out->stack[deck] = (int16_t)stack;
        out->unseen[deck] = (int16_t)unseen;
        count_cards(cards + unseen, stack - unseen, out->seen);
        count_cards(cards + CAPITOL_DECK_ROOM - discard, discard, out->discarded);
        if (stack > 0)
            out->top[capitol_kind_of(cards[stack - 1])] = 1;
    }
}

static void observe_areas(const capitol *s, columns *out) {
    for (int area = 0; area < CAPITOL_AREAS; area++) {
        out->free[area] = s->free[area];
        out->fountains[area] = s->fountains[area];
        if (s->large[area] != ENGINE_NONE)
            out->large[area][s->large[area]] = 1;
        if (s->shape[area] != ENGINE_NONE)
            out->shape[area][s->shape[area]] = 1;
    }
}

static void observe(const capu_state *state, int seat, int16_t *row) {
    const capitol *s = (const capitol *)state;
    columns *out = (columns *)row;
    int players = s->head.players, viewer = seat < 0 ? 0 : seat;

    for (int other = 0; other < players; other++)
        observe_seat(s, other, &out->seats[engine_place(other, viewer, players)]);
    out->phase[s->phase] = 1;
    out->round = s->round;
    out->auction = s->auction;
    out->left = s->left;
    out->supply = s->supply;
    if (s->first_floor)
        out->first_floor[s->first_floor - CAPITOL_ON_HIGHEST] = 1;
    if (seat >= 0) {
        count_set(s->hand[seat], out->hand);
        count_set(s->bid[seat], out->bid);
    }
    observe_decks(s, out);
    observe_areas(s, out);
}

const engine_observation capitol_observation = ENGINE_OBSERVATION(1);
