"""Screens at fixed moments against goldens, and the ways to act on them.

After a text or a board was changed on purpose: CAPU_WRITE_GOLDENS=1, and look at the difference."""

import json
import os
import re
import signal
import subprocess
import time
import unittest

from support import CAPUCINE, FORESEEN, TURN, TerminalTest, flow

GAMES = {"caprice": 3, "capitol": 3, "capone": 4, "capital-lux-2": 4}


class Goldens(TerminalTest):
    def start(self, game, *words, **more):
        first = FORESEEN if game == "caprice" else ("--options", "first=0")
        terminal = self.open(
            game, "--seed", 1, "--bots", "greedy", "--players", GAMES[game], *first, *words, **more
        )
        terminal.wait(TURN)
        terminal.still()
        return terminal

    def test_beginning(self):
        for game in GAMES:
            self.golden(f"{game}-80x24-en", self.start(game))

    def test_later_in_french_with_more_room(self):
        for game in GAMES:
            terminal = self.start(game, "--language", "fr", size=(120, 40))
            terminal.do("Enter", "Down", "Enter", "Enter", "Down")
            self.golden(f"{game}-120x40-fr", terminal)

    def test_ascii(self):
        for game in GAMES:
            terminal = self.start(game, env={"LC_ALL": "C", "LC_MESSAGES": ""})
            self.golden(f"{game}-80x24-ascii", terminal)
            self.assertTrue(terminal.screen().isascii(), terminal.screen())

    def test_menu(self):
        terminal = self.open()
        terminal.wait("New game of Capitol")
        self.golden("menu", terminal)
        terminal.do("Down", "Down", "Enter")
        self.golden("menu-setup", terminal)

    def test_the_menu_says_how_strong_an_opponent_is(self):
        terminal = self.open()
        terminal.wait("New game of Capitol")
        terminal.do("Down", "Down", "Enter")
        terminal.do("Down", "Down", "Down", "Right")
        self.assertRegex(terminal.still(), r"at\s+least\s+\w+\s+times\s+out\s+of\s+\w+")

    def test_a_first_game_begins_with_what_is_easily_understood(self):
        begin = "A · Beginning"
        terminal = self.open()
        terminal.wait("New game of Capital Lux 2")
        terminal.do("Down", "Down", "Down", "Enter")
        screen = flow(terminal.still())
        self.assertIn(begin, screen)
        self.assertIn("The options suit a first game", screen)
        # whoever has finished one needs no such help; one that goes on does not count
        kept = os.path.join(self.folder, "data", "capucine")
        name = os.path.join(kept, "capital-lux-2-before.json")
        made = os.path.join(self.folder, "made")
        words = ["--game", "capital-lux-2", "--players", "2", "--games", "1", "--seed", "1"]
        subprocess.run(
            [CAPUCINE, "sim", *words, "--bots", "greedy", "--records", made],
            check=True,
            capture_output=True,
        )
        (file,) = os.listdir(made)
        with open(os.path.join(made, file)) as text:
            record = json.load(text)
        record.pop("result")
        for actions, first in ((record["actions"][:20], True), (record["actions"], False)):
            with open(name, "w") as text:
                json.dump({**record, "actions": actions}, text)
            terminal = self.open()
            terminal.wait("New game of Capital Lux 2")
            terminal.do(*["Down"] * (4 if first else 3), "Enter")
            screen = flow(terminal.still())
            self.assertIn("Power tiles", screen)
            self.assertEqual(begin in screen, first)
            self.assertEqual("The options suit a first game" in screen, first)

    def test_the_menu_says_which_options_do_not_agree(self):
        for language, why in (
            ("en", "Hands can only follow the same pattern for everyone if"),
            ("fr", "Des mains de même composition pour tous demandent"),
            ("it", "Mani di uguale composizione per tutti richiedono"),
            ("de", "Plättchenhände mit gleichem Muster für alle gehen nur"),
        ):
            terminal = self.open("--language", language)
            terminal.wait("Capital Lux 2")
            terminal.do("Enter", "Up")
            self.assertNotIn(why, terminal.screen())
            terminal.do("Right")  # equal contracts, but a third tile alike as one likes
            self.assertIn(why, terminal.screen())
            terminal.do("Down")
            terminal.keys("Enter")
            self.assertIn(why, terminal.still())
            self.assertEqual(self.records(), [])
        terminal.do("Up", "Up", "Up", "Up", "Right", "Down", "Down", "Down", "Down")
        self.assertNotIn(why, terminal.screen())
        terminal.keys("Enter")
        terminal.wait(TURN)


class Ways(TerminalTest):
    def start(self, **more):
        terminal = self.open("caprice", "--seed", 1, "--bots", "greedy", *FORESEEN, **more)
        terminal.wait(TURN)
        return terminal

    def test_a_number(self):
        terminal = self.start()
        terminal.type("10")
        terminal.keys("Enter")
        self.wait_action("place lr 3")

    def test_text_with_completion(self):
        terminal = self.start()
        terminal.type("/pl")
        terminal.do("Tab")
        terminal.wait("> place ")
        terminal.type("lt 5")
        terminal.wait("on tower 5")
        terminal.keys("Enter")
        self.wait_action("place lt 4")

    def test_what_is_shown_is_typed_and_done(self):
        """Towers count from one, in the list, in what is typed, and in what Enter does."""
        terminal = self.start()
        terminal.type("/place lr 3")
        only = r"(?ms)\A(?!.*tower 4).*^ *9 Place a light round block on tower 3"
        terminal.wait(re.compile(only))
        terminal.keys("Enter")
        self.wait_action("place lr 2")

    def test_the_reason_why_not(self):
        terminal = self.start()
        terminal.type("/stay")
        terminal.keys("Enter")
        terminal.wait("First, place a block from the reserve on a tower.")
        self.assertEqual(self.actions(), [])
        terminal.keys("Escape")
        terminal.type("/castle")
        terminal.keys("Enter")
        terminal.wait("There's no such action")

    def test_the_reason_in_the_language_of_the_screen(self):
        for language, full in (
            ("fr", "La tour 4 est pleine : quatre pions au plus."),
            ("it", "La torre 4 è piena: al massimo quattro pezzi."),
            ("de", "Turm 4 ist voll: höchstens vier Steine."),
        ):
            path = os.path.join(self.folder, f"{language}.json")
            kinds = enumerate(("dr", "lr", "dt", "lt"))
            moves = [[seat, what] for seat, kind in kinds for what in (f"place {kind} 3", "stay")]
            with open(path, "w") as file:
                json.dump(
                    {
                        "capucine": 1,
                        "game": "caprice",
                        "rules": 2,
                        "players": 4,
                        "seed": "1",
                        "options": {"first": "0", "third": "redraw"},
                        "actions": moves,
                    },
                    file,
                )
            terminal = self.open("--record", path, "--language", language)
            terminal.wait(TURN)
            terminal.type("/place dr 4")
            terminal.keys("Enter")
            terminal.wait(full)

    def test_several_that_begin_so_are_none(self):
        terminal = self.start()
        terminal.type("/place dr")
        terminal.keys("Enter")
        self.assertEqual(self.actions(), [])
        terminal.wait("Several actions start like that")

    def test_mouse(self):
        terminal = self.start()
        screen = terminal.still().split("\n")
        row = next(i for i, line in enumerate(screen) if line.startswith("   4 "))
        column = 6
        click = bytes(
            [
                27,
                ord("["),
                ord("M"),
                32,
                33 + column,
                33 + row,
                27,
                ord("["),
                ord("M"),
                35,
                33 + column,
                33 + row,
            ]
        )
        terminal.bytes(click)
        terminal.still()
        self.assertEqual(self.actions(), [])
        terminal.bytes(click)
        self.wait_action("place dr 3")

    def test_mouse_on_the_board(self):
        """A click on a tower goes to the first choice that has to do with it."""
        terminal = self.start()
        screen = terminal.still().split("\n")
        row = next(i for i, line in enumerate(screen) if "━" in line)
        column = re.search(r"━+ ━+ ━+ ━+ (?=━)", screen[row]).end() + 2
        terminal.bytes(
            bytes(
                [
                    27,
                    ord("["),
                    ord("M"),
                    32,
                    33 + column,
                    33 + row,
                    27,
                    ord("["),
                    ord("M"),
                    35,
                    33 + column,
                    33 + row,
                ]
            )
        )
        terminal.still()
        terminal.keys("Enter")
        self.wait_action("place dr 4")

    def test_taking_back(self):
        """By oneself while nobody has seen or done anything since; later when one insists."""
        terminal = self.start()
        first = terminal.still()
        terminal.do("Enter")
        terminal.wait(TURN)
        second = terminal.still()
        terminal.keys("Enter")
        terminal.wait("You may move the top block")
        terminal.keys("u")
        self.assertEqual(terminal.becomes(second), second)
        terminal.keys("u")
        terminal.wait("Take it back anyway?")
        terminal.keys("n")
        self.assertEqual(terminal.becomes(second), second)
        terminal.do("u", "y")
        self.assertEqual(terminal.becomes(first), first)
        terminal.keys("u")
        terminal.wait("There's nothing to take back.")

    def test_hint(self):
        terminal = self.start()
        terminal.keys("h")
        terminal.wait(re.compile(r"1\. \w.*\n.*wins \d+:\d+%.*visits"))
        terminal.keys("Escape")
        terminal.wait(TURN)

    def test_pages(self):
        terminal = self.start()
        for key, text in (("?", "Help"), ("r", "Rules"), ("l", "Everything so far")):
            terminal.keys(key)
            terminal.wait(text)
            terminal.keys("Escape")
            terminal.still()

    def test_a_copy(self):
        terminal = self.start()
        terminal.keys("s")
        terminal.wait("Save a copy as")
        path = os.path.join(self.folder, "copy.json")
        for _ in "caprice.json":
            terminal.keys("BSpace")
        terminal.type(path)
        terminal.keys("Enter")
        terminal.wait("Saved as")
        self.verify(path)
        terminal.keys("s")
        terminal.wait("Save a copy as")
        for _ in "caprice.json":
            terminal.keys("BSpace")
        terminal.type(path)
        terminal.keys("Enter")
        terminal.wait("That file already exists")

    def test_bots_that_think_leave_the_screen_alive(self):
        """While a strong bot thinks one can read, resize and leave."""
        terminal = self.open("capitol", "--seed", 1, "--bots", "master", "--seat", "1")
        terminal.wait("is thinking")
        terminal.keys("?")
        terminal.wait("Help")
        terminal.keys("Escape")
        terminal.resize(100, 30)
        terminal.keys("q")
        terminal.wait("left with 0")

    def test_no_colour(self):
        coloured = re.compile(r"\x1b\[[0-9;]*\b(3[0-8]|4[0-8]|9[0-7])\b")
        self.assertRegex(self.start().screen("-e"), coloured)
        self.assertNotRegex(self.start(env={"NO_COLOR": "1"}).screen("-e"), coloured)

    def test_a_terminal_that_cannot_be_drawn_on(self):
        terminal = self.open("caprice", "--seed", 1, env={"TERM": "dumb"})
        terminal.wait(re.compile(r"^>", re.M))

    def test_smaller_and_as_large_again_before_it_looks(self):
        terminal = self.start(size=(120, 40))
        before = terminal.still()
        os.kill(terminal.pid(), signal.SIGSTOP)
        for size in (64, 20), (120, 40):
            terminal.resize(*size)
            time.sleep(0.4)  # tmux tells of it only after a while
        self.assertNotEqual(terminal.screen(), before)
        os.kill(terminal.pid(), signal.SIGCONT)
        terminal.wait(re.compile(re.escape(before)))

    def test_too_small_and_back(self):
        terminal = self.start()
        before = terminal.still()
        terminal.resize(30, 8)
        terminal.wait("too small")
        terminal.resize(80, 24)
        terminal.wait(TURN)
        self.assertEqual(terminal.becomes(before), before)


class Practice(TerminalTest):
    """Practice on the full screen: a position, what it is worth, the next one."""

    def test_from_the_menu(self):
        terminal = self.open()
        terminal.wait("New game of Capitol")
        terminal.do("Down", "Down", "Down", "Down", "Enter")
        terminal.wait("Today's position")
        terminal.do("Down")
        self.assertRegex(terminal.still(), r"Caprice: 0 of \d+ done, 0 to repeat")
        terminal.do("Enter")
        terminal.wait(TURN)
        terminal.do("Enter")
        screen = terminal.wait(re.compile("Right!|There is something better."))
        self.assertIn("% of a win", screen)
        terminal.do("Escape")
        terminal.wait(TURN)
        terminal.keys("q")
        self.assertRegex(terminal.wait("1 position answered"), "answered, [01] right")
        terminal.do("Enter")
        self.assertRegex(terminal.wait("Today's position"), r"Caprice: 1 of \d+ done")


class Review(TerminalTest):
    """A game that is over is reviewed: the last few moves of one, so that it does not take long."""

    def ended(self):
        """The file of such a game."""

        def referee(*requests):
            done = subprocess.run(
                [CAPUCINE, "referee"],
                input="".join(json.dumps(request) + "\n" for request in requests),
                capture_output=True,
                text=True,
                check=True,
            )
            return [json.loads(line) for line in done.stdout.splitlines()]

        new = {"cmd": "new", "game": "caprice", "players": 2, "seed": "5"}
        there = referee(new, {"cmd": "random", "count": 40, "seed": "7"}, {"cmd": "state"})[-1]
        record = referee(
            {"cmd": "set", "state": there["state"], "seed": "5"},
            {"cmd": "random", "count": 999, "seed": "7"},
            {"cmd": "record"},
        )[-1]["record"]
        path = os.path.join(self.folder, "ended.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(record, file)
        return path

    def test_at_the_end(self):
        terminal = self.open("--record", self.ended())
        terminal.wait("1.")
        terminal.do("Escape")
        self.assertIn("v review", terminal.still())
        terminal.keys("v")
        screen = terminal.wait(re.compile(r"accuracy \d+, average loss"), seconds=250)
        self.assertRegex(screen, r"Inaccuracies: \d+, mistakes: \d+, blunders: \d+")
        self.assertRegex(screen, r"Luck: [+-]\d+ % of a win \(± \d+\)")
        terminal.do("Escape")
        terminal.keys("v")  # and again, but it is taken back meanwhile
        terminal.wait("Reviewing the game")
        terminal.do("u", "y")
        terminal.wait(TURN)
        terminal.keys("q")
        terminal.wait("left with 0")

    def test_line_by_line_it_is_said_how(self):
        path = self.ended()
        printed = self.plain("--record", path)
        self.assertIn(f"Review it with: capucine review {path}", flow(printed))


class Plain(TerminalTest):
    def test_whole_games_through_a_pipe(self):
        for game, players in (*GAMES.items(), ("capital-lux-2", 1)):
            printed = self.plain(
                game,
                "--players",
                players,
                "--seed",
                3,
                "--bots",
                "greedy",
                *(["--options", "years=2"] if game == "capone" else []),
                text="1\n" * 2000,
            )
            self.assertIn("The game is over.", printed)
            self.assertEqual(len(re.findall(r"^  \d\. .+: -?\d+ point", printed, re.M)), players)

    def test_one_name_for_each_opponent(self):
        for seat, others in (("A", "BC"), ("B", "AC"), ("2", "AB")):
            printed = self.plain(
                "caprice",
                "--players",
                3,
                "--seed",
                3,
                "--seat",
                seat,
                "--bots",
                "random,greedy",
                text="1\n" * 3 + "q\n",
            )
            self.assertEqual(
                set(re.findall(r"^  ((?:Random|Simple) [A-F])\b", printed, re.M)),
                {f"Random {others[0]}", f"Simple {others[1]}"},
            )

    def test_without_a_terminal_it_is_plain(self):
        done = subprocess.run(
            [CAPUCINE, "play", "caprice", "--seed", "1"],
            input="q\n",
            capture_output=True,
            text=True,
            timeout=20,
            env={**os.environ, "XDG_DATA_HOME": self.folder},
        )
        self.assertEqual(done.returncode, 0)
        self.assertIn("> ", done.stdout)
        self.assertNotIn("\x1b", done.stdout)


if __name__ == "__main__":
    unittest.main()
