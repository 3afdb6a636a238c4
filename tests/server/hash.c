/* Loaded before libsodium: passwords are hashed at once, so that tests which guess a hundred of
 * them do not take minutes on a busy machine. What is counted and limited stays as it is. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

int crypto_pwhash_str(char out[crypto_pwhash_STRBYTES], const char *password,
                      unsigned long long length, unsigned long long operations, size_t memory) {
    (void)length;
    (void)operations;
    (void)memory;
    return snprintf(out, crypto_pwhash_STRBYTES, "quick %s", password) < (int)crypto_pwhash_STRBYTES
               ? 0
               : -1;
}

int crypto_pwhash_str_verify(const char hash[crypto_pwhash_STRBYTES], const char *password,
                             unsigned long long length) {
    (void)length;
    return strncmp(hash, "quick ", 6) == 0 && strcmp(hash + 6, password) == 0 ? 0 : -1;
}
