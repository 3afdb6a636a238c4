/* One HTTP request from its first line to its answer. */
#ifndef CAPU_SERVER_REQUEST_H
#define CAPU_SERVER_REQUEST_H

#include <jansson.h>

#include "server/session.h"
#include "web/assets.h"

enum { BODY_MOST = 16384, LARGE_BODY_MOST = 65536, PATH_PARTS = 2, VISITOR_TEXT = 48 };

typedef struct server_request server_request;
typedef void server_handler(server_request *r);

enum {
    NEEDS_PERSON = 1, /* a session */
    IS_SLOW = 2,      /* hashes passwords */
    IS_PLAIN = 4,     /* answered at once, without a session; its handler must never wait */
    TAKES_FORM = 8,   /* its body may be a form */
    IS_QUICK = 16,    /* only reads a table, and never waits if the table is in memory */
    FROZEN_TOO = 32,  /* also allowed at a frozen table */
    IS_LARGE = 64,    /* its body may have LARGE_BODY_MOST bytes instead of BODY_MOST */
};

/* One row of the routing table. '*' in the path is one part of it. */
typedef struct server_route {
    const char *method, *path;
    server_handler *handle;
    int flags;
    const char *keys; /* members that the body may have, separated by spaces; NULL: no body */
} server_route;

extern const server_route server_routes[];
/* For every GET outside /api/v1 that no row matches. */
extern const server_route server_page_route;

struct server_request {
    server_main *server;
    struct MHD_Connection *connection; /* NULL: none, in tests */
    const server_route *route;
    char method[8];
    char *path;
    char parts[PATH_PARTS][64]; /* what each '*' matched */
    char id[20];
    char address[VISITOR_TEXT]; /* the visitor's address; for IPv6 the network */
    int64_t begun;              /* microseconds */

    capu_text body;
    bool too_large, dispatched, answered;
    bool closing; /* nothing more is read from the connection */
    json_t *json; /* the body, an object, or NULL */
    store_person who;
    bool known; /* there is a session; `who` has it */
    char token[TOKEN_TEXT];

    server_live *live;     /* the table, if it is taken already */
    server_handler *later; /* the rest of the work, for threads that may take their time */
    int status;
    int item; /* of the list in the body, which one is being looked at, from 1; 0: there is none */
    host_json out;
    const char *type;
    char etag[64], cookie[256];
    char device[256];      /* a second cookie */
    const char *filename;  /* the browser saves the answer under this name */
    bool has_form;         /* a page with a form: asks browsers to send an Origin with it */
    server_stream *stream; /* sent instead of an answer */
    const server_asset *asset;
    bool packed; /* the asset is sent compressed as it is; else `out` has it */
};

/* ------------------------------------------------------------------- the body */

/* Members of the body. The functions refuse the request if the member has the wrong type, and need_
 * also if it is missing. The result is NULL or false then. Texts are UTF-8, at most `most` bytes.
 */
const char *need_text(server_request *r, const char *key, size_t least, size_t most);
const char *may_text(server_request *r, const char *key, size_t most, const char *fallback);
bool may_flag(server_request *r, const char *key, bool fallback, bool *flag);
bool may_number(server_request *r, json_t *object, const char *key, int64_t least, int64_t most,
                int64_t fallback, int64_t *number);
/* A query argument, a header, a cookie, or NULL. */
const char *query(server_request *r, const char *name);
const char *header(server_request *r, const char *name);
const char *cookie(server_request *r, const char *name);
/* Whether the request comes from this machine, and not from a proxy on it. */
bool is_local(server_request *r);

/* ---------------------------------------------------------------- the answer */

/* Answers an error; the message is for a person. Always false. */
bool refuse(server_request *r, int status, const char *code, const char *message);
/* Answers that the rules forbid an action or options: the engine's sentence, and the reason for
 * clients that speak other languages. */
bool refuse_by_rules(server_request *r, capu_status status, const capu_refusal *why);
/* The same with a sentence of our own that says more. */
bool refuse_in_words(server_request *r, capu_status status, const char *message,
                     const capu_refusal *why);
bool refuse_store(server_request *r);
bool refuse_busy(server_request *r);
/* Begins and ends an answer {"ok":true,…}. */
void open_answer(server_request *r, int status);
void close_answer(server_request *r);
/* Answers with a text that is not JSON. */
void answer_text(server_request *r, const char *type, const char *text);

/* Drops the stream that was to be sent, if there is one; the request gets an answer instead. */
void drop_stream(server_request *r);

#endif
