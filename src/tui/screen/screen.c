/* The terminal: see screen.h. */
#include "tui/screen/screen.h"

#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NCURSES_WIDECHAR 1
#include <curses.h>

#include "host/words.h"

/* ------------------------------------------------------------------- colours */

/* On the terminal's own ground, in colours that can be read on a light and on a dark one; `few` is
 * for terminals with eight. */
typedef struct tint {
    short ink, ground, few_ink, few_ground;
    attr_t without; /* in place of colour */
} tint;

static const tint tints[INKS] = {
    [INK_PLAIN] = {-1, -1, -1, -1, 0},
    [INK_QUIET] = {244, -1, -1, -1, A_DIM},
    [INK_BAR] = {230, 94, COLOR_WHITE, COLOR_BLUE, A_REVERSE},
    [INK_ACCENT] = {208, -1, COLOR_YELLOW, -1, A_BOLD},
    [INK_GOOD] = {71, -1, COLOR_GREEN, -1, 0},
    [INK_WARN] = {178, -1, COLOR_YELLOW, -1, A_BOLD},
    [INK_BAD] = {203, -1, COLOR_RED, -1, A_BOLD},
    [INK_SEAT] = {33, -1, COLOR_BLUE, -1, 0},
    [INK_SEAT + 1] = {202, -1, COLOR_RED, -1, 0},
    [INK_SEAT + 2] = {36, -1, COLOR_GREEN, -1, 0},
    [INK_SEAT + 3] = {170, -1, COLOR_MAGENTA, -1, 0},
    [INK_SEAT + 4] = {136, -1, COLOR_YELLOW, -1, 0},
    [INK_SEAT + 5] = {245, -1, COLOR_CYAN, -1, 0},
    [INK_BLUE] = {39, -1, COLOR_BLUE, -1, 0},
    [INK_PINK] = {205, -1, COLOR_RED, -1, 0},
    [INK_YELLOW] = {178, -1, COLOR_YELLOW, -1, 0},
    [INK_GREEN] = {71, -1, COLOR_GREEN, -1, 0},
    [INK_MAUVE] = {140, -1, COLOR_MAGENTA, -1, 0},
    [INK_ORANGE] = {208, -1, COLOR_YELLOW, -1, 0},
    [INK_RED] = {203, -1, COLOR_RED, -1, 0},
    [INK_DARK_WOOD] = {230, 94, COLOR_WHITE, COLOR_RED, A_REVERSE},
    [INK_LIGHT_WOOD] = {58, 180, COLOR_BLACK, COLOR_YELLOW, 0},
};

static void mix_colours(void) {
    use_default_colors();
    for (short i = 1; i < INKS; i++)
        if (COLORS >= 256)
            init_pair(i, tints[i].ink, tints[i].ground);
        else
            init_pair(i, tints[i].few_ink, tints[i].few_ground);
}

static bool wants_colour(void) {
    const char *no = getenv("NO_COLOR");

    return !(no && *no) && has_colors();
}

/* --------------------------------------------------------------------- ASCII */

typedef struct stand_in {
    uint32_t character;
    char ascii;
} stand_in;

static const stand_in stand_ins[] = {
    {L'─', '-'}, {L'━', '='},  {L'═', '='},   {L'│', '|'}, {L'┃', '|'}, {L'╭', '+'},  {L'╮', '+'},
    {L'╰', '+'}, {L'╯', '+'},  {L'┌', '+'},   {L'┐', '+'}, {L'└', '+'}, {L'┘', '+'},  {L'├', '+'},
    {L'┤', '+'}, {L'┬', '+'},  {L'┴', '+'},   {L'┼', '+'}, {L'●', '@'}, {L'○', 'o'},  {L'▲', '^'},
    {L'△', 'v'}, {L'■', '#'},  {L'□', '.'},   {L'◆', '%'}, {L'★', '*'}, {L'☆', '\''}, {L'✚', '+'},
    {L'▸', '>'}, {L'‹', '<'},  {L'›', '>'},   {L'→', '>'}, {L'←', '<'}, {L'↑', '^'},  {L'↓', 'v'},
    {L'▮', '#'}, {L'▯', '.'},  {L'·', '-'},   {L'…', '.'}, {L'†', '+'}, {L'×', 'x'},  {L'–', '-'},
    {L'—', '-'}, {L'’', '\''}, {L'‘', '\''},  {L'“', '"'}, {L'”', '"'}, {L'„', '"'},  {L'«', '"'},
    {L'»', '"'}, {0xA0, ' '},  {0x202F, ' '}, {L'ß', 's'}, {L'œ', 'o'}, {L'æ', 'a'},  {L'Œ', 'O'},
    {L'█', '#'}, {L'░', '.'},  {L'▒', ':'},   {L'≈', '~'}, {L'≥', '>'}, {L'≤', '<'},  {L'−', '-'},
    {L'±', '~'}, {L'✓', 'x'},  {L'⚑', '!'},   {L'€', 'E'}, {L'¢', 'c'}, {L'◉', '$'},  {L'♛', 'K'},
    {L'‡', '='},
};

/* The letters of Latin-1 from À on, without their accents. */
static const char letters[] = "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty";

char tui_ascii(uint32_t character) {
    if (character < 0x80)
        return (char)character;
    for (size_t i = 0; i < sizeof stand_ins / sizeof stand_ins[0]; i++)
        if (stand_ins[i].character == character)
            return stand_ins[i].ascii;
    return character >= 0xC0 && character <= 0xFF ? letters[character - 0xC0] : '?';
}

const char *tui_key_text(const tui_screen *screen, int language, const char *id,
                         char buffer[KEY_TEXT]) {
    static const char enter[] = "⏎";
    const char *text = host_wording(language, id), *at = strstr(text, enter);

    if (!screen->ascii || !at)
        return text;
    snprintf(buffer, KEY_TEXT, "%.*sEnter%s", (int)(at - text), text, at + sizeof enter - 1);
    return buffer;
}

/* ------------------------------------------------------------- begin and end */

static volatile sig_atomic_t ended, resized;
static struct sigaction curses_resizes;

static void note_end(int number) {
    (void)number;
    ended = 1;
}

static void note_size(int number) {
    resized = 1;
    curses_resizes.sa_handler(number);
}

/* Curses asks for the size when it comes to it. If a terminal has become smaller and as large again
 * by then, nothing seems to have changed, but what was shown is gone. So we take note ourselves. */
static void watch_size(void) {
    sigaction(SIGWINCH, NULL, &curses_resizes);
    if (curses_resizes.sa_handler == SIG_DFL || curses_resizes.sa_handler == SIG_IGN)
        return;
    struct sigaction action = curses_resizes;
    action.sa_handler = note_size;
    sigaction(SIGWINCH, &action, NULL);
}

void tui_screen_open(tui_screen *screen, bool ascii) {
    struct sigaction action = {.sa_handler = note_end};

    *screen = (tui_screen){0};
    screen->ascii = ascii || strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    sigaction(SIGHUP, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    set_escdelay(25);
    screen->terminal = newterm(NULL, stdout, stdin);
    watch_size();
    screen->colour = wants_colour();
    if (screen->colour) {
        start_color();
        mix_colours();
    }
    raw(); /* Ctrl-C is a key like others: it leaves in order */
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    mouseinterval(200);
    mousemask(BUTTON1_CLICKED | BUTTON1_PRESSED | BUTTON1_DOUBLE_CLICKED | BUTTON4_PRESSED |
                  BUTTON5_PRESSED,
              NULL);
}

void tui_screen_close(tui_screen *screen) {
    endwin();
    delscreen(screen->terminal);
    tui_canvas_free(&screen->canvas);
}

/* ---------------------------------------------------------------------- show */

tui_area tui_screen_begin(tui_screen *screen) {
    int rows, columns;

    getmaxyx(stdscr, rows, columns);
    tui_canvas_clear(&screen->canvas, rows, columns);
    return tui_whole(&screen->canvas);
}

static attr_t attributes(const tui_screen *screen, int ink) {
    int colour = ink & INK_COLOUR;
    bool lacks = !screen->colour || (COLORS < 256 && colour == INK_QUIET);
    attr_t all = lacks ? tints[colour].without : 0;

    all |= ink & INK_BOLD ? A_BOLD : 0;
    all |= ink & INK_REVERSE ? A_REVERSE : 0;
    all |= ink & INK_UNDERLINE ? A_UNDERLINE : 0;
    return all;
}

static void show_cell(const tui_screen *screen, int row, int column, const tui_cell *cell) {
    wchar_t text[2] = {(wchar_t)cell->character, 0};
    cchar_t shown;
    short pair = screen->colour ? (short)(cell->ink & INK_COLOUR) : 0;

    if (cell->character == 0)
        return;
    if (screen->ascii)
        text[0] = (wchar_t)tui_ascii(cell->character);
    setcchar(&shown, text, attributes(screen, cell->ink), pair, NULL);
    mvadd_wch(row, column, &shown);
}

void tui_screen_show(tui_screen *screen, int row, int column) {
    const tui_canvas *canvas = &screen->canvas;

    erase();
    for (int y = 0; y < canvas->rows; y++)
        for (int x = 0; x < canvas->columns; x++)
            show_cell(screen, y, x, &canvas->cells[y * canvas->columns + x]);
    curs_set(row >= 0);
    if (row >= 0)
        move(row, column);
    refresh();
}

/* ---------------------------------------------------------------------- keys */

static int read_mouse(tui_screen *screen) {
    MEVENT event;

    if (getmouse(&event) != OK)
        return KEY_IS_NONE;
    screen->row = event.y;
    screen->column = event.x;
    if (event.bstate & BUTTON4_PRESSED)
        return KEY_IS_WHEEL_UP;
    if (event.bstate & BUTTON5_PRESSED)
        return KEY_IS_WHEEL_DOWN;
    return event.bstate & BUTTON1_DOUBLE_CLICKED ? KEY_IS_DOUBLE_CLICK : KEY_IS_CLICK;
}

static int special_key(tui_screen *screen, wint_t key) {
    static const struct {
        wint_t from;
        int to;
    } keys[] = {
        {KEY_UP, KEY_IS_UP},       {KEY_DOWN, KEY_IS_DOWN},     {KEY_LEFT, KEY_IS_LEFT},
        {KEY_RIGHT, KEY_IS_RIGHT}, {KEY_PPAGE, KEY_IS_PAGE_UP}, {KEY_NPAGE, KEY_IS_PAGE_DOWN},
        {KEY_HOME, KEY_IS_FIRST},  {KEY_END, KEY_IS_LAST},      {KEY_BACKSPACE, KEY_IS_ERASE},
        {KEY_RESIZE, KEY_IS_SIZE}, {KEY_ENTER, KEY_IS_ENTER},   {KEY_BTAB, KEY_IS_UP}};

    if (key == KEY_MOUSE)
        return read_mouse(screen);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (keys[i].from == key)
            return keys[i].to;
    return KEY_IS_NONE;
}

int tui_screen_key(tui_screen *screen) {
    enum { CTRL_C = 3, CTRL_L = 12, DELETE = 127, CTRL_H = 8 };
    wint_t key;
    int kind = get_wch(&key);
    bool sized = resized;

    if (ended)
        return KEY_IS_GONE;
    if (sized) {
        resized = 0;
        clearok(stdscr, TRUE);
    }
    if (kind == ERR)
        return sized ? KEY_IS_SIZE : KEY_IS_NONE;
    if (kind == KEY_CODE_YES)
        return special_key(screen, key);
    if (key == CTRL_C)
        return KEY_IS_GONE;
    if (key == CTRL_L)
        clearok(stdscr, TRUE);
    if (key == DELETE || key == CTRL_H)
        return KEY_IS_ERASE;
    return key == '\n' ? KEY_IS_ENTER : (int)key;
}

void tui_screen_forget_keys(void) {
    flushinp();
}

void tui_screen_ring(void) {
    beep();
}

void tui_screen_wait(int ms) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};

    if (poll(&input, 1, ms) > 0 && (input.revents & POLLHUP))
        ended = 1;
}
