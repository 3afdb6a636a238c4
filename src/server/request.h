/* One HTTP request from its first line to its answer. */
#ifndef CAPU_SERVER_REQUEST_H
#define CAPU_SERVER_REQUEST_H

#include <jansson.h>

#include "server/server.h"
#include "web/assets.h"

enum { BODY_MOST = 16384, PATH_PARTS = 2, VISITOR_TEXT = 48 };

typedef struct capu_request capu_request;
typedef void capu_handler(capu_request *r);

enum {
    NEEDS_PERSON = 1, /* a session */
    IS_SLOW = 2,      /* hashes passwords */
    IS_PLAIN = 4,     /* answered at once, without a session; must not wait for anything */
    TAKES_FORM = 8,   /* its body may be a form */
    IS_QUICK = 16,    /* only reads a table, and waits for nothing if that is in memory */
    FROZEN_TOO = 32,  /* can be done at a table without its rules */
};

/* One row of the routing table. '*' in the path is one part of it. */
typedef struct capu_route {
    const char *method, *path;
    capu_handler *handle;
    int flags;
    const char *keys; /* members that the body may have, separated by spaces; NULL: no body */
} capu_route;

extern const capu_route capu_routes[];
/* Every GET outside the interface that no row has. */
extern const capu_route capu_page_route;

struct capu_request {
    capu_server *server;
    struct MHD_Connection *connection; /* NULL: none, in tests */
    const capu_route *route;
    char method[8];
    char *path;
    char parts[PATH_PARTS][64]; /* what stood at each '*' */
    char id[20];
    char address[VISITOR_TEXT]; /* of the visitor; of IPv6 the network */
    int64_t begun;              /* microseconds */

    capu_text body;
    bool too_large, dispatched, answered;
    bool closing; /* nothing else that comes on the connection is read */
    json_t *json; /* the body, an object, or NULL */
    capu_person who;
    bool known; /* there is a session, of `who` */
    char token[TOKEN_TEXT];

    capu_live *live;     /* the table, if it is taken already */
    capu_handler *later; /* what is still to be done, by threads that have the time */
    int status;
    capu_json out;
    const char *type;
    char etag[64], cookie[256];
    char device[256];     /* a second cookie */
    const char *filename; /* to be saved under this name */
    bool has_form;        /* a page with a form: browsers are to say where that comes from */
    capu_stream *stream;  /* instead of an answer */
    const capu_asset *asset;
    bool packed; /* the asset goes out as it is, compressed; else `out` has it */
};

/* ------------------------------------------------------------------- the body */

/* Members of the body. Those that begin with need_ refuse the request when it is missing or of
 * another type; then the result is NULL or false. Texts are UTF-8, `most` bytes at most. */
const char *need_text(capu_request *r, const char *key, size_t least, size_t most);
const char *may_text(capu_request *r, const char *key, size_t most, const char *fallback);
bool may_flag(capu_request *r, const char *key, bool fallback, bool *flag);
bool may_number(capu_request *r, json_t *object, const char *key, int64_t least, int64_t most,
                int64_t fallback, int64_t *number);
/* A query argument, a header, a cookie, or NULL. */
const char *query(capu_request *r, const char *name);
const char *header(capu_request *r, const char *name);
const char *cookie(capu_request *r, const char *name);
/* Whether who asks is on this machine, and not a proxy that asks for somebody. */
bool is_local(capu_request *r);

/* ---------------------------------------------------------------- the answer */

/* Answers an error; the message is for a person. Always false. */
bool refuse(capu_request *r, int status, const char *code, const char *message);
/* What the engine has against an action or options: its sentence, and the reason for clients that
 * speak other languages. */
bool refuse_by_rules(capu_request *r, capu_status status, const capu_refusal *why);
/* The same with a sentence that says more. */
bool refuse_in_words(capu_request *r, capu_status status, const char *message,
                     const capu_refusal *why);
bool refuse_store(capu_request *r);
bool refuse_busy(capu_request *r);
/* Begins and ends an answer {"ok":true,…}. */
void open_answer(capu_request *r, int status);
void close_answer(capu_request *r);
/* Answers with a text that is no JSON. */
void answer_text(capu_request *r, const char *type, const char *text);

/* Answers without the stream that there was to be, if there was one. */
void drop_stream(capu_request *r);

/* The Idempotency-Key of a request that may be repeated, made the person's own; "" without one.
 * false after refusing. */
enum { KEY_TEXT = 128 };
bool read_key(capu_request *r, char key[KEY_TEXT]);

/* A table by the first part of the path, taken; NULL after refusing. */
capu_live *need_table(capu_request *r);
/* Whether the log may still grow by what no game needs: nobody fills the disk with one table, nor
 * the table for the others. */
bool need_room(capu_request *r, const capu_table *table);
/* Likewise for what must be possible when others have filled the log: for that there is always room
 * unless who asks has repeated it beyond measure. */
bool need_reserve(capu_request *r, const capu_table *table);
/* The seat of who asks; -1 after refusing. */
int need_seat(capu_request *r, const capu_table *table);

/* ------------------------------------------------------------------- appending */

/* Appends an entry for who asks and answers with what came of it. `decide` looks at the table and
 * fills in the entry, or refuses; it is asked again if another node was faster. A request whose
 * Idempotency-Key was seen before is answered as it was then. */
typedef struct capu_deed {
    const char *kind;
    int seat;
    json_t *data; /* freed here */
    const char *member;
    bool remove_member;
} capu_deed;
typedef bool capu_decide(capu_request *r, capu_live *live, capu_deed *deed);
/* What came of it; the table is given back. false after refusing. */
bool append_deed(capu_request *r, capu_decide *decide);

#endif
