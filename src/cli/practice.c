/* capucine practice: find the best action in positions from games between bots; and make more such
 * positions. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/mine.h"
#include "host/practice.h"
#include "host/words.h"
#include "tui/client.h"

typedef struct wants {
    cli_mining mining;
    const char *what; /* a game, or the id of a position */
    const char *theme, *language, *name, *count, *threads;
    bool make, list, today, ascii, plain;
} wants;

/* --------------------------------------------------------------------- make */

static int make(const cli_command *self, wants *w) {
    cli_mining *m = &w->mining;
    long count = 100, threads = 1;
    int status = cli_setup_read(self, &m->setup);

    if (status >= 0)
        return status;
    if (!cli_arg_number(self, "--count", w->count, 1, 100000, &count) ||
        !cli_arg_number(self, "--threads", w->threads, 1, CLI_MINERS, &threads))
        return BAD_USAGE;
    if (m->setup.players_text && m->setup.players < 2)
        return cli_usage(self, "bots play each other, so --players must be 2 or more");
    m->all_players = !m->setup.players_text;
    m->count = (int)count;
    m->threads = (int)threads;
    return cli_mine(self, m);
}

/* --------------------------------------------------------------------- list */

static void print_position(const host_practice *p, int language) {
    char id[HOST_ID];

    snprintf(id, sizeof id, "%s.theme.%s", capu_info(p->match.record.game)->name, p->theme);
    printf("%-18s %d  %-12s %s\n", p->id, p->match.record.players, p->theme,
           host_wording(language, id));
}

static void list_game(const wants *w, const capu_game *game, int language) {
    host_practice p;

    for (int i = 0; host_practice_at(game, i, &p); i++) {
        if (!w->theme || strcmp(w->theme, p.theme) == 0)
            print_position(&p, language);
        host_practice_free(&p);
    }
}

static int list(const wants *w, const tui_practice *from, int language) {
    for (int i = 0; capu_game_at(i); i++)
        if (!from->game || from->game == capu_game_at(i))
            list_game(w, capu_game_at(i), language);
    return DONE;
}

/* ----------------------------------------------------------------- practise */

/* A game, or the id of one of its positions: -1 to go on. */
static int read_what(const cli_command *self, const wants *w, tui_practice *from) {
    const char *what = w->what ? w->what : w->mining.setup.game_name;

    from->theme = w->theme;
    from->today = w->today;
    from->game = what ? capu_find(what) : NULL;
    if (!what || from->game)
        return -1;
    from->id = what;
    return tui_practice_exists(from)
               ? -1
               : cli_usage(self, "there is no game and no position '%s'; --list shows them", what);
}

static int practise(const cli_command *self, const wants *w, const tui_practice *from,
                    int language) {
    char buffer[1024] = "";
    capu_text last = capu_text_on(buffer, sizeof buffer);
    const char *name = w->name ? w->name : getenv("USER");
    tui_client client = {.language = language,
                         .name = name && *name ? name : host_wording(language, "terminal.me"),
                         .ascii = w->ascii,
                         .lines = true,
                         .plain = w->plain,
                         .practice = from};

    if (!tui_practice_exists(from))
        return cli_fail(self, "there are no such positions; --list shows them");
    if (!tui_client_run(&client, &last))
        return cli_fail(self, "%s", buffer);
    if (*buffer)
        puts(buffer);
    return DONE;
}

static int run(const cli_command *self, int argc, char **argv) {
    static wants w;
    tui_practice from = {0};
    const cli_arg args[] = {
        {"--make", &w.make, NULL},
        {"--list", &w.list, NULL},
        {"--today", &w.today, NULL},
        {"--theme", NULL, &w.theme},
        {"--name", NULL, &w.name},
        {"--language", NULL, &w.language},
        {"--ascii", &w.ascii, NULL},
        {"--plain", &w.plain, NULL},
        {"--game", NULL, &w.mining.setup.game_name},
        {"--players", NULL, &w.mining.setup.players_text},
        {"--seed", NULL, &w.mining.setup.seed_text},
        {"--count", NULL, &w.count},
        {"--threads", NULL, &w.threads},
        {"--file", NULL, &w.mining.path},
        {0},
    };
    int status = cli_args(self, argc, argv, args, &w.what, 1);

    if (status >= 0)
        return status;
    if (w.language && host_language_named(w.language) < 0)
        return cli_usage(self, "--language must be en, fr, it or de, not '%s'", w.language);
    if (w.make)
        return make(self, &w);
    int language = w.language ? host_language_named(w.language) : host_language_of_environment();
    if ((status = read_what(self, &w, &from)) >= 0)
        return status;
    return w.list ? list(&w, &from, language) : practise(self, &w, &from, language);
}

const cli_command cli_cmd_practice = {
    .name = "practice",
    .about = "find the best action in positions from games; make more of them",
    .help =
        "practice [GAME | POSITION] [OPTIONS]\n"
        "       capucine practice --make --game GAME [OPTIONS]\n"
        "\n"
        "Shows positions in which one action is clearly best, line by line. Type the action, as\n"
        "in capucine play. You then read whether it is the best, and what the others are worth.\n"
        "A position that you miss comes back after 1, 3, 7 and 21 days.\n"
        "\n"
        "  --today             begin with today's position\n"
        "  --theme THEME       only positions of this theme\n"
        "  --list              list the positions: id, players, theme\n"
        "  --name NAME         your name\n"
        "  --language LANGUAGE en, fr, it or de; by default as your environment says\n"
        "  --ascii             ASCII characters only\n"
        "  --plain             the same without drawn symbols, for scripts and screen readers\n"
        "\n"
        "With --make it looks for new positions in games between bots, and prints one a line.\n"
        "It keeps a position only if the answer is stable: docs/practice.md says how.\n"
        "\n"
        "  --game GAME         which game\n"
        "  --players N         how many play; by default two, and sometimes more\n"
        "  --count N           until there are so many positions, 100 by default\n"
        "  --file FILE         append to this file, and count what it has already. So the same\n"
        "                      command continues after an interruption\n"
        "  --seed SEED         the number of the first deal; the next ones follow\n"
        "  --threads N         1 by default\n",
    .run = run,
};
