/* Who has a turn at the threads of a pool, and when. A first task keeps the only thread until all
 * others wait; from then on their order is certain. */
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "server/pool.h"

static sem_t gate;
static char order[64];
static int done;

static void wait_at_gate(void *to) {
    (void)to;
    sem_wait(&gate);
}

static void write_name(void *to) {
    order[done++] = *(const char *)to;
}

static server_pool *begin(void) {
    server_pool *pool = server_pool_new(1, 64, 0);

    sem_init(&gate, 0, 0);
    memset(order, 0, sizeof order);
    done = 0;
    assert_true(server_pool_add_for(pool, &(server_turn){0, {99, 99, 99}}, wait_at_gate, NULL));
    while (server_pool_waiting(pool) > 0)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    return pool;
}

static void add(server_pool *pool, const char *name, int rank, uint64_t a, uint64_t b, uint64_t c) {
    assert_true(
        server_pool_add_for(pool, &(server_turn){rank, {a, b, c}}, write_name, (void *)name));
}

static void end(server_pool *pool, const char *expected) {
    sem_post(&gate);
    server_pool_end(pool);
    server_pool_free(pool);
    sem_destroy(&gate);
    assert_string_equal(order, expected);
}

/* Visitor 1 has three accounts, visitor 2 has one. */
static void test_visitors_then_people_then_tables(void **state) {
    server_pool *pool = begin();

    (void)state;
    add(pool, "a", 0, 1, 10, 100);
    add(pool, "b", 0, 1, 10, 101);
    add(pool, "c", 0, 1, 11, 110);
    add(pool, "d", 0, 1, 11, 111);
    add(pool, "e", 0, 1, 12, 120);
    add(pool, "f", 0, 2, 20, 200);
    add(pool, "g", 0, 2, 20, 201);
    end(pool, "afcgebd");
}

static void test_one_has_what_nobody_else_wants(void **state) {
    server_pool *pool = begin();

    (void)state;
    for (int i = 0; i < 20; i++)
        add(pool, &"abcdefghijklmnopqrst"[i], 0, 1, 10, 100 + (uint64_t)i);
    end(pool, "abcdefghijklmnopqrst");
}

/* The last come too: one of eight, the waiting task at the gate included. */
static void test_ranks(void **state) {
    server_pool *pool = begin();

    (void)state;
    add(pool, "s", RANK_SPARE, 3, 30, 300);
    add(pool, "p", 2, 2, 20, 200);
    for (uint64_t i = 0; i < 14; i++)
        add(pool, "-", 0, 1, 10, 100 + i);
    end(pool, "------s-------p-");
}

static void test_a_rank_can_rise(void **state) {
    server_pool *pool = begin();

    (void)state;
    add(pool, "a", 2, 1, 10, 100);
    add(pool, "b", RANK_SPARE, 1, 11, 110);
    add(pool, "c", RANK_SPARE, 1, 11, 111);
    server_pool_raise(pool, &(server_turn){1, {7, 7, 111}});
    server_pool_raise(pool, &(server_turn){RANK_SPARE, {1, 10, 100}});
    end(pool, "cab");
}

/* -------------------------------------------------------------------- spare ones */

static atomic_int running, most_running, spared;

static void take_a_while(void *to) {
    int now = ++running;

    (void)to;
    if (now > most_running)
        most_running = now;
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    running--;
    spared++;
}

static void test_spare_tasks_take_one_thread(void **state) {
    server_pool *pool = server_pool_new(4, 64, 0);

    (void)state;
    for (uint64_t i = 0; i < 8; i++)
        server_pool_add_for(pool, &(server_turn){RANK_SPARE, {i, i, i}}, take_a_while, NULL);
    while (spared < 8)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    server_pool_end(pool);
    server_pool_free(pool);
    assert_int_equal(most_running, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_visitors_then_people_then_tables),
        cmocka_unit_test(test_one_has_what_nobody_else_wants),
        cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_a_rank_can_rise),
        cmocka_unit_test(test_spare_tasks_take_one_thread),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
