/* Sessions, and the tokens and ids that nobody can guess. */
#ifndef CAPU_SERVER_SESSION_H
#define CAPU_SERVER_SESSION_H

#include "server/server.h"

enum { TOKEN_BYTES = 32, TOKEN_TEXT = 44, SERVER_SETTING_TEXT = STORE_ID_TEXT + 16 };
server_sessions *server_sessions_new(store_main *store);
/* Finds the person whose session has this token. */
store_found server_session_find(server_main *server, const char *token, store_person *person);
/* Likewise, but only from memory. */
bool server_session_recall(server_main *server, const char *token, store_person *person);
/* Begins a session of a person. The client keeps `token`. */
bool server_session_begin(server_main *server, const char *person, char token[TOKEN_TEXT]);
bool server_session_end(server_main *server, const char *token, const char *person);
/* What a device keeps after somebody has logged in with it, and whether it belongs to that person.
 * Strangers' guesses elsewhere do not lock such a device out. It gives no access by itself. */
enum { DEVICE_TEXT = STORE_ID_TEXT + TOKEN_TEXT };
void server_new_device(server_main *server, const char *person, char device[DEVICE_TEXT]);
bool server_is_device_of(server_main *server, const char *person, const char *device);
/* Notes that something about a person has changed (NULL: about anybody, perhaps). Forgets what is
 * in memory, ends streams whose session has ended, and gives the other streams the new mutes. */
void server_person_changed(server_main *server, const char *person);
/* A new unguessable id of 128 bits; a token of 256. */
void server_new_id(char id[STORE_ID_TEXT]);
void server_new_token(char token[TOKEN_TEXT]);

#endif
