/* The proof of a deal: see seal.h. */
#include "host/seal.h"

#include <sodium.h>
#include <string.h>

static void add(crypto_hash_sha256_state *state, const char *text) {
    crypto_hash_sha256_update(state, (const unsigned char *)text, strlen(text));
}

void capu_sha256_text(const char *text, char hex[CAPU_HASH_TEXT]) {
    uint8_t hash[crypto_hash_sha256_BYTES];

    crypto_hash_sha256(hash, (const unsigned char *)text, strlen(text));
    sodium_bin2hex(hex, CAPU_HASH_TEXT, hash, sizeof hash);
}

void capu_seal_seed(const char *secret, const char *const *mixes, int players,
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

/* The texts of the seats; false if they are not one a seat. */
static bool read_mixes(const capu_node *list, int players, const char **mixes) {
    if (!list || list->type != CAPU_NODE_ARRAY || (int)list->count != players)
        return false;
    for (int i = 0; i < players; i++) /* texts have no nodes below them */
        if (!(mixes[i] = capu_tree_string(list + 1 + i)))
            return false;
    return true;
}

capu_sealed_state capu_seal_check(const capu_node *record, int players,
                                  const uint8_t seed[CAPU_SEED_BYTES]) {
    const capu_node *seal = capu_tree_find(record, "seal");
    const char *secret = capu_tree_string(capu_tree_find(seal, "secret"));
    const char *commitment = capu_tree_string(capu_tree_find(seal, "commitment"));
    const char *mixes[CAPU_MAX_PLAYERS];
    uint8_t mixed[CAPU_SEED_BYTES];
    char hash[CAPU_HASH_TEXT];

    if (!seal)
        return CAPU_NO_SEAL;
    if (!secret || !commitment || !read_mixes(capu_tree_find(seal, "mixes"), players, mixes))
        return CAPU_BROKEN_SEAL;
    capu_sha256_text(secret, hash);
    capu_seal_seed(secret, mixes, players, mixed);
    return strcmp(hash, commitment) == 0 && memcmp(mixed, seed, CAPU_SEED_BYTES) == 0
               ? CAPU_GOOD_SEAL
               : CAPU_BROKEN_SEAL;
}
