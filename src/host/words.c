/* Texts for people: see words.h. */
#include "host/words.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const host_languages[HOST_LANGUAGES] = {"en", "fr", "it", "de"};

enum { FRENCH = 1, MOST_WORDS = 24, PIECE = 256 };

/* ---------------------------------------------------------------- languages */

int host_language_named(const char *name) {
    for (int i = 0; name && i < HOST_LANGUAGES; i++)
        if (strncmp(name, host_languages[i], 2) == 0 && !isalpha((unsigned char)name[2]))
            return i;
    return -1;
}

int host_language_of_environment(void) {
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};

    for (int i = 0; i < 3; i++) {
        const char *value = getenv(variables[i]);
        if (value && *value) {
            int language = host_language_named(value);
            return language < 0 ? 0 : language;
        }
    }
    return 0;
}

/* ------------------------------------------------------------------ finding */

static int compare_ids(const void *id, const void *message) {
    return strcmp(id, ((const host_message *)message)->id);
}

static const host_message *find(const char *id) {
    return bsearch(id, host_messages, (size_t)host_message_count, sizeof *host_messages,
                   compare_ids);
}

/* The sign does not count, and French says one also of zero. */
static int form_of(int language, int64_t number) {
    int64_t size = number < 0 ? -number : number;

    return language == FRENCH ? size > 1 : size != 1;
}

const char *host_wording_for(int language, const char *id, int64_t number) {
    const host_message *message = find(id);

    if (!message)
        return NULL;
    const char *many = message->text[language][1];
    return many && form_of(language, number) ? many : message->text[language][0];
}

const char *host_wording_find(int language, const char *id) {
    return host_wording_for(language, id, 1);
}

const char *host_wording(int language, const char *id) {
    const char *text = host_wording_find(language, id);

    return text ? text : id;
}

/* ------------------------------------------------------------------ filling */

/* Appends the value of an argument; false: there is no such argument. */
typedef bool value_of(void *context, const char *name, capu_text *out);

static void add_piece(capu_text *out, const char *from, const char *to) {
    for (; from < to; from++)
        capu_text_char(out, *from);
}

static void fill(capu_text *out, const char *text, value_of *value, void *context) {
    const char *open;

    while ((open = strchr(text, '{'))) {
        const char *close = strchr(open, '}');
        char name[HOST_ID];
        if (!close || close - open > (int)sizeof name)
            break;
        snprintf(name, sizeof name, "%.*s", (int)(close - open - 1), open + 1);
        add_piece(out, text, open);
        if (!value(context, name, out))
            add_piece(out, open, close + 1);
        text = close + 1;
    }
    capu_text_add(out, text);
}

enum { MOST_PAIRS = 8 };
typedef struct pairs {
    const char *names[MOST_PAIRS], *values[MOST_PAIRS];
    int count;
} pairs;

static bool value_of_pair(void *context, const char *name, capu_text *out) {
    const pairs *all = context;

    for (int i = 0; i < all->count; i++)
        if (strcmp(all->names[i], name) == 0) {
            capu_text_add(out, all->values[i]);
            return true;
        }
    return false;
}

static pairs read_pairs(va_list arguments) {
    pairs all = {.count = 0};
    const char *name;

    while (all.count < MOST_PAIRS && (name = va_arg(arguments, const char *))) {
        all.names[all.count] = name;
        all.values[all.count++] = va_arg(arguments, const char *);
    }
    return all;
}

void host_say(capu_text *out, int language, const char *id, ...) {
    va_list arguments;

    va_start(arguments, id);
    pairs all = read_pairs(arguments);
    va_end(arguments);
    fill(out, host_wording(language, id), value_of_pair, &all);
}

void host_say_for(capu_text *out, int language, const char *id, int64_t number, ...) {
    const char *text = host_wording_for(language, id, number);
    char digits[32];
    va_list arguments;

    va_start(arguments, number);
    pairs all = read_pairs(arguments);
    va_end(arguments);
    snprintf(digits, sizeof digits, "%lld", (long long)number);
    if (all.count < MOST_PAIRS) {
        all.names[all.count] = "n";
        all.values[all.count++] = digits;
    }
    fill(out, text ? text : id, value_of_pair, &all);
}

void host_say_number(capu_text *out, int language, int64_t number) {
    static const char *const between[HOST_LANGUAGES] = {",", "\u00a0", ".", "."};
    char digits[32];
    int length =
        snprintf(digits, sizeof digits, "%lld", (long long)(number < 0 ? -number : number));

    if (number < 0)
        capu_text_char(out, '-');
    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            capu_text_add(out, between[language]);
        capu_text_char(out, digits[i]);
    }
}

void host_say_money(capu_text *out, int language, int64_t thousands) {
    char number[64];
    capu_text text = capu_text_on(number, sizeof number);

    host_say_number(&text, language, thousands);
    if (thousands == 0)
        host_say(out, language, "money.none", NULL);
    else
        host_say(out, language, "money", "n", number, NULL);
}

/* ------------------------------------------------------------------ actions */

typedef struct sentence {
    const host_telling *telling;
    int seat;
    char copy[CAPU_ACTION_TEXT];
    const char *verb, *words[MOST_WORDS];
    int count;
} sentence;

static void split(sentence *s, const char *action) {
    char *rest = s->copy, *word;

    snprintf(s->copy, sizeof s->copy, "%s", action);
    s->verb = strsep(&rest, " ");
    s->count = 0;
    while (s->count < MOST_WORDS && (word = strsep(&rest, " ")))
        s->words[s->count++] = word;
}

void host_say_word(capu_text *out, int language, const capu_game *game, const char *word) {
    char id[HOST_ID];

    snprintf(id, sizeof id, "%s.word.%s", capu_info(game)->name, word);
    const char *text = host_wording_find(language, id);
    capu_text_add(out, text ? text : word);
}

static void say_seat(capu_text *out, const host_telling *telling, long seat, const char *word) {
    bool known = seat >= 0 && seat < telling->players;

    capu_text_add(out, known ? telling->names[seat] : word);
}

/* {1:next} and the like, for a word that is a number. */
static bool say_number_as(const host_telling *telling, const char *kind, const char *word,
                          capu_text *out) {
    char *end;
    long number = strtol(word, &end, 10);

    if (end == word || *end)
        return false;
    if (strcmp(kind, "next") == 0)
        capu_text_number(out, number + 1);
    else if (strcmp(kind, "seat") == 0)
        say_seat(out, telling, number, word);
    else if (strcmp(kind, "money") == 0)
        host_say_money(out, telling->language, number);
    else
        return false;
    return true;
}

/* {1-}: a, b and c. */
static void say_list(const sentence *s, int from, capu_text *out) {
    char before[PIECE], last[PIECE];
    capu_text list = capu_text_on(before, sizeof before), end = capu_text_on(last, sizeof last);

    for (int i = from; i + 1 < s->count; i++) {
        if (i > from)
            capu_text_add(&list, ", ");
        host_say_word(&list, s->telling->language, s->telling->game, s->words[i]);
    }
    if (from < s->count)
        host_say_word(&end, s->telling->language, s->telling->game, s->words[s->count - 1]);
    if (list.length)
        host_say(out, s->telling->language, "list.and", "a", before, "b", last, NULL);
    else
        capu_text_add(out, last);
}

static bool value_of_word(void *context, const char *name, capu_text *out) {
    const sentence *s = context;
    char *kind;
    long index = strtol(name, &kind, 10) - 1;

    if (strcmp(name, "who") == 0)
        say_seat(out, s->telling, s->seat, "?");
    else if (strcmp(name, "n") == 0)
        capu_text_number(out, s->count);
    else if (kind == name || index < 0)
        return false;
    else if (strcmp(kind, "-") == 0)
        say_list(s, (int)index, out);
    else if (index < s->count &&
             !(*kind == ':' && say_number_as(s->telling, kind + 1, s->words[index], out)))
        host_say_word(out, s->telling->language, s->telling->game, s->words[index]);
    return true;
}

static bool has_hidden(const sentence *s) {
    for (int i = 0; i < s->count; i++)
        if (strcmp(s->words[i], "?") == 0)
            return true;
    return false;
}

/* The most exact text there is. */
static const char *text_for(const sentence *s, const char *kind) {
    char counted[HOST_ID];
    const char *endings[] = {has_hidden(s) ? "hidden" : NULL, s->count == 0 ? "none" : NULL,
                             s->count ? counted : NULL, s->count ? s->words[0] : NULL};
    const char *game = capu_info(s->telling->game)->name, *text = NULL;
    char id[2 * HOST_ID];

    if (s->count)
        snprintf(counted, sizeof counted, "%s.%d", s->words[0], s->count);
    for (int i = 0; i < 4 && !text; i++) {
        if (!endings[i])
            continue;
        snprintf(id, sizeof id, "%s.%s.%s.%s", game, kind, s->verb, endings[i]);
        text = host_wording_for(s->telling->language, id, s->count);
    }
    snprintf(id, sizeof id, "%s.%s.%s", game, kind, s->verb);
    return text ? text : host_wording_for(s->telling->language, id, s->count);
}

bool host_say_action(capu_text *out, const host_telling *telling, const char *kind, int seat,
                     const char *action) {
    sentence s = {.telling = telling, .seat = seat};

    split(&s, action);
    const char *text = text_for(&s, kind);
    if (text)
        fill(out, text, value_of_word, &s);
    return text != NULL;
}

/* ------------------------------------------------------------------- typing */

/* How people see a word of an action, by what its text says of it: PLAIN, or as {1:next} or
 * {1:seat} has it. */
typedef enum seen_as { PLAIN, FROM_ONE, AS_SEAT } seen_as;

static seen_as how_seen(const char *text, int index) {
    static const char *const kinds[] = {[FROM_ONE] = "next", [AS_SEAT] = "seat"};
    char argument[24];

    for (int kind = FROM_ONE; text && kind <= AS_SEAT; kind++) {
        snprintf(argument, sizeof argument, "{%d:%s}", index + 1, kinds[kind]);
        if (strstr(text, argument))
            return (seen_as)kind;
    }
    return PLAIN;
}

static bool is_number(const char *word) {
    return *word && strspn(word, "0123456789") == strlen(word);
}

static void type_word(capu_text *out, seen_as as, const char *word) {
    if (as == AS_SEAT && is_number(word))
        capu_text_char(out, host_seat_letter(atoi(word)));
    else if (as == FROM_ONE && is_number(word))
        capu_text_number(out, atoi(word) + 1);
    else
        capu_text_add(out, word);
}

void host_say_typed(capu_text *out, const capu_game *game, const char *action) {
    const host_telling telling = {.game = game};
    sentence s = {.telling = &telling, .seat = -1};

    split(&s, action);
    const char *text = text_for(&s, "do");
    capu_text_add(out, s.verb);
    for (int i = 0; i < s.count; i++) {
        capu_text_char(out, ' ');
        type_word(out, how_seen(text, i), s.words[i]);
    }
}

int host_seat_named(const char *word) {
    int letter = tolower((unsigned char)*word);

    return letter >= 'a' && letter < 'a' + CAPU_MAX_PLAYERS && !word[1] ? letter - 'a' : -1;
}

/* The word of the notation; false: it cannot be meant so. */
static bool untype_word(capu_text *out, seen_as as, const char *word) {
    int number = as == AS_SEAT ? host_seat_named(word) : is_number(word) ? atoi(word) - 1 : -1;

    if (as == PLAIN)
        capu_text_add(out, word);
    else if (number >= 0)
        capu_text_number(out, number);
    return as == PLAIN || number >= 0;
}

/* White space off both ends, one space for a run of it, and small letters. */
static void tidy(char *to, size_t size, const char *from) {
    size_t length = 0;

    for (; *from && length + 1 < size; from++) {
        if (!isspace((unsigned char)*from))
            to[length++] = (char)tolower((unsigned char)*from);
        else if (length && to[length - 1] != ' ')
            to[length++] = ' ';
    }
    while (length && to[length - 1] == ' ')
        length--;
    to[length] = '\0';
}

bool host_read_typed(const capu_game *game, const char *typed, char action[CAPU_ACTION_TEXT]) {
    const host_telling telling = {.game = game};
    sentence s = {.telling = &telling, .seat = -1};
    char line[CAPU_ACTION_TEXT];
    capu_text out = capu_text_on(action, CAPU_ACTION_TEXT);
    bool meant = true;

    tidy(line, sizeof line, typed);
    split(&s, line);
    const char *text = text_for(&s, "do");
    capu_text_add(&out, s.verb);
    for (int i = 0; i < s.count; i++) {
        capu_text_char(&out, ' ');
        meant = untype_word(&out, how_seen(text, i), s.words[i]) && meant;
    }
    return meant && *line;
}

/* ------------------------------------------------------------------ reasons */

bool host_say_reason(capu_text *out, int language, const capu_game *game, const char *id,
                     const char *const *words, int count) {
    const host_telling telling = {.language = language, .game = game};
    sentence s = {.telling = &telling, .seat = -1};
    const char *text = host_wording_find(language, id);

    for (; s.count < count && s.count < MOST_WORDS; s.count++)
        s.words[s.count] = words[s.count];
    if (text)
        fill(out, text, value_of_word, &s);
    return text != NULL;
}

void host_say_refusal(capu_text *out, int language, const capu_game *game,
                      const capu_refusal *why) {
    int count = 0;

    while (count < CAPU_REASON_WORDS && why->words[count])
        count++;
    if (!host_say_reason(out, language, game, why->reason->id, why->words, count))
        capu_refusal_text(why, out);
}

/* -------------------------------------------------------------------- lines */

typedef struct told {
    const host_telling *telling;
    const capu_lines *lines;
    const capu_line *line;
} told;

static bool is_seat(const char *name) {
    size_t length = strlen(name);

    return strcmp(name, "seat") == 0 || (length > 5 && strcmp(name + length - 5, "_seat") == 0);
}

/* One argument, as {name:kind} asks for it. */
static void say_arg(const host_telling *telling, const capu_arg *arg, const char *kind,
                    capu_text *out) {
    char digits[16];

    if (arg->kind == CAPU_ARG_NONE)
        return;
    if (arg->kind == CAPU_ARG_NUMBER)
        snprintf(digits, sizeof digits, "%d", (int)arg->number);
    const char *word = arg->kind == CAPU_ARG_WORD ? arg->word : digits;
    if (say_number_as(telling, *kind ? kind : is_seat(arg->name) ? "seat" : "", word, out))
        return;
    if (arg->kind == CAPU_ARG_NUMBER)
        host_say_number(out, telling->language, arg->number);
    else
        host_say_word(out, telling->language, telling->game, word);
}

/* 5 + 2 - 3: a number below zero is taken away, unless it comes first. */
static void say_sum(const host_telling *telling, const capu_arg *args, int count, capu_text *out) {
    for (int i = 0; i < count; i++) {
        capu_arg part = args[i];
        if (i) {
            capu_text_add(out, part.number < 0 ? " - " : " + ");
            part.number = part.number < 0 ? -part.number : part.number;
        }
        say_arg(telling, &part, "", out);
    }
}

/* The elements that begin at `args`, with commas, and "and" before the last. */
static void say_args(const told *t, const capu_arg *args, int count, const char *kind,
                     capu_text *out) {
    char before[2 * PIECE], last[PIECE];
    capu_text list = capu_text_on(before, sizeof before), end = capu_text_on(last, sizeof last);

    for (int i = 0; i + 1 < count; i++) {
        if (i)
            capu_text_add(&list, ", ");
        say_arg(t->telling, &args[i], kind, &list);
    }
    say_arg(t->telling, &args[count - 1], kind, &end);
    if (list.length)
        host_say(out, t->telling->language, "list.and", "a", before, "b", last, NULL);
    else
        capu_text_add(out, last);
}

static bool value_of_arg(void *context, const char *name, capu_text *out) {
    const told *t = context;
    const capu_arg *args = t->lines->args + t->line->first;
    const char *colon = strchr(name, ':'), *kind = colon ? colon + 1 : "";
    size_t length = colon ? (size_t)(colon - name) : strlen(name);
    int begin = 0, end;

    while (begin < t->line->count &&
           (strncmp(args[begin].name, name, length) != 0 || args[begin].name[length] != '\0'))
        begin++;
    if (begin == t->line->count)
        return false;
    for (end = begin + 1; end < t->line->count && args[begin].list && args[end].list &&
                          strcmp(args[end].name, args[begin].name) == 0;)
        end++;
    if (strcmp(kind, "sum") == 0)
        say_sum(t->telling, args + begin, end - begin, out);
    else
        say_args(t, args + begin, end - begin, kind, out);
    return true;
}

/* The number that decides between singular and plural. */
static int64_t number_of(const capu_lines *lines, const capu_line *line) {
    for (int i = line->first; i < line->first + line->count; i++)
        if (strcmp(lines->args[i].name, "n") == 0)
            return lines->args[i].number;
    return 1;
}

bool host_say_line(capu_text *out, const host_telling *telling, const char *kind,
                   const capu_lines *lines, const capu_line *line) {
    char id[HOST_ID];
    told t = {telling, lines, line};

    snprintf(id, sizeof id, "%s.%s.%s", capu_info(telling->game)->name, kind, line->id);
    const char *text = host_wording_for(telling->language, id, number_of(lines, line));
    if (text)
        fill(out, text, value_of_arg, &t);
    return text != NULL;
}
