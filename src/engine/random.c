/* Chance: ChaCha20 for what happens in a game, SplitMix64 for everything outside the rules. */
#include "engine/game.h"

static const char WIDENED[] = "Capucine, seed of 64 bit"; /* 24 characters */

/* ------------------------------------------------------------------- seeds */

void capu_seed_from_number(uint8_t seed[CAPU_SEED_BYTES], uint64_t number) {
    for (int i = 0; i < 8; i++)
        seed[i] = (uint8_t)(number >> 8 * i);
    engine_memcpy(seed + 8, WIDENED, 24);
}

static bool read_decimal(const char *text, uint64_t *number) {
    uint64_t value = 0;

    if (!*text || (text[0] == '0' && text[1]))
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return false;
        uint64_t digit = (uint64_t)(*text - '0');
        if (value > (UINT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *number = value;
    return true;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool read_hex(const char *text, uint8_t seed[CAPU_SEED_BYTES]) {
    for (int i = 0; i < CAPU_SEED_BYTES; i++) {
        int high = hex_digit(text[2 * i]);
        int low = high < 0 ? -1 : hex_digit(text[2 * i + 1]);
        if (low < 0)
            return false;
        seed[i] = (uint8_t)(high << 4 | low);
    }
    return text[2 * CAPU_SEED_BYTES] == '\0';
}

bool capu_seed_read(uint8_t seed[CAPU_SEED_BYTES], const char *text) {
    uint64_t number;
    uint8_t bytes[CAPU_SEED_BYTES];

    if (read_decimal(text, &number)) {
        capu_seed_from_number(seed, number);
        return true;
    }
    if (!read_hex(text, bytes))
        return false;
    engine_memcpy(seed, bytes, sizeof bytes);
    return true;
}

static bool is_widened(const uint8_t seed[CAPU_SEED_BYTES]) {
    for (int i = 0; i < 24; i++)
        if (seed[8 + i] != (uint8_t)WIDENED[i])
            return false;
    return true;
}

static void write_decimal(uint64_t number, capu_text *text) {
    char digits[20];
    int count = 0;

    do
        digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count > 0)
        capu_text_char(text, digits[--count]);
}

void capu_seed_write(const uint8_t seed[CAPU_SEED_BYTES], capu_text *text) {
    static const char hex[] = "0123456789abcdef";

    if (is_widened(seed)) {
        uint64_t number = 0;
        for (int i = 0; i < 8; i++)
            number |= (uint64_t)seed[i] << 8 * i;
        write_decimal(number, text);
        return;
    }
    for (int i = 0; i < CAPU_SEED_BYTES; i++) {
        capu_text_char(text, hex[seed[i] >> 4]);
        capu_text_char(text, hex[seed[i] & 15]);
    }
}

/* ---------------------------------------------------------------- ChaCha20 */

/* The state is four rows of four words. A column round works on the rows as they are; turning
 * rows 1, 2, 3 left by 1, 2, 3 words makes the next one a diagonal round. */
typedef uint32_t row __attribute__((vector_size(16)));

static inline row rotate(row x, int bits) {
    return x << bits | x >> (32 - bits);
}

#define TURN(x, a, b, c, d) __builtin_shufflevector(x, x, a, b, c, d)

static inline void quarter_rounds(row *a, row *b, row *c, row *d) {
    *a += *b, *d = rotate(*d ^ *a, 16);
    *c += *d, *b = rotate(*b ^ *c, 12);
    *a += *b, *d = rotate(*d ^ *a, 8);
    *c += *d, *b = rotate(*b ^ *c, 7);
}

void engine_chacha_block(const uint8_t key[32], uint32_t counter, const uint32_t nonce[3],
                         uint32_t out[16]) {
    const row a0 = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    row b0, c0, d0 = {counter, nonce[0], nonce[1], nonce[2]};
    engine_memcpy(&b0, key, 16);
    engine_memcpy(&c0, key + 16, 16);
    row a = a0, b = b0, c = c0, d = d0;

    for (int i = 0; i < 10; i++) {
        quarter_rounds(&a, &b, &c, &d);
        b = TURN(b, 1, 2, 3, 0), c = TURN(c, 2, 3, 0, 1), d = TURN(d, 3, 0, 1, 2);
        quarter_rounds(&a, &b, &c, &d);
        b = TURN(b, 3, 0, 1, 2), c = TURN(c, 2, 3, 0, 1), d = TURN(d, 1, 2, 3, 0);
    }
    a += a0, b += b0, c += c0, d += d0;
    engine_memcpy(out, &a, 16);
    engine_memcpy(out + 4, &b, 16);
    engine_memcpy(out + 8, &c, 16);
    engine_memcpy(out + 12, &d, 16);
}

/* -------------------------------------------------------------------- dice */

void engine_dice_open(engine_dice *dice, capu_head *head) {
    dice->head = head;
    dice->loaded = false;
}

static uint32_t word(engine_dice *dice) {
    static const uint32_t no_nonce[3] = {0, 0, 0};
    uint32_t index = dice->head->draws++;

    if (!dice->loaded || dice->at_block != index / 16) {
        dice->at_block = index / 16;
        dice->loaded = true;
        engine_chacha_block(dice->head->seed, dice->at_block, no_nonce, dice->words);
    }
    return dice->words[index % 16];
}

/* Lemire's method: the high half of word × n is the draw; a low half below 2^32 mod n would make
 * some draws likelier than others and is thrown away. */
uint32_t engine_dice_below(engine_dice *dice, uint32_t n) {
    uint64_t product = (uint64_t)word(dice) * n;

    if ((uint32_t)product < n) {
        uint32_t threshold = (0u - n) % n;
        while ((uint32_t)product < threshold)
            product = (uint64_t)word(dice) * n;
    }
    return (uint32_t)(product >> 32);
}

static inline void swap(uint8_t *bytes, uint32_t i, uint32_t j) {
    uint8_t byte = bytes[i];

    bytes[i] = bytes[j];
    bytes[j] = byte;
}

void engine_dice_shuffle(engine_dice *dice, uint8_t *bytes, int count) {
    for (int i = count - 1; i > 0; i--)
        swap(bytes, (uint32_t)i, engine_dice_below(dice, (uint32_t)i + 1));
}

/* Draws below n, n-1, n-2 and n-3 from one word, after Brackett-Rozinsky and Lemire: what one draw
 * leaves of the word is the next one's word, and the last remainder decides, as in
 * engine_dice_below, whether all four are thrown away. Their product is below 2^32, and with small
 * decks far below, so that happens seldom. */
static inline void four_below(engine_dice *dice, uint32_t n, uint32_t draws[4]) {
    uint32_t product = n * (n - 1) * (n - 2) * (n - 3), rest;

    do {
        rest = word(dice);
#pragma GCC unroll 4
        for (uint32_t i = 0; i < 4; i++) {
            uint64_t scaled = (uint64_t)rest * (n - i);
            draws[i] = (uint32_t)(scaled >> 32);
            rest = (uint32_t)scaled;
        }
    } while (rest < product && rest < (0u - product) % product);
}

void engine_dice_new_block(engine_dice *dice) {
    dice->head->draws = (dice->head->draws + 15) / 16 * 16;
}

void engine_dice_shuffle_deck(engine_dice *dice, uint8_t *bytes, int count) {
    uint32_t left = (uint32_t)count, draws[4];

    for (; left > 4; left -= 4) {
        four_below(dice, left, draws);
#pragma GCC unroll 4
        for (uint32_t i = 0; i < 4; i++)
            swap(bytes, left - 1 - i, draws[i]);
    }
    engine_dice_shuffle(dice, bytes, (int)left);
}

/* -------------------------------------------------------------- SplitMix64 */

capu_random capu_random_from(uint64_t seed) {
    return (capu_random){seed};
}

uint64_t capu_random_next(capu_random *random) {
    return engine_fast_next(random);
}

uint32_t capu_random_below(capu_random *random, uint32_t n) {
    return engine_fast_below(random, n);
}

void engine_random_shuffle(capu_random *random, uint8_t *bytes, int count) {
    for (int i = count - 1; i > 0; i--)
        swap(bytes, (uint32_t)i, engine_fast_below(random, (uint32_t)i + 1));
}
