/* What the host must know of the kernels: sizes of a block's pool (kernel.c). */
#ifndef CAPU_GPU_KERNEL_H
#define CAPU_GPU_KERNEL_H

enum {
    GPU_KEYS = 128,
    GPU_POOL = 2048, /* games of a block */
    GPU_ORDER = GPU_POOL + 32 * GPU_KEYS,
    GPU_NOBODY = 0xFFFF,
    GPU_SLOT_EXTRA = 32, /* bytes of a slot besides the position */
    GPU_SHARED = 4 * (GPU_KEYS + 1) + 2 * GPU_ORDER + GPU_POOL,
};

#endif
