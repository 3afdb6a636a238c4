/* Why an action of Capone is not legal. Whether it is, the list of legal actions says; what is here
 * only finds the words. Any bits may come as an action. */
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
    WHY_DON,
    WHY_MAMMA,
    WHY_FIXED,
    WHY_SHORT,
    WHY_OVER,
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
    [WHY_DON] = {"capone.why.don", "the 100 shares a space with no other member"},
    [WHY_MAMMA] = {"capone.why.mamma", "the 60 shares a space with one other member at most"},
    [WHY_FIXED] = {"capone.why.fixed", "the last card of the year takes fixed pieces"},
    [WHY_SHORT] = {"capone.why.short", "the force is worth {1} too little for this space"},
    [WHY_OVER] = {"capone.why.over", "the force is worth {1} too much: a takeover needs exactly "
                                     "the total that stands there"},
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

/* A reason, and the word that belongs to it. */
typedef struct reason {
    int why;
    const char *word;
} reason;

static reason because(int why) {
    return (reason){why, NULL};
}

/* ---------------------------------------------------------- cards and bail */

static bool holds(const capone_cards *hand, int card) {
    for (int i = 0; i < hand->count; i++)
        if (hand->list[i] == card)
            return true;
    return false;
}

static reason why_no_card(const capone *s, int seat, uint32_t card) {
    (void)s, (void)seat;
    return card >= CAPONE_KINDS ? because(WHY_NO_CARD)
                                : (reason){WHY_NOT_HELD, capone_card_names[card]};
}

/* CPN-8 */
static reason why_no_swap(const capone *s, int seat, uint32_t cards) {
    (void)s, (void)seat;
    for (int shift = 0; shift < 5 * CAPONE_HAND; shift += 5)
        if ((cards >> shift & 31) == 0 && cards >> shift)
            return because(WHY_NO_CARD);
    return because(cards >> 5 * CAPONE_HAND ? WHY_HAND : WHY_SWAP);
}

static reason why_no_bail(const capone *s, int seat, uint32_t rank) {
    if (rank >= CAPONE_RANKS || !(capone_prisoners(s, seat) & capone_rank_bits[rank]))
        return because(WHY_NOT_PRISON);
    return (reason){WHY_BAIL, capone_rank_names[rank]};
}

/* -------------------------------------------------------------------- uses */

typedef struct use {
    const capone *s;
    int seat, card, place, x;
} use;

static reason why_no_force(const use *u) {
    if (u->card == CAPONE_TAKEOVER)
        return because(WHY_EXACTLY);
    return because(u->s->seats[u->seat].hand.count == 1 ? WHY_LAST : WHY_NO_FORCE);
}

static reason why_not_illegal(const use *u) {
    if (u->place >> 1 != u->card || u->x != 0)
        return because(WHY_SPACES);
    return why_no_force(u);
}

static reason why_not_legal(const use *u) {
    if (u->place != 0 || u->x != 0)
        return because(WHY_ONE_PLACE);
    return because(u->s->seats[u->seat].steps == 0 ? WHY_NO_STEP : WHY_NO_GUARD);
}

/* Whether a piece of another family stands at the place. */
static bool is_of_another(const use *u) {
    int owner = ENGINE_NONE;

    if (u->place < CAPONE_SPACES)
        owner = u->s->owner[u->place];
    else if (u->place < CAPONE_SPACES + CAPONE_REST)
        owner = u->s->rest[u->place - CAPONE_SPACES].seat;
    return owner != ENGINE_NONE && owner != u->seat;
}

static reason why_not_target(const use *u) {
    if (!is_of_another(u))
        return because(WHY_NOBODY);
    return because(u->place >= CAPONE_SPACES && u->card != CAPONE_FBI ? WHY_REST : WHY_NOT_THERE);
}

static reason why_not_protection(const use *u) {
    if (u->place != 0 || u->x >= u->s->head.players)
        return because(WHY_NO_SEAT);
    return because(u->x == u->seat ? WHY_OWN_SEAT : WHY_NO_INVESTMENT);
}

static reason why_not_takeover(const use *u) {
    if (u->place >= CAPONE_SPACES || u->x != 0)
        return because(WHY_NO_SPACE);
    return is_of_another(u) ? why_no_force(u) : because(WHY_NOBODY);
}

static reason why_no_use(const capone *s, int seat, uint32_t action) {
    uint32_t card = action >> 16;
    use u = {s, seat, (int)card, action >> 8 & 0xFF, action & 0xFF};

    if (card >= CAPONE_KINDS || !holds(&s->seats[seat].hand, (int)card))
        return why_no_card(s, seat, card);
    if (card < CAPONE_FIRST_LEGAL)
        return why_not_illegal(&u);
    if (card < CAPONE_FIRST_REST)
        return why_not_legal(&u);
    if (card <= CAPONE_FBI)
        return why_not_target(&u);
    if (card == CAPONE_PROTECTION)
        return why_not_protection(&u);
    if (card == CAPONE_TAKEOVER)
        return why_not_takeover(&u);
    return because(u.x != 0 ? WHY_NO_PLACE : WHY_NOBODY);
}

/* ------------------------------------------------------- force, year's end */

/* By fives. No force is worth more than CAPONE_MOST_TOTAL, and no space asks for more than one
 * above it. */
static const char *const amounts[CAPONE_MOST_TOTAL + 2] = {
    "0",   "5",   "10",  "15",  "20",  "25",  "30",  "35",  "40",  "45",  "50",  "55",  "60",
    "65",  "70",  "75",  "80",  "85",  "90",  "95",  "100", "105", "110", "115", "120", "125",
    "130", "135", "140", "145", "150", "155", "160", "165", "170", "175", "180", "185", "190",
    "195", "200", "205", "210", "215", "220", "225", "230", "235", "240", "245", "250", "255",
};

/* CPN-14: whom the members would stand with. */
static reason why_not_together(uint8_t members) {
    return because(members & CAPONE_DON ? WHY_DON : WHY_MAMMA);
}

static reason why_not_put(const capone *s, int seat, uint32_t put) {
    capone_force force = {(uint8_t)(put >> 8), (uint8_t)put}, home = s->seats[seat].home;
    int space = s->pending_space;
    uint8_t own = s->owner[space] == seat ? s->space[space].members : 0;

    if (put >> 16 || (force.members & (uint8_t)~home.members) || force.guards > home.guards)
        return because(WHY_NOT_HOME);
    if (!capone_may_share(capone_with(own, force.members)))
        return why_not_together(capone_with(own, force.members));
    if (s->pending_card != CAPONE_TAKEOVER && s->seats[seat].hand.count == 0)
        return because(WHY_FIXED);
    int more = capone_total(force) - capone_pending(s).least;
    return more < 0 ? (reason){WHY_SHORT, amounts[-more]} : (reason){WHY_OVER, amounts[more]};
}

static reason why_not_rehire(const capone *s, int seat, uint32_t n) {
    return because(n > s->seats[seat].park ? WHY_PARK : WHY_MEANS);
}

static reason why_not_invest(const capone *s, int seat, uint32_t n) {
    return because(n > (uint32_t)(CAPONE_GOAL - s->seats[seat].steps) ? WHY_GOAL : WHY_PRICE);
}

static reason why_not_sell(const capone *s, int seat, uint32_t n) {
    (void)s, (void)seat, (void)n;
    return because(WHY_STEPS);
}

/* --------------------------------------------------------------------- all */

/* By verb. */
static reason (*const reasons[CAPONE_VERBS])(const capone *s, int seat, uint32_t rest) = {
    [CAPONE_DO_SWAP] = why_no_swap,      [CAPONE_DO_BAIL] = why_no_bail,
    [CAPONE_DO_USE] = why_no_use,        [CAPONE_DO_DISCARD] = why_no_card,
    [CAPONE_DO_FORCE] = why_not_put,     [CAPONE_DO_REHIRE] = why_not_rehire,
    [CAPONE_DO_INVEST] = why_not_invest, [CAPONE_DO_SELL] = why_not_sell,
};

static bool is_listed(const capu_state *state, int seat, capu_action action) {
    capu_action actions[CAPU_MAX_ACTIONS];
    int count = capone_legal(state, seat, actions);

    while (count > 0)
        if (actions[--count] == action)
            return true;
    return false;
}

bool capone_allows(const capu_state *state, int seat, capu_action action, capu_refusal *why) {
    const capone *s = (const capone *)state;
    uint32_t verb = action >> 28;

    if (is_listed(state, seat, action))
        return true;
    if (verb >= CAPONE_VERBS || !(capone_verbs[verb].phases >> s->phase & 1))
        return engine_refuse(why, &capone_reasons[WHY_ASKED + s->phase], NULL, NULL);
    reason found = reasons[verb](s, seat, action & 0x0FFFFFFF);
    return engine_refuse(why, &capone_reasons[found.why], found.word, NULL);
}
