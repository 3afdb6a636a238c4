/* Requests and events: see net.h. */
#include "tui/net/net.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "host/memory.h"
#include "host/system.h"
#include "host/words.h"
#include "tui/party/keep.h"

enum {
    CONNECT_S = 10,
    ANSWER_S = 20,
    SILENT_S = 60, /* a stream without even a heartbeat is dead */
    TOKEN = 128,
    BODY_MOST = 4 << 20,
};

typedef struct asked {
    struct asked *next;
    tui_net *net;
    CURL *easy;
    struct curl_slist *headers;
    char *sent;
    capu_text got;
    tui_net_answer *answer;
    tui_net_event *event; /* of the stream */
    tui_sse sse;
    void *context;
} asked;

struct tui_net {
    CURLM *multi;
    char server[NET_ADDRESS], token[TOKEN];
    asked *all;
    const char *trouble; /* of the last request without an answer */
};

/* --------------------------------------------------------------------- links */

static bool copy_part(char *to, size_t size, const char *from, size_t length) {
    snprintf(to, size, "%.*s", (int)length, from);
    return length < size;
}

bool tui_link_read(tui_link *link, const char *text) {
    char whole[NET_ADDRESS + 16];

    *link = (tui_link){0};
    snprintf(whole, sizeof whole, "%s%s", strstr(text, "://") ? "" : "https://", text);
    if (strncmp(whole, "https://", 8) != 0 && strncmp(whole, "http://", 7) != 0)
        return false;
    char *host = strstr(whole, "://") + 3, *path = host + strcspn(host, "/?#");
    if (path == host || strpbrk(host, " \t\r\n@") ||
        !copy_part(link->server, sizeof link->server, whole, (size_t)(path - whole)))
        return false;
    if (strncmp(path, "/t/", 3) == 0)
        copy_part(link->table, sizeof link->table, path + 3, strcspn(path + 3, "/?#"));
    char *invite = strstr(path, "invite=");
    if (invite)
        copy_part(link->invite, sizeof link->invite, invite + 7, strcspn(invite + 7, "&#"));
    return true;
}

/* ------------------------------------------------------------------ sessions */

static json_t *read_sessions(char path[KEEP_PATH]) {
    json_t *all = tui_keep_path("sessions", path) ? json_load_file(path, 0, NULL) : NULL;

    return json_is_object(all) ? all : json_object();
}

static void load_token(tui_net *net) {
    char path[KEEP_PATH] = "";
    json_t *all = read_sessions(path);
    const char *token = json_string_value(json_object_get(all, net->server));

    snprintf(net->token, sizeof net->token, "%s", token ? token : "");
    json_decref(all);
}

static void keep_token(const tui_net *net) {
    char path[KEEP_PATH] = "", reason[256];
    capu_text why = capu_text_on(reason, sizeof reason);
    json_t *all = read_sessions(path);

    json_object_set_new(all, net->server, json_string(net->token));
    char *text = json_dumps(all, JSON_INDENT(1));
    if (*path) /* who cannot keep it is a new guest next time */
        host_write_file(path, text, strlen(text), &why);
    free(text);
    json_decref(all);
}

/* The cookie that says who one is. */
static size_t read_header(char *line, size_t size, size_t count, void *to) {
    static const char start[] = "set-cookie: capucine=";
    asked *a = to;
    size_t length = size * count, before = sizeof start - 1;
    long status = 0;

    if (a->event && length <= 2) { /* the headers of the stream are over */
        curl_easy_getinfo(a->easy, CURLINFO_RESPONSE_CODE, &status);
        if (status == 200)
            a->event(a->context, "", "open", NULL);
    }

    if (length > before && strncasecmp(line, start, before) == 0) {
        size_t end = before;
        while (end < length && !strchr(";\r\n", line[end]))
            end++;
        if (copy_part(a->net->token, sizeof a->net->token, line + before, end - before))
            keep_token(a->net);
    }
    return length;
}

/* ------------------------------------------------------------------ requests */

static size_t read_body(char *piece, size_t size, size_t count, void *to) {
    asked *a = to;
    size_t length = size * count;

    if (a->event) {
        tui_sse_feed(&a->sse, piece, length, a->event, a->context);
        return length;
    }
    if (a->got.length + length > BODY_MOST)
        return 0;
    host_text_reserve(&a->got, length + 1);
    memcpy(a->got.at + a->got.length, piece, length);
    a->got.length += length;
    return length;
}

static void add_header(asked *a, const char *name, const char *value) {
    char line[512];

    snprintf(line, sizeof line, "%s: %s", name, value);
    a->headers = curl_slist_append(a->headers, line);
}

static asked *begin(tui_net *net, const char *path, void *context) {
    asked *a = host_alloc(sizeof *a);
    char url[NET_ADDRESS + 256], cookie[TOKEN + 16];

    a->net = net;
    a->context = context;
    a->easy = curl_easy_init();
    snprintf(url, sizeof url, "%s/api/v1%s", net->server, path);
    curl_easy_setopt(a->easy, CURLOPT_URL, url);
    curl_easy_setopt(a->easy, CURLOPT_PROTOCOLS_STR, "http,https");
    if (getenv("CURL_CA_BUNDLE")) /* as the program curl has it */
        curl_easy_setopt(a->easy, CURLOPT_CAINFO, getenv("CURL_CA_BUNDLE"));
    curl_easy_setopt(a->easy, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_S);
    curl_easy_setopt(a->easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(a->easy, CURLOPT_USERAGENT, "capucine/" CAPU_VERSION);
    curl_easy_setopt(a->easy, CURLOPT_WRITEFUNCTION, read_body);
    curl_easy_setopt(a->easy, CURLOPT_WRITEDATA, a);
    curl_easy_setopt(a->easy, CURLOPT_HEADERFUNCTION, read_header);
    curl_easy_setopt(a->easy, CURLOPT_HEADERDATA, a);
    curl_easy_setopt(a->easy, CURLOPT_PRIVATE, a);
    if (*net->token) {
        snprintf(cookie, sizeof cookie, "capucine=%s", net->token);
        curl_easy_setopt(a->easy, CURLOPT_COOKIE, cookie);
    }
    return a;
}

static void send_off(asked *a) {
    curl_easy_setopt(a->easy, CURLOPT_HTTPHEADER, a->headers);
    a->next = a->net->all;
    a->net->all = a;
    curl_multi_add_handle(a->net->multi, a->easy);
}

void tui_net_ask(tui_net *net, const char *path, json_t *body, const char *key,
                 tui_net_answer *answer, void *context) {
    asked *a = begin(net, path, context);

    a->answer = answer;
    curl_easy_setopt(a->easy, CURLOPT_TIMEOUT, (long)ANSWER_S);
    if (body) {
        a->sent = json_dumps(body, JSON_COMPACT);
        json_decref(body);
        curl_easy_setopt(a->easy, CURLOPT_POSTFIELDS, a->sent);
        add_header(a, "Content-Type", "application/json");
    }
    if (key)
        add_header(a, "Idempotency-Key", key);
    send_off(a);
}

void tui_net_listen(tui_net *net, const char *path, const char *last, tui_net_event *event,
                    void *context) {
    asked *a = begin(net, path, context);

    a->event = event;
    curl_easy_setopt(a->easy, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(a->easy, CURLOPT_LOW_SPEED_TIME, (long)SILENT_S);
    curl_easy_setopt(a->easy, CURLOPT_FAILONERROR, 1L);
    add_header(a, "Accept", "text/event-stream");
    if (*last)
        add_header(a, "Last-Event-ID", last);
    send_off(a);
}

/* ------------------------------------------------------------------- running */

static void free_asked(asked *a) {
    for (asked **at = &a->net->all; *at; at = &(*at)->next)
        if (*at == a) {
            *at = a->next;
            break;
        }
    curl_multi_remove_handle(a->net->multi, a->easy);
    curl_easy_cleanup(a->easy);
    curl_slist_free_all(a->headers);
    tui_sse_free(&a->sse);
    free(a->sent);
    free(a->got.at);
    free(a);
}

/* The text about why there was no answer. */
static const char *trouble_of(CURLcode result) {
    static const struct {
        CURLcode result;
        const char *id;
    } troubles[] = {
        {CURLE_COULDNT_RESOLVE_HOST, "terminal.net.resolve"},
        {CURLE_COULDNT_RESOLVE_PROXY, "terminal.net.resolve"},
        {CURLE_COULDNT_CONNECT, "terminal.net.refused"},
        {CURLE_OPERATION_TIMEDOUT, "terminal.net.slow"},
        {CURLE_PEER_FAILED_VERIFICATION, "terminal.net.certificate"},
        {CURLE_SSL_CACERT_BADFILE, "terminal.net.certificate"},
        {CURLE_SSL_CONNECT_ERROR, "terminal.net.insecure"},
        {CURLE_WEIRD_SERVER_REPLY, "terminal.net.foreign"},
        {CURLE_UNSUPPORTED_PROTOCOL, "terminal.net.foreign"},
    };

    for (size_t i = 0; i < sizeof troubles / sizeof troubles[0]; i++)
        if (troubles[i].result == result)
            return troubles[i].id;
    return "terminal.no-answer";
}

static void finish(asked *a, CURLcode result) {
    long status = 0;
    json_t *json = NULL;

    curl_easy_getinfo(a->easy, CURLINFO_RESPONSE_CODE, &status);
    if (result != CURLE_OK) {
        status = 0;
        a->net->trouble = trouble_of(result);
    }
    if (a->got.length)
        json = json_loadb(a->got.at, a->got.length, 0, NULL);
    if (a->event && a->context)
        a->event(a->context, NULL, NULL, NULL);
    if (a->answer && a->context)
        a->answer(a->context, (int)status, json);
    json_decref(json);
    free_asked(a);
}

void tui_net_run(tui_net *net, int ms) {
    struct curl_waitfd keys = {.fd = STDIN_FILENO, .events = CURL_WAIT_POLLIN};
    int running, left;
    CURLMsg *message;

    curl_multi_perform(net->multi, &running);
    curl_multi_poll(net->multi, &keys, 1, ms, NULL);
    curl_multi_perform(net->multi, &running);
    while ((message = curl_multi_info_read(net->multi, &left))) {
        asked *a;
        if (message->msg != CURLMSG_DONE)
            continue;
        CURLcode result = message->data.result;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&a);
        finish(a, result);
    }
}

void tui_net_forget(tui_net *net, const void *context) {
    for (asked *a = net->all, *next; a; a = next) {
        next = a->next;
        if (a->context != context)
            continue;
        if (a->event)
            free_asked(a);
        else
            a->context = NULL; /* what was sent is sent */
    }
}

tui_net *tui_net_open(const char *server) {
    tui_net *net = host_alloc(sizeof *net);

    curl_global_init(CURL_GLOBAL_DEFAULT);
    snprintf(net->server, sizeof net->server, "%s", server);
    net->multi = curl_multi_init();
    load_token(net);
    return net;
}

void tui_net_close(tui_net *net) {
    while (net->all)
        free_asked(net->all);
    curl_multi_cleanup(net->multi);
    free(net);
}

const char *tui_net_server(const tui_net *net) {
    return net->server;
}

const char *tui_net_trouble(const tui_net *net) {
    return net->trouble ? net->trouble : "terminal.no-answer";
}

/* --------------------------------------------------------------- complaints */

static bool say_reason(json_t *reason, int language, const capu_game *game, capu_text *out) {
    const char *id = json_string_value(json_object_get(reason, "id"));
    json_t *list = json_object_get(reason, "words");
    const char *words[CAPU_REASON_WORDS];
    int count = 0;

    for (; count < CAPU_REASON_WORDS && count < (int)json_array_size(list); count++) {
        words[count] = json_string_value(json_array_get(list, (size_t)count));
        if (!words[count])
            return false;
    }
    return id && game && host_say_reason(out, language, game, id, words, count);
}

void tui_net_complaint(json_t *answer, int language, const capu_game *game, capu_text *out) {
    json_t *error = json_object_get(answer, "error");
    const char *code = json_string_value(json_object_get(error, "code"));
    const char *message = json_string_value(json_object_get(error, "message"));
    char id[HOST_ID];

    if (say_reason(json_object_get(error, "reason"), language, game, out))
        return;
    snprintf(id, sizeof id, "error.%s", code ? code : "");
    const char *text = host_wording_find(language, id);
    if (!text)
        text = message ? message : host_wording(language, "terminal.no-answer");
    capu_text_add(out, text);
}
