/* Batches on a GPU: the parts of a step, each of which is done for all games before the next. The
 * host's stand-in for a GPU in the tests runs the same source. */
#ifndef CAPU_GPU_STEPPING_H
#define CAPU_GPU_STEPPING_H

#include "engine/batch.h"

/* Each is a kernel, with an array (or NULL) and a number besides the batch. */
typedef enum gpu_part {
    GPU_BEGIN,
    GPU_RESET,   /* the array says which games; NULL: all */
    GPU_ACT,     /* the array has the indices of actions; the number: bytes of an index, 4 or 8 */
    GPU_MOVE,    /* a random action; the number: 1 in the first step of a call */
    GPU_END,     /* of the games that are over: results and new deals, by lanes side by side */
    GPU_SHOW,    /* what callers see, but for the observations */
    GPU_OBSERVE, /* the number: games that find room in a warp's shared memory */
    GPU_PARTS
} gpu_part;
#define GPU_PART_NAMES                                                                             \
    {                                                                                              \
        "batch_begin", "batch_reset", "batch_act", "batch_move", "batch_end", "batch_show",        \
            "batch_observe"                                                                        \
    }

/* Counted over a whole call. */
typedef struct gpu_marks {
    uint64_t refused, idle;
    uint64_t over; /* games that ended in this step */
} gpu_marks;

/* What the kernels get. All arrays are on the GPU. */
typedef struct gpu_stepping {
    capu_batch batch; /* its `game` is the module's */
    int32_t *over;    /* the games that ended in this step */
    gpu_marks *marks;
} gpu_stepping;

/* A module has one game. The batch's is the host's address of it. */
#ifdef GAME
extern const capu_game GAME;
#define GPU_GAME(s) ((void)(s), &GAME)
#else
#define GPU_GAME(s) ((s)->batch.game)
#endif

/* Adds to a number that all lanes share, and returns what it was. */
#ifndef GPU_ADD
static inline uint64_t gpu_add(uint64_t *to, uint64_t value) {
    uint64_t before = *to;

    *to += value;
    return before;
}
#define GPU_ADD gpu_add
#endif

static inline void gpu_note(const gpu_stepping *s, int g, engine_acted acted) {
    if (acted == ENGINE_REFUSED)
        GPU_ADD(&s->marks->refused, 1);
    if (acted == ENGINE_IDLE)
        GPU_ADD(&s->marks->idle, 1);
    if (acted == ENGINE_ENDED)
        s->over[GPU_ADD(&s->marks->over, 1)] = g;
}

/* An index of 64 bits; what does not fit is no action, and refused as such. */
static inline int32_t gpu_narrow(int64_t index) {
    return index < CAPU_NO_ACTION || index > INT32_MAX ? INT32_MAX : (int32_t)index;
}

static inline int32_t gpu_index(const void *actions, int g, int bytes) {
    return bytes == 8 ? gpu_narrow(((const int64_t *)actions)[g]) : ((const int32_t *)actions)[g];
}

static inline void gpu_observe(const gpu_stepping *s, int g, const capu_state *state) {
    size_t columns = (size_t)capu_observation_size(GPU_GAME(s));

    capu_observe(state, engine_batch_viewer(state), s->batch.observations + (size_t)g * columns);
}

/* One part for one game, whose position is `state`. */
static inline void gpu_do(const gpu_stepping *s, gpu_part part, const void *array, int number,
                          int g, capu_state *state) {
    switch (part) {
    case GPU_BEGIN:
        capu_batch_begin(&s->batch, g, g + 1);
        break;
    case GPU_RESET:
        capu_batch_reset(&s->batch, g, g + 1, array);
        break;
    case GPU_ACT:
        gpu_note(s, g, engine_batch_act(&s->batch, g, state, gpu_index(array, g, number)));
        break;
    case GPU_MOVE:
        gpu_note(s, g, engine_batch_move(&s->batch, g, state, number));
        break;
    case GPU_END:
        engine_batch_end(&s->batch, g);
        break;
    case GPU_SHOW:
        engine_batch_show(&s->batch, g, state);
        break;
    case GPU_OBSERVE:
        gpu_observe(s, g, state);
        break;
    case GPU_PARTS:
        break;
    }
}

static inline capu_state *gpu_position(const gpu_stepping *s, int g) {
    size_t bytes = (size_t)capu_info(GPU_GAME(s))->state_bytes;

    return (capu_state *)(void *)((char *)s->batch.states + (size_t)g * bytes);
}

/* One part for the lane with number `lane` of `lanes`, with positions where they are. */
static inline void gpu_do_part(const gpu_stepping *s, gpu_part part, const void *array, int number,
                               int lane, int lanes) {
    int count = part == GPU_END ? (int)s->marks->over : s->batch.count;

    for (int i = lane; i < count; i += lanes) {
        int g = part == GPU_END ? s->over[i] : i;
        gpu_do(s, part, array, number, g, gpu_position(s, g));
    }
}

#endif
