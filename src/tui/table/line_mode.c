/* The table line by line: the same party as on the full screen, in the same words. News is told
 * when it comes; what is asked is told once, with the board, and then again when asked for. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/think.h"
#include "tui/screen/lines.h"
#include "tui/table/board.h"
#include "tui/table/table.h"
#include "tui/table/tell.h"

enum {
    FEW = 60,
    WAIT_MS = 1000,
    CALM_MS = 500, /* others who take longer are waited for */
};

typedef struct seat_names {
    char name[CAPU_MAX_PLAYERS][PARTY_NAME];
} seat_names;

typedef struct sitting {
    tui_lines *lines;
    tui_party *party;
    tui_choices choices;
    int changes;                 /* of the party, as last seen, */
    double changed;              /* and when that was */
    json_t *told;                /* the story as it was told */
    int remarks;                 /* that were told */
    seat_names seated;           /* who was told to sit at a table that waits */
    char mine[CAPU_ACTION_TEXT]; /* what the person has just done, which need not be told */
    uint64_t asked;              /* the position that was asked about; 0: none */
    uint32_t waited;             /* those who were told to be waited for */
    const char *trouble;         /* that was told */
    int asker;                   /* who was told to ask to take back, or -1 */
    bool away;                   /* told that a bot plays */
    bool insisting;              /* the next line says whether to take back all the same */
    int games;                   /* of the party, as last greeted; -1: none */
    bool over, left;
} sitting;

/* ------------------------------------------------------------------- telling */

static void say(sitting *s, const char *id) {
    char whole[HOST_ID];

    snprintf(whole, sizeof whole, "terminal.%s", id);
    tui_lines_say(s->lines, host_wording(s->party->language, whole));
}

/* A text with one argument. */
static void say_with(sitting *s, const char *id, const char *name, const char *value) {
    char whole[HOST_ID], buffer[NOTICE + LINES_LINE];
    capu_text text = capu_text_on(buffer, sizeof buffer);

    snprintf(whole, sizeof whole, "terminal.%s", id);
    host_say(&text, s->party->language, whole, name, value, NULL);
    tui_lines_say(s->lines, buffer);
}

static tui_seeing seeing_of(const sitting *s, const char *names[CAPU_MAX_PLAYERS]) {
    tui_seeing seeing = {.view = &s->party->view, .seat = s->party->seat};

    seeing.telling = tui_party_telling(s->party, names);
    seeing.away = s->party->away;
    seeing.gone = s->party->gone;
    return seeing;
}

static void show_board(sitting *s) {
    const char *names[CAPU_MAX_PLAYERS];
    tui_seeing seeing = seeing_of(s, names);

    tui_lines_say(s->lines, "");
    tui_print_board(s->lines, &seeing);
}

static int widest(const tui_choices *choices) {
    int width = 0;

    for (int i = 0; i < choices->count; i++) {
        int length = (int)strlen(choices->all[i].text);
        width = length > width ? length : width;
    }
    return width;
}

/* Numbered actions: what one may type, and what it means. */
static void show_actions(sitting *s) {
    const tui_choices *choices = &s->choices;
    int width = widest(choices);
    char line[LINES_LINE + CAPU_ACTION_TEXT];

    for (int i = 0; i < choices->count; i++) {
        snprintf(line, sizeof line, "%4d %-*s  %s", i + 1, width, choices->all[i].text,
                 choices->all[i].words);
        tui_lines_say(s->lines, line);
    }
}

static void show_help(sitting *s) {
    tui_lines_say(s->lines, "");
    say(s, "lines.help");
    if (s->party->kind->say)
        say(s, "lines.help.online");
    tui_lines_say(s->lines, "");
    tui_lines_say(s->lines, tui_notation_help(s->party->language, s->party->game));
}

static void show_rules(sitting *s) {
    int language = s->party->language;
    char key[HOST_ID], id[2 * HOST_ID];

    for (int i = 0; i < host_message_count; i++) {
        const char *title = host_messages[host_message_order[i]].id;
        if (!tui_is_rule(title, s->party->game, key))
            continue;
        tui_lines_say(s->lines, "");
        tui_lines_say(s->lines, host_wording(language, title));
        snprintf(id, sizeof id, "%s.rule.%s.text", capu_info(s->party->game)->name, key);
        tui_lines_wrap(s->lines, host_wording(language, id));
    }
}

static void show_result(sitting *s) {
    const char *names[CAPU_MAX_PLAYERS];
    host_telling telling = tui_party_telling(s->party, names);
    char buffer[LINES_LINE] = "  ";
    capu_result result;
    capu_text text;

    if (!capu_get_result(&s->party->view, &result))
        return;
    tui_lines_say(s->lines, "");
    tui_lines_put(s->lines, TERM(s->party, "over"));
    tui_lines_say(s->lines, ".");
    /* who plays alone may be second, behind ROB */
    for (int place = 1; place <= telling.players + 1; place++)
        for (int seat = 0; seat < telling.players; seat++)
            if (result.places[seat] == place) {
                text = capu_text_on(buffer + 2, sizeof buffer - 2);
                tui_tell_place(&text, &telling, &result, seat);
                tui_lines_say(s->lines, buffer);
            }
    text = capu_text_on(buffer, sizeof buffer);
    if (tui_tell_tie(&text, &telling, &result))
        tui_lines_wrap(s->lines, buffer);
    if (*s->party->seed)
        say_with(s, "lines.seed", "seed", s->party->seed);
    if (*s->party->record)
        say_with(s, "review.later", "file", s->party->record);
}

/* ---------------------------------------------------------------------- hints */

static void show_hint(sitting *s, int number, const capu_advice *advice) {
    const char *names[CAPU_MAX_PLAYERS];
    host_telling telling = tui_party_telling(s->party, names);
    char action[CAPU_ACTION_TEXT], buffer[2 * LINES_LINE];
    capu_text notation = capu_text_on(action, sizeof action);
    capu_text text = capu_text_on(buffer, sizeof buffer);

    capu_action_write(telling.game, advice->action, false, &notation);
    capu_text_add(&text, "  ");
    capu_text_number(&text, number);
    capu_text_add(&text, ". ");
    host_say_typed(&text, telling.game, action);
    capu_text_add(&text, "  ");
    tui_tell_choice(&text, &telling, s->party->seat, action);
    capu_text_add(&text, "\n     ");
    tui_tell_expected(&text, &telling, advice);
    if (advice->replied) {
        capu_text_add(&text, "\n     ");
        tui_tell_reply(&text, &telling, s->party->seat, advice);
    }
    tui_lines_say(s->lines, buffer);
}

static void give_hints(sitting *s) {
    tui_adviser adviser = {0};
    capu_advice advice[ADVISED];
    const char *refusal = tui_adviser_refusal(s->party, s->choices.count);

    if (refusal) {
        tui_lines_say(s->lines, refusal);
        return;
    }
    tui_adviser_begin(&adviser, &s->party->view, s->party->seat);
    while (!tui_adviser_run(&adviser) && !tui_lines_ended(s->lines))
        ;
    int count = tui_adviser_give(&adviser, advice);
    tui_adviser_end(&adviser);
    for (int i = 0; i < count; i++)
        show_hint(s, i + 1, &advice[i]);
    say(s, "hint.about");
}

/* --------------------------------------------------------------------- acting */

static void act(sitting *s, capu_action action) {
    char reason[NOTICE] = "";
    capu_text why = capu_text_on(reason, sizeof reason),
              mine = capu_text_on(s->mine, CAPU_ACTION_TEXT);

    capu_action_write(s->party->game, action, false, &mine);
    if (s->party->kind->act(s->party, action, &why))
        return;
    *s->mine = '\0';
    tui_lines_say(s->lines, reason);
}

/* What cannot be done is answered with the reason. */
static void try_action(sitting *s, const char *line) {
    char most[16], notation[CAPU_ACTION_TEXT];
    int number = tui_line_number(line);
    capu_action action;

    if (number >= 1 && number <= s->choices.count) {
        act(s, s->choices.all[number - 1].action);
    } else if (s->choices.count == 0) {
        say(s, "hint.none");
    } else if (number >= 0) {
        snprintf(most, sizeof most, "%d", s->choices.count);
        say_with(s, "lines.range", "most", most);
    } else if (host_read_typed(s->party->game, line, notation) &&
               capu_action_read(s->party->game, notation, &action)) {
        act(s, action);
    } else {
        say_with(s, "lines.unknown", "text", line);
    }
}

/* Where there is nobody to ask, nobody is asked. */
static void take_back(sitting *s, bool insist) {
    char reason[NOTICE] = "";
    capu_text why = capu_text_on(reason, sizeof reason);

    s->asked = 0; /* everything is shown again */
    s->changes = -1;
    switch (s->party->kind->undo(s->party, insist || !s->party->kind->say, &why)) {
    case UNDO_NOTHING:
        say(s, "nothing");
        break;
    case UNDO_ASKS:
        s->party->barred = true;
        break;
    case UNDO_FAILED:
        say_with(s, "cannot", "why", reason);
        break;
    case UNDO_DONE:
        break;
    }
}

/* ------------------------------------------------------------------- commands */

static void leave(sitting *s, const char *rest) {
    (void)rest;
    s->left = true;
}

static void help(sitting *s, const char *rest) {
    (void)rest;
    show_help(s);
}

static void list(sitting *s, const char *rest) {
    (void)rest;
    show_actions(s);
}

static void board(sitting *s, const char *rest) {
    (void)rest;
    show_board(s);
}

static void rules(sitting *s, const char *rest) {
    (void)rest;
    show_rules(s);
}

static void hint(sitting *s, const char *rest) {
    (void)rest;
    give_hints(s);
}

static void undo(sitting *s, const char *rest) {
    (void)rest;
    take_back(s, false);
}

static void talk(sitting *s, const char *rest) {
    if (s->party->kind->say && *rest)
        s->party->kind->say(s->party, rest);
}

static void save(sitting *s, const char *rest) {
    char buffer[NOTICE] = "";
    capu_text text = capu_text_on(buffer, sizeof buffer);

    tui_party_copy(s->party, rest, &text);
    tui_lines_say(s->lines, buffer);
}

static void come_back(sitting *s, const char *rest) {
    (void)rest;
    if (s->party->seat >= 0 && s->party->away[s->party->seat] && s->party->kind->come_back)
        s->party->kind->come_back(s->party);
}

typedef struct command {
    const char *word;
    void (*run)(sitting *s, const char *rest);
    bool any_time; /* also before the game has begun */
} command;

static const command commands[] = {
    {"q", leave, true},    {"quit", leave, true},      {"?", help, true},     {"help", help, true},
    {"l", list, false},    {"b", board, false},        {"r", rules, true},    {"h", hint, false},
    {"hint", hint, false}, {"u", undo, false},         {"undo", undo, false}, {"c", talk, true},
    {"s", save, false},    {"back", come_back, false},
};

/* The command that a line is, with what follows its word; NULL: it is none. */
static const command *find_command(const char *line, const char **rest) {
    size_t length = strcspn(line, " ");

    *rest = line + length + strspn(line + length, " ");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        char word[16];
        bool takes = commands[i].run == talk || commands[i].run == save;
        snprintf(word, sizeof word, "%.*s", (int)length, line);
        if (tui_line_is(word, commands[i].word) && (takes || !**rest))
            return &commands[i];
    }
    return NULL;
}

/* Whether a line answers a question that was asked. */
static bool answer(sitting *s, const char *line) {
    tui_party *party = s->party;
    bool one = strlen(line) == 1, yes = one && strchr(TERM(party, "yes.keys"), *line);
    bool no = tui_line_is(line, "n");

    if (s->insisting) {
        s->insisting = false;
        party->taking_back = yes;
        if (yes)
            take_back(s, true);
        return yes || no;
    }
    if (party->asker < 0 || party->asker == party->seat || !party->kind->answer || !(yes || no))
        return false;
    party->kind->answer(party, yes);
    return true;
}

static void obey(sitting *s, const char *line) {
    const char *rest;
    const command *found = find_command(line, &rest);

    if (!*line || answer(s, line))
        return;
    if (found && (found->any_time || s->party->begun))
        found->run(s, rest);
    else if (s->party->begun)
        try_action(s, line);
}

/* ----------------------------------------------------------------------- news */

/* A table that waits for people: told again when somebody has come or gone. */
static void tell_waiting_table(sitting *s) {
    const tui_party *party = s->party;
    seat_names now = {0};
    char line[LINES_LINE];

    memcpy(now.name, party->names, sizeof now.name);
    if (party->players == 0 || memcmp(&now, &s->seated, sizeof now) == 0)
        return;
    bool first = !*s->seated.name[0] && !*s->seated.name[1];
    s->seated = now;
    say(s, "before");
    for (int seat = 0; seat < party->players; seat++) {
        snprintf(line, sizeof line, "  %c %s", host_seat_letter(seat),
                 *party->names[seat] ? party->names[seat] : TERM(party, "free"));
        tui_lines_say(s->lines, line);
    }
    if (first && *party->link) {
        say(s, "link");
        tui_lines_say(s->lines, party->link);
    }
}

static void greet(sitting *s) {
    char buffer[LINES_LINE];
    capu_text text = capu_text_on(buffer, sizeof buffer);

    host_say_for(&text, s->party->language, "terminal.lines.begin", s->party->players, "game",
                 capu_info(s->party->game)->title, NULL);
    tui_lines_say(s->lines, buffer);
    s->games = s->party->games;
    json_decref(s->told);
    s->told = json_deep_copy(s->party->story); /* what was before is in the position */
}

/* What cannot be otherwise is done without asking (ALL-4), visibly. */
static void tell_entry(sitting *s, size_t index) {
    const tui_party *party = s->party;
    json_t *entry = json_array_get(party->story, index);
    const char *action = json_string_value(json_array_get(entry, 1));
    char buffer[LINES_LINE] = "";
    capu_text text = capu_text_on(buffer, sizeof buffer);
    int seat = tui_table_entry(party, index, &text);

    if (seat == TELLS_NOTHING)
        return;
    if (seat == party->seat && action && strcmp(action, s->mine) == 0) {
        *s->mine = '\0';
        return;
    }
    tui_lines_put(s->lines, "  ");
    if (seat == party->seat && !party->away[seat])
        say_with(s, "lines.forced", "did", buffer);
    else
        tui_lines_say(s->lines, buffer);
}

/* What the story has that was not told, from where it differs on. */
static void tell_story(sitting *s) {
    json_t *story = s->party->story;
    size_t known = 0, count = json_array_size(story), told = json_array_size(s->told);

    while (known < count && known < told &&
           json_equal(json_array_get(story, known), json_array_get(s->told, known)))
        known++;
    if (known == count && count < told)
        say(s, "lines.undone");
    for (size_t i = known; i < count; i++)
        tell_entry(s, i);
    json_decref(s->told);
    s->told = json_deep_copy(story);
}

static void tell_remarks(sitting *s) {
    for (; s->remarks < s->party->remark_count; s->remarks++) {
        const tui_remark *remark = &s->party->remarks[s->remarks];
        char line[2 * LINES_LINE];
        snprintf(line, sizeof line, "%s: %s", remark->name, remark->text);
        tui_lines_say(s->lines, line);
    }
}

/* What is to be read before the party goes on. */
static void tell_page(sitting *s) {
    tui_party *party = s->party;

    if (!*party->page)
        return;
    tui_lines_say(s->lines, "");
    tui_lines_say(s->lines, party->heading);
    tui_lines_wrap(s->lines, party->page);
    *party->page = '\0';
}

/* What the party has to say beside the game itself. */
static void tell_notices(sitting *s) {
    tui_party *party = s->party;
    bool away = party->seat >= 0 && party->away[party->seat];

    if (*party->notice)
        tui_lines_wrap(s->lines, party->notice);
    *party->notice = '\0';
    tell_page(s);
    if (party->trouble && party->trouble != s->trouble)
        tui_lines_say(s->lines, host_wording(party->language, party->trouble));
    s->trouble = party->trouble;
    if (party->asker >= 0 && party->asker != s->asker && party->asker != party->seat)
        say_with(s, "asks", "who", party->names[party->asker]);
    s->asker = party->asker;
    if (away && !s->away)
        say(s, "lines.away");
    s->away = away;
    if (party->barred)
        say(s, "undo.ask");
    s->insisting |= party->barred;
    party->barred = false;
}

/* --------------------------------------------------------------------- asking */

/* A long list would push the board off the screen: it is shown when asked for. */
static void offer(sitting *s) {
    const tui_choices *choices = &s->choices;
    char buffer[LINES_LINE];
    capu_text text = capu_text_on(buffer, sizeof buffer);

    if (choices->count <= FEW) {
        show_actions(s);
        return;
    }
    host_say_for(&text, s->party->language, "terminal.lines.many", choices->count, "first",
                 choices->all[0].text, "last", choices->all[choices->count - 1].text, NULL);
    tui_lines_say(s->lines, buffer);
}

static void ask(sitting *s) {
    const char *names[CAPU_MAX_PLAYERS];
    tui_seeing seeing = seeing_of(s, names);
    char question[LINES_LINE];
    capu_text text = capu_text_on(question, sizeof question);

    show_board(s);
    tui_lines_say(s->lines, "");
    tui_tell_question(&text, &seeing);
    tui_lines_say(s->lines, question);
    offer(s);
}

/* Others may take their time: who is waited for is told once, and not for steps that go by
 * themselves. */
static void tell_waiting(sitting *s) {
    const tui_party *party = s->party;
    uint32_t actors = capu_actors(&party->view);
    char list[LINES_LINE] = "";
    size_t length = 0;

    if (!party->kind->say || s->choices.count || party->sending || actors == s->waited)
        return;
    if (party->seat >= 0 && !party->away[party->seat] && (actors >> party->seat & 1))
        return; /* what cannot be otherwise is about to be done */
    s->waited = actors;
    for (int seat = 0; seat < party->players; seat++)
        if (actors >> seat & 1)
            length += (size_t)snprintf(list + length, sizeof list - length, "%s%s",
                                       length ? ", " : "", party->names[seat]);
    if (length)
        say_with(s, "waits", "who", list);
}

static void ask_or_wait(sitting *s) {
    uint64_t position = capu_hash(&s->party->view) + json_array_size(s->party->story) + 1;

    tui_choices_read(&s->choices, s->party);
    if (!s->choices.count || position == s->asked)
        return;
    s->waited = 0;
    s->asked = position;
    ask(s);
}

static void notice_changes(sitting *s) {
    tui_party *party = s->party;

    if (s->changes == party->changes) {
        if (party->begun && host_clock_ms(HOST_WALL) - s->changed >= CALM_MS)
            tell_waiting(s);
        return;
    }
    s->changes = party->changes;
    s->changed = host_clock_ms(HOST_WALL);
    if (!party->begun) {
        tell_waiting_table(s);
        tell_notices(s);
        return;
    }
    if (s->games != party->games)
        greet(s);
    tell_story(s);
    tell_remarks(s);
    tell_notices(s);
    if (capu_actors(&party->view)) {
        ask_or_wait(s);
    } else if (!s->over) {
        s->over = true;
        tui_choices_free(&s->choices);
        show_board(s);
        show_result(s);
    }
}

/* --------------------------------------------------------------------- the loop */

/* Lines are read when something is asked, so that scripts can send them ahead; where others are
 * waited for at any time. */
static bool listens(const sitting *s) {
    const tui_party *party = s->party;

    return s->choices.count || (party->kind->say && (!party->sending || party->trouble));
}

tui_leaving tui_lines_sit(tui_screen *screen, tui_party *party) {
    static sitting sitting_here; /* large; there is one table at a time */
    sitting *s = &sitting_here;
    char line[LINES_LINE];

    *s = (sitting){.lines = screen->lines, .party = party, .changes = -1, .games = -1, .asker = -1};
    while (!s->left && !tui_lines_ended(s->lines)) {
        notice_changes(s);
        if (s->over && !party->kind->say)
            break; /* with others there may be more to say */
        if (listens(s) && tui_lines_read(s->lines, line))
            obey(s, line);
        else if (!tui_lines_ended(s->lines))
            party->kind->run(party, WAIT_MS);
    }
    tui_choices_free(&s->choices);
    json_decref(s->told);
    return tui_lines_ended(s->lines) ? LEAVE_PROGRAM : LEAVE_TABLE;
}
