/* Caprice's board as text. */
#include "games/caprice/caprice.h"

#include "host/words.h"
#include "tui/draw.h"

typedef struct board {
    const caprice *s;
    int seat;
    capu_style style;
    FILE *out;
} board;

/* A kind in two columns, with its shape where there are shapes. */
static const char *kind_text(const board *b, uint8_t kind) {
    static const char *const shapes[] = {"●dr", "○lr", "▲dt", "△lt"};

    if (kind >= KINDS)
        return b->style.plain ? "??" : " ??";
    return b->style.plain ? caprice_kinds[kind] : shapes[kind];
}

static const char *empty_cell(const board *b) {
    return b->style.plain ? "  " : "   ";
}

static void draw_level(const board *b, int level) {
    const char *bar = b->style.plain ? "|" : "│";

    fprintf(b->out, "   %d %s", level + 1, bar);
    for (int place = 0; place < PLACES; place++) {
        int height = b->s->height[place];
        bool marked = place == b->s->marker && level == height - 1;
        bool placed = place == b->s->placed && level == height - 1;
        const char *text = level < height ? kind_text(b, (uint8_t)caprice_block(b->s, place, level))
                                          : empty_cell(b);
        fprintf(b->out, " %s%c%s", text, marked ? '*' : placed ? '+' : ' ', bar);
    }
    fputc('\n', b->out);
}

static void draw_towers(const board *b) {
    for (int level = LEVELS - 1; level >= 0; level--)
        draw_level(b, level);
    fputs("     ", b->out);
    for (int place = 0; place < PLACES; place++)
        fputs(b->style.plain ? "+----" : place ? "┴─────" : "└─────", b->out);
    fputs(b->style.plain ? "+\n     " : "┘\n     ", b->out);
    for (int place = 0; place < PLACES; place++)
        fprintf(b->out, b->style.plain ? "  %d  " : "   %d  ", place + 1);
    fputs("\n", b->out);
    if (b->s->marker != CAPU_NONE)
        fputs("     * has the marker and cannot be moved\n", b->out);
}

static void draw_reserve(const board *b) {
    fputs("   Reserve:", b->out);
    for (int kind = 0; kind < KINDS; kind++)
        fprintf(b->out, "  %s %d", kind_text(b, (uint8_t)kind), b->s->reserve[kind]);
    fputc('\n', b->out);
}

static void draw_kinds(const board *b, const uint8_t *kinds, int count) {
    for (int i = 0; i < count; i++)
        fprintf(b->out, " %s", kind_text(b, kinds[i]));
}

static void draw_points(const board *b, int seat) {
    const caprice *s = b->s;
    uint8_t order[LEVELS];

    if (s->phase == OVER) {
        fputs("   order:", b->out);
        draw_kinds(b, s->orders[seat], LEVELS);
        fprintf(b->out, "   %d points", s->scores[seat]);
    } else if (s->tile_count[seat] == TILES && s->tiles[seat][0] < KINDS) {
        int points = caprice_best_order(s, s->tiles[seat], order);
        fputs("   best order now:", b->out);
        draw_kinds(b, order, LEVELS);
        fprintf(b->out, "   %d point%s", points, points == 1 ? "" : "s");
    }
}

static void draw_seat(const board *b, int seat) {
    const caprice *s = b->s;

    fprintf(b->out, " %s Seat %c%s:", s->turn == seat ? ">" : " ", capu_seat_letter(seat),
            seat == b->seat ? " (you)" : "");
    draw_kinds(b, s->tiles[seat], s->tile_count[seat]);
    draw_points(b, seat);
    if (s->shown_count[seat]) {
        fputs("   set aside in the deal:", b->out);
        draw_kinds(b, s->shown[seat], s->shown_count[seat]);
    }
    fputc('\n', b->out);
}

static void draw(const capu_state *view, int seat, capu_style style, FILE *out) {
    board b = {(const caprice *)view, seat, style, out};

    draw_towers(&b);
    draw_reserve(&b);
    for (int other = 0; other < b.s->head.players; other++)
        draw_seat(&b, other);
    if (b.s->drawn < KINDS)
        fprintf(out, "   Drawn: %s\n", kind_text(&b, b.s->drawn));
}

const capu_drawing capu_draw_caprice = {
    .game = "caprice",
    .draw = draw,
};
