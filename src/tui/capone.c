/* Capone's town as text. */
#include "games/capone/capone.h"

#include <string.h>

#include "host/words.h"
#include "tui/draw.h"

typedef struct board {
    const capone *s;
    int seat;
    capu_style style;
    FILE *out;
} board;

enum { NAME = 20, SPACE = 34, LINE = 128 };

/* ------------------------------------------------------------------ pieces */

static void add(char line[LINE], const char *text) {
    size_t length = strlen(line);

    snprintf(line + length, LINE - length, "%s%s", length ? " " : "", text);
}

/* Members, highest first, and bodyguards: "50 40 g2". */
static void add_force(char line[LINE], capone_force force) {
    char guards[8];

    for (int rank = 0; rank < RANKS; rank++)
        for (uint8_t bit = capone_rank_bits[rank]; force.members & bit;
             force.members = capone_without(force.members, bit))
            add(line, capone_rank_names[rank]);
    snprintf(guards, sizeof guards, "g%d", force.guards);
    if (force.guards)
        add(line, guards);
}

static void print_force(const board *b, const char *label, capone_force force) {
    char line[LINE] = "";

    add_force(line, force);
    fprintf(b->out, "  %s %s", label, *line ? line : "-");
}

/* A name, with the mark of what is reconstructed. */
static const char *title(const board *b, int card, char line[LINE]) {
    const char *mark = b->style.plain ? "+" : "†";

    snprintf(line, LINE, "%s%s", capone_titles[card], capone_reconstructed[card] ? mark : "");
    return line;
}

/* Pads to columns; the mark takes three bytes and one column. */
static int padded(const board *b, int card, int columns) {
    return columns + (capone_reconstructed[card] && !b->style.plain ? 2 : 0);
}

/* ------------------------------------------------------------------- board */

static void draw_space(const board *b, int space, int width) {
    char line[LINE] = "", total[32], cell[LINE];
    bool pending = b->s->phase == FORCE && b->s->pending_space == space;

    if (b->s->owner[space] == CAPU_NONE) {
        fprintf(b->out, "%-*s", width, pending ? "free   <- to be filled" : "free");
        return;
    }
    add_force(line, b->s->space[space]);
    snprintf(total, sizeof total, "= %d", FIVE * capone_total(b->s->space[space]));
    add(line, total);
    snprintf(cell, sizeof cell, "seat %c: %.100s%s", capu_seat_letter(b->s->owner[space]), line,
             pending ? " <-" : "");
    fprintf(b->out, "%-*s", width, cell);
}

static void draw_illegal(const board *b) {
    char line[LINE];

    fprintf(b->out, "   %-*s%-*s%s\n", NAME + 4, "Illegal businesses", SPACE, "space 1", "space 2");
    for (int business = 0; business < ILLEGAL; business++) {
        fprintf(b->out, "   %3d %-*s", FIVE * capone_values[business], padded(b, business, NAME),
                title(b, business, line));
        draw_space(b, 2 * business, SPACE);
        draw_space(b, 2 * business + 1, 0);
        fputc('\n', b->out);
    }
}

static void draw_legal(const board *b) {
    char line[LINE];
    const char *before = " ";

    fputs("   Legal:", b->out);
    for (int i = 0; i < LEGAL; i++) {
        if (b->s->legal[i] == CAPU_NONE)
            continue;
        fprintf(b->out, "%s%s seat %c", before, title(b, FIRST_LEGAL + i, line),
                capu_seat_letter(b->s->legal[i]));
        before = ", ";
    }
    fputs(*before == ' ' ? " nobody\n" : "\n", b->out);
}

static void draw_guest(const board *b, const char *place, capone_guest guest) {
    if (guest.seat == CAPU_NONE)
        fprintf(b->out, "  %s -", place);
    else
        fprintf(b->out, "  %s %s of seat %c", place, capone_rank_names[guest.rank],
                capu_seat_letter(guest.seat));
}

static void draw_guests(const board *b) {
    static const char *const blocks[] = {"block 1", "block 2", "block 3"};

    fputs("   Rest:", b->out);
    for (int i = 0; i < REST; i++)
        draw_guest(b, capone_titles[FIRST_REST + i], b->s->rest[i]);
    fputs("\n   Prison:", b->out);
    for (int i = BLOCKS - 1; i >= 0; i--)
        draw_guest(b, blocks[i], b->s->prison[i]);
    fputc('\n', b->out);
}

/* ------------------------------------------------------------------- seats */

static void draw_cards(const board *b, const char *label, const capone_cards *cards) {
    if (cards->count == 0)
        return;
    fprintf(b->out, "  %s", label);
    if (cards->list[0] >= KINDS)
        fprintf(b->out, " %d", cards->count);
    for (int i = 0; i < cards->count && cards->list[0] < KINDS; i++)
        fprintf(b->out, " %s", capone_card_names[cards->list[i]]);
}

static void draw_seat(const board *b, int seat) {
    const capone *s = b->s;
    const capone_seat *own = &s->seats[seat];

    fprintf(b->out, " %s Seat %c%s  cash %d  steps %d", s->turn == seat ? ">" : " ",
            capu_seat_letter(seat), seat == b->seat ? " (you)" : "", FIVE * own->cash, own->steps);
    print_force(b, "home", own->home);
    if (own->park)
        fprintf(b->out, "  park g%d", own->park);
    if (own->harbour || own->lost)
        print_force(b, "harbour", (capone_force){own->harbour, own->lost});
    fputs("\n       ", b->out);
    draw_cards(b, "hand:", &own->hand);
    draw_cards(b, "used:", &own->used);
    draw_cards(b, "thrown away:", &own->discarded);
    draw_cards(b, "swapped:", &own->swapped);
    fputc('\n', b->out);
}

static void draw(const capu_state *view, int seat, capu_style style, FILE *out) {
    static const char *const payouts[] = {"pieces", "original", "yaourt", "jeuxoc"};
    board b = {(const capone *)view, seat, style, out};
    const capone *s = b.s;
    int years = s->head.options[YEARS] ? s->head.options[YEARS] : 60;

    fprintf(out, "   Year %d of at most %d, seat %c first, payout %s\n", s->year + 1, years,
            capu_seat_letter(s->first), payouts[s->head.options[PAYOUT]]);
    draw_illegal(&b);
    draw_legal(&b);
    draw_guests(&b);
    for (int other = 0; other < s->head.players; other++)
        draw_seat(&b, other);
    fprintf(out, "   %s reconstructed: of an illegal business its value, of a legal one its name\n",
            style.plain ? "+" : "†");
}

const capu_drawing capu_draw_capone = {
    .game = "capone",
    .draw = draw,
};
