/* A few threads that work through a queue. */
#ifndef CAPU_SERVER_POOL_H
#define CAPU_SERVER_POOL_H

#include <stdbool.h>
#include <stdint.h>

typedef struct capu_pool capu_pool;
typedef void capu_task(void *to);

/* `limit`: how many tasks may wait. `niceness`: how far the threads stand back behind others. */
capu_pool *capu_pool_new(int threads, int limit, int niceness);
/* false: the queue is full, or the pool ends; the task is not done. */
bool capu_pool_add(capu_pool *pool, capu_task *task, void *to);
/* Likewise, but in turn with the tasks of other owners: one owner's many tasks do not keep waiting
 * another's few. Looks at everything that waits. */
bool capu_pool_add_for(capu_pool *pool, uint64_t owner, capu_task *task, void *to);
int capu_pool_waiting(capu_pool *pool);
/* Does what is waiting, then takes nothing more. */
void capu_pool_end(capu_pool *pool);
/* After its end. */
void capu_pool_free(capu_pool *pool);

#endif
