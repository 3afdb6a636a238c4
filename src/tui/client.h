/* The full-screen client: menus, and the table. */
#ifndef CAPU_TUI_CLIENT_H
#define CAPU_TUI_CLIENT_H

#include "tui/menu.h"
#include "tui/party.h"

typedef struct capu_client {
    int language;
    const char *name;              /* the person's */
    bool ascii;                    /* nothing but ASCII */
    bool lines, plain;             /* line by line; and there without drawn signs */
    bool go_on;                    /* with the last game that was kept */
    const capu_local_setup *setup; /* a game to begin at once, or NULL */
    const char *path;              /* a game to go on with, or NULL */
    const char *url;               /* a server to play on, or NULL */
} capu_client;

/* Takes the terminal until the person leaves. `last` has what is to be told then: where the game is
 * kept; with false, what has failed. */
bool capu_client_run(const capu_client *client, capu_text *last);

/* Asks what to play here, beginning with what `setup` has; WISH_DO: it is ready. (setup.c) */
capu_wish capu_setup_ask(capu_screen *screen, int language, capu_local_setup *setup);
/* The words for an option, or with `value` for a value of it: <game>.option.<name> and
 * <game>.value.<name>.<value>; else what the engine calls it. */
const char *capu_option_words(int language, const capu_game *game, int option, const char *value);
/* Whether a game can begin so; the note below the menu says why not. */
bool capu_setup_fits(const capu_local_setup *setup, int language, capu_menu *menu);
/* The next value of an option. Those that are not listed are left to the command line. */
void capu_option_change(capu_local_setup *setup, int option, int by);
/* A number further on, from the most to the least again. */
int capu_cycle(int value, int by, int least, int most);
/* Tables of a server; LEAVE_PROGRAM or LEAVE_TABLE as the table has it. (lobby.c) */
bool capu_lobby_run(capu_screen *screen, int language, const char *name, const char *url,
                    capu_text *why);

#endif
