/* Pages of text at the table: help, rules, hints, the result, the whole log. */
#include <stdio.h>
#include <string.h>

#include "tui/table/table.h"
#include "tui/table/tell.h"

static void open_page(tui_sitting *s, const char *title) {
    tui_page_free(&s->page);
    snprintf(s->page_title, sizeof s->page_title, "%s", title);
    s->mode = MODE_PAGE;
}

/* ----------------------------------------------------------------------- log */

int tui_table_entry(const tui_party *party, size_t index, capu_text *out) {
    const char *names[CAPU_MAX_PLAYERS];
    host_telling telling = tui_party_telling(party, names);
    json_t *entry = json_array_get(party->story, index);
    const char *action = json_string_value(json_array_get(entry, 1));
    int seat = (int)json_integer_value(json_array_get(entry, 0));

    if (json_is_object(entry))
        return tui_tell_line(out, &telling, "event", entry) ? TELLS_EVENT : TELLS_NOTHING;
    if (!action || seat < 0 || seat >= party->players || tui_is_silent(party->game, action))
        return TELLS_NOTHING;
    tui_tell_done(out, &telling, seat, action);
    return seat;
}

void tui_table_log(tui_sitting *s) {
    open_page(s, TERM(s->party, "log"));
    for (size_t i = 0; i < json_array_size(s->party->story); i++) {
        char buffer[512];
        capu_text text = capu_text_on(buffer, sizeof buffer);
        int seat = tui_table_entry(s->party, i, &text);
        if (seat != TELLS_NOTHING)
            tui_page_add(&s->page, seat == TELLS_EVENT ? INK_PLAIN : tui_seat_ink(seat), buffer);
    }
    s->page.top = 1 << 20;
}

void tui_table_page(tui_sitting *s) {
    char line[512];

    open_page(s, s->party->heading);
    for (const char *at = s->party->page; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
        tui_page_add(&s->page, *line == ' ' ? INK_PLAIN : INK_BOLD, line);
    }
}

/* ---------------------------------------------------------------------- help */

void tui_table_help(tui_sitting *s) {
    char id[HOST_ID], buffer[64];

    open_page(s, TERM(s->party, "help"));
    for (int i = 1;; i++) {
        snprintf(id, sizeof id, "terminal.help.%02d", i);
        const char *text = host_wording_find(s->party->language, id);
        if (!text)
            break;
        tui_page_add(&s->page, INK_PLAIN, text);
    }
    snprintf(buffer, sizeof buffer, "%s", TERM(s->party, "notation"));
    tui_page_add(&s->page, INK_PLAIN, "");
    tui_page_add(&s->page, INK_BOLD, buffer);
    tui_page_add(&s->page, INK_QUIET, tui_notation_help(s->party->language, s->party->game));
}

/* --------------------------------------------------------------------- rules */

static bool is_about(const tui_sitting *s, const char *key) {
    const tui_choice *choice = tui_choices_current(&s->choices);
    const char *section =
        choice ? tui_section_of(tui_board_of(s->party->game), choice->text) : NULL;

    return section && strcmp(section, key) == 0;
}

static void add_section(tui_sitting *s, const char *game, const char *key) {
    char id[2 * HOST_ID];

    snprintf(id, sizeof id, "%s.rule.%s.title", game, key);
    tui_page_add(&s->page, INK_ACCENT | INK_BOLD, host_wording(s->party->language, id));
    snprintf(id, sizeof id, "%s.rule.%s.text", game, key);
    tui_page_add(&s->page, INK_PLAIN, host_wording(s->party->language, id));
    tui_page_add(&s->page, INK_PLAIN, "");
}

void tui_table_rules(tui_sitting *s) {
    const char *game = capu_info(s->party->game)->name;
    char title[128], key[HOST_ID];
    int about = -1;
    tui_area area = tui_whole(&s->screen->canvas);

    snprintf(title, sizeof title, "%s · %s", capu_info(s->party->game)->title,
             TERM(s->party, "rules"));
    open_page(s, title);
    for (int i = 0; i < host_message_count; i++) {
        if (!tui_is_rule(host_messages[host_message_order[i]].id, s->party->game, key))
            continue;
        if (about < 0 && is_about(s, key))
            about = s->page.count;
        add_section(s, game, key);
    }
    s->page.top = about < 0 ? 0 : tui_page_row(&s->page, &area, about);
}

/* --------------------------------------------------------------------- hints */

static void add_line(tui_sitting *s, int ink, const char *line) {
    char indented[512];

    snprintf(indented, sizeof indented, "   %s", line);
    tui_page_add(&s->page, ink, indented);
}

static void add_advice(tui_sitting *s, int number, const capu_advice *a) {
    const char *names[CAPU_MAX_PLAYERS];
    host_telling telling = tui_party_telling(s->party, names);
    char action[CAPU_ACTION_TEXT], first[512], expected[256], reply[480];
    capu_text notation = capu_text_on(action, sizeof action);
    capu_text text = capu_text_on(first, sizeof first);
    int seat = s->party->seat;

    capu_action_write(s->party->game, a->action, false, &notation);
    capu_text_number(&text, number);
    capu_text_add(&text, ". ");
    tui_tell_choice(&text, &telling, seat, action);
    tui_page_add(&s->page, number == 1 ? INK_GOOD | INK_BOLD : INK_BOLD, first);
    text = capu_text_on(expected, sizeof expected);
    tui_tell_expected(&text, &telling, a);
    add_line(s, INK_PLAIN, expected);
    if (!a->replied)
        return;
    text = capu_text_on(reply, sizeof reply);
    tui_tell_reply(&text, &telling, seat, a);
    add_line(s, INK_QUIET, reply);
}

void tui_table_advice(tui_sitting *s, const capu_advice *advice, int count) {
    open_page(s, TERM(s->party, "hint"));
    for (int i = 0; i < count; i++)
        add_advice(s, i + 1, &advice[i]);
    tui_page_add(&s->page, INK_QUIET, "");
    tui_page_add(&s->page, INK_QUIET, TERM(s->party, "hint.about"));
}

/* -------------------------------------------------------------------- result */

static void add_place(tui_sitting *s, const capu_result *result, int seat) {
    const char *names[CAPU_MAX_PLAYERS];
    host_telling telling = tui_party_telling(s->party, names);
    char line[256];
    capu_text text = capu_text_on(line, sizeof line);

    tui_tell_place(&text, &telling, result, seat);
    tui_page_add(&s->page, tui_seat_ink(seat) | (result->places[seat] == 1 ? INK_BOLD : 0), line);
}

static void add_tie(tui_sitting *s, const capu_result *result) {
    const char *names[CAPU_MAX_PLAYERS];
    host_telling telling = tui_party_telling(s->party, names);
    char line[512];
    capu_text text = capu_text_on(line, sizeof line);

    if (!tui_tell_tie(&text, &telling, result))
        return;
    tui_page_add(&s->page, INK_PLAIN, "");
    tui_page_add(&s->page, INK_QUIET, line);
}

void tui_table_result(tui_sitting *s) {
    capu_result result;

    if (!capu_get_result(&s->party->view, &result))
        return;
    open_page(s, TERM(s->party, "over"));
    /* who plays alone may be second, behind ROB */
    for (int place = 1; place <= s->party->players + 1; place++)
        for (int seat = 0; seat < s->party->players; seat++)
            if (result.places[seat] == place)
                add_place(s, &result, seat);
    add_tie(s, &result);
}

void tui_table_review(tui_sitting *s) {
    open_page(s, TERM(s->party, "review"));
    tui_reviewer_tell(&s->reviewer, s->party, &s->page);
}
