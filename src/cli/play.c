/* capucine play: a game in the terminal, full-screen or line by line. */
#include <ctype.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/hint.h"
#include "host/think.h"
#include "tui/client.h"
#include "tui/draw.h"

enum { WATCH = CAPU_SPECTATOR, LIST_WIDTH = 96, FEW = 120, HINT_MS = 500 };

typedef struct table {
    const capu_command *self;
    capu_match match;
    const capu_bot *bots[CAPU_MAX_PLAYERS];
    capu_random random;
    int seat;     /* the person's, or WATCH */
    void *memory; /* for bots that think */
    const char *path;
    capu_style style;
    bool quit;
} table;

/* ------------------------------------------------------------------- record */

static void save(const table *t) {
    char reason[256];
    capu_text why = capu_text_on(reason, sizeof reason), text = {0};

    if (!t->path)
        return;
    capu_match_write(&t->match, &text);
    capu_text_reserve(&text, 1);
    capu_text_char(&text, '\n');
    if (!capu_write_file(t->path, text.at, text.length, &why))
        fprintf(stderr, "capucine play: the game is not saved: %s\n", reason);
    free(text.at);
}

static int resume(table *t, const char *path) {
    char reason[512];
    capu_text why = capu_text_on(reason, sizeof reason);

    if (capu_match_open(&t->match, path, &why))
        return capu_fail(t->self, "%s", reason);
    return -1;
}

/* ------------------------------------------------------------------ showing */

static void show_board(const table *t) {
    capu_state view;

    capu_view(&t->match.state, t->seat, &view);
    putchar('\n');
    capu_draw(&view, t->seat, t->style, stdout);
}

static void action_text(const table *t, capu_action action, bool hidden,
                        char buffer[CAPU_ACTION_TEXT]) {
    capu_text text = capu_text_on(buffer, CAPU_ACTION_TEXT);

    capu_action_write(t->match.record.game, action, hidden, &text);
}

static int widest(const table *t, const capu_action *actions, int count) {
    char text[CAPU_ACTION_TEXT];
    int width = 0;

    for (int i = 0; i < count; i++) {
        action_text(t, actions[i], false, text);
        width = (int)strlen(text) > width ? (int)strlen(text) : width;
    }
    return width;
}

/* Numbered actions, in columns that read downwards. */
static void show_actions(const table *t, const capu_action *actions, int count) {
    char text[CAPU_ACTION_TEXT];
    int width = widest(t, actions, count);
    int columns = LIST_WIDTH / (width + 6) > 0 ? LIST_WIDTH / (width + 6) : 1;
    int rows = (count + columns - 1) / columns;

    for (int row = 0; row < rows; row++) {
        for (int i = row; i < count; i += rows) {
            action_text(t, actions[i], false, text);
            printf("%4d %-*s", i + 1, i + rows < count ? width + 1 : 0, text);
        }
        putchar('\n');
    }
}

static void show_help(const table *t) {
    printf("\nType the number of an action, or its text.\n"
           "  l  list the actions   b  show the board   u  take back your last action\n"
           "  h  a hint             ?  this help        q  leave%s\n\n%s\n",
           t->path ? " (the game is saved)" : "", capu_notation_help(t->match.record.game));
}

static void show_result(const table *t) {
    capu_result result;

    capu_get_result(&t->match.state, &result);
    puts("\nThe game is over.");
    /* who plays alone may be second, behind ROB */
    for (int place = 1; place <= t->match.record.players + 1; place++)
        for (int seat = 0; seat < t->match.record.players; seat++)
            if (result.places[seat] == place)
                printf("  %d. %s%d%s with %d\n", place, "seat ", seat,
                       seat == t->seat ? " (you)" : "", result.scores[seat]);
    char seed[CAPU_SEED_TEXT];
    capu_text text = capu_text_on(seed, sizeof seed);
    capu_seed_write(t->match.record.seed, &text);
    printf("The seed was %s.\n", seed);
}

/* ---------------------------------------------------------------- decisions */

static capu_action bot_choice(table *t, int seat, const capu_bot *bot) {
    capu_state view;

    capu_view(&t->match.state, seat, &view);
    return capu_think(bot, &view, seat, &t->random, t->memory, 0);
}

static void bot_turn(table *t, int seat) {
    char text[CAPU_ACTION_TEXT];
    capu_action action = bot_choice(t, seat, t->bots[seat]);

    action_text(t, action, true, text);
    capu_match_apply_legal(&t->match, (capu_move){(uint32_t)seat, action});
    printf("  seat %d (%s): %s\n", seat, t->bots[seat]->name, text);
}

/* Back to where the person last had a choice; where that is nowhere, everything stays. */
static void take_back(table *t) {
    int count = t->match.record.count;
    capu_match before = t->match;

    for (int i = count - 1; i >= 0; i--) {
        if ((int)t->match.moves[i].seat != t->seat)
            continue;
        capu_match_rewind(&t->match, i);
        if (capu_legal_count(&t->match.state, t->seat) > 1) {
            save(t);
            return;
        }
    }
    t->match = before;
    puts("There is nothing to take back.");
}

static void give_hint(table *t) {
    capu_state view;

    capu_view(&t->match.state, t->seat, &view);
    capu_print_hint(&view, t->seat, HINT_MS, stdout);
}

static bool do_action(table *t, capu_action action) {
    char reason[256];
    capu_text why = capu_text_on(reason, sizeof reason);

    if (capu_match_apply(&t->match, t->seat, action, &why)) {
        printf("That cannot be done: %s.\n", reason);
        return false;
    }
    save(t);
    return true;
}

static bool is_number(const char *line) {
    for (const char *at = line; *at; at++)
        if (!isdigit((unsigned char)*at))
            return false;
    return *line != '\0';
}

/* A line that is meant as an action; true if it was done. */
static bool try_action(table *t, const char *line, const capu_action *actions, int count) {
    capu_action action;

    if (is_number(line)) {
        long number = strtol(line, NULL, 10);
        if (number >= 1 && number <= count)
            return do_action(t, actions[number - 1]);
        printf("There are actions 1 to %d; l lists them.\n", count);
        return false;
    }
    if (capu_action_read(t->match.record.game, line, &action))
        return do_action(t, action);
    printf("'%s' is no action; ? explains them, l lists what you can do.\n", line);
    return false;
}

/* Takes white space off both ends and makes runs of it one space, and letters small. */
static void tidy(char *line) {
    char *to = line;

    for (char *from = line; *from; from++) {
        if (!isspace((unsigned char)*from))
            *to++ = (char)tolower((unsigned char)*from);
        else if (to > line && to[-1] != ' ')
            *to++ = ' ';
    }
    if (to > line && to[-1] == ' ')
        to--;
    *to = '\0';
}

/* One line of the person's; true when it is no longer this decision. */
static bool obey(table *t, const char *line, const capu_action *actions, int count) {
    if (strcmp(line, "") == 0)
        return false;
    if (strcmp(line, "?") == 0 || strcmp(line, "help") == 0)
        show_help(t);
    else if (strcmp(line, "l") == 0)
        show_actions(t, actions, count);
    else if (strcmp(line, "b") == 0)
        show_board(t);
    else if (strcmp(line, "h") == 0 || strcmp(line, "hint") == 0)
        give_hint(t);
    else if (strcmp(line, "q") == 0 || strcmp(line, "quit") == 0)
        t->quit = true;
    else if (strcmp(line, "u") == 0 || strcmp(line, "undo") == 0) {
        take_back(t);
        return true;
    } else
        return try_action(t, line, actions, count);
    return t->quit;
}

/* What cannot be otherwise is done without asking (ALL-4), visibly. */
static void forced_step(table *t, capu_action action) {
    char text[CAPU_ACTION_TEXT];

    action_text(t, action, false, text);
    printf("  you: %s (nothing else is possible)\n", text);
    do_action(t, action);
}

/* A long list would push the board off the screen: it is shown when asked for. */
static void offer(const table *t, const capu_action *actions, int count) {
    char first[CAPU_ACTION_TEXT], last[CAPU_ACTION_TEXT];

    if (count <= FEW) {
        show_actions(t, actions, count);
        return;
    }
    action_text(t, actions[0], false, first);
    action_text(t, actions[count - 1], false, last);
    printf("There are %d actions, from '%s' to '%s'. Type one; l lists them all.\n", count, first,
           last);
}

static void ask(table *t, const capu_action *actions, int count) {
    char *line = NULL;
    size_t size = 0;
    capu_state view;

    capu_view(&t->match.state, t->seat, &view);
    show_board(t);
    printf("\n%s\n", capu_question(&view, t->seat));
    offer(t, actions, count);
    do {
        fputs("> ", stdout);
        fflush(stdout);
        if (getline(&line, &size, stdin) < 0) {
            putchar('\n');
            t->quit = true;
            break;
        }
        tidy(line);
    } while (!obey(t, line, actions, count));
    free(line);
}

static void person_turn(table *t) {
    capu_action actions[CAPU_MAX_ACTIONS];
    int count = capu_legal(&t->match.state, t->seat, actions);

    if (count == 1)
        forced_step(t, actions[0]);
    else
        ask(t, actions, count);
}

static void play(table *t) {
    while (!t->quit && capu_actors(&t->match.state)) {
        int seat = capu_first_actor(&t->match.state);
        if (t->seat >= 0 && (capu_actors(&t->match.state) >> t->seat & 1))
            person_turn(t);
        else
            bot_turn(t, seat);
    }
    save(t);
    if (t->quit) {
        if (t->path)
            printf("The game is in %s; the same command goes on with it.\n", t->path);
        return;
    }
    show_board(t);
    show_result(t);
}

/* ------------------------------------------------------------------- begin */

static bool read_seat(table *t, const char *text) {
    long seat = 0;

    if (text && strcmp(text, "none") == 0)
        seat = WATCH;
    else if (!capu_arg_number(t->self, "--seat", text, 0, t->match.record.players - 1, &seat))
        return false;
    t->seat = (int)seat;
    return true;
}

static bool wants_plain(bool plain) {
    return plain || strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
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

static int begin(table *t, capu_setup *setup) {
    char reason[256];
    capu_text why = capu_text_on(reason, sizeof reason);
    int status = capu_setup_read(t->self, setup);

    if (status >= 0)
        return status;
    if (capu_match_new(&t->match, setup->game, &setup->options, setup->players, setup->seed, &why))
        return capu_usage(t->self, "%s", reason);
    return -1;
}

/* What the command line says. */
typedef struct wants {
    capu_setup setup;
    const char *bots, *seat, *path, *name, *language, *url;
    bool plain, ascii, go_on;
} wants;

/* ------------------------------------------------------------------ line mode */

static int play_lines(const capu_command *self, wants *w) {
    table t = {.self = self, .path = w->path};
    bool goes_on = t.path && access(t.path, F_OK) == 0;
    int status = goes_on ? resume(&t, t.path) : begin(&t, &w->setup);

    if (status < 0 && !read_seat(&t, w->seat))
        status = BAD_USAGE;
    if (status < 0)
        status =
            read_bots(self, w->bots ? w->bots : "greedy", t.match.record.players, t.seat, t.bots);
    if (status >= 0) {
        capu_match_free(&t.match);
        return status;
    }
    t.style.plain = wants_plain(w->plain);
    t.random = capu_random_from(capu_hash(&t.match.state));
    t.memory = capu_bots_memory(t.bots, t.match.record.players, 1);
    printf("%s, %d players. You are %s%c; ? is help.\n", capu_info(t.match.record.game)->title,
           t.match.record.players, t.seat < 0 ? "watchin" : "seat ",
           t.seat < 0 ? 'g' : (char)('0' + t.seat));
    play(&t);
    free(t.memory);
    capu_match_free(&t.match);
    return DONE;
}

/* ---------------------------------------------------------------- full screen */

static const char *own_name(const wants *w, int language) {
    const char *name = w->name ? w->name : getenv("USER");

    return name && *name ? name : capu_wording(language, "terminal.me");
}

/* A game that the command line describes. */
static int read_local(const capu_command *self, wants *w, capu_local_setup *local) {
    table t = {.self = self}; /* for the seat */
    int status = capu_setup_read(self, &w->setup);

    if (status >= 0)
        return status;
    t.match.record.players = w->setup.players;
    if (!read_seat(&t, w->seat))
        return BAD_USAGE;
    *local = (capu_local_setup){.game = w->setup.game,
                                .players = w->setup.players,
                                .seat = t.seat,
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

static int play_screen(const capu_command *self, wants *w) {
    char buffer[512] = "";
    capu_text last = capu_text_on(buffer, sizeof buffer);
    int language = w->language ? capu_language_named(w->language) : capu_language_of_environment();
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
    if (w.plain || !capu_screen_possible()) {
        if (w.url || w.go_on)
            return capu_usage(self, "%s needs a terminal that can be drawn on",
                              w.url ? "--connect" : "--continue");
        return play_lines(self, &w);
    }
    return play_screen(self, &w);
}

const capu_command capu_cmd_play = {
    .name = "play",
    .about = "play in the terminal, against bots or with others",
    .help =
        "play [GAME] [OPTIONS]\n"
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
        "  --plain             line by line, in ASCII, for scripts and screen readers; so it is\n"
        "                      also where there is no terminal to draw on\n",
    .run = run,
};
