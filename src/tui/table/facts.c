/* Facts of a view: see facts.h. */
#include "tui/table/facts.h"

#include <string.h>

const capu_arg *tui_arg_of(const capu_lines *facts, const capu_line *line, const char *name) {
    for (int i = line->first; i < line->first + line->count; i++)
        if (!facts->args[i].list && strcmp(facts->args[i].name, name) == 0)
            return &facts->args[i];
    return NULL;
}

int tui_number_of(const capu_lines *facts, const capu_line *line, const char *name) {
    const capu_arg *arg = line ? tui_arg_of(facts, line, name) : NULL;

    return arg ? arg->number : TUI_NO_NUMBER;
}

bool tui_is_about(const capu_lines *facts, const capu_line *line, const char *name,
                  const char *word, int number) {
    const capu_arg *arg = tui_arg_of(facts, line, name);

    return arg && (arg->word ? word && strcmp(arg->word, word) == 0 : arg->number == number);
}

const capu_line *tui_fact(const capu_lines *facts, const char *id, const char *name,
                          const char *word, int number) {
    for (int i = 0; i < facts->count; i++) {
        const capu_line *line = &facts->lines[i];
        if (strcmp(line->id, id) == 0 && (!name || tui_is_about(facts, line, name, word, number)))
            return line;
    }
    return NULL;
}
