/* Which positions of Capital Lux 2 are possible: what `set` refuses (docs/protocol.md), and
 * what no game could go on from. The order of lists is checked where they are read. */
#include "games/capital-lux-2/lux.h"

/* ----------------------------------------------------------------- material */

static void count_row(int counts[LUX_KINDS], const uint8_t *cards, int count) {
    for (int i = 0; i < count; i++)
        if (cards[i] < LUX_KINDS)
            counts[cards[i]]++;
}

static void count_tally(int counts[LUX_KINDS], uint64_t tally) {
    for (int kind = 0; kind < LUX_CITIZENS; kind++)
        counts[kind] += lux_how_many(tally, kind);
}

static void count_cards(const lux *s, int counts[LUX_KINDS]) {
    for (int kind = 0; kind < LUX_KINDS; kind++)
        counts[kind] = s->discard[kind];
    count_row(counts, s->cards, s->start[LUX_LISTS]);
    count_row(counts, s->cards + LUX_CARDS - s->pile_count, s->pile_count);
    count_row(counts, s->grey, s->grey_count);
    count_row(counts, s->display, s->display_count);
    count_row(counts, s->drawn, s->drawn_count);
    count_row(counts, s->rob_hand, s->rob_hand_count);
    for (int seat = 0; seat < lux_owners(s); seat++) { /* ROB's reserve too */
        count_tally(counts, s->hand[seat]);
        count_tally(counts, s->packet[seat]);
    }
}

static bool cards_add_up(const lux *s, capu_text *why) {
    bool greys = lux_in_play(s, LUX_RECRUITER) || lux_in_play(s, LUX_FOREIGNER);
    int counts[LUX_KINDS];

    count_cards(s, counts);
    for (int kind = 0; kind < LUX_CITIZENS; kind++)
        if (counts[kind] != lux_copies[kind])
            return engine_because(why, "the citizens are not the 100: there are five ",
                                  lux_card_names[kind], NULL);
    for (int kind = LUX_CITIZENS; kind < LUX_KINDS; kind++)
        if (counts[kind] != (greys ? lux_copies[kind] : 0))
            return engine_because(why,
                                  greys ? "the grey cards are not the 12"
                                        : "there are no grey cards without Recruiter and "
                                          "Foreigner",
                                  NULL);
    return true;
}

static bool modifiers_add_up(const lux *s, capu_text *why) {
    int counts[LUX_MODIFIERS] = {0}, each = lux_in_play(s, LUX_AGENT);

    for (int i = 0; i < s->modifier_count; i++)
        counts[s->modifiers[i]]++;
    for (int i = 0; i < s->laid_count; i++)
        counts[s->laid[i].modifier]++;
    for (int i = 0; i < s->drawn_count; i++)
        if (s->drawn[i] >= LUX_DRAWN_MODIFIER)
            counts[s->drawn[i] - LUX_DRAWN_MODIFIER]++;
    for (int i = 0; i < LUX_MODIFIERS; i++)
        if (counts[i] != each)
            return engine_because(why,
                                  each ? "the modifiers are not the four"
                                       : "there are no modifiers without the Agent",
                                  NULL);
    return true;
}

static bool rob_cards_add_up(lux *s, capu_text *why) {
    const uint8_t *copies = lux_rob_copies[s->head.options[LUX_ROB_OPTION]];
    int counts[LUX_ROB_KINDS] = {0};

    for (int i = 0; i < LUX_ROB_CARDS && lux_solo(s); i++)
        counts[s->rob_cards[i]]++;
    for (int i = 0; i < s->rob_turned; i++)
        s->rob_reds = (uint8_t)(s->rob_reds + !(s->rob_cards[i] & LUX_ROB_BLUE));
    for (int kind = 0; kind < LUX_ROB_KINDS; kind++)
        if (counts[kind] != copies[kind] && lux_solo(s))
            return engine_because(why, "the ROB cards are not the 14", NULL);
    return true;
}

static bool has_capital_gold(const lux *s) {
    for (int d = 0; d < LUX_DISTRICTS; d++)
        if (s->capital_gold[d])
            return true;
    return false;
}

static bool has_aristocrats(const lux *s) {
    for (int d = 0; d < LUX_DISTRICTS; d++)
        if (s->aristocrats[d] != ENGINE_NONE)
            return true;
    return false;
}

static bool has_guards(const lux *s) {
    for (int seat = 0; seat < s->head.players; seat++)
        if (s->guards[seat])
            return true;
    return false;
}

static bool tiles_have_theirs(const lux *s, capu_text *why) {
    const struct {
        int tile;
        bool there;
    } material[] = {
        {LUX_INFILTRATOR, s->infiltrator != ENGINE_NONE},
        {LUX_DISCIPLE, has_capital_gold(s)},
        {LUX_ARISTOCRAT, has_aristocrats(s)},
        {LUX_EXPLORER, s->display_count > 0},
        {LUX_SENTINEL, has_guards(s)},
    };

    for (size_t i = 0; i < sizeof material / sizeof material[0]; i++)
        if (material[i].there && !lux_in_play(s, material[i].tile))
            return engine_because(why, "there is material of the ",
                                  lux_powers[material[i].tile].name, ", which is not in play",
                                  NULL);
    return true;
}

/* ------------------------------------------------------------------- places */

static bool powers_fit(const lux *s, capu_text *why) {
    uint8_t tiles[LUX_DISTRICTS];
    bool named = lux_named_tiles(s->head.options[LUX_POWERS_OPTION], tiles);

    for (int d = 0; d < LUX_DISTRICTS; d++) {
        if (named && tiles[d] != s->powers[d])
            return engine_because(why, "powers: the option says otherwise", NULL);
        if (lux_solo(s) && lux_power_of(s, d)->not_in_solo)
            return engine_because(why, "powers: the ", lux_power_of(s, d)->name,
                                  " is not used in the solo game", NULL);
    }
    return true;
}

/* CLX-18 */
static bool emperor_fits(const lux *s, capu_text *why) {
    int players = s->head.players;
    int first = (s->emperor + LUX_ROUNDS * players - (s->round - 1)) % players;

    if (!engine_first_fits(&s->head, first))
        return engine_because(why, "emperor: not the first player of this round", NULL);
    return true;
}

static bool colours_fit(const lux *s, int first_list, capu_text *why) {
    for (int d = 0; d < LUX_DISTRICTS; d++)
        for (int i = s->start[first_list + d]; i < s->start[first_list + d + 1]; i++)
            if (lux_colour[s->cards[i]] != d && lux_colour[s->cards[i]] != LUX_GREY)
                return engine_because(why, lux_card_names[s->cards[i]],
                                      " lies under another colour", NULL);
    return true;
}

static bool districts_fit(const lux *s, capu_text *why) {
    if (!lux_in_play(s, LUX_MISSIONARY) && !colours_fit(s, lux_capital(0), why))
        return false;
    for (int owner = 0; owner < lux_owners(s); owner++)
        if (!colours_fit(s, lux_city(owner, 0), why))
            return false;
    return true;
}

/* -------------------------------------------------------------------- hands */

static bool is_part_of(uint64_t part, uint64_t whole) {
    for (int kind = 0; kind < LUX_CITIZENS; kind++)
        if (lux_how_many(part, kind) > lux_how_many(whole, kind))
            return false;
    return true;
}

static bool hands_fit(const lux *s, capu_text *why) {
    for (int seat = 0; seat < s->head.players; seat++) {
        for (int i = 0; i < s->head.players - 1; i++)
            if (!is_part_of(s->known[seat][i], s->hand[seat]))
                return engine_because(why, "known: a card that is not in the hand", NULL);
        if (!(s->chosen >> seat & 1))
            continue;
        uint64_t choice = lux_one(s->choice[seat][0]) + lux_one(s->choice[seat][1]);
        if (!is_part_of(choice, s->packet[seat]))
            return engine_because(why, "choice: a card that is not in the packet", NULL);
    }
    return true;
}

/* ------------------------------------------------------------------- phases */

static bool moment_fits(const lux *s, capu_text *why) {
    bool turns = s->phase == LUX_PLAY || s->phase == LUX_POWER;
    bool asks = s->phase == LUX_POWER || s->phase == LUX_PAY || s->phase == LUX_BONUS;
    int most_last = lux_solo(s) ? 1 : s->head.players - 1;

    if ((s->step != ENGINE_NONE) != (s->phase == LUX_DRAFT) || s->step == 0)
        return engine_because(why, "step: a number from 1 in the draft, else null", NULL);
    if ((s->turn == ENGINE_NONE) != (s->phase == LUX_DRAFT || s->phase == LUX_OVER))
        return engine_because(why, "turn: null in the draft and when the game is over, else a seat",
                              NULL);
    if ((s->district != ENGINE_NONE) != asks)
        return engine_because(why, "district: one in power, pay and bonus, else null", NULL);
    if (s->drawn_count && s->phase != LUX_POWER)
        return engine_because(why, "drawn: empty but in phase power", NULL);
    if (s->last != ENGINE_NONE && (!turns || s->last == 0 || s->last > most_last))
        return engine_because(why, "last: as many turns cannot be left", NULL);
    if (s->second && (!turns || !lux_in_play(s, LUX_DUALIST)))
        return engine_because(why, "second: only in a turn, with the Dualist", NULL);
    return true;
}

static bool no_hands(const lux *s) {
    for (int seat = 0; seat < s->head.players; seat++)
        if (s->hand_count[seat])
            return false;
    return true;
}

static bool draft_fits(const lux *s, capu_text *why) {
    bool solo = lux_solo(s);
    bool size = solo ? s->packet_size == LUX_SOLO_PACKET
                     : s->packet_size == 4 || (s->packet_size == LUX_MOST_HAND && s->step == 1);

    if (s->step > (solo ? LUX_SOLO_STEPS : 2) || !size)
        return engine_because(why, "packet: not the size that this step has", NULL);
    for (int seat = 0; seat < s->head.players; seat++)
        if (s->hand_count[seat] != 2 * (s->step - 1))
            return engine_because(why, "hand: two cards for each step that is over", NULL);
    if (s->chosen == (1u << s->head.players) - 1)
        return engine_because(why, "choice: all have chosen", NULL);
    return true;
}

/* What a tile draws before its choice: how many, of which kinds. */
static bool drawn_fits(const lux *s, int tile) {
    static const struct {
        uint8_t tile, count, least, most;
    } draws[] = {
        {LUX_AGENT, 1, LUX_DRAWN_MODIFIER, LUX_DRAWN_MODIFIER + LUX_MODIFIERS - 1},
        {LUX_RECRUITER, 1, LUX_CITIZENS, LUX_KINDS - 1},
        {LUX_FOREIGNER, 1, LUX_CITIZENS, LUX_KINDS - 1},
        {LUX_PROSELYTISER, 2, 0, LUX_CITIZENS - 1},
    };

    for (size_t i = 0; i < sizeof draws / sizeof draws[0]; i++) {
        if (draws[i].tile != tile)
            continue;
        for (int j = 0; j < s->drawn_count; j++)
            if (s->drawn[j] < draws[i].least || s->drawn[j] > draws[i].most)
                return false;
        return s->drawn_count == draws[i].count;
    }
    return s->drawn_count == 0;
}

static bool power_fits(const lux *s, capu_text *why) {
    const lux_power *power = lux_power_of(s, s->district);

    if (!power->count)
        return engine_because(why, "district: the ", power->name, " asks for no choice", NULL);
    if (!drawn_fits(s, s->powers[s->district]))
        return engine_because(why, "drawn: not what the ", power->name, " draws", NULL);
    if (power->count(s, s->turn) == 0)
        return engine_because(why, "district: the ", power->name, " cannot be used", NULL);
    if (s->district == LUX_GREEN && s->hand_count[s->turn] == LUX_MOST_HAND)
        return engine_because(why, "hand: the ", power->name, " would give a seventh card", NULL);
    return true;
}

static bool pay_fits(const lux *s, capu_text *why) {
    int excess = lux_excess(s, s->district, s->turn);

    if (!lux_in_play(s, LUX_MERCHANT) || excess <= 0 || lux_price(s, s->turn, excess) < 0)
        return engine_because(why, "district: this seat has nothing to pay for, or cannot", NULL);
    return true;
}

static bool bonus_fits(const lux *s, capu_text *why) {
    int list = lux_capital(s->district);

    if (lux_winners(s, s->district) != 1u << s->turn)
        return engine_because(why, "turn: this seat is not the only winner of the district", NULL);
    if (lux_length(s, list) == 0 || engine_bits(lux_highest(s, list).colours) < 2)
        return engine_because(why, "district: there is no choice of a bonus card", NULL);
    return true;
}

static bool phase_fits(const lux *s, capu_text *why) {
    if (s->phase != LUX_DRAFT && (s->packet_size || s->chosen))
        return engine_because(why, "packet, choice: empty after the draft", NULL);
    if (s->phase >= LUX_PAY && !no_hands(s))
        return engine_because(why, "hand: empty after the end of the play", NULL);
    switch (s->phase) {
    case LUX_DRAFT:
        return draft_fits(s, why);
    case LUX_PLAY:
        if (s->hand_count[s->turn] == 0)
            return engine_because(why, "turn: this seat has no card to play", NULL);
        return true;
    case LUX_POWER:
        return power_fits(s, why);
    case LUX_PAY:
        return pay_fits(s, why);
    case LUX_BONUS:
        return bonus_fits(s, why);
    default:
        if (s->round < LUX_ROUNDS)
            return engine_because(why, "phase: the game is over after round 3", NULL);
        return true;
    }
}

/* --------------------------------------------------------------------- all */

bool lux_accept(capu_state *state, capu_text *why) {
    lux *s = (lux *)state;

    lux_note_hooks(s);
    if (!powers_fit(s, why) || !emperor_fits(s, why))
        return false;
    if (!cards_add_up(s, why) || !modifiers_add_up(s, why) || !rob_cards_add_up(s, why) ||
        !tiles_have_theirs(s, why))
        return false;
    if (!districts_fit(s, why) || !hands_fit(s, why))
        return false;
    if (!moment_fits(s, why) || !phase_fits(s, why))
        return false;
    lux_set_actors(s);
    return true;
}

/* ------------------------------------------------------------- any bytes at all */

/* The lists lie one behind the other, and the pile behind them. */
static bool lists_fit(const lux *s) {
    int discarded = 0;

    for (int list = 0; list < LUX_LISTS; list++)
        if (s->start[list] > s->start[list + 1])
            return false;
    for (int kind = 0; kind < LUX_KINDS; kind++)
        discarded += s->discard[kind];
    return s->start[0] == 0 && s->start[LUX_LISTS] + s->pile_count <= LUX_CARDS &&
           discarded <= LUX_CARDS;
}

static bool tally_fits(uint64_t tally) {
    int count = 0;

    for (int kind = 0; kind < LUX_CITIZENS; kind++)
        count += lux_how_many(tally, kind);
    return count <= LUX_MOST_HAND;
}

/* All four cards that a seat has passed on are remembered, in their order, or none. */
static bool passed_fits(const uint8_t passed[LUX_PASSED]) {
    int before = 0;

    for (int i = 0; i < LUX_PASSED; i++) {
        int kind = lux_passed_kind(passed[i]);
        if (kind >= LUX_CITIZENS || kind < before - 1 || !passed[i] != !passed[0])
            return false;
        before = kind + 1;
    }
    return true;
}

static bool owner_fits(const lux *s, int owner) {
    bool fits = s->hand_count[owner] <= LUX_MOST_HAND && tally_fits(s->hand[owner]) &&
                tally_fits(s->packet[owner]);

    fits = fits && passed_fits(s->passed[owner]);
    for (int i = 0; i < LUX_PLAYERS - 1; i++)
        fits = fits && (s->known[owner][i] == LUX_HIDDEN_TALLY || tally_fits(s->known[owner][i]));
    return fits;
}

bool lux_fits(const capu_state *state) {
    const lux *s = (const lux *)state;

    for (int owner = 0; owner < lux_owners(s); owner++)
        if (!owner_fits(s, owner))
            return false;
    return lists_fit(s) && s->packet_size <= LUX_MOST_HAND && s->drawn_count <= 2 &&
           s->modifier_count <= LUX_MODIFIERS && s->laid_count <= LUX_MODIFIERS &&
           s->grey_count <= LUX_GREY_CARDS && s->display_count <= LUX_DISPLAY &&
           s->rob_hand_count <= LUX_ROB_HAND && s->rob_turned <= LUX_ROB_CARDS;
}
