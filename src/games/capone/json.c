/* Capone's positions as JSON, both ways. */
#include "games/capone/capone.h"

const char *const capone_phases[] = {"swap", "play", "force", "rehire", "invest", "over"};

static const engine_names phase_names = {"phase (swap, play, force, rehire, invest, over)",
                                         capone_phases, 6};
static const engine_names card_names = {"card", capone_card_names, CAPONE_KINDS};
static const engine_names business_names = {"illegal business", capone_card_names, CAPONE_ILLEGAL};

/* ------------------------------------------------------------------- cards */

static void io_cards(engine_io *io, const char *key, capone_cards *cards) {
    cards->count =
        (uint8_t)engine_io_names(io, key, cards->list, cards->count, 0, CAPONE_HAND, &card_names);
}

/* In JSON the next card comes first. */
static void io_deck(capone *s, engine_io *io) {
    uint8_t cards[CAPONE_DECK];

    for (int i = 0; i < s->deck_count; i++)
        cards[i] = s->deck[s->deck_count - 1 - i];
    s->deck_count =
        (uint8_t)engine_io_names(io, "deck", cards, s->deck_count, 0, CAPONE_DECK, &card_names);
    for (int i = 0; i < s->deck_count && !io->failed; i++)
        s->deck[i] = cards[s->deck_count - 1 - i];
}

/* ----------------------------------------------------------------- members */

static int rank_of(int value) {
    for (int rank = 0; rank < CAPONE_RANKS; rank++)
        if (CAPONE_FIVE * capone_rank_values[rank] == value)
            return rank;
    return -1;
}

static uint8_t io_rank(engine_io *io, const char *key, uint8_t rank) {
    int value = io->out ? CAPONE_FIVE * capone_rank_values[rank] : 0;
    int read = rank_of(engine_io_number(io, key, value, 20, 100));

    if (read < 0)
        engine_io_fail(io, key, "no member has this value");
    return read < 0 ? 0 : (uint8_t)read;
}

/* The ranks of members, highest first; how many. */
static int list_ranks(uint8_t members, uint8_t ranks[8]) {
    int count = 0;

    for (int rank = 0; rank < CAPONE_RANKS; rank++)
        for (uint8_t bit = capone_rank_bits[rank]; members & bit;
             members = capone_without(members, bit))
            ranks[count++] = (uint8_t)rank;
    return count;
}

static uint8_t io_members(engine_io *io, const char *key, uint8_t members) {
    uint8_t ranks[8] = {0}, before = 0, read = 0;
    int count = engine_io_list(io, key, list_ranks(members, ranks), 0, 8);

    for (int i = 0; i < count; i++) {
        uint8_t rank = io_rank(io, NULL, ranks[i]);
        uint8_t more = capone_with(read, capone_rank_bits[rank]);
        if (rank < before)
            engine_io_fail(io, NULL, "members lie in order, the highest first");
        if (more == read)
            engine_io_fail(io, NULL, "a family has no more members of this value");
        read = more;
        before = rank;
    }
    engine_io_close(io);
    return read;
}

static void io_force(engine_io *io, capone_force *force) {
    force->members = io_members(io, "members", force->members);
    force->guards = (uint8_t)engine_io_number(io, "guards", force->guards, 0, CAPONE_GUARDS);
}

/* ------------------------------------------------------------------- seats */

static void io_seat(capone_seat *seat, engine_io *io) {
    engine_io_object(io, NULL);
    int cash =
        engine_io_number(io, "cash", CAPONE_FIVE * seat->cash, 0, CAPONE_FIVE * CAPONE_MOST_CASH);
    if (cash % CAPONE_FIVE)
        engine_io_fail(io, "cash", "expected a multiple of 5");
    seat->cash = (uint16_t)(cash / CAPONE_FIVE);
    seat->steps = (uint8_t)engine_io_number(io, "steps", seat->steps, 0, CAPONE_GOAL);
    io_cards(io, "hand", &seat->hand);
    io_cards(io, "swapped", &seat->swapped);
    io_cards(io, "used", &seat->used);
    io_cards(io, "discarded", &seat->discarded);
    engine_io_object(io, "home");
    io_force(io, &seat->home);
    engine_io_close(io);
    seat->park = (uint8_t)engine_io_number(io, "park", seat->park, 0, CAPONE_GUARDS);
    seat->harbour = io_members(io, "harbour", seat->harbour);
    seat->lost = (uint8_t)engine_io_number(io, "lost", seat->lost, 0, CAPONE_GUARDS);
    engine_io_close(io);
}

static void io_seats(capone *s, engine_io *io) {
    engine_io_list(io, "seats", s->head.players, s->head.players, s->head.players);
    for (int seat = 0; seat < s->head.players; seat++)
        io_seat(&s->seats[seat], io);
    engine_io_close(io);
}

/* ------------------------------------------------------------------- board */

static void io_space(capone *s, int space, engine_io *io) {
    if (engine_io_absent(io, NULL, s->owner[space] == ENGINE_NONE)) {
        s->owner[space] = ENGINE_NONE;
        return;
    }
    engine_io_object(io, NULL);
    s->owner[space] = engine_io_seat(io, "seat", s->owner[space], ENGINE_IO_NEVER_NULL);
    io_force(io, &s->space[space]);
    engine_io_close(io);
}

static void io_illegal(capone *s, engine_io *io) {
    engine_io_object(io, "illegal");
    for (int business = 0; business < CAPONE_ILLEGAL; business++) {
        engine_io_list(io, capone_card_names[business], 2, 2, 2);
        io_space(s, 2 * business, io);
        io_space(s, 2 * business + 1, io);
        engine_io_close(io);
    }
    engine_io_close(io);
}

static void io_legal(capone *s, engine_io *io) {
    engine_io_object(io, "legal");
    for (int i = 0; i < CAPONE_LEGAL; i++)
        s->legal[i] = engine_io_seat(io, capone_card_names[CAPONE_FIRST_LEGAL + i], s->legal[i],
                                     ENGINE_IO_OR_NONE);
    engine_io_close(io);
}

static void io_guest(engine_io *io, const char *key, capone_guest *guest) {
    if (engine_io_absent(io, key, guest->seat == ENGINE_NONE)) {
        guest->seat = ENGINE_NONE;
        return;
    }
    engine_io_object(io, key);
    guest->seat = engine_io_seat(io, "seat", guest->seat, ENGINE_IO_NEVER_NULL);
    guest->rank = io_rank(io, "member", guest->rank);
    engine_io_close(io);
}

static void io_rest_and_prison(capone *s, engine_io *io) {
    engine_io_object(io, "rest");
    for (int i = 0; i < CAPONE_REST; i++)
        io_guest(io, capone_card_names[CAPONE_FIRST_REST + i], &s->rest[i]);
    engine_io_close(io);
    engine_io_list(io, "prison", CAPONE_BLOCKS, CAPONE_BLOCKS, CAPONE_BLOCKS);
    for (int i = 0; i < CAPONE_BLOCKS; i++)
        io_guest(io, NULL, &s->prison[i]);
    engine_io_close(io);
}

static void io_pending(capone *s, engine_io *io) {
    if (engine_io_absent(io, "pending", s->pending_card == ENGINE_NONE)) {
        s->pending_card = s->pending_space = ENGINE_NONE;
        return;
    }
    engine_io_object(io, "pending");
    s->pending_card =
        engine_io_name(io, "card", s->pending_card, &card_names, ENGINE_IO_NEVER_NULL);
    int business = engine_io_name(io, "business", s->pending_space >> 1, &business_names,
                                  ENGINE_IO_NEVER_NULL);
    int space = engine_io_number(io, "space", (s->pending_space & 1) + 1, 1, 2);
    s->pending_space = (uint8_t)(2 * business + space - 1);
    engine_io_close(io);
}

void capone_io(capu_state *state, engine_io *io) {
    capone *s = (capone *)state;

    s->year = (uint8_t)engine_io_number(io, "year", s->year, 0, 59);
    s->first = engine_io_seat(io, "first", s->first, ENGINE_IO_NEVER_NULL);
    s->phase = engine_io_name(io, "phase", s->phase, &phase_names, ENGINE_IO_NEVER_NULL);
    s->turn = engine_io_seat(io, "turn", s->turn, ENGINE_IO_OR_NONE);
    io_pending(s, io);
    io_deck(s, io);
    io_seats(s, io);
    io_illegal(s, io);
    io_legal(s, io);
    io_rest_and_prison(s, io);
}
