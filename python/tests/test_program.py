"""A bot that is a program, made of a function."""

import io
import json
import os
import subprocess
import sys
import tempfile
import unittest

import capucine

GAME = {"type": "game", "game": "caprice", "players": 2, "options": {"first": "0"}, "seat": 1}
BOT = """import sys
sys.path[:0] = {path!r}
import capucine
capucine.program(lambda decision: decision.random.choice(decision.legal), name="Dice")
"""


def talk(choose, *lines, **more):
    out = io.StringIO()
    read = io.StringIO("".join(json.dumps(line) + "\n" for line in lines))
    capucine.program(choose, read=read, write=out, **more)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def question(number, legal):
    return {"type": "decide", "id": number, "ms": 9, "view": {}, "story": [], "legal": legal}


class Program(unittest.TestCase):
    def test_a_function_gets_decisions_and_answers(self):
        asked = []

        def choose(decision):
            asked.append(decision)
            return decision.legal[-1]

        answers = talk(
            choose,
            {"type": "hello", "protocol": 1},
            {**GAME, "seed": 5},
            question(3, ["a", "b"]),
            {"type": "news of tomorrow"},
            question(4, ["c"]),
            {"type": "end", "story": [], "result": {}},
            name="Mine",
        )
        self.assertEqual(answers[0], {"name": "Mine"})
        self.assertEqual(answers[1:], [{"id": 3, "action": "b"}, {"id": 4, "action": "c"}])
        self.assertEqual((asked[0].game, asked[0].seat, asked[0].players), ("caprice", 1, 2))

    def test_the_same_seed_gives_the_same_numbers(self):
        many = [str(number) for number in range(1000)]

        def pick(decision):
            return decision.random.choice(decision.legal)

        def answers(seed):
            return talk(pick, {**GAME, "seed": seed}, question(1, many), question(2, many))

        self.assertEqual(answers(1), answers(1))
        self.assertNotEqual(answers(1), answers(2))

    @unittest.skipUnless("CAPUCINE" in os.environ, "CAPUCINE does not name the program")
    def test_it_plays_in_the_arena(self):
        with tempfile.TemporaryDirectory() as folder:
            script = os.path.join(folder, "bot.py")
            with open(script, "w", encoding="utf-8") as out:
                out.write(BOT.format(path=sys.path))
            done = subprocess.run(
                [os.environ["CAPUCINE"], "arena", "--game", "caprice", "--games", "4", "--json"]
                + ["--bots", f"random,{sys.executable} {script}", "--seed", "1"],
                capture_output=True,
                text=True,
                check=False,
            )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("strike", done.stderr)
        self.assertNotIn("forfeit", done.stderr)


if __name__ == "__main__":
    unittest.main()
