/* How good reviews are, measured: docs/review.md has the results and the commands.
 *
 * usage: judge levels|ranks|plants|luck GAME [NAME=NUMBER]...
 *
 *   levels  lets each level play against itself and reviews these games: mean loss and accuracy
 *   ranks   lets all levels decide in the same positions, a dozen of each game: mean loss of each
 *   plants  puts blunders and best actions, by a search ten times as long, in front of a review
 *   luck    lets experts, or another level, play: how much less results differ without luck
 *
 *   players=N games=N seed=N threads=N   two players (or the game's least), 20 games, 1, 1 thread
 *   iterations=N                         of a review: the game's own
 *   master=N                             iterations of master: 20000
 *   level=N                              only this level, from 1
 *   plants=N                             no more games once there are so many blunders: 100
 *   keep=FILE                            writes what it finds in each game to a line of this file.
 *                                        Games that the file has already are not played again
 */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capucine.h"

enum {
    MOST_MOVES = 4096,
    MOST_THREADS = 64,
    LONG = 10,
    NODES = 2000000,
    LEVELS = 5,
    PARTS = 12,
    LINE = 4096
};
static const double UNIT = 10000; /* of the sums in a summary */

typedef struct settings {
    const capu_game *game;
    int players, games, threads, iterations, master, level, plants;
    uint64_t seed;
    const char *study, *keep;
} settings;

/* A ratio of two sums over games. What happens in one game hangs together, so the error of the
 * ratio is made of whole games. */
typedef struct ratio {
    double above, below, aboves, belows, products;
} ratio;

/* Sums over all games. */
typedef struct sums {
    ratio loss; /* of decisions */
    double accuracy, kinds[CAPU_BLUNDER + 1];
    double plants, found, seen, good, wronged;
    ratio without; /* the variance without luck, as a part of the variance of results */
    ratio weight;  /* by which luck would have to be multiplied, to leave the least variance */
    double seats, luck, lucks, results, error;
    double positions, lost[LEVELS + 1], better[LEVELS + 1], squared[LEVELS + 1], real[LEVELS + 1];
} sums;

struct worker;
/* Plays a game and adds what it finds to the worker's sums. */
typedef void (*examination)(struct worker *worker, int game);

typedef struct study {
    settings set;
    const capu_bot *bot;
    examination examine;
    atomic_int next;
    pthread_mutex_t lock; /* of what follows */
    sums all;
    FILE *kept;
    bool *known; /* by game: its line is in the file */
} study;

typedef struct worker {
    study *study;
    void *bot_memory, *review_memory, *long_memory;
    capu_random random;
    capu_record record;
    capu_move moves[MOST_MOVES];
    sums sums;
} worker;

/* -------------------------------------------------------------------- ratios */

/* Adds what one game brings to both sums. */
static void add_to_ratio(ratio *r, double above, double below) {
    r->above += above;
    r->below += below;
    r->aboves += above * above;
    r->belows += below * below;
    r->products += above * below;
}

static double ratio_of(const ratio *r) {
    return r->above / r->below;
}

static double error_of(const ratio *r) {
    double q = ratio_of(r);

    return sqrt(fmax(r->aboves - 2 * q * r->products + q * q * r->belows, 0)) / fabs(r->below);
}

/* ------------------------------------------------------------------- playing */

static const capu_bot *level_bot(const settings *set, int level) {
    static capu_bot master;

    for (int i = 0; capu_bot_at(i); i++) {
        const capu_bot *bot = capu_bot_at(i);
        if (bot->level != level)
            continue;
        if (level < LEVELS)
            return bot;
        master = *bot;
        master.level = 0;
        master.iterations = set->master;
        return &master;
    }
    return NULL;
}

static void play(worker *w, int game) {
    const study *s = w->study;
    capu_state state, view;

    w->random = capu_random_from(s->set.seed * 1000003 + (uint64_t)game);
    w->record = (capu_record){.game = s->set.game, .players = s->set.players, .moves = w->moves};
    capu_seed_from_number(w->record.seed, capu_random_next(&w->random));
    capu_new(&state, s->set.game, &w->record.options, s->set.players, w->record.seed);
    while (capu_actors(&state) && w->record.count < MOST_MOVES) {
        int seat = capu_first_actor(&state);
        capu_view(&state, seat, &view);
        capu_action action = s->bot->choose(s->bot, &view, seat, &w->random, w->bot_memory);
        capu_apply_legal(&state, seat, action);
        w->moves[w->record.count++] = (capu_move){(uint32_t)seat, action};
    }
}

static capu_review reviewer(worker *w) {
    return (capu_review){.record = &w->record,
                         .memory = w->review_memory,
                         .bytes = capu_review_bytes(),
                         .iterations = w->study->set.iterations,
                         .closed = true};
}

/* -------------------------------------------------------------------- levels */

static void examine_level(worker *w, int game) {
    capu_review review = reviewer(w);
    capu_summary summary;
    double loss = 0, decisions = 0;

    play(w, game);
    capu_summary_begin(&summary, &w->record);
    for (int at = 0; at < w->record.count; at++) {
        capu_verdict v;
        if (capu_review_move(&review, at, &v))
            abort();
        w->sums.kinds[v.kind]++;
        capu_summary_verdict(&summary, &v);
    }
    for (int seat = 0; seat < summary.players; seat++) {
        decisions += summary.seats[seat].decisions;
        loss += summary.seats[seat].losses / UNIT;
        w->sums.accuracy += summary.seats[seat].accuracies;
    }
    add_to_ratio(&w->sums.loss, loss, decisions);
}

/* --------------------------------------------------------------------- ranks */

/* What a decision adds to the mean loss. */
static double counted(const capu_record *record, const capu_verdict *verdict) {
    capu_summary summary = {.game = record->game, .players = record->players};

    capu_summary_verdict(&summary, verdict);
    return summary.seats[verdict->seat].losses / UNIT;
}

/* What each level loses where it has to decide. What it does better than the one below it is
 * summed up by position, since both have the same ones. */
static void rank_levels(worker *w, const capu_review *review, int at) {
    capu_state view;
    capu_verdict verdicts[LEVELS + 1];
    double losses[LEVELS + 1] = {0};
    int seat = (int)w->moves[at].seat;

    capu_replay(&w->record, at, &view, NULL);
    capu_view(&view, seat, &view);
    for (int level = 1; level <= LEVELS; level++) {
        const capu_bot *bot = level_bot(&w->study->set, level);
        capu_action action = bot->choose(bot, &view, seat, &w->random, w->bot_memory);
        int same = 1;
        while (same < level && verdicts[same].played != action)
            same++;
        if (same < level)
            verdicts[level] = verdicts[same];
        else if (capu_review_action(review, at, action, &verdicts[level]))
            abort();
        losses[level] = counted(&w->record, &verdicts[level]);
        double better = level > 1 ? losses[level - 1] - losses[level] : 0;
        w->sums.lost[level] += losses[level];
        w->sums.real[level] += verdicts[level].kind >= CAPU_GOOD;
        w->sums.better[level] += better;
        w->sums.squared[level] += better * better;
    }
    w->sums.positions++;
}

static bool is_choice(const worker *w, int at) {
    capu_state state;

    capu_replay(&w->record, at, &state, NULL);
    return capu_legal_count(&state, (int)w->moves[at].seat) > 1;
}

/* Calls `look` at one decision of each twelfth of a game, if it finds one there. */
static void look_at_decisions(worker *w, const capu_review *review,
                              void (*look)(worker *w, const capu_review *review, int at)) {
    for (int part = 0; part < PARTS; part++) {
        int first = w->record.count * part / PARTS, end = w->record.count * (part + 1) / PARTS;
        for (int tries = 0; tries < 4 && end > first; tries++) {
            int at = first + (int)capu_random_below(&w->random, (uint32_t)(end - first));
            if (!is_choice(w, at))
                continue;
            look(w, review, at);
            break;
        }
    }
}

static void examine_ranks(worker *w, int game) {
    capu_review review = reviewer(w);

    play(w, game);
    look_at_decisions(w, &review, rank_levels);
}

/* -------------------------------------------------------------------- plants */

enum { GUESSES = 8 }; /* actions of a decision that may be blunders */
static const float SERIOUS = 0.2f, ALMOST_SERIOUS = 0.15f;

/* By how much an action is worse than the best. It is first tried without being counted, so that as
 * much is known about both. */
static float lost_by(capu_search *search, int seat, const capu_advice *best, capu_action action,
                     int count, float *error) {
    capu_advice found;

    capu_search_try(search, action, count, &found);
    capu_search_try(search, action, count, &found);
    *error = sqrtf(best->error * best->error + found.error * found.error);
    return best->win[seat] - found.win[seat];
}

/* Takes a legal action that seems to be a blunder, after a short look at some. */
static bool guess_blunder(capu_search *search, worker *w, const capu_state *view, int seat,
                          int iterations, capu_action *blunder) {
    capu_action actions[CAPU_MAX_ACTIONS];
    int count = capu_legal(view, seat, actions);
    capu_advice best;
    float error;

    if (!capu_search_advice(search, &best, 1))
        abort();
    for (int i = 0; i < GUESSES; i++) {
        *blunder = actions[capu_random_below(&w->random, (uint32_t)count)];
        if (lost_by(search, seat, &best, *blunder, 1 + iterations / 4 / GUESSES, &error) > SERIOUS)
            return true;
    }
    return false;
}

/* Whether a long search agrees. It also says what is best. */
static bool is_blunder(capu_search *search, int seat, capu_action action, int iterations,
                       capu_action *good) {
    capu_advice best;
    float error;

    capu_search_run(search, LONG * iterations);
    if (!capu_search_advice(search, &best, 1))
        abort();
    *good = best.action;
    capu_search_try(search, *good, 2 * iterations, &best);
    float loss = lost_by(search, seat, &best, action, 2 * iterations, &error);
    return loss > SERIOUS && loss - 2 * error > ALMOST_SERIOUS;
}

static capu_verdict_kind kind_of(const capu_review *review, int at, capu_action action) {
    capu_verdict v;

    if (capu_review_action(review, at, action, &v))
        abort();
    return v.kind;
}

/* Most decisions have no blunder among the actions that are looked at. Those take a short search,
 * and only the others a long one. */
static void plant(worker *w, const capu_review *review, int at) {
    capu_state state, view;
    int seat = (int)w->moves[at].seat, iterations = review->iterations;
    capu_action good, blunder;

    capu_replay(&w->record, at, &state, NULL);
    capu_view(&state, seat, &view);
    capu_search *search = capu_search_begin(w->long_memory, capu_search_bytes(NODES), &view, seat,
                                            capu_random_next(&w->random));
    capu_search_run(search, 1 + iterations / 2);
    if (!guess_blunder(search, w, &view, seat, iterations, &blunder) ||
        !is_blunder(search, seat, blunder, iterations, &good))
        return;
    capu_verdict_kind kind = kind_of(review, at, blunder);
    w->sums.plants++;
    w->sums.found += kind >= CAPU_MISTAKE;
    w->sums.seen += kind >= CAPU_INACCURACY;
    w->sums.good++;
    w->sums.wronged += kind_of(review, at, good) >= CAPU_MISTAKE;
}

static void examine_plants(worker *w, int game) {
    capu_review review = reviewer(w);

    play(w, game);
    look_at_decisions(w, &review, plant);
}

/* ---------------------------------------------------------------------- luck */

/* Equal players have equal parts of a win on average, and no luck. */
static void add_luck(sums *s, const capu_summary *summary) {
    double without = 0, results = 0, products = 0, lucks = 0;

    for (int seat = 0; seat < summary->players; seat++) {
        const capu_seat_summary *one = &summary->seats[seat];
        double luck = (double)one->luck, error = (double)one->luck_error;
        double result = (double)one->result - 1.0 / summary->players;
        without += (result - luck) * (result - luck);
        results += result * result;
        products += result * luck;
        lucks += luck * luck - error * error;
        s->luck += luck;
        s->lucks += luck * luck;
        s->error += error * error;
    }
    s->results += results;
    s->seats += summary->players;
    add_to_ratio(&s->without, without, results);
    add_to_ratio(&s->weight, products, lucks);
}

static void examine_luck(worker *w, int game) {
    capu_review review = reviewer(w);
    capu_summary summary;

    play(w, game);
    capu_summary_begin(&summary, &w->record);
    for (int at = -1; at < w->record.count; at++) {
        capu_chance chance;
        bool any;
        if (capu_review_luck(&review, at, &any, &chance))
            abort();
        if (any)
            capu_summary_chance(&summary, &chance);
    }
    capu_summary_finish(&summary);
    add_luck(&w->sums, &summary);
}

/* ------------------------------------------------------------------- keeping */

/* How the line of a game begins. */
static int name_line(const study *s, int game, char *line) {
    const settings *set = &s->set;

    return snprintf(line, LINE, "%s %s %s players=%d iterations=%d master=%d seed=%llu game=%d",
                    set->study, capu_info(set->game)->name, s->bot->name, set->players,
                    set->iterations, set->master, (unsigned long long)set->seed, game);
}

static void add_sums(sums *to, const sums *from) {
    double *a = (double *)to;
    const double *b = (const double *)from;

    for (size_t i = 0; i < sizeof *to / sizeof *a; i++)
        a[i] += b[i];
}

/* Adds the numbers of a line, if it belongs to a game of this study. */
static void recall_line(study *s, const char *line) {
    char name[LINE];
    sums found;
    double *numbers = (double *)&found;

    for (int game = 0; game < s->set.games; game++) {
        int length = name_line(s, game, name);
        if (s->known[game] || strncmp(line, name, (size_t)length) != 0 || line[length] != ':')
            continue;
        const char *at = line + length + 1;
        for (size_t i = 0; i < sizeof found / sizeof *numbers; i++) {
            char *end;
            numbers[i] = strtod(at, &end);
            if (end == at) /* it broke off here */
                return;
            at = end;
        }
        if (*at != '\n') /* or within a number */
            return;
        add_sums(&s->all, &found);
        s->known[game] = true;
    }
}

static void open_kept(study *s) {
    char line[LINE] = "\n";

    s->known = calloc((size_t)s->set.games + 1, sizeof *s->known);
    s->kept = s->set.keep ? fopen(s->set.keep, "a+") : NULL;
    if (s->set.keep && !s->kept) {
        perror(s->set.keep);
        exit(1);
    }
    while (s->kept && fgets(line, sizeof line, s->kept))
        recall_line(s, line);
    if (s->kept && !strchr(line, '\n'))
        fputc('\n', s->kept);
}

static void close_kept(study *s) {
    if (s->kept)
        fclose(s->kept);
    free(s->known);
}

/* Adds what was found in a game, and keeps it. */
static void add_game(study *s, int game, const sums *found) {
    char line[LINE];
    const double *numbers = (const double *)found;

    pthread_mutex_lock(&s->lock);
    add_sums(&s->all, found);
    if (s->kept) {
        name_line(s, game, line);
        fprintf(s->kept, "%s:", line);
        for (size_t i = 0; i < sizeof *found / sizeof *numbers; i++)
            fprintf(s->kept, " %.9g", numbers[i]);
        fputc('\n', s->kept);
        fflush(s->kept);
    }
    pthread_mutex_unlock(&s->lock);
}

/* The next game that is not known yet, or -1: there is none, or enough was found. */
static int next_game(study *s) {
    for (int game; (game = atomic_fetch_add(&s->next, 1)) < s->set.games;) {
        pthread_mutex_lock(&s->lock);
        bool enough = s->set.plants && s->all.plants >= s->set.plants;
        pthread_mutex_unlock(&s->lock);
        if (enough)
            return -1;
        if (!s->known[game])
            return game;
    }
    return -1;
}

static void *work(void *argument) {
    study *s = argument;
    worker *w = calloc(1, sizeof *w);

    w->study = s;
    w->bot_memory = malloc(level_bot(&s->set, LEVELS)->memory); /* the strongest needs most */
    w->review_memory = malloc(capu_review_bytes());
    w->long_memory = s->examine == examine_plants ? malloc(capu_search_bytes(NODES)) : NULL;
    for (int game; (game = next_game(s)) >= 0;) {
        w->sums = (sums){0};
        s->examine(w, game);
        add_game(s, game, &w->sums);
    }
    free(w->bot_memory);
    free(w->review_memory);
    free(w->long_memory);
    free(w);
    return NULL;
}

static sums run(settings set, const capu_bot *bot, examination examine) {
    study s = {.set = set, .bot = bot, .examine = examine, .lock = PTHREAD_MUTEX_INITIALIZER};
    pthread_t threads[MOST_THREADS];

    open_kept(&s);
    for (int i = 0; i < set.threads; i++)
        if (pthread_create(&threads[i], NULL, work, &s))
            abort();
    for (int i = 0; i < set.threads; i++)
        pthread_join(threads[i], NULL);
    close_kept(&s);
    return s.all;
}

static void study_levels(const settings *set) {
    for (int level = 1; level <= LEVELS; level++) {
        if (set->level && set->level != level)
            continue;
        sums s = run(*set, level_bot(set, level), examine_level);
        printf("%s %d: %.0f decisions, loss %.4f ± %.4f, accuracy %.1f;",
               capu_info(set->game)->name, level, s.loss.below, ratio_of(&s.loss),
               error_of(&s.loss), s.accuracy / s.loss.below);
        for (int kind = 0; kind <= CAPU_BLUNDER; kind++)
            printf(" %.0f", s.kinds[kind]);
        putchar('\n');
        fflush(stdout);
    }
}

static void study_ranks(const settings *set) {
    sums s = run(*set, level_bot(set, 3), examine_ranks);

    for (int level = 1; level <= LEVELS; level++) {
        double better = s.better[level] / s.positions;
        double variance = s.squared[level] / s.positions - better * better;
        printf("%s %d: %.0f positions, loss %.4f, of %.0f that count %.4f; better by %.4f ± %.4f\n",
               capu_info(set->game)->name, level, s.positions, s.lost[level] / s.positions,
               s.real[level], s.lost[level] / s.real[level], better, sqrt(variance / s.positions));
    }
}

static void study_plants(const settings *set) {
    sums s = run(*set, level_bot(set, 3), examine_plants);

    printf("%s: of %.0f blunders %.0f are called mistakes or blunders, %.0f at least inaccuracies; "
           "of %.0f best actions %.0f are called mistakes or blunders\n",
           capu_info(set->game)->name, s.plants, s.found, s.seen, s.good, s.wronged);
}

static void study_luck(const settings *set) {
    sums s = run(*set, level_bot(set, set->level ? set->level : 4), examine_luck);
    double luck = s.luck / s.seats;

    printf("%s: %.0f results, variance %.4f, without luck %.4f, which is %.3f ± %.3f of it; luck "
           "%.4f on average, variance %.4f, of which errors are %.4f; best would be luck times "
           "%.2f ± %.2f\n",
           capu_info(set->game)->name, s.seats, s.results / s.seats, s.without.above / s.seats,
           ratio_of(&s.without), error_of(&s.without), luck, s.lucks / s.seats, s.error / s.seats,
           ratio_of(&s.weight), error_of(&s.weight));
}

static bool set_number(settings *set, const char *text) {
    const struct {
        const char *name;
        int *number;
    } names[] = {{"players=", &set->players}, {"games=", &set->games},
                 {"threads=", &set->threads}, {"iterations=", &set->iterations},
                 {"master=", &set->master},   {"level=", &set->level},
                 {"plants=", &set->plants}};
    size_t length = strcspn(text, "=") + 1;

    if (strncmp(text, "keep=", 5) == 0) {
        set->keep = text + 5;
        return true;
    }

    if (strncmp(text, "seed=", 5) == 0) {
        set->seed = strtoull(text + 5, NULL, 10);
        return true;
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strncmp(text, names[i].name, length) == 0 && names[i].name[length] == '\0') {
            *names[i].number = atoi(text + length);
            return true;
        }
    return false;
}

int main(int argc, char **argv) {
    settings set = {.games = 20, .threads = 1, .master = 20000, .plants = 100, .seed = 1};
    const struct {
        const char *name;
        void (*study)(const settings *set);
    } studies[] = {{"levels", study_levels},
                   {"ranks", study_ranks},
                   {"plants", study_plants},
                   {"luck", study_luck}};

    set.game = argc > 2 ? capu_find(argv[2]) : NULL;
    bool fine = set.game != NULL;
    for (int i = 3; i < argc && fine; i++)
        fine = set_number(&set, argv[i]);
    for (size_t i = 0; fine && i < sizeof studies / sizeof studies[0]; i++) {
        if (strcmp(argv[1], studies[i].name) != 0)
            continue;
        int least = capu_info(set.game)->least;
        set.players = set.players ? set.players : least < 2 ? 2 : least;
        set.study = studies[i].name;
        set.iterations = set.iterations ? set.iterations : capu_review_iterations(set.game);
        set.threads = set.threads < MOST_THREADS ? set.threads : MOST_THREADS;
        studies[i].study(&set);
        return 0;
    }
    fputs("usage: judge levels|ranks|plants|luck GAME [NAME=NUMBER]...\n", stderr);
    return 2;
}
