/* Long work that can be interrupted: by Ctrl-C or kill it ends soon, with what it has. */
#ifndef CAPU_CLI_INTERRUPT_H
#define CAPU_CLI_INTERRUPT_H

#include <signal.h>

/* To be looked at between decisions, which may take seconds each. */
extern volatile sig_atomic_t capu_interrupted;

/* From now on the first signal is noted; a second one ends the program at once. */
void capu_note_interrupts(void);

#endif
