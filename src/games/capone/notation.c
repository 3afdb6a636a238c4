/* Capone's actions as text. */
#include "games/capone/capone.h"

/* ----------------------------------------------------------------- writing */

static void write_word(const char *word, capu_text *text) {
    capu_text_char(text, ' ');
    capu_text_add(text, word);
}

static void write_number(int number, capu_text *text) {
    capu_text_char(text, ' ');
    capu_text_number(text, number);
}

static void write_swap(uint32_t cards, bool hidden, capu_text *text) {
    for (int shift = 5 * (CAPONE_HAND - 1); shift >= 0; shift -= 5) {
        uint32_t card = cards >> shift & 31;
        if (card)
            write_word(hidden ? "?" : capone_card_names[card - 1], text);
    }
}

static void write_use(int card, int place, int x, capu_text *text) {
    if (card < CAPONE_FIRST_LEGAL) {
        write_word(capone_place_names[place], text);
        return;
    }
    write_word(capone_card_names[card], text);
    if (card >= CAPONE_FIRST_REST && card != CAPONE_PROTECTION)
        write_word(capone_place_names[place], text);
    if (card >= CAPONE_FIRST_REST && card <= CAPONE_FBI)
        write_word(capone_rank_names[x], text);
    if (card == CAPONE_PROTECTION)
        write_number(x, text);
}

static void write_force(uint8_t members, int guards, capu_text *text) {
    for (int rank = 0; rank < CAPONE_RANKS; rank++)
        for (uint8_t bit = capone_rank_bits[rank]; members & bit;
             members = capone_without(members, bit))
            write_word(capone_rank_names[rank], text);
    if (guards)
        write_word(capone_guard_names[guards - 1], text);
}

/* CPN-31: what was swapped away is for the seat alone, and so is what was thrown away, unless that
 * is done face up (CPN-9). */
bool capone_secret(const uint16_t *options, capu_action action) {
    return action >> 28 == CAPONE_DO_SWAP || (action >> 28 == CAPONE_DO_DISCARD &&
                                              options[CAPONE_DISCARDS] == CAPONE_DISCARDS_HIDDEN);
}

void capone_write_action(capu_action action, bool hidden, capu_text *text) {
    const capone_verb *verb = &capone_verbs[action >> 28];
    int n = action & 0xFF;

    capu_text_add(text, verb->name);
    switch (verb->then) {
    case CAPONE_THEN_CARDS:
        write_swap(action & 0x0FFFFFFF, hidden, text);
        break;
    case CAPONE_THEN_MEMBER:
        write_word(capone_rank_names[n], text);
        break;
    case CAPONE_THEN_USE:
        write_use(action >> 16 & 0xFF, action >> 8 & 0xFF, n, text);
        break;
    case CAPONE_THEN_CARD:
        write_word(hidden ? "?" : capone_card_names[n], text);
        break;
    case CAPONE_THEN_FORCE:
        write_force((uint8_t)(action >> 8), n, text);
        break;
    default:
        write_number(n, text);
    }
}

/* ----------------------------------------------------------------- reading */

static int read_card(engine_words *words) {
    return engine_word_in(words, capone_card_names, CAPONE_KINDS);
}

static int read_rank(engine_words *words) {
    return engine_word_in(words, capone_rank_names, CAPONE_RANKS);
}

/* The number of one of two spaces, as 0 or 1. */
static int read_space(engine_words *words) {
    int number = engine_word_number(words, 2);

    return number < 1 ? -1 : number - 1;
}

static int read_place(engine_words *words) {
    int card = read_card(words);

    if (card >= CAPONE_FIRST_REST && card < CAPONE_FBI)
        return CAPONE_SPACES + card - CAPONE_FIRST_REST;
    if (card < 0 || card >= CAPONE_FIRST_LEGAL)
        return -1;
    int space = read_space(words);
    return space < 0 ? -1 : 2 * card + space;
}

static bool read_swap(engine_words *words, capu_action *action) {
    uint32_t cards = 0;
    int before = 0;

    for (int i = 0; i < CAPONE_HAND && !engine_words_end(words); i++) {
        int card = read_card(words);
        if (card < before)
            return false;
        cards = cards << 5 | (uint32_t)(card + 1);
        before = card;
    }
    *action = CAPONE_ACTION(CAPONE_DO_SWAP, cards);
    return true;
}

static bool read_use(engine_words *words, capu_action *action) {
    int card = read_card(words), place = 0, x = 0;

    if (card < 0)
        return false;
    if (card < CAPONE_FIRST_LEGAL)
        place = read_space(words);
    else if (card >= CAPONE_FIRST_REST && card != CAPONE_PROTECTION)
        place = read_place(words);
    if (card >= CAPONE_FIRST_REST && card <= CAPONE_FBI)
        x = read_rank(words);
    if (card == CAPONE_PROTECTION)
        x = engine_word_number(words, CAPONE_PLAYERS - 1);
    if (place < 0 || x < 0)
        return false;
    *action = CAPONE_USE(card, card < CAPONE_FIRST_LEGAL ? 2 * card + place : place, x);
    return true;
}

/* Adds a member unless the family has no more of its kind. */
static bool add_member(uint8_t *members, int rank) {
    uint8_t bit = capone_rank_bits[rank], more = capone_with(*members, bit);

    if (more == *members)
        return false;
    *members = more;
    return true;
}

static bool read_force(engine_words *words, capu_action *action) {
    uint8_t members = 0;
    int rank, before = 0;

    while ((rank = read_rank(words)) >= 0) {
        if (rank < before || !add_member(&members, rank))
            return false;
        before = rank;
    }
    int guards = engine_word_in(words, capone_guard_names, CAPONE_GUARDS) + 1;
    *action = CAPONE_PUT(members, guards);
    return members || guards;
}

static bool read_one(int verb, int n, capu_action *action) {
    *action = CAPONE_ACTION(verb, n);
    return n >= 0;
}

static bool read_rest(int verb, engine_words *words, capu_action *action) {
    switch (capone_verbs[verb].then) {
    case CAPONE_THEN_CARDS:
        return read_swap(words, action);
    case CAPONE_THEN_MEMBER:
        return read_one(verb, read_rank(words), action);
    case CAPONE_THEN_USE:
        return read_use(words, action);
    case CAPONE_THEN_CARD:
        return read_one(verb, read_card(words), action);
    case CAPONE_THEN_FORCE:
        return read_force(words, action);
    default:
        return read_one(verb, engine_word_number(words, capone_verbs[verb].most), action);
    }
}

bool capone_read_action(const char *text, capu_action *action) {
    engine_words words = {text};

    for (int verb = 0; verb < CAPONE_VERBS; verb++)
        if (engine_word_is(&words, capone_verbs[verb].name))
            return read_rest(verb, &words, action) && engine_words_end(&words);
    return false;
}
