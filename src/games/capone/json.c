/* Capone's positions as JSON, both ways. */
#include "games/capone/capone.h"

static const char *const phases[] = {"swap", "play", "force", "rehire", "invest", "over"};

static const capu_names phase_names = {"phase (swap, play, force, rehire, invest, over)", phases,
                                       6};
static const capu_names card_names = {"card", capone_card_names, KINDS};
static const capu_names business_names = {"illegal business", capone_card_names, ILLEGAL};

/* ------------------------------------------------------------------- cards */

static void io_cards(capu_io *io, const char *key, capone_cards *cards) {
    cards->count = (uint8_t)capu_io_names(io, key, cards->list, cards->count, 0, HAND, &card_names);
}

/* In JSON the next card comes first. */
static void io_deck(capone *s, capu_io *io) {
    uint8_t cards[DECK];

    for (int i = 0; i < s->deck_count; i++)
        cards[i] = s->deck[s->deck_count - 1 - i];
    s->deck_count = (uint8_t)capu_io_names(io, "deck", cards, s->deck_count, 0, DECK, &card_names);
    for (int i = 0; i < s->deck_count && !io->failed; i++)
        s->deck[i] = cards[s->deck_count - 1 - i];
}

/* ----------------------------------------------------------------- members */

static int rank_of(int value) {
    for (int rank = 0; rank < RANKS; rank++)
        if (FIVE * capone_rank_values[rank] == value)
            return rank;
    return -1;
}

static uint8_t io_rank(capu_io *io, const char *key, uint8_t rank) {
    int value = io->out ? FIVE * capone_rank_values[rank] : 0;
    int read = rank_of(capu_io_number(io, key, value, 20, 100));

    if (read < 0)
        capu_io_fail(io, key, "no member has this value");
    return read < 0 ? 0 : (uint8_t)read;
}

/* The ranks of members, highest first; how many. */
static int list_ranks(uint8_t members, uint8_t ranks[8]) {
    int count = 0;

    for (int rank = 0; rank < RANKS; rank++)
        for (uint8_t bit = capone_rank_bits[rank]; members & bit;
             members = capone_without(members, bit))
            ranks[count++] = (uint8_t)rank;
    return count;
}

static uint8_t io_members(capu_io *io, const char *key, uint8_t members) {
    uint8_t ranks[8] = {0}, before = 0, read = 0;
    int count = capu_io_list(io, key, list_ranks(members, ranks), 0, 8);

    for (int i = 0; i < count; i++) {
        uint8_t rank = io_rank(io, NULL, ranks[i]);
        uint8_t more = capone_with(read, capone_rank_bits[rank]);
        if (rank < before)
            capu_io_fail(io, NULL, "members lie in order, the highest first");
        if (more == read)
            capu_io_fail(io, NULL, "a family has no more members of this value");
        read = more;
        before = rank;
    }
    capu_io_close(io);
    return read;
}

static void io_force(capu_io *io, capone_force *force) {
    force->members = io_members(io, "members", force->members);
    force->guards = (uint8_t)capu_io_number(io, "guards", force->guards, 0, GUARDS);
}

/* ------------------------------------------------------------------- seats */

static void io_seat(capone_seat *seat, capu_io *io) {
    capu_io_object(io, NULL);
    int cash = capu_io_number(io, "cash", FIVE * seat->cash, 0, FIVE * MOST_CASH);
    if (cash % FIVE)
        capu_io_fail(io, "cash", "expected a multiple of 5");
    seat->cash = (uint16_t)(cash / FIVE);
    seat->steps = (uint8_t)capu_io_number(io, "steps", seat->steps, 0, GOAL);
    io_cards(io, "hand", &seat->hand);
    io_cards(io, "swapped", &seat->swapped);
    io_cards(io, "used", &seat->used);
    io_cards(io, "discarded", &seat->discarded);
    capu_io_object(io, "home");
    io_force(io, &seat->home);
    capu_io_close(io);
    seat->park = (uint8_t)capu_io_number(io, "park", seat->park, 0, GUARDS);
    seat->harbour = io_members(io, "harbour", seat->harbour);
    seat->lost = (uint8_t)capu_io_number(io, "lost", seat->lost, 0, GUARDS);
    capu_io_close(io);
}

static void io_seats(capone *s, capu_io *io) {
    capu_io_list(io, "seats", s->head.players, s->head.players, s->head.players);
    for (int seat = 0; seat < s->head.players; seat++)
        io_seat(&s->seats[seat], io);
    capu_io_close(io);
}

/* ------------------------------------------------------------------- board */

static void io_space(capone *s, int space, capu_io *io) {
    if (capu_io_absent(io, NULL, s->owner[space] == CAPU_NONE)) {
        s->owner[space] = CAPU_NONE;
        return;
    }
    capu_io_object(io, NULL);
    s->owner[space] = capu_io_seat(io, "seat", s->owner[space], CAPU_IO_NEVER_NULL);
    io_force(io, &s->space[space]);
    capu_io_close(io);
}

static void io_illegal(capone *s, capu_io *io) {
    capu_io_object(io, "illegal");
    for (int business = 0; business < ILLEGAL; business++) {
        capu_io_list(io, capone_card_names[business], 2, 2, 2);
        io_space(s, 2 * business, io);
        io_space(s, 2 * business + 1, io);
        capu_io_close(io);
    }
    capu_io_close(io);
}

static void io_legal(capone *s, capu_io *io) {
    capu_io_object(io, "legal");
    for (int i = 0; i < LEGAL; i++)
        s->legal[i] =
            capu_io_seat(io, capone_card_names[FIRST_LEGAL + i], s->legal[i], CAPU_IO_OR_NONE);
    capu_io_close(io);
}

static void io_guest(capu_io *io, const char *key, capone_guest *guest) {
    if (capu_io_absent(io, key, guest->seat == CAPU_NONE)) {
        guest->seat = CAPU_NONE;
        return;
    }
    capu_io_object(io, key);
    guest->seat = capu_io_seat(io, "seat", guest->seat, CAPU_IO_NEVER_NULL);
    guest->rank = io_rank(io, "member", guest->rank);
    capu_io_close(io);
}

static void io_rest_and_prison(capone *s, capu_io *io) {
    capu_io_object(io, "rest");
    for (int i = 0; i < REST; i++)
        io_guest(io, capone_card_names[FIRST_REST + i], &s->rest[i]);
    capu_io_close(io);
    capu_io_list(io, "prison", BLOCKS, BLOCKS, BLOCKS);
    for (int i = 0; i < BLOCKS; i++)
        io_guest(io, NULL, &s->prison[i]);
    capu_io_close(io);
}

static void io_pending(capone *s, capu_io *io) {
    if (capu_io_absent(io, "pending", s->pending_card == CAPU_NONE)) {
        s->pending_card = s->pending_space = CAPU_NONE;
        return;
    }
    capu_io_object(io, "pending");
    s->pending_card = capu_io_name(io, "card", s->pending_card, &card_names, CAPU_IO_NEVER_NULL);
    int business =
        capu_io_name(io, "business", s->pending_space >> 1, &business_names, CAPU_IO_NEVER_NULL);
    int space = capu_io_number(io, "space", (s->pending_space & 1) + 1, 1, 2);
    s->pending_space = (uint8_t)(2 * business + space - 1);
    capu_io_close(io);
}

void capone_io(capu_state *state, capu_io *io) {
    capone *s = (capone *)state;

    s->year = (uint8_t)capu_io_number(io, "year", s->year, 0, 59);
    s->first = capu_io_seat(io, "first", s->first, CAPU_IO_NEVER_NULL);
    s->phase = capu_io_name(io, "phase", s->phase, &phase_names, CAPU_IO_NEVER_NULL);
    s->turn = capu_io_seat(io, "turn", s->turn, CAPU_IO_OR_NONE);
    io_pending(s, io);
    io_deck(s, io);
    io_seats(s, io);
    io_illegal(s, io);
    io_legal(s, io);
    io_rest_and_prison(s, io);
}
