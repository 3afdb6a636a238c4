/* Between the HTTP library and the handlers. */
#ifndef CAPU_SERVER_HTTP_H
#define CAPU_SERVER_HTTP_H

#include "server/request.h"

/* What the HTTP library calls: for a request as it comes in, and when it is done with. */
enum MHD_Result capu_http_access(void *server, struct MHD_Connection *connection, const char *url,
                                 const char *method, const char *version, const char *upload,
                                 size_t *upload_size, void **request);
void capu_http_done(void *server, struct MHD_Connection *connection, void **request,
                    enum MHD_RequestTerminationCode why);
void capu_http_connection(void *server, struct MHD_Connection *connection, void **context,
                          enum MHD_ConnectionNotificationCode what);

/* The request on a connection is here and is being answered, or has been. */
void capu_http_arrived(struct MHD_Connection *connection, bool answering);
/* Ends connections on which a request has been coming in for longer than that. */
void capu_http_end_slow(int64_t patience);

/* Reads the body of a request as JSON; false after refusing it. */
bool capu_http_parse(capu_request *r);

#endif
