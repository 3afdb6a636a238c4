/* The server: what its parts share. */
#ifndef CAPU_SERVER_H
#define CAPU_SERVER_H

#include <microhttpd.h>
#include <stdatomic.h>

#include "server/config.h"
#include "server/hub.h"
#include "server/pool.h"

/* Counters for /metrics. */
typedef struct server_metrics {
    _Atomic uint64_t requests, refused, failed, notices, limited, catch_ups, hashes;
    _Atomic uint64_t moves, bot_moves; /* only moves that everybody has been told of */
    _Atomic uint64_t act_microseconds; /* from the request to its answer, in total */
    _Atomic uint64_t act_buckets[12];
    _Atomic int connections;
} server_metrics;

typedef struct server_main {
    server_config *_Atomic config;
    store_main *store;
    server_hub *hub;
    server_pool *handlers; /* requests */
    server_pool *hashing;  /* requests that hash passwords: a flood of them must not starve play */
    server_pool *past;     /* requests that read a whole log again, which takes time too */
    server_pool *bots;
    struct MHD_Daemon *daemon;
    struct server_limits *limits;
    struct server_sessions *sessions;
    char own[288]; /* http:// and the address we listen on, as this machine can open it */
    server_metrics metrics;
    pthread_t sweeper, notifier, pulse;
    atomic_bool stopping;
    pthread_mutex_t rest;
    pthread_cond_t wake; /* signalled when the server stops */
    int64_t started;
} server_main;

/* Opens the store, listens, and begins to serve. It takes over the configuration. NULL after a
 * failure, with a sentence in `why`; the configuration still belongs to the caller then. */
server_main *server_start(server_config *config, capu_text *why);
/* Its scheme, host and port, as browsers send them in Origin. The text lives as long as the server,
 * but a reload may replace it by another. */
const char *server_origin(const server_main *server);
/* Whether it is behind TLS. */
bool server_secure(const server_main *server);
/* The port that it listens on. */
int server_port(const server_main *server);
/* Switches to another configuration, and takes it over. */
void server_reload(server_main *server, server_config *config);
/* Finishes the requests in progress, and ends. */
void server_stop(server_main *server);
/* Makes a one-time token for becoming the host, if there is no host; false: there is one. */
bool server_host_token(store_main *store, bool always, char token[64]);

/* ------------------------------------------------------------------ its parts */

/* Has the bots of a table play soon, in another thread. The table is taken. */
void server_bots_attend(void *server, server_live *live);
/* Makes the step that is made by itself, if one is due, and those that follow. The table is taken;
 * false: none was due. */
bool server_step_silently(server_main *server, server_live *live);
/* A thread that looks at tables that are due: time is up, no node plays a bot, somebody needs a
 * notice. It also prunes the store. */
void *server_sweep(void *server);
/* A thread that looks after connections, even while the store hangs. */
void *server_pulse(void *server);
/* A thread that sends notices from the outbox. */
void *server_notify(void *server);
/* Where notices for a person go, "" for nowhere. And whether the person has yet to confirm an
 * address. */
const char *server_contact(server_main *server, const store_person *person);
store_found server_contact_waits(server_main *server, const char *person);
/* Sleeps that long, or until the server stops. */
void server_doze(server_main *server, int milliseconds);
/* Starts a table that is full; the table is taken. */
store_stored server_start_table(server_main *server, server_live *live);

/* The server's figures for Prometheus. Unless `whole`, it leaves out every figure that a hidden
 * move would change. */
void server_metrics_text(server_main *server, bool whole, capu_text *text);
/* Counts the moves that an entry made public. */
void server_metrics_told(server_main *server, const server_table *table, const server_news *news);
void server_metrics_act(server_main *server, int64_t microseconds);
int64_t server_microseconds(void);

/* ---------------------------------------------------------------------- logs */

typedef enum server_severity { LOG_DEBUG_, LOG_INFO_, LOG_WARNING_, LOG_ERROR_ } server_severity;
void server_log_format(bool json);
/* One line to standard error: what happened, and pairs of name and text up to NULL. */
void server_log(server_severity severity, const char *what, ...);
/* One line to standard output: a sentence for people, or a line of the log for programs. */
void server_announce(const char *sentence, const char *what, ...);

/* -------------------------------------------------------------------- limits */

struct server_limits *server_limits_new(void);
/* A token bucket for each key. It holds `burst` tokens and gains `rate` a second. Takes one token;
 * false: the bucket is empty. */
bool server_limits_take(struct server_limits *limits, const char *kind, const char *key,
                        double rate, double burst);

/* ------------------------------------------------------------------ sessions */

enum { TOKEN_BYTES = 32, TOKEN_TEXT = 44, SERVER_SETTING_TEXT = STORE_ID_TEXT + 16 };
struct server_sessions *server_sessions_new(store_main *store);
/* Finds the person whose session has this token. */
store_found server_session_find(server_main *server, const char *token, store_person *person);
/* Likewise, but only from memory. */
bool server_session_recall(server_main *server, const char *token, store_person *person);
/* Begins a session of a person. The client keeps `token`. */
bool server_session_begin(server_main *server, const char *person, char token[TOKEN_TEXT]);
bool server_session_end(server_main *server, const char *token, const char *person);
/* What a device keeps after somebody has logged in with it, and whether it belongs to that person.
 * Strangers' guesses elsewhere do not lock such a device out. It gives no access by itself. */
enum { DEVICE_TEXT = STORE_ID_TEXT + TOKEN_TEXT };
void server_new_device(server_main *server, const char *person, char device[DEVICE_TEXT]);
bool server_is_device_of(server_main *server, const char *person, const char *device);
/* Notes that something about a person has changed (NULL: about anybody, perhaps). Forgets what is
 * in memory, ends streams whose session has ended, and gives the other streams the new mutes. */
void server_person_changed(server_main *server, const char *person);
/* A new unguessable id of 128 bits; a token of 256. */
void server_new_id(char id[STORE_ID_TEXT]);
void server_new_token(char token[TOKEN_TEXT]);

#endif
