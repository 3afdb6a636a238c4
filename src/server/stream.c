/* Server-sent events: see stream.h.
 *
 * Taking a connection over: its socket is duplicated, and the library told to close the connection.
 * It closes its own descriptor, without a shutdown (that is what MHD_USE_TURBO is for), and ours
 * lives on. The body has no chunks, and ends with the connection.
 *
 * Locks, in the order in which they may be held together: a table's `listening` or the list of all
 * streams, then a stream's own. */
#include "server/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "server/clock.h"

enum {
    MOST_WAITING = 512 * 1024, /* bytes */
    SILENCE = 15000,           /* ms until a sign of life */
    AT_ONCE = 64,              /* events of the system */
};

/* The text of an event, shared by all streams that send it. */
typedef struct chunk {
    atomic_int users;
    capu_text text;
} chunk;

typedef struct piece {
    chunk *chunk;
    struct piece *next;
} piece;

struct server_stream {
    server_streams *all;
    server_hub *hub;
    server_live *live;
    server_listener who;

    pthread_mutex_t lock;
    server_mutes mutes;
    int file;  /* the socket; -1 before it is ours, and after */
    bool full; /* the socket is: the system says when it takes more */
    bool ending;
    bool portion; /* ends when all that waits has been sent; there is more for who comes back */
    piece *first, **last;
    size_t sent;    /* bytes of the first piece */
    size_t waiting; /* bytes in the queue */
    int64_t spoke;
    int32_t after; /* the version behind which it begins */
    bool presence; /* it tells who is at the table */
    uint64_t told; /* what it has told of that last, as a hash */

    server_stream *next, **link;         /* of the table's streams; NULL before it has begun */
    server_stream *all_next, **all_link; /* of all streams */
};

struct server_streams {
    pthread_mutex_t lock; /* of the list */
    server_stream *first;
    int count;
    bool ending;
    int watch, bell; /* what the system tells about sockets; that it is over */
    pthread_t watcher;
};

/* --------------------------------------------------------------------- chunks */

/* Takes over the text. */
static chunk *chunk_of(capu_text text) {
    chunk *c = host_alloc(sizeof *c);

    c->users = 1;
    c->text = text;
    c->text.at = host_grow(text.at, text.length + 1); /* it may wait for long */
    return c;
}

static chunk *new_chunk(const char *string) {
    capu_text text = {0};

    host_text_reserve(&text, strlen(string));
    capu_text_add(&text, string);
    return chunk_of(text);
}

static void drop_chunk(chunk *c) {
    if (!c || atomic_fetch_sub(&c->users, 1) != 1)
        return;
    free(c->text.at);
    free(c);
}

/* An event as it goes over the wire, around its data. Its id names the viewer too: versions of one
 * mean nothing to another. */
static void begin_event(const char *name, int32_t version, int seat, capu_text *text) {
    host_text_reserve(text, 96);
    capu_text_add(text, "id: ");
    capu_text_number(text, version);
    capu_text_char(text, '-');
    if (seat < 0)
        capu_text_char(text, 's');
    else
        capu_text_number(text, seat);
    capu_text_add(text, "\nevent: ");
    capu_text_add(text, name);
    capu_text_add(text, "\ndata: ");
}

static chunk *end_event(host_json *json) {
    host_text_reserve(&json->text, 2);
    capu_text_add(&json->text, "\n\n");
    return chunk_of(json->text);
}

static chunk *update_chunk(const server_table *table, const store_entry *entry,
                           const server_news *news, int seat, bool muted) {
    host_json json = {0};

    begin_event("update", table->version[server_viewer(seat)], seat, &json.text);
    server_table_update(table, entry, news, seat, muted, &json);
    return end_event(&json);
}

/* ---------------------------------------------------------------------- queue */

/* All of these want the stream's lock. */

static void drop_first(server_stream *stream) {
    piece *p = stream->first;

    stream->waiting -= p->chunk->text.length;
    stream->first = p->next;
    if (!stream->first)
        stream->last = &stream->first;
    stream->sent = 0;
    drop_chunk(p->chunk);
    free(p);
}

/* The system then tells that the connection is no more, and the watcher removes it. */
static void end(server_stream *stream) {
    stream->ending = true;
    if (stream->file >= 0)
        shutdown(stream->file, SHUT_RDWR);
}

static void set_full(server_stream *stream, bool full) {
    struct epoll_event event = {.events = EPOLLRDHUP | (full ? EPOLLOUT : 0), .data.ptr = stream};

    if (stream->full == full)
        return;
    stream->full = full;
    epoll_ctl(stream->all->watch, EPOLL_CTL_MOD, stream->file, &event);
}

/* Sends as much as the socket takes. */
static void flush(server_stream *stream) {
    while (stream->first && !stream->ending) {
        const chunk *c = stream->first->chunk;
        ssize_t count = send(stream->file, c->text.at + stream->sent, c->text.length - stream->sent,
                             MSG_DONTWAIT | MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0 && errno != EAGAIN)
            end(stream);
        if (count < 0)
            break;
        stream->sent += (size_t)count;
        if (stream->sent == c->text.length)
            drop_first(stream);
    }
    if (stream->portion && !stream->first)
        end(stream);
    set_full(stream, stream->first != NULL);
}

static void push(server_stream *stream, chunk *c) {
    if (stream->ending || stream->portion)
        return;
    if (stream->waiting + c->text.length > MOST_WAITING && stream->first) {
        end(stream);
        return;
    }
    piece *p = host_alloc(sizeof *p);
    p->chunk = c;
    c->users++;
    *stream->last = p;
    stream->last = &p->next;
    stream->waiting += c->text.length;
    stream->spoke = server_now();
    if (stream->file >= 0 && !stream->full)
        flush(stream);
}

static void push_locked(server_stream *stream, chunk *c) {
    pthread_mutex_lock(&stream->lock);
    push(stream, c);
    pthread_mutex_unlock(&stream->lock);
}

static bool mutes(server_stream *stream, const char *person) {
    pthread_mutex_lock(&stream->lock);
    bool muted = server_is_muted(&stream->mutes, person);
    pthread_mutex_unlock(&stream->lock);
    return muted;
}

/* -------------------------------------------------------- joining and leaving */

/* How many there are from one address. */
static int count_from(const server_streams *all, uint64_t address) {
    int count = 0;

    for (server_stream *stream = all->first; stream; stream = stream->all_next)
        count += stream->who.address == address;
    return count;
}

static bool join_all(server_stream *stream, long most) {
    server_streams *all = stream->all;

    pthread_mutex_lock(&all->lock);
    bool room = !most || count_from(all, stream->who.address) < most;
    if (room) {
        stream->ending = all->ending;
        stream->all_next = all->first;
        stream->all_link = &all->first;
        if (all->first)
            all->first->all_link = &stream->all_next;
        all->first = stream;
        all->count++;
    }
    pthread_mutex_unlock(&all->lock);
    return room;
}

static void leave_all(server_stream *stream) {
    server_streams *all = stream->all;

    pthread_mutex_lock(&all->lock);
    *stream->all_link = stream->all_next;
    if (stream->all_next)
        stream->all_next->all_link = stream->all_link;
    all->count--;
    pthread_mutex_unlock(&all->lock);
}

static void join_table(server_stream *stream) {
    server_live *live = stream->live;

    pthread_mutex_lock(&live->listening);
    stream->next = live->streams;
    stream->link = &live->streams;
    if (live->streams)
        live->streams->link = &stream->next;
    live->streams = stream;
    pthread_mutex_unlock(&live->listening);
    server_hub_listened(stream->hub, live);
}

static void leave_table(server_stream *stream) {
    server_live *live = stream->live;

    if (!stream->link)
        return;
    pthread_mutex_lock(&live->listening);
    *stream->link = stream->next;
    if (stream->next)
        stream->next->link = stream->link;
    pthread_mutex_unlock(&live->listening);
}

static void free_stream(server_stream *stream) {
    while (stream->first)
        drop_first(stream);
    pthread_mutex_destroy(&stream->lock);
    free(stream->mutes.people);
    free(stream);
}

void server_stream_drop(server_stream *stream) {
    leave_all(stream);
    leave_table(stream);
    server_hub_drop(stream->hub, stream->live);
    free_stream(stream);
}

/* --------------------------------------------------------------------- sending */

/* The headers go before all that waits. */
static void put_first(server_stream *stream, const char *text) {
    piece *p = host_alloc(sizeof *p);

    p->chunk = new_chunk(text);
    p->next = stream->first;
    if (!stream->first)
        stream->last = &p->next;
    stream->first = p;
    stream->waiting += p->chunk->text.length;
}

static bool take_over(server_stream *stream, int socket) {
    struct epoll_event event = {.events = EPOLLRDHUP, .data.ptr = stream};
    int on = 1, off = 0;
    unsigned patience = 4 * SILENCE; /* for a client that is gone without a word */

    stream->file = fcntl(socket, F_DUPFD_CLOEXEC, 0);
    if (stream->file < 0)
        return false;
    setsockopt(stream->file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(stream->file, IPPROTO_TCP, TCP_CORK, &off, sizeof off);
    setsockopt(stream->file, IPPROTO_TCP, TCP_USER_TIMEOUT, &patience, sizeof patience);
    if (epoll_ctl(stream->all->watch, EPOLL_CTL_ADD, stream->file, &event) == 0)
        return true;
    close(stream->file);
    return false;
}

void server_stream_send(server_stream *stream, int socket, const char *headers) {
    pthread_mutex_lock(&stream->lock);
    bool taken = take_over(stream, socket);
    if (taken) {
        put_first(stream, headers);
        if (stream->ending)
            end(stream);
        flush(stream);
    }
    pthread_mutex_unlock(&stream->lock);
    if (!taken)
        server_stream_drop(stream);
}

static void remove_stream(server_stream *stream) {
    epoll_ctl(stream->all->watch, EPOLL_CTL_DEL, stream->file, NULL);
    close(stream->file);
    stream->file = -1;
    stream->ending = true;
}

/* Only here are sockets closed, so that what the system says about one is about the same. */
static void look_after(server_stream *stream, uint32_t events) {
    bool gone = events & (EPOLLHUP | EPOLLERR | EPOLLRDHUP);

    pthread_mutex_lock(&stream->lock);
    if (gone)
        remove_stream(stream);
    else
        flush(stream);
    pthread_mutex_unlock(&stream->lock);
    if (gone)
        server_stream_drop(stream);
}

static void *watch_always(void *to) {
    const server_streams *all = to;
    struct epoll_event events[AT_ONCE];
    bool over = false;

    while (!over) {
        int count = epoll_wait(all->watch, events, AT_ONCE, -1);
        for (int i = 0; i < count; i++) {
            if (events[i].data.ptr)
                look_after(events[i].data.ptr, events[i].events);
            else
                over = true;
        }
    }
    return NULL;
}

static bool begin(server_streams *all) {
    struct epoll_event event = {.events = EPOLLIN};

    return all->watch >= 0 && all->bell >= 0 &&
           epoll_ctl(all->watch, EPOLL_CTL_ADD, all->bell, &event) == 0 &&
           pthread_create(&all->watcher, NULL, watch_always, all) == 0;
}

server_streams *server_streams_new(void) {
    server_streams *all = host_alloc(sizeof *all);

    pthread_mutex_init(&all->lock, NULL);
    all->watch = epoll_create1(EPOLL_CLOEXEC);
    all->bell = eventfd(0, EFD_CLOEXEC);
    if (begin(all))
        return all;
    server_streams_free(all);
    return NULL;
}

void server_streams_free(server_streams *all) {
    if (!all)
        return;
    if (all->watch >= 0)
        close(all->watch);
    if (all->bell >= 0)
        close(all->bell);
    pthread_mutex_destroy(&all->lock);
    free(all);
}

static void end_all(server_streams *all) {
    pthread_mutex_lock(&all->lock);
    all->ending = true;
    for (server_stream *stream = all->first; stream; stream = stream->all_next) {
        pthread_mutex_lock(&stream->lock);
        end(stream);
        pthread_mutex_unlock(&stream->lock);
    }
    pthread_mutex_unlock(&all->lock);
}

void server_streams_stop(server_streams *all) {
    for (int i = 0; i < 300 && (i == 0 || server_streams_count(all) > 0); i++) {
        end_all(all);
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    eventfd_write(all->bell, 1);
    pthread_join(all->watcher, NULL);
}

/* -------------------------------------------------------------------- opening */

static void push_snapshot(server_stream *stream) {
    const server_table *table = &stream->live->table;
    int seat = server_table_seat_of(table, stream->who.person);
    host_json json = {0};

    begin_event("snapshot", table->version[server_viewer(seat)], seat, &json.text);
    pthread_mutex_lock(&stream->lock);
    host_json_open(&json, NULL, '{');
    server_table_snapshot(table, seat, server_now(), &stream->mutes, &json);
    host_json_close(&json, '}');
    pthread_mutex_unlock(&stream->lock);
    chunk *c = end_event(&json);
    push_locked(stream, c);
    drop_chunk(c);
}

/* Whether an id is one that this viewer was sent; then its version. */
static bool read_id(const server_table *table, int seat, const char *id, int32_t *version) {
    char viewer = seat < 0 ? 's' : (char)('0' + seat), *end;

    if (!id || id[0] < '0' || id[0] > '9')
        return false;
    long number = strtol(id, &end, 10);
    if (end[0] != '-' || !end[1] || end[2] || number > table->version[server_viewer(seat)])
        return false;
    *version = (int32_t)number;
    return end[1] == viewer || number <= table->start_version || table->status == TABLE_OPEN;
}

/* Whether the stream can go on behind that event; what it has missed is to be told then. */
static bool goes_on(server_stream *stream, const char *last, bool *missed) {
    const server_table *table = &stream->live->table;
    int seat = server_table_seat_of(table, stream->who.person);
    bool known = read_id(table, seat, last, &stream->after) && table->status != TABLE_FROZEN;

    *missed = known && stream->after < table->version[server_viewer(seat)];
    return known;
}

server_stream *server_stream_new(server_streams *all, server_hub *hub, server_live *live,
                                 const server_listener *who, server_mutes muted, long most) {
    server_stream *stream = host_alloc(sizeof *stream);

    stream->file = -1;
    stream->all = all;
    stream->hub = hub;
    stream->live = live;
    stream->mutes = muted;
    stream->who = *who;
    stream->last = &stream->first;
    pthread_mutex_init(&stream->lock, NULL);
    if (!join_all(stream, most)) {
        free_stream(stream);
        return NULL;
    }
    server_hub_hold(hub, live);
    chunk *hello = new_chunk("retry: 1000\n\n");
    push_locked(stream, hello);
    drop_chunk(hello);
    return stream;
}

bool server_stream_has_missed(server_stream *stream, const char *last) {
    bool missed;

    goes_on(stream, last, &missed);
    return missed;
}

void server_stream_begin(server_stream *stream, const char *last) {
    bool missed;

    if (!goes_on(stream, last, &missed) || missed)
        push_snapshot(stream);
    join_table(stream);
}

/* ---------------------------------------------------------------- catching up */

/* Folds the log once more, and sends what the viewer has missed, or as much of it as may wait. */
typedef struct catching_up {
    server_stream *stream;
    server_table table;
    bool begun, broken;
} catching_up;

static void catch_row(void *to, const store_table_row *row) {
    catching_up *c = to;

    if (!c->begun)
        server_table_begin(&c->table, row);
    c->begun = true;
}

static void push_missed_one(server_stream *stream, chunk *c) {
    pthread_mutex_lock(&stream->lock);
    if (stream->waiting + c->text.length > MOST_WAITING)
        stream->portion = true;
    push(stream, c);
    pthread_mutex_unlock(&stream->lock);
}

static void set_portion(server_stream *stream) {
    pthread_mutex_lock(&stream->lock);
    stream->portion = true;
    pthread_mutex_unlock(&stream->lock);
}

static void catch_entry(void *to, const store_entry *entry) {
    catching_up *c = to;
    server_stream *stream = c->stream;
    server_news news;

    if (c->broken || stream->portion || entry->seq <= c->table.seq)
        return;
    c->broken = !server_table_fold(&c->table, entry, NULL, &news);
    int seat = server_table_seat_of(&c->table, stream->who.person), viewer = server_viewer(seat);
    if (c->broken || !(news.seen >> viewer & 1) || c->table.version[viewer] <= stream->after)
        return;
    chunk *event = update_chunk(&c->table, entry, &news, seat, mutes(stream, entry->person));
    push_missed_one(stream, event);
    drop_chunk(event);
}

/* Joins the table if nothing has happened there that was not told. */
static bool join_if_told(catching_up *c) {
    server_stream *stream = c->stream;
    server_live *live;

    if (server_hub_take(stream->hub, stream->live->id, &live) != FOUND)
        return false;
    bool told = c->broken || live->table.seq == c->table.seq;
    if (told)
        join_table(stream);
    server_hub_give(stream->hub, live);
    return told;
}

/* The log up to an entry never changes, so that nobody has to wait while it is read. If more
 * happens every time that it has been read, what was told is a portion. */
static bool tell_missed(catching_up *c, store_main *store) {
    enum { ATTEMPTS = 4 };
    server_stream *stream = c->stream;
    bool joined = false;

    if (!store_table(store, stream->live->id, catch_row, c) || !c->begun)
        return false;
    for (int i = 0; i < ATTEMPTS && !joined && !stream->portion; i++) {
        if (!store_entries(store, stream->live->id, c->table.seq, catch_entry, c))
            return false;
        joined = !stream->portion && join_if_told(c);
    }
    if (!joined)
        set_portion(stream);
    return true;
}

bool server_stream_catch_up(server_stream *stream, store_main *store) {
    catching_up c = {.stream = stream};
    bool told = tell_missed(&c, store);

    if (c.begun)
        server_table_free(&c.table);
    return told;
}

/* -------------------------------------------------------------------- telling */

void server_streams_tell(server_live *live, const store_entry *entry, const server_news *news) {
    const server_table *table = &live->table;
    chunk *made[VIEWERS][2] = {{0}};

    pthread_mutex_lock(&live->listening);
    for (server_stream *stream = live->streams; stream; stream = stream->next) {
        int seat = server_table_seat_of(table, stream->who.person), viewer = server_viewer(seat);
        if (!(news->seen >> viewer & 1))
            continue;
        bool muted = mutes(stream, entry->person);
        if (!made[viewer][muted])
            made[viewer][muted] = update_chunk(table, entry, news, seat, muted);
        push_locked(stream, made[viewer][muted]);
    }
    pthread_mutex_unlock(&live->listening);
    for (int i = 0; i < VIEWERS; i++) {
        drop_chunk(made[i][0]);
        drop_chunk(made[i][1]);
    }
}

void server_stream_wants_presence(server_stream *stream) {
    stream->presence = true;
}

bool server_streams_want_presence(server_live *live) {
    bool wanted = false;

    pthread_mutex_lock(&live->listening);
    for (server_stream *stream = live->streams; stream && !wanted; stream = stream->next)
        wanted = stream->presence;
    pthread_mutex_unlock(&live->listening);
    return wanted;
}

/* Without an id: nobody resumes behind it. */
static chunk *presence_chunk(const char *members) {
    host_json json = {0};

    host_text_reserve(&json.text, 64);
    capu_text_add(&json.text, "event: presence\ndata: ");
    host_json_open(&json, NULL, '{');
    host_json_number(&json, "at", server_now());
    host_json_raw(&json, NULL, members);
    host_json_close(&json, '}');
    return end_event(&json);
}

void server_streams_tell_presence(server_live *live, const char *members) {
    uint64_t hash = server_hash_text(members);
    chunk *made = presence_chunk(members);

    pthread_mutex_lock(&live->listening);
    for (server_stream *stream = live->streams; stream; stream = stream->next) {
        if (!stream->presence || stream->told == hash ||
            server_table_seat_of(&live->table, stream->who.person) < 0)
            continue;
        stream->told = hash;
        push_locked(stream, made);
    }
    pthread_mutex_unlock(&live->listening);
    drop_chunk(made);
}

bool server_streams_has(server_live *live, const char *person) {
    bool has = false;

    pthread_mutex_lock(&live->listening);
    for (server_stream *stream = live->streams; stream && !has; stream = stream->next)
        has = !person || strcmp(stream->who.person, person) == 0;
    pthread_mutex_unlock(&live->listening);
    return has;
}

static int compare_ids(const void *a, const void *b) {
    return strcmp(a, b);
}

int server_streams_people(server_streams *all, char (**people)[STORE_ID_TEXT]) {
    int count = 0, kept = 0;

    pthread_mutex_lock(&all->lock);
    *people = host_alloc((size_t)all->count * sizeof **people);
    for (server_stream *stream = all->first; stream; stream = stream->all_next)
        if (*stream->who.person)
            memcpy((*people)[count++], stream->who.person, STORE_ID_TEXT);
    pthread_mutex_unlock(&all->lock);
    qsort(*people, (size_t)count, sizeof **people, compare_ids);
    for (int i = 0; i < count; i++)
        if (i == 0 || strcmp((*people)[i], (*people)[kept - 1]) != 0)
            memmove((*people)[kept++], (*people)[i], STORE_ID_TEXT);
    return kept;
}

/* ------------------------------------------------------------------ reviewing */

static void read_mute(void *to, const char *person) {
    server_mutes *list = to;

    list->people = host_grow(list->people, (size_t)(list->count + 1) * STORE_ID_TEXT);
    snprintf(list->people[list->count++], STORE_ID_TEXT, "%s", person);
}

server_mutes server_mutes_of(store_main *store, const char *person) {
    server_mutes list = {0};

    store_mutes(store, person, read_mute, &list);
    return list;
}

static void set_mutes(server_stream *stream, const server_mutes *from) {
    size_t bytes = (size_t)from->count * STORE_ID_TEXT;

    pthread_mutex_lock(&stream->lock);
    stream->mutes.people = host_grow(stream->mutes.people, bytes + 1);
    if (bytes)
        memcpy(stream->mutes.people, from->people, bytes);
    stream->mutes.count = from->count;
    pthread_mutex_unlock(&stream->lock);
}

/* Who listens of that person, or of all; the caller frees it. */
static int find_listeners(server_streams *all, const char *person, server_listener **list) {
    int count = 0;

    pthread_mutex_lock(&all->lock);
    *list = host_alloc((size_t)(all->count + 1) * sizeof **list);
    for (server_stream *stream = all->first; stream; stream = stream->all_next)
        if (*stream->who.person && (!person || strcmp(stream->who.person, person) == 0))
            (*list)[count++] = stream->who;
    pthread_mutex_unlock(&all->lock);
    return count;
}

static void give_mutes(server_streams *all, const char *session, const server_mutes *from) {
    pthread_mutex_lock(&all->lock);
    for (server_stream *stream = all->first; stream; stream = stream->all_next)
        if (strcmp(stream->who.session, session) == 0)
            set_mutes(stream, from);
    pthread_mutex_unlock(&all->lock);
}

void server_streams_end_session(server_streams *all, const char *session) {
    pthread_mutex_lock(&all->lock);
    for (server_stream *stream = all->first; stream; stream = stream->all_next) {
        pthread_mutex_lock(&stream->lock);
        if (strcmp(stream->who.session, session) == 0)
            end(stream);
        pthread_mutex_unlock(&stream->lock);
    }
    pthread_mutex_unlock(&all->lock);
}

void server_streams_review(server_streams *all, store_main *store, const char *person) {
    server_listener *list;
    int count = find_listeners(all, person, &list);

    for (int i = 0; i < count; i++) {
        store_person who;
        store_found found = store_session(store, list[i].session, server_now(), &who);
        if (found == NOT_FOUND)
            server_streams_end_session(all, list[i].session);
        if (found != FOUND)
            continue;
        server_mutes muted = server_mutes_of(store, list[i].person);
        give_mutes(all, list[i].session, &muted);
        free(muted.people);
    }
    free(list);
}

void server_streams_beat(server_streams *all) {
    int64_t now = server_now();
    chunk *beat = new_chunk(":\n\n");

    pthread_mutex_lock(&all->lock);
    for (server_stream *stream = all->first; stream; stream = stream->all_next) {
        pthread_mutex_lock(&stream->lock);
        if (now - stream->spoke > SILENCE)
            push(stream, beat);
        pthread_mutex_unlock(&stream->lock);
    }
    pthread_mutex_unlock(&all->lock);
    drop_chunk(beat);
}

int server_streams_count(server_streams *all) {
    pthread_mutex_lock(&all->lock);
    int count = all->count;
    pthread_mutex_unlock(&all->lock);
    return count;
}
