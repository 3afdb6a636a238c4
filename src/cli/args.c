/* Arguments of subcommands: see cli.h. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "host/system.h"
#include "host/words.h"
#include "programs/program.h"

/* ---------------------------------------------------------------- messages */

int cli_help(const cli_command *command) {
    printf("usage: capucine %s", command->help);
    return DONE;
}

static void say(const cli_command *command, const char *format, va_list values) {
    fprintf(stderr, "capucine %s: ", command->name);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
}

int cli_usage(const cli_command *command, const char *format, ...) {
    va_list values;

    va_start(values, format);
    say(command, format, values);
    va_end(values);
    fprintf(stderr, "Try: capucine %s --help\n", command->name);
    return BAD_USAGE;
}

int cli_fail(const cli_command *command, const char *format, ...) {
    va_list values;

    va_start(values, format);
    say(command, format, values);
    va_end(values);
    return FAILED;
}

/* ------------------------------------------------------------------ options */

/* Whether an argument is this option; `*value` is what follows '=', or NULL. */
static bool matches(const char *argument, const char *name, const char **value) {
    size_t length = strlen(name);

    if (strncmp(argument, name, length) != 0)
        return false;
    *value = argument[length] == '=' ? argument + length + 1 : NULL;
    return argument[length] == '\0' || argument[length] == '=';
}

static const cli_arg *find(const cli_arg *args, const char *argument, const char **value) {
    for (; args->name; args++)
        if (matches(argument, args->name, value))
            return args;
    return NULL;
}

/* Takes the option at argv[i]; returns how many arguments it used, 0 after saying what is wrong. */
static int take(const cli_command *command, const cli_arg *args, int left, char **argv) {
    const char *value;
    const cli_arg *arg = find(args, argv[0], &value);

    if (!arg) {
        cli_usage(command, "there is no option '%s'", argv[0]);
        return 0;
    }
    if (arg->flag) {
        *arg->flag = true;
        if (value)
            cli_usage(command, "%s takes no value", arg->name);
        return value ? 0 : 1;
    }
    if (!value && left < 2) {
        cli_usage(command, "%s needs a value", arg->name);
        return 0;
    }
    *arg->value = value ? value : argv[1];
    return value ? 1 : 2;
}

int cli_args(const cli_command *command, int argc, char **argv, const cli_arg *args,
             const char **rest, int most) {
    int count = 0, used;

    for (int i = 1; i < argc; i += used) {
        used = 1;
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return cli_help(command);
        if (argv[i][0] != '-' || argv[i][1] == '\0') {
            if (count == most)
                return cli_usage(command, "what is '%s' for?", argv[i]);
            rest[count++] = argv[i];
        } else if ((used = take(command, args, argc - i, argv + i)) == 0) {
            return BAD_USAGE;
        }
    }
    return -1;
}

bool cli_arg_number(const cli_command *command, const char *name, const char *text, long least,
                    long most, long *number) {
    char *end;

    if (!text)
        return true;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (errno || end == text || *end || value < least || value > most ||
        strspn(text, "-0123456789") != strlen(text)) {
        cli_usage(command, "%s must be a whole number from %ld to %ld, not '%s'", name, least, most,
                  text);
        return false;
    }
    *number = value;
    return true;
}

bool cli_arg_seat(const cli_command *command, const char *name, const char *text, int players,
                  long *seat) {
    int letter = text ? host_seat_named(text) : -1;

    if (!text)
        return true;
    if (letter < 0 && strlen(text) == 1 && *text >= '0' && *text <= '9')
        letter = *text - '0';
    if (letter < 0 || letter >= players) {
        cli_usage(command, "%s must be a seat from A to %c, not '%s'", name,
                  host_seat_letter(players - 1), text);
        return false;
    }
    *seat = letter;
    return true;
}

/* -------------------------------------------------------------------- setup */

static int no_game(const cli_command *command, const char *name) {
    char list[256] = "";

    for (int i = 0; capu_game_at(i); i++) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "",
                 capu_info(capu_game_at(i))->name);
    }
    if (!name)
        return cli_usage(command, "which game? --game with one of: %s", list);
    return cli_usage(command, "there is no game '%s'; there are: %s", name, list);
}

/* The next name=value of a list. A piece between commas that has no '=' belongs to the value
 * before it: powers=agent,cleric,merchant,scholar is one option. */
static char *next_option(char **rest) {
    char *begin = *rest, *at = begin;

    for (;;) {
        at = strchr(at, ',');
        if (!at) {
            *rest = NULL;
            return begin;
        }
        size_t piece = strcspn(at + 1, ",");
        if (memchr(at + 1, '=', piece))
            break;
        at++;
    }
    *at = '\0';
    *rest = at + 1;
    return begin;
}

static int read_options(const cli_command *command, cli_setup *setup) {
    char *copy = strdup(setup->options_text), *rest = copy;
    int status = -1;

    while (rest && *rest && status < 0) {
        char reason[512];
        capu_text why = capu_text_on(reason, sizeof reason);
        char *name = next_option(&rest), *value = strchr(name, '=');
        if (!value) {
            status = cli_usage(command, "--options are NAME=VALUE, not '%s'", name);
            break;
        }
        *value++ = '\0';
        if (capu_set_option(setup->game, setup->players, &setup->options, name, value, &why))
            status = cli_usage(command, "%s", reason);
    }
    free(copy);
    return status;
}

static int read_seed(const cli_command *command, cli_setup *setup) {
    if (!setup->seed_text) {
        capu_seed_from_number(setup->seed, host_system_number());
        return -1;
    }
    if (capu_seed_read(setup->seed, setup->seed_text))
        return -1;
    return cli_usage(command, "--seed must be a number below 2^64 or 64 hex digits, not '%s'",
                     setup->seed_text);
}

int cli_setup_read(const cli_command *command, cli_setup *setup) {
    char reason[512];
    capu_text why = capu_text_on(reason, sizeof reason);
    int status;

    setup->game = setup->game_name ? capu_find(setup->game_name) : NULL;
    if (!setup->game)
        return no_game(command, setup->game_name);
    const capu_game_info *info = capu_info(setup->game);
    long players = info->least < 2 ? 2 : info->least;
    if (!cli_arg_number(command, "--players", setup->players_text, info->least, info->most,
                        &players))
        return BAD_USAGE;
    setup->players = (int)players;
    if (setup->options_text && (status = read_options(command, setup)) >= 0)
        return status;
    if (capu_check_options(setup->game, setup->players, &setup->options, &why))
        return cli_usage(command, "%s", reason);
    return read_seed(command, setup);
}

/* --------------------------------------------------------------------- bots */

static const capu_bot *read_bot(const cli_command *command, const char *name) {
    const capu_bot *bot = capu_find_bot(name);

    if (bot)
        return bot;
    char list[256] = "";
    for (int i = 0; capu_bot_at(i); i++) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", capu_bot_at(i)->name);
    }
    cli_usage(command, "there is no bot '%s'; there are: %s, and programs such as ./mybot", name,
              list);
    return NULL;
}

/* A power in quarters, as in 4 or 1.25. */
static bool read_sharpness(const cli_command *command, const char *text, int *quarters) {
    char *end;
    double power = strtod(text, &end);

    if (end == text || *end || strspn(text, "0123456789.") != strlen(text) || power > 50 ||
        4 * power != (int)(4 * power)) {
        cli_usage(command, "S in NAME@N^S must be a number from 0 to 50, in quarters, not '%s'",
                  text);
        return false;
    }
    *quarters = (int)(4 * power);
    return true;
}

/* NAME@N: the bot with that many iterations instead of its own, however long they take; NAME@N^S:
 * and with that sharpness. Kept for as long as the program runs. */
static const capu_bot *read_limited_bot(const cli_command *command, char *name, int slot) {
    static struct {
        capu_bot bot;
        char name[32];
    } made[CAPU_MAX_PLAYERS];
    char *at = strchr(name, '@'), *power = at ? strchr(at, '^') : NULL;

    if (!at)
        return read_bot(command, name);
    *at = 0;
    if (power)
        *power++ = 0;
    const capu_bot *bot = read_bot(command, name);
    long iterations = 0;
    int sharpness = bot ? bot->sharpness : 0;
    if (!bot || !cli_arg_number(command, "N in NAME@N", at + 1, 1, 1000000000, &iterations) ||
        (power && !read_sharpness(command, power, &sharpness)))
        return NULL;
    if (bot->iterations == 0) {
        cli_usage(command, "%s does not look ahead, so it has no number of times", name);
        return NULL;
    }
    if (power)
        snprintf(made[slot].name, sizeof made[slot].name, "%s@%ld^%g", name, iterations,
                 sharpness / 4.0);
    else
        snprintf(made[slot].name, sizeof made[slot].name, "%s@%ld", name, iterations);
    made[slot].bot = *bot;
    made[slot].bot.name = made[slot].name;
    made[slot].bot.iterations = (int)iterations;
    made[slot].bot.sharpness = sharpness;
    made[slot].bot.level = 0;
    made[slot].bot.ms = INT32_MAX;
    return &made[slot].bot;
}

static const capu_bot *read_program(const cli_command *command, const char *name, int ms) {
    char reason[512];
    capu_text why = capu_text_on(reason, sizeof reason);
    const capu_bot *bot = programs_bot(name, name, ms, &why);

    if (!bot)
        cli_usage(command, "%s", reason);
    return bot;
}

int cli_read_bots(const cli_command *command, const char *names, int players, int program_ms,
                  const capu_bot *bots[CAPU_MAX_PLAYERS]) {
    char *copy = strdup(names), *next = copy;
    int count = 0, status = -1;

    for (char *name; status < 0 && (name = strsep(&next, ","));) {
        if (count == players) {
            status = cli_usage(
                command, "more bots than the %d players; --players says how many play", players);
            break;
        }
        bots[count] = programs_is_command(name) ? read_program(command, name, program_ms)
                                                : read_limited_bot(command, name, count);
        if (!bots[count++])
            status = BAD_USAGE;
    }
    free(copy);
    if (status >= 0)
        return status;
    if (count == 1)
        while (count < players)
            bots[count++] = bots[0];
    if (count < players)
        return cli_usage(command,
                         "--bots names %d, but there are %d players; name one for all, "
                         "or one for each",
                         count, players);
    return -1;
}

void *cli_bots_memory(const capu_bot *const *bots, int count, int threads) {
    size_t most = 0;

    for (int i = 0; i < count; i++)
        most = bots[i]->memory > most ? bots[i]->memory : most;
    return host_alloc(most * (size_t)threads);
}
