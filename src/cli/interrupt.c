/* Interrupting long work: see interrupt.h. */
#include "cli/interrupt.h"

volatile sig_atomic_t capu_interrupted;

static void note(int number) {
    capu_interrupted = 1;
    signal(number, SIG_DFL);
}

void capu_note_interrupts(void) {
    signal(SIGINT, note);
    signal(SIGTERM, note);
}
