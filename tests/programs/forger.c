/* A bot that answers as nobody should. For tests only.
 *
 * usage: forger WHAT [GOOD [FORGED]]
 *
 * It takes its last legal action GOOD times, then forges FORGED answers (all by default) in the way
 * of WHAT, then plays on. "mix" changes its way from answer to answer. Each forged answer adds a
 * byte to the file that CAPU_FORGED names. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char line[1 << 20];

static void say(const char *text) {
    fputs(text, stdout);
    fflush(stdout);
}

static void play(void) {
    char *legal = strstr(line, ",\"legal\":[\""), *end = strstr(legal, "\"]}");

    *end = '\0';
    printf("{\"action\":\"%s\"}\n", strrchr(legal, '"') + 1);
    fflush(stdout);
}

static void truncated(void) {
    say("{\"action\":\"pla\n");
}
static void empty(void) {
    say("\n");
}
static void illegal(void) {
    say("{\"action\":\"fly to the moon\"}\n");
}
static void no_action(void) {
    say("{\"move\":\"stay\"}\n");
}
static void wrong_type(void) {
    say("{\"action\":[1,2,{\"action\":null}]}\n");
}
static void no_object(void) {
    say("42\n");
}
static void other_id(void) {
    say("{\"id\":-7,\"action\":\"stay\"}\n");
}
static void twice(void) {
    char copy[256];

    play();
    snprintf(copy, sizeof copy, "{\"action\":\"again\"}\n");
    say(copy);
}
static void control(void) {
    say("{\"action\":\"\\u001b[2J\\u0007\"}\033[2J\n");
}
static void deep(void) {
    for (int i = 0; i < 30000; i++)
        putchar('[');
    say("\n");
}
static void huge(void) {
    for (int i = 0; i < 300000; i++)
        putchar('x');
    say("\n");
}
static void long_action(void) {
    say("{\"action\":\"");
    for (int i = 0; i < 60000; i++)
        putchar('y');
    say("\"}\n");
}
static void binary(void) {
    for (int i = 0; i < 4000; i++)
        putchar(rand() & 255);
    say("\n");
}
static void nothing(void) {
    char zeros[100] = {0};

    fwrite(zeros, 1, sizeof zeros, stdout);
    say("\n");
}
static void dead(void) {
    exit(3);
}
static void crashed(void) {
    raise(SIGKILL);
}
static void closed(void) {
    fclose(stdout);
    close(STDOUT_FILENO);
    for (;;)
        pause();
}
static void slow(void) {
    for (;;)
        pause();
}
static void stubborn(void) {
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    for (;;)
        pause();
}
/* A child that leaves the group, and a child of it. */
static void linger(void) {
    if (fork() == 0) {
        setsid();
        signal(SIGTERM, SIG_IGN);
        if (fork() == 0)
            setsid();
        for (;;)
            pause();
    }
}
static void parent(void) {
    linger();
    play();
}
static void orphans(void) {
    linger();
    exit(0);
}

static const struct {
    const char *name;
    void (*answer)(void);
} ways[] = {
    {"truncated", truncated},
    {"empty", empty},
    {"illegal", illegal},
    {"no-action", no_action},
    {"wrong-type", wrong_type},
    {"no-object", no_object},
    {"other-id", other_id},
    {"twice", twice},
    {"control", control},
    {"deep", deep},
    {"huge", huge},
    {"long-action", long_action},
    {"binary", binary},
    {"nothing", nothing},
    {"dead", dead},
    {"crashed", crashed},
    {"closed", closed},
    {"parent", parent},
    {"orphans", orphans},
    {"slow", slow},
    {"stubborn", stubborn},
};
enum { WAYS = sizeof ways / sizeof ways[0] };

static void count(void) {
    const char *path = getenv("CAPU_FORGED");
    int file = path ? open(path, O_WRONLY | O_CREAT | O_APPEND, 0666) : -1;

    if (file >= 0 && write(file, ".", 1) == 1)
        close(file);
}

static void forge(const char *what) {
    int any = rand() % WAYS;

    if (any >= WAYS - 2 && rand() % 4) /* those that take long come less often */
        any = 0;
    count();
    for (int i = 0; i < WAYS; i++)
        if (strcmp(what, "mix") == 0 ? i == any : strcmp(what, ways[i].name) == 0) {
            ways[i].answer();
            return;
        }
    exit(9); /* an unknown way */
}

int main(int argc, char **argv) {
    int good = argc > 2 ? atoi(argv[2]) : 0, forged = argc > 3 ? atoi(argv[3]) : 1 << 30;

    srand((unsigned)getpid());
    while (fgets(line, sizeof line, stdin)) {
        if (!strstr(line, ",\"legal\":[\""))
            continue;
        if (good-- > 0 || forged-- <= 0)
            play();
        else
            forge(argv[1]);
    }
    return 0;
}
