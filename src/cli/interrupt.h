/* Long work that can be interrupted. After Ctrl-C or kill it soon ends, with the results so far. */
#ifndef CAPU_CLI_INTERRUPT_H
#define CAPU_CLI_INTERRUPT_H

#include <signal.h>

/* Check this between decisions, which may take seconds each. */
extern volatile sig_atomic_t cli_interrupted;

/* From now on the first signal sets cli_interrupted. A second one ends the program at once. */
void cli_note_interrupts(void);

#endif
