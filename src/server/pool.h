/* A few threads that work through a queue. */
#ifndef CAPU_SERVER_POOL_H
#define CAPU_SERVER_POOL_H

#include <stdbool.h>
#include <stdint.h>

typedef struct server_pool server_pool;
typedef void server_task(void *to);

/* Decides whose turn it is. Tasks of a lower rank come first, with a few exceptions, so that no
 * task waits for ever. Within a rank the first keys take turns; for each of them the second keys
 * take turns, and so on. So a visitor with many tasks does not delay others who have few, no matter
 * which second or third keys those tasks have. */
enum {
    TURN_KEYS = 3,
    RANK_SPARE = 3, /* one thread at a time does these, for only a part of its time */
};
typedef struct server_turn {
    int rank;
    uint64_t keys[TURN_KEYS];
} server_turn;

/* `limit`: how many tasks may wait. `niceness`: of the threads, as in nice(2). */
server_pool *server_pool_new(int threads, int limit, int niceness);
/* Adds a task. false: the queue is full, or the pool is ending; the task will not be done. */
bool server_pool_add(server_pool *pool, server_task *task, void *to);
/* Likewise, but with a turn. A pool has tasks of one kind only. Finding the next task looks at all
 * that wait. */
bool server_pool_add_for(server_pool *pool, const server_turn *turn, server_task *task, void *to);
/* Gives tasks with the same last key this rank, if it is lower than theirs. */
void server_pool_raise(server_pool *pool, const server_turn *turn);
int server_pool_waiting(server_pool *pool);
int server_pool_waiting_for(server_pool *pool, uint64_t key);
/* Does the tasks that wait, then takes no more. */
void server_pool_end(server_pool *pool);
/* Call server_pool_end first. */
void server_pool_free(server_pool *pool);

#endif
