/* A seal proves that a deal was fixed before the game. The dealer publishes the SHA-256 of a secret
 * before anybody sits down. The secret alone decides the order of the seats. Each seat may add a
 * text of its own. The seed is the SHA-256 of the secret and these texts in the order of the seats.
 * After the game the secret is shown. All of it is ASCII, so sha256sum can check it. */
#ifndef CAPU_HOST_SEAL_H
#define CAPU_HOST_SEAL_H

#include "host/tree.h"

enum { HOST_HASH_TEXT = 65 /* 256 bits in hex, with the final NUL */ };

/* SHA-256 of a text, in hex. */
void host_sha256_text(const char *text, char hex[HOST_HASH_TEXT]);
/* The seed: SHA-256 of the secret and, a line feed before each, the texts of the seats. */
void host_seal_seed(const char *secret, const char *const *mixes, int players,
                    uint8_t seed[CAPU_SEED_BYTES]);

/* The order of seats that a secret gives. order[i] is the place, from 0, that the person on seat i
 * had before. Places are sorted by the SHA-256 of the text "order PLACE SECRET". */
void host_seal_order(const char *secret, int players, int order[CAPU_MAX_PLAYERS]);

typedef enum host_sealed_state {
    HOST_NO_SEAL,
    HOST_GOOD_SEAL,  /* proves the deal */
    HOST_WHOLE_SEAL, /* proves the deal and the order of the seats */
    HOST_BROKEN_SEAL
} host_sealed_state;
/* Checks whether the "seal" of a record agrees with its seed, and with itself. */
host_sealed_state host_seal_check(const capu_node *record, int players,
                                  const uint8_t seed[CAPU_SEED_BYTES]);

#endif
