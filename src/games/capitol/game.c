/* Capitol: Alan R. Moon and Aaron Weissblum, 2001. The row that the engine knows it by. */
#include "games/capitol/capitol.h"

static const char *const first_values[] = {"random", "0", "1", "2", "3"};
static const char *const board_values[] = {"wide", "tight"};
static const char *const zero_bids_values[] = {"unsold", "consul"};
static const char *const draw_values[] = {"six", "up_to_six"};
static const char *const floors_values[] = {"free", "tallest"};

static const capu_option options[] = {
    [CAPITOL_FIRST] = {"first", first_values, 5, NULL},
    [CAPITOL_BOARD] = {"board", board_values, 2, NULL},
    [CAPITOL_ZERO_BIDS] = {"zero_bids", zero_bids_values, 2, NULL},
    [CAPITOL_DRAW_OPTION] = {"draw", draw_values, 2, NULL},
    [CAPITOL_FLOORS_OPTION] = {"floors", floors_values, 2, NULL},
};

_Static_assert(sizeof(capitol) <= 768 && sizeof(capitol) % 8 == 0, "a position of Capitol");

/* An auction, or what is between two rounds of them. */
static int part(const capu_state *state) {
    return ((const capitol *)state)->auction;
}

/* By verb. */
static int kind(const capu_state *state, capu_action action) {
    (void)state;
    return capitol_verb(action);
}

const capu_game game_capitol = {
    .info = {.name = "capitol",
             .title = "Capitol",
             .order = 2,
             .least = 2,
             .most = CAPITOL_PLAYERS,
             .rules = 2,
             .state_bytes = sizeof(capitol),
             .position_bytes = sizeof(capitol),
             .options = options,
             .option_count = sizeof options / sizeof options[0],
             .reconstructed =
                 "how many small squares and printed fountains each area has is a "
                 "guess (option board); the values of the cards are known from players, "
                 "not from our texts"},
    .deal = capitol_deal,
    .count = capitol_legal_count,
    .at = capitol_legal_at,
    .legal = capitol_legal,
    .pick = capitol_pick,
    .allows = capitol_allows,
    .reasons = capitol_reasons,
    .apply = capitol_apply,
    .kind = kind,
    .part = part,
    .sealed = capitol_sealed,
    .hide = capitol_hide,
    .fill = capitol_fill,
    .fits = capitol_fits,
    .result = capitol_result,
    .measures = capitol_measures,
    .facts = capitol_facts,
    .space = CAPITOL_SPACE,
    .verb_shift = 18,
    .span_count = CAPITOL_VERBS,
    .spans = capitol_spans,
    .most_legal = CAPITOL_MOST_LEGAL,
    .observation = &capitol_observation,
    .write_action = capitol_write_action,
    .read_action = capitol_read_action,
    .io = capitol_io,
    .accept = capitol_accept,
};
