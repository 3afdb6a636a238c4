/* capucine games: what can be played. */
#include <stdlib.h>

#include "cli/cli.h"
#include "host/games.h"

static void print_json(void) {
    capu_text text = {0};

    host_text_reserve(&text, 16);
    host_games_json(&text, true);
    puts(text.at);
    free(text.at);
}

static void print_option(const capu_option *option) {
    printf("    %-12s", option->name);
    for (int i = 0; i < option->count; i++)
        printf("%s%s", i ? ", " : " ", option->values[i]);
    printf("%s%s\n", option->pattern ? ", " : "", option->pattern ? option->pattern : "");
}

static void print_game(const capu_game_info *info) {
    printf("%s (%s), %d to %d players, rules version %d\n", info->title, info->name, info->least,
           info->most, info->rules);
    puts("  options, the default first:");
    for (int i = 0; i < info->option_count; i++)
        print_option(&info->options[i]);
    if (info->reconstructed)
        printf("  reconstructed: %s\n", info->reconstructed);
}

static int run(const cli_command *self, int argc, char **argv) {
    bool json = false;
    const cli_arg args[] = {{"--json", &json, NULL}, {0}};
    int status = cli_args(self, argc, argv, args, NULL, 0);

    if (status >= 0)
        return status;
    if (json)
        print_json();
    else
        for (int i = 0; capu_game_at(i); i++)
            print_game(capu_info(capu_game_at(i)));
    return DONE;
}

const cli_command cli_cmd_games = {
    .name = "games",
    .about = "list the games, their players and options",
    .help = "games [--json]\n"
            "\n"
            "Lists the games with their numbers of players and their options.\n"
            "\n"
            "  --json   as one JSON array\n",
    .run = run,
};
