/* Caprice: Rolf Rötgers and Oliver Bolten, 1999. The row that the engine knows it by. */
#include "games/caprice/caprice.h"

static const char *const first_values[] = {"random", "0", "1", "2", "3"};
static const char *const third_values[] = {"choose", "redraw"};
static const char *const second_pair_values[] = {"keep", "redraw"};
static const char *const arrange_values[] = {"auto", "manual"};
static const char *const contracts_values[] = {"any", "equal"};

static const capu_option options[] = {
    [CAPRICE_FIRST] = {"first", first_values, 5, NULL},
    [CAPRICE_THIRD] = {"third", third_values, 2, NULL},
    [CAPRICE_SECOND_PAIR] = {"second_pair", second_pair_values, 2, NULL},
    [CAPRICE_ARRANGE_OPTION] = {"arrange", arrange_values, 2, NULL},
    [CAPRICE_CONTRACTS] = {"contracts", contracts_values, 2, NULL},
};

_Static_assert(offsetof(caprice, played_count) <= 256 && sizeof(caprice) % 8 == 0,
               "a position of Caprice");

/* By verb. */
static int kind(const capu_state *state, capu_action action) {
    (void)state;
    return (int)(action >> 8);
}

const capu_game game_caprice = {
    .info = {.name = "caprice",
             .title = "Caprice",
             .order = 1,
             .least = 2,
             .most = CAPRICE_PLAYERS,
             .rules = 2,
             .state_bytes = sizeof(caprice),
             .position_bytes = offsetof(caprice, played_count),
             .options = options,
             .option_count = sizeof options / sizeof options[0],
             .silent = "keep" /* CPR-5 */},
    .check_options = caprice_check_options,
    .deal = caprice_deal,
    .count = caprice_legal_count,
    .at = caprice_legal_at,
    .legal = caprice_legal,
    .allows = caprice_allows,
    .reasons = caprice_reasons,
    .apply = caprice_apply,
    .kind = kind,
    .sealed = caprice_sealed,
    .hide = caprice_hide,
    .fill = caprice_fill,
    .fits = caprice_fits,
    .result = caprice_result,
    .measures = caprice_measures,
    .tell = caprice_tell,
    .facts = caprice_facts,
    .space = CAPRICE_SPACE,
    .verb_shift = 8,
    .span_count = CAPRICE_VERBS,
    .spans = caprice_spans,
    .most_legal = CAPRICE_MOST_LEGAL,
    .observation = &caprice_observation,
    .write_action = caprice_write_action,
    .read_action = caprice_read_action,
    .io = caprice_io,
    .accept = caprice_accept,
};
