/* How a server is to run. Every setting has one name: a flag --public-url, the variable
 * CAPUCINE_PUBLIC_URL, and a line "public-url = …" of the configuration file; the first of these
 * that is given counts. */
#ifndef CAPU_SERVER_CONFIG_H
#define CAPU_SERVER_CONFIG_H

#include "capucine.h"

typedef struct capu_config {
    char *listen;     /* ADDRESS:PORT; port 0 lets the system choose */
    char *store;      /* sqlite:FILE or postgres://… */
    char *public_url; /* as browsers send it in Origin; "" : http:// and what we listen on */
    char *log;        /* text or json */
    char *webhook;    /* POST notices there; "" : nowhere */
    char *mail;       /* a command that gets a notice on its standard input; "" : none */
    long workers;     /* threads for connections */
    long handlers;    /* threads for requests */
    long bots;        /* threads that think */
    long connections, per_address;
    long patience;              /* seconds that a request may take to come in */
    long rate;                  /* requests a second for a session or an address; 0: no limit */
    long tables;                /* open and running tables that one person may have made */
    long notice_after;          /* seconds somebody is waited for until a notice */
    long guest_days;            /* until a guest who did nothing is forgotten; 0: never */
    long trust_proxy;           /* proxies of our own, whose X-Forwarded-For is believed */
    long public_metrics;        /* 1: everybody may read some of /metrics */
    long verbose;               /* 1: log every request */
    struct capu_config *before; /* the one that this one replaced, or NULL */
} capu_config;

/* One setting; `text` or `number` is where it goes. */
typedef struct capu_setting {
    const char *name;
    const char *fallback;
    size_t offset;
    bool is_number;
    long least, most;
    const char *about;
} capu_setting;

enum { CAPU_SETTINGS = 19 };
extern const capu_setting capu_settings[CAPU_SETTINGS];

/* A configuration: flags[i] (may be NULL) for setting i, the environment, then the file (may be
 * NULL), then what is built in. NULL with a sentence. */
capu_config *capu_config_read(const char *const flags[CAPU_SETTINGS], const char *path,
                              capu_text *why);
/* Whether a text is a host, perhaps with a port, as browsers write it in Host. */
bool capu_is_host(const char *text);
/* Milliseconds that somebody is waited for until a notice; 0: notices go nowhere. */
int64_t capu_notice_after(const capu_config *config);
/* With those that it replaced. */
void capu_config_free(capu_config *config);

#endif
