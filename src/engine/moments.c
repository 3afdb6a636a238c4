/* Moments: what a seat sees in the midst of what an action leads to. */
#include "engine/registry.h"

typedef struct listener {
    capu_moment_fn *hear;
    void *context;
    int seat;
    int items; /* of the story, before the events */
    int heard; /* `items` of the last moment; -1: there is none yet */
    capu_lines events;
    capu_state view; /* the last one that was passed on */
} listener;

static void listen(void *context, const capu_state *state) {
    listener *l = context;
    int items = l->items + engine_known_lines(&l->events, l->seat);
    bool first = l->heard < 0;
    capu_state view;

    if (items == l->heard)
        return;
    capu_view(state, l->seat, &view);
    view.head.actors = 0;
    if (!capu_game_of(state)->moment(state, &l->events, &view))
        return;
    l->heard = items;
    if (!first && capu_equal(&view, &l->view))
        return;
    capu_copy(&l->view, &view);
    l->hear(l->context, items, &view);
}

void capu_story_moments(const capu_record *record, int begin, int seat, capu_moment_fn *hear,
                        void *context) {
    int told = 0, items = 0; /* moves that have been, and how much of the story that is */
    capu_state state;
    listener l;

    l.hear = hear;
    l.context = context;
    l.seat = seat;
    l.events.count = l.events.arg_count = 0;
    if (capu_replay(record, 0, &state, NULL) || !capu_game_of(&state)->moment)
        return;
    for (int i = 0; i < record->count; i++) {
        capu_move move = record->moves[i];
        int sealed = capu_sealed(&state);
        if (capu_explain(&state, (int)move.seat, move.action, NULL))
            return;
        l.items = items + i + 1 - told;
        l.heard = -1;
        engine_apply_telling(&state, move, &l.events, told >= begin ? listen : NULL, &l);
        if (sealed && capu_sealed(&state) == sealed)
            continue;
        items = l.items + engine_known_lines(&l.events, seat);
        l.events.count = l.events.arg_count = 0;
        told = i + 1;
    }
}
