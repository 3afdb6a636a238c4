/* Which positions of Capone are possible. docs/games/capone.md lists what `set` refuses. */
#include "games/capone/capone.h"

static bool in_play(const capone *s) {
    return s->phase == CAPONE_PLAY || s->phase == CAPONE_FORCE;
}

static bool has_card(const capone_cards *cards, int card) {
    for (int i = 0; i < cards->count; i++)
        if (cards->list[i] == card)
            return true;
    return false;
}

static bool has_used(const capone *s, int seat, int card) {
    return has_card(&s->seats[seat].used, card);
}

/* ------------------------------------------------------------------- frame */

static bool frame_fits(const capone *s, capu_text *why) {
    int players = s->head.players;
    int first = (s->first + players - s->year % players) % players; /* of year 0 */

    if (s->year >= capone_last_year(s))
        return engine_because(why, "year: it is not below the option years", NULL);
    if (!engine_first_fits(&s->head, first))
        return engine_because(why, "first: the option says otherwise", NULL);
    if ((s->turn == ENGINE_NONE) != (s->phase == CAPONE_OVER))
        return engine_because(why, "turn: a seat, or null when the game is over", NULL);
    return true;
}

/* ------------------------------------------------------------------- cards */

static bool is_sorted(const capone_cards *cards) {
    for (int i = 1; i < cards->count; i++)
        if (cards->list[i - 1] > cards->list[i])
            return false;
    return true;
}

static void count_list(const capone_cards *cards, int counts[CAPONE_KINDS]) {
    for (int i = 0; i < cards->count; i++)
        counts[cards->list[i]]++;
}

static bool cards_add_up(const capone *s, capu_text *why) {
    int counts[CAPONE_KINDS] = {0};

    for (int i = 0; i < s->deck_count; i++)
        counts[s->deck[i]]++;
    for (int seat = 0; seat < s->head.players; seat++) {
        count_list(&s->seats[seat].hand, counts);
        count_list(&s->seats[seat].swapped, counts);
        count_list(&s->seats[seat].used, counts);
        count_list(&s->seats[seat].discarded, counts);
    }
    for (int card = 0; card < CAPONE_KINDS; card++)
        if (counts[card] != capone_copies(card, s->head.players))
            return engine_because(
                why, "too many or too few cards in all: ", capone_card_names[card], NULL);
    return true;
}

static bool lists_sorted(const capone *s, capu_text *why) {
    for (int i = 0; i < s->head.players; i++) {
        const capone_seat *seat = &s->seats[i];
        if (!is_sorted(&seat->hand) || !is_sorted(&seat->swapped) || !is_sorted(&seat->used) ||
            !is_sorted(&seat->discarded))
            return engine_because(why, "seats: cards lie in card order", NULL);
    }
    return true;
}

/* How many cards a seat must have played if the seat in turn has played `by_turn` (CPN-9). */
static int due(const capone *s, int seat, int by_turn) {
    int order = capone_order(s, seat), turn = capone_order(s, s->turn);

    if (order < turn)
        return by_turn + (s->phase == CAPONE_PLAY);
    return order > turn ? by_turn - (s->phase == CAPONE_FORCE) : by_turn;
}

static int played(const capone *s, int seat) {
    return s->seats[seat].used.count + s->seats[seat].discarded.count;
}

static int should_have_played(const capone *s, int seat) {
    if (s->phase == CAPONE_SWAP)
        return 0;
    if (in_play(s))
        return due(s, seat, played(s, s->turn));
    return capone_hand_size(s->head.players);
}

static bool seat_played(const capone *s, int seat, capu_text *why) {
    int size = capone_hand_size(s->head.players);
    const capone_seat *own = &s->seats[seat];

    if (own->hand.count + played(s, seat) != size)
        return engine_because(why, "seats: a seat with too many or too few cards", NULL);
    if (played(s, seat) != should_have_played(s, seat))
        return engine_because(
            why, "seats: a seat has played more or fewer cards than the turn says", NULL);
    if (own->swapped.count > size)
        return engine_because(why, "seats: nobody swaps more than a hand", NULL);
    if (s->phase == CAPONE_SWAP && own->swapped.count > 0 &&
        capone_order(s, seat) >= capone_order(s, s->turn))
        return engine_because(why, "seats: a seat has swapped before its turn", NULL);
    return true;
}

static bool plays_fit(const capone *s, capu_text *why) {
    for (int seat = 0; seat < s->head.players; seat++)
        if (!seat_played(s, seat, why))
            return false;
    if (s->phase == CAPONE_PLAY && s->seats[s->turn].hand.count == 0)
        return engine_because(why, "phase: play with an empty hand", NULL);
    return true;
}

/* ---------------------------------------------------------------- families */

typedef struct census {
    int members[CAPONE_PLAYERS][CAPONE_RANKS], guards[CAPONE_PLAYERS];
} census;

static void count_members(census *c, int seat, uint8_t members) {
    for (int rank = 0; rank < CAPONE_RANKS; rank++)
        for (uint8_t bit = capone_rank_bits[rank]; members & bit;
             members = capone_without(members, bit))
            c->members[seat][rank]++;
}

static void count_guest(census *c, capone_guest guest) {
    if (guest.seat != ENGINE_NONE)
        c->members[guest.seat][guest.rank]++;
}

static void count_pieces(const capone *s, census *c) {
    for (int seat = 0; seat < s->head.players; seat++) {
        const capone_seat *own = &s->seats[seat];
        count_members(c, seat, own->home.members);
        count_members(c, seat, own->harbour);
        c->guards[seat] += own->home.guards + own->park + own->lost;
    }
    for (int space = 0; space < CAPONE_SPACES; space++) {
        if (s->owner[space] == ENGINE_NONE)
            continue;
        count_members(c, s->owner[space], s->space[space].members);
        c->guards[s->owner[space]] += s->space[space].guards;
    }
    for (int i = 0; i < CAPONE_LEGAL; i++)
        if (s->legal[i] != ENGINE_NONE)
            c->guards[s->legal[i]]++;
    for (int i = 0; i < CAPONE_REST; i++)
        count_guest(c, s->rest[i]);
    for (int i = 0; i < CAPONE_BLOCKS; i++)
        count_guest(c, s->prison[i]);
}

/* CPN-1 */
static bool families_fit(const capone *s, capu_text *why) {
    static const uint8_t family[CAPONE_RANKS] = {1, 1, 1, 2, 2, 1};
    census c = {0};

    count_pieces(s, &c);
    for (int seat = 0; seat < s->head.players; seat++) {
        if (c.guards[seat] != CAPONE_GUARDS)
            return engine_because(why, "a family without its eight bodyguards", NULL);
        for (int rank = 0; rank < CAPONE_RANKS; rank++)
            if (c.members[seat][rank] != family[rank])
                return engine_because(
                    why, "a family without its eight members: ", capone_rank_names[rank], NULL);
    }
    return true;
}

/* ------------------------------------------------------------------- board */

static bool space_fits(const capone *s, int space, capu_text *why) {
    capone_force there = s->space[space];
    int owner = s->owner[space];

    if (!in_play(s))
        return engine_because(why, "illegal: no space is held outside play and force", NULL);
    if (there.members == 0 && there.guards == 0)
        return engine_because(why, "illegal: a held space without a piece", NULL);
    if (!capone_may_share(there.members))
        return engine_because(why, "illegal: members who may not share a space", NULL);
    if (!has_used(s, owner, space >> 1) && !has_used(s, owner, CAPONE_TAKEOVER))
        return engine_because(why, "illegal: its seat used neither this business nor the takeover",
                              NULL);
    return true;
}

/* CPN-17: in play, each is held by just the seat that used its card. */
static bool legal_fits(const capone *s, capu_text *why) {
    for (int i = 0; i < CAPONE_LEGAL; i++) {
        int user = ENGINE_NONE;
        for (int seat = 0; seat < s->head.players; seat++)
            if (in_play(s) && has_used(s, seat, CAPONE_FIRST_LEGAL + i))
                user = seat;
        if (s->legal[i] != user)
            return engine_because(why, "legal: not held by just the seat that used its card", NULL);
    }
    return true;
}

static bool used_by_another(const capone *s, int card, int seat) {
    for (int other = 0; other < s->head.players; other++)
        if (other != seat && has_used(s, other, card))
            return true;
    return false;
}

static bool guests_fit(const capone *s, capu_text *why) {
    for (int i = 0; i < CAPONE_REST; i++) {
        if (s->rest[i].seat == ENGINE_NONE)
            continue;
        if (!in_play(s))
            return engine_because(why, "rest: nobody is there outside play and force", NULL);
        if (!used_by_another(s, CAPONE_FIRST_REST + i, s->rest[i].seat))
            return engine_because(why, "rest: no other seat used that card this year", NULL);
    }
    if (s->prison[CAPONE_BLOCKS - 1].seat == ENGINE_NONE)
        return true;
    if (!in_play(s) && s->phase != CAPONE_REHIRE)
        return engine_because(why, "prison: block 3 is empty after the prisoners have moved", NULL);
    if (!used_by_another(s, CAPONE_FBI, s->prison[CAPONE_BLOCKS - 1].seat))
        return engine_because(why, "prison: no other seat used the FBI this year", NULL);
    return true;
}

static bool board_fits(const capone *s, capu_text *why) {
    for (int space = 0; space < CAPONE_SPACES; space++)
        if (s->owner[space] != ENGINE_NONE && !space_fits(s, space, why))
            return false;
    return legal_fits(s, why) && guests_fit(s, why);
}

/* ---------------------------------------------------------- park and money */

static bool park_fits(const capone *s, capu_text *why) {
    if (s->phase == CAPONE_REHIRE && s->seats[s->turn].park == 0)
        return engine_because(why, "park: nobody is there to be rehired", NULL);
    for (int seat = 0; seat < s->head.players; seat++) {
        bool decided =
            s->phase == CAPONE_REHIRE && capone_order(s, seat) < capone_order(s, s->turn);
        if (s->seats[seat].park > 0 && !in_play(s) && (s->phase != CAPONE_REHIRE || decided))
            return engine_because(why, "park: it should be empty by now", NULL);
    }
    return true;
}

static bool steps_fit(const capone *s, capu_text *why) {
    for (int seat = 0; seat < s->head.players; seat++) {
        bool invested =
            s->phase == CAPONE_OVER ||
            (s->phase == CAPONE_INVEST && capone_order(s, seat) < capone_order(s, s->turn));
        if (s->seats[seat].steps == CAPONE_GOAL && !invested)
            return engine_because(why, "steps: ten of a seat that has not just invested", NULL);
    }
    return true;
}

static bool pending_fits(const capone *s, capu_text *why) {
    if ((s->pending_card != ENGINE_NONE) != (s->phase == CAPONE_FORCE))
        return engine_because(why, "pending: an object in phase force, else null", NULL);
    if (s->phase != CAPONE_FORCE)
        return true;
    if (s->pending_card != CAPONE_TAKEOVER && s->pending_card != s->pending_space >> 1)
        return engine_because(why, "pending: the card is not that of the business", NULL);
    if (!has_used(s, s->turn, s->pending_card))
        return engine_because(why, "pending: the card was not used", NULL);
    if (!capone_any_force(capone_pending(s)))
        return engine_because(why, "pending: there is no legal force", NULL);
    return true;
}

/* --------------------------------------------------------------------- all */

/* Fills in what follows from the owners of the spaces. */
static void derive(capone *s) {
    for (int space = 0; space < CAPONE_SPACES; space++) {
        capone_set_needed(s, space);
        if (s->owner[space] == ENGINE_NONE)
            continue;
        s->taken |= 1u << space;
        s->held[s->owner[space]] |= 1u << space;
    }
}

bool capone_accept(capu_state *state, capu_text *why) {
    capone *s = (capone *)state;

    if (!frame_fits(s, why) || !cards_add_up(s, why) || !lists_sorted(s, why) || !plays_fit(s, why))
        return false;
    if (!families_fit(s, why) || !board_fits(s, why) || !park_fits(s, why) || !steps_fit(s, why))
        return false;
    derive(s); /* pending_fits needs it */
    if (!pending_fits(s, why))
        return false;
    if (s->phase == CAPONE_OVER && !capone_must_end(s))
        return engine_because(why, "phase: nothing has ended the game", NULL);
    capone_set_actors(s);
    return true;
}

/* ------------------------------------------------------------- any bytes at all */

static bool guests_exist(const capone_guest *guests, int count) {
    for (int i = 0; i < count; i++)
        if (guests[i].rank >= CAPONE_RANKS)
            return false;
    return true;
}

bool capone_fits(const capu_state *state) {
    const capone *s = (const capone *)state;

    for (int i = 0; i < s->head.players; i++) {
        const capone_seat *seat = &s->seats[i];
        if (seat->hand.count > CAPONE_HAND || seat->swapped.count > CAPONE_HAND ||
            seat->used.count > CAPONE_HAND || seat->discarded.count > CAPONE_HAND)
            return false;
    }
    return s->deck_count <= CAPONE_DECK && guests_exist(s->rest, CAPONE_REST) &&
           guests_exist(s->prison, CAPONE_BLOCKS);
}
