/* Why something cannot be done, in every language: each reason of the engine has its text and each
 * text its reason, and whatever is refused in a game is said in the reader's words. */
#include "host/words.h"
#include "support.h"

enum { MOST_REASONS = 64, POOL = 4096, TRIES = 12, SAID = 256 };

/* The game before an id's ".why."; NULL: the reasons that all games share. */
static const char *owner_of(const capu_game *game) {
    return game ? capu_info(game)->name : NULL;
}

static bool is_reason(const char *id, const capu_game *game) {
    char beginning[CAPU_ID];

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
    const char *text = capu_wording_find(language, reason->id);

    if (!text)
        fail_msg("%s has no text", reason->id);
    if (places_in(text) > places_in(reason->sentence))
        fail_msg("%s: the %s text wants more words than there are", reason->id,
                 capu_languages[language]);
    for (int other = 0; other < language; other++)
        if (strcmp(text, capu_wording_find(other, reason->id)) == 0)
            fail_msg("%s is the same in %s and %s", reason->id, capu_languages[other],
                     capu_languages[language]);
}

static void check_reasons(const capu_game *game) {
    for (int i = 0; capu_reason_at(game, i); i++) {
        const capu_reason *reason = capu_reason_at(game, i);
        if (!is_reason(reason->id, game))
            fail_msg("%s is not named after its game", reason->id);
        if (index_of(game, reason->id) != i)
            fail_msg("%s stands twice", reason->id);
        assert_true(places_in(reason->sentence) <= CAPU_REASON_WORDS);
        for (int language = 0; language < CAPU_LANGUAGES; language++)
            check_text(reason, language);
    }
}

static void check_left_over(const capu_game *game) {
    for (int i = 0; i < capu_message_count; i++)
        if (is_reason(capu_messages[i].id, game) && index_of(game, capu_messages[i].id) < 0)
            fail_msg("%s is no reason of the engine", capu_messages[i].id);
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
static capu_action pool[POOL];  /* what was legal at some time in it */
static uint32_t pooled;
static const capu_game *present;

/* Whether a word of the notation stands in a text of another language, as a word. */
static bool has_word(const char *text, const char *word) {
    size_t length = strlen(word);

    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word)) {
        bool begins = at == text || strchr(" :,(", at[-1]);
        if (begins && strchr(" :,.)", at[length]))
            return true;
    }
    return false;
}

/* A word that has a text, in this language another one than itself. */
static bool is_translated(const capu_game *game, int language, const char *word) {
    char said[SAID];
    capu_text text = capu_text_on(said, sizeof said);

    capu_say_word(&text, language, game, word);
    return !has_word(said, word);
}

static void check_said(const test_game *g, int language, const capu_refusal *why) {
    char said[SAID];
    capu_text text = capu_text_on(said, sizeof said);

    capu_say_refusal(&text, language, g->game, why);
    assert_here(g, text.length > 0 && text.length < sizeof said);
    if (strpbrk(said, "{}") || said[text.length - 1] != '.')
        fail_msg("%s: not a sentence: %s", describe(g), said);
    for (int i = 0; i < places_in(why->reason->sentence); i++)
        if (is_translated(g->game, language, why->words[i]) && has_word(said, why->words[i]))
            fail_msg("%s: '%s' is a word of the notation in: %s", describe(g), why->words[i], said);
}

static void check_refusal(const test_game *g, int seat, capu_action action) {
    char sentence[SAID], filled[SAID];
    capu_text checked = capu_text_on(sentence, sizeof sentence);
    capu_text text = capu_text_on(filled, sizeof filled);
    capu_refusal why = {0};
    capu_status status = capu_explain(&g->state, seat, action, &why);

    assert_here(g, status == capu_check(&g->state, seat, action, &checked));
    if (!status)
        return;
    assert_here(g, why.reason);
    int index = index_of(status == CAPU_ILLEGAL ? g->game : NULL, why.reason->id);
    assert_here(g, index >= 0 && index < MOST_REASONS);
    seen[index] |= status == CAPU_ILLEGAL;
    for (int i = 0; i < CAPU_REASON_WORDS; i++)
        assert_here(g, (i < places_in(why.reason->sentence)) == (why.words[i] != NULL));
    capu_refusal_text(&why, &text);
    assert_here(g, strcmp(sentence, filled) == 0 && !strpbrk(filled, "{}"));
    for (int language = 0; language < CAPU_LANGUAGES; language++)
        check_said(g, language, &why);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_reason_has_its_texts),
        cmocka_unit_test(test_what_is_refused_is_said),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
