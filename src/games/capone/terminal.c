/* Capone's town on a canvas: businesses on the left, families on the right. */
#include "games/capone/capone.h"

#include <stdio.h>
#include <string.h>

#include "tui/table/board.h"
#include "tui/table/facts.h"

enum { NAMES = 5, NAME = 14, FAMILIES = 25, OWNER = 15 }; /* columns */
enum { SPACE_SPOT = 1, CARD_SPOT = 32, SEAT_SPOT = 64 };  /* rest places follow the spaces */

static const capone *of(const tui_seeing *seeing) {
    return (const capone *)seeing->view;
}

/* ------------------------------------------------------------------- actions */

static int verb(capu_action action) {
    return (int)(action >> 28);
}

static bool use_touches(int card, int place, int x, int spot) {
    if (spot >= SEAT_SPOT)
        return card == CAPONE_PROTECTION && x == spot - SEAT_SPOT;
    if (spot >= CARD_SPOT)
        return card == spot - CARD_SPOT;
    if (card < CAPONE_FIRST_LEGAL)
        return 2 * card + (place & 1) == spot - SPACE_SPOT;
    return card >= CAPONE_FIRST_REST && card != CAPONE_PROTECTION && place == spot - SPACE_SPOT;
}

static bool touches(capu_action action, int spot) {
    if (verb(action) == CAPONE_DO_USE)
        return use_touches(action >> 16 & 0xFF, action >> 8 & 0xFF, action & 0xFF, spot);
    return verb(action) == CAPONE_DO_DISCARD && (int)(action & 0xFF) == spot - CARD_SPOT;
}

static bool pointed(const tui_seeing *seeing, int spot) {
    return tui_points_at(seeing, spot);
}

/* --------------------------------------------------------------------- facts */

/* A number of a fact; 0 where there is none. */
static int told(const capu_lines *facts, const char *id, const char *about, const char *word,
                const char *name) {
    const capu_line *line = tui_fact(facts, id, about, word, -1);

    return line ? tui_number_of(facts, line, name) : 0;
}

static int value_of(const capu_lines *facts, int business) {
    return told(facts, "business", "business", capone_card_names[business], "n");
}

/* -------------------------------------------------------------------- pieces */

/* The name of a card or place; where there is no text of it, the engine's. */
static const char *name_of(const tui_seeing *seeing, int card, char buffer[TUI_WORD]) {
    tui_word(seeing, capone_card_names[card], buffer);
    return strcmp(buffer, capone_card_names[card]) == 0 ? capone_titles[card] : buffer;
}

/* Members, highest first, and bodyguards: "50 40 g2". */
static const char *force_text(capone_force force, char buffer[64]) {
    int length = 0;

    buffer[0] = '\0';
    for (int rank = 0; rank < CAPONE_RANKS; rank++)
        for (uint8_t bit = capone_rank_bits[rank]; force.members & bit;
             force.members = capone_without(force.members, bit))
            length += snprintf(buffer + length, 64 - (size_t)length, "%s%s", length ? " " : "",
                               capone_rank_names[rank]);
    if (force.guards)
        snprintf(buffer + length, 64 - (size_t)length, "%sg%d", length ? " " : "", force.guards);
    return buffer;
}

static int value_ink(int value) {
    return value >= 30 ? INK_RED : value >= 20 ? INK_ORANGE : value >= 10 ? INK_YELLOW : INK_GREEN;
}

/* --------------------------------------------------------------------- board */

static void put_space(tui_area *area, int row, int column, int width, const tui_seeing *seeing,
                      const capu_lines *facts, int space) {
    const capone *s = of(seeing);
    bool waits = s->phase == CAPONE_FORCE && s->pending_space == space;
    bool marked = waits || pointed(seeing, SPACE_SPOT + space);
    int owner = s->owner[space], ink = owner == ENGINE_NONE ? INK_QUIET : tui_seat_ink(owner);
    char force[64], text[96] = "·";

    if (owner != ENGINE_NONE)
        snprintf(text, sizeof text, "%c %d: %s", host_seat_letter(owner),
                 told(facts, "held", "place", capone_place_names[space], "n"),
                 force_text(s->space[space], force));
    area->spot = (uint8_t)(SPACE_SPOT + space);
    tui_put_run(area, row, column, width - 1, INK_PLAIN, " ");
    tui_put(area, row, column, INK_ACCENT | INK_BOLD, marked ? "▸" : " ");
    tui_put_cut(area, row, column + 1, width - 2, ink | (marked ? INK_REVERSE : 0), text);
    area->spot = 0;
}

static int put_illegal(tui_area *area, const tui_seeing *seeing, const capu_lines *facts,
                       int width) {
    char name[TUI_WORD];

    tui_put_cut(area, 0, 1, NAME + 4, INK_QUIET, tui_term(seeing, "illegal"));
    for (int number = 1; number <= 2; number++)
        tui_putf(area, 0, NAMES + NAME + 2 + (number - 1) * width, INK_QUIET, "%s %d",
                 tui_term(seeing, "space"), number);
    for (int business = 0; business < CAPONE_ILLEGAL; business++) {
        int row = 1 + business, value = value_of(facts, business), ink = value_ink(value);
        tui_putf(area, row, 1, ink | INK_BOLD, "%3d", value);
        tui_put_cut(area, row, NAMES, NAME, ink, name_of(seeing, business, name));
        put_space(area, row, NAMES + NAME + 1, width, seeing, facts, 2 * business);
        put_space(area, row, NAMES + NAME + 1 + width, width, seeing, facts, 2 * business + 1);
    }
    return 1 + CAPONE_ILLEGAL;
}

static int put_legal(const tui_area *area, int row, const tui_seeing *seeing) {
    const capone *s = of(seeing);
    int column = tui_put(area, row, 1, INK_QUIET, tui_term(seeing, "legal"));
    char name[TUI_WORD];

    for (int i = 0; i < CAPONE_LEGAL; i++) {
        int ink = s->legal[i] == ENGINE_NONE ? INK_QUIET : tui_seat_ink(s->legal[i]);
        if (s->legal[i] == ENGINE_NONE)
            continue;
        column = tui_putf(area, row, column + 1, ink, " %c %s", host_seat_letter(s->legal[i]),
                          name_of(seeing, CAPONE_FIRST_LEGAL + i, name));
    }
    if (column < area->columns && tui_columns(tui_term(seeing, "legal")) + 1 == column)
        tui_put(area, row, column + 2, INK_QUIET, "·");
    return row + 1;
}

static int put_guest(tui_area *area, int row, int column, const char *place, capone_guest guest,
                     bool marked) {
    column = tui_put(area, row, column, marked ? INK_ACCENT | INK_REVERSE : INK_QUIET, place) + 1;
    if (guest.seat == ENGINE_NONE)
        return tui_put(area, row, column, INK_QUIET, "·") + 2;
    return tui_putf(area, row, column, tui_seat_ink(guest.seat), "%c %s",
                    host_seat_letter(guest.seat), capone_rank_names[guest.rank]) +
           2;
}

static int put_guests(tui_area *area, int row, const tui_seeing *seeing) {
    const capone *s = of(seeing);
    char name[TUI_WORD];
    int column = 1;

    for (int i = 0; i < CAPONE_REST; i++) {
        area->spot = (uint8_t)(SPACE_SPOT + CAPONE_SPACES + i);
        column = put_guest(area, row, column, name_of(seeing, CAPONE_FIRST_REST + i, name),
                           s->rest[i], pointed(seeing, SPACE_SPOT + CAPONE_SPACES + i));
    }
    area->spot = 0;
    column = tui_put(area, row, column, INK_QUIET, tui_term(seeing, "prison")) + 1;
    for (int i = CAPONE_BLOCKS - 1; i >= 0; i--) {
        snprintf(name, sizeof name, "%d", i + 1);
        column = put_guest(area, row, column, name, s->prison[i], false);
    }
    return row + 1;
}

/* ------------------------------------------------------------------ families */

static void put_family(tui_area *area, int row, int column, const tui_seeing *seeing,
                       const capu_lines *facts, int seat) {
    const capone_seat *own = &of(seeing)->seats[seat];
    int ink = tui_seat_ink(seat);
    char cash[64];
    capu_text text = capu_text_on(cash, sizeof cash);

    host_say_money(&text, seeing->telling.language, CAPONE_FIVE * own->cash);
    area->spot = (uint8_t)(SEAT_SPOT + seat);
    tui_put_run(area, row, column, FAMILIES - 1, INK_PLAIN, " ");
    tui_put_seat(area, row, column, OWNER, seeing, seat);
    if (pointed(seeing, SEAT_SPOT + seat))
        tui_mark(area, row, column, OWNER, INK_REVERSE);
    tui_put(area, row, column + FAMILIES - 1 - tui_columns(cash), INK_BOLD, cash);
    int at = tui_put_run(area, row + 1, column + 1, own->steps, ink, "▮");
    at = tui_put_run(area, row + 1, at, told(facts, "step", NULL, NULL, "goal") - own->steps,
                     INK_QUIET, "▯");
    tui_putf(area, row + 1, at + 1, INK_QUIET, "%3d",
             CAPONE_FIVE * capone_worth(own->home.members));
    tui_putf(area, row + 1, at + 5, INK_PLAIN, "g%d", own->home.guards);
    if (own->hand.count)
        tui_putf(area, row + 1, at + 8, INK_QUIET, "%d%s", own->hand.count,
                 tui_term(seeing, "cards.short"));
    area->spot = 0;
}

static int put_pieces(const tui_area *area, int row, int column, const tui_seeing *seeing,
                      const char *id, capone_force force) {
    char text[64];

    if (!force.members && !force.guards)
        return column;
    column = tui_put(area, row, column, INK_QUIET, tui_term(seeing, id));
    return tui_put(area, row, column + 1, INK_PLAIN, force_text(force, text)) + 3;
}

static int put_own(tui_area *area, int row, const tui_seeing *seeing, const capu_lines *facts) {
    const capone_seat *own = &of(seeing)->seats[seeing->seat];
    char name[TUI_WORD];
    int column = put_pieces(area, row, 1, seeing, "home", own->home);

    column = put_pieces(area, row, column, seeing, "park", (capone_force){0, own->park});
    put_pieces(area, row, column, seeing, "harbour", (capone_force){own->harbour, own->lost});
    column = tui_put(area, row + 1, 1, INK_QUIET, tui_term(seeing, "hand")) + 1;
    for (int i = 0; i < own->hand.count; i++) {
        int card = own->hand.list[i];
        int ink = card < CAPONE_ILLEGAL ? value_ink(value_of(facts, card)) : INK_PLAIN;
        bool marked = pointed(seeing, CARD_SPOT + card);
        area->spot = (uint8_t)(CARD_SPOT + card);
        column = tui_putf(area, row + 1, column, ink | (marked ? INK_REVERSE : 0), " %s ",
                          name_of(seeing, card, name)) +
                 1;
    }
    area->spot = 0;
    return row + 2;
}

static int draw(const tui_area *on, const tui_seeing *seeing, bool roomy) {
    tui_area area = *on;
    const capone *s = of(seeing);
    capu_lines facts;

    capu_facts(seeing->view, &facts);
    int wide = area.columns > 110 ? 110 : area.columns;
    int width = (wide - NAMES - NAME - 1 - FAMILIES) / 2, right = NAMES + NAME + 1 + 2 * width;
    int row = put_illegal(&area, seeing, &facts, width),
        each = roomy && s->head.players <= 4 ? 3 : 2;

    for (int seat = 0; seat < s->head.players; seat++)
        put_family(&area, seat * each, right, seeing, &facts, seat);
    if (s->head.players == CAPU_MAX_PLAYERS)
        row = each * s->head.players;
    row += roomy;
    row = put_legal(&area, row, seeing);
    row = put_guests(&area, row, seeing);
    row += roomy;
    return seeing->seat >= 0 ? put_own(&area, row, seeing, &facts) : row;
}

/* --------------------------------------------------------------------- words */

static void moment(const tui_seeing *seeing, capu_text *out) {
    const capone *s = of(seeing);
    char year[16], years[16];
    capu_lines facts;

    capu_facts(seeing->view, &facts);
    snprintf(year, sizeof year, "%d", s->year + 1);
    snprintf(years, sizeof years, "%d", told(&facts, "years", NULL, NULL, "n"));
    host_say(out, seeing->telling.language, "capone.terminal.moment", "year", year, "years", years,
             NULL);
}

static const char *ask(const tui_seeing *seeing) {
    static const char *const names[] = {"swap", "play", "force", "rehire", "invest", "over"};
    const capone *s = of(seeing);

    return s->phase == CAPONE_FORCE && s->pending_card == CAPONE_TAKEOVER ? "takeover"
                                                                          : names[s->phase];
}

static const tui_about rules[] = {{"swap", "swap"},
                                  {"bail", "fbi"},
                                  {"discard", "play"},
                                  {"force", "illegal"},
                                  {"rehire", "accounts"},
                                  {"invest", "invest"},
                                  {"sell", "invest"},
                                  {"use fbi", "fbi"},
                                  {"use protection", "protection"},
                                  {"use takeover", "takeover"},
                                  {"use hit", "hit"},
                                  {"use penthouse", "rest"},
                                  {"use barber", "rest"},
                                  {"use restaurant", "rest"},
                                  {"use pasta", "legal"},
                                  {"use laundry", "legal"},
                                  {"use florist", "legal"},
                                  {"use undertaker", "legal"},
                                  {"use cinema", "legal"},
                                  {"use bakery", "legal"},
                                  {"use garage", "legal"},
                                  {"use grocer", "legal"},
                                  {"use", "illegal"},
                                  {0}};

const tui_board board_capone = {.game = "capone",
                                .rules = rules,
                                .moment = moment,
                                .ask = ask,
                                .draw = draw,
                                .touches = touches};
