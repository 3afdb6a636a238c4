/* Randomness and files: see system.h. */
#include "host/system.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/memory.h"

static void fill_random(void *bytes, size_t count) {
    if (getrandom(bytes, count, 0) == (ssize_t)count)
        return;
    perror("capucine: the system gives no random numbers");
    exit(1);
}

void host_system_seed(uint8_t seed[CAPU_SEED_BYTES]) {
    fill_random(seed, CAPU_SEED_BYTES);
}

uint64_t host_system_number(void) {
    uint64_t number;

    fill_random(&number, sizeof number);
    return number;
}

static _Atomic uint64_t place;

static void draw_place(void) {
    place = host_system_number();
}

/* Steps of an odd size from a random place come back after 2^64 of them; mixing the bits
 * (splitmix64) loses none. */
uint64_t host_unique_number(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, draw_place);
    uint64_t bits = atomic_fetch_add(&place, 0x9e3779b97f4a7c15u);
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111ebu;
    return bits ^ bits >> 31;
}

static void tell(capu_text *why, const char *path) {
    capu_text_add(why, path);
    capu_text_add(why, ": ");
    capu_text_add(why, strerror(errno));
}

void host_say_path(capu_text *why, const char *reason, const char *path) {
    capu_text_add(why, reason);
    capu_text_add(why, ": ");
    capu_text_add(why, path);
}

enum { MOST_BYTES = 16 << 20, AT_ONCE = 65536 };

/* All bytes, or a few more than MOST_BYTES. */
static char *read_all(FILE *file, size_t *length) {
    capu_text text = {0};

    while (text.length <= MOST_BYTES) {
        host_text_reserve(&text, AT_ONCE);
        size_t got = fread(text.at + text.length, 1, AT_ONCE, file);
        if (got == 0)
            break;
        text.length += got;
    }
    text.at[text.length] = '\0';
    *length = text.length;
    return text.at;
}

char *host_read_file(const char *path, size_t *length, capu_text *why) {
    bool standard_input = strcmp(path, "-") == 0;
    FILE *file = standard_input ? stdin : fopen(path, "rb");

    if (!file) {
        tell(why, path);
        return NULL;
    }
    char *text = read_all(file, length);
    bool failed = ferror(file);
    if (!standard_input)
        fclose(file);
    if (!failed && *length <= MOST_BYTES)
        return text;
    if (failed)
        tell(why, path);
    else
        host_say_path(why, path, "it is longer than 16 MiB");
    free(text);
    return NULL;
}

static bool write_all(int file, const char *text, size_t length) {
    while (length > 0) {
        ssize_t written = write(file, text, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        text += written;
        length -= (size_t)written;
    }
    return true;
}

/* A device or a pipe is written to; it must not be replaced. */
static bool is_device(const char *path) {
    struct stat status;

    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

static bool write_device(const char *path, const char *text, size_t length, capu_text *why) {
    int file = open(path, O_WRONLY | O_CLOEXEC);
    bool written = file >= 0 && write_all(file, text, length);

    if (!written)
        host_say_path(why, strerror(errno), path);
    if (file >= 0)
        close(file);
    return written;
}

/* Into a new file beside it, which then takes its name: a crash leaves the old one or the new. */
bool host_write_file(const char *path, const char *text, size_t length, capu_text *why) {
    if (is_device(path))
        return write_device(path, text, length, why);
    size_t room = strlen(path) + 8;
    char *beside = host_alloc(room);
    snprintf(beside, room, "%s.XXXXXX", path);
    int file = mkstemp(beside);
    bool written = file >= 0 && write_all(file, text, length) && fsync(file) == 0;

    if (file >= 0 && close(file) != 0)
        written = false;
    if (written)
        written = rename(beside, path) == 0;
    if (!written) {
        host_say_path(why, strerror(errno), path);
        if (file >= 0)
            unlink(beside);
    }
    free(beside);
    return written;
}
