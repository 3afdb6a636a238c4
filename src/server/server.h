/* The server: what its parts share. */
#ifndef CAPU_SERVER_H
#define CAPU_SERVER_H

#include <microhttpd.h>
#include <stdatomic.h>

#include "server/config.h"
#include "server/hub.h"
#include "server/limits.h"
#include "server/metrics.h"
#include "server/pool.h"

typedef struct server_sessions server_sessions;
typedef struct server_streams server_streams;

typedef struct server_main {
    server_config *_Atomic config;
    store_main *store;
    server_hub *hub;
    server_pool *handlers; /* requests */
    server_pool *hashing;  /* requests that hash passwords: a flood of them must not starve play */
    server_pool *past;     /* requests that read a whole log again, which takes time too */
    server_pool *bots;
    struct MHD_Daemon *daemon;
    server_limits *limits;
    server_sessions *sessions;
    server_streams *streams;
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
/* Whether a person listens to the table, on any node. The table is taken, as below. */
bool server_is_here(const server_main *server, server_live *live, const char *person);
/* Whether everybody waits for the seat's person, who has been gone for long, with no clock to end
 * it. */
bool server_has_vanished(const server_main *server, server_live *live, int seat);
/* Tells players which of them are at the table, wherever that has changed. */
void server_tell_presence(const server_main *server);
/* Puts a notice for the person of a seat into the outbox, unless this turn had one. false: they
 * cannot be reached. */
bool server_post_notice(server_main *server, const server_table *table, int seat);
/* Starts a table that is full; the table is taken. */
store_stored server_start_table(server_main *server, server_live *live);

#endif
