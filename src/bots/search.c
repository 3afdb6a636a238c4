/* Information-set search: see search.h. */
#include "bots/search.h"

enum {
    ROOT = 1,
    DEEPEST = 256,       /* nodes on a way down, of which a step takes three at the most */
    FIRST_GUESSES = 8,   /* at what is hidden, until the beginning does not matter any more */
    MIXED = 16,          /* the sharpness of what is mixed */
    BETWEEN_LOOKS = 256, /* iterations, to see whether anything can still change */
    UNLIKELY = 50,       /* a reply that is seen less often than once in so many times */
    TO_SOLVE = 2000,     /* iterations: who looks ahead so often counts out what can be */
};
/* The names of natures' pages among actions, of which none is so large. */
#define PAGES UINT32_C(0xFFFFFF00)

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
    return (sizeof(capu_search) + ((size_t)nodes + 2) * BOTS_NODE_BYTES + 7) & ~(size_t)7;
}

capu_search *capu_search_begin(void *memory, size_t bytes, const capu_state *view, int seat,
                               uint64_t seed) {
    capu_search *search = memory;

    if (bytes < capu_search_bytes(CAPU_MAX_ACTIONS))
        return NULL;
    engine_memset(search, 0, sizeof *search);
    capu_copy(&search->view, view);
    search->known = &search->view;
    search->seat = seat;
    search->minds = true;
    bots_search_knowing(search, bots_knowledge_of(view));
    search->random = capu_random_from(seed);
    bytes = (bytes - sizeof *search) / BOTS_NODE_BYTES;
    search->room = bytes < BOTS_MOST_NODES ? (uint32_t)bytes : BOTS_MOST_NODES;
    search->slots = (uint32_t *)(search->nodes + search->room);
    search->mask = (UINT32_C(1) << (31 - __builtin_clz(search->room))) - 1;
    engine_memset(search->slots, 0, (search->mask + 1) * sizeof *search->slots);
    search->used = ROOT + 1;
    engine_memset(search->nodes, 0, (ROOT + 1) * sizeof(search_node));
    return search;
}

void bots_search_knowing(capu_search *search, const bots_knowledge *know) {
    search->know = know;
    search->w = bots_weights_for(know, search->view.head.players);
    search->learned = bots_net_of(know, search->view.head.players, &search->net);
}

void bots_search_by(capu_search *search, const bots_net *net) {
    search->learned = net != NULL;
    if (net)
        search->net = *net;
}

bool capu_search_with_net(capu_search *search, const void *bytes, size_t size) {
    bots_net net;
    bool fits = bytes && bots_net_for(search->know, search->view.head.players, bytes, size, &net);

    bots_search_by(search, fits ? &net : NULL);
    return fits;
}

capu_search *capu_search_as(const capu_bot *bot, void *memory, const capu_state *view, int seat,
                            uint64_t seed) {
    capu_search *search = capu_search_begin(memory, bot->memory, view, seat, seed);

    if (search && bot->bare)
        bots_search_knowing(search, &bots_no_knowledge);
    if (search && !bot->learned)
        bots_search_by(search, NULL);
    if (search)
        search->minds = bot->learned;
    if (search && !bot->recalls)
        capu_forget(&search->view);
    return search;
}

void capu_search_open(capu_search *search, const capu_state *state) {
    capu_open_hands(state, &search->open);
    search->known = &search->open;
}

static bool is_open_handed(const capu_search *search) {
    return search->known == &search->open;
}

static uint32_t *slot_of(const capu_search *search, uint32_t parent, int seat, capu_action action) {
    uint32_t hash = (parent * 8 + (uint32_t)seat) * 0x9e3779b1u ^ action * 0x85ebca6bu;

    return &search->slots[(hash ^ hash >> 15) & search->mask];
}

/* Makes a node that is found by its parent, seat and action. 0: no room. */
static uint32_t add_node(capu_search *search, uint32_t parent, int seat, capu_action action) {
    if (search->used == search->room)
        return 0;
    uint32_t node = search->used++, *slot = slot_of(search, parent, seat, action);
    search->nodes[node] = (search_node){.action = action,
                                        .alike = *slot,
                                        .parent = parent & (BOTS_MOST_NODES - 1),
                                        .seat = (uint32_t)seat & 15};
    return *slot = node;
}

/* Adds a child behind `last` (0: as the first). 0: no room. */
static uint32_t add_child(capu_search *search, uint32_t parent, uint32_t last, int seat,
                          capu_action action) {
    uint32_t child = add_node(search, parent, seat, action);

    if (child && last)
        search->nodes[last].next = child;
    else if (child)
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
    uint32_t child = *slot_of(search, parent, seat, action);
    while (child && (nodes[child].action != action || nodes[child].parent != parent ||
                     nodes[child].seat != seat))
        child = nodes[child].alike;
    return child;
}

static uint32_t last_child(const capu_search *search, uint32_t parent) {
    uint32_t last = search->nodes[parent].children;

    while (last && search->nodes[last].next)
        last = search->nodes[last].next;
    return last;
}

/* The actions of a seat that are possible in a position, with their nodes. */
typedef struct options {
    int count;
    capu_action actions[CAPU_MAX_ACTIONS];
    uint32_t children[CAPU_MAX_ACTIONS]; /* 0: none */
} options;

static void list_options(const capu_search *search, const capu_state *state, int seat,
                         options *all) {
    all->count = search->know->choices ? search->know->choices(state, seat, all->actions)
                                       : capu_legal(state, seat, all->actions);
}

/* Finds the nodes; how many are missing. */
static int find_options(const capu_search *search, uint32_t parent, int seat, options *all) {
    uint32_t guess = search->nodes[parent].children;
    int missing = 0;

    for (int i = 0; i < all->count; i++) {
        uint32_t child = find_child(search, parent, guess, seat, all->actions[i]);
        all->children[i] = child;
        missing += child == 0;
        guess = child ? search->nodes[child].next : guess;
    }
    return missing;
}

/* What was learned of actions, or NULL. */
static const bots_policy *policy_of(const capu_search *search) {
    return search->learned && search->net.acts ? &search->net.policy : NULL;
}

/* The policy by which it plays on, or NULL. */
static const bots_policy *policy_to_play(const capu_search *search) {
    const bots_policy *policy = policy_of(search);

    return policy && policy->warmth ? policy : NULL;
}

/* By the policy, else by what the game's knowledge says, else all alike. */
static void set_priors(const capu_search *search, const capu_state *state, int seat,
                       const options *all, float *priors) {
    const bots_knowledge *know = search->know;
    const bots_policy *policy = policy_of(search);

    if (policy && policy->sharp)
        bots_policy_prior(policy, know->acting, state, seat, search->w, all->actions, all->count,
                          priors);
    else if (know->prior)
        know->prior(state, seat, search->w, all->actions, all->count, priors);
    else
        for (int i = 0; i < all->count; i++)
            priors[i] = 1;
}

/* Makes nodes for actions that were not seen before. */
static void add_options(capu_search *search, uint32_t parent, const capu_state *state, int seat,
                        options *all) {
    float priors[CAPU_MAX_ACTIONS];
    uint32_t last = last_child(search, parent);

    set_priors(search, state, seat, all, priors);
    for (int i = 0; i < all->count; i++) {
        if (all->children[i])
            continue;
        uint32_t child = add_child(search, parent, last, seat, all->actions[i]);
        if (!child)
            return;
        search->nodes[child].hope = __builtin_sqrtf(priors[i]);
        all->children[i] = last = child;
    }
}

/* --------------------------------------------------------------- selection */

/* A number in 0 … 1, the latter excluded. */
static float chance(capu_random *random) {
    return (float)(capu_random_next(random) >> 40) * 0x1p-24f;
}

static float mean_of(const search_node *node) {
    return (float)node->sum / (float)node->visits;
}

/* How promising a child is: its mean payoff, or the parent's as long as it has none, and a part
 * for what is not known yet, which shrinks with its visits. */
static float promise(const search_node *child, float first_play, float exploration) {
    float mean = child->visits ? mean_of(child) : first_play;
    float unknown = __builtin_sqrtf((float)child->available) / (1.0f + (float)child->visits);

    return mean + exploration * child->hope * unknown;
}

/* The payoff of a seat of which nothing is known. */
static float even(const capu_search *search) {
    float margin = 0.01f * (float)search->w[BOTS_MARGIN];

    return (1 - margin) / (float)search->view.head.players + margin / 2;
}

/* So that it is the same for many actions and for few. */
static float exploration(const capu_search *search, const options *all) {
    float hopes = 1e-6f;

    for (int i = 0; i < all->count; i++) {
        float hope = all->children[i] ? search->nodes[all->children[i]].hope : 0;
        hopes += hope * hope;
    }
    return 0.01f * (float)search->w[BOTS_EXPLORATION] / __builtin_sqrtf(hopes);
}

static uint32_t most_promising(capu_search *search, const options *all, float first_play) {
    float best_promise = -1e9f, part = exploration(search, all);
    uint32_t best = 0;

    for (int i = 0; i < all->count; i++) {
        uint32_t child = all->children[i];
        if (!child)
            continue;
        search->nodes[child].available++;
        float value = promise(&search->nodes[child], first_play, part);
        if (value > best_promise)
            best_promise = value, best = child;
    }
    return best;
}

/* Whether a choice is of those that are better mixed, since the others must not foresee it. */
static bool is_mixed(const capu_search *search, const capu_state *state) {
    return search->w[BOTS_MATCHING] > 0 && capu_game_of(state)->sealed(state);
}

/* Regret matching: an action is chosen as often as one regrets not to have taken it, by the means
 * so far. 0: nothing is to be regretted. */
static uint32_t most_regretted(capu_search *search, const options *all) {
    const search_node *nodes = search->nodes;
    float sum = 0, visits = 0, regrets = 0, regret[CAPU_MAX_ACTIONS];

    for (int i = 0; i < all->count; i++) {
        sum += (float)nodes[all->children[i]].sum;
        visits += (float)nodes[all->children[i]].visits;
    }
    for (int i = 0; i < all->count; i++) {
        const search_node *node = &nodes[all->children[i]];
        float more = node->visits ? mean_of(node) - sum / visits : 0;
        regrets += regret[i] = more > 0 ? more : 0;
    }
    float at = regrets * chance(&search->random);
    for (int i = 0; i < all->count; i++)
        if ((at -= regret[i]) < 0)
            return all->children[i];
    return 0;
}

static bool by_regret(capu_search *search, const capu_state *state) {
    return is_mixed(search, state) &&
           (int)capu_random_below(&search->random, 100) < search->w[BOTS_MATCHING];
}

/* The power of a quarter of the exponent. */
static float power(float base, int quarters) {
    float root = __builtin_sqrtf(base), result = 1;

    result *= quarters & 1 ? __builtin_sqrtf(root) : 1;
    result *= quarters & 2 ? root : 1;
    for (; quarters >= 4; quarters -= 4)
        result *= base;
    return result;
}

/* Of a choice that is better mixed the average so far is played, without what was much less often
 * tried: that is mostly what it took to find out. */
static float share_of(const capu_search *search, uint32_t child, float most, int sharpness) {
    float part = (float)search->nodes[child].visits / most;

    return power(part, sharpness ? sharpness : MIXED);
}

/* Chooses among the actions that are possible in this position; makes nodes for new ones. Returns
 * the child, or 0 if there is no room for it. */
static uint32_t select_child(capu_search *search, uint32_t parent, const capu_state *state,
                             int seat) {
    const search_node *up = &search->nodes[parent];
    options all;

    list_options(search, state, seat, &all);
    if (find_options(search, parent, seat, &all))
        add_options(search, parent, state, seat, &all);
    float first_play = up->visits && (int)up->seat == seat ? mean_of(up) : even(search);
    uint32_t promising = most_promising(search, &all, first_play);
    uint32_t regretted = by_regret(search, state) ? most_regretted(search, &all) : 0;
    return regretted ? regretted : promising;
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
    return !capu_sealed(state) && !capu_is_secret(state, action);
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

/* Where the statistics are that a seat chooses by: its nature's own page, once the node was often
 * enough visited, else the node itself. */
static uint32_t page_of(capu_search *search, uint32_t parent, const capu_state *state, int seat) {
    int visits = search->w[BOTS_ACQUAINTED];

    if (!search->know->nature || visits == 0 || seat == search->seat ||
        (int)search->nodes[parent].visits < visits)
        return parent;
    int nature = search->know->nature(state, seat);
    if (nature < 0)
        return parent;
    capu_action name = PAGES + (capu_action)nature;
    uint32_t page = find_child(search, parent, 0, seat, name);
    page = page ? page : add_node(search, parent, seat, name);
    return page ? page : parent;
}

/* Where all go who see the action. */
static uint32_t shared_child(capu_search *search, uint32_t parent, int seat, capu_action action) {
    uint32_t child = find_child(search, parent, 0, seat, action);

    if (!child && (child = add_child(search, parent, last_child(search, parent), seat, action)))
        search->nodes[child].hope = 1;
    return child;
}

/* Whether who is at this node has seen the action that is tried. */
static bool has_seen_trial(const capu_search *search, uint32_t node) {
    while (node > ROOT && node != search->tried)
        node = search->nodes[node].parent;
    return node == search->tried;
}

/* What a seat does that has not seen the action that is tried: as it was found to play, since it
 * must not get used to that action. */
static uint32_t unaware_child(capu_search *search, uint32_t parent, const capu_state *state,
                              int seat) {
    options all;
    float most = 0, sum = 0, shares[CAPU_MAX_ACTIONS];

    list_options(search, state, seat, &all);
    if (find_options(search, parent, seat, &all))
        add_options(search, parent, state, seat, &all);
    for (int i = 0; i < all.count; i++) {
        float visits = (float)search->nodes[all.children[i]].visits;
        most = visits > most ? visits : most;
    }
    if (most == 0)
        return most_promising(search, &all, even(search));
    for (int i = 0; i < all.count; i++)
        sum += shares[i] = share_of(search, all.children[i], most, 0);
    float at = sum * chance(&search->random);
    int i = 0;
    while (i < all.count - 1 && (at -= shares[i]) >= 0)
        i++;
    return all.children[i];
}

/* The child that a seat goes to. What it has chosen by is added to the path too. */
static uint32_t choose_child(capu_search *search, descent *d, uint32_t parent, int seat) {
    if (search->tried && d->depth == 0)
        return search->tried;
    uint32_t page = page_of(search, parent, &d->state, seat);
    uint32_t child = search->tried && !has_seen_trial(search, page)
                         ? unaware_child(search, page, &d->state, seat)
                         : select_child(search, page, &d->state, seat);

    if (page == parent || !child)
        return child;
    uint32_t shared = shared_child(search, parent, seat, search->nodes[child].action);
    if (shared) {
        d->path[d->depth++] = page;
        d->path[d->depth++] = child;
    }
    return shared;
}

/* One step down; false: this is a leaf. */
static bool step_down(capu_search *search, descent *d) {
    int seat = capu_first_actor(&d->state);
    uint32_t parent = seat < 0 ? 0 : d->at[seat];
    capu_action action;

    if (d->depth == 0 && seat >= 0) { /* the question is what the searcher does */
        seat = search->seat;
        parent = ROOT;
    }
    if (!parent || d->depth + 3 > DEEPEST)
        return false;
    if (parent != ROOT && (int)search->nodes[parent].visits < search->w[BOTS_PATIENCE])
        return false;
    if (seat != search->seat && search->know->habit &&
        search->know->habit(&d->state, seat, search->w, policy_to_play(search), &search->random,
                            &action)) {
        capu_apply_legal(&d->state, seat, action);
        return true;
    }
    uint32_t child = choose_child(search, d, parent, seat);
    if (!child)
        return false;
    if (d->depth == 0)
        d->first = root_index(search, child);
    action = search->nodes[child].action;
    bool open = is_open(&d->state, action);
    follow(search, d, seat, action, child, open);
    d->path[d->depth++] = child;
    capu_apply_legal(&d->state, seat, action);
    return true;
}

static void play_on(capu_search *search, capu_state *state) {
    if (search->know->play_on)
        search->know->play_on(state, search->w, policy_to_play(search), &search->random);
    else
        capu_playout(state, &search->random, INT32_MAX);
}

/* --------------------------------------------------------------- evaluation */

static void outlook_of_result(const capu_state *state, bots_outlook *out) {
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

/* By how much each seat is before the others on average, as a part of a large margin. */
static void set_margins(const capu_search *search, bots_outlook *out) {
    int players = search->view.head.players;

    for (int seat = 0; seat < players; seat++) {
        float others = 0, margin = out->score[seat];
        for (int i = 0; i < players; i++)
            others += i == seat ? 0 : out->score[i];
        if (players > 1)
            margin -= others / (float)(players - 1);
        margin /= search->know->large_margin;
        out->margin[seat] = margin > 1 ? 1 : margin < -1 ? -1 : margin;
    }
}

/* Mostly the share of a win; a little of the margin, so that lost and won games are played well. */
static float payoff(const capu_search *search, const bots_outlook *outlook, int seat) {
    float part = 0.01f * (float)search->w[BOTS_MARGIN];

    if (part == 0)
        return outlook->win[seat];
    return (1 - part) * outlook->win[seat] + part * (0.5f + 0.5f * outlook->margin[seat]);
}

static void judge(const capu_search *search, const capu_state *state, bots_outlook *out) {
    bool over = capu_actors(state) == 0;

    if (!over && search->learned && search->net.judges) {
        bots_net_outlook(&search->net, search->know, search->w, state, out);
        return;
    }
    if (over)
        outlook_of_result(state, out);
    else
        search->know->outlook(state, search->w, out);
    if (search->w[BOTS_MARGIN])
        set_margins(search, out);
}

/* Whether a position is judged as it is, which only a net can. A part of them is, at random: to
 * judge each of them twice would take twice as long and say no more. */
static bool is_judged_at_once(capu_search *search) {
    int percent = search->learned && search->net.judges ? search->net.at_once : 0;

    return percent > 0 && (int)engine_fast_below(&search->random, 100) < percent;
}

static void play_on_and_judge(capu_search *search, capu_state *state, bots_outlook *out) {
    if (!is_judged_at_once(search))
        play_on(search, state);
    judge(search, state, out);
}

void bots_search_play_on(capu_search *search, capu_state *state, bots_outlook *out) {
    play_on_and_judge(search, state, out);
}

static void add_outcome(capu_search *search, const descent *d, const bots_outlook *outlook) {
    search_root *root = &search->roots[d->first];
    double own = (double)outlook->win[search->seat];

    for (int i = 0; i < d->depth; i++) {
        search_node *node = &search->nodes[d->path[i]];
        if (search->tried && !has_seen_trial(search, d->path[i]))
            continue;
        node->visits++;
        node->sum += (double)payoff(search, outlook, node->seat);
    }
    search->nodes[ROOT].visits++;
    for (int i = 0; i < search->view.head.players; i++) {
        root->win[i] += (double)outlook->win[i];
        root->score[i] += (double)outlook->score[i];
    }
    root->squares += own * own;
}

/* The first guess at what is hidden, from which the others follow. */
static void form_belief(capu_search *search) {
    const bots_knowledge *know = search->know;

    search->believes = know->believe && !is_open_handed(search) &&
                       (search->minds || !know->guess) &&
                       know->believe(&search->view, search->seat, search->w, &search->belief);
    if (!search->believes || know->guess)
        return;
    capu_sample(&search->view, &search->random, &search->sample);
    for (int i = 0; i < FIRST_GUESSES; i++)
        know->redeal(&search->sample, search->seat, &search->belief, &search->random);
}

static void imagine(capu_search *search, capu_state *out) {
    const bots_knowledge *know = search->know;

    if (search->nodes[ROOT].visits == 0)
        form_belief(search);
    if (search->believes && know->guess) {
        know->guess(&search->view, search->seat, &search->belief, &search->random, out);
    } else if (search->believes) {
        know->redeal(&search->sample, search->seat, &search->belief, &search->random);
        capu_copy(out, &search->sample);
    } else {
        capu_sample(search->known, &search->random, out);
    }
}

static void iterate(capu_search *search) {
    descent d;
    bots_outlook outlook;

    imagine(search, &d.state);
    for (int seat = 0; seat < CAPU_MAX_PLAYERS; seat++)
        d.at[seat] = ROOT;
    d.depth = 0;
    d.first = 0;
    while (step_down(search, &d))
        continue;
    play_on_and_judge(search, &d.state, &outlook);
    add_outcome(search, &d, &outlook);
}

/* Takes what was counted out instead of what was found, as if each had been visited as often. */
static void settle(capu_search *search, uint32_t child, bots_outlook *outlook) {
    const double visits = TO_SOLVE;
    search_node *node = &search->nodes[child];
    search_root *root = &search->roots[root_index(search, child)];

    set_margins(search, outlook);
    node->visits = TO_SOLVE;
    node->sum = visits * (double)payoff(search, outlook, search->seat);
    for (int i = 0; i < search->view.head.players; i++) {
        root->win[i] = visits * (double)outlook->win[i];
        root->score[i] = visits * (double)outlook->score[i];
    }
    root->squares = root->win[search->seat] * root->win[search->seat] / visits;
}

static void try_to_solve(capu_search *search) {
    capu_action actions[CAPU_MAX_ACTIONS];
    bots_outlook outlooks[CAPU_MAX_ACTIONS];
    int count = 0;

    if (!search->know->solve || is_open_handed(search))
        return;
    for (uint32_t child = first_own(search); child; child = next_own(search, child))
        actions[count++] = search->nodes[child].action;
    search->solved =
        search->know->solve(&search->view, search->seat, search->w, actions, count, outlooks);
    count = 0;
    for (uint32_t child = first_own(search); search->solved && child;
         child = next_own(search, child))
        settle(search, child, &outlooks[count++]);
}

void capu_search_run(capu_search *search, int iterations) {
    uint32_t before = search->iterations;

    for (int i = 0; i < iterations && !search->solved; i++)
        iterate(search);
    search->iterations += (uint32_t)iterations;
    if (before < TO_SOLVE && search->iterations >= TO_SOLVE)
        try_to_solve(search);
}

/* ------------------------------------------------------------------- advice */

static uint32_t most_visited(const capu_search *search, uint32_t parent) {
    uint32_t best = search->nodes[parent].children;

    for (uint32_t child = best; child; child = search->nodes[child].next)
        if (search->nodes[child].visits > search->nodes[best].visits)
            best = child;
    return best;
}

/* What somebody else does most often, as soon as the searcher has done the rest of its turn as it
 * mostly does; 0: nothing that is likely enough to be told. */
static uint32_t likely_reply(const capu_search *search, uint32_t action) {
    const search_node *nodes = search->nodes;
    uint32_t reply = action;

    while (reply && (int)nodes[reply].seat == search->seat) {
        reply = most_visited(search, reply);
        if (nodes[reply].visits < 1 + nodes[action].visits / UNLIKELY)
            return 0;
    }
    return reply;
}

/* What is found about a child of the root in so many visits. */
static capu_advice advice_on(const capu_search *search, uint32_t child, const search_root *root,
                             uint32_t visits) {
    capu_advice advice = {.action = search->nodes[child].action, .visits = visits};
    double n = visits ? (double)visits : 1;

    for (int i = 0; i < search->view.head.players; i++) {
        advice.win[i] = (float)(root->win[i] / n);
        advice.score[i] = (float)(root->score[i] / n);
    }
    double mean = root->win[search->seat] / n, variance = root->squares / n - mean * mean;
    advice.error = __builtin_sqrtf((float)((variance > 0 ? variance : 0) / n));
    uint32_t reply = likely_reply(search, child);
    if (reply) {
        advice.replied = true;
        advice.reply = (capu_move){search->nodes[reply].seat, search->nodes[reply].action};
    }
    return advice;
}

/* ------------------------------------------------------------------- trials */

/* The root's child for an action of the searcher, whether the search considers it or not. An action
 * that was left out is counted out like the others, if they were. */
static uint32_t child_to_try(capu_search *search, capu_action action) {
    uint32_t child = find_child(search, ROOT, 0, search->seat, action);
    bots_outlook outlook;

    if (child)
        return child;
    child = shared_child(search, ROOT, search->seat, action);
    if (child && search->solved &&
        search->know->solve(&search->view, search->seat, search->w, &action, 1, &outlook))
        settle(search, child, &outlook);
    return child;
}

/* Makes the root's children, unless they are there. */
static void look_at_choices(capu_search *search) {
    options all;
    capu_state guess;

    if (first_own(search))
        return;
    imagine(search, &guess);
    list_options(search, &guess, search->seat, &all);
    find_options(search, ROOT, search->seat, &all);
    add_options(search, ROOT, &guess, search->seat, &all);
}

/* What was found after this. */
static search_root found_since(const search_root *before, const search_root *now) {
    search_root since = *now;

    for (int i = 0; i < CAPU_MAX_PLAYERS; i++) {
        since.win[i] -= before->win[i];
        since.score[i] -= before->score[i];
    }
    since.squares -= before->squares;
    return since;
}

bool capu_search_try(capu_search *search, capu_action action, int iterations, capu_advice *out) {
    look_at_choices(search);
    uint32_t child = child_to_try(search, action);
    if (!child)
        return false;
    int index = root_index(search, child);
    search_root before = search->roots[index];
    uint32_t visits = search->nodes[child].visits;
    if (search->solved) {
        before = (search_root){0};
        visits = 0;
    }
    search->tried = child;
    for (int i = 0; i < iterations && !search->solved; i++)
        iterate(search);
    search->tried = 0;
    search_root since = found_since(&before, &search->roots[index]);
    *out = advice_on(search, child, &since, search->nodes[child].visits - visits);
    return true;
}

/* ------------------------------------------------------------------ choices */

static void add_findings(capu_search *search, const capu_search *other) {
    int from_index = 0;

    for (uint32_t child = first_own(other); child; child = next_own(other, child), from_index++) {
        const search_node *from = &other->nodes[child];
        uint32_t own = find_child(search, ROOT, 0, search->seat, from->action);
        if (!own)
            continue;
        search_node *to = &search->nodes[own];
        search_root *sums = &search->roots[root_index(search, own)];
        to->visits += from->visits;
        to->available += from->available;
        to->sum += from->sum;
        for (int i = 0; i < search->view.head.players; i++) {
            sums->win[i] += other->roots[from_index].win[i];
            sums->score[i] += other->roots[from_index].score[i];
        }
        sums->squares += other->roots[from_index].squares;
    }
}

static void drop_findings(capu_search *search) {
    int index = 0;

    for (uint32_t child = first_own(search); child; child = next_own(search, child), index++) {
        search->nodes[child].visits = search->nodes[child].available = 0;
        search->nodes[child].sum = 0;
        search->roots[index] = (search_root){0};
    }
}

/* What was counted out is not mixed with what was only tried. */
void capu_search_add(capu_search *search, const capu_search *other) {
    if (other->solved && !search->solved)
        drop_findings(search);
    if (other->solved || !search->solved)
        add_findings(search, other);
    search->solved |= other->solved;
    search->nodes[ROOT].visits += other->nodes[ROOT].visits;
    search->iterations += other->iterations;
}

/* Whether a child is to be preferred: by visits, which all have alike if they were counted out. */
static bool is_better(const capu_search *search, uint32_t child, uint32_t than) {
    const search_node *a = &search->nodes[child], *b = &search->nodes[than];

    return a->visits > b->visits || (search->solved && a->sum > b->sum);
}

static uint32_t best_own(const capu_search *search) {
    uint32_t best = first_own(search);

    for (uint32_t child = best; child; child = next_own(search, child))
        if (is_better(search, child, best))
            best = child;
    return best;
}

/* There is one action only, or of the two most visited the second cannot overtake the first. */
bool capu_search_decided(const capu_search *search, int left) {
    uint32_t first = 0, second = 0, all = 0;

    for (uint32_t child = first_own(search); child; child = next_own(search, child), all++) {
        uint32_t visits = search->nodes[child].visits;
        second = visits > first ? first : visits > second ? visits : second;
        first = visits > first ? visits : first;
    }
    if (all > 1 && is_mixed(search, &search->view))
        return left < 0;
    return left < 0 || search->solved || all == 1 || first - second > (uint32_t)left;
}

capu_action capu_search_choice(const capu_search *search, int sharpness, capu_random *random) {
    uint32_t best = best_own(search);
    float most = (float)search->nodes[best].visits, all = 0;
    bool surely = search->solved || (sharpness == 0 && !is_mixed(search, &search->view));

    if (surely || most == 0)
        return search->nodes[best].action;
    for (uint32_t child = first_own(search); child; child = next_own(search, child))
        all += share_of(search, child, most, sharpness);
    float at = all * chance(random);
    for (uint32_t child = first_own(search); child; child = next_own(search, child)) {
        at -= share_of(search, child, most, sharpness);
        if (at < 0)
            return search->nodes[child].action;
    }
    return search->nodes[best].action;
}

/* Keeps the list sorted, the best first; the worst falls off its end. */
static int insert(const capu_search *search, uint32_t *list, int count, int most, uint32_t child) {
    int at = count < most ? count++ : most;

    for (; at > 0 && is_better(search, child, list[at - 1]); at--)
        if (at < most)
            list[at] = list[at - 1];
    if (at < most)
        list[at] = child;
    return count;
}

int capu_search_advice(const capu_search *search, capu_advice *out, int most) {
    uint32_t best[CAPU_MAX_ACTIONS];
    int count = 0;

    for (uint32_t child = first_own(search); child; child = next_own(search, child))
        if (search->nodes[child].visits)
            count = insert(search, best, count, most, child);
    for (int i = 0; i < count; i++)
        out[i] = advice_on(search, best[i], &search->roots[root_index(search, best[i])],
                           search->nodes[best[i]].visits);
    return count;
}

/* --------------------------------------------------------------------- bots */

capu_action bots_choose_by_search(const capu_bot *bot, const capu_state *view, int seat,
                                  capu_random *random, void *memory) {
    capu_search *search;

    if (capu_legal_count(view, seat) == 1)
        return capu_legal_at(view, seat, 0);
    search = capu_search_as(bot, memory, view, seat, capu_random_next(random));
    for (int left = capu_bot_iterations(bot, view); left > 0; left -= BETWEEN_LOOKS) {
        capu_search_run(search, left < BETWEEN_LOOKS ? left : BETWEEN_LOOKS);
        if (bot->sharpness == 0 && capu_search_decided(search, left - BETWEEN_LOOKS))
            break;
    }
    return capu_search_choice(search, bot->sharpness, random);
}
