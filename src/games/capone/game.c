/* Capone: Mark Caines and Anthony Watts, 1994. The row that the engine knows it by. */
#include "games/capone/capone.h"

static const char *const first_values[] = {"random", "0", "1", "2", "3", "4", "5"};
static const char *const payout_values[] = {"pieces", "original", "yaourt", "jeuxoc"};
/* A number of years is its own index, and 60, the default, comes first. */
static const char *const years_values[] = {
    "60", "1",  "2",  "3",  "4",  "5",  "6",  "7",  "8",  "9",  "10", "11", "12", "13", "14",
    "15", "16", "17", "18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29",
    "30", "31", "32", "33", "34", "35", "36", "37", "38", "39", "40", "41", "42", "43", "44",
    "45", "46", "47", "48", "49", "50", "51", "52", "53", "54", "55", "56", "57", "58", "59",
};
static const char *const discards_values[] = {"hidden", "open"};

static const capu_option options[] = {
    [CAPONE_FIRST] = {"first", first_values, 7, NULL},
    [CAPONE_PAYOUT] = {"payout", payout_values, 4, NULL},
    [CAPONE_YEARS] = {"years", years_values, 60, NULL},
    [CAPONE_DISCARDS] = {"discards", discards_values, 2, NULL},
};

/* One seat decides at a time. */
static int sealed(const capu_state *state) {
    (void)state;
    return 0;
}

_Static_assert(sizeof(capone) <= 512 && sizeof(capone) % 8 == 0, "a position of Capone");

/* By verb, and by the card that is used. What ends the play of a year is much longer, and comes
 * first. */
static int kind(const capu_state *state, capu_action action) {
    enum { ENDS_PLAY, OTHERS };
    const capone *s = (const capone *)state;
    int verb = (int)(action >> 28), card = (int)(action >> 16 & 0xFF);

    if ((verb == CAPONE_DO_DISCARD || verb == CAPONE_DO_FORCE) &&
        s->seats[capone_next(s, s->turn)].hand.count == 0)
        return ENDS_PLAY;
    return OTHERS + (verb == CAPONE_DO_USE ? CAPONE_VERBS + card : verb);
}
_Static_assert(CAPONE_VERBS + CAPONE_KINDS + 1 <= ENGINE_KINDS, "kinds of actions");

const capu_game game_capone = {
    .info = {.name = "capone",
             .title = "Capone",
             .order = 3,
             .least = 3,
             .most = CAPONE_PLAYERS,
             .rules = 2,
             .state_bytes = sizeof(capone),
             .position_bytes = sizeof(capone),
             .options = options,
             .option_count = sizeof options / sizeof options[0],
             .reconstructed = "Which of the illegal businesses (but the weapon shop) has which "
                              "value, and the names of the legal ones, are reconstructed."},
    .deal = capone_deal,
    .count = capone_legal_count,
    .at = capone_legal_at,
    .legal = capone_legal,
    .pick = capone_pick,
    .allows = capone_allows,
    .reasons = capone_reasons,
    .apply = capone_apply,
    .kind = kind,
    .secret = capone_secret,
    .sealed = sealed,
    .hide = capone_hide,
    .fill = capone_fill,
    .fits = capone_fits,
    .result = capone_result,
    .measures = capone_measures,
    .rates = capone_rates,
    .facts = capone_facts,
    .space = CAPONE_SPACE,
    .verb_shift = 28,
    .span_count = CAPONE_VERBS,
    .spans = capone_spans,
    .indices = capone_indices,
    .most_legal = CAPONE_MOST_LEGAL,
    .observation = &capone_observation,
    .write_action = capone_write_action,
    .read_action = capone_read_action,
    .io = capone_io,
    .accept = capone_accept,
};
