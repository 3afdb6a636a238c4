/* What the actions of Capone do, up to the end of play; year.c goes on from there. */
#include "games/capone/capone.h"

/* ------------------------------------------------------------------- cards */

static void put_card(capone_cards *cards, uint8_t card) {
    int at = cards->count++;

    for (; at > 0 && cards->list[at - 1] > card; at--)
        cards->list[at] = cards->list[at - 1];
    cards->list[at] = card;
}

static void take_card(capone_cards *cards, uint8_t card) {
    int at = 0;

    while (cards->list[at] != card)
        at++;
    cards->count--;
    for (; at < cards->count; at++)
        cards->list[at] = cards->list[at + 1];
    cards->list[at] = 0;
}

/* ------------------------------------------------------------------- money */

CAPONE_COLD
static void tell_sale(const capone *s, int event, int seat, int steps) {
    capone_tell(s, event,
                (capone_news){.seat = seat, .steps = steps, .money = steps * CAPONE_STEP_SALE});
}

/* CPN-29: sells as few steps as needed to have that much. */
CAPONE_COLD
static void sell_steps(capone *s, int seat, int amount) {
    capone_seat *own = &s->seats[seat];
    int steps = (amount - own->cash + CAPONE_STEP_SALE - 1) / CAPONE_STEP_SALE;

    own->steps = (uint8_t)(own->steps - steps);
    own->cash = (uint16_t)(own->cash + steps * CAPONE_STEP_SALE);
    tell_sale(s, CAPONE_TELL_SOLD, seat, steps);
}

static inline void pay(capone *s, int seat, int amount) {
    capone_seat *own = &s->seats[seat];

    if (own->cash < amount)
        sell_steps(s, seat, amount);
    own->cash = (uint16_t)(own->cash - amount);
}

static void earn(capone_seat *seat, int amount) {
    seat->cash = (uint16_t)(seat->cash + amount);
}

/* ------------------------------------------------------------------ spaces */

static void clear_space(capone *s, int space) {
    s->taken &= ~(1u << space);
    s->held[s->owner[space]] &= ~(1u << space);
    s->owner[space] = ENGINE_NONE;
    s->space[space] = (capone_force){0, 0};
    capone_set_needed(s, space);
}

/* CPN-21, CPN-24: what stands there goes home unhurt. */
void capone_send_home(capone *s, int space) {
    capone_force *home = &s->seats[s->owner[space]].home, there = s->space[space];

    home->members = capone_with(home->members, there.members);
    home->guards = (uint8_t)(home->guards + there.guards);
    clear_space(s, space);
}

CAPONE_COLD
static void tell_losses(const capone *s, int seat, int place, capone_force force) {
    const char *name = capone_place_names[place];

    if (force.members)
        capone_tell(s, CAPONE_TELL_HARBOUR,
                    (capone_news){.seat = seat, .place = name, .force = force});
    if (force.guards)
        capone_tell(s, CAPONE_TELL_PARK,
                    (capone_news){.seat = seat, .place = name, .n = force.guards});
}

/* CPN-13, CPN-22: members to the harbour, bodyguards to the park. */
static void kill(capone *s, int space) {
    int seat = s->owner[space];
    capone_seat *owner = &s->seats[seat];
    capone_force there = s->space[space];

    if (engine_told(&s->head))
        tell_losses(s, seat, space, there);
    owner->harbour = capone_with(owner->harbour, there.members);
    owner->park = (uint8_t)(owner->park + there.guards);
    clear_space(s, space);
}

/* What stands on a space. */
CAPONE_COLD
static void tell_force(const capone *s, int event, int space) {
    capone_tell(s, event,
                (capone_news){.seat = s->owner[space],
                              .place = capone_place_names[space],
                              .force = s->space[space],
                              .money = capone_total(s->space[space])});
}

static void put_force(capone *s, int seat, int space, capone_force force) {
    capone_force *home = &s->seats[seat].home, *there = &s->space[space];

    home->members = capone_without(home->members, force.members);
    home->guards = (uint8_t)(home->guards - force.guards);
    there->members = capone_with(there->members, force.members);
    there->guards = (uint8_t)(there->guards + force.guards);
    s->owner[space] = (uint8_t)seat;
    s->taken |= 1u << space;
    s->held[seat] |= 1u << space;
    capone_set_needed(s, space);
    if (engine_told(&s->head))
        tell_force(s, CAPONE_TELL_HOLDS, space);
}

/* --------------------------------------------------------------- the cards */

/* A card, where it is used, and the member or the seat that it is about. */
typedef struct played {
    int card, place, x;
} played;

CAPONE_COLD
static void tell_income(const capone *s, int seat, int card, int income) {
    capone_tell(s, CAPONE_TELL_LEGAL,
                (capone_news){.seat = seat, .place = capone_card_names[card], .money = income});
}

/* CPN-17 */
static void open_legal(capone *s, int seat, played p) {
    capone_seat *own = &s->seats[seat];
    int income = capone_legal_income[own->steps];

    own->home.guards--;
    earn(own, income);
    if (engine_told(&s->head))
        tell_income(s, seat, p.card, income);
    s->legal[p.card - CAPONE_FIRST_LEGAL] = (uint8_t)seat;
}

CAPONE_COLD
static void tell_guest(const capone *s, int event, capone_guest guest, played p) {
    capone_tell(s, event,
                (capone_news){.seat = guest.seat,
                              .rank = guest.rank,
                              .place = capone_place_names[p.place],
                              .card = capone_card_names[p.card]});
}

/* Takes a member away from a space or a rest place. */
static capone_guest lead_away(capone *s, played p) {
    int place = p.place;

    if (place >= CAPONE_SPACES) {
        capone_guest guest = s->rest[place - CAPONE_SPACES];
        s->rest[place - CAPONE_SPACES] = (capone_guest){ENGINE_NONE, 0};
        return guest;
    }
    capone_guest guest = {s->owner[place], (uint8_t)p.x};
    capone_force *there = &s->space[place];
    there->members = capone_without(there->members, capone_rank_bits[p.x]);
    capone_set_needed(s, place);
    if (there->members == 0 && there->guards == 0) {
        clear_space(s, place);
        capone_tell(s, CAPONE_TELL_EMPTY, (capone_news){.place = capone_place_names[place]});
    }
    return guest;
}

/* CPN-18 */
static void send_to_rest(capone *s, int seat, played p) {
    capone_guest guest = lead_away(s, p);

    (void)seat;
    s->rest[p.card - CAPONE_FIRST_REST] = guest;
    if (engine_told(&s->head))
        tell_guest(s, CAPONE_TELL_REST, guest, p);
}

/* CPN-19 */
static void arrest(capone *s, int seat, played p) {
    capone_guest guest = lead_away(s, p);

    (void)seat;
    s->prison[CAPONE_BLOCKS - 1] = guest;
    if (engine_told(&s->head))
        tell_guest(s, CAPONE_TELL_PRISON, guest, p);
}

/* CPN-20: the price goes by the steps before a sale. */
static void protect(capone *s, int seat, played p) {
    int price = capone_protection[s->seats[p.x].steps];

    pay(s, p.x, price);
    earn(&s->seats[seat], price);
    capone_tell(s, CAPONE_TELL_PROTECTION,
                (capone_news){.seat = seat, .from_seat = p.x, .money = price});
}

/* CPN-22 */
static void assassinate(capone *s, int seat, played p) {
    (void)seat;
    if (p.place < CAPONE_SPACES) {
        kill(s, p.place);
        return;
    }
    capone_guest *guest = &s->rest[p.place - CAPONE_SPACES];
    capone_seat *owner = &s->seats[guest->seat];
    owner->harbour = capone_with(owner->harbour, capone_rank_bits[guest->rank]);
    if (engine_told(&s->head))
        tell_losses(s, guest->seat, p.place, (capone_force){capone_rank_bits[guest->rank], 0});
    *guest = (capone_guest){ENGINE_NONE, 0};
}

/* CPN-9: hands are equal, so the year's play is over when the next one is empty. */
static void next_card(capone *s) {
    s->turn = (uint8_t)capone_next(s, s->turn);
    s->phase = CAPONE_PLAY;
    if (s->seats[s->turn].hand.count == 0)
        capone_end_play(s);
}

/* The card is used by the force that follows. */
static void await_force(capone *s, played p) {
    s->phase = CAPONE_FORCE;
    s->pending_card = (uint8_t)p.card;
    s->pending_space = (uint8_t)p.place;
}

/* Cards that are used at once, after the illegal ones. */
static void (*const uses[CAPONE_KINDS - CAPONE_FIRST_LEGAL])(capone *s, int seat, played p) = {
    open_legal,   open_legal, open_legal, open_legal,   open_legal,
    open_legal,   open_legal, open_legal, send_to_rest, send_to_rest,
    send_to_rest, arrest,     protect,    NULL,         assassinate,
};

static void use(capone *s, int seat, uint32_t action) {
    played p = {action >> 16 & 0xFF, action >> 8 & 0xFF, action & 0xFF};

    take_card(&s->seats[seat].hand, (uint8_t)p.card);
    put_card(&s->seats[seat].used, (uint8_t)p.card);
    if (p.card < CAPONE_FIRST_LEGAL || p.card == CAPONE_TAKEOVER) {
        await_force(s, p);
        return;
    }
    uses[p.card - CAPONE_FIRST_LEGAL](s, seat, p);
    next_card(s);
}

/* CPN-21 */
static void replace(capone *s, int space) {
    if (engine_told(&s->head))
        tell_force(s, CAPONE_TELL_HOME, space);
    capone_send_home(s, space);
}

static void force(capone *s, int seat, uint32_t action) {
    capone_force put = {(uint8_t)(action >> 8), (uint8_t)action};
    int space = s->pending_space, owner = s->owner[space];

    if (owner != ENGINE_NONE && owner != seat) {
        if (s->pending_card == CAPONE_TAKEOVER)
            replace(s, space);
        else
            kill(s, space);
    }
    put_force(s, seat, space, put);
    s->pending_card = s->pending_space = ENGINE_NONE;
    next_card(s);
}

static void discard(capone *s, int seat, uint32_t card) {
    capu_lines *told = engine_told(&s->head);

    if (told)
        capone_tell_discard(s, seat, (int)card, told);
    take_card(&s->seats[seat].hand, (uint8_t)card);
    put_card(&s->seats[seat].discarded, (uint8_t)card);
    next_card(s);
}

/* ----------------------------------------------------------- swap and bail */

/* Takes the named cards out of the hand. Both are sorted. What stays behind the end of the hand is
 * overwritten, since as many cards are drawn at once. */
static void give_back(capone_seat *own, uint32_t cards) {
    int kept = 0, given = 0;

    while (cards && !(cards >> 5 * (CAPONE_HAND - 1))) /* the first one to the top */
        cards <<= 5;
    for (int i = 0; i < own->hand.count; i++) {
        uint8_t card = own->hand.list[i];
        bool gone = cards >> 5 * (CAPONE_HAND - 1) == card + 1u;
        own->hand.list[kept] = card;
        own->swapped.list[given] = gone ? card : 0;
        kept += !gone;
        given += gone;
        cards = gone ? cards << 5 & 0x1FFFFFF : cards;
    }
    own->hand.count = (uint8_t)kept;
    own->swapped.count = (uint8_t)given;
}

/* Before the cards are drawn. */
CAPONE_COLD
static void tell_swap(const capone *s, int seat) {
    capone_cards drawn = {0};

    for (int i = 1; i <= s->seats[seat].swapped.count; i++)
        put_card(&drawn, s->deck[s->deck_count - i]);
    capone_tell_swap(seat, &drawn, engine_told(&s->head));
}

/* CPN-8 */
static void swap(capone *s, int seat, uint32_t cards) {
    capone_seat *own = &s->seats[seat];

    give_back(own, cards);
    if (engine_told(&s->head))
        tell_swap(s, seat);
    for (int i = 0; i < own->swapped.count; i++) {
        put_card(&own->hand, s->deck[--s->deck_count]);
        s->deck[s->deck_count] = 0;
    }
    s->turn = (uint8_t)capone_next(s, seat);
    if (s->turn == s->first)
        s->phase = CAPONE_PLAY;
}

/* CPN-10: of two equal ones the one in the higher block. */
static void bail(capone *s, int seat, uint32_t rank) {
    capone_seat *own = &s->seats[seat];
    int block = CAPONE_BLOCKS - 1;

    while (s->prison[block].seat != seat || s->prison[block].rank != rank)
        block--;
    s->prison[block] = (capone_guest){ENGINE_NONE, 0};
    pay(s, seat, capone_rank_values[rank]);
    own->home.members = capone_with(own->home.members, capone_rank_bits[rank]);
    capone_tell(s, CAPONE_TELL_BAIL,
                (capone_news){.seat = seat, .rank = (int)rank, .money = capone_rank_values[rank]});
}

/* -------------------------------------------------------------- year's end */

CAPONE_COLD
static void tell_rehiring(const capone *s, int seat, int count, int lost) {
    if (count)
        capone_tell(s, CAPONE_TELL_REHIRED,
                    (capone_news){.seat = seat, .force = {0, (uint8_t)count}, .money = count});
    if (lost)
        capone_tell(s, CAPONE_TELL_LOST, (capone_news){.seat = seat, .n = lost});
}

/* CPN-25 */
static void rehire(capone *s, int seat, uint32_t count) {
    capone_seat *own = &s->seats[seat];

    pay(s, seat, (int)count);
    if (engine_told(&s->head))
        tell_rehiring(s, seat, (int)count, own->park - (int)count);
    own->home.guards = (uint8_t)(own->home.guards + count);
    own->lost = (uint8_t)(own->lost + own->park - count);
    own->park = 0;
    capone_after_rehire(s);
}

CAPONE_COLD
static void tell_investment(const capone *s, int seat, int steps) {
    capone_tell(s, CAPONE_TELL_INVESTED,
                (capone_news){.seat = seat, .steps = steps, .money = steps * CAPONE_STEP_PRICE});
}

/* CPN-27 */
static void invest(capone *s, int seat, uint32_t count) {
    capone_seat *own = &s->seats[seat];

    own->cash = (uint16_t)(own->cash - (int)count * CAPONE_STEP_PRICE);
    own->steps = (uint8_t)(own->steps + count);
    if (count && engine_told(&s->head))
        tell_investment(s, seat, (int)count);
    capone_after_invest(s);
}

/* CPN-29 */
static void sell(capone *s, int seat, uint32_t count) {
    earn(&s->seats[seat], (int)count * CAPONE_STEP_SALE);
    s->seats[seat].steps = (uint8_t)(s->seats[seat].steps - count);
    if (engine_told(&s->head))
        tell_sale(s, CAPONE_TELL_SOLD_BACK, seat, (int)count);
    capone_after_invest(s);
}

/* By verb. */
static void (*const effects[CAPONE_VERBS])(capone *s, int seat, uint32_t rest) = {
    [CAPONE_DO_SWAP] = swap,       [CAPONE_DO_BAIL] = bail,   [CAPONE_DO_USE] = use,
    [CAPONE_DO_DISCARD] = discard, [CAPONE_DO_FORCE] = force, [CAPONE_DO_REHIRE] = rehire,
    [CAPONE_DO_INVEST] = invest,   [CAPONE_DO_SELL] = sell,
};

void capone_apply(capu_state *state, int seat, capu_action action) {
    capone *s = (capone *)state;

    effects[action >> 28](s, seat, action & 0x0FFFFFFF);
    capone_set_actors(s);
}
