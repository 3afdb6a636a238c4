/* Interrupting long work: see interrupt.h. */
#include "cli/interrupt.h"

volatile sig_atomic_t cli_interrupted;

static void note(int number) {
    cli_interrupted = 1;
    signal(number, SIG_DFL);
}

void cli_note_interrupts(void) {
    signal(SIGINT, note);
    signal(SIGTERM, note);
}
