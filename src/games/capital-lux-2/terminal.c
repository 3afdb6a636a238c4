/* Capital Lux 2's capital and cities on a canvas: a column a district. */
#include "games/capital-lux-2/lux.h"

#include <stdio.h>
#include <string.h>

#include "tui/table/board.h"
#include "tui/table/facts.h"

enum { LABEL = 18, GAUGE = 6 };
enum { DISTRICT_SPOT = 1, CARD_SPOT = 8 };

static const int inks[LUX_COLOURS] = {INK_BLUE, INK_PINK, INK_YELLOW, INK_GREEN, INK_QUIET};

typedef struct sight {
    tui_area area;
    const tui_seeing *seeing;
    const lux *s;
    capu_lines facts;
    int width; /* of a district */
} sight;

/* -------------------------------------------------------------------- facts */

/* An argument of the first fact that has this id and is about this owner and district; -1 is about
 * any. NO_FACT: there is none, as there is no limit when the game is over. */
enum { NO_FACT = -1 };
static int figure(const sight *v, const char *id, int owner, int district, const char *name) {
    const char *rob = owner >= v->s->head.players ? "rob" : NULL;

    for (int i = 0; i < v->facts.count; i++) {
        const capu_line *line = &v->facts.lines[i];
        if (strcmp(line->id, id) == 0 &&
            (owner < 0 || tui_is_about(&v->facts, line, "seat", rob, owner)) &&
            (district < 0 ||
             tui_is_about(&v->facts, line, "district", lux_district_names[district], -1)))
            return tui_number_of(&v->facts, line, name);
    }
    return NO_FACT;
}

/* ------------------------------------------------------------------- actions */

/* Cards to be played are known by their kind, powers by the first district that they name. */
static bool touches(capu_action action, int spot) {
    int verb = (int)(action >> 15), first = action >> 10 & 31, second = action >> 5 & 31;

    if (verb == LUX_CITY || verb == LUX_CAPITAL)
        return spot == CARD_SPOT + first ||
               (first < LUX_KINDS && spot == DISTRICT_SPOT + lux_colour[first]);
    if (verb == LUX_KEEP)
        return spot == CARD_SPOT + first || spot == CARD_SPOT + second;
    return false;
}

static bool pointed(const sight *v, int spot) {
    return tui_points_at(v->seeing, spot);
}

/* --------------------------------------------------------------------- cells */

static int column_of(const sight *v, int district) {
    return LABEL + 2 + district * v->width;
}

static void put_bars(const sight *v, int row) {
    for (int d = 0; d < LUX_DISTRICTS; d++)
        tui_put(&v->area, row, column_of(v, d) - 2, INK_QUIET, "│");
}

/* A card of the district's own colour is its value; others say what they are. */
static void put_cards(const sight *v, int row, int district, int list) {
    int column = column_of(v, district), end = column + v->width - 2;
    const lux *s = v->s;

    for (int i = s->start[list]; i < s->start[list + 1]; i++) {
        int kind = s->cards[i], colour = lux_colour[kind];
        char text[8];
        snprintf(text, sizeof text, "%s", lux_card_names[kind] + (colour == district));
        if (column + (int)strlen(text) > end) {
            tui_put(&v->area, row, end - 1, inks[district], "…");
            return;
        }
        column = tui_put(&v->area, row, column, inks[colour], text) + 1;
    }
}

static int put_hint(const sight *v, int row, int column, const char *text) {
    return tui_put(&v->area, row, column + 1, INK_ACCENT, text);
}

/* ------------------------------------------------------------------- capital */

static void put_limit(const sight *v, int row, int d) {
    const lux *s = v->s;
    int limit = figure(v, "limit", -1, d, "n"), column = column_of(v, d);
    char side[TUI_WORD];

    if (limit != NO_FACT)
        column = tui_putf(&v->area, row, column, INK_BOLD, "%d", limit);
    if (s->infiltrator != ENGINE_NONE && s->infiltrator / LUX_SIDES == d)
        column = put_hint(v, row, column,
                          tui_word(v->seeing, lux_side_names[s->infiltrator % LUX_SIDES], side));
    for (int i = 0; i < s->laid_count; i++)
        if (s->laid[i].district == d)
            column = put_hint(v, row, column,
                              s->laid[i].modifier < LUX_MODIFIERS
                                  ? lux_card_names[LUX_KINDS + s->laid[i].modifier]
                                  : "?");
    if (s->capital_gold[d])
        tui_putf(&v->area, row, column + 1, INK_YELLOW, "◉%d", s->capital_gold[d]);
}

static void put_district(sight *v, int d, int rows) {
    const lux_power *power = lux_power_of(v->s, d);
    bool chosen = pointed(v, DISTRICT_SPOT + d);
    int column = column_of(v, d), marks = chosen ? INK_BOLD | INK_REVERSE : INK_BOLD;
    char word[TUI_WORD];

    v->area.spot = (uint8_t)(DISTRICT_SPOT + d);
    for (int row = 0; row < rows; row++)
        tui_put_run(&v->area, row, column, v->width - 2, INK_PLAIN, " ");
    tui_put_cut(&v->area, 0, column, v->width - 2, inks[d] | marks,
                tui_word(v->seeing, lux_district_names[d], word));
    tui_put_cut(&v->area, 1, column, v->width - 2, inks[d], tui_word(v->seeing, power->name, word));
    tui_put(&v->area, 1, column + v->width - 3, INK_QUIET, power->reconstructed ? "†" : "‡");
    put_cards(v, 2, d, lux_capital(d));
    put_limit(v, 3, d);
    v->area.spot = 0;
}

static int put_capital(sight *v) {
    for (int d = 0; d < LUX_DISTRICTS; d++)
        put_district(v, d, 4);
    tui_put(&v->area, 2, 1, INK_BOLD, tui_term(v->seeing, "capital"));
    tui_put(&v->area, 3, 1, INK_QUIET, tui_term(v->seeing, "limit"));
    for (int row = 0; row < 4; row++)
        put_bars(v, row);
    return 4;
}

/* -------------------------------------------------------------------- cities */

static int put_bar(const sight *v, int row, int column, int total, int limit, int ink) {
    int full = limit ? (total * GAUGE + limit - 1) / limit : GAUGE;

    full = full > GAUGE ? GAUGE : full;
    column = tui_put_run(&v->area, row, column, full, ink, "▮");
    column = tui_put_run(&v->area, row, column, GAUGE - full, INK_QUIET, "▯");
    return total > limit ? tui_put(&v->area, row, column, INK_BAD | INK_BOLD, "!") : column;
}

static void put_gauge(const sight *v, int row, int owner, int d) {
    const lux *s = v->s;
    int total = figure(v, "city", owner, d, "n"), limit = figure(v, "limit", -1, d, "n");
    int column = column_of(v, d), ink = limit != NO_FACT && total > limit ? INK_BAD : inks[d];
    bool person = owner < s->head.players;
    bool guard = person && (s->guards[owner] >> d & 1);
    bool noble = person && s->aristocrats[d] == owner;

    if (total == 0 && !guard && !noble)
        return;
    column = tui_putf(&v->area, row, column, ink | INK_BOLD, "%d", total) + 1;
    if (limit != NO_FACT)
        column = put_bar(v, row, column, total, limit, ink);
    if (guard)
        column = put_hint(v, row, column, "✚");
    if (noble)
        put_hint(v, row, column, "♛");
}

static void put_name(const sight *v, int row, int owner) {
    if (owner < v->s->head.players)
        tui_put_seat(&v->area, row, 0, LABEL - 1, v->seeing, owner);
    else
        tui_put(&v->area, row, 2, INK_BOLD, "ROB");
}

/* Gold, points as they are, cards in hand. */
static void put_state(const sight *v, int row, int owner) {
    const lux *s = v->s;
    bool hand = owner < s->head.players && s->hand_count[owner];
    int column = tui_putf(&v->area, row, 2, INK_YELLOW, "◉%d ", s->gold[owner]);

    column = tui_putf(&v->area, row, column, INK_BOLD, "%d ", figure(v, "points", owner, -1, "n"));
    column = tui_put(&v->area, row, column, INK_QUIET, tui_term(v->seeing, "pts"));
    if (hand)
        tui_putf(&v->area, row, column + 1, INK_QUIET, "%d%s", s->hand_count[owner],
                 tui_term(v->seeing, "cards.short"));
}

static int put_city(sight *v, int row, int owner) {
    put_name(v, row, owner);
    put_state(v, row + 1, owner);
    for (int d = 0; d < LUX_DISTRICTS; d++) {
        put_cards(v, row, d, lux_city(owner, d));
        put_gauge(v, row + 1, owner, d);
    }
    put_bars(v, row);
    put_bars(v, row + 1);
    return row + 2;
}

static void put_rule(const sight *v, int row) {
    tui_put_run(&v->area, row, 1, LABEL - 1 + LUX_DISTRICTS * v->width, INK_QUIET, "─");
}

/* --------------------------------------------------------------------- hands */

static int put_card(sight *v, int row, int column, int kind) {
    bool chosen = kind < LUX_KINDS && pointed(v, CARD_SPOT + kind);

    if (kind >= LUX_KINDS)
        return tui_put(&v->area, row, column, INK_QUIET, "??") + 1;
    v->area.spot = (uint8_t)(CARD_SPOT + kind);
    column = tui_putf(&v->area, row, column,
                      inks[lux_colour[kind]] | INK_BOLD | (chosen ? INK_REVERSE : 0), " %s ",
                      lux_card_names[kind]);
    v->area.spot = 0;
    return column;
}

static int put_tally(sight *v, int row, int column, const char *id, uint64_t tally, int count) {
    column = tui_put(&v->area, row, column, INK_QUIET, tui_term(v->seeing, id)) + 1;
    for (int kind = 0; kind < LUX_CITIZENS; kind++)
        for (int n = lux_how_many(tally, kind); n > 0; n--, count--)
            column = put_card(v, row, column, kind);
    for (; count > 0; count--)
        column = put_card(v, row, column, ENGINE_HIDDEN);
    return column + 2;
}

static int put_list(sight *v, int row, int column, const char *id, const uint8_t *cards,
                    int count) {
    if (count == 0)
        return column;
    column = tui_put(&v->area, row, column, INK_QUIET, tui_term(v->seeing, id)) + 1;
    for (int i = 0; i < count; i++) {
        if (cards[i] >= LUX_KINDS && cards[i] < LUX_KINDS + LUX_MODIFIERS)
            column = put_hint(v, row, column, lux_card_names[cards[i]]);
        else
            column = put_card(v, row, column, cards[i]);
    }
    return column + 2;
}

static int put_own(sight *v, int row) {
    const lux *s = v->s;
    int seat = v->seeing->seat, column = 1;

    if (seat >= 0) {
        if (s->hand_count[seat])
            column = put_tally(v, row, column, "hand", s->hand[seat], s->hand_count[seat]);
        if (s->phase == LUX_DRAFT && s->packet_size)
            column = put_tally(v, row, column, "packet", s->packet[seat], s->packet_size);
        int bonus = lux_bonus(seat);
        column =
            put_list(v, row, column, "bonus", s->cards + s->start[bonus], lux_length(s, bonus));
    }
    column = put_list(v, row, column, "display", s->display, s->display_count);
    column = put_list(v, row, column, "drawn", s->drawn, s->drawn_count);
    if (lux_solo(s))
        put_list(v, row, column, "rob", s->rob_hand, s->rob_hand_count);
    return row + 1;
}

/* What the four powers do, where there is room. */
static int put_effects(const sight *v, int row) {
    for (int d = 0; d < LUX_DISTRICTS; d++) {
        const lux_power *power = lux_power_of(v->s, d);
        char id[HOST_ID], word[TUI_WORD];
        snprintf(id, sizeof id, "capital-lux-2.power.%s", power->name);
        const char *text = host_wording_find(v->seeing->telling.language, id);
        tui_put_cut(&v->area, row, 1, LABEL - 2, inks[d], tui_word(v->seeing, power->name, word));
        tui_put_cut(&v->area, row++, LABEL, v->area.columns - LABEL - 1, INK_QUIET,
                    text ? text : power->effect);
    }
    return row;
}

static int draw(const tui_area *on, const tui_seeing *seeing, bool roomy) {
    sight v = {.area = *on, .seeing = seeing, .s = (const lux *)seeing->view};
    int wide = on->columns > 118 ? 118 : on->columns;

    capu_facts(seeing->view, &v.facts);
    v.width = (wide - LABEL - 2) / LUX_DISTRICTS;
    int row = put_capital(&v);
    for (int owner = 0; owner < lux_owners(v.s); owner++) {
        if (roomy || owner == 0)
            put_rule(&v, row++);
        row = put_city(&v, row, owner);
    }
    row += roomy;
    row = put_own(&v, row);
    if (!roomy)
        return row;
    return put_effects(&v, row + 1);
}

/* --------------------------------------------------------------------- words */

static void moment(const tui_seeing *seeing, capu_text *out) {
    sight v = {.seeing = seeing, .s = (const lux *)seeing->view};
    char round[16], rounds[16], pile[16];

    capu_facts(seeing->view, &v.facts);
    snprintf(round, sizeof round, "%d", figure(&v, "round", -1, -1, "n"));
    snprintf(rounds, sizeof rounds, "%d", figure(&v, "round", -1, -1, "most"));
    snprintf(pile, sizeof pile, "%d", v.s->pile_count);
    host_say(out, seeing->telling.language, "capital-lux-2.terminal.moment", "round", round,
             "rounds", rounds, NULL);
    capu_text_add(out, " · ");
    host_say(out, seeing->telling.language, "capital-lux-2.terminal.pile", "cards", pile, NULL);
}

static const char *ask(const tui_seeing *seeing) {
    static const char *const names[] = {"draft", "play", "power", "pay", "bonus", "over"};
    const lux *s = (const lux *)seeing->view;

    return s->phase == LUX_PLAY && s->second ? "second" : names[s->phase];
}

static const tui_about rules[] = {{"keep", "draft"},
                                  {"city", "play"},
                                  {"capital", "play"},
                                  {"pay", "resolution"},
                                  {"lose", "resolution"},
                                  {"bonus", "bonus"},
                                  {"agent", "powers-blue"},
                                  {"infiltrator", "powers-blue"},
                                  {"recruiter", "powers-blue"},
                                  {"foreigner", "powers-blue"},
                                  {"cleric", "powers-pink"},
                                  {"prophet", "powers-pink"},
                                  {"missionary", "powers-pink"},
                                  {"mentalist", "powers-pink"},
                                  {"merchant", "powers-yellow"},
                                  {"disciple", "powers-yellow"},
                                  {"aristocrat", "powers-yellow"},
                                  {"sentinel", "powers-yellow"},
                                  {"scholar", "powers-green"},
                                  {"proselytiser", "powers-green"},
                                  {"explorer", "powers-green"},
                                  {"dualist", "powers-green"},
                                  {0}};

const tui_board board_capital_lux_2 = {.game = "capital-lux-2",
                                       .rules = rules,
                                       .moment = moment,
                                       .ask = ask,
                                       .draw = draw,
                                       .touches = touches};
