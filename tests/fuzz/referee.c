/* Fuzzes the referee: whatever lines arrive, each that is not empty gets one answer in JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "fuzz.h"

/* Lines as the referee counts them: those with something other than white space. */
static int count_lines(const uint8_t *data, size_t size) {
    int count = 0;
    bool something = false;

    for (size_t i = 0; i <= size; i++) {
        if (i == size || data[i] == '\n') {
            count += something;
            something = false;
        } else if (data[i] != ' ' && data[i] != '\t' && data[i] != '\r') {
            something = true;
        }
    }
    return count;
}

static int count_answers(char *answers) {
    char reason[512];
    int count = 0;

    for (char *line; (line = strsep(&answers, "\n")) && *line; count++) {
        capu_text why = capu_text_on(reason, sizeof reason);
        host_tree tree;
        must(host_tree_parse(&tree, line, strlen(line), &why));
        must(capu_node_find(tree.nodes, "ok") != NULL);
        host_tree_free(&tree);
    }
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *answers = NULL;
    size_t length = 0;

    if (size == 0)
        return 0;
    FILE *in = fmemopen((void *)data, size, "r");
    FILE *out = open_memstream(&answers, &length);
    must(cli_referee(in, out) == 0);
    fclose(in);
    fclose(out);
    must(count_answers(answers) == count_lines(data, size));
    free(answers);
    return 0;
}
