/* Keys at the table: see table.h. */
#include "tui/table/table.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tui/screen/menu.h"

enum {
    IDLE_MS = -1,
    WATCH_MS = 400, /* a bot's action is seen so long by anyone who only watches */
    REVIEW_MS = 100 /* until the next look at how far it is */
};

/* ------------------------------------------------------------------ messages */

__attribute__((format(printf, 3, 4))) static void tell(tui_sitting *s, bool bad, const char *format,
                                                       ...) {
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(s->message, sizeof s->message, format, arguments);
    va_end(arguments);
    s->message_bad = bad;
}

static void tell_reason(tui_sitting *s, const char *reason) {
    capu_text text = capu_text_on(s->message, sizeof s->message);

    host_say(&text, s->party->language, "terminal.cannot", "why", reason, NULL);
    s->message_bad = true;
}

/* -------------------------------------------------------------------- acting */

static void back_to_choosing(tui_sitting *s) {
    s->mode = MODE_CHOOSE;
    *s->typed = '\0';
    tui_choices_narrow(&s->choices, "");
}

static void perform(tui_sitting *s, capu_action action) {
    char reason[200] = "";
    capu_text why = capu_text_on(reason, sizeof reason);
    int before = (int)json_array_size(s->party->story);

    if (!s->party->kind->act(s->party, action, &why)) {
        tell(s, true, "%s", reason);
        return;
    }
    s->fresh = before;
    back_to_choosing(s);
}

static bool is_number(const char *text) {
    return *text && strspn(text, "0123456789") == strlen(text);
}

static void perform_number(tui_sitting *s, long number) {
    if (number >= 1 && number <= s->choices.count)
        perform(s, s->choices.all[number - 1].action);
    else
        tell(s, true, "1 … %d", s->choices.count);
}

/* What is typed is a number, an action, or enough of one. */
static void perform_typed(tui_sitting *s) {
    const tui_choice *current = tui_choices_current(&s->choices);
    char notation[CAPU_ACTION_TEXT];
    capu_action action;
    size_t length = strlen(s->typed);

    while (length && s->typed[length - 1] == ' ')
        s->typed[--length] = '\0';
    if (length == 0 && !s->walked)
        back_to_choosing(s);
    else if (is_number(s->typed))
        perform_number(s, strtol(s->typed, NULL, 10));
    else if (current && (s->walked || strcasecmp(current->text, s->typed) == 0))
        perform(s, current->action);
    else if (host_read_typed(s->party->game, s->typed, notation) &&
             capu_action_read(s->party->game, notation, &action))
        perform(s, action); /* or the reason why not */
    else if (s->choices.shown_count == 1)
        perform(s, current->action);
    else if (current)
        tell(s, true, "%s", TERM(s->party, "several"));
    else
        tell(s, true, "%s", TERM(s->party, "unknown"));
}

/* ------------------------------------------------------------------ commands */

static void take_back(tui_sitting *s, bool insist) {
    char reason[200] = "";
    capu_text why = capu_text_on(reason, sizeof reason);

    tui_reviewer_end(&s->reviewer);
    s->mode = MODE_CHOOSE;
    switch (s->party->kind->undo(s->party, insist, &why)) {
    case UNDO_DONE:
        s->was_over = false;
        break;
    case UNDO_NOTHING:
        tell(s, true, "%s", TERM(s->party, "nothing"));
        break;
    case UNDO_ASKS:
        s->mode = MODE_UNDO;
        tell(s, true, "%s", TERM(s->party, "undo.ask"));
        break;
    case UNDO_FAILED:
        tell_reason(s, reason);
        break;
    }
}

static void save_copy(tui_sitting *s) {
    capu_text text = capu_text_on(s->message, sizeof s->message);

    if (!*s->typed) {
        back_to_choosing(s);
        return;
    }
    s->message_bad = !tui_party_copy(s->party, s->typed, &text);
    if (!s->message_bad)
        back_to_choosing(s);
}

static void ask_advice(tui_sitting *s) {
    const char *refusal = tui_adviser_refusal(s->party, s->choices.count);

    if (refusal)
        tell(s, true, "%s", refusal);
    else if (!s->adviser.memory)
        tui_adviser_begin(&s->adviser, &s->party->view, s->party->seat);
}

static void begin_typing(tui_sitting *s, tui_mode mode, const char *typed) {
    s->mode = mode;
    s->walked = false;
    snprintf(s->typed, sizeof s->typed, "%s", typed);
}

static void begin_saving(tui_sitting *s) {
    char name[64];

    snprintf(name, sizeof name, "%s.json", capu_info(s->party->game)->name);
    begin_typing(s, MODE_SAVE, name);
}

bool tui_table_can_review(const tui_sitting *s) {
    return s->was_over && s->party->kind->match && s->party->kind->match(s->party);
}

/* A command; false: the key is none. */
static bool command(tui_sitting *s, int key) {
    switch (key) {
    case '?':
        tui_table_help(s);
        return true;
    case 'h':
        ask_advice(s);
        return true;
    case 'u':
        take_back(s, false);
        return true;
    case 'r':
        tui_table_rules(s);
        return true;
    case 's':
        begin_saving(s);
        return true;
    case 'l':
        tui_table_log(s);
        return true;
    case 'v':
        if (tui_table_can_review(s) && !s->reviewer.begun)
            tui_reviewer_begin(&s->reviewer, s->party->kind->match(s->party));
        return tui_table_can_review(s);
    case 'c':
        if (s->party->kind->say)
            begin_typing(s, MODE_CHAT, "");
        return true;
    default:
        return false;
    }
}

/* --------------------------------------------------------------------- mouse */

static uint8_t spot_at(const tui_sitting *s) {
    const tui_canvas *canvas = &s->screen->canvas;
    int row = s->screen->row, column = s->screen->column;

    if (row < 0 || column < 0 || row >= canvas->rows || column >= canvas->columns)
        return 0;
    return canvas->cells[row * canvas->columns + column].spot;
}

/* The next choice that has to do with what was clicked on the board. */
static void choose_spot(tui_sitting *s, int spot) {
    const tui_board *board = tui_board_of(s->party->game);
    int count = s->choices.shown_count;

    for (int i = 1; i <= count; i++) {
        int at = (s->choices.cursor + i) % count;
        if (board->touches(s->choices.all[s->choices.shown[at]].action, spot)) {
            s->choices.cursor = at;
            s->walked = true;
            return;
        }
    }
}

/* The choice under the mouse, or -1. */
static int choice_at(const tui_sitting *s) {
    int row = s->screen->row - s->list.top, column = s->screen->column - s->list.left;

    if (!s->list.canvas || row < 0 || column < 0 || row >= s->list.rows ||
        column >= s->list.columns)
        return -1;
    int index = s->first + column / s->entry_width * s->per_column + row;
    return index < s->choices.shown_count ? index : -1;
}

static void click(tui_sitting *s, bool twice) {
    int index = choice_at(s);

    if (index < 0) {
        if (spot_at(s))
            choose_spot(s, spot_at(s));
        return;
    }
    bool again = index == s->choices.cursor;
    s->choices.cursor = index;
    s->walked = true;
    if (again || twice)
        perform(s, tui_choices_current(&s->choices)->action);
}

/* ------------------------------------------------------------- keys by mode */

/* Walks through the choices; false: the key does not. */
static bool walk(tui_sitting *s, int key) {
    bool columns = s->list.canvas && s->entry_width && s->list.columns / s->entry_width > 1;

    switch (key) {
    case KEY_IS_UP:
    case KEY_IS_WHEEL_UP:
        tui_choices_move(&s->choices, -1);
        break;
    case KEY_IS_DOWN:
    case KEY_IS_WHEEL_DOWN:
        tui_choices_move(&s->choices, 1);
        break;
    case KEY_IS_LEFT:
        columns ? tui_choices_move(&s->choices, -s->per_column) : tui_choices_jump(&s->choices, -1);
        break;
    case KEY_IS_RIGHT:
        columns ? tui_choices_move(&s->choices, s->per_column) : tui_choices_jump(&s->choices, 1);
        break;
    case KEY_IS_PAGE_UP:
        tui_choices_jump(&s->choices, -1);
        break;
    case KEY_IS_PAGE_DOWN:
        tui_choices_jump(&s->choices, 1);
        break;
    case KEY_IS_FIRST:
        tui_choices_move(&s->choices, -CAPU_MAX_ACTIONS);
        break;
    case KEY_IS_LAST:
        tui_choices_move(&s->choices, CAPU_MAX_ACTIONS);
        break;
    default:
        return false;
    }
    s->walked = true;
    return true;
}

static void narrow(tui_sitting *s) {
    s->walked = false;
    if (is_number(s->typed)) {
        tui_choices_narrow(&s->choices, "");
        s->choices.cursor = 0;
        tui_choices_move(&s->choices, atoi(s->typed) - 1);
    } else {
        tui_choices_narrow(&s->choices, s->typed);
    }
}

static void key_while_typing(tui_sitting *s, int key) {
    if (key == KEY_IS_ESCAPE) {
        back_to_choosing(s);
    } else if (key == KEY_IS_ENTER) {
        perform_typed(s);
    } else if (key == KEY_IS_TAB) {
        tui_choices_complete(&s->choices, s->typed, sizeof s->typed);
        narrow(s);
    } else if (key == KEY_IS_CLICK || key == KEY_IS_DOUBLE_CLICK) {
        click(s, key == KEY_IS_DOUBLE_CLICK);
    } else if (!walk(s, key) && tui_edit(s->typed, CAPU_ACTION_TEXT, key)) {
        narrow(s);
        if (!*s->typed && key == KEY_IS_ERASE)
            back_to_choosing(s);
    }
}

/* A line of talk, or the name of a file. */
static void key_while_writing(tui_sitting *s, int key) {
    if (key == KEY_IS_ESCAPE) {
        back_to_choosing(s);
    } else if (key != KEY_IS_ENTER) {
        tui_edit(s->typed, sizeof s->typed, key);
    } else if (s->mode == MODE_SAVE) {
        save_copy(s);
    } else {
        if (*s->typed)
            s->party->kind->say(s->party, s->typed);
        back_to_choosing(s);
    }
}

/* Questions that others or the server ask; false: the key is no answer. */
static bool answer(tui_sitting *s, int key) {
    tui_party *party = s->party;
    bool yes = strchr(TERM(party, "yes.keys"), key) && key < 128, no = key == 'n';

    if (party->asker >= 0 && party->asker != party->seat && party->kind->answer && (yes || no)) {
        party->kind->answer(party, yes);
        return true;
    }
    if (key == 'b' && party->seat >= 0 && party->away[party->seat] && party->kind->come_back) {
        party->kind->come_back(party);
        return true;
    }
    return false;
}

static void key_while_choosing(tui_sitting *s, int key) {
    const tui_choice *current = tui_choices_current(&s->choices);
    char typed[2] = {(char)key, '\0'};

    if (answer(s, key) || walk(s, key))
        return;
    if (key == KEY_IS_ENTER && current)
        perform(s, current->action);
    else if (key == KEY_IS_ENTER && s->was_over)
        tui_table_result(s);
    else if (key == KEY_IS_CLICK || key == KEY_IS_DOUBLE_CLICK)
        click(s, key == KEY_IS_DOUBLE_CLICK);
    else if (key == '/' || key == ':' || key == KEY_IS_TAB)
        begin_typing(s, MODE_TYPE, "");
    else if (key < 128 && !command(s, key) && isalnum(key)) {
        begin_typing(s, MODE_TYPE, typed);
        narrow(s);
    }
}

/* One key; false: the table is left. */
static bool obey(tui_sitting *s, int key) {
    if (key == KEY_IS_SIZE)
        return true;
    *s->message = '\0';
    if (s->mode == MODE_PAGE) {
        if (!tui_page_key(&s->page, key)) {
            s->mode = MODE_CHOOSE;
            *s->party->page = '\0';
        }
        return true;
    }
    if (s->mode == MODE_UNDO) {
        s->mode = MODE_CHOOSE;
        s->party->taking_back = key < 128 && strchr(TERM(s->party, "yes.keys"), key);
        if (s->party->taking_back)
            take_back(s, true);
        return true;
    }
    if (s->mode == MODE_TYPE)
        key_while_typing(s, key);
    else if (s->mode != MODE_CHOOSE)
        key_while_writing(s, key);
    else if (key == 'q')
        return false;
    else
        key_while_choosing(s, key);
    return true;
}

/* ----------------------------------------------------------------- the loop */

/* Whatever has changed: the choices are read again, and the end is told. */
static void notice_changes(tui_sitting *s) {
    tui_party *party = s->party;

    if (s->changes == party->changes)
        return;
    s->changes = party->changes;
    if (s->games != party->games)
        s->fresh = (int)json_array_size(party->story);
    s->games = party->games;
    if (*party->page)
        tui_table_page(s);
    bool waited = s->choices.count == 0;
    tui_choices_read(&s->choices, party);
    if (waited && s->choices.count && party->kind->say) /* others may take their time */
        tui_screen_ring();
    if (s->mode == MODE_TYPE)
        narrow(s);
    tui_adviser_end(&s->adviser);
    if (party->asker >= 0 && party->asker != party->seat)
        *s->message = '\0'; /* it would hide the question */
    if (*party->notice) {
        tell(s, true, "%s", party->notice);
        *party->notice = '\0';
    }
    if (party->barred) {
        party->barred = false;
        s->mode = MODE_UNDO;
        tell(s, true, "%s", TERM(party, "undo.ask"));
    }
    if (party->begun && !capu_actors(&party->view) && !s->was_over) {
        s->was_over = true;
        tui_screen_forget_keys(); /* they were for a game that goes on */
        tui_table_result(s);
    }
}

/* Says how far the review is, or shows it. */
static void go_on_reviewing(tui_sitting *s) {
    capu_text text = capu_text_on(s->message, sizeof s->message);
    char digits[16];
    int percent;

    if (tui_reviewer_ready(&s->reviewer, &percent)) {
        *s->message = '\0';
        tui_table_review(s);
        tui_reviewer_end(&s->reviewer);
        return;
    }
    snprintf(digits, sizeof digits, "%d", percent);
    host_say(&text, s->party->language, "terminal.review.progress", "percent", digits, NULL);
    s->message_bad = false;
    s->party->kind->run(s->party, REVIEW_MS); /* others may talk meanwhile */
}

/* A slice of whatever goes on; waits if nothing does. */
static void go_on(tui_sitting *s) {
    if (s->reviewer.begun) {
        go_on_reviewing(s);
        return;
    }
    if (!s->adviser.memory) {
        s->party->kind->run(s->party, IDLE_MS);
        return;
    }
    if (tui_adviser_run(&s->adviser)) {
        capu_advice advice[ADVISED];
        int count = tui_adviser_give(&s->adviser, advice);
        tui_adviser_end(&s->adviser);
        tui_table_advice(s, advice, count);
    }
}

tui_leaving tui_table_sit(tui_screen *screen, tui_party *party) {
    static tui_sitting sitting; /* too large for a stack; there is one table at a time */
    tui_sitting *s = &sitting;
    bool stays = true;
    int key = KEY_IS_NONE;

    if (screen->lines)
        return tui_lines_sit(screen, party);
    party->pause = WATCH_MS;
    *s = (tui_sitting){.screen = screen, .party = party, .changes = -1};
    s->fresh = (int)json_array_size(party->story);
    while (stays && key != KEY_IS_GONE) {
        notice_changes(s);
        tui_table_draw(s);
        if ((key = tui_screen_key(screen)) == KEY_IS_NONE)
            go_on(s);
        else if (key != KEY_IS_GONE)
            stays = obey(s, key);
    }
    tui_adviser_end(&s->adviser);
    tui_reviewer_end(&s->reviewer);
    tui_choices_free(&s->choices);
    tui_page_free(&s->page);
    return key == KEY_IS_GONE ? LEAVE_PROGRAM : LEAVE_TABLE;
}
