/* Between the HTTP library and the handlers. */
#ifndef CAPU_SERVER_HTTP_H
#define CAPU_SERVER_HTTP_H

#include "server/request.h"

enum {
    CONNECTION_MEMORY = 32 * 1024, /* for the headers of a request and of its answer */
    MOST_KEPT = 4096, /* with more connections than this, each is closed after its request */
};

/* What the HTTP library calls: as a request comes in, when it is finished, and when a connection
 * opens or closes. */
enum MHD_Result server_http_access(void *server, struct MHD_Connection *connection, const char *url,
                                   const char *method, const char *version, const char *upload,
                                   size_t *upload_size, void **request);
void server_http_done(void *server, struct MHD_Connection *connection, void **request,
                      enum MHD_RequestTerminationCode why);
void server_http_connection(void *server, struct MHD_Connection *connection, void **context,
                            enum MHD_ConnectionNotificationCode what);

/* Finds the visitor whom limits count, and sets r->address. */
void server_http_visitor(server_request *r);
/* Whether the host name in a request is ours. Another website can point its own name at this
 * machine; browsers would then let its pages read our answers. That is impossible with an IP
 * address, and with a name that exists only in a local network. */
bool server_http_is_ours(const server_main *server, const char *host);

/* Notes that the request on a connection has arrived and is being answered, or has been. */
void server_http_arrived(struct MHD_Connection *connection, bool answering);
/* Ends connections whose request has been arriving for longer than `patience`. */
void server_http_end_slow(int64_t patience);

/* Reads the body of a request as JSON; false after refusing it. */
bool server_http_parse(server_request *r);

#endif
