/* capucine review: which decisions of a game were good, which were not, and how much was luck. */
#include <stdlib.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/interrupt.h"
#include "host/review.h"
#include "host/words.h"

enum { MOST_ITERATIONS = 10000000, WORDS = 256 };

static const char *const kind_names[] = {
    [CAPU_INACCURACY] = "inaccuracy", [CAPU_MISTAKE] = "mistake", [CAPU_BLUNDER] = "blunder"};

/* An action as people type it, and what it does. */
static void print_action(const capu_record *record, int seat, capu_action action, bool hidden) {
    static const char *const names[CAPU_MAX_PLAYERS] = {"A", "B", "C", "D", "E", "F"};
    host_telling telling = {host_language_named("en"), record->game, names, record->players};
    char notation[CAPU_ACTION_TEXT], typed[CAPU_ACTION_TEXT], words[WORDS];
    capu_text text = capu_text_on(notation, sizeof notation);

    capu_action_write(record->game, action, hidden, &text);
    text = capu_text_on(typed, sizeof typed);
    host_say_typed(&text, record->game, notation);
    printf("%s", typed);
    text = capu_text_on(words, sizeof words);
    if (!hidden && host_say_action(&text, &telling, "do", seat, notation))
        printf(" (%s)", words);
}

static void print_line(const capu_record *record, int seat, const char *what, capu_action action,
                       bool replied, capu_move reply) {
    printf("        %-7s ", what);
    print_action(record, seat, action, false);
    if (replied) {
        printf("; then likely seat %c: ", host_seat_letter((int)reply.seat));
        print_action(record, (int)reply.seat, reply.action, true);
    }
    putchar('\n');
}

static void print_verdict(const capu_record *record, const capu_verdict *v) {
    printf("%5d  seat %c, %s: %.1f %% ± %.1f of a win", v->at + 1, host_seat_letter(v->seat),
           kind_names[v->kind], 100 * (double)v->loss, 100 * (double)v->error);
    printf(", %+.1f points\n", (double)v->points);
    print_line(record, v->seat, "played", v->played, v->replied, v->reply);
    print_line(record, v->seat, "better", v->best, v->best_replied, v->best_reply);
    for (int i = 0; i < v->equal_count; i++)
        print_line(record, v->seat, i ? "" : "or", v->equal[i], false, (capu_move){0});
    if (v->open)
        puts("        With all hands open, what was played would have been right.");
}

static int print_verdicts(const host_review *review) {
    int count = 0;

    for (int i = 0; i < review->record->count; i++) {
        if (!host_review_judges(review, i) || review->verdicts[i].kind < CAPU_INACCURACY)
            continue;
        if (count++ == 0)
            putchar('\n');
        print_verdict(review->record, &review->verdicts[i]);
    }
    return count;
}

static const char *level_of(const capu_seat_summary *s, char buffer[64]) {
    if (s->weaker && s->stronger)
        snprintf(buffer, 64, "between %s and %s", s->weaker, s->stronger);
    else if (s->weaker || s->stronger)
        snprintf(buffer, 64, "%s %s", s->weaker ? "above" : "below",
                 s->weaker ? s->weaker : s->stronger);
    else
        snprintf(buffer, 64, "-");
    return buffer;
}

static void print_seat(const capu_summary *summary, int seat) {
    const capu_seat_summary *s = &summary->seats[seat];
    char level[64];

    printf("  %c   %9d  ", host_seat_letter(seat), s->decisions);
    if (s->decisions)
        printf("%6.1f %%  %5.2f %%", (double)s->accuracy, 100 * (double)s->loss);
    else
        printf("%8s  %7s", "-", "-");
    printf("  %11d  %8d  %8d  %-27s", s->inaccuracies, s->mistakes, s->blunders,
           level_of(s, level));
    printf("  %+5.0f %% ± %2.0f", 100 * (double)s->luck, 100 * (double)s->luck_error);
    if (summary->over)
        printf("  %4.0f %%", 100 * (double)s->result);
    if (summary->over && s->certain)
        printf("  %10.0f %%", 100 * (double)s->without_luck);
    else if (summary->over)
        printf("  %12s", "uncertain");
    putchar('\n');
}

static void print_review(const host_review *review) {
    const capu_record *record = review->record;
    const capu_summary *summary = &review->summary;

    printf("%s, %d players, %d actions%s\n\n", capu_info(record->game)->title, record->players,
           record->count, summary->over ? "" : "; the game is not over");
    printf("seat  decisions  accuracy     loss  inaccuracies  mistakes  blunders  %-27s  %11s%s\n",
           "plays like", "luck", summary->over ? "  result  without luck" : "");
    for (int seat = 0; seat < summary->players; seat++)
        if (review->seat == HOST_ALL_SEATS || review->seat == seat)
            print_seat(summary, seat);
    if (print_verdicts(review) == 0)
        puts("\nNo inaccuracies, mistakes or blunders.");
}

static void print_json(const host_review *review) {
    capu_text text = {0};

    host_review_json(review, &text);
    puts(text.at);
    free(text.at);
}

/* Only for people who watch. */
static void show_progress(host_review *review) {
    double next = 0, done;

    while (isatty(STDERR_FILENO) && !host_review_ready(review, &done))
        if (cli_progress_due(&next))
            cli_progress("%.0f %% reviewed", 100 * done);
    cli_progress_end();
}

static int run(const cli_command *self, int argc, char **argv) {
    const char *path = NULL, *seat_text = NULL, *iterations_text = NULL, *threads_text = NULL;
    char reason[512];
    capu_text why = capu_text_on(reason, sizeof reason);
    long seat = HOST_ALL_SEATS, iterations = 0, threads = 0;
    bool json = false;
    host_match match;
    host_review review;
    const cli_arg args[] = {
        {"--seat", NULL, &seat_text},
        {"--iterations", NULL, &iterations_text},
        {"--threads", NULL, &threads_text},
        {"--json", &json, NULL},
        {0},
    };
    int status = cli_args(self, argc, argv, args, &path, 1);

    if (status >= 0)
        return status;
    if (!path || !*path)
        return cli_usage(self, "which record? Name a file, or - for standard input");
    if (!cli_arg_number(self, "--iterations", iterations_text, 1, MOST_ITERATIONS, &iterations) ||
        !cli_arg_number(self, "--threads", threads_text, 1, HOST_MOST_THREADS, &threads))
        return BAD_USAGE;
    if (host_match_open(&match, path, &why))
        return cli_fail(self, "%s", reason);
    if (!cli_arg_seat(self, "--seat", seat_text, match.record.players, &seat)) {
        host_match_free(&match);
        return BAD_USAGE;
    }
    capu_record record = host_match_record(&match);
    host_review_start(&review, &record, (int)seat, (int)iterations, (int)threads);
    show_progress(&review);
    host_review_finish(&review);
    if (json)
        print_json(&review);
    else
        print_review(&review);
    host_review_free(&review);
    host_match_free(&match);
    return DONE;
}

const cli_command cli_cmd_review = {
    .name = "review",
    .about = "say which decisions of a game were good, and how much was luck",
    .help =
        "review FILE [OPTIONS]\n"
        "\n"
        "Judges every decision of a record (- is standard input) from what its seat knew. Prints\n"
        "for each seat how well it played, which bots play like that, and how much luck it had.\n"
        "Then follow all inaccuracies, mistakes and blunders: what was played, what was better,\n"
        "and by how much. A loss is a share of a win, ± its standard error. The same record gives\n"
        "the same review on every machine. Of a game that is not over it reviews what there is.\n"
        "\n"
        "  --seat SEAT     only the decisions of that seat\n"
        "  --iterations N  how often to look ahead for a decision; each game has its own default\n"
        "  --threads N     by default as many as there are processors\n"
        "  --json          as one JSON object\n",
    .run = run,
};
