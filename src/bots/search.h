/* Information-set search: many guesses at what is hidden, one tree.
 *
 * Each iteration takes a position that agrees with the searcher's view, goes down the tree by what
 * the seats have come to prefer, plays on a little, evaluates, and adds the outcome to every node
 * on the way. A node is a seat's action after all that this seat could see; so while everything
 * is open all seats walk the same nodes, and where a choice is sealed or partly hidden the others
 * stay where they are and their statistics never depend on it.
 *
 * Guesses follow what the others are likely to have, as far as the game's knowledge says so: this
 * belief is formed once, and each guess is drawn by it.
 *
 * Where another seat's play depends on something hidden that it knows, such as its tiles, and there
 * are few possibilities, its statistics are kept for each of these natures apart, on pages of the
 * node: it chooses by its own page, and all go on from the node of the action. So the others know
 * what they have, and the searcher still does not.
 *
 * Memory is fixed when a search is made and nothing is allocated while it thinks: when the nodes
 * are used up the tree stays as it is and its statistics go on. A number of iterations and a seed
 * give the same result on every machine. */
#ifndef CAPU_SEARCH_H
#define CAPU_SEARCH_H

#include "bots/bots.h"

/* What is added up is double: a float would soon be too large for what is added to it. */
typedef struct search_node {
    double sum; /* of payoffs to `seat` */
    capu_action action;
    uint32_t children;  /* the first, or 0 */
    uint32_t next;      /* sibling, or 0 */
    uint32_t visits;    /* times chosen */
    uint32_t available; /* times it could have been */
    float hope;         /* the root of what it promised before it was tried */
    uint32_t alike;     /* the next node in the same slot of the table, or 0 */
    uint32_t parent : 28, seat : 4;
} search_node;

/* What is known about an action at the root, for explanations. */
typedef struct search_root {
    double win[CAPU_MAX_PLAYERS], score[CAPU_MAX_PLAYERS]; /* sums */
    double squares;                                        /* of the searcher's wins */
} search_root;

typedef struct capu_search {
    capu_state view;
    int seat;
    const capu_knowledge *know;
    const int *w; /* its weights */
    capu_random random;
    bool believes;     /* in what follows; else guesses are alike */
    capu_state sample; /* the last guess */
    capu_belief belief;
    uint32_t iterations;
    bool solved;         /* the root's children have what comes of them, exactly */
    uint32_t used, room; /* nodes; 0 is never one, 1 is the root */
    uint32_t *slots;     /* a table for finding nodes by parent, seat and action, behind them */
    uint32_t mask;       /* slots - 1, a power of two less one */
    search_root roots[CAPU_MAX_ACTIONS];
    search_node nodes[];
} capu_search;

/* More than a parent's number can be are not used. */
#define MOST_NODES (UINT32_C(1) << 28)
/* With its part of the table. */
#define SEARCH_NODE_BYTES (sizeof(search_node) + sizeof(uint32_t))

/* From its beginning on the search knows this. */
void capu_search_knowing(capu_search *search, const capu_knowledge *know);

#endif
