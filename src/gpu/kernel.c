/* The GPU's entry points. A module has one game, so that its functions are known when it is linked
 * (one.c). */
#include "engine/game.h"
#include "engine/registry.h"
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

enum { WARP = GPU_WARP, ALL_LANES = -1 };

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

/* ------------------------------------------------------- rows in shared memory */

extern SHARED uint64_t shared[];

/* Positions are rows of words. In the shared memory a row has an odd number of words, so that the
 * lanes' rows begin in different banks. All lanes of a warp carry a row together, so that whole
 * lines are moved. Where the GPU can, words go there without waiting: arrive() waits for all. */
#if ARRIVING
static inline void bring_word(const uint64_t *there, SHARED uint64_t *here) {
    __nvvm_cp_async_ca_shared_global_8((SHARED void *)here,
                                       (const __attribute__((address_space(1))) void *)there);
}
static inline void arrive(void) {
    __nvvm_cp_async_wait_all();
    __nvvm_bar_warp_sync(ALL_LANES);
}
#else
static inline void bring_word(const uint64_t *there, SHARED uint64_t *here) {
    *here = *there;
}
static inline void arrive(void) {
    __nvvm_bar_warp_sync(ALL_LANES);
}
#endif

static inline void bring_row(const uint64_t *there, SHARED uint64_t *here, uint32_t words,
                             uint32_t lane) {
#pragma unroll
    for (uint32_t from = 0; from < words; from += WARP)
        if (from + lane < words)
            bring_word(there + from + lane, here + from + lane);
}

static inline void take_row(uint64_t *there, const SHARED uint64_t *here, uint32_t words,
                            uint32_t lane) {
#pragma unroll
    for (uint32_t from = 0; from < words; from += WARP)
        if (from + lane < words)
            there[from + lane] = here[from + lane];
}

/* ------------------------------------------------------ every lane its own games */

#define OWN_GAMES(name, way)                                                                       \
    KERNEL void name(const gpu_task *task, gpu_totals *totals) {                                   \
        gpu_totals mine;                                                                           \
                                                                                                   \
        gpu_clear(&mine);                                                                          \
        for (uint64_t i = block() * block_size() + in_block(); i < task->games;                    \
             i += blocks() * block_size())                                                         \
            way(task, gpu_number(task, i), &mine);                                                 \
        hand_in(&mine, totals);                                                                    \
    }
OWN_GAMES(play, gpu_play)
OWN_GAMES(check, gpu_check)
OWN_GAMES(contest, gpu_contest)

/* ------------------------------------------------------------ a pool for a block */

/* Lanes of a warp that do different things wait for each other. So a block has a pool of many
 * games, and sorts them by the action that comes next. A warp then takes games that are alike, does
 * the actions, and chooses the next ones. What an action is like is its key. */
enum { DEAL, APPLY, DONE = APPLY + ENGINE_KINDS };
enum { KEYS_EACH = GPU_KEYS / GPU_WARP };
_Static_assert((int)DONE < (int)GPU_KEYS && GPU_KEYS % GPU_WARP == 0, "keys of the pool");

typedef struct slot {
    uint64_t begun, actions; /* whether there is a game, and how far it is */
    capu_random random;
    capu_move move;   /* what comes next */
    capu_state state; /* only as much of it as the game uses */
} slot;
_Static_assert(offsetof(slot, state) == GPU_SLOT_EXTRA, "bytes of a slot");

/* `begin` says where the games of each key begin in `order`, and where the last end. */
typedef struct pool {
    uint32_t count, words; /* games, and words of a slot */
    uint64_t *slots;
    SHARED uint64_t *here; /* the slots of this warp's lanes */
    SHARED uint32_t *begin;
    SHARED uint32_t *task; /* which part of `order` is next */
    SHARED uint16_t *order;
    SHARED uint8_t *keys;
} pool;

static inline pool pool_of(uint64_t *slots, uint32_t count, const capu_game *game) {
    uint32_t step = gpu_slot_words(game->info.state_bytes);
    pool p;

    p.count = count;
    p.words = gpu_slot_bytes(game->info.state_bytes) / 8;
    p.slots = slots + (size_t)block() * count * p.words;
    p.here = shared + in_block() / WARP * WARP * step;
    p.begin = (SHARED uint32_t *)(shared + block_size() * step);
    p.task = p.begin + GPU_KEYS + 1;
    p.order = (SHARED uint16_t *)(p.task + 1);
    p.keys = (SHARED uint8_t *)(p.order + gpu_order_count(count));
    return p;
}

static inline uint64_t *slot_there(const pool *p, uint32_t index) {
    return p->slots + (size_t)(index == GPU_NOBODY ? 0 : index) * p->words;
}
static inline SHARED uint64_t *slot_here(const pool *p, uint32_t lane) {
    return p->here + lane * (p->words | 1);
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
    for (uint32_t i = me; i < p->count; i += size)
        if (p->keys[i] != DONE)
            add_shared(&p->begin[p->keys[i]], 1);
    __syncthreads();
    if (me < WARP)
        sum_up(p, me);
    if (me == 0)
        *p->task = 0;
    __syncthreads();
    uint32_t places = p->begin[GPU_KEYS];
    for (uint32_t i = me; i < p->count; i += size)
        if (p->keys[i] != DONE)
            p->order[add_shared(&p->begin[p->keys[i]], 1)] = (uint16_t)i;
    __syncthreads();
    return places;
}

/* The next part of `order` for this warp. */
static inline uint32_t next_task(const pool *p, uint32_t lane) {
    uint32_t at = lane == 0 ? add_shared(p->task, WARP) : 0;

    return (uint32_t)__nvvm_shfl_sync_idx_i32(ALL_LANES, (int)at, 0, WARP - 1);
}

static inline uint32_t index_of(uint32_t index, uint32_t lane) {
    return (uint32_t)__nvvm_shfl_sync_idx_i32(ALL_LANES, (int)index, (int)lane, WARP - 1);
}

/* Brings the slots of a warp's lanes, and takes them back. */
static inline void bring(const pool *p, uint32_t index, uint32_t lane) {
#pragma unroll 4
    for (uint32_t i = 0; i < WARP; i++)
        bring_row(slot_there(p, index_of(index, i)), slot_here(p, i), p->words, lane);
    arrive();
}

static inline void take_back(const pool *p, uint32_t index, uint32_t lane) {
    __nvvm_bar_warp_sync(ALL_LANES);
#pragma unroll 4
    for (uint32_t i = 0; i < WARP; i++) {
        uint32_t to = index_of(index, i);
        if (to != GPU_NOBODY)
            take_row(slot_there(p, to), slot_here(p, i), p->words, lane);
    }
    __nvvm_bar_warp_sync(ALL_LANES);
}

/* Hands in the game that is over, and takes the next. false: there is none. */
static inline bool deal(slot *s, const gpu_task *task, uint64_t *next, gpu_totals *mine) {
    if (s->begun)
        gpu_count(&s->state, s->actions, mine);
    uint64_t i = add_global(next, 1);
    if (i >= task->games)
        return false;
    s->begun = 1;
    s->actions = 0;
    s->random = gpu_dice(gpu_number(task, i));
    gpu_deal(task, gpu_number(task, i), &s->state);
    return true;
}

static inline int choose(slot *s) {
    const capu_game *game = capu_game_of(&s->state);

    if (!capu_actors(&s->state))
        return DEAL;
    s->move = capu_random_move(&s->state, &s->random);
    return APPLY + (game->kind ? game->kind(&s->state, s->move.action) : 0);
}

static inline int step(slot *s, int key, const gpu_task *task, uint64_t *next, gpu_totals *mine) {
    if (key != DEAL) {
        capu_apply_legal(&s->state, (int)s->move.seat, s->move.action);
        s->actions++;
    } else if (!deal(s, task, next, mine)) {
        return DONE;
    }
    return choose(s);
}

KERNEL void play_pool(const gpu_task *task, gpu_totals *totals, uint64_t *next, uint64_t *slots,
                      uint32_t count) {
    pool p = pool_of(slots, count, &GAME);
    uint32_t lane = in_block() % WARP;
    gpu_totals mine;

    gpu_clear(&mine);
    for (uint32_t i = in_block(); i < count; i += block_size()) {
        p.keys[i] = DEAL;
        ((slot *)slot_there(&p, i))->begun = 0;
    }
    for (;;) {
        __syncthreads();
        uint32_t places = sort(&p);
        if (!places)
            break;
        for (uint32_t at; (at = next_task(&p, lane)) < places;) {
            uint32_t index = p.order[at + lane];
            bring(&p, index, lane);
            if (index != GPU_NOBODY)
                p.keys[index] = (uint8_t)step((slot *)(uint64_t *)slot_here(&p, lane),
                                              p.keys[index], task, next, &mine);
            take_back(&p, index, lane);
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
PART(batch_end, GPU_END)

/* Some games side by side, for one warp. Their positions are at `here` in the shared memory. */
typedef struct group {
    uint32_t first, count, words;
    uint64_t *there;
    SHARED uint64_t *here;
} group;

static inline group group_at(const capu_batch *batch, uint32_t first, uint32_t most,
                             SHARED uint64_t *here) {
    uint32_t left = (uint32_t)batch->count - first;
    group g = {.first = first, .count = left < most ? left : most, .here = here};

    g.words = (uint32_t)GAME.info.state_bytes / 8;
    g.there = (uint64_t *)batch->states + (size_t)first * g.words;
    return g;
}

static inline SHARED uint64_t *position_of(const group *g, uint32_t i) {
    return g->here + i * (g->words | 1);
}

static inline void bring_group(const group *g, uint32_t lane) {
#pragma unroll 4
    for (uint32_t i = 0; i < g->count; i++)
        bring_row(g->there + i * g->words, position_of(g, i), g->words, lane);
    arrive();
}

static inline void take_group_back(const group *g, uint32_t lane) {
    __nvvm_bar_warp_sync(ALL_LANES);
#pragma unroll 4
    for (uint32_t i = 0; i < g->count; i++)
        take_row(g->there + i * g->words, position_of(g, i), g->words, lane);
}

/* Which warp this is of all, and how many there are. */
static inline uint32_t warp_number(void) {
    return (block() * block_size() + in_block()) / WARP;
}
static inline uint32_t warp_count(void) {
    return blocks() * block_size() / WARP;
}

static inline void do_groups(const gpu_stepping *s, gpu_part part, const void *array,
                             int32_t number) {
    uint32_t words = gpu_position_words(GAME.info.state_bytes);
    SHARED uint64_t *here = shared + in_block() / WARP * WARP * words;
    uint32_t lane = in_block() % WARP, step = warp_count() * WARP;

    for (uint32_t at = warp_number() * WARP; at < (uint32_t)s->batch.count; at += step) {
        group g = group_at(&s->batch, at, WARP, here);
        bring_group(&g, lane);
        if (lane < g.count)
            gpu_do(s, part, array, number, (int)(at + lane),
                   (capu_state *)(uint64_t *)position_of(&g, lane));
        if (part != GPU_SHOW)
            take_group_back(&g, lane);
        __nvvm_bar_warp_sync(ALL_LANES);
    }
}

#define GROUPS(name, part)                                                                         \
    KERNEL void name(const gpu_stepping *s, const void *array, int32_t number) {                   \
        do_groups(s, part, array, number);                                                         \
    }
GROUPS(batch_act, GPU_ACT)
GROUPS(batch_move, GPU_MOVE)
GROUPS(batch_show, GPU_SHOW)

static inline void clear(SHARED uint64_t *words, uint32_t count, uint32_t lane) {
    for (uint32_t i = lane; i < count; i += WARP)
        words[i] = 0;
}

/* Rows that lie side by side here and there. */
static inline void take_out(int16_t *there, const SHARED int16_t *here, uint32_t count,
                            uint32_t lane) {
    uint32_t each = sizeof(uint64_t) / sizeof *there;
    uint32_t words = (uintptr_t)there % sizeof(uint64_t) ? 0 : count / each;

    for (uint32_t i = lane; i < words; i += WARP)
        ((uint64_t *)there)[i] = ((const SHARED uint64_t *)here)[i];
    for (uint32_t i = words * each + lane; i < count; i += WARP)
        there[i] = here[i];
}

/* A warp writes the observations of some games to the shared memory, and then moves whole lines. */
KERNEL void batch_observe(const gpu_stepping *s, const void *array, int32_t number) {
    uint32_t columns = (uint32_t)capu_observation_size(&GAME), most = (uint32_t)number;
    uint32_t room = (gpu_row_bytes((int)columns) * most + 7) / 8, lane = in_block() % WARP;
    SHARED uint64_t *own =
        shared + in_block() / WARP * (room + most * gpu_position_words(GAME.info.state_bytes));
    SHARED int16_t *rows = (SHARED int16_t *)own;

    (void)array;
    for (uint32_t at = warp_number() * most; at < (uint32_t)s->batch.count;
         at += warp_count() * most) {
        group g = group_at(&s->batch, at, most, own + room);
        clear(own, room, lane);
        bring_group(&g, lane);
        if (lane < g.count) {
            const capu_state *state = (const capu_state *)(uint64_t *)position_of(&g, lane);
            engine_observe(state, engine_batch_viewer(state),
                           (int16_t *)(rows + (size_t)lane * columns));
        }
        __nvvm_bar_warp_sync(ALL_LANES);
        take_out(s->batch.observations + (size_t)at * columns, rows, g.count * columns, lane);
        __nvvm_bar_warp_sync(ALL_LANES);
    }
}
