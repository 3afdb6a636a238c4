/* Pages of text at the table: help, rules, hints, the result, the whole log. */
#include <stdio.h>
#include <string.h>

#include "tui/draw.h"
#include "tui/table.h"

static void open_page(capu_sitting *s, const char *title) {
    capu_page_free(&s->page);
    snprintf(s->page_title, sizeof s->page_title, "%s", title);
    s->mode = MODE_PAGE;
}

/* ----------------------------------------------------------------------- log */

/* What a seat did, in words or, where there are none, in notation. */
static void say_done(const capu_party *party, int seat, const char *action, capu_text *out) {
    const char *names[CAPU_MAX_PLAYERS];
    capu_telling telling = capu_party_telling(party, names);

    if (!capu_say_action(out, &telling, "did", seat, action))
        capu_say(out, party->language, "terminal.did", "who", names[seat], "action", action, NULL);
}

int capu_table_entry(const capu_party *party, size_t index, capu_text *out) {
    json_t *entry = json_array_get(party->history, index);
    const char *action = json_string_value(json_array_get(entry, 1));
    int seat = (int)json_integer_value(json_array_get(entry, 0));

    if (!action || seat < 0 || seat >= party->players)
        return 0;
    say_done(party, seat, action, out);
    return seat;
}

void capu_table_log(capu_sitting *s) {
    open_page(s, TERM(s->party, "log"));
    for (size_t i = 0; i < json_array_size(s->party->history); i++) {
        char buffer[512];
        capu_text text = capu_text_on(buffer, sizeof buffer);
        int seat = capu_table_entry(s->party, i, &text);
        capu_page_add(&s->page, capu_seat_ink(seat), buffer);
    }
    s->page.top = 1 << 20;
}

/* ---------------------------------------------------------------------- help */

void capu_table_help(capu_sitting *s) {
    char id[CAPU_ID], buffer[64];

    open_page(s, TERM(s->party, "help"));
    for (int i = 1;; i++) {
        snprintf(id, sizeof id, "terminal.help.%02d", i);
        const char *text = capu_wording_find(s->party->language, id);
        if (!text)
            break;
        capu_page_add(&s->page, INK_PLAIN, text);
    }
    snprintf(buffer, sizeof buffer, "%s", TERM(s->party, "notation"));
    capu_page_add(&s->page, INK_PLAIN, "");
    capu_page_add(&s->page, INK_BOLD, buffer);
    capu_page_add(&s->page, INK_QUIET, capu_notation_help(s->party->game));
}

/* --------------------------------------------------------------------- rules */

/* Whether an id is <game>.rule.<key>.title; the key then. */
static bool is_title(const char *id, const char *game, char key[CAPU_ID]) {
    char before[CAPU_ID];
    int length = snprintf(before, sizeof before, "%s.rule.", game);
    const char *end = strrchr(id, '.');

    if (strncmp(id, before, (size_t)length) != 0 || !end || strcmp(end, ".title") != 0)
        return false;
    snprintf(key, CAPU_ID, "%.*s", (int)(end - id - length), id + length);
    return true;
}

static bool is_about(const capu_sitting *s, const char *key) {
    const capu_choice *choice = capu_choices_current(&s->choices);
    const char *section =
        choice ? capu_section_of(capu_board_of(s->party->game), choice->text) : NULL;

    return section && strcmp(section, key) == 0;
}

static void add_section(capu_sitting *s, const char *game, const char *key) {
    char id[2 * CAPU_ID];

    snprintf(id, sizeof id, "%s.rule.%s.title", game, key);
    capu_page_add(&s->page, INK_ACCENT | INK_BOLD, capu_wording(s->party->language, id));
    snprintf(id, sizeof id, "%s.rule.%s.text", game, key);
    capu_page_add(&s->page, INK_PLAIN, capu_wording(s->party->language, id));
    capu_page_add(&s->page, INK_PLAIN, "");
}

void capu_table_rules(capu_sitting *s) {
    const char *game = capu_info(s->party->game)->name;
    char title[128], key[CAPU_ID];
    int about = -1;
    capu_area area = capu_whole(&s->screen->canvas);

    snprintf(title, sizeof title, "%s · %s", capu_info(s->party->game)->title,
             TERM(s->party, "rules"));
    open_page(s, title);
    for (int i = 0; i < capu_message_count; i++) {
        if (!is_title(capu_messages[capu_message_order[i]].id, game, key))
            continue;
        if (about < 0 && is_about(s, key))
            about = s->page.count;
        add_section(s, game, key);
    }
    if (s->page.count == 0)
        capu_page_add(&s->page, INK_PLAIN, capu_notation_help(s->party->game));
    s->page.top = about < 0 ? 0 : capu_page_row(&s->page, &area, about);
}

/* --------------------------------------------------------------------- hints */

static void write_action(const capu_party *party, capu_move move, char action[CAPU_ACTION_TEXT]) {
    capu_text notation = capu_text_on(action, CAPU_ACTION_TEXT);

    capu_action_write(party->game, move.action, (int)move.seat != party->seat, &notation);
}

static void add_scores(const capu_party *party, const capu_advice *a, char *buffer, size_t size) {
    size_t length = 0;

    for (int i = 0; i < party->players && length < size; i++)
        length += (size_t)snprintf(buffer + length, size - length, "%s%.1f", i ? " : " : "",
                                   (double)a->score[i]);
}

static void add_expected(capu_sitting *s, const capu_advice *a) {
    char line[256], win[16], error[16], scores[96];
    capu_text text = capu_text_on(line, sizeof line);

    snprintf(win, sizeof win, "%.0f", 100 * (double)a->win[s->party->seat]);
    snprintf(error, sizeof error, "%.1f", 100 * (double)a->error);
    add_scores(s->party, a, scores, sizeof scores);
    capu_text_add(&text, "   ");
    capu_say(&text, s->party->language, "terminal.hint.line", "win", win, "error", error, "scores",
             scores, NULL);
    capu_page_add(&s->page, INK_PLAIN, line);
}

static void add_reply(capu_sitting *s, const capu_advice *a) {
    char action[CAPU_ACTION_TEXT], words[256], line[512];
    capu_text reply = capu_text_on(words, sizeof words), text = capu_text_on(line, sizeof line);

    write_action(s->party, a->reply, action);
    say_done(s->party, (int)a->reply.seat, action, &reply);
    capu_text_add(&text, "   ");
    capu_say(&text, s->party->language, "terminal.hint.reply", "reply", words, NULL);
    capu_page_add(&s->page, INK_QUIET, line);
}

static void add_advice(capu_sitting *s, int number, const capu_advice *a) {
    const char *names[CAPU_MAX_PLAYERS];
    capu_telling telling = capu_party_telling(s->party, names);
    char action[CAPU_ACTION_TEXT], line[512];
    capu_text text = capu_text_on(line, sizeof line);
    int seat = s->party->seat;

    write_action(s->party, (capu_move){(uint32_t)seat, a->action}, action);
    capu_text_number(&text, number);
    capu_text_add(&text, ". ");
    if (!capu_say_action(&text, &telling, "do", seat, action))
        capu_text_add(&text, action);
    capu_page_add(&s->page, number == 1 ? INK_GOOD | INK_BOLD : INK_BOLD, line);
    add_expected(s, a);
    if (a->replied)
        add_reply(s, a);
}

void capu_table_advice(capu_sitting *s, const capu_advice *advice, int count) {
    open_page(s, TERM(s->party, "hint"));
    for (int i = 0; i < count; i++)
        add_advice(s, i + 1, &advice[i]);
    capu_page_add(&s->page, INK_QUIET, "");
    capu_page_add(&s->page, INK_QUIET, TERM(s->party, "hint.about"));
}

/* -------------------------------------------------------------------- result */

static void add_place(capu_sitting *s, const capu_result *result, int seat) {
    char line[256], place[8];
    capu_text text = capu_text_on(line, sizeof line);

    snprintf(place, sizeof place, "%d", result->places[seat]);
    capu_say_for(&text, s->party->language, "terminal.place", result->scores[seat], "place", place,
                 "who", s->party->names[seat], NULL);
    capu_page_add(&s->page, capu_seat_ink(seat) | (result->places[seat] == 1 ? INK_BOLD : 0), line);
}

void capu_table_result(capu_sitting *s) {
    capu_result result;

    if (!capu_get_result(&s->party->view, &result))
        return;
    open_page(s, TERM(s->party, "over"));
    /* who plays alone may be second, behind ROB */
    for (int place = 1; place <= s->party->players + 1; place++)
        for (int seat = 0; seat < s->party->players; seat++)
            if (result.places[seat] == place)
                add_place(s, &result, seat);
}
