/* Capitol in text and JSON. */
#include "games/capitol/capitol.h"

enum { A_BUILDING = CAPITOL_A_HEIGHT | CAPITOL_A_SHAPE };
const capitol_verb_row capitol_verbs[CAPITOL_VERBS] = {
    [CAPITOL_FLOOR_CARD] = {"floor", CAPITOL_A_CARD, CAPITOL_BUILD},
    [CAPITOL_PUT_FLOOR] = {"put", CAPITOL_A_HEIGHT, CAPITOL_PUT},
    [CAPITOL_ROOF_CARD] = {"roof", CAPITOL_A_CARD | A_BUILDING, CAPITOL_BUILD},
    [CAPITOL_PERMIT] = {"permit", CAPITOL_A_CARD | A_BUILDING | CAPITOL_AN_AREA, CAPITOL_BUILD},
    [CAPITOL_NULL_CARD] = {"null", CAPITOL_A_CARD, CAPITOL_BUILD},
    [CAPITOL_PASS] = {"pass", 0, CAPITOL_BUILD},
    [CAPITOL_BID_CARD] = {"bid", CAPITOL_A_CARD, CAPITOL_BID},
    [CAPITOL_STOP] = {"stop", 0, CAPITOL_BID},
    [CAPITOL_PLACE_FOUNTAIN] = {"fountain", CAPITOL_AN_AREA, CAPITOL_PLACE},
    [CAPITOL_PLACE_AMPHITHEATRE] = {"amphitheatre", CAPITOL_AN_AREA, CAPITOL_PLACE},
    [CAPITOL_PLACE_TEMPLE] = {"temple", CAPITOL_AN_AREA, CAPITOL_PLACE},
    [CAPITOL_DRAW_CARD] = {"draw", CAPITOL_A_DECK, CAPITOL_DRAW},
};

const char *const capitol_phases[] = {"build", "put", "bid", "place", "draw", "over"};
const char *const capitol_large_names[] = {"amphitheatre", "temple"};
const char *const capitol_first_floors[] = {"highest", "new"};

static const engine_names phase_names = {"phase (build, put, bid, place, draw, over)",
                                         capitol_phases, 6};
static const engine_names tile_names = {"tile (amphitheatre, temple)", capitol_large_names, 2};
static const engine_names first_floor_names = {"first floor (highest, new)", capitol_first_floors,
                                               2};
static const engine_names shape_names = {"shape (round, triangular)", capitol_shape_names,
                                         CAPITOL_SHAPES};
static const engine_names card_names = {"card (r7, f8, b1 …)", capitol_card_names,
                                        CAPITOL_CARD_KINDS};

/* ----------------------------------------------------------------- actions */

static void write_word(const char *word, capu_text *text) {
    capu_text_char(text, ' ');
    capu_text_add(text, word);
}

static void write_height(int height, capu_text *text) {
    if (height == 0) {
        write_word("new", text);
        return;
    }
    capu_text_char(text, ' ');
    capu_text_number(text, height);
}

void capitol_write_action(capu_action action, bool hidden, capu_text *text) {
    int words = capitol_verbs[capitol_verb(action)].words, place = capitol_place(action);

    (void)hidden; /* every word of every action is open */
    capu_text_add(text, capitol_verbs[capitol_verb(action)].name);
    if (words & CAPITOL_A_CARD)
        write_word(capitol_card_names[capitol_kind_of(capitol_card(action))], text);
    if (words & CAPITOL_A_HEIGHT)
        write_height(capitol_height(action), text);
    if (words & CAPITOL_A_SHAPE)
        write_word(capitol_shape_names[capitol_shape(action)], text);
    if (words & CAPITOL_AN_AREA)
        write_word(capitol_area_names[place], text);
    if (words & CAPITOL_A_DECK)
        write_word(capitol_deck_names[place], text);
}

static int read_card(engine_words *words) {
    int kind = engine_word_in(words, capitol_card_names, CAPITOL_CARD_KINDS);

    return kind < 0 ? -1 : capitol_kinds[kind];
}

/* Only a floor is put on nothing. */
static int read_height(engine_words *words, int verb) {
    if (verb == CAPITOL_PUT_FLOOR && engine_word_is(words, "new"))
        return 0;
    int height = engine_word_number(words, CAPITOL_FLOORS);
    return height == 0 ? -1 : height;
}

static int read_verb(engine_words *words) {
    for (int verb = 0; verb < CAPITOL_VERBS; verb++)
        if (engine_word_is(words, capitol_verbs[verb].name))
            return verb;
    return -1;
}

bool capitol_read_action(const char *text, capu_action *action) {
    engine_words words = {text};
    int verb = read_verb(&words);
    int expected = verb < 0 ? 0 : capitol_verbs[verb].words;
    int card = 0, height = 0, shape = 0, place = 0;

    if (expected & CAPITOL_A_CARD)
        card = read_card(&words);
    if (expected & CAPITOL_A_HEIGHT)
        height = read_height(&words, verb);
    if (expected & CAPITOL_A_SHAPE)
        shape = engine_word_in(&words, capitol_shape_names, CAPITOL_SHAPES);
    if (expected & CAPITOL_AN_AREA)
        place = engine_word_in(&words, capitol_area_names, CAPITOL_AREAS);
    if (expected & CAPITOL_A_DECK)
        place = engine_word_in(&words, capitol_deck_names, CAPITOL_DECKS);
    if (verb < 0 || card < 0 || height < 0 || shape < 0 || place < 0 || !engine_words_end(&words))
        return false;
    *action = CAPITOL_ACTION(verb, card, height * 2 + shape, place);
    return true;
}

/* ------------------------------------------------------------------- cards */

/* A list of cards. In JSON a card is its index in card order. Returns the length. */
static int io_cards(engine_io *io, const char *key, uint8_t *cards, int count, int most) {
    for (int i = 0; i < count; i++)
        cards[i] = (uint8_t)(cards[i] == ENGINE_HIDDEN ? ENGINE_HIDDEN : capitol_kind_of(cards[i]));
    count = engine_io_names(io, key, cards, count, 0, most, &card_names);
    for (int i = 0; i < count && !io->out; i++)
        cards[i] = capitol_kinds[cards[i]];
    return count;
}

static int list_set(uint64_t set, uint8_t *cards) {
    int count = 0;

    for (; set; set &= set - 1)
        cards[count++] = (uint8_t)capitol_card_of(__builtin_ctzll(set));
    return count;
}

/* The set of cards in card order, or a complaint. */
static uint64_t read_set(engine_io *io, const char *key, const uint8_t *cards, int count) {
    uint64_t set = 0;

    for (int i = 0; i < count && !io->failed; i++) {
        uint64_t more = capitol_with(set, cards[i]);
        if (i > 0 && cards[i] < cards[i - 1])
            engine_io_fail(io, key, "the cards must be in card order");
        if (more == set)
            engine_io_fail(io, key, "there are not so many cards alike");
        set = more;
    }
    return set;
}

/* The cards of one deck in a set, and `hidden` further ones. */
static uint64_t io_deck_set(engine_io *io, int deck, uint64_t set, int hidden) {
    const char *key = capitol_deck_names[deck];
    uint8_t cards[CAPITOL_DECK_ROOM];
    int count = list_set(set & capitol_deck_cards[deck], cards);

    while (hidden-- > 0)
        cards[count++] = ENGINE_HIDDEN;
    count = io_cards(io, key, cards, count, CAPITOL_DECK_ROOM);
    for (int i = 0; i < count && !io->out; i++)
        if (capitol_deck_of(cards[i]) != deck)
            engine_io_fail(io, key, "a card of another deck is there");
    return io->out ? 0 : read_set(io, key, cards, count);
}

static void io_hand(capitol *s, int seat, engine_io *io) {
    uint64_t hand = 0;

    engine_io_object(io, "hand");
    for (int deck = 0; deck < CAPITOL_DECKS; deck++) {
        uint64_t seen = s->hand[seat] & capitol_deck_cards[deck];
        uint64_t cards = io_deck_set(io, deck, seen, s->hand_size[seat][deck] - capitol_size(seen));
        if (io->out)
            continue;
        hand |= cards;
        s->hand_size[seat][deck] = (uint8_t)capitol_size(cards);
    }
    engine_io_close(io);
    if (!io->out)
        s->hand[seat] = hand;
}

static void io_known(capitol *s, int seat, engine_io *io) {
    uint64_t known = 0;

    engine_io_object(io, "known");
    for (int deck = 0; deck < CAPITOL_DECKS; deck++)
        known |= io_deck_set(io, deck, s->known[seat], 0);
    engine_io_close(io);
    if (!io->out)
        s->known[seat] = known;
}

static void io_bid(capitol *s, int seat, engine_io *io) {
    uint8_t cards[CAPITOL_DECKS * CAPITOL_DECK_ROOM];
    int count;

    if (io->out && s->bid[seat] == CAPITOL_HIDDEN_BID) {
        engine_io_absent(io, "bid", true);
        return;
    }
    count = list_set(s->bid[seat], cards);
    count = io_cards(io, "bid", cards, count, CAPITOL_DECKS * CAPITOL_DECK_ROOM);
    if (!io->out)
        s->bid[seat] = read_set(io, "bid", cards, count);
}

/* In JSON the top of a stack and the newest discard come first. */
static void io_deck(capitol *s, int deck, engine_io *io) {
    const char *key = capitol_deck_names[deck];
    uint8_t stack[CAPITOL_DECK_ROOM], discard[CAPITOL_DECK_ROOM], *cards = s->cards[deck];
    int stacked = s->stack[deck], discarded = s->discard[deck];

    for (int i = 0; i < stacked; i++)
        stack[i] = cards[stacked - 1 - i];
    engine_memcpy(discard, cards + CAPITOL_DECK_ROOM - discarded, (size_t)discarded);
    engine_io_object(io, key);
    stacked = io_cards(io, "stack", stack, stacked, capitol_deck_size[deck]);
    s->unseen[deck] =
        (uint8_t)engine_io_number(io, "unseen", s->unseen[deck], 0, CAPITOL_DECK_ROOM);
    discarded = io_cards(io, "discard", discard, discarded, capitol_deck_size[deck] - stacked);
    engine_io_close(io);
    if (io->out || io->failed)
        return;
    for (int i = 0; i < stacked; i++)
        cards[stacked - 1 - i] = stack[i];
    engine_memcpy(cards + CAPITOL_DECK_ROOM - discarded, discard, (size_t)discarded);
    s->stack[deck] = (uint8_t)stacked;
    s->discard[deck] = (uint8_t)discarded;
}

static void io_decks(capitol *s, engine_io *io) {
    engine_io_object(io, "decks");
    for (int deck = 0; deck < CAPITOL_DECKS; deck++)
        io_deck(s, deck, io);
    engine_io_close(io);
}

/* ------------------------------------------------------------------- areas */

static int heights_of(const capitol *s, int area, int seat, uint8_t heights[CAPITOL_SQUARES]) {
    int count = 0;

    for (const uint8_t *at = s->built[area]; *at; at++)
        if ((*at & 3) == seat)
            heights[count++] = *at >> 2;
    return count;
}

static void io_heights(engine_io *io, uint8_t *heights, int *count, int most) {
    *count = engine_io_list(io, NULL, *count, 0, most);
    for (int i = 0; i < *count; i++) {
        heights[i] = (uint8_t)engine_io_number(io, NULL, heights[i], 1, CAPITOL_SQUARES);
        if (!io->out && i > 0 && heights[i] < heights[i - 1])
            engine_io_fail(io, NULL, "the heights must ascend");
    }
    engine_io_close(io);
}

static void io_built(capitol *s, int area, engine_io *io) {
    uint8_t heights[CAPITOL_SQUARES];
    int players = s->head.players, room = CAPITOL_SQUARES;

    engine_io_list(io, "built", players, players, players);
    for (int seat = 0; seat < players; seat++) {
        int count = heights_of(s, area, seat, heights);
        io_heights(io, heights, &count, io->out ? CAPITOL_SQUARES : room);
        for (int i = 0; i < count && !io->out && !io->failed; i++)
            capitol_stand(s, seat, heights[i], area);
        room -= count;
    }
    engine_io_close(io);
}

static void io_areas(capitol *s, engine_io *io) {
    engine_io_list(io, "areas", CAPITOL_AREAS, CAPITOL_AREAS, CAPITOL_AREAS);
    for (int area = 0; area < CAPITOL_AREAS; area++) {
        engine_io_object(io, NULL);
        engine_io_fixed(io, "name", capitol_area_names[area]);
        s->free[area] = (uint8_t)engine_io_number(io, "free", s->free[area], 0, CAPITOL_SQUARES);
        s->fountains[area] = (uint8_t)engine_io_number(io, "fountains", s->fountains[area], 0, 20);
        s->large[area] =
            engine_io_name(io, "large", s->large[area], &tile_names, ENGINE_IO_OR_NONE);
        s->shape[area] =
            engine_io_name(io, "shape", s->shape[area], &shape_names, ENGINE_IO_OR_NONE);
        io_built(s, area, io);
        engine_io_close(io);
    }
    engine_io_close(io);
}

/* ------------------------------------------------------------------- seats */

static int list_works(const capitol *s, int seat, uint8_t works[CAPITOL_FLOORS]) {
    int count = 0;

    for (int i = 0; i < s->work_kinds[seat]; i++)
        for (int n = 0; n < s->work_count[seat][i]; n++)
            works[count++] = s->work_height[seat][i];
    return count;
}

static void io_works(capitol *s, int seat, engine_io *io) {
    uint8_t works[CAPITOL_FLOORS];
    int count = list_works(s, seat, works);

    count = engine_io_list(io, "works", count, 0, CAPITOL_FLOORS);
    for (int i = 0; i < count; i++) {
        works[i] = (uint8_t)engine_io_number(io, NULL, works[i], 1, CAPITOL_FLOORS);
        if (io->out)
            continue;
        if (i > 0 && works[i] < works[i - 1])
            engine_io_fail(io, NULL, "the heights must ascend");
        if (!io->failed && !capitol_add_work(s, seat, works[i]))
            engine_io_fail(io, NULL, "there are only 90 floors");
    }
    engine_io_close(io);
}

/* A finished building in words; 0 if it is none. */
static int read_building(const char *text) {
    engine_words words = {text};
    int height = engine_word_number(&words, CAPITOL_FLOORS);
    int shape = engine_word_in(&words, capitol_shape_names, CAPITOL_SHAPES);

    return height < 1 || shape < 0 || !engine_words_end(&words) ? 0 : height * 2 + shape;
}

static void io_building(capitol *s, int seat, int index, engine_io *io) {
    int building = io->out ? s->building[seat][index] : 0;
    char buffer[32];
    capu_text text = capu_text_on(buffer, sizeof buffer);

    capu_text_number(&text, building >> 1);
    write_word(capitol_shape_names[building & 1], &text);
    const char *read = engine_io_string(io, NULL, buffer);
    if (io->out || io->failed)
        return;
    building = read_building(read);
    if (building == 0)
        engine_io_fail(io, NULL, "expected a building, like 2 round");
    else if (index > 0 && building < s->building[seat][index - 1])
        engine_io_fail(io, NULL, "the buildings must ascend");
    else
        capitol_add_building(s, seat, building);
}

static void io_buildings(capitol *s, int seat, engine_io *io) {
    int count = engine_io_list(io, "buildings", s->building_count[seat], 0, CAPITOL_BUILDINGS);

    for (int i = 0; i < count; i++)
        io_building(s, seat, i, io);
    engine_io_close(io);
}

static void io_roofs(capitol *s, int seat, engine_io *io) {
    engine_io_object(io, "roofs");
    for (int shape = 0; shape < CAPITOL_SHAPES; shape++)
        s->roofs[seat][shape] = (uint8_t)engine_io_number(
            io, capitol_shape_names[shape], s->roofs[seat][shape], 0, CAPITOL_ROOFS_EACH);
    engine_io_close(io);
}

static void io_seats(capitol *s, engine_io *io) {
    int players = s->head.players;

    engine_io_list(io, "seats", players, players, players);
    for (int seat = 0; seat < players; seat++) {
        engine_io_object(io, NULL);
        io_hand(s, seat, io);
        io_known(s, seat, io);
        io_bid(s, seat, io);
        if (engine_io_flag(io, "done", s->done >> seat & 1))
            s->done |= (uint8_t)(1u << seat);
        io_works(s, seat, io);
        io_buildings(s, seat, io);
        io_roofs(s, seat, io);
        s->score[seat] =
            (uint16_t)engine_io_number(io, "score", s->score[seat], 0, CAPITOL_MOST_SCORE);
        engine_io_close(io);
    }
    engine_io_close(io);
}

static void io_first_floor(capitol *s, engine_io *io) {
    uint8_t index = s->first_floor ? (uint8_t)(s->first_floor - CAPITOL_ON_HIGHEST) : ENGINE_NONE;

    index = engine_io_name(io, "first_floor", index, &first_floor_names, ENGINE_IO_OR_NONE);
    s->first_floor = index == ENGINE_NONE ? 0 : (uint8_t)(index + CAPITOL_ON_HIGHEST);
}

void capitol_io(capu_state *state, engine_io *io) {
    capitol *s = (capitol *)state;

    s->round = (uint8_t)engine_io_number(io, "round", s->round, 1, CAPITOL_ROUNDS);
    s->consul = engine_io_seat(io, "consul", s->consul, ENGINE_IO_NEVER_NULL);
    s->phase = engine_io_name(io, "phase", s->phase, &phase_names, ENGINE_IO_NEVER_NULL);
    s->turn = engine_io_seat(io, "turn", s->turn, ENGINE_IO_OR_NONE);
    s->auction = (uint8_t)engine_io_number(io, "auction", s->auction, 0, CAPITOL_AUCTIONS);
    s->left = (uint8_t)engine_io_number(io, "left", s->left, 0, CAPITOL_DECK_ROOM);
    io_first_floor(s, io);
    s->supply = (uint8_t)engine_io_number(io, "supply", s->supply, 0, CAPITOL_FLOORS);
    io_decks(s, io);
    io_areas(s, io);
    io_seats(s, io);
}
