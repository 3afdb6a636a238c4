/* Whether one action of Capone is legal, and in words why not. Any bits may come as an action. */
#include "games/capone/capone.h"

static bool holds(const capone_cards *hand, int card) {
    for (int i = 0; i < hand->count; i++)
        if (hand->list[i] == card)
            return true;
    return false;
}

static bool allows_card(const capone *s, int seat, uint32_t card, capu_text *why) {
    if (card >= KINDS)
        return capu_because(why, "there is no such card", NULL);
    if (!holds(&s->seats[seat].hand, (int)card))
        return capu_because(why, "there is no ", capone_card_names[card], " in hand", NULL);
    return true;
}

/* CPN-8: the cards are some of the hand, in its order. */
static bool allows_swap(const capone *s, int seat, uint32_t cards, capu_text *why) {
    const capone_cards *hand = &s->seats[seat].hand;
    int at = 0;

    if (cards >> 5 * HAND)
        return capu_because(why, "there are not so many cards in hand", NULL);
    for (int shift = 20; shift >= 0; shift -= 5) {
        uint32_t card = cards >> shift & 31;
        if (card == 0 && (cards >> shift) != 0)
            return capu_because(why, "there is no such card", NULL);
        if (card == 0)
            continue;
        while (at < hand->count && hand->list[at] + 1u != card)
            at++;
        if (at++ >= hand->count)
            return capu_because(why, "only cards of the hand are swapped, in card order", NULL);
    }
    return true;
}

static bool allows_bail(const capone *s, int seat, uint32_t rank, capu_text *why) {
    if (rank >= RANKS || !(capone_prisoners(s, seat) & capone_rank_bits[rank]))
        return capu_because(why, "that member is not in prison", NULL);
    if (capone_rank_values[rank] > capone_means(&s->seats[seat]))
        return capu_because(why, "cash and steps together do not pay for ", capone_rank_names[rank],
                            NULL);
    return true;
}

/* -------------------------------------------------------------------- uses */

/* What a card has against being used, by what it is used on. */
typedef struct use {
    const capone *s;
    int seat, card, place, x;
    capu_text *why;
} use;

static bool because_no_force(const use *u) {
    if (u->card == TAKEOVER)
        return capu_because(u->why, "no force from home is worth exactly what stands there", NULL);
    if (u->s->seats[u->seat].hand.count == 1)
        return capu_because(u->why,
                            "the last card takes fixed pieces, which are not to be had or "
                            "not allowed there",
                            NULL);
    return capu_because(u->why, "no force from home is allowed there", NULL);
}

static bool has_force(const use *u) {
    bool last = u->s->seats[u->seat].hand.count == 1;

    return capone_any_force(capone_choose_force(u->s, u->seat, u->card, u->place, last)) ||
           because_no_force(u);
}

static bool allows_illegal(const use *u) {
    if (u->place >> 1 != u->card || u->x != 0)
        return capu_because(u->why, "a business has spaces 1 and 2", NULL);
    return has_force(u);
}

static bool allows_legal(const use *u) {
    const capone_seat *own = &u->s->seats[u->seat];

    if (u->place != 0 || u->x != 0)
        return capu_because(u->why, "a legal business has one place", NULL);
    if (own->steps == 0)
        return capu_because(u->why, "a legal business needs an investment of at least one step",
                            NULL);
    if (own->home.guards == 0)
        return capu_because(u->why, "there is no bodyguard at home", NULL);
    return true;
}

/* A place where a piece of another family stands. */
static bool is_of_another(const use *u) {
    const capone *s = u->s;
    int seat = CAPU_NONE;

    if (u->place < SPACES)
        seat = s->owner[u->place];
    else if (u->place < SPACES + REST)
        seat = s->rest[u->place - SPACES].seat;
    if (seat == CAPU_NONE || seat == u->seat)
        return capu_because(u->why, "no piece of another family stands there", NULL);
    return true;
}

static bool allows_target(const use *u) {
    if (!is_of_another(u))
        return false;
    if (u->place >= SPACES && u->card != FBI)
        return capu_because(u->why, "only a member on an illegal space is sent to rest", NULL);
    bool there = u->x < RANKS &&
                 (u->place >= SPACES ? u->s->rest[u->place - SPACES].rank == u->x
                                     : (u->s->space[u->place].members & capone_rank_bits[u->x]));
    return there || capu_because(u->why, "that member does not stand there", NULL);
}

static bool allows_protection(const use *u) {
    if (u->place != 0 || u->x >= u->s->head.players)
        return capu_because(u->why, "there is no such seat in this game", NULL);
    if (u->x == u->seat)
        return capu_because(u->why, "protection is sold to another player", NULL);
    if (u->s->seats[u->x].steps == 0)
        return capu_because(u->why, "that player has no investment", NULL);
    return true;
}

static bool allows_takeover(const use *u) {
    if (u->place >= SPACES || u->x != 0)
        return capu_because(u->why, "there is no such space", NULL);
    return is_of_another(u) && has_force(u);
}

static bool allows_hit(const use *u) {
    if (u->x != 0)
        return capu_because(u->why, "there is no such place", NULL);
    return is_of_another(u);
}

static bool allows_use(const capone *s, int seat, uint32_t action, capu_text *why) {
    uint32_t card = action >> 16;
    use u = {s, seat, (int)card, action >> 8 & 0xFF, action & 0xFF, why};

    if (!allows_card(s, seat, card, why))
        return false;
    if (card < FIRST_LEGAL)
        return allows_illegal(&u);
    if (card < FIRST_REST)
        return allows_legal(&u);
    if (card <= FBI)
        return allows_target(&u);
    if (card == PROTECTION)
        return allows_protection(&u);
    return card == TAKEOVER ? allows_takeover(&u) : allows_hit(&u);
}

/* ------------------------------------------------------- force, year's end */

static bool allows_force(const capone *s, int seat, uint32_t put, capu_text *why) {
    capone_force force = {(uint8_t)(put >> 8), (uint8_t)put}, home = s->seats[seat].home;

    if (put >> 16 || (force.members & (uint8_t)~home.members) || force.guards > home.guards)
        return capu_because(why, "these pieces are not at home", NULL);
    if (capone_has_force(capone_pending(s), force))
        return true;
    if (s->pending_card == TAKEOVER)
        return capu_because(why,
                            "a takeover needs exactly the total that stands there, of "
                            "members who may share a space",
                            NULL);
    if (s->seats[seat].hand.count == 0)
        return capu_because(why, "the last card of the year takes fixed pieces", NULL);
    return capu_because(why,
                        "the force is too weak for this space, or its members may not share "
                        "it",
                        NULL);
}

static bool allows_number(const capone *s, int seat, uint32_t verb, uint32_t n, capu_text *why) {
    const capone_seat *own = &s->seats[seat];

    if (verb == DO_REHIRE && n > own->park)
        return capu_because(why, "there are not so many bodyguards in the park", NULL);
    if (verb == DO_REHIRE && (int)n > capone_means(own))
        return capu_because(why, "cash and steps together do not pay for so many", NULL);
    if (verb == DO_INVEST && n > (uint32_t)(GOAL - own->steps))
        return capu_because(why, "nobody goes beyond ten steps", NULL);
    if (verb == DO_INVEST && n * STEP_PRICE > own->cash)
        return capu_because(why, "a step costs 100", NULL);
    if (verb == DO_SELL && (n == 0 || n > own->steps))
        return capu_because(why, "there are not so many steps to sell", NULL);
    return true;
}

static const char *const asked[] = {
    [SWAP] = "cards may be given back now: swap CARD…",
    [PLAY] = "a card is to be played now: use … or discard CARD, after any bail MEMBER",
    [FORCE] = "the pieces for the space are to be named now: force MEMBER… gN",
    [REHIRE] = "bodyguards in the park may be rehired now: rehire N",
    [INVEST] = "steps are bought or sold now: invest N or sell N, after any bail MEMBER",
};

static const uint8_t phases_of[] = {
    [DO_SWAP] = 1 << SWAP,     [DO_BAIL] = 1 << PLAY | 1 << INVEST,
    [DO_USE] = 1 << PLAY,      [DO_DISCARD] = 1 << PLAY,
    [DO_FORCE] = 1 << FORCE,   [DO_REHIRE] = 1 << REHIRE,
    [DO_INVEST] = 1 << INVEST, [DO_SELL] = 1 << INVEST,
};

bool capone_allows(const capu_state *state, int seat, capu_action action, capu_text *why) {
    const capone *s = (const capone *)state;
    uint32_t verb = action >> 28, rest = action & 0x0FFFFFFF;

    if (verb >= VERBS || !(phases_of[verb] >> s->phase & 1))
        return capu_because(why, asked[s->phase], NULL);
    switch (verb) {
    case DO_SWAP:
        return allows_swap(s, seat, rest, why);
    case DO_BAIL:
        return allows_bail(s, seat, rest, why);
    case DO_USE:
        return allows_use(s, seat, rest, why);
    case DO_DISCARD:
        return allows_card(s, seat, rest, why);
    case DO_FORCE:
        return allows_force(s, seat, rest, why);
    default:
        return allows_number(s, seat, verb, rest, why);
    }
}
