/* capucine load: many clients on a server at once, to see what it bears. */
#include <string.h>

#include "cli/cli.h"
#include "load/load.h"

static void print_problems(const load_result *r) {
    if (r->problems)
        fprintf(stderr, "%lld problems, the first: %s\n", (long long)r->problems, r->first_problem);
}

static void print_text(const load_main *load, const load_result *r) {
    printf("%d tables, %d players each, seated in %.1f s\n", load->tables, load->players,
           r->setup_seconds);
    printf("%lld moves in %.1f s, %.0f a second; %lld events; %lld games played out and checked\n",
           (long long)r->moves, r->seconds, (double)r->moves / r->seconds, (long long)r->events,
           (long long)r->games);
    printf(
        "POST to the other seats' event: p50 %.2f ms, p99 %.2f ms, p99.9 %.2f ms, worst %.2f ms\n",
        r->p50, r->p99, r->p999, r->worst);
    printf("processor time a move: the server's %.0f us, ours %.0f us; the server has %.1f MB\n",
           r->server_cpu, r->own_cpu, r->server_memory);
}

static void print_json(const load_result *r) {
    printf("{\"moves\":%lld,\"seconds\":%.3f,\"events\":%lld,\"games\":%lld,\"p50\":%.3f,"
           "\"p99\":%.3f,\"p999\":%.3f,\"worst\":%.3f,\"server_cpu\":%.1f,\"own_cpu\":%.1f,"
           "\"server_memory\":%.1f,\"problems\":%lld}\n",
           (long long)r->moves, r->seconds, (long long)r->events, (long long)r->games, r->p50,
           r->p99, r->p999, r->worst, r->server_cpu, r->own_cpu, r->server_memory,
           (long long)r->problems);
}

static int run_load(const cli_command *self, const load_main *load, const char *url, bool json) {
    char reason[512];
    capu_text why = capu_text_on(reason, sizeof reason);
    load_result result;

    if (!load_run(load, &result, &why))
        return cli_fail(self, "%s: %s", url, reason);
    if (json)
        print_json(&result);
    else
        print_text(load, &result);
    print_problems(&result);
    return result.problems ? FAILED : DONE;
}

static int run(const cli_command *self, int argc, char **argv) {
    const char *url = "http://127.0.0.1:8080", *texts[5] = {0};
    cli_setup setup = {.game_name = "caprice"};
    bool json = false;
    const cli_arg args[] = {
        {"--url", NULL, &url},          {"--game", NULL, &setup.game_name},
        {"--tables", NULL, texts},      {"--players", NULL, &setup.players_text},
        {"--seconds", NULL, texts + 1}, {"--rate", NULL, texts + 2},
        {"--streams", NULL, texts + 3}, {"--warm-up", NULL, texts + 4},
        {"--json", &json, NULL},        {0},
    };
    long tables = 100, seconds = 10, rate = 0, streams = 0, warm_up = 3;
    load_main load;
    int status = cli_args(self, argc, argv, args, NULL, 0);

    if (status < 0)
        status = cli_setup_read(self, &setup);
    if (status >= 0)
        return status;
    if (setup.players < 2)
        return cli_usage(self, "a table needs two players at least");
    if (!cli_arg_number(self, "--tables", texts[0], 1, 100000, &tables) ||
        !cli_arg_number(self, "--seconds", texts[1], 1, 86400, &seconds) ||
        !cli_arg_number(self, "--rate", texts[2], 0, 1000000, &rate) ||
        !cli_arg_number(self, "--streams", texts[3], 0, 1000000, &streams) ||
        !cli_arg_number(self, "--warm-up", texts[4], 0, 3600, &warm_up))
        return BAD_USAGE;
    load = (load_main){.game = setup.game_name,
                       .tables = (int)tables,
                       .players = setup.players,
                       .warm_up = (int)warm_up,
                       .seconds = (int)seconds,
                       .rate = (int)rate,
                       .streams = (int)streams};
    if (!load_target_read(&load.target, url))
        return cli_usage(self, "--url is http://HOST:PORT, not '%s'", url);
    return run_load(self, &load, url, json);
}

const cli_command cli_cmd_load = {
    .name = "load",
    .about = "play on a server with many clients at once, and check what they see",
    .help = "load [OPTIONS]\n"
            "\n"
            "Fills tables of a running server with players, follows every seat's stream, and\n"
            "plays random legal moves. Checks that events come in order, without gaps or\n"
            "repetitions, and that every player's view at the end of a game agrees with its\n"
            "record. Start the server with --rate 0 --per-address 0, and with --tables at least\n"
            "as large as here. Ends at once when the server cannot be reached or closes a\n"
            "connection. The exit status is 1 if anything is wrong.\n"
            "\n"
            "  --url URL     http://127.0.0.1:8080\n"
            "  --game NAME   caprice\n"
            "  --tables N    100\n"
            "  --players N   2\n"
            "  --seconds N   10\n"
            "  --warm-up N   3: seconds to play before measuring\n"
            "  --rate N      moves a second in total; 0, the default: as fast as answers come\n"
            "  --streams N   additional streams that only listen\n"
            "  --json        the figures as JSON\n",
    .run = run,
};
