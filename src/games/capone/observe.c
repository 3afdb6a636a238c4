/* What a seat knows in Capone, as numbers. Money and totals are in thousands, as in the notation.
 */
#include "games/capone/capone.h"

enum { PHASES = CAPONE_OVER + 1 };

/* Of each seat. Discards of others are seen only with the option. */
typedef struct seat_columns {
    int16_t turn, first, cash, steps;
    int16_t hand_size, swap_size, discard_size;
    int16_t used[CAPONE_KINDS], discarded[CAPONE_KINDS];
    int16_t home[CAPONE_RANKS], home_guards;
    int16_t harbour[CAPONE_RANKS], park, lost;
} seat_columns;

/* A member somewhere: whose, and which. */
typedef struct guest_columns {
    int16_t seat[CAPONE_PLAYERS], rank[CAPONE_RANKS];
} guest_columns;

typedef struct columns {
    seat_columns seats[CAPONE_PLAYERS];
    int16_t phase[PHASES];
    int16_t year, deck;
    int16_t hand[CAPONE_KINDS], swapped[CAPONE_KINDS]; /* the viewer's */
    int16_t takeover, pending[CAPONE_SPACES]; /* where a force is to be put, and by which card */
    int16_t owner[CAPONE_SPACES][CAPONE_PLAYERS];
    int16_t members[CAPONE_SPACES][CAPONE_RANKS];
    int16_t guards[CAPONE_SPACES], total[CAPONE_SPACES];
    int16_t legal[CAPONE_LEGAL][CAPONE_PLAYERS];
    guest_columns rest[CAPONE_REST], prison[CAPONE_BLOCKS];
} columns;

/* A guest's columns: first the seats, then the members. */
static const char *const guest_names[CAPONE_PLAYERS + CAPONE_RANKS] = {
    "seat0", "seat1", "seat2", "seat3", "seat4", "seat5", "100", "60", "50", "40", "30", "20",
};

#define CARDS                                                                                      \
    { capone_card_names, CAPONE_KINDS }
#define RANKS                                                                                      \
    { capone_rank_names, CAPONE_RANKS }
#define SPACES                                                                                     \
    { capone_place_names, CAPONE_SPACES }
#define SEATS                                                                                      \
    { engine_seat_names, CAPONE_PLAYERS }
#define GUEST                                                                                      \
    { guest_names, CAPONE_PLAYERS + CAPONE_RANKS }

static const engine_columns seat_groups[] = {
    {.name = "turn"},         {.name = "first"},       {.name = "cash"},
    {.name = "steps"},        {.name = "hand_size"},   {.name = "swap_size"},
    {.name = "discard_size"}, {"used", {CARDS}},       {"discarded", {CARDS}},
    {"home", {RANKS}},        {.name = "home_guards"}, {"harbour", {RANKS}},
    {.name = "park"},         {.name = "lost"},        {0},
};
static const engine_columns groups[] = {
    {"phase", {{capone_phases, PHASES}}},
    {.name = "year"},
    {.name = "deck"},
    {"hand", {CARDS}},
    {"swapped", {CARDS}},
    {.name = "takeover"},
    {"pending", {SPACES}},
    {"owner", {SPACES, SEATS}},
    {"members", {SPACES, RANKS}},
    {"guards", {SPACES}},
    {"total", {SPACES}},
    {"legal", {{capone_card_names + CAPONE_FIRST_LEGAL, CAPONE_LEGAL}, SEATS}},
    {"rest", {{capone_card_names + CAPONE_FIRST_REST, CAPONE_REST}, GUEST}},
    {"prison", {{NULL, CAPONE_BLOCKS}, GUEST}},
    {0},
};

static void count_cards(const capone_cards *cards, int16_t *out) {
    for (int i = 0; i < cards->count; i++)
        out[cards->list[i]]++;
}

#define RANKS_IN(m)                                                                                \
    {                                                                                              \
        (m) >> 7 & 1, (m) >> 6 & 1, (m) >> 5 & 1, ((m) >> 4 & 1) + ((m) >> 3 & 1),                 \
            ((m) >> 2 & 1) + ((m) >> 1 & 1), (m)&1                                                 \
    }
static const int16_t ranks_in[256][CAPONE_RANKS] = {CAPONE_ALL_MEMBERS(RANKS_IN)};

static inline void count_members(uint8_t members, int16_t out[CAPONE_RANKS]) {
    engine_memcpy(out, ranks_in[members], sizeof ranks_in[members]);
}

static void observe_seat(const capone *s, int seat, bool open, seat_columns *out) {
    const capone_seat *own = &s->seats[seat];

    out->turn = s->turn == seat;
    out->first = s->first == seat;
    out->cash = (int16_t)(CAPONE_FIVE * own->cash);
    out->steps = own->steps;
    out->hand_size = own->hand.count;
    out->swap_size = own->swapped.count;
    out->discard_size = own->discarded.count;
    count_cards(&own->used, out->used);
    if (open)
        count_cards(&own->discarded, out->discarded);
    count_members(own->home.members, out->home);
    out->home_guards = own->home.guards;
    count_members(own->harbour, out->harbour);
    out->park = own->park;
    out->lost = own->lost;
}

static void observe_guests(const capone_guest *guests, int count, const uint8_t *places,
                           guest_columns *out) {
    for (int i = 0; i < count; i++) {
        if (guests[i].seat == ENGINE_NONE)
            continue;
        out[i].seat[places[guests[i].seat]] = 1;
        out[i].rank[guests[i].rank] = 1;
    }
}

static void observe_places(const capone *s, const uint8_t *places, columns *out) {
    for (uint32_t taken = s->taken; taken; taken &= taken - 1) {
        int space = __builtin_ctz(taken);
        out->owner[space][places[s->owner[space]]] = 1;
        count_members(s->space[space].members, out->members[space]);
        out->guards[space] = s->space[space].guards;
        out->total[space] = (int16_t)(CAPONE_FIVE * capone_total(s->space[space]));
    }
    for (int i = 0; i < CAPONE_LEGAL; i++)
        if (s->legal[i] != ENGINE_NONE)
            out->legal[i][places[s->legal[i]]] = 1;
    observe_guests(s->rest, CAPONE_REST, places, out->rest);
    observe_guests(s->prison, CAPONE_BLOCKS, places, out->prison);
}

static void observe(const capu_state *state, int seat, int16_t *row) {
    const capone *s = (const capone *)state;
    columns *out = (columns *)row;
    int players = s->head.players, viewer = seat < 0 ? 0 : seat;
    bool open = s->head.options[CAPONE_DISCARDS] == CAPONE_DISCARDS_OPEN;
    uint8_t places[CAPONE_PLAYERS];

    for (int other = 0; other < players; other++) {
        places[other] = (uint8_t)engine_place(other, viewer, players);
        observe_seat(s, other, open || other == seat, &out->seats[places[other]]);
    }
    observe_places(s, places, out);
    if (seat >= 0) {
        count_cards(&s->seats[seat].hand, out->hand);
        count_cards(&s->seats[seat].swapped, out->swapped);
    }
    if (s->pending_card != ENGINE_NONE) {
        out->takeover = s->pending_card == CAPONE_TAKEOVER;
        out->pending[s->pending_space] = 1;
    }
    out->phase[s->phase] = 1;
    out->year = s->year;
    out->deck = s->deck_count;
}

const engine_observation capone_observation = ENGINE_OBSERVATION(1);
