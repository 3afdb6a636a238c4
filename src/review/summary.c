/* A game as a whole: see capucine.h. */
#include "review/review.h"

/* The luck of a game whose error is larger means nothing. */
static const float UNCERTAIN = 0.15f;

/* A game is decided for a seat that can expect less than this, or so little less than a whole win.
 * It hardly matters then what it does, so what it does well does not count. */
static const int64_t DECIDED = REVIEW_ONE / 20;

/* What a decision adds to the mean loss at the most: a mistake. Whether a mistake costs 0.1 or 0.5
 * is more a matter of the position than of the player, and a few large ones would hide the rest. */
static const int64_t MOST = REVIEW_ONE / 10;

/* The curve that lichess.org uses for chess: docs/review.md. */
static const double CURVE_TOP = 103.17, CURVE_BOTTOM = 3.17, CURVE_FALL = 4.35;

/* e to the power of -x, for x from 0 to some 8, with basic operations only: the same everywhere. */
static double power_of_e(double x) {
    double part = x / 64, term = 1, sum = 1;

    for (int i = 1; i < 10; i++)
        sum += term *= -part / i;
    for (int i = 0; i < 6; i++)
        sum *= sum;
    return sum;
}

int64_t review_rounded(double number) {
    return (int64_t)(number * REVIEW_ONE + (number < 0 ? -0.5 : 0.5));
}

static double accuracy_of(double loss) {
    double accuracy = CURVE_TOP * power_of_e(CURVE_FALL * loss) - CURVE_BOTTOM;

    return accuracy < 0 ? 0 : accuracy > 100 ? 100 : accuracy;
}

float capu_accuracy(float loss) {
    return (float)accuracy_of(loss < 0 ? 0 : (double)loss);
}

static void set_results(capu_summary *summary, const capu_state *end) {
    capu_result result;
    int winners = 0;

    summary->over = capu_get_result(end, &result);
    for (int i = 0; summary->over && i < summary->players; i++)
        winners += result.places[i] == 1;
    for (int i = 0; summary->over && i < summary->players; i++)
        summary->seats[i].result = result.places[i] == 1 ? 1 / (float)winners : 0;
}

void capu_summary_begin(capu_summary *summary, const capu_record *record) {
    capu_state end;

    *summary = (capu_summary){.game = record->game, .players = record->players};
    if (!capu_replay(record, record->count, &end, NULL))
        set_results(summary, &end);
}

/* ------------------------------------------------------------------- adding */

/* What a summary takes of a verdict. */
typedef struct decision {
    int seat;
    capu_verdict_kind kind;
    int64_t loss, gap, best_win;
} decision;

/* Whether there was anything to lose, or it was lost. */
static bool counts(const decision *d) {
    bool decided = d->best_win < DECIDED || d->best_win > REVIEW_ONE - DECIDED;

    return d->kind > CAPU_GOOD || (d->kind == CAPU_GOOD && !decided);
}

static int64_t counted(int64_t gap) {
    return gap > MOST ? MOST : gap < -MOST ? -MOST : gap;
}

static void add_decision(capu_summary *summary, const decision *d) {
    capu_seat_summary *s = &summary->seats[d->seat];
    capu_verdict_kind kind = d->kind;

    if (!counts(d))
        return;
    s->decisions++;
    s->losses += (double)counted(d->gap); /* small losses are uncertain, but not their mean */
    s->accuracies += accuracy_of((double)d->loss / REVIEW_ONE);
    s->inaccuracies += kind == CAPU_INACCURACY;
    s->mistakes += kind == CAPU_MISTAKE;
    s->blunders += kind == CAPU_BLUNDER;
}

static void add_luck(capu_summary *summary, int seat, int64_t luck, int64_t error) {
    summary->seats[seat].lucks += (double)luck;
    summary->seats[seat].luck_squares += (double)error * (double)error;
}

void capu_summary_verdict(capu_summary *summary, const capu_verdict *verdict) {
    decision d = {verdict->seat, verdict->kind, review_rounded((double)verdict->loss),
                  review_rounded((double)verdict->gap), review_rounded((double)verdict->best_win)};

    add_decision(summary, &d);
}

void capu_summary_chance(capu_summary *summary, const capu_chance *chance) {
    for (int i = 0; i < summary->players; i++)
        add_luck(summary, i, review_rounded((double)chance->luck[i]),
                 review_rounded((double)chance->error[i]));
}

/* ------------------------------------------------------------ reading numbers */

/* A number with at most four digits behind the point, in ten-thousandths. */
static bool read_decimal(const char *text, int64_t *number) {
    bool minus = *text == '-';
    int64_t value = 0;
    int digits = 0, behind = -1;

    for (text += minus; *text; text++) {
        bool digit = *text >= '0' && *text <= '9';
        if (!digit && (*text != '.' || behind >= 0))
            return false;
        if (digit && ++digits > 12)
            return false;
        value = digit ? 10 * value + *text - '0' : value;
        behind += digit ? behind >= 0 : 1;
    }
    for (behind = behind < 0 ? 0 : behind; behind < 4; behind++)
        value *= 10;
    *number = minus ? -value : value;
    return behind == 4;
}

static bool read_number(const capu_node *node, int64_t *number) {
    if (node && node->type == CAPU_NODE_REAL)
        return read_decimal(node->text, number);
    if (!capu_node_number(node, number) || *number < -REVIEW_ONE || *number > REVIEW_ONE)
        return false;
    *number *= REVIEW_ONE;
    return true;
}

static bool read_verdict(capu_summary *summary, const capu_node *node) {
    const char *kind = capu_node_text(capu_node_find(node, "kind"));
    decision d = {0};
    int64_t seat;
    int index = 0;

    while (kind && index <= CAPU_BLUNDER && !engine_same(kind, review_kinds[index]))
        index++;
    if (!kind || index > CAPU_BLUNDER || !capu_node_number(capu_node_find(node, "seat"), &seat) ||
        seat < 0 || seat >= summary->players ||
        !read_number(capu_node_find(node, "loss"), &d.loss) ||
        !read_number(capu_node_find(node, "gap"), &d.gap) ||
        !read_number(capu_node_find(node, "best_win"), &d.best_win))
        return false;
    d.seat = (int)seat;
    d.kind = (capu_verdict_kind)index;
    add_decision(summary, &d);
    return true;
}

static bool read_chance(capu_summary *summary, const capu_node *node) {
    const capu_node *luck = capu_node_find(node, "luck"), *error = capu_node_find(node, "error");
    uint32_t players = (uint32_t)summary->players;

    if (!luck || !error || luck->type != CAPU_NODE_ARRAY || error->type != CAPU_NODE_ARRAY ||
        luck->count != players || error->count != players)
        return false;
    luck++, error++;
    for (int i = 0; i < summary->players; i++, luck += luck->size, error += error->size) {
        int64_t share, uncertainty;
        if (!read_number(luck, &share) || !read_number(error, &uncertainty))
            return false;
        add_luck(summary, i, share, uncertainty);
    }
    return true;
}

bool capu_summary_read(capu_summary *summary, const capu_node *list) {
    if (!list || list->type != CAPU_NODE_ARRAY)
        return false;
    const capu_node *node = list + 1;
    for (uint32_t i = 0; i < list->count; i++, node += node->size)
        if (node->type != CAPU_NODE_NULL &&
            !(capu_node_find(node, "kind") ? read_verdict(summary, node)
                                           : read_chance(summary, node)))
            return false;
    return true;
}

/* ----------------------------------------------------------------- finishing */

/* The bots whose losses lie around this one. A game without a table of losses has none. */
static void compare(const bots_knowledge *know, capu_seat_summary *s) {
    s->weaker = s->stronger = NULL;
    for (int i = 0; s->decisions && capu_opponent_at(i); i++) {
        const capu_bot *bot = capu_opponent_at(i);
        float losses = bot->level ? know->losses[bot->level] : 0;
        if (losses > 0 && s->loss < losses)
            s->weaker = bot->name;
        else if (losses > 0 && !s->stronger)
            s->stronger = bot->name;
    }
}

void capu_summary_finish(capu_summary *summary) {
    const bots_knowledge *know = bots_knowledge_by_name(capu_info(summary->game)->name);

    for (int i = 0; i < summary->players; i++) {
        capu_seat_summary *s = &summary->seats[i];
        double count = s->decisions ? s->decisions : 1;
        s->loss = s->losses > 0 ? (float)(s->losses / REVIEW_ONE / count) : 0;
        s->accuracy = (float)(s->accuracies / count);
        s->luck = (float)(s->lucks / REVIEW_ONE);
        s->luck_error = __builtin_sqrtf((float)s->luck_squares) / REVIEW_ONE;
        s->without_luck = s->result - s->luck;
        s->certain = s->luck_error <= UNCERTAIN;
        compare(know, s);
    }
}
