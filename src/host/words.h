/* Texts for people in their language, found by id, as po/README.md explains. The build makes the
 * table from po/. */
#ifndef CAPU_HOST_WORDS_H
#define CAPU_HOST_WORDS_H

#include "capucine.h"

enum { HOST_LANGUAGES = 4, HOST_FORMS = 2, HOST_ID = 96 };

/* A text with its singular and plural forms. The second is NULL if there is no plural. */
typedef struct host_message {
    const char *id;
    const char *text[HOST_LANGUAGES][HOST_FORMS];
} host_message;
extern const host_message host_messages[];  /* sorted by id */
extern const uint16_t host_message_order[]; /* in the order of the files */
extern const int host_message_count;

/* ---------------------------------------------------------------- languages */

/* The language that a name such as "fr" or "fr_CH.UTF-8" means; -1: none of ours. */
int host_language_named(const char *name);
/* The language of the environment: LC_ALL, LC_MESSAGES, LANG; English by default. */
int host_language_of_environment(void);
/* "en", "fr", "it", "de". */
extern const char *const host_languages[HOST_LANGUAGES];

/* -------------------------------------------------------------------- texts */

/* The text in its singular form; NULL: there is no text with this id. */
const char *host_wording_find(int language, const char *id);
/* The form for that number of things. */
const char *host_wording_for(int language, const char *id, int64_t number);
/* The text, or the id itself where there is none. */
const char *host_wording(int language, const char *id);

/* Appends a text with its arguments: pairs of name and value, both strings, then NULL. An argument
 * that is not given stays as {name}. */
void host_say(capu_text *out, int language, const char *id, ...) __attribute__((sentinel));
/* The same with a number, {n}, which decides between singular and plural. */
void host_say_for(capu_text *out, int language, const char *id, int64_t number, ...)
    __attribute__((sentinel));
/* Thousands of dollars, as the reader's language writes them. */
void host_say_money(capu_text *out, int language, int64_t thousands);
/* A whole number with its digits in groups. */
void host_say_number(capu_text *out, int language, int64_t number);

/* ------------------------------------------------------------------ actions */

/* In which language to describe actions, and the names to use. */
typedef struct host_telling {
    int language;
    const capu_game *game;
    const char *const *names; /* of the seats */
    int players;
} host_telling;

/* Appends what an action does (`kind` is "do"), or what its seat did ("did"). false: there is no
 * text for it, and nothing was appended. */
bool host_say_action(capu_text *out, const host_telling *telling, const char *kind, int seat,
                     const char *action);
/* Appends an action as people type it. That is the notation, but with letters for seats ({1:seat}),
 * and with numbers from one where its text has {1:next}. */
void host_say_typed(capu_text *out, const capu_game *game, const char *action);
/* Translates what was typed into notation. Spaces and capitals do not matter. false: it means
 * nothing. */
bool host_read_typed(const capu_game *game, const char *typed, char action[CAPU_ACTION_TEXT]);
/* Seats for people: A, B, C and so on. */
static inline char host_seat_letter(int seat) {
    return (char)('A' + seat);
}
/* The seat with this letter, or -1. */
int host_seat_named(const char *word);
/* Appends why something is refused, from the id of a reason and its words. false: there is no such
 * text, and nothing was appended. */
bool host_say_reason(capu_text *out, int language, const capu_game *game, const char *id,
                     const char *const *words, int count);
/* The same for a reason from capu_explain. */
void host_say_refusal(capu_text *out, int language, const capu_game *game, const capu_refusal *why);
/* Appends a line of a game in words; `kind` is "fact" or "event". false: there is no text for it.
 */
bool host_say_line(capu_text *out, const host_telling *telling, const char *kind,
                   const capu_lines *lines, const capu_line *line);
/* Appends the text of a word of the game, or the word itself if it has none. */
void host_say_word(capu_text *out, int language, const capu_game *game, const char *word);

#endif
