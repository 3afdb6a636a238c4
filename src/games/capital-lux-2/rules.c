/* The rules of Capital Lux 2 up to the end of the play: deal, draft, turns, what is legal. The
 * powers are in powers.c, ROB in rob.c, the end of a round in scoring.c. */
#include "games/capital-lux-2/lux.h"

static const lux *of(const capu_state *state) {
    return (const lux *)state;
}

static uint32_t everyone(const lux *s) {
    return (1u << s->head.players) - 1;
}

void lux_set_actors(lux *s) {
    if (s->phase == LUX_OVER)
        s->head.actors = 0;
    else if (s->phase == LUX_DRAFT)
        s->head.actors = (uint8_t)(everyone(s) & ~(uint32_t)s->chosen);
    else
        s->head.actors = (uint8_t)(1u << s->turn);
}

void lux_take_to_hand(lux *s, int seat, uint8_t kind) {
    s->hand[seat] += lux_one(kind);
    s->hand_count[seat]++;
}

void lux_draw_to_hand(lux *s, int seat) {
    uint8_t kind = lux_draw(s);

    lux_take_to_hand(s, seat, kind);
    if (lux_told(s))
        lux_tell_drawn(s, seat, &kind, 1);
}

/* The card may be one that `viewer` passed on, unless it is another one that this seat knew of. */
static void note_played(lux *s, int seat, int viewer, uint8_t played, int kind) {
    uint8_t *passed = s->passed[viewer];

    if (!passed[0] || lux_how_many(*lux_known(s, seat, viewer), kind))
        return;
    for (int i = 0; i < LUX_PASSED; i++)
        if ((passed[i] & (LUX_PASSED_KIND | played)) == kind + 1) {
            passed[i] |= played;
            return;
        }
}

/* What others knew of it they know no more. */
static void leave_hand(lux *s, int seat, uint8_t kind) {
    int players = s->head.players;

    s->hand[seat] -= lux_one(kind);
    s->hand_count[seat]--;
    if (players > 2) {
        note_played(s, seat, engine_clockwise(seat, players - 1, players), LUX_NEXT_PLAYED, kind);
        note_played(s, seat, engine_clockwise(seat, players - 2, players), LUX_SECOND_PLAYED, kind);
    }
    for (int i = 0; i < s->head.players - 1; i++) {
        uint64_t was_known = lux_how_many(s->known[seat][i], kind) > 0;
        s->known[seat][i] -= was_known << 3 * kind;
    }
}

/* -------------------------------------------------------------------- deal */

/* The tiles of a colour that may be in play (CLX-40). */
static uint32_t tiles_of(const lux *s, int district, uint8_t tiles[LUX_TILES_EACH]) {
    uint32_t count = 0;

    for (int tile = LUX_TILES_EACH * district; tile < LUX_TILES_EACH * (district + 1); tile++)
        if (!lux_solo(s) || !lux_powers[tile].not_in_solo)
            tiles[count++] = (uint8_t)tile;
    return count;
}

/* CLX-5. All from one draw, so that a deal takes few blocks: a part of 12 for each colour, which
 * is fair to three tiles as to four. */
static void choose_powers(lux *s, engine_dice *dice) {
    enum { PART = 12 };
    uint8_t tiles[LUX_TILES_EACH];

    if (lux_named_tiles(s->head.options[LUX_POWERS_OPTION], s->powers))
        return;
    uint32_t draw = engine_dice_below(dice, PART * PART * PART * PART);
    for (int d = 0; d < LUX_DISTRICTS; d++, draw /= PART) {
        uint32_t count = tiles_of(s, d, tiles);
        s->powers[d] = tiles[draw % PART % count];
    }
}

static void shuffle_pile(lux *s, engine_dice *dice) {
    engine_memcpy(s->cards + LUX_CARDS - LUX_DECK, lux_deck, LUX_DECK);
    s->pile_count = LUX_DECK;
    engine_dice_shuffle_deck(dice, s->cards + LUX_CARDS - LUX_DECK, LUX_DECK);
}

static void lay_from_pile(lux *s, bool to_rob) {
    uint8_t kind = lux_draw(s);
    int colour = lux_colour[kind];

    lux_lay(s, to_rob ? lux_city(LUX_ROB, colour) : lux_capital(colour), kind);
}

/* CLX-40 */
static void set_up_rob(lux *s, engine_dice *dice) {
    lay_from_pile(s, false);
    while (s->rob_hand_count < LUX_ROB_HAND)
        s->rob_hand[s->rob_hand_count++] = lux_draw(s);
    lay_from_pile(s, true);
    engine_memcpy(s->rob_cards, lux_rob_deck[s->head.options[LUX_ROB_OPTION]], LUX_ROB_CARDS);
    engine_dice_shuffle_deck(dice, s->rob_cards, LUX_ROB_CARDS);
}

void lux_deal(capu_state *state) {
    lux *s = (lux *)state;
    engine_dice dice;

    s->emperor = (uint8_t)engine_first_player(&s->head);
    s->round = 1;
    s->last = s->infiltrator = ENGINE_NONE;
    engine_memset(s->aristocrats, ENGINE_NONE, sizeof s->aristocrats);
    engine_dice_open(&dice, &s->head);
    choose_powers(s, &dice);
    lux_note_hooks(s);
    shuffle_pile(s, &dice);
    for (int i = 0; i < 3; i++) /* CLX-4 */
        lay_from_pile(s, false);
    for (int d = 0; d < LUX_DISTRICTS; d++)
        if (lux_power_of(s, d)->set_up)
            lux_power_of(s, d)->set_up(s, &dice);
    if (lux_solo(s))
        set_up_rob(s, &dice);
    lux_begin_round(s);
    lux_set_actors(s);
}

/* ------------------------------------------------------------------- draft */

static uint64_t draw_tally(lux *s, int count) {
    uint64_t tally = 0;

    while (count--)
        tally += lux_one(lux_draw(s));
    return tally;
}

static void begin_step(lux *s, int step, int size) {
    s->phase = LUX_DRAFT;
    s->step = (uint8_t)step;
    s->turn = s->district = ENGINE_NONE;
    s->packet_size = (uint8_t)size;
}

static void end_draft(lux *s) {
    s->step = ENGINE_NONE;
    s->packet_size = 0;
    lux_begin_play(s);
}

/* CLX-41: three cards are a packet; fewer are kept without being asked. */
static void begin_solo_step(lux *s, int step) {
    for (; step <= LUX_SOLO_STEPS; step++) {
        if (s->pile_count < LUX_SOLO_PACKET)
            lux_refill(s);
        if (s->pile_count >= LUX_SOLO_PACKET) {
            s->packet[0] = draw_tally(s, LUX_SOLO_PACKET);
            begin_step(s, step, LUX_SOLO_PACKET);
            return;
        }
        while (s->pile_count > 0)
            lux_draw_to_hand(s, 0);
    }
    end_draft(s);
}

/* CLX-7: six for each, or else the same lower even number. */
static int cards_for_each(lux *s) {
    int players = s->head.players;

    if (s->pile_count < LUX_MOST_HAND * players)
        lux_refill(s);
    int each = s->pile_count / players & ~1;
    return each < LUX_MOST_HAND ? each : LUX_MOST_HAND;
}

static void deal_packets(lux *s) {
    int each = cards_for_each(s);

    for (int seat = 0; seat < s->head.players; seat++) {
        uint64_t cards = draw_tally(s, each);
        if (each > 2) {
            s->packet[seat] = cards;
        } else {
            s->hand[seat] = cards;
            s->hand_count[seat] = (uint8_t)each;
            if (lux_told(s))
                lux_tell_dealt(s, seat, cards);
        }
    }
    if (each > 2)
        begin_step(s, 1, each);
    else
        end_draft(s);
}

void lux_begin_round(lux *s) {
    if (lux_solo(s)) {
        lux_rob_fill_reserve(s);
        begin_solo_step(s, 1);
    } else {
        deal_packets(s);
    }
}

/* What was chosen goes to the hands; what remains stays in the packets. */
static void take_choices(lux *s) {
    for (int seat = 0; seat < s->head.players; seat++) {
        uint64_t kept = lux_one(s->choice[seat][0]) + lux_one(s->choice[seat][1]);
        s->packet[seat] -= kept;
        s->hand[seat] += kept;
        s->hand_count[seat] = (uint8_t)(s->hand_count[seat] + 2);
    }
}

static void pass_to_left(lux *s) {
    int last = s->head.players - 1;
    uint64_t around = s->packet[last];

    for (int seat = last; seat > 0; seat--)
        s->packet[seat] = s->packet[seat - 1];
    s->packet[0] = around;
}

/* Of four cards the next player keeps two, and the one after gets the others. With two players
 * they come back, and what was kept is known. */
static void remember_passed(lux *s) {
    int players = s->head.players;

    for (int seat = 0; seat < players && players > 2; seat++) {
        uint64_t cards = s->packet[engine_clockwise(seat, 1, players)];
        for (int i = 0; i < LUX_PASSED; i++) {
            int kind = lux_lowest_kind(lux_kinds(cards));
            s->passed[seat][i] = (uint8_t)(kind + 1);
            cards -= lux_one(kind);
        }
    }
}

/* The last two are kept, and certain to who passed them on; with two players so is what the other
 * kept of four, since the rest comes back. */
static void keep_last_two(lux *s) {
    int players = s->head.players;
    bool four_came_back = players == 2 && s->step == 2;

    for (int seat = 0; seat < players; seat++) {
        uint64_t *known = lux_known(s, seat, (seat + players - 1) % players);
        *known += s->packet[seat];
        if (four_came_back)
            *known += lux_one(s->choice[seat][0]) + lux_one(s->choice[seat][1]);
        if (lux_told(s))
            lux_tell_last_two(s, seat, s->packet[seat]);
        s->hand[seat] += s->packet[seat];
        s->hand_count[seat] = (uint8_t)(s->hand_count[seat] + 2);
        s->packet[seat] = 0;
    }
}

static void clear_choices(lux *s) {
    engine_memset(s->choice, 0, sizeof s->choice);
    s->chosen = 0;
}

static void end_solo_step(lux *s) {
    s->discard[lux_lowest_kind(s->packet[0])]++; /* the one not kept */
    s->packet[0] = 0;
    clear_choices(s);
    begin_solo_step(s, s->step + 1);
}

static void end_step(lux *s) {
    take_choices(s);
    if (lux_solo(s)) {
        end_solo_step(s);
        return;
    }
    pass_to_left(s);
    if (s->packet_size > 4) {
        remember_passed(s);
        clear_choices(s);
        begin_step(s, 2, 4);
        return;
    }
    keep_last_two(s);
    clear_choices(s);
    end_draft(s);
}

static void keep(lux *s, int seat, int one, int other) {
    s->choice[seat][0] = (uint8_t)one;
    s->choice[seat][1] = (uint8_t)other;
    s->chosen |= (uint8_t)(1u << seat);
    if (lux_told(s))
        lux_tell_kept(s, seat, s->packet[seat] - lux_one(one) - lux_one(other));
    if (s->chosen == everyone(s))
        end_step(s);
}

/* ------------------------------------------------------------------- turns */

/* CLX-13: a turn is over; whether the round's end is set off, and then how many turns remain. */
static bool play_is_over(lux *s) {
    s->second = false;
    if (s->last != ENGINE_NONE)
        s->last--;
    else if (s->hand_count[s->turn] == 0)
        s->last = (uint8_t)(lux_solo(s) ? 1 : s->head.players - 1);
    return s->last == 0;
}

/* CLX-42, CLX-45: ROB has a turn, and then perhaps the player. */
static void alternate(lux *s) {
    bool rob_last = s->last != ENGINE_NONE;

    lux_rob_turn(s);
    if (rob_last) {
        lux_end_play(s);
        return;
    }
    s->phase = LUX_PLAY;
    s->turn = 0;
    s->district = ENGINE_NONE;
    s->last = s->rob_reds >= LUX_REDS ? 1 : ENGINE_NONE;
    if (s->last == 1 && lux_told(s))
        lux_tell_seat(s, "last_reds", 0);
}

static void skip_turn(lux *s, int seat);

/* The turn goes to a seat; one without a card has thereby had it. */
static void turn_to(lux *s, int seat) {
    s->turn = (uint8_t)seat;
    if (s->hand_count[seat] == 0) {
        skip_turn(s, seat);
        return;
    }
    s->phase = LUX_PLAY;
    s->district = ENGINE_NONE;
}

static void go_on(lux *s, bool over) {
    if (over)
        lux_end_play(s);
    else if (lux_solo(s))
        alternate(s);
    else
        turn_to(s, s->turn + 1 == s->head.players ? 0 : s->turn + 1);
}

/* Apart from end_turn, which is short and often called. */
__attribute__((noinline)) static void end_turn_telling(lux *s) {
    bool open = s->last == ENGINE_NONE, over = play_is_over(s);

    if (open && s->last != ENGINE_NONE)
        lux_tell_last(s, s->turn);
    go_on(s, over);
}

static void end_turn(lux *s) {
    if (lux_told(s))
        end_turn_telling(s);
    else
        go_on(s, play_is_over(s));
}

static void skip_turn(lux *s, int seat) {
    if (lux_told(s))
        lux_tell_seat(s, "skipped", seat);
    end_turn(s);
}

static bool all_hands_empty(const lux *s) {
    for (int seat = 0; seat < s->head.players; seat++)
        if (s->hand_count[seat] > 0)
            return false;
    return true;
}

void lux_begin_play(lux *s) {
    if (all_hands_empty(s)) /* CLX-7 */
        lux_end_play(s);
    else if (lux_solo(s))
        alternate(s);
    else
        turn_to(s, s->emperor);
}

static void play_to_city(lux *s, int seat, uint8_t kind) {
    leave_hand(s, seat, kind);
    lux_lay_open(s, lux_city(seat, lux_colour[kind]), kind);
    end_turn(s);
}

/* CLX-8, CLX-9; the Dualist lets the same seat go on. */
static void play_to_capital(lux *s, int seat, uint8_t kind) {
    int district = lux_colour[kind];
    const lux_power *power = lux_power_of(s, district);
    bool second = s->second;

    leave_hand(s, seat, kind);
    lux_lay_open(s, lux_capital(district), kind);
    bool works = !power->possible || power->possible(s, seat);
    if (lux_told(s))
        lux_tell_power(s, works ? "power" : "no_power", seat, district);
    if (!works) {
        end_turn(s);
    } else if (!power->begin || power->begin(s, seat)) {
        s->phase = LUX_POWER;
        s->district = (uint8_t)district;
    } else if (s->second == second) {
        end_turn(s);
    }
}

static void use_power(lux *s, int seat, int a, int b, int c) {
    lux_power_of(s, s->district)->apply(s, seat, a, b, c);
    engine_memset(s->drawn, 0, sizeof s->drawn);
    s->drawn_count = 0;
    end_turn(s);
}

void lux_apply(capu_state *state, int seat, capu_action action) {
    lux *s = (lux *)state;
    uint32_t verb = action >> 15;
    int a = action >> 10 & 31, b = action >> 5 & 31, c = action & 31;

    switch (verb) {
    case LUX_KEEP:
        keep(s, seat, a, b);
        break;
    case LUX_CITY:
        play_to_city(s, seat, (uint8_t)a);
        break;
    case LUX_CAPITAL:
        play_to_capital(s, seat, (uint8_t)a);
        break;
    case LUX_PAY_GOLD:
    case LUX_LOSE:
        lux_pay(s, verb == LUX_PAY_GOLD);
        break;
    case LUX_TAKE_BONUS:
        lux_take_bonus(s, (uint8_t)a);
        break;
    default:
        use_power(s, seat, a, b, c);
    }
    lux_set_actors(s);
}

int lux_sealed(const capu_state *state) {
    const lux *s = of(state);

    return s->phase == LUX_DRAFT ? 4 * s->round + s->step : 0;
}

/* ------------------------------------------------------------------- legal */

static int count_keeps(const lux *s, int seat) {
    int kinds = lux_sum(lux_kinds(s->packet[seat]));

    return kinds * (kinds - 1) / 2 + lux_sum(lux_pairs(s->packet[seat]));
}

/* For each kind: two of it if there are, then it and each later one. */
static capu_action nth_keep(const lux *s, int seat, int n) {
    uint64_t kinds = lux_kinds(s->packet[seat]);
    uint64_t pairs = lux_pairs(s->packet[seat]);
    int later = lux_sum(kinds) - 1;

    for (int i = 1; i < s->packet_size; i++) { /* without a branch, as lux_nth_kind */
        uint64_t kind = kinds & -kinds;
        int with_it = later + ((pairs & kind) != 0);
        int passed = -(n >= with_it);
        n -= with_it & passed;
        later += passed;
        kinds ^= kind & (uint64_t)passed;
    }
    int second = n + !(pairs & kinds & -kinds);
    return LUX_ACTION(LUX_KEEP, lux_lowest_kind(kinds), lux_nth_kind(kinds, second), 0);
}

static capu_action nth_play(const lux *s, int seat, int n) {
    uint64_t kinds = lux_kinds(s->hand[seat]);
    int count = lux_sum(kinds);
    bool capital = n >= count;

    return LUX_ACTION(capital ? LUX_CAPITAL : LUX_CITY,
                      lux_nth_kind(kinds, capital ? n - count : n), 0, 0);
}

static capu_action nth_bonus(const lux *s, int n) {
    lux_faces high = lux_highest(s, lux_capital(s->district));

    return LUX_ACTION(LUX_TAKE_BONUS, lux_kind(engine_nth_bit(high.colours, n), high.value), 0, 0);
}

int lux_legal_count(const capu_state *state, int seat) {
    const lux *s = of(state);

    switch (s->phase) {
    case LUX_DRAFT:
        return count_keeps(s, seat);
    case LUX_PLAY:
        return 2 * lux_sum(lux_kinds(s->hand[seat]));
    case LUX_POWER:
        return lux_power_of(s, s->district)->count(s, seat);
    case LUX_PAY:
        return 2;
    case LUX_BONUS:
        return engine_bits(lux_highest(s, lux_capital(s->district)).colours);
    default:
        return 0;
    }
}

capu_action lux_legal_at(const capu_state *state, int seat, int index) {
    const lux *s = of(state);

    switch (s->phase) {
    case LUX_DRAFT:
        return nth_keep(s, seat, index);
    case LUX_PLAY:
        return nth_play(s, seat, index);
    case LUX_POWER:
        return lux_power_of(s, s->district)->at(s, seat, index);
    case LUX_PAY:
        return LUX_ACTION(index ? LUX_LOSE : LUX_PAY_GOLD, 0, 0, 0);
    default:
        return nth_bonus(s, index);
    }
}

int lux_legal(const capu_state *state, int seat, capu_action *out) {
    int count = lux_legal_count(state, seat);

    for (int i = 0; i < count; i++)
        out[i] = lux_legal_at(state, seat, i);
    return count;
}

/* --------------------------------------------------------- legal: one action */

const capu_reason lux_reasons[LUX_WHYS + 1] = {
    [LUX_WHY_NOT_HELD] = {"capital-lux-2.why.not_held", "{1} is not in the hand"},
    [LUX_WHY_DRAFT] = {"capital-lux-2.why.draft",
                       "two cards of the packet are to be kept now, in card order: keep CARD CARD"},
    [LUX_WHY_PLAY] = {"capital-lux-2.why.play",
                      "a card of the hand is to be played now: city CARD, or capital CARD"},
    [LUX_WHY_PAY] = {"capital-lux-2.why.pay",
                     "gold may be paid for what is over the limit now: pay, or lose"},
    [LUX_WHY_BONUS] = {"capital-lux-2.why.bonus",
                       "one of the highest cards of the district is taken now: bonus CARD"},
    [LUX_WHY_AGENT] = {"capital-lux-2.why.agent",
                       "the modifier goes to a capital district: agent DISTRICT"},
    [LUX_WHY_INFILTRATOR] = {"capital-lux-2.why.infiltrator",
                             "the tile goes to another capital district or on its other side: "
                             "infiltrator DISTRICT SIDE"},
    [LUX_WHY_RECRUITER] = {"capital-lux-2.why.recruiter",
                           "the grey card goes to the own city or the capital: recruiter city "
                           "DISTRICT, or recruiter capital DISTRICT"},
    [LUX_WHY_FOREIGNER] = {"capital-lux-2.why.foreigner",
                           "the grey card goes to another seat's city: foreigner SEAT DISTRICT"},
    [LUX_WHY_CLERIC] =
        {"capital-lux-2.why.cleric",
         "the lowest card of a capital district that is not pink is taken: cleric DISTRICT CARD"},
    [LUX_WHY_PROPHET] =
        {"capital-lux-2.why.prophet",
         "the lowest card of a capital district goes to another seat's city: prophet "
         "DISTRICT CARD SEAT"},
    [LUX_WHY_MISSIONARY] = {"capital-lux-2.why.missionary",
                            "the lowest card of a capital district goes to another one: missionary "
                            "DISTRICT CARD DISTRICT"},
    [LUX_WHY_MENTALIST] = {"capital-lux-2.why.mentalist",
                           "the lowest card of a capital district that is not pink is discarded: "
                           "mentalist DISTRICT CARD"},
    [LUX_WHY_DISCIPLE] = {"capital-lux-2.why.disciple",
                          "1 gold goes on a capital district: disciple DISTRICT"},
    [LUX_WHY_ARISTOCRAT] = {"capital-lux-2.why.aristocrat",
                            "an Aristocrat that is not one's own is taken: aristocrat DISTRICT"},
    [LUX_WHY_SENTINEL] = {"capital-lux-2.why.sentinel",
                          "an own district that has no guard gets one: sentinel DISTRICT"},
    [LUX_WHY_PROSELYTISER] =
        {"capital-lux-2.why.proselytiser",
         "one of the two cards drawn goes to another seat's city: proselytiser CARD SEAT"},
    [LUX_WHY_EXPLORER] = {"capital-lux-2.why.explorer",
                          "one of the open citizens is taken: explorer CARD"},
    [LUX_WHY_NOT_IN_SOLO] = {"capital-lux-2.why.not_in_solo",
                             "the {1} is not used in the solo game"},
    [LUX_WHY_ONLY_SOLO] = {"capital-lux-2.why.only_solo", "ROB plays in the solo game only"},
};

/* What is asked for now. */
static int why_of(const lux *s) {
    static const uint8_t phases[] = {[LUX_DRAFT] = LUX_WHY_DRAFT,
                                     [LUX_PLAY] = LUX_WHY_PLAY,
                                     [LUX_PAY] = LUX_WHY_PAY,
                                     [LUX_BONUS] = LUX_WHY_BONUS};

    return s->phase == LUX_POWER ? lux_power_of(s, s->district)->asks : phases[s->phase];
}

static bool explain(const lux *s, int seat, capu_action action, capu_refusal *why) {
    uint32_t verb = action >> 15, kind = action >> 10 & 31;

    if (s->phase == LUX_PLAY && (verb == LUX_CITY || verb == LUX_CAPITAL) && kind < LUX_KINDS &&
        !lux_how_many(s->hand[seat], kind < LUX_CITIZENS ? (int)kind : LUX_CITIZENS))
        return engine_refuse(why, &lux_reasons[LUX_WHY_NOT_HELD], lux_card_names[kind], NULL);
    return engine_refuse(why, &lux_reasons[why_of(s)], NULL, NULL);
}

bool lux_allows(const capu_state *state, int seat, capu_action action, capu_refusal *why) {
    int count = lux_legal_count(state, seat);

    for (int i = 0; i < count; i++)
        if (lux_legal_at(state, seat, i) == action)
            return true;
    return explain(of(state), seat, action, why);
}
