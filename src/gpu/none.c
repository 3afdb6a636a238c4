/* In place of the modules, where they are not built. */
#include "gpu/device.h"

const char *gpu_ptx(int game, const char *name) {
    (void)game;
    (void)name;
    return NULL;
}
