/* What a request needs to find its table, and to append to the table's log. */
#ifndef CAPU_SERVER_APPEND_H
#define CAPU_SERVER_APPEND_H

#include "server/request.h"

/* The Idempotency-Key of a request, combined with the person so that keys of two people never
 * clash; "" without one. false after refusing. */
enum { KEY_TEXT = 128 };
bool read_key(server_request *r, char key[KEY_TEXT]);

/* Finds the table that the path names, and takes it. NULL after refusing. */
server_live *need_table(server_request *r);
/* Whether the log has room for an entry that the game could do without. So nobody can fill the disk
 * with one table, or use up the log that others need. */
bool need_room(server_request *r, const server_table *table);
/* Likewise for entries that must be possible even when others have filled the log. There is always
 * room for these, unless the person has written far too many of them. */
bool need_reserve(server_request *r, const server_table *table);
/* The seat of the person who asks; -1 after refusing. */
int need_seat(server_request *r, const server_table *table);

/* What a request wants to append to a table's log. `decide` looks at the table and fills in the
 * deed, except the person and the key, or refuses. Its data are freed here. It is asked again if
 * another node was faster. A request whose Idempotency-Key was seen before gets the same answer as
 * then. */
typedef bool server_decide(server_request *r, server_live *live, server_deed *deed);
/* Appends the deed, answers, and gives the table back. false after refusing. */
bool append_deed(server_request *r, server_decide *decide);

#endif
