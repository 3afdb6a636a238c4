/* capucine serve: the server for browsers, terminals and bots. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "server/log.h"
#include "server/server.h"

/* What is no terminal may be a log, which others read, and keep: the link is not for it. */
static void greet_host(const server_main *server, const char *open) {
    static const char none[] =
        "There is no host yet: `capucine admin host` makes a link for becoming it";
    char token[64], link[640], sentence[768];
    bool has = true;

    if (!isatty(STDOUT_FILENO)) {
        if (store_has_host(server->store, &has) && !has)
            server_announce(none, "there is no host yet", "command", "capucine admin host", NULL);
        return;
    }
    if (!server_host_token(server->store, false, token))
        return;
    snprintf(link, sizeof link, "%shost?token=%s", open, token);
    snprintf(sentence, sizeof sentence, "Whoever opens this link first becomes the host: %s", link);
    server_announce(sentence, "whoever opens this link first becomes the host", "link", link, NULL);
}

static void greet(const server_main *server) {
    char port[16], open[512], sentence[768];

    snprintf(port, sizeof port, "%d", server_port(server));
    snprintf(open, sizeof open, "%s/", server_origin(server));
    snprintf(sentence, sizeof sentence, "Capucine listens on port %s; people open %s", port, open);
    server_announce(sentence, "it listens", "port", port, "open", open, NULL);
    greet_host(server, open);
}

static void reload(server_main *server, const char *const *flags, const char *path) {
    char reason[256];
    capu_text why = capu_text_on(reason, sizeof reason);
    server_config *config = server_config_read(flags, path, &why);

    if (!config) {
        server_log(LOG_ERROR_, "the configuration was not reloaded", "problem", reason, NULL);
        return;
    }
    server_reload(server, config);
    server_log(LOG_INFO_, "the configuration was reloaded", NULL);
}

/* All threads have these signals blocked; this one waits for them. */
static void wait_for_end(server_main *server, const sigset_t *signals, const char *const *flags,
                         const char *path) {
    int signal;

    while (sigwait(signals, &signal) == 0) {
        if (signal != SIGHUP)
            return;
        reload(server, flags, path);
    }
}

static int serve(const cli_command *self, const char *const *flags, const char *path) {
    char reason[512];
    capu_text why = capu_text_on(reason, sizeof reason);
    server_config *config = server_config_read(flags, path, &why);
    sigset_t signals;

    if (!config)
        return cli_usage(self, "%s", reason);
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    server_main *server = server_start(config, &why);
    if (!server) {
        server_config_free(config);
        return cli_fail(self, "%s", reason);
    }
    greet(server);
    wait_for_end(server, &signals, flags, path);
    server_stop(server);
    return DONE;
}

static int run(const cli_command *self, int argc, char **argv) {
    const char *flags[SERVER_SETTINGS] = {0}, *path = getenv("CAPUCINE_CONFIG");
    char names[SERVER_SETTINGS][32];
    cli_arg args[SERVER_SETTINGS + 2] = {{"--config", NULL, &path}};

    for (int i = 0; i < SERVER_SETTINGS; i++) {
        snprintf(names[i], sizeof names[i], "--%s", server_settings[i].name);
        args[i + 1] = (cli_arg){names[i], NULL, &flags[i]};
    }
    int status = cli_args(self, argc, argv, args, NULL, 0);
    return status >= 0 ? status : serve(self, flags, path);
}

const cli_command cli_cmd_serve = {
    .name = "serve",
    .about = "host games for browsers, terminals and bots over HTTP",
    .help =
        "serve [OPTIONS]\n"
        "\n"
        "Hosts games until SIGTERM. SIGHUP reads the configuration file again. Every option can\n"
        "also be an environment variable (--public-url is CAPUCINE_PUBLIC_URL) or a line of the\n"
        "configuration file (public-url = https://...). A number before a colon is the default.\n"
        "\n"
        "  --config FILE         the configuration file\n"
        "  --listen ADDR:PORT    127.0.0.1:8080; port 0 lets the system choose\n"
        "  --store STORE         sqlite:capucine.db, or postgres://... for many nodes\n"
        "  --public-url URL      the address that people open; needed unless it is an IP address\n"
        "                        or a local name. With https, cookies are Secure\n"
        "  --log text|json       the format of log lines on standard error\n"
        "  --verbose 1           log every request\n"
        "  --webhook URL         where to POST notices about turns, as JSON (with curl)\n"
        "  --mail COMMAND        a command that gets these notices on its standard input\n"
        "  --gone-after SECS     120: after how long a player who is waited for has vanished\n"
        "  --notice-after SECS   60: how long a player keeps others waiting before a notice\n"
        "  --workers N           2: threads for connections\n"
        "  --handlers N          128: threads for requests\n"
        "  --bots N              1: threads that bots think in\n"
        "  --bot NAME=COMMAND    a program that tables can have as a bot; several with ';' "
        "between\n"
        "                        them (see docs/programs.md)\n"
        "  --bot-ms N            5000: how long such a program may think about a decision\n"
        "  --connections N       12000: connections in total\n"
        "  --per-address N       256: connections of one visitor, and streams; 0: no limit\n"
        "  --patience SECS       60: how long a request may take to arrive\n"
        "  --rate N              50: requests a second of one session; 0: no limit\n"
        "  --tables N            100: open and running tables that one person may have made\n"
        "  --guest-days N        30: days until an inactive guest is deleted; 0: never\n"
        "  --trust-proxy N       0: how many proxies of your own a request passes. The address\n"
        "                        that the first of them adds to X-Forwarded-For is the visitor's\n"
        "  --public-metrics 1    let everybody read a part of /metrics, not only the host and\n"
        "                        this machine\n",
    .run = run,
};
