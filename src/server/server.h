/* The server: what its parts share. */
#ifndef CAPU_SERVER_H
#define CAPU_SERVER_H

#include <microhttpd.h>
#include <stdatomic.h>

#include "server/config.h"
#include "server/hub.h"
#include "server/pool.h"

/* Counters for /metrics. */
typedef struct capu_metrics {
    _Atomic uint64_t requests, refused, failed, notices, limited, catch_ups, hashes;
    _Atomic uint64_t moves, bot_moves; /* only moves that everybody has been told of */
    _Atomic uint64_t act_microseconds; /* from the request to its answer, in total */
    _Atomic uint64_t act_buckets[12];
    _Atomic int connections;
} capu_metrics;

typedef struct capu_server {
    capu_config *_Atomic config;
    capu_store *store;
    capu_hub *hub;
    capu_pool *handlers; /* requests */
    capu_pool *hashing;  /* requests that hash passwords: a flood of them must not starve play */
    capu_pool *past;     /* requests that read a whole log again, which takes time too */
    capu_pool *bots;
    struct MHD_Daemon *daemon;
    struct capu_limits *limits;
    struct capu_sessions *sessions;
    char own[288]; /* http:// and the address we listen on, as this machine can open it */
    capu_metrics metrics;
    pthread_t sweeper, notifier, pulse;
    atomic_bool stopping;
    pthread_mutex_t rest;
    pthread_cond_t wake; /* signalled when the server stops */
    int64_t started;
} capu_server;

/* Opens the store, listens, and begins to serve. It takes over the configuration. NULL after a
 * failure, with a sentence in `why`; the configuration still belongs to the caller then. */
capu_server *capu_server_start(capu_config *config, capu_text *why);
/* Its scheme, host and port, as browsers send them in Origin. The text lives as long as the server,
 * but a reload may replace it by another. */
const char *capu_server_origin(const capu_server *server);
/* Whether it is behind TLS. */
bool capu_server_secure(const capu_server *server);
/* The port that it listens on. */
int capu_server_port(const capu_server *server);
/* Switches to another configuration, and takes it over. */
void capu_server_reload(capu_server *server, capu_config *config);
/* Finishes the requests in progress, and ends. */
void capu_server_stop(capu_server *server);
/* Makes a one-time token for becoming the host, if there is no host; false: there is one. */
bool capu_server_host_token(capu_store *store, bool always, char token[64]);

/* ------------------------------------------------------------------ its parts */

/* Has the bots of a table play soon, in another thread. The table is taken. */
void capu_bots_attend(void *server, capu_live *live);
/* A thread that looks at tables that are due: time is up, no node plays a bot, somebody needs a
 * notice. It also prunes the store. */
void *capu_sweep(void *server);
/* A thread that looks after connections, even while the store hangs. */
void *capu_pulse(void *server);
/* A thread that sends notices from the outbox. */
void *capu_notify(void *server);
/* Where notices for a person go, "" for nowhere. And whether the person has yet to confirm an
 * address. */
const char *capu_contact(capu_server *server, const capu_person *person);
capu_found capu_contact_waits(capu_server *server, const char *person);
/* Sleeps that long, or until the server stops. */
void capu_doze(capu_server *server, int milliseconds);
/* Starts a table that is full; the table is taken. */
capu_stored capu_start_table(capu_server *server, capu_live *live);

/* The server's figures for Prometheus. Unless `whole`, it leaves out every figure that a hidden
 * move would change. */
void capu_metrics_text(capu_server *server, bool whole, capu_text *text);
/* Counts the moves that an entry made public. */
void capu_metrics_told(capu_server *server, const capu_table *table, const capu_news *news);
void capu_metrics_act(capu_server *server, int64_t microseconds);
int64_t capu_microseconds(void);

/* ---------------------------------------------------------------------- logs */

typedef enum capu_severity { LOG_DEBUG_, LOG_INFO_, LOG_WARNING_, LOG_ERROR_ } capu_severity;
void capu_log_format(bool json);
/* One line to standard error: what happened, and pairs of name and text up to NULL. */
void capu_log(capu_severity severity, const char *what, ...);
/* One line to standard output: a sentence for people, or a line of the log for programs. */
void capu_announce(const char *sentence, const char *what, ...);

/* -------------------------------------------------------------------- limits */

struct capu_limits *capu_limits_new(void);
/* A token bucket for each key. It holds `burst` tokens and gains `rate` a second. Takes one token;
 * false: the bucket is empty. */
bool capu_limits_take(struct capu_limits *limits, const char *kind, const char *key, double rate,
                      double burst);

/* ------------------------------------------------------------------ sessions */

enum { TOKEN_BYTES = 32, TOKEN_TEXT = 44, CAPU_SETTING_TEXT = CAPU_ID_TEXT + 16 };
struct capu_sessions *capu_sessions_new(capu_store *store);
/* Finds the person whose session has this token. */
capu_found capu_session_find(capu_server *server, const char *token, capu_person *person);
/* Likewise, but only from memory. */
bool capu_session_recall(capu_server *server, const char *token, capu_person *person);
/* Begins a session of a person. The client keeps `token`. */
bool capu_session_begin(capu_server *server, const char *person, char token[TOKEN_TEXT]);
bool capu_session_end(capu_server *server, const char *token, const char *person);
/* What a device keeps after somebody has logged in with it, and whether it belongs to that person.
 * Strangers' guesses elsewhere do not lock such a device out. It gives no access by itself. */
enum { DEVICE_TEXT = CAPU_ID_TEXT + TOKEN_TEXT };
void capu_new_device(capu_server *server, const char *person, char device[DEVICE_TEXT]);
bool capu_is_device_of(capu_server *server, const char *person, const char *device);
/* Notes that something about a person has changed (NULL: about anybody, perhaps). Forgets what is
 * in memory, ends streams whose session has ended, and gives the other streams the new mutes. */
void capu_person_changed(capu_server *server, const char *person);
/* A new unguessable id of 128 bits; a token of 256. */
void capu_new_id(char id[CAPU_ID_TEXT]);
void capu_new_token(char token[TOKEN_TEXT]);

#endif
