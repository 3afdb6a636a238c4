/* Where a request comes from: the visitor whom limits count, and the name that we were asked by. */
#include <arpa/inet.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/http.h"

/* -------------------------------------------------------------------- addresses */

static void write_ipv4(const void *bytes, char visitor[VISITOR_TEXT]) {
    inet_ntop(AF_INET, bytes, visitor, VISITOR_TEXT);
}

/* Who has one address of a network has all of them; for this machine it stays that of the machine.
 */
static void write_ipv6(const struct in6_addr *address, char visitor[VISITOR_TEXT]) {
    struct in6_addr network = *address;

    if (IN6_IS_ADDR_V4MAPPED(address)) {
        write_ipv4(address->s6_addr + 12, visitor);
        return;
    }
    if (!IN6_IS_ADDR_LOOPBACK(address))
        memset(network.s6_addr + 8, 0, 8);
    inet_ntop(AF_INET6, &network, visitor, VISITOR_TEXT);
}

/* false: the text is no address. */
static bool read_address(const char *text, char visitor[VISITOR_TEXT]) {
    struct in6_addr address;

    if (inet_pton(AF_INET6, text, &address) == 1)
        write_ipv6(&address, visitor);
    else if (inet_pton(AF_INET, text, &address) == 1)
        write_ipv4(&address, visitor);
    else
        return false;
    return true;
}

/* Takes a port away, and the brackets that an address of IPv6 then has. */
static char *without_port(char *text) {
    if (*text == '[') {
        text++;
        text[strcspn(text, "]")] = '\0';
    } else if (strchr(text, ':') == strrchr(text, ':')) {
        text[strcspn(text, ":")] = '\0';
    }
    return text;
}

/* --------------------------------------------------------------------- visitors */

static enum MHD_Result add_line(void *to, enum MHD_ValueKind kind, const char *name,
                                const char *value) {
    capu_text *lines = to;

    (void)kind;
    if (strcasecmp(name, "X-Forwarded-For") == 0 && value) {
        host_text_reserve(lines, strlen(value) + 2);
        capu_text_char(lines, ',');
        capu_text_add(lines, value);
    }
    return MHD_YES;
}

/* Every proxy adds the address that it saw at the end, and what is before those of our own proxies
 * anyone may have written. false: that many proxies have not added anything, or no address. */
static bool read_forwarded(server_request *r, long proxies) {
    capu_text lines = {0};
    char *last = NULL;

    MHD_get_connection_values(r->connection, MHD_HEADER_KIND, add_line, &lines);
    for (; lines.at && proxies > 0 && (last = strrchr(lines.at, ',')); proxies--)
        *last++ = '\0';
    bool read = false;
    if (last) {
        last += strspn(last, " \t");
        last[strcspn(last, " \t")] = '\0';
        read = read_address(without_port(last), r->address);
    }
    free(lines.at);
    return read;
}

void server_http_visitor(server_request *r) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(r->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const struct sockaddr *from = info ? info->client_addr : NULL;
    long proxies = r->server->config->trust_proxy;

    if (proxies && read_forwarded(r, proxies))
        return;
    if (from && from->sa_family == AF_INET)
        write_ipv4(&((const struct sockaddr_in *)from)->sin_addr, r->address);
    else if (from && from->sa_family == AF_INET6)
        write_ipv6(&((const struct sockaddr_in6 *)from)->sin6_addr, r->address);
}

/* ------------------------------------------------------------------------ names */

enum { HOST_TEXT = 256 };

/* A host without its port, as it is compared. */
static void plain_host(const char *host, char plain[HOST_TEXT]) {
    char text[HOST_TEXT];
    size_t length;

    snprintf(text, sizeof text, "%s", host);
    for (char *at = text; *at; at++)
        *at = (char)tolower((unsigned char)*at);
    snprintf(plain, HOST_TEXT, "%s", without_port(text));
    length = strlen(plain);
    if (length && plain[length - 1] == '.')
        plain[length - 1] = '\0';
}

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), most = strlen(end);

    return length >= most && strcmp(text + length - most, end) == 0;
}

/* Names that nobody can have on the internet. */
static bool is_local_name(const char *name) {
    static const char *const ends[] = {".localhost", ".local", ".lan", ".internal", ".home.arpa"};
    bool local = !strchr(name, '.');

    for (size_t i = 0; i < sizeof ends / sizeof ends[0] && !local; i++)
        local = ends_with(name, ends[i]);
    return local;
}

bool server_http_is_ours(const server_main *server, const char *host) {
    char asked[HOST_TEXT], own[HOST_TEXT], address[VISITOR_TEXT];

    plain_host(host, asked);
    plain_host(strstr(server_origin(server), "://") + 3, own);
    return is_local_name(asked) || read_address(asked, address) || strcmp(asked, own) == 0;
}
