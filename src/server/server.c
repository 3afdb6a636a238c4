/* The server's beginning and end. */
#include "server/server.h"

#include <errno.h>
#include <malloc.h>
#include <netdb.h>
#include <netinet/in.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "server/clock.h"
#include "server/http.h"
#include "server/limits.h"
#include "server/log.h"
#include "server/opponents.h"
#include "server/session.h"
#include "server/stream.h"

enum {
    HASHING = 1,
    HASHES_WAITING = 1024,
    PAST = 2, /* of four connections that read the store */
    PASTS_WAITING = 1024,
    REQUESTS_WAITING = 8192,
    BOTS_WAITING = 65536,
};

/* -------------------------------------------------------------------- listening */

/* -1 with errno. */
static int try_listen(const struct addrinfo *address) {
    int file = socket(address->ai_family, address->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int on = 1;

    if (file < 0)
        return -1;
    setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(file, address->ai_addr, address->ai_addrlen) == 0 && listen(file, 4096) == 0)
        return file;
    int problem = errno;
    close(file);
    errno = problem;
    return -1;
}

static int cannot_listen(const char *listen_on, const char *reason, capu_text *why) {
    capu_text_add(why, "cannot listen on ");
    capu_text_add(why, listen_on);
    capu_text_add(why, ": ");
    capu_text_add(why, reason);
    return -1;
}

/* The library would take 99999 for 34463. */
static bool is_port(const char *text) {
    size_t length = strspn(text, "0123456789");

    return length > 0 && length < 6 && !text[length] && atoi(text) < 65536;
}

/* A socket on one of the addresses that a name stands for. */
static int listen_there(const char *name, const char *port, const char *listen_on, capu_text *why) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *list = NULL;
    int file = -1, problem = getaddrinfo(*name ? name : NULL, port, &hints, &list);

    if (problem)
        return cannot_listen(listen_on, gai_strerror(problem), why);
    for (struct addrinfo *at = list; at && file < 0; at = at->ai_next)
        file = try_listen(at);
    problem = errno;
    freeaddrinfo(list);
    return file >= 0 ? file : cannot_listen(listen_on, strerror(problem), why);
}

/* A socket on ADDRESS:PORT, [ADDRESS]:PORT; -1 with a sentence. */
static int open_socket(const char *listen_on, capu_text *why) {
    char host[256];
    const char *colon = strrchr(listen_on, ':');

    if (!colon || colon - listen_on >= (int)sizeof host)
        return cannot_listen(listen_on, "it must be ADDRESS:PORT", why);
    if (!is_port(colon + 1))
        return cannot_listen(listen_on, "the port must be a number from 0 to 65535", why);
    snprintf(host, sizeof host, "%.*s", (int)(colon - listen_on), listen_on);
    size_t length = strlen(host);
    char *name = host;
    if (length > 1 && host[0] == '[' && host[length - 1] == ']') {
        host[length - 1] = '\0';
        name++;
    }
    return listen_there(name, colon + 1, listen_on, why);
}

static int port_of(int file) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    char port[16];

    getsockname(file, (struct sockaddr *)&address, &length);
    getnameinfo((struct sockaddr *)&address, length, NULL, 0, port, sizeof port, NI_NUMERICSERV);
    return atoi(port);
}

int server_port(const server_main *server) {
    return port_of(MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_LISTEN_FD)->listen_fd);
}

/* Whether a socket listens on all addresses of the machine. */
static bool is_everywhere(int file) {
    struct sockaddr_storage address = {0};
    socklen_t length = sizeof address;

    getsockname(file, (struct sockaddr *)&address, &length);
    if (address.ss_family == AF_INET)
        return ((struct sockaddr_in *)&address)->sin_addr.s_addr == htonl(INADDR_ANY);
    return address.ss_family == AF_INET6 &&
           IN6_IS_ADDR_UNSPECIFIED(&((struct sockaddr_in6 *)&address)->sin6_addr);
}

/* Nobody can open an address that stands for all. */
static void set_own(server_main *server, int file) {
    const char *host = server->config->listen;
    int length = (int)(strrchr(host, ':') - host);

    if (is_everywhere(file)) {
        host = "localhost";
        length = (int)strlen(host);
    }
    snprintf(server->own, sizeof server->own, "http://%.*s:%d", length, host, port_of(file));
}

const char *server_origin(const server_main *server) {
    const char *url = server->config->public_url;

    return *url ? url : server->own;
}

bool server_secure(const server_main *server) {
    return strncmp(server->config->public_url, "https://", 8) == 0;
}

static void tell_library(void *to, const char *format, va_list values) {
    const server_main *server = to;
    char line[512];

    if (!server->config->verbose)
        return;
    vsnprintf(line, sizeof line, format, values);
    line[strcspn(line, "\n")] = '\0';
    server_log(LOG_DEBUG_, "http", "message", line, NULL);
}

/* A zero would end a path for us but not for a proxy. In its place comes a character that is in no
 * path of ours. */
static size_t unescape(void *server, struct MHD_Connection *connection, char *text) {
    (void)server;
    (void)connection;
    for (char *at = text; (at = strstr(at, "%00")); at += 3)
        at[2] = '1';
    return MHD_http_unescape(text);
}

/* Connections of one address; by a proxy come all, and of them only streams can be told apart. */
static unsigned connections_of_one(const server_config *config) {
    return config->trust_proxy ? 0 : (unsigned)config->per_address;
}

static bool listen_now(server_main *server, capu_text *why) {
    int file = open_socket(server->config->listen, why);
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC |
                     MHD_USE_ERROR_LOG | MHD_USE_TURBO;

    if (file < 0)
        return false;
    set_own(server, file);
    server->daemon = MHD_start_daemon(
        flags, 0, NULL, NULL, server_http_access, server, MHD_OPTION_EXTERNAL_LOGGER, tell_library,
        server, MHD_OPTION_LISTEN_SOCKET, file, MHD_OPTION_THREAD_POOL_SIZE,
        (unsigned)server->config->workers, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)server->config->connections, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
        connections_of_one(server->config), MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)server->config->patience, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)CONNECTION_MEMORY, MHD_OPTION_NOTIFY_COMPLETED, server_http_done, server,
        MHD_OPTION_NOTIFY_CONNECTION, server_http_connection, server, MHD_OPTION_UNESCAPE_CALLBACK,
        unescape, server, MHD_OPTION_END);
    if (server->daemon)
        return true;
    capu_text_add(why, "the HTTP library did not start");
    close(file);
    return false;
}

/* ------------------------------------------------------------------- beginning */

/* Every connection is an open file, and every stream. */
static void allow_files(long wanted) {
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    rlim_t needed = 2 * (rlim_t)wanted + 256;
    if (limit.rlim_cur >= needed)
        return;
    limit.rlim_cur = needed < limit.rlim_max ? needed : limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/* After every entry that was committed here; a silent step is one, and comes here itself. Whoever
 * begins to listen must not wait for the store. */
static void changed(void *to, server_live *live, const server_news *news) {
    if (news)
        server_metrics_told(to, &live->table, news);
    if (!news || !server_step_silently(to, live))
        server_bots_attend(to, live);
}

static void begin_parts(server_main *server) {
    const server_config *config = server->config;
    pthread_condattr_t steady; /* by a clock that nobody sets */

    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&server->wake, &steady);
    pthread_condattr_destroy(&steady);
    pthread_mutex_init(&server->rest, NULL);
    server->limits = server_limits_new();
    server->sessions = server_sessions_new(server->store);
    server->hub = server_hub_new(server->store, server_notice_after(config), changed, server);
    server->handlers = server_pool_new((int)config->handlers, REQUESTS_WAITING, 0);
    server->hashing = server_pool_new(HASHING, HASHES_WAITING, 10);
    server->past = server_pool_new(PAST, PASTS_WAITING, 5);
    server->bots = server_pool_new((int)config->bots, BOTS_WAITING, 5);
}

static void end_parts(server_main *server) {
    server_pool_end(server->handlers);
    server_pool_end(server->hashing);
    server_pool_end(server->past);
    server_pool_end(server->bots);
    server_pool_free(server->handlers);
    server_pool_free(server->hashing);
    server_pool_free(server->past);
    server_pool_free(server->bots);
    server_hub_free(server->hub);
    server_streams_free(server->streams);
    free(server->limits);
    free(server->sessions);
    pthread_cond_destroy(&server->wake);
    pthread_mutex_destroy(&server->rest);
}

/* What another node has done: see store_listen. */
static void hear(void *to, const char *what) {
    server_main *server = to;

    if (what && *what == '@') {
        server_person_changed(server, what + 1);
    } else if (what && *what == '!') {
        server_hub_forget(server->hub, what + 1);
    } else {
        server_hub_heard(server->hub, what);
        if (!what)
            server_person_changed(server, NULL);
    }
}

static store_main *open_store(const server_config *config, capu_text *why) {
    if (sodium_init() < 0) {
        capu_text_add(why, "libsodium does not start");
        return NULL;
    }
    return store_open(config->store, true, why);
}

server_main *server_start(server_config *config, capu_text *why) {
    server_main *server = host_alloc(sizeof *server);

    signal(SIGPIPE, SIG_IGN);
    mallopt(M_ARENA_MAX, 4); /* many threads that do little: more only hold more free memory */
    server->config = config;
    server->started = server_now();
    server_log_format(strcmp(config->log, "json") == 0);
    allow_files(config->connections);
    if (server_opponents_read(config->bot, (int)config->bot_ms, why))
        server->store = open_store(config, why);
    if (!server->store) {
        free(server);
        return NULL;
    }
    begin_parts(server);
    server->streams = server_streams_new();
    if (!server->streams || !listen_now(server, why)) {
        end_parts(server);
        store_close(server->store);
        free(server);
        return NULL;
    }
    store_listen(server->store, hear, server);
    pthread_create(&server->sweeper, NULL, server_sweep, server);
    pthread_create(&server->notifier, NULL, server_notify, server);
    pthread_create(&server->pulse, NULL, server_pulse, server);
    return server;
}

/* Other threads read the configuration at any time, so it is replaced as a whole, and the old one
 * stays until the end. What it listens on, the store and the numbers of threads need a restart. */
void server_reload(server_main *server, server_config *config) {
    config->before = server->config;
    server->config = config;
    server_hub_notice_after(server->hub, server_notice_after(config));
    server_log_format(strcmp(config->log, "json") == 0);
}

bool server_host_token(store_main *store, bool always, char token[64]) {
    char hash[HASH_TEXT];
    bool has;

    if (!store_has_host(store, &has) || (has && !always))
        return false;
    server_new_token(token);
    host_sha256_text(token, hash);
    return store_set(store, "host_token", hash);
}

/* --------------------------------------------------------------------------- end */

void server_doze(server_main *server, int milliseconds) {
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += milliseconds % 1000 * 1000000L;
    until.tv_sec += milliseconds / 1000 + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&server->rest);
    while (!server->stopping &&
           pthread_cond_timedwait(&server->wake, &server->rest, &until) != ETIMEDOUT)
        continue;
    pthread_mutex_unlock(&server->rest);
}

static void wake_all(server_main *server) {
    pthread_mutex_lock(&server->rest);
    server->stopping = true;
    pthread_cond_broadcast(&server->wake);
    pthread_mutex_unlock(&server->rest);
}

/* Requests under way are answered before the HTTP library may go: it does not end while any
 * connection is suspended. */
void server_stop(server_main *server) {
    MHD_socket listening = MHD_quiesce_daemon(server->daemon);

    wake_all(server);
    store_stop_listening(server->store);
    pthread_join(server->sweeper, NULL);
    pthread_join(server->notifier, NULL);
    pthread_join(server->pulse, NULL);
    server_pool_end(server->bots);
    server_pool_end(server->handlers);
    server_pool_end(server->hashing);
    server_pool_end(server->past);
    server_streams_stop(server->streams);
    MHD_stop_daemon(server->daemon);
    if (listening != MHD_INVALID_SOCKET)
        close(listening);
    end_parts(server);
    store_close(server->store);
    server_config_free(server->config);
    free(server);
}
