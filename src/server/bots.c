/* Bots at the tables: they think in threads of their own, one move at a time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/server.h"

typedef struct thought {
    capu_server *server;
    char table[CAPU_ID_TEXT];
} thought;

/* A seat that the server must decide for now, or -1. */
static int played_actor(const capu_table *table) {
    uint32_t actors = capu_table_actors(table);

    for (int i = 0; i < table->players; i++)
        if ((actors >> i & 1) && capu_seat_is_played(&table->seats[i]))
            return i;
    return -1;
}

static capu_stored act(capu_server *server, capu_live *live, int seat, capu_action action) {
    char text[CAPU_ACTION_TEXT], data[CAPU_ACTION_TEXT + 32];
    capu_text notation = capu_text_on(text, sizeof text);
    capu_entry entry = {.kind = "act", .person = "", .seat = seat, .data = data};

    capu_action_write(live->table.match.record.game, action, false, &notation);
    snprintf(data, sizeof data, "{\"action\":\"%s\"}", text);
    return capu_hub_append(server->hub, live, &entry, NULL, false);
}

/* Thinks about one move and makes it. The table is free meanwhile: what changed there makes the
 * thought void, unless the view is the same. true: look again. */
static bool think_once(capu_server *server, const char *id) {
    capu_random random = capu_random_from(capu_system_number());
    capu_state view, again;
    capu_live *live;

    if (capu_hub_take(server->hub, id, &live) != FOUND)
        return false;
    int seat = played_actor(&live->table);
    const capu_bot *bot = seat >= 0 ? capu_seat_bot(&live->table, seat) : NULL;
    if (bot)
        capu_view(&live->table.match.state, seat, &view);
    else
        live->bot_busy = false;
    capu_hub_give(server->hub, live);
    if (!bot)
        return false;
    capu_action action = bot->choose(&view, seat, &random);
    if (capu_hub_take(server->hub, id, &live) != FOUND)
        return false;
    bool still = played_actor(&live->table) == seat;
    if (still)
        capu_view(&live->table.match.state, seat, &again);
    capu_stored stored = CAPU_STORE_CONFLICT;
    if (still && capu_equal(&view, &again))
        stored = act(server, live, seat, action);
    server->metrics.bot_moves += stored == CAPU_STORED;
    if (stored == CAPU_STORE_FAILED)
        live->bot_busy = false; /* the sweeper comes back to it */
    capu_hub_give(server->hub, live);
    return stored != CAPU_STORE_FAILED;
}

/* One move a turn in the queue, so that a table of bots does not keep the others waiting. */
static void think(void *to) {
    thought *t = to;

    if (!t->server->stopping && think_once(t->server, t->table) &&
        capu_pool_add(t->server->bots, think, t))
        return;
    free(t);
}

void capu_bots_attend(void *to, capu_live *live) {
    capu_server *server = to;

    if (live->bot_busy || played_actor(&live->table) < 0)
        return;
    thought *t = capu_alloc(sizeof *t);
    t->server = server;
    memcpy(t->table, live->id, sizeof t->table);
    live->bot_busy = capu_pool_add(server->bots, think, t);
    if (!live->bot_busy)
        free(t);
}
