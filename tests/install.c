/* A stranger's program: the example of the header, against the installed library. */
#include <capucine.h>
#include <stdio.h>

int main(void) {
    const capu_game *game = capu_find("caprice");
    capu_options options = {0};
    capu_state state;
    uint8_t seed[CAPU_SEED_BYTES];
    capu_result result;

    capu_seed_from_number(seed, 42);
    if (capu_new(&state, game, &options, 3, seed))
        return 1;
    while (capu_actors(&state)) {
        capu_action actions[CAPU_MAX_ACTIONS];
        int seat = capu_first_actor(&state);
        int count = capu_legal(&state, seat, actions);
        if (capu_apply(&state, seat, actions[count / 2]))
            return 1;
    }
    if (!capu_get_result(&state, &result))
        return 1;
    printf("capucine %s: %d %d %d\n", capu_version(), (int)result.scores[0], (int)result.scores[1],
           (int)result.scores[2]);
    return 0;
}
