/* Texts for people in their language, found by id, as po/README.md explains. The build makes the
 * table from po/. */
#ifndef CAPU_HOST_WORDS_H
#define CAPU_HOST_WORDS_H

#include "capucine.h"

enum { CAPU_LANGUAGES = 4, CAPU_FORMS = 2, CAPU_ID = 96 };

/* A text with its singular and plural forms. The second is NULL if there is no plural. */
typedef struct capu_message {
    const char *id;
    const char *text[CAPU_LANGUAGES][CAPU_FORMS];
} capu_message;
extern const capu_message capu_messages[];  /* sorted by id */
extern const uint16_t capu_message_order[]; /* in the order of the files */
extern const int capu_message_count;

/* ---------------------------------------------------------------- languages */

/* The language that a name such as "fr" or "fr_CH.UTF-8" means; -1: none of ours. */
int capu_language_named(const char *name);
/* The language of the environment: LC_ALL, LC_MESSAGES, LANG; English by default. */
int capu_language_of_environment(void);
/* "en", "fr", "it", "de". */
extern const char *const capu_languages[CAPU_LANGUAGES];

/* -------------------------------------------------------------------- texts */

/* The text in its singular form; NULL: there is no text with this id. */
const char *capu_wording_find(int language, const char *id);
/* The form for that number of things. */
const char *capu_wording_for(int language, const char *id, int64_t number);
/* The text, or the id itself where there is none. */
const char *capu_wording(int language, const char *id);

/* Appends a text with its arguments: pairs of name and value, both strings, then NULL. An argument
 * that is not given stays as {name}. */
void capu_say(capu_text *out, int language, const char *id, ...) __attribute__((sentinel));
/* The same with a number, {n}, which decides between singular and plural. */
void capu_say_for(capu_text *out, int language, const char *id, int64_t number, ...)
    __attribute__((sentinel));
/* Thousands of dollars, as the reader's language writes them. */
void capu_say_money(capu_text *out, int language, int64_t thousands);
/* A whole number with its digits in groups. */
void capu_say_number(capu_text *out, int language, int64_t number);

/* ------------------------------------------------------------------ actions */

/* In which language to describe actions, and the names to use. */
typedef struct capu_telling {
    int language;
    const capu_game *game;
    const char *const *names; /* of the seats */
    int players;
} capu_telling;

/* Appends what an action does (`kind` is "do"), or what its seat did ("did"). false: there is no
 * text for it, and nothing was appended. */
bool capu_say_action(capu_text *out, const capu_telling *telling, const char *kind, int seat,
                     const char *action);
/* Appends an action as people type it. That is the notation, but with letters for seats ({1:seat}),
 * and with numbers from one where its text has {1:next}. */
void capu_say_typed(capu_text *out, const capu_game *game, const char *action);
/* Translates what was typed into notation. Spaces and capitals do not matter. false: it means
 * nothing. */
bool capu_read_typed(const capu_game *game, const char *typed, char action[CAPU_ACTION_TEXT]);
/* Seats for people: A, B, C and so on. */
static inline char capu_seat_letter(int seat) {
    return (char)('A' + seat);
}
/* The seat with this letter, or -1. */
int capu_seat_named(const char *word);
/* Appends why something is refused, from the id of a reason and its words. false: there is no such
 * text, and nothing was appended. */
bool capu_say_reason(capu_text *out, int language, const capu_game *game, const char *id,
                     const char *const *words, int count);
/* The same for a reason from capu_explain. */
void capu_say_refusal(capu_text *out, int language, const capu_game *game, const capu_refusal *why);
/* Appends the text of a word of the game, or the word itself if it has none. */
void capu_say_word(capu_text *out, int language, const capu_game *game, const char *word);

#endif
