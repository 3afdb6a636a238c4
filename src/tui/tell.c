/* Sentences at a table: see tell.h. */
#include "tui/tell.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void capu_tell_choice(capu_text *out, const capu_telling *telling, int seat, const char *action) {
    if (!capu_say_action(out, telling, "do", seat, action))
        capu_text_add(out, action);
}

void capu_tell_done(capu_text *out, const capu_telling *telling, int seat, const char *action) {
    if (!capu_say_action(out, telling, "did", seat, action))
        capu_say(out, telling->language, "terminal.did", "who", telling->names[seat], "action",
                 action, NULL);
}

bool capu_is_silent(const capu_game *game, const char *action) {
    const char *silent = capu_board_of(game)->silent;

    return silent && strcmp(action, silent) == 0;
}

void capu_tell_question(capu_text *out, const capu_seeing *seeing) {
    const capu_game *game = seeing->telling.game;
    char id[CAPU_ID];

    snprintf(id, sizeof id, "terminal.ask.%s.%s", capu_info(game)->name,
             capu_board_of(game)->ask(seeing));
    capu_text_add(out, capu_wording(seeing->telling.language, id));
}

/* A figure a player, in the order of seats. */
static void list(const float *figures, int players, float scale, int digits, char *buffer,
                 size_t size) {
    size_t length = 0;

    for (int i = 0; i < players && length < size; i++)
        length += (size_t)snprintf(buffer + length, size - length, "%s%.*f", i ? ":" : "", digits,
                                   (double)(scale * figures[i]));
}

void capu_tell_expected(capu_text *out, const capu_telling *telling, const capu_advice *advice) {
    char win[96], error[16], scores[96], visits[16];

    list(advice->win, telling->players, 100, 0, win, sizeof win);
    list(advice->score, telling->players, 1, 1, scores, sizeof scores);
    snprintf(error, sizeof error, "%.1f", 100 * (double)advice->error);
    snprintf(visits, sizeof visits, "%" PRIu32, advice->visits);
    capu_say(out, telling->language, "terminal.hint.line", "win", win, "error", error, "scores",
             scores, "visits", visits, NULL);
}

void capu_tell_reply(capu_text *out, const capu_telling *telling, int seat,
                     const capu_advice *advice) {
    char action[CAPU_ACTION_TEXT], words[256];
    capu_text notation = capu_text_on(action, sizeof action);
    capu_text reply = capu_text_on(words, sizeof words);
    int replier = (int)advice->reply.seat;

    capu_action_write(telling->game, advice->reply.action, replier != seat, &notation);
    capu_tell_done(&reply, telling, replier, action);
    capu_say(out, telling->language, "terminal.hint.reply", "reply", words, NULL);
}

void capu_tell_place(capu_text *out, const capu_telling *telling, const capu_result *result,
                     int seat) {
    char place[8];

    snprintf(place, sizeof place, "%d", result->places[seat]);
    capu_say_for(out, telling->language, "terminal.place", result->scores[seat], "place", place,
                 "who", telling->names[seat], NULL);
}

bool capu_tell_tie(capu_text *out, const capu_telling *telling, const capu_result *result) {
    bool shared = false, broken = false;
    char id[CAPU_ID];

    for (int a = 0; a < telling->players; a++)
        for (int b = a + 1; b < telling->players; b++)
            if (result->scores[a] == result->scores[b]) {
                shared |= result->places[a] == result->places[b];
                broken |= result->places[a] != result->places[b];
            }
    snprintf(id, sizeof id, "terminal.tie.%s", capu_info(telling->game)->name);
    if (broken)
        capu_text_add(out, capu_wording(telling->language, id));
    if (shared && broken)
        capu_text_char(out, ' ');
    if (shared)
        capu_text_add(out, capu_wording(telling->language, "terminal.tie"));
    return shared || broken;
}

void capu_tell_flaw(capu_text *out, int language, const capu_flaw *flaw, const char *detail) {
    char first[24], second[24];
    const char *const words[] = {first, second};

    snprintf(first, sizeof first, "%" PRId64, flaw->numbers[0]);
    snprintf(second, sizeof second, "%" PRId64, flaw->numbers[1]);
    capu_say_reason(out, language, flaw->game, flaw->id, words, 2);
    capu_text_char(out, ' ');
    if (flaw->why.reason) {
        capu_say_refusal(out, language, flaw->game, &flaw->why);
        return;
    }
    capu_text_char(out, '(');
    capu_text_add(out, detail);
    capu_text_char(out, ')');
}

const char *capu_notation_help(int language, const capu_game *game) {
    char id[CAPU_ID];

    snprintf(id, sizeof id, "terminal.notation.%s", capu_info(game)->name);
    return capu_wording(language, id);
}

void capu_name_bot(char name[PARTY_NAME], int language, const capu_bot *bot, int seat) {
    char id[CAPU_ID];

    snprintf(id, sizeof id, "level.%s", bot->name);
    const char *level = capu_wording_find(language, id);
    snprintf(name, PARTY_NAME, "%s %c", level ? level : bot->name, capu_seat_letter(seat));
}

bool capu_is_rule(const char *id, const capu_game *game, char key[CAPU_ID]) {
    char before[CAPU_ID];
    int length = snprintf(before, sizeof before, "%s.rule.", capu_info(game)->name);
    const char *end = strrchr(id, '.');

    if (strncmp(id, before, (size_t)length) != 0 || !end || strcmp(end, ".title") != 0)
        return false;
    snprintf(key, CAPU_ID, "%.*s", (int)(end - id - length), id + length);
    return true;
}
