/* Capucine: a rules engine for the board games Capitol, Caprice, Capital Lux 2 and Capone.
 *
 * This header is the whole public interface and its manual. The numbered rules of a game, its texts
 * and its JSON are in docs/games/<game>.md (caprice, capitol, capone, capital-lux-2). What all
 * games share is in docs/games/README.md and docs/protocol.md.
 *
 * The idea. A position (capu_state) is a plain block of at most 1 KiB without pointers. It can be
 * copied, compared, hashed, stored and sent as bytes. Equal positions are equal bytes. The rules
 * are pure functions on it. Nothing here allocates memory, keeps state between calls, or needs a C
 * library, so the engine also runs as WebAssembly. Any number of threads may call these functions,
 * as long as no two of them write the same block.
 *
 * Words.
 *   seat      a player's place at the table: 0 … players-1.
 *   actors    the seats that have a decision to make now. There are several at once where a game
 *             has simultaneous decisions, and none when the game is over.
 *   action    an integer; its text ("place dr 3") is its identity outside the program.
 *   notation  how actions and positions are written as text; docs/games/ has it for each game.
 *   view      a position in which everything that a seat may not know is wiped out, including the
 *             random generator. Give bots, clients and logs nothing else.
 *   sample    a whole position that agrees with a view: a guess at what is hidden.
 *   history   the actions so far, as a seat may know them.
 *   record    what a game began from, and all its actions.
 *
 * A game from beginning to end:
 *
 *     const capu_game *game = capu_find("caprice");
 *     capu_options options = {0};                      // every option at its default
 *     capu_state state;
 *     uint8_t seed[CAPU_SEED_BYTES];
 *     capu_seed_from_number(seed, 42);
 *     if (capu_new(&state, game, &options, 3, seed)) return 1;
 *     while (capu_actors(&state)) {
 *         int seat = capu_first_actor(&state);
 *         capu_state view;
 *         capu_view(&state, seat, &view);              // all that a bot may see
 *         capu_action actions[CAPU_MAX_ACTIONS];
 *         int count = capu_legal(&view, seat, actions);
 *         int index = my_bot(&view, actions, count);   // yours: 0 … count-1
 *         capu_apply(&state, seat, actions[index]);
 *     }
 *     capu_result result;
 *     capu_get_result(&state, &result);
 *
 * What is stable: the names here, the texts of actions, the ids, and the keys of JSON. What is not:
 * the bytes of positions, the numbers of actions, games and options, the sizes of structs, and the
 * English sentences. docs/library.md says more.
 *
 * Costs are given where they matter, for the machine named in docs/performance.md. "Small" means
 * below 100 ns. */
#ifndef CAPUCINE_H
#define CAPUCINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) && !defined(CAPU_API)
#define CAPU_API __attribute__((visibility("default")))
#elif !defined(CAPU_API)
#define CAPU_API
#endif

enum {
    CAPU_STATE_BYTES = 1024, /* no position of any game is larger */
    CAPU_SEED_BYTES = 32,
    CAPU_SEED_TEXT = 65, /* longest text of a seed, with its final NUL */
    CAPU_MAX_PLAYERS = 6,
    CAPU_MAX_OPTIONS = 8,
    CAPU_MAX_ACTIONS = 1024, /* no decision has more */
    CAPU_ACTION_TEXT = 64,   /* longest text of an action, with its final NUL */
    CAPU_SPECTATOR = -1,     /* in place of a seat: somebody who only watches */
};

/* ------------------------------------------------------------------ status */

typedef enum capu_status {
    CAPU_OK = 0,
    CAPU_BAD_PLAYERS, /* the game cannot be played by that many */
    CAPU_BAD_OPTIONS, /* an unknown option or value, or options that do not agree */
    CAPU_BAD_SEAT,    /* no such seat in this game */
    CAPU_OVER,        /* the game is over */
    CAPU_NOT_YOUR_TURN,
    CAPU_ILLEGAL,   /* the rules do not allow the action now */
    CAPU_IS_VIEW,   /* a view was given where a whole position is needed */
    CAPU_BAD_STATE, /* an impossible position */
    CAPU_BAD_RECORD,
} capu_status;

/* The status as docs/protocol.md spells it: "illegal_action", "bad_seat". Never NULL. */
CAPU_API const char *capu_status_name(capu_status status);

/* -------------------------------------------------------------------- text */

/* Where text is written: `size` bytes at `at`. What does not fit is left out, but `length` counts
 * it. So a caller can see that text was cut (length >= size), and call again with more room. There
 * is a final NUL whenever size > 0. */
typedef struct capu_text {
    char *at;
    size_t size;
    size_t length;
} capu_text;

/* An empty text on a buffer. */
CAPU_API capu_text capu_text_on(char *buffer, size_t size);
/* Appends a string, a character, a whole number. */
CAPU_API void capu_text_add(capu_text *text, const char *string);
CAPU_API void capu_text_char(capu_text *text, char c);
CAPU_API void capu_text_number(capu_text *text, int64_t number);
/* Appends a string as a JSON string, with quotes and escapes. */
CAPU_API void capu_text_json(capu_text *text, const char *string);

/* ------------------------------------------------------------------- games */

typedef struct capu_game capu_game;

/* An option of a game. The first value is the default. A value is identified by its index. If
 * `pattern` is not NULL, the option also takes values of that form, which are not listed. */
typedef struct capu_option {
    const char *name;
    const char *const *values;
    int count;
    const char *pattern;
} capu_option;

/* Facts about a game. `state_bytes` is the size of its positions, a multiple of 8. The position
 * proper is the first `position_bytes` of them. In the rest some games remember what was played,
 * or what each seat saw; a view then has what its own seat saw.
 * The rules never look at that, but bots can conclude from it what others may have. */
typedef struct capu_game_info {
    const char *name;  /* "caprice" */
    const char *title; /* "Caprice" */
    int least, most;   /* players */
    int rules;         /* goes up when old records would replay differently */
    int state_bytes, position_bytes;
    const capu_option *options;
    int option_count;
    const char *reconstructed; /* a sentence: what we reconstructed; NULL: nothing */
    bool open;                 /* nothing is hidden from anybody */
    /* An action that is made by itself wherever it is the only one ("keep"); NULL: there is none.
     * Nobody need watch it or read of it, whether there was a choice or not. */
    const char *silent;
    int order; /* its place in lists of games; 0: behind the others, by name */
} capu_game_info;

/* The games by number, from 0; NULL beyond the last. */
CAPU_API const capu_game *capu_game_at(int index);
/* The game of that name ("caprice"), or NULL. */
CAPU_API const capu_game *capu_find(const char *name);
CAPU_API const capu_game_info *capu_info(const capu_game *game);

/* Values of a game's options, by index, in the order of its table. {0} is every default. */
typedef struct capu_options {
    uint16_t value[CAPU_MAX_OPTIONS];
} capu_options;

/* Sets one option by name. After CAPU_BAD_OPTIONS, `why` (may be NULL) has a sentence that lists
 * what is possible. capu_check_options says whether the options agree with each other. */
CAPU_API capu_status capu_set_option(const capu_game *game, int players, capu_options *options,
                                     const char *name, const char *value, capu_text *why);
/* Whether a game can begin with these: CAPU_OK, CAPU_BAD_PLAYERS or CAPU_BAD_OPTIONS. `why` gets a
 * sentence. */
CAPU_API capu_status capu_check_options(const capu_game *game, int players,
                                        const capu_options *options, capu_text *why);
/* Appends the text of an option's value. */
CAPU_API void capu_option_value(const capu_game *game, int option, uint16_t value, capu_text *text);

/* Why something is refused, for clients that speak other languages. The id of a reason finds its
 * texts (po/README.md). The words replace {1} and so on in them; they are spelt as in the notation.
 * The same words complete the English sentence. */
typedef struct capu_reason {
    const char *id;       /* "caprice.why.full" */
    const char *sentence; /* "place {1} already holds four blocks" */
} capu_reason;
enum { CAPU_REASON_WORDS = 3 };
typedef struct capu_refusal {
    const capu_reason *reason;
    const char *words[CAPU_REASON_WORDS]; /* NULL after the last */
} capu_refusal;
/* Appends the sentence. */
CAPU_API void capu_refusal_text(const capu_refusal *why, capu_text *text);
/* A game's reasons by number, from 0; NULL beyond the last. With NULL for the game: the reasons
 * that all games share. */
CAPU_API const capu_reason *capu_reason_at(const capu_game *game, int index);

/* Like capu_set_option and capu_check_options, but with a reason in `why` (may be NULL). It is
 * written unless the result is CAPU_OK. Its words may point to `name` and `value` themselves. */
CAPU_API capu_status capu_explain_option(const capu_game *game, int players, capu_options *options,
                                         const char *name, const char *value, capu_refusal *why);
CAPU_API capu_status capu_explain_options(const capu_game *game, int players,
                                          const capu_options *options, capu_refusal *why);

/* ------------------------------------------------------------------- seeds */

/* A seed has 256 bits. A number of 64 bits is widened like this: eight bytes with the number, the
 * lowest first, then the 24 ASCII characters "Capucine, seed of 64 bit". */
CAPU_API void capu_seed_from_number(uint8_t seed[CAPU_SEED_BYTES], uint64_t number);
/* Reads a seed: a decimal number below 2^64 without leading zeros, or 64 lower-case hex digits.
 * false: it is neither, and the seed is untouched. */
CAPU_API bool capu_seed_read(uint8_t seed[CAPU_SEED_BYTES], const char *text);
/* Appends the text of a seed: the decimal number if it was widened from one, otherwise hex. */
CAPU_API void capu_seed_write(const uint8_t seed[CAPU_SEED_BYTES], capu_text *text);

/* --------------------------------------------------------------- positions */

/* The beginning of every position. Read it, but leave writing to the engine. */
typedef struct capu_head {
    uint8_t game;    /* as in capu_game_at */
    uint8_t players; /* how many */
    uint8_t viewer;  /* 0: a whole position; else a view: 1 + seat, or CAPU_VIEW_OF_NOBODY */
    uint8_t actors;  /* bit s: seat s has a decision to make */
    uint32_t draws;  /* words of the generator used so far; 0 in a view */
    uint16_t options[CAPU_MAX_OPTIONS];
    uint8_t seed[CAPU_SEED_BYTES]; /* 0 in a view */
} capu_head;

enum { CAPU_VIEW_OF_NOBODY = 255 };

/* A position or a view of any game. Only the first capu_info(game)->state_bytes bytes are used;
 * capu_copy copies no more. */
typedef union capu_state {
    capu_head head;
    uint64_t words[CAPU_STATE_BYTES / 8];
} capu_state;

typedef uint32_t capu_action;

/* One action of a record: which seat, and what it did. */
typedef struct capu_move {
    uint32_t seat;
    capu_action action;
} capu_move;

/* Deals a game. After CAPU_BAD_PLAYERS or CAPU_BAD_OPTIONS `state` is untouched. Below 2 µs. */
CAPU_API capu_status capu_new(capu_state *state, const capu_game *game, const capu_options *options,
                              int players, const uint8_t seed[CAPU_SEED_BYTES]);

/* The game of a position. */
CAPU_API const capu_game *capu_game_of(const capu_state *state);
/* Copies a position: only the bytes that its game uses. Small. */
CAPU_API void capu_copy(capu_state *to, const capu_state *from);
/* Forgets how a position came about: only what its JSON says remains. */
CAPU_API void capu_forget(capu_state *state);
/* Whether two positions, or two views, are the same, no matter how they came about. */
CAPU_API bool capu_equal(const capu_state *a, const capu_state *b);
/* A 64-bit hash of a position or a view; the same on every platform. Small. */
CAPU_API uint64_t capu_hash(const capu_state *state);

/* The seats that must decide, as bits (bit 0 is seat 0); 0: the game is over. */
static inline uint32_t capu_actors(const capu_state *state) {
    return state->head.actors;
}
/* The lowest of them, or -1. */
CAPU_API int capu_first_actor(const capu_state *state);

/* All legal actions of a seat, each once, in the order of the notation. Returns how many: 0 for a
 * seat that is not an actor. In a view it is 0 for every seat but the viewer's. */
CAPU_API int capu_legal(const capu_state *state, int seat, capu_action out[CAPU_MAX_ACTIONS]);
/* How many there are, and the one at an index in 0 … count-1, without making the list. Both are
 * faster than capu_legal. Both are for actors only; in a view, for the viewer only. */
CAPU_API int capu_legal_count(const capu_state *state, int seat);
CAPU_API capu_action capu_legal_at(const capu_state *state, int seat, int index);

/* Whether a seat has only the game's silent action to choose from; then that step is in `step`. The
 * first such seat, in a view only the viewer's. */
CAPU_API bool capu_silent_step(const capu_state *state, capu_move *step);

/* Whether a seat may do this now. If not, `why` (may be NULL) gets a sentence for a person. Checks
 * in this order: bad seat, over, not your turn, illegal. */
CAPU_API capu_status capu_check(const capu_state *state, int seat, capu_action action,
                                capu_text *why);

/* Like capu_check, but with a reason in `why` (may be NULL). It is written unless the result is
 * CAPU_OK. */
CAPU_API capu_status capu_explain(const capu_state *state, int seat, capu_action action,
                                  capu_refusal *why);
/* The same for the text of an action. Whether it is an action at all is checked last. */
CAPU_API capu_status capu_explain_text(const capu_state *state, int seat, const char *text,
                                       capu_action *action, capu_refusal *why);

/* Applies an action. Unless the result is CAPU_OK, not a byte of `state` has changed. */
CAPU_API capu_status capu_apply(capu_state *state, int seat, capu_action action);
/* The same for callers who know that the action is legal, such as a search. Nothing is checked. An
 * illegal action leaves a meaningless position. */
CAPU_API void capu_apply_legal(capu_state *state, int seat, capu_action action);

/* ------------------------------------------------- who knows what, and who won */

/* What a seat (or CAPU_SPECTATOR) may know of a whole position. `out` may be `state` itself. */
CAPU_API void capu_view(const capu_state *state, int seat, capu_state *out);

/* Reads bytes from an untrusted source as the view of a seat (or CAPU_SPECTATOR). Checks their
 * length, their head and every count in them, so that the view can be written as JSON. It does not
 * check that such a position is possible. Compare the JSON with one that you trust before you use
 * the view for anything else. After CAPU_BAD_STATE `view` is untouched and `why` (may be NULL) has
 * a sentence. */
CAPU_API capu_status capu_view_read(capu_state *view, const void *bytes, size_t size,
                                    const capu_game *game, int seat, capu_text *why);

typedef struct capu_random capu_random;
/* A whole position that agrees with the view, and with everything that its viewer has learnt. The
 * unknown is dealt at random, uniformly unless the game's docs say otherwise. The generator gets a
 * new seed. capu_view of the sample gives the view again, byte for byte. `out` may be `view`
 * itself. */
CAPU_API void capu_sample(const capu_state *view, capu_random *random, capu_state *out);
/* What all seats would know if they laid open their hands: everything but what nobody has seen. It
 * is a view of nobody, and made from a whole position. `out` may be `state` itself. */
CAPU_API void capu_open_hands(const capu_state *state, capu_state *out);
/* A whole position in which every seat sees exactly what it sees in `state`. Only what nobody has
 * seen is dealt anew, such as decks, bags and all draws to come. It is a sample of capu_open_hands.
 * `out` may be `state` itself. */
CAPU_API void capu_redeal(const capu_state *state, capu_random *random, capu_state *out);

typedef struct capu_result {
    int32_t scores[CAPU_MAX_PLAYERS];
    uint8_t places[CAPU_MAX_PLAYERS]; /* 1 is the best; equal places are shared: 1, 2, 2, 4 */
} capu_result;
/* The result of a game that is over; false, and `out` untouched, if it is not. */
CAPU_API bool capu_get_result(const capu_state *state, capu_result *out);

/* Further figures about a game that is over, for statistics: Caprice counts its blocks. */
typedef struct capu_measure {
    const char *name;
    int64_t value;
} capu_measure;
enum { CAPU_MAX_MEASURES = 16 };
/* Returns how many there are. The names of a game's measures are always the same. */
CAPU_API int capu_measures(const capu_state *state, capu_measure out[CAPU_MAX_MEASURES]);

/* Figures that add up during a game and cannot be seen at its end. The figure is `value` divided by
 * `per`, such as income by years that players have played. */
typedef struct capu_rate {
    const char *name;
    const char *each; /* what `per` counts: "player-year" */
    int64_t value, per;
} capu_rate;
enum { CAPU_MAX_RATES = 8 };
/* Adds what happened between a position and the next one, one action later. Returns how many there
 * are. The names of a game's rates are always the same. */
CAPU_API int capu_rates(const capu_state *before, const capu_state *after,
                        capu_rate out[CAPU_MAX_RATES]);

/* ------------------------------------------------------------ what the engine tells */

/* What there is to say about a game, as data. A line is an id with arguments: numbers, and words of
 * the notation. A fact is a line about a view: points if it were scored now, what a space costs. An
 * event is a line about an action that was applied: a bid that wins, a line of a scoring. The ids
 * and arguments of each game are in docs/games/<game>.md. Their texts are <game>.fact.<id> and
 * <game>.event.<id> in po/.
 *
 * Arguments of one name that follow each other and are marked as a list are one list. Arguments
 * that are called `seat`, or whose names end in `_seat`, are seats. */
typedef enum capu_arg_kind {
    CAPU_ARG_NUMBER,
    CAPU_ARG_WORD,
    CAPU_ARG_NONE, /* an empty list */
} capu_arg_kind;
typedef struct capu_arg {
    const char *name; /* "seat" */
    const char *word; /* NULL unless it is a word */
    int32_t number;
    uint8_t kind;
    bool list; /* an element of a list */
} capu_arg;
typedef struct capu_line {
    const char *id;        /* "won" */
    uint16_t first, count; /* its arguments in `args` of capu_lines */
    uint16_t known;        /* bit s: seat s may know it; CAPU_KNOWN_TO_SPECTATORS: they may */
} capu_line;
enum {
    CAPU_MAX_LINES = 256, /* no position and no decision has more */
    CAPU_MAX_ARGS = 1536,
    CAPU_KNOWN_TO_SPECTATORS = 1 << CAPU_MAX_PLAYERS,
    CAPU_KNOWN_TO_ALL = (1 << (CAPU_MAX_PLAYERS + 1)) - 1,
};
typedef struct capu_lines {
    int count, arg_count;
    capu_line lines[CAPU_MAX_LINES];
    capu_arg args[CAPU_MAX_ARGS];
} capu_lines;

/* The facts of a view, or of a whole position. Some microseconds. */
CAPU_API void capu_facts(const capu_state *view, capu_lines *out);
/* Like capu_apply, and adds what happens to `events`, in its order. Set `count` and `arg_count` to
 * 0 before the first action. */
CAPU_API capu_status capu_apply_telling(capu_state *state, int seat, capu_action action,
                                        capu_lines *events);
/* Appends the lines that a seat (or CAPU_SPECTATOR) may know, as a JSON array of objects:
 * {"id":"won","seat":1,"tile":"fountain","n":7}. */
CAPU_API void capu_lines_json(const capu_lines *lines, int seat, capu_text *text);

/* Moments. Some actions lead to much at once, such as the end of a round. A game may show the table
 * in the midst of that: the view of a moment is what a seat sees when some of the events have been
 * told. Its JSON, bytes and facts are those of any view. But it is no position: nobody can act in
 * it, and it cannot be sampled. `items` says how much of the story has been told by then. */
typedef void capu_moment_fn(void *context, int items, const capu_state *view);

/* ----------------------------------------------- random numbers outside the rules */

/* A small fast generator for search, sampling and random play (SplitMix64). The rules never use
 * it: what happens in a game comes from the seed in the position, by ChaCha20. */
struct capu_random {
    uint64_t state;
};
CAPU_API capu_random capu_random_from(uint64_t seed);
CAPU_API uint64_t capu_random_next(capu_random *random);
/* Uniform in 0 … n-1, without bias; n > 0. */
CAPU_API uint32_t capu_random_below(capu_random *random, uint32_t n);

/* Picks a random actor and one of its legal actions, uniformly; the game must not be over. */
CAPU_API capu_move capu_random_move(const capu_state *state, capu_random *random);
/* Plays random moves until the game is over, but at most `limit`. Returns how many it played. */
CAPU_API int capu_playout(capu_state *state, capu_random *random, int limit);
/* Random options that a game can begin with, including values that are not listed. The number of
 * players must be one that the game is for. */
CAPU_API capu_options capu_random_options(const capu_game *game, int players, capu_random *random);

/* A hash of that many seeded games with random options and moves. It covers all their actions,
 * positions, views and samples, as text. It is the same on every platform, and changes only when
 * the rules behave differently. 0 for a number of players that the game is not for. */
CAPU_API uint64_t capu_signature(const capu_game *game, int players, int games);

/* ------------------------------------------------------- actions as numbers */

/* Every action of a game has an index: the same in every position, with any players and options.
 * Every text that can ever be legal has one. Indices are 0 … capu_action_space(game)-1, without
 * gaps, and each is another text. They stay the same while capu_info(game)->rules does. */
CAPU_API int capu_action_space(const capu_game *game);
/* The index of an action, or -1: the game has no such action. */
CAPU_API int capu_action_index(const capu_game *game, capu_action action);
/* The action at an index; false, and `action` untouched: there is no such index. */
CAPU_API bool capu_action_at(const capu_game *game, int index, capu_action *action);

/* The indices of a seat's legal actions, in the order of capu_legal. Returns how many. No decision
 * of the game has more than capu_legal_most(game). */
CAPU_API int capu_legal_indices(const capu_state *state, int seat, int32_t out[CAPU_MAX_ACTIONS]);
CAPU_API int capu_legal_most(const capu_game *game);

/* A mask has a bit for each index: bit index % 8, counted from the lowest, of byte index / 8. Its
 * capu_mask_bytes(game) bytes are a multiple of 8. (In numpy: unpackbits with bitorder="little".)
 * A space can be large, so a mask is kept: set the bits of one decision, and clear the same bits
 * before the next. */
CAPU_API int capu_mask_bytes(const capu_game *game);
CAPU_API void capu_mask_set(uint8_t *mask, const int32_t *indices, int count);
CAPU_API void capu_mask_clear(uint8_t *mask, const int32_t *indices, int count);

/* ------------------------------------------------------------ observations */

/* What a seat knows, as a row of numbers for programs that learn: capu_observation_size(game)
 * columns, the same in every position of a game. It has what the seat's view has, but not the order
 * of cards in piles that all have seen, nor how the position came about. Seats are counted from the
 * viewer: seat0 is the viewer, seat1 the next clockwise. Columns of seats that do not play are 0.
 *
 * Columns have names, words with dots between them, such as "phase.place" or "seat1.tiles.dr". The
 * words are those of the notation, with _ for a space. A column that ends in the name of a phase,
 * a place, a card and so on counts how many there are, or is 1 if it is so and otherwise 0. Others
 * are numbers. Every game begins with these:
 *
 *   players            how many play
 *   option.<option>    the index of its value; there is none for `first`, which names a seat
 *   seat0.decides …    whether the seat is an actor
 *
 * docs/games/<game>.md says what the others mean. Numbers are whole and fit in 16 bits, so that a
 * row is short: scale them as you like. The version goes up when columns change. */
CAPU_API int capu_observation_size(const capu_game *game);
CAPU_API int capu_observation_version(const capu_game *game);
/* Appends the name of a column in 0 … size-1. Below 64 bytes. */
CAPU_API void capu_observation_name(const capu_game *game, int column, capu_text *text);
/* Writes the whole row, for a seat or CAPU_SPECTATOR (who counts from seat 0, and has no hand). Of
 * a whole position it tells no more than of the seat's view, and the same. Of a view it can only be
 * asked for the viewer. Some hundred nanoseconds. */
CAPU_API void capu_observe(const capu_state *state, int seat, int16_t *out);

/* ----------------------------------------------------------------- batches */

/* Many games of one kind, stepped together into arrays that the caller owns.
 *
 * Each of these functions works on the games begin … end-1. The caller brings the threads: give
 * each its own slice, and no two the same game at once. What happens does not depend on the slices.
 * Rows of the arrays follow each other without gaps. An array that is not wanted is NULL, and costs
 * nothing. `states`, `seats`, `done` and `resets` are always needed, and `random` for
 * capu_batch_random. `masks` needs `legal` and `counts`: they say which bits to clear.
 *
 * One seat decides at a time. Where several decide at once, the lowest of them that has not decided
 * comes first; each sees its own view, so nobody learns what the others have chosen. `seats`,
 * `observations`, `legal`, `counts` and `masks` are for that seat.
 *
 * A game that ends in a step: `done` is 1 after this step, with `rewards`, `scores` and `places` of
 * that game. After any other step `done` and `rewards` are 0, and `scores` and `places` as they
 * were. Unless `manual`, the next game begins in the same step: seat, observation and mask are its
 * first. With `manual` the game stays as it is, and `done` stays 1, until capu_batch_reset. Until
 * then its seat is -1, it has no legal actions, and it is observed from seat 0.
 *
 *     capu_batch batch = {.game = game, .players = 3, .count = 1000, .seed = 1, .states = …, …};
 *     capu_batch_begin(&batch, 0, 1000);
 *     for (;;) {
 *         my_policy(batch.observations, batch.masks, actions);
 *         capu_batch_step(&batch, 0, 1000, actions);
 *     } */
typedef struct capu_batch {
    const capu_game *game;
    capu_options options;
    int32_t players;
    int32_t count; /* games */
    uint64_t seed; /* everything that happens follows from it, and from the actions */
    bool manual;   /* a game that is over waits for capu_batch_reset */

    void *states;          /* count × state_bytes (capu_info), aligned to 8 */
    int8_t *seats;         /* count: the seat to act, or -1 */
    uint8_t *done;         /* count */
    uint32_t *resets;      /* count: how often the game was dealt, from 1 */
    capu_random *random;   /* count: the generators of capu_batch_random */
    int16_t *observations; /* count × capu_observation_size */
    int32_t *legal;        /* count × capu_legal_most: the indices of legal actions */
    int32_t *counts;       /* count: how many there are */
    uint8_t *masks;        /* count × capu_mask_bytes */
    float *rewards;        /* count × players: the share of a win; 0 until the game is over */
    int32_t *scores;       /* count × players: as in capu_result */
    uint8_t *places;       /* count × players: likewise */
    uint32_t *errors;      /* count: how many actions were refused since the first reset */
} capu_batch;

/* In place of the index of an action: do nothing in this game. */
enum { CAPU_NO_ACTION = -1 };

/* Whether games can begin with this batch: CAPU_OK, CAPU_BAD_PLAYERS, CAPU_BAD_OPTIONS.
 * CAPU_BAD_STATE: an array is missing that is needed. `why` (may be NULL) gets a sentence. Ask
 * once; the other functions do not check. */
CAPU_API capu_status capu_batch_check(const capu_batch *batch, capu_text *why);
/* Begins all games, whatever the arrays hold. Call it first, for every game. */
CAPU_API void capu_batch_begin(const capu_batch *batch, int begin, int end);
/* Deals anew those games g of begin … end-1 for which which[g] is not 0, such as batch->done; with
 * NULL, all of them. Their `done` and `rewards` are 0 then. */
CAPU_API void capu_batch_reset(const capu_batch *batch, int begin, int end, const uint8_t *which);
/* One step in each game g: the seat to act does the action with the index actions[g]. If that is
 * not legal, the game stays as it is, and its `errors` count one more. Returns how many were
 * refused. CAPU_NO_ACTION is never refused, and in a game that is over every action is ignored. */
CAPU_API int capu_batch_step(const capu_batch *batch, int begin, int end, const int32_t *actions);
/* Does the same with random legal actions, `steps` times in each game. The other arrays are written
 * once, after the last step; `done` is 1 if a game has ended in one of them. Returns how many steps
 * were made: fewer than steps × games only if games are over and `manual`. */
CAPU_API int64_t capu_batch_random(const capu_batch *batch, int begin, int end, int steps);
/* The position of a game. Use it as you like, but do not write to it. */
static inline const capu_state *capu_batch_state(const capu_batch *batch, int game) {
    const char *states = (const char *)batch->states;

    return (const capu_state *)(const void *)(states +
                                              (size_t)game *
                                                  (size_t)capu_info(batch->game)->state_bytes);
}
/* The seed of a game's deal, so that it can be dealt again with capu_new. `reset` counts from 1. */
CAPU_API void capu_batch_seed(uint64_t seed, int game, uint32_t reset,
                              uint8_t out[CAPU_SEED_BYTES]);

/* -------------------------------------------------------------------- bots */

/* A bot knows the view it is given and nothing else. With the same view and generator it makes the
 * same choice on every platform. */
typedef struct capu_bot {
    const char *name;
    const char *about; /* a sentence */
    capu_action (*choose)(const struct capu_bot *bot, const capu_state *view, int seat,
                          capu_random *random, void *memory);
    /* For bots that search: how long they think, and how they choose. */
    size_t memory;  /* bytes that `choose` needs; 0: none, and memory may be NULL */
    int level;      /* from 1, the weakest; 0: not one of the levels */
    int iterations; /* how often it looks ahead, unless the game has a number of its own */
    int ms;         /* time limit, where a clock is kept */
    int sharpness;  /* an action is chosen at random, in proportion to its visits to the power
                     * of sharpness / 4; 0: the most visited action */
    bool recalls;   /* it draws conclusions from what was played; else only from what it sees */
    bool measure;   /* for measuring only, and not offered to people */
    bool bare;      /* it knows just the rules */
    bool learned;   /* it uses a net, where the game has one, and keeps in mind what it saw */
} capu_bot;
/* The bots by number, from 0: the weakest first, at the end those for measuring. NULL beyond the
 * last. */
CAPU_API const capu_bot *capu_bot_at(int index);
CAPU_API const capu_bot *capu_find_bot(const char *name);
/* How often a bot looks ahead in the game of this position. The numbers differ between games, so
 * that the levels are equally far apart in each. 0: the bot does not search. */
CAPU_API int capu_bot_iterations(const capu_bot *bot, const capu_state *state);
/* Opponents offered to people: every bot except those for measuring. */
CAPU_API const capu_bot *capu_opponent_at(int index);
CAPU_API const capu_bot *capu_find_opponent(const char *name);
/* The opponent of anyone who has not said which. */
CAPU_API const capu_bot *capu_usual_opponent(void);

/* Whether these bytes are a whole net for the game as it is now: docs/training.md. They are aligned
 * to 8. */
CAPU_API bool capu_check_net(const capu_game *game, const void *bytes, size_t size);

/* A search in steps, for callers who keep a clock or search in slices. */
typedef struct capu_search capu_search;
/* How many bytes a search needs whose tree may have that many nodes. */
CAPU_API size_t capu_search_bytes(uint32_t nodes);
/* Begins to think about a view for its viewer, with the net that the library has for it. The memory
 * is the caller's, aligned to 8. The same seed and number of iterations give the same result. NULL:
 * too little memory. */
CAPU_API capu_search *capu_search_begin(void *memory, size_t bytes, const capu_state *view,
                                        int seat, uint64_t seed);
/* The same, as this bot would do it. The memory has bot->memory bytes. */
CAPU_API capu_search *capu_search_as(const capu_bot *bot, void *memory, const capu_state *view,
                                     int seat, uint64_t seed);
/* Lets a search judge positions by this net, which must stay where it is; with NULL, as bots do
 * that have not learned. Call it before the first iteration. The native library has nets of its
 * own, and uses them; the WebAssembly module has none, so that a game's net is loaded only when it
 * is played. false: it is not for this game and number of players, and the search judges without.
 */
CAPU_API bool capu_search_with_net(capu_search *search, const void *bytes, size_t size);
/* Looks ahead that many more times. An iteration takes some microseconds. */
CAPU_API void capu_search_run(capu_search *search, int iterations);
/* Whether `left` more iterations can no longer change which action is visited most. */
CAPU_API bool capu_search_decided(const capu_search *search, int left);
/* Adds what another search has found about the viewer's actions, for searches that run in parallel.
 * Both must have the same view and memory size. The other search is untouched. */
CAPU_API void capu_search_add(capu_search *search, const capu_search *other);
/* The action to take, chosen by `sharpness` as in capu_bot. */
CAPU_API capu_action capu_search_choice(const capu_search *search, int sharpness,
                                        capu_random *random);

/* What a search thinks of an action. */
typedef struct capu_advice {
    capu_action action;
    uint32_t visits;
    float win[CAPU_MAX_PLAYERS];   /* expected share of a win of each player */
    float score[CAPU_MAX_PLAYERS]; /* expected score */
    float error;                   /* standard error of the viewer's own share of a win */
    bool replied;                  /* whether there is a likely reply, by another seat */
    capu_move reply;
} capu_advice;
/* The most visited actions, the best first. Returns how many, at most `most`. */
CAPU_API int capu_search_advice(const capu_search *search, capu_advice *out, int most);
/* Looks ahead that many more times, each time with this action of the viewer. `out` has what was
 * found this time alone, with the likely reply by all that is known. Any legal action can be tried,
 * also one that the search itself leaves out. What others do without having seen the action, they
 * do as the search has found so far. If the search has counted everything out, so is this action,
 * without an error. The search may be continued. false: there is no room for the action. */
CAPU_API bool capu_search_try(capu_search *search, capu_action action, int iterations,
                              capu_advice *out);
/* Lets all hands lie open: every guess is a redeal of this position, the viewer's own one. Call it
 * before the first iteration. */
CAPU_API void capu_search_open(capu_search *search, const capu_state *state);

/* ------------------------------------------------------- notation and JSON */

/* Whether an action has words that only its seat may know, by the rules and options of this game.
 */
CAPU_API bool capu_is_secret(const capu_state *state, capu_action action);
/* Appends the text of an action. With `hidden`, words that others may not know are "?". */
CAPU_API void capu_action_write(const capu_game *game, capu_action action, bool hidden,
                                capu_text *text);
/* Reads the text of an action. false: no action of this game has that text. What was read
 * may still be illegal now. */
CAPU_API bool capu_action_read(const capu_game *game, const char *text, capu_action *action);

/* Appends a position or a view as one JSON object, as docs/games/<game>.md says. At most 16 KiB. */
CAPU_API void capu_state_json(const capu_state *state, capu_text *text);

/* Appends the result as JSON members without braces: "scores":[15,9],"places":[1,2]. With `more` it
 * adds further members that some games have. Appends nothing if the game is not over. */
CAPU_API void capu_result_json(const capu_state *state, bool more, capu_text *text);

/* A parsed JSON value as a flat tree. Nodes lie in the order of the text: a value, then its
 * children. `size` counts the nodes of the value, including itself, so node + size is the next
 * sibling. The children of an object are name, value, name, value. */
typedef enum capu_node_type {
    CAPU_NODE_NULL,
    CAPU_NODE_FALSE,
    CAPU_NODE_TRUE,
    CAPU_NODE_NUMBER, /* a whole number */
    CAPU_NODE_REAL,   /* any other number, or one written like 1.0: no position has one */
    CAPU_NODE_STRING,
    CAPU_NODE_ARRAY,
    CAPU_NODE_OBJECT,
} capu_node_type;
typedef struct capu_node {
    uint8_t type;
    uint32_t size;
    uint32_t count; /* elements of an array, members of an object */
    int64_t number;
    const char *text; /* of a string, with a final NUL; of a CAPU_NODE_REAL, its digits */
} capu_node;

/* How many bytes of memory parsing this text needs: about twice to ten times its length. */
CAPU_API size_t capu_json_bytes(const char *text, size_t length);
/* Parses one JSON value of UTF-8 text into memory of the caller, aligned to 8. The tree lies there,
 * its strings included, and needs the text no more. NULL: the text is not JSON, or the memory is
 * too small; `why` (may be NULL) says what is wrong and where. An object may not have a name twice.
 * A whole number must fit into 64 bits. A string with a NUL in it becomes U+FFFD. */
CAPU_API const capu_node *capu_json_parse(const char *text, size_t length, void *memory,
                                          size_t bytes, capu_text *why);
/* The value of a name in an object, or NULL; also NULL if `object` is none, or NULL. */
CAPU_API const capu_node *capu_node_find(const capu_node *object, const char *name);
/* The text of a string; NULL for any other node, and for NULL. */
CAPU_API const char *capu_node_text(const capu_node *node);
/* Whether it is a whole number; if so, `*number` is it. */
CAPU_API bool capu_node_number(const capu_node *node, int64_t *number);
/* Appends a value as JSON, without spaces. */
CAPU_API void capu_node_json(const capu_node *node, capu_text *text);

/* Sets up the position that a JSON object describes, with the generator at the beginning of
 * `seed`. After CAPU_BAD_STATE `state` is untouched, and `why` (may be NULL) says what is wrong and
 * where. */
CAPU_API capu_status capu_state_read(capu_state *state, const capu_node *object,
                                     const uint8_t seed[CAPU_SEED_BYTES], capu_text *why);

/* A record: what a game began from, and its moves. If `from` is NULL, it began with the deal. */
typedef struct capu_record {
    const capu_game *game;
    int players;
    capu_options options;
    uint8_t seed[CAPU_SEED_BYTES];
    const capu_state *from;
    const capu_move *moves;
    int count;
} capu_record;

/* The position after the first `count` moves. If something does not replay, returns its status and
 * sets `*failed` (may be NULL) to the index of the move, -1 for the deal. */
CAPU_API capu_status capu_replay(const capu_record *record, int count, capu_state *out,
                                 int *failed);
/* Appends the record as one JSON object, with its result if the game is over. */
CAPU_API void capu_record_json(const capu_record *record, capu_text *text);

/* What is wrong with a record, for clients that speak other languages: the id finds its texts. */
typedef struct capu_flaw {
    const char *id;        /* "record.newer" */
    int count;             /* of these numbers in the text: */
    int64_t numbers[2];    /* an action, from 0, or the record's edition and ours */
    const capu_game *game; /* NULL: the record does not get that far */
    capu_refusal why;      /* what the rules have against an action or the options */
} capu_flaw;
/* A record that was read, and where it leads. It points into itself, so do not copy it. */
typedef struct capu_replayed {
    capu_record record;
    capu_state from; /* if record.from is not NULL: this is it */
    capu_state end;  /* after the last move */
    capu_flaw flaw;  /* after CAPU_BAD_RECORD */
} capu_replayed;
/* Reads the record that a JSON object describes and replays it. `moves` is the caller's and must
 * live as long as the record. It has room for as many as the object's "actions" counts.
 * CAPU_BAD_RECORD, with a sentence in `why` (may be NULL): the record does not replay, its result
 * is not what it says, or it is of a newer version or another edition of the rules. A "seal" is not
 * looked at. */
CAPU_API capu_status capu_record_read(capu_replayed *out, const capu_node *object, capu_move *moves,
                                      int room, capu_text *why);
/* Appends the actions so far as a seat (or CAPU_SPECTATOR) may know them, as a JSON array of
 * [seat,"action"]. Simultaneous choices appear when all have been made. */
CAPU_API void capu_history_json(const capu_record *record, int seat, capu_text *text);
/* The history with everything that happened: behind each move come its events, as objects (see
 * capu_lines_json). Behind a simultaneous decision come the events of all its moves. Begins with
 * the move `begin`, which must be told first of those that become known together. */
CAPU_API void capu_story_json(const capu_record *record, int begin, int seat, capu_text *text);
/* The moments of that story, as far as it differs from one to the next. `items` counts from the
 * first move of the record, whatever `begin` is. Without moments, `hear` is never called. */
CAPU_API void capu_story_moments(const capu_record *record, int begin, int seat,
                                 capu_moment_fn *hear, void *context);
/* A part of a history, for anyone who follows a game move by move: the moves begin … end-1, which
 * become known together. With `sealed` they are ordered by seat, otherwise as they came. There are
 * no brackets around them. */
CAPU_API void capu_news_json(const capu_record *record, int begin, int end, bool sealed, int seat,
                             capu_text *text);
/* 0, or a number for the simultaneous decision in progress. Until that number changes, the moves of
 * the decision are kept secret. */
CAPU_API int capu_sealed(const capu_state *state);

/* Taking back. A seat may take back its own last moves without asking, under two conditions. None
 * of them may have used the generator, revealed anything hidden, or ended its turn. And nobody else
 * may have acted since. (Choices in a simultaneous decision that is still open do not count as
 * acting.) Returns the index of the first move that may be taken back; record->count: none. Whether
 * a move revealed anything is tested on samples, in less than a millisecond. */
CAPU_API int capu_undo_floor(const capu_record *record, int seat);

/* ------------------------------------------------------------------ review */

/* What a game's decisions were worth, and its luck: docs/review.md says how it is found. A decision
 * is judged from what its seat knew. The same record and settings give the same verdicts on every
 * machine. */
typedef struct capu_review {
    const capu_record *record;
    void *memory; /* capu_review_bytes() of the caller's, aligned to 8 */
    size_t bytes;
    int iterations;  /* for a decision; 0: as many as suit the game */
    const void *net; /* NULL: the library's own; else see capu_search_with_net */
    size_t net_bytes;
    bool closed; /* leaves out what would have been best with open hands; takes half the time */
} capu_review;
CAPU_API size_t capu_review_bytes(void);
/* How often a review looks ahead for a decision of this game, unless told otherwise. */
CAPU_API int capu_review_iterations(const capu_game *game);

/* Losses are shares of a win. From 0.05 on a loss is an inaccuracy, from 0.10 on a mistake, from
 * 0.15 on a blunder. */
typedef enum capu_verdict_kind {
    CAPU_FORCED,  /* there was nothing else to do: does not count */
    CAPU_OBVIOUS, /* the best, and a moment's thought finds it: does not count */
    CAPU_GOOD,
    CAPU_INACCURACY,
    CAPU_MISTAKE,
    CAPU_BLUNDER,
} capu_verdict_kind;
enum { CAPU_MOST_EQUAL = 4 };
typedef struct capu_verdict {
    int at; /* which move of the record, from 0 */
    int seat;
    capu_verdict_kind kind;
    capu_action played, best; /* the same if nothing better was found */
    float loss;               /* share of a win; 0 if it is not larger than twice its error */
    float error;              /* standard error of the loss */
    float gap;                /* to what the search preferred, however uncertain: for means */
    float points;             /* by how many points the best is better */
    float win, best_win;      /* the seat's share of a win after each */
    int equal_count;          /* other actions that are as good as the best, as far as tried */
    capu_action equal[CAPU_MOST_EQUAL];
    bool replied, best_replied; /* whether a likely reply is known, by another seat */
    capu_move reply, best_reply;
    /* With all hands open the verdict would be another one: this was best then, and this was lost.
     * The seat could not know, so it never counts. */
    bool open;
    capu_action open_best;
    float open_loss, open_error;
} capu_verdict;
/* Judges the move with this index. CAPU_BAD_RECORD: there is no such move, or the record does not
 * replay so far. CAPU_BAD_STATE: too little memory. Takes some 100 ms. */
CAPU_API capu_status capu_review_move(const capu_review *review, int at, capu_verdict *out);
/* The same, as if the seat had done this instead; CAPU_ILLEGAL if it could not. */
CAPU_API capu_status capu_review_action(const capu_review *review, int at, capu_action action,
                                        capu_verdict *out);

/* What chance brought each seat with a move: the share of a win that it could expect afterwards,
 * less what it could expect before. It is 0 on average, whoever plays how. */
typedef struct capu_chance {
    int at; /* the move; -1: the deal */
    int players;
    float luck[CAPU_MAX_PLAYERS], error[CAPU_MAX_PLAYERS]; /* standard errors */
} capu_chance;
/* The luck of a move. `*any` is false if it had nothing to do with chance; then `out` is 0. */
CAPU_API capu_status capu_review_luck(const capu_review *review, int at, bool *any,
                                      capu_chance *out);

/* A game as a whole: begin, add verdicts and chances in any order, and finish. */
typedef struct capu_seat_summary {
    int decisions;                 /* that count */
    float loss;                    /* mean gap of these, each 0.1 at the most */
    float accuracy;                /* mean of these, in percent */
    const char *weaker, *stronger; /* bots whose losses lie around this one, or NULL */
    int inaccuracies, mistakes, blunders;
    float luck, luck_error;
    float result, without_luck; /* shares of a win; meaningful if `over` */
    bool certain;               /* the luck's error is small enough to mean anything */
    double losses, accuracies, lucks, luck_squares; /* sums, for the functions below */
} capu_seat_summary;
typedef struct capu_summary {
    const capu_game *game;
    int players;
    bool over;
    capu_seat_summary seats[CAPU_MAX_PLAYERS];
} capu_summary;
CAPU_API void capu_summary_begin(capu_summary *summary, const capu_record *record);
CAPU_API void capu_summary_verdict(capu_summary *summary, const capu_verdict *verdict);
CAPU_API void capu_summary_chance(capu_summary *summary, const capu_chance *chance);
CAPU_API void capu_summary_finish(capu_summary *summary);
/* The accuracy of a decision that lost this share of a win, 0 … 100. */
CAPU_API float capu_accuracy(float loss);

/* Appends each as one JSON object, as docs/review.md says. Numbers have four digits behind the
 * point at the most. */
CAPU_API void capu_verdict_json(const capu_game *game, const capu_verdict *verdict,
                                capu_text *text);
CAPU_API void capu_chance_json(const capu_chance *chance, capu_text *text);
CAPU_API void capu_summary_json(const capu_summary *summary, capu_text *text);
/* Adds what an array of such verdicts and chances says. Its other elements may be null. false: it
 * has anything else. */
CAPU_API bool capu_summary_read(capu_summary *summary, const capu_node *list);

/* The version of this interface: CAPU_VERSION as it was when the library was built. */
#define CAPU_VERSION "0.1.0"
CAPU_API const char *capu_version(void);

#ifdef __cplusplus
}
#endif
#endif
