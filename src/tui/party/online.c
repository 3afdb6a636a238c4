/* A game on a server. Events say what happened; the position is fetched as the bytes of a view, so
 * that everything works on it as on one's own: legal actions, reasons, hints. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/memory.h"
#include "host/system.h"
#include "host/think.h"
#include "tui/net/net.h"
#include "tui/party/party.h"
#include "tui/party/promise.h"
#include "tui/table/tell.h"

enum {
    TICK_MS = 250,       /* the loop looks at its clocks that often */
    FIRST_RETRY = 500,   /* ms */
    LONGEST_RETRY = 8000 /* */
};

typedef struct online {
    tui_party party;
    tui_net *net;
    char table[NET_ID], last[NET_ID]; /* the last event's id */
    bool listening, over, closed;
    double retry_at, retry_after;           /* ms */
    int version;                            /* of the last event that changed the view */
    int shown;                              /* of the view */
    bool fetching, stale;                   /* the view is asked for; it should be, */
    double fetch_at;                        /* but not before this time */
    char action[CAPU_ACTION_TEXT], key[24]; /* on its way; "" none */
    bool lost;                              /* and to be sent again */
    bool asking;                            /* the others are asked whether to take back */
    bool shrunk;                            /* something was taken back, with our view to come */
    char *file;                             /* where the record is to be written */
    tui_promise promise;                    /* about the deal */
    bool asked;                             /* for the whole game, since it is over */
    bool known;                             /* and there it is: */
    host_match match;
} online;

static void path_of(const online *o, const char *end, char path[128]) {
    snprintf(path, 128, "/tables/%s%s", o->table, end);
}

static void notice(online *o, const char *text) {
    snprintf(o->party.notice, sizeof o->party.notice, "%s", text);
    o->party.changes++;
}

static void set_trouble(online *o, const char *id) {
    if (o->party.trouble != id)
        o->party.changes++;
    o->party.trouble = id;
}

/* Says what the server has against it. */
static void complain(online *o, json_t *answer) {
    capu_text text = capu_text_on(o->party.notice, sizeof o->party.notice);

    tui_net_complaint(answer, o->party.language, o->party.game, &text);
    o->party.changes++;
}

/* ------------------------------------------------------------------ the view */

/* Bytes from outside are taken as a view only if they are one of this game, seat and table. */
static bool take_bytes(online *o, const char *text) {
    unsigned char bytes[sizeof(capu_state)];
    size_t length = 0;
    capu_state view;

    if (sodium_base642bin(bytes, sizeof bytes, text, strlen(text), NULL, &length, NULL,
                          sodium_base64_VARIANT_ORIGINAL) != 0 ||
        capu_view_read(&view, bytes, length, o->party.game, o->party.seat, NULL) ||
        view.head.players != o->party.players)
        return false;
    o->party.view = view;
    return true;
}

static void got_position(void *context, int status, json_t *answer) {
    online *o = context;
    const char *bytes = json_string_value(json_object_get(answer, "bytes"));

    o->fetching = false;
    if (status != 200 || !bytes) {
        o->stale = true;
        o->fetch_at = host_clock_ms(HOST_WALL) + FIRST_RETRY;
        return;
    }
    if (!take_bytes(o, bytes)) {
        notice(o, host_wording(o->party.language, "terminal.other-engine"));
        return;
    }
    o->shown = (int)json_integer_value(json_object_get(answer, "version"));
    o->party.begun = true;
    o->over = !capu_actors(&o->party.view);
    o->party.sending = *o->action != '\0';
    o->party.changes++;
    o->stale = o->shown < o->version;
}

static void fetch(online *o) {
    char path[128];

    o->fetching = true;
    o->stale = false;
    path_of(o, "/position", path);
    tui_net_ask(o->net, path, NULL, NULL, got_position, o);
}

/* ----------------------------------------------------------------- the table */

static void read_seat(online *o, int index, json_t *seat) {
    const char *name = json_string_value(json_object_get(seat, "name"));
    const char *level = json_string_value(json_object_get(seat, "level"));
    char *to = o->party.names[index];

    *to = '\0';
    if (name)
        snprintf(to, PARTY_NAME, "%s", name);
    if (level)
        snprintf(to, PARTY_NAME, "%.30s %c", tui_bot_words(o->party.language, level), 'A' + index);
    o->party.away[index] = json_is_true(json_object_get(seat, "away"));
}

static void read_table(online *o, json_t *table) {
    tui_party *party = &o->party;
    json_t *seats = json_object_get(table, "seats"), *asked = json_object_get(table, "asked");
    const char *game = json_string_value(json_object_get(table, "game"));
    const char *status = json_string_value(json_object_get(table, "status"));

    if (!game || !status || !capu_find(game))
        return;
    party->game = capu_find(game);
    party->players = (int)json_integer_value(json_object_get(table, "players"));
    if (party->players > CAPU_MAX_PLAYERS)
        party->players = CAPU_MAX_PLAYERS;
    for (int i = 0; i < party->players; i++)
        read_seat(o, i, json_array_get(seats, (size_t)i));
    party->asker =
        json_is_object(asked) ? (int)json_integer_value(json_object_get(asked, "seat")) : -1;
    party->hints = json_is_true(json_object_get(table, "hints"));
    o->over = strcmp(status, "over") == 0;
    if (!o->over && !*o->promise.commitment)
        tui_promise_read(&o->promise, table);
    if (strcmp(status, "closed") == 0 && !o->closed) {
        o->closed = true;
        notice(o, host_wording(party->language, "terminal.closed"));
    }
}

static void read_you(online *o, json_t *data) {
    json_t *you = json_object_get(data, "you");
    int seat = json_is_integer(you) ? (int)json_integer_value(you) : CAPU_SPECTATOR;

    if (seat < o->party.players)
        o->party.seat = seat;
}

static void read_chat(online *o, json_t *lines) {
    size_t i;
    json_t *line;

    json_array_foreach(lines, i, line) {
        const char *name = json_string_value(json_object_get(line, "name"));
        const char *text = json_string_value(json_object_get(line, "text"));
        if (name && text)
            tui_party_remark(&o->party, name, text, 0);
    }
}

/* Cuts a story after that many moves and what they led to. Returns whether a move went. */
static bool cut_story(json_t *story, json_int_t moves) {
    size_t end = 0;

    for (json_int_t seen = 0; end < json_array_size(story); end++)
        if (json_is_array(json_array_get(story, end)) && seen++ == moves)
            break;
    bool cut = end < json_array_size(story);
    while (json_array_size(story) > end)
        json_array_remove(story, json_array_size(story) - 1);
    return cut;
}

/* The story goes on behind the moves that were there before the new ones. */
static void read_news(online *o, json_t *data) {
    json_t *actions = json_object_get(data, "actions"), *news = json_object_get(data, "story");
    json_int_t count = json_integer_value(json_object_get(data, "count"));

    if (!json_is_array(actions))
        return;
    o->shrunk |= cut_story(o->party.story, count - (json_int_t)json_array_size(actions));
    json_array_extend(o->party.story, json_is_array(news) ? news : actions);
}

/* The server's times become ours: only how long ago something was is taken over. */
static void read_clocks(online *o, json_t *data) {
    json_t *clocks = json_object_get(data, "clocks"), *clock;
    double at = (double)json_integer_value(json_object_get(data, "at")),
           now = host_clock_ms(HOST_WALL);
    size_t i;

    o->party.clocked = json_is_array(clocks);
    json_array_foreach(clocks, i, clock) {
        double since = (double)json_integer_value(json_object_get(clock, "since"));
        if (i >= CAPU_MAX_PLAYERS)
            break;
        o->party.left[i] = (double)json_integer_value(json_object_get(clock, "left"));
        o->party.since[i] = since > 0 ? now - (at - since) : 0;
    }
}

/* Who is at the table: those who listen to it, as the server tells its players. */
static void read_presence(online *o, json_t *seats) {
    for (int i = 0; i < CAPU_MAX_PLAYERS; i++) {
        json_t *here = json_object_get(json_array_get(seats, (size_t)i), "here");
        bool gone = json_is_false(here);
        if (gone != o->party.gone[i])
            o->party.changes++;
        o->party.gone[i] = gone;
    }
}

/* -------------------------------------------------------------------- events */

static void take_snapshot(online *o, json_t *data) {
    bool first = o->party.remark_count == 0;

    read_table(o, json_object_get(data, "table"));
    read_you(o, data);
    json_t *story = json_object_get(data, "story");
    if (!json_is_array(story)) /* a server that tells no events */
        story = json_object_get(data, "history");
    if (json_is_array(story)) {
        json_decref(o->party.story);
        o->party.story = json_deep_copy(story);
    }
    if (first)
        read_chat(o, json_object_get(data, "chat"));
}

static void take_update(online *o, json_t *data) {
    const char *kind = json_string_value(json_object_get(data, "kind"));
    const char *name = json_string_value(json_object_get(data, "name"));
    const char *text = json_string_value(json_object_get(data, "text"));

    read_table(o, json_object_get(data, "table"));
    read_you(o, data);
    read_news(o, data);
    if (kind && strcmp(kind, "chat") == 0 && name && text)
        tui_party_remark(&o->party, name, text, (int)json_array_size(o->party.story));
}

/* Nobody agrees any more: what goes by itself goes on. */
static void note_refusal(online *o) {
    if (o->asking && !o->shrunk && o->party.asker != o->party.seat)
        o->asking = o->party.taking_back = false;
}

/* Called while the network runs, when nothing new can be asked: what follows is noted for the next
 * round of `run`. */
static void got_event(void *context, const char *id, const char *name, json_t *data) {
    online *o = context;

    if (!name) { /* the stream has ended */
        o->listening = false;
        o->retry_at = host_clock_ms(HOST_WALL) + o->retry_after;
        o->retry_after = o->retry_after * 2 > LONGEST_RETRY ? LONGEST_RETRY : o->retry_after * 2;
        set_trouble(o, "terminal.lost");
        read_presence(o, NULL);
        return;
    }
    if (strcmp(name, "presence") == 0) {
        read_presence(o, json_object_get(data, "seats"));
        return;
    }
    if (strcmp(name, "open") == 0) {
        o->retry_after = FIRST_RETRY;
        set_trouble(o, NULL);
        return;
    }
    snprintf(o->last, sizeof o->last, "%s", id);
    if (strcmp(name, "snapshot") == 0)
        take_snapshot(o, data);
    else
        take_update(o, data);
    note_refusal(o);
    read_clocks(o, data);
    o->version = (int)json_integer_value(json_object_get(data, "version"));
    o->party.changes++;
    o->stale |= json_is_object(json_object_get(data, "view"));
}

static void send_action(online *o);
static bool act(tui_party *party, capu_action action, capu_text *why);
static void post(online *o, const char *end, json_t *body, tui_net_answer *answer);
static void undone(void *context, int status, json_t *answer);
static void ask_for_match(online *o);

/* Whether we have to decide, and the view is up to date. */
static bool must_act(const online *o) {
    const tui_party *party = &o->party;
    int seat = party->seat;

    return party->begun && !party->sending && !party->trouble && !o->stale && !o->fetching &&
           seat >= 0 && !party->away[seat] && (capu_actors(&party->view) >> seat & 1);
}

/* What cannot be otherwise is done without asking (ALL-4); the log shows it. */
static void do_forced(online *o) {
    tui_party *party = &o->party;

    if (must_act(o) && !party->taking_back && capu_legal_count(&party->view, party->seat) == 1)
        act(party, capu_legal_at(&party->view, party->seat, 0), NULL);
}

/* Taking back means the person's last decision: a step that went by itself goes with it. */
static void go_on_taking_back(online *o) {
    tui_party *party = &o->party;

    if (!o->shrunk || o->stale || o->fetching)
        return;
    o->shrunk = o->asking = false;
    if (!party->taking_back)
        return;
    if (must_act(o) && capu_legal_count(&party->view, party->seat) == 1)
        post(o, "/undo", json_object(), undone);
    else
        party->taking_back = false;
}

/* An action that was on its way when the connection broke goes once more: its key makes that
 * harmless if it had arrived. */
static void run(tui_party *party, int ms) {
    online *o = (online *)party;
    char path[128];

    if (o->stale && !o->fetching && host_clock_ms(HOST_WALL) >= o->fetch_at)
        fetch(o);
    if (o->lost && !party->trouble)
        send_action(o);
    go_on_taking_back(o);
    do_forced(o);
    ask_for_match(o);
    if (!o->listening && host_clock_ms(HOST_WALL) >= o->retry_at) {
        path_of(o, "/events?presence=1", path);
        o->listening = true;
        tui_net_listen(o->net, path, o->last, got_event, o);
    }
    tui_net_run(o->net, ms < 0 || ms > TICK_MS ? TICK_MS : ms);
}

/* ------------------------------------------------------------------- actions */

static void acted(void *context, int status, json_t *answer) {
    online *o = context;

    if (status == 0 || status >= 500) {
        o->lost = true;
        set_trouble(o, "terminal.lost");
        return;
    }
    *o->action = '\0';
    if (status != 200) {
        complain(o, answer);
        o->party.sending = false;
        o->stale = true;
    } else if (o->shown >= (int)json_integer_value(json_object_get(answer, "version"))) {
        o->party.sending = false;
        o->party.changes++;
    }
}

static void send_action(online *o) {
    char path[128];

    o->lost = false;
    path_of(o, "/act", path);
    tui_net_ask(o->net, path, json_pack("{s:s}", "action", o->action), o->key, acted, o);
}

static bool act(tui_party *party, capu_action action, capu_text *why) {
    online *o = (online *)party;
    capu_refusal refusal;

    if (*o->action) {
        capu_text_add(why, host_wording(party->language, "terminal.sending"));
        return false;
    }
    if (capu_explain(&party->view, party->seat, action, &refusal)) {
        host_say_refusal(why, party->language, party->game, &refusal);
        return false;
    }
    capu_text text = capu_text_on(o->action, sizeof o->action);
    capu_action_write(party->game, action, false, &text);
    snprintf(o->key, sizeof o->key, "%016llx", (unsigned long long)host_system_number());
    party->sending = true;
    party->changes++;
    party->taking_back = false;
    send_action(o);
    return true;
}

/* For requests that need no more than to be refused politely. */
static void done(void *context, int status, json_t *answer) {
    online *o = context;

    if (status != 200)
        complain(o, answer);
}

static void post(online *o, const char *end, json_t *body, tui_net_answer *answer) {
    char path[128];

    path_of(o, end, path);
    tui_net_ask(o->net, path, body, NULL, answer, o);
}

static void undone(void *context, int status, json_t *answer) {
    online *o = context;
    const char *code = json_string_value(json_object_get(json_object_get(answer, "error"), "code"));

    if (code && strcmp(code, "undo_barrier") == 0) {
        o->party.barred = true; /* what goes by itself waits for the answer */
        o->party.changes++;
    } else if (status != 200) {
        o->party.taking_back = false;
        complain(o, answer);
    }
}

static void asked(void *context, int status, json_t *answer) {
    online *o = context;

    o->asking = status == 200 && !o->shrunk;
    undone(o, status, answer);
}

static tui_undoing undo(tui_party *party, bool insist, capu_text *why) {
    (void)why;
    if (party->seat < 0)
        return UNDO_NOTHING;
    party->taking_back = true;
    if (insist)
        post((online *)party, "/undo", json_pack("{s:b}", "ask", 1), asked);
    else
        post((online *)party, "/undo", json_object(), undone);
    return UNDO_DONE;
}

static void say(tui_party *party, const char *text) {
    post((online *)party, "/chat", json_pack("{s:s}", "text", text), done);
}

static void answer_ask(tui_party *party, bool agree) {
    post((online *)party, "/undo/answer", json_pack("{s:b}", "agree", agree), done);
}

static void come_back(tui_party *party) {
    post((online *)party, "/back", json_object(), done);
}

/* -------------------------------------------------------------------- record */

static void got_record(void *context, int status, json_t *record) {
    online *o = context;
    char reason[200];
    capu_text why = capu_text_on(reason, sizeof reason);
    char *text = status == 200 ? json_dumps(record, JSON_COMPACT) : NULL;

    if (!text)
        complain(o, record);
    else if (!host_write_file(o->file, text, strlen(text), &why))
        notice(o, reason);
    free(text);
    free(o->file);
    o->file = NULL;
}

/* The server shows the record when the game is over. */
static bool save(tui_party *party, const char *path, capu_text *why) {
    online *o = (online *)party;
    char asked[128];

    if (!o->over || o->file) {
        capu_text_add(why, host_wording(party->language, "terminal.no-record"));
        return false;
    }
    o->file = strdup(path);
    path_of(o, "/record", asked);
    tui_net_ask(o->net, asked, NULL, NULL, got_record, o);
    return true;
}

/* -------------------------------------------------------------- after the game */

/* Whether the cards were dealt as the table said before. */
static void check_promise(online *o, json_t *record) {
    if (!*o->promise.commitment)
        return;
    if (!tui_promise_holds(&o->promise, record))
        notice(o, host_wording(o->party.language, "terminal.seal.broken"));
    tui_promise_forget(tui_net_server(o->net), o->table);
}

static void got_match(void *context, int status, json_t *record) {
    online *o = context;

    if (status != 200 || !o->asked)
        return; /* the server has nothing to show now; the record can still be saved */
    check_promise(o, record);
    o->known = tui_promise_match(record, &o->match);
    o->party.changes++;
}

static void forget_match(online *o) {
    if (o->known)
        host_match_free(&o->match);
    o->known = o->asked = false;
}

/* A game that is over is open to all of its table. It may still be taken back. */
static void ask_for_match(online *o) {
    char path[128];

    if (!o->party.begun || capu_actors(&o->party.view)) {
        forget_match(o);
    } else if (!o->asked) {
        o->asked = true;
        path_of(o, "/record", path);
        tui_net_ask(o->net, path, NULL, NULL, got_match, o);
    }
}

static const host_match *match_of(const tui_party *party) {
    const online *o = (const online *)party;

    return o->known ? &o->match : NULL;
}

/* --------------------------------------------------------------- begin and end */

static void close_online(tui_party *party) {
    online *o = (online *)party;

    tui_net_forget(o->net, o);
    forget_match(o);
    tui_party_free(party);
    free(o->file);
    free(o);
}

static const tui_party_kind online_kind = {
    .run = run,
    .act = act,
    .undo = undo,
    .save = save,
    .say = say,
    .answer = answer_ask,
    .come_back = come_back,
    .close = close_online,
    .match = match_of,
};

tui_party *tui_online_open(tui_net *net, const char *table, const char *link, int language) {
    online *o = host_alloc(sizeof *o);

    tui_party_begin(&o->party, &online_kind, language);
    o->net = net;
    o->retry_after = FIRST_RETRY;
    o->party.game = capu_game_at(0); /* until the first event says which */
    snprintf(o->table, sizeof o->table, "%s", table);
    snprintf(o->party.link, sizeof o->party.link, "%s", link);
    o->promise = tui_promise_find(tui_net_server(net), table);
    return &o->party;
}
