/* In place of the browser client, for builds without it. */
#include "web/assets.h"

const server_asset capu_assets[] = {{0}};
