/* Texts for people in their language, by id, as po/README.md has it. The table is made from po/
 * when the program is built. */
#ifndef CAPU_HOST_WORDS_H
#define CAPU_HOST_WORDS_H

#include "capucine.h"

enum { CAPU_LANGUAGES = 4, CAPU_FORMS = 2, CAPU_ID = 96 };

/* A text with its forms for one and for many; without plural the second is NULL. */
typedef struct capu_message {
    const char *id;
    const char *text[CAPU_LANGUAGES][CAPU_FORMS];
} capu_message;
extern const capu_message capu_messages[];  /* sorted by id */
extern const uint16_t capu_message_order[]; /* as they stand in the files */
extern const int capu_message_count;

/* ---------------------------------------------------------------- languages */

/* The language of a name such as "fr" or "fr_CH.UTF-8"; -1: none of ours. */
int capu_language_named(const char *name);
/* The one that the environment asks for: LC_ALL, LC_MESSAGES, LANG; else English. */
int capu_language_of_environment(void);
/* "en", "fr", "it", "de". */
extern const char *const capu_languages[CAPU_LANGUAGES];

/* -------------------------------------------------------------------- texts */

/* The text, in its form for one; NULL: there is none with this id. */
const char *capu_wording_find(int language, const char *id);
/* The form for that number of things. */
const char *capu_wording_for(int language, const char *id, int64_t number);
/* The text, or the id itself where there is none. */
const char *capu_wording(int language, const char *id);

/* Appends a text with its arguments, given as pairs of name and value, both texts, and then NULL.
 * An argument that is not given stays as it is. */
void capu_say(capu_text *out, int language, const char *id, ...) __attribute__((sentinel));
/* The same with the number that decides on the form; it is {n}. */
void capu_say_for(capu_text *out, int language, const char *id, int64_t number, ...)
    __attribute__((sentinel));
/* Thousands of dollars, in the reader's way. */
void capu_say_money(capu_text *out, int language, int64_t thousands);
/* A whole number with its digits in groups. */
void capu_say_number(capu_text *out, int language, int64_t number);

/* ------------------------------------------------------------------ actions */

/* In whose words, and about whom. */
typedef struct capu_telling {
    int language;
    const capu_game *game;
    const char *const *names; /* of the seats */
    int players;
} capu_telling;

/* Appends what an action does ("do"), or what its seat did ("did"). false: there are no words for
 * it, and nothing was appended. */
bool capu_say_action(capu_text *out, const capu_telling *telling, const char *kind, int seat,
                     const char *action);
/* Appends an action as people type it: the notation, but with seats by their letters, and counted
 * from one where its text counts so ({1:seat}, {1:next}). */
void capu_say_typed(capu_text *out, const capu_game *game, const char *action);
/* The notation of what was typed, whatever its spaces and capitals; false: it means nothing. */
bool capu_read_typed(const capu_game *game, const char *typed, char action[CAPU_ACTION_TEXT]);
/* Seats for people: A, B, C and so on. */
static inline char capu_seat_letter(int seat) {
    return (char)('A' + seat);
}
/* The seat with this letter, or -1. */
int capu_seat_named(const char *word);
/* Appends why something cannot be done, by the id of the reason and its words. false: there is no
 * such text, and nothing was appended. */
bool capu_say_reason(capu_text *out, int language, const capu_game *game, const char *id,
                     const char *const *words, int count);
/* The same for what capu_explain says. */
void capu_say_refusal(capu_text *out, int language, const capu_game *game, const capu_refusal *why);
/* Appends a word of the game: its text, or itself. */
void capu_say_word(capu_text *out, int language, const capu_game *game, const char *word);

#endif
