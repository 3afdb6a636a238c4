"""Line mode as its users have it: games are kept and gone on with; what is printed is true, and is what
one types."""

import itertools
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import unittest

from support import CAPUCINE, FORESEEN, Lines, TerminalTest, flow


EXAMPLE = os.environ["EXAMPLE_BOT"]
RECORDS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "records")


class Kept(TerminalTest):
    """A game that is left is there again, however it was left."""

    WORDS = ("caprice", "--seed", 1, "--bots", "greedy", *FORESEEN)

    def goes_on(self):
        self.assertIn("place lr 2", self.actions())
        printed = self.plain("--continue", text="q\n")
        self.assertIn("Your turn", printed)
        self.assertIn("o lr  x4", printed)  # the bot has placed one too

    def test_by_q(self):
        printed = self.plain(*self.WORDS, text="place lr 3\nq\n")
        self.assertIn("The game is saved. Continue it with: capucine play --continue", printed)
        self.goes_on()

    def test_by_the_end_of_input(self):
        self.assertIn("The game is saved", self.plain(*self.WORDS, text="place lr 3\n"))
        self.goes_on()

    def test_by_an_interrupt(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            client = Lines(os.path.join(self.folder, "data"), *self.WORDS)
            self.addCleanup(client.close)
            client.wait("> ")
            client.type("place lr 3")
            client.wait(re.compile(r"Simple B.*Your turn.*> ", re.S))
            client.process.send_signal(number)
            client.wait("The game is saved")
            self.assertEqual(client.leave()[1], 0)
            self.goes_on()
            os.unlink(self.records()[0])

    def test_there_is_none(self):
        self.assertIn("there is no saved game to continue", self.plain("--continue", status=1))

    def test_the_menu_without_a_game(self):
        self.plain(*self.WORDS, text="place lr 3\nq\n")
        printed = self.plain(text="1\nq\nq\n")
        self.assertRegex(printed, r"1 Continue: Caprice, .* moves")
        self.assertIn("Your turn", printed)

    def test_a_copy(self):
        copy = os.path.join(self.folder, "copy.json")
        printed = self.plain(*self.WORDS, text=f"s {copy}\ns {copy}\ns /nowhere/copy.json\nq\n")
        self.assertIn(f"Saved as {copy}.", printed)
        self.assertIn("That file already exists", printed)
        self.assertIn("No such file or directory: /nowhere/copy.json", printed)
        self.verify(copy)

    def test_a_named_file_is_told_by_its_name(self):
        path = os.path.join(self.folder, "r1.json")
        told = f"Continue it with: capucine play --record {path}"
        printed = self.plain(*self.WORDS, "--record", path, text="place lr 3\nq\n")
        self.assertIn(told, flow(printed))
        self.assertNotIn("--continue", printed)
        self.assertIn("o lr  x4", self.plain("--record", path))
        terminal = self.open("--record", path)
        terminal.wait("Your turn")
        terminal.keys("q")
        terminal.wait("left with 0")
        self.assertIn(told, flow(terminal.screen("-J")))


class Unkept(TerminalTest):
    """What is not kept is not said to be, with the reason first and the path last."""

    WORDS = ("caprice", "--seed", 1, "--bots", "greedy", *FORESEEN)

    def refused(self, printed, reason, path):
        self.assertIn(f"The game isn't saved: {reason}: {path}", flow(printed))
        self.assertNotIn("The game is saved", printed)

    def test_a_file_that_cannot_be(self):
        path = os.path.join(self.folder, "nowhere", "game.json")
        printed = self.plain(*self.WORDS, "--record", path, text="1\nq\n", status=1)
        self.assertIn(
            f"The game couldn't be saved: No such file or directory: {path}", flow(printed)
        )
        self.refused(printed, "No such file or directory", path)
        terminal = self.open(*self.WORDS, "--record", path)
        terminal.wait("The game couldn't be saved: No such file or directory")
        terminal.keys("q")
        terminal.wait("left with 1")
        self.assertIn("The game isn't saved: No such file", terminal.screen("-J"))

    def test_a_device_without_room(self):
        printed = self.plain(*self.WORDS, "--record", "/dev/full", text="1\nq\n", status=1)
        self.refused(printed, "No space left on device", "/dev/full")

    def test_a_folder_that_cannot_be(self):
        file = os.path.join(self.folder, "file")
        with open(file, "w"):
            pass
        printed = self.plain(*self.WORDS, text="1\nq\n", status=1, XDG_DATA_HOME=file)
        self.refused(printed, "Not a directory", file)

    def test_a_disk_that_is_full(self):
        done = subprocess.run(
            [CAPUCINE, "play", "--plain", *map(str, self.WORDS)],
            input="1\nq\n",
            text=True,
            capture_output=True,
            timeout=60,
            env={**os.environ, "XDG_DATA_HOME": self.folder, "LC_ALL": "C.UTF-8"},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64)),
        )
        self.assertEqual(done.returncode, 1, done.stdout)
        self.refused(done.stderr, "File too large", os.path.join(self.folder, "capucine"))

    def test_a_record_that_cannot_be_read_is_in_the_list(self):
        self.plain(*self.WORDS, text="1\nq\n")
        folder = os.path.join(self.folder, "data", "capucine")
        with open(os.path.join(folder, "broken.json"), "w") as file:
            file.write("{")
        os.utime(file.name, (1, 1))
        for language, others, broken, why in (
            (
                "en",
                "Other saved games",
                "can't be read: broken.json",
                "game record, or it is damaged",
            ),
            ("fr", "Autres parties gardées", "illisible : broken.json", "pas le compte rendu"),
            ("it", "Altre partite salvate", "illeggibile: broken.json", "Non è il verbale"),
            (
                "de",
                "Weitere gespeicherte Spiele",
                "nicht lesbar: broken.json",
                "keine Aufzeichnung",
            ),
        ):
            printed = self.plain("--language", language, text="6\n2\nq\n")
            self.assertIn(others, printed)
            self.assertIn(broken, printed)
            self.assertIn(why, flow(printed))
        self.assertIn("Your turn", self.plain("--continue"))

    def test_a_game_of_another_edition_is_in_the_list(self):
        """It is as it was, and the menu says why nobody can go on with it."""
        folder = os.path.join(self.folder, "data", "capucine")
        os.makedirs(folder)
        old = shutil.copy(os.path.join(RECORDS, "edition-1", "capitol.json"), folder)
        printed = self.plain(text="5\n1\nq\n")
        self.assertIn("can't be read: capitol.json", printed)
        self.assertIn("older rules (edition 1); this Capucine plays by edition 2.", flow(printed))
        self.assertIn("there is no saved game to continue", self.plain("--continue", status=1))
        with open(old) as now, open(os.path.join(RECORDS, "edition-1", "capitol.json")) as then:
            self.assertEqual(now.read(), then.read())


class Programs(TerminalTest):
    """Opponents from the command line are there in the menus too, and in games that go on."""

    OTHER = EXAMPLE + " --other"

    def begin(self, *words, text):
        return self.plain("--bots", *words, text=text + "q\nq\nq\n")

    def test_the_menu_begins_with_them(self):
        printed = self.begin(f"{EXAMPLE},greedy", text="1\n2\n2\n1\n")
        self.assertRegex(printed, "Opponent B: example_bot\n.*Opponent C: Simple\n.*D: example_bot")
        self.assertIn("B example_bo", printed)
        with open(self.records()[0]) as file:
            self.assertEqual(json.load(file)["terminal"]["bots"][1], EXAMPLE)

    def test_the_menu_offers_them_behind_its_own(self):
        printed = self.begin(f"{EXAMPLE},{self.OTHER}", text="1\n" + 9 * "4\n")
        offered = re.findall("Opponent B: (.*)", printed)
        own = ["Random", "Simple", "Beginner", "Casual", "Club", "Expert", "Master"]
        self.assertEqual(offered, ["example_bot", "example_bot --other", *own, "example_bot"])

    def test_a_game_goes_on_with_its_program(self):
        self.begin(EXAMPLE, text="1\n1\n")
        told = flow(self.plain("--continue", text="q\n"))
        self.assertIn(f"{EXAMPLE} is not here, so Casual plays instead", told)
        self.begin(self.OTHER, text="1\n1\n")
        self.assertNotIn("is not here", self.plain("--continue", "--bots", self.OTHER))

    def test_too_many(self):
        names = ",".join(["greedy"] * 7)
        self.assertIn("at most 6 can play", self.plain("--bots", names, status=2))
        self.assertIn("cannot be run", self.plain("--bots", "./no-such-bot", status=2))


class Draws(TerminalTest):
    """Most draws of Caprice leave no choice: they are made at once, and nobody is told (CPR-5)."""

    TOLD = re.compile(r"tile|no other choice")

    def begin(self, seed, *words, text="q\n"):
        """What is printed before and after the first question, and what was done."""
        printed = self.plain("caprice", "--seed", seed, "--bots", "greedy", *words, text=text)
        return *re.split("(?<=full\n)", printed, maxsplit=1), self.actions()

    def test_without_a_choice(self):
        before, after, actions = self.begin(1, "--options", "first=0", "--players", 4)
        self.assertEqual(actions, ["keep"] * 8)
        self.assertNotRegex(before, self.TOLD)
        self.assertIn("Your turn: place a block", after)

    def test_with_a_choice(self):
        before, after, actions = self.begin(
            3, "--options", "first=0", text="exchange\nplace dr 1\n"
        )
        self.assertNotRegex(before, self.TOLD)
        self.assertRegex(after, r"Keep the tile you drew.*\n *1 keep .*\n *2 exchange ")
        self.assertEqual(actions[:5], ["keep", "keep", "exchange", "keep", "place dr 0"])

    def test_what_was_laid_aside_is_told(self):
        before, _, actions = self.begin(6, "--options", "first=0")
        self.assertIn("exchange", actions)
        told = [line.strip() for line in before.splitlines() if self.TOLD.search(line)]
        self.assertEqual(len(told), 2, told)
        self.assertEqual(told[0], "Simple B exchanged a third matching tile.")
        self.assertRegex(told[1], r"^Simple B: tiles set aside and returned to the bag: .*\.$")

    def test_on_the_full_screen(self):
        terminal = self.open("caprice", "--seed", 1, "--options", "first=0", "--bots", "greedy")
        self.assertNotIn("drew a tile", terminal.wait("Your turn"))
        terminal.do("Enter", "l")
        screen = terminal.wait("Everything so far")
        self.assertIn("Ann placed a dark round block on tower 1.", screen)
        self.assertNotIn("drew a tile", screen)


class Ties(TerminalTest):
    """At equal points it is said who comes first and why, or that a place is shared."""

    SHARED = "they share the place"

    def ended(self, game, players):
        """Games that are over: the file, and of seats with equal points whether they share a
        place."""
        folder = os.path.join(self.folder, game)
        words = ("--game", game, "--players", str(players), "--games", "300", "--seed", "1")
        subprocess.run(
            [CAPUCINE, "sim", *words, "--bots", "random", "--records", folder],
            check=True,
            capture_output=True,
        )
        for path in (os.path.join(folder, name) for name in sorted(os.listdir(folder))):
            with open(path) as file:
                result = json.load(file)["result"]
            pairs = itertools.combinations(zip(result["scores"], result["places"]), 2)
            yield path, {one[1] == other[1] for one, other in pairs if one[0] == other[0]}

    def find(self, ties, game, players):
        """A game with such ties, and no others."""
        return next(path for path, found in self.ended(game, players) if found == ties)

    def test_broken(self):
        for game, players, why in (
            ("caprice", 4, "Tied players rank clockwise"),
            ("capital-lux-2", 4, "the player with less gold ranks higher"),
            ("capone", 3, "more cash ranks higher"),
        ):
            path = self.find({False}, game, players)
            printed = flow(self.plain("--record", path))
            self.assertIn(why, printed)
            self.assertNotIn(self.SHARED, printed)
            terminal = self.open("--record", path, size=(120, 40))
            self.assertIn(why, flow(terminal.wait("Tied")))
            terminal.close()

    def test_shared(self):
        printed = self.plain("--record", self.find({True}, "capitol", 3))
        self.assertIn(self.SHARED, flow(printed))

    def test_none(self):
        printed = self.plain("--record", self.find(set(), "capitol", 3))
        self.assertIn("The game is over.", printed)
        self.assertNotIn("Tied", printed)


class Words(TerminalTest):
    """What the list shows is what one types; the notation is for programs."""

    def choices(self, printed):
        return re.findall(r"^ *\d+ (\S+(?: \S+)*?)  +(\S.*)$", printed, re.M)

    def test_towers_count_from_one(self):
        printed = self.plain(
            "caprice",
            "--seed",
            1,
            "--bots",
            "greedy",
            *FORESEEN,
            text="Place  LR 6\nplace dr 0\nq\n",
        )
        for typed, words in self.choices(printed):
            if typed.startswith("place"):
                self.assertIn(f"tower {typed.split()[2]}", words)
        self.assertEqual(self.actions()[0], "place lr 5")
        self.assertIn('"place dr 0" isn\'t an action', printed)

    def test_seats_are_letters(self):
        """Somewhere in a game of Capone protection money is taken from a seat."""
        client = Lines(
            os.path.join(self.folder, "data"),
            "capone",
            "--players",
            3,
            "--seed",
            7,
            "--bots",
            "random",
        )
        self.addCleanup(client.close)
        choice = re.compile(r"^ *\d+ use protection (\S+) +Take protection money from (.*)$", re.M)
        while not (seen := choice.findall(client.wait(re.compile(r"^> ", re.M)))):
            client.type("1")
        for letter, name in seen:
            self.assertEqual(name, f"Random {letter}")
        client.type(f"use protection {seen[0][0].lower()}")
        self.wait_action(f"use protection {'ABC'.index(seen[0][0])}")

    def test_letters_without_an_installed_locale(self):
        for name in ("de_DE.UTF-8", "de_CH.utf8", "de_AT"):
            printed = self.plain("caprice", "--seed", 1, text="?\nq\n", LC_ALL=name)
            self.assertIn("Türme: 1 bis 6", printed)
        self.assertIn(
            "Turme: 1 bis 6",
            self.plain("caprice", "--seed", 1, "--language", "de", text="?\nq\n", LC_ALL="C"),
        )


if __name__ == "__main__":
    unittest.main()
