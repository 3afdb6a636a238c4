/* Verdicts, chances and summaries as JSON: docs/review.md. */
#include "review/review.h"

const char *const review_kinds[CAPU_BLUNDER + 1] = {"forced",     "obvious", "good",
                                                    "inaccuracy", "mistake", "blunder"};

/* A number with at most four digits behind the point, and no zeros at the end. */
static void add_decimal(capu_text *text, double number) {
    int64_t value = review_rounded(number);
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value, unit = REVIEW_ONE;

    if (value < 0)
        capu_text_char(text, '-');
    capu_text_number(text, (int64_t)(rest / unit));
    rest %= unit;
    if (rest)
        capu_text_char(text, '.');
    while (rest) {
        unit /= 10;
        capu_text_char(text, (char)('0' + rest / unit));
        rest %= unit;
    }
}

static void add_real(capu_text *text, const char *key, double number) {
    capu_text_add(text, key);
    add_decimal(text, number);
}

static void add_whole(capu_text *text, const char *key, int number) {
    capu_text_add(text, key);
    capu_text_number(text, number);
}

static void add_action(const capu_game *game, capu_text *text, const char *key, capu_action action,
                       bool hidden) {
    capu_text_add(text, key);
    capu_text_char(text, '"');
    capu_action_write(game, action, hidden, text);
    capu_text_char(text, '"');
}

/* Another's reply is told without what only they would know. */
static void add_reply(const capu_game *game, capu_text *text, const char *key, bool replied,
                      capu_move reply) {
    capu_text_add(text, key);
    if (!replied) {
        capu_text_add(text, "null");
        return;
    }
    add_whole(text, "[", (int)reply.seat);
    add_action(game, text, ",", reply.action, true);
    capu_text_char(text, ']');
}

static void add_open(const capu_game *game, capu_text *text, const capu_verdict *v) {
    capu_text_add(text, ",\"open\":");
    if (!v->open) {
        capu_text_add(text, "null");
        return;
    }
    add_action(game, text, "{\"best\":", v->open_best, false);
    add_real(text, ",\"loss\":", (double)v->open_loss);
    add_real(text, ",\"error\":", (double)v->open_error);
    capu_text_char(text, '}');
}

void capu_verdict_json(const capu_game *game, const capu_verdict *v, capu_text *text) {
    add_whole(text, "{\"at\":", v->at);
    add_whole(text, ",\"seat\":", v->seat);
    capu_text_add(text, ",\"kind\":");
    capu_text_json(text, review_kinds[v->kind]);
    add_action(game, text, ",\"played\":", v->played, false);
    add_action(game, text, ",\"best\":", v->best, false);
    add_real(text, ",\"loss\":", (double)v->loss);
    add_real(text, ",\"error\":", (double)v->error);
    add_real(text, ",\"gap\":", (double)v->gap);
    add_real(text, ",\"points\":", (double)v->points);
    add_real(text, ",\"win\":", (double)v->win);
    add_real(text, ",\"best_win\":", (double)v->best_win);
    capu_text_add(text, ",\"equal\":[");
    for (int i = 0; i < v->equal_count; i++)
        add_action(game, text, i ? "," : "", v->equal[i], false);
    add_reply(game, text, "],\"reply\":", v->replied, v->reply);
    add_reply(game, text, ",\"best_reply\":", v->best_replied, v->best_reply);
    add_open(game, text, v);
    capu_text_char(text, '}');
}

static void add_reals(capu_text *text, const char *key, const float *numbers, int count) {
    capu_text_add(text, key);
    for (int i = 0; i < count; i++)
        add_real(text, i ? "," : "", (double)numbers[i]);
    capu_text_char(text, ']');
}

void capu_chance_json(const capu_chance *chance, capu_text *text) {
    add_whole(text, "{\"at\":", chance->at);
    add_reals(text, ",\"luck\":[", chance->luck, chance->players);
    add_reals(text, ",\"error\":[", chance->error, chance->players);
    capu_text_char(text, '}');
}

static void add_name(capu_text *text, const char *key, const char *name) {
    capu_text_add(text, key);
    if (name)
        capu_text_json(text, name);
    else
        capu_text_add(text, "null");
}

/* A number, or null where there is none. */
static void add_real_if(capu_text *text, const char *key, bool any, double number) {
    if (any)
        add_real(text, key, number);
    else
        add_name(text, key, NULL);
}

static void add_seat(const capu_summary *summary, int seat, capu_text *text) {
    const capu_seat_summary *s = &summary->seats[seat];

    add_whole(text, "{\"seat\":", seat);
    add_whole(text, ",\"decisions\":", s->decisions);
    add_real(text, ",\"loss\":", (double)s->loss);
    add_real_if(text, ",\"accuracy\":", s->decisions > 0, (double)s->accuracy);
    add_name(text, ",\"between\":[", s->weaker);
    add_name(text, ",", s->stronger);
    add_whole(text, "],\"inaccuracies\":", s->inaccuracies);
    add_whole(text, ",\"mistakes\":", s->mistakes);
    add_whole(text, ",\"blunders\":", s->blunders);
    add_real(text, ",\"luck\":", (double)s->luck);
    add_real(text, ",\"luck_error\":", (double)s->luck_error);
    add_real_if(text, ",\"result\":", summary->over, (double)s->result);
    add_real_if(text, ",\"without_luck\":", summary->over, (double)s->without_luck);
    capu_text_add(text, s->certain ? ",\"certain\":true}" : ",\"certain\":false}");
}

void capu_summary_json(const capu_summary *summary, capu_text *text) {
    capu_text_add(text, "{\"seats\":[");
    for (int seat = 0; seat < summary->players; seat++) {
        if (seat)
            capu_text_char(text, ',');
        add_seat(summary, seat, text);
    }
    capu_text_add(text, "]}");
}
