/* The board of a game that has no drawn one: its players, and its facts in words. What can be done,
 * and what has happened, the table lists anyway. */
#include "tui/table/generic.h"

#include <stdio.h>

enum { NAME = 24, SENTENCE = 1024 };

static void moment(const tui_seeing *seeing, capu_text *out) {
    capu_text_add(out, capu_info(seeing->telling.game)->title);
}

static const char *ask(const tui_seeing *seeing) {
    (void)seeing;
    return "any";
}

/* Draws a fact, wrapped; returns the row below it. */
static int put_fact(const tui_area *area, int row, const char *text) {
    for (const char *next; text; text = next) {
        char line[SENTENCE];
        int length = tui_wrap(text, area->columns - 3, &next);
        snprintf(line, sizeof line, "%.*s", length, text);
        tui_put(area, row++, 2, INK_PLAIN, line);
    }
    return row;
}

static int draw(const tui_area *area, const tui_seeing *seeing, bool roomy) {
    int row = 0;
    capu_lines facts;

    for (int seat = 0; seat < seeing->telling.players; seat++)
        tui_put_seat(area, row++, 1, NAME, seeing, seat);
    row += roomy;
    capu_facts(seeing->view, &facts);
    for (int i = 0; i < facts.count; i++) {
        char buffer[SENTENCE];
        capu_text text = capu_text_on(buffer, sizeof buffer);
        if (host_say_line(&text, &seeing->telling, "fact", &facts, &facts.lines[i]))
            row = put_fact(area, row, buffer);
    }
    return row;
}

static bool touches(capu_action action, int spot) {
    (void)action;
    (void)spot;
    return false;
}

static const tui_about no_rules[] = {{0}};

const tui_board tui_generic_board = {
    .game = "", .rules = no_rules, .moment = moment, .ask = ask, .draw = draw, .touches = touches};
