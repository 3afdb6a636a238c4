/* What Capone tells: what follows from a view, and what an action led to. Amounts are in thousands,
 * as in the JSON. */
#include "games/capone/capone.h"

static void add_money(capu_lines *out, const char *name, int fives) {
    engine_add_number(out, name, CAPONE_FIVE * fives);
}

static void list_cards(capu_lines *out, const char *name, const capone_cards *cards) {
    if (cards->count == 0)
        engine_list_none(out, name);
    for (int i = 0; i < cards->count; i++)
        engine_list_word(out, name, capone_card_names[cards->list[i]]);
}

/* Members, highest first, and bodyguards, as in the notation. */
static void list_pieces(capu_lines *out, const char *name, capone_force force) {
    for (int rank = 0; rank < CAPONE_RANKS; rank++)
        for (uint8_t bit = capone_rank_bits[rank]; force.members & bit;
             force.members = capone_without(force.members, bit))
            engine_list_word(out, name, capone_rank_names[rank]);
    if (force.guards)
        engine_list_word(out, name, capone_guard_names[force.guards - 1]);
}

static void begin(capu_lines *out, const char *id) {
    engine_line(out, id, CAPU_KNOWN_TO_ALL);
}

static void begin_of_seat(capu_lines *out, const char *id, int seat) {
    begin(out, id);
    engine_add_number(out, "seat", seat);
}

static void begin_at_place(capu_lines *out, const char *id, int place) {
    begin(out, id);
    engine_add_word(out, "place", capone_place_names[place]);
}

/* ------------------------------------------------------------------ leaders */

/* What sets the leaders apart from the next: an index of the ids. */
enum { BY_STEPS, BY_CASH, BY_ALIVE, SHARED };

/* The seats in the first place, as bits. */
static uint32_t leaders(const capone *s) {
    capu_result result;
    uint32_t seats = 0;

    capone_result((const capu_state *)s, &result);
    for (int seat = 0; seat < s->head.players; seat++)
        seats |= (uint32_t)(result.places[seat] == 1) << seat;
    return seats;
}

/* CPN-28: how far the comparison had to go. */
static int decided_by(const capone *s, uint32_t seats) {
    const capone_seat *best = &s->seats[__builtin_ctz(seats)];
    int by = BY_STEPS;

    if (seats & (seats - 1))
        return SHARED;
    for (int seat = 0; seat < s->head.players; seat++) {
        const capone_seat *other = &s->seats[seat];
        if (other == best || other->steps != best->steps)
            continue;
        if (other->cash == best->cash)
            return BY_ALIVE;
        by = BY_CASH;
    }
    return by;
}

static void add_leaders(const capone *s, const char *const ids[4], capu_lines *out) {
    uint32_t seats = leaders(s);
    const capone_seat *best = &s->seats[__builtin_ctz(seats)];

    begin(out, ids[decided_by(s, seats)]);
    engine_list_seats(out, "seat", seats);
    engine_add_number(out, "steps", best->steps);
    add_money(out, "cash", best->cash);
    add_money(out, "alive", capone_living(best));
}

/* -------------------------------------------------------------------- facts */

static void add_figures(const capone *s, capu_lines *out) {
    begin(out, "step"); /* CPN-27, CPN-29 */
    add_money(out, "price", CAPONE_STEP_PRICE);
    add_money(out, "sale", CAPONE_STEP_SALE);
    engine_add_number(out, "goal", CAPONE_GOAL);
    begin(out, "guard");
    add_money(out, "n", 1);
    begin(out, "hand");
    engine_add_number(out, "n", capone_hand_size(s->head.players));
    begin(out, "years");
    engine_add_number(out, "n", capone_last_year(s));
    begin(out, s->head.options[CAPONE_DISCARDS] == CAPONE_DISCARDS_OPEN ? "discards_open"
                                                                        : "discards_hidden");
    for (int business = 0; business < CAPONE_ILLEGAL; business++) {
        begin(out, "business");
        engine_add_word(out, "business", capone_card_names[business]);
        add_money(out, "n", capone_values[business]);
    }
}

static int pays(const capone *s, int space) {
    return capone_income(s->head.options[CAPONE_PAYOUT], space >> 1, s->space[space]);
}

static void add_space(const capone *s, int space, capu_lines *out) {
    int owner = s->owner[space], total = capone_total(s->space[space]);
    int value = capone_values[space >> 1];

    begin_at_place(out, owner == ENGINE_NONE ? "free" : "held", space);
    add_money(out, "n", owner == ENGINE_NONE ? s->needed[space] : total);
    if (owner == ENGINE_NONE)
        return;
    engine_add_number(out, "seat", owner);
    add_money(out, "pays", pays(s, space));
    add_money(out, "beat", s->needed[space]);
    add_money(out, "more", total < value ? value - total : 1);
}

static void add_money_of(capu_lines *out, const char *id, int seat, int fives) {
    begin_of_seat(out, id, seat);
    add_money(out, "n", fives);
}

/* What the year would pay a seat if it ended now. */
static int income(const capone *s, int seat) {
    int sum = 0;

    for (uint32_t spaces = s->held[seat]; spaces; spaces &= spaces - 1)
        sum += pays(s, __builtin_ctz(spaces));
    return sum;
}

static void add_seat(const capone *s, int seat, capu_lines *out) {
    const capone_seat *own = &s->seats[seat];

    add_money_of(out, "cash", seat, own->cash);
    begin_of_seat(out, "steps", seat);
    engine_add_number(out, "n", own->steps);
    add_money_of(out, "alive", seat, capone_living(own));
    add_money_of(out, "income", seat, income(s, seat));
    add_money_of(out, "legal", seat, capone_legal_income[own->steps]);
    add_money_of(out, "protection", seat, capone_protection[own->steps]);
    for (int block = 0; block < CAPONE_BLOCKS; block++) {
        if (s->prison[block].seat != seat)
            continue;
        begin_of_seat(out, "bail", seat);
        engine_add_word(out, "member", capone_rank_names[s->prison[block].rank]);
        add_money(out, "n", capone_rank_values[s->prison[block].rank]);
    }
}

/* What the pending space asks for: on an own or a free space in all, else of the pieces sent. */
static void add_demand(const capone *s, capu_lines *out) {
    int space = s->pending_space, owner = s->owner[space];
    bool takeover = s->pending_card == CAPONE_TAKEOVER;
    int total = capone_total(s->space[space]);
    bool others = owner != ENGINE_NONE && owner != s->turn;

    begin_at_place(out, takeover ? "exact" : others ? "beat" : "least", space);
    engine_add_number(out, "seat", s->turn);
    add_money(out, "n", takeover ? total : others ? s->needed[space] : capone_values[space >> 1]);
    if (others)
        engine_add_number(out, "from_seat", owner);
    else
        add_money(out, "there", total);
    if (takeover || s->seats[s->turn].hand.count > 0)
        return;
    begin_at_place(out, "fixed", space); /* CPN-16 */
    engine_add_number(out, "seat", s->turn);
    list_pieces(out, "pieces", capone_nth_force(capone_pending(s), 0));
}

/* CPN-16: what the last card of a hand takes, and on which spaces. */
static void add_last(const capone *s, int seat, int card, capu_lines *out) {
    bool begun = false;

    for (int space = 2 * card; space < 2 * card + 2; space++) {
        capone_choice choice = capone_choose_force(s, seat, card, space, true);
        if (!capone_any_force(choice))
            continue;
        if (!begun) {
            begin_of_seat(out, "last", seat);
            engine_add_word(out, "card", capone_card_names[card]);
            list_pieces(out, "pieces", capone_nth_force(choice, 0));
        }
        engine_list_word(out, "places", capone_place_names[space]);
        begun = true;
    }
}

static void add_cards(capu_lines *out, const char *id, int seat, const capone_cards *cards) {
    if (cards->count == 0)
        return;
    begin_of_seat(out, id, seat);
    list_cards(out, "cards", cards);
}

/* The cards of the seat in turn, as far as the viewer knows them. */
static void add_hand(const capone *s, capu_lines *out) {
    const capone_cards *hand = &s->seats[s->turn].hand;
    capone_cards usable = {0}, useless = {0};

    if (hand->list[0] >= CAPONE_KINDS)
        return;
    for (int i = 0; i < hand->count; i++) {
        uint8_t card = hand->list[i];
        capone_cards *kind = capone_can_use(s, s->turn, card) ? &usable : &useless;
        kind->list[kind->count++] = card;
    }
    add_cards(out, "usable", s->turn, &usable);
    add_cards(out, "useless", s->turn, &useless);
    if (hand->count == 1 && hand->list[0] < CAPONE_FIRST_LEGAL)
        add_last(s, s->turn, hand->list[0], out);
}

void capone_facts(const capu_state *view, capu_lines *out) {
    static const char *const ahead[] = {"ahead", "ahead_cash", "ahead_alive", "ahead_shared"};
    const capone *s = (const capone *)view;

    add_figures(s, out);
    for (int seat = 0; seat < s->head.players; seat++)
        add_seat(s, seat, out);
    add_leaders(s, ahead, out);
    for (int space = 0; space < CAPONE_SPACES; space++)
        add_space(s, space, out);
    if (s->phase == CAPONE_FORCE)
        add_demand(s, out);
    if (s->phase == CAPONE_PLAY)
        add_hand(s, out);
}

/* ------------------------------------------------------------------- events */

enum {
    SEAT = 1 << 0,
    FROM_SEAT = 1 << 1,
    PLACE = 1 << 2,
    CARD = 1 << 3,
    MEMBER = 1 << 4,
    MEMBERS = 1 << 5,
    PIECES = 1 << 6,
    GUARDS = 1 << 7,
    STEPS = 1 << 8,
    NUMBER = 1 << 9,
    MONEY = 1 << 10,
};

/* The id of each event, and what is said of it. */
static const struct {
    const char *id;
    int parts;
} events[CAPONE_NEWS] = {
    [CAPONE_TELL_HOLDS] = {"holds", SEAT | PLACE | PIECES | MONEY},
    [CAPONE_TELL_HARBOUR] = {"harbour", SEAT | PLACE | MEMBERS},
    [CAPONE_TELL_PARK] = {"park", SEAT | PLACE | NUMBER},
    [CAPONE_TELL_HOME] = {"home", SEAT | PLACE | PIECES | MONEY},
    [CAPONE_TELL_REST] = {"rest", SEAT | PLACE | CARD | MEMBER},
    [CAPONE_TELL_PRISON] = {"prison", SEAT | PLACE | MEMBER},
    [CAPONE_TELL_EMPTY] = {"empty", PLACE},
    [CAPONE_TELL_LEGAL] = {"legal", SEAT | PLACE | MONEY},
    [CAPONE_TELL_PROTECTION] = {"protection", SEAT | FROM_SEAT | MONEY},
    [CAPONE_TELL_BAIL] = {"bail", SEAT | MEMBER | MONEY},
    [CAPONE_TELL_SOLD] = {"sold", SEAT | STEPS | MONEY},
    [CAPONE_TELL_REHIRED] = {"rehired", SEAT | GUARDS | MONEY},
    [CAPONE_TELL_LOST] = {"lost", SEAT | NUMBER},
    [CAPONE_TELL_FREE] = {"free", SEAT | MEMBER},
    [CAPONE_TELL_INVESTED] = {"invested", SEAT | STEPS | MONEY},
    [CAPONE_TELL_SOLD_BACK] = {"sold_back", SEAT | STEPS | MONEY},
    [CAPONE_TELL_YEAR_END] = {"year_end", NUMBER},
    [CAPONE_TELL_YEAR] = {"year", SEAT | NUMBER},
};

static void add_pieces(capu_lines *out, int parts, const capone_news *news) {
    if (parts & MEMBER)
        engine_add_word(out, "member", capone_rank_names[news->rank]);
    if (parts & MEMBERS)
        list_pieces(out, "members", (capone_force){news->force.members, 0});
    if (parts & PIECES)
        list_pieces(out, "pieces", news->force);
    if (parts & GUARDS)
        engine_add_number(out, "guards", news->force.guards);
}

void capone_add_news(capu_lines *out, int event, const capone_news *news) {
    int parts = events[event].parts;

    begin(out, events[event].id);
    if (parts & SEAT)
        engine_add_number(out, "seat", news->seat);
    if (parts & FROM_SEAT)
        engine_add_number(out, "from_seat", news->from_seat);
    if (parts & PLACE)
        engine_add_word(out, "place", news->place);
    if (parts & CARD)
        engine_add_word(out, "card", news->card);
    add_pieces(out, parts, news);
    if (parts & STEPS)
        engine_add_number(out, "steps", news->steps);
    if (parts & NUMBER)
        engine_add_number(out, "n", news->n);
    if (parts & MONEY)
        add_money(out, "n", news->money);
}

/* CPN-31: whoever does not know the card does not know either that nothing could be done with it.
 */
void capone_tell_discard(const capone *s, int seat, int card, capu_lines *out) {
    bool open = s->head.options[CAPONE_DISCARDS] == CAPONE_DISCARDS_OPEN;

    if (capone_can_use(s, seat, card))
        return;
    engine_line(out, "useless", open ? CAPU_KNOWN_TO_ALL : 1u << seat);
    engine_add_number(out, "seat", seat);
    engine_add_word(out, "card", capone_card_names[card]);
}

/* CPN-8 */
void capone_tell_swap(int seat, const capone_cards *drawn, capu_lines *out) {
    if (drawn->count == 0)
        return;
    engine_line(out, "drawn", 1u << seat);
    engine_add_number(out, "seat", seat);
    list_cards(out, "cards", drawn);
    engine_add_number(out, "n", drawn->count);
}

/* A family's accounts, space by space, so that they add up (CPN-23). */
static void tell_payout_of(const capone *s, int seat, capu_lines *out) {
    begin_of_seat(out, s->held[seat] ? "payout" : "payout_none", seat);
    for (uint32_t spaces = s->held[seat]; spaces; spaces &= spaces - 1)
        engine_list_word(out, "places", capone_place_names[__builtin_ctz(spaces)]);
    for (uint32_t spaces = s->held[seat]; spaces; spaces &= spaces - 1)
        engine_list_number(out, "parts", CAPONE_FIVE * pays(s, __builtin_ctz(spaces)));
    add_money(out, "n", income(s, seat));
}

void capone_tell_payout(const capone *s, capu_lines *out) {
    for (int i = 0; i < s->head.players; i++)
        tell_payout_of(s, engine_clockwise(s->first, i, s->head.players), out);
}

static uint32_t at_the_goal(const capone *s) {
    uint32_t seats = 0;

    for (int seat = 0; seat < s->head.players; seat++)
        seats |= (uint32_t)(s->seats[seat].steps >= CAPONE_GOAL) << seat;
    return seats;
}

/* CPN-28, CPN-30: why the game is over, and who has won. */
void capone_tell_end(const capone *s, capu_lines *out) {
    static const char *const won[] = {"won", "won_cash", "won_alive", "won_shared"};
    uint32_t rich = at_the_goal(s);

    if (rich) {
        begin(out, "end_million");
        engine_list_seats(out, "seat", rich);
    } else if (s->year + 1 >= capone_last_year(s)) {
        begin(out, "end_years");
        engine_add_number(out, "n", s->year + 1);
    } else {
        begin(out, "end_dead");
    }
    add_leaders(s, won, out);
}
