/* Capitol's areas and what everybody builds, on a canvas. */
#include "games/capitol/capitol.h"

#include <stdio.h>
#include <string.h>

#include "tui/table/board.h"
#include "tui/table/facts.h"

/* Columns of the areas, and of the seats below. */
enum { AREA = 2, FREE = 17, FOUNTAINS = 25, LARGE = 29, ROOFS = 38, WORTH = 41, CELLS = 47 };
enum { CELL = 8 };
enum { NAME = 17, POINTS = 18, WORKS = 23, READY = 40, LEFT_ROOFS = 61, CARDS = 71 };
enum { AREA_SPOT = 1, CARD_SPOT = 16, DECK_SPOT = 64 };

static const int area_inks[CAPITOL_COLOURS] = {INK_BLUE, INK_PINK, INK_MAUVE};
static const char *const roof_signs[CAPITOL_SHAPES] = {"●", "▲"};

static const capitol *of(const tui_seeing *seeing) {
    return (const capitol *)seeing->view;
}

static bool touches(capu_action action, int spot) {
    uint8_t words = capitol_verbs[capitol_verb(action)].words;

    if (spot >= DECK_SPOT)
        return (words & CAPITOL_A_DECK) && capitol_place(action) == spot - DECK_SPOT;
    if (spot >= CARD_SPOT)
        return (words & CAPITOL_A_CARD) &&
               capitol_kind_of(capitol_card(action)) == spot - CARD_SPOT;
    return (words & CAPITOL_AN_AREA) && capitol_place(action) == spot - AREA_SPOT;
}

/* --------------------------------------------------------------------- facts */

/* The fact that says what an area is worth, and the one that says how a seat stands there. */
static const capu_line *worth_of(const capu_lines *facts, int place) {
    return tui_fact(facts, "area", "area", capitol_area_names[place], -1);
}

static const capu_line *rank_of(const capu_lines *facts, int place, int seat) {
    for (int i = 0; i < facts->count; i++) {
        const capu_line *line = &facts->lines[i];
        if (tui_arg_of(facts, line, "place") && tui_number_of(facts, line, "seat") == seat &&
            tui_is_about(facts, line, "area", capitol_area_names[place], -1))
            return line;
    }
    return NULL;
}

/* --------------------------------------------------------------------- areas */

/* Heights, floors in all, and whether that is first or second. */
static void put_cell(const tui_area *area, int row, const tui_seeing *seeing,
                     const capu_lines *facts, int place, int seat) {
    const capu_line *rank = rank_of(facts, place, seat);
    int column = CELLS + seat * CELL, buildings = 0, ink = tui_seat_ink(seat);

    if (!rank) {
        tui_put(area, row, column, INK_QUIET, "·");
        return;
    }
    for (const uint8_t *at = of(seeing)->built[place]; *at; at++)
        if ((*at & 3) == seat) {
            column = tui_putf(area, row, column, ink, "%d", *at >> 2);
            buildings++;
        }
    if (buildings > 1)
        column = tui_putf(area, row, column, ink, "=%d", tui_number_of(facts, rank, "n"));
    if (tui_number_of(facts, rank, "place") == 1)
        tui_put(area, row, column, ink | INK_BOLD, "★");
    if (tui_number_of(facts, rank, "place") == 2)
        tui_put(area, row, column, ink, "☆");
}

static void put_squares(const tui_area *area, int row, const tui_seeing *seeing,
                        const capu_lines *facts, int place) {
    static const char *const large[] = {"amphitheatre", "temple"};
    const capitol *s = of(seeing);
    const capu_line *worth = worth_of(facts, place);

    tui_put_run(area, row, FREE, s->free[place], INK_PLAIN, "□");
    if (s->fountains[place])
        tui_putf(area, row, FOUNTAINS, INK_BLUE, "≈%d", s->fountains[place]);
    if (s->large[place] != ENGINE_NONE)
        tui_put_cut(area, row, LARGE, ROOFS - LARGE - 1, INK_ACCENT,
                    tui_term(seeing, large[s->large[place]]));
    else
        tui_put(area, row, LARGE, INK_QUIET, "■");
    tui_put(area, row, ROOFS, s->shape[place] == ENGINE_NONE ? INK_QUIET : INK_PLAIN,
            s->shape[place] == ENGINE_NONE ? "·" : roof_signs[s->shape[place]]);
    tui_putf(area, row, WORTH, INK_QUIET, "%d/%d", tui_number_of(facts, worth, "for_first"),
             tui_number_of(facts, worth, "for_second"));
}

static void put_area(tui_area *area, int row, const tui_seeing *seeing, const capu_lines *facts,
                     int place) {
    const capitol *s = of(seeing);
    bool pointed = tui_points_at(seeing, AREA_SPOT + place);
    int ink = area_inks[place / CAPITOL_AREAS_EACH];
    char word[TUI_WORD];

    area->spot = (uint8_t)(AREA_SPOT + place);
    tui_put_run(area, row, 1, CELLS + s->head.players * CELL - 1, INK_PLAIN, " ");
    if (pointed)
        tui_put(area, row, 0, INK_ACCENT | INK_BOLD, "▸");
    tui_put_cut(area, row, AREA, FREE - AREA - 1, ink | (pointed ? INK_BOLD | INK_REVERSE : 0),
                tui_word(seeing, capitol_area_names[place], word));
    put_squares(area, row, seeing, facts, place);
    for (int seat = 0; seat < s->head.players; seat++)
        put_cell(area, row, seeing, facts, place, seat);
    area->spot = 0;
}

static void put_heading(const tui_area *area, const tui_seeing *seeing) {
    static const struct {
        int column, width;
        const char *id;
    } titles[] = {{AREA, 14, "area"},  {FREE, 7, "free"},  {FOUNTAINS, 3, "fountains"},
                  {LARGE, 8, "large"}, {ROOFS, 3, "roof"}, {WORTH, 6, "worth"}};

    for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
        tui_put_cut(area, 0, titles[i].column, titles[i].width, INK_QUIET,
                    tui_term(seeing, titles[i].id));
    for (int seat = 0; seat < of(seeing)->head.players; seat++)
        tui_putf(area, 0, CELLS + seat * CELL, tui_seat_ink(seat), "%s %c", tui_seat_shapes[seat],
                 host_seat_letter(seat));
}

/* --------------------------------------------------------------------- cards */

static int card_ink(int card) {
    static const int inks[] = {INK_ORANGE, INK_ORANGE, INK_PLAIN, INK_PLAIN,
                               INK_PLAIN,  INK_BLUE,   INK_PINK,  INK_MAUVE};

    return inks[card & 7];
}

static int put_card(tui_area *area, int row, int column, const tui_seeing *seeing, int card,
                    int marks) {
    bool known = card < 64 && card > 0;
    int kind = known ? capitol_kind_of(card) : 0;

    if (known && tui_points_at(seeing, CARD_SPOT + kind))
        marks |= INK_BOLD | INK_UNDERLINE;
    area->spot = known ? (uint8_t)(CARD_SPOT + kind) : 0;
    column = tui_put(area, row, column, known ? card_ink(card) | marks : INK_QUIET,
                     known ? capitol_card_names[kind] : "??");
    area->spot = 0;
    return column + 1;
}

/* The own hand; what is laid for the bid stands out. */
static void put_hand(tui_area *area, int row, const tui_seeing *seeing, const capu_lines *facts) {
    const capitol *s = of(seeing);
    uint64_t hand = s->hand[seeing->seat], bid = s->bid[seeing->seat];
    int column = tui_put(area, row, 2, INK_QUIET, tui_term(seeing, "hand")) + 1;

    for (; hand; hand &= hand - 1) {
        int bit = __builtin_ctzll(hand);
        bool laid = s->phase == CAPITOL_BID && (bid >> bit & 1);
        column = put_card(area, row, column, seeing, capitol_card_of(bit), laid ? INK_REVERSE : 0);
    }
    const capu_line *own = tui_fact(facts, "bid", "seat", NULL, seeing->seat);
    if (own) {
        char buffer[64], number[16];
        capu_text text = capu_text_on(buffer, sizeof buffer);
        snprintf(number, sizeof number, "%d", tui_number_of(facts, own, "n"));
        host_say(&text, seeing->telling.language, "capitol.terminal.bid", "sum", number, NULL);
        tui_put(area, row, column + 1, INK_ACCENT, buffer);
    }
}

static void put_stacks(tui_area *area, int row, const tui_seeing *seeing) {
    static const char *const names[CAPITOL_DECKS] = {"deck.roof", "deck.floor", "deck.permit"};
    const capitol *s = of(seeing);
    int column = 2;

    for (int deck = 0; deck < CAPITOL_DECKS; deck++) {
        int count = s->stack[deck];
        bool pointed = tui_points_at(seeing, DECK_SPOT + deck);
        area->spot = (uint8_t)(DECK_SPOT + deck);
        column = tui_put(area, row, column, pointed ? INK_ACCENT | INK_BOLD : INK_QUIET,
                         tui_term(seeing, names[deck]));
        column = tui_putf(area, row, column + 1, INK_PLAIN, "%d ", count);
        area->spot = 0;
        if (count)
            column = put_card(area, row, column, seeing, s->cards[deck][count - 1], 0);
        column += 2;
    }
    char buffer[96], number[16];
    capu_text text = capu_text_on(buffer, sizeof buffer);
    snprintf(number, sizeof number, "%d", s->supply);
    host_say(&text, seeing->telling.language, "capitol.terminal.supply", "floors", number, NULL);
    tui_put(area, row, column, INK_QUIET, buffer);
}

/* --------------------------------------------------------------------- seats */

static void put_works(const tui_area *area, int row, const tui_seeing *seeing, int seat) {
    const capitol *s = of(seeing);
    int column = tui_put(area, row, WORKS, INK_QUIET, tui_term(seeing, "works"));
    tui_area part = tui_part(area, row, 0, 1, READY - 1);

    for (int i = 0; i < s->work_kinds[seat]; i++)
        for (int n = 0; n < s->work_count[seat][i]; n++)
            column = tui_putf(&part, 0, column, INK_PLAIN, " %d", s->work_height[seat][i]);
}

static void put_ready(const tui_area *area, int row, const tui_seeing *seeing, int seat) {
    const capitol *s = of(seeing);
    int column = tui_put(area, row, READY, INK_QUIET, tui_term(seeing, "ready"));
    tui_area part = tui_part(area, row, 0, 1, LEFT_ROOFS - 1);

    for (int i = 0; i < s->building_count[seat]; i++)
        column = tui_putf(&part, 0, column, INK_PLAIN, " %d%s", s->building[seat][i] >> 1,
                          roof_signs[s->building[seat][i] & 1]);
}

static void put_seat(const tui_area *area, int row, const tui_seeing *seeing, int seat) {
    const capitol *s = of(seeing);
    int cards = s->hand_size[seat][0] + s->hand_size[seat][1] + s->hand_size[seat][2];

    tui_put_seat(area, row, 1, NAME, seeing, seat);
    tui_putf(area, row, POINTS, INK_BOLD, "%3d%s", s->score[seat], s->consul == seat ? "♛" : "");
    put_works(area, row, seeing, seat);
    put_ready(area, row, seeing, seat);
    tui_putf(area, row, LEFT_ROOFS, INK_QUIET, "+%d● %d▲", s->roofs[seat][CAPITOL_ROUND],
             s->roofs[seat][CAPITOL_TRIANGULAR]);
    char buffer[64];
    capu_text text = capu_text_on(buffer, sizeof buffer);
    host_say_for(&text, seeing->telling.language, "terminal.cards", cards, NULL);
    tui_put(area, row, CARDS, INK_PLAIN, buffer);
    if (s->done >> seat & 1)
        tui_put(area, row, CARDS - 2, INK_GOOD, "✓");
}

static int draw(const tui_area *on, const tui_seeing *seeing, bool roomy) {
    tui_area area = *on;
    capu_lines facts;
    int row = 1;

    capu_facts(seeing->view, &facts);
    put_heading(&area, seeing);
    for (int place = 0; place < CAPITOL_AREAS; place++) {
        if (roomy && place && place % CAPITOL_AREAS_EACH == 0)
            row++;
        put_area(&area, row++, seeing, &facts, place);
    }
    row += roomy;
    for (int seat = 0; seat < of(seeing)->head.players; seat++)
        put_seat(&area, row++, seeing, seat);
    row += roomy;
    put_stacks(&area, row++, seeing);
    if (seeing->seat >= 0)
        put_hand(&area, row++, seeing, &facts);
    if (roomy)
        tui_put_cut(&area, row++, 2, area.columns - 4, INK_QUIET, tui_term(seeing, "legend"));
    return row;
}

/* --------------------------------------------------------------------- words */

/* Says a text with two numbers of a fact: how far, and how far it goes. */
static void say_count(capu_text *out, const tui_seeing *seeing, const capu_lines *facts,
                      const capu_line *line, const char *id, const char *tile) {
    char n[16], most[16];

    snprintf(n, sizeof n, "%d", tui_number_of(facts, line, "n"));
    snprintf(most, sizeof most, "%d", tui_number_of(facts, line, "most"));
    host_say(out, seeing->telling.language, id, "round", n, "rounds", most, "auction", n,
             "auctions", most, "tile", tile, NULL);
}

static void moment(const tui_seeing *seeing, capu_text *out) {
    capu_lines facts;
    char id[TUI_WORD];

    capu_facts(seeing->view, &facts);
    const capu_line *sale = tui_fact(&facts, "tile", NULL, NULL, -1);
    say_count(out, seeing, &facts, tui_fact(&facts, "round", NULL, NULL, -1),
              "capitol.terminal.moment", "");
    if (!sale)
        return;
    capu_text_add(out, " · ");
    snprintf(id, sizeof id, "capitol.terminal.tile.%s", tui_arg_of(&facts, sale, "tile")->word);
    say_count(out, seeing, &facts, sale, "capitol.terminal.auction",
              host_wording(seeing->telling.language, id));
}

static const char *ask(const tui_seeing *seeing) {
    static const char *const names[] = {"build", "put", "bid", "place", "draw", "over"};

    return names[of(seeing)->phase];
}

static const tui_about rules[] = {{"floor", "floors"},
                                  {"put", "floors"},
                                  {"roof", "roofs"},
                                  {"permit", "permits"},
                                  {"null", "nothing"},
                                  {"pass", "construction"},
                                  {"bid", "auctions"},
                                  {"stop", "auctions"},
                                  {"fountain", "tiles"},
                                  {"amphitheatre", "tiles"},
                                  {"temple", "tiles"},
                                  {"draw", "draw"},
                                  {0}};

const tui_board board_capitol = {.game = "capitol",
                                 .rules = rules,
                                 .moment = moment,
                                 .ask = ask,
                                 .draw = draw,
                                 .touches = touches};
