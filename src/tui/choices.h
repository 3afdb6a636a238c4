/* The legal actions of a decision as a list that can be walked, narrowed down by typing, and
 * completed. */
#ifndef CAPU_TUI_CHOICES_H
#define CAPU_TUI_CHOICES_H

#include "tui/party.h"

typedef struct capu_choice {
    capu_action action;
    char text[CAPU_ACTION_TEXT]; /* as it is typed */
    char *words;                 /* in the reader's language; the notation, where there are none */
} capu_choice;

typedef struct capu_choices {
    capu_choice all[CAPU_MAX_ACTIONS];
    int count;
    int shown[CAPU_MAX_ACTIONS]; /* those that agree with what is typed, by index */
    int shown_count;
    int cursor; /* in `shown` */
} capu_choices;

/* The choices of the own seat now; none if it is not to decide, or has no choice. */
void capu_choices_read(capu_choices *choices, const capu_party *party);
void capu_choices_free(capu_choices *choices);
/* Shows those that begin with the text or, if none does, that have all of its words in them. */
void capu_choices_narrow(capu_choices *choices, const char *typed);
/* Completes what is typed as far as it is certain; if it is no further, to the one at the cursor.
 */
void capu_choices_complete(const capu_choices *choices, char *typed, size_t size);
/* The one at the cursor, or NULL. */
const capu_choice *capu_choices_current(const capu_choices *choices);
/* Moves the cursor, and stays in the list. */
void capu_choices_move(capu_choices *choices, int by);
/* To the next (+1) or previous (-1) one that begins with another verb or first word. */
void capu_choices_jump(capu_choices *choices, int direction);

#endif
