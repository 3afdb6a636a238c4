/* What the host must know of the kernels: how a block of `play_pool` uses its shared memory. The
 * pool itself, positions and all, is in the GPU's memory. */
#ifndef CAPU_GPU_KERNEL_H
#define CAPU_GPU_KERNEL_H

#include "capucine.h"

enum {
    GPU_WARP = 32,    /* lanes that go together */
    GPU_TOGETHER = 8, /* rows that a warp carries together */
    GPU_KEYS = 64,
    GPU_NOBODY = 0xFFFF,
    GPU_SLOT_EXTRA = 32, /* bytes of a slot besides the position */
};

/* Parts of a batch's step that have positions in the shared memory, and rows of observations. */
static inline uint32_t gpu_position_words(int state_bytes) {
    return (uint32_t)state_bytes / 8 | 1;
}
static inline uint32_t gpu_row_bytes(int columns) {
    return 2 * (uint32_t)columns;
}

/* Bytes of a slot, and the words that it takes in the shared memory: an odd number, so that the
 * lanes' slots begin in different banks. */
static inline uint32_t gpu_slot_bytes(int state_bytes) {
    return GPU_SLOT_EXTRA + (uint32_t)state_bytes;
}
static inline uint32_t gpu_slot_words(int state_bytes) {
    return gpu_slot_bytes(state_bytes) / 8 | 1;
}

/* In this order: the slots of the lanes; where each key begins, and the next task; games by key;
 * keys by game. */
static inline uint32_t gpu_order_count(uint32_t pool) {
    return pool + GPU_WARP * GPU_KEYS;
}
static inline uint32_t gpu_pool_shared(int state_bytes, uint32_t lanes, uint32_t pool) {
    return 8 * lanes * gpu_slot_words(state_bytes) + 4 * (GPU_KEYS + 2) +
           2 * gpu_order_count(pool) + pool;
}

#endif
