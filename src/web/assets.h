/* The files of the browser client, as web/build.mjs packs them into the binary. */
#ifndef CAPU_WEB_ASSETS_H
#define CAPU_WEB_ASSETS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct server_asset {
    const char *path; /* as in the request: "/app-1A2B3C.js" */
    const char *type;
    const char *etag;
    bool lasting; /* its name has a hash of its content, so browsers may keep it for ever */
    const unsigned char *gzip;
    size_t gzip_bytes, bytes; /* packed and unpacked */
} server_asset;

/* The last one has no path. A build without the client has no others. */
extern const server_asset capu_assets[];

#endif
