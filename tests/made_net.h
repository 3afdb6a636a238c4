/* A net without any sense, for tests: every weight and unit counts. It needs no C library. */
#ifndef CAPU_TESTS_MADE_NET_H
#define CAPU_TESTS_MADE_NET_H

#include "bots/net.h"

enum { MADE_HIDDEN = 32, MADE_SECOND = 16, MADE_NET_BYTES = 128 * 1024 };

static void made_put16(uint8_t *bytes, int at, int number) {
    bytes[at] = (uint8_t)number;
    bytes[at + 1] = (uint8_t)(number >> 8);
}

static void made_put_hash(uint8_t *bytes, int size) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (int i = 0; i < size; i++)
        if (i < 24 || i >= 32)
            hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    for (int i = 0; i < 8; i++)
        bytes[24 + i] = (uint8_t)(hash >> 8 * i);
}

/* The head as docs/training.md has it, and then small weights: of a network, and of a policy where
 * the game describes actions. Returns the size; 0: no room. */
static int make_net(const bots_knowledge *know, uint64_t seed, uint8_t bytes[MADE_NET_BYTES]) {
    const int rows = 1 + know->inputs->table + 2 * know->inputs->seat;
    const int biases = 4 * MADE_SECOND + 4 * 8;
    const int weights =
        rows * (MADE_HIDDEN + NET_STRAIGHT) + MADE_SECOND * MADE_HIDDEN + NET_RESULTS * MADE_SECOND;
    const int traits = know->acting ? know->acting->count : 0;
    const int size = NET_HEAD + biases + 2 * (weights + traits);
    const int head[] = {NET_FORMAT,
                        know->inputs->version,
                        know->inputs->table,
                        know->inputs->seat,
                        MADE_HIDDEN,
                        MADE_SECOND,
                        50,
                        16};
    capu_random random = capu_random_from(seed);

    if (size > MADE_NET_BYTES)
        return 0;
    engine_memset(bytes, 0, NET_HEAD);
    engine_memcpy(bytes, "CAPUNET", 8);
    for (int i = 0; i < 8; i++)
        made_put16(bytes, 8 + 2 * i, head[i]);
    for (int i = 0; know->game[i]; i++)
        bytes[32 + i] = (uint8_t)know->game[i];
    if (traits) {
        const int policy[] = {know->acting->version, traits, 100, 80};
        for (int i = 0; i < 4; i++)
            made_put16(bytes, 48 + 2 * i, policy[i]);
    }
    for (int at = NET_HEAD; at < NET_HEAD + biases; at += 4) {
        made_put16(bytes, at, (int)capu_random_below(&random, 4000));
        made_put16(bytes, at + 2, 0);
    }
    for (int at = NET_HEAD + biases; at < size; at += 2)
        made_put16(bytes, at, (int)capu_random_below(&random, 200) - 100);
    made_put_hash(bytes, size);
    return size;
}

#endif
