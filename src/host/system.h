/* What the system gives: randomness and files. */
#ifndef CAPU_HOST_SYSTEM_H
#define CAPU_HOST_SYSTEM_H

#include "capucine.h"

/* A seed from the system's randomness. */
void host_system_seed(uint8_t seed[CAPU_SEED_BYTES]);
/* 64 bits of it. */
uint64_t host_system_number(void);
/* A number that no other call returns, and almost certainly no other process. Not secret. */
uint64_t host_unique_number(void);

/* Reads a whole file; the caller frees it. NULL after a failure, with a sentence in `why`. A file
 * of more than 16 MiB, or without an end, is not read: records are far shorter. */
char *host_read_file(const char *path, size_t *length, capu_text *why);
/* Appends "reason: path". If there is little room, only the end of the path is cut off. */
void host_say_path(capu_text *why, const char *reason, const char *path);
/* Replaces a file completely or not at all. false after a failure, with the reason and the path. */
bool host_write_file(const char *path, const char *text, size_t length, capu_text *why);

#endif
