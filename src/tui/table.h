/* The table: board, choices, log, and everything a player can do there. table.c handles the keys,
 * table_draw.c draws, and table_pages.c has the pages of text. */
#ifndef CAPU_TUI_TABLE_H
#define CAPU_TUI_TABLE_H

#include "tui/adviser.h"
#include "tui/board.h"
#include "tui/choices.h"
#include "tui/party.h"
#include "tui/popup.h"
#include "tui/screen.h"

/* How a player leaves a table: to the menu, or out of the program. */
typedef enum capu_leaving { LEAVE_TABLE, LEAVE_PROGRAM } capu_leaving;

/* Plays at a table until the player leaves. The caller keeps the party. */
capu_leaving capu_table_sit(capu_screen *screen, capu_party *party);
/* The same line by line. (table_lines.c) */
capu_leaving capu_lines_sit(capu_screen *screen, capu_party *party);

/* --------------------------------------------------------------- its own parts */

typedef enum capu_mode {
    MODE_CHOOSE, /* walks through the choices */
    MODE_TYPE,   /* types an action */
    MODE_CHAT,   /* types a line of talk */
    MODE_SAVE,   /* types the name of a file */
    MODE_PAGE,   /* reads a page */
    MODE_UNDO,   /* is asked whether to take back anyway */
} capu_mode;

typedef struct capu_sitting {
    capu_screen *screen;
    capu_party *party;
    capu_mode mode;
    capu_choices choices;
    bool walked;     /* the cursor has moved since something was typed */
    char typed[512]; /* in the modes that type */
    capu_page page;
    char page_title[128];
    char message[NOTICE]; /* about the last thing done */
    bool message_bad;
    capu_adviser adviser;
    int changes;   /* of the party, as last seen */
    int spin;      /* goes up with every drawing */
    int fresh;     /* the history from here on is new since our last action */
    bool was_over; /* the result was shown */
    /* where the choices were drawn, for the mouse */
    capu_area list;
    int first, per_column, entry_width;
    int page_number, page_count; /* of the choices */
} capu_sitting;

void capu_table_draw(capu_sitting *sitting);

/* Pages: each fills `page` and its title, and shows it. */
void capu_table_help(capu_sitting *sitting);
void capu_table_rules(capu_sitting *sitting);
void capu_table_advice(capu_sitting *sitting, const capu_advice *advice, int count);
void capu_table_result(capu_sitting *sitting);
void capu_table_log(capu_sitting *sitting);
/* The text of an entry of the history; the seat that it is about, or -1: it is not told. */
int capu_table_entry(const capu_party *party, size_t index, capu_text *out);

/* A text of the party's language, terminal.<id>, with arguments as for capu_say. */
#define TERM(party, id) capu_wording((party)->language, "terminal." id)

#endif
