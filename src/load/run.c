/* The load tool's clients. One thread follows all streams and makes all moves; a few others seat
 * people at tables, which takes many requests. A table is in one pair of hands at a time. */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "load/run.h"

enum { LATENCIES = 8 << 20, LONG_ENOUGH = 200000 /* microseconds */ };

static int64_t now_us(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* ----------------------------------------------------------------- connections */

static bool open_line(run *r, line *l) {
    const char *why;

    l->file = load_target_connect(&r->load->target, &why);
    if (l->file < 0) {
        load_give_up(r, "no connection to the server", why);
        return false;
    }
    fcntl(l->file, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = l};
    if (epoll_ctl(r->epoll, EPOLL_CTL_ADD, l->file, &event) == 0)
        return true;
    load_give_up(r, "a connection cannot be followed", strerror(errno));
    return false;
}

static void close_line(line *l) {
    if (l->file > 0)
        close(l->file);
    free(l->in.at);
    free(l->view);
    free(l->legal);
    *l = (line){.table = l->table, .seat = l->seat};
}

/* Requests are small: the socket takes them whole. */
static void send_request(run *r, line *l, const char *method, const char *path, const char *cookie,
                         const char *body) {
    capu_text request = {0};

    load_request_write(&request, method, path, cookie, body);
    if (send(l->file, request.at, request.length, MSG_NOSIGNAL) != (ssize_t)request.length)
        load_problem(r, "a request could not be sent", strerror(errno));
    free(request.at);
}

static void open_streams(run *r, table *t) {
    char path[96];

    snprintf(path, sizeof path, "/tables/%s/events", t->id);
    for (int i = 0; i < r->load->players; i++) {
        line *l = &t->streams[i];
        *l = (line){.table = t, .seat = i, .version = -1};
        if (!open_line(r, l))
            return;
        send_request(r, l, "GET", path, t->cookies[i], NULL);
    }
}

/* --------------------------------------------------------------------- moves */

/* One of the seats that must decide, or -1. */
static int choose_actor(const run *r, table *t) {
    int actors[CAPU_MAX_PLAYERS], count = 0;

    for (int i = 0; i < r->load->players; i++)
        if (t->streams[i].legal)
            actors[count++] = i;
    return count ? actors[capu_random_below(&t->random, (uint32_t)count)] : -1;
}

static void send_act(run *r, table *t, int actor) {
    line *l = &t->streams[actor];
    json_t *actions = json_loads(l->legal, 0, NULL);
    uint32_t count = (uint32_t)json_array_size(actions);
    char path[96], act[128];

    if (count == 0) {
        load_problem(r, "no legal action", l->legal);
        t->step = STUCK;
    } else {
        json_t *action = json_array_get(actions, capu_random_below(&t->random, count));
        snprintf(path, sizeof path, "/tables/%s/act", t->id);
        snprintf(act, sizeof act, "{\"action\":\"%s\"}", json_string_value(action));
        t->actor = actor;
        t->step = ACTING;
        t->sent = now_us();
        for (int i = 0; i < r->load->players; i++)
            t->streams[i].pending = true;
        send_request(r, &t->asks, "POST", path, t->cookies[actor], act);
    }
    json_decref(actions);
    free(l->legal);
    l->legal = NULL;
}

/* Microseconds between the moves of one table. */
static int64_t gap_of(const run *r) {
    return r->load->rate ? (int64_t)r->load->tables * 1000000 / r->load->rate : 0;
}

/* Each table keeps its own beat: if it went by when the last move was made, all tables that have
 * once waited for the same slow commit would move at the same moment ever after. */
static void acted(run *r, table *t, const char *body) {
    r->result->moves++;
    t->step = strstr(body, "\"over\":true") ? ENDING : WAITING;
    t->due += gap_of(r);
}

/* What everybody saw is checked by those who seat people, since it takes a while. */
static void finish_game(run *r, table *t, const char *body) {
    t->record = strdup(body);
    for (int i = 0; i < r->load->players; i++) {
        t->views[i] = t->streams[i].view;
        t->streams[i].view = NULL;
        close_line(&t->streams[i]);
    }
    load_queue(r, (int)(t - r->tables));
}

/* -------------------------------------------------------------------- answers */

static void take_answer(run *r, line *l) {
    table *t = l->table;
    load_reply reply;

    while (load_reply_read(&l->in, &reply)) {
        char *end = l->in.at + reply.length, kept = *end;
        *end = '\0';
        if (reply.status != 200)
            load_problem(r, "a request was refused", reply.body);
        if (reply.status != 200)
            t->step = STUCK;
        else if (t->step == ACTING)
            acted(r, t, reply.body);
        else if (t->step == RECORD)
            finish_game(r, t, reply.body);
        *end = kept;
        load_text_drop(&l->in, reply.length);
    }
}

/* --------------------------------------------------------------------- events */

static void heard(run *r, line *l) {
    if (!l->pending)
        return;
    l->pending = false;
    if (l->seat != l->table->actor && r->measuring && r->latency_count < LATENCIES)
        r->latencies[r->latency_count++] = (float)(now_us() - l->table->sent) / 1000;
}

static int number_after(const char *text, const char *key) {
    const char *at = strstr(text, key);

    return at ? atoi(at + strlen(key)) : -1;
}

/* What lies behind one text and before the next; NULL: there is none. */
static char *between(const char *text, const char *before, const char *behind) {
    const char *at = strstr(text, before), *end = at ? strstr(at, behind) : NULL;

    return end ? strndup(at + strlen(before), (size_t)(end - at) - strlen(before)) : NULL;
}

/* The server writes these members one behind the other. */
static void keep_view(line *l, const char *data) {
    const char *bytes = strstr(data, ",\"bytes\":");

    if (!bytes)
        return;
    free(l->view);
    free(l->legal);
    l->view = between(data, "\"view\":", ",\"facts\":");
    l->legal = between(bytes, "\",\"legal\":", "}");
}

/* Events come in order, without a gap or a repetition. */
static void take_event(run *r, line *l, const char *event) {
    const char *data = strstr(event, "data: ");
    bool snapshot = strstr(event, "event: snapshot") != NULL;

    if (!data || l->seat == -2)
        return;
    int version = number_after(event, "id: ");
    if (!snapshot && version != l->version + 1)
        load_problem(r, "an event is missing or came twice", event);
    l->version = version;
    r->result->events++;
    if (snapshot) {
        json_t *object = json_loads(data + 6, 0, NULL), *legal = json_object_get(object, "legal");
        l->legal = legal ? json_dumps(legal, JSON_COMPACT) : NULL;
        json_decref(object);
        return;
    }
    keep_view(l, data);
    l->over = l->over || strstr(data, "\"status\":\"over\"");
    if (strstr(data, "\"kind\":\"act\""))
        heard(r, l);
}

static void take_events(run *r, line *l) {
    char *at = l->in.at, *end;

    if (!l->headed) {
        if (!(end = strstr(at, "\r\n\r\n")))
            return;
        if (strncmp(at, "HTTP/1.1 200", 12) != 0)
            load_problem(r, "a stream was refused", at);
        at = end + 4;
        l->headed = true;
    }
    while ((end = strstr(at, "\n\n"))) {
        *end = '\0';
        take_event(r, l, at);
        at = end + 2;
    }
    load_text_drop(&l->in, (size_t)(at - l->in.at));
}

static void receive(run *r, line *l) {
    host_text_reserve(&l->in, 16384);
    ssize_t count = recv(l->file, l->in.at + l->in.length, 16384, 0);

    if (count <= 0) {
        if (count == 0 || errno != EAGAIN) {
            load_give_up(r, "the server closed a connection",
                         l->seat == -1 ? "one of requests" : "a stream");
            epoll_ctl(r->epoll, EPOLL_CTL_DEL, l->file, NULL);
        }
        return;
    }
    l->in.length += (size_t)count;
    l->in.at[l->in.length] = '\0';
    if (l->seat == -1) {
        take_answer(r, l);
        return;
    }
    take_events(r, l);
}

/* ----------------------------------------------------------------------- loop */

/* The next move waits until everybody has heard of the last one, so that each event is told from
 * the others. Of a move that is hidden nobody hears: then it waits a while. */
static bool all_heard(const run *r, const table *t, int64_t now) {
    for (int i = 0; i < r->load->players && now - t->sent < LONG_ENOUGH; i++)
        if (t->streams[i].pending)
            return false;
    return true;
}

static bool all_over(const run *r, const table *t) {
    for (int i = 0; i < r->load->players; i++)
        if (!t->streams[i].over)
            return false;
    return true;
}

static void step_table(run *r, table *t, int64_t now) {
    char path[96];
    int actor;

    if (t->step == WAITING && !t->streams[0].file) {
        t->actor = -1;
        t->due = now + (int64_t)capu_random_below(&t->random, (uint32_t)gap_of(r) + 1000000);
        open_streams(r, t);
        if (!t->asks.file && !r->failed)
            open_line(r, &t->asks);
    } else if (t->step == WAITING && t->due <= now && all_heard(r, t, now)) {
        if ((actor = choose_actor(r, t)) >= 0)
            send_act(r, t, actor);
    } else if (t->step == ENDING && all_over(r, t)) {
        t->step = RECORD;
        snprintf(path, sizeof path, "/tables/%s/record", t->id);
        send_request(r, &t->asks, "GET", path, t->cookies[0], NULL);
    }
}

static void loop(run *r, int64_t until) {
    struct epoll_event events[512];

    for (int64_t now = now_us(), looked = 0; now < until && !r->failed; now = now_us()) {
        int count = epoll_wait(r->epoll, events, 512, 1);
        for (int i = 0; i < count; i++)
            receive(r, events[i].data.ptr);
        if (r->load->rate && now - looked < 1000)
            continue;
        looked = now;
        for (int i = 0; i < r->load->tables; i++)
            step_table(r, &r->tables[i], now);
    }
}

static int compare(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;

    return (x > y) - (x < y);
}

static double percentile(const run *r, double share) {
    if (r->latency_count == 0)
        return 0;
    return (double)r->latencies[(int)(share * (r->latency_count - 1))];
}

static void open_listeners(run *r) {
    char path[96];

    for (int i = 0; i < r->load->streams; i++) {
        line *l = &r->listeners[i];
        *l = (line){.seat = -2};
        snprintf(path, sizeof path, "/tables/%s/events", r->tables[i % r->load->tables].id);
        if (!open_line(r, l))
            return;
        send_request(r, l, "GET", path, NULL, NULL);
    }
}

static void sum_up(run *r) {
    qsort(r->latencies, (size_t)r->latency_count, sizeof(float), compare);
    r->result->p50 = percentile(r, 0.5);
    r->result->p99 = percentile(r, 0.99);
    r->result->p999 = percentile(r, 0.999);
    r->result->worst = percentile(r, 1);
}

static void free_run(run *r) {
    for (int i = 0; i < r->load->tables; i++) {
        close_line(&r->tables[i].asks);
        for (int j = 0; j < CAPU_MAX_PLAYERS; j++) {
            close_line(&r->tables[i].streams[j]);
            free(r->tables[i].views[j]);
        }
        free(r->tables[i].record);
    }
    for (int i = 0; i < r->load->streams; i++)
        close_line(&r->listeners[i]);
    close(r->epoll);
    free(r->tables);
    free(r->listeners);
    free(r->queue);
    free(r->latencies);
}

/* What the server says of itself. */
typedef struct figures {
    double cpu, memory, own;
} figures;

static double figure_named(const char *body, const char *name) {
    const char *at = strstr(body, name);

    return at ? atof(at + strlen(name)) : 0;
}

static figures read_figures(const run *r) {
    const char *why;
    int connection = load_target_connect(&r->load->target, &why);
    capu_text buffer = {0};
    load_reply reply;
    struct rusage usage;
    figures f = {0};

    if (connection >= 0 &&
        load_ask(connection, &buffer, &reply, "GET", "//metrics", NULL, NULL) == 200) {
        f.cpu = figure_named(reply.body, "\nprocess_cpu_seconds_total ");
        f.memory = figure_named(reply.body, "\nprocess_resident_memory_bytes ");
    }
    if (connection >= 0)
        close(connection);
    free(buffer.at);
    getrusage(RUSAGE_SELF, &usage);
    f.own = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
            (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    return f;
}

static void measure(run *r) {
    load_result *result = r->result;
    figures before = read_figures(r);
    int64_t begun = now_us();

    r->measuring = true;
    result->moves = result->events = 0; /* what was checked counts */
    loop(r, begun + (int64_t)r->load->seconds * 1000000);
    result->seconds = (double)(now_us() - begun) / 1e6;
    figures after = read_figures(r);
    if (result->moves) {
        result->server_cpu = 1e6 * (after.cpu - before.cpu) / (double)result->moves;
        result->own_cpu = 1e6 * (after.own - before.own) / (double)result->moves;
    } else
        load_problem(r, "nothing was played", "no move was answered while it was measured");
    result->server_memory = after.memory / (1 << 20);
}

bool load_run(const load_main *load, load_result *result, capu_text *why) {
    run r = {.load = load, .result = result};
    pthread_t seaters[SEATERS];
    int64_t begun = now_us();

    *result = (load_result){0};
    pthread_mutex_init(&r.lock, NULL);
    pthread_cond_init(&r.more, NULL);
    r.tables = host_alloc((size_t)load->tables * sizeof *r.tables);
    r.listeners = host_alloc((size_t)(load->streams + 1) * sizeof *r.listeners);
    r.queue = host_alloc((size_t)load->tables * sizeof *r.queue);
    r.latencies = host_grow(NULL, LATENCIES * sizeof *r.latencies);
    r.epoll = epoll_create1(EPOLL_CLOEXEC);
    load_seat(&r, seaters);
    if (!r.failed)
        open_listeners(&r);
    result->setup_seconds = (double)(now_us() - begun) / 1e6;
    loop(&r, now_us() + (int64_t)load->warm_up * 1000000);
    if (!r.failed)
        measure(&r);
    sum_up(&r);
    load_end_seating(&r, seaters);
    free_run(&r);
    if (r.failed)
        capu_text_add(why, result->first_problem);
    return !r.failed;
}
