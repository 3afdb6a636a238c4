#include "gpu/lane.h"

#include "engine/game.h"

const char *const gpu_way_names[GPU_WAYS] = {"play", "play_pool", "check", "contest"};

static uint64_t chain(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

capu_random gpu_dice(uint64_t number) {
    return capu_random_from(~number);
}

uint64_t gpu_contest_seed(uint64_t seed, uint64_t number) {
    capu_random random = capu_random_from(seed + number * 0x632be59bd9b4e019u);

    return capu_random_next(&random);
}

static void deal(const gpu_task *task, const capu_options *options, uint64_t number,
                 capu_state *state) {
    uint8_t seed[CAPU_SEED_BYTES];

    capu_seed_from_number(seed, number);
    capu_new(state, capu_game_at(task->game), options, task->players, seed);
}

void gpu_deal(const gpu_task *task, uint64_t number, capu_state *state) {
    deal(task, &task->options, number, state);
}

void gpu_clear(gpu_totals *totals) {
    int64_t *numbers = (int64_t *)totals;

    for (int i = 0; i < GPU_TOTALS; i++)
        numbers[i] = i < GPU_SUMS ? 0 : GPU_NOTHING;
}

static void add(gpu_spread *spread, int64_t *most, int64_t *least, int64_t value) {
    spread->sum += value;
    spread->squares += value * value;
    *most = value > *most ? value : *most;
    *least = -value > *least ? -value : *least;
}

static void count_measures(const capu_state *state, gpu_totals *totals) {
    capu_measure measures[CAPU_MAX_MEASURES];
    int many = capu_measures(state, measures);

    for (int i = 0; i < many; i++)
        add(&totals->measure[i], &totals->most_measure[i], &totals->least_measure[i],
            measures[i].value);
}

static void count(const capu_state *state, uint64_t actions, uint64_t hash, gpu_totals *totals) {
    capu_result result;
    int winners = 0;

    capu_get_result(state, &result);
    for (int seat = 0; seat < state->head.players; seat++)
        winners += result.places[seat] == 1;
    for (int seat = 0; seat < state->head.players; seat++) {
        hash = chain(hash, (uint64_t)(uint32_t)result.scores[seat] << 8 | result.places[seat]);
        add(&totals->score[seat], &totals->most_score[seat], &totals->least_score[seat],
            result.scores[seat]);
        totals->wins[seat] += result.places[seat] == 1 ? GPU_WIN / winners : 0;
        totals->places[seat] += result.places[seat];
    }
    count_measures(state, totals);
    add(&totals->actions, &totals->most_actions, &totals->least_actions, (int64_t)actions);
    totals->games++;
    totals->hash += hash;
}

void gpu_count(const capu_state *state, uint64_t actions, gpu_totals *totals) {
    count(state, actions, chain(actions, capu_hash(state)), totals);
}

/* Lanes that are ahead wait for the others at the end of the loop: where a part ends, or the game.
 */
static uint64_t play_part(const capu_game *game, capu_state *state, capu_random *random) {
    int part = game->part ? game->part(state) : 0;
    uint64_t actions = 0;

    do {
        capu_move move = capu_random_move(state, random);
        capu_apply_legal(state, (int)move.seat, move.action);
        actions++;
    } while (state->head.actors && (!game->part || game->part(state) == part));
    return actions;
}

void gpu_play(const gpu_task *task, uint64_t number, gpu_totals *totals) {
    const capu_game *game = capu_game_at(task->game);
    capu_random random = gpu_dice(number);
    uint64_t actions = 0;
    capu_state state;

    gpu_deal(task, number, &state);
    while (state.head.actors)
        actions += play_part(game, &state, &random);
    gpu_count(&state, actions, totals);
}

static uint64_t chain_views(uint64_t hash, const capu_state *state, capu_random *random) {
    for (int seat = CAPU_SPECTATOR; seat < state->head.players; seat++) {
        capu_state view;

        capu_view(state, seat, &view);
        hash = chain(hash, capu_hash(&view));
        capu_sample(&view, random, &view);
        hash = chain(hash, capu_hash(&view));
    }
    return hash;
}

void gpu_check(const gpu_task *task, uint64_t number, gpu_totals *totals) {
    enum { VIEWS_EVERY = 8 };
    capu_random random = gpu_dice(number);
    capu_options options = capu_random_options(capu_game_at(task->game), task->players, &random);
    uint64_t hash = number, actions = 0;
    capu_state state;

    deal(task, &options, number, &state);
    for (; capu_actors(&state); actions++) {
        capu_move move = capu_random_move(&state, &random);

        capu_apply_legal(&state, (int)move.seat, move.action);
        hash = chain(hash, (uint64_t)move.seat << 32 | move.action);
        hash = chain(hash, capu_hash(&state));
        if (actions % VIEWS_EVERY == 0)
            hash = chain_views(hash, &state, &random);
    }
    count(&state, actions, hash, totals);
}
