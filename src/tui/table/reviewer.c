/* Reviews a game that is over: see reviewer.h. */
#include "tui/table/reviewer.h"

#include <stdio.h>
#include <string.h>

#include "tui/table/tell.h"

void tui_reviewer_begin(tui_reviewer *r, const host_match *match) {
    r->begun = true;
    host_match_copy(&r->match, match);
    r->record = r->match.record;
    r->record.moves = r->match.moves;
    r->record.from = r->match.from.head.players ? &r->match.from : NULL;
    host_review_start(&r->review, &r->record, HOST_ALL_SEATS, 0, 0);
}

bool tui_reviewer_ready(tui_reviewer *r, int *percent) {
    double done;
    bool ready = host_review_ready(&r->review, &done);

    *percent = (int)(100 * done);
    return ready;
}

void tui_reviewer_end(tui_reviewer *r) {
    if (!r->begun)
        return;
    host_review_stop(&r->review);
    host_review_finish(&r->review);
    host_review_free(&r->review);
    host_match_free(&r->match);
    r->begun = false;
}

/* ------------------------------------------------------------------- telling */

/* A page that is being written, and the words for it. */
typedef struct telling {
    tui_page *page;
    host_telling words;
} telling;

/* A line, with up to three arguments. */
static void add(const telling *t, int ink, const char *id, const char *const *pairs) {
    char whole[HOST_ID], line[512];
    capu_text text = capu_text_on(line, sizeof line);

    snprintf(whole, sizeof whole, "terminal.review.%s", id);
    host_say(&text, t->words.language, whole, pairs[0], pairs[1], pairs[2], pairs[3], pairs[4],
             pairs[5], NULL);
    tui_page_add(t->page, ink, line);
}

#define ADD(t, ink, id, ...) add(t, ink, id, (const char *const[6]){__VA_ARGS__})

/* A share as a percentage. */
static const char *percent(float share, const char *format, char text[16]) {
    snprintf(text, 16, format, 100 * (double)share);
    return text;
}

static void add_level(const telling *t, const capu_seat_summary *s) {
    const char *weaker = s->weaker ? tui_bot_words(t->words.language, s->weaker) : NULL;
    const char *stronger = s->stronger ? tui_bot_words(t->words.language, s->stronger) : NULL;

    if (weaker && stronger)
        ADD(t, INK_PLAIN, "between", "weaker", weaker, "stronger", stronger);
    else if (weaker)
        ADD(t, INK_PLAIN, "above", "level", weaker);
    else if (stronger)
        ADD(t, INK_PLAIN, "below", "level", stronger);
}

static void add_luck(const telling *t, const capu_summary *summary, const capu_seat_summary *s) {
    char luck[16], error[16], result[16];

    ADD(t, INK_PLAIN, "luck", "luck", percent(s->luck, "%+.0f", luck), "error",
        percent(s->luck_error, "%.0f", error));
    if (summary->over && s->certain)
        ADD(t, INK_PLAIN, "without", "percent", percent(s->without_luck, "%.0f", result));
    else if (summary->over)
        ADD(t, INK_PLAIN, "uncertain", NULL);
}

static void add_seat(const telling *t, const capu_summary *summary, int seat) {
    const capu_seat_summary *s = &summary->seats[seat];
    char accuracy[16], loss[16], counts[3][16];

    if (s->decisions == 0)
        return;
    snprintf(accuracy, sizeof accuracy, "%.0f", (double)s->accuracy);
    ADD(t, tui_seat_ink(seat) | INK_BOLD, "seat", "who", t->words.names[seat], "accuracy", accuracy,
        "loss", percent(s->loss, "%.1f", loss));
    snprintf(counts[0], 16, "%d", s->inaccuracies);
    snprintf(counts[1], 16, "%d", s->mistakes);
    snprintf(counts[2], 16, "%d", s->blunders);
    ADD(t, INK_PLAIN, "counts", "inaccuracies", counts[0], "mistakes", counts[1], "blunders",
        counts[2]);
    add_level(t, s);
    add_luck(t, summary, s);
}

static void add_action(const telling *t, const char *id, int ink, int seat, capu_action action) {
    char notation[CAPU_ACTION_TEXT], words[256];
    capu_text text = capu_text_on(notation, sizeof notation);

    capu_action_write(t->words.game, action, false, &text);
    text = capu_text_on(words, sizeof words);
    tui_tell_choice(&text, &t->words, seat, notation);
    ADD(t, ink, id, "action", words);
}

static void add_verdict(const telling *t, const capu_verdict *v) {
    static const char *const kinds[] = {
        [CAPU_INACCURACY] = "inaccuracy", [CAPU_MISTAKE] = "mistake", [CAPU_BLUNDER] = "blunder"};
    char move[16], loss[16];

    snprintf(move, sizeof move, "%d", v->at + 1);
    tui_page_add(t->page, INK_PLAIN, "");
    ADD(t, tui_seat_ink(v->seat) | INK_BOLD, kinds[v->kind], "move", move, "who",
        t->words.names[v->seat], "loss", percent(v->loss, "%.0f", loss));
    add_action(t, "played", INK_PLAIN, v->seat, v->played);
    add_action(t, "better", INK_GOOD, v->seat, v->best);
    if (v->open)
        ADD(t, INK_QUIET, "open", NULL);
}

void tui_reviewer_tell(tui_reviewer *r, const tui_party *party, tui_page *page) {
    const char *names[CAPU_MAX_PLAYERS];
    telling t = {page, tui_party_telling(party, names)};
    int found = 0;

    host_review_finish(&r->review);
    for (int seat = 0; seat < party->players; seat++)
        add_seat(&t, &r->review.summary, seat);
    for (int i = 0; i < r->record.count; i++)
        if (r->review.verdicts[i].kind >= CAPU_INACCURACY) {
            add_verdict(&t, &r->review.verdicts[i]);
            found++;
        }
    if (found == 0)
        ADD(&t, INK_PLAIN, "none", NULL);
}
