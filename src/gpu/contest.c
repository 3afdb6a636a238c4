/* Games between the simple opponents: the GPU's lanes and the processor's threads run this source,
 * and that of the opponents. */
#include "bots/bots.h"
#include "gpu/lane.h"

void gpu_contest(const gpu_task *task, uint64_t number, gpu_totals *totals) {
    uint64_t seed = gpu_contest_seed(task->seed, number), actions = 0;
    capu_random random = gpu_dice(seed);
    capu_state state, view;

    gpu_deal(task, seed, &state);
    for (int seat; (seat = capu_first_actor(&state)) >= 0; actions++) {
        capu_view(&state, seat, &view);
        capu_action action = task->greedy >> seat & 1
                                 ? bots_choose_greedy(NULL, &view, seat, &random, NULL)
                                 : bots_choose_random(NULL, &view, seat, &random, NULL);
        capu_apply_legal(&state, seat, action);
    }
    gpu_count(&state, actions, totals);
}
