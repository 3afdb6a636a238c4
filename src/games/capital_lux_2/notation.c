/* Capital Lux 2 in text and JSON. */
#include "games/capital_lux_2/capital_lux_2.h"

const char *const clx_card_names[KINDS + MODIFIERS] = {
    "b2", "b3", "b4", "b5", "b6", "p2", "p3", "p4", "p5", "p6", "y2", "y3", "y4", "y5",
    "y6", "g2", "g3", "g4", "g5", "g6", "x1", "x2", "x3", "+4", "+2", "-1", "-3",
};
const char *const clx_district_names[DISTRICTS] = {"blue", "pink", "yellow", "green"};
const char *const clx_rob_names[ROB_KINDS] = {
    "red high city",  "red high capital",  "red low city",  "red low capital",
    "blue high city", "blue high capital", "blue low city", "blue low capital",
};
static const char *const phases[] = {"draft", "play", "power", "pay", "bonus", "over"};
static const char *const sides[SIDES] = {"+", "-"};
static const char *const places[] = {"city", "capital"};
static const char *const seats[PLAYERS] = {"0", "1", "2", "3"};

static const capu_names card_names = {"card", clx_card_names, KINDS};
static const capu_names citizen_names = {"citizen", clx_card_names, CITIZENS};
static const capu_names grey_names = {"grey card", clx_card_names + CITIZENS, GREYS};
static const capu_names drawn_names = {"card or modifier", clx_card_names, KINDS + MODIFIERS};
static const capu_names modifier_names = {"modifier", clx_card_names + KINDS, MODIFIERS};
static const capu_names district_names = {"district", clx_district_names, DISTRICTS};
static const capu_names side_names = {"side", sides, SIDES};
static const capu_names place_names = {"place", places, 2};
static const capu_names seat_names = {"seat", seats, PLAYERS};
static const capu_names phase_names = {"phase", phases, 6};
static const capu_names rob_names = {"ROB card", clx_rob_names, ROB_KINDS};

/* ----------------------------------------------------------------- actions */

/* The words behind each verb. */
enum { MOST_WORDS = 3 };
static const capu_names *const words_of[VERBS][MOST_WORDS] = {
    [KEEP] = {&card_names, &card_names},
    [CITY] = {&card_names},
    [CAPITAL] = {&card_names},
    [USE + AGENT] = {&district_names},
    [USE + INFILTRATOR] = {&district_names, &side_names},
    [USE + RECRUITER] = {&place_names, &district_names},
    [USE + FOREIGNER] = {&seat_names, &district_names},
    [USE + CLERIC] = {&district_names, &card_names},
    [USE + PROPHET] = {&district_names, &card_names, &seat_names},
    [USE + MISSIONARY] = {&district_names, &card_names, &district_names},
    [USE + MENTALIST] = {&district_names, &card_names},
    [USE + DISCIPLE] = {&district_names},
    [USE + ARISTOCRAT] = {&district_names},
    [USE + SENTINEL] = {&district_names},
    [USE + PROSELYTISER] = {&card_names, &seat_names},
    [USE + EXPLORER] = {&card_names},
    [TAKE_BONUS] = {&card_names},
};

/* NULL: a tile that is never chosen for. */
static const char *verb_name(int verb) {
    if (verb >= USE && verb < USE + TILES)
        return clx_powers[verb - USE].count ? clx_powers[verb - USE].name : NULL;
    switch (verb) {
    case KEEP:
        return "keep";
    case CITY:
        return "city";
    case CAPITAL:
        return "capital";
    case PAY_GOLD:
        return "pay";
    case LOSE:
        return "lose";
    default:
        return "bonus";
    }
}

/* CLX-50: what was kept in the draft is for the seat alone. */
bool clx_secret(const uint16_t *options, capu_action action) {
    (void)options;
    return action >> 15 == KEEP;
}

void clx_write_action(capu_action action, bool hidden, capu_text *text) {
    int verb = action >> 15;

    capu_text_add(text, verb_name(verb));
    for (int i = 0; i < MOST_WORDS && words_of[verb][i]; i++) {
        const char *word = words_of[verb][i]->list[action >> 5 * (MOST_WORDS - 1 - i) & 31];
        capu_text_char(text, ' ');
        capu_text_add(text, hidden && verb == KEEP ? "?" : word);
    }
}

static int read_verb(capu_words *words) {
    for (int verb = 0; verb < VERBS; verb++)
        if (verb_name(verb) && capu_word_is(words, verb_name(verb)))
            return verb;
    return -1;
}

bool clx_read_action(const char *text, capu_action *action) {
    capu_words words = {text};
    int verb = read_verb(&words), read[MOST_WORDS] = {0};

    if (verb < 0)
        return false;
    for (int i = 0; i < MOST_WORDS && words_of[verb][i]; i++) {
        read[i] = capu_word_in(&words, words_of[verb][i]->list, words_of[verb][i]->count);
        if (read[i] < 0)
            return false;
    }
    *action = CLX_ACTION(verb, read[0], read[1], read[2]);
    return capu_words_end(&words);
}

/* ------------------------------------------------------------- JSON: cards */

static bool is_sorted(const uint8_t *values, int count) {
    for (int i = 1; i < count; i++)
        if (values[i - 1] > values[i])
            return false;
    return true;
}

/* A list of cards that must lie in card order. */
static int io_sorted(capu_io *io, const char *key, uint8_t *kinds, int count, int most,
                     const capu_names *names) {
    count = capu_io_names(io, key, kinds, count, 0, most, names);
    if (!io->out && !io->failed && !is_sorted(kinds, count))
        capu_io_fail(io, key, "these do not lie in card order");
    return io->failed ? 0 : count;
}

static int spread(uint64_t tally, uint8_t *kinds) {
    int count = 0;

    for (int kind = 0; kind < CITIZENS; kind++)
        for (int n = clx_how_many(tally, kind); n > 0; n--)
            kinds[count++] = (uint8_t)kind;
    return count;
}

/* A tally as a list of `count` cards, those that it has not being hidden. Returns how many. */
static int io_tally(capu_io *io, const char *key, uint64_t *tally, int count, int most) {
    uint8_t kinds[8];

    capu_memset(kinds, CAPU_HIDDEN, sizeof kinds);
    if (io->out)
        spread(*tally, kinds);
    count = io_sorted(io, key, kinds, count, most, &citizen_names);
    if (io->out)
        return count;
    *tally = 0;
    for (int i = 0; i < count; i++)
        *tally += clx_one(kinds[i]);
    return count;
}

/* Room for one more list, or for the pile, in the row of cards. */
static int room(const clx *s) {
    return CARDS - s->pile_count - s->start[LISTS];
}

static void io_district(clx *s, capu_io *io, const char *key, int list) {
    uint8_t kinds[CARDS];
    int count = clx_length(s, list), most = room(s);

    capu_memcpy(kinds, s->cards + s->start[list], (size_t)count);
    count = capu_io_names(io, key, kinds, count, 0, most, &card_names);
    for (int i = 0; i < count && !io->out && !io->failed; i++)
        clx_lay(s, list, kinds[i]);
}

static void io_bonus(clx *s, capu_io *io, int owner) {
    uint8_t kinds[CARDS];
    int count = clx_length(s, clx_bonus(owner)), most = room(s);

    capu_memcpy(kinds, s->cards + s->start[clx_bonus(owner)], (size_t)count);
    count = io_sorted(io, "bonus", kinds, count, most, &card_names);
    for (int i = 0; i < count && !io->out; i++)
        clx_lay_bonus(s, owner, kinds[i]);
}

static void io_districts(clx *s, capu_io *io, const char *key, int first_list) {
    capu_io_object(io, key);
    for (int d = 0; d < DISTRICTS; d++)
        io_district(s, io, clx_district_names[d], first_list + d);
    capu_io_close(io);
}

static void io_pile(clx *s, capu_io *io) {
    uint8_t kinds[CARDS];
    int count = s->pile_count, most = room(s);

    capu_memcpy(kinds, s->cards + CARDS - count, (size_t)count);
    count = capu_io_names(io, "pile", kinds, count, 0, most, &citizen_names);
    if (io->out || io->failed)
        return;
    s->pile_count = (uint8_t)count;
    capu_memcpy(s->cards + CARDS - count, kinds, (size_t)count);
}

static void io_discard(clx *s, capu_io *io) {
    uint8_t kinds[CARDS];
    int count = 0;

    for (int kind = 0; kind < KINDS; kind++)
        for (int n = s->discard[kind]; n > 0; n--)
            kinds[count++] = (uint8_t)kind;
    count = io_sorted(io, "discard", kinds, count, CARDS, &card_names);
    for (int i = 0; i < count && !io->out; i++)
        s->discard[kinds[i]]++;
}

/* Stacks have their top last, JSON has it first. */
static int io_stack(capu_io *io, const char *key, uint8_t *stack, int count, int most,
                    const capu_names *names, int first) {
    uint8_t values[GREY_CARDS];

    for (int i = 0; i < count; i++) {
        uint8_t value = stack[count - 1 - i];
        values[i] = (uint8_t)(value == CAPU_HIDDEN ? CAPU_HIDDEN : value - first);
    }
    int read = capu_io_names(io, key, values, count, 0, most, names);
    for (int i = 0; i < read && !io->out && !io->failed; i++)
        stack[i] = (uint8_t)(values[read - 1 - i] + first);
    return read;
}

/* ---------------------------------------------------------- JSON: material */

static void io_laid(clx *s, capu_io *io) {
    int count = capu_io_list(io, "laid", s->laid_count, 0, MODIFIERS);

    for (int i = 0; i < count; i++) {
        clx_laid *laid = &s->laid[i];
        capu_io_object(io, NULL);
        uint8_t district =
            capu_io_name(io, "district", laid->district, &district_names, CAPU_IO_NEVER_NULL);
        uint8_t seat = capu_io_seat(io, "seat", laid->seat, CAPU_IO_NEVER_NULL);
        laid->district = (uint8_t)(district & 15);
        laid->seat = (uint8_t)(seat & 15);
        laid->modifier =
            capu_io_name(io, "modifier", laid->modifier, &modifier_names, CAPU_IO_NEVER_NULL);
        capu_io_close(io);
    }
    s->laid_count = (uint8_t)count;
    capu_io_close(io);
}

static void io_infiltrator(clx *s, capu_io *io) {
    uint8_t tile = s->infiltrator;

    if (capu_io_absent(io, "infiltrator", tile == CAPU_NONE)) {
        s->infiltrator = CAPU_NONE;
        return;
    }
    capu_io_object(io, "infiltrator");
    int district = capu_io_name(io, "district", tile / SIDES, &district_names, CAPU_IO_NEVER_NULL);
    int side = capu_io_name(io, "side", tile % SIDES, &side_names, CAPU_IO_NEVER_NULL);
    capu_io_close(io);
    s->infiltrator = (uint8_t)(SIDES * district + side);
}

static void io_powers(clx *s, capu_io *io) {
    capu_io_object(io, "powers");
    for (int d = 0; d < DISTRICTS; d++) {
        const char *tiles[TILES_EACH];
        capu_names names = {"power tile of this district", tiles, TILES_EACH};
        for (int i = 0; i < TILES_EACH; i++)
            tiles[i] = clx_powers[TILES_EACH * d + i].name;
        uint8_t tile = capu_io_name(io, clx_district_names[d], s->powers[d] % TILES_EACH, &names,
                                    CAPU_IO_NEVER_NULL);
        s->powers[d] = (uint8_t)(TILES_EACH * d + tile);
    }
    capu_io_close(io);
}

static void io_capital_gold(clx *s, capu_io *io) {
    capu_io_object(io, "capital_gold");
    for (int d = 0; d < DISTRICTS; d++)
        s->capital_gold[d] =
            (uint16_t)capu_io_number(io, clx_district_names[d], s->capital_gold[d], 0, MOST_GOLD);
    capu_io_close(io);
}

static void io_aristocrats(clx *s, capu_io *io) {
    capu_io_object(io, "aristocrats");
    for (int d = 0; d < DISTRICTS; d++)
        s->aristocrats[d] =
            capu_io_seat(io, clx_district_names[d], s->aristocrats[d], CAPU_IO_OR_NONE);
    capu_io_close(io);
}

static void io_material(clx *s, capu_io *io) {
    s->modifier_count = (uint8_t)io_stack(io, "modifiers", s->modifiers, s->modifier_count,
                                          MODIFIERS, &modifier_names, 0);
    io_laid(s, io);
    io_infiltrator(s, io);
    s->grey_count =
        (uint8_t)io_stack(io, "grey", s->grey, s->grey_count, GREY_CARDS, &grey_names, CITIZENS);
    io_capital_gold(s, io);
    io_aristocrats(s, io);
    s->display_count =
        (uint8_t)io_sorted(io, "display", s->display, s->display_count, DISPLAY, &citizen_names);
}

/* ------------------------------------------------------------- JSON: seats */

static int tally_size(uint64_t tally) {
    return tally == CLX_HIDDEN_TALLY ? 0 : clx_sum(tally);
}

static void io_known(clx *s, capu_io *io, int seat) {
    int players = s->head.players;

    capu_io_list(io, "known", players, players, players);
    for (int viewer = 0; viewer < players; viewer++) {
        uint64_t none = 0, *known = viewer == seat ? &none : clx_known(s, seat, viewer);
        if (viewer == seat && io->out && s->head.viewer && s->head.viewer != seat + 1)
            none = CLX_HIDDEN_TALLY;
        if (!capu_io_absent(io, NULL, *known == CLX_HIDDEN_TALLY))
            io_tally(io, NULL, known, tally_size(*known), viewer == seat ? 0 : MOST_HAND);
        else if (!io->out)
            capu_io_fail(io, NULL, "a position has no hidden cards");
    }
    capu_io_close(io);
}

static void io_choice(clx *s, capu_io *io, int seat) {
    int count = s->chosen >> seat & 1 ? 2 : 0;

    count = io_sorted(io, "choice", s->choice[seat], count, 2, &citizen_names);
    if (count == 1)
        capu_io_fail(io, "choice", "two cards are chosen");
    if (count == 2)
        s->chosen |= (uint8_t)(1u << seat);
}

static void io_guards(clx *s, capu_io *io, int seat) {
    uint8_t guards[DISTRICTS];
    int count = 0;

    for (int d = 0; d < DISTRICTS; d++)
        if (s->guards[seat] >> d & 1)
            guards[count++] = (uint8_t)d;
    count = io_sorted(io, "guards", guards, count, DISTRICTS, &district_names);
    for (int i = 0; i < count; i++) {
        if (!io->out && (s->guards[seat] >> guards[i] & 1))
            capu_io_fail(io, "guards", "a district has one guard at most");
        s->guards[seat] |= (uint8_t)(1u << guards[i]);
    }
}

static void io_city(clx *s, capu_io *io, int owner) {
    io_districts(s, io, "city", clx_city(owner, 0));
    s->gold[owner] = (uint16_t)capu_io_number(io, "gold", s->gold[owner], 0, MOST_GOLD);
}

static void io_packet(clx *s, capu_io *io, int seat) {
    int size = io_tally(io, "packet", &s->packet[seat], s->packet_size, MOST_HAND);

    if (!io->out && seat > 0 && size != s->packet_size)
        capu_io_fail(io, "packet", "all packets have the same size");
    s->packet_size = (uint8_t)size;
}

static void io_seats(clx *s, capu_io *io) {
    int players = s->head.players;

    capu_io_list(io, "seats", players, players, players);
    for (int seat = 0; seat < players; seat++) {
        capu_io_object(io, NULL);
        s->hand_count[seat] =
            (uint8_t)io_tally(io, "hand", &s->hand[seat], s->hand_count[seat], MOST_HAND);
        io_known(s, io, seat);
        io_packet(s, io, seat);
        io_choice(s, io, seat);
        io_city(s, io, seat);
        io_guards(s, io, seat);
        io_bonus(s, io, seat);
        capu_io_close(io);
    }
    capu_io_close(io);
}

/* -------------------------------------------------------------- JSON: ROB */

/* `deck` comes before `turned`, but lies behind it. */
static void io_rob_cards(clx *s, capu_io *io) {
    uint8_t deck[ROB_CARDS], turned[ROB_CARDS];
    int left = ROB_CARDS - s->rob_turned;

    capu_memcpy(turned, s->rob_cards, s->rob_turned);
    capu_memcpy(deck, s->rob_cards + s->rob_turned, (size_t)left);
    left = capu_io_names(io, "deck", deck, left, 0, ROB_CARDS, &rob_names);
    int up = capu_io_names(io, "turned", turned, s->rob_turned, 0, ROB_CARDS, &rob_names);
    if (io->out || io->failed)
        return;
    if (up + left != ROB_CARDS) {
        capu_io_fail(io, "deck", "there are 14 ROB cards");
        return;
    }
    s->rob_turned = (uint8_t)up;
    capu_memcpy(s->rob_cards, turned, (size_t)up);
    capu_memcpy(s->rob_cards + up, deck, (size_t)left);
}

static void io_rob(clx *s, capu_io *io) {
    bool absent = capu_io_absent(io, "rob", !clx_solo(s));

    if (!io->out && absent == clx_solo(s))
        capu_io_fail(io, "rob", "ROB is there with one player, and else null");
    if (absent || io->failed)
        return;
    capu_io_object(io, "rob");
    s->rob_hand_count = (uint8_t)capu_io_names(io, "hand", s->rob_hand, s->rob_hand_count, 0,
                                               ROB_HAND, &citizen_names);
    io_tally(io, "reserve", &s->hand[ROB], clx_sum(s->hand[ROB]), ROB_RESERVE);
    io_city(s, io, ROB);
    io_bonus(s, io, ROB);
    io_rob_cards(s, io);
    capu_io_close(io);
}

/* -------------------------------------------------------------- JSON: all */

static void io_moment(clx *s, capu_io *io) {
    s->round = (uint8_t)capu_io_number(io, "round", s->round, 1, ROUNDS);
    s->phase = capu_io_name(io, "phase", s->phase, &phase_names, CAPU_IO_NEVER_NULL);
    s->step = capu_io_small(io, "step", s->step, SOLO_STEPS, CAPU_IO_OR_NONE);
    s->turn = capu_io_seat(io, "turn", s->turn, CAPU_IO_OR_NONE);
    s->second = capu_io_flag(io, "second", s->second);
    s->last = capu_io_small(io, "last", s->last, PLAYERS - 1, CAPU_IO_OR_NONE);
    s->district = capu_io_name(io, "district", s->district, &district_names, CAPU_IO_OR_NONE);
    s->drawn_count = (uint8_t)io_sorted(io, "drawn", s->drawn, s->drawn_count, 2, &drawn_names);
    s->emperor = capu_io_seat(io, "emperor", s->emperor, CAPU_IO_NEVER_NULL);
}

void clx_io(capu_state *state, capu_io *io) {
    clx *s = (clx *)state;

    io_moment(s, io);
    io_powers(s, io);
    io_districts(s, io, "capital", clx_capital(0));
    io_pile(s, io);
    io_discard(s, io);
    io_material(s, io);
    io_seats(s, io);
    io_rob(s, io);
}
