/* How the table looks.
 *
 *     ┌ title ────────────────────────────┐   wide terminals have the log on the right, from top
 *     │ board                             │   to bottom; narrow ones beside the choices
 *     │ what is asked                     │
 *     │ choices              │ log        │
 *     └ keys ─────────────────────────────┘ */
#include <stdio.h>
#include <string.h>

#include "host/think.h"
#include "tui/table/table.h"
#include "tui/table/tell.h"

enum {
    LEAST_ROWS = 12,
    LEAST_COLUMNS = 40,
    BOARD_COLUMNS = 80,
    LEAST_LOG = 30,
    MOST_LOG = 56,
    LEAST_BESIDE = 20, /* columns of a log beside the choices, if these are long */
    PAGE_NUMBER = 7,
    LEAST_LIST = 4, /* rows of choices below a board that is drawn tightly */
    ROOMY_LIST = 7, /* and below one that is not */
};

/* --------------------------------------------------------------------- board */

static tui_seeing seeing_of(const tui_sitting *s, const char *names[CAPU_MAX_PLAYERS]) {
    const tui_party *party = s->party;
    const tui_choice *choice = tui_choices_current(&s->choices);
    tui_seeing seeing = {.view = &party->view, .seat = party->seat};

    seeing.telling = tui_party_telling(party, names);
    seeing.away = party->away;
    seeing.gone = party->gone;
    seeing.chosen = choice != NULL;
    seeing.choice = choice ? choice->action : 0;
    return seeing;
}

/* Draws the board as roomy as it can be; returns its rows. */
static int draw_board(const tui_area *area, const tui_seeing *seeing, int most) {
    const tui_board *board = tui_board_of(seeing->telling.game);
    tui_area nothing = {area->canvas, 0, 0, 0, area->columns, 0};
    bool roomy = board->draw(&nothing, seeing, true) <= most - (ROOMY_LIST - LEAST_LIST);
    int rows = board->draw(&nothing, seeing, roomy);

    rows = rows > most ? most : rows;
    tui_area part = tui_part(area, 0, 0, rows, area->columns);
    board->draw(&part, seeing, roomy);
    return rows;
}

/* --------------------------------------------------------------- lines of words */

/* Days and hours, hours and minutes, or minutes and seconds. */
static int put_time(char *text, size_t size, double ms) {
    int seconds = ms > 0 ? (int)(ms / 1000) : 0, minutes = seconds / 60, hours = minutes / 60;

    if (hours >= 48)
        return snprintf(text, size, "%d d", hours / 24);
    if (hours)
        return snprintf(text, size, "%d:%02d h", hours, minutes % 60);
    return snprintf(text, size, "%d:%02d", minutes, seconds % 60);
}

/* Every seat's time on the right of the title. */
static void say_clocks(const tui_party *party, char *text, size_t size) {
    double now = host_clock_ms(HOST_WALL);
    size_t length = 0;

    for (int seat = 0; seat < party->players && length + 32 < size; seat++) {
        double gone = party->since[seat] > 0 ? now - party->since[seat] : 0;
        length += (size_t)snprintf(text + length, size - length, "%s%s ", seat ? "  " : "",
                                   tui_seat_shapes[seat]);
        length += (size_t)put_time(text + length, size - length, party->left[seat] - gone);
    }
}

static void draw_title(const tui_sitting *s, const tui_area *area, const tui_seeing *seeing) {
    const tui_party *party = s->party;
    char moment[160] = "", right[160] = "";
    capu_text text = capu_text_on(moment, sizeof moment);

    if (party->begun)
        tui_board_of(party->game)->moment(seeing, &text);
    tui_put_run(area, 0, 0, area->columns, INK_BAR, " ");
    int column = tui_put(area, 0, 1, INK_BAR | INK_BOLD, capu_info(party->game)->title);
    tui_putf(area, 0, column, INK_BAR, " · %s", moment);
    if (party->trouble)
        snprintf(right, sizeof right, "%s", host_wording(party->language, party->trouble));
    else if (party->clocked)
        say_clocks(party, right, sizeof right);
    else if (party->seat >= 0)
        snprintf(right, sizeof right, "%s %c %s", tui_seat_shapes[party->seat],
                 host_seat_letter(party->seat), party->names[party->seat]);
    else
        snprintf(right, sizeof right, "%s", TERM(party, "watching"));
    tui_put(area, 0, area->columns - tui_columns(right) - 1, INK_BAR | INK_BOLD, right);
}

/* Keys and what they do, as far as there is room. */
static void draw_keys(const tui_sitting *s, const tui_area *area, int row) {
    static const char *const choosing[] = {"key.choose", "key.do",   "key.type", "key.hint",
                                           "key.undo",   "key.help", "key.quit", "key.rules",
                                           "key.save",   "key.log",  "key.chat", NULL};
    static const char *const over[] = {"key.review", "key.log",  "key.undo", "key.save",
                                       "key.help",   "key.quit", "key.chat", NULL};
    static const char *const typing[] = {"key.complete", "key.do", "key.escape", NULL};
    static const char *const reading[] = {"key.scroll", "key.close", NULL};
    const char *const *keys = s->mode == MODE_PAGE      ? reading
                              : s->mode != MODE_CHOOSE  ? typing
                              : tui_table_can_review(s) ? over
                                                        : choosing;
    int column = 1;

    tui_put_run(area, row, 0, area->columns, INK_BAR, " ");
    for (; *keys; keys++) {
        char id[HOST_ID], buffer[KEY_TEXT];
        if (strcmp(*keys, "key.chat") == 0 && !s->party->kind->say)
            continue;
        snprintf(id, sizeof id, "terminal.%s", *keys);
        const char *text = tui_key_text(s->screen, s->party->language, id, buffer);
        int width = tui_columns(text), sign = width - tui_columns(text + strcspn(text, " "));
        if (column + width + 1 > area->columns)
            break;
        tui_put(area, row, column, INK_BAR, text);
        tui_mark(area, row, column, sign, INK_BOLD);
        column += width + 2;
    }
}

static void say_waiting(const tui_sitting *s, capu_text *out) {
    const tui_party *party = s->party;
    uint32_t actors = capu_actors(&party->view);
    char list[256] = "";
    size_t length = 0;

    for (int seat = 0; seat < party->players; seat++)
        if (actors >> seat & 1)
            length += (size_t)snprintf(list + length, sizeof list - length, "%s%s",
                                       length ? ", " : "", party->names[seat]);
    host_say(out, party->language, party->thinking >= 0 ? "terminal.thinks" : "terminal.waits",
             "who", party->thinking >= 0 ? party->names[party->thinking] : list, NULL);
}

static void say_prompt(const tui_sitting *s, const tui_seeing *seeing, capu_text *out) {
    const tui_party *party = s->party;

    if (!capu_actors(&party->view)) {
        capu_text_add(out, TERM(party, "over.keys"));
    } else if (*party->page) {
        capu_text_add(out, party->heading);
    } else if (party->sending) {
        capu_text_add(out, TERM(party, "sends"));
    } else if (party->asker >= 0 && party->asker != party->seat) {
        host_say(out, party->language, "terminal.asks", "who", party->names[party->asker], NULL);
    } else if (party->seat >= 0 && party->away[party->seat]) {
        capu_text_add(out, TERM(party, "away"));
    } else if (s->choices.count) {
        tui_tell_question(out, seeing);
    } else {
        say_waiting(s, out);
    }
}

static const char *input_label(const tui_sitting *s) {
    switch (s->mode) {
    case MODE_CHAT:
        return TERM(s->party, "say");
    case MODE_SAVE:
        return TERM(s->party, "save");
    default:
        return "";
    }
}

static bool types(const tui_sitting *s) {
    return s->mode == MODE_TYPE || s->mode == MODE_CHAT || s->mode == MODE_SAVE;
}

/* What is typed, with the rest of the choice at the cursor behind it; the column of the cursor. */
static int draw_input(const tui_sitting *s, const tui_area *area, int row) {
    const tui_choice *choice = tui_choices_current(&s->choices);
    int column = tui_put(area, row, 1, INK_ACCENT | INK_BOLD, input_label(s));
    size_t length = strlen(s->typed);

    column = tui_put(area, row, column, INK_ACCENT | INK_BOLD, s->mode == MODE_TYPE ? "> " : " > ");
    int room = area->columns - column - 2, over = tui_columns(s->typed) - room;
    const char *from = s->typed;
    while (over-- > 0)
        tui_read_character(&from);
    int end = tui_put(area, row, column, INK_PLAIN, from);
    if (s->mode == MODE_TYPE && choice && strncmp(choice->text, s->typed, length) == 0)
        tui_put(area, row, end, INK_QUIET, choice->text + length);
    return end;
}

static void draw_prompt(const tui_sitting *s, const tui_area *area, int row,
                        const tui_seeing *seeing) {
    static const char *const frames[] = {"|", "/", "-", "\\"};
    char buffer[512];
    capu_text text = capu_text_on(buffer, sizeof buffer);
    bool busy = s->party->thinking >= 0 || s->adviser.memory;
    int ink = s->choices.count ? INK_ACCENT | INK_BOLD : INK_QUIET;

    if (*s->message) {
        tui_put_cut(area, row, 1, area->columns - 2, s->message_bad ? INK_BAD : INK_GOOD,
                    s->message);
        return;
    }
    if (s->adviser.memory)
        capu_text_add(&text, TERM(s->party, "hint.thinks"));
    else
        say_prompt(s, seeing, &text);
    tui_put(area, row, 1, ink, busy ? frames[s->spin % 4] : s->choices.count ? "▸" : " ");
    tui_put_cut(area, row, 3, area->columns - 4 - (s->page_count > 1 ? PAGE_NUMBER : 0), ink,
                buffer);
}

/* ------------------------------------------------------------------- choices */

static int widest(const tui_choices *choices) {
    int width = 8;

    for (int i = 0; i < choices->shown_count; i++) {
        int columns = tui_columns(choices->all[choices->shown[i]].words);
        width = columns > width ? columns : width;
    }
    return width;
}

static void draw_choice(const tui_sitting *s, const tui_area *area, int row, int column, int width,
                        int index) {
    const tui_choices *choices = &s->choices;
    int number = choices->shown[index] + 1;
    bool here = index == choices->cursor;

    if (here)
        tui_put_run(area, row, column, width - 1, INK_ACCENT | INK_REVERSE, " ");
    tui_putf(area, row, column, here ? INK_ACCENT | INK_REVERSE : INK_QUIET, "%4d", number);
    tui_put_cut(area, row, column + 5, width - 6,
                here ? INK_ACCENT | INK_REVERSE | INK_BOLD : INK_PLAIN,
                choices->all[number - 1].words);
}

/* In columns that read downwards, page by page. */
static void draw_choices(tui_sitting *s, const tui_area *area) {
    const tui_choices *choices = &s->choices;
    int width = widest(choices) + 7;

    width = width > area->columns ? area->columns : width;
    int columns = width > 0 ? area->columns / width : 0, page = columns * area->rows;
    if (page <= 0)
        return;
    s->list = *area;
    s->per_column = area->rows;
    s->entry_width = width;
    s->first = choices->cursor / page * page;
    for (int i = s->first; i < choices->shown_count && i < s->first + page; i++)
        draw_choice(s, area, (i - s->first) % area->rows, (i - s->first) / area->rows * width,
                    width, i);
    s->page_number = choices->cursor / page + 1;
    s->page_count = (choices->shown_count + page - 1) / page;
}

/* ----------------------------------------------------------------------- log */

/* Draws a text upwards from a row: its last line there; returns the row above it. */
static int draw_upwards(const tui_area *area, int row, int ink, const char *sign, int sign_ink,
                        const char *text) {
    const char *at = text, *next;
    int lines = 0, width = area->columns - 3;

    if (width < 8)
        return -1;
    do {
        tui_wrap(at, width, &next);
        lines++;
    } while ((at = next));
    int top = row - lines + 1;
    at = text;
    for (int i = 0; i < lines; i++, at = next) {
        char line[512];
        int length = tui_wrap(at, width, &next);
        snprintf(line, sizeof line, "%.*s", length, at);
        tui_put(area, top + i, 2, ink, line);
    }
    tui_put(area, top, 0, sign_ink, sign);
    return top - 1;
}

static int draw_entry(const tui_sitting *s, const tui_area *area, int row, int index) {
    char buffer[512];
    capu_text text = capu_text_on(buffer, sizeof buffer);
    int seat = tui_table_entry(s->party, (size_t)index, &text);

    int ink = index >= s->fresh ? INK_PLAIN : INK_QUIET;

    if (seat == TELLS_NOTHING)
        return row;
    if (seat == TELLS_EVENT)
        return draw_upwards(area, row, ink, "·", INK_QUIET, buffer);
    return draw_upwards(area, row, ink, tui_seat_shapes[seat], tui_seat_ink(seat), buffer);
}

static int draw_remark(const tui_area *area, int row, const tui_remark *remark) {
    char buffer[640];

    snprintf(buffer, sizeof buffer, "%s: %s", remark->name, remark->text);
    return draw_upwards(area, row, INK_ACCENT, "“", INK_ACCENT, buffer);
}

static void draw_log(const tui_sitting *s, const tui_area *area) {
    const tui_party *party = s->party;
    int entry = (int)json_array_size(party->story) - 1, remark = party->remark_count - 1;

    for (int row = area->rows - 1; row >= 0 && (entry >= 0 || remark >= 0);) {
        if (remark >= 0 && party->remarks[remark].after > entry)
            row = draw_remark(area, row, &party->remarks[remark--]);
        else
            row = draw_entry(s, area, row, entry--);
    }
}

static void draw_border(const tui_area *area, int column, int top, int rows) {
    for (int row = top; row < top + rows; row++)
        tui_put(area, row, column, INK_QUIET, "│");
}

/* ------------------------------------------------------------------ the whole */

/* A table that waits for people. */
static void draw_before(const tui_sitting *s, const tui_area *area) {
    const tui_party *party = s->party;
    int row = 3;

    tui_put(area, 2, 3, INK_BOLD, TERM(party, "before"));
    for (int seat = 0; seat < party->players; seat++, row++) {
        tui_putf(area, row, 5, tui_seat_ink(seat), "%s %c", tui_seat_shapes[seat],
                 host_seat_letter(seat));
        tui_put(area, row, 10, INK_PLAIN,
                *party->names[seat] ? party->names[seat] : TERM(party, "free"));
    }
    if (*party->link) {
        tui_put(area, row + 1, 3, INK_QUIET, TERM(party, "link"));
        tui_put(area, row + 2, 5, INK_ACCENT, party->link);
    }
    tui_area log = tui_part(area, row + 4, 3, area->rows - row - 6, area->columns - 6);
    draw_log(s, &log);
}

/* Behind the prompt, if the choices take more than one page. */
static void draw_page_number(const tui_sitting *s, const tui_area *area, int row) {
    char text[32];

    snprintf(text, sizeof text, " %d/%d ", s->page_number, s->page_count);
    if (s->page_count > 1)
        tui_put(area, row, area->columns - tui_columns(text), INK_QUIET, text);
}

static void draw_lower(tui_sitting *s, const tui_area *area, bool with_log) {
    int log = with_log ? area->columns * 2 / 5 : 0, left = area->columns - widest(&s->choices) - 7;

    if (log > left) /* what can be done should be readable as a whole */
        log = left < LEAST_BESIDE ? LEAST_BESIDE : left;
    tui_area list = tui_part(area, 0, 0, area->rows, area->columns - log);
    draw_choices(s, &list);
    if (!with_log)
        return;
    draw_border(area, area->columns - log, 0, area->rows);
    tui_area side = tui_part(area, 0, area->columns - log + 2, area->rows, log - 2);
    draw_log(s, &side);
}

static void draw_playing(tui_sitting *s, const tui_area *area, const tui_seeing *seeing,
                         int *cursor_row, int *cursor_column) {
    int spare = area->columns - BOARD_COLUMNS;
    int side = spare < LEAST_LOG ? 0 : spare > MOST_LOG ? MOST_LOG : spare;
    int width = area->columns - side, rows = area->rows;
    tui_area board = tui_part(area, 1, 0, rows - 2, width);
    int used = draw_board(&board, seeing, rows - 3 - LEAST_LIST), prompt = 1 + used;
    tui_area words = tui_part(area, 0, 0, rows, width);

    int top = prompt + 1 + (types(s) && *s->message);
    tui_area lower = tui_part(area, top, 0, rows - top - 1, width);
    draw_lower(s, &lower, side == 0);
    if (types(s)) {
        *cursor_row = prompt;
        *cursor_column = draw_input(s, &words, prompt);
        if (*s->message)
            draw_prompt(s, &words, prompt + 1, seeing);
    } else {
        draw_prompt(s, &words, prompt, seeing);
    }
    draw_page_number(s, &words, prompt);
    if (side == 0)
        return;
    draw_border(area, width, 1, rows - 2);
    tui_area log = tui_part(area, 1, width + 2, rows - 2, side - 3);
    draw_log(s, &log);
}

void tui_table_draw(tui_sitting *s) {
    const char *names[CAPU_MAX_PLAYERS];
    tui_area area = tui_screen_begin(s->screen);
    tui_seeing seeing = seeing_of(s, names);
    int row = -1, column = 0;

    s->spin++;
    s->list = (tui_area){0};
    s->page_count = 0;
    if (area.rows < LEAST_ROWS || area.columns < LEAST_COLUMNS) {
        tui_put(&area, 0, 0, INK_PLAIN, TERM(s->party, "small"));
        tui_screen_show(s->screen, -1, 0);
        return;
    }
    draw_title(s, &area, &seeing);
    if (s->party->begun)
        draw_playing(s, &area, &seeing, &row, &column);
    else
        draw_before(s, &area);
    draw_keys(s, &area, area.rows - 1);
    if (!s->party->begun && types(s)) {
        row = area.rows - 2;
        column = draw_input(s, &area, row);
    }
    if (s->mode == MODE_PAGE)
        tui_page_draw(&area, &s->page, s->page_title, TERM(s->party, "key.close"));
    tui_screen_show(s->screen, row, column);
}
