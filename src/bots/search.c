/* Information-set search: see search.h. */
#include "bots/search.h"

enum {
    ROOT = 1,
    DEEPEST = 128,      /* nodes on a way down */
    EXPAND_AFTER = 4,   /* visits before a node gets children */
    PLAYOUT_LIMIT = 400 /* actions played on from a leaf, at the most */
};
static const float EXPLORATION = 0.5f;
static const float WIN_PART = 0.85f, MARGIN_PART = 0.15f; /* of a payoff */

/* One way down the tree. */
typedef struct descent {
    capu_state state;
    uint32_t at[CAPU_MAX_PLAYERS]; /* the node that each seat is at; 0: it has left the tree */
    uint32_t path[DEEPEST];
    int depth;
    int first; /* index of the root's child that was chosen */
} descent;

/* ------------------------------------------------------------------- nodes */

size_t capu_search_bytes(uint32_t nodes) {
    return sizeof(capu_search) + ((size_t)nodes + 2) * sizeof(search_node);
}

capu_search *capu_search_begin(void *memory, size_t bytes, const capu_state *view, int seat,
                               uint64_t seed) {
    capu_search *search = memory;

    if (bytes < capu_search_bytes(CAPU_MAX_ACTIONS))
        return NULL;
    capu_memset(search, 0, sizeof *search);
    capu_copy(&search->view, view);
    search->seat = seat;
    search->know = capu_knowledge_of(view);
    search->random = capu_random_from(seed);
    search->room = (uint32_t)((bytes - sizeof *search) / sizeof(search_node));
    search->used = ROOT + 1;
    capu_memset(&search->nodes[ROOT], 0, sizeof(search_node));
    return search;
}

/* Adds a child behind `last` (0: as the first). 0: no room. */
static uint32_t add_child(capu_search *search, uint32_t parent, uint32_t last, int seat,
                          capu_action action) {
    if (search->used == search->room)
        return 0;
    uint32_t child = search->used++;
    search->nodes[child] = (search_node){.action = action, .seat = (uint8_t)seat};
    if (last)
        search->nodes[last].next = child;
    else
        search->nodes[parent].children = child;
    return child;
}

/* The child of a node for an action. Children lie in the order of legal lists, so the one after
 * the last hit is nearly always right. */
static uint32_t find_child(const capu_search *search, uint32_t parent, uint32_t guess, int seat,
                           capu_action action) {
    const search_node *nodes = search->nodes;

    if (guess && nodes[guess].action == action && nodes[guess].seat == seat)
        return guess;
    for (uint32_t child = nodes[parent].children; child; child = nodes[child].next)
        if (nodes[child].action == action && nodes[child].seat == seat)
            return child;
    return 0;
}

static uint32_t last_child(const capu_search *search, uint32_t parent) {
    uint32_t last = search->nodes[parent].children;

    while (last && search->nodes[last].next)
        last = search->nodes[last].next;
    return last;
}

/* --------------------------------------------------------------- selection */

/* How promising a child is: its mean payoff, or the parent's as long as it has none, and a part
 * for what is not known yet, which shrinks with its visits. */
static float promise(const search_node *child, float first_play, float share) {
    float mean = child->visits ? child->sum / (float)child->visits : first_play;
    float unknown = __builtin_sqrtf((float)child->available) / (1.0f + (float)child->visits);

    return mean + EXPLORATION * share * unknown;
}

static int list_choices(const capu_search *search, const capu_state *state, int seat,
                        capu_action *out) {
    if (search->know->choices)
        return search->know->choices(state, seat, out);
    return capu_legal(state, seat, out);
}

/* The payoff of a seat of which nothing is known. */
static float even(int players) {
    return WIN_PART / (float)players + MARGIN_PART / 2;
}

/* Chooses among the actions that are possible in this position; makes nodes for new ones. Returns
 * the child, or 0 if there is no room for it. */
static uint32_t select_child(capu_search *search, uint32_t parent, const capu_state *state,
                             int seat) {
    capu_action actions[CAPU_MAX_ACTIONS];
    int count = list_choices(search, state, seat, actions);
    uint32_t guess = search->nodes[parent].children, best = 0;
    const search_node *up = &search->nodes[parent];
    float first_play =
        up->visits && up->seat == seat ? up->sum / (float)up->visits : even(state->head.players);
    float best_promise = -1e9f, share = __builtin_sqrtf(1.0f / (float)count);

    for (int i = 0; i < count; i++) {
        uint32_t child = find_child(search, parent, guess, seat, actions[i]);
        if (!child)
            child = add_child(search, parent, last_child(search, parent), seat, actions[i]);
        if (!child)
            continue;
        search_node *node = &search->nodes[child];
        node->available++;
        float value = promise(node, first_play, share);
        if (value > best_promise)
            best_promise = value, best = child;
        guess = node->next;
    }
    return best;
}

/* ------------------------------------------------------------------ descent */

/* Everyone who sees the action goes to its node; who does not stays where they are. */
static void follow(capu_search *search, descent *d, int seat, capu_action action, uint32_t child,
                   bool open) {
    uint32_t from = d->at[seat];

    for (int other = 0; other < search->view.head.players; other++) {
        if (other == seat || (open && d->at[other] == from))
            d->at[other] = child;
        else if (open && d->at[other])
            d->at[other] = find_child(search, d->at[other], search->nodes[d->at[other]].children,
                                      seat, action);
    }
}

static bool is_open(const capu_state *state, capu_action action) {
    const capu_game *game = capu_game_of(state);

    return !game->sealed(state) && !(game->secret && game->secret(action));
}

/* The searcher's next child of the root, or 0: other seats that decide at the same time have
 * theirs there too. */
static uint32_t own_child(const capu_search *search, uint32_t child) {
    while (child && search->nodes[child].seat != search->seat)
        child = search->nodes[child].next;
    return child;
}

static uint32_t first_own(const capu_search *search) {
    return own_child(search, search->nodes[ROOT].children);
}

static uint32_t next_own(const capu_search *search, uint32_t child) {
    return own_child(search, search->nodes[child].next);
}

static int root_index(const capu_search *search, uint32_t child) {
    int index = 0;

    for (uint32_t node = first_own(search); node != child; node = next_own(search, node))
        index++;
    return index;
}

/* One step down; false: this is a leaf. */
static bool step_down(capu_search *search, descent *d) {
    int seat = capu_first_actor(&d->state);
    uint32_t parent = seat < 0 ? 0 : d->at[seat];

    if (d->depth == 0 && seat >= 0) { /* the question is what the searcher does */
        seat = search->seat;
        parent = ROOT;
    }
    if (!parent || d->depth == DEEPEST)
        return false;
    if (parent != ROOT && search->nodes[parent].visits < EXPAND_AFTER)
        return false;
    uint32_t child = select_child(search, parent, &d->state, seat);
    if (!child)
        return false;
    if (d->depth == 0)
        d->first = root_index(search, child);
    capu_action action = search->nodes[child].action;
    bool open = is_open(&d->state, action);
    follow(search, d, seat, action, child, open);
    d->path[d->depth++] = child;
    capu_apply_legal(&d->state, seat, action);
    return true;
}

static void play_on(capu_search *search, capu_state *state) {
    const capu_knowledge *know = search->know;

    for (int i = 0; i < PLAYOUT_LIMIT && capu_actors(state); i++) {
        if (know->settled && know->settled(state))
            return;
        int seat = capu_first_actor(state);
        capu_action action = know->policy ? know->policy(state, seat, &search->random)
                                          : capu_random_move(state, &search->random).action;
        capu_apply_legal(state, seat, action);
    }
}

/* --------------------------------------------------------------- evaluation */

static void outlook_of_result(const capu_state *state, capu_outlook *out) {
    capu_result result;
    int winners = 0, players = state->head.players;

    capu_get_result(state, &result);
    for (int i = 0; i < players; i++)
        winners += result.places[i] == 1;
    for (int i = 0; i < players; i++) {
        out->win[i] = result.places[i] == 1 ? 1.0f / (float)winners : 0.0f;
        out->score[i] = (float)result.scores[i];
    }
}

/* Mostly the share of a win; a little of the margin, so that lost and won games are played well. */
static float payoff(const capu_search *search, const capu_outlook *outlook, int seat) {
    int players = search->view.head.players;
    float others = 0, margin = outlook->score[seat];

    for (int i = 0; i < players; i++)
        others += i == seat ? 0 : outlook->score[i];
    if (players > 1)
        margin -= others / (float)(players - 1);
    margin /= search->know->large_margin;
    margin = margin > 1 ? 1 : margin < -1 ? -1 : margin;
    return WIN_PART * outlook->win[seat] + MARGIN_PART * (0.5f + 0.5f * margin);
}

static void add_outcome(capu_search *search, const descent *d, const capu_outlook *outlook) {
    search_root *root = &search->roots[d->first];
    float own = outlook->win[search->seat];

    for (int i = 0; i < d->depth; i++) {
        search_node *node = &search->nodes[d->path[i]];
        node->visits++;
        node->sum += payoff(search, outlook, node->seat);
    }
    search->nodes[ROOT].visits++;
    for (int i = 0; i < search->view.head.players; i++) {
        root->win[i] += outlook->win[i];
        root->score[i] += outlook->score[i];
    }
    root->squares += own * own;
}

static void iterate(capu_search *search) {
    descent d;
    capu_outlook outlook;

    if (search->know->imagine)
        search->know->imagine(&search->view, search->seat, &search->random, &d.state);
    else
        capu_sample(&search->view, &search->random, &d.state);
    for (int seat = 0; seat < CAPU_MAX_PLAYERS; seat++)
        d.at[seat] = ROOT;
    d.depth = 0;
    d.first = 0;
    while (step_down(search, &d))
        continue;
    play_on(search, &d.state);
    if (capu_actors(&d.state))
        search->know->outlook(&d.state, &outlook);
    else
        outlook_of_result(&d.state, &outlook);
    add_outcome(search, &d, &outlook);
}

void capu_search_run(capu_search *search, int iterations) {
    for (int i = 0; i < iterations; i++)
        iterate(search);
    search->iterations += (uint32_t)iterations;
}

/* ------------------------------------------------------------------ choices */

static float power(float base, int exponent) {
    float result = 1;

    while (exponent-- > 0)
        result *= base;
    return result;
}

static uint32_t most_visited_own(const capu_search *search) {
    uint32_t best = first_own(search);

    for (uint32_t child = best; child; child = next_own(search, child))
        if (search->nodes[child].visits > search->nodes[best].visits)
            best = child;
    return best;
}

capu_action capu_search_choice(const capu_search *search, int sharpness, capu_random *random) {
    uint32_t best = most_visited_own(search);
    float most = (float)search->nodes[best].visits, all = 0;

    if (sharpness == 0 || most == 0)
        return search->nodes[best].action;
    for (uint32_t child = first_own(search); child; child = next_own(search, child))
        all += power((float)search->nodes[child].visits / most, sharpness);
    float at = all * (float)(capu_random_next(random) >> 40) * 0x1p-24f;
    for (uint32_t child = first_own(search); child; child = next_own(search, child)) {
        at -= power((float)search->nodes[child].visits / most, sharpness);
        if (at < 0)
            return search->nodes[child].action;
    }
    return search->nodes[best].action;
}

/* Who replies and how, most often; 0: nobody has yet. */
static uint32_t likely_reply(const capu_search *search, uint32_t parent) {
    uint32_t best = search->nodes[parent].children;

    for (uint32_t child = best; child; child = search->nodes[child].next)
        if (search->nodes[child].visits > search->nodes[best].visits)
            best = child;
    return best && search->nodes[best].visits ? best : 0;
}

static capu_advice advice_on(const capu_search *search, uint32_t child, int index) {
    const search_node *node = &search->nodes[child];
    const search_root *root = &search->roots[index];
    capu_advice advice = {.action = node->action, .visits = node->visits};
    float n = node->visits ? (float)node->visits : 1;

    for (int i = 0; i < search->view.head.players; i++) {
        advice.win[i] = root->win[i] / n;
        advice.score[i] = root->score[i] / n;
    }
    float mean = advice.win[search->seat], variance = root->squares / n - mean * mean;
    advice.error = __builtin_sqrtf((variance > 0 ? variance : 0) / n);
    uint32_t reply = likely_reply(search, child);
    if (reply) {
        advice.replied = true;
        advice.reply = (capu_move){search->nodes[reply].seat, search->nodes[reply].action};
    }
    return advice;
}

/* Keeps the list sorted by visits; the worst falls off its end. */
static int insert(capu_advice *list, int count, int most, const capu_advice *advice) {
    int at = count < most ? count++ : most;

    for (; at > 0 && list[at - 1].visits < advice->visits; at--)
        if (at < most)
            list[at] = list[at - 1];
    if (at < most)
        list[at] = *advice;
    return count;
}

int capu_search_advice(const capu_search *search, capu_advice *out, int most) {
    int count = 0, index = 0;

    for (uint32_t child = first_own(search); child; child = next_own(search, child)) {
        capu_advice advice = advice_on(search, child, index++);
        if (advice.visits)
            count = insert(out, count, most, &advice);
    }
    return count;
}

/* --------------------------------------------------------------------- bots */

capu_action capu_choose_by_search(const capu_bot *bot, const capu_state *view, int seat,
                                  capu_random *random, void *memory) {
    capu_search *search;

    if (capu_legal_count(view, seat) == 1)
        return capu_legal_at(view, seat, 0);
    search = capu_search_begin(memory, bot->memory, view, seat, capu_random_next(random));
    capu_search_run(search, bot->iterations);
    return capu_search_choice(search, bot->sharpness, random);
}
