/* capucine replay: steps through a record, shows any position or view, checks it. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "host/words.h"
#include "tui/screen/lines.h"
#include "tui/table/board.h"

typedef struct reader {
    host_match match; /* the whole record */
    int at;           /* how many actions are done in `state` */
    capu_state state;
    int seat; /* whose view; meaningful if `view` */
    bool view, json;
    tui_screen screen;
} reader;

static void go_to(reader *r, int at) {
    capu_record record = host_match_record(&r->match);

    r->at = at < 0 ? 0 : at > record.count ? record.count : at;
    capu_replay(&record, r->at, &r->state, NULL);
}

static void print_action(const reader *r, int index) {
    const capu_game *game = r->match.record.game;
    char action[CAPU_ACTION_TEXT], buffer[CAPU_ACTION_TEXT];
    capu_text notation = capu_text_on(action, sizeof action);
    capu_text text = capu_text_on(buffer, sizeof buffer);
    capu_move move = r->match.moves[index];

    bool hidden = r->view && (int)move.seat != r->seat && capu_is_secret(&r->state, move.action);

    capu_action_write(game, move.action, hidden, &notation);
    host_say_typed(&text, game, action);
    printf("%4d  seat %c: %s\n", index + 1, host_seat_letter((int)move.seat), buffer);
}

/* Whose hand is drawn: without --view that of whoever decides. */
static int eyes(const reader *r) {
    if (r->view)
        return r->seat;
    return capu_actors(&r->state) ? capu_first_actor(&r->state) : 0;
}

static void draw(const reader *r, const capu_state *shown) {
    static const char *const names[CAPU_MAX_PLAYERS] = {"", "", "", "", "", ""};
    const tui_seeing seeing = {
        .view = shown,
        .seat = eyes(r),
        .telling = {.language = host_language_of_environment(),
                    .game = r->match.record.game,
                    .names = names,
                    .players = r->match.record.players},
    };

    tui_print_board(r->screen.lines, &seeing);
}

static void print_position(const reader *r) {
    static char buffer[16384];
    capu_text text = capu_text_on(buffer, sizeof buffer);
    capu_state shown;

    if (r->view)
        capu_view(&r->state, r->seat, &shown);
    else
        capu_copy(&shown, &r->state);
    if (r->json) {
        capu_state_json(&shown, &text);
        puts(buffer);
    } else {
        draw(r, &shown);
    }
}

static void print_result(const reader *r) {
    char buffer[512];
    capu_text text = capu_text_on(buffer, sizeof buffer);

    capu_result_json(&r->match.state, true, &text);
    if (text.length)
        printf("result: {%s}\n", buffer);
    else
        puts("the game is not over");
}

/* ------------------------------------------------------------- step by step */

static void show_step(const reader *r) {
    putchar('\n');
    if (r->at > 0)
        print_action(r, r->at - 1);
    print_position(r);
    if (r->at == r->match.record.count)
        print_result(r);
}

/* Obeys one line; false to leave. */
static bool obey(reader *r, const char *line) {
    if (line[0] == 'q')
        return false;
    if (line[0] == '?') {
        puts("Enter or n: next action   p: previous   NUMBER: after that many actions\n"
             "e: end   q: leave");
        return true;
    }
    if (line[0] >= '0' && line[0] <= '9')
        go_to(r, atoi(line));
    else if (line[0] == 'p')
        go_to(r, r->at - 1);
    else if (line[0] == 'e')
        go_to(r, r->match.record.count);
    else
        go_to(r, r->at + 1);
    show_step(r);
    return true;
}

static void step_through(reader *r) {
    char *line = NULL;
    size_t size = 0;

    show_step(r);
    do {
        printf("[%d of %d; Enter next, p previous, ? help] ", r->at, r->match.record.count);
        fflush(stdout);
    } while (getline(&line, &size, stdin) >= 0 && obey(r, line));
    free(line);
}

static void print_all(reader *r) {
    for (int i = 0; i < r->match.record.count; i++)
        print_action(r, i);
    go_to(r, r->match.record.count);
    print_position(r);
    print_result(r);
}

/* ------------------------------------------------------------------- begin */

static bool read_seat(const cli_command *self, reader *r, const char *text) {
    long seat = CAPU_SPECTATOR;

    if (!text)
        return true;
    r->view = true;
    if (strcmp(text, "spectator") != 0 &&
        !cli_arg_seat(self, "--view, if not spectator,", text, r->match.record.players, &seat))
        return false;
    r->seat = (int)seat;
    return true;
}

static int show(const cli_command *self, reader *r, const char *at_text) {
    long at = 0;

    if (at_text) {
        if (!cli_arg_number(self, "--at", at_text, 0, r->match.record.count, &at))
            return BAD_USAGE;
        go_to(r, (int)at);
        print_position(r);
        return DONE;
    }
    go_to(r, r->json ? r->match.record.count : 0);
    if (r->json)
        print_position(r);
    else if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        step_through(r);
    else
        print_all(r);
    return DONE;
}

static const char *const sealed[] = {
    [HOST_NO_SEAL] = "",
    [HOST_GOOD_SEAL] = "; the deal agrees with its seal",
    [HOST_WHOLE_SEAL] = "; the deal and the order of the seats agree with their seal",
    [HOST_BROKEN_SEAL] = "", /* not loaded at all */
};

static int run(const cli_command *self, int argc, char **argv) {
    reader r = {.seat = CAPU_SPECTATOR};
    const char *path = NULL, *at = NULL, *view = NULL;
    char reason[512];
    capu_text why = capu_text_on(reason, sizeof reason);
    bool verify = false, plain = false;
    const cli_arg args[] = {
        {"--at", NULL, &at},       {"--view", NULL, &view},   {"--verify", &verify, NULL},
        {"--json", &r.json, NULL}, {"--plain", &plain, NULL}, {0},
    };
    int status = cli_args(self, argc, argv, args, &path, 1);

    if (status >= 0)
        return status;
    if (!path || !*path)
        return cli_usage(self, "which record? Name a file, or - for standard input");
    if (host_match_open(&r.match, path, &why))
        return cli_fail(self, "%s", reason);
    tui_lines_open(&r.screen, plain, plain);
    if (!read_seat(self, &r, view)) {
        status = BAD_USAGE;
    } else if (verify) {
        printf("%s: %d actions replay%s%s\n", path, r.match.record.count,
               capu_actors(&r.match.state) ? "; the game is not over" : " to the recorded end",
               sealed[r.match.seal]);
        status = DONE;
    } else {
        status = show(self, &r, at);
    }
    host_match_free(&r.match);
    return status;
}

const cli_command cli_cmd_replay = {
    .name = "replay",
    .about = "step through a record, show any position or view, check it",
    .help = "replay FILE [OPTIONS]\n"
            "\n"
            "Steps through a record (- is standard input). On a terminal, Enter goes to the next\n"
            "action. Elsewhere it prints all actions, the last position and the result. A record\n"
            "is refused with exit status 1 if it does not replay, if its result is wrong, or if\n"
            "its seal does not agree with its deal or its order of seats.\n"
            "\n"
            "  --at N       print the position after N actions and end\n"
            "  --view SEAT  show only what that seat may know, or spectator; without it, the hand\n"
            "               of whoever decides is drawn, and --json has everything\n"
            "  --verify     only check the record, and say whether its seal proves the deal\n"
            "  --json       positions as JSON (without --at: the last one)\n"
            "  --plain      ASCII only\n",
    .run = run,
};
