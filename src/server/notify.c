/* Notices: from the outbox to a webhook or a mail command. Both are programs that get the notice as
 * JSON on their standard input: curl for the webhook, what the host has set for mail. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "server/server.h"

enum { MOST_TRIES = 8, PATIENCE = 20 /* seconds for one notice */ };

extern char **environ;

static void feed(int pipe, const char *body) {
    size_t left = strlen(body);

    while (left > 0) {
        ssize_t written = write(pipe, body, left);
        if (written < 0 && errno != EINTR)
            break;
        if (written > 0) {
            body += written;
            left -= (size_t)written;
        }
    }
    close(pipe);
}

/* Waits for a program to end, and ends it if it takes too long. */
static bool succeeded(pid_t program) {
    int status = 0;

    for (int i = 0; i < 10 * PATIENCE; i++) {
        if (waitpid(program, &status, WNOHANG) == program)
            return WIFEXITED(status) && WEXITSTATUS(status) == 0;
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
    kill(program, SIGKILL);
    waitpid(program, &status, 0);
    return false;
}

static bool run(char *const arguments[], const char *body) {
    posix_spawn_file_actions_t files;
    int ends[2];
    pid_t program;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, ends[0], STDIN_FILENO);
    bool began = posix_spawnp(&program, arguments[0], &files, NULL, arguments, environ) == 0;
    posix_spawn_file_actions_destroy(&files);
    close(ends[0]);
    if (!began) {
        close(ends[1]);
        return false;
    }
    feed(ends[1], body);
    return succeeded(program);
}

static bool send_notice(const capu_config *config, const capu_notice *notice) {
    char *const hook[] = {"curl",
                          "--silent",
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

    if (*config->webhook && !run(hook, notice->body))
        return false;
    return !*config->mail || run(mail, notice->body);
}

/* Later and later: after one minute, two, four … */
static int64_t next_try(const capu_notice *notice) {
    return notice->tries + 1 < MOST_TRIES ? capu_now() + (60000LL << notice->tries) : 0;
}

void *capu_notify(void *to) {
    capu_server *server = to;
    capu_notice notice;

    while (!server->stopping) {
        if (!capu_notice_after(server->config) ||
            !capu_store_claim(server->store, capu_now(), &notice)) {
            capu_doze(server, 500);
            continue;
        }
        bool sent = send_notice(server->config, &notice);
        server->metrics.notices += sent;
        if (!sent)
            capu_log(LOG_WARNING_, "a notice could not be sent", "table", notice.table, NULL);
        capu_store_settle(server->store, &notice, sent, sent ? 0 : next_try(&notice));
    }
    return NULL;
}
