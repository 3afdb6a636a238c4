/* The list of games as JSON: see games.h. */
#include "host/games.h"

#include "host/memory.h"

static void write_option(const capu_option *option, capu_text *text) {
    capu_text_add(text, "{\"name\":");
    capu_text_json(text, option->name);
    capu_text_add(text, ",\"values\":[");
    for (int i = 0; i < option->count; i++) {
        if (i)
            capu_text_char(text, ',');
        capu_text_json(text, option->values[i]);
    }
    if (option->pattern) {
        capu_text_char(text, ',');
        capu_text_json(text, option->pattern);
    }
    capu_text_add(text, "],\"default\":");
    capu_text_json(text, option->values[0]);
    capu_text_char(text, '}');
}

static void write_more(const capu_game_info *info, capu_text *text) {
    capu_text_add(text, ",\"title\":");
    capu_text_json(text, info->title);
    capu_text_add(text, ",\"reconstructed\":");
    if (info->reconstructed)
        capu_text_json(text, info->reconstructed);
    else
        capu_text_add(text, "null");
    capu_text_add(text, ",\"silent\":");
    if (info->silent)
        capu_text_json(text, info->silent);
    else
        capu_text_add(text, "null");
}

static void write_game(const capu_game_info *info, bool more, capu_text *text) {
    capu_text_add(text, "{\"name\":");
    capu_text_json(text, info->name);
    capu_text_add(text, ",\"players\":[");
    capu_text_number(text, info->least);
    capu_text_char(text, ',');
    capu_text_number(text, info->most);
    capu_text_add(text, "],\"rules\":");
    capu_text_number(text, info->rules);
    capu_text_add(text, ",\"options\":[");
    for (int i = 0; i < info->option_count; i++) {
        if (i)
            capu_text_char(text, ',');
        write_option(&info->options[i], text);
    }
    capu_text_char(text, ']');
    if (more)
        write_more(info, text);
    capu_text_char(text, '}');
}

void host_games_json(capu_text *text, bool more) {
    capu_text_char(text, '[');
    for (int i = 0; capu_game_at(i); i++) {
        host_text_reserve(text, 8192);
        if (i)
            capu_text_char(text, ',');
        write_game(capu_info(capu_game_at(i)), more, text);
    }
    capu_text_char(text, ']');
}

void host_options_json(host_json *json, const capu_game *game, const capu_options *options) {
    const capu_game_info *info = capu_info(game);

    host_json_open(json, "options", '{');
    for (int i = 0; i < info->option_count; i++) {
        char value[256];
        capu_text text = capu_text_on(value, sizeof value);
        capu_option_value(game, i, options->value[i], &text);
        host_json_text(json, info->options[i].name, value);
    }
    host_json_close(json, '}');
}
