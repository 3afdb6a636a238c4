#!/usr/bin/env python3
"""Bots that are programs of others: what they are told, and what happens if they misbehave.

usage: test.py --capucine PATH --forger PATH --example PATH"""

import argparse
import csv
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import uuid

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = HERE.parent.parent / "examples"
RECORDER = HERE / "recorder.py"
PATIENCE = 60  # seconds that anything may take at most
PLAYERS = {"caprice": 2, "capitol": 3, "capone": 3, "capital-lux-2": 2}
WORDS = None  # the command line of this test


def processes(mark):
    """Those that have a mark in their environment."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (path / "environ").read_bytes():
                found.append(int(path.name))
        except OSError:
            pass  # it has ended, or it is not ours
    return found


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)
        self.mark = f"CAPU_MARK={uuid.uuid4().hex}"
        self.env = {**os.environ, "CAPU_FORGED": str(self.path / "forged")}
        self.env.update([self.mark.split("=")])

    def start(self, *words):
        """It writes to files, which nobody waits for if a program is left that has them open."""
        with open(self.path / "out", "w") as out, open(self.path / "err", "w") as err:
            return subprocess.Popen(
                [WORDS.capucine, *map(str, words)],
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
            )

    def finish(self, child):
        """What it has printed, and what it has complained about."""
        child.wait(10 * PATIENCE)
        child.out, child.err = (self.path / "out").read_text(), (self.path / "err").read_text()

    def run_it(self, *words, check=0):
        child = self.start(*words)
        self.finish(child)
        self.assertEqual(child.returncode, check, (words, child.err))
        self.assertEqual(processes(self.mark), [], words)
        return child

    def wait_for(self, condition):
        until = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), until)
            time.sleep(0.02)

    def arena(self, bots, *words, game="caprice", games=2):
        """The rows of an arena, and what was said about the bots."""
        rows = self.path / "rows.jsonl"
        done = self.run_it(
            "arena", "--game", game, "--players", PLAYERS[game], "--bots", bots, "--games", games,
            "--seed", 1, "--rows", rows, *words
        )  # fmt: skip
        return [json.loads(row) for row in rows.read_text().splitlines()], done.err


class Rules(Case):
    def forger(self, *words):
        return " ".join(map(str, (WORDS.forger, *words)))

    def test_two_strikes_are_forgiven(self):
        rows, errors = self.arena(self.forger("illegal", 3, 2) + ",random")
        self.assertEqual([row["forfeits"] for row in rows], [[], []])
        self.assertEqual(errors.count("a random action is taken"), 4, errors)
        self.assertIn('answered {"action":"fly to the moon"}: ', errors)
        self.assertIn("expected was one of ", errors)
        self.assertIn("seat A", errors)

    def test_the_third_strike_loses_the_game(self):
        rows, errors = self.arena(self.forger("illegal", 3, 3) + ",random", "--json")
        self.assertEqual([row["forfeits"] for row in rows], [[0], [1]])
        self.assertEqual([row["places"] for row in rows], [[2, 1], [1, 2]])
        self.assertIn("with this third strike it forfeits the game", errors)

    def test_forfeits_are_counted(self):
        done = self.run_it(
            "arena", "--game", "caprice", "--bots", self.forger("dead") + ",random", "--games", 4,
            "--json"
        )  # fmt: skip
        bots = json.loads(done.out)["bots"]
        self.assertEqual([bot["forfeits"] for bot in bots], [4, 0])
        self.assertEqual([bot["win_share"] for bot in bots], [0, 1])

    def test_nobody_wins_if_all_forfeit(self):
        rows, _ = self.arena(self.forger("dead") + "," + self.forger("crashed"))
        self.assertEqual([row["places"] for row in rows], [[2, 2], [2, 2]])

    def test_each_problem_is_named(self):
        for way, said in (
            ("dead", "ended or closed its output before it had answered (status 3)"),
            ("crashed", "before it had answered (status 137)"),
            ("closed", "ended or closed its output"),
            ("orphans", "(status 0); it forfeits the game"),
            ("huge", "a line of more than 64 KiB"),
            ("truncated", "not JSON"),
            ("no-action", 'it has no text "action"'),
            ("other-id", "its id is that of another question"),
            ("twice", '{"action":"again"}'),  # read as an answer, or before the next question
            ("slow", "did not answer within 50 ms"),
            ("stubborn", "did not answer within 50 ms"),
        ):
            late = ("--bot-ms", 50) if "within" in said else ()
            rows, errors = self.arena(self.forger(way, 1 if late else 4) + ",random", *late)
            self.assertIn(said, errors, way)
            self.assertEqual([row["forfeits"] for row in rows], [[0], [1]], way)
            self.assertTrue(errors.isprintable() or errors.replace("\n", "").isprintable(), way)

    def test_a_child_that_lingers_does_no_harm(self):
        rows, errors = self.arena(self.forger("parent", 0, 3) + ",random")
        self.assertEqual([row["forfeits"] for row in rows], [[], []], errors)

    def test_a_thousand_forged_answers(self):
        games, forged = 300, 0
        while forged < 1000:
            rows, _ = self.arena(
                self.forger("mix", 1) + ",random", "--bot-ms", 60, "--threads", 3, games=games
            )
            self.assertEqual([row["number"] for row in rows], list(range(games)))
            self.assertGreater(sum(len(row["forfeits"]) for row in rows), games / 2)
            before, forged = forged, (self.path / "forged").stat().st_size
            self.assertGreater(forged, before + games / 2)

    def test_what_cannot_be_run_is_refused_at_once(self):
        for bot, said in (
            ("./nothing-there", "No such file"),
            (str(HERE / "test.py") + "x", "No such file"),
            ("/etc/passwd", "Permission denied"),
            ("no-such-program now", "No such file"),
        ):
            for command in ("arena", "sim", "play"):
                done = self.run_it(command, "--game", "caprice", "--bots", bot, check=2)
                self.assertIn(said, done.err)
                self.assertIn("cannot be run", done.err)
        script = self.path / "bot"
        script.write_text("#!/no/such/interpreter\n")
        script.chmod(0o755)
        rows, errors = self.arena(f"{script},random")
        self.assertEqual(rows[0]["forfeits"], [0])
        self.assertIn("cannot be started: No such file", errors)


class Ends(Case):
    """However an arena ends, no program is left."""

    def begin(self, way):
        bot = f"{WORDS.forger} {way} 1"
        child = self.start(
            "arena", "--game", "caprice", "--bots", f"{bot},random", "--bot-ms", 600000
        )
        forged = self.path / "forged"
        self.wait_for(lambda: forged.exists() and len(processes(self.mark)) >= 3)
        return child

    def test_interrupted(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            child = self.begin("stubborn")
            child.send_signal(number)
            self.finish(child)
            self.assertIn("stopped before a game was over", child.err)
            self.assertEqual(processes(self.mark), [])
            os.remove(self.path / "forged")

    def test_killed(self):
        child = self.begin("stubborn")
        child.kill()
        self.finish(child)
        self.wait_for(lambda: not processes(self.mark))

    def test_the_keeper_is_killed(self):
        child = self.begin("stubborn")
        for process in processes(self.mark):
            name = pathlib.Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")[0]
            if process != child.pid and not name.endswith(b"forger"):
                os.kill(process, signal.SIGKILL)
        child.send_signal(signal.SIGINT)
        self.finish(child)
        self.wait_for(lambda: not processes(self.mark))

    def test_a_program_that_ignores_the_end(self):
        """It plays well, and does not leave when its input ends."""
        script = self.path / "bot.sh"
        script.write_text(f"#!/bin/sh\ntrap '' TERM\n{WORDS.example}\nexec sleep 1000\n")
        script.chmod(0o755)
        self.run_it("arena", "--game", "caprice", "--bots", f"{script},random", "--games", 2)


class Whole(Case):
    """Programs that behave."""

    def test_they_play_every_game_the_same_way_again(self):
        bot = EXAMPLES / "program_bot.py"
        for game, players in PLAYERS.items():
            found = []
            for threads in (1, 2):
                rows = self.path / f"{game}-{threads}.csv"
                bots = ",".join([str(bot)] + ["greedy"] * (players - 1))
                done = self.run_it(
                    "sim", "--game", game, "--players", players, "--bots", bots, "--games", 20,
                    "--seed", 7, "--threads", threads, "--rows", rows
                )  # fmt: skip
                self.assertEqual(done.err, "")
                found.append(rows.read_text())
            self.assertEqual(found[0], found[1])
            rows = list(csv.DictReader(found[0].splitlines()))
            self.assertEqual(len(rows), 20)
            self.assertTrue(all(row["forfeit_0"] == row["forfeit_1"] == "0" for row in rows))

    def test_the_example_in_c(self):
        for game, players in PLAYERS.items():
            bots = ",".join([WORDS.example] + ["random"] * (players - 1))
            rows, errors = self.arena(bots, game=game, games=4)
            self.assertEqual(errors, "")
            self.assertTrue(all(row["forfeits"] == [] for row in rows))

    def test_arguments(self):
        rows, errors = self.arena(f"{sys.executable} {EXAMPLES / 'program_bot.py'},random")
        self.assertEqual(errors, "")
        self.assertEqual(len(rows), 2)


class Secrets(Case):
    def ask(self, requests):
        lines = "".join(json.dumps(request) + "\n" for request in requests)
        done = subprocess.run(
            [WORDS.capucine, "referee"],
            input=lines,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        return [json.loads(line) for line in done.stdout.splitlines()]

    def check(self, told, record):
        """Everything that a program was told, against what the referee tells its seat."""
        hello, game, *rest = told
        seat = game["seat"]
        self.assertEqual(set(hello), {"type", "protocol", "capucine"})
        self.assertEqual(hello["protocol"], 1)
        self.assertEqual(
            set(game), {"type", "game", "rules", "players", "options", "seat", "ms", "seed"}
        )
        self.assertNotIn(str(game["seed"]), json.dumps(record))
        requests = []
        for line in rest:
            count = line["id"] - 1 if line["type"] == "decide" else len(record["actions"])
            part = {**record, "actions": record["actions"][:count]}
            if count < len(record["actions"]):
                del part["result"]
            requests += [
                {"cmd": "load", "record": part},
                {"cmd": "view", "seat": seat},
                {"cmd": "legal", "seat": seat},
                {"cmd": "story", "seat": seat},
            ]
        answers = self.ask(requests)
        story = []
        for i, line in enumerate(rest):
            _, view, legal, known = answers[4 * i : 4 * i + 4]
            story += line["story"]
            self.assertEqual(story, known["story"])
            if line["type"] == "decide":
                self.assertEqual(set(line), {"type", "id", "ms", "view", "story", "legal"})
                self.assertEqual(line["view"], view["state"])
                self.assertEqual(line["legal"], legal["actions"])
            else:
                self.assertEqual(set(line), {"type", "story", "result"})
                self.assertEqual(line["result"], record["result"])
        self.assertEqual(rest[-1]["type"], "end")
        return len(rest)

    def test_they_are_told_what_their_seat_may_know(self):
        for game, players in PLAYERS.items():
            folder = self.path / game
            folder.mkdir()
            self.env["CAPU_TOLD"] = str(folder)
            records = self.path / f"{game}-records"
            self.run_it(
                "sim", "--game", game, "--players", players, "--bots", RECORDER, "--games", 1,
                "--seed", 5, "--records", records
            )  # fmt: skip
            record = json.loads((records / "game-000000.json").read_text())
            files = list(folder.iterdir())
            self.assertEqual(len(files), players)
            for path in files:
                told = [json.loads(line) for line in path.read_text().splitlines()]
                self.assertGreater(self.check(told, record), 5)

    def test_no_process_meets_a_deal_twice(self):
        folder = self.path / "told"
        folder.mkdir()
        self.env["CAPU_TOLD"] = str(folder)
        self.run_it("arena", "--game", "caprice", "--bots", f"{RECORDER},random", "--games", 4)
        games = []
        for path in folder.iterdir():
            told = [json.loads(line) for line in path.read_text().splitlines()]
            games.append([(line["seat"], line["seed"]) for line in told if line["type"] == "game"])
        self.assertEqual(sorted(len(of_one) for of_one in games), [2, 2])
        for of_one in games:
            self.assertEqual(len({seat for seat, _ in of_one}), 1)


class Play(Case):
    def test_against_people(self):
        self.env["XDG_DATA_HOME"] = self.folder.name
        words = ("play", "caprice", "--plain", "--seat", "none", "--seed", 3, "--language", "en")
        done = self.run_it(*words, "--bots", WORDS.example)
        name = pathlib.Path(WORDS.example).name
        self.assertIn(f"{name} B: ", done.out)
        self.assertIn("The game is over", done.out)
        done = self.run_it(*words, "--bots", f"{WORDS.forger} dead")
        self.assertIn("An opponent has failed: ", done.out)
        self.assertIn("The game is over", done.out)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--capucine", required=True)
    parser.add_argument("--forger", required=True)
    parser.add_argument("--example", required=True)
    WORDS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
