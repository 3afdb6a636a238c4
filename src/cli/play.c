/* capucine play: a game in the terminal, full-screen or line by line. */
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/lines.h"
#include "tui/client.h"
#include "tui/tell.h"

/* ------------------------------------------------------------------- begin */

static bool read_seat(const capu_command *self, const char *text, int players, int *seat) {
    long number = 0;

    if (text && strcmp(text, "none") == 0)
        number = CAPU_SPECTATOR;
    else if (!capu_arg_number(self, "--seat", text, 0, players - 1, &number))
        return false;
    *seat = (int)number;
    return true;
}

/* The names with one more for the person's own seat, which nobody asks. */
static void add_own_seat(char *all, size_t size, const char *names, int players, int seat) {
    size_t written = 0;

    for (int i = 0; i < players && written < size; i++) {
        int length = (int)strcspn(names, ",");
        const char *name = i == seat ? CAPU_USUAL_BOT : names;
        written += (size_t)snprintf(all + written, size - written, "%s%.*s", i ? "," : "",
                                    i == seat ? (int)strlen(name) : length, name);
        if (i != seat)
            names += length + (names[length] == ',');
    }
}

/* The opponents: one for all, one for each other seat, or one a seat. */
static int read_bots(const capu_command *self, const char *names, int players, int seat,
                     const capu_bot *bots[CAPU_MAX_PLAYERS]) {
    char all[256];
    int count = 1;

    for (const char *at = names; (at = strchr(at, ',')); at++)
        count++;
    if (count == 1 || count != players - 1 || seat < 0)
        return capu_read_bots(self, names, players, bots);
    add_own_seat(all, sizeof all, names, players, seat);
    return capu_read_bots(self, all, players, bots);
}

/* What the command line says. */
typedef struct wants {
    capu_setup setup;
    const char *bots, *seat, *path, *name, *language, *url;
    bool plain, ascii, go_on;
} wants;

static const char *own_name(const wants *w, int language) {
    const char *name = w->name ? w->name : getenv("USER");

    return name && *name ? name : capu_wording(language, "terminal.me");
}

/* ------------------------------------------------------------------ line mode */

static int resume(const capu_command *self, capu_lines *lines) {
    char reason[512], sentence[1024];
    capu_text why = capu_text_on(reason, sizeof reason);
    capu_text text = capu_text_on(sentence, sizeof sentence);

    if (capu_match_open(&lines->match, lines->path, &why) == CAPU_OK)
        return -1;
    capu_tell_flaw(&text, lines->language, &lines->match.flaw, reason);
    return capu_fail(self, "%s", sentence);
}

static int begin(const capu_command *self, capu_setup *setup, capu_lines *lines) {
    char reason[256];
    capu_text why = capu_text_on(reason, sizeof reason);
    int status = capu_setup_read(self, setup);

    if (status >= 0)
        return status;
    if (capu_match_new(&lines->match, setup->game, &setup->options, setup->players, setup->seed,
                       &why))
        return capu_usage(self, "%s", reason);
    return -1;
}

static int play_lines(const capu_command *self, wants *w, int language) {
    capu_lines lines = {.path = w->path, .language = language, .name = own_name(w, language)};
    bool goes_on = lines.path && access(lines.path, F_OK) == 0;
    int status = goes_on ? resume(self, &lines) : begin(self, &w->setup, &lines);
    int players = lines.match.record.players;

    if (status < 0 && !read_seat(self, w->seat, players, &lines.seat))
        status = BAD_USAGE;
    if (status < 0)
        status = read_bots(self, w->bots ? w->bots : "greedy", players, lines.seat, lines.bots);
    if (status < 0) {
        lines.letters = !w->ascii && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
        lines.signs = lines.letters && !w->plain;
        capu_lines_play(&lines);
        status = DONE;
    }
    capu_match_free(&lines.match);
    return status;
}

/* ---------------------------------------------------------------- full screen */

/* A game that the command line describes. */
static int read_local(const capu_command *self, wants *w, capu_local_setup *local) {
    int status = capu_setup_read(self, &w->setup), seat;

    if (status >= 0)
        return status;
    if (!read_seat(self, w->seat, w->setup.players, &seat))
        return BAD_USAGE;
    *local = (capu_local_setup){.game = w->setup.game,
                                .players = w->setup.players,
                                .seat = seat,
                                .options = w->setup.options,
                                .name = local->name,
                                .path = w->path};
    memcpy(local->seed, w->setup.seed, sizeof local->seed);
    return read_bots(self, w->bots ? w->bots : CAPU_USUAL_BOT, local->players, local->seat,
                     local->bots);
}

/* A server may have had a hand in the text: nothing of it may steer the terminal. */
static void print_harmlessly(const char *text) {
    for (const unsigned char *at = (const unsigned char *)text; *at; at++) {
        bool wide_control = at[0] == 0xC2 && at[1] >= 0x80 && at[1] < 0xA0;
        putchar(*at < ' ' || *at == 0x7F || wide_control ? '?' : *at);
    }
    putchar('\n');
}

static int play_screen(const capu_command *self, wants *w, int language) {
    char buffer[512] = "";
    capu_text last = capu_text_on(buffer, sizeof buffer);
    capu_client client = {
        .language = language, .ascii = w->ascii, .go_on = w->go_on, .url = w->url};
    capu_local_setup local = {0};
    int status = -1;

    client.name = local.name = own_name(w, language);
    if (w->path && access(w->path, F_OK) == 0)
        client.path = w->path;
    else if (w->setup.game_name) {
        status = read_local(self, w, &local);
        client.setup = &local;
    }
    if (status >= 0)
        return status;
    if (!capu_client_run(&client, &last))
        return capu_fail(self, "%s", buffer);
    if (*buffer)
        print_harmlessly(buffer);
    return DONE;
}

/* ---------------------------------------------------------------------- begin */

static int run(const capu_command *self, int argc, char **argv) {
    wants w = {0};
    const char *name = NULL;
    const capu_arg args[] = {
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
    int status = capu_args(self, argc, argv, args, &name, 1);

    if (status >= 0)
        return status;
    if (name)
        w.setup.game_name = name;
    if (w.language && capu_language_named(w.language) < 0)
        return capu_usage(self, "--language must be en, fr, it or de, not '%s'", w.language);
    int language = w.language ? capu_language_named(w.language) : capu_language_of_environment();
    if (w.plain || !capu_screen_possible()) {
        if (w.url || w.go_on)
            return capu_usage(self, "%s needs a terminal that can be drawn on",
                              w.url ? "--connect" : "--continue");
        return play_lines(self, &w, language);
    }
    return play_screen(self, &w, language);
}

const capu_command capu_cmd_play = {
    .name = "play",
    .about = "play in the terminal, against bots or with others",
    .help = "play [GAME] [OPTIONS]\n"
            "\n"
            "Plays full-screen: without a game there is a menu. ? is help, q leaves; the game is\n"
            "kept after every action, and --continue goes on with it.\n"
            "\n"
            "  --players N         how many play\n"
            "  --options A=B,C=D   options of the game (see capucine games)\n"
            "  --seed SEED         the same seed deals the same game\n"
            "  --seat N            your seat, 0 by default; none to watch the bots\n"
            "  --bots NAMES        the opponents: one for all, or one for each: expert,club\n"
            "  --continue          go on with the last game\n"
            "  --connect URL       play with others on a server, or at the table of a link\n"
            "  --name NAME         what you are called\n"
            "  --language LANGUAGE en, fr, it or de; else that of the environment\n"
            "  --record FILE       keep the game in this file; if it is there already, go on with\n"
            "                      that game\n"
            "  --ascii             draw with ASCII characters only\n"
            "  --plain             line by line, without drawn signs, for scripts and screen\n"
            "                      readers; line by line it is also where there is no terminal to\n"
            "                      draw on\n",
    .run = run,
};
