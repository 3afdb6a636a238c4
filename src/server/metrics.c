/* Figures about the server, as Prometheus reads them. */
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "server/clock.h"
#include "server/server.h"
#include "server/stream.h"

/* Upper bounds of the buckets, in microseconds; the last is endless. */
static const int64_t bounds[] = {500,   1000,   2000,   5000,   10000,  20000,
                                 50000, 100000, 200000, 500000, 1000000};
enum { BOUNDS = sizeof bounds / sizeof bounds[0] };

void server_metrics_act(server_main *server, int64_t microseconds) {
    int i = 0;

    while (i < BOUNDS && microseconds > bounds[i])
        i++;
    server->metrics.act_buckets[i]++;
    server->metrics.act_microseconds += (uint64_t)microseconds;
}

void server_metrics_told(server_main *server, const server_table *table, const server_news *news) {
    for (int i = news->begin; i < news->end; i++) {
        const server_seat *seat = &table->seats[table->match.moves[i].seat];
        if (server_seat_is_played(seat))
            server->metrics.bot_moves++;
        else
            server->metrics.moves++;
    }
}

static void figure(capu_text *text, const char *name, const char *type, uint64_t value) {
    char line[256];

    snprintf(line, sizeof line, "# TYPE capucine_%s %s\ncapucine_%s %llu\n", name, type, name,
             (unsigned long long)value);
    capu_text_add(text, line);
}

static void histogram(capu_text *text, const server_metrics *m) {
    uint64_t sum = 0;
    char line[128];

    capu_text_add(text, "# TYPE capucine_act_seconds histogram\n");
    for (int i = 0; i <= BOUNDS; i++) {
        sum += m->act_buckets[i];
        if (i < BOUNDS)
            snprintf(line, sizeof line, "capucine_act_seconds_bucket{le=\"%g\"} %llu\n",
                     (double)bounds[i] / 1e6, (unsigned long long)sum);
        else
            snprintf(line, sizeof line, "capucine_act_seconds_bucket{le=\"+Inf\"} %llu\n",
                     (unsigned long long)sum);
        capu_text_add(text, line);
    }
    snprintf(line, sizeof line, "capucine_act_seconds_sum %g\ncapucine_act_seconds_count %llu\n",
             (double)m->act_microseconds / 1e6, (unsigned long long)sum);
    capu_text_add(text, line);
}

static const char gauge[] = "gauge", counter[] = "counter";

/* Under the names that all programs have for them. */
static void process_figures(capu_text *text) {
    struct rusage usage;
    long pages = 0;
    char line[256];
    FILE *file = fopen("/proc/self/statm", "re");

    if (file && fscanf(file, "%*s %ld", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    getrusage(RUSAGE_SELF, &usage);
    snprintf(line, sizeof line,
             "# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total %.6f\n"
             "# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes %lld\n",
             (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                 (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6,
             (long long)pages * sysconf(_SC_PAGESIZE));
    capu_text_add(text, line);
}

/* Counting looks at every table that there ever was, and anyone may ask: so it is done no more
 * often than every COUNT_AFTER, and by one at a time. */
static void table_figures(server_main *server, capu_text *text) {
    enum { COUNT_AFTER = 10000000 };
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static int64_t open, running, over, counted;

    pthread_mutex_lock(&lock);
    if (counted == 0 || server_microseconds() - counted > COUNT_AFTER) {
        store_count_tables(server->store, &open, &running, &over);
        counted = server_microseconds();
    }
    figure(text, "tables_open", gauge, (uint64_t)open);
    figure(text, "tables_running", gauge, (uint64_t)running);
    figure(text, "tables_over", gauge, (uint64_t)over);
    pthread_mutex_unlock(&lock);
}

static void open_figures(server_main *server, capu_text *text) {
    const server_metrics *m = &server->metrics;
    int streams = server_streams_count(server->streams);

    table_figures(server, text);
    figure(text, "connections", gauge, (uint64_t)(m->connections + streams));
    figure(text, "streams", gauge, (uint64_t)streams);
    figure(text, "requests_failed_total", counter, m->failed);
    figure(text, "moves_total", counter, m->moves);
    figure(text, "bot_moves_total", counter, m->bot_moves);
    figure(text, "notices_total", counter, m->notices);
}

/* A hidden move is a request, a thought, and a commit like any other. */
static void inner_figures(server_main *server, capu_text *text) {
    const server_metrics *m = &server->metrics;
    store_figures store = store_counts(server->store);

    figure(text, "tables_in_memory", gauge, (uint64_t)server_hub_count(server->hub));
    figure(text, "requests_total", counter, m->requests);
    figure(text, "requests_refused_total", counter, m->refused);
    figure(text, "requests_limited_total", counter, m->limited);
    figure(text, "bot_queue", gauge, (uint64_t)server_pool_waiting(server->bots));
    figure(text, "request_queue", gauge, (uint64_t)server_pool_waiting(server->handlers));
    figure(text, "catch_ups_total", counter, m->catch_ups);
    figure(text, "catch_up_queue", gauge, (uint64_t)server_pool_waiting(server->past));
    figure(text, "password_queue", gauge, (uint64_t)server_pool_waiting(server->hashing));
    figure(text, "password_hashes_total", counter, m->hashes);
    figure(text, "store_commits_total", counter, store.commits);
    figure(text, "store_writes_total", counter, store.writes);
    figure(text, "store_failures_total", counter, store.failures);
    figure(text, "store_commit_microseconds_total", counter, store.commit_microseconds);
    histogram(text, m);
    process_figures(text);
}

void server_metrics_text(server_main *server, bool whole, capu_text *text) {
    open_figures(server, text);
    if (whole)
        inner_figures(server, text);
}
