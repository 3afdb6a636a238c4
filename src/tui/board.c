/* What boards have in common: see board.h. */
#include "tui/board.h"

#include <stdio.h>
#include <string.h>

const char *const capu_seat_shapes[CAPU_MAX_PLAYERS] = {"●", "▲", "■", "◆", "★", "✚"};

static const capu_board *const boards[] = {
    &capu_board_capital_lux_2,
    &capu_board_capitol,
    &capu_board_capone,
    &capu_board_caprice,
};

const capu_board *capu_board_of(const capu_game *game) {
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++)
        if (strcmp(boards[i]->game, capu_info(game)->name) == 0)
            return boards[i];
    return NULL;
}

int capu_put_seat(const capu_area *area, int row, int column, int width, const capu_seeing *seeing,
                  int seat) {
    bool acts = capu_actors(seeing->view) >> seat & 1;
    int ink = capu_seat_ink(seat) | (seat == seeing->seat ? INK_BOLD : 0);

    capu_put(area, row, column, INK_ACCENT | INK_BOLD, acts ? "▸" : " ");
    capu_putf(area, row, column + 1, ink, "%s %c", capu_seat_shapes[seat], capu_seat_letter(seat));
    capu_put_cut(area, row, column + 5, width - 6, ink, seeing->telling.names[seat]);
    return column + width;
}

const char *capu_term(const capu_seeing *seeing, const char *id) {
    char whole[CAPU_ID];

    snprintf(whole, sizeof whole, "terminal.%s", id);
    const char *text = capu_wording_find(seeing->telling.language, whole);
    return text ? text : id;
}

const char *capu_word(const capu_seeing *seeing, const char *word, char buffer[CAPU_WORD]) {
    capu_text text = capu_text_on(buffer, CAPU_WORD);

    capu_say_word(&text, seeing->telling.language, seeing->telling.game, word);
    return buffer;
}

bool capu_points_at(const capu_seeing *seeing, const capu_board *board, int spot) {
    return seeing->chosen && board->touches(seeing->choice, spot);
}

const char *capu_section_of(const capu_board *board, const char *action) {
    for (const capu_about *row = board->rules; row->begins; row++)
        if (strncmp(action, row->begins, strlen(row->begins)) == 0)
            return row->section;
    return NULL;
}
