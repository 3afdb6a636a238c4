/* The GPU's entry points. A module has one game, so that its functions are known when it is linked
 * (one.c). */
#include "engine/game.h"
#include "gpu/kernel.h"
#include "gpu/lane.h"

#define GPU_ADD add_global
static inline uint64_t add_global(uint64_t *to, uint64_t value) {
    return (uint64_t)__nvvm_atom_add_gen_ll((long long *)to, (long long)value);
}
#include "gpu/stepping.h"

#define KERNEL __attribute__((nvptx_kernel, visibility("default")))
#define SHARED __attribute__((address_space(3)))

/* ---------------------------------------------------------------- the machine */

enum { WARP = 32, ALL_LANES = -1 };

static inline uint32_t in_block(void) {
    return __nvvm_read_ptx_sreg_tid_x();
}
static inline uint32_t block_size(void) {
    return __nvvm_read_ptx_sreg_ntid_x();
}
static inline uint32_t block(void) {
    return __nvvm_read_ptx_sreg_ctaid_x();
}
static inline uint32_t blocks(void) {
    return __nvvm_read_ptx_sreg_nctaid_x();
}
static inline uint32_t add_shared(SHARED uint32_t *to, uint32_t value) {
    return (uint32_t)__nvvm_atom_add_gen_i((int *)to, (int)value);
}

static inline void hand_in(const gpu_totals *mine, gpu_totals *all) {
    const uint64_t *from = (const uint64_t *)mine;
    uint64_t *to = (uint64_t *)all;

    for (int i = 0; i < GPU_SUMS; i++)
        add_global(to + i, from[i]);
    for (int i = GPU_SUMS; i < GPU_TOTALS; i++)
        __nvvm_atom_max_gen_ll((long long *)to + i, (long long)from[i]);
}

/* ------------------------------------------------------ every lane its own games */

KERNEL void play(const gpu_task *task, gpu_totals *totals) {
    gpu_totals mine;

    gpu_clear(&mine);
    for (uint64_t i = block() * block_size() + in_block(); i < task->games;
         i += blocks() * block_size())
        gpu_play(task, task->first + i, &mine);
    hand_in(&mine, totals);
}

KERNEL void check(const gpu_task *task, gpu_totals *totals) {
    gpu_totals mine;

    gpu_clear(&mine);
    for (uint64_t i = block() * block_size() + in_block(); i < task->games;
         i += blocks() * block_size())
        gpu_check(task, task->first + i, &mine);
    hand_in(&mine, totals);
}

/* ------------------------------------------------------------ a pool for a block */

/* Lanes of a warp that do different things wait for each other. So a block has a pool of many
 * games, and sorts them by what is to be done next. A warp then takes games that are alike. A step
 * is a choice or its effect; what a step is like is its key. */
enum { DEAL, CHOOSE, APPLY = CHOOSE + ENGINE_KINDS, DONE = APPLY + ENGINE_KINDS };
enum { KEYS_EACH = GPU_KEYS / WARP };
_Static_assert((int)DONE < (int)GPU_KEYS && GPU_KEYS % WARP == 0, "keys of the pool");

typedef struct slot {
    uint64_t begun, actions; /* whether there is a game, and how far it is */
    capu_random random;
    capu_move move;
    capu_state state; /* only as much of it as the game uses */
} slot;

extern SHARED uint32_t shared[];

typedef struct pool {
    uint8_t *slots;
    uint32_t stride;
    SHARED uint32_t *begin; /* where the games of each key begin in `order` */
    SHARED uint16_t *order;
    SHARED uint8_t *keys;
} pool;

static inline pool pool_of(uint8_t *slots, const capu_game *game) {
    pool p;

    p.stride = (uint32_t)(offsetof(slot, state) + (size_t)game->info.state_bytes);
    p.slots = slots + (size_t)block() * GPU_POOL * p.stride;
    p.begin = shared;
    p.order = (SHARED uint16_t *)(shared + GPU_KEYS + 1);
    p.keys = (SHARED uint8_t *)(p.order + GPU_ORDER);
    return p;
}

static inline slot *slot_at(const pool *p, uint32_t index) {
    return (slot *)(p->slots + (size_t)index * p->stride);
}

/* Where each key begins, and where the last ends: sums of the counts, each rounded up to whole
 * warps. The first warp does it, some keys for each lane. */
static inline void sum_up(const pool *p, uint32_t lane) {
    uint32_t mine[KEYS_EACH], sum = 0;

    for (uint32_t i = 0; i < KEYS_EACH; i++) {
        mine[i] = sum;
        sum += (p->begin[KEYS_EACH * lane + i] + WARP - 1) / WARP * WARP;
    }
    uint32_t before = sum;
    for (uint32_t step = 1; step < WARP; step *= 2) {
        uint32_t other = (uint32_t)__nvvm_shfl_sync_up_i32(ALL_LANES, (int)before, (int)step, 0);
        before += lane >= step ? other : 0;
    }
    if (lane == WARP - 1)
        p->begin[GPU_KEYS] = before;
    before -= sum;
    for (uint32_t i = 0; i < KEYS_EACH; i++) {
        uint32_t begin = before + mine[i], count = p->begin[KEYS_EACH * lane + i];
        p->begin[KEYS_EACH * lane + i] = begin;
        for (uint32_t at = begin + count; at % WARP; at++)
            p->order[at] = GPU_NOBODY;
    }
}

/* Sorts by counting; each key begins with a warp of its own. Returns how many places there are. */
static inline uint32_t sort(const pool *p) {
    uint32_t me = in_block(), size = block_size();

    for (uint32_t i = me; i < GPU_KEYS; i += size)
        p->begin[i] = 0;
    __syncthreads();
    for (uint32_t i = me; i < GPU_POOL; i += size)
        if (p->keys[i] != DONE)
            add_shared(&p->begin[p->keys[i]], 1);
    __syncthreads();
    if (me < WARP)
        sum_up(p, me);
    __syncthreads();
    uint32_t places = p->begin[GPU_KEYS];
    for (uint32_t i = me; i < GPU_POOL; i += size)
        if (p->keys[i] != DONE)
            p->order[add_shared(&p->begin[p->keys[i]], 1)] = (uint16_t)i;
    __syncthreads();
    return places;
}

static inline int choose_key(const capu_state *state) {
    const capu_game *game = capu_game_of(state);

    if (!capu_actors(state))
        return DEAL;
    return CHOOSE + (game->kind ? game->kind(state, NULL) : 0);
}

static inline int apply_key(const capu_state *state, capu_move move) {
    const capu_game *game = capu_game_of(state);

    return APPLY + (game->kind ? game->kind(state, &move.action) : 0);
}

/* Hands in the game that is over, and takes the next. */
static inline int deal(slot *s, const gpu_task *task, uint64_t *next, gpu_totals *mine) {
    if (s->begun)
        gpu_count(&s->state, s->actions, mine);
    uint64_t i = add_global(next, 1);
    if (i >= task->games)
        return DONE;
    s->begun = 1;
    s->actions = 0;
    s->random = gpu_dice(task->first + i);
    gpu_deal(task, task->first + i, &s->state);
    return choose_key(&s->state);
}

static inline int step(slot *s, int key, const gpu_task *task, uint64_t *next, gpu_totals *mine) {
    if (key == DEAL)
        return deal(s, task, next, mine);
    if (key < APPLY) {
        s->move = capu_random_move(&s->state, &s->random);
        return apply_key(&s->state, s->move);
    }
    capu_apply_legal(&s->state, (int)s->move.seat, s->move.action);
    s->actions++;
    return choose_key(&s->state);
}

KERNEL void play_pool(const gpu_task *task, gpu_totals *totals, uint64_t *next, uint8_t *slots) {
    pool p = pool_of(slots, capu_game_at(task->game));
    gpu_totals mine;

    gpu_clear(&mine);
    for (uint32_t i = in_block(); i < GPU_POOL; i += block_size()) {
        p.keys[i] = DEAL;
        slot_at(&p, i)->begun = 0;
    }
    for (;;) {
        __syncthreads();
        uint32_t places = sort(&p);
        if (!places)
            break;
        for (uint32_t i = in_block(); i < places; i += block_size()) {
            uint32_t index = p.order[i];
            if (index != GPU_NOBODY)
                p.keys[index] = (uint8_t)step(slot_at(&p, index), p.keys[index], task, next, &mine);
        }
    }
    hand_in(&mine, totals);
}

/* -------------------------------------------------------------- batches, in parts */

#define PART(name, part)                                                                           \
    KERNEL void name(const gpu_stepping *s, const void *array, int32_t number) {                   \
        gpu_do_part(s, part, array, number, (int)(block() * block_size() + in_block()),            \
                    (int)(blocks() * block_size()));                                               \
    }
PART(batch_begin, GPU_BEGIN)
PART(batch_reset, GPU_RESET)
PART(batch_act, GPU_ACT)
PART(batch_move, GPU_MOVE)
PART(batch_end, GPU_END)
PART(batch_show, GPU_SHOW)
