/* Capitol's board as text. */
#include "games/capitol/capitol.h"

#include <stdarg.h>
#include <string.h>

#include "host/words.h"
#include "tui/draw.h"

enum { CELL = 9, ROOFS_END = 44, LINE = 256 }; /* columns; bytes */

typedef struct board {
    const capitol *s;
    int seat;
    capu_style style;
    FILE *out;
} board;

/* A line that is put together before it is printed in a column. */
typedef struct line {
    char text[LINE];
    size_t length;
} line;

__attribute__((format(printf, 2, 3))) static void add(line *l, const char *format, ...) {
    va_list arguments;

    va_start(arguments, format);
    int written = vsnprintf(l->text + l->length, LINE - l->length, format, arguments);
    va_end(arguments);
    if (written > 0)
        l->length += (size_t)written < LINE - l->length ? (size_t)written : LINE - l->length - 1;
}

static const char *dagger(const board *b) {
    return b->style.plain ? "+" : "†";
}

/* ------------------------------------------------------------------- areas */

/* Fills up with blanks to a column; `wide` bytes of the text take no column of their own. */
static void fill_to(line *l, size_t column, size_t wide) {
    do
        add(l, " ");
    while (l->length < column + wide && l->length + 1 < LINE);
}

static const char *shape_text(const board *b, uint8_t shape) {
    static const char *const signs[] = {"●", "▲"};
    static const char *const words[] = {"o", "^"};

    if (shape == CAPU_NONE)
        return "-";
    return b->style.plain ? words[shape] : signs[shape];
}

static const char *large_text(uint8_t large) {
    static const char *const names[] = {"amphi.", "temple"};

    return large == CAPU_NONE ? "-" : names[large];
}

/* Heights, floors in all, and whether that is first or second. */
static void add_cell(line *l, const capitol *s, int area, int seat) {
    capitol_standing standing = s->standing[area];
    int buildings = 0;

    for (const uint8_t *at = s->built[area]; *at; at++)
        if ((*at & 3) == seat) {
            add(l, "%d", *at >> 2);
            buildings++;
        }
    if (buildings > 1)
        add(l, "=%d", s->weight[area][seat] >> 3);
    if (buildings == 0)
        add(l, ".");
    add(l, "%s%s", standing.first >> seat & 1 ? "*" : "", standing.second >> seat & 1 ? "'" : "");
}

static void draw_area(const board *b, int area) {
    const capitol *s = b->s;
    const char *shape = shape_text(b, s->shape[area]);
    size_t wide = strlen(shape) - 1;
    line l = {{0}, 0};

    add(&l, " %-6s%-11s%4d%6d   %-7s", area % 3 ? "" : capitol_colour_names[area / 3],
        capitol_area_names[area], s->free[area], s->fountains[area], large_text(s->large[area]));
    add(&l, "%s", shape);
    fill_to(&l, ROOFS_END, wide);
    for (int seat = 0; seat < s->head.players; seat++) {
        if (seat > 0)
            fill_to(&l, (size_t)(ROOFS_END + seat * CELL), wide);
        add_cell(&l, s, area, seat);
    }
    fprintf(b->out, "%s\n", l.text);
}

static void draw_areas(const board *b) {
    fprintf(b->out, " %-6s%-11s free%s fo.%s %-7s%s", "", "area", dagger(b), dagger(b), "large",
            "roofs ");
    for (int seat = 0; seat < b->s->head.players; seat++)
        fprintf(b->out, "%sseat %c", seat ? "   " : "", capu_seat_letter(seat));
    fputc('\n', b->out);
    for (int area = 0; area < AREAS; area++)
        draw_area(b, area);
    fprintf(b->out,
            "   free, fo.: small squares free, fountains; roofs %s round, %s triangular; by seat\n"
            "   the heights of its buildings = floors; * first, ' second\n"
            "   %s reconstructed: our texts do not give these for each area\n\n",
            shape_text(b, ROUND), shape_text(b, TRIANGULAR), dagger(b));
}

/* ------------------------------------------------------------------- cards */

static void add_card(line *l, int card) {
    add(l, " %s", card < 64 ? capitol_card_names[capitol_kind_of(card)] : "?");
}

static void add_set(line *l, uint64_t set) {
    for (; set; set &= set - 1)
        add_card(l, capitol_card_of(__builtin_ctzll(set)));
}

/* The cards of a stack that are known, the top first. */
static void draw_stack(const board *b, int deck) {
    const capitol *s = b->s;
    line seen = {{0}, 0}, pile = {{0}, 0};

    for (int i = s->stack[deck] - 1; i >= s->unseen[deck]; i--)
        add_card(&seen, s->cards[deck][i]);
    for (int i = DECK_ROOM - s->discard[deck]; i < DECK_ROOM; i++)
        add_card(&pile, s->cards[deck][i]);
    fprintf(b->out, "   %-7s stack of %d:%s", capitol_deck_names[deck], s->stack[deck],
            s->stack[deck] ? seen.text : " empty");
    if (s->unseen[deck])
        fprintf(b->out, " and %d unseen", s->unseen[deck]);
    if (s->discard[deck])
        fprintf(b->out, "; discards, the last first:%s", pile.text);
    fputc('\n', b->out);
}

/* ------------------------------------------------------------------- seats */

/* A hand as far as it is known, and how many other cards there are. */
static void add_hand(line *l, const capitol *s, int seat) {
    static const char *const names[DECKS] = {"roof card", "floor card", "permit"};
    bool first = s->hand[seat] == 0;

    add_set(l, s->hand[seat]);
    for (int deck = 0; deck < DECKS; deck++) {
        int hidden = s->hand_size[seat][deck];
        hidden -= capitol_size(s->hand[seat] & capitol_deck_cards[deck]);
        if (hidden == 0)
            continue;
        add(l, "%s %d unknown %s%s", first ? "" : ",", hidden, names[deck], hidden > 1 ? "s" : "");
        first = false;
    }
    if (first)
        add(l, " none");
}

static void draw_hand(const board *b, int seat) {
    line hand = {{0}, 0}, known = {{0}, 0};

    add_hand(&hand, b->s, seat);
    add_set(&known, b->s->known[seat]);
    fprintf(b->out, "     hand:%s", hand.text);
    if (seat == b->seat && known.length)
        fprintf(b->out, "  (all know%s)", known.text);
    fputc('\n', b->out);
}

static void draw_bid(const board *b, int seat) {
    line bid = {{0}, 0};

    if (b->s->phase != BID)
        return;
    if (b->s->bid[seat] == HIDDEN_BID) {
        fprintf(b->out, "     bid: %s\n", b->s->done >> seat & 1 ? "laid" : "being laid");
        return;
    }
    add_set(&bid, b->s->bid[seat]);
    fprintf(b->out, "     bid:%s = %d%s\n", bid.length ? bid.text : " nothing",
            capitol_sum(b->s->bid[seat]), b->s->done >> seat & 1 ? ", laid" : "");
}

static void draw_buildings(const board *b, int seat) {
    const capitol *s = b->s;
    line works = {{0}, 0}, buildings = {{0}, 0};

    for (int i = 0; i < s->work_kinds[seat]; i++) {
        add(&works, " %d", s->work_height[seat][i]);
        if (s->work_count[seat][i] > 1)
            add(&works, " (%d times)", s->work_count[seat][i]);
    }
    for (int i = 0; i < s->building_count[seat]; i++)
        add(&buildings, "%s %d %s", i ? "," : "", s->building[seat][i] >> 1,
            capitol_shape_names[s->building[seat][i] & 1]);
    fprintf(b->out, "     finished:%s\n", buildings.length ? buildings.text : " none");
    fprintf(b->out, "     works:%s; roofs left: %d round, %d triangular\n",
            works.length ? works.text : " none", s->roofs[seat][ROUND], s->roofs[seat][TRIANGULAR]);
}

static void draw_seat(const board *b, int seat) {
    const capitol *s = b->s;
    bool building = s->phase == BUILD || s->phase == PUT;

    fprintf(b->out, " %s Seat %c%s%s: %d point%s%s\n", s->turn == seat ? ">" : " ",
            capu_seat_letter(seat), seat == b->seat ? " (you)" : "",
            s->consul == seat ? ", consul" : "", s->score[seat], s->score[seat] == 1 ? "" : "s",
            building && (s->done >> seat & 1) ? ", has passed" : "");
    draw_hand(b, seat);
    draw_bid(b, seat);
    draw_buildings(b, seat);
}

/* --------------------------------------------------------------------- all */

static const char *tile_name(const capitol *s) {
    static const char *const names[] = {"a fountain", "an amphitheatre", "a temple"};

    return names[capitol_tile(s) - PLACE_FOUNTAIN];
}

static void draw_heading(const board *b) {
    const capitol *s = b->s;

    fprintf(b->out, " Round %d of %d", s->round, ROUNDS);
    if (s->auction)
        fprintf(b->out, ", auction %d of %d: %s", s->auction, AUCTIONS, tile_name(s));
    fprintf(b->out, ", %d floors in the supply\n\n", s->supply);
}

static void draw(const capu_state *view, int seat, capu_style style, FILE *out) {
    board b = {(const capitol *)view, seat, style, out};

    draw_heading(&b);
    draw_areas(&b);
    for (int deck = 0; deck < DECKS; deck++)
        draw_stack(&b, deck);
    for (int other = 0; other < b.s->head.players; other++)
        draw_seat(&b, other);
}

const capu_drawing capu_draw_capitol = {
    .game = "capitol",
    .draw = draw,
};
