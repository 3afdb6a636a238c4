/* Opponents at tables: see opponents.h. */
#include "server/opponents.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/think.h"

enum {
    MOST_PROGRAMS = 16,
    SLICE_MS = 50,
    PATIENCE = 3,    /* failures in a row, */
    REST_MS = 60000, /* after which a program rests */
    NAME_LENGTH = 24,
};

typedef struct opponent {
    const capu_bot *bot;
    _Atomic int failures; /* in a row */
    _Atomic int64_t rests_until;
} opponent;

static opponent programs[MOST_PROGRAMS];
static int count;

/* -------------------------------------------------------------------- reading */

static bool refuse(capu_text *why, const char *entry, const char *problem) {
    capu_text_add(why, "bot '");
    capu_text_add(why, entry);
    capu_text_add(why, "': ");
    capu_text_add(why, problem);
    return false;
}

static bool is_name(const char *name) {
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-");

    return length > 0 && length <= NAME_LENGTH && !name[length];
}

static bool read_entry(char *entry, int ms, capu_text *why) {
    char *command = strchr(entry, '=');

    if (!command)
        return refuse(why, entry, "must be NAME=COMMAND");
    *command++ = '\0';
    if (!is_name(entry))
        return refuse(why, entry, "a name has up to 24 small letters, digits and '-'");
    if (server_find_bot(entry))
        return refuse(why, entry, "there is a bot of that name already");
    if (count == MOST_PROGRAMS)
        return refuse(why, entry, "there are too many");
    const capu_bot *bot = programs_bot(entry, command, ms, why);
    if (!bot)
        return false;
    programs[count++].bot = bot;
    return true;
}

bool server_opponents_read(const char *setting, int ms, capu_text *why) {
    char *copy = strdup(setting), *rest = copy;
    bool good = true;

    for (char *entry; good && (entry = strsep(&rest, ";"));) {
        entry += strspn(entry, " ");
        good = !*entry || read_entry(entry, ms, why);
    }
    free(copy);
    return good;
}

/* -------------------------------------------------------------------- finding */

static int of_ours(void) {
    int all = 0;

    while (capu_opponent_at(all))
        all++;
    return all;
}

const capu_bot *server_opponent_at(int index) {
    int ours = of_ours();

    if (index < ours)
        return capu_opponent_at(index);
    return index - ours < count ? programs[index - ours].bot : NULL;
}

static opponent *find_program(const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp(programs[i].bot->name, name) == 0)
            return &programs[i];
    return NULL;
}

const capu_bot *server_find_opponent(const char *name) {
    const opponent *program = find_program(name);

    return program ? program->bot : capu_find_opponent(name);
}

const capu_bot *server_find_bot(const char *name) {
    const opponent *program = find_program(name);

    return program ? program->bot : capu_find_bot(name);
}

/* --------------------------------------------------------------------- asking */

static void note_failure(opponent *program, bool failed) {
    if (!failed)
        atomic_store(&program->failures, 0);
    else if (atomic_fetch_add(&program->failures, 1) + 1 >= PATIENCE)
        atomic_store(&program->rests_until, (int64_t)host_clock_ms(HOST_WALL) + REST_MS);
}

static bool rests(const opponent *program) {
    return host_clock_ms(HOST_WALL) < (double)atomic_load(&program->rests_until);
}

static capu_action choose_anything(const capu_bot *bot, const host_match *match, int seat,
                                   uint64_t seed) {
    capu_random random = capu_random_from(seed);

    return bot->choose(bot, &match->state, seat, &random, NULL);
}

bool server_ask_program(const capu_bot *bot, const host_match *match, int seat, uint64_t seed,
                        const atomic_bool *stop, capu_action *action,
                        char problem[PROGRAMS_PROBLEM]) {
    opponent *program = find_program(bot->name);
    programs_player player = {.bot = bot, .quiet = true, .alone = true};
    bool answered = false;

    problem[0] = '\0';
    if (rests(program)) {
        *action = choose_anything(bot, match, seat, seed);
        return true;
    }
    programs_begin(&player, match, seat, seed);
    programs_ask(&player, match);
    while (!answered && !*stop)
        answered = programs_answer(&player, SLICE_MS, action);
    snprintf(problem, PROGRAMS_PROBLEM, "%s", player.problem);
    programs_free(&player, !answered);
    if (answered)
        note_failure(program, *problem);
    return answered;
}
