/* Sessions: 256 random bits that the client keeps, and their hash that we keep. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "host/memory.h"
#include "server/server.h"
#include "server/stream.h"

/* People found lately, so that not every request asks the store. When another node changes one,
 * the doorbell has us forget them; should it be broken, we are out of date for as long as
 * SHARED_MEMORY. Each has one of a few places. */
enum { SETS = 2048, PLACES = 4, REMEMBERED = SETS * PLACES, SHARED_MEMORY = 5000, MEMORY = 600000 };
static const int64_t LIFETIME = 400LL * 86400 * 1000, DAY = 86400 * 1000;

struct capu_sessions {
    pthread_mutex_t lock;
    uint8_t device_key[crypto_auth_KEYBYTES];
    uint64_t forgotten; /* how often something was: what was read before that is not remembered */
    struct {
        char hash[HASH_TEXT];
        int64_t until;
        capu_person person;
    } known[REMEMBERED];
};

/* The same for all nodes and after every start; should the store fail, for this one and once. */
static void make_device_key(capu_store *store, uint8_t key[crypto_auth_KEYBYTES]) {
    char fresh[TOKEN_TEXT], kept[TOKEN_TEXT + 1];
    capu_text value = capu_text_on(kept, sizeof kept);

    capu_new_token(fresh);
    if (!capu_store_keep_setting(store, "device_key", fresh) ||
        !capu_store_setting(store, "device_key", &value) || value.length != TOKEN_TEXT - 1)
        snprintf(kept, sizeof kept, "%s", fresh);
    crypto_generichash(key, crypto_auth_KEYBYTES, (const uint8_t *)kept, strlen(kept), NULL, 0);
}

struct capu_sessions *capu_sessions_new(capu_store *store) {
    struct capu_sessions *sessions = capu_alloc(sizeof *sessions);

    pthread_mutex_init(&sessions->lock, NULL);
    make_device_key(store, sessions->device_key);
    return sessions;
}

void capu_new_id(char id[CAPU_ID_TEXT]) {
    uint8_t bytes[16];

    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(id, CAPU_ID_TEXT, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void capu_new_token(char token[TOKEN_TEXT]) {
    uint8_t bytes[TOKEN_BYTES];

    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(token, TOKEN_TEXT, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* The place of a session, or else of the one in its set that is to be forgotten first. */
static int place(const struct capu_sessions *s, const char *hash) {
    int first = (int)(capu_hash_text(hash) % SETS) * PLACES, best = first;

    for (int i = first; i < first + PLACES; i++) {
        if (strcmp(s->known[i].hash, hash) == 0)
            return i;
        if (s->known[i].until < s->known[best].until)
            best = i;
    }
    return best;
}

static bool recall(struct capu_sessions *s, const char *hash, capu_person *person) {
    int64_t now = capu_now();

    pthread_mutex_lock(&s->lock);
    int i = place(s, hash);
    bool known = s->known[i].until > now && strcmp(s->known[i].hash, hash) == 0;
    if (known)
        *person = s->known[i].person;
    pthread_mutex_unlock(&s->lock);
    return known;
}

static uint64_t times_forgotten(struct capu_sessions *s) {
    pthread_mutex_lock(&s->lock);
    uint64_t count = s->forgotten;
    pthread_mutex_unlock(&s->lock);
    return count;
}

static void remember(struct capu_sessions *s, const char *hash, const capu_person *person,
                     uint64_t forgotten, int64_t until) {
    pthread_mutex_lock(&s->lock);
    if (s->forgotten == forgotten) {
        int i = place(s, hash);
        memcpy(s->known[i].hash, hash, HASH_TEXT);
        s->known[i].until = until;
        s->known[i].person = *person;
    }
    pthread_mutex_unlock(&s->lock);
}

static void forget(struct capu_sessions *s, const char *person) {
    pthread_mutex_lock(&s->lock);
    s->forgotten++;
    for (int i = 0; i < REMEMBERED; i++)
        if (!person || strcmp(s->known[i].person.id, person) == 0)
            s->known[i].until = 0;
    pthread_mutex_unlock(&s->lock);
}

void capu_person_changed(capu_server *server, const char *person) {
    forget(server->sessions, person);
    capu_streams_review(server->store, person);
}

/* Whoever has not been seen for long is forgotten one day; once a day is often enough to say so. */
static void note_seen(capu_server *server, capu_person *person) {
    int64_t now = capu_now();

    if (now - person->seen > DAY && capu_store_seen(server->store, person->id, now))
        person->seen = now;
}

bool capu_session_recall(capu_server *server, const char *token, capu_person *person) {
    char hash[HASH_TEXT];

    capu_sha256_text(token, hash);
    return recall(server->sessions, hash, person);
}

capu_found capu_session_find(capu_server *server, const char *token, capu_person *person) {
    char hash[HASH_TEXT];

    if (strlen(token) != TOKEN_TEXT - 1)
        return NOT_FOUND;
    capu_sha256_text(token, hash);
    if (recall(server->sessions, hash, person))
        return FOUND;
    uint64_t forgotten = times_forgotten(server->sessions);
    capu_found found = capu_store_session(server->store, hash, capu_now(), person);
    if (found == FOUND) {
        note_seen(server, person);
        remember(server->sessions, hash, person, forgotten,
                 capu_now() + (capu_store_shared(server->store) ? SHARED_MEMORY : MEMORY));
    }
    return found;
}

bool capu_session_begin(capu_server *server, const char *person, char token[TOKEN_TEXT]) {
    char hash[HASH_TEXT];
    int64_t now = capu_now();

    capu_new_token(token);
    capu_sha256_text(token, hash);
    return capu_store_put_session(server->store, hash, person, now, now + LIFETIME);
}

bool capu_session_end(capu_server *server, const char *token, const char *person) {
    char hash[HASH_TEXT];

    capu_sha256_text(token, hash);
    bool ended = capu_store_end_session(server->store, hash, person);
    capu_person_changed(server, person);
    return ended;
}

/* --------------------------------------------------------------------- devices */

/* A device holds a random id and what only we can say of that id and the person. */
static void sign_device(capu_server *server, const char *person, const char *id,
                        char device[DEVICE_TEXT]) {
    uint8_t seal[crypto_auth_BYTES];
    char signed_text[2 * CAPU_ID_TEXT], text[TOKEN_TEXT];

    snprintf(signed_text, sizeof signed_text, "%s %s", id, person);
    crypto_auth(seal, (const uint8_t *)signed_text, strlen(signed_text),
                server->sessions->device_key);
    sodium_bin2base64(text, sizeof text, seal, sizeof seal,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    snprintf(device, DEVICE_TEXT, "%s.%s", id, text);
}

void capu_new_device(capu_server *server, const char *person, char device[DEVICE_TEXT]) {
    char id[CAPU_ID_TEXT];

    capu_new_id(id);
    sign_device(server, person, id, device);
}

bool capu_is_device_of(capu_server *server, const char *person, const char *device) {
    char id[CAPU_ID_TEXT], expected[DEVICE_TEXT];
    size_t length = strcspn(device, ".");

    if (!*person || length != CAPU_ID_TEXT - 2)
        return false;
    snprintf(id, sizeof id, "%.*s", (int)length, device);
    sign_device(server, person, id, expected);
    return strlen(device) == strlen(expected) &&
           sodium_memcmp(device, expected, strlen(expected)) == 0;
}
