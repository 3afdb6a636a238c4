/* Why something cannot be done, in every language: each reason of the engine has its text and each
 * text its reason, and whatever is refused in a game is said in the reader's words. */
#include <ctype.h>

#include "host/words.h"
#include "support.h"

enum { MOST_REASONS = 64, POOL = 4096, TRIES = 12, SAID = 256 };

/* The game before an id's ".why."; NULL: the reasons that all games share. */
static const char *owner_of(const capu_game *game) {
    return game ? capu_info(game)->name : NULL;
}

static bool is_reason(const char *id, const capu_game *game) {
    char beginning[HOST_ID];

    snprintf(beginning, sizeof beginning, game ? "%s.why." : "why.", owner_of(game));
    return strncmp(id, beginning, strlen(beginning)) == 0;
}

/* How many words a sentence or a text has places for. */
static int places_in(const char *text) {
    int most = 0;

    for (const char *at = strchr(text, '{'); at; at = strchr(at + 1, '{'))
        most = at[1] - '0' > most ? at[1] - '0' : most;
    return most;
}

static int index_of(const capu_game *game, const char *id) {
    for (int i = 0; capu_reason_at(game, i); i++)
        if (strcmp(capu_reason_at(game, i)->id, id) == 0)
            return i;
    return -1;
}

/* ---------------------------------------------------------------- the tables */

static void check_text(const capu_reason *reason, int language) {
    const char *text = host_wording_find(language, reason->id);

    if (!text)
        fail_msg("%s has no text", reason->id);
    if (places_in(text) > places_in(reason->sentence))
        fail_msg("%s: the %s text wants more words than there are", reason->id,
                 host_languages[language]);
    for (int other = 0; other < language; other++)
        if (strcmp(text, host_wording_find(other, reason->id)) == 0)
            fail_msg("%s is the same in %s and %s", reason->id, host_languages[other],
                     host_languages[language]);
}

static void check_reasons(const capu_game *game) {
    for (int i = 0; capu_reason_at(game, i); i++) {
        const capu_reason *reason = capu_reason_at(game, i);
        if (!is_reason(reason->id, game))
            fail_msg("%s is not named after its game", reason->id);
        if (index_of(game, reason->id) != i)
            fail_msg("%s stands twice", reason->id);
        assert_true(places_in(reason->sentence) <= CAPU_REASON_WORDS);
        for (int language = 0; language < HOST_LANGUAGES; language++)
            check_text(reason, language);
    }
}

static void check_left_over(const capu_game *game) {
    for (int i = 0; i < host_message_count; i++)
        if (is_reason(host_messages[i].id, game) && index_of(game, host_messages[i].id) < 0)
            fail_msg("%s is no reason of the engine", host_messages[i].id);
}

static void test_every_reason_has_its_texts(void **state) {
    (void)state;
    check_reasons(NULL);
    check_left_over(NULL);
    for (int i = 0; capu_game_at(i); i++) {
        check_reasons(capu_game_at(i));
        check_left_over(capu_game_at(i));
    }
}

/* ------------------------------------------------------------- what is refused */

static bool seen[MOST_REASONS]; /* of the present game */
static bool shared[MOST_REASONS];
static capu_action pool[POOL]; /* what was legal at some time in it */
static uint32_t pooled;
static const capu_game *present;

/* Whether a word of the notation stands in a text of another language, as a word. The 30 of
 * "30.000 $" is none. */
static bool has_word(const char *text, const char *word) {
    size_t length = strlen(word);

    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word)) {
        bool begins = at == text || strchr(" :,(", at[-1]);
        const char *end = at + length;
        bool thousands = strspn(end, " ,.") == 1 && isdigit((unsigned char)end[1]);
        if (begins && strchr(" :,.)", *end) && !thousands)
            return true;
    }
    return false;
}

/* A word that has a text, in this language another one than itself. */
static bool is_translated(const capu_game *game, int language, const char *word) {
    char said[SAID];
    capu_text text = capu_text_on(said, sizeof said);

    host_say_word(&text, language, game, word);
    return !has_word(said, word);
}

static void check_said(const capu_game *game, int language, const capu_refusal *why) {
    const char *id = why->reason->id;
    char said[SAID];
    capu_text text = capu_text_on(said, sizeof said);

    host_say_refusal(&text, language, game, why);
    assert_true(text.length > 0 && text.length < sizeof said);
    if (strpbrk(said, "{}") || said[text.length - 1] != '.')
        fail_msg("%s: not a sentence: %s", id, said);
    for (int i = 0; i < places_in(why->reason->sentence); i++)
        if (is_translated(game, language, why->words[i]) && has_word(said, why->words[i]))
            fail_msg("%s: '%s' is a word of the notation in: %s", id, why->words[i], said);
}

/* Right in its words, the same as the sentence, and said in all languages. Which reason it was. */
static int check_why(const capu_game *game, const capu_game *owner, const capu_refusal *why,
                     const char *sentence) {
    char filled[SAID];
    capu_text text = capu_text_on(filled, sizeof filled);

    assert_non_null(why->reason);
    int index = index_of(owner, why->reason->id);
    assert_in_range(index, 0, MOST_REASONS - 1);
    for (int i = 0; i < CAPU_REASON_WORDS; i++)
        assert_true((i < places_in(why->reason->sentence)) == (why->words[i] != NULL));
    capu_refusal_text(why, &text);
    assert_string_equal(sentence, filled);
    assert_null(strpbrk(filled, "{}"));
    for (int language = 0; language < HOST_LANGUAGES; language++)
        check_said(game, language, why);
    return index;
}

static void check_refusal(const test_game *g, int seat, capu_action action) {
    char sentence[SAID];
    capu_text checked = capu_text_on(sentence, sizeof sentence);
    capu_refusal why = {0};
    capu_status status = capu_explain(&g->state, seat, action, &why);

    assert_here(g, status == capu_check(&g->state, seat, action, &checked));
    if (!status)
        return;
    int index = check_why(g->game, status == CAPU_ILLEGAL ? g->game : NULL, &why, sentence);
    seen[index] |= status == CAPU_ILLEGAL;
}

/* What was legal once, what is near it, and any number. */
static capu_action some_action(test_game *g) {
    uint32_t count = pooled < POOL ? pooled : POOL;
    capu_action action = pool[capu_random_below(&g->random, count)];

    switch (capu_random_below(&g->random, 8)) {
    case 0:
    case 1:
        return action ^ (capu_action)1 << capu_random_below(&g->random, 32);
    case 2:
        return (capu_action)capu_random_next(&g->random);
    default:
        return action;
    }
}

/* A few reasons are rare. */
static void check_most_seen(void) {
    int count = 0, total = 0;

    for (; present && capu_reason_at(present, total); total++)
        count += seen[total];
    if (3 * count < 2 * total)
        fail_msg("%s: only %d of %d reasons came up", owner_of(present), count, total);
}

static void play(test_game *g) {
    if (g->game != present) {
        check_most_seen();
        memset(seen, 0, sizeof seen);
        pooled = 0;
        present = g->game;
    }
    while (capu_actors(&g->state)) {
        int seat = capu_first_actor(&g->state);
        capu_move move = capu_random_move(&g->state, &g->random);
        pool[pooled++ % POOL] = move.action;
        for (int i = 0; i < TRIES; i++)
            check_refusal(g, seat, some_action(g));
        check_refusal(g, (seat + 1) % g->players, move.action);
        capu_apply_legal(&g->state, (int)move.seat, move.action);
    }
    check_refusal(g, 0, 0);
    check_refusal(g, g->players, 0);
}

static void test_what_is_refused_is_said(void **state) {
    (void)state;
    for_random_games(test_games(1000), play);
    check_most_seen();
}

/* ---------------------------------------------------------- options that are refused */

/* Every combination of the listed values, and first players that are not there. */
static void try_options(const capu_game *game, int players, int option, capu_options *options) {
    const capu_game_info *info = capu_info(game);
    char sentence[SAID];
    capu_text checked = capu_text_on(sentence, sizeof sentence);
    capu_refusal why = {0};

    for (int i = 0; option < info->option_count && i < info->options[option].count; i++) {
        options->value[option] = (uint16_t)i;
        try_options(game, players, option + 1, options);
    }
    if (option < info->option_count)
        return;
    capu_status status = capu_explain_options(game, players, options, &why);
    assert_int_equal(status, capu_check_options(game, players, options, &checked));
    assert_int_equal(status, capu_explain_options(game, players, options, NULL));
    if (!status)
        return;
    bool own = is_reason(why.reason->id, game);
    int index = check_why(game, own ? game : NULL, &why, sentence);
    (own ? seen : shared)[index] = true;
}

static bool came_up(const capu_game *owner, const char *id) {
    int index = index_of(owner, id);

    return index >= 0 && (owner ? seen : shared)[index];
}

static void test_options_that_do_not_agree(void **state) {
    static const struct {
        const char *game, *reason;
    } own[] = {{"caprice", "caprice.why.equal"},
               {"capital-lux-2", "capital-lux-2.why.not_in_solo"}};

    (void)state;
    for (int i = 0; capu_game_at(i); i++) {
        const capu_game *game = capu_game_at(i);
        memset(seen, 0, sizeof seen);
        memset(shared, 0, sizeof shared);
        for (int players = 0; players <= CAPU_MAX_PLAYERS + 1; players++)
            try_options(game, players, 0, &(capu_options){0});
        for (size_t k = 0; k < sizeof own / sizeof own[0]; k++)
            if (strcmp(own[k].game, owner_of(game)) == 0)
                assert_true(came_up(game, own[k].reason));
        assert_true(came_up(NULL, "why.players"));
        assert_true(came_up(NULL, "why.first"));
    }
}

/* The sentence for who writes options by hand goes on with what there is, such as `offer`. */
static void check_option(const capu_game *game, const char *name, const char *value, const char *id,
                         const char *offer) {
    char whole[2 * SAID], sentence[SAID];
    capu_text text = capu_text_on(whole, sizeof whole);
    capu_options options = {0};
    capu_refusal why = {0};

    assert_int_equal(capu_explain_option(game, 2, &options, name, value, &why), CAPU_BAD_OPTIONS);
    assert_int_equal(capu_set_option(game, 2, &options, name, value, &text), CAPU_BAD_OPTIONS);
    assert_int_equal(capu_explain_option(game, 2, &options, name, value, NULL), CAPU_BAD_OPTIONS);
    assert_string_equal(why.reason->id, id);
    char *end = strchr(whole, ';');
    assert_non_null(end);
    assert_non_null(strstr(end, offer));
    snprintf(sentence, sizeof sentence, "%.*s", (int)(end - whole), whole);
    check_why(game, NULL, &why, sentence);
}

static void test_options_that_there_are_not(void **state) {
    (void)state;
    for (int i = 0; capu_game_at(i); i++) {
        check_option(capu_game_at(i), "nonsense", "1", "why.no_option", "first");
        check_option(capu_game_at(i), "first", "nonsense", "why.no_value", "random");
        check_option(capu_game_at(i), "first", "3", "why.no_value", "random");
    }
}

/* Money is one word, however its thousands are set apart. */
static void test_words_of_a_text(void **state) {
    (void)state;
    assert_true(has_word("Zahle 30.", "30") && has_word("30, then", "30") &&
                has_word("a (30)", "30"));
    assert_false(has_word("Zahle 30.000 $.", "30") || has_word("Pay $30,000.", "30"));
    assert_false(has_word("Payez 30 000 $.", "30") || has_word("1.030.000 $.", "030"));
    assert_true(has_word("30.000 $ or 30.", "30"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_reason_has_its_texts),
        cmocka_unit_test(test_what_is_refused_is_said),
        cmocka_unit_test(test_options_that_do_not_agree),
        cmocka_unit_test(test_options_that_there_are_not),
        cmocka_unit_test(test_words_of_a_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
