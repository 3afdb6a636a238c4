/* Options by name, and what games have against things. */
#include "engine/registry.h"

const capu_game_info *capu_info(const capu_game *game) {
    return &game->info;
}

const char *capu_version(void) {
    return CAPU_VERSION;
}

/* ----------------------------------------------------------------- options */

static int find_option(const capu_game *game, const char *name) {
    for (int i = 0; i < game->info.option_count; i++)
        if (engine_same(game->info.options[i].name, name))
            return i;
    return -1;
}

static int find_value(const capu_game *game, int option, const char *value) {
    const capu_option *row = &game->info.options[option];

    for (int i = 0; i < row->count; i++)
        if (engine_same(row->values[i], value))
            return i;
    return game->read_value ? game->read_value(option, value) : -1;
}

static void list_options(const capu_game *game, capu_text *why) {
    for (int i = 0; i < game->info.option_count; i++)
        engine_because(why, i ? ", " : " ", game->info.options[i].name, NULL);
}

/* ALL-2: the first player is one of the seats there are, or drawn. */
static bool seat_exists(int option, int value, int players) {
    return option != ENGINE_FIRST || value <= players;
}

static void list_values(const capu_game *game, int index, int players, capu_text *why) {
    const capu_option *option = &game->info.options[index];

    for (int i = 0; i < option->count; i++)
        if (seat_exists(index, i, players))
            engine_because(why, i ? ", " : " ", option->values[i], NULL);
    if (option->pattern)
        engine_because(why, ", ", option->pattern, NULL);
}

capu_status capu_explain_option(const capu_game *game, int players, capu_options *options,
                                const char *name, const char *value, capu_refusal *why) {
    int option = find_option(game, name);

    if (option < 0) {
        engine_refuse(why, &engine_shared_reasons[WHY_NO_OPTION], game->info.title, name);
        return CAPU_BAD_OPTIONS;
    }
    int index = find_value(game, option, value);
    if (index < 0 || !seat_exists(option, index, players)) {
        engine_refuse(why, &engine_shared_reasons[WHY_NO_VALUE], name, value);
        return CAPU_BAD_OPTIONS;
    }
    options->value[option] = (uint16_t)index;
    return CAPU_OK;
}

/* Who writes an option by hand wants to know what there is. */
static void list_choices(const capu_game *game, int players, const char *name, capu_text *why) {
    int option = find_option(game, name);

    capu_text_add(why, option < 0 ? "; it has" : "; its values are");
    if (option < 0)
        list_options(game, why);
    else
        list_values(game, option, players, why);
}

capu_status capu_set_option(const capu_game *game, int players, capu_options *options,
                            const char *name, const char *value, capu_text *why) {
    capu_refusal refusal;
    capu_status status = capu_explain_option(game, players, options, name, value, &refusal);

    if (status && why) {
        capu_refusal_text(&refusal, why);
        list_choices(game, players, name, why);
    }
    return status;
}

capu_status capu_explain_options(const capu_game *game, int players, const capu_options *options,
                                 capu_refusal *why) {
    static const char *const numbers[] = {"0", "1", "2", "3", "4", "5", "6"};
    const capu_game_info *info = &game->info;

    if (players < info->least || players > info->most) {
        if (why)
            *why = (capu_refusal){&engine_shared_reasons[WHY_PLAYERS],
                                  {info->title, numbers[info->least], numbers[info->most]}};
        return CAPU_BAD_PLAYERS;
    }
    if (!seat_exists(ENGINE_FIRST, options->value[ENGINE_FIRST], players)) {
        engine_refuse(why, &engine_shared_reasons[WHY_FIRST], NULL, NULL);
        return CAPU_BAD_OPTIONS;
    }
    if (game->check_options && !game->check_options(options->value, players, why))
        return CAPU_BAD_OPTIONS;
    return CAPU_OK;
}

capu_status capu_check_options(const capu_game *game, int players, const capu_options *options,
                               capu_text *why) {
    capu_refusal refusal;
    capu_status status = capu_explain_options(game, players, options, &refusal);

    if (status && why)
        capu_refusal_text(&refusal, why);
    return status;
}

void capu_option_value(const capu_game *game, int option, uint16_t value, capu_text *text) {
    const capu_option *row = &game->info.options[option];

    if (value < row->count)
        capu_text_add(text, row->values[value]);
    else if (game->write_value)
        game->write_value(option, value, text);
}

/* ----------------------------------------------------------------- reasons */

const capu_reason engine_shared_reasons[ENGINE_SHARED_REASONS + 1] = {
    [WHY_NO_SEAT] = {"why.no_seat", "there is no such seat in this game"},
    [WHY_OVER] = {"why.over", "the game is over"},
    [WHY_NOT_NOW] = {"why.not_now", "this seat has nothing to decide now"},
    [WHY_IS_VIEW] = {"why.is_view", "this view does not show what that seat may do"},
    [WHY_NO_ACTION] = {"why.no_action", "the game has no action with this text"},
    [WHY_PLAYERS] = {"why.players", "{1} is for {2} to {3} players"},
    [WHY_FIRST] = {"why.first", "the first player must be a seat of the game, or random"},
    [WHY_NO_OPTION] = {"why.no_option", "{1} has no option '{2}'"},
    [WHY_NO_VALUE] = {"why.no_value", "option '{1}' cannot be '{2}'"},
};

const capu_reason *capu_reason_at(const capu_game *game, int index) {
    const capu_reason *all = game ? game->reasons : engine_shared_reasons;

    for (int i = 0; all[i].id; i++)
        if (i == index)
            return &all[i];
    return NULL;
}

/* ------------------------------------------------------------------ status */

const char *capu_status_name(capu_status status) {
    static const char *const names[] = {
        [CAPU_OK] = "ok",
        [CAPU_BAD_PLAYERS] = "bad_players",
        [CAPU_BAD_OPTIONS] = "bad_options",
        [CAPU_BAD_SEAT] = "bad_seat",
        [CAPU_OVER] = "game_over",
        [CAPU_NOT_YOUR_TURN] = "not_your_turn",
        [CAPU_ILLEGAL] = "illegal_action",
        [CAPU_IS_VIEW] = "is_view",
        [CAPU_BAD_STATE] = "bad_state",
        [CAPU_BAD_RECORD] = "bad_record",
    };
    size_t count = sizeof names / sizeof names[0];

    return (size_t)status < count ? names[status] : "unknown";
}
