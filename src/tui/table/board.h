/* Boards on a canvas: src/games/<game>/terminal.c draws them. A board fits into 78 columns and 16
 * rows, and uses more if there is more. */
#ifndef CAPU_TUI_BOARD_H
#define CAPU_TUI_BOARD_H

#include "host/words.h"
#include "tui/screen/canvas.h"
#include "tui/screen/screen.h"

/* What is drawn, and for whom. */
typedef struct tui_seeing {
    const capu_state *view;
    int seat; /* or CAPU_SPECTATOR */
    host_telling telling;
    const bool *away, *gone; /* seats for which bots play, seats that are not connected; or NULL */
    bool chosen;             /* `choice` is selected: the board shows what it is about */
    capu_action choice;
} tui_seeing;

/* Which section of the rules an action is about. The first row counts whose words begin the action.
 */
typedef struct tui_about {
    const char *begins, *section;
} tui_about;

typedef struct tui_board {
    const char *game;
    const tui_about *rules; /* ended by an empty row */
    /* Appends where the game is: "round 2 of 4". */
    void (*moment)(const tui_seeing *seeing, capu_text *out);
    /* What the seat must decide: the end of an id that begins with <game>.terminal.ask. */
    const char *(*ask)(const tui_seeing *seeing);
    /* Draws the board. Returns how many rows it needs, even if the area has fewer. */
    int (*draw)(const tui_area *area, const tui_seeing *seeing, bool roomy);
    /* Whether an action involves a spot on the board. */
    bool (*touches)(capu_action action, int spot);
} tui_board;

/* The board of a game; a plain one of words where it has none of its own. */
const tui_board *tui_board_of(const capu_game *game);

/* ------------------------------------------------ what boards have in common */

/* Each seat has a shape as well as a colour. */
extern const char *const tui_seat_shapes[CAPU_MAX_PLAYERS];
static inline int tui_seat_ink(int seat) {
    return INK_SEAT + seat;
}
/* "▸● A Ann" in that many columns; with the arrow if the seat must decide, and with a word behind
 * the name if its player is not there. */
int tui_put_seat(const tui_area *area, int row, int column, int width, const tui_seeing *seeing,
                 int seat);
/* The text <game>.terminal.<id>, or else terminal.<id>. */
const char *tui_term(const tui_seeing *seeing, const char *id);
/* A word of the game in the reader's language, in a buffer. */
enum { TUI_WORD = 64 };
const char *tui_word(const tui_seeing *seeing, const char *word, char buffer[TUI_WORD]);
/* The section of the rules that an action's text is about, or NULL. */
const char *tui_section_of(const tui_board *board, const char *action);
/* Whether the selected action touches a spot. */
bool tui_points_at(const tui_seeing *seeing, int spot);
/* Prints where the game is, and the board with all the room that it wants. */
void tui_print_board(tui_lines *lines, const tui_seeing *seeing);

#endif
