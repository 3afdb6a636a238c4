/* What was learned of a game, in whole numbers, so that it says the same everywhere: a small
 * network that judges positions, a policy (policy.h), or both.
 *
 * It is asked where playing on stops, or before that. A game describes a position by small
 * numbers (inputs): some for the table, and the same ones for each seat. Every seat is judged by
 * the same weights: by the table's inputs, its own, and the sum of the others'. So one net serves
 * any number of players, and a seat's inputs are read twice at most.
 *
 *     inputs → hidden → second → win, margin, score still to come
 *                    ↘ straight ↗
 *
 * The first layer adds one row of weights for each input that is not 0. Beside the hidden units
 * each row has some that go straight to the results. What a unit passes on is cut off at 0 and
 * at 1.
 *
 * A file has a head of NET_HEAD bytes, then the weights. All numbers are little-endian. Without
 * hidden units it judges nothing; without weights of a policy it has none. */
#ifndef CAPU_BOTS_NET_H
#define CAPU_BOTS_NET_H

#include "bots/bots.h"
#include "bots/policy.h"

enum {
    NET_HEAD = 64,
    NET_FORMAT = 2,
    NET_STRAIGHT = 8, /* columns of a row behind the hidden units; the first ones are the results */
    NET_MOST_HIDDEN = 256,
    NET_MOST_SECOND = 64,
    NET_MOST_TABLE = 512, /* inputs */
    NET_MOST_SEAT = 256,
};
enum { NET_WIN, NET_MARGIN, NET_TO_COME, NET_RESULTS };

/* A net as it lies in memory. Everything points into the file. */
typedef struct bots_net {
    bool judges, acts;     /* what it can do: judge positions, prefer actions */
    int version;           /* of the game's inputs */
    int table, seat;       /* how many inputs there are of each */
    int hidden, second;    /* units */
    int at_once;           /* how many positions are judged before they are played on, in percent */
    float unit;            /* of the score still to come, in points */
    uint32_t players;      /* the numbers of players that it is for, as bits; 0: any */
    const int16_t *rows;   /* first the bias, then the table's, a seat's own, the others' */
    const int16_t *middle; /* from hidden to second units */
    const int16_t *last;   /* from second units to results */
    const int32_t *middle_bias, *last_bias;
    bots_policy policy;
    uint32_t policy_players; /* as `players`, for the policy */
} bots_net;

/* What a game says of a position. Everything is 0 before. */
typedef struct bots_inputs {
    int count;                   /* of those who can win: the seats, and ROB */
    float now[CAPU_MAX_PLAYERS]; /* points that each has already */
    _Alignas(8) int8_t table[NET_MOST_TABLE];
    _Alignas(8) int8_t seats[CAPU_MAX_PLAYERS][NET_MOST_SEAT];
} bots_inputs;

/* How a game describes its positions. */
typedef struct bots_describing {
    int version; /* another one after any change */
    int table, seat;
    void (*describe)(const capu_state *state, const int *w, bots_inputs *out);
} bots_describing;

/* Reads a file for a game. false: it is none, or not for this game and these inputs. The bytes are
 * aligned to 8 and must stay. */
bool bots_net_read(bots_net *net, const bots_knowledge *know, const void *bytes, size_t size);
/* The net that the program has for a game and number of players; false: it has none. */
bool bots_net_of(const bots_knowledge *know, int players, bots_net *net);
/* Reads a net: what of it is for them. */
bool bots_net_for(const bots_knowledge *know, int players, const void *bytes, size_t size,
                  bots_net *net);
/* The file that the program has for a game; NULL: none. */
const void *bots_shipped_net(const char *game, size_t *size);
/* Whether the hash in the head is that of the weights. */
bool bots_net_is_whole(const void *bytes, size_t size);

/* The results of each seat: scaled by 2 to the power of 15. */
void bots_net_judge(const bots_net *net, const bots_inputs *in,
                    int32_t out[CAPU_MAX_PLAYERS][NET_RESULTS]);
/* What a position promises by this net. */
void bots_net_outlook(const bots_net *net, const bots_knowledge *know, const int *w,
                      const capu_state *state, bots_outlook *out);

/* A number that fits into an input. */
static inline int8_t bots_input(int value) {
    return (int8_t)(value < -127 ? -127 : value > 127 ? 127 : value);
}

#endif
