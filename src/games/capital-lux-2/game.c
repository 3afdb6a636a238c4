/* Capital Lux 2: Generations. Eilif Svensson and Kristian A. Østby, 2020. The row that the engine
 * knows it by. */
#include "games/capital-lux-2/lux.h"

static const char *const first_values[] = {"random", "0", "1", "2", "3"};
static const char *const powers_values[] = {"random", "A", "B", "C", "D"};
static const char *const gold_covers_values[] = {"1", "2"};
static const char *const rob_values[] = {"usual", "strong", "hard"};

static const capu_option options[] = {
    [LUX_FIRST] = {"first", first_values, 5, NULL},
    [LUX_POWERS_OPTION] = {"powers", powers_values, LUX_POWERS_NAMED, "BLUE,PINK,YELLOW,GREEN"},
    [LUX_GOLD_COVERS] = {"gold_covers", gold_covers_values, 2, NULL},
    [LUX_ROB_OPTION] = {"rob", rob_values, LUX_ROBS, NULL},
};

/* CLX-40, CLX-44 */
static bool check_options(const uint16_t *values, int players, capu_refusal *why) {
    uint8_t tiles[LUX_DISTRICTS];

    if (players > 1 && values[LUX_ROB_OPTION] != LUX_ROB_USUAL)
        return engine_refuse(why, &lux_reasons[LUX_WHY_ONLY_SOLO], NULL, NULL);
    if (players > 1 || !lux_named_tiles(values[LUX_POWERS_OPTION], tiles))
        return true;
    for (int d = 0; d < LUX_DISTRICTS; d++)
        if (lux_powers[tiles[d]].not_in_solo)
            return engine_refuse(why, &lux_reasons[LUX_WHY_NOT_IN_SOLO], lux_powers[tiles[d]].name,
                                 NULL);
    return true;
}

/* Whether a text begins with a word and then that character; its length, or 0. */
static int begins_with(const char *text, const char *word, char then) {
    int i = 0;

    while (word[i] && word[i] == text[i])
        i++;
    return !word[i] && text[i] == then ? i : 0;
}

/* Four tiles, with commas between them. */
static int read_value(int option, const char *text) {
    int combination = 0;

    for (int d = 0; d < LUX_DISTRICTS; d++) {
        char then = d < LUX_DISTRICTS - 1 ? ',' : '\0';
        int i = 0, length = 0;
        while (i < LUX_TILES_EACH &&
               !(length = begins_with(text, lux_powers[LUX_TILES_EACH * d + i].name, then)))
            i++;
        if (option != LUX_POWERS_OPTION || i == LUX_TILES_EACH)
            return -1;
        combination = combination << 2 | i;
        text += length + 1;
    }
    return LUX_POWERS_NAMED + combination;
}

static void write_value(int option, uint16_t value, capu_text *text) {
    uint8_t tiles[LUX_DISTRICTS];

    if (option != LUX_POWERS_OPTION || !lux_named_tiles(value, tiles))
        return;
    for (int d = 0; d < LUX_DISTRICTS; d++) {
        if (d)
            capu_text_char(text, ',');
        capu_text_add(text, lux_powers[tiles[d]].name);
    }
}

_Static_assert(offsetof(lux, passed) <= 512 && sizeof(lux) % 8 == 0, "a position of Capital Lux 2");
_Static_assert(LUX_LISTS == 24 && LUX_COMBINATIONS == 1 << 2 * LUX_DISTRICTS,
               "three words of lists");

/* By verb, and by the power that a card in the capital sets off. What ends the play of a round, or
 * a step of the draft, is much longer than the rest, and comes first. */
static int kind(const capu_state *state, capu_action action) {
    enum { ENDS_PLAY, ENDS_STEP, OTHERS };
    const lux *s = (const lux *)state;
    uint32_t verb = action >> 15, card = action >> 10 & 31;

    if (s->last == 1 && verb != LUX_CAPITAL)
        return ENDS_PLAY;
    if (verb == LUX_KEEP && !(state->head.actors & (state->head.actors - 1)))
        return ENDS_STEP;
    return OTHERS + (verb == LUX_CAPITAL ? LUX_VERBS + s->powers[lux_colour[card]] : (int)verb);
}
_Static_assert(LUX_VERBS + LUX_TILES + 2 <= ENGINE_KINDS, "kinds of actions");

const capu_game game_capital_lux_2 = {
    .info = {.name = "capital-lux-2",
             .title = "Capital Lux 2",
             .order = 4,
             .least = 1,
             .most = LUX_PLAYERS,
             .rules = 2,
             .state_bytes = sizeof(lux),
             .position_bytes = offsetof(lux, passed),
             .options = options,
             .option_count = sizeof options / sizeof options[0],
             .reconstructed =
                 "five citizens of each value a colour; the powers infiltrator, recruiter, "
                 "foreigner, prophet, missionary, mentalist, disciple, aristocrat, sentinel, "
                 "proselytiser, explorer and dualist with their material; the ROB cards; set A "
                 "is as in the first edition, and our text says that it was slightly changed"},
    .check_options = check_options,
    .read_value = read_value,
    .write_value = write_value,
    .more_values = {[LUX_POWERS_OPTION] = LUX_COMBINATIONS},
    .deal = lux_deal,
    .count = lux_legal_count,
    .at = lux_legal_at,
    .legal = lux_legal,
    .allows = lux_allows,
    .reasons = lux_reasons,
    .apply = lux_apply,
    .kind = kind,
    .moment = lux_moment,
    .facts = lux_facts,
    .secret = lux_secret,
    .sealed = lux_sealed,
    .hide = lux_hide,
    .fill = lux_fill,
    .fits = lux_fits,
    .result = lux_result,
    .more_result = lux_more_result,
    .measures = lux_measures,
    .space = LUX_SPACE,
    .verb_shift = 15,
    .span_count = LUX_VERBS,
    .spans = lux_spans,
    .most_legal = LUX_MOST_LEGAL,
    .observation = &lux_observation,
    .write_action = lux_write_action,
    .read_action = lux_read_action,
    .io = lux_io,
    .accept = lux_accept,
};
