/* The space of actions: every action as a number that is the same in every position. */
#include "engine/registry.h"

/* ------------------------------------------------------------------- words */

static capu_action unrank_words(const engine_span *span, int rank) {
    capu_action action = span->fixed;

    for (int i = ENGINE_SPAN_WORDS - 1; i >= 0; i--) {
        int count = span->words[i].count;
        if (!count)
            continue;
        action |= (capu_action)(rank % count + span->words[i].from) << span->words[i].shift;
        rank /= count;
    }
    return action;
}

/* ----------------------------------------------------------------- indices */

int capu_action_space(const capu_game *game) {
    return game->space;
}

int capu_legal_most(const capu_game *game) {
    return game->most_legal;
}

/* What is no action gets some number, which belongs to another action or to none. */
int capu_action_index(const capu_game *game, capu_action action) {
    capu_action same;

    if (action >> game->verb_shift >= (capu_action)game->span_count)
        return -1;
    int index = engine_action_index(game, action);
    return capu_action_at(game, index, &same) && same == action ? index : -1;
}

bool capu_action_at(const capu_game *game, int index, capu_action *action) {
    for (int verb = 0; verb < game->span_count; verb++) {
        const engine_span *span = &game->spans[verb];
        if (index < span->first || index >= span->first + span->count)
            continue;
        int rank = index - span->first;
        *action = (capu_action)verb << game->verb_shift |
                  (span->unrank ? span->unrank(rank) : unrank_words(span, rank));
        return true;
    }
    return false;
}

/* Many actions in a row have the same verb. */
static void find_indices(const capu_game *game, const capu_action *actions, int count,
                         int32_t *out) {
    const int shift = game->verb_shift;

    for (int i = 0; i < count;) {
        const capu_action verb = actions[i] >> shift;
        const engine_span *span = &game->spans[verb];
        int (*const rank)(capu_action) = span->rank;
        const int first = span->first;
        for (; i < count && actions[i] >> shift == verb; i++)
            out[i] = first + (rank ? rank(actions[i]) : engine_rank_words(span, actions[i]));
    }
}

int engine_legal_indices(const capu_state *state, int seat, int32_t *out) {
    const capu_game *game = capu_game_of(state);
    int count = game->indices ? game->indices(state, seat, out) : -1;
    capu_action actions[CAPU_MAX_ACTIONS];

    if (count >= 0)
        return count;
    count = game->legal(state, seat, actions);
    find_indices(game, actions, count, out);
    return count;
}

/* ------------------------------------------------------------------- masks */

int capu_mask_bytes(const capu_game *game) {
    return (game->space + 63) / 64 * 8;
}

void capu_mask_set(uint8_t *mask, const int32_t *indices, int count) {
    for (int i = 0; i < count; i++)
        mask[indices[i] >> 3] |= (uint8_t)(1 << (indices[i] & 7));
}

void capu_mask_clear(uint8_t *mask, const int32_t *indices, int count) {
    for (int i = 0; i < count; i++)
        mask[indices[i] >> 3] &= (uint8_t) ~(1 << (indices[i] & 7));
}
