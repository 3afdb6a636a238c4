/* A hint: see adviser.h. */
#include "tui/adviser.h"

#include <stdlib.h>

#include "host/memory.h"
#include "host/think.h"

enum { NODES = 300000, HINT_MS = 1000, SLICE_MS = 20, SLICE = 16 };

const char *capu_adviser_refusal(const capu_party *party, int choices) {
    if (!party->hints && capu_actors(&party->view))
        return capu_wording(party->language, "terminal.hint.forbidden");
    return choices ? NULL : capu_wording(party->language, "terminal.hint.none");
}

void capu_adviser_begin(capu_adviser *adviser, const capu_state *view, int seat) {
    size_t bytes = capu_search_bytes(NODES);

    adviser->memory = capu_alloc(bytes);
    adviser->search = capu_search_begin(adviser->memory, bytes, view, seat, capu_hash(view));
    adviser->end = capu_clock_ms(CAPU_WALL) + HINT_MS;
}

bool capu_adviser_run(capu_adviser *adviser) {
    double now = capu_clock_ms(CAPU_WALL), pause = now + SLICE_MS;

    for (; now < adviser->end && now < pause; now = capu_clock_ms(CAPU_WALL))
        capu_search_run(adviser->search, SLICE);
    return now >= adviser->end;
}

int capu_adviser_give(const capu_adviser *adviser, capu_advice out[ADVISED]) {
    return capu_search_advice(adviser->search, out, ADVISED);
}

void capu_adviser_end(capu_adviser *adviser) {
    free(adviser->memory);
    *adviser = (capu_adviser){0};
}
