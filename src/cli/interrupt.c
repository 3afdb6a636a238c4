/* Interrupting long work: see interrupt.h. */
#include "cli/interrupt.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "host/think.h"

volatile sig_atomic_t cli_interrupted;

static void note(int number) {
    cli_interrupted = 1;
    signal(number, SIG_DFL);
}

void cli_note_interrupts(void) {
    signal(SIGINT, note);
    signal(SIGTERM, note);
}

/* ------------------------------------------------------------------- progress */

bool cli_progress_due(double *next) {
    double now = host_clock_ms(HOST_WALL), each = isatty(STDERR_FILENO) ? 500 : 10000;

    if (*next == 0)
        *next = now + each;
    if (now < *next) {
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
        return false;
    }
    *next = now + (each < 1000 ? 100 : each);
    return true;
}

void cli_progress(const char *format, ...) {
    bool terminal = isatty(STDERR_FILENO);
    char line[256];
    va_list values;

    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    fprintf(stderr, terminal ? "\r%s\033[K" : "%s\n", line);
}

void cli_progress_end(void) {
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}
