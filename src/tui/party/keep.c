/* Where games are kept: see keep.h. */
#include "tui/party/keep.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/match.h"
#include "host/memory.h"

enum { LOOK_BACK = 300 }; /* files */

/* mkdir -p, for the owner alone. */
static bool make_folder(char *path) {
    for (char *at = path + 1; *at; at++)
        if (*at == '/') {
            *at = '\0';
            mkdir(path, 0700);
            *at = '/';
        }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

static bool folder(char path[KEEP_PATH]) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int length = -1;

    errno = ENOENT; /* there is no home */
    if (data && *data == '/')
        length = snprintf(path, KEEP_PATH, "%s/capucine", data);
    else if (home && *home)
        length = snprintf(path, KEEP_PATH, "%s/.local/share/capucine", home);
    return length > 0 && length < KEEP_PATH - 96 && make_folder(path);
}

bool tui_keep_path(const char *name, char path[KEEP_PATH]) {
    if (!folder(path))
        return false;
    size_t length = strlen(path);
    return snprintf(path + length, KEEP_PATH - length, "/%s", name) < (int)(KEEP_PATH - length);
}

bool tui_keep_new(const capu_game *game, char path[KEEP_PATH]) {
    char name[96], day[32];
    time_t now = time(NULL);
    struct tm local;

    strftime(day, sizeof day, "%Y-%m-%d-%H%M%S", localtime_r(&now, &local));
    snprintf(name, sizeof name, "%s-%s-%d.json", capu_info(game)->name, day, (int)getpid());
    return tui_keep_path(name, path);
}

bool tui_keep_has(const char *path) {
    char within[KEEP_PATH];
    size_t length = folder(within) ? strlen(within) : 0;

    return length && strncmp(path, within, length) == 0 && path[length] == '/' &&
           !strchr(path + length + 1, '/');
}

/* --------------------------------------------------------------------- locks */

static void lock_name(const char *path, char name[KEEP_PATH + 8]) {
    snprintf(name, KEEP_PATH + 8, "%s.lock", path);
}

/* Beside the game, since the game's own file is replaced with every action. The kernel gives it
 * back when the program dies. */
int tui_keep_lock(const char *path) {
    char name[KEEP_PATH + 8];

    struct stat status;

    lock_name(path, name);
    for (;;) {
        int lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (lock < 0)
            return -1;
        bool ours = flock(lock, LOCK_EX | LOCK_NB) == 0;
        if (ours && fstat(lock, &status) == 0 && status.st_nlink > 0)
            return lock;
        close(lock); /* another has it, or has just removed the file that we opened */
        if (!ours) {
            errno = EWOULDBLOCK;
            return -1;
        }
    }
}

void tui_keep_unlock(const char *path, int lock) {
    char name[KEEP_PATH + 8];

    if (lock < 0)
        return;
    lock_name(path, name);
    unlink(name);
    close(lock);
}

static bool is_played(const char *path) {
    int lock = tui_keep_lock(path);
    bool others = lock < 0 && errno == EWOULDBLOCK;

    tui_keep_unlock(path, lock);
    return others;
}

/* ---------------------------------------------------------------------- list */

static bool ends_with(const char *name, const char *end) {
    size_t length = strlen(name), tail = strlen(end);

    return length > tail && strcmp(name + length - tail, end) == 0;
}

static bool read_kept(const char *name, tui_kept *kept) {
    char reason[256];
    capu_text why = capu_text_on(reason, sizeof reason);
    host_match match;
    struct stat status;

    *kept = (tui_kept){0};
    if (!ends_with(name, ".json") || !tui_keep_path(name, kept->path) ||
        stat(kept->path, &status) != 0 || is_played(kept->path))
        return false;
    kept->at = status.st_mtime;
    if (host_match_open(&match, kept->path, &why) != CAPU_OK)
        return true;
    kept->game = match.record.game;
    kept->players = match.record.players;
    kept->count = match.record.count;
    bool goes_on = capu_actors(&match.state) != 0;
    host_match_free(&match);
    return goes_on;
}

/* A file in the folder, before it is read. */
typedef struct found {
    char name[256];
    time_t at;
} found;

static int newest_first(const void *a, const void *b) {
    const found *first = a, *second = b;

    if (first->at != second->at)
        return first->at < second->at ? 1 : -1;
    return strcmp(second->name, first->name);
}

/* All files, the newest first; the caller frees them. */
static found *find_all(int *count) {
    char path[KEEP_PATH];
    DIR *all = folder(path) ? opendir(path) : NULL;
    struct dirent *entry;
    struct stat status;
    found *list = NULL;

    *count = 0;
    while (all && (entry = readdir(all))) {
        if (fstatat(dirfd(all), entry->d_name, &status, 0) != 0)
            continue;
        list = host_grow(list, (size_t)(*count + 1) * sizeof *list);
        snprintf(list[*count].name, sizeof list->name, "%s", entry->d_name);
        list[(*count)++].at = status.st_mtime;
    }
    if (all)
        closedir(all);
    if (*count)
        qsort(list, (size_t)*count, sizeof *list, newest_first);
    return list;
}

int tui_keep_list(tui_kept *out, int most) {
    int files, count = 0;
    found *list = find_all(&files);

    /* games that are over pile up: how far back one looks has a limit */
    for (int i = 0; i < files && i < LOOK_BACK && count < most; i++)
        count += read_kept(list[i].name, &out[count]);
    free(list);
    return count;
}

static bool is_over(const char *name) {
    char reason[256], path[KEEP_PATH];
    capu_text why = capu_text_on(reason, sizeof reason);
    host_match match;

    if (!tui_keep_path(name, path) || host_match_open(&match, path, &why) != CAPU_OK)
        return false;
    bool over = capu_actors(&match.state) == 0;
    host_match_free(&match);
    return over;
}

/* By its name first: a record is read only if it may be of this kind (tui_keep_new). */
bool tui_keep_finished(const capu_game *game) {
    const char *kind = capu_info(game)->name;
    size_t length = strlen(kind);
    bool finished = false;
    int files;
    found *list = find_all(&files);

    for (int i = 0; i < files && !finished; i++)
        finished = strncmp(list[i].name, kind, length) == 0 && list[i].name[length] == '-' &&
                   ends_with(list[i].name, ".json") && is_over(list[i].name);
    free(list);
    return finished;
}

const tui_kept *tui_keep_last(const tui_kept *list, int count) {
    for (int i = 0; i < count; i++)
        if (list[i].game)
            return &list[i];
    return NULL;
}
