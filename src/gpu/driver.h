/* NVIDIA's driver, opened when it is asked for. Nothing of CUDA is needed to build or to run
 * without it. The interface is the driver's own, which has been stable since its version 4. */
#ifndef CAPU_GPU_DRIVER_H
#define CAPU_GPU_DRIVER_H

#include "capucine.h"

typedef int gpu_code; /* 0: all went well */
typedef int gpu_id;
typedef uint64_t gpu_address;
typedef struct gpu_context gpu_context;
typedef struct gpu_module gpu_module;
typedef struct gpu_function gpu_function;
typedef struct gpu_event gpu_event;
typedef struct gpu_stream gpu_stream;

/* What we use of it: the name there, our name, its arguments. */
#define GPU_DRIVER(X)                                                                              \
    X("cuInit", init, (unsigned flags))                                                            \
    X("cuDriverGetVersion", version, (int *version))                                               \
    X("cuDeviceGetCount", count, (int *count))                                                     \
    X("cuDeviceGet", device, (gpu_id * device, int index))                                         \
    X("cuDeviceGetName", name, (char *name, int size, gpu_id device))                              \
    X("cuDeviceGetAttribute", attribute, (int *value, int which, gpu_id device))                   \
    X("cuDeviceTotalMem_v2", memory, (size_t * bytes, gpu_id device))                              \
    X("cuDevicePrimaryCtxRetain", retain, (gpu_context * *context, gpu_id device))                 \
    X("cuDevicePrimaryCtxRelease_v2", release, (gpu_id device))                                    \
    X("cuCtxSetCurrent", current, (gpu_context * context))                                         \
    X("cuCtxSetLimit", limit, (int which, size_t value))                                           \
    X("cuCtxSynchronize", synchronize, (void))                                                     \
    X("cuModuleLoadDataEx", load,                                                                  \
      (gpu_module * *module, const void *image, unsigned count, int *options, void **values))      \
    X("cuModuleUnload", unload, (gpu_module * module))                                             \
    X("cuModuleGetFunction", function,                                                             \
      (gpu_function * *function, gpu_module * module, const char *name))                           \
    X("cuFuncGetAttribute", figure, (int *value, int which, gpu_function *function))               \
    X("cuFuncSetAttribute", set_figure, (gpu_function * function, int which, int value))           \
    X("cuOccupancyMaxActiveBlocksPerMultiprocessor", occupancy,                                    \
      (int *blocks, gpu_function *function, int block, size_t shared))                             \
    X("cuMemAlloc_v2", take, (gpu_address * address, size_t bytes))                                \
    X("cuMemFree_v2", give, (gpu_address address))                                                 \
    X("cuMemsetD8_v2", fill, (gpu_address address, unsigned char value, size_t bytes))             \
    X("cuMemcpyHtoD_v2", put, (gpu_address to, const void *from, size_t bytes))                    \
    X("cuMemcpyDtoH_v2", get, (void *to, gpu_address from, size_t bytes))                          \
    X("cuLaunchKernel", launch,                                                                    \
      (gpu_function * function, unsigned grid_x, unsigned grid_y, unsigned grid_z,                 \
       unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared, gpu_stream *stream,  \
       void **arguments, void **extra))                                                            \
    X("cuGetErrorString", explain, (gpu_code code, const char **text))

#define GPU_MEMBER(theirs, ours, arguments) gpu_code(*ours) arguments;
typedef struct gpu_driver {
    void *library;
    GPU_DRIVER(GPU_MEMBER)
} gpu_driver;

/* Numbers that the driver's interface gives to what can be asked and set. */
enum {
    GPU_MULTIPROCESSORS = 16,
    GPU_MAJOR = 75,
    GPU_MINOR = 76,
    GPU_BLOCK_SHARED = 97,
    GPU_STACK_LIMIT = 0,
    GPU_LOCAL_BYTES = 3,
    GPU_REGISTERS = 4,
    GPU_MOST_SHARED = 8,
    GPU_JIT_REGISTERS = 0,
    GPU_JIT_ERRORS = 5,
    GPU_JIT_ERROR_BYTES = 6,
};

/* Opens the driver's library: CAPU_CUDA in the environment names another one. false: `why` has a
 * sentence. */
bool gpu_driver_open(gpu_driver *driver, capu_text *why);
void gpu_driver_close(gpu_driver *driver);
/* Whether a call went well; else `why` says which did not, and the driver's reason. */
bool gpu_went_well(const gpu_driver *driver, gpu_code code, const char *doing, capu_text *why);

#endif
