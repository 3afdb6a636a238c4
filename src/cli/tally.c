/* Counting results: see tally.h. */
#include "cli/tally.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/games.h"

void spread_add(spread *s, int64_t value, bool first) {
    s->sum += value;
    s->squares += value * value;
    s->least = first || value < s->least ? value : s->least;
    s->most = first || value > s->most ? value : s->most;
}

void tally_add(tally *t, int64_t score, int place, int64_t wins) {
    t->lowest = t->games == 0 || score < t->lowest ? score : t->lowest;
    t->highest = t->games == 0 || score > t->highest ? score : t->highest;
    t->games++;
    t->wins += wins;
    t->score += score;
    t->score_squares += score * score;
    t->places += place;
}

void spread_merge(spread *into, const spread *from, bool first) {
    into->sum += from->sum;
    into->squares += from->squares;
    into->least = first || from->least < into->least ? from->least : into->least;
    into->most = first || from->most > into->most ? from->most : into->most;
}

void tally_merge(tally *into, const tally *from) {
    if (from->games == 0)
        return;
    bool first = into->games == 0;
    into->lowest = first || from->lowest < into->lowest ? from->lowest : into->lowest;
    into->highest = first || from->highest > into->highest ? from->highest : into->highest;
    into->games += from->games;
    into->wins += from->wins;
    into->score += from->score;
    into->score_squares += from->score_squares;
    into->places += from->places;
    into->forfeits += from->forfeits;
}

int64_t tally_wins(const capu_result *result, int players, int seat) {
    int winners = 0;

    for (int i = 0; i < players; i++)
        winners += result->places[i] == 1;
    return result->places[seat] == 1 ? WHOLE_WIN / winners : 0;
}

/* Wilson's interval, 95 %. */
share tally_share(const tally *t) {
    double n = (double)t->games, p = (double)t->wins / WHOLE_WIN / n, z = 1.959964;
    double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
    double half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n);

    return (share){p, middle - half, middle + half};
}

double tally_mean(int64_t sum, int64_t count) {
    return (double)sum / (double)count;
}

static double deviation(int64_t sum, int64_t squares, int64_t count) {
    double m = tally_mean(sum, count), variance = tally_mean(squares, count) - m * m;

    return variance > 0 ? sqrt(variance) : 0;
}

void tally_print_head(void) {
    puts("               wins (95 % interval)            score           range        place\n"
         "               (a score ± the standard deviation between games)");
}

/* A long name has a line of its own. */
void tally_print(const char *label, const tally *t) {
    share s = tally_share(t);

    if (strlen(label) > 12) {
        printf("  %s\n", label);
        label = "";
    }
    printf("  %-12s %6.2f %% (%5.2f to %5.2f)  %7.2f ± %5.2f  %4" PRId64 " to %-4" PRId64
           "  %5.2f\n",
           label, 100 * s.mean, 100 * s.low, 100 * s.high, tally_mean(t->score, t->games),
           deviation(t->score, t->score_squares, t->games), t->lowest, t->highest,
           tally_mean(t->places, t->games));
    if (t->forfeits)
        printf("               forfeited %" PRId64 " of %" PRId64 " games\n", t->forfeits,
               t->games);
}

void spread_print(const char *label, const spread *s, int64_t games) {
    printf("  %-12s %.2f ± %.2f, %" PRId64 " to %" PRId64 "\n", label, tally_mean(s->sum, games),
           deviation(s->sum, s->squares, games), s->least, s->most);
}

void tally_print_json(const tally *t) {
    share s = tally_share(t);

    printf("\"games\":%" PRId64 ",\"win_share\":%.6f,\"low\":%.6f,\"high\":%.6f,\"score\":%.4f,"
           "\"score_sd\":%.4f,\"score_min\":%" PRId64 ",\"score_max\":%" PRId64 ",\"place\":%.4f,"
           "\"forfeits\":%" PRId64,
           t->games, s.mean, s.low, s.high, tally_mean(t->score, t->games),
           deviation(t->score, t->score_squares, t->games), t->lowest, t->highest,
           tally_mean(t->places, t->games), t->forfeits);
}

void spread_print_json(const char *name, const spread *s, int64_t games) {
    printf("\"%s\":{\"mean\":%.4f,\"sd\":%.4f,\"min\":%" PRId64 ",\"max\":%" PRId64 "}", name,
           tally_mean(s->sum, games), deviation(s->sum, s->squares, games), s->least, s->most);
}

void tally_print_options(const cli_setup *setup) {
    const capu_game_info *info = capu_info(setup->game);

    fputs("options", stdout);
    for (int i = 0; i < info->option_count; i++) {
        char value[256];
        capu_text text = capu_text_on(value, sizeof value);
        capu_option_value(setup->game, i, setup->options.value[i], &text);
        printf("%s%s=%s", i ? "," : " ", info->options[i].name, value);
    }
    puts(info->option_count ? "" : " none");
}

void tally_print_setup_json(const cli_setup *setup, uint64_t seed) {
    host_json json = {0};

    host_options_json(&json, setup->game, &setup->options);
    printf("%s,\"seed\":\"%" PRIu64 "\",", json.text.at, seed);
    free(json.text.at);
}

void tally_print_name(const char *name) {
    host_json json = {0};

    host_json_foreign(&json, NULL, name);
    fputs(json.text.at, stdout);
    free(json.text.at);
}

void tally_group(const capu_bot *const *bots, int count, int *group) {
    for (int i = 0; i < count; i++) {
        group[i] = 0;
        while (strcmp(bots[group[i]]->name, bots[i]->name) != 0)
            group[i]++;
    }
}
