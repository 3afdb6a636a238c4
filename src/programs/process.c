/* Programs of others: see process.h. */
#include "programs/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/memory.h"
#include "host/think.h"

/* ------------------------------------------------------------------ beginning */

/* Both ends of the four pipes between a program, its keeper and us. */
typedef struct pipes {
    int in[2], out[2], control[2], report[2];
} pipes;
enum { ENDS = sizeof(pipes) / sizeof(int) };

static void close_all(pipes *p) {
    int *ends = (int *)p;

    for (int i = 0; i < ENDS; i++)
        if (ends[i] >= 0)
            close(ends[i]);
}

static bool open_all(pipes *p) {
    int *ends = (int *)p;

    memset(p, -1, sizeof *p);
    for (int i = 0; i < ENDS; i += 2)
        if (pipe2(ends + i, O_CLOEXEC) != 0)
            return false;
    return true;
}

static void close_theirs(pipes *p) {
    close(p->in[0]);
    close(p->out[1]);
    close(p->control[0]);
    close(p->report[1]);
}

/* 0, or why it could not be started. */
static int wait_for_start(int report) {
    int error = 0;
    ssize_t got;

    do
        got = read(report, &error, sizeof error);
    while (got < 0 && errno == EINTR);
    close(report);
    return got == sizeof error ? error : 0;
}

static bool refuse(capu_text *why, int error) {
    capu_text_add(why, "cannot be started: ");
    capu_text_add(why, strerror(error));
    return false;
}

static pid_t fork_keeper(const pipes *p, char *const *words, bool quiet) {
    sigset_t all, before;

    /* no handler of ours may run in the keeper before it has its own */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t keeper = fork();
    if (keeper == 0)
        programs_keep((programs_streams){p->in[0], p->out[1], p->control[0], p->report[1], quiet},
                      words);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return keeper;
}

bool programs_start(programs_process *process, char *const *words, bool quiet, capu_text *why) {
    pipes p;

    signal(SIGPIPE, SIG_IGN); /* a program that has ended is noticed otherwise */
    *process = (programs_process){0};
    if (open_all(&p))
        process->keeper = fork_keeper(&p, words, quiet);
    if (process->keeper <= 0) {
        int error = errno;
        close_all(&p);
        return refuse(why, error);
    }
    close_theirs(&p);
    process->in = p.in[1];
    process->out = p.out[0];
    process->control = p.control[1];
    fcntl(process->in, F_SETFL, O_NONBLOCK);
    fcntl(process->out, F_SETFL, O_NONBLOCK);
    process->read = host_alloc(PROGRAMS_LONGEST_LINE);
    int error = wait_for_start(p.report[0]);
    if (!error)
        return true;
    programs_end(process, true);
    return refuse(why, error);
}

/* ---------------------------------------------------------------------- lines */

void programs_send(programs_process *p, const char *line, size_t length) {
    p->unsent = host_grow(p->unsent, p->waiting + length + 1);
    memcpy(p->unsent + p->waiting, line, length);
    p->unsent[p->waiting + length] = '\n';
    p->waiting += length + 1;
}

/* A program that reads no more may still answer: what it says counts. */
static void send_some(programs_process *p) {
    ssize_t sent = write(p->in, p->unsent, p->waiting);

    if (sent < 0)
        sent = errno == EAGAIN || errno == EINTR ? 0 : (ssize_t)p->waiting;
    p->waiting -= (size_t)sent;
    memmove(p->unsent, p->unsent + sent, p->waiting);
}

/* false: its output is closed. */
static bool receive_some(programs_process *p) {
    ssize_t got = read(p->out, p->read + p->length, PROGRAMS_LONGEST_LINE - p->length);

    if (got < 0)
        return errno == EAGAIN || errno == EINTR;
    p->length += (size_t)got;
    return got > 0;
}

static void drop_taken(programs_process *p) {
    p->length -= p->taken;
    memmove(p->read, p->read + p->taken, p->length);
    p->taken = 0;
}

static bool take_line(programs_process *p, const char **line, size_t *length) {
    const char *end = memchr(p->read, '\n', p->length);

    if (!end)
        return false;
    *line = p->read;
    *length = (size_t)(end - p->read);
    p->taken = *length + 1;
    return true;
}

programs_news programs_line(programs_process *p, int ms, const char **line, size_t *length) {
    double until = host_clock_ms(HOST_WALL) + ms;

    drop_taken(p);
    for (bool open = true;;) {
        struct pollfd files[] = {{p->out, POLLIN, 0}, {p->waiting ? p->in : -1, POLLOUT, 0}};
        double left = until - host_clock_ms(HOST_WALL);
        if (take_line(p, line, length))
            return PROGRAMS_LINE;
        if (p->length == PROGRAMS_LONGEST_LINE)
            return PROGRAMS_TOO_LONG;
        if (!open)
            return PROGRAMS_CLOSED;
        int ready = poll(files, 2, left > 0 ? (int)left + 1 : 0);
        if (ready == 0 && left <= 0)
            return PROGRAMS_NOTHING;
        if (ready > 0 && files[1].revents)
            send_some(p);
        if (ready > 0 && files[0].revents)
            open = receive_some(p);
    }
}

void programs_flush(programs_process *p, int ms) {
    double until = host_clock_ms(HOST_WALL) + ms, left;

    while (p->waiting && (left = until - host_clock_ms(HOST_WALL)) > 0) {
        struct pollfd file = {p->in, POLLOUT, 0};
        if (poll(&file, 1, (int)left + 1) > 0)
            send_some(p);
    }
}

/* --------------------------------------------------------------------- ending */

int programs_end(programs_process *p, bool at_once) {
    int status = 0;

    if (at_once && write(p->control, "\1", 1) != 1)
        at_once = false; /* the keeper is gone, and the program with it */
    close(p->in);
    close(p->control);
    while (waitpid(p->keeper, &status, 0) < 0 && errno == EINTR)
        continue;
    close(p->out);
    free(p->unsent);
    free(p->read);
    *p = (programs_process){0};
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
