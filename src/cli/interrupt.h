/* Long work that can be interrupted. After Ctrl-C or kill it soon ends, with the results so far. */
#ifndef CAPU_CLI_INTERRUPT_H
#define CAPU_CLI_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>

/* Check this between decisions, which may take seconds each. */
extern volatile sig_atomic_t cli_interrupted;

/* From now on the first signal sets cli_interrupted. A second one ends the program at once. */
void cli_note_interrupts(void);

/* Whether it is time to say how far the work is: often on a terminal, elsewhere every ten seconds.
 * Waits a little if it is not. `next` is 0 at first. */
bool cli_progress_due(double *next);
/* Says it; on a terminal in place of what was said before. */
void cli_progress(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Clears the line on a terminal. */
void cli_progress_end(void);

#endif
