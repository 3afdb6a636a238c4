/* JSON both ways: see io.h. */
#include "engine/io.h"
#include "engine/game.h"

void engine_io_write_to(engine_io *io, capu_text *out) {
    *io = (engine_io){.out = out};
}

void engine_io_read_from(engine_io *io, const capu_node *object, capu_text *why) {
    *io = (engine_io){.why = why};
    io->frames[0].node = object;
}

static engine_io_frame *top(engine_io *io) {
    return &io->frames[io->depth];
}

/* ---------------------------------------------------------------- messages */

static void add_step(capu_text *why, const char *key, int index) {
    if (key) {
        if (why->length > 0)
            capu_text_char(why, '.');
        capu_text_add(why, key);
    } else {
        capu_text_char(why, '[');
        capu_text_number(why, index);
        capu_text_char(why, ']');
    }
}

/* The first thing wrong is the one that is told, with its path: towers[3][0]. */
static void fail_with(engine_io *io, const char *key, const char *problem, const char *detail) {
    if (io->failed)
        return;
    io->failed = true;
    if (!io->why)
        return;
    for (int i = 1; i <= io->depth; i++)
        add_step(io->why, io->frames[i].key, io->frames[i - 1].index - 1);
    if (key || top(io)->node->type == CAPU_NODE_ARRAY)
        add_step(io->why, key, top(io)->index - 1);
    engine_because(io->why, ": ", problem, detail, NULL);
}

void engine_io_fail(engine_io *io, const char *key, const char *problem) {
    fail_with(io, key, problem, "");
}

static void fail_range(engine_io *io, const char *key, int least, int most) {
    char buffer[64];
    capu_text range = capu_text_on(buffer, sizeof buffer);

    capu_text_number(&range, least);
    capu_text_add(&range, " to ");
    capu_text_number(&range, most);
    fail_with(io, key, "expected a whole number from ", buffer);
}

/* ----------------------------------------------------------- finding values */

/* The value to be read now. NULL once anything has failed. */
static const capu_node *take(engine_io *io, const char *key) {
    engine_io_frame *frame = top(io);
    const capu_node *value;

    if (io->failed)
        return NULL;
    if (!key) {
        value = frame->next;
        frame->next += value->size;
        frame->index++;
        return value;
    }
    value = capu_node_find(frame->node, key);
    frame->index++;
    if (!value)
        fail_with(io, key, "this key is missing", "");
    return value;
}

/* Puts the comma and the key before a value. */
static void begin(engine_io *io, const char *key) {
    if (top(io)->index++ > 0)
        capu_text_char(io->out, ',');
    if (key) {
        capu_text_json(io->out, key);
        capu_text_char(io->out, ':');
    }
}

static void write_null(engine_io *io, const char *key) {
    begin(io, key);
    capu_text_add(io->out, "null");
}

/* --------------------------------------------------------- objects and lists */

static void push_reading(engine_io *io, const char *key, const capu_node *node) {
    io->depth++;
    *top(io) = (engine_io_frame){.node = node, .next = node ? node + 1 : NULL, .key = key};
}

static void push_writing(engine_io *io, const char *key, char open, char close) {
    begin(io, key);
    capu_text_char(io->out, open);
    io->depth++;
    *top(io) = (engine_io_frame){.close = close};
}

static void read_object(engine_io *io, const char *key) {
    const capu_node *node = take(io, key);

    if (node && node->type != CAPU_NODE_OBJECT) {
        engine_io_fail(io, key, "expected an object");
        node = NULL;
    }
    push_reading(io, key, node);
}

void engine_io_object(engine_io *io, const char *key) {
    if (io->out)
        push_writing(io, key, '{', '}');
    else
        read_object(io, key);
}

static int read_list(engine_io *io, const char *key, int least, int most) {
    const capu_node *node = take(io, key);

    if (node && node->type != CAPU_NODE_ARRAY) {
        engine_io_fail(io, key, "expected an array");
        node = NULL;
    }
    if (node && (node->count < (uint32_t)least || node->count > (uint32_t)most)) {
        char buffer[64];
        capu_text range = capu_text_on(buffer, sizeof buffer);
        capu_text_number(&range, least);
        if (least < most) {
            capu_text_add(&range, " to ");
            capu_text_number(&range, most);
        }
        capu_text_add(&range, most == 1 ? " element" : " elements");
        fail_with(io, key, "expected an array of ", buffer);
        node = NULL;
    }
    push_reading(io, key, node);
    return node ? (int)node->count : least;
}

int engine_io_list(engine_io *io, const char *key, int count, int least, int most) {
    if (!io->out)
        return read_list(io, key, least, most);
    push_writing(io, key, '[', ']');
    return count;
}

static void check_no_more_keys(engine_io *io) {
    const capu_node *object = top(io)->node;

    if (!io->failed && object->type == CAPU_NODE_OBJECT && (int)object->count != top(io)->index)
        engine_io_fail(io, NULL, "it has keys that do not belong there");
}

void engine_io_close(engine_io *io) {
    if (io->out)
        capu_text_char(io->out, top(io)->close);
    else
        check_no_more_keys(io);
    io->depth--;
}

/* ------------------------------------------------------------------ values */

static uint8_t read_name(engine_io *io, const char *key, const engine_names *names,
                         engine_io_null null) {
    const capu_node *node = take(io, key);

    if (!node)
        return 0;
    if (node->type == CAPU_NODE_NULL && null == ENGINE_IO_OR_NONE)
        return ENGINE_NONE;
    if (node->type == CAPU_NODE_STRING)
        for (int i = 0; i < names->count; i++)
            if (engine_same(node->text, names->list[i]))
                return (uint8_t)i;
    fail_with(io, key, "expected the name of a ", names->what);
    return 0;
}

uint8_t engine_io_name(engine_io *io, const char *key, uint8_t value, const engine_names *names,
                       engine_io_null null) {
    if (!io->out)
        return read_name(io, key, names, null);
    if (value >= names->count) {
        write_null(io, key);
    } else {
        begin(io, key);
        capu_text_json(io->out, names->list[value]);
    }
    return value;
}

static int read_number(engine_io *io, const char *key, int least, int most, engine_io_null null) {
    const capu_node *node = take(io, key);

    if (!node)
        return least;
    if (node->type == CAPU_NODE_NULL && null == ENGINE_IO_OR_NONE)
        return ENGINE_NONE;
    if (node->type == CAPU_NODE_NUMBER && node->number >= least && node->number <= most)
        return (int)node->number;
    fail_range(io, key, least, most);
    return least;
}

int engine_io_number(engine_io *io, const char *key, int value, int least, int most) {
    if (!io->out)
        return read_number(io, key, least, most, ENGINE_IO_NEVER_NULL);
    begin(io, key);
    capu_text_number(io->out, value);
    return value;
}

uint8_t engine_io_small(engine_io *io, const char *key, uint8_t value, int most,
                        engine_io_null null) {
    if (!io->out)
        return (uint8_t)read_number(io, key, 0, most, null);
    if (value == ENGINE_NONE || value == ENGINE_HIDDEN) {
        write_null(io, key);
    } else {
        begin(io, key);
        capu_text_number(io->out, value);
    }
    return value;
}

uint8_t engine_io_seat(engine_io *io, const char *key, uint8_t value, engine_io_null null) {
    return engine_io_small(io, key, value, io->players - 1, null);
}

bool engine_io_flag(engine_io *io, const char *key, bool value) {
    if (io->out) {
        begin(io, key);
        capu_text_add(io->out, value ? "true" : "false");
        return value;
    }
    const capu_node *node = take(io, key);
    if (node && node->type != CAPU_NODE_TRUE && node->type != CAPU_NODE_FALSE)
        engine_io_fail(io, key, "expected true or false");
    return node && node->type == CAPU_NODE_TRUE;
}

const char *engine_io_string(engine_io *io, const char *key, const char *value) {
    if (io->out) {
        begin(io, key);
        capu_text_json(io->out, value);
        return value;
    }
    const capu_node *node = take(io, key);
    if (node && node->type == CAPU_NODE_STRING)
        return node->text;
    engine_io_fail(io, key, "expected a text");
    return "";
}

void engine_io_fixed(engine_io *io, const char *key, const char *value) {
    if (!engine_same(engine_io_string(io, key, value), value))
        fail_with(io, key, "expected ", value);
}

bool engine_io_absent(engine_io *io, const char *key, bool absent) {
    if (io->out) {
        if (absent)
            write_null(io, key);
        return absent;
    }
    if (io->failed)
        return false;
    engine_io_frame before = *top(io);
    const capu_node *node = take(io, key);
    if (node && node->type == CAPU_NODE_NULL)
        return true;
    if (!io->failed)
        *top(io) = before;
    return false;
}

int engine_io_names(engine_io *io, const char *key, uint8_t *values, int count, int least, int most,
                    const engine_names *names) {
    int n = engine_io_list(io, key, count, least, most);

    for (int i = 0; i < n; i++)
        values[i] = engine_io_name(io, NULL, values[i], names, ENGINE_IO_NEVER_NULL);
    engine_io_close(io);
    return n;
}
