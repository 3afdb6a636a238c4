/* A program of somebody else, run beside ours: lines go to its standard input and come from its
 * standard output. It has a process group of its own. A keeper, which is a small process between it
 * and us, ends it and everything that it has started, even if we are killed. */
#ifndef CAPU_PROGRAMS_PROCESS_H
#define CAPU_PROGRAMS_PROCESS_H

#include <sys/types.h>

#include "capucine.h"

enum { PROGRAMS_LONGEST_LINE = 64 * 1024 };

typedef struct programs_process {
    pid_t keeper;
    int in, out;    /* our ends of its standard streams */
    int control;    /* the keeper ends everything when this is closed */
    char *unsent;   /* for its standard input */
    size_t waiting; /* how much of that there is */
    char *read;     /* from its standard output */
    size_t length;  /* how much of that there is */
    size_t taken;   /* how much of that was the last line */
} programs_process;

/* Starts a program. `words` are its name and its arguments; the last is NULL. With `quiet` nobody
 * sees its standard error; otherwise it is ours. false: the reason is in `why`. */
bool programs_start(programs_process *process, char *const *words, bool quiet, capu_text *why);

/* Adds a line to what it is sent. programs_line and programs_flush send it. */
void programs_send(programs_process *process, const char *line, size_t length);

/* Sends and receives for that long at most, until there is a line. PROGRAMS_LINE: it is at `line`,
 * without its end, until the next call. */
typedef enum programs_news {
    PROGRAMS_LINE,
    PROGRAMS_NOTHING, /* yet */
    PROGRAMS_CLOSED,  /* there will be no more */
    PROGRAMS_TOO_LONG,
} programs_news;
programs_news programs_line(programs_process *process, int ms, const char **line, size_t *length);
/* Only sends, for that long at most. */
void programs_flush(programs_process *process, int ms);

/* Ends it: at once, or first by the end of its input, then by SIGTERM, then by SIGKILL, each after
 * a moment. Nothing that it has started is left. Returns how it ended, as a shell would: its exit
 * status, or 128 and the number of the signal. */
int programs_end(programs_process *process, bool at_once);

/* In a child process of its own, for process.c: starts the program and keeps it until `control` is
 * closed or the program has ended. (keeper.c) */
typedef struct programs_streams {
    int in, out, control, report; /* `report` gets the error if the program cannot be started */
    bool quiet;
} programs_streams;
void programs_keep(programs_streams streams, char *const *words) __attribute__((noreturn));

#endif
