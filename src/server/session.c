/* Sessions: 256 random bits that the client keeps, and their hash that we keep. */
#include "server/session.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "host/memory.h"
#include "server/clock.h"
#include "server/stream.h"

/* People found lately, so that not every request asks the store. When another node changes one,
 * the doorbell has us forget them; should it be broken, we are out of date for as long as
 * SHARED_MEMORY. Each has one of a few places. */
enum { SETS = 2048, PLACES = 4, REMEMBERED = SETS * PLACES, SHARED_MEMORY = 5000, MEMORY = 600000 };
static const int64_t LIFETIME = 400LL * 86400 * 1000, DAY = 86400 * 1000;

struct server_sessions {
    pthread_mutex_t lock;
    uint8_t device_key[crypto_auth_KEYBYTES];
    uint64_t forgotten; /* how often something was: what was read before that is not remembered */
    struct {
        char hash[HASH_TEXT];
        int64_t until;
        store_person person;
    } known[REMEMBERED];
};

/* The same for all nodes and after every start; should the store fail, for this one and once. */
static void make_device_key(store_main *store, uint8_t key[crypto_auth_KEYBYTES]) {
    char fresh[TOKEN_TEXT], kept[TOKEN_TEXT + 1];
    capu_text value = capu_text_on(kept, sizeof kept);

    server_new_token(fresh);
    if (!store_keep_setting(store, "device_key", fresh) ||
        !store_setting(store, "device_key", &value) || value.length != TOKEN_TEXT - 1)
        snprintf(kept, sizeof kept, "%s", fresh);
    crypto_generichash(key, crypto_auth_KEYBYTES, (const uint8_t *)kept, strlen(kept), NULL, 0);
}

struct server_sessions *server_sessions_new(store_main *store) {
    struct server_sessions *sessions = host_alloc(sizeof *sessions);

    pthread_mutex_init(&sessions->lock, NULL);
    make_device_key(store, sessions->device_key);
    return sessions;
}

void server_new_id(char id[STORE_ID_TEXT]) {
    uint8_t bytes[16];

    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(id, STORE_ID_TEXT, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void server_new_token(char token[TOKEN_TEXT]) {
    uint8_t bytes[TOKEN_BYTES];

    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(token, TOKEN_TEXT, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* The place of a session, or else of the one in its set that is to be forgotten first. */
static int place(const struct server_sessions *s, const char *hash) {
    int first = (int)(server_hash_text(hash) % SETS) * PLACES, best = first;

    for (int i = first; i < first + PLACES; i++) {
        if (strcmp(s->known[i].hash, hash) == 0)
            return i;
        if (s->known[i].until < s->known[best].until)
            best = i;
    }
    return best;
}

static bool recall(struct server_sessions *s, const char *hash, store_person *person) {
    int64_t now = server_now();

    pthread_mutex_lock(&s->lock);
    int i = place(s, hash);
    bool known = s->known[i].until > now && strcmp(s->known[i].hash, hash) == 0;
    if (known)
        *person = s->known[i].person;
    pthread_mutex_unlock(&s->lock);
    return known;
}

static uint64_t times_forgotten(struct server_sessions *s) {
    pthread_mutex_lock(&s->lock);
    uint64_t count = s->forgotten;
    pthread_mutex_unlock(&s->lock);
    return count;
}

static void remember(struct server_sessions *s, const char *hash, const store_person *person,
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

static void forget(struct server_sessions *s, const char *person) {
    pthread_mutex_lock(&s->lock);
    s->forgotten++;
    for (int i = 0; i < REMEMBERED; i++)
        if (!person || strcmp(s->known[i].person.id, person) == 0)
            s->known[i].until = 0;
    pthread_mutex_unlock(&s->lock);
}

void server_person_changed(server_main *server, const char *person) {
    forget(server->sessions, person);
    server_streams_review(server->streams, server->store, person);
}

/* Whoever has not been seen for long is forgotten one day; once a day is often enough to say so. */
static void note_seen(server_main *server, store_person *person) {
    int64_t now = server_now();

    if (now - person->seen > DAY && store_seen(server->store, person->id, now))
        person->seen = now;
}

bool server_session_recall(server_main *server, const char *token, store_person *person) {
    char hash[HASH_TEXT];

    host_sha256_text(token, hash);
    return recall(server->sessions, hash, person);
}

store_found server_session_find(server_main *server, const char *token, store_person *person) {
    char hash[HASH_TEXT];

    if (strlen(token) != TOKEN_TEXT - 1)
        return NOT_FOUND;
    host_sha256_text(token, hash);
    if (recall(server->sessions, hash, person))
        return FOUND;
    uint64_t forgotten = times_forgotten(server->sessions);
    store_found found = store_session(server->store, hash, server_now(), person);
    if (found == FOUND) {
        note_seen(server, person);
        remember(server->sessions, hash, person, forgotten,
                 server_now() + (store_shared(server->store) ? SHARED_MEMORY : MEMORY));
    }
    return found;
}

bool server_session_begin(server_main *server, const char *person, char token[TOKEN_TEXT]) {
    char hash[HASH_TEXT];
    int64_t now = server_now();

    server_new_token(token);
    host_sha256_text(token, hash);
    return store_put_session(server->store, hash, person, now, now + LIFETIME);
}

bool server_session_end(server_main *server, const char *token, const char *person) {
    char hash[HASH_TEXT];

    host_sha256_text(token, hash);
    bool ended = store_end_session(server->store, hash, person);
    server_person_changed(server, person);
    return ended;
}

/* --------------------------------------------------------------------- devices */

/* A device holds a random id and what only we can say of that id and the person. */
static void sign_device(server_main *server, const char *person, const char *id,
                        char device[DEVICE_TEXT]) {
    uint8_t seal[crypto_auth_BYTES];
    char signed_text[2 * STORE_ID_TEXT], text[TOKEN_TEXT];

    snprintf(signed_text, sizeof signed_text, "%s %s", id, person);
    crypto_auth(seal, (const uint8_t *)signed_text, strlen(signed_text),
                server->sessions->device_key);
    sodium_bin2base64(text, sizeof text, seal, sizeof seal,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    snprintf(device, DEVICE_TEXT, "%s.%s", id, text);
}

void server_new_device(server_main *server, const char *person, char device[DEVICE_TEXT]) {
    char id[STORE_ID_TEXT];

    server_new_id(id);
    sign_device(server, person, id, device);
}

bool server_is_device_of(server_main *server, const char *person, const char *device) {
    char id[STORE_ID_TEXT], expected[DEVICE_TEXT];
    size_t length = strcspn(device, ".");

    if (!*person || length != STORE_ID_TEXT - 2)
        return false;
    snprintf(id, sizeof id, "%.*s", (int)length, device);
    sign_device(server, person, id, expected);
    return strlen(device) == strlen(expected) &&
           sodium_memcmp(device, expected, strlen(expected)) == 0;
}
