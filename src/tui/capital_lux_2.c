/* Capital Lux 2's capital and cities as text. */
#include "games/capital_lux_2/capital_lux_2.h"

#include <string.h>

#include "host/words.h"
#include "tui/draw.h"

typedef struct board {
    const clx *s;
    int seat;
    capu_style style;
    FILE *out;
} board;

enum { LABEL = 15, COLUMN = 20, WIDTH = COLUMN - 2 /* six cards */ };

/* ------------------------------------------------------------------- cells */

/* A row of the table: a label, then a cell for each district. */
typedef struct row {
    char cells[DISTRICTS][128];
} row;

static void add(char *cell, const char *text) {
    size_t length = strlen(cell);

    snprintf(cell + length, sizeof((row *)0)->cells[0] - length, "%s", text);
}

static void add_number(char *cell, int number) {
    char text[16];

    snprintf(text, sizeof text, "%d", number);
    add(cell, text);
}

static void add_cards(const clx *s, char *cell, int list) {
    for (int i = s->start[list]; i < s->start[list + 1]; i++) {
        add(cell, clx_card_names[s->cards[i]]);
        if (i + 1 < s->start[list + 1])
            add(cell, " ");
    }
}

static int lines_of(const char *cell) {
    int length = (int)strlen(cell);

    return length == 0 ? 1 : (length + WIDTH - 1) / WIDTH;
}

/* One line of a cell. Bytes that go on with a character take no column. */
static void print_cell(const board *b, const char *cell, int line) {
    int at = line * WIDTH, more = 0;
    const char *text = at < (int)strlen(cell) ? cell + at : "";

    for (int i = 0; i < WIDTH && text[i]; i++)
        more += ((unsigned char)text[i] & 0xC0) == 0x80;
    fprintf(b->out, "%s %-*.*s", b->style.plain ? "|" : "│", COLUMN - 1 + more, WIDTH, text);
}

/* Cells that are too long go on below; a card takes three columns, so none is cut. */
static void print_row(const board *b, const char *label, const row *r) {
    int lines = 1;

    for (int d = 0; d < DISTRICTS; d++)
        lines = lines_of(r->cells[d]) > lines ? lines_of(r->cells[d]) : lines;
    for (int line = 0; line < lines; line++) {
        fprintf(b->out, " %-*s", LABEL, line ? "" : label);
        for (int d = 0; d < DISTRICTS; d++)
            print_cell(b, r->cells[d], line);
        fputc('\n', b->out);
    }
}

/* What is reconstructed, and what is as in the first edition. */
static const char *const marks[2][2] = {{"‡", "†"}, {"(=)", "(+)"}};

static const char *mark(const board *b, bool reconstructed) {
    return marks[b->style.plain][reconstructed];
}

static void print_rule(const board *b) {
    for (int i = 0; i < LABEL + 1; i++)
        fputs(b->style.plain ? "-" : "─", b->out);
    for (int d = 0; d < DISTRICTS; d++) {
        fputs(b->style.plain ? "+" : "┼", b->out);
        for (int i = 0; i < COLUMN; i++)
            fputs(b->style.plain ? "-" : "─", b->out);
    }
    fputc('\n', b->out);
}

/* ------------------------------------------------------------------ capital */

static void print_powers(const board *b) {
    row names = {0}, tiles = {0};

    for (int d = 0; d < DISTRICTS; d++) {
        add(names.cells[d], clx_district_names[d]);
        add(tiles.cells[d], clx_power_of(b->s, d)->name);
        add(tiles.cells[d], " ");
        add(tiles.cells[d], mark(b, clx_power_of(b->s, d)->reconstructed));
    }
    print_row(b, "", &names);
    print_row(b, "power", &tiles);
}

static void add_laid(const board *b, char *cell, int district) {
    for (int i = 0; i < b->s->laid_count; i++) {
        if (b->s->laid[i].district != district)
            continue;
        uint8_t modifier = b->s->laid[i].modifier;
        add(cell, " ");
        add(cell, modifier < MODIFIERS ? clx_card_names[KINDS + modifier] : "?");
    }
}

static void add_pieces(const board *b, char *cell, int district) {
    const clx *s = b->s;

    if (s->infiltrator != CAPU_NONE && s->infiltrator / SIDES == district)
        add(cell, s->infiltrator % SIDES ? " tile -3" : " tile +3");
    add_laid(b, cell, district);
    if (s->capital_gold[district]) {
        add(cell, " gold ");
        add_number(cell, s->capital_gold[district]);
    }
}

static void print_capital(const board *b) {
    row cards = {0}, limits = {0};

    for (int d = 0; d < DISTRICTS; d++) {
        add_cards(b->s, cards.cells[d], clx_capital(d));
        add_number(limits.cells[d], clx_open_limit(b->s, d));
        add_pieces(b, limits.cells[d], d);
    }
    print_rule(b);
    print_row(b, "CAPITAL", &cards);
    print_row(b, "  limit", &limits);
}

/* ------------------------------------------------------------------- cities */

static void owner_name(const board *b, int owner, char name[32]) {
    const clx *s = b->s;

    if (owner >= s->head.players)
        snprintf(name, 32, "ROB");
    else
        snprintf(name, 32, "%s%s %d%s", s->turn == owner ? ">" : "", "SEAT", owner,
                 owner == b->seat ? " (you)" : "");
}

static void print_city(const board *b, int owner) {
    const clx *s = b->s;
    row cards = {0}, totals = {0};
    char name[32];

    for (int d = 0; d < DISTRICTS; d++) {
        int total = s->city_total[owner][d];
        add_cards(s, cards.cells[d], clx_city(owner, d));
        if (total)
            add_number(totals.cells[d], total);
        if (total > clx_open_limit(s, d))
            add(totals.cells[d], " over");
        if (owner < s->head.players && (s->guards[owner] >> d & 1))
            add(totals.cells[d], " guard");
        if (owner < s->head.players && s->aristocrats[d] == owner)
            add(totals.cells[d], " aristocrat");
    }
    owner_name(b, owner, name);
    print_rule(b);
    print_row(b, name, &cards);
    print_row(b, "  total", &totals);
}

/* ------------------------------------------------------------------- seats */

static void print_tally(const board *b, uint64_t tally, int count) {
    for (int kind = 0; kind < CITIZENS; kind++)
        for (int n = clx_how_many(tally, kind); n > 0; n--, count--)
            fprintf(b->out, " %s", clx_card_names[kind]);
    for (; count > 0; count--)
        fputs(" ??", b->out);
}

static void print_list(const board *b, const char *label, const uint8_t *cards, int count) {
    if (count == 0)
        return;
    fprintf(b->out, "  %s:", label);
    for (int i = 0; i < count; i++)
        fprintf(b->out, " %s", cards[i] == CAPU_HIDDEN ? "??" : clx_card_names[cards[i]]);
}

static void print_owner(const board *b, int owner) {
    const clx *s = b->s;
    int bonus = clx_bonus(owner);
    char name[32];

    owner_name(b, owner, name);
    fprintf(b->out, " %-*s  gold %d  points now %d", LABEL, name, s->gold[owner],
            clx_score(s, owner));
    print_list(b, "bonus", s->cards + s->start[bonus], clx_length(s, bonus));
    if (owner < s->head.players && s->hand_count[owner]) {
        fputs("  hand:", b->out);
        print_tally(b, s->hand[owner], s->hand_count[owner]);
    }
    if (owner == b->seat && s->packet_size) {
        fputs("  packet:", b->out);
        print_tally(b, s->packet[owner], s->packet_size);
    }
    fputc('\n', b->out);
}

static void print_rob(const board *b) {
    const clx *s = b->s;

    if (!clx_solo(s))
        return;
    print_list(b, "ROB's hand", s->rob_hand, s->rob_hand_count);
    fputs("  reserve:", b->out);
    print_tally(b, s->hand[ROB], 0);
    fprintf(b->out, "  red cards %d of %d", s->rob_reds, REDS);
    if (s->rob_turned)
        fprintf(b->out, "  (last: %s)", clx_rob_names[s->rob_cards[s->rob_turned - 1]]);
    fprintf(b->out, "  %s\n", mark(b, true));
}

/* -------------------------------------------------------------------- whole */

static void print_moment(const board *b) {
    const clx *s = b->s;

    fprintf(b->out, " Round %d of %d, pile %d", s->round, ROUNDS, s->pile_count);
    if (!clx_solo(s))
        fprintf(b->out, ", emperor: seat %c", capu_seat_letter(s->emperor));
    if (clx_in_play(s, AGENT))
        fprintf(b->out, ", modifiers left %d", s->modifier_count);
    if (s->grey_count)
        fprintf(b->out, ", grey cards left %d", s->grey_count);
    if (s->last != CAPU_NONE)
        fprintf(b->out, ", turns left %d", s->last);
    fputc('\n', b->out);
    print_list(b, "Open beside the pile", s->display, s->display_count);
    print_list(b, "Drawn", s->drawn, s->drawn_count);
    if (s->display_count || s->drawn_count)
        fputc('\n', b->out);
}

static void print_effects(const board *b) {
    bool reconstructed = clx_solo(b->s), first_edition = false;

    for (int d = 0; d < DISTRICTS; d++) {
        const clx_power *power = clx_power_of(b->s, d);
        fprintf(b->out, " %-12s %s %s\n", power->name, power->effect,
                mark(b, power->reconstructed));
        reconstructed |= power->reconstructed;
        first_edition |= !power->reconstructed;
    }
    if (reconstructed)
        fprintf(b->out, " %s reconstructed: our texts do not give it\n", mark(b, true));
    if (first_edition)
        fprintf(b->out, " %s as in the first edition; our text says that it was slightly changed\n",
                mark(b, false));
}

static void draw(const capu_state *view, int seat, capu_style style, FILE *out) {
    board b = {(const clx *)view, seat, style, out};

    print_moment(&b);
    print_powers(&b);
    print_capital(&b);
    for (int owner = 0; owner < clx_owners(b.s); owner++)
        print_city(&b, owner);
    print_rule(&b);
    for (int owner = 0; owner < clx_owners(b.s); owner++)
        print_owner(&b, owner);
    print_rob(&b);
    print_effects(&b);
}

const capu_drawing capu_draw_capital_lux_2 = {
    .game = "capital-lux-2",
    .draw = draw,
};
