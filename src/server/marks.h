/* Texts of people without what cannot be seen. Both change the text in its place; it gets no
 * longer. */
#ifndef CAPU_SERVER_MARKS_H
#define CAPU_SERVER_MARKS_H

#include "capucine.h"

/* A line of talk without what turns the direction of writing; the rest belongs to scripts and
 * emoji. */
void capu_clean_talk(char *text);
/* A name without anything invisible, nor spaces around it; false: nothing that can be seen begins
 * it. */
bool capu_clean_name(char *name);

#endif
