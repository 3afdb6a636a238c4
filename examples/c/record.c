/* Reads a record from standard input, replays it and prints its result.
 * usage: record <FILE */
#include <capucine.h>
#include <stdio.h>
#include <stdlib.h>

static char *read_input(size_t *length) {
    size_t size = 1 << 20;
    char *text = malloc(size);

    *length = text ? fread(text, 1, size, stdin) : 0;
    return text;
}

static void print(const capu_replayed *read) {
    char buffer[256];
    capu_text text = capu_text_on(buffer, sizeof buffer);

    capu_result_json(&read->end, false, &text);
    printf("%s, %d actions: %s\n", capu_info(read->record.game)->title, read->record.count,
           text.length ? buffer : "not over");
}

/* The parser and the reader take memory from us: for the tree, and for the moves. */
static capu_status load(const char *text, size_t length, capu_text *why) {
    size_t bytes = capu_json_bytes(text, length);
    void *memory = malloc(bytes);
    const capu_node *tree = memory ? capu_json_parse(text, length, memory, bytes, why) : NULL;
    const capu_node *actions = capu_node_find(tree, "actions");
    int room = actions ? (int)actions->count : 0;
    capu_move *moves = malloc((size_t)(room + 1) * sizeof *moves);
    capu_status status = CAPU_BAD_RECORD;
    capu_replayed read;

    if (tree && moves)
        status = capu_record_read(&read, tree, moves, room, why);
    if (!status)
        print(&read);
    free(moves);
    free(memory);
    return status;
}

int main(void) {
    char reason[512];
    capu_text why = capu_text_on(reason, sizeof reason);
    size_t length;
    char *text = read_input(&length);
    capu_status status = text ? load(text, length, &why) : CAPU_BAD_RECORD;

    if (status)
        fprintf(stderr, "%s\n", reason);
    free(text);
    return status ? 1 : 0;
}
