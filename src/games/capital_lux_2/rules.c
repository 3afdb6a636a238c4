/* The rules of Capital Lux 2 up to the end of the play: deal, draft, turns, what is legal. The
 * powers are in powers.c, ROB in rob.c, the end of a round in scoring.c. */
#include "games/capital_lux_2/capital_lux_2.h"

static const clx *of(const capu_state *state) {
    return (const clx *)state;
}

static uint32_t everyone(const clx *s) {
    return (1u << s->head.players) - 1;
}

void clx_set_actors(clx *s) {
    if (s->phase == OVER)
        s->head.actors = 0;
    else if (s->phase == DRAFT)
        s->head.actors = (uint8_t)(everyone(s) & ~(uint32_t)s->chosen);
    else
        s->head.actors = (uint8_t)(1u << s->turn);
}

void clx_take_to_hand(clx *s, int seat, uint8_t kind) {
    s->hand[seat] += clx_one(kind);
    s->hand_count[seat]++;
}

/* What others knew of it they know no more. */
static void leave_hand(clx *s, int seat, uint8_t kind) {
    s->hand[seat] -= clx_one(kind);
    s->hand_count[seat]--;
    for (int i = 0; i < s->head.players - 1; i++) {
        uint64_t was_known = clx_how_many(s->known[seat][i], kind) > 0;
        s->known[seat][i] -= was_known << 3 * kind;
    }
}

/* -------------------------------------------------------------------- deal */

/* The tiles of a colour that may be in play (CLX-40). */
static uint32_t tiles_of(const clx *s, int district, uint8_t tiles[TILES_EACH]) {
    uint32_t count = 0;

    for (int tile = TILES_EACH * district; tile < TILES_EACH * (district + 1); tile++)
        if (!clx_solo(s) || !clx_powers[tile].not_in_solo)
            tiles[count++] = (uint8_t)tile;
    return count;
}

/* CLX-5. All from one draw, so that a deal takes few blocks: a part of 12 for each colour, which
 * is fair to three tiles as to four. */
static void choose_powers(clx *s, capu_dice *dice) {
    enum { PART = 12 };
    uint8_t tiles[TILES_EACH];

    if (clx_named_tiles(s->head.options[POWERS_OPTION], s->powers))
        return;
    uint32_t draw = capu_dice_below(dice, PART * PART * PART * PART);
    for (int d = 0; d < DISTRICTS; d++, draw /= PART) {
        uint32_t count = tiles_of(s, d, tiles);
        s->powers[d] = tiles[draw % PART % count];
    }
}

static void shuffle_pile(clx *s, capu_dice *dice) {
    capu_memcpy(s->cards + CARDS - DECK, clx_deck, DECK);
    s->pile_count = DECK;
    capu_dice_shuffle_deck(dice, s->cards + CARDS - DECK, DECK);
}

static void lay_from_pile(clx *s, bool to_rob) {
    uint8_t kind = clx_draw(s);
    int colour = clx_colour[kind];

    clx_lay(s, to_rob ? clx_city(ROB, colour) : clx_capital(colour), kind);
}

/* CLX-40 */
static void set_up_rob(clx *s, capu_dice *dice) {
    lay_from_pile(s, false);
    while (s->rob_hand_count < ROB_HAND)
        s->rob_hand[s->rob_hand_count++] = clx_draw(s);
    lay_from_pile(s, true);
    capu_memcpy(s->rob_cards, clx_rob_deck[s->head.options[ROB_OPTION]], ROB_CARDS);
    capu_dice_shuffle_deck(dice, s->rob_cards, ROB_CARDS);
}

void clx_deal(capu_state *state) {
    clx *s = (clx *)state;
    capu_dice dice;

    s->emperor = (uint8_t)capu_first_player(&s->head);
    s->round = 1;
    s->last = s->infiltrator = CAPU_NONE;
    capu_memset(s->aristocrats, CAPU_NONE, sizeof s->aristocrats);
    capu_dice_open(&dice, &s->head);
    choose_powers(s, &dice);
    clx_note_hooks(s);
    shuffle_pile(s, &dice);
    for (int i = 0; i < 3; i++) /* CLX-4 */
        lay_from_pile(s, false);
    for (int d = 0; d < DISTRICTS; d++)
        if (clx_power_of(s, d)->set_up)
            clx_power_of(s, d)->set_up(s, &dice);
    if (clx_solo(s))
        set_up_rob(s, &dice);
    clx_begin_round(s);
    clx_set_actors(s);
}

/* ------------------------------------------------------------------- draft */

static uint64_t draw_tally(clx *s, int count) {
    uint64_t tally = 0;

    while (count--)
        tally += clx_one(clx_draw(s));
    return tally;
}

static void begin_step(clx *s, int step, int size) {
    s->phase = DRAFT;
    s->step = (uint8_t)step;
    s->turn = s->district = CAPU_NONE;
    s->packet_size = (uint8_t)size;
}

static void end_draft(clx *s) {
    s->step = CAPU_NONE;
    s->packet_size = 0;
    clx_begin_play(s);
}

/* CLX-41: three cards are a packet; fewer are kept without being asked. */
static void begin_solo_step(clx *s, int step) {
    for (; step <= SOLO_STEPS; step++) {
        if (s->pile_count < SOLO_PACKET)
            clx_refill(s);
        if (s->pile_count >= SOLO_PACKET) {
            s->packet[0] = draw_tally(s, SOLO_PACKET);
            begin_step(s, step, SOLO_PACKET);
            return;
        }
        while (s->pile_count > 0)
            clx_take_to_hand(s, 0, clx_draw(s));
    }
    end_draft(s);
}

/* CLX-7: six for each, or else the same lower even number. */
static int cards_for_each(clx *s) {
    int players = s->head.players;

    if (s->pile_count < MOST_HAND * players)
        clx_refill(s);
    int each = s->pile_count / players & ~1;
    return each < MOST_HAND ? each : MOST_HAND;
}

static void deal_packets(clx *s) {
    int each = cards_for_each(s);

    for (int seat = 0; seat < s->head.players; seat++) {
        uint64_t cards = draw_tally(s, each);
        if (each > 2) {
            s->packet[seat] = cards;
        } else {
            s->hand[seat] = cards;
            s->hand_count[seat] = (uint8_t)each;
        }
    }
    if (each > 2)
        begin_step(s, 1, each);
    else
        end_draft(s);
}

void clx_begin_round(clx *s) {
    if (clx_solo(s)) {
        clx_rob_fill_reserve(s);
        begin_solo_step(s, 1);
    } else {
        deal_packets(s);
    }
}

/* What was chosen goes to the hands; what remains stays in the packets. */
static void take_choices(clx *s) {
    for (int seat = 0; seat < s->head.players; seat++) {
        uint64_t kept = clx_one(s->choice[seat][0]) + clx_one(s->choice[seat][1]);
        s->packet[seat] -= kept;
        s->hand[seat] += kept;
        s->hand_count[seat] = (uint8_t)(s->hand_count[seat] + 2);
    }
}

static void pass_to_left(clx *s) {
    int last = s->head.players - 1;
    uint64_t around = s->packet[last];

    for (int seat = last; seat > 0; seat--)
        s->packet[seat] = s->packet[seat - 1];
    s->packet[0] = around;
}

/* The last two are kept, and certain to who passed them on; with two players so is what the other
 * kept of four, since the rest comes back. */
static void keep_last_two(clx *s) {
    int players = s->head.players;
    bool four_came_back = players == 2 && s->step == 2;

    for (int seat = 0; seat < players; seat++) {
        uint64_t *known = clx_known(s, seat, (seat + players - 1) % players);
        *known += s->packet[seat];
        if (four_came_back)
            *known += clx_one(s->choice[seat][0]) + clx_one(s->choice[seat][1]);
        s->hand[seat] += s->packet[seat];
        s->hand_count[seat] = (uint8_t)(s->hand_count[seat] + 2);
        s->packet[seat] = 0;
    }
}

static void clear_choices(clx *s) {
    capu_memset(s->choice, 0, sizeof s->choice);
    s->chosen = 0;
}

static void end_solo_step(clx *s) {
    s->discard[clx_lowest_kind(s->packet[0])]++; /* the one not kept */
    s->packet[0] = 0;
    clear_choices(s);
    begin_solo_step(s, s->step + 1);
}

static void end_step(clx *s) {
    take_choices(s);
    if (clx_solo(s)) {
        end_solo_step(s);
        return;
    }
    pass_to_left(s);
    if (s->packet_size > 4) {
        clear_choices(s);
        begin_step(s, 2, 4);
        return;
    }
    keep_last_two(s);
    clear_choices(s);
    end_draft(s);
}

static void keep(clx *s, int seat, int one, int other) {
    s->choice[seat][0] = (uint8_t)one;
    s->choice[seat][1] = (uint8_t)other;
    s->chosen |= (uint8_t)(1u << seat);
    if (s->chosen == everyone(s))
        end_step(s);
}

/* ------------------------------------------------------------------- turns */

/* CLX-13: a turn is over; whether the round's end is set off, and then how many turns remain. */
static bool play_is_over(clx *s) {
    s->second = false;
    if (s->last != CAPU_NONE)
        s->last--;
    else if (s->hand_count[s->turn] == 0)
        s->last = (uint8_t)(clx_solo(s) ? 1 : s->head.players - 1);
    return s->last == 0;
}

/* CLX-42, CLX-45: ROB has a turn, and then perhaps the player. */
static void alternate(clx *s) {
    bool rob_last = s->last != CAPU_NONE;

    clx_rob_turn(s);
    if (rob_last) {
        clx_end_play(s);
        return;
    }
    s->phase = PLAY;
    s->turn = 0;
    s->district = CAPU_NONE;
    s->last = s->rob_reds >= REDS ? 1 : CAPU_NONE;
}

/* The turn goes to a seat; one without a card has thereby had it. */
static void turn_to(clx *s, int seat) {
    for (;; seat = seat + 1 == s->head.players ? 0 : seat + 1) {
        s->turn = (uint8_t)seat;
        if (s->hand_count[seat] > 0)
            break;
        if (play_is_over(s)) {
            clx_end_play(s);
            return;
        }
    }
    s->phase = PLAY;
    s->district = CAPU_NONE;
}

static void end_turn(clx *s) {
    if (play_is_over(s))
        clx_end_play(s);
    else if (clx_solo(s))
        alternate(s);
    else
        turn_to(s, s->turn + 1 == s->head.players ? 0 : s->turn + 1);
}

static bool all_hands_empty(const clx *s) {
    for (int seat = 0; seat < s->head.players; seat++)
        if (s->hand_count[seat] > 0)
            return false;
    return true;
}

void clx_begin_play(clx *s) {
    if (all_hands_empty(s)) /* CLX-7 */
        clx_end_play(s);
    else if (clx_solo(s))
        alternate(s);
    else
        turn_to(s, s->emperor);
}

static void play_to_city(clx *s, int seat, uint8_t kind) {
    leave_hand(s, seat, kind);
    clx_lay(s, clx_city(seat, clx_colour[kind]), kind);
    end_turn(s);
}

/* CLX-8, CLX-9; the Dualist lets the same seat go on. */
static void play_to_capital(clx *s, int seat, uint8_t kind) {
    int district = clx_colour[kind];
    const clx_power *power = clx_power_of(s, district);
    bool second = s->second;

    leave_hand(s, seat, kind);
    clx_lay(s, clx_capital(district), kind);
    if (power->possible && !power->possible(s, seat)) {
        end_turn(s);
    } else if (!power->begin || power->begin(s, seat)) {
        s->phase = POWER;
        s->district = (uint8_t)district;
    } else if (s->second == second) {
        end_turn(s);
    }
}

static void use_power(clx *s, int seat, int a, int b, int c) {
    clx_power_of(s, s->district)->apply(s, seat, a, b, c);
    capu_memset(s->drawn, 0, sizeof s->drawn);
    s->drawn_count = 0;
    end_turn(s);
}

void clx_apply(capu_state *state, int seat, capu_action action) {
    clx *s = (clx *)state;
    uint32_t verb = action >> 15;
    int a = action >> 10 & 31, b = action >> 5 & 31, c = action & 31;

    switch (verb) {
    case KEEP:
        keep(s, seat, a, b);
        break;
    case CITY:
        play_to_city(s, seat, (uint8_t)a);
        break;
    case CAPITAL:
        play_to_capital(s, seat, (uint8_t)a);
        break;
    case PAY_GOLD:
    case LOSE:
        clx_pay(s, verb == PAY_GOLD);
        break;
    case TAKE_BONUS:
        clx_take_bonus(s, (uint8_t)a);
        break;
    default:
        use_power(s, seat, a, b, c);
    }
    clx_set_actors(s);
}

int clx_sealed(const capu_state *state) {
    const clx *s = of(state);

    return s->phase == DRAFT ? 4 * s->round + s->step : 0;
}

/* ------------------------------------------------------------------- legal */

static int count_keeps(const clx *s, int seat) {
    int kinds = clx_sum(clx_kinds(s->packet[seat]));

    return kinds * (kinds - 1) / 2 + clx_sum(clx_pairs(s->packet[seat]));
}

/* For each kind: two of it if there are, then it and each later one. */
static capu_action nth_keep(const clx *s, int seat, int n) {
    uint64_t kinds = clx_kinds(s->packet[seat]);
    uint64_t pairs = clx_pairs(s->packet[seat]);
    int later = clx_sum(kinds) - 1;

    for (int i = 1; i < s->packet_size; i++) { /* without a branch, as clx_nth_kind */
        uint64_t kind = kinds & -kinds;
        int with_it = later + ((pairs & kind) != 0);
        int passed = -(n >= with_it);
        n -= with_it & passed;
        later += passed;
        kinds ^= kind & (uint64_t)passed;
    }
    int second = n + !(pairs & kinds & -kinds);
    return CLX_ACTION(KEEP, clx_lowest_kind(kinds), clx_nth_kind(kinds, second), 0);
}

static capu_action nth_play(const clx *s, int seat, int n) {
    uint64_t kinds = clx_kinds(s->hand[seat]);
    int count = clx_sum(kinds);
    bool capital = n >= count;

    return CLX_ACTION(capital ? CAPITAL : CITY, clx_nth_kind(kinds, capital ? n - count : n), 0, 0);
}

static capu_action nth_bonus(const clx *s, int n) {
    clx_faces high = clx_highest(s, clx_capital(s->district));

    return CLX_ACTION(TAKE_BONUS, clx_kind(capu_nth_bit(high.colours, n), high.value), 0, 0);
}

int clx_legal_count(const capu_state *state, int seat) {
    const clx *s = of(state);

    switch (s->phase) {
    case DRAFT:
        return count_keeps(s, seat);
    case PLAY:
        return 2 * clx_sum(clx_kinds(s->hand[seat]));
    case POWER:
        return clx_power_of(s, s->district)->count(s, seat);
    case PAY:
        return 2;
    case BONUS:
        return capu_bits(clx_highest(s, clx_capital(s->district)).colours);
    default:
        return 0;
    }
}

capu_action clx_legal_at(const capu_state *state, int seat, int index) {
    const clx *s = of(state);

    switch (s->phase) {
    case DRAFT:
        return nth_keep(s, seat, index);
    case PLAY:
        return nth_play(s, seat, index);
    case POWER:
        return clx_power_of(s, s->district)->at(s, seat, index);
    case PAY:
        return CLX_ACTION(index ? LOSE : PAY_GOLD, 0, 0, 0);
    default:
        return nth_bonus(s, index);
    }
}

int clx_legal(const capu_state *state, int seat, capu_action *out) {
    int count = clx_legal_count(state, seat);

    for (int i = 0; i < count; i++)
        out[i] = clx_legal_at(state, seat, i);
    return count;
}

/* --------------------------------------------------------- legal: one action */

const capu_reason clx_reasons[WHYS + 1] = {
    [WHY_NOT_HELD] = {"capital-lux-2.why.not_held", "{1} is not in the hand"},
    [WHY_DRAFT] = {"capital-lux-2.why.draft",
                   "two cards of the packet are to be kept now, in card order: keep CARD CARD"},
    [WHY_PLAY] = {"capital-lux-2.why.play",
                  "a card of the hand is to be played now: city CARD, or capital CARD"},
    [WHY_PAY] = {"capital-lux-2.why.pay",
                 "gold may be paid for what is over the limit now: pay, or lose"},
    [WHY_BONUS] = {"capital-lux-2.why.bonus",
                   "one of the highest cards of the district is taken now: bonus CARD"},
    [WHY_AGENT] = {"capital-lux-2.why.agent",
                   "the modifier goes to a capital district: agent DISTRICT"},
    [WHY_INFILTRATOR] = {"capital-lux-2.why.infiltrator",
                         "the tile goes to another capital district or on its other side: "
                         "infiltrator DISTRICT SIDE"},
    [WHY_RECRUITER] = {"capital-lux-2.why.recruiter",
                       "the grey card goes to the own city or the capital: recruiter city "
                       "DISTRICT, or recruiter capital DISTRICT"},
    [WHY_FOREIGNER] = {"capital-lux-2.why.foreigner",
                       "the grey card goes to another seat's city: foreigner SEAT DISTRICT"},
    [WHY_CLERIC] =
        {"capital-lux-2.why.cleric",
         "the lowest card of a capital district that is not pink is taken: cleric DISTRICT CARD"},
    [WHY_PROPHET] = {"capital-lux-2.why.prophet",
                     "the lowest card of a capital district goes to another seat's city: prophet "
                     "DISTRICT CARD SEAT"},
    [WHY_MISSIONARY] = {"capital-lux-2.why.missionary",
                        "the lowest card of a capital district goes to another one: missionary "
                        "DISTRICT CARD DISTRICT"},
    [WHY_MENTALIST] = {"capital-lux-2.why.mentalist",
                       "the lowest card of a capital district that is not pink is discarded: "
                       "mentalist DISTRICT CARD"},
    [WHY_DISCIPLE] = {"capital-lux-2.why.disciple",
                      "1 gold goes on a capital district: disciple DISTRICT"},
    [WHY_ARISTOCRAT] = {"capital-lux-2.why.aristocrat",
                        "an Aristocrat that is not one's own is taken: aristocrat DISTRICT"},
    [WHY_SENTINEL] = {"capital-lux-2.why.sentinel",
                      "an own district that has no guard gets one: sentinel DISTRICT"},
    [WHY_PROSELYTISER] =
        {"capital-lux-2.why.proselytiser",
         "one of the two cards drawn goes to another seat's city: proselytiser CARD SEAT"},
    [WHY_EXPLORER] = {"capital-lux-2.why.explorer",
                      "one of the open citizens is taken: explorer CARD"},
    [WHY_NOT_IN_SOLO] = {"capital-lux-2.why.not_in_solo", "the {1} is not used in the solo game"},
    [WHY_ONLY_SOLO] = {"capital-lux-2.why.only_solo", "ROB plays in the solo game only"},
};

/* What is asked for now. */
static int why_of(const clx *s) {
    static const uint8_t phases[] = {
        [DRAFT] = WHY_DRAFT, [PLAY] = WHY_PLAY, [PAY] = WHY_PAY, [BONUS] = WHY_BONUS};

    return s->phase == POWER ? clx_power_of(s, s->district)->asks : phases[s->phase];
}

static bool explain(const clx *s, int seat, capu_action action, capu_refusal *why) {
    uint32_t verb = action >> 15, kind = action >> 10 & 31;

    if (s->phase == PLAY && (verb == CITY || verb == CAPITAL) && kind < KINDS &&
        !clx_how_many(s->hand[seat], kind < CITIZENS ? (int)kind : CITIZENS))
        return capu_refuse(why, &clx_reasons[WHY_NOT_HELD], clx_card_names[kind], NULL);
    return capu_refuse(why, &clx_reasons[why_of(s)], NULL, NULL);
}

bool clx_allows(const capu_state *state, int seat, capu_action action, capu_refusal *why) {
    int count = clx_legal_count(state, seat);

    for (int i = 0; i < count; i++)
        if (clx_legal_at(state, seat, i) == action)
            return true;
    return explain(of(state), seat, action, why);
}
