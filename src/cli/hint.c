/* capucine hint: the best few actions in a position, and why. */
#include "cli/hint.h"
#include "host/words.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "host/think.h"

enum { NODES = 1000000, MOST_ITERATIONS = 100000000 };

int cli_find_hints(const capu_state *view, int seat, int ms, capu_advice hints[CLI_HINTS]) {
    size_t bytes = capu_search_bytes(NODES);
    int threads = host_spare_threads();
    char *memory = host_alloc(bytes * (size_t)threads);
    capu_search *searches[HOST_MOST_THREADS];

    for (int i = 0; i < threads; i++)
        searches[i] = capu_search_begin(memory + (size_t)i * bytes, bytes, view, seat,
                                        capu_hash(view) + (uint64_t)i);
    host_search_together(searches, threads, HOST_WALL, ms, MOST_ITERATIONS, false);
    int count = capu_search_advice(searches[0], hints, CLI_HINTS);
    free(memory);
    return count;
}

static const char *text_of(const capu_game *game, capu_action action, bool hidden,
                           char buffer[CAPU_ACTION_TEXT]) {
    capu_text text = capu_text_on(buffer, CAPU_ACTION_TEXT);

    capu_action_write(game, action, hidden, &text);
    return buffer;
}

/* -------------------------------------------------------------- for people */

/* An action as people see and type it. */
static const char *typed_of(const capu_game *game, capu_action action, bool hidden,
                            char buffer[CAPU_ACTION_TEXT]) {
    char notation[CAPU_ACTION_TEXT];
    capu_text text = capu_text_on(buffer, CAPU_ACTION_TEXT);

    host_say_typed(&text, game, text_of(game, action, hidden, notation));
    return buffer;
}

/* A figure a player, in the order of seats. */
static void print_figures(const char *name, const float *values, int count, double scale) {
    printf("%s", name);
    for (int i = 0; i < count; i++)
        printf("%s%.1f", i ? " : " : " ", scale * (double)values[i]);
}

static void print_row(const capu_state *view, int seat, int number, const capu_advice *a) {
    char buffer[CAPU_ACTION_TEXT];
    const capu_game *game = capu_game_of(view);

    printf("  %d. %-24s ", number, typed_of(game, a->action, false, buffer));
    print_figures("wins", a->win, view->head.players, 100);
    printf(" %% ± %.1f, ", 100 * (double)a->error);
    print_figures("points", a->score, view->head.players, 1);
    printf(", %" PRIu32 " visits", a->visits);
    if (a->replied)
        printf("; then seat %c: %s", host_seat_letter((int)a->reply.seat),
               typed_of(game, a->reply.action, (int)a->reply.seat != seat, buffer));
    putchar('\n');
}

static void print_hint(const capu_state *view, int seat, int ms) {
    capu_advice advice[CLI_HINTS];
    int count = cli_find_hints(view, seat, ms, advice);

    for (int i = 0; i < count; i++)
        print_row(view, seat, i + 1, &advice[i]);
    puts("  (± is the standard error of the seat's own share of wins)");
}

/* ------------------------------------------------------------ for programs */

static void add_figures(capu_text *out, const char *name, const float *values, int count) {
    char figure[32];

    capu_text_add(out, name);
    for (int i = 0; i < count; i++) {
        snprintf(figure, sizeof figure, "%s%.4f", i ? "," : "", (double)values[i]);
        capu_text_add(out, figure);
    }
}

void cli_hint_json(const capu_state *view, int seat, const capu_advice *a, capu_text *out) {
    char buffer[CAPU_ACTION_TEXT];
    const capu_game *game = capu_game_of(view);

    capu_text_add(out, "{\"action\":\"");
    capu_text_add(out, text_of(game, a->action, false, buffer));
    capu_text_add(out, "\",\"visits\":");
    capu_text_number(out, a->visits);
    add_figures(out, ",\"win\":[", a->win, view->head.players);
    add_figures(out, "],\"score\":[", a->score, view->head.players);
    add_figures(out, "],\"error\":", &a->error, 1);
    capu_text_add(out, ",\"reply\":");
    if (a->replied) {
        capu_text_add(out, "[");
        capu_text_number(out, a->reply.seat);
        capu_text_add(out, ",\"");
        capu_text_add(out, text_of(game, a->reply.action, (int)a->reply.seat != seat, buffer));
        capu_text_add(out, "\"]}");
    } else {
        capu_text_add(out, "null}");
    }
}

static void print_json(const capu_state *view, int seat, int ms) {
    capu_advice advice[CLI_HINTS];
    int count = cli_find_hints(view, seat, ms, advice);

    printf("{\"seat\":%d,\"actions\":[", seat);
    for (int i = 0; i < count; i++) {
        char row[CLI_HINT_TEXT];
        capu_text text = capu_text_on(row, sizeof row);
        cli_hint_json(view, seat, &advice[i], &text);
        printf("%s%s", i ? "," : "", row);
    }
    puts("]}");
}

/* ------------------------------------------------------------------- begin */

/* `there`: which position of the record it is, in words. */
static int show(const cli_command *self, const host_match *match, const char *there, int seat,
                int ms, bool json) {
    capu_state view;

    int actor = capu_first_actor(&match->state);
    if (actor < 0)
        return cli_fail(self, "there is nothing to decide: the game of this record is over; --at N "
                              "is the position after N actions");
    if (seat < 0)
        seat = actor;
    if (!(capu_actors(&match->state) >> seat & 1))
        return cli_fail(self, "seat %c has nothing to decide %s; seat %c has",
                        host_seat_letter(seat), there, host_seat_letter(actor));
    capu_view(&match->state, seat, &view);
    if (json)
        print_json(&view, seat, ms);
    else
        print_hint(&view, seat, ms);
    return DONE;
}

static int run(const cli_command *self, int argc, char **argv) {
    const char *path = NULL, *seat_text = NULL, *ms_text = NULL, *at_text = NULL;
    char reason[512], there[64] = "at the end of this record";
    capu_text why = capu_text_on(reason, sizeof reason);
    bool json = false;
    long seat = -1, ms = 1000, at = 0;
    host_match match;
    const cli_arg args[] = {
        {"--record", NULL, &path}, {"--at", NULL, &at_text}, {"--seat", NULL, &seat_text},
        {"--ms", NULL, &ms_text},  {"--json", &json, NULL},  {0},
    };
    int status = cli_args(self, argc, argv, args, NULL, 0);

    if (status >= 0)
        return status;
    if (!path || !*path)
        return cli_usage(self, "which record? --record FILE, or - for standard input");
    if (!cli_arg_number(self, "--ms", ms_text, 1, 3600000, &ms))
        return BAD_USAGE;
    if (host_match_open(&match, path, &why))
        return cli_fail(self, "%s", reason);
    if (!cli_arg_number(self, "--at", at_text, 0, match.record.count, &at) ||
        !cli_arg_seat(self, "--seat", seat_text, match.record.players, &seat)) {
        host_match_free(&match);
        return BAD_USAGE;
    }
    if (at_text) {
        host_match_rewind(&match, (int)at);
        snprintf(there, sizeof there, "after %ld actions", at);
    }
    status = show(self, &match, there, (int)seat, (int)ms, json);
    host_match_free(&match);
    return status;
}

const cli_command cli_cmd_hint = {
    .name = "hint",
    .about = "say what is best in a position, and why",
    .help =
        "hint --record FILE [OPTIONS]\n"
        "\n"
        "Thinks about a position of a record as a seat sees it, and prints the best few actions.\n"
        "For each action it prints the expected share of a win and the expected points of every\n"
        "player, in the order of seats. The share is given ± the standard error of the seat's own\n"
        "share. It also prints how often the search tried the action, and the most likely reply.\n"
        "It uses all processors.\n"
        "\n"
        "  --at N       the position after N actions; by default the last one\n"
        "  --seat SEAT  whose view; by default the first seat that has a decision to make\n"
        "  --ms N       how long to think, 1000 by default\n"
        "  --json       as one JSON object\n",
    .run = run,
};
