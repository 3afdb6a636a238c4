/* Token buckets: who asks too often waits. A table of fixed size, in which each key has one of a
 * few places. Who knows where keys fall could push out another's bucket, or their own, and begin
 * again with a full one: so nobody may know (see server_hash_key), and what has to go is the bucket
 * that is full again, or will be first. */
#include "server/limits.h"

#include <pthread.h>
#include <stdio.h>

#include "host/memory.h"
#include "server/clock.h"
#include "server/table.h"

enum { SETS = 2048, PLACES = 8 };

/* What is missing in it follows from when it will be full. */
typedef struct bucket {
    uint64_t key;
    int64_t full; /* microseconds */
} bucket;

struct server_limits {
    pthread_mutex_t lock;
    bucket buckets[SETS][PLACES];
};

struct server_limits *server_limits_new(void) {
    struct server_limits *limits = host_alloc(sizeof *limits);

    pthread_mutex_init(&limits->lock, NULL);
    return limits;
}

/* The bucket of a key; a full one in the place of the fullest if it has none. */
static bucket *find(struct server_limits *limits, uint64_t key) {
    bucket *set = limits->buckets[key % SETS], *fullest = set;

    for (int i = 0; i < PLACES; i++) {
        if (set[i].key == key)
            return &set[i];
        if (set[i].full < fullest->full)
            fullest = &set[i];
    }
    *fullest = (bucket){.key = key};
    return fullest;
}

static bool take(bucket *from, double rate, double burst) {
    int64_t now = server_microseconds();
    int64_t full = from->full > now ? from->full : now;

    if (burst - rate * (double)(full - now) / 1e6 < 1)
        return false;
    from->full = full + (int64_t)(1e6 / rate);
    return true;
}

bool server_limits_take(struct server_limits *limits, const char *kind, const char *key,
                        double rate, double burst) {
    char whole[STORE_NAME_TEXT + 32];

    snprintf(whole, sizeof whole, "%s %s", kind, key);
    pthread_mutex_lock(&limits->lock);
    bool taken = take(find(limits, server_hash_key(whole)), rate, burst);
    pthread_mutex_unlock(&limits->lock);
    return taken;
}
