/* Plays random games. Without GAME, one of each kind, and prints their results. With it, one of
 * that game, and prints its record. usage: random [SEED] [GAME] */
#include <capucine.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_MOVES = 4096, MOST_TEXT = 1 << 18 };

/* Plays to the end; -1 if something is refused. */
static int play(capu_state *state, capu_random *random, capu_move *moves) {
    int count = 0;

    for (; capu_actors(state); count++) {
        int seat = capu_first_actor(state);
        uint32_t choice = capu_random_below(random, (uint32_t)capu_legal_count(state, seat));
        capu_action action = capu_legal_at(state, seat, (int)choice);
        if (count == MOST_MOVES || capu_apply(state, seat, action))
            return -1;
        moves[count] = (capu_move){(uint32_t)seat, action};
    }
    return count;
}

static void print_result(const capu_state *state, int count) {
    capu_result result;

    capu_get_result(state, &result);
    printf("%s: %d actions, scores", capu_info(capu_game_of(state))->title, count);
    for (int i = 0; i < state->head.players; i++)
        printf(" %d", (int)result.scores[i]);
    printf("\n");
}

static void print_record(const capu_record *record) {
    static char buffer[MOST_TEXT];
    capu_text text = capu_text_on(buffer, sizeof buffer);

    capu_record_json(record, &text);
    printf("%s\n", buffer);
}

static int play_and_print(const capu_game *game, uint64_t number, bool whole) {
    static capu_move moves[MOST_MOVES];
    /* options: every one at its default */
    capu_record record = {.game = game, .players = capu_info(game)->most, .moves = moves};
    capu_random random = capu_random_from(number);
    capu_state state;

    capu_seed_from_number(record.seed, number);
    if (capu_new(&state, game, &record.options, record.players, record.seed))
        return 1;
    record.count = play(&state, &random, moves);
    if (record.count < 0)
        return 1;
    if (whole)
        print_record(&record);
    else
        print_result(&state, record.count);
    return 0;
}

int main(int argc, char **argv) {
    uint64_t number = argc > 1 ? strtoull(argv[1], NULL, 10) : 42;
    const capu_game *game = argc > 2 ? capu_find(argv[2]) : NULL;

    if (argc > 2)
        return game ? play_and_print(game, number, true) : 1;
    for (int i = 0; capu_game_at(i); i++)
        if (play_and_print(capu_game_at(i), number, false))
            return 1;
    return 0;
}
