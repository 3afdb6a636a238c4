/* What the engine tells: every fact and event has its text in all languages, nobody is told what
 * they may not know, telling changes nothing, and there is room for it. */
#include <string.h>

#include "host/words.h"
#include "support.h"

enum { GAMES = 6, SAMPLES = 3, BETWEEN_FACTS = 5 };

static const char *const names[CAPU_MAX_PLAYERS] = {"Ann", "Bea", "Cid", "Dan", "Eve", "Fay"};

/* A text that lacks an argument keeps its braces. */
static void check_texts(const capu_game *game, int players, const char *kind,
                        const capu_lines *lines) {
    assert_true(lines->count < CAPU_MAX_LINES && lines->arg_count < CAPU_MAX_ARGS);
    for (int i = 0; i < lines->count; i++)
        for (int language = 0; language < HOST_LANGUAGES; language++) {
            const host_telling telling = {language, game, names, players};
            char buffer[1024];
            capu_text text = capu_text_on(buffer, sizeof buffer);
            if (!host_say_line(&text, &telling, kind, lines, &lines->lines[i]))
                fail_msg("%s: no %s text for the %s %s", capu_info(game)->name,
                         host_languages[language], kind, lines->lines[i].id);
            if (strchr(buffer, '{'))
                fail_msg("%s: %s", host_languages[language], buffer);
        }
}

static void check_facts(const capu_state *state) {
    capu_lines facts;
    capu_state view;

    for (int seat = CAPU_SPECTATOR; seat < state->head.players; seat++) {
        capu_view(state, seat, &view);
        capu_facts(&view, &facts);
        check_texts(capu_game_of(state), state->head.players, "fact", &facts);
    }
}

static void told_to(const capu_lines *events, int seat, char *buffer, size_t size) {
    capu_text text = capu_text_on(buffer, size);

    capu_lines_json(events, seat, &text);
    assert_true(text.length < size);
}

/* What all see in passing, although no view has it: modifiers and hands at the end of a round of
 * Capital Lux 2, which may be shuffled again within the same action. */
static bool is_seen_in_passing(const capu_line *line) {
    return strcmp(line->id, "shown") == 0 || strcmp(line->id, "laid_down") == 0;
}

static void seen_in_passing(const capu_lines *events, capu_lines *seen) {
    *seen = *events;
    seen->count = 0;
    for (int i = 0; i < events->count; i++)
        if (is_seen_in_passing(&events->lines[i]))
            seen->lines[seen->count++] = events->lines[i];
}

static bool look_the_same(const capu_lines *events, const capu_lines *others) {
    static char one[65536], other[65536];
    capu_lines seen;

    seen_in_passing(events, &seen);
    told_to(&seen, CAPU_SPECTATOR, one, sizeof one);
    seen_in_passing(others, &seen);
    told_to(&seen, CAPU_SPECTATOR, other, sizeof other);
    return strcmp(one, other) == 0;
}

/* Secrets are tested by changing them: in every position that looks the same to a seat before and
 * after the action, it is told the same. */
static void check_secrets(const capu_state *before, capu_move move, const capu_state *after,
                          const capu_lines *events, capu_random *random) {
    static char told[65536], other[65536];
    capu_lines others;
    capu_state view, seen, sample;

    for (int seat = CAPU_SPECTATOR; seat < before->head.players; seat++) {
        capu_view(before, seat, &view);
        capu_view(after, seat, &seen);
        told_to(events, seat, told, sizeof told);
        for (int i = 0; i < SAMPLES; i++) {
            capu_sample(&view, random, &sample);
            others.count = others.arg_count = 0;
            if (capu_apply_telling(&sample, (int)move.seat, move.action, &others))
                continue;
            capu_view(&sample, seat, &sample);
            if (!capu_equal(&sample, &seen) || !look_the_same(events, &others))
                continue;
            told_to(&others, seat, other, sizeof other);
            assert_string_equal(told, other);
        }
    }
}

/* ------------------------------------------------------------------ moments */

enum { MOST_MOMENTS = CAPU_MAX_LINES };
typedef struct moments {
    int count, items[MOST_MOMENTS];
    capu_state views[MOST_MOMENTS];
    capu_lines events;
} moments;
static int moments_compared;

static void hear(void *context, int items, const capu_state *view) {
    moments *m = context;

    assert_true(m->count < MOST_MOMENTS);
    m->items[m->count] = items;
    capu_copy(&m->views[m->count++], view);
}

/* What a move leads to: its events, and the moments of a seat. */
static bool listen(const capu_state *from, capu_move move, int seat, moments *out) {
    capu_record record = {.game = capu_game_of(from),
                          .players = from->head.players,
                          .from = from,
                          .moves = &move,
                          .count = 1};
    capu_state state;

    out->count = out->events.count = out->events.arg_count = 0;
    capu_story_moments(&record, 0, seat, hear, out);
    capu_copy(&state, from);
    return capu_apply_telling(&state, (int)move.seat, move.action, &out->events) == CAPU_OK;
}

/* What is seen when so much has been told; NULL: there is no moment. */
static const capu_state *moment_at(const moments *m, int items) {
    int at = m->count - 1;

    while (at >= 0 && m->items[at] > items)
        at--;
    return at < 0 ? NULL : &m->views[at];
}

/* How many items of two stories agree: the move, and lines that the seat is told. */
static int agreement(const moments *a, const moments *b, int seat) {
    static char one[65536], other[65536];
    size_t i = 1;
    int items = 1;

    told_to(&a->events, seat, one, sizeof one);
    told_to(&b->events, seat, other, sizeof other);
    for (; one[i] && one[i] == other[i]; i++)
        items += one[i] == '}';
    return items;
}

/* As long as a seat has been told the same, it sees the same, whatever is hidden from it. */
static void check_moments(const capu_state *before, capu_move move, capu_random *random) {
    static moments is, other;
    capu_state view, sample;
    capu_lines facts;

    for (int seat = CAPU_SPECTATOR; seat < before->head.players; seat++) {
        assert_true(listen(before, move, seat, &is));
        for (int i = 0; i < is.count; i++) {
            capu_facts(&is.views[i], &facts);
            check_texts(capu_game_of(before), before->head.players, "fact", &facts);
        }
        capu_view(before, seat, &view);
        for (int i = 0; is.count && i < SAMPLES; i++) {
            capu_sample(&view, random, &sample);
            if (!listen(&sample, move, seat, &other))
                continue;
            for (int items = agreement(&is, &other, seat); items >= is.items[0]; items--) {
                const capu_state *a = moment_at(&is, items), *b = moment_at(&other, items);
                assert_true(b && capu_equal(a, b));
                moments_compared++;
            }
        }
    }
}

/* -------------------------------------------------------------------- games */

static int play(const capu_game *game, int players, int number) {
    capu_random random = capu_random_from((uint64_t)(number * 64 + players));
    capu_options options = capu_random_options(game, players, &random);
    uint8_t seed[CAPU_SEED_BYTES];
    capu_state state, before, silent;
    capu_lines events;
    int told = 0, moves = 0;

    capu_seed_from_number(seed, (uint64_t)number);
    assert_int_equal(capu_new(&state, game, &options, players, seed), CAPU_OK);
    while (capu_actors(&state)) {
        capu_move move = capu_random_move(&state, &random);
        if (moves++ % BETWEEN_FACTS == 0)
            check_facts(&state);
        capu_copy(&before, &state);
        capu_copy(&silent, &state);
        events.count = events.arg_count = 0;
        assert_int_equal(capu_apply_telling(&state, (int)move.seat, move.action, &events), CAPU_OK);
        capu_apply_legal(&silent, (int)move.seat, move.action);
        assert_memory_equal(&silent, &state, (size_t)capu_info(game)->state_bytes);
        check_texts(game, players, "event", &events);
        if (!capu_sealed(&before))
            check_secrets(&before, move, &state, &events, &random);
        check_moments(&before, move, &random);
        told += events.count;
    }
    check_facts(&state);
    return told;
}

static void test_what_is_told(void **unused) {
    int games = test_games(GAMES) < GAMES ? test_games(GAMES) : GAMES;

    (void)unused;
    for (int index = 0; capu_game_at(index); index++) {
        const capu_game *game = capu_game_at(index);
        const capu_game_info *info = capu_info(game);
        for (int players = info->least; players <= info->most; players++)
            for (int i = 0; i < games; i++)
                if (!play(game, players, i))
                    fail_msg("%s: a whole game and nothing to tell", info->name);
    }
    assert_true(moments_compared > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_what_is_told)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
