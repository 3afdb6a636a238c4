/* Connections whose request has not come in whole. The HTTP library ends a connection that is
 * silent; one that sends a byte now and then would keep its place for ever, so it gets so long for
 * a request and no longer. */
#include <stdlib.h>
#include <sys/socket.h>

#include "host/memory.h"
#include "server/clock.h"
#include "server/http.h"

typedef struct arrival {
    int file;
    bool answering; /* the request is here: from now on it is our turn */
    int64_t since;
    struct arrival *next, **link;
} arrival;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static arrival *all;

static void begin(struct MHD_Connection *connection, void **context) {
    arrival *a = host_alloc(sizeof *a);

    a->file = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
    a->since = server_now();
    pthread_mutex_lock(&lock);
    a->next = all;
    a->link = &all;
    if (all)
        all->link = &a->next;
    all = a;
    pthread_mutex_unlock(&lock);
    *context = a;
}

/* Called before the library closes the socket, so that no other's is ever shut. */
static void end(arrival *a) {
    pthread_mutex_lock(&lock);
    *a->link = a->next;
    if (a->next)
        a->next->link = a->link;
    pthread_mutex_unlock(&lock);
    free(a);
}

void server_http_connection(void *server, struct MHD_Connection *connection, void **context,
                            enum MHD_ConnectionNotificationCode what) {
    server_metrics *metrics = &((server_main *)server)->metrics;

    if (what == MHD_CONNECTION_NOTIFY_STARTED) {
        metrics->connections++;
        begin(connection, context);
    } else if (*context) {
        metrics->connections--;
        end(*context);
        *context = NULL;
    }
}

void server_http_arrived(struct MHD_Connection *connection, bool answering) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    arrival *a = info ? info->socket_context : NULL;

    if (!a)
        return;
    pthread_mutex_lock(&lock);
    a->answering = answering;
    a->since = server_now();
    pthread_mutex_unlock(&lock);
}

void server_http_end_slow(int64_t patience) {
    int64_t now = server_now();

    pthread_mutex_lock(&lock);
    for (arrival *a = all; a; a = a->next)
        if (!a->answering && now - a->since > patience)
            shutdown(a->file, SHUT_RDWR);
    pthread_mutex_unlock(&lock);
}
