#!/usr/bin/env python3
"""The command line as people and programs use it: help, exit codes, errors, and what is printed.

usage: cli.py --capucine PATH"""

import argparse
import csv
import hashlib
import json
import os
import pathlib
import re
import resource
import signal
import socket
import socketserver
import subprocess
import sys
import tempfile
import threading
import time
import unittest

CAPUCINE = None
DATA = tempfile.TemporaryDirectory()
SIGNATURE = pathlib.Path(__file__).with_name("signature.txt")
COMMANDS = (
    "games",
    "play",
    "practice",
    "hint",
    "sim",
    "arena",
    "tune",
    "bench",
    "referee",
    "replay",
    "review",
    "serve",
    "admin",
    "load",
)


def run(*words, text="", check=None, env=None):
    """Runs the program; with `check` the exit status must be that. Its games go to a folder of the
    test."""
    done = subprocess.run(
        [CAPUCINE, *map(str, words)],
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
        errors="surrogateescape",
        env={**os.environ, "XDG_DATA_HOME": DATA.name, **(env or {})},
    )
    if check is not None:
        assert done.returncode == check, (words, done.returncode, done.stdout, done.stderr)
    return done


def ask(*requests):
    """The referee's answers to requests: dicts, or lines as they are."""
    lines = [json.dumps(request) if isinstance(request, dict) else request for request in requests]
    return [
        json.loads(line)
        for line in run("referee", text="\n".join(lines) + "\n", check=0).stdout.splitlines()
    ]


def code(answer):
    return answer["error"]["code"]


RECORDS = pathlib.Path(__file__).resolve().parent / "records"
FORESEEN = {"first": "0", "third": "redraw"}  # seat 0 begins, with a block
NEW = {"cmd": "new", "game": "caprice", "players": 2, "options": FORESEEN, "seed": "1"}


def catches(process, number):
    """Whether a process has a handler for the signal by now."""
    status = pathlib.Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(re.search(r"SigCgt:\s*(\w+)", status)[1], 16) >> (number - 1) & 1


class Usage(unittest.TestCase):
    def test_help(self):
        self.assertIn("usage: capucine", run("--help", check=0).stdout)
        for command in COMMANDS:
            self.assertIn(f"usage: capucine {command}", run(command, "--help", check=0).stdout)
        self.assertRegex(run("--version", check=0).stdout, r"^capucine \d")

    def test_bad_usage(self):
        cases = (
            (),
            ("chess",),
            ("games", "--loud"),
            ("games", "extra"),
            ("sim",),
            ("sim", "--game", "chess"),
            ("sim", "--game", "caprice", "--players", "9"),
            ("sim", "--game", "caprice", "--games", "0"),
            ("sim", "--game", "caprice", "--bots", "nobody"),
            ("sim", "--game", "caprice", "--players", "3", "--bots", "random,greedy"),
            ("sim", "--game", "caprice", "--bots", "random,random,random"),
            ("arena", "--game", "caprice", "--bots", "club@x,club"),
            ("arena", "--game", "caprice", "--bots", "club@9^0.3,club"),
            ("arena", "--game", "caprice", "--bots", "club@9^,club"),
            ("sim", "--game", "caprice", "--seed", "x"),
            ("sim", "--game"),
            ("sim", "--game", "caprice", "--json=yes"),
            ("sim", "--game", "caprice", "--options", "third"),
            ("sim", "--game", "caprice", "--options", "third=choose,contracts=equal"),
            ("play", "caprice", "--seat", "2"),
            ("play", "caprice", "--seat", "C"),
            ("replay",),
            ("bench", "--game", "chess"),
            ("bench", "--playouts", "5"),
            ("bench", "--playouts", "0"),
            ("referee", "now"),
        )
        for words in cases:
            done = run(*words, check=2)
            self.assertTrue(done.stderr, words)
            self.assertFalse(done.stdout, words)

    def test_help_of_a_command(self):
        for word in ("help", "--help", "-h"):
            self.assertEqual(run(word, "sim", check=0).stdout, run("sim", "--help").stdout)
            self.assertIn("there is no command 'chess'", run(word, "chess", check=2).stderr)

    def test_nonsense(self):
        """Each is refused at once, with what was wrong."""
        caprice = ("--game", "caprice")
        cases = (
            ("from 2 to 4, not '1'", "bench", *caprice, "--players", 1, "--json"),
            ("from 2 to 4, not '5'", "bench", *caprice, "--players", 5, "--signature"),
            ("from 2 to 4, not '5'", "bench", *caprice, "--players", 5, "--playouts", 1),
            ("from 1 to 6, not '7'", "bench", "--players", 7),
            ("--only has names of weights", "tune", *caprice, "--only", ""),
            ("give one of them", "tune", *caprice, "--try", "margin=1", "--fit", 3),
            ("--players says how many play", "sim", *caprice, "--bots", "random,random,random"),
            ("which record?", "replay", ""),
            ("which record?", "review"),
            ("--iterations must be a whole number from 1", "review", "x", "--iterations", 0),
            ("which record?", "hint", "--record", ""),
        )
        for sentence, *words in cases:
            done = run(*words, check=2)
            self.assertIn(sentence, done.stderr, words)
            self.assertIn("Try: capucine", done.stderr)
            self.assertFalse(done.stdout)

    def test_a_file_without_end(self):
        done = run("replay", "/dev/zero", check=1)
        self.assertIn("/dev/zero: it is longer than 16 MiB", done.stderr)

    def test_what_is_no_record(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "it"
            for data in (b"", b"\0\0", bytes(range(256)), b"{}", b"[]", b'{"capucine":1}', None):
                if data is None:
                    path.unlink()
                    path.mkdir()
                else:
                    path.write_bytes(data)
                for words in (
                    ("replay",),
                    ("replay", "--verify"),
                    ("hint", "--record"),
                    ("review",),
                ):
                    done = run(*words, path, check=1)
                    self.assertRegex(done.stderr, rf"^capucine {words[0]}: {path}: \S.*\n$")
                    self.assertFalse(done.stdout)

    def test_errors_say_what_to_do(self):
        self.assertIn("there are: caprice", run("sim", "--game", "chess").stderr)
        self.assertIn(
            "choose, redraw", run("sim", "--game", "caprice", "--options", "third=never").stderr
        )
        self.assertIn("random, greedy", run("play", "caprice", "--bots", "hal").stderr)
        self.assertIn("from A to B, not 'C'", run("play", "caprice", "--seat", "C").stderr)

    def test_values_that_are_offered_are_good(self):
        """Which seats can be first depends on how many play."""
        for game in json.loads(run("games", "--json").stdout):
            for players in range(game["players"][0], game["players"][1] + 1):
                words = (
                    "sim",
                    "--game",
                    game["name"],
                    "--players",
                    players,
                    "--games",
                    1,
                    "--bots",
                    "random",
                    "--options",
                )
                offered = re.search("its values are (.*)", run(*words, "first=9", check=2).stderr)[
                    1
                ]
                self.assertEqual(offered.split(", "), ["random", *map(str, range(players))])
                for value in offered.split(", "):
                    run(*words, f"first={value}", check=0)


class Output(unittest.TestCase):
    """What is printed arrives whole, or the program says that it did not, and why."""

    TUNE = ("tune", "--game", "capone", "--iterations", 2, "--steps", 1000000)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name) / "game.json"
        path.write_text(json.dumps(ask(NEW, {"cmd": "record"})[1]["record"]))
        caprice = ("--game", "caprice", "--games", 2)
        self.cases = (
            ("--help",),
            ("--version",),
            *((command, "--help") for command in COMMANDS),
            ("games",),
            ("games", "--json"),
            ("hint", "--record", path, "--ms", 1),
            ("hint", "--record", path, "--ms", 1, "--json"),
            ("sim", *caprice),
            ("sim", *caprice, "--json"),
            ("arena", *caprice, "--bots", "greedy,random"),
            ("arena", *caprice, "--bots", "greedy,random", "--json"),
            ("bench", "--game", "caprice", "--ms", 1),
            ("bench", "--game", "caprice", "--signature"),
            ("referee",),
            ("replay", path),
            ("replay", path, "--json"),
            ("replay", path, "--verify"),
            ("review", path, "--iterations", 10),
            ("review", path, "--iterations", 10, "--json"),
            self.TUNE,
        )

    def printed(self, words, **output):
        return subprocess.run(
            [CAPUCINE, *map(str, words)],
            input='{"cmd":"games"}\n' * 100,
            stderr=subprocess.PIPE,
            text=True,
            timeout=120,
            **output,
        )

    def test_a_full_disk(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            for words in self.cases:
                done = self.printed(words, stdout=full)
                self.assertEqual(done.returncode, 1, words)
                name = words[0] if words[0] in COMMANDS else ""
                self.assertEqual(
                    done.stderr,
                    f"capucine {name}".strip() + ": not everything could "
                    "be printed: No space left on device\n",
                    words,
                )

    def test_a_file_that_may_not_grow(self):
        with tempfile.TemporaryFile() as file:
            done = self.printed(
                ("games", "--json"),
                stdout=file,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)),
            )
        self.assertEqual(done.returncode, 1)
        self.assertIn("File too large", done.stderr)

    def test_no_output_at_all(self):
        """The records' files do not take the place of what is closed."""
        done = subprocess.run(
            ["sh", "-c", '"$0" games >&-', CAPUCINE], capture_output=True, text=True, timeout=120
        )
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("Bad file descriptor", done.stderr)

    def test_nobody_reads_on(self):
        """As in `capucine games | head -1`: no complaint, whether or not the signal is ignored."""
        for words in self.cases:
            for restored, status in ((True, -signal.SIGPIPE), (False, 1)):
                reading, writing = os.pipe()
                os.close(reading)
                done = self.printed(words, stdout=writing, restore_signals=restored)
                os.close(writing)
                self.assertEqual((done.returncode, done.stderr), (status, ""), words)


class Games(unittest.TestCase):
    def test_json(self):
        games = json.loads(run("games", "--json", check=0).stdout)
        caprice = next(game for game in games if game["name"] == "caprice")
        self.assertEqual(caprice["players"], [2, 4])
        self.assertEqual(
            [option["name"] for option in caprice["options"]],
            ["first", "third", "second_pair", "arrange", "contracts"],
        )
        self.assertEqual(caprice["options"][0]["values"], ["random", "0", "1", "2", "3"])
        self.assertEqual(caprice["options"][1]["default"], "choose")


class Sim(unittest.TestCase):
    WORDS = (
        "sim",
        "--game",
        "caprice",
        "--players",
        3,
        "--games",
        300,
        "--seed",
        1,
        "--bots",
        "random,greedy,greedy",
    )

    def test_threads_change_nothing(self):
        one = run(*self.WORDS, "--threads", 1, check=0).stdout
        self.assertEqual(one, run(*self.WORDS, "--threads", 2, check=0).stdout)
        self.assertEqual(one, run(*self.WORDS, "--threads", 7, check=0).stdout)
        self.assertNotEqual(one, run(*self.WORDS[:-3], 2, *self.WORDS[-2:], check=0).stdout)

    def test_json(self):
        found = json.loads(run(*self.WORDS, "--json", check=0).stdout)
        self.assertEqual(found["games"], 300)
        self.assertAlmostEqual(sum(seat["win_share"] for seat in found["seats"]), 1, places=4)
        bots = {bot["bot"]: bot for bot in found["bots"]}
        self.assertEqual(bots["greedy"]["games"], 600)
        self.assertGreater(bots["greedy"]["low"], bots["random"]["high"])
        for bot in bots.values():
            self.assertTrue(bot["low"] < bot["win_share"] < bot["high"])
        self.assertTrue(20 <= found["blocks"]["min"] <= found["blocks"]["max"] <= 23)

    def test_every_game_and_bot(self):
        for game in json.loads(run("games", "--json").stdout):
            for players in range(game["players"][0], game["players"][1] + 1):
                for bot in ("random", "greedy"):
                    run(
                        "sim",
                        "--game",
                        game["name"],
                        "--players",
                        players,
                        "--games",
                        2,
                        "--bots",
                        bot,
                        check=0,
                    )


class Arena(unittest.TestCase):
    def test_json(self):
        found = json.loads(
            run(
                "arena",
                "--game",
                "caprice",
                "--players",
                3,
                "--bots",
                "greedy,random,random",
                "--games",
                30,
                "--seed",
                1,
                "--json",
                "--threads",
                2,
                check=0,
            ).stdout
        )
        self.assertEqual((found["game"], found["players"], found["games"]), ("caprice", 3, 30))
        bots = {bot["bot"]: bot for bot in found["bots"]}
        self.assertEqual((bots["greedy"]["games"], bots["random"]["games"]), (30, 60))
        self.assertGreater(bots["greedy"]["win_share"], bots["random"]["win_share"])
        self.assertLess(bots["random"]["rating"], 0)
        self.assertLessEqual(bots["greedy"]["ms_mean"], bots["greedy"]["ms_worst"])

    def test_it_stops_when_decided(self):
        found = json.loads(
            run(
                "arena",
                "--game",
                "caprice",
                "--bots",
                "greedy,random",
                "--games",
                100000,
                "--seed",
                1,
                "--sprt",
                "--json",
                check=0,
            ).stdout
        )
        self.assertTrue(found["decided"])
        self.assertLess(found["games"], 10000)
        run("arena", "--game", "caprice", check=2)
        for bots in ("greedy", "greedy,random,casual"):
            players = bots.count(",") + 1 if "," in bots else 2
            self.assertIn(
                "--sprt compares two bots",
                run(
                    "arena",
                    "--game",
                    "caprice",
                    "--players",
                    players,
                    "--bots",
                    bots,
                    "--sprt",
                    check=2,
                ).stderr,
            )

    def test_who_wins_nothing_has_no_rating(self):
        words = ("arena", "--game", "capitol", "--bots", "greedy,random", "--games", 4, "--seed", 1)
        found = json.loads(run(*words, "--json", check=0).stdout)
        self.assertEqual([bot["rating"] for bot in found["bots"]], [0, None])
        self.assertIn("rating unknown", run(*words, check=0).stdout)

    def test_it_stops_between_decisions(self):
        """A game of these takes minutes, a decision half a second at the most."""
        for words in (("arena", "--ms", 500), ("sim",), ("tune", "--iterations", 40000)):
            bots = () if words[0] == "tune" else ("--bots", "master@40000")
            command = [CAPUCINE, *map(str, (*words, "--game", "capone", *bots))]
            with subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            ) as child:
                while not catches(child.pid, signal.SIGINT):
                    time.sleep(0.02)
                child.send_signal(signal.SIGINT)
                printed, errors = child.communicate(timeout=60)
            if words[0] == "tune":
                self.assertIn("against the table: not compared", printed)
            else:
                self.assertIn("stopped before a game was over", errors)
                self.assertEqual(child.returncode, 1)

    def test_iterations_threads_and_clock(self):
        words = (
            "arena",
            "--game",
            "caprice",
            "--bots",
            "expert@40^1.25,plain@40",
            "--games",
            4,
            "--seed",
            1,
            "--json",
            "--think-threads",
            2,
        )
        first, again, cpu = (
            json.loads(run(*words, *more, check=0).stdout)
            for more in ((), ("--clock", "wall"), ("--clock", "cpu"))
        )
        for one in (again, cpu):
            for a, b in zip(first["bots"], one["bots"]):
                self.assertEqual(
                    [a[key] for key in ("bot", "win_share", "score")],
                    [b[key] for key in ("bot", "win_share", "score")],
                )
        self.assertEqual([bot["bot"] for bot in first["bots"]], ["expert@40^1.25", "plain@40"])
        for wrong in (("--clock", "sun"), ("--think-threads", "0"), ("--ms", "0")):
            run(*words[:-2], *wrong, check=2)
        for wrong in ("expert@none", "expert@+5", "expert@5^0x1", "random@50", "expert@5^0.3"):
            run("arena", "--game", "caprice", "--bots", f"{wrong},plain", check=2)
        found = run(
            "arena",
            "--game",
            "caprice",
            "--bots",
            "beginner@005,beginner@5",
            "--games",
            2,
            "--json",
            check=0,
        ).stdout
        self.assertEqual([bot["bot"] for bot in json.loads(found)["bots"]], ["beginner@5"])

    def test_a_limit_of_time_holds(self):
        found = json.loads(
            run(
                "arena",
                "--game",
                "caprice",
                "--bots",
                "master,plain",
                "--games",
                2,
                "--ms",
                2,
                "--clock",
                "cpu",
                "--json",
                check=0,
            ).stdout
        )
        for bot in found["bots"]:
            self.assertLess(bot["ms_mean"], 22)


class Tune(unittest.TestCase):
    WORDS = ("tune", "--game", "caprice", "--iterations", 10, "--check", 4, "--seed", 1)

    def test_steps_lead_to_weights_for_the_table(self):
        text = run(*self.WORDS, "--steps", 2, "--games", 2, check=0).stdout
        self.assertEqual(text.count("step "), 2)
        self.assertRegex(text, r"(?m)^    exploration = \d+,")
        self.assertRegex(text, r"against the table: .* in 4 games")

    def test_every_game_can_be_tuned(self):
        for game in ("capital-lux-2", "capitol", "capone"):
            text = run(
                "tune",
                "--game",
                game,
                "--iterations",
                200,
                "--steps",
                1,
                "--games",
                1,
                "--check",
                1,
                "--seed",
                1,
                check=0,
            ).stdout
            self.assertIn("against the table", text)

    def test_only_some_weights_move(self):
        text = run(*self.WORDS, "--steps", 20, "--games", 4, "--only", "margin", check=0).stdout
        self.assertEqual(re.findall(r"(?m)^    (\w+) = .* was ", text), ["margin"])

    def test_weights_fit_how_games_ended(self):
        text = run(
            "tune",
            "--game",
            "capital-lux-2",
            "--iterations",
            10,
            "--check",
            4,
            "--seed",
            1,
            "--fit",
            20,
            check=0,
        ).stdout
        before, after = re.search(
            r"by ([\d.]+) on average\nwith these weights ([\d.]+)\n", text
        ).groups()
        self.assertLess(float(after), float(before))
        self.assertRegex(text, r"against the table: .* in 4 games")

    def test_a_trial(self):
        self.assertIn(
            "margin=0,patience=2: ",
            run(*self.WORDS, "--try", "margin=0,patience=2", check=0).stdout,
        )
        for wrong in (
            ("--try", "luck=1"),
            ("--fit", "2"),
            ("--try", "margin"),
            ("--try", "margin=much"),
            ("--only", "luck"),
            ("--steps", "0"),
            ("--try", ""),
            ("--try", "match=-5"),
            ("--try", "match=0"),
            ("--try", "match=3000000000"),
        ):
            run(*self.WORDS, *wrong, check=2)


class Bench(unittest.TestCase):
    def test_json(self):
        found = json.loads(run("bench", "--json", "--ms", 1, check=0).stdout)
        self.assertEqual(list(found), ["signature", "results", "search", "batch"])
        for row in found["batch"]:
            speeds = ["plain_per_s", "bare_per_s", "share", "with_all_per_s", "chosen_per_s"]
            self.assertEqual(list(row), ["game", "players", *speeds])
            self.assertTrue(all(row[speed] > 0 for speed in speeds), row)
        for row in found["search"]:
            self.assertEqual(list(row), ["game", "players", "iterations_per_s", "overrun_ms"])
            self.assertGreater(row["iterations_per_s"], 0)
        self.assertEqual(
            list(found["results"][0]),
            [
                "game",
                "players",
                "actions_per_s",
                "games_per_s",
                "copies_per_s",
                "views_per_s",
                "samples_per_s",
                "bytes",
            ],
        )
        self.assertEqual(
            [row["players"] for row in found["results"] if row["game"] == "caprice"], [2, 3, 4]
        )
        for row in found["results"]:
            self.assertGreater(row["actions_per_s"], 0)
            self.assertLessEqual(row["bytes"], 256 if row["game"] == "caprice" else 768)
        self.assertEqual(found["signature"], SIGNATURE.read_text().strip())
        self.assertRegex(
            run("bench", "--game", "caprice", "--players", 2, "--playouts", 3, check=0).stdout,
            r"^3 games, \d+ actions$",
        )


class Referee(unittest.TestCase):
    def test_goes_on_after_nonsense(self):
        long_line = '{"cmd":"' + "x" * (1 << 20) + '"}'
        lines = [
            "nonsense",
            "{",
            "[1]",
            "42",
            '{"cmd":"fly"}',
            '{"cmd":1}',
            "{}",
            '"new"',
            "null",
            '{"cmd":"state"}',
            "\x00",
            '{"cmd":"games","cmd":"games"}',
            "[" * 100000,
            long_line,
            '{"a":' * 5000,
        ]
        answers = ask(*lines, "", "   ", NEW)
        self.assertEqual(len(answers), len(lines) + 1)
        for line, answer in zip(lines, answers):
            self.assertFalse(answer["ok"], line[:40])
            self.assertTrue(answer["error"]["message"])
        self.assertEqual(code(answers[0]), "bad_json")
        self.assertEqual(code(answers[4]), "bad_request")
        self.assertEqual(code(answers[9]), "no_game")
        self.assertTrue(answers[-1]["ok"])

    def test_bytes_that_are_no_text(self):
        done = subprocess.run(
            [CAPUCINE, "referee"],
            capture_output=True,
            timeout=60,
            input=b'\xff\xfe\n{"cmd":"new","game":"\xc3"}\n{"cmd":"games"}',
        )
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([answer["ok"] for answer in answers], [False, False, True])

    def test_input_that_cannot_be_read(self):
        folder = os.open("/", os.O_RDONLY)
        done = subprocess.run(
            [CAPUCINE, "referee"], stdin=folder, capture_output=True, text=True, timeout=60
        )
        os.close(folder)
        self.assertEqual(
            (done.returncode, done.stderr),
            (1, "capucine referee: the input cannot be read: Is a directory\n"),
        )

    def test_a_line_that_is_too_long(self):
        answers = ask("x" * (17 << 20), {"cmd": "games"})
        self.assertEqual(code(answers[0]), "bad_request")
        self.assertTrue(answers[1]["ok"])

    def test_ids_come_back(self):
        answers = ask(
            {"cmd": "games", "id": 7},
            {"cmd": "state", "id": 'a"b'},
            {"cmd": "fly", "id": [1, None]},
            {"cmd": "games", "id": None},
        )
        self.assertEqual([answer["id"] for answer in answers], [7, 'a"b', [1, None], None])

    def test_order_of_errors_in_new(self):
        bad = {"third": "never"}
        answers = ask(
            {**NEW, "game": "chess", "players": 9, "options": bad},
            {**NEW, "players": 9, "options": bad},
            {**NEW, "options": bad},
            {**NEW, "options": {"third": 1}},
            {**NEW, "options": []},
            {**NEW, "seed": "01"},
            {**NEW, "seed": 1},
            {**NEW, "players": "2"},
            {**NEW, "players": 1},
            {"cmd": "actors"},
            {**NEW, "options": {"third": "choose", "contracts": "equal"}, "seed": "x"},
        )
        self.assertEqual(
            [code(answer) for answer in answers],
            [
                "unknown_game",
                "bad_players",
                "bad_options",
                "bad_options",
                "bad_options",
                "bad_request",
                "bad_request",
                "bad_request",
                "bad_players",
                "no_game",
                "bad_options",
            ],
        )

    def test_order_of_errors_in_apply(self):
        move = {"cmd": "apply", "seat": 0, "action": "place dr 0"}
        answers = ask(
            move,
            NEW,
            {**move, "seat": 5, "action": "nonsense"},
            {**move, "seat": -1},
            {**move, "seat": 1, "action": "nonsense"},
            {**move, "action": "nonsense"},
            {**move, "action": "stay"},
            {**move, "action": 3},
            {**move, "seat": "0"},
            move,
            {"cmd": "random", "count": 1000, "seed": "1"},
            {**move, "seat": 9},
            {**move, "action": "nonsense"},
            {"cmd": "bot", "seat": 0},
        )
        codes = [answer["ok"] or code(answer) for answer in answers]
        self.assertEqual(
            codes,
            [
                "no_game",
                True,
                "bad_seat",
                "bad_seat",
                "not_your_turn",
                "illegal_action",
                "illegal_action",
                "bad_request",
                "bad_request",
                True,
                True,
                "bad_seat",
                "game_over",
                "game_over",
            ],
        )

    def test_refused_requests_leave_the_game(self):
        state = {"cmd": "state"}
        answers = ask(
            NEW,
            state,
            {**NEW, "players": 9},
            {"cmd": "load", "record": {}},
            {"cmd": "load"},
            {"cmd": "set", "state": {}},
            {"cmd": "set"},
            {"cmd": "random", "count": -1},
            {"cmd": "bot", "seat": 0, "level": "god"},
            {"cmd": "view"},
            {"cmd": "view", "seat": 2},
            {"cmd": "history", "seat": "a"},
            state,
        )
        self.assertEqual(answers[1], answers[-1])
        self.assertFalse(any(answer["ok"] for answer in answers[2:-1]))

    def test_bots_know_their_view_and_say_what_they_thought(self):
        answers = ask(
            NEW,
            {"cmd": "bot", "seat": 0, "level": "expert", "ms": 0},
            {"cmd": "bot", "seat": 0, "level": "expert", "ms": 0},
            {"cmd": "legal", "seat": 0},
            {"cmd": "bot", "seat": 1},
        )
        self.assertEqual(answers[1], answers[2])
        self.assertIn(answers[1]["action"], answers[3]["actions"])
        self.assertEqual(list(answers[1]), ["ok", "action"])
        self.assertEqual(code(answers[4]), "not_your_turn")
        bot = {"cmd": "bot", "seat": 0, "level": "expert", "ms": 0}
        plain, telling, simple, wrong, hasty = ask(
            NEW,
            bot,
            {**bot, "hints": 3},
            {**bot, "level": "greedy", "hints": 3},
            {**bot, "hints": -1},
            {**bot, "ms": -1},
        )[1:]
        self.assertEqual(telling["action"], plain["action"])
        self.assertEqual(
            [list(hint) for hint in telling["hints"]],
            [["action", "visits", "win", "score", "error", "reply"]] * 3,
        )
        self.assertIn(plain["action"], [hint["action"] for hint in telling["hints"]])
        self.assertEqual(simple["hints"], [])
        self.assertEqual(code(wrong), "bad_request")
        self.assertEqual(code(hasty), "bad_request")

    def test_bots_do_the_same_however_a_position_came_about(self):
        for game, players in (
            ("caprice", 2),
            ("caprice", 4),
            ("capitol", 3),
            ("capone", 3),
            ("capital-lux-2", 2),
        ):
            for count in (7, 20, 33):
                begin = (
                    {"cmd": "new", "game": game, "players": players, "seed": "5"},
                    {"cmd": "random", "count": count, "seed": "8"},
                )
                state, actors = ask(*begin, {"cmd": "state"}, {"cmd": "actors"})[2:]
                bot = {"cmd": "bot", "seat": actors["actors"][0], "level": "club", "ms": 0}
                played, _, set_up = ask(*begin, bot, {"cmd": "set", "state": state["state"]}, bot)[
                    2:
                ]
                self.assertTrue(played["ok"])
                self.assertEqual(played, set_up, (game, players, count))

    def test_seeds(self):
        hexes = "0123456789abcdef" * 4
        answers = ask(
            {**NEW, "seed": "18446744073709551615"},
            {**NEW, "seed": hexes},
            {"cmd": "new", "game": "caprice", "players": 2},
        )
        self.assertEqual(
            [answer["seed"] for answer in answers[:2]], ["18446744073709551615", hexes]
        )
        self.assertRegex(answers[2]["seed"], "^[0-9a-f]{64}$")


class Records(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name) / "game.json"
        answers = ask(
            {**NEW, "options": {**FORESEEN, "arrange": "manual"}},
            {"cmd": "random", "count": 999, "seed": "5"},
            {"cmd": "record"},
            {"cmd": "state"},
        )
        self.record, self.state = answers[2]["record"], answers[3]["state"]
        self.path.write_text(json.dumps(self.record))

    def tearDown(self):
        self.folder.cleanup()

    def refused(self, text):
        self.path.write_text(text)
        done = run("replay", self.path, "--verify", check=1)
        self.assertIn("capucine replay:", done.stderr)
        return done.stderr

    def test_keys(self):
        self.assertEqual(
            list(self.record),
            ["capucine", "game", "rules", "players", "options", "seed", "actions", "result"],
        )

    def test_verify(self):
        self.assertIn(
            "replay to the recorded end", run("replay", self.path, "--verify", check=0).stdout
        )

    def test_seals(self):
        """A record without the order of its seats is checked for what it has."""
        old = RECORDS / "seal-without-order.json"
        self.assertIn(
            "; the deal agrees with its seal\n", run("replay", old, "--verify", check=0).stdout
        )
        record = json.loads(old.read_text())
        places = sorted(
            (0, 1),
            key=lambda place: hashlib.sha256(
                f"order {place} {record['seal']['secret']}".encode()
            ).digest(),
        )
        record["seal"]["order"] = places
        self.path.write_text(json.dumps(record))
        self.assertIn(
            "; the deal and the order of the seats agree with their seal\n",
            run("replay", self.path, "--verify", check=0).stdout,
        )
        for order in (places[::-1], [0], [0, 1, 2], [[0], [1]], ["0", "1"], "01", 0, None, {}):
            record["seal"]["order"] = order
            self.assertIn("sealed", self.refused(json.dumps(record)), order)

    def test_positions(self):
        self.assertEqual(json.loads(run("replay", self.path, "--json", check=0).stdout), self.state)
        first = json.loads(run("replay", self.path, "--at", 0, "--json", "--view", 1).stdout)
        self.assertEqual(first["tiles"][0], [None] * 4)
        self.assertNotIn(None, first["tiles"][1])
        first = json.loads(
            run("replay", self.path, "--at", 0, "--json", "--view", "spectator").stdout
        )
        self.assertEqual(first["tiles"], [[None] * 4] * 2)
        run("replay", self.path, "--at", 99, check=2)
        self.assertIn(
            "--view, if not spectator, must be a seat",
            run("replay", self.path, "--view", 2, check=2).stderr,
        )

    def test_all_actions_are_printed(self):
        printed = run("replay", self.path, "--plain", check=0).stdout
        for number, (seat, action) in enumerate(self.record["actions"], 1):
            seen = re.sub(r"\d+", lambda tower: str(int(tower[0]) + 1), action)
            self.assertIn(f"{number}  seat {'AB'[seat]}: {seen}\n", printed)

    def test_truncated(self):
        text = json.dumps(self.record)
        for length in (0, 1, 20, len(text) // 2, len(text) - 1):
            self.refused(text[:length])

    def test_tampered(self):
        changes = (
            {"result": {"scores": [99, 0], "places": [1, 2]}},
            {"rules": 99},
            {"capucine": 2},
            {"game": "chess"},
            {"players": 7},
            {"seed": "007"},
            {"options": {"fourth": "yes"}},
            {"actions": "none"},
            {"actions": self.record["actions"][:-1]},
            {"actions": [[1, "place dr 0"]] + self.record["actions"][1:]},
            {"actions": [[0, "place dr 9"]] + self.record["actions"][1:]},
        )
        for change in changes:
            self.refused(json.dumps({**self.record, **change}))

    def test_a_record_from_a_position(self):
        state = ask(NEW, {"cmd": "random", "count": 9, "seed": "2"}, {"cmd": "state"})[-1]["state"]
        answers = ask(
            {"cmd": "set", "state": state, "seed": "4"},
            {"cmd": "random", "count": 5, "seed": "2"},
            {"cmd": "record"},
            {"cmd": "state"},
        )
        record = answers[2]["record"]
        self.assertEqual(
            list(record),
            ["capucine", "game", "rules", "players", "options", "from", "seed", "actions"],
        )
        self.assertEqual(record["from"], state)
        self.assertEqual(ask({"cmd": "load", "record": record}, {"cmd": "state"})[1], answers[3])

    def test_records_of_another_edition(self):
        """Real ones of edition 1: none is taken for a game of this one."""
        why = "the record was played by edition 1 of the rules; this Capucine plays by edition 2"
        for path in (RECORDS / "edition-1").glob("*.json"):
            self.path.write_text(path.read_text())
            for words in (
                ("replay",),
                ("replay", "--verify"),
                ("review",),
                ("hint", "--record"),
                ("play", "--plain", "--record"),
            ):
                self.assertIn(why, run(*words, self.path, check=1).stderr, words)
            self.assertEqual(self.path.read_text(), path.read_text())
            [answer] = ask({"cmd": "load", "record": json.loads(path.read_text())})
            self.assertEqual(answer["error"], {"code": "bad_record", "message": why})

    def test_no_file(self):
        self.assertIn("No such file", run("replay", "/nowhere/game.json", check=1).stderr)


class Review(unittest.TestCase):
    VERDICT = (
        "at seat kind played best loss error gap points win best_win equal reply best_reply open"
    ).split()
    SEAT = (
        "seat decisions loss accuracy between inaccuracies mistakes blunders luck luck_error"
        " result without_luck certain"
    ).split()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "game.json"
        answers = ask(NEW, {"cmd": "random", "count": 999, "seed": "5"}, {"cmd": "record"})
        self.record = answers[2]["record"]
        self.path.write_text(json.dumps(self.record))

    def review(self, *words):
        words = ("review", self.path, "--iterations", 60, *words)
        return json.loads(run(*words, "--json", check=0).stdout)

    def test_json(self):
        found = self.review()
        self.assertEqual(list(found), ["verdicts", "chances", "summary"])
        played = [[verdict["seat"], verdict["played"]] for verdict in found["verdicts"]]
        self.assertEqual(played, self.record["actions"])
        for verdict in found["verdicts"]:
            self.assertEqual(list(verdict), self.VERDICT)
            self.assertGreaterEqual(verdict["loss"], 0)
            self.assertEqual(verdict["loss"] > 0, verdict["played"] != verdict["best"])
            bad = verdict["kind"] in ("inaccuracy", "mistake", "blunder")
            self.assertEqual(bad, verdict["loss"] >= 0.05)
        self.assertEqual(found["chances"][0]["at"], -1)
        for chance in found["chances"]:
            self.assertAlmostEqual(sum(chance["luck"]), 0, places=3)
        seats = found["summary"]["seats"]
        for seat in seats:
            self.assertEqual(list(seat), self.SEAT)
            luck = sum(chance["luck"][seat["seat"]] for chance in found["chances"])
            self.assertAlmostEqual(seat["luck"], luck, places=4)
            self.assertAlmostEqual(seat["result"] - seat["luck"], seat["without_luck"], places=4)
        self.assertEqual(sum(seat["result"] for seat in seats), 1)

    def test_the_same_every_time(self):
        self.assertEqual(self.review("--threads", 1), self.review("--threads", 3))

    def test_for_people(self):
        text = run("review", self.path, "--iterations", 60, check=0).stdout
        self.assertIn(f"Caprice, 2 players, {len(self.record['actions'])} actions\n", text)
        self.assertRegex(text, r"\n  A +\d+ +\d+\.\d % +\d")
        self.assertRegex(text, r"seat [AB], (inaccuracy|mistake|blunder): \d+\.\d % ± \d")
        self.assertRegex(text, r"\n +played +\w.*\n +better +\w")

    def test_one_seat(self):
        found = self.review("--seat", "B")
        self.assertEqual({verdict["seat"] for verdict in found["verdicts"]}, {1})
        self.assertEqual(found["summary"]["seats"][0]["decisions"], 0)
        self.assertIsNone(found["summary"]["seats"][0]["accuracy"])
        text = run("review", self.path, "--iterations", 20, "--seat", 1, check=0).stdout
        self.assertNotIn("seat A,", text)
        done = run("review", self.path, "--seat", "C", check=2)
        self.assertIn("from A to B, not 'C'", done.stderr)

    def test_a_game_that_is_not_over(self):
        for count in (0, 9):
            part = {**self.record, "actions": self.record["actions"][:count]}
            del part["result"]
            self.path.write_text(json.dumps(part))
            found = self.review()
            self.assertEqual(len(found["verdicts"]), count)
            for seat in found["summary"]["seats"]:
                self.assertIsNone(seat["result"])
                self.assertIsNone(seat["without_luck"])
            text = run("review", self.path, "--iterations", 20, check=0).stdout
            self.assertIn("the game is not over", text)

    def test_no_file(self):
        self.assertIn("No such file", run("review", "/nowhere/game.json", check=1).stderr)


class Practice(unittest.TestCase):
    """Positions of Capital Lux 2 are typed as they are written."""

    GAMES = pathlib.Path(__file__).parent.parent / "src" / "games"

    @classmethod
    def positions(cls, game="capital-lux-2"):
        with open(cls.GAMES / game / "practice.jsonl", encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def play(self, *words, text, data, check=0):
        env = {"XDG_DATA_HOME": data, "LC_ALL": "C.UTF-8", "USER": "Ann"}
        return run("practice", *words, "--plain", text=text, check=check, env=env).stdout

    @staticmethod
    def progress(data):
        with open(os.path.join(data, "capucine", "practice.progress"), encoding="utf-8") as file:
            return json.load(file)["done"]

    def test_right_and_wrong(self):
        one = next(p for p in self.positions() if p["best"][0].startswith(("city", "capital")))
        today = round((time.time() - time.timezone) // 86400)
        with tempfile.TemporaryDirectory() as data:
            printed = self.play(one["id"], text=f"{one['best'][0]}\nq\n", data=data)
            self.assertIn("Right!", printed)
            self.assertIn("% of a win", printed)
            self.assertIn("1 position answered, 1 right.", printed)
            self.assertEqual(self.progress(data), {one["id"]: {"right": 1, "wrong": 0, "due": 0}})
            listed = re.findall(r"^ +\d+ ((?:city|capital) \w+)  ", printed, re.M)
            wrong = next(action for action in listed if action not in one["best"])
            printed = self.play(one["id"], text=f"{wrong}\nq\n", data=data)
            self.assertIn("There is something better.", printed)
            self.assertIn("1 position answered, 0 right.", printed)
            done = self.progress(data)[one["id"]]
            self.assertEqual((done["right"], done["wrong"]), (0, 1))
            self.assertIn(done["due"] - today, (0, 1, 2))  # midnight may have passed, or a zone

    def test_one_after_the_other(self):
        with tempfile.TemporaryDirectory() as data:
            printed = self.play("caprice", text="1\n1\n1\nq\n", data=data)
            self.assertEqual(printed.count("Caprice, "), 4)
            self.assertEqual(sorted(self.progress(data)), [f"caprice-00{i}" for i in (1, 2, 3)])
            self.assertIn("Caprice, ", self.play("caprice", text="", data=data))
            self.assertEqual(len(self.progress(data)), 3)

    def test_what_cannot_be_done_is_no_answer(self):
        one = self.positions()[0]
        with tempfile.TemporaryDirectory() as data:
            printed = self.play(one["id"], text="city x9\nnonsense\n99999\nq\n", data=data)
            self.assertIn("0 positions answered", printed)
            self.assertNotIn("Right!", printed)

    def test_today(self):
        with tempfile.TemporaryDirectory() as data:
            printed = self.play("--today", text="q\n", data=data)
            self.assertRegex(printed, r"^(Caprice|Capitol|Capone|Capital Lux 2), \d players")

    def test_progress_that_cannot_be_kept_is_said(self):
        with tempfile.NamedTemporaryFile() as file:
            env = {"XDG_DATA_HOME": file.name}
            done = run("practice", "caprice", "--plain", text="1\nq\n", check=1, env=env)
            self.assertIn("Your progress isn't saved: Not a directory", done.stderr)

    def test_list(self):
        listed = run("practice", "--list", "--language", "en", check=0).stdout.splitlines()
        ids = [line.split()[0] for line in listed]
        games = ("caprice", "capitol", "capone", "capital-lux-2")
        self.assertEqual(sorted(ids), sorted(p["id"] for g in games for p in self.positions(g)))
        one = self.positions()[0]
        some = run("practice", "capital-lux-2", "--theme", one["theme"], "--list", check=0).stdout
        self.assertIn(one["id"], some)
        self.assertEqual({line.split()[2] for line in some.splitlines()}, {one["theme"]})

    def test_usage(self):
        for said, *words in (
            ("no game and no position", "chess"),
            ("no game and no position", "caprice-999"),
            ("--language must be", "--language", "es"),
            ("which game?", "--make"),
            ("must be 2 or more", "--make", "--game", "capital-lux-2", "--players", 1),
            ("--count must be", "--make", "--game", "caprice", "--count", 0),
            ("--threads must be", "--make", "--game", "caprice", "--threads", 65),
        ):
            self.assertIn(said, run("practice", *words, check=2).stderr)
        self.assertIn("no such positions", run("practice", "--theme", "x", check=1).stderr)

    def test_a_position_is_made(self):
        """It does not matter from which deal on it was looked for, and no deal is played twice."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "made.jsonl"
            make = ("practice", "--make", "--game", "caprice", "--players", 2, "--seed")
            made = run(*make, 7001, "--count", 1, check=0).stdout
            one = json.loads(made)
            deal = int(one["record"]["seed"])
            self.assertGreaterEqual(deal, 7001)
            self.assertGreaterEqual(one["win"] - one["second"], 0.1)
            load = {"cmd": "load", "record": one["record"]}
            legal = ask(load, {"cmd": "legal", "seat": one["seat"]})[1]["actions"]
            self.assertGreater(len(legal), 2)
            self.assertLess(set(one["best"]), set(legal))
            run(*make, deal, "--count", 1, "--file", path, check=0)
            self.assertEqual(path.read_text(), made)
            run(*make, deal, "--count", 2, "--threads", 2, "--file", path, check=0)
            first, second = path.read_text().splitlines()
            self.assertEqual(first + "\n", made)
            self.assertGreater(int(json.loads(second)["record"]["seed"]), deal)

    def test_what_is_made_goes_on(self):
        """A file that has enough is left alone; one that is no file of positions, too."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "made.jsonl"
            shipped = (self.GAMES / "caprice" / "practice.jsonl").read_bytes()
            path.write_bytes(b"".join(shipped.splitlines(keepends=True)[:2]))
            before = path.read_bytes()
            make = ("practice", "--make", "--file", path, "--count", 2, "--game")
            self.assertIn("2 of 2", run(*make, "caprice", check=0).stderr)
            self.assertIn("line 1 is of another game", run(*make, "capitol", check=1).stderr)
            self.assertEqual(path.read_bytes(), before)
            for flaw in (b"{}\n", b"nonsense\n", b"\n", shipped[:300]):
                path.write_bytes(before + flaw)
                self.assertIn("line 3: ", run(*make, "caprice", check=1).stderr)
                self.assertEqual(path.read_bytes(), before + flaw)
            done = run("practice", "--make", "--game", "caprice", "--file", folder, check=1)
            self.assertIn("cannot be written", done.stderr)


class Hint(unittest.TestCase):
    def test_of_a_record(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "game.json"
            answers = ask(
                NEW,
                {"cmd": "random", "count": 12, "seed": "5"},
                {"cmd": "record"},
                {"cmd": "legal", "seat": 1},
                {"cmd": "legal", "seat": 0},
            )
            path.write_text(json.dumps(answers[2]["record"]))
            seat = answers[1]["actors"][0]
            legal = answers[3]["actions"] or answers[4]["actions"]
            found = json.loads(
                run("hint", "--record", path, "--seat", seat, "--ms", 50, "--json", check=0).stdout
            )
            self.assertEqual(found["seat"], seat)
            self.assertLessEqual(len(found["actions"]), 5)
            visits = [row["visits"] for row in found["actions"]]
            self.assertEqual(visits, sorted(visits, reverse=True))
            for row in found["actions"]:
                self.assertIn(row["action"], legal)
                self.assertAlmostEqual(sum(row["win"]), 1, places=2)
                self.assertEqual(len(row["score"]), 2)
            figures = r"\d+\.\d : \d+\.\d"
            self.assertRegex(
                run("hint", "--record", path, "--seat", seat, "--ms", 20, check=0).stdout,
                rf"  1\. .* wins {figures} % ± \d.*, points {figures}, \d+ visits",
            )
            self.assertIn(
                f"seat {'AB'[1 - seat]} has nothing to decide at the end of this record; "
                f"seat {'AB'[seat]} has\n",
                run("hint", "--record", path, "--seat", "AB"[1 - seat], check=1).stderr,
            )
            run("hint", "--record", path, "--seat", 2, check=2)
            path.write_text(
                json.dumps(
                    ask(NEW, {"cmd": "random", "count": 999}, {"cmd": "record"})[2]["record"]
                )
            )
            self.assertIn("is over", run("hint", "--record", path, check=1).stderr)
            run("hint", "--record", "/nowhere", "--seat", 0, check=1)
            run("hint", "--seat", 0, check=2)

    def test_inside_a_record(self):
        answers = ask(NEW, {"cmd": "random", "count": 999, "seed": "5"}, {"cmd": "record"})
        record = answers[2]["record"]
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "game.json"
            path.write_text(json.dumps(record))
            part = {**record, "actions": record["actions"][:10]}
            del part["result"]
            seat = ask({"cmd": "load", "record": part})[0]["actors"][0]
            legal = ask({"cmd": "load", "record": part}, {"cmd": "legal", "seat": seat})[1]
            words = ("hint", "--record", path, "--ms", 20)
            found = json.loads(run(*words, "--at", 10, "--json", check=0).stdout)
            self.assertEqual(found["seat"], seat)
            for row in found["actions"]:
                self.assertIn(row["action"], legal["actions"])
            self.assertIn("standard error", run(*words, "--at", 10, check=0).stdout)
            other = "AB"[1 - seat]
            self.assertIn(
                f"seat {other} has nothing to decide after 10 actions; seat {'AB'[seat]} has\n",
                run(*words, "--at", 10, "--seat", other, check=1).stderr,
            )
            self.assertIn("--at N", run(*words, check=1).stderr)
            count = len(record["actions"])
            for wrong in (count + 1, -1, "x"):
                self.assertIn(
                    f"--at must be a whole number from 0 to {count}",
                    run(*words, "--at", wrong, check=2).stderr,
                )


class Studies(unittest.TestCase):
    """A row and a record for each game."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def study(self, command, *words, name="rows.jsonl", check=0):
        path = self.folder / name
        setup = ("--game", "caprice", "--players", 3, "--options", "first=0,third=redraw")
        bots = ("--bots", "greedy,random,random", "--games", 60, "--seed", 1)
        done = run(command, *setup, *bots, "--rows", path, *words, check=check)
        return path.read_text(), done

    def test_rows_agree_with_the_sums(self):
        for command in ("sim", "arena"):
            text, done = self.study(command, "--json", "--threads", 3)
            found, rows = json.loads(done.stdout), list(map(json.loads, text.splitlines()))
            self.assertEqual(found["seed"], "1")
            self.assertEqual(found["options"]["third"], "redraw")
            self.assertEqual([row["number"] for row in rows], list(range(60)))
            scores = {"greedy": [], "random": []}
            for row in rows:
                self.assertEqual((row["game"], row["players"]), ("caprice", 3))
                self.assertEqual(row["options"], found["options"])
                self.assertEqual(sorted(row["bots"]), ["greedy", "random", "random"])
                self.assertIn(1, row["places"])
                self.assertEqual(row["forfeits"], [])
                for bot, score in zip(row["bots"], row["scores"]):
                    scores[bot].append(score)
            for bot in found["bots"]:
                mine = scores[bot["bot"]]
                self.assertEqual(bot["games"], len(mine))
                self.assertAlmostEqual(bot["score"], sum(mine) / len(mine), places=3)
            if command == "sim":
                actions = [row["actions"] for row in rows]
                self.assertAlmostEqual(found["actions"]["mean"], sum(actions) / 60, places=3)
                blocks = [row["measures"]["blocks"] for row in rows]
                self.assertAlmostEqual(found["blocks"]["mean"], sum(blocks) / 60, places=3)
            else:
                self.assertEqual([row["deal"] for row in rows], [i // 3 for i in range(60)])
                self.assertEqual(len({row["seed"] for row in rows}), 20)

    def test_threads_change_no_row(self):
        for command in ("sim", "arena"):
            for name in ("a.csv", "b.jsonl"):
                one, _ = self.study(command, "--threads", 1, name=name)
                self.assertEqual(one, self.study(command, "--threads", 5, name=name)[0])

    def test_both_kinds_of_rows_say_the_same(self):
        rows = [json.loads(line) for line in self.study("sim")[0].splitlines()]
        table = list(csv.DictReader(self.study("sim", name="rows.csv")[0].splitlines()))
        self.assertEqual(len(table), 60)
        for row, values in zip(rows, table):
            options = ";".join(f"{name}={value}" for name, value in row["options"].items())
            self.assertEqual(values["options"], options)
            for key in ("number", "deal", "game", "rules", "players", "seed", "actions"):
                self.assertEqual(values[key], str(row[key]))
            for key in ("bot", "score", "place"):
                for seat in range(3):
                    self.assertEqual(values[f"{key}_{seat}"], str(row[key + "s"][seat]))
            self.assertEqual(values["blocks"], str(row["measures"]["blocks"]))

    def test_records_replay(self):
        records = self.folder / "records"
        rows = self.study("arena", "--records", records, "--threads", 2)[0].splitlines()
        files = sorted(path.name for path in records.iterdir())
        self.assertEqual(files, [f"game-{i:06}.json" for i in range(60)])
        for i in (0, 59):
            row, path = json.loads(rows[i]), records / files[i]
            record = json.loads(path.read_text())
            self.assertEqual(record["result"], {"scores": row["scores"], "places": row["places"]})
            self.assertEqual(
                (record["seed"], len(record["actions"])), (row["seed"], row["actions"])
            )
            self.assertIn("replay to the recorded end", run("replay", path, "--verify").stdout)
        for command in ("sim", "arena"):
            _, done = self.study(command, "--records", records, check=1)
            self.assertIn("--records needs a new or empty folder", done.stderr)

    def test_what_cannot_be_written_is_refused_before_any_game(self):
        """These games would take hours."""
        words = ("--game", "capone", "--bots", "master@100000", "--games", 1000)
        for command in ("sim", "arena"):
            for more, status, said in (
                (
                    ("--rows", "/nowhere/rows.csv"),
                    1,
                    "No such file or directory: /nowhere/rows.csv",
                ),
                (("--rows", "rows.txt"), 2, "ends in .csv or .jsonl"),
                (("--rows", ".csv"), 2, "ends in .csv or .jsonl"),
                (("--records", "/nowhere/at/all"), 1, "the folder for records cannot be made"),
                (("--records", "/etc/passwd"), 1, "Not a directory"),
            ):
                self.assertIn(said, run(command, *words, *more, check=status).stderr)

    def test_a_full_disk(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("there is no full device here")
        path = self.folder / "full.csv"
        path.symlink_to("/dev/full")
        done = run("sim", "--game", "caprice", "--games", 500, "--rows", path, check=1)
        self.assertIn("not all rows could be written: ", done.stderr)

    def test_rows_are_kept_when_it_is_interrupted(self):
        path = self.folder / "rows.jsonl"
        words = ("sim", "--game", "caprice", "--bots", "greedy", "--games", 100000000)
        child = subprocess.Popen(
            [CAPUCINE, *map(str, words), "--rows", path, "--threads", "2"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        with child:
            while not (path.exists() and path.stat().st_size):  # a second of rows
                time.sleep(0.02)
            child.send_signal(signal.SIGINT)
            printed, errors = child.communicate(timeout=60)
        self.assertEqual(child.returncode, 1)
        played = int(re.search(r"stopped after (\d+) of", errors)[1])
        numbers = [json.loads(line)["number"] for line in path.read_text().splitlines()]
        self.assertEqual(len(numbers), played)
        self.assertEqual(numbers, sorted(numbers))
        self.assertIn(f"{played} games", printed)

    def test_what_a_deviation_is_is_said(self):
        for command in ("sim", "arena"):
            _, done = self.study(command)
            self.assertIn("standard deviation between games", done.stdout)
            self.assertIn("95 % interval", done.stdout)
            self.assertIn("options first=0,third=redraw", done.stdout)
            self.assertIn("seed 1\n", done.stdout)


class Load(unittest.TestCase):
    """Without a server that answers; with one it is in server/play.py."""

    def lost(self, port):
        done = run("load", "--url", f"http://127.0.0.1:{port}", "--tables", 3, check=1)
        self.assertFalse(done.stdout)
        self.assertIn(f"capucine load: http://127.0.0.1:{port}: ", done.stderr)
        return done.stderr

    def test_nobody_listens(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            self.assertIn("Connection refused", self.lost(taken.getsockname()[1]))

    def test_somebody_else_listens(self):
        for answer, sentence in (
            (b"", "the server does not answer"),
            (
                b"HTTP/1.1 404 Not Found\r\nContent-Length: 6\r\n\r\nnobody",
                "people could not be seated: nobody\n",
            ),
            (
                b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
                "people could not be seated: HTTP/1.1 404 Not Found",
            ),
        ):

            class Other(socketserver.BaseRequestHandler):
                ANSWER = answer

                def handle(self):
                    self.request.recv(65536)
                    self.request.sendall(self.ANSWER)

            with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Other) as server:
                thread = threading.Thread(target=server.serve_forever, args=(0.01,))
                thread.start()
                try:
                    self.assertIn(sentence, self.lost(server.server_address[1]))
                finally:
                    server.shutdown()
                    thread.join()

    def test_addresses(self):
        for url in (
            "",
            "http://",
            "https://127.0.0.1",
            "127.0.0.1:99999",
            "127.0.0.1:",
            ":8080",
            "127.0.0.1:0",
            "127.0.0.1:-1",
            "127.0.0.1:80x",
            "[::1",
            "127.0.0.1/table",
        ):
            self.assertIn("--url is http://HOST:PORT", run("load", "--url", url, check=2).stderr)
        for words in (("--game", "chess"), ("--players", 1), ("--players", 5), ("--tables", 0)):
            run("load", *words, check=2)


class Play(unittest.TestCase):
    def play(self, text, *words, check=0):
        return run(
            "play",
            "caprice",
            "--seed",
            1,
            "--plain",
            "--name",
            "Me",
            "--bots",
            "greedy",
            "--options",
            "first=0,third=redraw",
            *words,
            text=text,
            check=check,
            env={"LC_ALL": "C.UTF-8"},
        ).stdout

    def test_numbers_notation_help_and_nonsense(self):
        printed = self.play("1\nplace dr 9\n99\n\n?\nl\nb\nh\nPLACE  lr 1\nq\n")
        self.assertIn("Simple B placed a light toothed block on tower 5.", printed)
        self.assertIn('"place dr 9" isn\'t an action', printed)
        self.assertIn("Actions are numbered 1 to", printed)
        self.assertIn("dark toothed", printed)
        self.assertRegex(printed, r"1\. place .*\n     wins \d+:\d+%.*, points .*, \d+ visits\n")
        self.assertIn("You may move the top block", printed)
        self.assertIn("(There was no other choice.)", printed)
        self.assertIn("First, place a block from the reserve", self.play("stay\nq\n"))

    def test_languages(self):
        for language, *sentences in (
            (
                "fr",
                "À vous : posez un pion",
                "Poser un rond foncé sur la tour 1",
                "Simple B : denté clair sur la tour 5.",
                "Rien d'autre n'est possible",
                "castle \" n'est pas une action",
                "Sortes : dr rond foncé",
                "Tapez le numéro",
                "Posez d'abord un pion",
                "Les actions vont de 1 à 24",
                "La partie est gardée",
            ),
            (
                "it",
                "metti un pezzo della riserva",
                "Metti un tondo scuro sulla torre 1",
                "Semplice B: dentato chiaro sulla torre 5.",
                "Non c'era altra scelta",
                "castle\" non è un'azione",
                "Tipi: dr tondo scuro",
                "Scrivi il numero",
                "Le azioni vanno da 1 a 24",
                "La partita è salvata",
            ),
            (
                "de",
                "setze einen Stein",
                "Auf Turm 1 setzen: dunkle Scheibe",
                "Einfach B: helles Zahnrad auf Turm 5.",
                "Etwas anderes war nicht möglich",
                'castle" ist keine Aktion',
                "Sorten: dr dunkle Scheibe",
                "Gib die Nummer",
                "Die Aktionen gehen von 1 bis 24",
                "Das Spiel ist gespeichert",
            ),
        ):
            with tempfile.TemporaryDirectory() as folder:
                printed = self.play(
                    "1\ncastle\n?\nstay\n99\nr\nq\n",
                    "--language",
                    language,
                    "--record",
                    os.path.join(folder, "game.json"),
                )
            for sentence in sentences:
                self.assertIn(sentence, printed)
            for english in ("Your turn", "tower", "block", "action;", "Type", "no other choice"):
                self.assertNotIn(english, printed)
        without = run(
            "play",
            "caprice",
            "--seed",
            1,
            "--options",
            "first=0,third=redraw",
            "--language",
            "fr",
            text="?\nr\nq\n",
            check=0,
            env={"LC_ALL": "C"},
        ).stdout
        self.assertTrue(without.isascii())
        self.assertIn("A vous : posez un pion de la reserve.", without)

    def test_take_back(self):
        printed = self.play("u\nplace dr 6\nu\nplace lt 5\nplace lr 1\nu\nq\n")
        self.assertIn("nothing to take back", printed)
        boards = re.findall(r"towers full\n(.*?)\n\nYou", printed, re.S)
        self.assertEqual(len(boards), 7)
        self.assertEqual(boards[1], boards[3])
        self.assertNotEqual(boards[1], boards[2])
        self.assertEqual(boards[-1], boards[-3])
        self.assertNotEqual(boards[-1], boards[-2])

    def test_whole_game_by_first_choices(self):
        printed = self.play("1\n" * 60)
        self.assertIn("The game is over.", printed)
        self.assertRegex(printed, r"1\. (Me|Simple B): \d+ points?")

    def test_watching(self):
        self.assertIn("The game is over.", self.play("", "--seat", "none"))

    def test_the_record_goes_on(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "game.json")
            self.assertIn(
                f"Continue it with: capucine play --record {path}",
                " ".join(self.play("place dt 3\n", "--record", path).split()),
            )
            self.assertEqual(
                json.loads(pathlib.Path(path).read_text())["actions"][:2],
                [[0, "place dt 2"], [0, "stay"]],
            )
            self.assertIn("The game is over.", self.play("1\n" * 60, "--record", path))
            self.assertIn("result", json.loads(pathlib.Path(path).read_text()))
            run("replay", path, "--verify", check=0)
            pathlib.Path(path).write_text("{")
            self.play("", "--record", path, check=1)

    def test_a_broken_record_says_what_is_wrong(self):
        record = {
            "capucine": 1,
            "game": "caprice",
            "rules": 2,
            "players": 2,
            "seed": "1",
            "options": FORESEEN,
            "actions": [],
        }
        flaws = (
            (
                "{",
                "Ce n’est pas le compte rendu d’une partie",
                "Non è il verbale di una partita",
                "Das ist keine Aufzeichnung",
            ),
            ({"capucine": 2}, "version plus récente", "versione più recente", "neueren Version"),
            (
                {"rules": 1},
                "plus anciennes (édition 1) ; cette Capucine joue selon l’édition 2.",
                "più vecchie (edizione 1); questa Capucine gioca secondo l’edizione 2.",
                "älteren Regeln (Fassung 1); diese Capucine spielt nach Fassung 2.",
            ),
            ({"rules": 99}, "version plus récente", "versione più recente", "neueren Version"),
            (
                {"game": "chess"},
                "celui d’un jeu inconnu ici",
                "di un gioco qui sconosciuto",
                "von einem Spiel, das hier nicht bekannt",
            ),
            (
                {"players": 5},
                "Aucune partie ne peut commencer",
                "Nessuna partita può cominciare",
                "Keine Partie kann so beginnen",
            ),
            (
                {"actions": [[0, "place dr 0"], [0, "fly"]]},
                "faux à partir du coup 2",
                "dalla mossa 2 in poi",
                "ab Zug 2 falsch",
            ),
            (
                {"actions": [[0, "place dr 0"], [1, "stay"]]},
                "2. Ce n’est pas à vous de jouer.",
                "2 in poi. Non tocca a te.",
                "Zug 2 falsch. ",
            ),
            (
                {"result": {"scores": [1, 2], "places": [2, 1]}},
                "La fin du compte rendu ne correspond pas",
                "La fine del verbale non corrisponde",
                "Das Ende der Aufzeichnung passt nicht",
            ),
        )
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "game.json")
            for changes, *sentences in flaws:
                text = changes if isinstance(changes, str) else json.dumps({**record, **changes})
                pathlib.Path(path).write_text(text)
                for language, sentence in zip(("fr", "it", "de"), sentences):
                    done = run(
                        "play",
                        "--plain",
                        "--record",
                        path,
                        "--language",
                        language,
                        check=1,
                        env={"LC_ALL": "C.UTF-8"},
                    )
                    self.assertIn(sentence, done.stderr)

    def test_every_game_starts(self):
        for game in json.loads(run("games", "--json").stdout):
            for style in ("--plain", "--seed=3"):
                printed = run(
                    "play",
                    game["name"],
                    style,
                    text="?\nl\n1\nh\nu\nq\n",
                    check=0,
                    env={"LC_ALL": "C.UTF-8"},
                ).stdout
                self.assertIn(game["title"], printed)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--capucine", required=True)
    arguments, rest = parser.parse_known_args()
    CAPUCINE = os.path.abspath(arguments.capucine)
    unittest.main(argv=[sys.argv[0], *rest])
