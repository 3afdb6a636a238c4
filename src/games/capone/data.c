/* Capone's data. Our texts give the colours and their values, but of the illegal businesses only
 * the weapon shop by name and colour: which of the others has which colour, and the names of the
 * legal ones, are reconstructed. Whoever has the box corrects them here and nowhere else (and, if
 * a name changes, in the notation that others rely on). Everything else stands in the texts. */
#include "games/capone/capone.h"

/* As in the notation. */
const char *const capone_card_names[CAPONE_KINDS] = {
    "weapon", "bank",       "casino",   "club",   "print",     "jewel",   "loan",
    "still",  "pawn",       "bar",      "pasta",  "laundry",   "florist", "undertaker",
    "cinema", "bakery",     "garage",   "grocer", "penthouse", "barber",  "restaurant",
    "fbi",    "protection", "takeover", "hit",
};

const char *const capone_place_names[CAPONE_SPACES + CAPONE_REST] = {
    "weapon 1", "weapon 2", "bank 1",  "bank 2",  "casino 1",  "casino 2", "club 1",     "club 2",
    "print 1",  "print 2",  "jewel 1", "jewel 2", "loan 1",    "loan 2",   "still 1",    "still 2",
    "pawn 1",   "pawn 2",   "bar 1",   "bar 2",   "penthouse", "barber",   "restaurant",
};

#define IN(phase) (1 << CAPONE_##phase)
const capone_verb capone_verbs[CAPONE_VERBS] = {
    [CAPONE_DO_SWAP] = {"swap", IN(SWAP), CAPONE_THEN_CARDS, 0},
    [CAPONE_DO_BAIL] = {"bail", IN(PLAY) | IN(INVEST), CAPONE_THEN_MEMBER, 0},
    [CAPONE_DO_USE] = {"use", IN(PLAY), CAPONE_THEN_USE, 0},
    [CAPONE_DO_DISCARD] = {"discard", IN(PLAY), CAPONE_THEN_CARD, 0},
    [CAPONE_DO_FORCE] = {"force", IN(FORCE), CAPONE_THEN_FORCE, 0},
    [CAPONE_DO_REHIRE] = {"rehire", IN(REHIRE), CAPONE_THEN_NUMBER, CAPONE_GUARDS},
    [CAPONE_DO_INVEST] = {"invest", IN(INVEST), CAPONE_THEN_NUMBER, CAPONE_GOAL},
    [CAPONE_DO_SELL] = {"sell", IN(INVEST), CAPONE_THEN_NUMBER, CAPONE_GOAL},
};

/* As a person reads them. */
const char *const capone_titles[CAPONE_KINDS] = {
    "weapon shop", "bank",        "casino",     "night club", "printing shop",
    "jeweller",    "loan office", "distillery", "pawnbroker", "bar",
    "pasta shop",  "laundry",     "florist",    "undertaker", "cinema",
    "bakery",      "garage",      "grocer",     "Penthouse",  "Barber",
    "Restaurant",  "FBI",         "Protection", "Takeover",   "Assassination",
};

/* Of an illegal business its colour, of a legal one its name. */
const bool capone_reconstructed[CAPONE_KINDS] = {
    false, true, true, true, true, true, true, true, true, /* the weapon shop is known */
    true,  true, true, true, true, true, true, true, true,
};

/* Red, orange, yellow, green, in fives (CPN-2). */
const uint8_t capone_values[CAPONE_ILLEGAL] = {6, 6, 4, 4, 4, 2, 2, 2, 1, 1};

const char *const capone_rank_names[CAPONE_RANKS] = {"100", "60", "50", "40", "30", "20"};
const uint8_t capone_rank_values[CAPONE_RANKS] = {20, 12, 10, 8, 6, 4};
const uint8_t capone_rank_bits[CAPONE_RANKS] = {0x80, 0x40, 0x20, 0x08, 0x02, 0x01};

const char *const capone_guard_names[CAPONE_GUARDS] = {"g1", "g2", "g3", "g4",
                                                       "g5", "g6", "g7", "g8"};

/* By steps, in fives (CPN-17, CPN-20). */
const uint8_t capone_legal_income[CAPONE_GOAL + 1] = {0, 2, 4, 6, 6, 8, 8, 10, 10, 12, 12};
const uint8_t capone_protection[CAPONE_GOAL + 1] = {0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10};

/* Cards of each kind with four players or more (CPN-4). */
const uint8_t capone_most_copies[CAPONE_KINDS] = {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1, 1, 1,
                                                  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2};
