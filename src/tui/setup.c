/* What to play: players, opponents, options. */
#include <stdio.h>
#include <string.h>

#include "host/match.h"
#include "tui/client.h"
#include "tui/party/keep.h"
#include "tui/table/tell.h"

typedef enum row_kind { ROW_START, ROW_PLAYERS, ROW_SEAT, ROW_BOT, ROW_OPTION } row_kind;

typedef struct row {
    row_kind kind;
    int index; /* of the seat or option */
} row;

typedef struct form {
    tui_local_setup *setup;
    const tui_bots *bots;
    int language;
    tui_menu menu;
    capu_options chosen; /* before anything was changed */
    row rows[MENU_MOST];
} form;

/* What a first game of a kind begins with: what is easily understood, as in the browser. */
static const struct first {
    const char *game, *option, *value;
} FIRST[] = {{"capital-lux-2", "powers", "A"}};

void tui_setup_first(tui_local_setup *setup) {
    const char *game = capu_info(setup->game)->name;

    for (size_t i = 0; i < sizeof FIRST / sizeof *FIRST; i++)
        if (strcmp(game, FIRST[i].game) == 0 && !tui_keep_finished(setup->game))
            capu_set_option(setup->game, setup->players, &setup->options, FIRST[i].option,
                            FIRST[i].value, NULL);
}

/* --------------------------------------------------------------------- words */

const char *tui_option_words(int language, const capu_game *game, int option, const char *value) {
    const capu_game_info *info = capu_info(game);
    char id[3 * HOST_ID];

    snprintf(id, sizeof id, "%s.%s.%s%s%s", info->name, value ? "value" : "option",
             info->options[option].name, value ? "." : "", value ? value : "");
    const char *text = host_wording_find(language, id);
    return text ? text : value ? value : info->options[option].name;
}

/* ---------------------------------------------------------------------- rows */

static void add_row(form *f, row_kind kind, int index, const char *label, const char *value) {
    f->rows[f->menu.count] = (row){kind, index};
    tui_menu_add(&f->menu, label, value);
}

static void add_seats(form *f) {
    const tui_local_setup *setup = f->setup;
    char number[16], label[MENU_TEXT];

    snprintf(number, sizeof number, "%d", setup->players);
    add_row(f, ROW_PLAYERS, 0, host_wording(f->language, "terminal.players"), number);
    snprintf(number, sizeof number, "%c", 'A' + setup->seat);
    add_row(f, ROW_SEAT, 0, host_wording(f->language, "terminal.seat"),
            setup->seat < 0 ? host_wording(f->language, "terminal.watch") : number);
    for (int seat = 0; seat < setup->players; seat++) {
        if (seat == setup->seat)
            continue;
        snprintf(label, sizeof label, "%s %c", host_wording(f->language, "terminal.opponent"),
                 'A' + seat);
        add_row(f, ROW_BOT, seat, label, tui_bot_words(f->language, setup->bots[seat]->name));
    }
}

static void add_options(form *f) {
    const capu_game_info *info = capu_info(f->setup->game);

    for (int i = 0; i < info->option_count; i++) {
        char value[MENU_TEXT];
        capu_text text = capu_text_on(value, sizeof value);
        capu_option_value(f->setup->game, i, f->setup->options.value[i], &text);
        add_row(f, ROW_OPTION, i, tui_option_words(f->language, f->setup->game, i, NULL),
                tui_option_words(f->language, f->setup->game, i, value));
    }
}

bool tui_setup_fits(const tui_local_setup *setup, int language, tui_menu *menu) {
    capu_text note = capu_text_on(menu->note, sizeof menu->note);
    capu_refusal why;

    menu->note_bad = capu_explain_options(setup->game, setup->players, &setup->options, &why);
    if (menu->note_bad)
        host_say_refusal(&note, language, setup->game, &why);
    return !menu->note_bad;
}

/* Whether the options are still those that were set for a first game. */
static bool is_first(const form *f) {
    static const capu_options usual;

    return memcmp(&f->chosen, &usual, sizeof usual) != 0 &&
           memcmp(&f->chosen, &f->setup->options, sizeof usual) == 0;
}

/* Below stands why a game cannot begin so, how strong the opponent is that the cursor is on, or, at
 * first, that the options are not as usual. */
static void fill_note(form *f) {
    const row *at = &f->rows[f->menu.cursor];
    char id[HOST_ID] = "terminal.first";

    if (!tui_setup_fits(f->setup, f->language, &f->menu))
        return;
    if (at->kind == ROW_BOT)
        snprintf(id, sizeof id, "level.%s.about", f->setup->bots[at->index]->name);
    else if (at->kind != ROW_START || !is_first(f))
        return;
    const char *text = host_wording_find(f->language, id); /* programs of others have none */
    snprintf(f->menu.note, sizeof f->menu.note, "%s",
             text ? text : f->setup->bots[at->index]->name);
}

static void fill(form *f) {
    tui_menu_begin(&f->menu, capu_info(f->setup->game)->title);
    add_row(f, ROW_START, 0, host_wording(f->language, "terminal.start"), NULL);
    f->menu.items[0].ink = INK_ACCENT | INK_BOLD;
    add_seats(f);
    add_options(f);
    fill_note(f);
}

/* ------------------------------------------------------------------- changes */

int tui_cycle(int value, int by, int least, int most) {
    int count = most - least + 1;

    return least + ((value - least + by) % count + count) % count;
}

enum { MOST_BOTS = 32 };

static int place_of(const capu_bot *bot, const capu_bot *const *all, int count) {
    int at = 0;

    while (at < count && all[at] != bot)
        at++;
    return at;
}

/* The engine's opponents come first, then those of the command line that are not among them. */
static const capu_bot *next_bot(const form *f, const capu_bot *bot, int by) {
    const capu_bot *all[MOST_BOTS];
    int count = 0;

    for (; capu_opponent_at(count); count++)
        all[count] = capu_opponent_at(count);
    for (int i = 0; i < f->bots->count; i++)
        if (place_of(f->bots->at[i], all, count) == count)
            all[count++] = f->bots->at[i];
    return all[tui_cycle(place_of(bot, all, count), by, 0, count - 1)];
}

void tui_option_change(tui_local_setup *setup, int option, int by) {
    int count = capu_info(setup->game)->options[option].count;
    int value = setup->options.value[option];

    setup->options.value[option] = (uint16_t)tui_cycle(value < count ? value : 0, by, 0, count - 1);
}

static void change(form *f, const row *at, int by) {
    tui_local_setup *setup = f->setup;
    const capu_game_info *info = capu_info(setup->game);

    switch (at->kind) {
    case ROW_START:
        break;
    case ROW_PLAYERS:
        setup->players = tui_cycle(setup->players, by, info->least, info->most);
        if (setup->seat >= setup->players)
            setup->seat = 0;
        break;
    case ROW_SEAT:
        setup->seat = tui_cycle(setup->seat, by, CAPU_SPECTATOR, setup->players - 1);
        break;
    case ROW_BOT:
        setup->bots[at->index] = next_bot(f, setup->bots[at->index], by);
        break;
    case ROW_OPTION:
        tui_option_change(setup, at->index, by);
        break;
    }
}

tui_wish tui_setup_ask(tui_screen *screen, int language, const tui_bots *bots,
                       tui_local_setup *setup) {
    static form f; /* large; there is one at a time */

    f = (form){.setup = setup, .bots = bots, .language = language, .chosen = setup->options};
    for (;;) {
        fill(&f);
        tui_wish wish = tui_menu_ask(screen, &f.menu, language, -1);
        const row *at = &f.rows[f.menu.cursor];
        if (wish == WISH_BACK || wish == WISH_GONE)
            return wish;
        if (wish == WISH_DO && at->kind == ROW_START) {
            if (!f.menu.note_bad)
                return WISH_DO;
        } else {
            change(&f, at, wish == WISH_LESS ? -1 : 1);
        }
    }
}
