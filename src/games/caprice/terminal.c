/* Caprice's towers on a canvas. */
#include "games/caprice/caprice.h"

#include <stdio.h>

#include "tui/table/board.h"

enum { LEFT = 4, CELL = 9, BLOCK = 8, RESERVE = LEFT + CAPRICE_PLACES * CELL, NAME = 18 };
enum { TOWER_SPOT = 1, KIND_SPOT = 16 };

static const char *const shapes[CAPRICE_KINDS] = {"●", "○", "▲", "△"};
static const int woods[CAPRICE_KINDS] = {INK_DARK_WOOD, INK_LIGHT_WOOD, INK_DARK_WOOD,
                                         INK_LIGHT_WOOD};

static const caprice *of(const tui_seeing *seeing) {
    return (const caprice *)seeing->view;
}

/* ------------------------------------------------------------------- actions */

static int verb(capu_action action) {
    return (int)(action >> 8);
}

static bool touches(capu_action action, int spot) {
    int a = action >> 3 & 31, b = action & 7;

    switch (verb(action)) {
    case CAPRICE_PLACE_BLOCK:
        return spot == KIND_SPOT + a || spot == TOWER_SPOT + b;
    case CAPRICE_MOVE_BLOCK:
        return spot == TOWER_SPOT + a || spot == TOWER_SPOT + b;
    default:
        return false;
    }
}

/* The block that the action being looked at would put on a place, or ENGINE_NONE. */
static int coming(const tui_seeing *seeing, int place) {
    const caprice *s = of(seeing);
    int a = seeing->choice >> 3 & 31, b = seeing->choice & 7;

    if (!seeing->chosen || b != place)
        return ENGINE_NONE;
    if (verb(seeing->choice) == CAPRICE_PLACE_BLOCK)
        return a;
    if (verb(seeing->choice) == CAPRICE_MOVE_BLOCK && s->height[a])
        return caprice_block(s, a, s->height[a] - 1);
    return ENGINE_NONE;
}

/* -------------------------------------------------------------------- towers */

/* The order that the viewer's tiles count with: given, or the best as things are. */
static bool own_order(const tui_seeing *seeing, uint8_t order[CAPRICE_LEVELS]) {
    const caprice *s = of(seeing);
    int seat = seeing->seat;

    if (seat < 0 || s->tile_count[seat] < CAPRICE_TILES || s->tiles[seat][0] >= CAPRICE_KINDS)
        return false;
    if (s->given >> seat & 1)
        for (int i = 0; i < CAPRICE_LEVELS; i++)
            order[i] = s->orders[seat][i];
    else
        caprice_best_order(s, s->tiles[seat], order);
    return true;
}

static void put_block(const tui_area *area, int row, int column, int rows, int ink, int kind,
                      const char *signs) {
    for (int i = 0; i < rows; i++)
        tui_put_run(area, row - i, column, BLOCK, ink, " ");
    tui_putf(area, row, column, ink, " %s %s %s", shapes[kind], caprice_kinds[kind], signs);
    if (rows > 1) /* a round edge, or teeth */
        tui_put_run(area, row - 1, column, BLOCK, ink,
                    kind < CAPRICE_DARK_TOOTHED ? " " : shapes[kind]);
}

static void put_standing(const tui_area *area, const tui_seeing *seeing, int place, int level,
                         int row, int rows) {
    const caprice *s = of(seeing);
    uint8_t order[CAPRICE_LEVELS];
    int kind = caprice_block(s, place, level), top = s->height[place] - 1;
    bool counts = own_order(seeing, order) && order[level] == kind;
    bool goes = seeing->chosen && verb(seeing->choice) == CAPRICE_MOVE_BLOCK && level == top &&
                (seeing->choice >> 3 & 31) == (capu_action)place;
    char signs[16];

    snprintf(signs, sizeof signs, "%s%s", counts ? "✓" : " ",
             level != top         ? " "
             : place == s->marker ? "⚑"
             : place == s->placed ? "+"
                                  : " ");
    put_block(area, row, LEFT + place * CELL, rows, goes ? INK_QUIET | INK_REVERSE : woods[kind],
              kind, signs);
}

static void put_tower(tui_area *area, const tui_seeing *seeing, int place, int rows) {
    const caprice *s = of(seeing);
    int column = LEFT + place * CELL, ground = CAPRICE_LEVELS * rows - 1,
        next = coming(seeing, place);
    bool pointed = next != ENGINE_NONE;

    area->spot = (uint8_t)(TOWER_SPOT + place);
    for (int row = 0; row <= ground + 2; row++)
        tui_put_run(area, row, column, BLOCK, INK_PLAIN, " ");
    for (int level = 0; level < s->height[place]; level++)
        put_standing(area, seeing, place, level, ground - level * rows, rows);
    if (pointed && s->height[place] < CAPRICE_LEVELS)
        put_block(area, ground - s->height[place] * rows, column, rows, INK_ACCENT | INK_REVERSE,
                  next, "");
    tui_put_run(area, ground + 1, column, BLOCK, pointed ? INK_ACCENT : INK_QUIET, "━");
    tui_putf(area, ground + 2, column + 3, pointed ? INK_ACCENT | INK_BOLD : INK_PLAIN, "%d",
             place + 1);
    area->spot = 0;
}

static void put_reserve(tui_area *area, const tui_seeing *seeing) {
    const caprice *s = of(seeing);
    char word[TUI_WORD];

    tui_put(area, 0, RESERVE, INK_QUIET, tui_term(seeing, "reserve"));
    for (int kind = 0; kind < CAPRICE_KINDS; kind++) {
        bool pointed = seeing->chosen && verb(seeing->choice) == CAPRICE_PLACE_BLOCK &&
                       touches(seeing->choice, KIND_SPOT + kind);
        area->spot = (uint8_t)(KIND_SPOT + kind);
        tui_putf(area, 1 + kind, RESERVE, woods[kind], " %s %s ", shapes[kind],
                 caprice_kinds[kind]);
        int column = tui_putf(area, 1 + kind, RESERVE + 7, pointed ? INK_ACCENT : INK_PLAIN, "×%d ",
                              s->reserve[kind]);
        tui_put_cut(area, 1 + kind, column, area->columns - column - 1, INK_QUIET,
                    tui_word(seeing, caprice_kinds[kind], word));
        area->spot = 0;
    }
}

/* --------------------------------------------------------------------- seats */

static int put_kinds(const tui_area *area, int row, int column, const uint8_t *kinds, int count) {
    for (int i = 0; i < count; i++) {
        bool known = kinds[i] < CAPRICE_KINDS;
        tui_putf(area, row, column, known ? woods[kinds[i]] : INK_QUIET, " %s%s ",
                 known ? shapes[kinds[i]] : "?", known ? caprice_kinds[kinds[i]] : "? ");
        column += 6;
    }
    return column;
}

static void put_points(const tui_area *area, int row, int column, const tui_seeing *seeing,
                       int points, const char *id) {
    char buffer[128];
    capu_text text = capu_text_on(buffer, sizeof buffer);

    host_say_for(&text, seeing->telling.language, id, points, NULL);
    tui_put(area, row, column, INK_PLAIN, buffer);
}

static void put_hand(const tui_area *area, int row, const tui_seeing *seeing, int seat) {
    const caprice *s = of(seeing);
    uint8_t order[CAPRICE_LEVELS];
    int column = tui_put_seat(area, row, 1, NAME, seeing, seat);

    if (s->phase == CAPRICE_OVER) {
        column = put_kinds(area, row, column, s->orders[seat], CAPRICE_LEVELS);
        put_points(area, row, column + 1, seeing, s->scores[seat], "terminal.points");
    } else if (seat == seeing->seat && own_order(seeing, order)) {
        column = put_kinds(area, row, column, order, CAPRICE_LEVELS);
        put_points(area, row, column + 1, seeing, caprice_score(s, order), "caprice.terminal.now");
    } else {
        column = put_kinds(area, row, column, s->tiles[seat], s->tile_count[seat]);
    }
    if (s->shown_count[seat] && s->phase != CAPRICE_OVER) {
        int at = seat == seeing->seat ? column + 20 : column + 1;
        at = tui_put(area, row, at, INK_QUIET, tui_term(seeing, "aside"));
        put_kinds(area, row, at + 1, s->shown[seat], s->shown_count[seat]);
    }
}

static int draw(const tui_area *on, const tui_seeing *seeing, bool roomy) {
    tui_area area = *on;
    const caprice *s = of(seeing);
    int rows = roomy ? 2 : 1, row = CAPRICE_LEVELS * rows + 2;

    for (int level = 0; level < CAPRICE_LEVELS; level++)
        tui_putf(&area, (CAPRICE_LEVELS - 1 - level) * rows + rows - 1, 1, INK_QUIET, "%d",
                 level + 1);
    for (int place = 0; place < CAPRICE_PLACES; place++)
        put_tower(&area, seeing, place, rows);
    put_reserve(&area, seeing);
    row += roomy;
    for (int seat = 0; seat < s->head.players; seat++)
        put_hand(&area, row++, seeing, seat);
    if (s->drawn < CAPRICE_KINDS) {
        int column = tui_put(&area, row, 2, INK_ACCENT, tui_term(seeing, "drawn"));
        put_kinds(&area, row++, column + 1, &s->drawn, 1);
    }
    return row;
}

/* --------------------------------------------------------------------- words */

static void moment(const tui_seeing *seeing, capu_text *out) {
    host_say_for(out, seeing->telling.language, "caprice.terminal.moment",
                 caprice_full_towers(of(seeing)), NULL);
}

static const char *ask(const tui_seeing *seeing) {
    static const char *const names[] = {"draw", "place", "move", "arrange", "over"};

    return names[of(seeing)->phase];
}

static const tui_about rules[] = {{"place", "place"},
                                  {"move", "move"},
                                  {"stay", "move"},
                                  {"keep", "third"},
                                  {"exchange", "third"},
                                  {"order", "order"},
                                  {0}};

const tui_board board_caprice = {.game = "caprice",
                                 .rules = rules,
                                 .moment = moment,
                                 .ask = ask,
                                 .draw = draw,
                                 .touches = touches};
