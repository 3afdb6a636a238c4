/* Server-sent events: lines of "field: value", ended by an empty one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/memory.h"
#include "tui/net/net.h"

static void dispatch(tui_sse *sse, tui_net_event *event, void *context) {
    if (sse->data.length) {
        json_t *data = json_loadb(sse->data.at, sse->data.length, 0, NULL);
        if (data)
            event(context, sse->id, *sse->name ? sse->name : "message", data);
        json_decref(data);
    }
    sse->data.length = 0;
    *sse->name = '\0';
}

static void add(capu_text *text, const char *piece, size_t length) {
    host_text_reserve(text, length + 1);
    memcpy(text->at + text->length, piece, length);
    text->length += length;
    text->at[text->length] = '\0';
}

static const char *value_of(const char *line, const char *field) {
    size_t length = strlen(field);

    if (strncmp(line, field, length) != 0 || line[length] != ':')
        return NULL;
    line += length + 1;
    return *line == ' ' ? line + 1 : line;
}

static void take_line(tui_sse *sse, tui_net_event *event, void *context) {
    const char *line = sse->line.at, *value;

    if (*line == '\0')
        dispatch(sse, event, context);
    else if ((value = value_of(line, "data"))) {
        if (sse->data.length)
            add(&sse->data, "\n", 1);
        add(&sse->data, value, strlen(value));
    } else if ((value = value_of(line, "id")))
        snprintf(sse->id, sizeof sse->id, "%s", value);
    else if ((value = value_of(line, "event")))
        snprintf(sse->name, sizeof sse->name, "%s", value);
    sse->line.length = 0;
}

void tui_sse_feed(tui_sse *sse, const char *piece, size_t length, tui_net_event *event,
                  void *context) {
    const char *end = piece + length, *feed;

    for (; piece < end && (feed = memchr(piece, '\n', (size_t)(end - piece))); piece = feed + 1) {
        add(&sse->line, piece, (size_t)(feed - piece));
        if (sse->line.length && sse->line.at[sse->line.length - 1] == '\r')
            sse->line.at[--sse->line.length] = '\0';
        take_line(sse, event, context);
    }
    if (piece < end)
        add(&sse->line, piece, (size_t)(end - piece));
}

void tui_sse_free(tui_sse *sse) {
    free(sse->line.at);
    free(sse->data.at);
    *sse = (tui_sse){0};
}
