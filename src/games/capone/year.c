/* The year in Capone: the deal, the year's end, the end of the game. */
#include "games/capone/capone.h"

/* ------------------------------------------------------------------ the deal */

static int all_cards(int players, uint8_t cards[CAPONE_CARDS]) {
    int count = 0;

    for (int card = 0; card < CAPONE_KINDS; card++)
        for (int copies = capone_copies(card, players); copies > 0; copies--)
            cards[count++] = (uint8_t)card;
    return count;
}

/* Sorts a hand without a branch that depends on it. */
static void sort_hand(uint8_t cards[CAPONE_HAND], int count) {
    static const uint8_t pairs[][2] = {{0, 3}, {1, 4}, {0, 2}, {1, 3}, {0, 1},
                                       {2, 4}, {1, 2}, {3, 4}, {2, 3}};

    for (int i = count; i < CAPONE_HAND; i++)
        cards[i] = CAPONE_KINDS; /* behind all others */
    for (int i = 0; i < 9; i++) {
        uint8_t a = cards[pairs[i][0]], b = cards[pairs[i][1]];
        cards[pairs[i][0]] = a < b ? a : b;
        cards[pairs[i][1]] = a < b ? b : a;
    }
    for (int i = count; i < CAPONE_HAND; i++)
        cards[i] = 0;
}

static void deal_hand(capone_seat *seat, const uint8_t *cards, int count) {
    seat->swapped = seat->used = seat->discarded = (capone_cards){0};
    seat->hand.count = (uint8_t)count;
    engine_memcpy(seat->hand.list, cards, (size_t)count);
    sort_hand(seat->hand.list, count);
}

/* CPN-7 */
static void deal_year(capone *s) {
    uint8_t cards[CAPONE_CARDS];
    int count = all_cards(s->head.players, cards), size = capone_hand_size(s->head.players);
    engine_dice dice;

    engine_dice_open(&dice, &s->head);
    engine_dice_new_block(&dice); /* 56 cards take just one */
    engine_dice_shuffle_deck(&dice, cards, count);
    for (int seat = 0; seat < s->head.players; seat++)
        deal_hand(&s->seats[seat], cards + (count -= size), size);
    engine_memset(s->deck, 0, sizeof s->deck);
    engine_memcpy(s->deck, cards, (size_t)count);
    s->deck_count = (uint8_t)count;
    s->phase = CAPONE_SWAP;
    s->turn = s->first;
}

/* CPN-5 */
static void set_up(capone *s) {
    for (int seat = 0; seat < s->head.players; seat++) {
        s->seats[seat].cash = CAPONE_START_CASH;
        s->seats[seat].home = (capone_force){CAPONE_FAMILY, CAPONE_GUARDS};
    }
    engine_memset(s->owner, ENGINE_NONE, sizeof s->owner);
    for (int space = 0; space < CAPONE_SPACES; space++)
        capone_set_needed(s, space);
    engine_memset(s->legal, ENGINE_NONE, sizeof s->legal);
    for (int i = 0; i < CAPONE_REST; i++)
        s->rest[i].seat = ENGINE_NONE;
    for (int i = 0; i < CAPONE_BLOCKS; i++)
        s->prison[i].seat = ENGINE_NONE;
    s->pending_card = s->pending_space = ENGINE_NONE;
}

void capone_deal(capu_state *state) {
    capone *s = (capone *)state;

    set_up(s);
    s->first = (uint8_t)engine_first_player(&s->head);
    deal_year(s);
    capone_set_actors(s);
}

/* ----------------------------------------------------------- CPN-23: payout */

/* The most valuable piece; there is at least a bodyguard. */
static int best_piece(capone_force force) {
    for (int rank = 0; rank < CAPONE_RANKS; rank++)
        if (force.members & capone_rank_bits[rank])
            return capone_rank_values[rank];
    return 1;
}

int capone_income(int payout, int business, capone_force there) {
    int value = capone_values[business], total = capone_total(there);

    switch (payout) {
    case CAPONE_PAY_ORIGINAL:
        return value;
    case CAPONE_PAY_YAOURT:
        return total >= value ? total : 0;
    case CAPONE_PAY_JEUXOC:
        return value + best_piece(there);
    default:
        return total;
    }
}

static void tell_payout(const capone *s) {
    capu_lines *told = engine_told(&s->head);

    if (told)
        capone_tell_payout(s, told);
}

static void pay_out(capone *s) {
    tell_payout(s);
    for (uint32_t spaces = s->taken; spaces; spaces &= spaces - 1) {
        int space = __builtin_ctz(spaces);
        capone_seat *owner = &s->seats[s->owner[space]];
        int income = capone_income(s->head.options[CAPONE_PAYOUT], space >> 1, s->space[space]);
        owner->cash = (uint16_t)(owner->cash + income);
    }
}

/* -------------------------------------------------------------- year's end */

static void release(capone *s, capone_guest *guest) {
    if (guest->seat == ENGINE_NONE)
        return;
    capone_force *home = &s->seats[guest->seat].home;
    home->members = capone_with(home->members, capone_rank_bits[guest->rank]);
    *guest = (capone_guest){ENGINE_NONE, 0};
}

/* CPN-24 */
static void send_all_home(capone *s) {
    for (uint32_t spaces = s->taken; spaces; spaces &= spaces - 1)
        capone_send_home(s, __builtin_ctz(spaces));
    for (int business = 0; business < CAPONE_LEGAL; business++) {
        if (s->legal[business] == ENGINE_NONE)
            continue;
        s->seats[s->legal[business]].home.guards++;
        s->legal[business] = ENGINE_NONE;
    }
    for (int place = 0; place < CAPONE_REST; place++)
        release(s, &s->rest[place]);
}

/* CPN-26 */
static void move_prisoners(capone *s) {
    if (s->prison[0].seat != ENGINE_NONE)
        capone_tell(s, CAPONE_TELL_FREE,
                    (capone_news){.seat = s->prison[0].seat, .rank = s->prison[0].rank});
    release(s, &s->prison[0]);
    s->prison[0] = s->prison[1];
    s->prison[1] = s->prison[2];
    s->prison[2] = (capone_guest){ENGINE_NONE, 0};
}

/* CPN-25: asks the first of the next `seats` seats that has bodyguards in the park. If none has,
 * the prisoners move and investing begins. */
static void ask_to_rehire(capone *s, int seat, int seats) {
    for (; seats > 0; seats--, seat = capone_next(s, seat)) {
        if (s->seats[seat].park == 0)
            continue;
        s->phase = CAPONE_REHIRE;
        s->turn = (uint8_t)seat;
        return;
    }
    move_prisoners(s);
    s->phase = CAPONE_INVEST;
    s->turn = s->first;
}

void capone_end_play(capone *s) {
    capone_tell(s, CAPONE_TELL_YEAR_END, (capone_news){.n = s->year + 1});
    pay_out(s);
    send_all_home(s);
    ask_to_rehire(s, s->first, s->head.players);
}

void capone_after_rehire(capone *s) {
    ask_to_rehire(s, capone_next(s, s->turn), s->head.players - 1 - capone_order(s, s->turn));
}

/* ----------------------------------------------------------- the game's end */

static bool is_wiped_out(const capone_seat *seat) {
    return seat->harbour == CAPONE_FAMILY && seat->lost == CAPONE_GUARDS;
}

int capone_last_year(const capone *s) {
    return s->head.options[CAPONE_YEARS] ? s->head.options[CAPONE_YEARS] : 60;
}

bool capone_must_end(const capone *s) {
    bool wiped_out = true;

    if (s->year + 1 >= capone_last_year(s))
        return true;
    for (int seat = 0; seat < s->head.players; seat++) {
        if (s->seats[seat].steps >= CAPONE_GOAL)
            return true;
        wiped_out = wiped_out && is_wiped_out(&s->seats[seat]);
    }
    return wiped_out;
}

static void tell_end(const capone *s) {
    capu_lines *told = engine_told(&s->head);

    if (told)
        capone_tell_end(s, told);
}

void capone_after_invest(capone *s) {
    s->turn = (uint8_t)capone_next(s, s->turn);
    if (s->turn != s->first)
        return;
    if (capone_must_end(s)) {
        s->phase = CAPONE_OVER;
        s->turn = ENGINE_NONE;
        tell_end(s);
        return;
    }
    s->year++;
    s->first = (uint8_t)capone_next(s, s->first); /* CPN-6 */
    capone_tell(s, CAPONE_TELL_YEAR, (capone_news){.n = s->year + 1, .seat = s->first});
    deal_year(s);
}

/* CPN-28: by steps, then cash, then the value of living members. */
void capone_result(const capu_state *state, capu_result *out) {
    const capone *s = (const capone *)state;
    int64_t keys[CAPONE_PLAYERS];

    for (int i = 0; i < s->head.players; i++) {
        const capone_seat *seat = &s->seats[i];
        out->scores[i] = seat->steps;
        keys[i] = (int64_t)seat->steps << 32 | (int64_t)seat->cash << 8 | capone_living(seat);
    }
    engine_rank(keys, s->head.players, out->places);
}

int capone_measures(const capu_state *state, capu_measure *out) {
    out[0] = (capu_measure){"years", ((const capone *)state)->year + 1};
    return 1;
}

/* ----------------------------------------------------------------- figures */

/* What all seats own. Steps count at their resale price, so that a forced sale is no income. */
static int wealth(const capone *s) {
    int sum = 0;

    for (int seat = 0; seat < s->head.players; seat++)
        sum += capone_means(&s->seats[seat]);
    return sum;
}

static bool in_play(const capone *s) {
    return s->phase == CAPONE_PLAY || s->phase == CAPONE_FORCE;
}

/* After a bail the hand is as large as before. */
static bool is_bail(const capone *before, const capone *after) {
    int seat = before->turn;

    return before->phase == CAPONE_PLAY &&
           before->seats[seat].hand.count == after->seats[seat].hand.count;
}

/* What the bank pays: for legal businesses at once, for illegal ones at the year's end. What
 * players pay each other for protection is no income of all. */
int capone_rates(const capu_state *before, const capu_state *after, capu_rate *out) {
    const capone *s = (const capone *)before, *next = (const capone *)after;

    out[0].name = "income";
    out[0].each = "player-year";
    if (in_play(s) && !is_bail(s, next)) {
        out[0].value += CAPONE_FIVE * (wealth(next) - wealth(s));
        out[0].per += in_play(next) ? 0 : s->head.players;
    }
    return 1;
}
