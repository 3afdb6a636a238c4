/* The proof of a deal: see seal.h. */
#include "host/seal.h"

#include <sodium.h>
#include <string.h>

static void add(crypto_hash_sha256_state *state, const char *text) {
    crypto_hash_sha256_update(state, (const unsigned char *)text, strlen(text));
}

void host_sha256_text(const char *text, char hex[HOST_HASH_TEXT]) {
    uint8_t hash[crypto_hash_sha256_BYTES];

    crypto_hash_sha256(hash, (const unsigned char *)text, strlen(text));
    sodium_bin2hex(hex, HOST_HASH_TEXT, hash, sizeof hash);
}

void host_seal_seed(const char *secret, const char *const *mixes, int players,
                    uint8_t seed[CAPU_SEED_BYTES]) {
    crypto_hash_sha256_state state;

    crypto_hash_sha256_init(&state);
    add(&state, secret);
    for (int i = 0; i < players; i++) {
        add(&state, "\n");
        add(&state, mixes[i]);
    }
    crypto_hash_sha256_final(&state, seed);
}

static void hash_place(const char *secret, int place, uint8_t hash[crypto_hash_sha256_BYTES]) {
    const char digit[] = {(char)('0' + place), '\0'};
    crypto_hash_sha256_state state;

    crypto_hash_sha256_init(&state);
    add(&state, "order ");
    add(&state, digit);
    add(&state, " ");
    add(&state, secret);
    crypto_hash_sha256_final(&state, hash);
}

void host_seal_order(const char *secret, int players, int order[CAPU_MAX_PLAYERS]) {
    uint8_t hashes[CAPU_MAX_PLAYERS][crypto_hash_sha256_BYTES];

    for (int place = 0; place < players; place++) {
        int i = place;
        hash_place(secret, place, hashes[place]);
        for (; i > 0 && memcmp(hashes[order[i - 1]], hashes[place], sizeof *hashes) > 0; i--)
            order[i] = order[i - 1];
        order[i] = place;
    }
}

/* The texts of the seats; false if they are not one a seat. */
static bool read_mixes(const capu_node *list, int players, const char **mixes) {
    if (!list || list->type != CAPU_NODE_ARRAY || (int)list->count != players)
        return false;
    for (int i = 0; i < players; i++) /* texts have no nodes below them */
        if (!(mixes[i] = capu_node_text(list + 1 + i)))
            return false;
    return true;
}

static bool is_order(const capu_node *list, const char *secret, int players) {
    int order[CAPU_MAX_PLAYERS];

    if (list->type != CAPU_NODE_ARRAY || (int)list->count != players)
        return false;
    host_seal_order(secret, players, order);
    for (int i = 0; i < players; i++) {
        int64_t place;
        if (!capu_node_number(list + 1 + i, &place) || place != order[i])
            return false;
    }
    return true;
}

host_sealed_state host_seal_check(const capu_node *record, int players,
                                  const uint8_t seed[CAPU_SEED_BYTES]) {
    const capu_node *seal = capu_node_find(record, "seal");
    const char *secret = capu_node_text(capu_node_find(seal, "secret"));
    const char *commitment = capu_node_text(capu_node_find(seal, "commitment"));
    const capu_node *order = capu_node_find(seal, "order"); /* if it was drawn, and by the secret */
    const char *mixes[CAPU_MAX_PLAYERS];
    uint8_t mixed[CAPU_SEED_BYTES];
    char hash[HOST_HASH_TEXT];

    if (!seal)
        return HOST_NO_SEAL;
    if (!secret || !commitment || !read_mixes(capu_node_find(seal, "mixes"), players, mixes))
        return HOST_BROKEN_SEAL;
    host_sha256_text(secret, hash);
    host_seal_seed(secret, mixes, players, mixed);
    if (strcmp(hash, commitment) != 0 || memcmp(mixed, seed, CAPU_SEED_BYTES) != 0 ||
        (order && !is_order(order, secret, players)))
        return HOST_BROKEN_SEAL;
    return order ? HOST_WHOLE_SEAL : HOST_GOOD_SEAL;
}
