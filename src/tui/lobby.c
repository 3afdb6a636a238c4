/* A server's tables: who one is there, which tables there are, a new one. */
#include <stdio.h>
#include <string.h>

#include "host/think.h"
#include "tui/client.h"
#include "tui/screen/lines.h"
#include "tui/net/net.h"
#include "tui/party/promise.h"
#include "tui/table/table.h"
#include "tui/table/tell.h"

enum { REFRESH_MS = 5000, SHOWN_TABLES = 40, SLOW_MS = 300 };

typedef struct lobby {
    tui_screen *screen;
    int language;
    const char *name;
    tui_net *net;
    char me[NET_ID]; /* the own id */
    tui_menu menu;
    json_t *tables[SHOWN_TABLES]; /* by item of the menu; NULL: something else */
    const capu_game *game;        /* that a table is made of, or NULL */
    int status;                   /* of the last answer; 0: there was none */
    bool gone;                    /* the terminal was closed */
} lobby;

static const char *term(const lobby *l, const char *id) {
    char whole[HOST_ID];

    snprintf(whole, sizeof whole, "terminal.%s", id);
    return host_wording(l->language, whole);
}

/* -------------------------------------------------------------------- asking */

typedef struct reply {
    bool there;
    int status;
    json_t *json;
} reply;

static void take_reply(void *context, int status, json_t *json) {
    reply *r = context;

    *r = (reply){true, status, json_incref(json)};
}

static void draw_waiting(const lobby *l) {
    tui_area area = tui_screen_begin(l->screen);

    tui_put_run(&area, 0, 0, area.columns, INK_BAR, " ");
    tui_putf(&area, 0, 1, INK_BAR | INK_BOLD, "Capucine · %s", tui_net_server(l->net));
    tui_put(&area, 3, 4, INK_QUIET, term(l, "connecting"));
    tui_screen_show(l->screen, -1, 0);
}

/* The note says why there is no answer, or what the server has against the request. */
static void complain(lobby *l, const reply *r) {
    capu_text note = capu_text_on(l->menu.note, sizeof l->menu.note);

    l->menu.note_bad = true;
    if (r->status == 0)
        capu_text_add(&note, host_wording(l->language, tui_net_trouble(l->net)));
    else if (!json_is_object(json_object_get(r->json, "error")))
        capu_text_add(&note, term(l, "net.foreign"));
    else
        tui_net_complaint(r->json, l->language, l->game, &note);
}

/* The next key while an answer is waited for. */
static int key_while_waiting(const lobby *l) {
    if (l->screen->lines)
        return tui_lines_ended(l->screen->lines) ? KEY_IS_GONE : KEY_IS_NONE;
    draw_waiting(l);
    return tui_screen_key(l->screen);
}

/* Asks and waits, but not against the person's will. NULL if that fails, which is told; the
 * status says how. The caller drops the answer. */
static json_t *ask(lobby *l, const char *path, json_t *body) {
    reply r = {0};
    double slow = host_clock_ms(HOST_WALL) + SLOW_MS;
    int key = KEY_IS_NONE;

    tui_net_ask(l->net, path, body, NULL, take_reply, &r);
    while (!r.there && key != KEY_IS_ESCAPE && key != KEY_IS_GONE && key != 'q') {
        tui_net_run(l->net, 100);
        if (host_clock_ms(HOST_WALL) < slow)
            continue; /* keys are for the menu that comes */
        key = key_while_waiting(l);
    }
    tui_net_forget(l->net, &r);
    l->gone = key == KEY_IS_GONE;
    l->status = r.status;
    if (r.there && json_is_true(json_object_get(r.json, "ok")))
        return r.json;
    complain(l, &r);
    json_decref(r.json);
    return NULL;
}

static const char *text_of(json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));

    return text ? text : "";
}

/* ------------------------------------------------------------------- who I am */

static bool take_me(lobby *l, json_t *answer) {
    snprintf(l->me, sizeof l->me, "%s", text_of(json_object_get(answer, "me"), "id"));
    json_decref(answer);
    return *l->me != '\0';
}

/* Who has been here is known by the cookie; else a guest, by a name. */
static bool sign_in(lobby *l) {
    char name[PARTY_NAME];
    json_t *answer = ask(l, "/me", NULL);

    if (answer)
        return take_me(l, answer);
    if (l->gone || l->status != 401)
        return false;
    *l->menu.note = '\0';
    snprintf(name, sizeof name, "%s", l->name);
    tui_wish wish = tui_ask_line(l->screen, l->language, tui_net_server(l->net),
                                 term(l, "your-name"), name, sizeof name);
    l->gone = wish == WISH_GONE;
    if (wish != WISH_DO)
        return false;
    answer = ask(l, "/session", json_pack("{s:s}", "name", name));
    return answer && take_me(l, answer);
}

/* -------------------------------------------------------------------- tables */

static bool have_seat(const lobby *l, json_t *table) {
    json_t *seats = json_object_get(table, "seats"), *seat;
    size_t i;

    json_array_foreach(seats, i, seat) if (strcmp(text_of(seat, "person"), l->me) == 0) return true;
    return false;
}

static void enter(lobby *l, const char *id, const char *link) {
    tui_party *party = tui_online_open(l->net, id, link, l->language);

    snprintf(party->notice, sizeof party->notice, "%s", l->menu.note); /* why there is no seat */
    *l->menu.note = '\0';
    l->gone = tui_table_sit(l->screen, party) == LEAVE_PROGRAM;
    tui_party_close(party);
}

/* The table's address for others. */
static void link_of(const lobby *l, const char *id, json_t *answer, char link[512]) {
    json_t *invite = json_array_get(json_object_get(answer, "invites"), 0);

    if (json_is_object(invite))
        snprintf(link, 512, "%s", text_of(invite, "link"));
    else
        snprintf(link, 512, "%s/t/%s", tui_net_server(l->net), id);
}

/* Sits down; who finds no seat watches. What is promised about the deal is kept. */
static void sit(lobby *l, const char *id, const char *invite, json_t *table) {
    char path[128];
    tui_promise promise;

    tui_promise_draw(&promise);
    tui_promise_read(&promise, table);
    json_t *body = json_pack("{s:s}", "mix", promise.mix);
    if (*invite)
        json_object_set_new(body, "invite", json_string(invite));
    snprintf(path, sizeof path, "/tables/%s/sit", id);
    json_t *answer = ask(l, path, body);
    if (answer)
        tui_promise_keep(tui_net_server(l->net), id, &promise);
    json_decref(answer);
}

/* Whether the table's game is played by our rules; else the note says so. */
static bool same_rules(lobby *l, json_t *table) {
    const capu_game *game = capu_find(text_of(table, "game"));

    if (game && json_integer_value(json_object_get(table, "rules")) == capu_info(game)->rules)
        return true;
    snprintf(l->menu.note, sizeof l->menu.note, "%s", term(l, "other-engine"));
    l->menu.note_bad = true;
    return false;
}

/* Sits down if there is a free seat and one has none, and plays or watches. false: there is no such
 * table for us, and the note says why. */
static bool visit(lobby *l, const char *id, const char *invite) {
    char path[128], link[512];

    snprintf(path, sizeof path, "/tables/%s", id);
    json_t *answer = ask(l, path, NULL);
    if (l->status == 404)
        snprintf(l->menu.note, sizeof l->menu.note, "%s", term(l, "net.table"));
    json_t *table = json_object_get(answer, "table");
    if (!answer || !same_rules(l, table)) {
        json_decref(answer);
        return false;
    }
    link_of(l, id, answer, link);
    if (strcmp(text_of(table, "status"), "open") == 0 && !have_seat(l, table))
        sit(l, id, invite, table);
    json_decref(answer);
    if (!l->gone)
        enter(l, id, link);
    return true;
}

static void say_table(const lobby *l, json_t *table, char *label, size_t size) {
    const capu_game *game = capu_find(text_of(table, "game"));
    json_t *seats = json_object_get(table, "seats"), *seat;
    size_t i, length = (size_t)snprintf(label, size, "%s:", game ? capu_info(game)->title : "?");

    json_array_foreach(seats, i, seat) {
        const char *who = text_of(seat, "name");
        if (strcmp(text_of(seat, "kind"), "bot") == 0)
            who = tui_bot_words(l->language, text_of(seat, "level"));
        if (length < size)
            length += (size_t)snprintf(label + length, size - length, "%s %s", i ? "," : "",
                                       *who ? who : term(l, "free"));
    }
}

static void add_tables(lobby *l, const char *path, const char *heading) {
    json_t *answer = ask(l, path, NULL), *table;
    size_t i;

    json_array_foreach(json_object_get(answer, "tables"), i, table) {
        char label[MENU_TEXT];
        const char *status = text_of(table, "status");
        if (l->menu.count >= SHOWN_TABLES)
            break;
        if (strcmp(status, "closed") == 0 ||
            (strcmp(path, "/me/tables") != 0 && have_seat(l, table)))
            continue; /* one's own are in the list above */
        say_table(l, table, label, sizeof label);
        l->tables[l->menu.count] = json_incref(table);
        tui_menu_add(&l->menu, strcmp(status, "over") ? heading : term(l, "finished"), label);
    }
    json_decref(answer);
}

static void drop_tables(lobby *l) {
    for (int i = 0; i < SHOWN_TABLES; i++) {
        json_decref(l->tables[i]);
        l->tables[i] = NULL;
    }
}

/* ------------------------------------------------------------------ new table */

enum { FOR_ANYBODY, FOR_INVITED, FOR_BOTS };

typedef struct plan {
    tui_local_setup setup; /* game, players, options; a bot for each seat that has one */
    int kinds[CAPU_MAX_PLAYERS];
    bool listed;
    json_t *bots; /* that the server has */
} plan;

static const char *bot_of(const plan *p, int seat) {
    return text_of(json_array_get(p->bots, (size_t)(p->kinds[seat] - FOR_BOTS)), "level");
}

static const char *seat_words(const lobby *l, const plan *p, int seat) {
    if (p->kinds[seat] == FOR_ANYBODY)
        return term(l, "seat.open");
    if (p->kinds[seat] == FOR_INVITED)
        return term(l, "seat.invite");
    return tui_bot_words(l->language, bot_of(p, seat));
}

static void fill_plan(const lobby *l, tui_menu *menu, const plan *p) {
    const capu_game_info *info = capu_info(p->setup.game);
    char label[MENU_TEXT], value[16];

    tui_menu_begin(menu, term(l, "new-table"));
    tui_menu_add(menu, term(l, "open-table"), NULL);
    menu->items[0].ink = INK_ACCENT | INK_BOLD;
    tui_menu_add(menu, term(l, "game"), info->title);
    snprintf(value, sizeof value, "%d", p->setup.players);
    tui_menu_add(menu, term(l, "players"), value);
    tui_menu_add(menu, term(l, "listed"), term(l, p->listed ? "yes" : "no"));
    for (int seat = 1; seat < p->setup.players; seat++) {
        snprintf(label, sizeof label, "%s %c", term(l, "opponent"), host_seat_letter(seat));
        tui_menu_add(menu, label, seat_words(l, p, seat));
    }
    for (int i = 0; i < info->option_count; i++) {
        char text[MENU_TEXT];
        capu_text out = capu_text_on(text, sizeof text);
        capu_option_value(p->setup.game, i, p->setup.options.value[i], &out);
        tui_menu_add(menu, tui_option_words(l->language, p->setup.game, i, NULL),
                     tui_option_words(l->language, p->setup.game, i, text));
    }
}

static int game_number(const capu_game *game) {
    int number = 0;

    while (capu_game_at(number) != game)
        number++;
    return number;
}

static int count_of_games(void) {
    int count = 0;

    while (capu_game_at(count))
        count++;
    return count;
}

static void change_plan(plan *p, int item, int by) {
    const capu_game_info *info = capu_info(p->setup.game);
    int seat = item - 3;

    if (item == 1) {
        int number = tui_cycle(game_number(p->setup.game), by, 0, count_of_games() - 1);
        p->setup.game = capu_game_at(number);
        p->setup.options = (capu_options){0};
        info = capu_info(p->setup.game);
        if (p->setup.players < info->least || p->setup.players > info->most)
            p->setup.players = info->least < 2 ? 2 : info->least;
    } else if (item == 2) {
        p->setup.players = tui_cycle(p->setup.players, by, info->least, info->most);
    } else if (item == 3) {
        p->listed = !p->listed;
    } else if (seat >= 1 && seat < p->setup.players) {
        p->kinds[seat] = tui_cycle(p->kinds[seat], by, FOR_ANYBODY,
                                   FOR_BOTS + (int)json_array_size(p->bots) - 1);
    } else if (seat >= p->setup.players) {
        tui_option_change(&p->setup, seat - p->setup.players, by);
    }
}

/* Those that are not as usual. */
static json_t *options_of(const plan *p) {
    const capu_game_info *info = capu_info(p->setup.game);
    json_t *options = json_object();

    for (int i = 0; i < info->option_count; i++) {
        char value[MENU_TEXT];
        capu_text text = capu_text_on(value, sizeof value);
        capu_option_value(p->setup.game, i, p->setup.options.value[i], &text);
        if (p->setup.options.value[i])
            json_object_set_new(options, info->options[i].name, json_string(value));
    }
    return options;
}

static json_t *seats_of(const plan *p) {
    json_t *seats = json_array();

    json_array_append_new(seats, json_string("me"));
    for (int seat = 1; seat < p->setup.players; seat++) {
        if (p->kinds[seat] >= FOR_BOTS)
            json_array_append_new(seats, json_pack("{s:s}", "bot", bot_of(p, seat)));
        else
            json_array_append_new(seats,
                                  json_string(p->kinds[seat] == FOR_INVITED ? "invite" : "open"));
    }
    return seats;
}

/* The server had our randomness before it showed its commitment. What we send now it cannot have
 * known; a game that has begun meanwhile takes no more. */
static void mix_again(lobby *l, const char *id, tui_promise *promise) {
    tui_promise again = *promise;
    char path[128];

    tui_promise_draw(&again);
    snprintf(path, sizeof path, "/tables/%s/mix", id);
    json_t *answer = ask(l, path, json_pack("{s:s}", "mix", again.mix));
    if (!answer)
        *l->menu.note = '\0';
    if (!answer && l->status == 0)
        *again.mix = '\0'; /* without an answer nobody knows which of them counts */
    if (answer || l->status == 0)
        *promise = again;
    json_decref(answer);
}

static void create(lobby *l, const plan *p) {
    char link[512], id[NET_ID];
    tui_promise promise;

    tui_promise_draw(&promise);
    l->game = p->setup.game;
    json_t *answer = ask(l, "/tables",
                         json_pack("{s:s,s:o,s:b,s:o,s:s}", "game", capu_info(l->game)->name,
                                   "seats", seats_of(p), "public", p->listed, "options",
                                   options_of(p), "mix", promise.mix));
    l->game = NULL;
    if (!answer)
        return;
    json_t *table = json_object_get(answer, "table");
    snprintf(id, sizeof id, "%s", text_of(answer, "id"));
    tui_promise_read(&promise, table);
    if (strcmp(text_of(table, "status"), "open") == 0)
        mix_again(l, id, &promise);
    tui_promise_keep(tui_net_server(l->net), id, &promise);
    link_of(l, id, answer, link);
    json_decref(answer);
    if (!l->gone)
        enter(l, id, link);
}

/* Changes the plan as the player wishes; true: the table is to be made. */
static bool ask_plan(lobby *l, plan *p) {
    static tui_menu menu;

    menu = (tui_menu){0};
    for (;;) {
        fill_plan(l, &menu, p);
        bool fits = tui_setup_fits(&p->setup, l->language, &menu);
        tui_wish wish = tui_menu_ask(l->screen, &menu, l->language, -1);
        l->gone = wish == WISH_GONE;
        if (wish == WISH_GONE || wish == WISH_BACK)
            return false;
        if (wish == WISH_DO && menu.cursor == 0 && fits)
            return true;
        change_plan(p, menu.cursor, wish == WISH_LESS ? -1 : 1);
    }
}

/* The host may have added bots to those of the engine, so the server is asked for its list. */
static void plan_table(lobby *l) {
    json_t *answer = ask(l, "/bots", NULL);
    plan p = {.setup = {.game = capu_game_at(0)}, .listed = true};

    if (!answer)
        return;
    p.bots = json_object_get(answer, "bots");
    p.setup.players = capu_info(p.setup.game)->least < 2 ? 2 : capu_info(p.setup.game)->least;
    if (ask_plan(l, &p))
        create(l, &p);
    json_decref(answer);
}

/* --------------------------------------------------------------------- begin */

static void fill_lobby(lobby *l) {
    drop_tables(l);
    tui_menu_begin(&l->menu, tui_net_server(l->net));
    tui_menu_add(&l->menu, term(l, "new-table"), NULL);
    l->menu.items[0].ink = INK_ACCENT | INK_BOLD;
    add_tables(l, "/me/tables", term(l, "my-table"));
    if (!l->gone)
        add_tables(l, "/tables?status=open", term(l, "join"));
    if (!l->gone)
        add_tables(l, "/tables?status=running", term(l, "look-on"));
}

static void run_lobby(lobby *l) {
    while (!l->gone) {
        fill_lobby(l);
        tui_wish wish = tui_menu_ask(l->screen, &l->menu, l->language, REFRESH_MS);
        *l->menu.note = '\0';
        if (wish == WISH_BACK || wish == WISH_GONE)
            l->gone = wish == WISH_GONE;
        if (wish == WISH_BACK)
            return;
        if (wish != WISH_DO)
            continue;
        json_t *table = l->tables[l->menu.cursor];
        if (!table)
            plan_table(l);
        else
            visit(l, text_of(table, "id"), "");
    }
}

bool tui_lobby_run(tui_screen *screen, int language, const char *name, const char *url,
                   capu_text *why) {
    static lobby l; /* large; there is one */
    tui_link link;

    l = (lobby){.screen = screen, .language = language, .name = name};
    if (!tui_link_read(&link, url)) {
        capu_text_add(why, host_wording(language, "terminal.bad-address"));
        return true;
    }
    l.net = tui_net_open(link.server);
    if (sign_in(&l)) {
        bool there = !*link.table || visit(&l, link.table, link.invite);
        if (there && !l.gone)
            run_lobby(&l);
    }
    capu_text_add(why, l.menu.note);
    drop_tables(&l);
    tui_net_close(l.net);
    return !l.gone;
}
