/* Sentences at a table, in the reader's language. The full screen and line mode share them. */
#ifndef CAPU_TUI_TELL_H
#define CAPU_TUI_TELL_H

#include "host/match.h"
#include "tui/table/board.h"
#include "tui/party/party.h"

/* Appends what a seat may do, or what it did; in notation if there is no text. */
void tui_tell_choice(capu_text *out, const host_telling *telling, int seat, const char *action);
void tui_tell_done(capu_text *out, const host_telling *telling, int seat, const char *action);
/* Appends a fact or an event from its JSON; `kind` is "fact" or "event". false: it has no text. */
bool tui_tell_line(capu_text *out, const host_telling *telling, const char *kind,
                   const json_t *line);
/* Whether nobody is told that an action was done. */
bool tui_is_silent(const capu_game *game, const char *action);
/* Appends what is asked of the seat now. */
void tui_tell_question(capu_text *out, const tui_seeing *seeing);
/* Appends what is expected of an action for every player, and the likely reply for the seat that
 * asks. */
void tui_tell_expected(capu_text *out, const host_telling *telling, const capu_advice *advice);
void tui_tell_reply(capu_text *out, const host_telling *telling, int seat,
                    const capu_advice *advice);
/* Appends how a seat ended. */
void tui_tell_place(capu_text *out, const host_telling *telling, const capu_result *result,
                    int seat);
/* Appends why seats with equal points have different places; false: there are no such seats. */
bool tui_tell_tie(capu_text *out, const host_telling *telling, const capu_result *result);

/* Appends what is wrong with a record, in the reader's language. If the rules of the game give no
 * reason, also appends `detail`, the program's own message. */
void tui_tell_flaw(capu_text *out, int language, const capu_flaw *flaw, const char *detail);

/* What the words of the game's actions mean, in a few lines. */
const char *tui_notation_help(int language, const capu_game *game);
/* What a bot is called: a level by its text, a program by its file or the host's name for it. */
const char *tui_bot_words(int language, const char *bot);
/* The same at its seat. */
void tui_name_bot(char name[PARTY_NAME], int language, const capu_bot *bot, int seat);
/* Whether an id is <game>.rule.<key>.title; if so, `key` gets the key. */
bool tui_is_rule(const char *id, const capu_game *game, char key[HOST_ID]);

#endif
