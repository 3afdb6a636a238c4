/* What chance brought with a move.
 *
 * Before a move, everything that any seat knows is laid open. What nobody knows is dealt many
 * times, and the move is made in each of these positions. If all seats see the same afterwards in
 * all of them, chance had no part in it. Otherwise luck is what is to be expected of the position
 * that came, less what was to be expected of all that could have come. Both are means over as many
 * deals of what is still unknown, each played on once. So luck is 0 on average, whatever playing on
 * is worth: the mean over all that can come is what was expected before.
 *
 * Players undo a part of it later, or use it better than playing on does. So luck is multiplied by
 * how much of it lasts, a number of the game. That leaves its mean at 0. */
#include "review/review.h"

enum {
    LOOKS = 12
}; /* deals in which a move must show the same, to have nothing to do with chance */

/* Sums over positions that were played on. */
typedef struct expectation {
    int count;
    double win[CAPU_MAX_PLAYERS], squares[CAPU_MAX_PLAYERS];
} expectation;

static void add_position(expectation *e, capu_search *search, capu_state *state) {
    bots_outlook outlook;

    bots_search_play_on(search, state, &outlook);
    for (int i = 0; i < state->head.players; i++) {
        double win = (double)outlook.win[i];
        e->win[i] += win;
        e->squares[i] += win * win;
    }
    e->count++;
}

static double variance_of(const expectation *e, int seat) {
    double mean = e->win[seat] / e->count;
    double variance = e->squares[seat] / e->count - mean * mean;

    return (variance > 0 ? variance : 0) / e->count;
}

static void tell_luck(const capu_search *search, const expectation *before,
                      const expectation *after, capu_chance *out) {
    float lasting = search->know->lasting > 0 ? search->know->lasting : 1;

    for (int i = 0; i < out->players; i++) {
        double variance = variance_of(before, i) + variance_of(after, i);
        double luck = after->win[i] / after->count - before->win[i] / before->count;
        out->luck[i] = lasting * (float)luck;
        out->error[i] = lasting * __builtin_sqrtf((float)variance);
    }
}

/* Deals what nobody knows, and makes the move there. */
static void make_move(const capu_state *open, capu_move move, capu_random *random,
                      capu_state *out) {
    capu_sample(open, random, out);
    capu_apply_legal(out, (int)move.seat, move.action);
}

/* Whether a move could have shown something else. `open` and `shown` have what all knew before and
 * after it. */
static bool is_chance(const capu_state *open, capu_move move, const capu_state *shown,
                      capu_random *random) {
    capu_state other;

    for (int i = 0; i < LOOKS; i++) {
        make_move(open, move, random, &other);
        capu_open_hands(&other, &other);
        if (!capu_equal(&other, shown))
            return true;
    }
    return false;
}

static void expect_after(capu_search *search, const capu_state *open, int count, expectation *e) {
    capu_state state;

    for (int i = 0; i < count; i++) {
        capu_sample(open, &search->random, &state);
        add_position(e, search, &state);
    }
}

static void expect_before(capu_search *search, const capu_state *open, capu_move move, int count,
                          expectation *e) {
    capu_state state;

    for (int i = 0; i < count; i++) {
        make_move(open, move, &search->random, &state);
        add_position(e, search, &state);
    }
}

static capu_status luck_of_move(const capu_review *review, int at, bool *any, capu_chance *out) {
    capu_state before, after;
    capu_status status = review_replay(review, at, &before, &after);
    expectation expected = {0}, come = {0};

    if (status)
        return status;
    capu_move move = review->record->moves[at];
    capu_open_hands(&before, &before);
    capu_open_hands(&after, &after);
    capu_search *search = review_search(review, &before, 0, capu_hash(&before));
    if (!search)
        return CAPU_BAD_STATE;
    *any = is_chance(&before, move, &after, &search->random);
    if (!*any)
        return CAPU_OK;
    expect_before(search, &before, move, review_samples(review), &expected);
    expect_after(search, &after, review_samples(review), &come);
    tell_luck(search, &expected, &come, out);
    return CAPU_OK;
}

/* Deals of other seeds. */
static void expect_deals(capu_search *search, const capu_record *record, int count,
                         expectation *e) {
    for (int i = 0; i < count; i++) {
        uint8_t seed[CAPU_SEED_BYTES];
        capu_state state;
        capu_seed_from_number(seed, capu_random_next(&search->random));
        capu_new(&state, record->game, &record->options, record->players, seed);
        add_position(e, search, &state);
    }
}

static capu_status luck_of_deal(const capu_review *review, bool *any, capu_chance *out) {
    capu_state state;
    expectation expected = {0}, come = {0};

    if (review->record->from)
        return CAPU_OK;
    if (capu_replay(review->record, 0, &state, NULL))
        return CAPU_BAD_RECORD;
    capu_open_hands(&state, &state);
    capu_search *search = review_search(review, &state, 0, capu_hash(&state));
    if (!search)
        return CAPU_BAD_STATE;
    *any = true;
    expect_deals(search, review->record, review_samples(review), &expected);
    expect_after(search, &state, review_samples(review), &come);
    tell_luck(search, &expected, &come, out);
    return CAPU_OK;
}

capu_status capu_review_luck(const capu_review *review, int at, bool *any, capu_chance *out) {
    *any = false;
    *out = (capu_chance){.at = at, .players = review->record->players};
    return at == -1 ? luck_of_deal(review, any, out) : luck_of_move(review, at, any, out);
}
