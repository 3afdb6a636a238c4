/* What opponents know of Caprice. */
#include "bots/bots.h"
#include "games/caprice/caprice.h"

/* Points of the best order now; and, while tiles are drawn, many kinds rather than few, since
 * hands of four kinds can reach most. */
int caprice_evaluate(const capu_state *state, int seat) {
    const caprice *s = (const caprice *)state;
    uint8_t order[LEVELS], counts[KINDS];
    int kinds = 0;

    if (s->given >> seat & 1)
        return caprice_score(s, s->orders[seat]);
    if (s->tile_count[seat] == TILES && s->blocks > 0)
        return caprice_best_order(s, s->tiles[seat], order);
    caprice_count(s->tiles[seat], s->tile_count[seat], counts);
    for (int kind = 0; kind < KINDS; kind++)
        kinds += counts[kind] > 0;
    return kinds;
}
