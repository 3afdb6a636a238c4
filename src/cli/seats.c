/* Bots at their seats: see seats.h. */
#include "cli/seats.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/interrupt.h"

enum { SLICE_MS = 50, MOST_PROBLEMS = 20 };

/* Says what is wrong with a program, but not a thousand times. */
static void report(const cli_seats *s, programs_player *program) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static int count;

    if (!*program->problem)
        return;
    pthread_mutex_lock(&lock);
    if (count++ < MOST_PROBLEMS)
        fprintf(stderr, "%scapucine %s: game %" PRId64 ": %s\n",
                isatty(STDERR_FILENO) ? "\r\033[K" : "", s->command->name, s->game,
                program->problem);
    if (count == MOST_PROBLEMS)
        fprintf(stderr, "capucine %s: further problems of programs are only counted\n",
                s->command->name);
    pthread_mutex_unlock(&lock);
    program->problem[0] = '\0';
}

void cli_seats_begin(cli_seats *s, const host_match *match, int64_t game,
                     const int bot_at[CAPU_MAX_PLAYERS], uint64_t seed) {
    s->game = game;
    for (int seat = 0; seat < match->record.players; seat++) {
        const capu_bot *bot = s->bots[bot_at[seat]];
        programs_player **kept = &s->programs[bot_at[seat]][seat];
        s->here[seat] = NULL;
        if (!programs_is_program(bot))
            continue;
        if (!*kept) {
            *kept = host_alloc(sizeof **kept);
            (*kept)->bot = bot;
        }
        s->here[seat] = *kept;
        programs_begin(*kept, match, seat, seed);
        report(s, *kept);
    }
}

bool cli_seats_choose(cli_seats *s, const host_match *match, int seat, capu_action *action) {
    programs_player *program = s->here[seat];

    programs_ask(program, match);
    report(s, program);
    while (!programs_answer(program, SLICE_MS, action))
        if (cli_interrupted)
            return false;
    report(s, program);
    return true;
}

/* Those who forfeited are behind all others, and nobody wins alone by that. */
static void place(capu_result *result, int players, uint32_t forfeits) {
    capu_result played = *result;
    int standing = 0;

    for (int seat = 0; seat < players; seat++)
        standing += !(forfeits >> seat & 1);
    for (int seat = 0; seat < players; seat++) {
        int better = 0;
        for (int other = 0; other < players; other++)
            better += !(forfeits >> other & 1) && played.places[other] < played.places[seat];
        if (forfeits >> seat & 1)
            better = standing ? standing : 1;
        result->places[seat] = (uint8_t)(better + 1);
    }
}

uint32_t cli_seats_finish(cli_seats *s, const host_match *match, capu_result *result) {
    uint32_t forfeits = 0;

    for (int seat = 0; seat < match->record.players; seat++) {
        if (!s->here[seat])
            continue;
        programs_finish(s->here[seat], match);
        forfeits |= (uint32_t)s->here[seat]->forfeited << seat;
    }
    if (forfeits)
        place(result, match->record.players, forfeits);
    return forfeits;
}

void cli_seats_free(cli_seats *s) {
    for (int bot = 0; bot < CAPU_MAX_PLAYERS; bot++)
        for (int seat = 0; seat < CAPU_MAX_PLAYERS; seat++) {
            if (s->programs[bot][seat])
                programs_free(s->programs[bot][seat], false);
            free(s->programs[bot][seat]);
        }
}
