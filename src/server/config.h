/* The settings of a server. Every setting can be given in three ways: as a flag --public-url, as
 * the variable CAPUCINE_PUBLIC_URL, or as a line "public-url = …" in the configuration file. A flag
 * overrides a variable, and a variable overrides the file. */
#ifndef CAPU_SERVER_CONFIG_H
#define CAPU_SERVER_CONFIG_H

#include "capucine.h"

typedef struct server_config {
    char *listen;     /* ADDRESS:PORT; port 0 lets the system choose */
    char *store;      /* sqlite:FILE or postgres://… */
    char *public_url; /* as browsers send it in Origin; "" : http:// and what we listen on */
    char *log;        /* text or json */
    char *webhook;    /* POST notices there; "" : nowhere */
    char *bot;        /* NAME=COMMAND; NAME=COMMAND: bots that are programs */
    char *mail;       /* a command that gets a notice on its standard input; "" : none */
    long workers;     /* threads for connections */
    long handlers;    /* threads for requests */
    long bots;        /* threads that think */
    long bot_ms;      /* for a decision of a program */
    long connections, per_address;
    long patience;                /* seconds within which a request must arrive */
    long rate;                    /* requests a second for a session or an address; 0: no limit */
    long tables;                  /* open and running tables that one person may have made */
    long notice_after;            /* seconds a player keeps others waiting before a notice */
    long gone_after;              /* seconds after which a player who is waited for has vanished */
    long guest_days;              /* after which an inactive guest is deleted; 0: never */
    long trust_proxy;             /* how many proxies of our own to believe in X-Forwarded-For */
    long public_metrics;          /* 1: everybody may read some of /metrics */
    long verbose;                 /* 1: log every request */
    struct server_config *before; /* the configuration that this one replaced, or NULL */
} server_config;

/* One setting; `text` or `number` is where it goes. */
typedef struct server_setting {
    const char *name;
    const char *fallback;
    size_t offset;
    bool is_number;
    long least, most;
    const char *about;
} server_setting;

enum { SERVER_SETTINGS = 22 };
extern const server_setting server_settings[SERVER_SETTINGS];

/* Reads the configuration. Each setting comes from flags[i] (may be NULL), else the environment,
 * else the file (may be NULL), else its default. NULL after a failure, with a sentence in `why`. */
server_config *server_config_read(const char *const flags[SERVER_SETTINGS], const char *path,
                                  capu_text *why);
/* Whether a text is a host name, with or without a port, as browsers send it in Host. */
bool server_is_host(const char *text);
/* Milliseconds a player keeps others waiting before a notice; 0: no notices are sent. */
int64_t server_notice_after(const server_config *config);
/* Frees it, and the configurations that it replaced. */
void server_config_free(server_config *config);

#endif
