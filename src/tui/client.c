/* The full-screen client: see client.h. */
#include "tui/client.h"

#include <langinfo.h>
#include <stdio.h>
#include <string.h>

#include "host/match.h"
#include "host/system.h"
#include "tui/party/keep.h"
#include "tui/screen/lines.h"
#include "tui/table/table.h"

/* What the menu begins with. */
typedef enum entry_kind {
    GO_ON,
    OTHER_GAMES,
    NEW_GAME,
    PRACTICE,
    ONLINE,
    LANGUAGE,
    LEAVE
} entry_kind;

typedef struct house {
    tui_screen screen;
    int language;
    const tui_client *client;
    capu_text *last;
    tui_menu menu;
    struct {
        entry_kind kind;
        int index;
    } entries[MENU_MOST];
    tui_kept kept[KEEP_MOST];
    int kept_count;
    bool failed; /* what `last` says is a failure */
} house;

static const char *term(const house *h, const char *id) {
    char whole[HOST_ID];

    snprintf(whole, sizeof whole, "terminal.%s", id);
    return host_wording(h->language, whole);
}

/* ------------------------------------------------------------------- playing */

/* How somebody begins who has chosen nothing. */
static tui_local_setup usual_setup(const house *h, const capu_game *game) {
    tui_local_setup setup = {.game = game, .name = h->client->name};
    const tui_bots *bots = &h->client->bots;

    for (int i = 0; i < CAPU_MAX_PLAYERS; i++) /* the player has the first seat */
        setup.bots[i] =
            bots->count ? bots->at[(i + bots->count - 1) % bots->count] : capu_usual_opponent();
    if (game)
        setup.players = capu_info(game)->least < 2 ? 2 : capu_info(game)->least;
    return setup;
}

/* Forgets what was to be told last. */
static void clear_last(house *h) {
    *h->last = capu_text_on(h->last->at, h->last->size);
    h->failed = false;
}

/* Where the game is that is left, and whether it is there. */
static void tell_kept(house *h, const tui_party *party) {
    bool over = !capu_actors(&party->view);

    clear_last(h);
    h->failed = *party->unkept != '\0';
    if (!h->failed && *party->leaving) {
        capu_text_add(h->last, party->leaving);
        return;
    }
    if (h->failed)
        host_say(h->last, h->language, "terminal.unkept", "why", party->unkept, NULL);
    else if (!over && *party->file)
        host_say(h->last, h->language, "terminal.kept.file", "file", party->file, NULL);
    else if (!over)
        capu_text_add(h->last, term(h, "kept"));
}

/* Plays at a table and closes it; false: the program is to end. */
static bool play(house *h, tui_party *party) {
    if (!party)
        return true;
    bool stays = tui_table_sit(&h->screen, party) == LEAVE_TABLE;
    tell_kept(h, party);
    tui_party_close(party);
    snprintf(h->menu.note, sizeof h->menu.note, "%s", h->last->at);
    h->menu.note_bad = h->failed;
    return stays;
}

static bool play_kept(house *h, const char *path) {
    tui_local_setup setup = usual_setup(h, NULL);

    clear_last(h);
    tui_party *party = tui_local_open(path, &setup, h->language, h->last);
    if (!party) {
        snprintf(h->menu.note, sizeof h->menu.note, "%s", h->last->at);
        h->menu.note_bad = true;
        clear_last(h); /* the menu tells it */
        return true;
    }
    return play(h, party);
}

static bool play_new(house *h, const capu_game *game) {
    tui_local_setup setup = usual_setup(h, game);

    tui_setup_first(&setup);
    tui_wish wish = tui_setup_ask(&h->screen, h->language, &h->client->bots, &setup);

    if (wish != WISH_DO)
        return wish != WISH_GONE;
    host_system_seed(setup.seed);
    return play(h, tui_local_new(&setup, h->language, h->last));
}

static bool play_online(house *h, const char *url) {
    char address[256] = "https://";

    if (url)
        snprintf(address, sizeof address, "%s", url);
    else {
        tui_wish wish = tui_ask_line(&h->screen, h->language, term(h, "online"), term(h, "address"),
                                     address, sizeof address);
        if (wish != WISH_DO)
            return wish != WISH_GONE;
    }
    clear_last(h);
    bool stays = tui_lobby_run(&h->screen, h->language, h->client->name, address, h->last);
    h->failed = h->last->length > 0;
    snprintf(h->menu.note, sizeof h->menu.note, "%s", h->last->at);
    h->menu.note_bad = true;
    if (!url)
        clear_last(h); /* the menu tells it */
    return stays;
}

/* ------------------------------------------------------------------ practice */

/* A game's positions, how many were answered, and how many are due. */
static void add_practice(const house *h, tui_menu *menu, const tui_practice *from) {
    tui_practised done = tui_practice_count(from);
    char label[MENU_TEXT], answered[16], all[16];
    capu_text text = capu_text_on(label, sizeof label);

    snprintf(answered, sizeof answered, "%d", done.answered);
    snprintf(all, sizeof all, "%d", done.all);
    host_say_for(&text, h->language, "terminal.practice.game", done.due, "game",
                 capu_info(from->game)->title, "answered", answered, "all", all, NULL);
    tui_menu_add(menu, label, NULL);
}

/* Today's position first, then all games that have positions. */
static bool choose_practice(house *h) {
    static tui_menu menu;
    tui_practice from[MENU_MOST] = {{.today = true}};
    int count = 1;

    menu = (tui_menu){0};
    tui_menu_begin(&menu, term(h, "practice"));
    tui_menu_add(&menu, term(h, "practice.today"), NULL);
    for (int i = 0; capu_game_at(i); i++)
        if (host_practice_count(capu_game_at(i))) {
            from[count].game = capu_game_at(i);
            add_practice(h, &menu, &from[count++]);
        }
    for (;;) {
        tui_wish wish = tui_menu_ask(&h->screen, &menu, h->language, -1);
        if (wish == WISH_DO)
            return play(h, tui_practice_open(&from[menu.cursor], h->client->name, h->language));
        if (wish == WISH_BACK || wish == WISH_GONE)
            return wish == WISH_BACK;
    }
}

/* ---------------------------------------------------------------------- menu */

static void add(house *h, entry_kind kind, int index, const char *label, const char *value) {
    h->entries[h->menu.count].kind = kind;
    h->entries[h->menu.count].index = index;
    tui_menu_add(&h->menu, label, value);
}

static void say_kept(const house *h, const tui_kept *kept, char *label, size_t size) {
    char day[64], moves[32];
    struct tm local;
    capu_text text = capu_text_on(label, size);

    if (!kept->game) {
        host_say(&text, h->language, "terminal.kept.broken", "file", strrchr(kept->path, '/') + 1,
                 NULL);
        return;
    }
    strftime(day, sizeof day, "%Y-%m-%d %H:%M", localtime_r(&kept->at, &local));
    snprintf(moves, sizeof moves, "%d", kept->count);
    host_say(&text, h->language, "terminal.kept.game", "game", capu_info(kept->game)->title, "when",
             day, "moves", moves, NULL);
}

static void fill_menu(house *h) {
    char label[MENU_TEXT], text[MENU_TEXT];
    capu_text out = capu_text_on(label, sizeof label);

    tui_menu_begin(&h->menu, term(h, "welcome"));
    h->kept_count = tui_keep_list(h->kept, KEEP_MOST);
    const tui_kept *last = tui_keep_last(h->kept, h->kept_count);
    if (last) {
        say_kept(h, last, text, sizeof text);
        host_say(&out, h->language, "terminal.go-on", "game", text, NULL);
        add(h, GO_ON, (int)(last - h->kept), label, NULL);
        h->menu.items[0].ink = INK_ACCENT | INK_BOLD;
    }
    for (int i = 0; capu_game_at(i); i++) {
        const capu_game_info *info = capu_info(capu_game_at(i));
        out = capu_text_on(label, sizeof label);
        host_say(&out, h->language, "terminal.new", "game", info->title, NULL);
        add(h, NEW_GAME, i, label, NULL);
    }
    if (h->kept_count > (last != NULL))
        add(h, OTHER_GAMES, 0, term(h, "others"), NULL);
    if (host_practice_of_day(0, NULL, NULL))
        add(h, PRACTICE, 0, term(h, "practice"), NULL);
    add(h, ONLINE, 0, term(h, "online"), NULL);
    add(h, LANGUAGE, 0, term(h, "language"), term(h, "this-language"));
    add(h, LEAVE, 0, term(h, "leave"), NULL);
}

/* The list of games that were kept. */
static bool choose_kept(house *h) {
    static tui_menu menu;
    char label[MENU_TEXT];

    menu = (tui_menu){0};
    tui_menu_begin(&menu, term(h, "others"));
    for (int i = 0; i < h->kept_count; i++) {
        say_kept(h, &h->kept[i], label, sizeof label);
        tui_menu_add(&menu, label, NULL);
    }
    for (;;) {
        tui_wish wish = tui_menu_ask(&h->screen, &menu, h->language, -1);
        if (wish == WISH_DO)
            return play_kept(h, h->kept[menu.cursor].path);
        if (wish == WISH_BACK || wish == WISH_GONE)
            return wish == WISH_BACK;
    }
}

/* Does what the menu's item is for; false: the program is to end. */
static bool enter(house *h, tui_wish wish) {
    int index = h->entries[h->menu.cursor].index, by = wish == WISH_LESS ? HOST_LANGUAGES - 1 : 1;
    entry_kind kind = h->entries[h->menu.cursor].kind;

    if (kind == LANGUAGE)
        h->language = (h->language + by) % HOST_LANGUAGES;
    if (kind == LANGUAGE || wish != WISH_DO)
        return true;
    switch (kind) {
    case GO_ON:
        return play_kept(h, h->kept[index].path);
    case OTHER_GAMES:
        return choose_kept(h);
    case NEW_GAME:
        return play_new(h, capu_game_at(index));
    case PRACTICE:
        return choose_practice(h);
    case ONLINE:
        return play_online(h, NULL);
    default:
        return false;
    }
}

static void run_menu(house *h) {
    tui_wish wish;

    do {
        fill_menu(h);
        wish = tui_menu_ask(&h->screen, &h->menu, h->language, -1);
        *h->menu.note = '\0';
    } while (wish != WISH_BACK && wish != WISH_GONE && enter(h, wish));
}

/* --------------------------------------------------------------------- begin */

/* The game that the command line asks for; NULL with a sentence. */
static tui_party *first_party(house *h) {
    const tui_client *client = h->client;
    tui_local_setup setup = client->setup ? *client->setup : usual_setup(h, NULL);

    if (client->practice)
        return tui_practice_open(client->practice, client->name, h->language);
    if (client->path)
        return tui_local_open(client->path, &setup, h->language, h->last);
    if (!client->go_on)
        return tui_local_new(client->setup, h->language, h->last);
    const tui_kept *last = tui_keep_last(h->kept, tui_keep_list(h->kept, KEEP_MOST));
    if (last)
        return tui_local_open(last->path, &setup, h->language, h->last);
    capu_text_add(h->last, term(h, "nothing-kept"));
    return NULL;
}

/* A server may have had a hand in the text: nothing of it may steer the terminal. Without UTF-8 all
 * of it is ASCII. */
static void make_printable(char *text, bool ascii) {
    char *to = text;

    for (const char *from = text, *start = from; *from; start = from) {
        uint32_t character = tui_read_character(&from);
        bool control = character < ' ' || (character >= 0x7F && character < 0xA0);
        if (control || ascii) {
            *to++ = control ? '?' : tui_ascii(character);
        } else {
            memmove(to, start, (size_t)(from - start));
            to += from - start;
        }
    }
    *to = '\0';
}

static void open_screen(house *h) {
    if (h->client->lines)
        tui_lines_open(&h->screen, h->client->ascii, h->client->plain);
    else
        tui_screen_open(&h->screen, h->client->ascii);
}

static void close_screen(house *h) {
    if (h->client->lines)
        tui_lines_close(&h->screen);
    else
        tui_screen_close(&h->screen);
}

/* Plays; false: `last` is about a failure. */
static bool run(const tui_client *client, capu_text *last) {
    static house h; /* large; there is one */
    bool straight = client->path || client->go_on || client->setup || client->practice;

    h = (house){.language = client->language, .client = client, .last = last};
    tui_party *party = straight ? first_party(&h) : NULL;
    if (straight && !party)
        return false;
    open_screen(&h);
    if (straight)
        play(&h, party);
    else if (client->url)
        play_online(&h, client->url);
    else
        run_menu(&h);
    close_screen(&h);
    return !h.failed;
}

bool tui_client_run(const tui_client *client, capu_text *last) {
    bool done = run(client, last);

    make_printable(last->at, client->ascii || strcmp(nl_langinfo(CODESET), "UTF-8") != 0);
    return done;
}
