/* JSON text in, as the flat tree of capucine.h. Strict: what RFC 8259 allows, in UTF-8, one value,
 * no name twice in an object.
 *
 * There is no recursion, and no stack beside the tree. While a list or an object is open, `size` of
 * its node is the index of the one around it, and `count` is how much it has so far. Until its
 * object is closed, `number` of a name is where the name stands in the text, and `count` links the
 * names for sorting. Index 0 is the whole value, so as a link it means "none". */
#include "engine/game.h"

enum { MOST_DEPTH = 2048 };
#define MOST_LENGTH ((size_t)1 << 30)

typedef struct parser {
    const char *text;
    size_t length, at;
    capu_node *nodes;
    uint32_t count;
    uint32_t open; /* the innermost list or object that is open, if depth > 0 */
    int depth;
    char *strings; /* where the next string goes */
    const char *problem;
} parser;

static bool fail(parser *p, size_t at, const char *problem) {
    p->at = at;
    p->problem = problem;
    return false;
}

/* The next character; what comes after the text is NUL, which JSON has nowhere. */
static char peek(const parser *p) {
    return p->at < p->length ? p->text[p->at] : '\0';
}

static bool skip(parser *p, char c) {
    if (p->at == p->length || p->text[p->at] != c)
        return false;
    p->at++;
    return true;
}

static void skip_space(parser *p) {
    while (skip(p, ' ') || skip(p, '\n') || skip(p, '\r') || skip(p, '\t'))
        continue;
}

static capu_node *add_node(parser *p, capu_node_type type) {
    capu_node *node = &p->nodes[p->count++];

    *node = (capu_node){.type = (uint8_t)type, .size = 1};
    return node;
}

static void put(parser *p, uint32_t byte) {
    *p->strings++ = (char)byte;
}

/* ----------------------------------------------------------------- numbers */

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool skip_digits(parser *p) {
    size_t begin = p->at;

    while (is_digit(peek(p)))
        p->at++;
    return p->at > begin;
}

/* The value of digits; false: it has more than 63 bits. */
static bool read_digits(const char *digits, size_t count, bool negative, int64_t *number) {
    uint64_t most = (uint64_t)INT64_MAX + negative, value = 0;

    for (size_t i = 0; i < count; i++) {
        uint64_t digit = (uint64_t)(digits[i] - '0');
        if (value > (most - digit) / 10)
            return false;
        value = 10 * value + digit;
    }
    *number = (int64_t)(negative ? 0 - value : value);
    return true;
}

/* A fraction, an exponent or both; false: what begins like one goes on otherwise. */
static bool skip_real(parser *p) {
    if (skip(p, '.') && !skip_digits(p))
        return false;
    if (!skip(p, 'e') && !skip(p, 'E'))
        return true;
    if (!skip(p, '+'))
        skip(p, '-');
    return skip_digits(p);
}

/* Keeps what is no whole number as it is written. */
static void keep_digits(parser *p, capu_node *node, size_t begin) {
    node->type = CAPU_NODE_REAL;
    node->text = p->strings;
    for (; begin < p->at; begin++)
        put(p, (unsigned char)p->text[begin]);
    put(p, '\0');
}

static bool read_number(parser *p) {
    capu_node *node = add_node(p, CAPU_NODE_NUMBER);
    size_t begin = p->at;
    bool negative = skip(p, '-');
    size_t digits = p->at;

    if (!skip(p, '0') && !skip_digits(p))
        return fail(p, begin, "a number needs digits");
    size_t end = p->at;
    if (!skip_real(p))
        return fail(p, begin, "a number needs digits");
    if (p->at > end) {
        keep_digits(p, node, begin);
        return true;
    }
    return read_digits(p->text + digits, end - digits, negative, &node->number) ||
           fail(p, begin, "the number is too large");
}

/* ----------------------------------------------------------------- strings */

/* As UTF-8. */
static void put_character(parser *p, uint32_t c) {
    if (c < 0x80) {
        put(p, c);
        return;
    }
    if (c < 0x800) {
        put(p, 0xC0 | c >> 6);
    } else {
        if (c < 0x10000) {
            put(p, 0xE0 | c >> 12);
        } else {
            put(p, 0xF0 | c >> 18);
            put(p, 0x80 | (c >> 12 & 0x3F));
        }
        put(p, 0x80 | (c >> 6 & 0x3F));
    }
    put(p, 0x80 | (c & 0x3F));
}

/* How many bytes a character of UTF-8 has that begins like this; 0: none begins so. */
static int utf8_length(unsigned char first) {
    return first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
}

static bool is_surrogate(uint32_t c) {
    return c >= 0xD800 && c < 0xE000;
}

/* A character of more than one byte: the shortest form, no surrogate, nothing beyond Unicode. */
static bool copy_utf8(parser *p) {
    static const uint32_t least[] = {[2] = 0x80, [3] = 0x800, [4] = 0x10000};
    unsigned char first = (unsigned char)p->text[p->at];
    int length = utf8_length(first);
    uint32_t c = first & (0x7Fu >> length);

    if (length == 0 || p->length - p->at < (size_t)length)
        return false;
    for (int i = 1; i < length; i++) {
        unsigned char next = (unsigned char)p->text[p->at + (size_t)i];
        if ((next & 0xC0) != 0x80)
            return false;
        c = c << 6 | (next & 0x3F);
    }
    p->at += (size_t)length;
    put_character(p, c);
    return c >= least[length] && c <= 0x10FFFF && !is_surrogate(c);
}

static bool read_hex(parser *p, uint32_t *value) {
    *value = 0;
    for (int i = 0; i < 4; i++, p->at++) {
        char c = peek(p);
        uint32_t digit = is_digit(c)              ? (uint32_t)(c - '0')
                         : (c >= 'a' && c <= 'f') ? (uint32_t)(c - 'a' + 10)
                         : (c >= 'A' && c <= 'F') ? (uint32_t)(c - 'A' + 10)
                                                  : 16;
        if (digit == 16)
            return false;
        *value = *value << 4 | digit;
    }
    return true;
}

/* What follows \u; a character beyond 16 bits is a pair of surrogates. */
static bool read_unicode(parser *p, uint32_t *c) {
    uint32_t low;

    if (!read_hex(p, c))
        return false;
    if (!is_surrogate(*c))
        return true;
    if (*c >= 0xDC00 || !skip(p, '\\') || !skip(p, 'u') || !read_hex(p, &low) ||
        !is_surrogate(low) || low < 0xDC00)
        return false;
    *c = 0x10000 + ((*c & 0x3FF) << 10) + (low & 0x3FF);
    return true;
}

/* What follows a backslash; a NUL is noted. */
static bool read_escape(parser *p, bool *nul) {
    static const char names[] = "\"\\/bfnrt", characters[] = "\"\\/\b\f\n\r\t";
    char name = peek(p);
    uint32_t c;

    p->at++;
    if (name == 'u') {
        if (!read_unicode(p, &c))
            return false;
        *nul = *nul || c == 0;
        put_character(p, c);
        return true;
    }
    for (int i = 0; names[i]; i++)
        if (names[i] == name) {
            put(p, (unsigned char)characters[i]);
            return true;
        }
    return false;
}

/* One character of a string. */
static bool read_character(parser *p, bool *nul) {
    size_t at = p->at;
    unsigned char c = (unsigned char)p->text[at];

    if (c < 0x20)
        return fail(p, at, "a control character in a string");
    if (c == '\\') {
        p->at++;
        return read_escape(p, nul) || fail(p, at, "there is no such escape");
    }
    if (c >= 0x80)
        return copy_utf8(p) || fail(p, at, "not UTF-8");
    put(p, c);
    p->at++;
    return true;
}

/* A text with a NUL in it is none that anything here is called, and must not pass for its
 * beginning: it becomes one replacement character. */
static bool read_string(parser *p, bool *nul) {
    capu_node *node = add_node(p, CAPU_NODE_STRING);
    size_t begin = p->at++;

    node->text = p->strings;
    *nul = false;
    while (p->at < p->length && p->text[p->at] != '"')
        if (!read_character(p, nul))
            return false;
    if (!skip(p, '"'))
        return fail(p, begin, "the string has no end");
    if (*nul) {
        p->strings = (char *)node->text;
        put_character(p, 0xFFFD);
    }
    put(p, '\0');
    return true;
}

/* --------------------------------------------------------- names of an object */

static bool is_before(const char *a, const char *b) {
    while (*a && *a == *b)
        a++, b++;
    return (unsigned char)*a < (unsigned char)*b;
}

/* Links two sorted lists of names into one, which begins with what is returned. */
static uint32_t merge(capu_node *nodes, uint32_t a, uint32_t b) {
    uint32_t first = 0, *link = &first;

    while (a && b) {
        uint32_t *from = is_before(nodes[b].text, nodes[a].text) ? &b : &a;
        *link = *from;
        link = &nodes[*from].count;
        *from = *link;
    }
    *link = a ? a : b;
    return first;
}

/* Sorts so many names, linked from `first` on. */
static uint32_t sort(capu_node *nodes, uint32_t first, uint32_t count) {
    uint32_t second = first;

    if (count == 1) {
        nodes[first].count = 0;
        return first;
    }
    for (uint32_t i = 0; i < count / 2; i++)
        second = nodes[second].count;
    uint32_t a = sort(nodes, first, count / 2);
    return merge(nodes, a, sort(nodes, second, count - count / 2));
}

/* Links all names of an object in the order of the text. */
static void link_names(capu_node *nodes, uint32_t object) {
    uint32_t name = object + 1;

    for (uint32_t i = 0; i < nodes[object].count; i++) {
        uint32_t next = name + 1 + nodes[name + 1].size;
        nodes[name].count = next;
        name = next;
    }
}

/* Finds a name that is there twice by sorting, so that a large object costs little more than a
 * small one. Takes the marks off the names. */
static bool check_names(parser *p, uint32_t object) {
    capu_node *nodes = p->nodes;
    size_t twice = 0;
    bool found = false;

    if (nodes[object].count == 0)
        return true;
    link_names(nodes, object);
    for (uint32_t name = sort(nodes, object + 1, nodes[object].count), next; name; name = next) {
        next = nodes[name].count;
        if (next && engine_same(nodes[name].text, nodes[next].text)) {
            found = true;
            twice = (size_t)nodes[next].number;
        }
        nodes[name].count = 0;
        nodes[name].number = 0;
    }
    return !found || fail(p, twice, "the object has this name twice");
}

/* ------------------------------------------------------------------ values */

static bool read_word(parser *p, const char *word, capu_node_type type) {
    size_t begin = p->at;

    for (; *word; word++)
        if (!skip(p, *word))
            return fail(p, begin, "expected a value");
    add_node(p, type);
    return true;
}

static bool open(parser *p, capu_node_type type) {
    if (p->depth == MOST_DEPTH)
        return fail(p, p->at, "too many lists and objects inside each other");
    uint32_t around = p->open;
    p->open = p->count;
    add_node(p, type)->size = around;
    p->depth++;
    p->at++;
    return true;
}

static bool close(parser *p) {
    uint32_t it = p->open;

    if (p->nodes[it].type == CAPU_NODE_OBJECT && !check_names(p, it))
        return false;
    p->open = p->nodes[it].size;
    p->nodes[it].size = p->count - it;
    p->depth--;
    p->at++;
    return true;
}

/* A value, or the beginning of a list or object. */
static bool read_value(parser *p) {
    bool nul;

    skip_space(p);
    switch (peek(p)) {
    case '{':
        return open(p, CAPU_NODE_OBJECT);
    case '[':
        return open(p, CAPU_NODE_ARRAY);
    case '"':
        return read_string(p, &nul);
    case 't':
        return read_word(p, "true", CAPU_NODE_TRUE);
    case 'f':
        return read_word(p, "false", CAPU_NODE_FALSE);
    case 'n':
        return read_word(p, "null", CAPU_NODE_NULL);
    default:
        return peek(p) == '-' || is_digit(peek(p)) ? read_number(p)
                                                   : fail(p, p->at, "expected a value");
    }
}

/* A name and the colon behind it. */
static bool read_name(parser *p) {
    bool nul;

    skip_space(p);
    size_t begin = p->at;
    uint32_t name = p->count;
    if (peek(p) != '"')
        return fail(p, begin, "expected a name");
    if (!read_string(p, &nul))
        return false;
    if (nul)
        return fail(p, begin, "a NUL in a name");
    p->nodes[name].number = (int64_t)begin;
    skip_space(p);
    return skip(p, ':') || fail(p, p->at, "expected ':'");
}

/* What comes next in the list or object that is open: a value, or its end. */
static bool go_on(parser *p) {
    capu_node *in = &p->nodes[p->open];
    bool object = in->type == CAPU_NODE_OBJECT;

    skip_space(p);
    if (peek(p) == (object ? '}' : ']'))
        return close(p);
    if (in->count > 0 && !skip(p, ','))
        return fail(p, p->at, object ? "expected ',' or '}'" : "expected ',' or ']'");
    in->count++;
    return (!object || read_name(p)) && read_value(p);
}

static bool read_all(parser *p) {
    if (!read_value(p))
        return false;
    while (p->depth > 0)
        if (!go_on(p))
            return false;
    skip_space(p);
    return p->at == p->length || fail(p, p->at, "something follows the value");
}

/* ------------------------------------------------------------------- public */

/* Lines and columns are counted from 1, columns in characters. */
static void say_where(const parser *p, capu_text *why) {
    int64_t line = 1, column = 1;

    for (size_t i = 0; i < p->at; i++) {
        column += ((unsigned char)p->text[i] & 0xC0) != 0x80;
        if (p->text[i] == '\n') {
            line++;
            column = 1;
        }
    }
    capu_text_add(why, "not JSON, line ");
    capu_text_number(why, line);
    capu_text_add(why, ", column ");
    capu_text_number(why, column);
    capu_text_add(why, ": ");
}

/* Before every value and every name but the first there is one of these. */
static size_t most_nodes(const char *text, size_t length) {
    size_t count = 1;

    for (size_t i = 0; i < length; i++)
        count += text[i] == '[' || text[i] == '{' || text[i] == ',' || text[i] == ':';
    return count;
}

/* A string needs no more bytes than it has in the text, since it loses its quotes and gets a NUL. A
 * number that is kept needs one more, which is that of what follows it, except at the very end. */
static size_t most_strings(size_t length) {
    return length + 1;
}

size_t capu_json_bytes(const char *text, size_t length) {
    return most_nodes(text, length) * sizeof(capu_node) + most_strings(length);
}

const capu_node *capu_json_parse(const char *text, size_t length, void *memory, size_t bytes,
                                 capu_text *why) {
    parser p = {.text = text, .length = length, .nodes = memory};

    if (length > MOST_LENGTH || bytes < capu_json_bytes(text, length)) {
        engine_because(why, "not JSON: too little memory for so long a text", NULL);
        return NULL;
    }
    p.strings = (char *)memory + (bytes - most_strings(length)); /* nodes come first: aligned */
    if (read_all(&p))
        return p.nodes;
    if (why)
        say_where(&p, why);
    engine_because(why, p.problem, NULL);
    return NULL;
}

const capu_node *capu_node_find(const capu_node *object, const char *name) {
    if (!object || object->type != CAPU_NODE_OBJECT)
        return NULL;
    const capu_node *child = object + 1;
    for (uint32_t i = 0; i < object->count; i++) {
        if (engine_same(child->text, name))
            return child + 1;
        child += 1 + child[1].size;
    }
    return NULL;
}

const char *capu_node_text(const capu_node *node) {
    return node && node->type == CAPU_NODE_STRING ? node->text : NULL;
}

bool capu_node_number(const capu_node *node, int64_t *number) {
    if (!node || node->type != CAPU_NODE_NUMBER)
        return false;
    *number = node->number;
    return true;
}

static void write_inside(const capu_node *node, capu_text *text) {
    bool object = node->type == CAPU_NODE_OBJECT;
    const capu_node *child = node + 1;

    capu_text_char(text, object ? '{' : '[');
    for (uint32_t i = 0; i < node->count; i++, child += child->size) {
        if (i > 0)
            capu_text_char(text, ',');
        if (object) {
            capu_text_json(text, child++->text);
            capu_text_char(text, ':');
        }
        capu_node_json(child, text);
    }
    capu_text_char(text, object ? '}' : ']');
}

void capu_node_json(const capu_node *node, capu_text *text) {
    static const char *const words[] = {
        [CAPU_NODE_NULL] = "null", [CAPU_NODE_FALSE] = "false", [CAPU_NODE_TRUE] = "true"};

    switch ((capu_node_type)node->type) {
    case CAPU_NODE_ARRAY:
    case CAPU_NODE_OBJECT:
        write_inside(node, text);
        break;
    case CAPU_NODE_STRING:
        capu_text_json(text, node->text);
        break;
    case CAPU_NODE_NUMBER:
        capu_text_number(text, node->number);
        break;
    case CAPU_NODE_REAL:
        capu_text_add(text, node->text);
        break;
    default:
        capu_text_add(text, words[node->type]);
    }
}
