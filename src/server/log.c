/* Lines of the server's log, for people or for programs: see log.h. */
#include "server/log.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/write.h"

static atomic_bool as_json;

void server_log_format(bool json) {
    as_json = json;
}

static void write_time(char text[40]) {
    struct timespec now;
    struct tm parts;

    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    size_t length = strftime(text, 32, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(text + length, 40 - length, ".%03dZ", (int)(now.tv_nsec / 1000000 % 1000));
}

/* In a line for people every text is quoted too: it may come from outside, and must neither begin a
 * new line nor pass for another pair. Nor may it tell a terminal what to do. */
static void write_pair(host_json *line, const char *name, const char *text) {
    if (as_json) {
        host_json_foreign(line, name, text);
        return;
    }
    host_text_reserve(&line->text, strlen(name) + 2);
    capu_text_char(&line->text, ' ');
    capu_text_add(&line->text, name);
    capu_text_char(&line->text, '=');
    line->comma = false;
    host_json_foreign(line, NULL, text);
}

static void write_head(host_json *line, const char *severity, const char *what) {
    char time[40];

    write_time(time);
    if (as_json) {
        host_json_open(line, NULL, '{');
        host_json_text(line, "time", time);
        host_json_text(line, "level", severity);
        host_json_text(line, "what", what);
        return;
    }
    host_text_reserve(&line->text, strlen(what) + 64);
    capu_text_add(&line->text, time);
    capu_text_char(&line->text, ' ');
    capu_text_add(&line->text, severity);
    capu_text_char(&line->text, ' ');
    capu_text_add(&line->text, what);
}

static void write_line(FILE *out, const char *severity, const char *what, va_list pairs) {
    host_json line = {0};

    write_head(&line, severity, what);
    for (const char *name; (name = va_arg(pairs, const char *));)
        write_pair(&line, name, va_arg(pairs, const char *));
    if (as_json)
        host_json_close(&line, '}');
    host_text_reserve(&line.text, 1);
    capu_text_char(&line.text, '\n');
    fwrite(line.text.at, 1, line.text.length, out);
    free(line.text.at);
}

void server_log(server_severity severity, const char *what, ...) {
    static const char *const names[] = {"debug", "info", "warning", "error"};
    va_list pairs;

    va_start(pairs, what);
    write_line(stderr, names[severity], what, pairs);
    va_end(pairs);
}

void server_announce(const char *sentence, const char *what, ...) {
    va_list pairs;

    va_start(pairs, what);
    if (as_json)
        write_line(stdout, "info", what, pairs);
    else
        printf("%s\n", sentence);
    va_end(pairs);
    fflush(stdout);
}
