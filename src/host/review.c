/* Reviews a whole record: see review.h. */
#include "host/review.h"

#include <stdlib.h>

#include "host/memory.h"

enum { ROW = 2048 }; /* bytes of a verdict or a chance as JSON, at the most */

bool host_review_judges(const host_review *review, int at) {
    return review->seat == HOST_ALL_SEATS || (int)review->record->moves[at].seat == review->seat;
}

/* The first parts are the verdicts, the others the chances. */
static void do_part(host_review *review, const capu_review *how, int part) {
    int count = review->record->count;

    if (part >= count)
        capu_review_luck(how, part - count - 1, &review->any_chance[part - count],
                         &review->chances[part - count]);
    else if (host_review_judges(review, part))
        capu_review_move(how, part, &review->verdicts[part]);
}

static void *work(void *argument) {
    host_review *review = argument;
    size_t bytes = capu_review_bytes();
    capu_review how = {.record = review->record,
                       .memory = host_alloc(bytes),
                       .bytes = bytes,
                       .iterations = review->iterations};

    for (int part; (part = atomic_fetch_add(&review->next, 1)) < review->all;) {
        do_part(review, &how, part);
        atomic_fetch_add(&review->done, 1);
    }
    free(how.memory);
    return NULL;
}

void host_review_start(host_review *review, const capu_record *record, int seat, int iterations,
                       int threads) {
    size_t count = (size_t)record->count;

    *review = (host_review){
        .record = record, .seat = seat, .iterations = iterations, .all = 2 * record->count + 1};
    review->verdicts = host_alloc((count + 1) * sizeof *review->verdicts);
    review->chances = host_alloc((count + 1) * sizeof *review->chances);
    review->any_chance = host_alloc((count + 1) * sizeof *review->any_chance);
    threads = threads ? threads : host_spare_threads();
    while (review->started < threads &&
           pthread_create(&review->threads[review->started], NULL, work, review) == 0)
        review->started++;
    if (review->started == 0)
        work(review);
}

bool host_review_ready(host_review *review, double *done) {
    int ready = atomic_load(&review->done);

    if (done)
        *done = (double)ready / review->all;
    return ready == review->all;
}

void host_review_stop(host_review *review) {
    atomic_store(&review->next, review->all);
}

static void sum_up(host_review *review) {
    capu_summary_begin(&review->summary, review->record);
    for (int i = 0; i < review->record->count; i++)
        if (host_review_judges(review, i))
            capu_summary_verdict(&review->summary, &review->verdicts[i]);
    for (int i = 0; i <= review->record->count; i++)
        if (review->any_chance[i])
            capu_summary_chance(&review->summary, &review->chances[i]);
    capu_summary_finish(&review->summary);
}

void host_review_finish(host_review *review) {
    for (int i = 0; i < review->started; i++)
        pthread_join(review->threads[i], NULL);
    review->started = 0;
    sum_up(review);
}

void host_review_free(host_review *review) {
    free(review->verdicts);
    free(review->chances);
    free(review->any_chance);
    *review = (host_review){0};
}

/* --------------------------------------------------------------------- JSON */

/* A comma in front of every row but the first. */
static void next_row(capu_text *text, bool *first) {
    host_text_reserve(text, ROW);
    if (!*first)
        capu_text_char(text, ',');
    *first = false;
}

void host_review_json(const host_review *review, capu_text *text) {
    bool first = true;

    host_text_reserve(text, ROW);
    capu_text_add(text, "{\"verdicts\":[");
    for (int i = 0; i < review->record->count; i++) {
        if (!host_review_judges(review, i))
            continue;
        next_row(text, &first);
        capu_verdict_json(review->record->game, &review->verdicts[i], text);
    }
    capu_text_add(text, "],\"chances\":[");
    first = true;
    for (int i = 0; i <= review->record->count; i++) {
        if (!review->any_chance[i])
            continue;
        next_row(text, &first);
        capu_chance_json(&review->chances[i], text);
    }
    host_text_reserve(text, 4 * ROW);
    capu_text_add(text, "],\"summary\":");
    capu_summary_json(&review->summary, text);
    capu_text_char(text, '}');
}
