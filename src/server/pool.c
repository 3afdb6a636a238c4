/* Threads with a queue: see pool.h. */
#include "server/pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "host/memory.h"

enum {
    STACK = 1024 * 1024, /* of which only what is used is ever there */
    PLACES = 4096,       /* two keys that share one take turns as if they were the same */
    ANY_RANK = 8,        /* one task of so many is taken whatever its rank */
    REST = 3,            /* spare tasks wait so many times as long as they took */
};

typedef struct item {
    server_task *task;
    void *to;
    bool takes_turns;
    server_turn turn;
} item;

struct server_pool {
    pthread_mutex_t lock;
    pthread_cond_t more;
    item *ring;
    int room, first, count;
    uint64_t taken;                     /* tasks in turn */
    uint64_t served[TURN_KEYS][PLACES]; /* what `taken` was when a key last had its turn */
    int64_t rest;                       /* microseconds; until then no spare task is done */
    bool ending;
    int niceness;
    int threads;
    pthread_t thread[];
};

static int64_t now(void) {
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static item *waiting(server_pool *pool, int index) {
    return &pool->ring[(pool->first + index) % pool->room];
}

/* ---------------------------------------------------------------------- turns */

static uint64_t *served(server_pool *pool, const server_turn *turn, int key) {
    return &pool->served[key][turn->keys[key] % PLACES];
}

/* Whoever has not had a turn for longest is next. */
static bool comes_before(server_pool *pool, const server_turn *a, const server_turn *b,
                         bool by_rank) {
    if (by_rank && a->rank != b->rank)
        return a->rank < b->rank;
    for (int i = 0; i < TURN_KEYS; i++)
        if (*served(pool, a, i) != *served(pool, b, i))
            return *served(pool, a, i) < *served(pool, b, i);
    return false;
}

static bool may_begin(const server_pool *pool, const item *task, int64_t time) {
    return task->turn.rank < RANK_SPARE || pool->ending || time >= pool->rest;
}

/* The task to be done now, or -1. What takes no turns is found at once. */
static int next_task(server_pool *pool) {
    bool by_rank = pool->taken % ANY_RANK != ANY_RANK - 1;
    int64_t time = now();
    int best = -1;

    if (pool->count && !waiting(pool, 0)->takes_turns)
        return 0;
    for (int i = 0; i < pool->count; i++) {
        const item *task = waiting(pool, i);
        if (may_begin(pool, task, time) &&
            (best < 0 || comes_before(pool, &task->turn, &waiting(pool, best)->turn, by_rank)))
            best = i;
    }
    return best;
}

static void note_turn(server_pool *pool, const item *task) {
    if (!task->takes_turns)
        return;
    pool->taken++;
    for (int i = 0; i < TURN_KEYS; i++)
        *served(pool, &task->turn, i) = pool->taken;
    if (task->turn.rank >= RANK_SPARE)
        pool->rest = INT64_MAX; /* until it is done */
}

static void note_rest(server_pool *pool, const item *task, int64_t begun) {
    int64_t end = now();

    if (task->turn.rank < RANK_SPARE)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->rest = end + REST * (end - begun);
    pthread_cond_broadcast(&pool->more); /* those who wait learn until when */
    pthread_mutex_unlock(&pool->lock);
}

/* -------------------------------------------------------------------- threads */

static item remove_task(server_pool *pool, int index) {
    item task = *waiting(pool, index);

    for (; index > 0; index--)
        *waiting(pool, index) = *waiting(pool, index - 1);
    pool->first = (pool->first + 1) % pool->room;
    pool->count--;
    return task;
}

/* Until there is more to do, or spare tasks have rested. */
static void wait_for_more(server_pool *pool) {
    struct timespec until = {pool->rest / 1000000, pool->rest % 1000000 * 1000};

    if (pool->count && pool->rest < INT64_MAX)
        pthread_cond_timedwait(&pool->more, &pool->lock, &until);
    else
        pthread_cond_wait(&pool->more, &pool->lock);
}

static bool take(server_pool *pool, item *task) {
    int next;

    pthread_mutex_lock(&pool->lock);
    while ((next = next_task(pool)) < 0 && !pool->ending)
        wait_for_more(pool);
    if (next >= 0) {
        *task = remove_task(pool, next);
        note_turn(pool, task);
    }
    pthread_mutex_unlock(&pool->lock);
    return next >= 0;
}

static void *work(void *to) {
    server_pool *pool = to;
    item task;

    if (pool->niceness) /* Linux: of this thread alone */
        setpriority(PRIO_PROCESS, (id_t)gettid(), getpriority(PRIO_PROCESS, 0) + pool->niceness);
    while (take(pool, &task)) {
        int64_t begun = now();
        task.task(task.to);
        note_rest(pool, &task, begun);
    }
    return NULL;
}

static void begin_condition(pthread_cond_t *more) {
    pthread_condattr_t steady; /* by a clock that nobody sets */

    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(more, &steady);
    pthread_condattr_destroy(&steady);
}

server_pool *server_pool_new(int threads, int limit, int niceness) {
    server_pool *pool = host_alloc(sizeof *pool + (size_t)threads * sizeof pool->thread[0]);
    pthread_attr_t attributes;

    pthread_mutex_init(&pool->lock, NULL);
    begin_condition(&pool->more);
    pool->room = limit;
    pool->niceness = niceness;
    pool->ring = host_alloc((size_t)limit * sizeof *pool->ring);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    for (; pool->threads < threads; pool->threads++)
        if (pthread_create(&pool->thread[pool->threads], &attributes, work, pool) != 0)
            break;
    pthread_attr_destroy(&attributes);
    return pool;
}

static bool add(server_pool *pool, item task) {
    bool fits = pool->count < pool->room && !pool->ending;

    if (fits) {
        *waiting(pool, pool->count++) = task;
        pthread_cond_signal(&pool->more);
    }
    return fits;
}

bool server_pool_add(server_pool *pool, server_task *task, void *to) {
    pthread_mutex_lock(&pool->lock);
    bool added = add(pool, (item){.task = task, .to = to});
    pthread_mutex_unlock(&pool->lock);
    return added;
}

bool server_pool_add_for(server_pool *pool, const server_turn *turn, server_task *task, void *to) {
    pthread_mutex_lock(&pool->lock);
    bool added = add(pool, (item){task, to, true, *turn});
    pthread_mutex_unlock(&pool->lock);
    return added;
}

void server_pool_raise(server_pool *pool, const server_turn *turn) {
    pthread_mutex_lock(&pool->lock);
    for (int i = 0; i < pool->count; i++) {
        server_turn *other = &waiting(pool, i)->turn;
        if (other->keys[TURN_KEYS - 1] == turn->keys[TURN_KEYS - 1] && turn->rank < other->rank)
            other->rank = turn->rank;
    }
    pthread_cond_signal(&pool->more);
    pthread_mutex_unlock(&pool->lock);
}

int server_pool_waiting(server_pool *pool) {
    pthread_mutex_lock(&pool->lock);
    int count = pool->count;
    pthread_mutex_unlock(&pool->lock);
    return count;
}

int server_pool_waiting_for(server_pool *pool, uint64_t key) {
    int count = 0;

    pthread_mutex_lock(&pool->lock);
    for (int i = 0; i < pool->count; i++)
        count += waiting(pool, i)->turn.keys[0] == key;
    pthread_mutex_unlock(&pool->lock);
    return count;
}

void server_pool_end(server_pool *pool) {
    pthread_mutex_lock(&pool->lock);
    pool->ending = true;
    pthread_cond_broadcast(&pool->more);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->threads; i++)
        pthread_join(pool->thread[i], NULL);
    pool->threads = 0;
}

void server_pool_free(server_pool *pool) {
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->more);
    free(pool->ring);
    free(pool);
}
