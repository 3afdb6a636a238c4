/* What all parties have in common: see party.h. */
#include "tui/party.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/memory.h"

void capu_party_begin(capu_party *party, const capu_party_kind *kind, int language) {
    party->kind = kind;
    party->language = language;
    party->seat = CAPU_SPECTATOR;
    party->thinking = party->asker = -1;
    party->history = json_array();
}

void capu_party_free(capu_party *party) {
    for (int i = 0; i < party->remark_count; i++) {
        free(party->remarks[i].name);
        free(party->remarks[i].text);
    }
    free(party->remarks);
    json_decref(party->history);
}

void capu_party_close(capu_party *party) {
    party->kind->close(party);
}

bool capu_party_copy(capu_party *party, const char *path, capu_text *said) {
    char reason[NOTICE] = "";
    capu_text why = capu_text_on(reason, sizeof reason);

    if (access(path, F_OK) == 0) {
        capu_say(said, party->language, "terminal.exists", NULL);
        return false;
    }
    if (!party->kind->save(party, path, &why)) {
        capu_say(said, party->language, "terminal.cannot", "why", reason, NULL);
        return false;
    }
    capu_say(said, party->language, "terminal.saved", "file", path, NULL);
    return true;
}

capu_telling capu_party_telling(const capu_party *party, const char *list[CAPU_MAX_PLAYERS]) {
    for (int i = 0; i < CAPU_MAX_PLAYERS; i++)
        list[i] = party->names[i];
    return (capu_telling){party->language, party->game, list, party->players};
}

void capu_party_remark(capu_party *party, const char *name, const char *text, int after) {
    size_t bytes = (size_t)(party->remark_count + 1) * sizeof *party->remarks;

    party->remarks = capu_grow(party->remarks, bytes);
    party->remarks[party->remark_count++] = (capu_remark){strdup(name), strdup(text), after};
    party->changes++;
}
