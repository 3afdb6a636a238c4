/* Reads the facts of a view, for boards that draw what the engine tells. */
#ifndef CAPU_TUI_FACTS_H
#define CAPU_TUI_FACTS_H

#include "capucine.h"

enum { TUI_NO_NUMBER = -1 };

/* An argument of a line that is no list, or NULL. */
const capu_arg *tui_arg_of(const capu_lines *facts, const capu_line *line, const char *name);
/* A number of a line; TUI_NO_NUMBER if it has none of that name, or if there is no line. */
int tui_number_of(const capu_lines *facts, const capu_line *line, const char *name);
/* Whether the argument is this word, or, where it is a number, this number. */
bool tui_is_about(const capu_lines *facts, const capu_line *line, const char *name,
                  const char *word, int number);
/* The first fact of this id that is about that, or of this id alone where `name` is NULL. NULL:
 * there is none. */
const capu_line *tui_fact(const capu_lines *facts, const char *id, const char *name,
                          const char *word, int number);

#endif
