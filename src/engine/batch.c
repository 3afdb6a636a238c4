/* Batches: many games of one kind, stepped together into the arrays of the caller. */
#include "engine/batch.h"

#include "engine/registry.h"

/* A module for a GPU has one game, which it knows when it is compiled. */
#ifdef GAME
extern const capu_game GAME;
#define GAME_OF(batch) (&GAME)
#else
#define GAME_OF(batch) ((batch)->game)
#endif

static capu_state *state_of(const capu_batch *batch, int g) {
    size_t bytes = (size_t)GAME_OF(batch)->info.state_bytes;

    return (capu_state *)(void *)((char *)batch->states + (size_t)g * bytes);
}

/* Asks for the mask of the next game while this one is played. A mask may be long, but most actions
 * are near its beginning. */
static inline void fetch(const capu_batch *batch, int g) {
    enum { LINE = 64 };

    if (!batch->masks)
        return;
    const uint8_t *mask = batch->masks + (size_t)g * (size_t)capu_mask_bytes(GAME_OF(batch));
    __builtin_prefetch(mask, 1);
    __builtin_prefetch(mask + LINE, 1);
    __builtin_prefetch(batch->legal + (size_t)g * (size_t)GAME_OF(batch)->most_legal, 1);
}

/* ---------------------------------------------------------------------- seeds */

/* Eight bytes of the batch's seed, four of the game, four of the deal, the lowest first, and then
 * 16 characters. */
void capu_batch_seed(uint64_t seed, int game, uint32_t reset, uint8_t out[CAPU_SEED_BYTES]) {
    static const char rest[] = "Capucine, batch.";

    for (int i = 0; i < 8; i++)
        out[i] = (uint8_t)(seed >> 8 * i);
    for (int i = 0; i < 4; i++) {
        out[8 + i] = (uint8_t)((uint32_t)game >> 8 * i);
        out[12 + i] = (uint8_t)(reset >> 8 * i);
    }
    engine_memcpy(out + 16, rest, 16);
}

/* The generators of two games must not be a few steps apart on the same way. */
static capu_random random_of(uint64_t seed, int g) {
    capu_random of_batch = {seed};
    capu_random of_game = {engine_fast_next(&of_batch) ^ (uint64_t)g * 0xd1342543de82ef95u};

    return (capu_random){engine_fast_next(&of_game)};
}

/* ------------------------------------------------------------ what callers see */

/* A mask has no other bits than those of the list. */
static void wipe_mask(uint8_t *mask, const int32_t *indices, int count) {
    for (int i = 0; i < count; i++)
        mask[indices[i] >> 3] = 0;
}

/* Sets the bits of a list in a mask without any. Neighbours share a byte, so that it is written
 * once for them. Most lists ascend: then a byte need not be read. */
static void fill_mask(uint8_t *mask, const int32_t *indices, int count) {
    int32_t highest = -1;
    uint8_t bits = 0;

    for (int i = 0; i < count; i++) {
        int32_t byte = indices[i] >> 3;
        bits |= (uint8_t)(1 << (indices[i] & 7));
        if (i + 1 < count && indices[i + 1] >> 3 == byte)
            continue;
        mask[byte] = byte > highest ? bits : mask[byte] | bits;
        highest = byte > highest ? byte : highest;
        bits = 0;
    }
}

static void list_legal(const capu_batch *batch, int g, const capu_state *state, int seat) {
    const capu_game *game = GAME_OF(batch);
    int32_t *row = batch->legal + (size_t)g * (size_t)game->most_legal;
    uint8_t *mask = NULL;

    if (batch->masks) {
        mask = batch->masks + (size_t)g * (size_t)capu_mask_bytes(game);
        wipe_mask(mask, row, batch->counts[g]);
    }
    int count = seat < 0 ? 0 : engine_legal_indices(state, seat, row);
    batch->counts[g] = count;
    if (mask)
        fill_mask(mask, row, count);
}

int engine_batch_viewer(const capu_state *state) {
    int seat = capu_first_actor(state);

    return seat < 0 ? 0 : seat;
}

void engine_batch_show(const capu_batch *batch, int g, const capu_state *state) {
    int seat = capu_first_actor(state);

    batch->seats[g] = (int8_t)seat;
    if (batch->legal)
        list_legal(batch, g, state, seat);
    else if (batch->counts)
        batch->counts[g] = seat < 0 ? 0 : capu_legal_count(state, seat);
}

static void show(const capu_batch *batch, int g) {
    size_t columns = (size_t)capu_observation_size(GAME_OF(batch));
    const capu_state *state = state_of(batch, g);

    if (batch->observations)
        capu_observe(state, engine_batch_viewer(state), batch->observations + (size_t)g * columns);
    engine_batch_show(batch, g, state);
}

/* ------------------------------------------------------------- beginning, ending */

static void deal(const capu_batch *batch, int g) {
    uint8_t seed[CAPU_SEED_BYTES];

    capu_batch_seed(batch->seed, g, ++batch->resets[g], seed);
    capu_new(state_of(batch, g), GAME_OF(batch), &batch->options, batch->players, seed);
}

static void set_rewards(const capu_batch *batch, int g, const uint8_t *places) {
    float *rewards = batch->rewards + (size_t)g * (size_t)batch->players;
    int winners = 0;

    for (int seat = 0; seat < batch->players; seat++)
        winners += places[seat] == 1;
    for (int seat = 0; seat < batch->players; seat++)
        rewards[seat] = places[seat] == 1 ? 1.0f / (float)winners : 0.0f;
}

void engine_batch_end(const capu_batch *batch, int g) {
    size_t row = (size_t)g * (size_t)batch->players;
    capu_result result;

    batch->done[g] = 1;
    capu_get_result(state_of(batch, g), &result);
    if (batch->rewards)
        set_rewards(batch, g, result.places);
    for (int seat = 0; batch->scores && seat < batch->players; seat++)
        batch->scores[row + (size_t)seat] = result.scores[seat];
    for (int seat = 0; batch->places && seat < batch->players; seat++)
        batch->places[row + (size_t)seat] = result.places[seat];
    if (!batch->manual)
        deal(batch, g);
}

/* What was said of the game before. */
static void forget_end(const capu_batch *batch, int g) {
    size_t players = (size_t)batch->players;

    batch->done[g] = 0;
    if (batch->rewards)
        engine_memset(batch->rewards + (size_t)g * players, 0, players * sizeof *batch->rewards);
}

static void clear(const capu_batch *batch, int g) {
    size_t players = (size_t)batch->players, bytes = (size_t)capu_mask_bytes(GAME_OF(batch));

    batch->resets[g] = 0;
    if (batch->random)
        batch->random[g] = random_of(batch->seed, g);
    if (batch->masks)
        engine_memset(batch->masks + (size_t)g * bytes, 0, bytes);
    if (batch->counts)
        batch->counts[g] = 0;
    if (batch->scores)
        engine_memset(batch->scores + (size_t)g * players, 0, players * sizeof *batch->scores);
    if (batch->places)
        engine_memset(batch->places + (size_t)g * players, 0, players);
    if (batch->errors)
        batch->errors[g] = 0;
}

static void begin_anew(const capu_batch *batch, int g) {
    forget_end(batch, g);
    deal(batch, g);
    show(batch, g);
}

capu_status capu_batch_check(const capu_batch *batch, capu_text *why) {
    capu_status status = capu_check_options(GAME_OF(batch), batch->players, &batch->options, why);

    if (status)
        return status;
    if (!batch->states || !batch->seats || !batch->done || !batch->resets)
        engine_because(why, "states, seats, done and resets are needed", NULL);
    else if ((batch->legal && !batch->counts) || (batch->masks && !batch->legal))
        engine_because(why, "masks need legal, and legal needs counts", NULL);
    else
        return CAPU_OK;
    return CAPU_BAD_STATE;
}

void capu_batch_begin(const capu_batch *batch, int begin, int end) {
    for (int g = begin; g < end; g++) {
        clear(batch, g);
        begin_anew(batch, g);
    }
}

void capu_batch_reset(const capu_batch *batch, int begin, int end, const uint8_t *which) {
    for (int g = begin; g < end; g++)
        if (!which || which[g])
            begin_anew(batch, g);
}

/* -------------------------------------------------------------------- stepping */

static bool do_action(const capu_batch *batch, capu_state *state, int index) {
    const capu_game *game = GAME_OF(batch);
    int seat = __builtin_ctz(state->head.actors);
    capu_action action;

    if (!capu_action_at(game, index, &action) || !game->allows(state, seat, action, NULL))
        return false;
    game->apply(state, seat, action);
    return true;
}

engine_acted engine_batch_act(const capu_batch *batch, int g, capu_state *state, int index) {
    if (!state->head.actors)
        return ENGINE_IDLE;
    if (batch->done[g])
        forget_end(batch, g);
    if (index == CAPU_NO_ACTION)
        return ENGINE_IDLE;
    if (do_action(batch, state, index))
        return state->head.actors ? ENGINE_ACTED : ENGINE_ENDED;
    if (batch->errors)
        batch->errors[g]++;
    return ENGINE_REFUSED;
}

/* Returns whether the action was refused. */
static bool step(const capu_batch *batch, int g, int index) {
    engine_acted acted = engine_batch_act(batch, g, state_of(batch, g), index);

    if (acted == ENGINE_ENDED)
        engine_batch_end(batch, g);
    if (acted == ENGINE_ENDED || acted == ENGINE_ACTED)
        show(batch, g);
    return acted == ENGINE_REFUSED;
}

int capu_batch_step(const capu_batch *batch, int begin, int end, const int32_t *actions) {
    int refused = 0;

    for (int g = begin; g < end; g++) {
        if (g + 1 < end)
            fetch(batch, g + 1);
        refused += step(batch, g, actions[g]);
    }
    return refused;
}

engine_acted engine_batch_move(const capu_batch *batch, int g, capu_state *state, bool first) {
    const capu_game *game = GAME_OF(batch);

    if (!state->head.actors)
        return ENGINE_IDLE;
    if (first && batch->done[g])
        forget_end(batch, g);
    int seat = __builtin_ctz(state->head.actors);
    game->apply(state, seat, engine_random_action(game, state, seat, &batch->random[g]));
    return state->head.actors ? ENGINE_ACTED : ENGINE_ENDED;
}

/* Returns how many steps were made. */
static int play(const capu_batch *batch, int g, int steps) {
    capu_state *state = state_of(batch, g);
    int made = 0;

    for (; made < steps; made++) {
        engine_acted acted = engine_batch_move(batch, g, state, made == 0);
        if (acted == ENGINE_IDLE)
            break;
        if (acted == ENGINE_ENDED)
            engine_batch_end(batch, g);
    }
    return made;
}

int64_t capu_batch_random(const capu_batch *batch, int begin, int end, int steps) {
    int64_t made = 0;

    for (int g = begin; g < end; g++) {
        if (g + 1 < end)
            fetch(batch, g + 1);
        int moves = play(batch, g, steps);
        if (moves)
            show(batch, g);
        made += moves;
    }
    return made;
}
