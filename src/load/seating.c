/* Seating people at tables: many small requests, in a few threads. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "host/system.h"
#include "load/run.h"

void load_problem(run *r, const char *what, const char *detail) {
    pthread_mutex_lock(&r->lock);
    if (r->result->problems++ == 0)
        snprintf(r->result->first_problem, sizeof r->result->first_problem, "%s: %.200s", what,
                 detail);
    pthread_mutex_unlock(&r->lock);
}

void load_give_up(run *r, const char *what, const char *detail) {
    load_problem(r, what, detail);
    r->failed = true;
}

/* A text in the answer's JSON, which must be there. */
static bool find_text(const char *body, const char *key, char *to, size_t size) {
    char pattern[32];

    snprintf(pattern, sizeof pattern, "\"%s\":\"", key);
    const char *at = strstr(body, pattern);
    if (!at)
        return false;
    at += strlen(pattern);
    snprintf(to, size, "%.*s", (int)strcspn(at, "\""), at);
    return true;
}

static bool seat_people(run *r, table *t, int connection, capu_text *buffer) {
    char body[256], path[96], seats[96] = "\"me\"";
    load_reply reply;
    int players = r->load->players;

    for (int i = 0; i < players; i++) {
        if (*t->cookies[i])
            continue;
        if (load_ask(connection, buffer, &reply, "POST", "/session", NULL, "{}") != 201)
            return false;
        snprintf(t->cookies[i], sizeof t->cookies[i], "%s", reply.cookie);
    }
    for (int i = 1; i < players; i++)
        strcat(seats, ",\"open\"");
    snprintf(body, sizeof body,
             "{\"game\":\"%s\",\"seats\":[%s],\"order\":\"fixed\",\"mix\":\"%016" PRIx64 "\"}",
             r->load->game, seats, host_system_number());
    if (load_ask(connection, buffer, &reply, "POST", "/tables", t->cookies[0], body) != 201 ||
        !find_text(reply.body, "id", t->id, sizeof t->id))
        return false;
    snprintf(path, sizeof path, "/tables/%s/sit", t->id);
    for (int i = 1; i < players; i++) {
        snprintf(body, sizeof body, "{\"mix\":\"%016" PRIx64 "\"}", host_system_number());
        if (load_ask(connection, buffer, &reply, "POST", path, t->cookies[i], body) != 200)
            return false;
    }
    return true;
}

/* What every client saw last must be what the record leads to. */
static void compare_views(run *r, table *t, const host_match *match) {
    char text[16384];

    for (int i = 0; i < r->load->players; i++) {
        capu_text json = capu_text_on(text, sizeof text);
        capu_state view;
        capu_view(&match->state, i, &view);
        capu_state_json(&view, &json);
        if (!t->views[i] || strcmp(text, t->views[i]) != 0)
            load_problem(r, "a client's view is not what the record leads to", t->id);
    }
}

static void check_record(run *r, table *t) {
    char reason[256];
    capu_text why = capu_text_on(reason, sizeof reason);
    host_tree tree;
    host_match match;

    if (!host_tree_parse(&tree, t->record, strlen(t->record), &why)) {
        load_problem(r, "the record is no JSON", reason);
        return;
    }
    if (host_match_load(&match, tree.nodes, &why)) {
        load_problem(r, "the record does not replay", reason);
    } else {
        compare_views(r, t, &match);
        host_match_free(&match);
    }
    host_tree_free(&tree);
}

static void check_game(run *r, table *t) {
    if (!t->record)
        return;
    check_record(r, t);
    pthread_mutex_lock(&r->lock);
    r->result->games++;
    pthread_mutex_unlock(&r->lock);
    free(t->record);
    t->record = NULL;
    for (int i = 0; i < r->load->players; i++) {
        free(t->views[i]);
        t->views[i] = NULL;
    }
}

static int take_queued(run *r) {
    pthread_mutex_lock(&r->lock);
    while (!r->queued && !r->ending)
        pthread_cond_wait(&r->more, &r->lock);
    int index = r->queued && !r->ending && !r->failed ? r->queue[--r->queued] : -1;
    pthread_mutex_unlock(&r->lock);
    return index;
}

/* What the server said last, for people. */
static const char *last_words(const capu_text *answer) {
    const char *body = answer->length ? strstr(answer->at, "\r\n\r\n") : NULL;

    return !answer->length ? "the server does not answer" : body && body[4] ? body + 4 : answer->at;
}

static void *seat_always(void *to) {
    run *r = to;
    const char *why;
    int connection = load_target_connect(&r->load->target, &why), index;
    capu_text buffer = {0};

    if (connection < 0)
        load_give_up(r, "no connection to the server", why);
    while (connection >= 0 && (index = take_queued(r)) >= 0) {
        table *t = &r->tables[index];
        check_game(r, t);
        if (seat_people(r, t, connection, &buffer))
            t->step = WAITING;
        else
            load_give_up(r, "people could not be seated", last_words(&buffer));
    }
    if (connection >= 0)
        close(connection);
    free(buffer.at);
    return NULL;
}

void load_queue(run *r, int index) {
    pthread_mutex_lock(&r->lock);
    r->tables[index].step = SEATING;
    r->queue[r->queued++] = index;
    pthread_cond_signal(&r->more);
    pthread_mutex_unlock(&r->lock);
}

void load_seat(run *r, pthread_t seaters[SEATERS]) {
    for (int i = 0; i < r->load->tables; i++) {
        table *t = &r->tables[i];
        t->run = r;
        t->actor = -1;
        t->asks = (line){.table = t, .seat = -1};
        t->random = capu_random_from((uint64_t)i);
        load_queue(r, i);
    }
    for (int i = 0; i < SEATERS; i++)
        pthread_create(&seaters[i], NULL, seat_always, r);
    for (int i = 0; i < r->load->tables && !r->failed;) {
        if (r->tables[i].step != SEATING)
            i++;
        else
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

void load_end_seating(run *r, pthread_t seaters[SEATERS]) {
    pthread_mutex_lock(&r->lock);
    r->ending = true;
    pthread_cond_broadcast(&r->more);
    pthread_mutex_unlock(&r->lock);
    for (int i = 0; i < SEATERS; i++)
        pthread_join(seaters[i], NULL);
}
