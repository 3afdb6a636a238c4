/* Whether one action of Capone is legal, and in words why not. Any bits may come as an action. */
#include "games/capone/capone.h"

enum {
    WHY_NO_CARD,
    WHY_NOT_HELD,
    WHY_HAND,
    WHY_SWAP,
    WHY_NOT_PRISON,
    WHY_BAIL,
    WHY_EXACTLY,
    WHY_LAST,
    WHY_NO_FORCE,
    WHY_SPACES,
    WHY_ONE_PLACE,
    WHY_NO_STEP,
    WHY_NO_GUARD,
    WHY_NOBODY,
    WHY_REST,
    WHY_NOT_THERE,
    WHY_NO_SEAT,
    WHY_OWN_SEAT,
    WHY_NO_INVESTMENT,
    WHY_NO_SPACE,
    WHY_NO_PLACE,
    WHY_NOT_HOME,
    WHY_TAKEOVER,
    WHY_FIXED,
    WHY_WEAK,
    WHY_PARK,
    WHY_MEANS,
    WHY_GOAL,
    WHY_PRICE,
    WHY_STEPS,
    WHY_ASKED, /* and the phase */
    WHYS = WHY_ASKED + CAPONE_OVER
};
const capu_reason capone_reasons[WHYS + 1] = {
    [WHY_NO_CARD] = {"capone.why.no_card", "there is no such card"},
    [WHY_NOT_HELD] = {"capone.why.not_held", "there is no {1} in hand"},
    [WHY_HAND] = {"capone.why.hand", "there are not so many cards in hand"},
    [WHY_SWAP] = {"capone.why.swap", "only cards of the hand are swapped, in card order"},
    [WHY_NOT_PRISON] = {"capone.why.not_prison", "that member is not in prison"},
    [WHY_BAIL] = {"capone.why.bail", "cash and steps together do not pay for {1}"},
    [WHY_EXACTLY] = {"capone.why.exactly", "no force from home is worth exactly what stands there"},
    [WHY_LAST] = {"capone.why.last", "the last card takes fixed pieces, which are not to be had "
                                     "or not allowed there"},
    [WHY_NO_FORCE] = {"capone.why.no_force", "no force from home is allowed there"},
    [WHY_SPACES] = {"capone.why.spaces", "a business has spaces 1 and 2"},
    [WHY_ONE_PLACE] = {"capone.why.one_place", "a legal business has one place"},
    [WHY_NO_STEP] = {"capone.why.no_step",
                     "a legal business needs an investment of at least one step"},
    [WHY_NO_GUARD] = {"capone.why.no_guard", "there is no bodyguard at home"},
    [WHY_NOBODY] = {"capone.why.nobody", "no piece of another family stands there"},
    [WHY_REST] = {"capone.why.rest", "only a member on an illegal space is sent to rest"},
    [WHY_NOT_THERE] = {"capone.why.not_there", "that member does not stand there"},
    [WHY_NO_SEAT] = {"capone.why.no_seat", "there is no such seat in this game"},
    [WHY_OWN_SEAT] = {"capone.why.own_seat", "protection is sold to another player"},
    [WHY_NO_INVESTMENT] = {"capone.why.no_investment", "that player has no investment"},
    [WHY_NO_SPACE] = {"capone.why.no_space", "there is no such space"},
    [WHY_NO_PLACE] = {"capone.why.no_place", "there is no such place"},
    [WHY_NOT_HOME] = {"capone.why.not_home", "these pieces are not at home"},
    [WHY_TAKEOVER] = {"capone.why.takeover", "a takeover needs exactly the total that stands "
                                             "there, of members who may share a space"},
    [WHY_FIXED] = {"capone.why.fixed", "the last card of the year takes fixed pieces"},
    [WHY_WEAK] = {"capone.why.weak",
                  "the force is too weak for this space, or its members may not share it"},
    [WHY_PARK] = {"capone.why.park", "there are not so many bodyguards in the park"},
    [WHY_MEANS] = {"capone.why.means", "cash and steps together do not pay for so many"},
    [WHY_GOAL] = {"capone.why.goal", "nobody goes beyond ten steps"},
    [WHY_PRICE] = {"capone.why.price", "a step costs 100"},
    [WHY_STEPS] = {"capone.why.steps", "there are not so many steps to sell"},
    [WHY_ASKED + CAPONE_SWAP] = {"capone.why.swapping", "cards may be given back now: swap CARD…"},
    [WHY_ASKED + CAPONE_PLAY] = {"capone.why.play",
                                 "a card is to be played now: use … or discard CARD, "
                                 "after any bail MEMBER"},
    [WHY_ASKED + CAPONE_FORCE] = {"capone.why.force",
                                  "the pieces for the space are to be named now: "
                                  "force MEMBER… gN"},
    [WHY_ASKED + CAPONE_REHIRE] = {"capone.why.rehire",
                                   "bodyguards in the park may be rehired now: "
                                   "rehire N"},
    [WHY_ASKED + CAPONE_INVEST] = {"capone.why.invest",
                                   "steps are bought or sold now: invest N or sell "
                                   "N, after any bail MEMBER"},
};

static bool because(capu_refusal *why, int reason) {
    return engine_refuse(why, &capone_reasons[reason], NULL, NULL);
}

static bool because_of(capu_refusal *why, int reason, const char *word) {
    return engine_refuse(why, &capone_reasons[reason], word, NULL);
}

static bool holds(const capone_cards *hand, int card) {
    for (int i = 0; i < hand->count; i++)
        if (hand->list[i] == card)
            return true;
    return false;
}

static bool allows_card(const capone *s, int seat, uint32_t card, capu_refusal *why) {
    if (card >= CAPONE_KINDS)
        return because(why, WHY_NO_CARD);
    if (!holds(&s->seats[seat].hand, (int)card))
        return because_of(why, WHY_NOT_HELD, capone_card_names[card]);
    return true;
}

/* CPN-8: the cards are some of the hand, in its order. */
static bool allows_swap(const capone *s, int seat, uint32_t cards, capu_refusal *why) {
    const capone_cards *hand = &s->seats[seat].hand;
    int at = 0;

    if (cards >> 5 * CAPONE_HAND)
        return because(why, WHY_HAND);
    for (int shift = 20; shift >= 0; shift -= 5) {
        uint32_t card = cards >> shift & 31;
        if (card == 0 && (cards >> shift) != 0)
            return because(why, WHY_NO_CARD);
        if (card == 0)
            continue;
        while (at < hand->count && hand->list[at] + 1u != card)
            at++;
        if (at++ >= hand->count)
            return because(why, WHY_SWAP);
    }
    return true;
}

static bool allows_bail(const capone *s, int seat, uint32_t rank, capu_refusal *why) {
    if (rank >= CAPONE_RANKS || !(capone_prisoners(s, seat) & capone_rank_bits[rank]))
        return because(why, WHY_NOT_PRISON);
    if (capone_rank_values[rank] > capone_means(&s->seats[seat]))
        return because_of(why, WHY_BAIL, capone_rank_names[rank]);
    return true;
}

/* -------------------------------------------------------------------- uses */

/* What a card has against being used, by what it is used on. */
typedef struct use {
    const capone *s;
    int seat, card, place, x;
    capu_refusal *why;
} use;

static bool because_no_force(const use *u) {
    if (u->card == CAPONE_TAKEOVER)
        return because(u->why, WHY_EXACTLY);
    if (u->s->seats[u->seat].hand.count == 1)
        return because(u->why, WHY_LAST);
    return because(u->why, WHY_NO_FORCE);
}

static bool has_force(const use *u) {
    bool last = u->s->seats[u->seat].hand.count == 1;

    return capone_any_force(capone_choose_force(u->s, u->seat, u->card, u->place, last)) ||
           because_no_force(u);
}

static bool allows_illegal(const use *u) {
    if (u->place >> 1 != u->card || u->x != 0)
        return because(u->why, WHY_SPACES);
    return has_force(u);
}

static bool allows_legal(const use *u) {
    const capone_seat *own = &u->s->seats[u->seat];

    if (u->place != 0 || u->x != 0)
        return because(u->why, WHY_ONE_PLACE);
    if (own->steps == 0)
        return because(u->why, WHY_NO_STEP);
    if (own->home.guards == 0)
        return because(u->why, WHY_NO_GUARD);
    return true;
}

/* A place where a piece of another family stands. */
static bool is_of_another(const use *u) {
    const capone *s = u->s;
    int seat = ENGINE_NONE;

    if (u->place < CAPONE_SPACES)
        seat = s->owner[u->place];
    else if (u->place < CAPONE_SPACES + CAPONE_REST)
        seat = s->rest[u->place - CAPONE_SPACES].seat;
    if (seat == ENGINE_NONE || seat == u->seat)
        return because(u->why, WHY_NOBODY);
    return true;
}

static bool allows_target(const use *u) {
    if (!is_of_another(u))
        return false;
    if (u->place >= CAPONE_SPACES && u->card != CAPONE_FBI)
        return because(u->why, WHY_REST);
    bool there =
        u->x < CAPONE_RANKS &&
        (u->place >= CAPONE_SPACES ? u->s->rest[u->place - CAPONE_SPACES].rank == u->x
                                   : (u->s->space[u->place].members & capone_rank_bits[u->x]));
    return there || because(u->why, WHY_NOT_THERE);
}

static bool allows_protection(const use *u) {
    if (u->place != 0 || u->x >= u->s->head.players)
        return because(u->why, WHY_NO_SEAT);
    if (u->x == u->seat)
        return because(u->why, WHY_OWN_SEAT);
    if (u->s->seats[u->x].steps == 0)
        return because(u->why, WHY_NO_INVESTMENT);
    return true;
}

static bool allows_takeover(const use *u) {
    if (u->place >= CAPONE_SPACES || u->x != 0)
        return because(u->why, WHY_NO_SPACE);
    return is_of_another(u) && has_force(u);
}

static bool allows_hit(const use *u) {
    if (u->x != 0)
        return because(u->why, WHY_NO_PLACE);
    return is_of_another(u);
}

static bool allows_use(const capone *s, int seat, uint32_t action, capu_refusal *why) {
    uint32_t card = action >> 16;
    use u = {s, seat, (int)card, action >> 8 & 0xFF, action & 0xFF, why};

    if (!allows_card(s, seat, card, why))
        return false;
    if (card < CAPONE_FIRST_LEGAL)
        return allows_illegal(&u);
    if (card < CAPONE_FIRST_REST)
        return allows_legal(&u);
    if (card <= CAPONE_FBI)
        return allows_target(&u);
    if (card == CAPONE_PROTECTION)
        return allows_protection(&u);
    return card == CAPONE_TAKEOVER ? allows_takeover(&u) : allows_hit(&u);
}

/* ------------------------------------------------------- force, year's end */

static bool allows_force(const capone *s, int seat, uint32_t put, capu_refusal *why) {
    capone_force force = {(uint8_t)(put >> 8), (uint8_t)put}, home = s->seats[seat].home;

    if (put >> 16 || (force.members & (uint8_t)~home.members) || force.guards > home.guards)
        return because(why, WHY_NOT_HOME);
    if (capone_has_force(capone_pending(s), force))
        return true;
    if (s->pending_card == CAPONE_TAKEOVER)
        return because(why, WHY_TAKEOVER);
    if (s->seats[seat].hand.count == 0)
        return because(why, WHY_FIXED);
    return because(why, WHY_WEAK);
}

static bool allows_number(const capone *s, int seat, uint32_t verb, uint32_t n, capu_refusal *why) {
    const capone_seat *own = &s->seats[seat];

    if (verb == CAPONE_DO_REHIRE && n > own->park)
        return because(why, WHY_PARK);
    if (verb == CAPONE_DO_REHIRE && (int)n > capone_means(own))
        return because(why, WHY_MEANS);
    if (verb == CAPONE_DO_INVEST && n > (uint32_t)(CAPONE_GOAL - own->steps))
        return because(why, WHY_GOAL);
    if (verb == CAPONE_DO_INVEST && n * CAPONE_STEP_PRICE > own->cash)
        return because(why, WHY_PRICE);
    if (verb == CAPONE_DO_SELL && (n == 0 || n > own->steps))
        return because(why, WHY_STEPS);
    return true;
}

static const uint8_t phases_of[] = {
    [CAPONE_DO_SWAP] = 1 << CAPONE_SWAP,
    [CAPONE_DO_BAIL] = 1 << CAPONE_PLAY | 1 << CAPONE_INVEST,
    [CAPONE_DO_USE] = 1 << CAPONE_PLAY,
    [CAPONE_DO_DISCARD] = 1 << CAPONE_PLAY,
    [CAPONE_DO_FORCE] = 1 << CAPONE_FORCE,
    [CAPONE_DO_REHIRE] = 1 << CAPONE_REHIRE,
    [CAPONE_DO_INVEST] = 1 << CAPONE_INVEST,
    [CAPONE_DO_SELL] = 1 << CAPONE_INVEST,
};

bool capone_allows(const capu_state *state, int seat, capu_action action, capu_refusal *why) {
    const capone *s = (const capone *)state;
    uint32_t verb = action >> 28, rest = action & 0x0FFFFFFF;

    if (verb >= CAPONE_VERBS || !(phases_of[verb] >> s->phase & 1))
        return because(why, WHY_ASKED + s->phase);
    switch (verb) {
    case CAPONE_DO_SWAP:
        return allows_swap(s, seat, rest, why);
    case CAPONE_DO_BAIL:
        return allows_bail(s, seat, rest, why);
    case CAPONE_DO_USE:
        return allows_use(s, seat, rest, why);
    case CAPONE_DO_DISCARD:
        return allows_card(s, seat, rest, why);
    case CAPONE_DO_FORCE:
        return allows_force(s, seat, rest, why);
    default:
        return allows_number(s, seat, verb, rest, why);
    }
}
