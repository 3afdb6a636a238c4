/* Between the HTTP library and the handlers. */
#ifndef CAPU_SERVER_HTTP_H
#define CAPU_SERVER_HTTP_H

#include "server/request.h"

enum {
    CONNECTION_MEMORY = 32 * 1024, /* for the headers of a request and those of its answer */
    MOST_KEPT = 4096, /* connections: while there are more, none stays open for another request */
};

/* What the HTTP library calls: for a request as it comes in, and when it is done with. */
enum MHD_Result capu_http_access(void *server, struct MHD_Connection *connection, const char *url,
                                 const char *method, const char *version, const char *upload,
                                 size_t *upload_size, void **request);
void capu_http_done(void *server, struct MHD_Connection *connection, void **request,
                    enum MHD_RequestTerminationCode why);
void capu_http_connection(void *server, struct MHD_Connection *connection, void **context,
                          enum MHD_ConnectionNotificationCode what);

/* Who asks, as limits count: r->address. */
void capu_http_visitor(capu_request *r);
/* Whether a host that was asked for is ours. A page of another site may have its name lead to this
 * machine, and browsers then let it read what we answer; it cannot do that with an address, nor
 * with a name that exists in a local network only. */
bool capu_http_is_ours(const capu_server *server, const char *host);

/* The request on a connection is here and is being answered, or has been. */
void capu_http_arrived(struct MHD_Connection *connection, bool answering);
/* Ends connections on which a request has been coming in for longer than that. */
void capu_http_end_slow(int64_t patience);

/* Reads the body of a request as JSON; false after refusing it. */
bool capu_http_parse(capu_request *r);

#endif
