/* Which positions of Capital Lux 2 are possible: the protocol's list of what `set` refuses, and
 * what no game could go on from. The order of lists is checked where they are read. */
#include "games/capital_lux_2/capital_lux_2.h"

/* ----------------------------------------------------------------- material */

static void count_row(int counts[KINDS], const uint8_t *cards, int count) {
    for (int i = 0; i < count; i++)
        if (cards[i] < KINDS)
            counts[cards[i]]++;
}

static void count_tally(int counts[KINDS], uint64_t tally) {
    for (int kind = 0; kind < CITIZENS; kind++)
        counts[kind] += clx_how_many(tally, kind);
}

static void count_cards(const clx *s, int counts[KINDS]) {
    for (int kind = 0; kind < KINDS; kind++)
        counts[kind] = s->discard[kind];
    count_row(counts, s->cards, s->start[LISTS]);
    count_row(counts, s->cards + CARDS - s->pile_count, s->pile_count);
    count_row(counts, s->grey, s->grey_count);
    count_row(counts, s->display, s->display_count);
    count_row(counts, s->drawn, s->drawn_count);
    count_row(counts, s->rob_hand, s->rob_hand_count);
    for (int seat = 0; seat < clx_owners(s); seat++) { /* ROB's reserve too */
        count_tally(counts, s->hand[seat]);
        count_tally(counts, s->packet[seat]);
    }
}

static bool cards_add_up(const clx *s, capu_text *why) {
    bool greys = clx_in_play(s, RECRUITER) || clx_in_play(s, FOREIGNER);
    int counts[KINDS];

    count_cards(s, counts);
    for (int kind = 0; kind < CITIZENS; kind++)
        if (counts[kind] != clx_copies[kind])
            return capu_because(why, "the citizens are not the 100: there are five ",
                                clx_card_names[kind], NULL);
    for (int kind = CITIZENS; kind < KINDS; kind++)
        if (counts[kind] != (greys ? clx_copies[kind] : 0))
            return capu_because(why,
                                greys ? "the grey cards are not the 12"
                                      : "there are no grey cards without Recruiter and "
                                        "Foreigner",
                                NULL);
    return true;
}

static bool modifiers_add_up(const clx *s, capu_text *why) {
    int counts[MODIFIERS] = {0}, each = clx_in_play(s, AGENT);

    for (int i = 0; i < s->modifier_count; i++)
        counts[s->modifiers[i]]++;
    for (int i = 0; i < s->laid_count; i++)
        counts[s->laid[i].modifier]++;
    for (int i = 0; i < s->drawn_count; i++)
        if (s->drawn[i] >= DRAWN_MODIFIER)
            counts[s->drawn[i] - DRAWN_MODIFIER]++;
    for (int i = 0; i < MODIFIERS; i++)
        if (counts[i] != each)
            return capu_because(why,
                                each ? "the modifiers are not the four"
                                     : "there are no modifiers without the Agent",
                                NULL);
    return true;
}

static bool rob_cards_add_up(clx *s, capu_text *why) {
    const uint8_t *copies = clx_rob_copies[s->head.options[ROB_OPTION]];
    int counts[ROB_KINDS] = {0};

    for (int i = 0; i < ROB_CARDS && clx_solo(s); i++)
        counts[s->rob_cards[i]]++;
    for (int i = 0; i < s->rob_turned; i++)
        s->rob_reds = (uint8_t)(s->rob_reds + !(s->rob_cards[i] & ROB_BLUE));
    for (int kind = 0; kind < ROB_KINDS; kind++)
        if (counts[kind] != copies[kind] && clx_solo(s))
            return capu_because(why, "the ROB cards are not the 14", NULL);
    return true;
}

static bool has_capital_gold(const clx *s) {
    for (int d = 0; d < DISTRICTS; d++)
        if (s->capital_gold[d])
            return true;
    return false;
}

static bool has_aristocrats(const clx *s) {
    for (int d = 0; d < DISTRICTS; d++)
        if (s->aristocrats[d] != CAPU_NONE)
            return true;
    return false;
}

static bool has_guards(const clx *s) {
    for (int seat = 0; seat < s->head.players; seat++)
        if (s->guards[seat])
            return true;
    return false;
}

static bool tiles_have_theirs(const clx *s, capu_text *why) {
    const struct {
        int tile;
        bool there;
    } material[] = {
        {INFILTRATOR, s->infiltrator != CAPU_NONE},
        {DISCIPLE, has_capital_gold(s)},
        {ARISTOCRAT, has_aristocrats(s)},
        {EXPLORER, s->display_count > 0},
        {SENTINEL, has_guards(s)},
    };

    for (size_t i = 0; i < sizeof material / sizeof material[0]; i++)
        if (material[i].there && !clx_in_play(s, material[i].tile))
            return capu_because(why, "there is material of the ", clx_powers[material[i].tile].name,
                                ", which is not in play", NULL);
    return true;
}

/* ------------------------------------------------------------------- places */

static bool powers_fit(const clx *s, capu_text *why) {
    uint8_t tiles[DISTRICTS];
    bool named = clx_named_tiles(s->head.options[POWERS_OPTION], tiles);

    for (int d = 0; d < DISTRICTS; d++) {
        if (named && tiles[d] != s->powers[d])
            return capu_because(why, "powers: the option says otherwise", NULL);
        if (clx_solo(s) && clx_power_of(s, d)->not_in_solo)
            return capu_because(why, "powers: the ", clx_power_of(s, d)->name,
                                " is not used in the solo game", NULL);
    }
    return true;
}

/* CLX-18 */
static bool emperor_fits(const clx *s, capu_text *why) {
    int players = s->head.players;
    int first = (s->emperor + ROUNDS * players - (s->round - 1)) % players;

    if (!capu_first_fits(&s->head, first))
        return capu_because(why, "emperor: not the first player of this round", NULL);
    return true;
}

static bool colours_fit(const clx *s, int first_list, capu_text *why) {
    for (int d = 0; d < DISTRICTS; d++)
        for (int i = s->start[first_list + d]; i < s->start[first_list + d + 1]; i++)
            if (clx_colour[s->cards[i]] != d && clx_colour[s->cards[i]] != GREY)
                return capu_because(why, clx_card_names[s->cards[i]], " lies under another colour",
                                    NULL);
    return true;
}

static bool districts_fit(const clx *s, capu_text *why) {
    if (!clx_in_play(s, MISSIONARY) && !colours_fit(s, clx_capital(0), why))
        return false;
    for (int owner = 0; owner < clx_owners(s); owner++)
        if (!colours_fit(s, clx_city(owner, 0), why))
            return false;
    return true;
}

/* -------------------------------------------------------------------- hands */

static bool is_part_of(uint64_t part, uint64_t whole) {
    for (int kind = 0; kind < CITIZENS; kind++)
        if (clx_how_many(part, kind) > clx_how_many(whole, kind))
            return false;
    return true;
}

static bool hands_fit(const clx *s, capu_text *why) {
    for (int seat = 0; seat < s->head.players; seat++) {
        for (int i = 0; i < s->head.players - 1; i++)
            if (!is_part_of(s->known[seat][i], s->hand[seat]))
                return capu_because(why, "known: a card that is not in the hand", NULL);
        if (!(s->chosen >> seat & 1))
            continue;
        uint64_t choice = clx_one(s->choice[seat][0]) + clx_one(s->choice[seat][1]);
        if (!is_part_of(choice, s->packet[seat]))
            return capu_because(why, "choice: a card that is not in the packet", NULL);
    }
    return true;
}

/* ------------------------------------------------------------------- phases */

static bool moment_fits(const clx *s, capu_text *why) {
    bool turns = s->phase == PLAY || s->phase == POWER;
    bool asks = s->phase == POWER || s->phase == PAY || s->phase == BONUS;
    int most_last = clx_solo(s) ? 1 : s->head.players - 1;

    if ((s->step != CAPU_NONE) != (s->phase == DRAFT) || s->step == 0)
        return capu_because(why, "step: a number from 1 in the draft, else null", NULL);
    if ((s->turn == CAPU_NONE) != (s->phase == DRAFT || s->phase == OVER))
        return capu_because(why, "turn: null in the draft and when the game is over, else a seat",
                            NULL);
    if ((s->district != CAPU_NONE) != asks)
        return capu_because(why, "district: one in power, pay and bonus, else null", NULL);
    if (s->drawn_count && s->phase != POWER)
        return capu_because(why, "drawn: empty but in phase power", NULL);
    if (s->last != CAPU_NONE && (!turns || s->last == 0 || s->last > most_last))
        return capu_because(why, "last: as many turns cannot be left", NULL);
    if (s->second && (!turns || !clx_in_play(s, DUALIST)))
        return capu_because(why, "second: only in a turn, with the Dualist", NULL);
    return true;
}

static bool no_hands(const clx *s) {
    for (int seat = 0; seat < s->head.players; seat++)
        if (s->hand_count[seat])
            return false;
    return true;
}

static bool draft_fits(const clx *s, capu_text *why) {
    bool solo = clx_solo(s);
    bool size = solo ? s->packet_size == SOLO_PACKET
                     : s->packet_size == 4 || (s->packet_size == MOST_HAND && s->step == 1);

    if (s->step > (solo ? SOLO_STEPS : 2) || !size)
        return capu_because(why, "packet: not the size that this step has", NULL);
    for (int seat = 0; seat < s->head.players; seat++)
        if (s->hand_count[seat] != 2 * (s->step - 1))
            return capu_because(why, "hand: two cards for each step that is over", NULL);
    if (s->chosen == (1u << s->head.players) - 1)
        return capu_because(why, "choice: all have chosen", NULL);
    return true;
}

/* What a tile draws before its choice: how many, of which kinds. */
static bool drawn_fits(const clx *s, int tile) {
    static const struct {
        uint8_t tile, count, least, most;
    } draws[] = {
        {AGENT, 1, DRAWN_MODIFIER, DRAWN_MODIFIER + MODIFIERS - 1},
        {RECRUITER, 1, CITIZENS, KINDS - 1},
        {FOREIGNER, 1, CITIZENS, KINDS - 1},
        {PROSELYTISER, 2, 0, CITIZENS - 1},
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

static bool power_fits(const clx *s, capu_text *why) {
    const clx_power *power = clx_power_of(s, s->district);

    if (!power->count)
        return capu_because(why, "district: the ", power->name, " asks for no choice", NULL);
    if (!drawn_fits(s, s->powers[s->district]))
        return capu_because(why, "drawn: not what the ", power->name, " draws", NULL);
    if (power->count(s, s->turn) == 0)
        return capu_because(why, "district: the ", power->name, " cannot be used", NULL);
    if (s->district == GREEN && s->hand_count[s->turn] == MOST_HAND)
        return capu_because(why, "hand: the ", power->name, " would give a seventh card", NULL);
    return true;
}

static bool pay_fits(const clx *s, capu_text *why) {
    int excess = clx_excess(s, s->district, s->turn);

    if (!clx_in_play(s, MERCHANT) || excess <= 0 || clx_price(s, s->turn, excess) < 0)
        return capu_because(why, "district: this seat has nothing to pay for, or cannot", NULL);
    return true;
}

static bool bonus_fits(const clx *s, capu_text *why) {
    int list = clx_capital(s->district);

    if (clx_winners(s, s->district) != 1u << s->turn)
        return capu_because(why, "turn: this seat is not the only winner of the district", NULL);
    if (clx_length(s, list) == 0 || capu_bits(clx_highest(s, list).colours) < 2)
        return capu_because(why, "district: there is no choice of a bonus card", NULL);
    return true;
}

static bool phase_fits(const clx *s, capu_text *why) {
    if (s->phase != DRAFT && (s->packet_size || s->chosen))
        return capu_because(why, "packet, choice: empty after the draft", NULL);
    if (s->phase >= PAY && !no_hands(s))
        return capu_because(why, "hand: empty after the end of the play", NULL);
    switch (s->phase) {
    case DRAFT:
        return draft_fits(s, why);
    case PLAY:
        if (s->hand_count[s->turn] == 0)
            return capu_because(why, "turn: this seat has no card to play", NULL);
        return true;
    case POWER:
        return power_fits(s, why);
    case PAY:
        return pay_fits(s, why);
    case BONUS:
        return bonus_fits(s, why);
    default:
        if (s->round < ROUNDS)
            return capu_because(why, "phase: the game is over after round 3", NULL);
        return true;
    }
}

/* --------------------------------------------------------------------- all */

bool clx_accept(capu_state *state, capu_text *why) {
    clx *s = (clx *)state;

    clx_note_hooks(s);
    if (!powers_fit(s, why) || !emperor_fits(s, why))
        return false;
    if (!cards_add_up(s, why) || !modifiers_add_up(s, why) || !rob_cards_add_up(s, why) ||
        !tiles_have_theirs(s, why))
        return false;
    if (!districts_fit(s, why) || !hands_fit(s, why))
        return false;
    if (!moment_fits(s, why) || !phase_fits(s, why))
        return false;
    clx_set_actors(s);
    return true;
}

/* ------------------------------------------------------------- any bytes at all */

/* The lists lie one behind the other, and the pile behind them. */
static bool lists_fit(const clx *s) {
    int discarded = 0;

    for (int list = 0; list < LISTS; list++)
        if (s->start[list] > s->start[list + 1])
            return false;
    for (int kind = 0; kind < KINDS; kind++)
        discarded += s->discard[kind];
    return s->start[0] == 0 && s->start[LISTS] + s->pile_count <= CARDS && discarded <= CARDS;
}

static bool tally_fits(uint64_t tally) {
    int count = 0;

    for (int kind = 0; kind < CITIZENS; kind++)
        count += clx_how_many(tally, kind);
    return count <= MOST_HAND;
}

static bool owner_fits(const clx *s, int owner) {
    bool fits = s->hand_count[owner] <= MOST_HAND && tally_fits(s->hand[owner]) &&
                tally_fits(s->packet[owner]);

    for (int i = 0; i < PLAYERS - 1; i++)
        fits = fits && (s->known[owner][i] == CLX_HIDDEN_TALLY || tally_fits(s->known[owner][i]));
    return fits;
}

bool clx_fits(const capu_state *state) {
    const clx *s = (const clx *)state;

    for (int owner = 0; owner < clx_owners(s); owner++)
        if (!owner_fits(s, owner))
            return false;
    return lists_fit(s) && s->packet_size <= MOST_HAND && s->drawn_count <= 2 &&
           s->modifier_count <= MODIFIERS && s->laid_count <= MODIFIERS &&
           s->grey_count <= GREY_CARDS && s->display_count <= DISPLAY &&
           s->rob_hand_count <= ROB_HAND && s->rob_turned <= ROB_CARDS;
}
