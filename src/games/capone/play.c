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

/* CPN-29: as few steps as needed are sold first. */
static void pay(capone_seat *seat, int amount) {
    int cash = seat->cash;

    for (; cash < amount; cash += CAPONE_STEP_SALE)
        seat->steps--;
    seat->cash = (uint16_t)(cash - amount);
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

/* CPN-13, CPN-22: members to the harbour, bodyguards to the park. */
static void kill(capone *s, int space) {
    capone_seat *owner = &s->seats[s->owner[space]];
    capone_force there = s->space[space];

    owner->harbour = capone_with(owner->harbour, there.members);
    owner->park = (uint8_t)(owner->park + there.guards);
    clear_space(s, space);
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
}

/* --------------------------------------------------------------- the cards */

/* CPN-17 */
static void open_legal(capone *s, int seat, int card) {
    capone_seat *own = &s->seats[seat];

    own->home.guards--;
    earn(own, capone_legal_income[own->steps]);
    s->legal[card - CAPONE_FIRST_LEGAL] = (uint8_t)seat;
}

/* CPN-18, CPN-19: takes a member away from a space or a rest place. */
static capone_guest lead_away(capone *s, int place, int rank) {
    if (place >= CAPONE_SPACES) {
        capone_guest guest = s->rest[place - CAPONE_SPACES];
        s->rest[place - CAPONE_SPACES] = (capone_guest){ENGINE_NONE, 0};
        return guest;
    }
    capone_guest guest = {s->owner[place], (uint8_t)rank};
    capone_force *there = &s->space[place];
    there->members = capone_without(there->members, capone_rank_bits[rank]);
    capone_set_needed(s, place);
    if (there->members == 0 && there->guards == 0)
        clear_space(s, place);
    return guest;
}

/* CPN-20: the price goes by the steps before a sale. */
static void protect(capone *s, int seat, int other) {
    int price = capone_protection[s->seats[other].steps];

    pay(&s->seats[other], price);
    earn(&s->seats[seat], price);
}

/* CPN-22 */
static void assassinate(capone *s, int place) {
    if (place < CAPONE_SPACES) {
        kill(s, place);
        return;
    }
    capone_guest *guest = &s->rest[place - CAPONE_SPACES];
    capone_seat *owner = &s->seats[guest->seat];
    owner->harbour = capone_with(owner->harbour, capone_rank_bits[guest->rank]);
    *guest = (capone_guest){ENGINE_NONE, 0};
}

/* CPN-9: hands are equal, so the year's play is over when the next one is empty. */
static void next_card(capone *s) {
    s->turn = (uint8_t)capone_next(s, s->turn);
    s->phase = CAPONE_PLAY;
    if (s->seats[s->turn].hand.count == 0)
        capone_end_play(s);
}

static void await_force(capone *s, int card, int space) {
    s->phase = CAPONE_FORCE;
    s->pending_card = (uint8_t)card;
    s->pending_space = (uint8_t)space;
}

static void use(capone *s, int seat, uint32_t action) {
    int card = action >> 16 & 0xFF, place = action >> 8 & 0xFF, x = action & 0xFF;

    take_card(&s->seats[seat].hand, (uint8_t)card);
    put_card(&s->seats[seat].used, (uint8_t)card);
    if (card < CAPONE_FIRST_LEGAL || card == CAPONE_TAKEOVER) {
        await_force(s, card, place);
        return;
    }
    if (card < CAPONE_FIRST_REST)
        open_legal(s, seat, card);
    else if (card < CAPONE_FBI)
        s->rest[card - CAPONE_FIRST_REST] = lead_away(s, place, x);
    else if (card == CAPONE_FBI)
        s->prison[CAPONE_BLOCKS - 1] = lead_away(s, place, x);
    else if (card == CAPONE_PROTECTION)
        protect(s, seat, x);
    else
        assassinate(s, place);
    next_card(s);
}

static void force(capone *s, int seat, uint32_t action) {
    capone_force put = {(uint8_t)(action >> 8), (uint8_t)action};
    int space = s->pending_space, owner = s->owner[space];

    if (owner != ENGINE_NONE && owner != seat) {
        if (s->pending_card == CAPONE_TAKEOVER)
            capone_send_home(s, space);
        else
            kill(s, space);
    }
    put_force(s, seat, space, put);
    s->pending_card = s->pending_space = ENGINE_NONE;
    next_card(s);
}

static void discard(capone *s, int seat, uint32_t card) {
    take_card(&s->seats[seat].hand, (uint8_t)card);
    put_card(&s->seats[seat].discarded, (uint8_t)card);
    next_card(s);
}

/* ----------------------------------------------------------- swap and bail */

/* The cards named leave the hand; it is sorted, and so are they. As many are drawn at once, so
 * what is left behind the hand's end does not stay. */
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

/* CPN-8 */
static void swap(capone *s, int seat, uint32_t cards) {
    capone_seat *own = &s->seats[seat];

    give_back(own, cards);
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
    pay(own, capone_rank_values[rank]);
    own->home.members = capone_with(own->home.members, capone_rank_bits[rank]);
}

/* -------------------------------------------------------------- year's end */

/* CPN-25 */
static void rehire(capone *s, int seat, uint32_t count) {
    capone_seat *own = &s->seats[seat];

    pay(own, (int)count);
    own->home.guards = (uint8_t)(own->home.guards + count);
    own->lost = (uint8_t)(own->lost + own->park - count);
    own->park = 0;
    capone_after_rehire(s);
}

/* CPN-27 */
static void invest(capone *s, int seat, uint32_t count) {
    pay(&s->seats[seat], (int)count * CAPONE_STEP_PRICE);
    s->seats[seat].steps = (uint8_t)(s->seats[seat].steps + count);
    capone_after_invest(s);
}

/* CPN-29 */
static void sell(capone *s, int seat, uint32_t count) {
    earn(&s->seats[seat], (int)count * CAPONE_STEP_SALE);
    s->seats[seat].steps = (uint8_t)(s->seats[seat].steps - count);
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
