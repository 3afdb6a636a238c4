/* A small network in whole numbers: see net.h. */
#include "bots/net.h"

/* Scales: a hidden unit's sum, what a unit passes on, the other weights, the results. */
enum { SUM_BITS = 11, UNIT_BITS = 7, WEIGHT_BITS = 8, ONE = (1 << UNIT_BITS) - 1 };
_Static_assert(UNIT_BITS + WEIGHT_BITS == 15, "as net.h says of results");

/* Sums of the first layer wrap around, so that their order does not matter. The exporter checks
 * that none comes near. */
enum { LANES = 8 };
typedef uint16_t lanes __attribute__((vector_size(LANES * sizeof(uint16_t))));
enum { MOST_WIDTH = NET_MOST_HIDDEN + NET_STRAIGHT, MOST_SETS = MOST_WIDTH / LANES };
typedef struct sums {
    lanes set[MOST_SETS];
} sums;

/* ------------------------------------------------------------------- reading */

/* Offsets in the head. */
enum {
    AT_MAGIC = 0,
    AT_FORMAT = 8,
    AT_VERSION = 10,
    AT_TABLE = 12,
    AT_SEAT = 14,
    AT_HIDDEN = 16,
    AT_SECOND = 18,
    AT_AT_ONCE = 20,
    AT_UNIT = 22,
    AT_HASH = 24,
    AT_GAME = 32,
    GAME_BYTES = 16,
    AT_TRAITS_VERSION = 48,
    AT_TRAITS = 50,
    AT_SHARP = 52,
    AT_WARMTH = 54,
    AT_POLICY_PLAYERS = 56,
    AT_PLAYERS = 62,
};

static uint32_t number_at(const void *bytes, int at) {
    const uint8_t *b = (const uint8_t *)bytes + at;

    return b[0] | (uint32_t)b[1] << 8;
}

static uint64_t hash_at(const void *bytes) {
    uint64_t hash = 0;

    for (int i = 7; i >= 0; i--)
        hash = hash << 8 | ((const uint8_t *)bytes)[AT_HASH + i];
    return hash;
}

static bool begins_like_a_net(const uint8_t *bytes, size_t size) {
    static const char magic[8] = "CAPUNET";

    if (size < NET_HEAD)
        return false;
    for (int i = 0; i < 8; i++)
        if (bytes[AT_MAGIC + i] != (uint8_t)magic[i])
            return false;
    return number_at(bytes, AT_FORMAT) == NET_FORMAT;
}

/* FNV-1a over everything but the hash itself. */
bool bots_net_is_whole(const void *bytes, size_t size) {
    const uint8_t *b = bytes;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    if (!begins_like_a_net(b, size))
        return false;
    for (size_t i = 0; i < size; i++)
        if (i < AT_HASH || i >= AT_HASH + 8)
            hash = (hash ^ b[i]) * UINT64_C(0x100000001b3);
    return hash == hash_at(bytes);
}

static int width_of(const bots_net *net) {
    return net->hidden + NET_STRAIGHT;
}

/* Where the weights of the network lie; where they end. */
static size_t lay_out_layers(bots_net *net, const uint8_t *bytes) {
    size_t rows = 1 + (size_t)net->table + 2 * (size_t)net->seat, at = NET_HEAD;

    if (!net->judges)
        return at;
    net->middle_bias = (const int32_t *)(const void *)(bytes + at);
    at += (size_t)net->second * sizeof(int32_t);
    net->last_bias = (const int32_t *)(const void *)(bytes + at);
    at += LANES * sizeof(int32_t);
    net->rows = (const int16_t *)(const void *)(bytes + at);
    at += rows * (size_t)width_of(net) * sizeof(int16_t);
    net->middle = (const int16_t *)(const void *)(bytes + at);
    at += (size_t)net->second * (size_t)net->hidden * sizeof(int16_t);
    net->last = (const int16_t *)(const void *)(bytes + at);
    at += NET_RESULTS * (size_t)net->second * sizeof(int16_t);
    return at;
}

/* The policy's follow. How many bytes the file has. */
static size_t lay_out(bots_net *net, const uint8_t *bytes) {
    size_t at = lay_out_layers(net, bytes);

    net->policy.weights = (const int16_t *)(const void *)(bytes + at);
    return at + (size_t)net->policy.count * sizeof(int16_t);
}

static bool is_for(const uint8_t *bytes, const char *game) {
    char name[GAME_BYTES + 1];

    for (int i = 0; i < GAME_BYTES; i++)
        name[i] = (char)bytes[AT_GAME + i];
    name[GAME_BYTES] = 0;
    return engine_same(name, game);
}

static bool layers_fit(const bots_net *net, const bots_describing *inputs) {
    return inputs && net->version == inputs->version && net->table == inputs->table &&
           net->seat == inputs->seat && net->hidden > 0 && net->hidden <= NET_MOST_HIDDEN &&
           net->hidden % LANES == 0 && net->second > 0 && net->second <= NET_MOST_SECOND &&
           net->second % LANES == 0 && net->at_once <= 100;
}

static bool policy_fits(const bots_policy *policy, const bots_acting *acting) {
    return acting && policy->version == acting->version && policy->count == acting->count;
}

/* It can do something, and for this game. */
static bool fits(const bots_net *net, const bots_knowledge *know) {
    return (net->judges || net->acts) && (!net->judges || layers_fit(net, know->inputs)) &&
           (!net->acts || policy_fits(&net->policy, know->acting));
}

static bots_policy policy_in(const void *bytes) {
    return (bots_policy){.version = (int)number_at(bytes, AT_TRAITS_VERSION),
                         .count = (int)number_at(bytes, AT_TRAITS),
                         .sharp = (int)number_at(bytes, AT_SHARP),
                         .warmth = (int)number_at(bytes, AT_WARMTH)};
}

bool bots_net_read(bots_net *net, const bots_knowledge *know, const void *bytes, size_t size) {
    if (!begins_like_a_net(bytes, size) || !is_for(bytes, know->game))
        return false;
    *net = (bots_net){.version = (int)number_at(bytes, AT_VERSION),
                      .table = (int)number_at(bytes, AT_TABLE),
                      .seat = (int)number_at(bytes, AT_SEAT),
                      .hidden = (int)number_at(bytes, AT_HIDDEN),
                      .second = (int)number_at(bytes, AT_SECOND),
                      .at_once = (int)number_at(bytes, AT_AT_ONCE),
                      .unit = (float)number_at(bytes, AT_UNIT),
                      .players = number_at(bytes, AT_PLAYERS),
                      .policy = policy_in(bytes),
                      .policy_players = number_at(bytes, AT_POLICY_PLAYERS)};
    net->judges = net->hidden > 0;
    net->acts = net->policy.count > 0;
    return fits(net, know) && lay_out(net, bytes) == size;
}

/* --------------------------------------------------------------- which net it is */

static bool has_players(uint32_t numbers, int players) {
    return numbers == 0 || (numbers >> players & 1);
}

bool bots_net_of(const bots_knowledge *know, int players, bots_net *net) {
    size_t size = 0;
    const void *bytes = bots_shipped_net(know->game, &size);

    return bytes && bots_net_for(know, players, bytes, size, net);
}

bool bots_net_for(const bots_knowledge *know, int players, const void *bytes, size_t size,
                  bots_net *net) {
    if (!bots_net_read(net, know, bytes, size))
        return false;
    net->judges = net->judges && has_players(net->players, players);
    net->acts = net->acts && has_players(net->policy_players, players);
    return net->judges || net->acts;
}

bool capu_check_net(const capu_game *game, const void *bytes, size_t size) {
    bots_net net;

    return bots_net_is_whole(bytes, size) &&
           bots_net_read(&net, bots_knowledge_by_name(game->info.name), bytes, size);
}

/* ----------------------------------------------------------------- first layer */

/* The inputs that are not 0. */
typedef struct present {
    int count;
    uint16_t index[NET_MOST_TABLE];
    int16_t value[NET_MOST_TABLE];
} present;

static void note_present(const int8_t *inputs, int count, present *out) {
    out->count = 0;
    for (int i = 0; i < count; i += 8) {
        uint64_t eight;
        __builtin_memcpy(&eight, inputs + i, 8);
        for (; eight; eight &= ~(UINT64_C(0xFF) << (__builtin_ctzll(eight) & 56))) {
            int at = i + (__builtin_ctzll(eight) >> 3);
            out->index[out->count] = (uint16_t)at;
            out->value[out->count++] = inputs[at];
        }
    }
}

static lanes load(const int16_t *from) {
    lanes out;

    __builtin_memcpy(&out, from, sizeof out);
    return out;
}

/* Adds the rows of these inputs, four sets of columns at a time. */
static void add_rows(const int16_t *rows, int width, const present *in, sums *to) {
    int sets = width / LANES, set = 0;

    for (; set + 4 <= sets; set += 4) {
        lanes a = to->set[set], b = to->set[set + 1], c = to->set[set + 2], d = to->set[set + 3];
        for (int i = 0; i < in->count; i++) {
            const int16_t *row = rows + in->index[i] * width + set * LANES;
            uint16_t by = (uint16_t)in->value[i];
            a += load(row) * by;
            b += load(row + LANES) * by;
            c += load(row + 2 * LANES) * by;
            d += load(row + 3 * LANES) * by;
        }
        to->set[set] = a, to->set[set + 1] = b, to->set[set + 2] = c, to->set[set + 3] = d;
    }
    for (; set < sets; set++)
        for (int i = 0; i < in->count; i++)
            to->set[set] +=
                load(rows + in->index[i] * width + set * LANES) * (uint16_t)in->value[i];
}

/* Each seat's sums: the table's, its own, and what it is to the others, for all of them. */
static void add_first_layer(const bots_net *net, const bots_inputs *in, sums *out) {
    int width = width_of(net), sets = width / LANES;
    const int16_t *table = net->rows + width, *own = table + net->table * width;
    const int16_t *other = own + net->seat * width;
    sums all, its[CAPU_MAX_PLAYERS];
    present found;

    for (int set = 0; set < sets; set++)
        all.set[set] = load(net->rows + set * LANES);
    note_present(in->table, net->table, &found);
    add_rows(table, width, &found, &all);
    for (int seat = 0; seat < in->count; seat++) {
        for (int set = 0; set < sets; set++)
            out[seat].set[set] = its[seat].set[set] = (lanes){0};
        note_present(in->seats[seat], net->seat, &found);
        add_rows(own, width, &found, &out[seat]);
        add_rows(other, width, &found, &its[seat]);
        for (int set = 0; set < sets; set++)
            all.set[set] += its[seat].set[set];
    }
    for (int seat = 0; seat < in->count; seat++)
        for (int set = 0; set < sets; set++)
            out[seat].set[set] += all.set[set] - its[seat].set[set];
}

/* --------------------------------------------------------------- other layers */

static int16_t cut_off(int32_t value) {
    return (int16_t)(value < 0 ? 0 : value > ONE ? ONE : value);
}

/* Compilers do this eight at a time, if they are asked to. (Clang does so without.) */
#ifdef __clang__
#define EIGHT_AT_A_TIME
#else
#define EIGHT_AT_A_TIME __attribute__((optimize("O3")))
#endif
EIGHT_AT_A_TIME static int32_t product(const int16_t *a, const int16_t *b, int eights) {
    int32_t sum = 0;

    for (int i = 0; i < eights * LANES; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Wraps around, whatever a file says. */
static int32_t add(int32_t a, int32_t b) {
    return (int32_t)((uint32_t)a + (uint32_t)b);
}

static void judge_seat(const bots_net *net, const sums *first, int32_t out[NET_RESULTS]) {
    int16_t sum[MOST_WIDTH], hidden[NET_MOST_HIDDEN], second[NET_MOST_SECOND];

    __builtin_memcpy(sum, first, (size_t)width_of(net) * sizeof(int16_t));
    for (int i = 0; i < net->hidden; i++)
        hidden[i] = cut_off(sum[i] >> (SUM_BITS - UNIT_BITS));
    for (int i = 0; i < net->second; i++)
        second[i] = cut_off(add(product(hidden, net->middle + i * net->hidden, net->hidden / LANES),
                                net->middle_bias[i]) >>
                            WEIGHT_BITS);
    for (int i = 0; i < NET_RESULTS; i++)
        out[i] = add(add(product(second, net->last + i * net->second, net->second / LANES),
                         net->last_bias[i]),
                     sum[net->hidden + i] * (1 << (UNIT_BITS + WEIGHT_BITS - SUM_BITS)));
}

void bots_net_judge(const bots_net *net, const bots_inputs *in,
                    int32_t out[CAPU_MAX_PLAYERS][NET_RESULTS]) {
    sums first[CAPU_MAX_PLAYERS];

    add_first_layer(net, in, first);
    for (int seat = 0; seat < in->count; seat++)
        judge_seat(net, &first[seat], out[seat]);
}

/* ------------------------------------------------------------------- outlook */

/* e to the power of -x, more exactly than bots_fading. */
static float faded(float x) {
    float part = bots_fading(x / 16);

    part *= part;
    part *= part;
    part *= part;
    return part * part;
}

static void share_wins(int32_t results[][NET_RESULTS], int count, float *win) {
    int32_t most = results[0][NET_WIN];
    float all = 0;

    for (int seat = 1; seat < count; seat++)
        most = results[seat][NET_WIN] > most ? results[seat][NET_WIN] : most;
    for (int seat = 0; seat < count; seat++)
        all += win[seat] = faded((float)(most - results[seat][NET_WIN]) * 0x1p-15f);
    for (int seat = 0; seat < count; seat++)
        win[seat] /= all;
}

void bots_net_outlook(const bots_net *net, const bots_knowledge *know, const int *w,
                      const capu_state *state, bots_outlook *out) {
    bots_inputs in;
    int32_t results[CAPU_MAX_PLAYERS][NET_RESULTS];
    float win[CAPU_MAX_PLAYERS];

    engine_memset(in.table, 0, (size_t)(net->table + 7) & ~(size_t)7);
    for (int seat = 0; seat < CAPU_MAX_PLAYERS; seat++)
        engine_memset(in.seats[seat], 0, (size_t)(net->seat + 7) & ~(size_t)7);
    know->inputs->describe(state, w, &in);
    bots_net_judge(net, &in, results);
    share_wins(results, in.count, win);
    for (int seat = 0; seat < state->head.players; seat++) {
        out->win[seat] = win[seat];
        out->score[seat] = in.now[seat] + net->unit * 0x1p-15f * (float)results[seat][NET_TO_COME];
        out->margin[seat] = 0x1p-15f * (float)results[seat][NET_MARGIN];
    }
}
