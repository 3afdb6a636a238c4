/* Capital Lux 2's capital and cities on a canvas: a column a district. */
#include "games/capital_lux_2/capital_lux_2.h"

#include <stdio.h>
#include <string.h>

#include "tui/board.h"

enum { LABEL = 18, GAUGE = 6 };
enum { DISTRICT_SPOT = 1, CARD_SPOT = 8 };

static const int inks[COLOURS] = {INK_BLUE, INK_PINK, INK_YELLOW, INK_GREEN, INK_QUIET};

typedef struct sight {
    capu_area area;
    const capu_seeing *seeing;
    const clx *s;
    int width; /* of a district */
} sight;

/* ------------------------------------------------------------------- actions */

/* Cards to be played are known by their kind, powers by the first district that they name. */
static bool touches(capu_action action, int spot) {
    int verb = (int)(action >> 15), first = action >> 10 & 31, second = action >> 5 & 31;

    if (verb == CITY || verb == CAPITAL)
        return spot == CARD_SPOT + first ||
               (first < KINDS && spot == DISTRICT_SPOT + clx_colour[first]);
    if (verb == KEEP)
        return spot == CARD_SPOT + first || spot == CARD_SPOT + second;
    return false;
}

static bool pointed(const sight *v, int spot) {
    return capu_points_at(v->seeing, &capu_board_capital_lux_2, spot);
}

/* --------------------------------------------------------------------- cells */

static int column_of(const sight *v, int district) {
    return LABEL + 2 + district * v->width;
}

static void put_bars(const sight *v, int row) {
    for (int d = 0; d < DISTRICTS; d++)
        capu_put(&v->area, row, column_of(v, d) - 2, INK_QUIET, "│");
}

/* A card of the district's own colour is its value; others say what they are. */
static void put_cards(const sight *v, int row, int district, int list) {
    int column = column_of(v, district), end = column + v->width - 2;
    const clx *s = v->s;

    for (int i = s->start[list]; i < s->start[list + 1]; i++) {
        int kind = s->cards[i], colour = clx_colour[kind];
        char text[8];
        snprintf(text, sizeof text, "%s", clx_card_names[kind] + (colour == district));
        if (column + (int)strlen(text) > end) {
            capu_put(&v->area, row, end - 1, inks[district], "…");
            return;
        }
        column = capu_put(&v->area, row, column, inks[colour], text) + 1;
    }
}

static int put_hint(const sight *v, int row, int column, const char *text) {
    return capu_put(&v->area, row, column + 1, INK_ACCENT, text);
}

/* ------------------------------------------------------------------- capital */

static void put_limit(const sight *v, int row, int d) {
    const clx *s = v->s;
    int column = capu_putf(&v->area, row, column_of(v, d), INK_BOLD, "%d", clx_open_limit(s, d));

    if (s->infiltrator != CAPU_NONE && s->infiltrator / SIDES == d)
        column = put_hint(v, row, column, s->infiltrator % SIDES ? "-3" : "+3");
    for (int i = 0; i < s->laid_count; i++)
        if (s->laid[i].district == d)
            column = put_hint(v, row, column,
                              s->laid[i].modifier < MODIFIERS
                                  ? clx_card_names[KINDS + s->laid[i].modifier]
                                  : "?");
    if (s->capital_gold[d])
        capu_putf(&v->area, row, column + 1, INK_YELLOW, "◉%d", s->capital_gold[d]);
}

static void put_district(sight *v, int d, int rows) {
    const clx_power *power = clx_power_of(v->s, d);
    bool chosen = pointed(v, DISTRICT_SPOT + d);
    int column = column_of(v, d), marks = chosen ? INK_BOLD | INK_REVERSE : INK_BOLD;
    char word[CAPU_WORD];

    v->area.spot = (uint8_t)(DISTRICT_SPOT + d);
    for (int row = 0; row < rows; row++)
        capu_put_run(&v->area, row, column, v->width - 2, INK_PLAIN, " ");
    capu_put_cut(&v->area, 0, column, v->width - 2, inks[d] | marks,
                 capu_word(v->seeing, clx_district_names[d], word));
    capu_put_cut(&v->area, 1, column, v->width - 2, inks[d],
                 capu_word(v->seeing, power->name, word));
    capu_put(&v->area, 1, column + v->width - 3, INK_QUIET, power->reconstructed ? "†" : "‡");
    put_cards(v, 2, d, clx_capital(d));
    put_limit(v, 3, d);
    v->area.spot = 0;
}

static int put_capital(sight *v) {
    for (int d = 0; d < DISTRICTS; d++)
        put_district(v, d, 4);
    capu_put(&v->area, 2, 1, INK_BOLD, capu_term(v->seeing, "clx.capital"));
    capu_put(&v->area, 3, 1, INK_QUIET, capu_term(v->seeing, "clx.limit"));
    for (int row = 0; row < 4; row++)
        put_bars(v, row);
    return 4;
}

/* -------------------------------------------------------------------- cities */

static void put_gauge(const sight *v, int row, int owner, int d) {
    const clx *s = v->s;
    int total = s->city_total[owner][d], limit = clx_open_limit(s, d), column = column_of(v, d);
    int ink = total > limit ? INK_BAD : inks[d];
    bool person = owner < s->head.players;

    if (total == 0 && !(person && (s->guards[owner] >> d & 1)) &&
        !(person && s->aristocrats[d] == owner))
        return;
    column = capu_putf(&v->area, row, column, ink | INK_BOLD, "%d", total) + 1;
    int full = limit ? (total * GAUGE + limit - 1) / limit : GAUGE;
    full = full > GAUGE ? GAUGE : full;
    column = capu_put_run(&v->area, row, column, full, ink, "▮");
    column = capu_put_run(&v->area, row, column, GAUGE - full, INK_QUIET, "▯");
    if (total > limit)
        column = capu_put(&v->area, row, column, INK_BAD | INK_BOLD, "!");
    if (person && (s->guards[owner] >> d & 1))
        column = put_hint(v, row, column, "✚");
    if (person && s->aristocrats[d] == owner)
        put_hint(v, row, column, "♛");
}

static void put_name(const sight *v, int row, int owner) {
    if (owner < v->s->head.players)
        capu_put_seat(&v->area, row, 0, LABEL - 1, v->seeing, owner);
    else
        capu_put(&v->area, row, 2, INK_BOLD, "ROB");
}

/* Gold, points as they are, cards in hand. */
static void put_state(const sight *v, int row, int owner) {
    const clx *s = v->s;
    bool hand = owner < s->head.players && s->hand_count[owner];
    int column = capu_putf(&v->area, row, 2, INK_YELLOW, "◉%d ", s->gold[owner]);

    column = capu_putf(&v->area, row, column, INK_BOLD, "%d ", clx_score(s, owner));
    column = capu_put(&v->area, row, column, INK_QUIET, capu_term(v->seeing, "pts"));
    if (hand)
        capu_putf(&v->area, row, column + 1, INK_QUIET, "%d%s", s->hand_count[owner],
                  capu_term(v->seeing, "cards.short"));
}

static int put_city(sight *v, int row, int owner) {
    put_name(v, row, owner);
    put_state(v, row + 1, owner);
    for (int d = 0; d < DISTRICTS; d++) {
        put_cards(v, row, d, clx_city(owner, d));
        put_gauge(v, row + 1, owner, d);
    }
    put_bars(v, row);
    put_bars(v, row + 1);
    return row + 2;
}

static void put_rule(const sight *v, int row) {
    capu_put_run(&v->area, row, 1, LABEL - 1 + DISTRICTS * v->width, INK_QUIET, "─");
}

/* --------------------------------------------------------------------- hands */

static int put_card(sight *v, int row, int column, int kind) {
    bool chosen = kind < KINDS && pointed(v, CARD_SPOT + kind);

    if (kind >= KINDS)
        return capu_put(&v->area, row, column, INK_QUIET, "??") + 1;
    v->area.spot = (uint8_t)(CARD_SPOT + kind);
    column = capu_putf(&v->area, row, column,
                       inks[clx_colour[kind]] | INK_BOLD | (chosen ? INK_REVERSE : 0), " %s ",
                       clx_card_names[kind]);
    v->area.spot = 0;
    return column;
}

static int put_tally(sight *v, int row, int column, const char *id, uint64_t tally, int count) {
    column = capu_put(&v->area, row, column, INK_QUIET, capu_term(v->seeing, id)) + 1;
    for (int kind = 0; kind < CITIZENS; kind++)
        for (int n = clx_how_many(tally, kind); n > 0; n--, count--)
            column = put_card(v, row, column, kind);
    for (; count > 0; count--)
        column = put_card(v, row, column, CAPU_HIDDEN);
    return column + 2;
}

static int put_list(sight *v, int row, int column, const char *id, const uint8_t *cards,
                    int count) {
    if (count == 0)
        return column;
    column = capu_put(&v->area, row, column, INK_QUIET, capu_term(v->seeing, id)) + 1;
    for (int i = 0; i < count; i++) {
        if (cards[i] >= KINDS && cards[i] < KINDS + MODIFIERS)
            column = put_hint(v, row, column, clx_card_names[cards[i]]);
        else
            column = put_card(v, row, column, cards[i]);
    }
    return column + 2;
}

static int put_own(sight *v, int row) {
    const clx *s = v->s;
    int seat = v->seeing->seat, column = 1;

    if (seat >= 0) {
        if (s->hand_count[seat])
            column = put_tally(v, row, column, "hand", s->hand[seat], s->hand_count[seat]);
        if (s->phase == DRAFT && s->packet_size)
            column = put_tally(v, row, column, "clx.packet", s->packet[seat], s->packet_size);
        int bonus = clx_bonus(seat);
        column =
            put_list(v, row, column, "clx.bonus", s->cards + s->start[bonus], clx_length(s, bonus));
    }
    column = put_list(v, row, column, "clx.display", s->display, s->display_count);
    column = put_list(v, row, column, "clx.drawn", s->drawn, s->drawn_count);
    if (clx_solo(s))
        put_list(v, row, column, "clx.rob", s->rob_hand, s->rob_hand_count);
    return row + 1;
}

/* What the four powers do, where there is room. */
static int put_effects(const sight *v, int row) {
    for (int d = 0; d < DISTRICTS; d++) {
        const clx_power *power = clx_power_of(v->s, d);
        char id[CAPU_ID], word[CAPU_WORD];
        snprintf(id, sizeof id, "capital-lux-2.power.%s", power->name);
        const char *text = capu_wording_find(v->seeing->telling.language, id);
        capu_put_cut(&v->area, row, 1, LABEL - 2, inks[d], capu_word(v->seeing, power->name, word));
        capu_put_cut(&v->area, row++, LABEL, v->area.columns - LABEL - 1, INK_QUIET,
                     text ? text : power->effect);
    }
    return row;
}

static int draw(const capu_area *on, const capu_seeing *seeing, bool roomy) {
    sight v = {.area = *on, .seeing = seeing, .s = (const clx *)seeing->view};
    int wide = on->columns > 118 ? 118 : on->columns;

    v.width = (wide - LABEL - 2) / DISTRICTS;
    int row = put_capital(&v);
    for (int owner = 0; owner < clx_owners(v.s); owner++) {
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

static void moment(const capu_seeing *seeing, capu_text *out) {
    const clx *s = (const clx *)seeing->view;
    char round[16], pile[16];

    snprintf(round, sizeof round, "%d", s->round);
    snprintf(pile, sizeof pile, "%d", s->pile_count);
    capu_say(out, seeing->telling.language, "terminal.capital-lux-2.moment", "round", round,
             "rounds", "3", NULL);
    capu_text_add(out, " · ");
    capu_say(out, seeing->telling.language, "terminal.clx.pile", "cards", pile, NULL);
}

static const char *ask(const capu_seeing *seeing) {
    static const char *const names[] = {"draft", "play", "power", "pay", "bonus", "over"};
    const clx *s = (const clx *)seeing->view;

    return s->phase == PLAY && s->second ? "second" : names[s->phase];
}

static const capu_about rules[] = {{"keep", "draft"},
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

const capu_board capu_board_capital_lux_2 = {.game = "capital-lux-2",
                                             .rules = rules,
                                             .moment = moment,
                                             .ask = ask,
                                             .draw = draw,
                                             .touches = touches};
