/* Notices: from the outbox to a webhook or a mail command. Both are programs that get the notice as
 * JSON on their standard input: curl for the webhook, what the host has set for mail. */
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "server/clock.h"
#include "server/log.h"
#include "server/server.h"

enum { MOST_TRIES = 8, PATIENCE = 20 /* seconds for one notice */ };

extern char **environ;

/* Waits for a program to end, and ends it if it takes too long: how it ended, -1 for that. */
static int wait_for(pid_t program) {
    int status = 0;

    for (int i = 0; i < 10 * PATIENCE; i++) {
        if (waitpid(program, &status, WNOHANG) == program)
            return status;
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
    kill(program, SIGKILL);
    waitpid(program, &status, 0);
    return -1;
}

/* A pipe with the whole notice in it: a program that is begun has all it needs, and sends it even
 * if we are gone. -1: there is none. */
static int fill_pipe(const char *body) {
    int ends[2];
    ssize_t length = (ssize_t)strlen(body);

    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    bool filled = length <= PIPE_BUF && write(ends[1], body, (size_t)length) == length;
    close(ends[1]);
    if (filled)
        return ends[0];
    close(ends[0]);
    return -1;
}

/* With the notice as its standard input, what it complains of in a file, and signals as programs
 * expect them. 0, or what the system says. */
static int begin(char *const arguments[], int input, int complaints, pid_t *program) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t signals;

    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    sigaddset(&signals, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    if (complaints >= 0)
        posix_spawn_file_actions_adddup2(&files, complaints, STDERR_FILENO);
    int problem = posix_spawnp(program, arguments[0], &files, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return problem;
}

typedef struct channel {
    const char *name;
    char *const *arguments;
    int input;
    int complaints; /* a file in memory: a pipe would end the program when we are gone */
    pid_t program;
    int problem; /* why it did not begin; 0: it did */
} channel;

enum { CHANNELS = 2, REASON = 512 };

static void begin_all(channel channels[CHANNELS]) {
    for (int i = 0; i < CHANNELS; i++) {
        channel *c = &channels[i];
        if (c->input < 0)
            continue;
        c->complaints = memfd_create("complaints", MFD_CLOEXEC);
        c->problem = begin(c->arguments, c->input, c->complaints, &c->program);
    }
}

/* What a program that failed has said last, in as much room as there is. */
static void read_complaints(int file, char *text, size_t room) {
    off_t length = lseek(file, 0, SEEK_END);
    off_t from = length > (off_t)room - 1 ? length - (off_t)room + 1 : 0;
    ssize_t count = pread(file, text, room - 1, from);

    text[count > 0 ? count : 0] = '\0';
    for (char *at = text; *at; at++)
        if (*at == '\n')
            *at = at[1] ? ' ' : '\0';
}

static void say_why(const channel *c, int status, char reason[REASON]) {
    size_t length = strlen(reason);
    char complaints[160] = "";

    if (c->complaints >= 0)
        read_complaints(c->complaints, complaints, sizeof complaints);
    if (length)
        length += (size_t)snprintf(reason + length, REASON - length, "; ");
    if (c->problem)
        snprintf(reason + length, REASON - length, "%s: %s", c->name, strerror(c->problem));
    else if (status < 0)
        snprintf(reason + length, REASON - length, "%s took longer than %d seconds", c->name,
                 PATIENCE);
    else if (WIFSIGNALED(status))
        snprintf(reason + length, REASON - length, "%s was ended by signal %d", c->name,
                 WTERMSIG(status));
    else
        snprintf(reason + length, REASON - length, "%s ended with status %d%s%s", c->name,
                 WEXITSTATUS(status), *complaints ? ": " : "", complaints);
}

static bool end_one(channel *c, char reason[REASON]) {
    int status = c->problem ? 0 : wait_for(c->program);
    bool sent = !c->problem && status >= 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;

    if (!sent)
        say_why(c, status, reason);
    if (c->complaints >= 0)
        close(c->complaints);
    return sent;
}

/* Whether any of them took it: with two, one that failed must not have the other send it twice. */
static bool end_all(channel channels[CHANNELS], char reason[REASON]) {
    bool sent = false;

    for (int i = 0; i < CHANNELS; i++)
        if (channels[i].input >= 0)
            sent = end_one(&channels[i], reason) || sent;
    return sent;
}

static void drop_all(channel channels[CHANNELS]) {
    for (int i = 0; i < CHANNELS; i++)
        if (channels[i].input >= 0)
            close(channels[i].input);
}

/* Without one there is nobody to whom a mail could go. */
static bool has_address(const store_notice *notice) {
    json_t *body = json_loads(notice->body, 0, NULL);
    const char *to = json_string_value(json_object_get(body, "to"));
    bool has = to && *to;

    json_decref(body);
    return has;
}

typedef enum outcome { SENT, NOT_SENT, NOT_OURS } outcome;

/* Everything is ready before the notice is claimed. If the server is killed between the claim and
 * the beginning of a program, the notice is lost, since nobody can tell whether it went out; that
 * is a matter of microseconds. Afterwards the program sends it alone. */
static outcome send_notice(server_main *server, const store_notice *notice, char reason[REASON]) {
    const server_config *config = server->config;
    char *const hook[] = {"curl",
                          "--silent",
                          "--show-error",
                          "--fail",
                          "--max-time",
                          "15",
                          "--header",
                          "Content-Type: application/json",
                          "--data-binary",
                          "@-",
                          "--output",
                          "/dev/null",
                          "--",
                          config->webhook,
                          NULL};
    char *const mail[] = {"sh", "-c", config->mail, NULL};
    channel channels[CHANNELS] = {
        {.name = "the webhook's curl",
         .arguments = hook,
         .input = *config->webhook ? fill_pipe(notice->body) : -1},
        {.name = "the mail command",
         .arguments = mail,
         .input = *config->mail && has_address(notice) ? fill_pipe(notice->body) : -1},
    };

    outcome came = NOT_OURS;
    if (store_claim(server->store, notice)) {
        begin_all(channels);
        came = end_all(channels, reason) ? SENT : NOT_SENT;
    }
    drop_all(channels);
    return came;
}

/* Later and later: after one minute, two, four … */
static int64_t next_try(const store_notice *notice) {
    return notice->tries + 1 < MOST_TRIES ? server_now() + (60000LL << notice->tries) : 0;
}

static bool is_waited_for(const server_table *table, const store_notice *notice) {
    int seat = server_table_seat_of(table, notice->person);

    return seat >= 0 && table->seats[seat].since && table->seats[seat].turn == notice->turn;
}

/* Whether the turn that it is about still lasts: a notice may have waited for hours. One that is of
 * no table asks whether an address is right. */
static store_found still_good(server_main *server, const store_notice *notice) {
    server_live *live;

    if (!*notice->table)
        return server_contact_waits(server, notice->person);
    store_found found = server_hub_take(server->hub, notice->table, &live);

    if (found != FOUND)
        return found;
    if (!is_waited_for(&live->table, notice))
        found = NOT_FOUND;
    server_hub_give(server->hub, live);
    return found;
}

static void see_to(server_main *server, const store_notice *notice) {
    char reason[REASON] = "";
    outcome came = send_notice(server, notice, reason);

    if (came == NOT_OURS)
        return;
    if (came == NOT_SENT)
        server_log(LOG_WARNING_, "a notice could not be sent", "table", notice->table, "person",
                   notice->person, "problem", *reason ? reason : "it is too long for a pipe", NULL);
    server->metrics.notices += came == SENT;
    store_settle(server->store, notice, came == SENT, came == SENT ? 0 : next_try(notice));
}

void *server_notify(void *to) {
    server_main *server = to;
    store_notice notice;

    while (!server->stopping) {
        store_found good = FIND_FAILED;
        if (server_notice_after(server->config) &&
            store_next_notice(server->store, server_now(), &notice))
            good = still_good(server, &notice);
        if (good == FOUND)
            see_to(server, &notice);
        if (good == NOT_FOUND) /* too late */
            store_settle(server->store, &notice, false, 0);
        if (good == FIND_FAILED || store_failing(server->store))
            server_doze(server, 500);
    }
    return NULL;
}
