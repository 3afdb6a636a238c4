/* capucine admin: looks after a server's store, also while it serves. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "server/server.h"

typedef struct admin {
    const capu_command *self;
    capu_store *store;
    const char *argument; /* of the task, or NULL */
} admin;

static int store_failed(const admin *a) {
    char reason[512];
    capu_text why = capu_text_on(reason, sizeof reason);

    capu_store_problem(a->store, &why);
    return capu_fail(a->self, "%s", reason);
}

static int backup(admin *a) {
    char reason[512];
    capu_text why = capu_text_on(reason, sizeof reason);

    if (!a->argument)
        return capu_usage(a->self, "backup into which file?");
    if (!capu_store_backup(a->store, a->argument, &why))
        return capu_fail(a->self, "%s", reason);
    printf("%s\n", a->argument);
    return DONE;
}

static void print_person(void *to, const capu_person *person) {
    (void)to;
    printf("%s\t%s\t%s\t%s\n", person->id, person->host ? "host" : person->kind, person->login,
           person->name);
}

static int people(admin *a) {
    return capu_store_people(a->store, 100000, print_person, NULL) ? DONE : store_failed(a);
}

static void print_table(void *to, const capu_table_row *row) {
    (void)to;
    printf("%s\t%s\t%s\t%lld\n", row->id, row->game, row->status, (long long)row->seq);
}

static int tables(admin *a) {
    return capu_store_all_tables(a->store, 100000, print_table, NULL) ? DONE : store_failed(a);
}

static int host(admin *a) {
    char token[64];

    if (!capu_server_host_token(a->store, true, token))
        return store_failed(a);
    printf("/host?token=%s\n", token);
    return DONE;
}

static const struct {
    const char *name;
    int (*run)(admin *a);
} tasks[] = {{"backup", backup}, {"users", people}, {"tables", tables}, {"host", host}};

static int run(const capu_command *self, int argc, char **argv) {
    const char *store = getenv("CAPUCINE_STORE"), *rest[2] = {NULL, NULL};
    const capu_arg args[] = {{"--store", NULL, &store}, {0}};
    char reason[512];
    capu_text why = capu_text_on(reason, sizeof reason);
    int status = capu_args(self, argc, argv, args, rest, 2);
    size_t i = 0;

    if (status >= 0)
        return status;
    while (i < sizeof tasks / sizeof tasks[0] && rest[0] && strcmp(tasks[i].name, rest[0]) != 0)
        i++;
    if (!rest[0] || i == sizeof tasks / sizeof tasks[0])
        return capu_usage(self, "which task? backup, users, tables or host");
    admin a = {self, NULL, rest[1]};
    store = store ? store : "sqlite:capucine.db";
    if (!capu_store_exists(store))
        return capu_fail(self, "%s: there is no store; a server makes it when it starts", store);
    if (sodium_init() < 0 || !(a.store = capu_store_open(store, &why)))
        return capu_fail(self, "%s", reason);
    status = tasks[i].run(&a);
    capu_store_close(a.store);
    return status;
}

const capu_command capu_cmd_admin = {
    .name = "admin",
    .about = "look after a server's store: backup, users, tables, host",
    .help = "admin TASK [--store STORE]\n"
            "\n"
            "  backup FILE   copy the whole store into a new file, also while the server runs\n"
            "  users         list people: id, kind, login, name\n"
            "  tables        list tables: id, game, status, entries\n"
            "  host          make a new one-time link for becoming a host\n"
            "\n"
            "  --store STORE   sqlite:capucine.db, or CAPUCINE_STORE\n",
    .run = run,
};
