/* What opponents know of Caprice. */
#include "bots/bots.h"
#include "games/caprice/caprice.h"

static const caprice *of(const capu_state *state) {
    return (const caprice *)state;
}

/* ------------------------------------------------------------ simple opponent */

static int kinds_held(const caprice *s, int seat) {
    uint8_t counts[KINDS];
    int kinds = 0;

    caprice_count(s->tiles[seat], s->tile_count[seat], counts);
    for (int kind = 0; kind < KINDS; kind++)
        kinds += counts[kind] > 0;
    return kinds;
}

/* Points of the best order now; and, while tiles are drawn, many kinds rather than few, since
 * hands of four kinds can reach most. */
static int evaluate(const capu_state *state, int seat) {
    const caprice *s = of(state);
    uint8_t order[LEVELS];

    if (s->given >> seat & 1)
        return caprice_score(s, s->orders[seat]);
    if (s->tile_count[seat] == TILES && s->blocks > 0)
        return caprice_best_order(s, s->tiles[seat], order);
    return kinds_held(s, seat);
}

/* -------------------------------------------------------------------- search */

/* Points still to come for a hand of that many kinds, for each turn of the whole table. */
static const float GAIN_A_BLOCK[KINDS + 1] = {0, 0.25f, 0.38f, 0.45f, 0.5f};

/* e to the -x, as far as it matters here. */
static float fading(float x) {
    return 1 / (1 + x * (1 + x * (0.5f + x * 0.17f)));
}

/* Points now and to come; who is ahead wins the more surely the fewer blocks are left. */
static void outlook(const capu_state *state, capu_outlook *out) {
    const caprice *s = of(state);
    float left = (float)(22 - s->blocks), all = 0, most = 0;
    int players = s->head.players;

    for (int seat = 0; seat < players; seat++) {
        float points = (float)evaluate(state, seat);
        out->score[seat] = points + GAIN_A_BLOCK[kinds_held(s, seat)] * left;
        most = out->score[seat] > most ? out->score[seat] : most;
    }
    for (int seat = 0; seat < players; seat++) {
        out->win[seat] = fading((most - out->score[seat]) / (0.6f + 0.16f * left));
        all += out->win[seat];
    }
    for (int seat = 0; seat < players; seat++)
        out->win[seat] /= all;
}

/* Towers are judged at any moment of a turn; only the deal and the last orders are played on. */
static bool settled(const capu_state *state) {
    return of(state)->phase == PLACE || of(state)->phase == MOVE;
}

const capu_knowledge caprice_knowledge = {
    .game = "caprice",
    .evaluate = evaluate,
    .depth = 2,
    .samples = 1,
    .outlook = outlook,
    .large_margin = 10,
    .settled = settled,
};
