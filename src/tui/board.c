/* What boards have in common: see board.h. */
#include "tui/board.h"
#include "tui/generic.h"
#include "games.h"

#include <stdio.h>
#include <string.h>

const char *const tui_seat_shapes[CAPU_MAX_PLAYERS] = {"●", "▲", "■", "◆", "★", "✚"};

#define DECLARE(name) extern const tui_board board_##name;
CAPU_BOARDS(DECLARE)

#define ROW(name) &board_##name,
static const tui_board *const boards[] = {CAPU_BOARDS(ROW)};

const tui_board *tui_board_of(const capu_game *game) {
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++)
        if (strcmp(boards[i]->game, capu_info(game)->name) == 0)
            return boards[i];
    return &tui_generic_board;
}

int tui_put_seat(const tui_area *area, int row, int column, int width, const tui_seeing *seeing,
                 int seat) {
    bool acts = capu_actors(seeing->view) >> seat & 1;
    int ink = tui_seat_ink(seat) | (seat == seeing->seat ? INK_BOLD : 0);

    tui_put(area, row, column, INK_ACCENT | INK_BOLD, acts ? "▸" : " ");
    tui_putf(area, row, column + 1, ink, "%s %c", tui_seat_shapes[seat], host_seat_letter(seat));
    tui_put_cut(area, row, column + 5, width - 6, ink, seeing->telling.names[seat]);
    return column + width;
}

const char *tui_term(const tui_seeing *seeing, const char *id) {
    char whole[HOST_ID];

    snprintf(whole, sizeof whole, "terminal.%s", id);
    const char *text = host_wording_find(seeing->telling.language, whole);
    return text ? text : id;
}

const char *tui_word(const tui_seeing *seeing, const char *word, char buffer[TUI_WORD]) {
    capu_text text = capu_text_on(buffer, TUI_WORD);

    host_say_word(&text, seeing->telling.language, seeing->telling.game, word);
    return buffer;
}

bool tui_points_at(const tui_seeing *seeing, int spot) {
    return seeing->chosen && tui_board_of(seeing->telling.game)->touches(seeing->choice, spot);
}

const char *tui_section_of(const tui_board *board, const char *action) {
    for (const tui_about *row = board->rules; row->begins; row++)
        if (strncmp(action, row->begins, strlen(row->begins)) == 0)
            return row->section;
    return NULL;
}
