/* How far a seat may go back by itself. Nothing here knows a game: what a move shows is found by
 * doing it in positions that agree with what each viewer knew before. If the viewer could not have
 * foretold what it sees afterwards, the move showed something. */
#include "engine/registry.h"

/* A fact that was all but certain may slip through; that is no great secret. */
enum { SAMPLES = 24 };

/* Whether the viewer sees after the move just what it would in every position it held possible. */
static bool foreseen(const capu_state *before, capu_move move, const capu_state *after, int viewer,
                     capu_random *random) {
    capu_state view, seen, sample;

    capu_view(before, viewer, &view);
    capu_view(after, viewer, &seen);
    for (int i = 0; i < SAMPLES; i++) {
        capu_sample(&view, random, &sample);
        if (capu_apply(&sample, (int)move.seat, move.action))
            return false; /* that it was possible is news */
        capu_view(&sample, viewer, &sample);
        if (!capu_equal(&sample, &seen))
            return false;
    }
    return true;
}

static bool is_barrier(const capu_state *before, capu_move move, const capu_state *after) {
    capu_random random = capu_random_from(capu_hash(before));
    int players = before->head.players;

    if (after->head.draws != before->head.draws || !(after->head.actors >> move.seat & 1))
        return true;
    for (int viewer = CAPU_SPECTATOR; viewer < players; viewer++) {
        /* What is sealed is not shown, whatever it will show later. */
        bool sealed = capu_sealed(before) && capu_sealed(before) == capu_sealed(after);
        if (sealed && viewer != (int)move.seat)
            continue;
        if (!foreseen(before, move, after, viewer, &random))
            return true;
    }
    return false;
}

/* Behind the last move of another seat; in a simultaneous decision that is open: behind what came
 * before it. */
static int behind_others(const capu_record *record, int seat, capu_state *state) {
    int floor = 0, opened = 0;

    for (int i = 0; i < record->count; i++) {
        int sealed = capu_sealed(state);
        if (capu_apply(state, (int)record->moves[i].seat, record->moves[i].action))
            return record->count;
        bool open = sealed && capu_sealed(state) == sealed;
        if ((int)record->moves[i].seat != seat)
            floor = open ? opened : i + 1;
        if (!open)
            opened = i + 1;
    }
    return floor;
}

int capu_undo_floor(const capu_record *record, int seat) {
    capu_state state, before;

    if (capu_replay(record, 0, &state, NULL))
        return record->count;
    int first = behind_others(record, seat, &state), floor = first;
    capu_replay(record, first, &state, NULL);
    for (int i = first; i < record->count; i++) {
        capu_copy(&before, &state);
        capu_apply_legal(&state, (int)record->moves[i].seat, record->moves[i].action);
        if ((int)record->moves[i].seat == seat && is_barrier(&before, record->moves[i], &state))
            floor = i + 1;
    }
    while (floor < record->count && (int)record->moves[floor].seat != seat)
        floor++;
    return floor;
}
