#include "tui/client.h"
bool capu_lobby_run(capu_screen *screen, int language, const char *name, const char *url,
                    capu_text *why) {
    (void)screen, (void)language, (void)name, (void)url, (void)why;
    return true;
}
