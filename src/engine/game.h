/* What a game is to the engine: a row of functions. The rules of a game are in src/games/<game>/.
 * The engine reaches them through one `const capu_game`, which registry.c lists.
 * docs/adding-a-game.md says how to write one.
 *
 * A game's position is a struct that begins with capu_head. Its bytes are set to zero before the
 * deal, so padding is zero and equal positions are equal bytes. Every function that changes the
 * position must leave the head's `actors` right. */
#ifndef CAPU_ENGINE_GAME_H
#define CAPU_ENGINE_GAME_H

#include "capucine.h"
#include "engine/io.h"

/* There is no C library here. The compiler has its own versions of these three functions. */
#define engine_memcpy  __builtin_memcpy
#define engine_memset  __builtin_memset
#define engine_memmove __builtin_memmove

/* Small values that mean "none" and "not yours to know". JSON has null for both. */
enum { ENGINE_NONE = 0xFE, ENGINE_HIDDEN = 0xFF };

enum { ENGINE_KINDS = 48 };

/* All actions of a verb, as numbers from 0 in the order of the notation. Where words are
 * independent of each other, the table is enough: each word is a number of some bits, and takes
 * `count` values, the first of which is `from`. Otherwise there are functions. `rank` may answer
 * anything for what is no action. */
enum { ENGINE_SPAN_WORDS = 3 };
typedef struct engine_span {
    int first, count;  /* its indices */
    capu_action fixed; /* bits that all its actions have, besides the verb's */
    struct {
        uint8_t shift, bits, from, count;
    } words[ENGINE_SPAN_WORDS];
    int (*rank)(capu_action action);
    capu_action (*unrank)(int rank); /* without the verb */
} engine_span;

/* What the columns of an observation are called. An axis is a list of names; if it is NULL, the
 * names are numbers from 0. A group has a column for each way to take one of every axis, the last
 * of which changes first: "tower.0.3.dr". */
enum { ENGINE_AXES = 3 };
typedef struct engine_columns {
    const char *name; /* NULL behind the last group */
    struct {
        const char *const *names;
        int count;
    } axes[ENGINE_AXES];
} engine_columns;

/* An observation is what all games have, the same columns for each seat (the viewer's first, as
 * many as the game has at the most), and columns for the rest. `observe` finds everything 0, and
 * writes what the view of the seat tells; it may get the whole position. */
typedef struct engine_observation {
    int version;
    int seat_columns, table_columns; /* how many */
    const engine_columns *seat, *table;
    void (*observe)(const capu_state *state, int seat, int16_t *out);
} engine_observation;
/* That of a file with its parts under these names: the structs `seat_columns` and `columns`, which
 * begins with one of those for each seat (`seats`), the groups of both, and `observe`. */
#define ENGINE_OBSERVATION(VERSION)                                                                \
    {                                                                                              \
        .version = (VERSION), .seat_columns = sizeof(seat_columns) / sizeof(int16_t),              \
        .table_columns = (sizeof(columns) - sizeof(((columns *)0)->seats)) / sizeof(int16_t),      \
        .seat = seat_groups, .table = groups, .observe = observe,                                  \
    }

struct capu_game {
    capu_game_info info;

    /* NULL, or whether options agree with each other. If not, `why` (may be NULL) gets one of
     * `reasons`. */
    bool (*check_options)(const uint16_t *options, int players, capu_refusal *why);
    /* NULL, or values of an option that are not listed. Reading returns -1 if the text is no value.
     */
    int (*read_value)(int option, const char *text);
    void (*write_value)(int option, uint16_t value, capu_text *text);
    uint16_t more_values[CAPU_MAX_OPTIONS]; /* how many; their indices follow those of the list */

    /* Deals: gets a position of zeros with its head filled in, and leads to the first decision. */
    void (*deal)(capu_state *state);

    /* Legal actions of an actor, in the order of the notation: how many, the one at an index, and
     * all of them. If `count` and `at` are NULL, the engine makes the list each time. */
    int (*count)(const capu_state *state, int seat);
    capu_action (*at)(const capu_state *state, int seat, int index);
    int (*legal)(const capu_state *state, int seat, capu_action *out);
    /* NULL, or a quicker way to a random one: the one at the index that engine_fast_below draws of
     * their count. */
    capu_action (*pick)(const capu_state *state, int seat, capu_random *random);
    /* NULL, or a quicker way to the indices of what `legal` lists. -1: not in this position. */
    int (*indices)(const capu_state *state, int seat, int32_t *out);
    /* Whether an actor may do this. If not, `why` (may be NULL) gets one of `reasons`. The action
     * may be any bits at all. */
    bool (*allows)(const capu_state *state, int seat, capu_action action, capu_refusal *why);
    const capu_reason *reasons; /* the last has no id */
    void (*apply)(capu_state *state, int seat, capu_action action);
    /* NULL, or what an action is like: 0 … ENGINE_KINDS-1. Those of one kind run through the same
     * instructions. The rules never ask; on a GPU games that are alike are played together. */
    int (*kind)(const capu_state *state, capu_action action);
    /* NULL, or a number for the part of the game that is being played; no two that follow each
     * other have the same. The rules never ask; on a GPU games side by side wait for each other
     * there. */
    int (*part)(const capu_state *state);
    /* 0, or a number for the simultaneous decision that is open; no two that follow each other
     * have the same. */
    int (*sealed)(const capu_state *state);
    /* NULL, or whether with these options an action has words that only its seat may know. */
    bool (*secret)(const uint16_t *options, capu_action action);

    /* Wipes what the seat (or CAPU_SPECTATOR) may not know; the head is done already. */
    void (*hide)(capu_state *state, int seat);
    /* Deals what is hidden. The head is done already, but still names the viewer. */
    void (*fill)(capu_state *state, int seat, capu_random *random);

    /* Whether the position can be written as JSON, that is, no list is longer than its array. The
     * bytes may be anything, except that the head has been checked. */
    bool (*fits)(const capu_state *state);

    /* Only called when the game is over. */
    void (*result)(const capu_state *state, capu_result *out);
    /* NULL, or appends further members of the referee's answer to `result`, each after a comma. */
    void (*more_result)(const capu_state *state, capu_text *text);
    /* NULL, or figures for statistics. */
    int (*measures)(const capu_state *state, capu_measure *out);
    /* NULL, or figures that add up during a game: adds to `value` and `per`. */
    int (*rates)(const capu_state *before, const capu_state *after, capu_rate *out);
    /* NULL, or adds what an action led to, from the positions before and after it. What these do
     * not show, `apply` tells itself: see "telling" below. That comes before. */
    void (*tell)(const capu_state *was, const capu_state *is, capu_lines *out);
    /* NULL, or whether there is a moment in the midst of an action (engine_moment below), when
     * these events have been told. `view` is a view of `state`; adds to it what they have revealed.
     */
    bool (*moment)(const capu_state *state, const capu_lines *told, capu_state *view);
    /* NULL, or adds the facts of a view. */
    void (*facts)(const capu_state *view, capu_lines *out);

    /* The space of actions (capu_action_space): how many there are, and a part of it for each verb.
     * The verb of an action is action >> verb_shift; its part is spans[verb]. */
    int space;
    int verb_shift, span_count;
    const engine_span *spans;
    int most_legal; /* no decision has more actions */
    const engine_observation *observation;

    void (*write_action)(capu_action action, bool hidden, capu_text *text);
    bool (*read_action)(const char *text, capu_action *action);
    /* Converts between the position and JSON, both ways: all keys after `options`. */
    void (*io)(capu_state *state, engine_io *io);
    /* After reading: fills in what follows from the rest, or says why the position is impossible.
     */
    bool (*accept)(capu_state *state, capu_text *why);
};

/* ------------------------------------------------------------------ chance */

/* The game's own random generator: ChaCha20, with the seed as key and 16 words in a block. `draws`
 * in the head counts the words used, so the position alone decides what comes next. Open it, draw,
 * and forget it: the head is always up to date, and nothing needs closing. */
typedef struct engine_dice {
    capu_head *head;
    uint32_t at_block; /* which block `words` holds; valid if `loaded` */
    bool loaded;
    uint32_t words[16];
} engine_dice;
void engine_dice_open(engine_dice *dice, capu_head *head);
/* Uniform in 0 … n-1, without bias; n > 0. */
uint32_t engine_dice_below(engine_dice *dice, uint32_t n);
/* Puts `count` bytes in random order. */
void engine_dice_shuffle(engine_dice *dice, uint8_t *bytes, int count);
/* Makes the next draw begin a new block, so that what follows needs as few blocks as possible. */
void engine_dice_new_block(engine_dice *dice);
/* Like engine_dice_shuffle, for at most 256 bytes, but with a quarter of the words: for games that
 * shuffle often. It gives a different order. */
void engine_dice_shuffle_deck(engine_dice *dice, uint8_t *bytes, int count);
/* capu_random_next and capu_random_below, inline for speed: SplitMix64, and Lemire's method as in
 * engine_dice_below. */
static inline uint64_t engine_fast_next(capu_random *random) {
    uint64_t x = random->state += 0x9e3779b97f4a7c15u;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}
static inline uint32_t engine_fast_below(capu_random *random, uint32_t n) {
    uint64_t product = (engine_fast_next(random) >> 32) * n;

    if ((uint32_t)product < n) {
        uint32_t threshold = (0u - n) % n;
        while ((uint32_t)product < threshold)
            product = (engine_fast_next(random) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}
/* Shuffles with the generator for search and samples. */
void engine_random_shuffle(capu_random *random, uint8_t *bytes, int count);

/* The ChaCha20 block function of RFC 8439. */
void engine_chacha_block(const uint8_t key[32], uint32_t counter, const uint32_t nonce[3],
                         uint32_t out[16]);

/* ----------------------------------------------------------------- helpers */

/* The seat `steps` places clockwise. */
static inline int engine_clockwise(int seat, int steps, int players) {
    return (seat + steps) % players;
}

/* How many places clockwise a seat is from the viewer's: its place in an observation. */
static inline int engine_place(int seat, int viewer, int players) {
    return seat >= viewer ? seat - viewer : seat - viewer + players;
}

/* How many bits are set. (The compiler's builtin may become a call to its library, where the target
 * may lack the instruction.) */
static inline int engine_bits(uint32_t bits) {
    bits -= bits >> 1 & 0x55555555;
    bits = (bits & 0x33333333) + (bits >> 2 & 0x33333333);
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F;
    return (int)(bits * 0x01010101 >> 24);
}

/* The place of the set bit with index n, counted from the lowest. */
static inline int engine_nth_bit(uint32_t bits, int n) {
    while (n--)
        bits &= bits - 1;
    return __builtin_ctz(bits);
}

/* The first player by option `first` (ALL-2), which every game has as its first option. */
int engine_first_player(capu_head *head);
/* Whether `seat` can be the first player by that option. */
bool engine_first_fits(const capu_head *head, int seat);

/* Places by ALL-1: `better(a, b)` is told by larger keys; equal keys share. */
void engine_rank(const int64_t *keys, int players, uint8_t *places);

/* "seat0" … "seat5", as an axis of an observation. */
extern const char *const engine_seat_names[CAPU_MAX_PLAYERS];

/* The number of an action among those of its verb, where words are independent of each other. */
static inline int engine_rank_words(const engine_span *span, capu_action action) {
    int rank = 0;

    for (int i = 0; i < ENGINE_SPAN_WORDS && span->words[i].count; i++) {
        uint32_t word = action >> span->words[i].shift & ((1u << span->words[i].bits) - 1);
        rank = rank * span->words[i].count + (int)word - span->words[i].from;
    }
    return rank;
}
/* The index of an action that the game has. */
static inline int engine_action_index(const capu_game *game, capu_action action) {
    const engine_span *span = &game->spans[action >> game->verb_shift];

    return span->first + (span->rank ? span->rank(action) : engine_rank_words(span, action));
}

/* The indices of the legal actions of a seat that is to decide. (space.c) */
int engine_legal_indices(const capu_state *state, int seat, int32_t *out);

/* A random legal action of a seat that is to decide. */
static inline capu_action engine_random_action(const capu_game *game, const capu_state *state,
                                               int seat, capu_random *random) {
    capu_action actions[CAPU_MAX_ACTIONS];

    if (game->pick)
        return game->pick(state, seat, random);
    if (game->count) {
        uint32_t count = (uint32_t)game->count(state, seat);
        return game->at(state, seat, (int)engine_fast_below(random, count));
    }
    uint32_t count = (uint32_t)game->legal(state, seat, actions);
    return actions[engine_fast_below(random, count)];
}

/* Sorts a few bytes in ascending order. */
void engine_sort(uint8_t *bytes, int count);

/* Appends a sentence from its strings, up to NULL. Does nothing if `why` is NULL. Always false, so
 * that a check can end with `return engine_because(why, ...)`. */
bool engine_because(capu_text *why, ...);
/* The same for a reason with its words, NULL for a missing word. The words must outlive the
 * refusal, so use names from tables. */
static inline bool engine_refuse(capu_refusal *why, const capu_reason *reason, const char *first,
                                 const char *second) {
    if (why)
        *why = (capu_refusal){reason, {first, second, NULL}};
    return false;
}

/* ----------------------------------------------------------------- telling */

/* Facts and events are lines: begin one, then add its arguments. `known` says who may know it. */
void engine_line(capu_lines *lines, const char *id, uint32_t known);
void engine_add_number(capu_lines *lines, const char *name, int number);
void engine_add_word(capu_lines *lines, const char *name, const char *word);
/* An element of a list; the elements follow each other. */
void engine_list_number(capu_lines *lines, const char *name, int number);
void engine_list_word(capu_lines *lines, const char *name, const char *word);
/* An empty list. */
void engine_list_none(capu_lines *lines, const char *name);
/* The seats of some bits, as a list. */
void engine_list_seats(capu_lines *lines, const char *name, uint32_t bits);

/* While capu_apply_telling applies an action, the position is the beginning of this, and its viewer
 * is ENGINE_TELLING. So random play and search pay for events with one comparison at the few places
 * that tell any. */
typedef struct engine_teller {
    capu_state state;
    capu_lines *lines;
    void (*hear)(void *context, const capu_state *state); /* NULL: nobody asks for moments */
    void *context;
} engine_teller;
enum { ENGINE_TELLING = 254 };
/* Where `apply` tells events; NULL: nobody listens.
 *
 *     capu_lines *told = engine_told(&s->head);
 *     if (told)
 *         caprice_tell_full(s, place, told); */
static inline capu_lines *engine_told(const capu_head *head) {
#ifdef __NVPTX__
    (void)head; /* on a GPU nobody listens, and its code is the shorter for it */
    return NULL;
#endif
    if (__builtin_expect(head->viewer != ENGINE_TELLING, 1))
        return NULL;
    return ((const engine_teller *)(const void *)head)->lines;
}
/* The position is now what the events so far have led to. Of several calls with the same events the
 * first counts. A game with moments calls this before it begins an event, and tells each event
 * before it does what that is about. Only while somebody listens (engine_told). */
void engine_moment(const capu_head *head);

/* ------------------------------------------------------- reading notation */

/* Reads the words of an action's text. Words must be separated by exactly one space. */
typedef struct engine_words {
    const char *at;
} engine_words;
bool engine_same(const char *a, const char *b);
/* Whether the next word is exactly this; if so, steps over it. */
bool engine_word_is(engine_words *words, const char *expected);
/* The index of the next word in a list of names, and steps over it; -1, without a step, if it is
 * not in the list. */
int engine_word_in(engine_words *words, const char *const *names, int count);
/* The next word as a number in 0 … most, without leading zeros; -1 if it is no such number. */
int engine_word_number(engine_words *words, int most);
/* Whether nothing is left. */
bool engine_words_end(const engine_words *words);

#endif
