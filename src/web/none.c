/* In place of the browser client, for builds without it. */
#include "web/assets.h"

const capu_asset capu_assets[] = {{0}};
