/* A small HTTP client: see client.h. */
#include "load/client.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { PATIENCE = 30 /* seconds, for a connection and for an answer */ };

/* Takes a name, a number or an IPv6 address in brackets; what follows, or NULL. */
static const char *read_host(load_target *target, const char *host) {
    bool brackets = *host == '[';
    size_t length = strcspn(host += brackets, brackets ? "]" : ":/");

    if (length == 0 || length >= sizeof target->host || (brackets && host[length] != ']'))
        return NULL;
    snprintf(target->host, sizeof target->host, "%.*s", (int)length, host);
    return host + length + brackets;
}

/* Likewise of :PORT, which may be left out. */
static const char *read_port(load_target *target, const char *text) {
    char *end = (char *)text;
    long port = *text == ':' && text[1] >= '0' && text[1] <= '9' ? strtol(text + 1, &end, 10) : 80;

    if ((*text == ':' && end == text) || port < 1 || port > 65535)
        return NULL;
    snprintf(target->port, sizeof target->port, "%ld", port);
    return end;
}

bool load_target_read(load_target *target, const char *url) {
    const char *rest = read_host(target, strncmp(url, "http://", 7) == 0 ? url + 7 : url);

    rest = rest ? read_port(target, rest) : NULL;
    return rest && (*rest == '\0' || strcmp(rest, "/") == 0);
}

/* -1 with the reason in errno. */
static int connect_to(const struct addrinfo *address) {
    int file = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    struct timeval patience = {.tv_sec = PATIENCE};

    if (file < 0)
        return -1;
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (connect(file, address->ai_addr, address->ai_addrlen) == 0)
        return file;
    int error = errno == EINPROGRESS ? ETIMEDOUT : errno;
    close(file);
    errno = error;
    return -1;
}

int load_target_connect(const load_target *target, const char **why) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *list;
    int file = -1, error = getaddrinfo(target->host, target->port, &hints, &list);

    if (error) {
        *why = gai_strerror(error);
        return -1;
    }
    for (struct addrinfo *at = list; at && file < 0; at = at->ai_next)
        file = connect_to(at);
    *why = strerror(errno);
    freeaddrinfo(list);
    return file;
}

void load_request_write(capu_text *text, const char *method, const char *path, const char *cookie,
                        const char *body) {
    size_t length = body ? strlen(body) : 0;

    host_text_reserve(text, strlen(path) + length + 512);
    capu_text_add(text, method);
    capu_text_add(text, path[1] == '/' ? " " : " /api/v1");
    capu_text_add(text, path[1] == '/' ? path + 1 : path);
    capu_text_add(text, " HTTP/1.1\r\nHost: capucine\r\n");
    if (cookie && *cookie) {
        capu_text_add(text, "Cookie: capucine=");
        capu_text_add(text, cookie);
        capu_text_add(text, "\r\n");
    }
    if (body) {
        capu_text_add(text, "Content-Type: application/json\r\nContent-Length: ");
        capu_text_number(text, (int64_t)length);
        capu_text_add(text, "\r\n");
    }
    capu_text_add(text, "\r\n");
    if (body)
        capu_text_add(text, body);
}

static const char *find_header(const char *head, const char *name) {
    for (const char *line = strstr(head, "\r\n"); line; line = strstr(line + 2, "\r\n"))
        if (strncasecmp(line + 2, name, strlen(name)) == 0)
            return line + 2 + strlen(name);
    return NULL;
}

bool load_reply_read(capu_text *buffer, load_reply *reply) {
    char *end = buffer->at ? strstr(buffer->at, "\r\n\r\n") : NULL;

    if (!end)
        return false;
    *end = '\0';
    const char *length = find_header(buffer->at, "Content-Length: ");
    const char *cookie = find_header(buffer->at, "Set-Cookie: capucine=");
    *reply = (load_reply){.status = atoi(buffer->at + 9), .body = end + 4};
    if (cookie)
        snprintf(reply->cookie, sizeof reply->cookie, "%.*s", (int)strcspn(cookie, ";"), cookie);
    reply->length = (size_t)(end + 4 - buffer->at) + (length ? (size_t)atol(length) : 0);
    *end = '\r';
    return buffer->length >= reply->length;
}

void load_text_drop(capu_text *buffer, size_t length) {
    memmove(buffer->at, buffer->at + length, buffer->length - length);
    buffer->length -= length;
    buffer->at[buffer->length] = '\0';
}

static bool send_all(int connection, const capu_text *text) {
    for (size_t sent = 0; sent < text->length;) {
        ssize_t count = send(connection, text->at + sent, text->length - sent, MSG_NOSIGNAL);
        if (count <= 0)
            return false;
        sent += (size_t)count;
    }
    return true;
}

int load_ask(int connection, capu_text *buffer, load_reply *reply, const char *method,
             const char *path, const char *cookie, const char *body) {
    capu_text request = {0};

    load_request_write(&request, method, path, cookie, body);
    bool sent = send_all(connection, &request);
    free(request.at);
    buffer->length = 0;
    while (sent) {
        host_text_reserve(buffer, 16384);
        ssize_t count = recv(connection, buffer->at + buffer->length, 16384, 0);
        if (count <= 0)
            return 0;
        buffer->length += (size_t)count;
        buffer->at[buffer->length] = '\0';
        if (load_reply_read(buffer, reply))
            return reply->status;
    }
    return 0;
}
