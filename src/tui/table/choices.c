/* The legal actions as a list: see choices.h. */
#include "tui/table/choices.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tui/table/tell.h"

void tui_choices_free(tui_choices *choices) {
    for (int i = 0; i < choices->count; i++)
        free(choices->all[i].words);
    choices->count = choices->shown_count = choices->cursor = 0;
}

static void read_choice(tui_choice *choice, const host_telling *telling, int seat) {
    char action[CAPU_ACTION_TEXT], buffer[512];
    capu_text notation = capu_text_on(action, sizeof action);
    capu_text typed = capu_text_on(choice->text, sizeof choice->text);
    capu_text words = capu_text_on(buffer, sizeof buffer);

    capu_action_write(telling->game, choice->action, false, &notation);
    host_say_typed(&typed, telling->game, action);
    tui_tell_choice(&words, telling, seat, action);
    choice->words = strdup(buffer);
}

void tui_choices_read(tui_choices *choices, const tui_party *party) {
    const char *names[CAPU_MAX_PLAYERS];
    host_telling telling = tui_party_telling(party, names);
    capu_action actions[CAPU_MAX_ACTIONS];

    tui_choices_free(choices);
    if (!party->begun || party->sending || party->seat < 0 || party->away[party->seat])
        return;
    choices->count = capu_legal(&party->view, party->seat, actions);
    if (choices->count == 1) /* what cannot be otherwise is done by itself (ALL-4) */
        choices->count = 0;
    for (int i = 0; i < choices->count; i++) {
        choices->all[i].action = actions[i];
        read_choice(&choices->all[i], &telling, party->seat);
    }
    tui_choices_narrow(choices, "");
}

/* ------------------------------------------------------------------ narrowing */

static bool begins(const tui_choice *choice, const char *typed) {
    return strncasecmp(choice->text, typed, strlen(typed)) == 0;
}

static bool has_words(const tui_choice *choice, const char *typed) {
    char copy[128], *rest = copy, *word;

    snprintf(copy, sizeof copy, "%s", typed);
    while ((word = strsep(&rest, " ")))
        if (!strcasestr(choice->text, word) && !strcasestr(choice->words, word))
            return false;
    return true;
}

static void show_those(tui_choices *choices, const char *typed,
                       bool (*fits)(const tui_choice *, const char *)) {
    choices->shown_count = 0;
    for (int i = 0; i < choices->count; i++)
        if (fits(&choices->all[i], typed))
            choices->shown[choices->shown_count++] = i;
}

void tui_choices_narrow(tui_choices *choices, const char *typed) {
    const tui_choice *before = tui_choices_current(choices);
    int kept = before ? (int)(before - choices->all) : -1;

    show_those(choices, typed, begins);
    if (choices->shown_count == 0)
        show_those(choices, typed, has_words);
    choices->cursor = 0;
    for (int i = 0; i < choices->shown_count; i++)
        if (choices->shown[i] == kept)
            choices->cursor = i;
    for (int i = 0; i < choices->shown_count; i++)
        if (strcasecmp(choices->all[choices->shown[i]].text, typed) == 0)
            choices->cursor = i; /* Enter does it, so the board shows it */
}

static size_t common_start(const char *a, const char *b) {
    size_t length = 0;

    while (a[length] && a[length] == b[length])
        length++;
    return length;
}

void tui_choices_complete(const tui_choices *choices, char *typed, size_t size) {
    const tui_choice *current = tui_choices_current(choices);
    size_t length = current ? strlen(current->text) : 0;

    if (!current)
        return;
    for (int i = 0; i < choices->shown_count; i++) {
        size_t common = common_start(current->text, choices->all[choices->shown[i]].text);
        length = common < length ? common : length;
    }
    if (length <= strlen(typed))
        length = strlen(current->text);
    snprintf(typed, size, "%.*s", (int)length, current->text);
}

/* -------------------------------------------------------------------- walking */

const tui_choice *tui_choices_current(const tui_choices *choices) {
    if (choices->cursor >= choices->shown_count)
        return NULL;
    return &choices->all[choices->shown[choices->cursor]];
}

void tui_choices_move(tui_choices *choices, int by) {
    int last = choices->shown_count - 1, to = choices->cursor + by;

    choices->cursor = to < 0 ? 0 : to > last ? (last < 0 ? 0 : last) : to;
}

/* The length of an action's verb and first word. */
static size_t head_of(const char *text) {
    size_t verb = strcspn(text, " ");

    return text[verb] ? verb + 1 + strcspn(text + verb + 1, " ") : verb;
}

static bool same_head(const tui_choice *a, const tui_choice *b) {
    size_t length = head_of(a->text);

    return length == head_of(b->text) && strncmp(a->text, b->text, length) == 0;
}

void tui_choices_jump(tui_choices *choices, int direction) {
    const tui_choice *from = tui_choices_current(choices);
    int last = choices->shown_count - 1;

    while (from && same_head(from, tui_choices_current(choices))) {
        int to = choices->cursor + direction;
        if (to < 0 || to > last)
            return;
        choices->cursor = to;
    }
}
