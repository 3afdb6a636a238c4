/* The opponents there are. What they know of a game is in src/games/<game>/opponent.c. */
#include "bots/bots.h"
#include "bots/search.h"
#include "games.h"

#define NODES(count) (sizeof(capu_search) + (size_t)(count)*BOTS_NODE_BYTES)

/* A bot that searches. */
#define SEARCHER(named, rank, sentence, nodes, looks, time, sharp, past)                           \
    {                                                                                              \
        .name = named, .about = sentence, .choose = bots_choose_by_search, .memory = NODES(nodes), \
        .level = rank, .iterations = looks, .ms = time, .sharpness = sharp, .recalls = past,       \
        .learned = past                                                                            \
    }

static const capu_bot bots[] = {
    {.name = "random", .about = "Does anything that is legal.", .choose = bots_choose_random},
    {.name = "greedy",
     .about = "Looks one turn ahead and takes what looks best then.",
     .choose = bots_choose_greedy},
    SEARCHER("beginner", BOTS_BEGINNER,
             "Thinks for a moment and often takes the second best. With two players it wins six "
             "games in ten or more against chance.",
             4000, 40, 20, 2, false),
    SEARCHER("casual", BOTS_CASUAL,
             "Thinks ahead a little and is not always careful. With two players it wins two games "
             "in three or more against beginner.",
             16000, 60, 50, 5, false),
    SEARCHER("club", BOTS_CLUB,
             "Thinks ahead properly. With two players it wins seven games in ten or more against "
             "casual.",
             64000, 100, 100, 8, false),
    SEARCHER("expert", BOTS_EXPERT,
             "Thinks ahead carefully and nearly always takes the best it finds. With two players "
             "it wins three games in four or more against club.",
             200000, 400, 200, 16, false),
    SEARCHER(
        "master", BOTS_MASTER,
        "Thinks for up to a second, remembers what was played and takes the best it finds. With "
        "two players it wins about two games in three or more against a search that thinks as long "
        "and knows only the rules.",
        1200000, 400000, 1000, 0, true),
    {.name = "plain",
     .about = "Knows nothing but the rules and plays at random to the end: for measuring.",
     .choose = bots_choose_by_search,
     .memory = NODES(1200000),
     .iterations = 1000000,
     .ms = 1000,
     .measure = true,
     .bare = true},
    {.name = "master-1",
     .about = "The master before it learned from games: for measuring.",
     .choose = bots_choose_by_search,
     .memory = NODES(1200000),
     .iterations = 400000,
     .ms = 1000,
     .recalls = true,
     .measure = true},
};

static const int plain_weights[] = {[BOTS_EXPLORATION] = 50,
                                    [BOTS_PATIENCE] = 1,
                                    [BOTS_MARGIN] = 0,
                                    [BOTS_MATCHING] = 0,
                                    [BOTS_ACQUAINTED] = 0};
const bots_knowledge bots_no_knowledge = {.game = "", .weights = plain_weights};

#define DECLARE(name) extern const bots_knowledge opponent_##name;
CAPU_OPPONENTS(DECLARE)

#define ROW(name) &opponent_##name,
static const bots_knowledge *const knowledge[] = {CAPU_OPPONENTS(ROW)};

enum { BOTS = sizeof bots / sizeof bots[0], KNOWN = sizeof knowledge / sizeof knowledge[0] };

const capu_bot *capu_bot_at(int index) {
    return index >= 0 && index < BOTS ? &bots[index] : NULL;
}

const capu_bot *capu_find_bot(const char *name) {
    for (int i = 0; i < BOTS; i++)
        if (engine_same(bots[i].name, name))
            return &bots[i];
    return NULL;
}

static const capu_bot *unless_yardstick(const capu_bot *bot) {
    return bot && !bot->measure ? bot : NULL;
}

const capu_bot *capu_opponent_at(int index) {
    return unless_yardstick(capu_bot_at(index));
}

const capu_bot *capu_find_opponent(const char *name) {
    return unless_yardstick(capu_find_bot(name));
}

const capu_bot *capu_usual_opponent(void) {
    return capu_find_bot("casual");
}

const bots_knowledge *bots_knowledge_of(const capu_state *state) {
    return bots_knowledge_by_name(capu_game_of(state)->info.name);
}

const bots_knowledge *bots_knowledge_by_name(const char *game) {
    for (int i = 0; i < KNOWN; i++)
        if (engine_same(knowledge[i]->game, game))
            return knowledge[i];
    return &bots_no_knowledge;
}

int capu_bot_iterations(const capu_bot *bot, const capu_state *state) {
    int own = bots_knowledge_of(state)->iterations[bot->level];

    return own ? own : bot->iterations;
}

const int *bots_weights_for(const bots_knowledge *know, int players) {
    return players > 2 && know->many ? know->many : know->weights;
}

float bots_fading(float x) {
    return 1 / (1 + x * (1 + x * (0.5f + x * 0.17f)));
}

void bots_share_wins(const float *points, int players, float spread, float *win) {
    float most = points[0], all = 0;

    for (int seat = 1; seat < players; seat++)
        most = points[seat] > most ? points[seat] : most;
    for (int seat = 0; seat < players; seat++)
        all += win[seat] = bots_fading((most - points[seat]) / spread);
    for (int seat = 0; seat < players; seat++)
        win[seat] /= all;
}
