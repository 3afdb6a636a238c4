/* capucine play: a game in the terminal, full-screen or line by line. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "programs/program.h"
#include "tui/client.h"

/* ------------------------------------------------------------------- begin */

static bool read_seat(const cli_command *self, const char *text, int players, int *seat) {
    long number = 0;

    if (text && strcmp(text, "none") == 0)
        number = CAPU_SPECTATOR;
    else if (!cli_arg_seat(self, "--seat", text, players, &number))
        return false;
    *seat = (int)number;
    return true;
}

/* The names with one more for the person's own seat, which nobody asks. */
static void add_own_seat(char *all, size_t size, const char *names, int players, int seat) {
    size_t written = 0;

    for (int i = 0; i < players && written < size; i++) {
        int length = (int)strcspn(names, ",");
        const char *name = i == seat ? capu_usual_opponent()->name : names;
        written += (size_t)snprintf(all + written, size - written, "%s%.*s", i ? "," : "",
                                    i == seat ? (int)strlen(name) : length, name);
        if (i != seat)
            names += length + (names[length] == ',');
    }
}

static int count_names(const char *names) {
    int count = 1;

    for (const char *at = names; (at = strchr(at, ',')); at++)
        count++;
    return count;
}

/* The opponents for games from the menu, or for one that is continued. */
static int read_bots_for_later(const cli_command *self, const char *names, tui_bots *bots) {
    bots->count = count_names(names);
    if (bots->count > CAPU_MAX_PLAYERS)
        return cli_usage(self, "--bots names %d, but at most %d can play", bots->count,
                         CAPU_MAX_PLAYERS);
    return cli_read_bots(self, names, bots->count, PROGRAMS_MS, bots->at);
}

/* The opponents: one for all, one for each other seat, or one a seat. */
static int read_bots(const cli_command *self, const char *names, int players, int seat,
                     const capu_bot *bots[CAPU_MAX_PLAYERS]) {
    char all[8192];
    int count = count_names(names);

    if (count == 1 || count != players - 1 || seat < 0)
        return cli_read_bots(self, names, players, PROGRAMS_MS, bots);
    add_own_seat(all, sizeof all, names, players, seat);
    return cli_read_bots(self, all, players, PROGRAMS_MS, bots);
}

/* What the command line says. */
typedef struct wants {
    cli_setup setup;
    const char *bots, *seat, *path, *name, *language, *url;
    bool plain, ascii, go_on;
} wants;

static const char *own_name(const wants *w, int language) {
    const char *name = w->name ? w->name : getenv("USER");

    return name && *name ? name : host_wording(language, "terminal.me");
}

/* A game that the command line describes. */
static int read_local(const cli_command *self, wants *w, tui_local_setup *local) {
    int status = cli_setup_read(self, &w->setup), seat;

    if (status >= 0)
        return status;
    if (!read_seat(self, w->seat, w->setup.players, &seat))
        return BAD_USAGE;
    *local = (tui_local_setup){.game = w->setup.game,
                               .players = w->setup.players,
                               .seat = seat,
                               .options = w->setup.options,
                               .name = local->name,
                               .path = w->path};
    memcpy(local->seed, w->setup.seed, sizeof local->seed);
    return read_bots(self, w->bots ? w->bots : capu_usual_opponent()->name, local->players,
                     local->seat, local->bots);
}

/* Whether there is a record already; a device is none. */
static bool is_there(const char *path) {
    struct stat status;

    return path && stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static int play(const cli_command *self, wants *w, int language) {
    char buffer[1024] = "";
    capu_text last = capu_text_on(buffer, sizeof buffer);
    tui_client client = {.language = language,
                         .ascii = w->ascii,
                         .lines = w->plain || !tui_screen_possible(),
                         .plain = w->plain,
                         .go_on = w->go_on,
                         .url = w->url};
    tui_local_setup local = {0};
    int status = -1;

    client.name = local.name = own_name(w, language);
    if (is_there(w->path))
        client.path = w->path;
    else if (w->setup.game_name) {
        status = read_local(self, w, &local);
        client.setup = &local;
    }
    if (!client.setup && w->bots)
        status = read_bots_for_later(self, w->bots, &client.bots);
    if (status >= 0)
        return status;
    if (!tui_client_run(&client, &last))
        return cli_fail(self, "%s", buffer);
    if (*buffer)
        puts(buffer);
    return DONE;
}

/* ---------------------------------------------------------------------- begin */

static int run(const cli_command *self, int argc, char **argv) {
    wants w = {0};
    const char *name = NULL;
    const cli_arg args[] = {
        {"--game", NULL, &w.setup.game_name},
        {"--players", NULL, &w.setup.players_text},
        {"--options", NULL, &w.setup.options_text},
        {"--seed", NULL, &w.setup.seed_text},
        {"--bots", NULL, &w.bots},
        {"--seat", NULL, &w.seat},
        {"--record", NULL, &w.path},
        {"--name", NULL, &w.name},
        {"--language", NULL, &w.language},
        {"--connect", NULL, &w.url},
        {"--continue", &w.go_on, NULL},
        {"--ascii", &w.ascii, NULL},
        {"--plain", &w.plain, NULL},
        {0},
    };
    int status = cli_args(self, argc, argv, args, &name, 1);

    if (status >= 0)
        return status;
    if (name)
        w.setup.game_name = name;
    if (w.language && host_language_named(w.language) < 0)
        return cli_usage(self, "--language must be en, fr, it or de, not '%s'", w.language);
    int language = w.language ? host_language_named(w.language) : host_language_of_environment();
    return play(self, &w, language);
}

const cli_command cli_cmd_play = {
    .name = "play",
    .about = "play in the terminal, against bots or with others",
    .help =
        "play [GAME] [OPTIONS]\n"
        "\n"
        "Plays full-screen. Without GAME it begins with a menu. Press ? for help and q to leave.\n"
        "The game is kept after every action, and --continue continues it.\n"
        "\n"
        "  --players N         how many play\n"
        "  --options A=B,C=D   options of the game (see capucine games)\n"
        "  --seed SEED         the same seed deals the same game\n"
        "  --seat SEAT         your seat, A by default; 'none' to watch the bots\n"
        "  --bots NAMES        the opponents: one for all, or one for each: expert,club. A name\n"
        "                      with a slash or a space is a program: ./mybot (docs/programs.md)\n"
        "  --continue          continue the last game\n"
        "  --connect URL       play with others: the address of a server, or a link to a table\n"
        "  --name NAME         your name\n"
        "  --language LANGUAGE en, fr, it or de; by default as your environment says\n"
        "  --record FILE       keep the game in this file. If the file exists, continue that\n"
        "                      game (--continue does not look there)\n"
        "  --ascii             draw with ASCII characters only\n"
        "  --plain             line by line, without drawn symbols, for scripts and screen\n"
        "                      readers. Without a terminal to draw on, it always plays line by\n"
        "                      line\n",
    .run = run,
};
