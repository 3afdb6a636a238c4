/* Capital Lux 2 in text and JSON. */
#include "games/capital-lux-2/lux.h"

const char *const lux_card_names[LUX_KINDS + LUX_MODIFIERS] = {
    "b2", "b3", "b4", "b5", "b6", "p2", "p3", "p4", "p5", "p6", "y2", "y3", "y4", "y5",
    "y6", "g2", "g3", "g4", "g5", "g6", "x1", "x2", "x3", "+4", "+2", "-1", "-3",
};
const char *const lux_district_names[LUX_DISTRICTS] = {"blue", "pink", "yellow", "green"};
const char *const lux_rob_names[LUX_ROB_KINDS] = {
    "red high city",  "red high capital",  "red low city",  "red low capital",
    "blue high city", "blue high capital", "blue low city", "blue low capital",
};
const char *const lux_phases[] = {"draft", "play", "power", "pay", "bonus", "over"};
const char *const lux_side_names[LUX_SIDES] = {"+", "-"};
static const char *const places[] = {"city", "capital"};
static const char *const seats[LUX_PLAYERS] = {"0", "1", "2", "3"};

static const engine_names card_names = {"card", lux_card_names, LUX_KINDS};
static const engine_names citizen_names = {"citizen", lux_card_names, LUX_CITIZENS};
static const engine_names grey_names = {"grey card", lux_card_names + LUX_CITIZENS, LUX_GREYS};
static const engine_names drawn_names = {"card or modifier", lux_card_names,
                                         LUX_KINDS + LUX_MODIFIERS};
static const engine_names modifier_names = {"modifier", lux_card_names + LUX_KINDS, LUX_MODIFIERS};
static const engine_names district_names = {"district", lux_district_names, LUX_DISTRICTS};
static const engine_names side_names = {"side", lux_side_names, LUX_SIDES};
static const engine_names place_names = {"place", places, 2};
static const engine_names seat_names = {"seat", seats, LUX_PLAYERS};
static const engine_names phase_names = {"phase", lux_phases, 6};
static const engine_names rob_names = {"ROB card", lux_rob_names, LUX_ROB_KINDS};

/* ----------------------------------------------------------------- actions */

static const engine_names *const names_of[] = {[LUX_CARD_WORD] = &card_names,
                                               [LUX_DISTRICT_WORD] = &district_names,
                                               [LUX_SIDE_WORD] = &side_names,
                                               [LUX_PLACE_WORD] = &place_names,
                                               [LUX_SEAT_WORD] = &seat_names};

/* A verb and the words behind it. Those of the powers are in their rows. */
typedef struct verb {
    const char *name;
    const uint8_t *words;
} verb;

static const uint8_t no_words[LUX_MOST_WORDS] = {LUX_NO_WORD};
static const uint8_t one_card[LUX_MOST_WORDS] = {LUX_CARD_WORD};
static const uint8_t two_cards[LUX_MOST_WORDS] = {LUX_CARD_WORD, LUX_CARD_WORD};
static const verb verbs[LUX_VERBS] = {
    [LUX_KEEP] = {"keep", two_cards},      [LUX_CITY] = {"city", one_card},
    [LUX_CAPITAL] = {"capital", one_card}, [LUX_PAY_GOLD] = {"pay", no_words},
    [LUX_LOSE] = {"lose", no_words},       [LUX_TAKE_BONUS] = {"bonus", one_card},
};

/* Without a name: a tile that is never chosen for. */
static verb verb_of(int number) {
    if (number < LUX_USE || number >= LUX_USE + LUX_TILES)
        return verbs[number];
    const lux_power *power = &lux_powers[number - LUX_USE];
    return (verb){power->count ? power->name : NULL, power->words};
}

/* CLX-50: what was kept in the draft is for the seat alone. */
bool lux_secret(const uint16_t *options, capu_action action) {
    (void)options;
    return action >> 15 == LUX_KEEP;
}

void lux_write_action(capu_action action, bool hidden, capu_text *text) {
    int number = action >> 15;
    verb said = verb_of(number);

    capu_text_add(text, said.name);
    for (int i = 0; i < LUX_MOST_WORDS && said.words[i]; i++) {
        int word = action >> 5 * (LUX_MOST_WORDS - 1 - i) & 31;
        capu_text_char(text, ' ');
        capu_text_add(text,
                      hidden && number == LUX_KEEP ? "?" : names_of[said.words[i]]->list[word]);
    }
}

static int read_verb(engine_words *words) {
    for (int number = 0; number < LUX_VERBS; number++)
        if (verb_of(number).name && engine_word_is(words, verb_of(number).name))
            return number;
    return -1;
}

bool lux_read_action(const char *text, capu_action *action) {
    engine_words words = {text};
    int number = read_verb(&words), read[LUX_MOST_WORDS] = {0};

    if (number < 0)
        return false;
    verb said = verb_of(number);
    for (int i = 0; i < LUX_MOST_WORDS && said.words[i]; i++) {
        const engine_names *names = names_of[said.words[i]];
        read[i] = engine_word_in(&words, names->list, names->count);
        if (read[i] < 0)
            return false;
    }
    *action = LUX_ACTION(number, read[0], read[1], read[2]);
    return engine_words_end(&words);
}

/* ------------------------------------------------------------- JSON: cards */

static bool is_sorted(const uint8_t *values, int count) {
    for (int i = 1; i < count; i++)
        if (values[i - 1] > values[i])
            return false;
    return true;
}

/* A list of cards that must lie in card order. */
static int io_sorted(engine_io *io, const char *key, uint8_t *kinds, int count, int most,
                     const engine_names *names) {
    count = engine_io_names(io, key, kinds, count, 0, most, names);
    if (!io->out && !io->failed && !is_sorted(kinds, count))
        engine_io_fail(io, key, "these do not lie in card order");
    return io->failed ? 0 : count;
}

static int spread(uint64_t tally, uint8_t *kinds) {
    int count = 0;

    for (int kind = 0; kind < LUX_CITIZENS; kind++)
        for (int n = lux_how_many(tally, kind); n > 0; n--)
            kinds[count++] = (uint8_t)kind;
    return count;
}

/* A tally as a list of `count` cards, those that it has not being hidden. Returns how many. */
static int io_tally(engine_io *io, const char *key, uint64_t *tally, int count, int most) {
    uint8_t kinds[8];

    engine_memset(kinds, ENGINE_HIDDEN, sizeof kinds);
    if (io->out)
        spread(*tally, kinds);
    count = io_sorted(io, key, kinds, count, most, &citizen_names);
    if (io->out)
        return count;
    *tally = 0;
    for (int i = 0; i < count; i++)
        *tally += lux_one(kinds[i]);
    return count;
}

/* Room for one more list, or for the pile, in the row of cards. */
static int room(const lux *s) {
    return LUX_CARDS - s->pile_count - s->start[LUX_LISTS];
}

static void io_district(lux *s, engine_io *io, const char *key, int list) {
    uint8_t kinds[LUX_CARDS];
    int count = lux_length(s, list), most = room(s);

    engine_memcpy(kinds, s->cards + s->start[list], (size_t)count);
    count = engine_io_names(io, key, kinds, count, 0, most, &card_names);
    for (int i = 0; i < count && !io->out && !io->failed; i++)
        lux_lay(s, list, kinds[i]);
}

static void io_bonus(lux *s, engine_io *io, int owner) {
    uint8_t kinds[LUX_CARDS];
    int count = lux_length(s, lux_bonus(owner)), most = room(s);

    engine_memcpy(kinds, s->cards + s->start[lux_bonus(owner)], (size_t)count);
    count = io_sorted(io, "bonus", kinds, count, most, &card_names);
    for (int i = 0; i < count && !io->out; i++)
        lux_lay_bonus(s, owner, kinds[i]);
}

static void io_districts(lux *s, engine_io *io, const char *key, int first_list) {
    engine_io_object(io, key);
    for (int d = 0; d < LUX_DISTRICTS; d++)
        io_district(s, io, lux_district_names[d], first_list + d);
    engine_io_close(io);
}

static void io_pile(lux *s, engine_io *io) {
    uint8_t kinds[LUX_CARDS];
    int count = s->pile_count, most = room(s);

    engine_memcpy(kinds, s->cards + LUX_CARDS - count, (size_t)count);
    count = engine_io_names(io, "pile", kinds, count, 0, most, &citizen_names);
    if (io->out || io->failed)
        return;
    s->pile_count = (uint8_t)count;
    engine_memcpy(s->cards + LUX_CARDS - count, kinds, (size_t)count);
}

static void io_discard(lux *s, engine_io *io) {
    uint8_t kinds[LUX_CARDS];
    int count = 0;

    for (int kind = 0; kind < LUX_KINDS; kind++)
        for (int n = s->discard[kind]; n > 0; n--)
            kinds[count++] = (uint8_t)kind;
    count = io_sorted(io, "discard", kinds, count, LUX_CARDS, &card_names);
    for (int i = 0; i < count && !io->out; i++)
        s->discard[kinds[i]]++;
}

/* Stacks have their top last, JSON has it first. */
static int io_stack(engine_io *io, const char *key, uint8_t *stack, int count, int most,
                    const engine_names *names, int first) {
    uint8_t values[LUX_GREY_CARDS];

    for (int i = 0; i < count; i++) {
        uint8_t value = stack[count - 1 - i];
        values[i] = (uint8_t)(value == ENGINE_HIDDEN ? ENGINE_HIDDEN : value - first);
    }
    int read = engine_io_names(io, key, values, count, 0, most, names);
    for (int i = 0; i < read && !io->out && !io->failed; i++)
        stack[i] = (uint8_t)(values[read - 1 - i] + first);
    return read;
}

/* ---------------------------------------------------------- JSON: material */

static void io_laid(lux *s, engine_io *io) {
    int count = engine_io_list(io, "laid", s->laid_count, 0, LUX_MODIFIERS);

    for (int i = 0; i < count; i++) {
        lux_laid *laid = &s->laid[i];
        engine_io_object(io, NULL);
        uint8_t district =
            engine_io_name(io, "district", laid->district, &district_names, ENGINE_IO_NEVER_NULL);
        uint8_t seat = engine_io_seat(io, "seat", laid->seat, ENGINE_IO_NEVER_NULL);
        laid->district = (uint8_t)(district & 15);
        laid->seat = (uint8_t)(seat & 15);
        laid->modifier =
            engine_io_name(io, "modifier", laid->modifier, &modifier_names, ENGINE_IO_NEVER_NULL);
        engine_io_close(io);
    }
    s->laid_count = (uint8_t)count;
    engine_io_close(io);
}

static void io_infiltrator(lux *s, engine_io *io) {
    uint8_t tile = s->infiltrator;

    if (engine_io_absent(io, "infiltrator", tile == ENGINE_NONE)) {
        s->infiltrator = ENGINE_NONE;
        return;
    }
    engine_io_object(io, "infiltrator");
    int district =
        engine_io_name(io, "district", tile / LUX_SIDES, &district_names, ENGINE_IO_NEVER_NULL);
    int side = engine_io_name(io, "side", tile % LUX_SIDES, &side_names, ENGINE_IO_NEVER_NULL);
    engine_io_close(io);
    s->infiltrator = (uint8_t)(LUX_SIDES * district + side);
}

static void io_powers(lux *s, engine_io *io) {
    engine_io_object(io, "powers");
    for (int d = 0; d < LUX_DISTRICTS; d++) {
        const char *tiles[LUX_TILES_EACH];
        engine_names names = {"power tile of this district", tiles, LUX_TILES_EACH};
        for (int i = 0; i < LUX_TILES_EACH; i++)
            tiles[i] = lux_powers[LUX_TILES_EACH * d + i].name;
        uint8_t tile = engine_io_name(io, lux_district_names[d], s->powers[d] % LUX_TILES_EACH,
                                      &names, ENGINE_IO_NEVER_NULL);
        s->powers[d] = (uint8_t)(LUX_TILES_EACH * d + tile);
    }
    engine_io_close(io);
}

static void io_capital_gold(lux *s, engine_io *io) {
    engine_io_object(io, "capital_gold");
    for (int d = 0; d < LUX_DISTRICTS; d++)
        s->capital_gold[d] = (uint16_t)engine_io_number(io, lux_district_names[d],
                                                        s->capital_gold[d], 0, LUX_MOST_GOLD);
    engine_io_close(io);
}

static void io_aristocrats(lux *s, engine_io *io) {
    engine_io_object(io, "aristocrats");
    for (int d = 0; d < LUX_DISTRICTS; d++)
        s->aristocrats[d] =
            engine_io_seat(io, lux_district_names[d], s->aristocrats[d], ENGINE_IO_OR_NONE);
    engine_io_close(io);
}

static void io_material(lux *s, engine_io *io) {
    s->modifier_count = (uint8_t)io_stack(io, "modifiers", s->modifiers, s->modifier_count,
                                          LUX_MODIFIERS, &modifier_names, 0);
    io_laid(s, io);
    io_infiltrator(s, io);
    s->grey_count = (uint8_t)io_stack(io, "grey", s->grey, s->grey_count, LUX_GREY_CARDS,
                                      &grey_names, LUX_CITIZENS);
    io_capital_gold(s, io);
    io_aristocrats(s, io);
    s->display_count = (uint8_t)io_sorted(io, "display", s->display, s->display_count, LUX_DISPLAY,
                                          &citizen_names);
}

/* ------------------------------------------------------------- JSON: seats */

static int tally_size(uint64_t tally) {
    return tally == LUX_HIDDEN_TALLY ? 0 : lux_sum(tally);
}

static void io_known(lux *s, engine_io *io, int seat) {
    int players = s->head.players;

    engine_io_list(io, "known", players, players, players);
    for (int viewer = 0; viewer < players; viewer++) {
        uint64_t none = 0, *known = viewer == seat ? &none : lux_known(s, seat, viewer);
        if (viewer == seat && io->out && s->head.viewer && s->head.viewer != seat + 1)
            none = LUX_HIDDEN_TALLY;
        if (!engine_io_absent(io, NULL, *known == LUX_HIDDEN_TALLY))
            io_tally(io, NULL, known, tally_size(*known), viewer == seat ? 0 : LUX_MOST_HAND);
        else if (!io->out)
            engine_io_fail(io, NULL, "a position has no hidden cards");
    }
    engine_io_close(io);
}

static void io_choice(lux *s, engine_io *io, int seat) {
    int count = s->chosen >> seat & 1 ? 2 : 0;

    count = io_sorted(io, "choice", s->choice[seat], count, 2, &citizen_names);
    if (count == 1)
        engine_io_fail(io, "choice", "two cards are chosen");
    if (count == 2)
        s->chosen |= (uint8_t)(1u << seat);
}

static void io_guards(lux *s, engine_io *io, int seat) {
    uint8_t guards[LUX_DISTRICTS];
    int count = 0;

    for (int d = 0; d < LUX_DISTRICTS; d++)
        if (s->guards[seat] >> d & 1)
            guards[count++] = (uint8_t)d;
    count = io_sorted(io, "guards", guards, count, LUX_DISTRICTS, &district_names);
    for (int i = 0; i < count; i++) {
        if (!io->out && (s->guards[seat] >> guards[i] & 1))
            engine_io_fail(io, "guards", "a district has one guard at most");
        s->guards[seat] |= (uint8_t)(1u << guards[i]);
    }
}

static void io_city(lux *s, engine_io *io, int owner) {
    io_districts(s, io, "city", lux_city(owner, 0));
    s->gold[owner] = (uint16_t)engine_io_number(io, "gold", s->gold[owner], 0, LUX_MOST_GOLD);
}

static void io_packet(lux *s, engine_io *io, int seat) {
    int size = io_tally(io, "packet", &s->packet[seat], s->packet_size, LUX_MOST_HAND);

    if (!io->out && seat > 0 && size != s->packet_size)
        engine_io_fail(io, "packet", "all packets have the same size");
    s->packet_size = (uint8_t)size;
}

static void io_seats(lux *s, engine_io *io) {
    int players = s->head.players;

    engine_io_list(io, "seats", players, players, players);
    for (int seat = 0; seat < players; seat++) {
        engine_io_object(io, NULL);
        s->hand_count[seat] =
            (uint8_t)io_tally(io, "hand", &s->hand[seat], s->hand_count[seat], LUX_MOST_HAND);
        io_known(s, io, seat);
        io_packet(s, io, seat);
        io_choice(s, io, seat);
        io_city(s, io, seat);
        io_guards(s, io, seat);
        io_bonus(s, io, seat);
        engine_io_close(io);
    }
    engine_io_close(io);
}

/* -------------------------------------------------------------- JSON: ROB */

/* `deck` comes before `turned`, but lies behind it. */
static void io_rob_cards(lux *s, engine_io *io) {
    uint8_t deck[LUX_ROB_CARDS], turned[LUX_ROB_CARDS];
    int left = LUX_ROB_CARDS - s->rob_turned;

    engine_memcpy(turned, s->rob_cards, s->rob_turned);
    engine_memcpy(deck, s->rob_cards + s->rob_turned, (size_t)left);
    left = engine_io_names(io, "deck", deck, left, 0, LUX_ROB_CARDS, &rob_names);
    int up = engine_io_names(io, "turned", turned, s->rob_turned, 0, LUX_ROB_CARDS, &rob_names);
    if (io->out || io->failed)
        return;
    if (up + left != LUX_ROB_CARDS) {
        engine_io_fail(io, "deck", "there are 14 ROB cards");
        return;
    }
    s->rob_turned = (uint8_t)up;
    engine_memcpy(s->rob_cards, turned, (size_t)up);
    engine_memcpy(s->rob_cards + up, deck, (size_t)left);
}

static void io_rob(lux *s, engine_io *io) {
    bool absent = engine_io_absent(io, "rob", !lux_solo(s));

    if (!io->out && absent == lux_solo(s))
        engine_io_fail(io, "rob", "ROB is there with one player, and else null");
    if (absent || io->failed)
        return;
    engine_io_object(io, "rob");
    s->rob_hand_count = (uint8_t)engine_io_names(io, "hand", s->rob_hand, s->rob_hand_count, 0,
                                                 LUX_ROB_HAND, &citizen_names);
    io_tally(io, "reserve", &s->hand[LUX_ROB], lux_sum(s->hand[LUX_ROB]), LUX_ROB_RESERVE);
    io_city(s, io, LUX_ROB);
    io_bonus(s, io, LUX_ROB);
    io_rob_cards(s, io);
    engine_io_close(io);
}

/* -------------------------------------------------------------- JSON: all */

static void io_moment(lux *s, engine_io *io) {
    s->round = (uint8_t)engine_io_number(io, "round", s->round, 1, LUX_ROUNDS);
    s->phase = engine_io_name(io, "phase", s->phase, &phase_names, ENGINE_IO_NEVER_NULL);
    s->step = engine_io_small(io, "step", s->step, LUX_SOLO_STEPS, ENGINE_IO_OR_NONE);
    s->turn = engine_io_seat(io, "turn", s->turn, ENGINE_IO_OR_NONE);
    s->second = engine_io_flag(io, "second", s->second);
    s->last = engine_io_small(io, "last", s->last, LUX_PLAYERS - 1, ENGINE_IO_OR_NONE);
    s->district = engine_io_name(io, "district", s->district, &district_names, ENGINE_IO_OR_NONE);
    s->drawn_count = (uint8_t)io_sorted(io, "drawn", s->drawn, s->drawn_count, 2, &drawn_names);
    s->emperor = engine_io_seat(io, "emperor", s->emperor, ENGINE_IO_NEVER_NULL);
}

void lux_io(capu_state *state, engine_io *io) {
    lux *s = (lux *)state;

    io_moment(s, io);
    io_powers(s, io);
    io_districts(s, io, "capital", lux_capital(0));
    io_pile(s, io);
    io_discard(s, io);
    io_material(s, io);
    io_seats(s, io);
    io_rob(s, io);
}
