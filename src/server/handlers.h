/* The handlers that the routing table names. */
#ifndef CAPU_SERVER_HANDLERS_H
#define CAPU_SERVER_HANDLERS_H

#include "server/append.h"

/* pages.c */
server_handler handle_page, handle_health, handle_metrics, handle_host_page, handle_host_form,
    handle_api, handle_games, handle_bots;
/* people.c */
server_handler handle_session, handle_login, handle_logout, handle_me, handle_change_me,
    handle_delete_me, handle_export, handle_password, handle_host, handle_person, handle_my_tables,
    handle_mutes, handle_mute, handle_my_bots, handle_new_bot, handle_bot_token, handle_delete_bot;
/* practice.c */
server_handler handle_practice, handle_put_practice;
/* contact.c */
server_handler handle_contact_page, handle_contact_form;
/* lobby.c */
server_handler handle_tables, handle_create, handle_sit, handle_stand, handle_mix, handle_close,
    handle_rematch, handle_fill;
/* play.c */
server_handler handle_table, handle_view, handle_position, handle_history, handle_legal,
    handle_record, handle_log, handle_events, handle_act, handle_undo, handle_undo_answer,
    handle_leave, handle_back, handle_chat, handle_note, handle_put_note;
/* absent.c */
server_handler handle_nudge, handle_replace, handle_end;

/* setup.c: the game that a request names. Then everything about the new table, as it is stored, and
 * in `mine` the seat of the table's creator, -1 for none. NULL after refusing. */
const capu_game *need_game(server_request *r);
json_t *read_setup(server_request *r, const capu_game *game, int *mine);
/* The bot's level in the body, or the default; the request has a status after refusing. */
const char *read_level(server_request *r);
/* A seat with a new invitation. */
json_t *invited_seat(void);

/* contact.c: checks that a text is an address for notices, or "" for none. ask_contact then asks at
 * that address whether notices are wanted, before it is stored. false after refusing. */
bool check_contact(server_request *r, const char *contact);
bool ask_contact(server_request *r, const char *contact, const char *language);

/* practice.c: writes the person's progress as the member "done". false: the store failed. */
bool write_practice(server_request *r);

/* play.c: whether the game goes on. false after refusing. */
bool need_running(server_request *r, const server_table *table);

/* Answers with a table as the client may see it. The caller has taken the table. */
void write_table(server_request *r, const server_live *live, int status);

#endif
