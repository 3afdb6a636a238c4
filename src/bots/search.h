/* Information-set search: many guesses at what is hidden, one tree.
 *
 * Each iteration guesses a position that agrees with the searcher's view. It goes down the tree,
 * where each seat follows what it has come to prefer. It plays on a little, judges the position,
 * and adds the outcome to every node on the way. A node is a seat's action after everything that
 * this seat could see. While everything is open, all seats walk the same nodes. Where a choice is
 * sealed or partly hidden, the others stay where they are, so their statistics never depend on it.
 *
 * Guesses follow what the others are likely to have, as far as the game's knowledge says so. This
 * belief is formed once, and each guess is drawn from it.
 *
 * Another seat's play may depend on something hidden that it knows, such as its tiles. If there are
 * few possibilities (natures), the node keeps separate statistics for each, on pages. The seat
 * chooses by the page of its nature, and all seats continue from the node of the action. So the
 * others know what they have, and the searcher still does not.
 *
 * Memory is fixed when a search begins, and nothing is allocated while it thinks. When all nodes
 * are used, the tree stops growing but its statistics go on. The same number of iterations and the
 * same seed give the same result on every machine. */
#ifndef CAPU_SEARCH_H
#define CAPU_SEARCH_H

#include "bots/net.h"

/* Sums are double. A float would soon be too large for what is added to it. */
typedef struct search_node {
    double sum; /* of payoffs to `seat` */
    capu_action action;
    uint32_t children;  /* the first, or 0 */
    uint32_t next;      /* sibling, or 0 */
    uint32_t visits;    /* times chosen */
    uint32_t available; /* times it could have been chosen */
    float hope;         /* the square root of its prior */
    uint32_t alike;     /* the next node in the same slot of the table, or 0 */
    uint32_t parent : 28, seat : 4;
} search_node;

/* What is known about an action at the root, for hints. */
typedef struct search_root {
    double win[CAPU_MAX_PLAYERS], score[CAPU_MAX_PLAYERS]; /* sums */
    double squares;                                        /* of the searcher's wins */
} search_root;

typedef struct capu_search {
    capu_state view;
    int seat;
    const bots_knowledge *know;
    const int *w; /* its weights */
    bool learned; /* it uses a net, for what the net can do */
    bots_net net;
    bool minds; /* it keeps in mind cards that it has seen, where the game remembers them */
    capu_random random;
    const capu_state *known; /* what guesses agree with: the view, or all hands laid open */
    capu_state open;
    bool believes;     /* it has a belief; else all guesses are equally likely */
    capu_state sample; /* the last guess */
    bots_belief belief;
    uint32_t iterations;
    bool solved;         /* the root's children have their exact results */
    uint32_t tried;      /* the root's child that is tried alone, or 0 */
    uint32_t used, room; /* nodes; 0 is not used, 1 is the root */
    uint32_t *slots;     /* a hash table, after the nodes: finds them by parent, seat, action */
    uint32_t mask;       /* the number of slots, a power of two, less one */
    search_root roots[CAPU_MAX_ACTIONS];
    search_node nodes[];
} capu_search;

/* `parent` has 28 bits, so there are never more nodes than this. */
#define BOTS_MOST_NODES (UINT32_C(1) << 28)
/* A node with its part of the hash table. */
#define BOTS_NODE_BYTES (sizeof(search_node) + sizeof(uint32_t))

/* Sets what the search knows. Call it before the first iteration. */
void bots_search_knowing(capu_search *search, const bots_knowledge *know);
/* Lets it judge by a net, or with NULL by the weights. Also before the first iteration. */
void bots_search_by(capu_search *search, const bots_net *net);
/* Plays on from a whole position as an iteration does, and judges where that leads. */
void bots_search_play_on(capu_search *search, capu_state *state, bots_outlook *out);

#endif
