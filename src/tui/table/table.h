/* The table: board, choices, log, and everything a player can do there. table.c handles the keys,
 * draw.c draws, and pages.c has the pages of text. */
#ifndef CAPU_TUI_TABLE_H
#define CAPU_TUI_TABLE_H

#include "tui/table/adviser.h"
#include "tui/table/board.h"
#include "tui/table/choices.h"
#include "tui/table/reviewer.h"
#include "tui/party/party.h"
#include "tui/screen/popup.h"
#include "tui/screen/screen.h"

/* How a player leaves a table: to the menu, or out of the program. */
typedef enum tui_leaving { LEAVE_TABLE, LEAVE_PROGRAM } tui_leaving;

/* Plays at a table until the player leaves. The caller keeps the party. */
tui_leaving tui_table_sit(tui_screen *screen, tui_party *party);
/* The same line by line. (line_mode.c) */
tui_leaving tui_lines_sit(tui_screen *screen, tui_party *party);

/* --------------------------------------------------------------- its own parts */

typedef enum tui_mode {
    MODE_CHOOSE, /* walks through the choices */
    MODE_TYPE,   /* types an action */
    MODE_CHAT,   /* types a line of talk */
    MODE_SAVE,   /* types the name of a file */
    MODE_PAGE,   /* reads a page */
    MODE_UNDO,   /* is asked whether to take back anyway */
} tui_mode;

typedef struct tui_sitting {
    tui_screen *screen;
    tui_party *party;
    tui_mode mode;
    tui_choices choices;
    bool walked;     /* the cursor has moved since something was typed */
    char typed[512]; /* in the modes that type */
    tui_page page;
    char page_title[128];
    char message[NOTICE]; /* about the last thing done */
    bool message_bad;
    tui_adviser adviser;
    tui_reviewer reviewer;
    int changes;   /* of the party, as last seen */
    int games;     /* likewise */
    int spin;      /* goes up with every drawing */
    int fresh;     /* the story from here on is new since our last action */
    bool was_over; /* the result was shown */
    /* where the choices were drawn, for the mouse */
    tui_area list;
    int first, per_column, entry_width;
    int page_number, page_count; /* of the choices */
} tui_sitting;

void tui_table_draw(tui_sitting *sitting);

/* Pages: each fills `page` and its title, and shows it. */
void tui_table_help(tui_sitting *sitting);
void tui_table_rules(tui_sitting *sitting);
void tui_table_advice(tui_sitting *sitting, const capu_advice *advice, int count);
void tui_table_result(tui_sitting *sitting);
void tui_table_review(tui_sitting *sitting);
/* Whether the game is over and can be reviewed. */
bool tui_table_can_review(const tui_sitting *sitting);
void tui_table_log(tui_sitting *sitting);
/* What the party wants to be read. */
void tui_table_page(tui_sitting *sitting);
/* Appends the text of an entry of the story. Returns the seat that did it; TELLS_EVENT: it is an
 * event; TELLS_NOTHING: nobody is told. */
enum { TELLS_NOTHING = -1, TELLS_EVENT = CAPU_MAX_PLAYERS };
int tui_table_entry(const tui_party *party, size_t index, capu_text *out);

/* A text of the party's language, terminal.<id>, with arguments as for host_say. */
#define TERM(party, id) host_wording((party)->language, "terminal." id)

#endif
