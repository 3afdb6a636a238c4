/* Capital Lux 2: Generations. Eilif Svensson and Kristian A. Østby, 2020. The row that the engine
 * knows it by. */
#include "games/capital_lux_2/capital_lux_2.h"

static const char *const first_values[] = {"random", "0", "1", "2", "3"};
static const char *const powers_values[] = {"random", "A", "B", "C", "D"};
static const char *const gold_covers_values[] = {"1", "2"};
static const char *const rob_values[] = {"usual", "strong", "hard"};

static const capu_option options[] = {
    [FIRST] = {"first", first_values, 5, NULL},
    [POWERS_OPTION] = {"powers", powers_values, POWERS_NAMED, "BLUE,PINK,YELLOW,GREEN"},
    [GOLD_COVERS] = {"gold_covers", gold_covers_values, 2, NULL},
    [ROB_OPTION] = {"rob", rob_values, ROBS, NULL},
};

/* CLX-40, CLX-44 */
static bool check_options(const uint16_t *values, int players, capu_refusal *why) {
    uint8_t tiles[DISTRICTS];

    if (players > 1 && values[ROB_OPTION] != ROB_USUAL)
        return capu_refuse(why, &clx_reasons[WHY_ONLY_SOLO], NULL, NULL);
    if (players > 1 || !clx_named_tiles(values[POWERS_OPTION], tiles))
        return true;
    for (int d = 0; d < DISTRICTS; d++)
        if (clx_powers[tiles[d]].not_in_solo)
            return capu_refuse(why, &clx_reasons[WHY_NOT_IN_SOLO], clx_powers[tiles[d]].name, NULL);
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

    for (int d = 0; d < DISTRICTS; d++) {
        char then = d < DISTRICTS - 1 ? ',' : '\0';
        int i = 0, length = 0;
        while (i < TILES_EACH &&
               !(length = begins_with(text, clx_powers[TILES_EACH * d + i].name, then)))
            i++;
        if (option != POWERS_OPTION || i == TILES_EACH)
            return -1;
        combination = combination << 2 | i;
        text += length + 1;
    }
    return POWERS_NAMED + combination;
}

static void write_value(int option, uint16_t value, capu_text *text) {
    uint8_t tiles[DISTRICTS];

    if (option != POWERS_OPTION || !clx_named_tiles(value, tiles))
        return;
    for (int d = 0; d < DISTRICTS; d++) {
        if (d)
            capu_text_char(text, ',');
        capu_text_add(text, clx_powers[tiles[d]].name);
    }
}

_Static_assert(sizeof(clx) <= 512 && sizeof(clx) % 8 == 0, "a position of Capital Lux 2");
_Static_assert(LISTS == 24 && COMBINATIONS == 1 << 2 * DISTRICTS, "three words of lists");

const capu_game capu_capital_lux_2 = {
    .info = {.name = "capital-lux-2",
             .title = "Capital Lux 2",
             .least = 1,
             .most = PLAYERS,
             .rules = 2,
             .state_bytes = sizeof(clx),
             .position_bytes = sizeof(clx),
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
    .more_values = {[POWERS_OPTION] = COMBINATIONS},
    .deal = clx_deal,
    .count = clx_legal_count,
    .at = clx_legal_at,
    .legal = clx_legal,
    .allows = clx_allows,
    .reasons = clx_reasons,
    .apply = clx_apply,
    .secret = clx_secret,
    .sealed = clx_sealed,
    .hide = clx_hide,
    .fill = clx_fill,
    .fits = clx_fits,
    .result = clx_result,
    .more_result = clx_more_result,
    .measures = clx_measures,
    .features = clx_features,
    .feature_space = CLX_FEATURES,
    .write_action = clx_write_action,
    .read_action = clx_read_action,
    .io = clx_io,
    .accept = clx_accept,
};
