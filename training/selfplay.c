/* Games for training, and matches between nets. It needs the engine and the C library alone, so
 * that it can be built anywhere with one command: training/build.
 *
 *     selfplay games --game GAME --players N [--out FILE] [--acts FILE] [--net FILE] ...
 *     selfplay match --game GAME --players N [--net FILE] [--against FILE] [--ms M] ...
 *
 *     selfplay judge --game GAME --players N --net FILE --out FILE
 *
 * `games` plays by itself on all cores, and writes positions with what became of them. Searches
 * judge positions that they reach by playing on quickly, and these look different from those of
 * good games. So most games begin badly: they are played on quickly from some moment to the place
 * where a search would judge them, and properly from there. Only what comes after that is written.
 * And between the moves of a game some positions beside it are noted, which a search would look at.
 *
 * With --exploit the first side does not believe that the others search as it does: in its tree
 * they act by its policy. Trained on what a fixed opponent did, that is a best response to it. In
 * `games` one seat is the first side then, all others are --against, and only their decisions are
 * written.
 *
 * With --open the first side cheats: it sees every hand. What it wins is about the most that better
 * guesses could win.
 *
 * A file has a head of 64 bytes: "CAPUGAME", then as 16-bit numbers the format, the inputs'
 * version, the inputs of the table and of a seat, the seats, the players, a large margin, and the
 * game's name at 32. Each record has the inputs as bytes, padded to a multiple of 4, then for each
 * seat as floats its share of the win, its points now and at the end, the share that the search
 * expected (-1: nobody asked) and the share by the weights, then what kind of
 * position it is, and which game it was. Files are only added to: a run that is repeated goes on
 * with other deals.
 *
 * With --acts it also writes what searches made of every decision. Such a file has a head of 64
 * bytes: "CAPUACTS", then as 16-bit numbers the format, the traits' version, how many traits there
 * are, the most that an action has, the players, and the game's name at 32. Each record is an
 * action: which game it was (32 bits), which decision of it and how many traits it has (16 bits
 * each), as floats its share of the visits and its share by the game's rules of thumb, and its
 * traits (16 bits each), with zeros behind them. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bots/search.h"

enum {
    NODES = 300000,
    MANY_NODES = 1200000, /* for those who think long, */
    LONG = 200,           /* that is, so many milliseconds */
    MOST_THREADS = 64,
    MOST_NOTED = 64,
    MOST_NET = 1 << 22,
    HEAD = 64,
    FORMAT = 1
};
enum { QUICK_SHARE = 8, SHARPNESS = 16, NOTED_OF = 8, STRAY_OF = 6, MOST_STEPS = 3 };
/* What a position is: one of the game, one where a search stops playing on, one beside the game. */
enum { ON_THE_WAY, HORIZON, STRAY };

typedef struct settings {
    const capu_game *game;
    int players, threads, iterations, ms, games, at_once, sharp, warmth;
    double seconds, times;
    uint64_t seed;
    const char *out, *acts;
    const char *weights; /* of the first side: NAME=NUMBER,... */
    bool anywhere;       /* positions in the middle of a stage too */
    bool exploit;        /* the first side answers a fixed opponent */
    bool open;           /* the first side sees every hand */
    bool forgetful;      /* the first side does not keep in mind what it saw */
} settings;

/* Who plays: with a net or without. */
typedef struct side {
    const char *name;
    bool learned, mindful; /* it uses the net; it keeps in mind cards that it saw */
    bots_net net;
} side;

static settings set;
static side sides[2];
static const bots_knowledge *know;
static bots_knowledge exploiting; /* the same, but others act by the policy */
static int tried[BOTS_MOST_WEIGHTS];
static capu_options usual;                          /* of matches */
static _Atomic uint64_t next_deal, written, played; /* next_deal: of a match, the next game */
static _Atomic uint64_t looks[2], microseconds[2];  /* of either side in a match */
static double began;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static FILE *out, *acts;
static int owners; /* who can win: the players, and ROB */

static double now(clockid_t clock) {
    struct timespec time;

    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void stop(const char *what, const char *which) {
    fprintf(stderr, "selfplay: %s%s\n", what, which);
    exit(2);
}

static bool in_time(void) {
    return now(CLOCK_MONOTONIC) - began < set.seconds;
}

/* ------------------------------------------------------------------ thinking */

static uint32_t nodes(void) {
    return set.ms * fmax(set.times, 1) >= LONG ? MANY_NODES : NODES;
}

static int list_choices(const capu_state *state, int seat, capu_action *actions) {
    return know->choices ? know->choices(state, seat, actions) : capu_legal(state, seat, actions);
}

static bool act_as_expected(const capu_state *state, int seat, const int *w,
                            const bots_policy *policy, capu_random *random, capu_action *action) {
    static _Thread_local capu_action actions[CAPU_MAX_ACTIONS];

    if (!policy)
        return false;
    *action = bots_policy_choice(policy, know->acting, state, seat, w, actions,
                                 list_choices(state, seat, actions), random);
    return true;
}

static capu_search *begin(void *memory, const side *by, const capu_state *state, int seat,
                          capu_random *random) {
    capu_state view;

    capu_view(state, seat, &view);
    capu_search *search = capu_search_begin(memory, capu_search_bytes(nodes()), &view, seat,
                                            capu_random_next(random));
    if (set.exploit && by == &sides[0])
        bots_search_knowing(search, &exploiting);
    bots_search_by(search, by->learned ? &by->net : NULL);
    search->minds = by == &sides[0] ? !set.forgetful : by->mindful;
    if (set.weights && by == &sides[0])
        search->w = tried;
    if (set.open && by == &sides[0])
        capu_search_open(search, state);
    return search;
}

/* By the thread's own time; not longer than it takes until nothing can change any more. */
static void run_for(capu_search *search, double seconds) {
    enum { SLICE = 64, BETWEEN_LOOKS = 1024 };
    double begun = now(CLOCK_THREAD_CPUTIME_ID), spent = 0;

    for (int done = SLICE; spent < seconds; done += SLICE) {
        capu_search_run(search, SLICE);
        spent = now(CLOCK_THREAD_CPUTIME_ID) - begun;
        if (done % BETWEEN_LOOKS == 0 &&
            capu_search_decided(search, (int)(1 + done * (seconds - spent) / spent)))
            break;
    }
}

/* Each decision has as much time, or as many iterations. The first side may have more, or less. */
static capu_action think_for(void *memory, const side *by, const capu_state *state, int seat,
                             capu_random *random) {
    double times = by == &sides[0] ? set.times : 1, begun = now(CLOCK_THREAD_CPUTIME_ID);
    capu_search *search;

    if (capu_legal_count(state, seat) == 1)
        return capu_legal_at(state, seat, 0);
    search = begin(memory, by, state, seat, random);
    if (set.ms)
        run_for(search, 1e-3 * set.ms * times);
    else
        capu_search_run(search, (int)(set.iterations * times));
    looks[by - sides] += search->iterations;
    microseconds[by - sides] += (uint64_t)(1e6 * (now(CLOCK_THREAD_CPUTIME_ID) - begun));
    return capu_search_choice(search, 0, random);
}

/* --------------------------------------------------------------------- games */

/* A position that is to be written, once its game is over. */
typedef struct noted {
    bots_inputs inputs;
    float expected[CAPU_MAX_PLAYERS], by_weights[CAPU_MAX_PLAYERS];
    float kind;
} noted;

/* An action, as it is written. */
typedef struct act {
    uint32_t game;
    uint16_t decision, traits;
    float share, rule;
    uint16_t list[POLICY_MOST_TRAITS];
} act;

typedef struct worker {
    pthread_t thread;
    void *memory;
    capu_random random;
    noted list[MOST_NOTED];
    int count;
    act *acts;
    size_t act_count, act_room;
    int decisions; /* of this game that were noted */
    int own;       /* the seat of the first side, with --exploit */
} worker;

static void note(worker *w, const capu_state *state, int kind) {
    noted *n = &w->list[w->count];
    bots_outlook outlook = {0};

    if (w->count == MOST_NOTED)
        return;
    w->count++;
    memset(n, 0, sizeof *n);
    know->inputs->describe(state, bots_weights_for(know, set.players), &n->inputs);
    n->kind = (float)kind;
    if (know->outlook)
        know->outlook(state, bots_weights_for(know, set.players), &outlook);
    memcpy(n->by_weights, outlook.win, sizeof n->by_weights);
    for (int seat = 0; seat < CAPU_MAX_PLAYERS; seat++)
        n->expected[seat] = -1;
}

/* What the search thinks of the best action, for the position noted last. */
static void note_thought(worker *w, const capu_search *search) {
    capu_advice advice;

    if (capu_search_advice(search, &advice, 1) != 1)
        return;
    for (int seat = 0; seat < set.players; seat++)
        w->list[w->count - 1].expected[seat] = advice.win[seat];
    if (owners > set.players)
        w->list[w->count - 1].expected[set.players] = 1 - advice.win[0];
}

/* ---------------------------------------------------------------------- acts */

static uint32_t visits_of(const capu_advice *advice, int count, capu_action action) {
    for (int i = 0; i < count; i++)
        if (advice[i].action == action)
            return advice[i].visits;
    return 0;
}

static act *next_act(worker *w) {
    if (w->act_count == w->act_room) {
        w->act_room = w->act_room ? 2 * w->act_room : 4096;
        w->acts = realloc(w->acts, w->act_room * sizeof *w->acts);
    }
    act *next = &w->acts[w->act_count++];
    memset(next, 0, sizeof *next);
    return next;
}

/* Every action that was worth a thought, with its share of the visits. */
static void note_acts(worker *w, const capu_state *state, int seat, const capu_search *search) {
    static _Thread_local capu_action actions[CAPU_MAX_ACTIONS];
    static _Thread_local capu_advice advice[CAPU_MAX_ACTIONS];
    static _Thread_local float rules[CAPU_MAX_ACTIONS];
    const int *weights = bots_weights_for(know, set.players);
    int count = list_choices(state, seat, actions);
    int visited = capu_search_advice(search, advice, CAPU_MAX_ACTIONS);
    float all = 0, sum = 0;
    bots_facts facts;

    if (count < 2)
        return;
    for (int i = 0; i < count; i++)
        rules[i] = 1;
    if (know->prior)
        know->prior(state, seat, weights, actions, count, rules);
    for (int i = 0; i < count; i++) {
        all += (float)visits_of(advice, visited, actions[i]);
        sum += rules[i];
    }
    know->acting->look(state, seat, weights, &facts);
    for (int i = 0; i < count; i++) {
        act *a = next_act(w);
        bots_traits traits = {.weights = NULL};
        know->acting->describe(&facts, actions[i], &traits);
        a->decision = (uint16_t)w->decisions;
        a->traits = (uint16_t)traits.count;
        a->share = (float)visits_of(advice, visited, actions[i]) / all;
        a->rule = rules[i] / sum;
        memcpy(a->list, traits.list, (size_t)traits.count * sizeof *a->list);
    }
    w->decisions++;
}

/* One decision; `noted`: the position was noted just now. */
static void decide(worker *w, capu_state *state, int iterations, bool is_noted) {
    int seat = capu_first_actor(state);
    bool fixed = set.exploit && seat != w->own;
    capu_action action;

    if (capu_legal_count(state, seat) == 1) {
        action = capu_legal_at(state, seat, 0);
    } else {
        capu_search *search = begin(w->memory, &sides[fixed], state, seat, &w->random);
        capu_search_run(search, iterations);
        action = capu_search_choice(search, SHARPNESS, &w->random);
        if (acts && iterations == set.iterations && fixed == set.exploit)
            note_acts(w, state, seat, search);
        if (is_noted)
            note_thought(w, search);
    }
    capu_apply_legal(state, seat, action);
}

static void apply_any(worker *w, capu_state *state) {
    capu_move move = capu_random_move(state, &w->random);

    capu_apply_legal(state, (int)move.seat, move.action);
}

/* Any action that a search would try. */
static void apply_worthwhile(worker *w, capu_state *state) {
    static _Thread_local capu_action actions[CAPU_MAX_ACTIONS];
    int seat = capu_first_actor(state), count = list_choices(state, seat, actions);

    capu_apply_legal(state, seat, actions[capu_random_below(&w->random, (uint32_t)count)]);
}

/* To where a search would judge, as a search of the first side plays on. */
static void play_on_quickly(worker *w, capu_state *state) {
    const side *by = &sides[0];
    bool acts_by_policy = by->learned && by->net.acts && by->net.policy.warmth;

    know->play_on(state, bots_weights_for(know, set.players),
                  acts_by_policy ? &by->net.policy : NULL, &w->random);
}

/* A beginning that nobody would play: some decisions with little thought, then none. */
static void begin_badly(worker *w, capu_state *state) {
    uint32_t decisions = capu_random_below(&w->random, (uint32_t)(16 * set.players));
    int stages = know->stage ? (int)capu_random_below(&w->random, 3) : 0;

    for (; stages > 0 && capu_actors(state); stages--)
        play_on_quickly(w, state);
    for (; decisions > 0 && capu_actors(state); decisions--)
        decide(w, state, set.iterations / QUICK_SHARE + 8, false);
    if (capu_actors(state) && know->stage)
        play_on_quickly(w, state);
    else if (capu_actors(state))
        apply_any(w, state);
}

/* A search looks at many positions that good players avoid, and a net must judge these too: some
 * steps at random from the game, and what a search thinks of where they lead. How the game ends
 * says nothing of such a position. */
static void stray(worker *w, const capu_state *from) {
    capu_state state;
    int steps = 1 + (int)capu_random_below(&w->random, MOST_STEPS), seat;

    capu_copy(&state, from);
    for (; steps > 0 && capu_actors(&state); steps--)
        apply_worthwhile(w, &state);
    while ((seat = capu_first_actor(&state)) >= 0 && capu_legal_count(&state, seat) == 1)
        capu_apply_legal(&state, seat, capu_legal_at(&state, seat, 0));
    if (seat < 0 || w->count == MOST_NOTED)
        return;
    note(w, &state, STRAY);
    capu_search *search = begin(w->memory, &sides[0], &state, seat, &w->random);
    capu_search_run(search, set.iterations);
    note_thought(w, search);
    if (acts && !set.exploit)
        note_acts(w, &state, seat, search);
}

static void play_and_note(worker *w, capu_state *state) {
    bool fresh = true;

    while (capu_actors(state)) {
        int stage = know->stage ? know->stage(state) : 0;
        bool noting = fresh || (set.anywhere && capu_random_below(&w->random, NOTED_OF) == 0);
        if (noting)
            note(w, state, fresh ? HORIZON : ON_THE_WAY);
        decide(w, state, set.iterations, noting && w->count < MOST_NOTED);
        if (set.anywhere && capu_random_below(&w->random, STRAY_OF) == 0)
            stray(w, state);
        fresh = capu_actors(state) && know->stage && know->stage(state) != stage;
    }
}

/* ------------------------------------------------------------------- records */

static size_t input_bytes(void) {
    size_t bytes = (size_t)know->inputs->table + (size_t)owners * (size_t)know->inputs->seat;

    return (bytes + 3) & ~(size_t)3;
}

static void share_win(const capu_state *end, float share[CAPU_MAX_PLAYERS]) {
    capu_result result;
    int winners = 0;

    capu_get_result(end, &result);
    for (int seat = 0; seat < set.players; seat++)
        winners += result.places[seat] == 1;
    for (int seat = 0; seat < set.players; seat++)
        share[seat] = result.places[seat] == 1 ? 1.0f / (float)winners : 0;
    if (owners > set.players)
        share[set.players] = 1 - share[0];
}

static void write_noted(const noted *n, const float *share, const float *points, float game) {
    int8_t inputs[NET_MOST_TABLE + CAPU_MAX_PLAYERS * NET_MOST_SEAT + 4] = {0};
    float rest[5 * CAPU_MAX_PLAYERS + 2];
    int at = 0;

    memcpy(inputs, n->inputs.table, (size_t)know->inputs->table);
    for (int seat = 0; seat < owners; seat++) {
        memcpy(inputs + know->inputs->table + seat * know->inputs->seat, n->inputs.seats[seat],
               (size_t)know->inputs->seat);
        rest[at++] = share[seat];
        rest[at++] = n->inputs.now[seat];
        rest[at++] = points[seat];
        rest[at++] = n->expected[seat];
        rest[at++] = n->by_weights[seat];
    }
    rest[at++] = n->kind;
    rest[at++] = game;
    fwrite(inputs, 1, input_bytes(), out);
    fwrite(rest, sizeof(float), (size_t)at, out);
}

/* All positions of a game at once, so that a file that is cut off has whole games but for one. */
static void write_game(const worker *w, const capu_state *end, uint64_t deal) {
    float share[CAPU_MAX_PLAYERS];
    bots_inputs last = {0};

    share_win(end, share);
    know->inputs->describe(end, bots_weights_for(know, set.players), &last);
    for (size_t i = 0; i < w->act_count; i++)
        w->acts[i].game = (uint32_t)(deal % (1 << 24));
    pthread_mutex_lock(&lock);
    for (int i = 0; out && i < w->count; i++)
        write_noted(&w->list[i], share, last.now, (float)(deal % (1 << 24)));
    if (acts)
        fwrite(w->acts, sizeof(act), w->act_count, acts);
    fflush(NULL);
    pthread_mutex_unlock(&lock);
    written += (uint64_t)w->count;
    played++;
}

static void play_game(worker *w, uint64_t deal) {
    uint8_t seed[CAPU_SEED_BYTES];
    capu_options options = {0};
    capu_state state;

    w->count = 0;
    w->own = (int)(deal % (uint64_t)set.players);
    w->random = capu_random_from(deal);
    capu_seed_from_number(seed, deal);
    if (capu_random_below(&w->random, 5) == 0)
        options = capu_random_options(set.game, set.players, &w->random);
    capu_new(&state, set.game, &options, set.players, seed);
    if (capu_random_below(&w->random, 4))
        begin_badly(w, &state);
    w->count = w->decisions = 0;
    w->act_count = 0;
    play_and_note(w, &state);
    if (w->count || w->act_count)
        write_game(w, &state, deal);
}

static void *play_games(void *data) {
    worker *w = data;

    while (in_time() && (!set.games || next_deal - set.seed < (uint64_t)set.games))
        play_game(w, next_deal++);
    return NULL;
}

static void put16(uint8_t *head, int at, int number) {
    head[at] = (uint8_t)number;
    head[at + 1] = (uint8_t)(number >> 8);
}

/* A file that is there already must be of the same kind. What was cut off at its end is dropped,
 * and the next deals are others. */
static FILE *open_to_add(const char *path, const uint8_t head[HEAD], size_t record) {
    uint8_t there[HEAD];
    FILE *file = fopen(path, "r+b");

    if (file) {
        if (fread(there, 1, HEAD, file) != HEAD || memcmp(head, there, HEAD) != 0)
            stop("this file has other inputs or another game: ", path);
        fseek(file, 0, SEEK_END);
        size_t records = ((size_t)ftell(file) - HEAD) / record;
        fseek(file, (long)(HEAD + records * record), SEEK_SET);
        if (ftruncate(fileno(file), (off_t)(HEAD + records * record)) != 0)
            stop("cannot cut off ", path);
        set.seed += records; /* more than there were games */
    } else if (!(file = fopen(path, "wb")) || fwrite(head, 1, HEAD, file) != HEAD) {
        stop("cannot write ", path);
    }
    return file;
}

static void fill_head(uint8_t head[HEAD], const char *magic, const int *numbers, int count) {
    memset(head, 0, HEAD);
    memcpy(head, magic, 8);
    for (int i = 0; i < count; i++)
        put16(head, 8 + 2 * i, numbers[i]);
    strcpy((char *)head + 32, know->game);
}

static void open_files(void) {
    uint8_t head[HEAD];

    if (set.out) {
        const int numbers[] = {
            FORMAT, know->inputs->version, know->inputs->table,    know->inputs->seat,
            owners, set.players,           (int)know->large_margin};
        fill_head(head, "CAPUGAME", numbers, sizeof numbers / sizeof numbers[0]);
        out = open_to_add(set.out, head, input_bytes() + sizeof(float) * (5 * (size_t)owners + 2));
    }
    if (set.acts) {
        const int numbers[] = {FORMAT, know->acting->version, know->acting->count,
                               POLICY_MOST_TRAITS, set.players};
        fill_head(head, "CAPUACTS", numbers, sizeof numbers / sizeof numbers[0]);
        acts = open_to_add(set.acts, head, sizeof(act));
    }
    next_deal = set.seed;
}

/* --------------------------------------------------------------------- matches */

/* Every deal is played in all rotations, one game after the other: one seat of the new side against
 * all others. Games that are not over in time do not count. */
static double sum, squares;

static bool play_rotation(worker *w, uint64_t deal, int own, double *won) {
    uint8_t seed[CAPU_SEED_BYTES];
    capu_state state;
    float share[CAPU_MAX_PLAYERS];

    capu_seed_from_number(seed, deal);
    capu_new(&state, set.game, &usual, set.players, seed);
    for (int seat; (seat = capu_first_actor(&state)) >= 0 && in_time();)
        capu_apply_legal(&state, seat,
                         think_for(w->memory, &sides[seat != own], &state, seat, &w->random));
    if (capu_actors(&state))
        return false;
    share_win(&state, share);
    *won = (double)share[own];
    return true;
}

static void *play_match(void *data) {
    worker *w = data;
    uint64_t game;
    double won;

    while (in_time() && (game = next_deal++, !set.games || game < (uint64_t)set.games)) {
        uint64_t players = (uint64_t)set.players, deal = set.seed + game / players;
        w->random = capu_random_from(deal * players + game % players);
        if (!play_rotation(w, deal, (int)(game % players), &won))
            break;
        pthread_mutex_lock(&lock);
        sum += won;
        squares += won * won;
        pthread_mutex_unlock(&lock);
        played++;
    }
    return NULL;
}

static double speed(int which) {
    return 1e3 * (double)looks[which] / fmax((double)microseconds[which], 1);
}

static void print_match(void) {
    double games = (double)played, mean = games > 0 ? sum / games : 0;
    double variance = games > 1 ? (squares - sum * mean) / (games - 1) : 0.25;

    printf("thousand iterations a second: %.0f, %.0f\n", speed(0), speed(1));
    printf("%s %d players: %s against %s: %.1f %% ± %.1f of %.0f games (even is %.1f)\n",
           know->game, set.players, sides[0].name, sides[1].name, 100 * mean,
           196 * sqrt(fmax(variance, 0) / fmax(games, 1)), games, 100.0 / set.players);
}

/* --------------------------------------------------------------------- judging */

/* What a net says of the first positions of a file, in whole numbers: for comparing it with the
 * trainer's arithmetic. */
static void judge_file(const char *path) {
    size_t record = input_bytes() + sizeof(float) * (5 * (size_t)owners + 2);
    FILE *file = fopen(path, "rb");
    int8_t *bytes = malloc(record);

    if (!file || fseek(file, HEAD, SEEK_SET) != 0)
        stop("cannot read ", path);
    for (int i = 0; (!set.games || i < set.games) && fread(bytes, record, 1, file) == 1; i++) {
        bots_inputs in = {.count = owners};
        int32_t results[CAPU_MAX_PLAYERS][NET_RESULTS];
        memcpy(in.table, bytes, (size_t)know->inputs->table);
        for (int seat = 0; seat < owners; seat++)
            memcpy(in.seats[seat], bytes + know->inputs->table + seat * know->inputs->seat,
                   (size_t)know->inputs->seat);
        bots_net_judge(&sides[0].net, &in, results);
        for (int seat = 0; seat < owners; seat++)
            printf("%d %d %d%s", results[seat][0], results[seat][1], results[seat][2],
                   seat + 1 < owners ? " " : "\n");
    }
    free(bytes);
    fclose(file);
}

/* ---------------------------------------------------------------------- begin */

static void read_net(side *to, const char *path) {
    static _Alignas(8) uint8_t nets[2][MOST_NET];
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = nets[to - sides];
    size_t size = file ? fread(bytes, 1, MOST_NET, file) : 0;

    if (!file || !bots_net_is_whole(bytes, size) || !bots_net_read(&to->net, know, bytes, size))
        stop("this is no net for the game: ", path);
    fclose(file);
    to->learned = bots_net_for(know, set.players, bytes, size, &to->net);
    if (to == &sides[0] && set.at_once >= 0)
        to->net.at_once = set.at_once;
    if (to == &sides[0] && set.sharp >= 0)
        to->net.policy.sharp = set.sharp;
    if (to == &sides[0] && set.warmth >= 0)
        to->net.policy.warmth = set.warmth;
    to->mindful = true; /* as who has learned is */
    to->name = path;
}

static int weight_named(const char *name, size_t length) {
    for (int i = 0; i < know->count; i++)
        if (strlen(know->names[i]) == length && !strncmp(know->names[i], name, length))
            return i;
    stop("there is no such weight: ", name);
    return 0;
}

/* The game's weights, with some of them changed. */
static void read_weights(void) {
    memcpy(tried, bots_weights_for(know, set.players), (size_t)know->count * sizeof *tried);
    for (const char *at = set.weights; at && *at;
         at += strcspn(at, ",") + (strchr(at, ',') != NULL)) {
        size_t length = strcspn(at, "=");
        tried[weight_named(at, length)] = atoi(at + length + 1);
    }
}

static void *report(void *data) {
    bool match = data != NULL;

    for (;;) {
        sleep(10);
        fprintf(stderr, "%.0f s: %llu games, %llu positions\n", now(CLOCK_MONOTONIC) - began,
                (unsigned long long)played, (unsigned long long)written);
        if (match)
            print_match();
        fflush(stdout);
    }
    return NULL;
}

static void run_all(void *(*work)(void *), bool match) {
    worker *workers = calloc((size_t)set.threads, sizeof *workers);
    pthread_t reporter;

    began = now(CLOCK_MONOTONIC);
    pthread_create(&reporter, NULL, report, match ? workers : NULL);
    for (int i = 0; i < set.threads; i++) {
        workers[i].memory = aligned_alloc(64, (capu_search_bytes(nodes()) + 63) & ~(size_t)63);
        pthread_create(&workers[i].thread, NULL, work, &workers[i]);
    }
    for (int i = 0; i < set.threads; i++) {
        pthread_join(workers[i].thread, NULL);
        free(workers[i].memory);
        free(workers[i].acts);
    }
    pthread_cancel(reporter);
    pthread_join(reporter, NULL);
    free(workers);
}

/* NAME=VALUE, after the game and its players. */
static void set_option(const char *text) {
    char name[64];
    size_t length = strcspn(text, "=");

    snprintf(name, sizeof name, "%.*s", (int)length, text);
    if (!set.game || !text[length] ||
        capu_set_option(set.game, set.players, &usual, name, text + length + 1, NULL) != CAPU_OK)
        stop("there is no such option, or it comes before the game: ", text);
}

static void read_settings(int argc, char **argv, const char **net, const char **against) {
    set = (settings){.players = 2, .iterations = 200, .seconds = 1e9, .seed = 1, .times = 1};
    set.at_once = set.sharp = set.warmth = -1;
    set.threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    for (int i = 2; i < argc; i++) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
        bool *said = !strcmp(name, "--anywhere")    ? &set.anywhere
                     : !strcmp(name, "--exploit")   ? &set.exploit
                     : !strcmp(name, "--open")      ? &set.open
                     : !strcmp(name, "--forgetful") ? &set.forgetful
                                                    : NULL;
        if (said) {
            *said = true;
            continue;
        }
        i++;
        if (!strcmp(name, "--game"))
            set.game = capu_find(value);
        else if (!strcmp(name, "--players"))
            set.players = atoi(value);
        else if (!strcmp(name, "--threads"))
            set.threads = atoi(value);
        else if (!strcmp(name, "--iterations"))
            set.iterations = atoi(value);
        else if (!strcmp(name, "--ms"))
            set.ms = atoi(value);
        else if (!strcmp(name, "--at-once"))
            set.at_once = atoi(value);
        else if (!strcmp(name, "--sharp"))
            set.sharp = atoi(value);
        else if (!strcmp(name, "--warmth"))
            set.warmth = atoi(value);
        else if (!strcmp(name, "--times"))
            set.times = atof(value);
        else if (!strcmp(name, "--games"))
            set.games = atoi(value);
        else if (!strcmp(name, "--seconds"))
            set.seconds = atof(value);
        else if (!strcmp(name, "--seed"))
            set.seed = strtoull(value, NULL, 10);
        else if (!strcmp(name, "--out"))
            set.out = value;
        else if (!strcmp(name, "--acts"))
            set.acts = value;
        else if (!strcmp(name, "--weights"))
            set.weights = value;
        else if (!strcmp(name, "--option"))
            set_option(value);
        else if (!strcmp(name, "--net"))
            *net = value;
        else if (!strcmp(name, "--against"))
            *against = value;
        else
            stop("there is no such option: ", name);
    }
}

int main(int argc, char **argv) {
    const char *net = NULL, *against = NULL;
    capu_state state;
    uint8_t seed[CAPU_SEED_BYTES] = {0};
    bots_inputs inputs = {0};
    const char *what = argc > 1 ? argv[1] : "";
    bool match = !strcmp(what, "match"), judging = !strcmp(what, "judge");

    if (!match && !judging && strcmp(what, "games") != 0)
        stop("say games, match or judge", "");
    read_settings(argc, argv, &net, &against);
    if (!set.game || capu_new(&state, set.game, &usual, set.players, seed) != CAPU_OK)
        stop("there is no such game, or not with so many players", "");
    know = bots_knowledge_of(&state);
    if (!know->inputs)
        stop("its positions are not described: ", know->game);
    know->inputs->describe(&state, bots_weights_for(know, set.players), &inputs);
    owners = inputs.count;
    read_weights();
    exploiting = *know;
    exploiting.habit = act_as_expected;
    sides[0].name = set.forgetful ? "master-1" : "master";
    sides[1].name = "master-1";
    if (against)
        read_net(&sides[1], against);
    if (net)
        read_net(&sides[0], net);
    if (match) {
        next_deal = 0;
        run_all(play_match, true);
        print_match();
        return 0;
    }
    if (!set.out && !set.acts)
        stop("say --out FILE or --acts FILE", "");
    if (set.acts && !know->acting)
        stop("its actions are not described: ", know->game);
    if (judging && net) {
        judge_file(set.out);
        return 0;
    }
    open_files();
    run_all(play_games, false);
    printf("%s %d players: %llu games, %llu positions\n", know->game, set.players,
           (unsigned long long)played, (unsigned long long)written);
    return (out && fclose(out) != 0) || (acts && fclose(acts) != 0);
}
