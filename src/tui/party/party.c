/* What all parties have in common: see party.h. */
#include "tui/party/party.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/memory.h"

void tui_party_begin(tui_party *party, const tui_party_kind *kind, int language) {
    party->kind = kind;
    party->language = language;
    party->seat = CAPU_SPECTATOR;
    party->thinking = party->asker = -1;
    party->story = json_array();
}

void tui_party_free(tui_party *party) {
    for (int i = 0; i < party->remark_count; i++) {
        free(party->remarks[i].name);
        free(party->remarks[i].text);
    }
    free(party->remarks);
    json_decref(party->story);
}

void tui_party_close(tui_party *party) {
    party->kind->close(party);
}

bool tui_party_copy(tui_party *party, const char *path, capu_text *said) {
    char reason[NOTICE] = "";
    capu_text why = capu_text_on(reason, sizeof reason);

    if (access(path, F_OK) == 0) {
        host_say(said, party->language, "terminal.exists", NULL);
        return false;
    }
    if (!party->kind->save(party, path, &why)) {
        host_say(said, party->language, "terminal.cannot", "why", reason, NULL);
        return false;
    }
    host_say(said, party->language, "terminal.saved", "file", path, NULL);
    return true;
}

host_telling tui_party_telling(const tui_party *party, const char *list[CAPU_MAX_PLAYERS]) {
    for (int i = 0; i < CAPU_MAX_PLAYERS; i++)
        list[i] = party->names[i];
    return (host_telling){party->language, party->game, list, party->players};
}

void tui_party_remark(tui_party *party, const char *name, const char *text, int after) {
    size_t bytes = (size_t)(party->remark_count + 1) * sizeof *party->remarks;

    party->remarks = host_grow(party->remarks, bytes);
    party->remarks[party->remark_count++] = (tui_remark){strdup(name), strdup(text), after};
    party->changes++;
}
