/* What the terminal can do. Apart from screen.c, since <term.h> makes macros of common words. */
#include "tui/screen/screen.h"

#include <curses.h>
#include <term.h>
#include <unistd.h>

bool tui_screen_possible(void) {
    int wrong;

    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return false;
    if (setupterm(NULL, STDOUT_FILENO, &wrong) != OK)
        return false;
    bool able = cursor_address && clear_screen;
    del_curterm(cur_term);
    return able;
}
