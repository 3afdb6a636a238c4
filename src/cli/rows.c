/* Rows and records: see rows.h. */
#include "cli/rows.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host/games.h"
#include "host/think.h"
#include "host/write.h"

enum { FLUSH_MS = 1000 };

/* A row that waits for those of earlier games. */
typedef struct cli_waiting_row {
    int64_t number;
    char *text;
    struct cli_waiting_row *next;
} waiting;

/* ----------------------------------------------------------------------- JSON */

static void write_list(host_json *row, const char *key, const cli_row *r,
                       int64_t (*value)(const cli_row *r, int seat)) {
    host_json_open(row, key, '[');
    for (int seat = 0; seat < r->match->record.players; seat++)
        host_json_number(row, NULL, value(r, seat));
    host_json_close(row, ']');
}

static int64_t score_of(const cli_row *r, int seat) {
    return r->result->scores[seat];
}

static int64_t place_of(const cli_row *r, int seat) {
    return r->result->places[seat];
}

static int64_t forfeit_of(const cli_row *r, int seat) {
    return r->forfeits >> seat & 1;
}

static void write_forfeits(host_json *row, const cli_row *r) {
    host_json_open(row, "forfeits", '[');
    for (int seat = 0; seat < r->match->record.players; seat++)
        if (forfeit_of(r, seat))
            host_json_number(row, NULL, seat);
    host_json_close(row, ']');
}

static void write_measures(host_json *row, const cli_row *r) {
    capu_measure measures[CAPU_MAX_MEASURES];
    int count = capu_measures(&r->match->state, measures);

    host_json_open(row, "measures", '{');
    for (int i = 0; i < count; i++)
        host_json_number(row, measures[i].name, measures[i].value);
    host_json_close(row, '}');
}

static void write_seed(const cli_row *r, char text[CAPU_SEED_TEXT]) {
    capu_text seed = capu_text_on(text, CAPU_SEED_TEXT);

    capu_seed_write(r->match->record.seed, &seed);
}

static void write_bots(host_json *row, const cli_row *r) {
    host_json_open(row, "bots", '[');
    for (int seat = 0; seat < r->match->record.players; seat++)
        host_json_foreign(row, NULL, r->bots[seat]);
    host_json_close(row, ']');
}

static char *json_row(const cli_row *r) {
    const capu_record *record = &r->match->record;
    char seed[CAPU_SEED_TEXT];
    host_json row = {0};

    write_seed(r, seed);
    host_json_open(&row, NULL, '{');
    host_json_number(&row, "number", r->number);
    host_json_number(&row, "deal", r->deal);
    host_json_text(&row, "game", capu_info(record->game)->name);
    host_json_number(&row, "rules", capu_info(record->game)->rules);
    host_json_number(&row, "players", record->players);
    host_options_json(&row, record->game, &record->options);
    host_json_text(&row, "seed", seed);
    write_bots(&row, r);
    write_list(&row, "scores", r, score_of);
    write_list(&row, "places", r, place_of);
    write_forfeits(&row, r);
    host_json_number(&row, "actions", record->count);
    write_measures(&row, r);
    host_json_close(&row, '}');
    return row.text.at;
}

/* ------------------------------------------------------------------------ CSV */

/* A value as RFC 4180 has it: in quotes if it has commas, quotes or line ends. */
static void add_value(FILE *out, const char *text) {
    if (!strpbrk(text, ",\"\r\n")) {
        fprintf(out, "%s", text);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void add_options(FILE *out, const capu_record *record) {
    const capu_game_info *info = capu_info(record->game);
    char list[1024];
    capu_text text = capu_text_on(list, sizeof list);

    for (int i = 0; i < info->option_count; i++) {
        capu_text_add(&text, i ? ";" : "");
        capu_text_add(&text, info->options[i].name);
        capu_text_char(&text, '=');
        capu_option_value(record->game, i, record->options.value[i], &text);
    }
    add_value(out, list);
}

static void add_numbers(FILE *out, const cli_row *r, int64_t (*value)(const cli_row *r, int seat)) {
    for (int seat = 0; seat < r->match->record.players; seat++)
        fprintf(out, ",%" PRId64, value(r, seat));
}

/* The names of a game's measures are the same in every position. */
static void write_head(FILE *out, const cli_setup *setup) {
    static const char *const columns[] = {"bot", "score", "place", "forfeit"};
    capu_measure measures[CAPU_MAX_MEASURES];
    capu_state state;

    capu_new(&state, setup->game, &setup->options, setup->players, setup->seed);
    int count = capu_measures(&state, measures);
    fputs("number,deal,game,rules,players,options,seed", out);
    for (int i = 0; i < 4; i++)
        for (int seat = 0; seat < setup->players; seat++)
            fprintf(out, ",%s_%d", columns[i], seat);
    fputs(",actions", out);
    for (int i = 0; i < count; i++)
        fprintf(out, ",%s", measures[i].name);
    fputc('\n', out);
}

static void add_row(FILE *out, const cli_row *r) {
    const capu_record *record = &r->match->record;
    const capu_game_info *info = capu_info(record->game);
    capu_measure measures[CAPU_MAX_MEASURES];
    int count = capu_measures(&r->match->state, measures);
    char seed[CAPU_SEED_TEXT];

    write_seed(r, seed);
    fprintf(out, "%" PRId64 ",%" PRId64 ",%s,%d,%d,", r->number, r->deal, info->name, info->rules,
            record->players);
    add_options(out, record);
    fprintf(out, ",%s", seed);
    for (int seat = 0; seat < record->players; seat++) {
        fputc(',', out);
        add_value(out, r->bots[seat]);
    }
    add_numbers(out, r, score_of);
    add_numbers(out, r, place_of);
    add_numbers(out, r, forfeit_of);
    fprintf(out, ",%d", record->count);
    for (int i = 0; i < count; i++)
        fprintf(out, ",%" PRId64, measures[i].value);
}

static char *csv_row(const cli_row *r) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    if (out) {
        add_row(out, r);
        fclose(out);
    }
    return text;
}

/* -------------------------------------------------------------------- opening */

static bool ends_in(const char *path, const char *end) {
    size_t length = strlen(path), of_end = strlen(end);

    return length > of_end && strcmp(path + length - of_end, end) == 0;
}

/* Whether something is in it that would be mixed up with the new records. */
static bool is_empty(const char *folder, int *error) {
    DIR *list = opendir(folder);
    int entries = 0;

    *error = errno;
    if (!list)
        return false;
    *error = 0;
    while (readdir(list))
        entries++;
    closedir(list);
    return entries <= 2; /* itself, and the one above */
}

static int open_folder(const cli_command *command, const char *folder) {
    char path[4096];
    int error;

    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return cli_fail(command, "the folder for records cannot be made: %s: %s", strerror(errno),
                        folder);
    if (!is_empty(folder, &error))
        return cli_fail(command, "--records needs a new or empty folder: %s: %s",
                        error ? strerror(error) : "there is something in it", folder);
    snprintf(path, sizeof path, "%s/.try", folder);
    FILE *file = fopen(path, "w");
    if (!file)
        return cli_fail(command, "no record can be written there: %s: %s", strerror(errno), folder);
    fclose(file);
    remove(path);
    return -1;
}

int cli_rows_open(const cli_command *command, cli_rows *rows, const cli_setup *setup) {
    rows->setup = setup;
    pthread_mutex_init(&rows->lock, NULL);
    rows->flushed = host_clock_ms(HOST_WALL);
    if (rows->path) {
        rows->csv = ends_in(rows->path, ".csv");
        if (!rows->csv && !ends_in(rows->path, ".jsonl"))
            return cli_usage(command,
                             "--rows needs a file whose name ends in .csv or .jsonl, not '%s'",
                             rows->path);
    }
    int status = rows->folder ? open_folder(command, rows->folder) : -1;
    if (status >= 0 || !rows->path)
        return status;
    rows->file = fopen(rows->path, "w");
    if (!rows->file)
        return cli_fail(command, "the rows cannot be written: %s: %s", strerror(errno), rows->path);
    if (rows->csv)
        write_head(rows->file, setup);
    return -1;
}

/* -------------------------------------------------------------------- writing */

static void note_problem(cli_rows *rows, const char *what, int error) {
    pthread_mutex_lock(&rows->lock);
    if (!*rows->problem)
        snprintf(rows->problem, sizeof rows->problem, "not all %s could be written: %s", what,
                 strerror(error));
    pthread_mutex_unlock(&rows->lock);
}

static void write_record(cli_rows *rows, const cli_row *r) {
    char path[4096];
    capu_text text = {0};

    snprintf(path, sizeof path, "%s/game-%06" PRId64 ".json", rows->folder, r->number);
    host_match_write(r->match, &text);
    FILE *file = fopen(path, "w");
    bool good = file && fwrite(text.at, 1, text.length, file) == text.length;
    good = file && fputc('\n', file) != EOF && good;
    int error = errno;
    if ((file && fclose(file) != 0) || !good)
        note_problem(rows, "records", good ? errno : error);
    free(text.at);
}

static void insert(cli_rows *rows, waiting *row) {
    waiting **at = &rows->first;

    if (rows->last && rows->last->number < row->number)
        at = &rows->last->next;
    while (*at && (*at)->number < row->number)
        at = &(*at)->next;
    row->next = *at;
    *at = row;
    if (!row->next)
        rows->last = row;
}

static void write_first(cli_rows *rows) {
    waiting *row = rows->first;

    rows->first = row->next;
    if (!rows->first)
        rows->last = NULL;
    rows->next = row->number + 1;
    fprintf(rows->file, "%s\n", row->text ? row->text : "");
    free(row->text);
    free(row);
}

/* Those who look, and those who lose power, have all but the last second. */
static void flush(cli_rows *rows) {
    double now = host_clock_ms(HOST_WALL);

    if (now - rows->flushed < FLUSH_MS)
        return;
    fflush(rows->file);
    rows->flushed = now;
}

void cli_rows_add(cli_rows *rows, const cli_row *r) {
    if (rows->folder)
        write_record(rows, r);
    if (!rows->file)
        return;
    waiting *row = host_alloc(sizeof *row);
    row->number = r->number;
    row->text = rows->csv ? csv_row(r) : json_row(r);
    pthread_mutex_lock(&rows->lock);
    insert(rows, row);
    while (rows->first && rows->first->number == rows->next)
        write_first(rows);
    flush(rows);
    pthread_mutex_unlock(&rows->lock);
}

int cli_rows_close(const cli_command *command, cli_rows *rows, int status) {
    while (rows->first)
        write_first(rows);
    if (rows->file) {
        bool good = !ferror(rows->file);
        errno = good ? 0 : EIO;
        if (fclose(rows->file) != 0 || !good)
            note_problem(rows, "rows", errno);
    }
    pthread_mutex_destroy(&rows->lock);
    return *rows->problem ? cli_fail(command, "%s", rows->problem) : status;
}
