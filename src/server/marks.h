/* Removes invisible characters from what people write. Both functions change the text in place; it
 * never gets longer. */
#ifndef CAPU_SERVER_MARKS_H
#define CAPU_SERVER_MARKS_H

#include "capucine.h"

/* Removes the marks that change the direction of writing from a line of chat. Scripts and emoji
 * need the other invisible characters. */
void server_clean_talk(char *text);
/* Removes everything invisible from a name, and spaces at both ends. false: the name does not begin
 * with anything visible. */
bool server_clean_name(char *name);

#endif
