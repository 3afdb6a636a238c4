/* Positions of any game: dealing, deciding, seeing. Each function asks the game's row. */
#include "engine/registry.h"

static const capu_game *game_of(const capu_state *state) {
    return capu_game_at(state->head.game);
}

const capu_game *capu_game_of(const capu_state *state) {
    return game_of(state);
}

capu_status capu_new(capu_state *state, const capu_game *game, const capu_options *options,
                     int players, const uint8_t seed[CAPU_SEED_BYTES]) {
    capu_status status = capu_check_options(game, players, options, NULL);

    if (status)
        return status;
    engine_memset(state, 0, (size_t)game->info.state_bytes);
    state->head.game = (uint8_t)engine_game_index(game);
    state->head.players = (uint8_t)players;
    engine_memcpy(state->head.options, options->value, sizeof options->value);
    engine_memcpy(state->head.seed, seed, CAPU_SEED_BYTES);
    game->deal(state);
    return CAPU_OK;
}

/* ------------------------------------------------------------------- bytes */

void capu_copy(capu_state *to, const capu_state *from) {
    engine_memcpy(to, from, (size_t)game_of(from)->info.state_bytes);
}

void capu_forget(capu_state *state) {
    const capu_game_info *info = &game_of(state)->info;

    engine_memset((char *)state + info->position_bytes, 0,
                  (size_t)(info->state_bytes - info->position_bytes));
}

bool capu_equal(const capu_state *a, const capu_state *b) {
    if (a->head.game != b->head.game)
        return false;
    int words = game_of(a)->info.position_bytes / 8;
    for (int i = 0; i < words; i++)
        if (a->words[i] != b->words[i])
            return false;
    return true;
}

/* Two independent lanes of multiply and fold over the words, then a finisher. */
uint64_t capu_hash(const capu_state *state) {
    uint64_t a = 0x243f6a8885a308d3u, b = 0x13198a2e03707344u;
    int words = game_of(state)->info.position_bytes / 8;

    for (int i = 0; i + 1 < words; i += 2) {
        a = (a ^ state->words[i]) * 0x9e3779b97f4a7c15u;
        b = (b ^ state->words[i + 1]) * 0xc2b2ae3d27d4eb4fu;
        a ^= a >> 29;
        b ^= b >> 31;
    }
    if (words % 2)
        a = (a ^ state->words[words - 1]) * 0x9e3779b97f4a7c15u;
    a ^= b + (a >> 32);
    a *= 0xbf58476d1ce4e5b9u;
    return a ^ a >> 31;
}

/* --------------------------------------------------------------- decisions */

int capu_first_actor(const capu_state *state) {
    return state->head.actors ? __builtin_ctz(state->head.actors) : -1;
}

/* In a view nobody but its viewer can be asked. */
static bool can_tell(const capu_state *state, int seat) {
    return state->head.viewer == 0 || state->head.viewer == seat + 1;
}

static bool is_actor(const capu_state *state, int seat) {
    return seat >= 0 && seat < state->head.players && (state->head.actors >> seat & 1);
}

int capu_legal(const capu_state *state, int seat, capu_action out[CAPU_MAX_ACTIONS]) {
    if (!is_actor(state, seat) || !can_tell(state, seat))
        return 0;
    return game_of(state)->legal(state, seat, out);
}

int capu_legal_indices(const capu_state *state, int seat, int32_t out[CAPU_MAX_ACTIONS]) {
    if (!is_actor(state, seat) || !can_tell(state, seat))
        return 0;
    return engine_legal_indices(state, seat, out);
}

int capu_legal_count(const capu_state *state, int seat) {
    const capu_game *game = game_of(state);
    capu_action actions[CAPU_MAX_ACTIONS];

    return game->count ? game->count(state, seat) : game->legal(state, seat, actions);
}

capu_action capu_legal_at(const capu_state *state, int seat, int index) {
    const capu_game *game = game_of(state);
    capu_action actions[CAPU_MAX_ACTIONS];

    if (game->at)
        return game->at(state, seat, index);
    game->legal(state, seat, actions);
    return actions[index];
}

bool capu_silent_step(const capu_state *state, capu_move *step) {
    const capu_game *game = game_of(state);
    capu_action silent;

    if (!game->info.silent || !game->read_action(game->info.silent, &silent))
        return false;
    for (int seat = 0; seat < state->head.players; seat++) {
        if (!is_actor(state, seat) || !can_tell(state, seat) ||
            capu_legal_count(state, seat) != 1 || capu_legal_at(state, seat, 0) != silent)
            continue;
        *step = (capu_move){(uint32_t)seat, silent};
        return true;
    }
    return false;
}

static capu_status check_seat(const capu_state *state, int seat) {
    if (seat < 0 || seat >= state->head.players)
        return CAPU_BAD_SEAT;
    if (!state->head.actors)
        return CAPU_OVER;
    if (!is_actor(state, seat))
        return CAPU_NOT_YOUR_TURN;
    return can_tell(state, seat) ? CAPU_OK : CAPU_IS_VIEW;
}

static capu_status refuse(capu_refusal *why, capu_status status) {
    static const uint8_t whys[] = {
        [CAPU_BAD_SEAT] = WHY_NO_SEAT,      [CAPU_OVER] = WHY_OVER,
        [CAPU_NOT_YOUR_TURN] = WHY_NOT_NOW, [CAPU_IS_VIEW] = WHY_IS_VIEW,
        [CAPU_ILLEGAL] = WHY_NO_ACTION,
    };

    engine_refuse(why, &engine_shared_reasons[whys[status]], NULL, NULL);
    return status;
}

capu_status capu_explain(const capu_state *state, int seat, capu_action action, capu_refusal *why) {
    capu_status status = check_seat(state, seat);

    if (status)
        return refuse(why, status);
    return game_of(state)->allows(state, seat, action, why) ? CAPU_OK : CAPU_ILLEGAL;
}

capu_status capu_explain_text(const capu_state *state, int seat, const char *text,
                              capu_action *action, capu_refusal *why) {
    capu_status status = check_seat(state, seat);

    if (status)
        return refuse(why, status);
    if (!capu_action_read(game_of(state), text, action))
        return refuse(why, CAPU_ILLEGAL);
    return capu_explain(state, seat, *action, why);
}

static capu_status explain_in_words(const capu_state *state, int seat, capu_action action,
                                    capu_text *why) {
    capu_refusal refusal;
    capu_status status = capu_explain(state, seat, action, &refusal);

    if (status)
        capu_refusal_text(&refusal, why);
    return status;
}

capu_status capu_check(const capu_state *state, int seat, capu_action action, capu_text *why) {
    return why ? explain_in_words(state, seat, action, why)
               : capu_explain(state, seat, action, NULL);
}

capu_status capu_apply(capu_state *state, int seat, capu_action action) {
    capu_status status =
        state->head.viewer ? CAPU_IS_VIEW : capu_explain(state, seat, action, NULL);

    if (!status)
        game_of(state)->apply(state, seat, action);
    return status;
}

void capu_apply_legal(capu_state *state, int seat, capu_action action) {
    game_of(state)->apply(state, seat, action);
}

/* ------------------------------------------------------------- random play */

static inline capu_move random_move(const capu_game *game, const capu_state *state,
                                    capu_random *random) {
    uint32_t actors = state->head.actors;
    int seat = __builtin_ctz(actors);

    if (actors & (actors - 1))
        seat =
            engine_nth_bit(actors, (int)engine_fast_below(random, (uint32_t)engine_bits(actors)));
    return (capu_move){(uint32_t)seat, engine_random_action(game, state, seat, random)};
}

capu_move capu_random_move(const capu_state *state, capu_random *random) {
    return random_move(game_of(state), state, random);
}

int capu_playout(capu_state *state, capu_random *random, int limit) {
    const capu_game *game = game_of(state);
    int count = 0;

    for (; count < limit && state->head.actors; count++) {
        capu_move move = random_move(game, state, random);
        game->apply(state, (int)move.seat, move.action);
    }
    return count;
}

/* --------------------------------------------------------------- knowledge */

void capu_view(const capu_state *state, int seat, capu_state *out) {
    const capu_game *game = game_of(state);

    if (out != state)
        capu_copy(out, state);
    out->head.draws = 0;
    engine_memset(out->head.seed, 0, CAPU_SEED_BYTES);
    out->head.viewer = (uint8_t)(seat == CAPU_SPECTATOR ? CAPU_VIEW_OF_NOBODY : seat + 1);
    game->hide(out, seat);
}

void capu_sample(const capu_state *view, capu_random *random, capu_state *out) {
    const capu_game *game = game_of(view);
    uint8_t viewer = view->head.viewer;

    if (out != view)
        capu_copy(out, view);
    if (!viewer)
        return;
    game->fill(out, viewer == CAPU_VIEW_OF_NOBODY ? CAPU_SPECTATOR : viewer - 1, random);
    out->head.viewer = 0;
    for (int i = 0; i < CAPU_SEED_BYTES; i += 8) {
        uint64_t word = capu_random_next(random);
        engine_memcpy(out->head.seed + i, &word, 8);
    }
}

/* Shows what a view shows of the position. What a view hides is other bytes in it. */
static void show(const capu_state *state, const capu_state *view, capu_state *out) {
    const uint8_t *is = (const uint8_t *)state, *seen = (const uint8_t *)view;
    uint8_t *shown = (uint8_t *)out;

    for (int i = (int)sizeof(capu_head); i < game_of(state)->info.state_bytes; i++)
        if (seen[i] == is[i])
            shown[i] = is[i];
}

void capu_open_hands(const capu_state *state, capu_state *out) {
    capu_state whole, view;

    capu_copy(&whole, state);
    capu_view(&whole, CAPU_SPECTATOR, out);
    for (int seat = 0; seat < whole.head.players; seat++) {
        capu_view(&whole, seat, &view);
        show(&whole, &view, out);
    }
}

void capu_redeal(const capu_state *state, capu_random *random, capu_state *out) {
    capu_open_hands(state, out);
    capu_sample(out, random, out);
}

static bool options_exist(const capu_game *game, const uint16_t *values) {
    for (int i = 0; i < CAPU_MAX_OPTIONS; i++) {
        bool there = i < game->info.option_count;
        int most = there ? game->info.options[i].count + game->more_values[i] - 1 : 0;
        if (values[i] > most)
            return false;
    }
    return true;
}

static bool is_without_generator(const capu_head *head) {
    uint8_t any = 0;

    for (int i = 0; i < CAPU_SEED_BYTES; i++)
        any |= head->seed[i];
    return head->draws == 0 && any == 0;
}

/* Whether the head is that of a view of this game and viewer. */
static bool head_fits(const capu_head *head, const capu_game *game, int viewer, capu_text *why) {
    capu_options options;

    if (capu_game_at(head->game) != game)
        return engine_because(why, "it is not of this game", NULL);
    if (head->viewer != viewer)
        return engine_because(why, "it is not this seat's view", NULL);
    engine_memcpy(options.value, head->options, sizeof options.value);
    if (!options_exist(game, head->options) ||
        capu_check_options(game, head->players, &options, NULL))
        return engine_because(why, "no game begins with its players and options", NULL);
    if (head->actors >> head->players || !is_without_generator(head))
        return engine_because(why, "it is no view", NULL);
    return true;
}

capu_status capu_view_read(capu_state *view, const void *bytes, size_t size, const capu_game *game,
                           int seat, capu_text *why) {
    int viewer = seat == CAPU_SPECTATOR ? CAPU_VIEW_OF_NOBODY : seat + 1;
    capu_state read;

    if (size != (size_t)game->info.state_bytes) {
        engine_because(why, "it has not the length of a view", NULL);
        return CAPU_BAD_STATE;
    }
    engine_memcpy(&read, bytes, size);
    if (!head_fits(&read.head, game, viewer, why))
        return CAPU_BAD_STATE;
    if (!game->fits(&read)) {
        engine_because(why, "it has more than there is room for", NULL);
        return CAPU_BAD_STATE;
    }
    capu_copy(view, &read);
    return CAPU_OK;
}

bool capu_get_result(const capu_state *state, capu_result *out) {
    if (state->head.actors)
        return false;
    engine_memset(out, 0, sizeof *out);
    game_of(state)->result(state, out);
    return true;
}

int capu_measures(const capu_state *state, capu_measure out[CAPU_MAX_MEASURES]) {
    const capu_game *game = game_of(state);

    return game->measures ? game->measures(state, out) : 0;
}

int capu_rates(const capu_state *before, const capu_state *after, capu_rate out[CAPU_MAX_RATES]) {
    const capu_game *game = game_of(after);

    return game->rates ? game->rates(before, after, out) : 0;
}

/* ------------------------------------------------------- helpers for games */

int engine_first_player(capu_head *head) {
    engine_dice dice;

    if (head->options[ENGINE_FIRST] != ENGINE_FIRST_RANDOM)
        return head->options[ENGINE_FIRST] - 1;
    engine_dice_open(&dice, head);
    return (int)engine_dice_below(&dice, head->players);
}

bool engine_first_fits(const capu_head *head, int seat) {
    return head->options[ENGINE_FIRST] == ENGINE_FIRST_RANDOM ||
           head->options[ENGINE_FIRST] == seat + 1;
}

void engine_rank(const int64_t *keys, int players, uint8_t *places) {
    for (int seat = 0; seat < players; seat++) {
        places[seat] = 1;
        for (int other = 0; other < players; other++)
            places[seat] = (uint8_t)(places[seat] + (keys[other] > keys[seat]));
    }
}

void engine_sort(uint8_t *bytes, int count) {
    for (int i = 1; i < count; i++) {
        uint8_t byte = bytes[i];
        int j = i;
        for (; j > 0 && bytes[j - 1] > byte; j--)
            bytes[j] = bytes[j - 1];
        bytes[j] = byte;
    }
}
