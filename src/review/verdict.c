/* What a decision was worth.
 *
 * A search from the seat's own view finds what is best. If something else was played, there is a
 * duel: what was played and the best others are tried equally often, from the same search. Before
 * that each of them is tried without being counted, until all have been visited about as often.
 * Otherwise the best would look better just because more is known about how to go on from there. */
#include "review/review.h"

enum {
    NODES = 250000,
    USUAL_ITERATIONS = 6000,
    RIVALS = 2,  /* others in a duel, at the most */
    LISTED = 64, /* actions among which what was played is looked for */
    ROUNDS = 4,  /* of a duel, so that all tries see the tree grow alike */
    MOMENT = 20, /* a part of the iterations: what is found so quickly is obvious */
    SAMPLES = 4, /* likewise, for luck */
};
/* What is visited so often is obvious; what is visited less than this share is not compared. */
static const float OBVIOUS = 0.8f, CONSIDERED = 0.04f;
/* A difference that is not larger than so many errors is none. */
static const float CERTAIN = 2;
static const float least_loss[] = {
    [CAPU_INACCURACY] = 0.05f, [CAPU_MISTAKE] = 0.10f, [CAPU_BLUNDER] = 0.15f};

size_t capu_review_bytes(void) {
    return capu_search_bytes(NODES);
}

static int usual_iterations(const bots_knowledge *know) {
    return know->review ? know->review : USUAL_ITERATIONS;
}

int capu_review_iterations(const capu_game *game) {
    return usual_iterations(bots_knowledge_by_name(capu_info(game)->name));
}

int review_effort(const capu_review *review) {
    return review->iterations ? review->iterations : capu_review_iterations(review->record->game);
}

int review_samples(const capu_review *review) {
    return 1 + review_effort(review) / SAMPLES;
}

capu_search *review_search(const capu_review *review, const capu_state *view, int seat,
                           uint64_t seed) {
    capu_search *search = NULL;

    if (review->bytes >= capu_review_bytes()) /* and no more, which would lead elsewhere */
        search = capu_search_begin(review->memory, capu_review_bytes(), view, seat, seed);
    if (search && review->net)
        capu_search_with_net(search, review->net, review->net_bytes);
    return search;
}

capu_status review_replay(const capu_review *review, int at, capu_state *before,
                          capu_state *after) {
    if (at < 0 || at >= review->record->count)
        return CAPU_BAD_RECORD;
    if (capu_replay(review->record, at, before, NULL))
        return CAPU_BAD_RECORD;
    if (!after)
        return CAPU_OK;
    capu_move move = review->record->moves[at];
    capu_copy(after, before);
    return capu_apply(after, (int)move.seat, move.action) ? CAPU_BAD_RECORD : CAPU_OK;
}

/* ------------------------------------------------------------------- duels */

/* Actions that are compared; the first is what was played. */
typedef struct duel {
    int count;
    capu_advice found[1 + RIVALS];
} duel;

static float mixed(float old, float next, float part) {
    return (1 - part) * old + part * next;
}

/* Adds what was found in another round, in which each was tried as often as in those before. */
static void add_round(capu_advice *to, const capu_advice *next, int round, int players) {
    float part = 1 / (float)(round + 1), rest = 1 - part;

    for (int i = 0; i < players; i++) {
        to->win[i] = mixed(to->win[i], next->win[i], part);
        to->score[i] = mixed(to->score[i], next->score[i], part);
    }
    to->error = __builtin_sqrtf(rest * rest * to->error * to->error +
                                part * part * next->error * next->error);
    to->visits += next->visits;
    to->replied = next->replied;
    to->reply = next->reply;
}

/* Tries all until they have been visited equally often. */
static void level(capu_search *search, duel *d, int most) {
    uint32_t visits = 0;

    for (int i = 0; i < d->count; i++)
        visits = d->found[i].visits > visits ? d->found[i].visits : visits;
    visits = visits < (uint32_t)most ? visits : (uint32_t)most;
    for (int i = 0; i < d->count; i++) {
        capu_advice unused;
        if (d->found[i].visits < visits)
            capu_search_try(search, d->found[i].action, (int)(visits - d->found[i].visits),
                            &unused);
    }
}

static void fight(capu_search *search, duel *d, int iterations) {
    int each = 1 + iterations / ROUNDS;

    level(search, d, iterations);
    for (int i = 0; i < d->count; i++)
        d->found[i] = (capu_advice){.action = d->found[i].action};
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < d->count; i++) {
            capu_advice next;
            capu_search_try(search, d->found[i].action, each, &next);
            add_round(&d->found[i], &next, round, search->view.head.players);
        }
    }
}

/* The most visited of the others, as far as they were visited often enough; always one of them. */
static void choose_rivals(const capu_search *search, capu_action played, duel *d) {
    capu_advice advice[LISTED];
    int count = capu_search_advice(search, advice, LISTED);

    d->count = 1;
    d->found[0] = (capu_advice){.action = played};
    for (int i = 0; i < count; i++) {
        bool many = d->count == 1 || 2 * advice[i].visits >= d->found[1].visits;
        if (advice[i].action == played)
            d->found[0] = advice[i];
        else if (d->count < 1 + RIVALS && (many || search->solved))
            d->found[d->count++] = advice[i];
    }
}

static int best_of(const duel *d, int seat) {
    int best = 0;

    for (int i = 1; i < d->count; i++)
        if (d->found[i].win[seat] > d->found[best].win[seat])
            best = i;
    return best;
}

static float error_of(const capu_advice *a, const capu_advice *b) {
    return __builtin_sqrtf(a->error * a->error + b->error * b->error);
}

/* By how much one is better than another; 0 if that is not certain. */
static float certainly_better(const capu_advice *a, const capu_advice *b, int seat) {
    float more = a->win[seat] - b->win[seat];

    return more > CERTAIN * error_of(a, b) ? more : 0;
}

/* ----------------------------------------------------------------- verdicts */

static capu_verdict_kind kind_of(float loss) {
    capu_verdict_kind kind = CAPU_GOOD;

    while (kind < CAPU_BLUNDER && loss >= least_loss[kind + 1])
        kind++;
    return kind;
}

static void add_equal(capu_verdict *v, capu_action action) {
    if (action != v->best && v->equal_count < CAPU_MOST_EQUAL)
        v->equal[v->equal_count++] = action;
}

/* What was played and what was best are told by what was found about them. */
static void tell(capu_verdict *v, const capu_advice *played, const capu_advice *best) {
    int seat = v->seat;

    v->loss = certainly_better(best, played, seat);
    v->kind = kind_of(v->loss);
    v->best = v->loss > 0 ? best->action : v->played;
    if (v->loss == 0)
        best = played;
    v->win = played->win[seat];
    v->best_win = best->win[seat];
    v->points = best->score[seat] - played->score[seat];
    v->replied = played->replied;
    v->reply = played->reply;
    v->best_replied = best->replied;
    v->best_reply = best->reply;
}

static void judge_by_duel(capu_search *search, int iterations, capu_verdict *v) {
    duel d;

    choose_rivals(search, v->played, &d);
    fight(search, &d, iterations);
    const capu_advice *best = &d.found[best_of(&d, v->seat)];
    v->error = error_of(&d.found[0], best == d.found ? &d.found[1] : best);
    v->gap = d.found[1].win[v->seat] - d.found[0].win[v->seat];
    tell(v, &d.found[0], best);
    for (int i = 0; i < d.count; i++)
        if (certainly_better(best, &d.found[i], v->seat) == 0)
            add_equal(v, d.found[i].action);
}

/* What was played was also visited most: only others that are as good are looked for. */
static void judge_best(const capu_search *search, capu_verdict *v) {
    capu_advice advice[1 + CAPU_MOST_EQUAL];
    int count = capu_search_advice(search, advice, 1 + CAPU_MOST_EQUAL);
    float least = CONSIDERED * (float)search->nodes[1].visits;

    v->error = count > 1 ? error_of(&advice[0], &advice[1]) : 0;
    tell(v, &advice[0], &advice[0]);
    for (int i = 1; i < count; i++)
        if ((float)advice[i].visits >= least &&
            certainly_better(&advice[0], &advice[i], v->seat) == 0)
            add_equal(v, advice[i].action);
}

/* Whether this is what the search prefers so far, and hardly looks at anything else. */
static bool is_clear(const capu_search *search, capu_action action, bool *preferred) {
    capu_advice best;

    *preferred = capu_search_advice(search, &best, 1) && best.action == action;
    return *preferred && (float)best.visits >= OBVIOUS * (float)search->nodes[1].visits;
}

/* Thinks, and judges what was played. */
static void judge(capu_search *search, int iterations, capu_verdict *v) {
    capu_advice unused;
    bool preferred;

    capu_search_try(search, v->played, 0, &unused); /* so that there is room for it */
    capu_search_run(search, 1 + iterations / MOMENT);
    bool obvious = is_clear(search, v->played, &preferred);
    capu_search_run(search, iterations - iterations / MOMENT);
    obvious = is_clear(search, v->played, &preferred) && obvious;
    if (preferred)
        judge_best(search, v);
    else
        judge_by_duel(search, iterations / 2, v);
    if (obvious && v->kind == CAPU_GOOD)
        v->kind = CAPU_OBVIOUS;
}

/* The same with open hands. It is told if there was a better action then and none before, or the
 * other way round. */
static void judge_openly(capu_search *search, const capu_state *state, int iterations,
                         capu_verdict *v) {
    capu_verdict open = {.seat = v->seat, .played = v->played, .best = v->played};

    capu_search_open(search, state);
    judge(search, iterations, &open);
    bool was = v->loss >= least_loss[CAPU_INACCURACY], is = open.loss >= least_loss[CAPU_MISTAKE];
    v->open = was ? open.loss == 0 : is;
    v->open_best = open.best;
    v->open_loss = open.loss;
    v->open_error = open.error;
}

/* Whether there is nothing to choose from, or nothing that is worth a thought. */
static bool is_forced(const capu_search *search, const capu_verdict *v) {
    capu_action actions[CAPU_MAX_ACTIONS];
    capu_random random = capu_random_from(0);
    capu_state guess;

    if (capu_legal_count(&search->view, v->seat) == 1)
        return true;
    capu_sample(&search->view, &random, &guess);
    return search->know->choices && search->know->choices(&guess, v->seat, actions) == 1 &&
           actions[0] == v->played;
}

capu_status capu_review_action(const capu_review *review, int at, capu_action action,
                               capu_verdict *out) {
    capu_state state, view;
    capu_status status = review_replay(review, at, &state, NULL);
    int iterations = review_effort(review);

    if (status)
        return status;
    int seat = (int)review->record->moves[at].seat;
    if ((status = capu_check(&state, seat, action, NULL)))
        return status;
    *out = (capu_verdict){.at = at, .seat = seat, .played = action, .best = action};
    capu_view(&state, seat, &view);
    capu_search *search = review_search(review, &view, seat, capu_hash(&view));
    if (!search)
        return CAPU_BAD_STATE;
    if (is_forced(search, out))
        return CAPU_OK;
    judge(search, iterations, out);
    if (out->kind == CAPU_OBVIOUS || review->closed || capu_info(review->record->game)->open)
        return CAPU_OK;
    search = review_search(review, &view, seat, capu_hash(&view));
    judge_openly(search, &state, iterations / 2, out);
    return CAPU_OK;
}

capu_status capu_review_move(const capu_review *review, int at, capu_verdict *out) {
    if (at < 0 || at >= review->record->count)
        return CAPU_BAD_RECORD;
    return capu_review_action(review, at, review->record->moves[at].action, out);
}
