/* Token buckets: who asks too often waits. A table of fixed size; two keys that fall on the same
 * place share it one after the other, which at worst is too kind. */
#include <time.h>

#include "host/memory.h"
#include "server/server.h"

enum { BUCKETS = 16384 };

struct capu_limits {
    pthread_mutex_t lock;
    struct {
        uint64_t key;
        double tokens;
        int64_t at;
    } buckets[BUCKETS];
};

struct capu_limits *capu_limits_new(void) {
    struct capu_limits *limits = capu_alloc(sizeof *limits);

    pthread_mutex_init(&limits->lock, NULL);
    return limits;
}

bool capu_limits_take(struct capu_limits *limits, const char *kind, const char *key, double rate,
                      double burst) {
    uint64_t hash = capu_hash_text(key) * 31 + capu_hash_text(kind);
    int i = (int)(hash % BUCKETS);
    int64_t now = capu_microseconds();
    bool taken;

    pthread_mutex_lock(&limits->lock);
    if (limits->buckets[i].key != hash) {
        limits->buckets[i].key = hash;
        limits->buckets[i].tokens = burst;
    } else {
        double more =
            limits->buckets[i].tokens + rate * (double)(now - limits->buckets[i].at) / 1e6;
        limits->buckets[i].tokens = more > burst ? burst : more;
    }
    limits->buckets[i].at = now;
    taken = limits->buckets[i].tokens >= 1;
    if (taken)
        limits->buckets[i].tokens--;
    pthread_mutex_unlock(&limits->lock);
    return taken;
}
