/* Boards on a canvas, one file for each game. A board fits into 78 columns and 16 rows, and uses
 * more if there is more. */
#ifndef CAPU_TUI_BOARD_H
#define CAPU_TUI_BOARD_H

#include "host/words.h"
#include "tui/canvas.h"

/* What is drawn, and for whom. */
typedef struct capu_seeing {
    const capu_state *view;
    int seat; /* or CAPU_SPECTATOR */
    capu_telling telling;
    bool chosen; /* `choice` is selected: the board shows what it is about */
    capu_action choice;
} capu_seeing;

/* Which section of the rules an action is about. The first row counts whose words begin the action.
 */
typedef struct capu_about {
    const char *begins, *section;
} capu_about;

typedef struct capu_board {
    const char *game;
    const capu_about *rules; /* ended by an empty row */
    const char *silent;      /* NULL, or the action that is told to nobody */
    /* Appends where the game is: "round 2 of 4". */
    void (*moment)(const capu_seeing *seeing, capu_text *out);
    /* What the seat must decide: the end of an id that begins with terminal.ask.<game>. */
    const char *(*ask)(const capu_seeing *seeing);
    /* Draws the board. Returns how many rows it needs, even if the area has fewer. */
    int (*draw)(const capu_area *area, const capu_seeing *seeing, bool roomy);
    /* Whether an action involves a spot on the board. */
    bool (*touches)(capu_action action, int spot);
} capu_board;

extern const capu_board capu_board_capital_lux_2;
extern const capu_board capu_board_capitol;
extern const capu_board capu_board_capone;
extern const capu_board capu_board_caprice;
const capu_board *capu_board_of(const capu_game *game);

/* ------------------------------------------------ what boards have in common */

/* Each seat has a shape as well as a colour. */
extern const char *const capu_seat_shapes[CAPU_MAX_PLAYERS];
static inline int capu_seat_ink(int seat) {
    return INK_SEAT + seat;
}
/* "▸● A Ann" in that many columns; with the arrow if the seat must decide. */
int capu_put_seat(const capu_area *area, int row, int column, int width, const capu_seeing *seeing,
                  int seat);
/* The text terminal.<id>. */
const char *capu_term(const capu_seeing *seeing, const char *id);
/* A word of the game in the reader's language, in a buffer. */
enum { CAPU_WORD = 64 };
const char *capu_word(const capu_seeing *seeing, const char *word, char buffer[CAPU_WORD]);
/* The section of the rules that an action's text is about, or NULL. */
const char *capu_section_of(const capu_board *board, const char *action);
/* Whether the selected action touches a spot. */
bool capu_points_at(const capu_seeing *seeing, const capu_board *board, int spot);

#endif
