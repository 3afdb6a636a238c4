/* People and what belongs to them in the store. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/store.h"

#define COPY(field, text) snprintf(field, sizeof(field), "%s", (text) ? (text) : "")
#define OR_NULL(field)    (*(field) ? (field) : NULL)

static int64_t number(const char *text) {
    return text ? atoll(text) : 0;
}

static void flag(void *to, const char *const *values) {
    *(bool *)to = number(values[0]) > 0;
}

/* -------------------------------------------------------------------- people */

typedef struct putting {
    const store_person *person;
    bool conflict, full;
} putting;

static void is_most(void *to, const char *const *values) {
    *(bool *)to = number(values[0]) >= STORE_BOTS_MOST;
}

/* Whether the owner of a bot that is new has as many as one may. */
static bool count_bots(store_sql *sql, const store_person *bot, bool *full) {
    *full = false;
    return !*bot->owner ||
           (store_sql_queue_up(sql, bot->owner) &&
            store_sql_run(sql, is_most, full,
                          "SELECT COUNT(*) FROM people WHERE owner=$1 AND kind='bot' AND NOT"
                          " EXISTS(SELECT 1 FROM people WHERE id=$2)",
                          "ss", bot->owner, bot->id));
}

static bool put_person(store_sql *sql, void *job) {
    putting *p = job;
    const store_person *who = p->person;
    bool taken = false;

    if (!store_sql_run(sql, flag, &taken, "SELECT COUNT(*) FROM people WHERE login=$1 AND id<>$2",
                       "ss", OR_NULL(who->login), who->id))
        return false;
    p->conflict = taken;
    if (!count_bots(sql, who, &p->full))
        return false;
    if (taken || p->full)
        return true;
    return store_sql_run(
        sql, NULL, NULL,
        "INSERT INTO people(id, kind, name, login, password, owner, host, language, contact,"
        " created, seen) VALUES($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11) ON CONFLICT(id) DO UPDATE SET"
        " kind=excluded.kind, name=excluded.name, login=excluded.login,"
        " password=excluded.password, host=excluded.host, language=excluded.language,"
        " contact=excluded.contact, seen=excluded.seen, preferences=NULL",
        "ssssssnssnn", who->id, who->kind, who->name, OR_NULL(who->login), OR_NULL(who->password),
        OR_NULL(who->owner), (int64_t)who->host, OR_NULL(who->language), OR_NULL(who->contact),
        who->created, who->seen);
}

/* Writes something about a person, and lets other nodes know. */
static bool write_of(store_main *store, const char *person, store_work *work, void *job) {
    char bell[STORE_ID_TEXT + 1];

    snprintf(bell, sizeof bell, "@%s", person);
    return store_write(store, person, bell, work, job);
}

store_stored store_put_person(store_main *store, const store_person *person) {
    putting job = {.person = person};

    if (!write_of(store, person->id, put_person, &job))
        return STORE_FAILED;
    if (job.full)
        return STORE_FULL;
    return job.conflict ? STORE_CONFLICT : STORE_STORED;
}

typedef struct changing {
    const char *id;
    const store_profile *profile;
} changing;

static bool change_person(store_sql *sql, void *job) {
    const changing *c = job;
    const store_profile *p = c->profile;

    return store_sql_run(sql, NULL, NULL,
                         "UPDATE people SET name=COALESCE($1, name),"
                         " language=COALESCE($2, language), contact=COALESCE($3, contact),"
                         " preferences=COALESCE($4, preferences) WHERE id=$5 AND kind<>'deleted'",
                         "sssss", p->name, p->language, p->contact, p->preferences, c->id);
}

bool store_change_person(store_main *store, const char *id, const store_profile *profile) {
    return write_of(store, id, change_person, &(changing){id, profile});
}

typedef struct locking {
    const char *id, *login, *password;
    bool conflict;
} locking;

static bool set_password(store_sql *sql, void *job) {
    locking *l = job;

    l->conflict = false;
    if (!store_sql_run(sql, flag, &l->conflict,
                       "SELECT COUNT(*) FROM people WHERE login=$1 AND id<>$2"
                       " AND (SELECT login FROM people WHERE id=$2) IS NULL",
                       "ss", l->login, l->id))
        return false;
    return l->conflict ||
           store_sql_run(sql, NULL, NULL,
                         "UPDATE people SET kind='account', login=COALESCE(login, $1), password=$2"
                         " WHERE id=$3 AND kind<>'deleted'",
                         "sss", l->login, l->password, l->id);
}

store_stored store_set_password(store_main *store, const char *id, const char *login,
                                const char *password) {
    locking job = {id, login, password, false};

    if (!write_of(store, id, set_password, &job))
        return STORE_FAILED;
    return job.conflict ? STORE_CONFLICT : STORE_STORED;
}

typedef struct asking {
    const char *key, *other;
    int64_t now, limit;
    bool found;
    store_person person;
    store_person_reader *reader;
    store_text_reader *text;
    store_note_reader *note;
    void *to;
} asking;

#define PERSON                                                                                     \
    "p.id, p.kind, p.name, p.login, p.password, p.owner, p.host, p.language, p.contact,"           \
    " p.created, p.seen"

static void give_person(void *to, const char *const *v) {
    asking *a = to;
    store_person *p = &a->person;

    COPY(p->id, v[0]);
    COPY(p->kind, v[1]);
    COPY(p->name, v[2]);
    COPY(p->login, v[3]);
    COPY(p->password, v[4]);
    COPY(p->owner, v[5]);
    p->host = number(v[6]) != 0;
    COPY(p->language, v[7]);
    COPY(p->contact, v[8]);
    p->created = number(v[9]);
    p->seen = number(v[10]);
    a->found = true;
    if (a->reader)
        a->reader(a->to, p);
}

static bool by_id(store_sql *sql, void *job) {
    return store_sql_run(sql, give_person, job, "SELECT " PERSON " FROM people p WHERE p.id=$1",
                         "s", ((asking *)job)->key);
}

static bool by_login(store_sql *sql, void *job) {
    return store_sql_run(sql, give_person, job, "SELECT " PERSON " FROM people p WHERE p.login=$1",
                         "s", ((asking *)job)->key);
}

static bool by_session(store_sql *sql, void *job) {
    return store_sql_run(sql, give_person, job,
                         "SELECT " PERSON " FROM sessions s JOIN people p ON p.id=s.person"
                         " WHERE s.hash=$1 AND s.expires>$2",
                         "sn", ((asking *)job)->key, ((asking *)job)->now);
}

static store_found ask_one(store_main *store, store_work *work, asking *job, store_person *person) {
    if (!store_read(store, work, job))
        return FIND_FAILED;
    if (!job->found)
        return NOT_FOUND;
    *person = job->person;
    return FOUND;
}

store_found store_find_person(store_main *store, const char *id, store_person *person) {
    return ask_one(store, by_id, &(asking){.key = id}, person);
}

store_found store_person_by_login(store_main *store, const char *login, store_person *person) {
    return ask_one(store, by_login, &(asking){.key = login}, person);
}

store_found store_session(store_main *store, const char *hash, int64_t now, store_person *person) {
    return ask_one(store, by_session, &(asking){.key = hash, .now = now}, person);
}

static bool list_people(store_sql *sql, void *job) {
    return store_sql_run(sql, give_person, job,
                         "SELECT " PERSON " FROM people p ORDER BY p.created DESC LIMIT $1", "n",
                         ((asking *)job)->limit);
}

bool store_people(store_main *store, int64_t limit, store_person_reader *reader, void *to) {
    return store_read(store, list_people, &(asking){.limit = limit, .reader = reader, .to = to});
}

static bool list_bots(store_sql *sql, void *job) {
    return store_sql_run(sql, give_person, job,
                         "SELECT " PERSON " FROM people p WHERE p.owner=$1 AND p.kind='bot'"
                         " ORDER BY p.created",
                         "s", ((asking *)job)->key);
}

bool store_bots_of(store_main *store, const char *owner, store_person_reader *reader, void *to) {
    return store_read(store, list_bots, &(asking){.key = owner, .reader = reader, .to = to});
}

static bool has_host(store_sql *sql, void *job) {
    return store_sql_run(sql, flag, job, "SELECT COUNT(*) FROM people WHERE host=1", "");
}

bool store_has_host(store_main *store, bool *has) {
    *has = false;
    return store_read(store, has_host, has);
}

/* ------------------------------------------------- rows that are put and removed */

/* Up to two texts, a third and two numbers: what the small statements below need. */
typedef struct small {
    const char *a, *b, *c;
    int64_t m, n;
    int64_t changes;
    int64_t guests; /* that were pruned */
} small;

#define SMALL(function, statement, ...)                                                            \
    static bool function(store_sql *sql, void *job) {                                              \
        small *s = job;                                                                            \
        bool done = store_sql_run(sql, NULL, NULL, statement, __VA_ARGS__);                        \
        s->changes = sql->changes;                                                                 \
        return done;                                                                               \
    }

SMALL(put_session,
      "INSERT INTO sessions(hash, person, created, expires) VALUES($1,$2,$3,$4)"
      " ON CONFLICT DO NOTHING",
      "ssnn", s->a, s->b, s->m, s->n)
SMALL(end_session, "DELETE FROM sessions WHERE hash=$1", "s", s->a)
SMALL(end_sessions, "DELETE FROM sessions WHERE person=$1", "s", s->a)
SMALL(make_host, "UPDATE people SET host=1 WHERE id=$1 AND kind<>'deleted'", "s", s->a)
SMALL(note_seen, "UPDATE people SET seen=$1 WHERE id=$2", "ns", s->m, s->a)
SMALL(insert_mute,
      "INSERT INTO mutes(person, muted) SELECT $1, $2 WHERE (SELECT COUNT(*) FROM mutes WHERE"
      " person=$1 AND muted<>$2)<$3 ON CONFLICT(person, muted) DO UPDATE SET muted=excluded.muted",
      "ssn", s->a, s->b, (int64_t)STORE_MUTES_MOST)
SMALL(unmute, "DELETE FROM mutes WHERE person=$1 AND muted=$2", "ss", s->a, s->b)
SMALL(put_note,
      "INSERT INTO notes(person, table_id, note, changed) VALUES($1,$2,$3,$4)"
      " ON CONFLICT(person, table_id) DO UPDATE SET note=excluded.note, changed=excluded.changed",
      "sssn", s->a, s->b, s->c, s->m)
SMALL(put_practice,
      "INSERT INTO practice(person, done, changed) SELECT $1, $2, CAST($3 AS BIGINT)"
      " WHERE EXISTS(SELECT 1 FROM people WHERE id=$1 AND kind<>'deleted')"
      " ON CONFLICT(person) DO UPDATE SET done=excluded.done, changed=excluded.changed",
      "ssn", s->a, s->b, s->m)
SMALL(forget_practice, "DELETE FROM practice WHERE person=$1", "s", s->a)
SMALL(forget_notes, "DELETE FROM notes WHERE person=$1", "s", s->a)
SMALL(forget_mutes, "DELETE FROM mutes WHERE person=$1 OR muted=$1", "s", s->a)
SMALL(forget_contact, "DELETE FROM settings WHERE name='contact ' || $1", "s", s->a)
SMALL(forget_presence, "DELETE FROM presence WHERE person=$1", "s", s->a)
SMALL(forget_notices, "DELETE FROM outbox WHERE person=$1", "s", s->a)
SMALL(post,
      "INSERT INTO outbox(table_id, turn, person, state, tries, due, body)"
      " VALUES($1,$2,$3,'pending',0,$4,$5) ON CONFLICT DO NOTHING",
      "snsns", s->a, s->m, s->b, s->n, s->c)
SMALL(set,
      "INSERT INTO settings(name, value) VALUES($1,$2)"
      " ON CONFLICT(name) DO UPDATE SET value=excluded.value",
      "ss", s->a, s->b)
SMALL(keep_setting, "INSERT INTO settings(name, value) VALUES($1,$2) ON CONFLICT DO NOTHING", "ss",
      s->a, s->b)
SMALL(take_setting, "DELETE FROM settings WHERE name=$1 AND value=$2", "ss", s->a, s->b)

bool store_put_session(store_main *store, const char *hash, const char *person, int64_t now,
                       int64_t expires) {
    return store_write(store, person, NULL, put_session,
                       &(small){.a = hash, .b = person, .m = now, .n = expires});
}

bool store_end_session(store_main *store, const char *hash, const char *person) {
    return write_of(store, person, end_session, &(small){.a = hash});
}

bool store_end_sessions(store_main *store, const char *person) {
    return write_of(store, person, end_sessions, &(small){.a = person});
}

static bool mute(store_sql *sql, void *job) {
    return store_sql_queue_up(sql, ((small *)job)->a) && insert_mute(sql, job);
}

store_stored store_mute(store_main *store, const char *person, const char *other, bool muted) {
    small job = {.a = person, .b = other};

    if (!write_of(store, person, muted ? mute : unmute, &job))
        return STORE_FAILED;
    return muted && job.changes == 0 ? STORE_FULL : STORE_STORED;
}

bool store_make_host(store_main *store, const char *id) {
    return write_of(store, id, make_host, &(small){.a = id});
}

bool store_seen(store_main *store, const char *id, int64_t now) {
    return store_write(store, id, NULL, note_seen, &(small){.a = id, .m = now});
}

bool store_put_note(store_main *store, const char *person, const char *table, const char *note,
                    int64_t now) {
    return store_write(store, person, NULL, put_note,
                       &(small){.a = person, .b = table, .c = note, .m = now});
}

bool store_put_practice(store_main *store, const char *person, const char *done, int64_t now) {
    return store_write(store, person, NULL, put_practice,
                       &(small){.a = person, .b = done, .m = now});
}

static bool forget(store_sql *sql, void *job) {
    return forget_notes(sql, job) && forget_mutes(sql, job) && forget_notices(sql, job) &&
           forget_contact(sql, job) && forget_presence(sql, job) && forget_practice(sql, job);
}

bool store_forget(store_main *store, const char *person) {
    return store_write(store, person, NULL, forget, &(small){.a = person});
}

bool store_post(store_main *store, const char *table, int64_t turn, const char *person, int64_t now,
                const char *body) {
    return store_write(store, table, NULL, post,
                       &(small){.a = table, .b = person, .c = body, .m = turn, .n = now});
}

bool store_set(store_main *store, const char *name, const char *value) {
    return store_write(store, name, NULL, set, &(small){.a = name, .b = value});
}

bool store_keep_setting(store_main *store, const char *name, const char *value) {
    return store_write(store, name, NULL, keep_setting, &(small){.a = name, .b = value});
}

bool store_take_setting(store_main *store, const char *name, const char *value) {
    small job = {.a = name, .b = value};

    return store_write(store, name, NULL, take_setting, &job) && job.changes == 1;
}

/* -------------------------------------------------------------------- reading */

static void give_text(void *to, const char *const *values) {
    asking *a = to;

    a->text(a->to, values[0]);
}

static void give_note(void *to, const char *const *values) {
    asking *a = to;

    a->note(a->to, values[0], values[1]);
}

static bool list_mutes(store_sql *sql, void *job) {
    return store_sql_run(sql, give_text, job, "SELECT muted FROM mutes WHERE person=$1", "s",
                         ((asking *)job)->key);
}

bool store_mutes(store_main *store, const char *person, store_text_reader *reader, void *to) {
    return store_read(store, list_mutes, &(asking){.key = person, .text = reader, .to = to});
}

static bool read_note(store_sql *sql, void *job) {
    asking *a = job;

    return store_sql_run(sql, give_text, a,
                         "SELECT note FROM notes WHERE person=$1 AND table_id=$2", "ss", a->key,
                         a->other);
}

bool store_note(store_main *store, const char *person, const char *table, store_text_reader *reader,
                void *to) {
    return store_read(store, read_note,
                      &(asking){.key = person, .other = table, .text = reader, .to = to});
}

static bool list_notes(store_sql *sql, void *job) {
    return store_sql_run(sql, give_note, job, "SELECT table_id, note FROM notes WHERE person=$1",
                         "s", ((asking *)job)->key);
}

bool store_notes(store_main *store, const char *person, store_note_reader *reader, void *to) {
    return store_read(store, list_notes, &(asking){.key = person, .note = reader, .to = to});
}

static bool read_setting(store_sql *sql, void *job) {
    return store_sql_run(sql, give_text, job, "SELECT value FROM settings WHERE name=$1", "s",
                         ((asking *)job)->key);
}

static void add_text(void *to, const char *text) {
    capu_text_add(to, text);
}

bool store_setting(store_main *store, const char *name, capu_text *value) {
    return store_read(store, read_setting, &(asking){.key = name, .text = add_text, .to = value});
}

static bool read_preferences(store_sql *sql, void *job) {
    return store_sql_run(sql, give_text, job,
                         "SELECT preferences FROM people WHERE id=$1 AND preferences IS NOT NULL",
                         "s", ((asking *)job)->key);
}

bool store_preferences(store_main *store, const char *person, store_text_reader *reader, void *to) {
    return store_read(store, read_preferences, &(asking){.key = person, .text = reader, .to = to});
}

static bool read_practice(store_sql *sql, void *job) {
    return store_sql_run(sql, give_text, job, "SELECT done FROM practice WHERE person=$1", "s",
                         ((asking *)job)->key);
}

bool store_practice(store_main *store, const char *person, store_text_reader *reader, void *to) {
    return store_read(store, read_practice, &(asking){.key = person, .text = reader, .to = to});
}

/* -------------------------------------------------------------------- pruning */

enum { PORTION = 500 }; /* guests at a time */

SMALL(prune_sessions, "DELETE FROM sessions WHERE expires<$1", "n", s->m)
SMALL(prune_presence, "DELETE FROM presence WHERE until<$1", "n", s->m)
/* A notice is kept while its turn may last, so that there is no second one: while the game runs,
 * and nobody has had a later one for the same seat. Those of no table ask for an address. */
SMALL(prune_notices,
      "DELETE FROM outbox WHERE (table_id='' AND (state='sent' OR state='failed')) OR"
      " (table_id<>'' AND NOT EXISTS(SELECT 1 FROM tables t WHERE t.id=outbox.table_id AND"
      " t.status='running')) OR EXISTS(SELECT 1 FROM outbox o WHERE o.table_id=outbox.table_id AND"
      " o.person=outbox.person AND o.turn>outbox.turn)",
      "")
SMALL(delete_guests,
      "DELETE FROM people WHERE id IN (SELECT p.id FROM people p WHERE p.kind='guest' AND"
      " p.host=0 AND p.seen<$1"
      " AND NOT EXISTS(SELECT 1 FROM members m WHERE m.person=p.id)"
      " AND NOT EXISTS(SELECT 1 FROM people b WHERE b.owner=p.id)"
      " AND NOT EXISTS(SELECT 1 FROM tables t WHERE t.creator=p.id)"
      " AND NOT EXISTS(SELECT 1 FROM entries e WHERE e.person=p.id AND"
      " (e.kind='chat' OR e.kind='sit')) LIMIT $2)",
      "nn", s->n, (int64_t)PORTION)
SMALL(prune_sessions_of_nobody,
      "DELETE FROM sessions WHERE created<$1 AND NOT EXISTS(SELECT 1 FROM people p WHERE"
      " p.id=sessions.person)",
      "n", s->n)
SMALL(prune_mutes,
      "DELETE FROM mutes WHERE NOT EXISTS(SELECT 1 FROM people p WHERE p.id=mutes.person)", "")
SMALL(prune_notes,
      "DELETE FROM notes WHERE changed<$1 AND NOT EXISTS(SELECT 1 FROM people p WHERE"
      " p.id=notes.person)",
      "n", s->n)
SMALL(prune_practice,
      "DELETE FROM practice WHERE changed<$1 AND NOT EXISTS(SELECT 1 FROM people p WHERE"
      " p.id=practice.person)",
      "n", s->n)
SMALL(prune_contacts,
      "DELETE FROM settings WHERE name LIKE 'contact %' AND NOT EXISTS(SELECT 1 FROM people p WHERE"
      " 'contact ' || p.id=settings.name)",
      "")

static bool prune_guests(store_sql *sql, small *s) {
    bool done = delete_guests(sql, s);

    s->guests = s->changes;
    return done;
}

static bool prune_people(store_sql *sql, small *s) {
    if (!prune_guests(sql, s))
        return false;
    return s->changes == 0 ||
           (prune_sessions_of_nobody(sql, s) && prune_mutes(sql, s) && prune_notes(sql, s) &&
            prune_practice(sql, s) && prune_contacts(sql, s));
}

static bool prune(store_sql *sql, void *job) {
    return prune_sessions(sql, job) && prune_presence(sql, job) && prune_notices(sql, job) &&
           prune_people(sql, job);
}

bool store_prune(store_main *store, int64_t now, int64_t guests, bool *more) {
    small job = {.m = now, .n = guests};
    bool done = store_write(store, "", NULL, prune, &job);

    *more = done && job.guests == PORTION;
    return done;
}

/* ------------------------------------------------------------------- presence */

typedef struct presence {
    const char (*people)[STORE_ID_TEXT];
    int count;
    int64_t until;
} presence;

static bool set_present(store_sql *sql, void *job) {
    presence *p = job;
    bool done = true;

    for (int i = 0; i < p->count && done; i++)
        done = store_sql_run(sql, NULL, NULL,
                             "INSERT INTO presence(person, until) VALUES($1,$2)"
                             " ON CONFLICT(person) DO UPDATE SET until=excluded.until",
                             "sn", p->people[i], p->until);
    return done;
}

bool store_set_present(store_main *store, const char (*people)[STORE_ID_TEXT], int count,
                       int64_t until) {
    return store_write(store, "presence", NULL, set_present, &(presence){people, count, until});
}

typedef struct asking_presence {
    const char *person;
    int64_t now;
    bool *present;
} asking_presence;

static bool is_present(store_sql *sql, void *job) {
    asking_presence *a = job;

    return store_sql_run(sql, flag, a->present,
                         "SELECT COUNT(*) FROM presence WHERE person=$1 AND until>$2", "sn",
                         a->person, a->now);
}

bool store_is_present(store_main *store, const char *person, int64_t now, bool *present) {
    *present = false;
    return store_read(store, is_present, &(asking_presence){person, now, present});
}

/* -------------------------------------------------------------------- notices */

typedef struct claiming {
    store_notice *notice;
    int64_t now;
    bool found;
} claiming;

static void give_notice(void *to, const char *const *v) {
    claiming *c = to;

    COPY(c->notice->table, v[0]);
    c->notice->turn = number(v[1]);
    COPY(c->notice->person, v[2]);
    c->notice->tries = number(v[3]);
    COPY(c->notice->body, v[4]);
    c->found = true;
}

static bool next_notice(store_sql *sql, void *job) {
    claiming *c = job;

    c->found = false;
    return store_sql_run(sql, give_notice, c,
                         "SELECT table_id, turn, person, tries, body FROM outbox"
                         " WHERE state='pending' AND due<=$1 ORDER BY due LIMIT 1",
                         "n", c->now);
}

bool store_next_notice(store_main *store, int64_t now, store_notice *notice) {
    claiming job = {notice, now, false};

    return store_read(store, next_notice, &job) && job.found;
}

SMALL(claim,
      "UPDATE outbox SET state='claimed' WHERE table_id=$1 AND turn=$2 AND person=$3"
      " AND state='pending'",
      "sns", s->a, s->m, s->b)

bool store_claim(store_main *store, const store_notice *notice) {
    small job = {.a = notice->table, .b = notice->person, .m = notice->turn};

    return store_write(store, "outbox", NULL, claim, &job) && job.changes == 1;
}

typedef struct settling {
    const store_notice *notice;
    bool sent;
    int64_t next;
} settling;

static bool settle(store_sql *sql, void *job) {
    settling *s = job;
    const store_notice *n = s->notice;

    return store_sql_run(
        sql, NULL, NULL,
        "UPDATE outbox SET state=$1, tries=$2, due=$3 WHERE table_id=$4 AND turn=$5"
        " AND person=$6",
        "snnsns",
        s->sent   ? "sent"
        : s->next ? "pending"
                  : "failed",
        n->tries + 1, s->next, n->table, n->turn, n->person);
}

bool store_settle(store_main *store, const store_notice *notice, bool sent, int64_t next) {
    return store_write(store, "outbox", NULL, settle, &(settling){notice, sent, next});
}
