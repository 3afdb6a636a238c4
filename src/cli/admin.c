/* capucine admin: looks after a server's store, also while it serves. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"
#include "server/server.h"

typedef struct admin {
    const cli_command *self;
    const char *address;
    store_main *store;    /* NULL if the task does not need it open */
    const char *argument; /* of the task, or NULL */
} admin;

static int store_failed(const admin *a) {
    char reason[512];
    capu_text why = capu_text_on(reason, sizeof reason);

    store_problem(a->store, &why);
    return cli_fail(a->self, "%s", reason);
}

static int backup(admin *a) {
    char reason[512];
    capu_text why = capu_text_on(reason, sizeof reason);

    if (!a->argument)
        return cli_usage(a->self, "backup into which file?");
    if (!store_backup(a->store, a->argument, &why))
        return cli_fail(a->self, "%s", reason);
    printf("%s\n", a->argument);
    return DONE;
}

static int restore(admin *a) {
    char reason[512], aside[4096];
    capu_text why = capu_text_on(reason, sizeof reason);

    if (!a->argument)
        return cli_usage(a->self, "restore which file?");
    if (!store_restore(a->address, a->argument, aside, sizeof aside, &why))
        return cli_fail(a->self, "%s", reason);
    printf("%s is as in %s now\n", a->address, a->argument);
    if (*aside)
        printf("what it was before is in %s\n", aside);
    return DONE;
}

/* In UTC, as the log has it. */
static const char *date(int64_t milliseconds, char text[32]) {
    time_t seconds = (time_t)(milliseconds / 1000);
    struct tm parts;

    strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &parts));
    return text;
}

static void print_person(void *to, const store_person *person) {
    char created[32], seen[32];

    (void)to;
    printf("%s\t%s\t%s\t%s\t%s\t%s\n", person->id, person->host ? "host" : person->kind,
           person->login, person->name, date(person->created, created), date(person->seen, seen));
}

static int people(admin *a) {
    return store_people(a->store, 100000, print_person, NULL) ? DONE : store_failed(a);
}

static void print_table(void *to, const store_table_row *row) {
    (void)to;
    printf("%s\t%s\t%s\t%lld\n", row->id, row->game, row->status, (long long)row->seq);
}

static int tables(admin *a) {
    return store_all_tables(a->store, 100000, print_table, NULL) ? DONE : store_failed(a);
}

static int host(admin *a) {
    char token[64];

    if (!server_host_token(a->store, true, token))
        return store_failed(a);
    printf("/host?token=%s\n", token);
    return DONE;
}

static const struct task {
    const char *name;
    int (*run)(admin *a);
    bool unopened; /* it does not open the store, which would change it */
} tasks[] = {{"backup", backup, false},
             {"restore", restore, true},
             {"users", people, false},
             {"tables", tables, false},
             {"host", host, false}};

static const struct task *find_task(const char *name) {
    for (size_t i = 0; name && i < sizeof tasks / sizeof tasks[0]; i++)
        if (strcmp(tasks[i].name, name) == 0)
            return &tasks[i];
    return NULL;
}

static int run_opened(const struct task *task, admin *a) {
    char reason[512];
    capu_text why = capu_text_on(reason, sizeof reason);

    if (!store_exists(a->address))
        return cli_fail(a->self, "%s: there is no store; a server makes it when it starts",
                        a->address);
    if (sodium_init() < 0 || !(a->store = store_open(a->address, false, &why)))
        return cli_fail(a->self, "%s", reason);
    int status = task->run(a);
    store_close(a->store);
    return status;
}

static int run(const cli_command *self, int argc, char **argv) {
    const char *store = getenv("CAPUCINE_STORE"), *rest[2] = {NULL, NULL};
    const cli_arg args[] = {{"--store", NULL, &store}, {0}};
    int status = cli_args(self, argc, argv, args, rest, 2);
    const struct task *task = find_task(rest[0]);

    if (status >= 0)
        return status;
    if (!task)
        return cli_usage(self, "which task? backup, restore, users, tables or host");
    admin a = {self, store ? store : "sqlite:capucine.db", NULL, rest[1]};
    return task->unopened ? task->run(&a) : run_opened(task, &a);
}

const cli_command cli_cmd_admin = {
    .name = "admin",
    .about = "look after a server's store: backup, restore, users, tables, host",
    .help =
        "admin TASK [--store STORE]\n"
        "\n"
        "  backup FILE   copy the whole store into a new file; the server may be running\n"
        "  restore FILE  replace the store with such a copy; stop the server first. The old\n"
        "                store is kept beside it\n"
        "  users         list people: id, kind, login, name, when they came and were last seen\n"
        "  tables        list tables: id, game, status, entries\n"
        "  host          make a new one-time link for becoming a host\n"
        "\n"
        "  --store STORE   the store; default: CAPUCINE_STORE, or else sqlite:capucine.db\n",
    .run = run,
};
