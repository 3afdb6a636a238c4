/* capucine: finds the subcommand and runs it. */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/cli.h"

static const cli_command *const commands[] = {
    &cli_cmd_games, &cli_cmd_play,  &cli_cmd_practice, &cli_cmd_hint,   &cli_cmd_sim,
    &cli_cmd_arena, &cli_cmd_bench, &cli_cmd_referee,  &cli_cmd_replay, &cli_cmd_review,
    &cli_cmd_tune,  &cli_cmd_serve, &cli_cmd_admin,    &cli_cmd_load,   &cli_cmd_gpu,
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void list_commands(FILE *out) {
    fputs("usage: capucine COMMAND [OPTIONS]\n\n", out);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-8s  %s\n", commands[i]->name, commands[i]->about);
    fputs("\ncapucine COMMAND --help says more; capucine --version prints the version.\n", out);
}

static const cli_command *find(const char *name) {
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

/* The environment's characters. Where its language is not installed, as on a new system, those of
 * C.UTF-8 do as well, unless it asks for others than UTF-8. */
static void set_characters(void) {
    const char *wanted[] = {getenv("LC_ALL"), getenv("LC_CTYPE"), getenv("LANG")};
    int i = 0;

    if (setlocale(LC_CTYPE, ""))
        return;
    while (i < 2 && !(wanted[i] && *wanted[i]))
        i++;
    const char *set = wanted[i] ? strchr(wanted[i], '.') : NULL;
    if (!set || strncasecmp(set, ".UTF-8", 6) == 0 || strncasecmp(set, ".utf8", 5) == 0)
        setlocale(LC_CTYPE, "C.UTF-8");
}

static int no_command(const char *name) {
    if (*name)
        fprintf(stderr, "capucine: there is no command '%s'\n", name);
    list_commands(stderr);
    return BAD_USAGE;
}

static int help(const char *name) {
    const cli_command *command = name ? find(name) : NULL;

    if (command)
        return cli_help(command);
    if (name)
        return no_command(name);
    list_commands(stdout);
    return DONE;
}

static int run(const cli_command *command, const char *name, int argc, char **argv) {
    if (command)
        return command->run(command, argc - 1, argv + 1);
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0)
        return help(argc > 2 ? argv[2] : NULL);
    if (strcmp(name, "--version") == 0) {
        printf("capucine %s\n", capu_version());
        return DONE;
    }
    return no_command(name);
}

/* The next file to be opened would take the place of a standard one that is closed, and get what is
 * printed. Nothing can be written to this one. */
static void hold_standard_files(void) {
    int file;

    do
        file = open("/dev/null", O_RDONLY);
    while (file >= 0 && file <= STDERR_FILENO);
    if (file >= 0)
        close(file);
}

/* 0, or why not everything that was printed has arrived. Whoever met the error first had the
 * reason, and may have lost it: one more byte asks for it again. */
static int close_output(void) {
    if (!ferror(stdout))
        return fclose(stdout) == 0 ? 0 : errno;
    return write(STDOUT_FILENO, "\n", 1) < 0 ? errno : EIO;
}

/* The exit status. Whoever closes a pipe, as head does, has read enough. */
static int finish(const cli_command *command, int status) {
    int error = close_output();

    if (error == 0)
        return status;
    if (error != EPIPE)
        fprintf(stderr, "capucine%s%s: not everything could be printed: %s\n", command ? " " : "",
                command ? command->name : "", strerror(error));
    return status ? status : FAILED;
}

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "";
    const cli_command *command = find(name);

    hold_standard_files();
    set_characters();
    signal(SIGXFSZ, SIG_IGN); /* a file that grows too large is an error like others */
    return finish(command, run(command, name, argc, argv));
}
