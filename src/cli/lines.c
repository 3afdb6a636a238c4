/* Line mode: see lines.h. */
#include "cli/lines.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>

#include "cli/cli.h"
#include "cli/hint.h"
#include "host/think.h"
#include "tui/screen.h"
#include "tui/tell.h"

enum { WIDTH = 96, ROWS = 64, FEW = 60, HINT_MS = 500, LINE = 512 };

typedef struct table {
    capu_lines *lines;
    capu_match *match;
    int seat, language;
    char names[CAPU_MAX_PLAYERS][PARTY_NAME];
    const char *called[CAPU_MAX_PLAYERS];
    capu_telling telling;
    capu_random random;
    void *memory; /* for bots that think */
    bool quit;
} table;

/* ----------------------------------------------------------------- printing */

static void put_character(const table *t, uint32_t character) {
    bool stays = t->lines->signs || (t->lines->letters && iswalpha((wint_t)character));
    char bytes[MB_LEN_MAX];
    int length = stays ? wctomb(bytes, (wchar_t)character) : -1;

    if (length > 0)
        fwrite(bytes, 1, (size_t)length, stdout);
    else
        putchar(capu_ascii(character));
}

static void put(const table *t, const char *text) {
    while (*text)
        put_character(t, capu_read_character(&text));
}

static void put_line(const table *t, const char *text) {
    put(t, text);
    putchar('\n');
}

/* A text that is broken into lines. */
static void put_paragraphs(const table *t, const char *text) {
    for (const char *next; text; text = next) {
        char line[LINE];
        snprintf(line, sizeof line, "%.*s", capu_wrap(text, WIDTH, &next), text);
        put_line(t, line);
    }
}

static const char *term(const table *t, const char *id) {
    char whole[CAPU_ID];

    snprintf(whole, sizeof whole, "terminal.%s", id);
    return capu_wording(t->language, whole);
}

/* The text terminal.lines.<id> with one argument. */
static void tell(const table *t, const char *id, const char *name, const char *value) {
    char whole[CAPU_ID], buffer[LINE];
    capu_text text = capu_text_on(buffer, sizeof buffer);

    snprintf(whole, sizeof whole, "terminal.lines.%s", id);
    capu_say(&text, t->language, whole, name, value, NULL);
    put_line(t, buffer);
}

/* ------------------------------------------------------------------- record */

static void save(const table *t) {
    char reason[256], buffer[LINE];
    capu_text why = capu_text_on(reason, sizeof reason), text = {0};
    capu_text unsaved = capu_text_on(buffer, sizeof buffer);

    if (!t->lines->path)
        return;
    capu_match_write(t->match, &text);
    capu_text_reserve(&text, 1);
    capu_text_char(&text, '\n');
    if (!capu_write_file(t->lines->path, text.at, text.length, &why)) {
        capu_say(&unsaved, t->language, "terminal.unsaved", "why", reason, NULL);
        put_line(t, buffer);
    }
    free(text.at);
}

/* ------------------------------------------------------------------ showing */

static capu_seeing seeing_of(const table *t, capu_state *view) {
    capu_view(&t->match->state, t->seat, view);
    return (capu_seeing){.view = view, .seat = t->seat, .telling = t->telling};
}

static void put_row(const table *t, const capu_canvas *canvas, int row) {
    const capu_cell *cells = canvas->cells + (ptrdiff_t)row * canvas->columns;
    int end = canvas->columns;

    while (end > 0 && (cells[end - 1].character == ' ' || cells[end - 1].character == 0))
        end--;
    for (int i = 0; i < end; i++)
        if (cells[i].character)
            put_character(t, cells[i].character);
    putchar('\n');
}

/* The board of the full screen, with all the room that it wants. */
static void show_board(const table *t) {
    const capu_board *board = capu_board_of(t->telling.game);
    capu_canvas canvas = {0};
    capu_state view;
    capu_seeing seeing = seeing_of(t, &view);
    char buffer[LINE];
    capu_text moment = capu_text_on(buffer, sizeof buffer);

    putchar('\n');
    board->moment(&seeing, &moment);
    put_line(t, buffer);
    capu_canvas_clear(&canvas, ROWS, WIDTH);
    capu_area area = capu_whole(&canvas);
    int rows = board->draw(&area, &seeing, true);
    for (int row = 0; row < rows && row < ROWS; row++)
        put_row(t, &canvas, row);
    capu_canvas_free(&canvas);
}

static const char *notation_of(const table *t, capu_action action, bool hidden,
                               char buffer[CAPU_ACTION_TEXT]) {
    capu_text text = capu_text_on(buffer, CAPU_ACTION_TEXT);

    capu_action_write(t->telling.game, action, hidden, &text);
    return buffer;
}

static int widest(const table *t, const capu_action *actions, int count) {
    char text[CAPU_ACTION_TEXT];
    int width = 0;

    for (int i = 0; i < count; i++) {
        int length = (int)strlen(notation_of(t, actions[i], false, text));
        width = length > width ? length : width;
    }
    return width;
}

/* Numbered actions: what one may type, and what it means. */
static void show_actions(const table *t, const capu_action *actions, int count) {
    int width = widest(t, actions, count);

    for (int i = 0; i < count; i++) {
        char notation[CAPU_ACTION_TEXT], words[LINE];
        capu_text text = capu_text_on(words, sizeof words);
        notation_of(t, actions[i], false, notation);
        capu_tell_choice(&text, &t->telling, t->seat, notation);
        printf("%4d %-*s  ", i + 1, width, notation);
        put_line(t, words);
    }
}

static void show_help(const table *t) {
    putchar('\n');
    put_line(t, term(t, "lines.help"));
    putchar('\n');
    put_line(t, capu_notation_help(t->language, t->telling.game));
}

static void show_rules(const table *t) {
    const char *game = capu_info(t->telling.game)->name;
    char key[CAPU_ID], id[2 * CAPU_ID];

    for (int i = 0; i < capu_message_count; i++) {
        const char *title = capu_messages[capu_message_order[i]].id;
        if (!capu_is_rule(title, t->telling.game, key))
            continue;
        putchar('\n');
        put_line(t, capu_wording(t->language, title));
        snprintf(id, sizeof id, "%s.rule.%s.text", game, key);
        put_paragraphs(t, capu_wording(t->language, id));
    }
}

static void show_result(const table *t) {
    int players = t->telling.players;
    char buffer[LINE];
    capu_result result;
    capu_text text;

    capu_get_result(&t->match->state, &result);
    putchar('\n');
    put(t, term(t, "over"));
    puts(".");
    /* who plays alone may be second, behind ROB */
    for (int place = 1; place <= players + 1; place++)
        for (int seat = 0; seat < players; seat++)
            if (result.places[seat] == place) {
                text = capu_text_on(buffer, sizeof buffer);
                capu_tell_place(&text, &t->telling, &result, seat);
                fputs("  ", stdout);
                put_line(t, buffer);
            }
    text = capu_text_on(buffer, sizeof buffer);
    capu_seed_write(t->match->record.seed, &text);
    tell(t, "seed", "seed", buffer);
}

/* ---------------------------------------------------------------- decisions */

static void tell_done(const table *t, int seat, capu_action action, bool hidden, capu_text *out) {
    char notation[CAPU_ACTION_TEXT];

    capu_tell_done(out, &t->telling, seat, notation_of(t, action, hidden, notation));
}

static void bot_turn(table *t, int seat) {
    const capu_bot *bot = t->lines->bots[seat];
    char buffer[LINE];
    capu_text text = capu_text_on(buffer, sizeof buffer);
    capu_state view;

    capu_view(&t->match->state, seat, &view);
    capu_action action = capu_think(bot, &view, seat, &t->random, t->memory, 0);
    capu_match_apply_legal(t->match, (capu_move){(uint32_t)seat, action});
    tell_done(t, seat, action, true, &text);
    fputs("  ", stdout);
    put_line(t, buffer);
}

/* Back to where the person last had a choice; where that is nowhere, everything stays. */
static void take_back(table *t) {
    int count = t->match->record.count;
    capu_match before = *t->match;

    for (int i = count - 1; i >= 0; i--) {
        if ((int)t->match->moves[i].seat != t->seat)
            continue;
        capu_match_rewind(t->match, i);
        if (capu_legal_count(&t->match->state, t->seat) > 1) {
            save(t);
            return;
        }
    }
    *t->match = before;
    put_line(t, term(t, "nothing"));
}

static void show_hint(const table *t, int number, const capu_advice *advice) {
    char notation[CAPU_ACTION_TEXT], buffer[LINE];
    capu_text text = capu_text_on(buffer, sizeof buffer);

    notation_of(t, advice->action, false, notation);
    capu_tell_choice(&text, &t->telling, t->seat, notation);
    printf("  %d. %s  ", number, notation);
    put_line(t, buffer);
    text = capu_text_on(buffer, sizeof buffer);
    capu_text_add(&text, "     ");
    capu_tell_expected(&text, &t->telling, advice);
    if (advice->replied) {
        capu_text_add(&text, "\n     ");
        capu_tell_reply(&text, &t->telling, t->seat, advice);
    }
    put_line(t, buffer);
}

static void give_hints(const table *t) {
    capu_advice hints[CAPU_HINTS];
    capu_state view;

    capu_view(&t->match->state, t->seat, &view);
    int count = capu_find_hints(&view, t->seat, HINT_MS, hints);
    for (int i = 0; i < count; i++)
        show_hint(t, i + 1, &hints[i]);
    put_line(t, term(t, "hint.about"));
}

/* What cannot be done is answered with the reason. */
static bool do_action(table *t, capu_action action) {
    char buffer[LINE];
    capu_text text = capu_text_on(buffer, sizeof buffer);
    capu_refusal why;

    if (capu_explain(&t->match->state, t->seat, action, &why)) {
        capu_say_refusal(&text, t->language, t->telling.game, &why);
        put_line(t, buffer);
        return false;
    }
    capu_match_apply_legal(t->match, (capu_move){(uint32_t)t->seat, action});
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
    char most[16];
    capu_action action;

    if (is_number(line)) {
        long number = strtol(line, NULL, 10);
        if (number >= 1 && number <= count)
            return do_action(t, actions[number - 1]);
        snprintf(most, sizeof most, "%d", count);
        tell(t, "range", "most", most);
        return false;
    }
    if (capu_action_read(t->telling.game, line, &action))
        return do_action(t, action);
    tell(t, "unknown", "text", line);
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
    else if (strcmp(line, "r") == 0)
        show_rules(t);
    else if (strcmp(line, "h") == 0 || strcmp(line, "hint") == 0)
        give_hints(t);
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
    char buffer[LINE];
    capu_text text = capu_text_on(buffer, sizeof buffer);

    tell_done(t, t->seat, action, false, &text);
    fputs("  ", stdout);
    tell(t, "forced", "did", buffer);
    do_action(t, action);
}

/* A long list would push the board off the screen: it is shown when asked for. */
static void offer(const table *t, const capu_action *actions, int count) {
    char first[CAPU_ACTION_TEXT], last[CAPU_ACTION_TEXT], buffer[LINE];
    capu_text text = capu_text_on(buffer, sizeof buffer);

    if (count <= FEW) {
        show_actions(t, actions, count);
        return;
    }
    capu_say_for(&text, t->language, "terminal.lines.many", count, "first",
                 notation_of(t, actions[0], false, first), "last",
                 notation_of(t, actions[count - 1], false, last), NULL);
    put_line(t, buffer);
}

static void ask(table *t, const capu_action *actions, int count) {
    char *line = NULL, question[LINE];
    capu_text text = capu_text_on(question, sizeof question);
    size_t size = 0;
    capu_state view;
    capu_seeing seeing = seeing_of(t, &view);

    show_board(t);
    putchar('\n');
    capu_tell_question(&text, &seeing);
    put_line(t, question);
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
    int count = capu_legal(&t->match->state, t->seat, actions);

    if (count == 1)
        forced_step(t, actions[0]);
    else
        ask(t, actions, count);
}

static void play(table *t) {
    while (!t->quit && capu_actors(&t->match->state)) {
        int seat = capu_first_actor(&t->match->state);
        if (t->seat >= 0 && (capu_actors(&t->match->state) >> t->seat & 1))
            person_turn(t);
        else
            bot_turn(t, seat);
    }
    save(t);
    if (t->quit) {
        if (t->lines->path)
            tell(t, "kept", "file", t->lines->path);
        return;
    }
    show_board(t);
    show_result(t);
}

/* -------------------------------------------------------------------- begin */

static void name_seats(table *t) {
    for (int seat = 0; seat < t->match->record.players; seat++) {
        if (seat == t->seat)
            snprintf(t->names[seat], PARTY_NAME, "%s", t->lines->name);
        else
            capu_name_bot(t->names[seat], t->language, t->lines->bots[seat], seat);
        t->called[seat] = t->names[seat];
    }
}

static void greet(const table *t) {
    char buffer[LINE];
    capu_text text = capu_text_on(buffer, sizeof buffer);

    capu_say_for(&text, t->language, "terminal.lines.begin", t->telling.players, "game",
                 capu_info(t->telling.game)->title, NULL);
    put_line(t, buffer);
}

void capu_lines_play(capu_lines *lines) {
    const capu_record *record = &lines->match.record;
    table t = {
        .lines = lines, .match = &lines->match, .seat = lines->seat, .language = lines->language};

    name_seats(&t);
    t.telling = (capu_telling){.language = t.language,
                               .game = record->game,
                               .names = t.called,
                               .players = record->players};
    t.random = capu_random_from(capu_hash(&lines->match.state));
    t.memory = capu_bots_memory(lines->bots, record->players, 1);
    greet(&t);
    play(&t);
    free(t.memory);
}
