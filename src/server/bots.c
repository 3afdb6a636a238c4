/* Bots at the tables: they think in threads of their own, one move at a time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/think.h"
#include "server/server.h"
#include "server/stream.h"

typedef struct thought {
    capu_server *server;
    char table[CAPU_ID_TEXT];
    capu_turn turn;
} thought;

/* --------------------------------------------------------------------- turns */

/* Whom a table's bots keep waiting, first those who come first. A table without people is spare:
 * it comes to its end, but a server is not busy with it. */
enum { PLAYERS_LOOK, SOMEBODY_LOOKS, PEOPLE_PLAY, NOBODY = RANK_SPARE };

static int rank_of(capu_live *live) {
    const capu_table *table = &live->table;
    int rank = NOBODY;

    for (int i = 0; i < table->players; i++) {
        if (capu_seat_is_played(&table->seats[i]))
            continue;
        if (capu_streams_has(live, table->seats[i].person))
            return PLAYERS_LOOK;
        rank = PEOPLE_PLAY;
    }
    return capu_streams_has(live, NULL) ? SOMEBODY_LOOKS : rank;
}

/* Visitors take turns, of each of them those who made tables, and their tables: guests cost
 * nothing, so that whoever goes by many names has no more than others. */
static capu_turn turn_of(capu_live *live) {
    uint64_t maker = capu_hash_key(*live->table.creator ? live->table.creator : live->id);

    return (capu_turn){
        rank_of(live),
        {live->from ? live->from : maker, maker, capu_hash_key(live->id)},
    };
}

/* ------------------------------------------------------------------ thinking */

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

typedef enum outcome { AGAIN, NO_MORE, NOT_NOW } outcome;

/* The view that a bot has to decide on, and for which seat; NO_MORE if there is none. */
static outcome look(capu_server *server, const char *id, capu_state *view, int *seat,
                    const capu_bot **bot) {
    capu_live *live;

    if (capu_hub_take(server->hub, id, &live) != FOUND)
        return NOT_NOW;
    *seat = played_actor(&live->table);
    if (*seat >= 0) {
        *bot = capu_seat_bot(&live->table, *seat);
        capu_view(&live->table.match.state, *seat, view);
    } else {
        live->bot_busy = false;
    }
    capu_hub_give(server->hub, live);
    return *seat >= 0 ? AGAIN : NO_MORE;
}

/* Makes the move that was thought of. What changed at the table meanwhile makes the thought void,
 * unless the view is the same. */
static outcome make(capu_server *server, thought *t, const capu_state *view, int seat,
                    capu_action action) {
    capu_stored stored = CAPU_STORE_CONFLICT;
    capu_state now;
    capu_live *live;

    if (capu_hub_take(server->hub, t->table, &live) != FOUND)
        return NOT_NOW;
    if (played_actor(&live->table) == seat) {
        capu_view(&live->table.match.state, seat, &now);
        if (capu_equal(view, &now))
            stored = act(server, live, seat, action);
    }
    t->turn = turn_of(live);
    capu_hub_give(server->hub, live);
    return stored == CAPU_STORE_FAILED ? NOT_NOW : AGAIN;
}

/* One move; the table is free while the bot thinks. */
static outcome think_once(capu_server *server, thought *t) {
    capu_random random = capu_random_from(capu_system_number());
    const capu_bot *bot = NULL;
    capu_state view;
    int seat;
    outcome next = look(server, t->table, &view, &seat, &bot);

    if (next != AGAIN)
        return next;
    void *memory = bot->memory ? capu_grow(NULL, bot->memory) : NULL;
    capu_action action = capu_think(bot, &view, seat, &random, memory, 0);
    free(memory);
    return make(server, t, &view, seat, action);
}

/* One move, then back into the queue, where others have their turns. What fails is left to the
 * sweeper. */
static void think(void *to) {
    thought *t = to;
    outcome next = t->server->stopping ? NOT_NOW : think_once(t->server, t);

    if (next == AGAIN && capu_pool_add_for(t->server->bots, &t->turn, think, t))
        return;
    if (next != NO_MORE)
        capu_hub_not_busy(t->server->hub, t->table);
    free(t);
}

void capu_bots_attend(void *to, capu_live *live) {
    capu_server *server = to;

    if (played_actor(&live->table) < 0)
        return;
    capu_turn turn = turn_of(live);
    if (live->bot_busy) {
        capu_pool_raise(server->bots, &turn);
        return;
    }
    thought *t = capu_alloc(sizeof *t);
    t->server = server;
    memcpy(t->table, live->id, sizeof t->table);
    t->turn = turn;
    live->bot_busy = capu_pool_add_for(server->bots, &t->turn, think, t);
    if (!live->bot_busy)
        free(t);
}
