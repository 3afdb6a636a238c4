/* A hint: see adviser.h. */
#include "tui/table/adviser.h"

#include <stdlib.h>

#include "host/memory.h"
#include "host/think.h"

enum { NODES = 300000, HINT_MS = 1000, SLICE_MS = 20, SLICE = 16 };

const char *tui_adviser_refusal(const tui_party *party, int choices) {
    if (!party->hints && capu_actors(&party->view))
        return host_wording(party->language, "terminal.hint.forbidden");
    return choices ? NULL : host_wording(party->language, "terminal.hint.none");
}

void tui_adviser_begin(tui_adviser *adviser, const capu_state *view, int seat) {
    size_t bytes = capu_search_bytes(NODES);

    adviser->memory = host_alloc(bytes);
    adviser->search = capu_search_begin(adviser->memory, bytes, view, seat, capu_hash(view));
    adviser->end = host_clock_ms(HOST_WALL) + HINT_MS;
}

bool tui_adviser_run(tui_adviser *adviser) {
    double now = host_clock_ms(HOST_WALL), pause = now + SLICE_MS;

    for (; now < adviser->end && now < pause; now = host_clock_ms(HOST_WALL))
        capu_search_run(adviser->search, SLICE);
    return now >= adviser->end;
}

int tui_adviser_give(const tui_adviser *adviser, capu_advice out[ADVISED]) {
    return capu_search_advice(adviser->search, out, ADVISED);
}

void tui_adviser_end(tui_adviser *adviser) {
    free(adviser->memory);
    *adviser = (tui_adviser){0};
}
