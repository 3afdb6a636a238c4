/* Settings: see config.h. */
#include "server/config.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/memory.h"
#include "host/system.h"

#define TEXT(field)   offsetof(server_config, field), false, 0, 0
#define NUMBER(field) offsetof(server_config, field), true

const server_setting server_settings[SERVER_SETTINGS] = {
    {"listen", "127.0.0.1:8080", TEXT(listen), "ADDRESS:PORT to listen on"},
    {"store", "sqlite:capucine.db", TEXT(store), "sqlite:FILE or postgres://…"},
    {"public-url", "", TEXT(public_url),
     "the address that people open, if it has a name of its own"},
    {"log", "text", TEXT(log), "text or json"},
    {"webhook", "", TEXT(webhook), "URL that gets notices by POST"},
    {"mail", "", TEXT(mail), "command that gets notices on its standard input"},
    {"workers", "2", NUMBER(workers), 2, 64, "threads for connections"},
    {"handlers", "128", NUMBER(handlers), 1, 512, "threads for requests"},
    {"bots", "1", NUMBER(bots), 1, 64, "threads that bots think in"},
    {"bot", "", TEXT(bot), "NAME=COMMAND: bots that are programs, separated by ';'"},
    {"bot-ms", "5000", NUMBER(bot_ms), 1, 600000, "milliseconds of a program for a decision"},
    {"connections", "12000", NUMBER(connections), 1, 1000000, "connections in all"},
    {"per-address", "256", NUMBER(per_address), 0, 1000000, "and of one visitor; 0: no limit"},
    {"patience", "60", NUMBER(patience), 1, 3600, "seconds that a request may take to come in"},
    {"rate", "50", NUMBER(rate), 0, 1000000, "requests a second of one session; 0: no limit"},
    {"tables", "100", NUMBER(tables), 1, 1000000, "tables under way that one person may make"},
    {"notice-after", "60", NUMBER(notice_after), 1, 86400, "seconds of waiting before a notice"},
    {"gone-after", "120", NUMBER(gone_after), 1, 86400,
     "seconds until a player who is waited for has vanished"},
    {"guest-days", "30", NUMBER(guest_days), 0, 36500,
     "days until a guest who did nothing is forgotten; 0: never"},
    {"trust-proxy", "0", NUMBER(trust_proxy), 0, 8, "proxies before the server that are our own"},
    {"public-metrics", "0", NUMBER(public_metrics), 0, 1, "1: /metrics is for everybody"},
    {"verbose", "0", NUMBER(verbose), 0, 1, "1: log every request"},
};

static bool set(server_config *config, const server_setting *setting, const char *value,
                capu_text *why) {
    char *end;

    if (!setting->is_number) {
        *(char **)((char *)config + setting->offset) = strdup(value);
        return true;
    }
    errno = 0;
    long number = strtol(value, &end, 10);
    if (!errno && end != value && !*end && number >= setting->least && number <= setting->most) {
        *(long *)((char *)config + setting->offset) = number;
        return true;
    }
    capu_text_add(why, setting->name);
    capu_text_add(why, " must be a whole number from ");
    capu_text_number(why, setting->least);
    capu_text_add(why, " to ");
    capu_text_number(why, setting->most);
    return false;
}

static const char *from_environment(const server_setting *setting) {
    char name[64] = "CAPUCINE_";
    size_t length = strlen(name);

    for (const char *at = setting->name; *at; at++)
        name[length++] = *at == '-' ? '_' : (char)toupper((unsigned char)*at);
    name[length] = '\0';
    return getenv(name);
}

/* ------------------------------------------------------------------- the file */

static char *trim(char *text) {
    char *end = text + strlen(text);

    while (end > text && isspace((unsigned char)end[-1]))
        *--end = '\0';
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

static int find(const char *name) {
    for (int i = 0; i < SERVER_SETTINGS; i++)
        if (strcmp(server_settings[i].name, name) == 0)
            return i;
    return -1;
}

/* Reads "name = value" lines; '#' begins a comment line. The values point into the text. */
static bool read_lines(char *text, const char *values[SERVER_SETTINGS], capu_text *why) {
    int number = 0;

    for (char *line; (line = strsep(&text, "\n"));) {
        char *value = strchr(line, '=');
        number++;
        if (!*trim(line) || *trim(line) == '#')
            continue;
        if (value)
            *value++ = '\0';
        int i = value ? find(trim(line)) : -1;
        if (i < 0) {
            capu_text_add(why, "line ");
            capu_text_number(why, number);
            capu_text_add(why, " of the configuration is no setting");
            return false;
        }
        values[i] = trim(value);
    }
    return true;
}

static bool settle_log(const char *log, capu_text *why) {
    if (strcmp(log, "text") == 0 || strcmp(log, "json") == 0)
        return true;
    capu_text_add(why, "log must be text or json");
    return false;
}

/* ------------------------------------------------------------------- addresses */

bool server_is_host(const char *text) {
    const char *at = text + (*text == '[');
    size_t length = *text == '[' ? strspn(at, "0123456789abcdef:.")
                                 : strspn(at, "abcdefghijklmnopqrstuvwxyz0123456789-._");

    at += length;
    if (length == 0 || length > 253 || (*text == '[' && *at++ != ']'))
        return false;
    if (*at != ':')
        return *at == '\0';
    at++;
    length = strspn(at, "0123456789");
    return *at != '0' && length > 0 && length < 6 && !at[length] && atoi(at) < 65536;
}

/* Where the host begins; NULL: this is no address of a site. */
static char *host_of(char *url) {
    if (strncmp(url, "https://", 8) == 0)
        return url + 8;
    return strncmp(url, "http://", 7) == 0 ? url + 7 : NULL;
}

/* Browsers name a site by its scheme, its host, and the port if it is not the usual one, all in
 * small letters: so it is kept, to be compared. A path does not belong to that. */
static bool settle_url(char *url, capu_text *why) {
    for (char *at = url; *at; at++)
        *at = (char)tolower((unsigned char)*at);
    char *host = host_of(url);

    char *path = host ? host + strcspn(host, "/") : NULL;
    bool deep = path && *path && path[1];
    if (path)
        *path = '\0';
    if (!host || !server_is_host(host) || deep) {
        if (*url)
            capu_text_add(why, deep
                                   ? "public-url must be an address without a path"
                                   : "public-url must be an address such as https://games.example");
        return !*url;
    }
    char *port = strrchr(host, ':');
    if (port && strcmp(port, url[4] == 's' ? ":443" : ":80") == 0)
        *port = '\0';
    return true;
}

static bool settle(server_config *config, const char *const flags[SERVER_SETTINGS],
                   const char *const file[SERVER_SETTINGS], capu_text *why) {
    for (int i = 0; i < SERVER_SETTINGS; i++) {
        const char *value = flags[i];
        if (!value)
            value = from_environment(&server_settings[i]);
        if (!value)
            value = file[i] ? file[i] : server_settings[i].fallback;
        if (!set(config, &server_settings[i], value, why))
            return false;
    }
    return settle_log(config->log, why) && settle_url(config->public_url, why);
}

server_config *server_config_read(const char *const flags[SERVER_SETTINGS], const char *path,
                                  capu_text *why) {
    const char *file[SERVER_SETTINGS] = {0};
    size_t length;
    char *text = path ? host_read_file(path, &length, why) : NULL;

    if (path && !text)
        return NULL;
    server_config *config = host_alloc(sizeof *config);
    if ((text && !read_lines(text, file, why)) || !settle(config, flags, file, why)) {
        server_config_free(config);
        config = NULL;
    }
    free(text);
    return config;
}

int64_t server_notice_after(const server_config *config) {
    return *config->webhook || *config->mail ? 1000 * config->notice_after : 0;
}

void server_config_free(server_config *config) {
    for (server_config *before; config; config = before) {
        before = config->before;
        for (int i = 0; i < SERVER_SETTINGS; i++)
            if (!server_settings[i].is_number)
                free(*(char **)((char *)config + server_settings[i].offset));
        free(config);
    }
}
