#include "gpu/driver.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static const char *library_name(void) {
    const char *other = getenv("CAPU_CUDA");

    return other && *other ? other : "libcuda.so.1";
}

/* ISO C has no way from an object pointer to a function. */
static bool find(void *library, const char *name, void *function) {
    void *symbol = dlsym(library, name);

    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

static const char *find_all(gpu_driver *driver) {
#define FIND(theirs, ours, arguments)                                                              \
    if (!find(driver->library, theirs, &driver->ours))                                             \
        return theirs;
    GPU_DRIVER(FIND)
    return NULL;
}

bool gpu_driver_open(gpu_driver *driver, capu_text *why) {
    driver->library = dlopen(library_name(), RTLD_NOW | RTLD_LOCAL);
    if (!driver->library) {
        capu_text_add(why, "this machine has no NVIDIA driver (");
        capu_text_add(why, library_name());
        capu_text_add(why, " cannot be opened)");
        return false;
    }
    const char *missing = find_all(driver);
    if (missing) {
        capu_text_add(why, "the NVIDIA driver is too old: it has no ");
        capu_text_add(why, missing);
        gpu_driver_close(driver);
        return false;
    }
    return true;
}

void gpu_driver_close(gpu_driver *driver) {
    if (driver->library)
        dlclose(driver->library);
    driver->library = NULL;
}

bool gpu_went_well(const gpu_driver *driver, gpu_code code, const char *doing, capu_text *why) {
    const char *reason = NULL;

    if (code == 0)
        return true;
    driver->explain(code, &reason);
    capu_text_add(why, doing);
    capu_text_add(why, " failed: ");
    capu_text_add(why, reason ? reason : "the driver does not say why");
    return false;
}
