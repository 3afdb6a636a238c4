/* Deals a game, looks ahead for the first seat, and prints the best few actions. The search gets
 * the view of that seat and nothing else. usage: advice [GAME] [ITERATIONS] */
#include <capucine.h>
#include <stdio.h>
#include <stdlib.h>

enum { NODES = 100000, MOST = 5 };

static void print(const capu_game *game, int seat, const capu_advice *advice) {
    char buffer[CAPU_ACTION_TEXT];
    capu_text action = capu_text_on(buffer, sizeof buffer);

    capu_action_write(game, advice->action, false, &action);
    printf("%-24s %3.0f %% wins, %5.1f points, seen %u times\n", buffer,
           100.0 * (double)advice->win[seat], (double)advice->score[seat], advice->visits);
}

static int advise(const capu_state *state, int iterations) {
    int seat = capu_first_actor(state);
    size_t bytes = capu_search_bytes(NODES);
    void *memory = malloc(bytes);
    capu_advice advice[MOST];
    capu_state view;

    capu_view(state, seat, &view);
    capu_search *search = memory ? capu_search_begin(memory, bytes, &view, seat, 1) : NULL;
    if (!search)
        return 1;
    capu_search_run(search, iterations);
    int count = capu_search_advice(search, advice, MOST);
    for (int i = 0; i < count; i++)
        print(capu_game_of(state), seat, &advice[i]);
    free(memory);
    return count > 0 ? 0 : 1;
}

int main(int argc, char **argv) {
    const capu_game *game = capu_find(argc > 1 ? argv[1] : "caprice");
    capu_options options = {0};
    uint8_t seed[CAPU_SEED_BYTES];
    capu_state state;

    capu_seed_from_number(seed, 7);
    if (!game || capu_new(&state, game, &options, capu_info(game)->least, seed)) {
        fprintf(stderr, "there is no such game\n");
        return 1;
    }
    return advise(&state, argc > 2 ? atoi(argv[2]) : 2000);
}
