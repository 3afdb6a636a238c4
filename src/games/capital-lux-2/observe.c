/* What a seat knows in Capital Lux 2, as numbers. In solo, ROB's city, bonus pile and gold are
 * where a second seat's would be. */
#include "games/capital-lux-2/lux.h"

enum {
    PHASES = LUX_OVER + 1,
    VALUES = LUX_CITIZENS / LUX_DISTRICTS,
    OWN = VALUES + LUX_GREYS, /* cards that a city's district can have */
    DRAWN = LUX_KINDS + LUX_MODIFIERS,
};

/* Of each seat. `hand` is what the viewer knows of its hand, `knows` what it knows of the viewer's.
 */
typedef struct seat_columns {
    int16_t turn, emperor, chosen;
    int16_t hand_size, hand[LUX_CITIZENS], knows[LUX_CITIZENS];
    int16_t city[LUX_DISTRICTS][OWN], total[LUX_DISTRICTS];
    int16_t bonus[LUX_KINDS], gold;
    int16_t guards[LUX_DISTRICTS], aristocrats[LUX_DISTRICTS];
    int16_t laid[LUX_DISTRICTS]; /* modifiers */
} seat_columns;

typedef struct columns {
    seat_columns seats[LUX_PLAYERS];
    int16_t phase[PHASES], district[LUX_DISTRICTS];
    int16_t round, step, second, last;
    int16_t packet_size, packet[LUX_CITIZENS], passed[LUX_CITIZENS], choice[LUX_CITIZENS];
    int16_t drawn_count, drawn[DRAWN];
    int16_t powers[LUX_TILES];
    int16_t capital[LUX_DISTRICTS][LUX_KINDS];
    int16_t limit[LUX_DISTRICTS], capital_gold[LUX_DISTRICTS]; /* limits without modifiers */
    int16_t modifier[LUX_DISTRICTS][LUX_MODIFIERS];            /* that the viewer knows */
    int16_t infiltrator[LUX_DISTRICTS][LUX_SIDES];
    int16_t display[LUX_CITIZENS], discard[LUX_KINDS];
    int16_t pile, greys, modifiers; /* how many are left */
    int16_t rob_hand[LUX_CITIZENS], rob_reserve[LUX_CITIZENS], rob_turned[LUX_ROB_KINDS];
} columns;

static const char *const own_cards[OWN] = {"2", "3", "4", "5", "6", "x1", "x2", "x3"};

#define CITIZENS                                                                                   \
    { lux_card_names, LUX_CITIZENS }
#define KINDS                                                                                      \
    { lux_card_names, LUX_KINDS }
#define DISTRICTS                                                                                  \
    { lux_district_names, LUX_DISTRICTS }

static const engine_columns seat_groups[] = {
    {.name = "turn"},
    {.name = "emperor"},
    {.name = "chosen"},
    {.name = "hand_size"},
    {"hand", {CITIZENS}},
    {"knows", {CITIZENS}},
    {"city", {DISTRICTS, {own_cards, OWN}}},
    {"total", {DISTRICTS}},
    {"bonus", {KINDS}},
    {.name = "gold"},
    {"guards", {DISTRICTS}},
    {"aristocrats", {DISTRICTS}},
    {"laid", {DISTRICTS}},
    {0},
};
static const engine_columns groups[] = {
    {"phase", {{lux_phases, PHASES}}},
    {"district", {DISTRICTS}},
    {.name = "round"},
    {.name = "step"},
    {.name = "second"},
    {.name = "last"},
    {.name = "packet_size"},
    {"packet", {CITIZENS}},
    {"passed", {CITIZENS}},
    {"choice", {CITIZENS}},
    {.name = "drawn_count"},
    {"drawn", {{lux_card_names, DRAWN}}},
    {"powers", {{lux_tile_names, LUX_TILES}}},
    {"capital", {DISTRICTS, KINDS}},
    {"limit", {DISTRICTS}},
    {"capital_gold", {DISTRICTS}},
    {"modifier", {DISTRICTS, {lux_card_names + LUX_KINDS, LUX_MODIFIERS}}},
    {"infiltrator", {DISTRICTS, {lux_side_names, LUX_SIDES}}},
    {"display", {CITIZENS}},
    {"discard", {KINDS}},
    {.name = "pile"},
    {.name = "greys"},
    {.name = "modifiers"},
    {"rob_hand", {CITIZENS}},
    {"rob_reserve", {CITIZENS}},
    {"rob_turned", {{lux_rob_names, LUX_ROB_KINDS}}},
    {0},
};

/* ------------------------------------------------------------------- counting */

static void count_tally(uint64_t tally, int16_t out[LUX_CITIZENS]) {
    for (uint64_t kinds = lux_kinds(tally); kinds; kinds &= kinds - 1) {
        int kind = lux_lowest_kind(kinds);
        out[kind] = (int16_t)lux_how_many(tally, kind);
    }
}

static void count_list(const lux *s, int list, int16_t out[LUX_KINDS]) {
    for (int i = s->start[list]; i < s->start[list + 1]; i++)
        out[s->cards[i]]++;
}

static void count_cards(const uint8_t *kinds, int count, int16_t *out) {
    for (int i = 0; i < count; i++)
        out[kinds[i]]++;
}

/* --------------------------------------------------------------------- owners */

static void observe_city(const lux *s, int owner, seat_columns *out) {
    for (int d = 0; d < LUX_DISTRICTS; d++) {
        int list = lux_city(owner, d);
        for (int i = s->start[list]; i < s->start[list + 1]; i++) {
            int kind = s->cards[i];
            out->city[d][lux_colour[kind] == LUX_GREY ? VALUES + kind - LUX_CITIZENS
                                                      : kind - VALUES * d]++;
        }
        out->total[d] = s->city_total[owner][d];
    }
    count_list(s, lux_bonus(owner), out->bonus);
    out->gold = (int16_t)s->gold[owner];
}

static void observe_seat(const lux *s, int seat, seat_columns *out) {
    out->turn = s->turn == seat;
    out->emperor = s->emperor == seat;
    out->chosen = s->chosen >> seat & 1;
    out->hand_size = s->hand_count[seat];
    for (int d = 0; d < LUX_DISTRICTS; d++) {
        out->guards[d] = s->guards[seat] >> d & 1;
        out->aristocrats[d] = s->aristocrats[d] == seat;
    }
}

/* What the viewer and another seat know of each other's hands. */
static void observe_known(const lux *s, int viewer, int other, seat_columns *out) {
    count_tally(s->known[other][viewer - (viewer > other)], out->hand);
    count_tally(s->known[viewer][other - (other > viewer)], out->knows);
}

/* ---------------------------------------------------------------- the viewer's */

static void observe_own(const lux *s, int seat, columns *out) {
    count_tally(s->hand[seat], out->seats[0].hand);
    count_tally(s->hand[seat], out->seats[0].knows);
    count_tally(s->packet[seat], out->packet);
    if (s->chosen >> seat & 1)
        count_cards(s->choice[seat], 2, out->choice);
    if (s->phase == LUX_DRAFT && s->step == 2 && !lux_solo(s)) /* it has passed that packet on */
        count_tally(s->packet[engine_clockwise(seat, 1, s->head.players)], out->passed);
    if (s->turn == seat)
        count_cards(s->drawn, s->drawn_count, out->drawn);
}

/* CLX-15: modifiers are turned up at the end of the round. */
static void observe_modifiers(const lux *s, int seat, int viewer, columns *out) {
    for (int i = 0; i < s->laid_count; i++) {
        const lux_laid *laid = &s->laid[i];
        int place = engine_place(laid->seat, viewer, s->head.players);
        out->seats[place].laid[laid->district]++;
        if (s->phase >= LUX_PAY || laid->seat == seat)
            out->modifier[laid->district][laid->modifier] = 1;
    }
}

/* ------------------------------------------------------------------- the table */

static void observe_districts(const lux *s, columns *out) {
    for (int d = 0; d < LUX_DISTRICTS; d++) {
        count_list(s, lux_capital(d), out->capital[d]);
        out->limit[d] = (int16_t)lux_open_limit(s, d);
        out->capital_gold[d] = (int16_t)s->capital_gold[d];
        out->powers[s->powers[d]] = 1;
    }
    if (s->infiltrator != ENGINE_NONE)
        out->infiltrator[s->infiltrator / LUX_SIDES][s->infiltrator % LUX_SIDES] = 1;
    if (s->district != ENGINE_NONE)
        out->district[s->district] = 1;
}

static void observe_moment(const lux *s, columns *out) {
    out->phase[s->phase] = 1;
    out->round = s->round;
    out->step = s->step == ENGINE_NONE ? 0 : s->step;
    out->second = s->second;
    out->last = s->last == ENGINE_NONE ? 0 : s->last;
    out->packet_size = s->packet_size;
    out->drawn_count = s->drawn_count;
    out->pile = s->pile_count;
    out->greys = s->grey_count;
    out->modifiers = s->modifier_count;
    count_cards(s->display, s->display_count, out->display);
    for (int kind = 0; kind < LUX_KINDS; kind++)
        out->discard[kind] = s->discard[kind];
}

static void observe_rob(const lux *s, columns *out) {
    observe_city(s, LUX_ROB, &out->seats[LUX_ROB]);
    count_cards(s->rob_hand, s->rob_hand_count, out->rob_hand);
    count_tally(s->hand[LUX_ROB], out->rob_reserve);
    count_cards(s->rob_cards, s->rob_turned, out->rob_turned);
}

static void observe(const capu_state *state, int seat, int16_t *row) {
    const lux *s = (const lux *)state;
    columns *out = (columns *)row;
    int players = s->head.players, viewer = seat < 0 ? 0 : seat;

    for (int other = 0; other < players; other++) {
        seat_columns *its = &out->seats[engine_place(other, viewer, players)];
        observe_city(s, other, its);
        observe_seat(s, other, its);
        if (seat >= 0 && other != seat)
            observe_known(s, seat, other, its);
    }
    if (seat >= 0)
        observe_own(s, seat, out);
    if (lux_solo(s))
        observe_rob(s, out);
    observe_modifiers(s, seat, viewer, out);
    observe_districts(s, out);
    observe_moment(s, out);
}

const engine_observation lux_observation = ENGINE_OBSERVATION(1);
