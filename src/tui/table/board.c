/* What boards have in common: see board.h. */
#include "tui/table/board.h"
#include "tui/screen/lines.h"
#include "tui/table/generic.h"
#include "games.h"

#include <stdio.h>
#include <string.h>

enum { PRINTED_ROWS = 64 };

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

/* Where the player of a seat is, if not at the table; "" otherwise. */
static const char *absence_of(const tui_seeing *seeing, int seat) {
    if (seeing->away && seeing->away[seat])
        return tui_term(seeing, "seat.bot");
    return seeing->gone && seeing->gone[seat] ? tui_term(seeing, "seat.gone") : "";
}

int tui_put_seat(const tui_area *area, int row, int column, int width, const tui_seeing *seeing,
                 int seat) {
    bool acts = capu_actors(seeing->view) >> seat & 1;
    int ink = tui_seat_ink(seat) | (seat == seeing->seat ? INK_BOLD : 0);
    const char *absence = absence_of(seeing, seat), *name = seeing->telling.names[seat];
    int room = width - 6 - (*absence ? tui_columns(absence) + 1 : 0);

    tui_put(area, row, column, INK_ACCENT | INK_BOLD, acts ? "▸" : " ");
    tui_putf(area, row, column + 1, ink, "%s %c", tui_seat_shapes[seat], host_seat_letter(seat));
    int end = tui_put_cut(area, row, column + 5, room, ink, name);
    if (*absence)
        tui_put(area, row, end + 1, INK_QUIET, absence);
    return column + width;
}

const char *tui_term(const tui_seeing *seeing, const char *id) {
    char own[2 * HOST_ID], common[HOST_ID];

    snprintf(own, sizeof own, "%s.terminal.%s", capu_info(seeing->telling.game)->name, id);
    snprintf(common, sizeof common, "terminal.%s", id);
    const char *text = host_wording_find(seeing->telling.language, own);
    if (!text)
        text = host_wording_find(seeing->telling.language, common);
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

void tui_print_board(tui_lines *lines, const tui_seeing *seeing) {
    const tui_board *board = tui_board_of(seeing->telling.game);
    tui_canvas canvas = {0};
    char buffer[LINES_LINE];
    capu_text moment = capu_text_on(buffer, sizeof buffer);

    board->moment(seeing, &moment);
    tui_lines_say(lines, buffer);
    tui_canvas_clear(&canvas, PRINTED_ROWS, LINES_WIDTH);
    tui_area area = tui_whole(&canvas);
    int rows = board->draw(&area, seeing, true);
    for (int row = 0; row < rows && row < PRINTED_ROWS; row++)
        tui_lines_row(lines, &canvas, row);
    tui_canvas_free(&canvas);
}
