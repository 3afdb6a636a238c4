/* Threads with a queue: see pool.h. */
#include "server/pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "host/memory.h"

enum { STACK = 1024 * 1024 }; /* of which only what is used is ever there */

typedef struct item {
    capu_task *task;
    void *to;
} item;

struct capu_pool {
    pthread_mutex_t lock;
    pthread_cond_t more;
    item *ring;
    int room, first, count;
    bool ending;
    int niceness;
    int threads;
    pthread_t thread[];
};

static bool take(capu_pool *pool, item *task) {
    pthread_mutex_lock(&pool->lock);
    while (!pool->count && !pool->ending)
        pthread_cond_wait(&pool->more, &pool->lock);
    bool any = pool->count > 0;
    if (any) {
        *task = pool->ring[pool->first];
        pool->first = (pool->first + 1) % pool->room;
        pool->count--;
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

bool capu_pool_add(capu_pool *pool, capu_task *task, void *to) {
    pthread_mutex_lock(&pool->lock);
    bool fits = pool->count < pool->room && !pool->ending;
    if (fits) {
        pool->ring[(pool->first + pool->count++) % pool->room] = (item){task, to};
        pthread_cond_signal(&pool->more);
    }
    pthread_mutex_unlock(&pool->lock);
    return fits;
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
