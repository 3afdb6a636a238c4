/* The terminal client: menus, and the table. */
#ifndef CAPU_TUI_CLIENT_H
#define CAPU_TUI_CLIENT_H

#include "tui/screen/menu.h"
#include "tui/party/party.h"
#include "tui/party/practice.h"

typedef struct tui_bots {
    const capu_bot *at[CAPU_MAX_PLAYERS];
    int count;
} tui_bots;

typedef struct tui_client {
    int language;
    const char *name;             /* the player's name */
    bool ascii;                   /* nothing but ASCII */
    bool lines, plain;            /* line by line; and that without drawn symbols */
    bool go_on;                   /* continue the last kept game */
    const tui_local_setup *setup; /* a game to begin at once, or NULL */
    tui_bots bots;                /* opponents from the command line, for games from the menu */
    const char *path;             /* a game to continue, or NULL */
    const char *url;              /* a server to play on, or NULL */
    const tui_practice *practice; /* positions to practise at once, or NULL */
} tui_client;

/* Takes over the terminal until the player leaves. `last` gets what to say at the end: where the
 * game is kept, or, if the result is false, what has failed. */
bool tui_client_run(const tui_client *client, capu_text *last);

/* Asks which game to play here, with `setup` as the first answer. Besides the engine's opponents
 * those in `bots` are offered. WISH_DO: it is ready. (setup.c) */
tui_wish tui_setup_ask(tui_screen *screen, int language, const tui_bots *bots,
                       tui_local_setup *setup);
/* Sets the options that suit a first game, if none of this kind was finished here. */
void tui_setup_first(tui_local_setup *setup);
/* The text for an option, or, with `value`, for one of its values: <game>.option.<name> or
 * <game>.value.<name>.<value>. If there is none, the engine's name for it. */
const char *tui_option_words(int language, const capu_game *game, int option, const char *value);
/* Whether a game can begin with this setup. If not, the note below the menu says why. */
bool tui_setup_fits(const tui_local_setup *setup, int language, tui_menu *menu);
/* Changes an option to its next value. Unlisted values can be set only on the command line. */
void tui_option_change(tui_local_setup *setup, int option, int by);
/* Adds to a number; after the most comes the least again. */
int tui_cycle(int value, int by, int least, int most);
/* Shows the tables of a server, and plays at them. false: the player leaves the program. `why` gets
 * the last message. (lobby.c) */
bool tui_lobby_run(tui_screen *screen, int language, const char *name, const char *url,
                   capu_text *why);

#endif
