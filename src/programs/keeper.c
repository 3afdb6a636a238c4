/* The keeper of a program. It is forked from a process with threads, and so calls nothing but what
 * a signal handler may call.
 *
 * A process group is not enough to end a program for certain, since its children can leave the
 * group. But when their parents end they become children of the keeper, which finds them there. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "programs/process.h"

enum {
    MOMENT_MS = 300,   /* between the ways to end a program */
    REST_MS = 2000,    /* for what it has left behind */
    BETWEEN_LOOKS = 2, /* ms */
    AT_ONCE = 1,
};

typedef struct keeping {
    pid_t program;
    int control;
    sigset_t waiting; /* the signals while it waits: SIGCHLD comes through */
    bool at_once;
} keeping;

static void wake(int number) {
    (void)number;
}

/* ------------------------------------------------------------------ beginning */

static void reset_signals(void) {
    sigset_t none;

    for (int number = 1; number < 32; number++)
        signal(number, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static void become_program(const programs_streams *s, char *const *words, pid_t keeper) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != keeper)
        _exit(127);
    reset_signals();
    if (s->quiet)
        dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO);
    dup2(s->in, STDIN_FILENO);
    dup2(s->out, STDOUT_FILENO);
    execvp(words[0], words);
    int error = errno;
    if (write(s->report, &error, sizeof error) < 0)
        _exit(126);
    _exit(127);
}

/* Everything else that we have inherited is somebody else's. */
static void close_others(const programs_streams *s) {
    int kept[] = {s->in, s->out, s->control, s->report};
    unsigned from = STDERR_FILENO + 1;

    for (int done = 0; done < 4; done++) {
        int next = -1;
        for (int i = 0; i < 4; i++)
            if (kept[i] >= (int)from && (next < 0 || kept[i] < next))
                next = kept[i];
        if (next > (int)from)
            close_range(from, (unsigned)next - 1, 0);
        from = (unsigned)next + 1;
    }
    close_range(from, ~0u, 0);
}

static void listen_for_children(keeping *k) {
    sigset_t children;

    reset_signals();
    signal(SIGCHLD, wake);
    sigemptyset(&k->waiting);
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    sigprocmask(SIG_BLOCK, &children, NULL);
}

/* -------------------------------------------------------------------- waiting */

/* Whether the program has ended. It is not reaped yet, so that nobody else gets its number. */
static bool has_ended(const keeping *k) {
    for (;;) {
        siginfo_t child = {0};
        if (waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT) != 0 || child.si_pid == 0)
            return false;
        if (child.si_pid == k->program)
            return true;
        waitpid(child.si_pid, NULL, 0);
    }
}

static void wait_a_little(const keeping *k, int ms) {
    struct timespec time = {ms / 1000, ms % 1000 * 1000000L};

    ppoll(NULL, 0, &time, &k->waiting);
}

/* Until the program ends, or we are told to end it, or whoever told us is gone. */
static void wait_for_end(keeping *k) {
    struct pollfd order = {.fd = k->control, .events = POLLIN};
    char byte;

    while (!has_ended(k)) {
        if (ppoll(&order, 1, NULL, &k->waiting) <= 0)
            continue;
        k->at_once = read(k->control, &byte, 1) == 1 && byte == AT_ONCE;
        return;
    }
}

static bool ends_within(const keeping *k, int ms) {
    for (int i = 0; i < ms && !has_ended(k); i += BETWEEN_LOOKS)
        wait_a_little(k, BETWEEN_LOOKS);
    return has_ended(k);
}

/* --------------------------------------------------------------------- ending */

static void kill_each(const char *list, ssize_t length) {
    pid_t number = 0;

    for (ssize_t i = 0; i < length; i++) {
        if (list[i] >= '0' && list[i] <= '9') {
            number = 10 * number + list[i] - '0';
        } else if (number) {
            kill(number, SIGKILL);
            number = 0;
        }
    }
}

static void kill_children(void) {
    char list[4096];
    int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? 0 : read(file, list, sizeof list);

    kill_each(list, length);
    if (file >= 0)
        close(file);
}

/* Children of the program that have left its group become ours one generation after the other. */
static void end_rest(const keeping *k) {
    for (int i = 0; i < REST_MS; i += BETWEEN_LOOKS) {
        pid_t ended;
        while ((ended = waitpid(-1, NULL, WNOHANG)) > 0)
            continue;
        if (ended < 0)
            return;
        kill_children();
        wait_a_little(k, BETWEEN_LOOKS);
    }
}

static int end_program(const keeping *k) {
    int status = 0;

    if (!k->at_once && !ends_within(k, MOMENT_MS)) {
        kill(-k->program, SIGTERM);
        ends_within(k, MOMENT_MS);
    }
    kill(-k->program, SIGKILL);
    waitpid(k->program, &status, 0);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void programs_keep(programs_streams s, char *const *words) {
    pid_t keeper = getpid();
    keeping k = {.control = s.control};

    setpgid(0, 0);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    close_others(&s);
    listen_for_children(&k);
    k.program = fork();
    if (k.program == 0)
        become_program(&s, words, keeper);
    setpgid(k.program, k.program);
    close(s.in);
    close(s.out);
    close(s.report);
    if (k.program < 0)
        _exit(127);
    wait_for_end(&k);
    int status = end_program(&k);
    end_rest(&k);
    _exit(status);
}
