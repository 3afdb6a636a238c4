/* What the server does at the tables. Bots think in threads of their own, one move at a time; steps
 * without a choice that nobody watches are made at once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/system.h"
#include "host/think.h"
#include "server/log.h"
#include "server/opponents.h"
#include "server/server.h"
#include "server/stream.h"

typedef struct thought {
    server_main *server;
    char table[STORE_ID_TEXT];
    server_turn turn;
} thought;

/* --------------------------------------------------------------------- turns */

/* Whom a table's bots keep waiting, first those who come first. A table without people is spare:
 * it comes to its end, but a server is not busy with it. */
enum { PLAYERS_LOOK, SOMEBODY_LOOKS, PEOPLE_PLAY, NOBODY = RANK_SPARE };

static int rank_of(server_live *live) {
    const server_table *table = &live->table;
    int rank = NOBODY;

    for (int i = 0; i < table->players; i++) {
        if (server_seat_is_played(&table->seats[i]))
            continue;
        if (server_streams_has(live, table->seats[i].person))
            return PLAYERS_LOOK;
        rank = PEOPLE_PLAY;
    }
    return server_streams_has(live, NULL) ? SOMEBODY_LOOKS : rank;
}

/* Visitors take turns, of each of them those who made tables, and their tables: guests cost
 * nothing, so that whoever goes by many names has no more than others. */
static server_turn turn_of(server_live *live) {
    uint64_t maker = server_hash_key(*live->table.creator ? live->table.creator : live->id);

    return (server_turn){
        rank_of(live),
        {live->from ? live->from : maker, maker, server_hash_key(live->id)},
    };
}

/* ------------------------------------------------------------------ thinking */

/* A seat that the server must decide for now, or -1. */
static int played_actor(const server_table *table) {
    uint32_t actors = server_table_actors(table);
    capu_move step;

    if (server_table_silent(table, &step)) /* one that could not be stored at once */
        return (int)step.seat;
    for (int i = 0; i < table->players; i++)
        if ((actors >> i & 1) && server_seat_is_played(&table->seats[i]))
            return i;
    return -1;
}

static store_stored act(server_main *server, server_live *live, int seat, capu_action action) {
    server_deed deed = {.kind = "act", .person = "", .seat = seat, .actions = {action}, .count = 1};

    return server_hub_append(server->hub, live, &deed, NULL);
}

typedef enum outcome { AGAIN, NO_MORE, NOT_NOW } outcome;

/* What a bot has to decide on. */
typedef struct decision {
    int seat;
    const capu_bot *bot;
    capu_state view;
    host_match match; /* for a program, which is told what has happened */
} decision;

/* NO_MORE: there is nothing to decide. */
static outcome look(server_main *server, const char *id, decision *d) {
    server_live *live;

    if (server_hub_take(server->hub, id, &live) != FOUND)
        return NOT_NOW;
    d->seat = played_actor(&live->table);
    if (d->seat >= 0) {
        d->bot = server_seat_bot(&live->table, d->seat);
        capu_view(&live->table.match.state, d->seat, &d->view);
        if (programs_is_program(d->bot))
            host_match_copy(&d->match, &live->table.match);
    } else {
        live->bot_busy = false;
    }
    server_hub_give(server->hub, live);
    return d->seat >= 0 ? AGAIN : NO_MORE;
}

/* Makes the move that was thought of. What changed at the table meanwhile makes the thought void,
 * unless the view is the same. */
static outcome make(server_main *server, thought *t, const decision *d, capu_action action) {
    store_stored stored = STORE_CONFLICT;
    capu_state now;
    server_live *live;

    if (server_hub_take(server->hub, t->table, &live) != FOUND)
        return NOT_NOW;
    if (played_actor(&live->table) == d->seat) {
        const capu_state *state = &live->table.match.state;
        capu_view(state, d->seat, &now);
        if (capu_equal(&d->view, &now))
            stored = capu_check(state, d->seat, action, NULL) ? STORE_FAILED
                                                              : act(server, live, d->seat, action);
    }
    t->turn = turn_of(live);
    server_hub_give(server->hub, live);
    return stored == STORE_FAILED ? NOT_NOW : AGAIN;
}

/* false: the server ends. */
static bool ask_program(server_main *server, const char *table, const decision *d,
                        capu_action *action) {
    char problem[PROGRAMS_PROBLEM];
    bool answered = server_ask_program(d->bot, &d->match, d->seat, host_system_number(),
                                       &server->stopping, action, problem);

    if (*problem)
        server_log(LOG_ERROR_, "a bot that is a program failed", "table", table, "problem", problem,
                   NULL);
    return answered;
}

static capu_action think_ourselves(const decision *d) {
    capu_random random = capu_random_from(host_system_number());
    void *memory = d->bot->memory ? host_grow(NULL, d->bot->memory) : NULL;
    capu_action action = host_think(d->bot, &d->view, d->seat, &random, memory, 0);

    free(memory);
    return action;
}

/* One move; the table is free while the bot thinks. */
static outcome think_once(server_main *server, thought *t) {
    decision d = {0};
    capu_action action = 0;
    outcome next = look(server, t->table, &d);

    if (next != AGAIN)
        return next;
    if (!programs_is_program(d.bot) || capu_legal_count(&d.view, d.seat) == 1)
        action = think_ourselves(&d);
    else if (!ask_program(server, t->table, &d, &action))
        next = NOT_NOW;
    host_match_free(&d.match);
    return next == AGAIN ? make(server, t, &d, action) : next;
}

/* One move, then back into the queue, where others have their turns. What fails is left to the
 * sweeper. */
static void think(void *to) {
    thought *t = to;
    outcome next = t->server->stopping ? NOT_NOW : think_once(t->server, t);

    if (next == AGAIN && server_pool_add_for(t->server->bots, &t->turn, think, t))
        return;
    if (next != NO_MORE)
        server_hub_not_busy(t->server->hub, t->table);
    free(t);
}

void server_bots_attend(void *to, server_live *live) {
    server_main *server = to;

    if (played_actor(&live->table) < 0)
        return;
    server_turn turn = turn_of(live);
    if (live->bot_busy) {
        server_pool_raise(server->bots, &turn);
        return;
    }
    thought *t = host_alloc(sizeof *t);
    t->server = server;
    memcpy(t->table, live->id, sizeof t->table);
    t->turn = turn;
    live->bot_busy = server_pool_add_for(server->bots, &t->turn, think, t);
    if (!live->bot_busy)
        free(t);
}

bool server_step_silently(server_main *server, server_live *live) {
    store_stored stored = STORE_CONFLICT;
    capu_move step;

    while (stored == STORE_CONFLICT && server_table_silent(&live->table, &step))
        stored = act(server, live, (int)step.seat, step.action);
    return stored != STORE_CONFLICT;
}
