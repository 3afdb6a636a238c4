/* A few threads that work through a queue. */
#ifndef CAPU_SERVER_POOL_H
#define CAPU_SERVER_POOL_H

#include <stdbool.h>
#include <stdint.h>

typedef struct capu_pool capu_pool;
typedef void capu_task(void *to);

/* Whose turn a task is. Tasks of a lower rank come first, but for a few: so nobody waits for ever.
 * Within a rank the first keys take turns, for each of them the second keys, and so on: who has
 * many tasks, under whatever second or third keys, does not keep waiting others who have few. */
enum {
    TURN_KEYS = 3,
    RANK_SPARE = 3, /* done by one thread at a time, and for no more than a part of the time */
};
typedef struct capu_turn {
    int rank;
    uint64_t keys[TURN_KEYS];
} capu_turn;

/* `limit`: how many tasks may wait. `niceness`: how far the threads stand back behind others. */
capu_pool *capu_pool_new(int threads, int limit, int niceness);
/* false: the queue is full, or the pool ends; the task is not done. */
bool capu_pool_add(capu_pool *pool, capu_task *task, void *to);
/* Likewise, but in turn; a pool has either kind of tasks. Taking one looks at all that wait. */
bool capu_pool_add_for(capu_pool *pool, const capu_turn *turn, capu_task *task, void *to);
/* Gives tasks with that last key the rank, if it is lower than theirs. */
void capu_pool_raise(capu_pool *pool, const capu_turn *turn);
int capu_pool_waiting(capu_pool *pool);
int capu_pool_waiting_for(capu_pool *pool, uint64_t key);
/* Does what is waiting, then takes nothing more. */
void capu_pool_end(capu_pool *pool);
/* After its end. */
void capu_pool_free(capu_pool *pool);

#endif
