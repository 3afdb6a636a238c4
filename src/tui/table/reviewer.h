/* Reviews a game that is over, beside the table: docs/review.md. */
#ifndef CAPU_TUI_REVIEWER_H
#define CAPU_TUI_REVIEWER_H

#include "host/match.h"
#include "host/review.h"
#include "tui/screen/popup.h"
#include "tui/party/party.h"

typedef struct tui_reviewer {
    bool begun;
    host_match match;
    capu_record record; /* of the match */
    host_review review;
} tui_reviewer;

/* Begins, with a copy of the game. */
void tui_reviewer_begin(tui_reviewer *reviewer, const host_match *match);
/* Whether it is ready; `percent` gets how much of it is. */
bool tui_reviewer_ready(tui_reviewer *reviewer, int *percent);
/* Writes what was found to a page, once it is ready. */
void tui_reviewer_tell(tui_reviewer *reviewer, const tui_party *party, tui_page *page);
void tui_reviewer_end(tui_reviewer *reviewer);

#endif
