/* Observations: what a seat knows, as a row of numbers with names. */
#include "engine/registry.h"

const char *const engine_seat_names[CAPU_MAX_PLAYERS] = {"seat0", "seat1", "seat2",
                                                         "seat3", "seat4", "seat5"};

/* -------------------------------------------------------- what all games have */

/* Options but the first one, which names a seat. */
static int told_options(const capu_game *game) {
    return game->info.option_count - 1;
}

static int head_columns(const capu_game *game) {
    return 1 + told_options(game) + game->info.most;
}

static void observe_head(const capu_game *game, const capu_head *head, int viewer, int16_t *out) {
    int options = told_options(game), players = head->players;

    *out++ = head->players;
    for (int i = 0; i < options; i++)
        *out++ = (int16_t)head->options[ENGINE_FIRST + 1 + i];
    for (int seat = 0; seat < players; seat++)
        out[engine_place(seat, viewer, players)] = head->actors >> seat & 1;
}

int capu_observation_size(const capu_game *game) {
    const engine_observation *own = game->observation;

    return head_columns(game) + own->seat_columns * game->info.most + own->table_columns;
}

int capu_observation_version(const capu_game *game) {
    return game->observation->version;
}

void engine_observe(const capu_state *state, int seat, int16_t *out) {
    const capu_game *game = capu_game_of(state);
    uint8_t viewer = state->head.viewer;

    if (viewer && viewer != (seat == CAPU_SPECTATOR ? CAPU_VIEW_OF_NOBODY : seat + 1))
        return;
    observe_head(game, &state->head, seat < 0 ? 0 : seat, out);
    game->observation->observe(state, seat, out + head_columns(game));
}

void capu_observe(const capu_state *state, int seat, int16_t *out) {
    size_t size = (size_t)capu_observation_size(capu_game_of(state));

    engine_memset(out, 0, size * sizeof *out);
    engine_observe(state, seat, out);
}

/* -------------------------------------------------------------------- names */

/* A word of a name, in which no space is left. */
static void add_word(const char *word, capu_text *text) {
    for (; *word; word++)
        capu_text_char(text, *word == ' ' ? '_' : *word);
}

static void add_seat(int seat, capu_text *text) {
    capu_text_add(text, "seat");
    capu_text_number(text, seat);
    capu_text_char(text, '.');
}

static void head_name(const capu_game *game, int column, capu_text *text) {
    if (column == 0) {
        capu_text_add(text, "players");
    } else if (column <= told_options(game)) {
        capu_text_add(text, "option.");
        add_word(game->info.options[ENGINE_FIRST + column].name, text);
    } else {
        add_seat(column - told_options(game) - 1, text);
        capu_text_add(text, "decides");
    }
}

static int group_size(const engine_columns *group) {
    int size = 1;

    for (int i = 0; i < ENGINE_AXES; i++)
        size *= group->axes[i].count ? group->axes[i].count : 1;
    return size;
}

static void group_name(const engine_columns *group, int column, capu_text *text) {
    int each = group_size(group);

    add_word(group->name, text);
    for (int i = 0; i < ENGINE_AXES && group->axes[i].count; i++) {
        each /= group->axes[i].count;
        int at = column / each % group->axes[i].count;
        capu_text_char(text, '.');
        if (group->axes[i].names)
            add_word(group->axes[i].names[at], text);
        else
            capu_text_number(text, at);
    }
}

static void name_in(const engine_columns *group, int column, capu_text *text) {
    for (; group->name; group++) {
        if (column < group_size(group)) {
            group_name(group, column, text);
            return;
        }
        column -= group_size(group);
    }
}

void capu_observation_name(const capu_game *game, int column, capu_text *text) {
    const engine_observation *own = game->observation;
    int seats = own->seat_columns * game->info.most;

    if (column < head_columns(game)) {
        head_name(game, column, text);
        return;
    }
    column -= head_columns(game);
    if (column < seats) {
        add_seat(column / own->seat_columns, text);
        name_in(own->seat, column % own->seat_columns, text);
    } else {
        name_in(own->table, column - seats, text);
    }
}
