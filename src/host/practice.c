/* Practice positions and progress: see practice.h. */
#include "host/practice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/memory.h"
#include "host/write.h"

/* ---------------------------------------------------------------- positions */

static bool refuse(capu_text *why, const char *sentence) {
    if (why)
        capu_text_add(why, sentence);
    return false;
}

static bool copy_text(const capu_node *object, const char *name, char *to, size_t size) {
    const char *text = capu_node_text(capu_node_find(object, name));

    return text && *text && snprintf(to, size, "%s", text) < (int)size;
}

/* A share of a win. */
static bool read_share(const capu_node *object, const char *name, double *share) {
    const capu_node *node = capu_node_find(object, name);

    if (!node || (node->type != CAPU_NODE_REAL && node->type != CAPU_NODE_NUMBER))
        return false;
    *share = node->type == CAPU_NODE_REAL ? strtod(node->text, NULL) : (double)node->number;
    return *share >= 0 && *share <= 1;
}

/* The seat decides there, and every action in the list is legal. */
static bool read_best(host_practice *p, const capu_node *list) {
    if (!list || list->type != CAPU_NODE_ARRAY || list->count < 1 || list->count > HOST_BEST_MOST)
        return false;
    for (const capu_node *text = list + 1; p->best_count < (int)list->count; text += text->size) {
        capu_action *action = &p->best[p->best_count++];
        const char *notation = capu_node_text(text);
        if (!notation || capu_explain_text(&p->match.state, p->seat, notation, action, NULL))
            return false;
    }
    return true;
}

static bool read_decision(host_practice *p, const capu_node *object, capu_text *why) {
    int64_t seat = -1;

    if (!capu_node_number(capu_node_find(object, "seat"), &seat) || seat < 0 ||
        seat >= p->match.record.players || !(capu_actors(&p->match.state) >> seat & 1))
        return refuse(why, "'seat' must be a seat that decides at the end of the record");
    p->seat = (int)seat;
    if (!read_best(p, capu_node_find(object, "best")))
        return refuse(why, "'best' must be a list of one to eight actions that are legal there");
    return true;
}

static bool read_whole(host_practice *p, const capu_node *object, capu_text *why) {
    const capu_node *record = capu_node_find(object, "record");

    if (!copy_text(object, "id", p->id, sizeof p->id) ||
        !copy_text(object, "theme", p->theme, sizeof p->theme))
        return refuse(why, "it needs an 'id' and a 'theme'");
    if (!read_share(object, "win", &p->win) || !read_share(object, "second", &p->second))
        return refuse(why, "'win' and 'second' must be numbers from 0 to 1");
    if (!record)
        return refuse(why, "it needs a 'record'");
    return host_match_load(&p->match, record, why) == CAPU_OK && read_decision(p, object, why);
}

bool host_practice_read(host_practice *out, const char *line, size_t length, capu_text *why) {
    char unread[256];
    capu_text nobody = capu_text_on(unread, sizeof unread);
    host_tree tree;

    *out = (host_practice){0};
    why = why ? why : &nobody;
    if (!host_tree_parse(&tree, line, length, why))
        return false;
    bool read = read_whole(out, tree.nodes, why);
    host_tree_free(&tree);
    if (!read)
        host_practice_free(out);
    return read;
}

void host_practice_free(host_practice *practice) {
    host_match_free(&practice->match);
}

/* Three digits behind the point are enough for a share of a win. */
static void write_share(host_json *json, const char *name, double share) {
    char digits[32];

    snprintf(digits, sizeof digits, "%.3f", share);
    host_json_raw(json, name, digits);
}

static void write_best(const host_practice *p, host_json *json) {
    host_json_open(json, "best", '[');
    for (int i = 0; i < p->best_count; i++) {
        char action[CAPU_ACTION_TEXT];
        capu_text notation = capu_text_on(action, sizeof action);
        capu_action_write(p->match.record.game, p->best[i], false, &notation);
        host_json_text(json, NULL, action);
    }
    host_json_close(json, ']');
}

void host_practice_write(const host_practice *p, capu_text *text) {
    host_json json = {.text = *text};
    capu_text record = {0};

    host_match_write(&p->match, &record);
    host_json_open(&json, NULL, '{');
    host_json_text(&json, "id", p->id);
    host_json_text(&json, "theme", p->theme);
    host_json_number(&json, "players", p->match.record.players);
    host_json_number(&json, "seat", p->seat);
    write_best(p, &json);
    write_share(&json, "win", p->win);
    write_share(&json, "second", p->second);
    host_json_raw(&json, "record", record.at);
    host_json_close(&json, '}');
    free(record.at);
    *text = json.text;
}

bool host_practice_is_best(const host_practice *practice, capu_action action) {
    for (int i = 0; i < practice->best_count; i++)
        if (practice->best[i] == action)
            return true;
    return false;
}

/* ------------------------------------------------------------------ shipped */

/* The line with this index; NULL: there are fewer. */
static const char *line_at(const capu_game *game, int index, size_t *length) {
    size_t size;
    const char *at = host_shipped_practice(capu_info(game)->name, &size), *end = at + size;

    while (at && at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        *length = (size_t)((stop ? stop : end) - at);
        if (*length && index-- == 0)
            return at;
        at += *length + 1;
    }
    return NULL;
}

int host_practice_count(const capu_game *game) {
    size_t size;
    const char *at = host_shipped_practice(capu_info(game)->name, &size);
    int count = 0;

    for (size_t i = 0; i < size; i++)
        count += at[i] != '\n' && (i + 1 == size || at[i + 1] == '\n');
    return count;
}

bool host_practice_at(const capu_game *game, int index, host_practice *out) {
    size_t length;
    const char *line = line_at(game, index, &length);

    return line && host_practice_read(out, line, length, NULL);
}

bool host_practice_of_day(int64_t day, const capu_game **game, int *index) {
    int games = 0, at = 0;

    for (int i = 0; capu_game_at(i); i++)
        games += host_practice_count(capu_game_at(i)) > 0;
    if (games == 0)
        return false;
    for (int64_t turn = day % games; turn >= 0; at++)
        turn -= host_practice_count(capu_game_at(at)) > 0;
    const capu_game *chosen = capu_game_at(at - 1);
    if (game)
        *game = chosen;
    if (index)
        *index = (int)(day / games % host_practice_count(chosen));
    return true;
}

int64_t host_today(void) {
    time_t now = time(NULL);
    struct tm local;

    localtime_r(&now, &local);
    local.tm_isdst = 0;
    return (int64_t)timegm(&local) / 86400;
}

/* ----------------------------------------------------------------- progress */

/* Days until a position comes back that has been answered right so often since it was missed. */
static const int days_until[] = {1, 3, 7, 21};
enum { TIMES = sizeof days_until / sizeof days_until[0] };

static host_done *find(const host_progress *progress, const char *id) {
    for (int i = 0; i < progress->count; i++)
        if (strcmp(progress->rows[i].id, id) == 0)
            return &progress->rows[i];
    return NULL;
}

const host_done *host_progress_find(const host_progress *progress, const char *id) {
    return find(progress, id);
}

static host_done *add(host_progress *progress, const char *id) {
    size_t rows = (size_t)progress->count + 1;

    progress->rows = host_grow(progress->rows, rows * sizeof *progress->rows);
    host_done *row = &progress->rows[progress->count++];
    *row = (host_done){0};
    snprintf(row->id, sizeof row->id, "%s", id);
    return row;
}

void host_progress_answer(host_progress *progress, const char *id, bool right, int64_t today) {
    host_done *row = find(progress, id);

    row = row ? row : add(progress, id);
    row->right = right ? row->right + 1 : 0;
    row->wrong += !right;
    row->due = row->wrong && row->right < TIMES ? today + days_until[row->right] : 0;
}

/* As in "capital-lux-2-017". */
static bool is_id(const char *text) {
    size_t length = strlen(text);

    return length > 0 && length < HOST_PRACTICE_ID &&
           strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == length;
}

static bool read_count(const capu_node *row, const char *name, int64_t *number) {
    return capu_node_number(capu_node_find(row, name), number) && *number >= 0 &&
           *number <= HOST_DONE_NUMBER;
}

static bool read_row(host_progress *out, const char *id, const capu_node *row) {
    if (!is_id(id) || row->type != CAPU_NODE_OBJECT || row->count != 3)
        return false;
    host_done *done = add(out, id);
    return read_count(row, "right", &done->right) && read_count(row, "wrong", &done->wrong) &&
           read_count(row, "due", &done->due);
}

bool host_progress_read(host_progress *out, const capu_node *object, capu_text *why) {
    const capu_node *rows = capu_node_find(object, "done");

    *out = (host_progress){0};
    if (!rows || rows->type != CAPU_NODE_OBJECT || rows->count > HOST_DONE_MOST)
        return refuse(why, "'done' must be an object of at most 1000 positions");
    const capu_node *name = rows + 1;
    for (uint32_t i = 0; i < rows->count; i++, name += 1 + name[1].size)
        if (!read_row(out, name->text, name + 1)) {
            host_progress_free(out);
            return refuse(why, "each position in 'done' must have an id in small letters, and "
                               "'right', 'wrong' and 'due' from 0 to 1000000");
        }
    return true;
}

void host_progress_free(host_progress *progress) {
    free(progress->rows);
    *progress = (host_progress){0};
}

void host_progress_write(const host_progress *progress, capu_text *text) {
    host_json json = {.text = *text};

    host_json_open(&json, NULL, '{');
    for (int i = 0; i < progress->count; i++) {
        const host_done *row = &progress->rows[i];
        host_json_open(&json, row->id, '{');
        host_json_number(&json, "right", row->right);
        host_json_number(&json, "wrong", row->wrong);
        host_json_number(&json, "due", row->due);
        host_json_close(&json, '}');
    }
    host_json_close(&json, '}');
    *text = json.text;
}
