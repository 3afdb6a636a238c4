/* A bot in C, without any library. It takes the last of its legal actions.
 *
 *     cc -o mybot examples/bot.c && capucine arena --game caprice --bots club,./mybot
 *
 * docs/programs.md says what a bot is told. This one needs nothing but the list at the end of a
 * question: ,"legal":["place dr 0","place dr 1"]} */
#include <stdio.h>
#include <string.h>

int main(void) {
    static char line[1 << 20];

    while (fgets(line, sizeof line, stdin)) {
        char *legal = strstr(line, ",\"legal\":[\""), *end = legal ? strstr(legal, "\"]}") : NULL;
        if (!end)
            continue; /* not a question */
        *end = '\0';
        printf("{\"action\":\"%s\"}\n", strrchr(legal, '"') + 1);
        fflush(stdout);
    }
    return 0;
}
