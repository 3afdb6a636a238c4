/* What all databases share: see sql.h. */
#include "store/sql.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const store_driver *const drivers[] = {&store_sqlite, &store_postgres};

const store_driver *store_driver_of(const char *address) {
    for (size_t i = 0; i < sizeof drivers / sizeof drivers[0]; i++)
        if (strncmp(address, drivers[i]->scheme, strlen(drivers[i]->scheme)) == 0)
            return drivers[i];
    return NULL;
}

bool store_sql_fail(store_sql *sql, const char *what) {
    snprintf(sql->error, sizeof sql->error, "%s", what && *what ? what : "unknown error");
    sql->error[strcspn(sql->error, "\n")] = '\0';
    return false;
}

/* Each node counts what the others have committed, so nobody does such a thing on two at once. */
bool store_sql_queue_up(store_sql *sql, const char *person) {
    return !sql->driver->shared ||
           store_sql_run(sql, NULL, NULL, "SELECT id FROM people WHERE id=$1 FOR UPDATE", "s",
                         person);
}

bool store_sql_run(store_sql *sql, store_row *row, void *to, const char *statement,
                   const char *types, ...) {
    store_value values[STORE_SQL_PARAMETERS] = {0};
    int count = 0;
    va_list list;

    va_start(list, types);
    for (; types[count]; count++) {
        values[count].is_number = types[count] == 'n';
        if (values[count].is_number)
            values[count].number = va_arg(list, int64_t);
        else
            values[count].text = va_arg(list, const char *);
    }
    va_end(list);
    sql->changes = 0;
    return sql->driver->run(sql, statement, values, count, row, to);
}
