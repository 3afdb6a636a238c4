/* Sentences at a table: see tell.h. */
#include "tui/table/tell.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "host/write.h"

void tui_tell_choice(capu_text *out, const host_telling *telling, int seat, const char *action) {
    if (!host_say_action(out, telling, "do", seat, action))
        capu_text_add(out, action);
}

void tui_tell_done(capu_text *out, const host_telling *telling, int seat, const char *action) {
    if (!host_say_action(out, telling, "did", seat, action))
        host_say(out, telling->language, "terminal.did", "who", telling->names[seat], "action",
                 action, NULL);
}

/* Adds an argument, or an element of a list; NULL: the list is empty. */
static void add_arg(capu_lines *lines, const char *name, const json_t *value, bool list) {
    const char *word = json_string_value(value);
    capu_arg arg = {.name = name, .word = word, .list = list};

    arg.kind = !value ? CAPU_ARG_NONE : word ? CAPU_ARG_WORD : CAPU_ARG_NUMBER;
    arg.number = (int32_t)json_integer_value(value);
    if (lines->arg_count < CAPU_MAX_ARGS)
        lines->args[lines->arg_count++] = arg;
}

static void add_list(capu_lines *lines, const char *name, const json_t *list) {
    size_t i;
    json_t *value;

    if (json_array_size(list) == 0)
        add_arg(lines, name, NULL, true);
    json_array_foreach(list, i, value) add_arg(lines, name, value, true);
}

bool tui_tell_line(capu_text *out, const host_telling *telling, const char *kind,
                   const json_t *line) {
    const char *id = json_string_value(json_object_get(line, "id")), *name;
    capu_lines lines = {.count = 1};
    json_t *value;

    if (!id)
        return false;
    json_object_foreach((json_t *)line, name, value) {
        if (json_is_array(value))
            add_list(&lines, name, value);
        else if (strcmp(name, "id") != 0)
            add_arg(&lines, name, value, false);
    }
    lines.lines[0] = (capu_line){.id = id, .count = (uint16_t)lines.arg_count};
    return host_say_line(out, telling, kind, &lines, &lines.lines[0]);
}

bool tui_is_silent(const capu_game *game, const char *action) {
    const char *silent = capu_info(game)->silent;

    return silent && strcmp(action, silent) == 0;
}

void tui_tell_question(capu_text *out, const tui_seeing *seeing) {
    const capu_game *game = seeing->telling.game;
    char id[HOST_ID];

    snprintf(id, sizeof id, "%s.terminal.ask.%s", capu_info(game)->name,
             tui_board_of(game)->ask(seeing));
    const char *text = host_wording_find(seeing->telling.language, id);
    capu_text_add(out, text ? text : host_wording(seeing->telling.language, "terminal.ask"));
}

/* A figure a player, in the order of seats. */
static void list(const float *figures, int players, float scale, int digits, char *buffer,
                 size_t size) {
    size_t length = 0;

    for (int i = 0; i < players && length < size; i++)
        length += (size_t)snprintf(buffer + length, size - length, "%s%.*f", i ? ":" : "", digits,
                                   (double)(scale * figures[i]));
}

void tui_tell_expected(capu_text *out, const host_telling *telling, const capu_advice *advice) {
    char win[96], error[16], scores[96], visits[16];

    list(advice->win, telling->players, 100, 0, win, sizeof win);
    list(advice->score, telling->players, 1, 1, scores, sizeof scores);
    snprintf(error, sizeof error, "%.1f", 100 * (double)advice->error);
    snprintf(visits, sizeof visits, "%" PRIu32, advice->visits);
    host_say(out, telling->language, "terminal.hint.line", "win", win, "error", error, "scores",
             scores, "visits", visits, NULL);
}

void tui_tell_reply(capu_text *out, const host_telling *telling, int seat,
                    const capu_advice *advice) {
    char action[CAPU_ACTION_TEXT], doing[224], words[256];
    capu_text notation = capu_text_on(action, sizeof action);
    capu_text choice = capu_text_on(doing, sizeof doing);
    capu_text reply = capu_text_on(words, sizeof words);
    int replier = (int)advice->reply.seat;

    capu_action_write(telling->game, advice->reply.action, replier != seat, &notation);
    if (strchr(action, '?')) {
        tui_tell_done(&reply, telling, replier, action);
    } else {
        tui_tell_choice(&choice, telling, replier, action);
        host_say(&reply, telling->language, "terminal.did", "who", telling->names[replier],
                 "action", doing, NULL);
    }
    host_say(out, telling->language, "terminal.hint.reply", "reply", words, NULL);
}

void tui_tell_place(capu_text *out, const host_telling *telling, const capu_result *result,
                    int seat) {
    char place[8];

    snprintf(place, sizeof place, "%d", result->places[seat]);
    host_say_for(out, telling->language, "terminal.place", result->scores[seat], "place", place,
                 "who", telling->names[seat], NULL);
}

bool tui_tell_tie(capu_text *out, const host_telling *telling, const capu_result *result) {
    bool shared = false, broken = false;
    char id[HOST_ID];

    for (int a = 0; a < telling->players; a++)
        for (int b = a + 1; b < telling->players; b++)
            if (result->scores[a] == result->scores[b]) {
                shared |= result->places[a] == result->places[b];
                broken |= result->places[a] != result->places[b];
            }
    snprintf(id, sizeof id, "%s.terminal.tie", capu_info(telling->game)->name);
    if (broken && host_wording_find(telling->language, id))
        capu_text_add(out, host_wording(telling->language, id));
    if (shared && broken)
        capu_text_char(out, ' ');
    if (shared)
        capu_text_add(out, host_wording(telling->language, "terminal.tie"));
    return shared || broken;
}

void tui_tell_flaw(capu_text *out, int language, const capu_flaw *flaw, const char *detail) {
    char first[24], second[24];
    const char *const words[] = {first, second};

    snprintf(first, sizeof first, "%" PRId64, flaw->numbers[0]);
    snprintf(second, sizeof second, "%" PRId64, flaw->numbers[1]);
    host_say_reason(out, language, flaw->game, flaw->id, words, 2);
    capu_text_char(out, ' ');
    if (flaw->why.reason) {
        host_say_refusal(out, language, flaw->game, &flaw->why);
        return;
    }
    capu_text_char(out, '(');
    capu_text_add(out, detail);
    capu_text_char(out, ')');
}

const char *tui_notation_help(int language, const capu_game *game) {
    char id[HOST_ID];

    snprintf(id, sizeof id, "%s.terminal.notation", capu_info(game)->name);
    const char *text = host_wording_find(language, id);
    return text ? text : "";
}

const char *tui_bot_words(int language, const char *bot) {
    char id[HOST_ID];

    snprintf(id, sizeof id, "level.%s", bot);
    const char *words = host_wording_find(language, id), *file = strrchr(bot, '/');
    return words ? words : file ? file + 1 : bot;
}

void tui_name_bot(char name[PARTY_NAME], int language, const capu_bot *bot, int seat) {
    const char *level = tui_bot_words(language, bot->name);

    snprintf(name, PARTY_NAME, "%.*s %c", (int)host_whole_text(level, PARTY_NAME - 3), level,
             host_seat_letter(seat));
}

bool tui_is_rule(const char *id, const capu_game *game, char key[HOST_ID]) {
    char before[HOST_ID];
    int length = snprintf(before, sizeof before, "%s.rule.", capu_info(game)->name);
    const char *end = strrchr(id, '.');

    if (strncmp(id, before, (size_t)length) != 0 || !end || strcmp(end, ".title") != 0)
        return false;
    snprintf(key, HOST_ID, "%.*s", (int)(end - id - length), id + length);
    return true;
}
