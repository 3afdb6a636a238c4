/* Threads with a queue: see pool.h. */
#include "server/pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "host/memory.h"

enum { STACK = 1024 * 1024 }; /* of which only what is used is ever there */

/* An owner has one task in each round; rounds are done one after the other. */
typedef struct item {
    capu_task *task;
    void *to;
    uint64_t owner, round;
} item;

struct capu_pool {
    pthread_mutex_t lock;
    pthread_cond_t more;
    item *ring;
    int room, first, count;
    uint64_t round; /* that of the last task that was taken */
    bool ending;
    int niceness;
    int threads;
    pthread_t thread[];
};

static item *waiting(capu_pool *pool, int index) {
    return &pool->ring[(pool->first + index) % pool->room];
}

/* The task that came first in the earliest round. Nothing waits in a round before the current one,
 * so that what has no owner is found at once. */
static int next_task(capu_pool *pool) {
    int best = 0;

    for (int i = 0; i < pool->count && waiting(pool, best)->round > pool->round; i++)
        if (waiting(pool, i)->round < waiting(pool, best)->round)
            best = i;
    return best;
}

static item remove_task(capu_pool *pool, int index) {
    item task = *waiting(pool, index);

    for (; index > 0; index--)
        *waiting(pool, index) = *waiting(pool, index - 1);
    pool->first = (pool->first + 1) % pool->room;
    pool->count--;
    return task;
}

static bool take(capu_pool *pool, item *task) {
    pthread_mutex_lock(&pool->lock);
    while (!pool->count && !pool->ending)
        pthread_cond_wait(&pool->more, &pool->lock);
    bool any = pool->count > 0;
    if (any) {
        *task = remove_task(pool, next_task(pool));
        pool->round = task->round;
    }
    pthread_mutex_unlock(&pool->lock);
    return any;
}

static void *work(void *to) {
    capu_pool *pool = to;
    item task;

    if (pool->niceness) /* Linux: of this thread alone */
        setpriority(PRIO_PROCESS, (id_t)gettid(), getpriority(PRIO_PROCESS, 0) + pool->niceness);
    while (take(pool, &task))
        task.task(task.to);
    return NULL;
}

capu_pool *capu_pool_new(int threads, int limit, int niceness) {
    capu_pool *pool = capu_alloc(sizeof *pool + (size_t)threads * sizeof pool->thread[0]);
    pthread_attr_t attributes;

    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->more, NULL);
    pool->room = limit;
    pool->niceness = niceness;
    pool->ring = capu_alloc((size_t)limit * sizeof *pool->ring);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    for (; pool->threads < threads; pool->threads++)
        if (pthread_create(&pool->thread[pool->threads], &attributes, work, pool) != 0)
            break;
    pthread_attr_destroy(&attributes);
    return pool;
}

static bool add(capu_pool *pool, item task) {
    bool fits = pool->count < pool->room && !pool->ending;

    if (fits) {
        *waiting(pool, pool->count++) = task;
        pthread_cond_signal(&pool->more);
    }
    return fits;
}

bool capu_pool_add(capu_pool *pool, capu_task *task, void *to) {
    pthread_mutex_lock(&pool->lock);
    bool added = add(pool, (item){task, to, 0, pool->round});
    pthread_mutex_unlock(&pool->lock);
    return added;
}

/* The first round after the current one in which the owner has nothing yet. */
static uint64_t next_round(capu_pool *pool, uint64_t owner) {
    uint64_t last = pool->round;

    for (int i = 0; i < pool->count; i++)
        if (waiting(pool, i)->owner == owner && waiting(pool, i)->round > last)
            last = waiting(pool, i)->round;
    return last + 1;
}

bool capu_pool_add_for(capu_pool *pool, uint64_t owner, capu_task *task, void *to) {
    pthread_mutex_lock(&pool->lock);
    bool added = add(pool, (item){task, to, owner, next_round(pool, owner)});
    pthread_mutex_unlock(&pool->lock);
    return added;
}

int capu_pool_waiting(capu_pool *pool) {
    pthread_mutex_lock(&pool->lock);
    int count = pool->count;
    pthread_mutex_unlock(&pool->lock);
    return count;
}

void capu_pool_end(capu_pool *pool) {
    pthread_mutex_lock(&pool->lock);
    pool->ending = true;
    pthread_cond_broadcast(&pool->more);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->threads; i++)
        pthread_join(pool->thread[i], NULL);
    pool->threads = 0;
}

void capu_pool_free(capu_pool *pool) {
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->more);
    free(pool->ring);
    free(pool);
}
