/* What a seat knows in Caprice, as numbers. */
#include "games/caprice/caprice.h"

enum { PHASES = CAPRICE_OVER + 1 };

/* Of each seat. The tiles and the order of others are seen when the game is over. */
typedef struct seat_columns {
    int16_t turn, first, ended;
    int16_t tile_count, tiles[CAPRICE_KINDS], shown[CAPRICE_KINDS];
    int16_t arranged, order[CAPRICE_LEVELS][CAPRICE_KINDS];
    int16_t score;
} seat_columns;

typedef struct columns {
    seat_columns seats[CAPRICE_PLAYERS];
    int16_t phase[PHASES];
    int16_t marker[CAPRICE_PLACES], placed[CAPRICE_PLACES];
    int16_t drawn[CAPRICE_KINDS], aside[CAPRICE_KINDS];
    int16_t tower[CAPRICE_PLACES][CAPRICE_LEVELS][CAPRICE_KINDS];
    int16_t reserve[CAPRICE_KINDS];
    int16_t bag;
} columns;

static const engine_columns seat_groups[] = {
    {.name = "turn"},
    {.name = "first"},
    {.name = "ended"},
    {.name = "tile_count"},
    {"tiles", {{caprice_kinds, CAPRICE_KINDS}}},
    {"shown", {{caprice_kinds, CAPRICE_KINDS}}},
    {.name = "arranged"},
    {"order", {{NULL, CAPRICE_LEVELS}, {caprice_kinds, CAPRICE_KINDS}}},
    {.name = "score"},
    {0},
};
static const engine_columns groups[] = {
    {"phase", {{caprice_phases, PHASES}}},
    {"marker", {{NULL, CAPRICE_PLACES}}},
    {"placed", {{NULL, CAPRICE_PLACES}}},
    {"drawn", {{caprice_kinds, CAPRICE_KINDS}}},
    {"aside", {{caprice_kinds, CAPRICE_KINDS}}},
    {"tower", {{NULL, CAPRICE_PLACES}, {NULL, CAPRICE_LEVELS}, {caprice_kinds, CAPRICE_KINDS}}},
    {"reserve", {{caprice_kinds, CAPRICE_KINDS}}},
    {.name = "bag"},
    {0},
};

static void count_kinds(const uint8_t *kinds, int count, int16_t out[CAPRICE_KINDS]) {
    for (int i = 0; i < count; i++)
        out[kinds[i]]++;
}

static void observe_seat(const caprice *s, int seat, bool open, seat_columns *out) {
    out->turn = s->turn == seat;
    out->first = s->first == seat;
    out->ended = s->ender == seat;
    out->tile_count = s->tile_count[seat];
    count_kinds(s->shown[seat], s->shown_count[seat], out->shown);
    out->arranged = s->given >> seat & 1;
    out->score = s->scores[seat];
    if (!open)
        return;
    count_kinds(s->tiles[seat], s->tile_count[seat], out->tiles);
    for (int level = 0; out->arranged && level < CAPRICE_LEVELS; level++)
        out->order[level][s->orders[seat][level]] = 1;
}

static void observe_towers(const caprice *s, columns *out) {
    for (int place = 0; place < CAPRICE_PLACES; place++)
        for (int level = 0; level < s->height[place]; level++)
            out->tower[place][level][caprice_block(s, place, level)] = 1;
    for (int kind = 0; kind < CAPRICE_KINDS; kind++)
        out->reserve[kind] = s->reserve[kind];
    if (s->marker != ENGINE_NONE)
        out->marker[s->marker] = 1;
    if (s->placed != ENGINE_NONE)
        out->placed[s->placed] = 1;
}

/* The tiles set aside are the last ones that the seat in turn has shown. */
static void observe_draw(const caprice *s, int seat, columns *out) {
    if (s->turn == seat)
        out->drawn[s->drawn] = 1;
    count_kinds(s->shown[s->turn] + s->shown_count[s->turn] - s->aside, s->aside, out->aside);
}

static void observe(const capu_state *state, int seat, int16_t *row) {
    const caprice *s = (const caprice *)state;
    columns *out = (columns *)row;
    int players = s->head.players, viewer = seat < 0 ? 0 : seat;

    for (int other = 0; other < players; other++)
        observe_seat(s, other, other == seat || s->phase == CAPRICE_OVER,
                     &out->seats[engine_place(other, viewer, players)]);
    observe_towers(s, out);
    if (s->phase == CAPRICE_DRAW)
        observe_draw(s, seat, out);
    out->phase[s->phase] = 1;
    out->bag = s->bag_count;
}

const engine_observation caprice_observation = ENGINE_OBSERVATION(1);
