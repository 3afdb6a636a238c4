/* The legal actions of a decision, as a list. A player moves through it, narrows it down by typing,
 * and completes what is typed. */
#ifndef CAPU_TUI_CHOICES_H
#define CAPU_TUI_CHOICES_H

#include "tui/party/party.h"

typedef struct tui_choice {
    capu_action action;
    char text[CAPU_ACTION_TEXT]; /* as people type it */
    char *words;                 /* in the reader's language; the notation if there is no text */
} tui_choice;

typedef struct tui_choices {
    tui_choice all[CAPU_MAX_ACTIONS];
    int count;
    int shown[CAPU_MAX_ACTIONS]; /* indices of those that match what is typed */
    int shown_count;
    int cursor; /* in `shown` */
} tui_choices;

/* The choices of the player's seat; none if it need not decide, or has only one. */
void tui_choices_read(tui_choices *choices, const tui_party *party);
void tui_choices_free(tui_choices *choices);
/* Shows the choices that begin with the text. If none does, shows those that contain all its words.
 */
void tui_choices_narrow(tui_choices *choices, const char *typed);
/* Completes what is typed as far as all shown choices agree. If that adds nothing, completes it to
 * the choice at the cursor. */
void tui_choices_complete(const tui_choices *choices, char *typed, size_t size);
/* The choice at the cursor, or NULL. */
const tui_choice *tui_choices_current(const tui_choices *choices);
/* Moves the cursor within the list. */
void tui_choices_move(tui_choices *choices, int by);
/* Moves to the next (+1) or previous (-1) choice with another verb or first word. */
void tui_choices_jump(tui_choices *choices, int direction);

#endif
