/* What the server writes about itself, for the host. */
#ifndef CAPU_SERVER_LOG_H
#define CAPU_SERVER_LOG_H

#include <stdbool.h>

typedef enum server_severity { LOG_DEBUG_, LOG_INFO_, LOG_WARNING_, LOG_ERROR_ } server_severity;
void server_log_format(bool json);
/* One line to standard error: what happened, and pairs of name and text up to NULL. */
void server_log(server_severity severity, const char *what, ...);
/* One line to standard output: a sentence for people, or a line of the log for programs. */
void server_announce(const char *sentence, const char *what, ...);

#endif
