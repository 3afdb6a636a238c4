#!/usr/bin/env python3
"""Training, as small as it can be: games are played and written, a net is trained on the processor
and written, and the engine says the same of it as the trainer. Nets that there are play a few games.

usage: training.py --selfplay PROGRAM [TEST...]

It needs numpy, and looks for a Python that has it."""

import argparse
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
DEBIAN = "/usr/bin/python3"
SKIPPED = 77
SELFPLAY = None

if importlib.util.find_spec("numpy") is None:
    has = subprocess.run([DEBIAN, "-c", "import numpy"], capture_output=True, check=False)
    if sys.executable == DEBIAN or has.returncode != 0:
        print("there is no numpy")
        sys.exit(SKIPPED)
    os.execv(DEBIAN, [DEBIAN, *sys.argv])

sys.path.insert(0, str(ROOT / "training"))
import numpy as np  # noqa: E402
import policy  # noqa: E402
import train  # noqa: E402


def selfplay(*words, code=0):
    found = subprocess.run(
        [SELFPLAY, *map(str, words)], capture_output=True, text=True, check=False
    )
    if found.returncode != code:
        raise AssertionError(f"{words}: {found.returncode}\n{found.stdout}{found.stderr}")
    return found.stdout + found.stderr


def play(game, players, out, games, *more):
    return selfplay(
        *("games", "--game", game, "--players", players, "--out", out, "--games", games),
        *("--iterations", 8, "--threads", 1, "--anywhere", *more),
    )


def script(name, *words):
    command = [sys.executable, ROOT / "training" / name, *words]
    found = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False
    )
    if found.returncode != 0:
        raise AssertionError(found.stdout + found.stderr)
    return found.stdout


def learn(out, *files, epochs=2):
    sizes = ["--epochs", epochs, "--hidden", 16, "--second", 8, "--batch", 64]
    return script("train.py", "--plain", "--out", out, *sizes, *files)


class Case(unittest.TestCase):
    def setUp(self):
        self.kept = tempfile.TemporaryDirectory()
        self.addCleanup(self.kept.cleanup)
        self.folder = pathlib.Path(self.kept.name)


KINDS = [("caprice", 2), ("capitol", 3), ("capone", 4), ("capital-lux-2", 2), ("capital-lux-2", 1)]


class Games(Case):
    def test_every_game_can_be_learned(self):
        for game, players in KINDS:
            with self.subTest(game=game, players=players):
                path = self.folder / f"{game}-{players}.games"
                play(game, players, path, 6)
                games = train.Games([str(path)])
                self.assertEqual(games.game, game)
                self.assertGreater(len(games.table), 6)
                self.assertTrue((games.players == max(players, 2)).all())
                share, now, end, expected, _ = (games.targets[:, :, i] for i in range(5))
                self.assertTrue(np.allclose(share.sum(axis=1), 1))
                self.assertTrue((expected <= 1).all())
                asked = expected[(expected >= 0).any(axis=1)]
                self.assertGreater(len(asked), 3)
                self.assertTrue(np.allclose(asked.sum(axis=1), 1, atol=1e-3))
                self.assertTrue(np.isfinite(now).all() and np.isfinite(end).all())

    def test_the_same_seed_gives_the_same_games(self):
        paths = [self.folder / name for name in ("one", "two", "other")]
        for path, seed in zip(paths, (5, 5, 6)):
            play("caprice", 2, path, 4, "--seed", seed)
        one, two, other = (path.read_bytes() for path in paths)
        self.assertEqual(one, two)
        self.assertNotEqual(one, other)

    def test_a_run_goes_on_where_it_was_cut_off(self):
        path = self.folder / "games"
        play("capone", 3, path, 2)
        before = path.read_bytes()
        path.write_bytes(before + b"cut off")
        play("capone", 3, path, 2)
        after = path.read_bytes()
        self.assertEqual(after[: len(before)], before)
        self.assertGreater(len(after), len(before))
        self.assertFalse(after[len(before) :].startswith(b"cut"))
        self.assertNotEqual(after[64 : len(before)], after[len(before) :][: len(before) - 64])

    def test_files_of_other_kinds_are_left_alone(self):
        path = self.folder / "games"
        play("capone", 3, path, 1)
        before = path.read_bytes()
        said = selfplay("games", "--game", "capone", "--players", 4, "--out", path, code=2)
        self.assertIn("another game", said)
        self.assertEqual(path.read_bytes(), before)


class Nets(Case):
    def test_slopes_are_those_of_the_loss(self):
        """Each weight moved a little changes the loss as the slope says."""
        rng = np.random.default_rng(1)
        net = {
            name: value.astype(np.float64)
            for name, value in train.fresh(np.ones(9, np.float32), 6, 4, 1).items()
        }
        net["rows"] += rng.standard_normal(net["rows"].shape) * 0.05
        x = rng.standard_normal((6, 9))
        aims = rng.random((3, 2, 3))
        aims[:, :, 0] /= aims[:, :, 0].sum(axis=1, keepdims=True)
        there, ended = np.ones((3, 2)), np.ones((3, 1))

        def loss():
            parts, _ = train.losses(train.Numpy, train.forward(net, x)[-1], aims, there, ended)
            seats = there.sum() / len(there)
            return parts[0] + seats * (0.25 * parts[1] + 0.05 * parts[2])

        real = train.Numpy.real
        train.Numpy.real = staticmethod(lambda array: array.astype(np.float64))
        self.addCleanup(setattr, train.Numpy, "real", real)
        states = train.forward(net, x)
        _, slope = train.losses(train.Numpy, states[-1], aims, there, ended)
        slopes = train.backward(train.Numpy, net, x, states, slope)
        for name, value in net.items():
            for at in [tuple(rng.integers(0, n) for n in value.shape) for _ in range(12)]:
                kept, step = value[at], 1e-6
                value[at] = kept + step
                more = loss()
                value[at] = kept - step
                less = loss()
                value[at] = kept
                self.assertAlmostEqual(
                    slopes[name][at], (more - less) / (2 * step), delta=1e-6, msg=f"{name}{at}"
                )

    def test_a_net_learns_and_the_engine_agrees(self):
        for game, players in KINDS[:4]:
            with self.subTest(game=game):
                games, net = self.folder / f"{game}.games", self.folder / f"{game}.net"
                play(game, players, games, 40 if game == "caprice" else 15)
                said = learn(net, games)
                self.assertIn("surprise", said)
                self.agree(game, players, games, net)

    def agree(self, game, players, path, net):
        """The same whole numbers, from the file of the net as from the trainer."""
        games = train.Games([str(path)])
        x = train.inputs_of(train.Numpy, games.table, games.seats)
        expected, _ = train.results_of(read_net(net), x)
        said = selfplay(
            *("judge", "--game", game, "--players", players, "--net", net, "--out", path)
        )
        found = np.array([[int(n) for n in line.split()] for line in said.strip().split("\n")])
        self.assertTrue((found.reshape(-1, 3) == expected).all())

    def test_results_are_learned(self):
        """Points decide games of Capital Lux 2, so even a small net learns something."""
        games, net = self.folder / "games", self.folder / "net"
        play("capital-lux-2", 2, games, 250)
        said = learn(net, games, epochs=6)
        least = min(
            float(line.split("surprise ")[1].split(",")[0])
            for line in said.split("\n")
            if line.startswith("epoch")
        )
        self.assertLess(least, 0.66)

    def test_damaged_nets_are_refused(self):
        games, net = self.folder / "games", self.folder / "net"
        play("caprice", 2, games, 8)
        learn(net, games)
        whole = net.read_bytes()
        match = ("match", "--game", "caprice", "--players", 2, "--games", 2, "--iterations", 8)
        self.assertIn("of 2 games", selfplay(*match, "--net", net, "--threads", 1))
        for damaged in (whole[:-2], whole[:100] + b"x" + whole[101:], b""):
            net.write_bytes(damaged)
            self.assertIn("no net", selfplay(*match, "--net", net, code=2))
        net.write_bytes(train.with_settings(whole, 70, [2, 4]))
        self.assertIn("of 2 games", selfplay(*match, "--net", net, "--threads", 1))

    def test_rounds_follow_each_other(self):
        command = [sys.executable, ROOT / "training/run", "--selfplay", SELFPLAY]
        command += ["--dir", self.folder / "nets", "--games", "caprice:2+3", "--generate", 3]
        command += ["--train", 5, "--match", 2, "--iterations", 8, "--ms", 1, "--cores", 1]
        command += ["--train-with", "--plain --hidden 16 --second 8 --batch 64 --epochs 1"]
        command += ["--blends", "caprice:0", "--policies", "0/0+100/0"]
        command += ["--pack", self.folder / "packed"]
        for number in (1, 2):
            subprocess.run([str(word) for word in command], check=True, capture_output=True)
            self.assertTrue((self.folder / f"nets/caprice/round-{number}.net").exists())
        report = (self.folder / "packed/report.txt").read_text()
        self.assertIn("round 2", report)
        self.assertIn("rules of thumb", report)
        self.assertTrue((self.folder / "packed/nets.tgz").exists())
        self.assertTrue((self.folder / "packed/caprice.tar").exists())


class Policies(Case):
    def decisions(self, game, players, games, *more):
        path = self.folder / f"{game}-{players}.acts"
        selfplay(
            *("games", "--game", game, "--players", players, "--acts", path, "--games", games),
            *("--iterations", 40, "--threads", 1, *more),
        )
        return path

    def test_decisions_are_written(self):
        for game, players in (("caprice", 2), ("capitol", 3), ("capital-lux-2", 2)):
            with self.subTest(game=game):
                acts = policy.Acts([str(self.decisions(game, players, 3))])
                self.assertEqual(acts.game, game)
                self.assertGreater(len(acts.game_of), 20)
                rows, first, _ = policy.rows_of(acts, np.arange(len(acts.game_of)))
                self.assertTrue((rows == np.arange(len(acts.traits))).all())
                for column in (1, 2):
                    sums = np.add.reduceat(acts.numbers[:, column], first)
                    self.assertTrue(np.allclose(sums, 1, atol=1e-4))
                self.assertTrue((acts.traits <= acts.count).all())
                self.assertTrue((acts.traits < acts.count).any())

    def test_the_same_seed_gives_the_same_decisions(self):
        path = self.decisions("capitol", 2, 2, "--seed", 5)
        before = path.read_bytes()
        path.unlink()
        self.assertEqual(before, self.decisions("capitol", 2, 2, "--seed", 5).read_bytes())

    def test_slopes_are_those_of_the_surprise(self):
        rng = np.random.default_rng(1)
        traits = rng.integers(0, 8, (10, 3))
        first, size = np.array([0, 4]), np.array([4, 6])
        aims = rng.random(10)
        aims = aims / np.repeat(np.add.reduceat(aims, first), size)
        weights = rng.standard_normal(9)

        def loss(weights):
            return policy.surprise(policy.shares_of(weights, traits, first, size), aims, 1)

        slopes = policy.slopes_of(
            weights, traits, policy.shares_of(weights, traits, first, size), aims
        )
        for at in range(8):
            step = np.zeros(9)
            step[at] = 1e-6
            slope = (loss(weights + step) - loss(weights - step)) / 2e-6
            self.assertAlmostEqual(slopes[at], slope, delta=1e-5)

    def test_a_policy_learns_and_plays(self):
        acts = self.decisions("capital-lux-2", 2, 40)
        net = self.folder / "policy.net"
        said = script("policy.py", "--out", net, "--epochs", 3, "--batch", 64, acts)
        even = float(re.search(r"even chances ([\d.]+)", said)[1])
        self.assertLess(float(re.findall(r": surprise ([\d.]+)", said)[-1]), even)
        match = ("match", "--game", "capital-lux-2", "--players", 2, "--iterations", 20)
        match += ("--games", 2, "--threads", 1, "--net", net)
        self.assertIn("of 2 games", selfplay(*match))
        self.assertIn("of 2 games", selfplay(*match, "--sharp", 0, "--warmth", 50))
        whole = net.read_bytes()
        net.write_bytes(whole[:-2])
        self.assertIn("no net", selfplay(*match, code=2))

    def test_a_best_response_learns_from_its_opponent(self):
        """It notes about half of the decisions: those of the other side."""
        net = self.folder / "policy.net"
        acts = self.decisions("capital-lux-2", 2, 6)
        script("policy.py", "--out", net, "--epochs", 1, acts)
        every = len(policy.Acts([str(acts)]).game_of)
        acts.unlink()
        answer = ("--net", net, "--against", net, "--exploit")
        others = len(policy.Acts([str(self.decisions("capital-lux-2", 2, 6, *answer))]).game_of)
        self.assertGreater(others, 0.2 * every)
        self.assertLess(others, 0.8 * every)
        match = ("match", "--game", "capital-lux-2", "--players", 2, "--iterations", 20)
        self.assertIn("of 2 games", selfplay(*match, "--games", 2, "--threads", 1, *answer))

    def test_matches_with_options_and_weights(self):
        match = ("match", "--game", "capital-lux-2", "--players", 1, "--iterations", 20)
        match += ("--games", 3, "--threads", 1)
        self.assertIn("of 3 games", selfplay(*match, "--option", "rob=hard"))
        self.assertIn("of 3 games", selfplay(*match, "--weights", "tries=2,late=15"))
        self.assertIn("no such option", selfplay(*match, "--option", "rob=kind", code=2))
        self.assertIn("no such weight", selfplay(*match, "--weights", "luck=2", code=2))

    def test_a_net_gets_a_policy(self):
        acts, games = self.decisions("capitol", 2, 4), self.folder / "games"
        play("capitol", 2, games, 6)
        judges, both = self.folder / "judges.net", self.folder / "both.net"
        learn(judges, games, epochs=1)
        for _ in range(2):  # the second time it replaces the first policy
            source = both if both.exists() else judges
            script("policy.py", "--with", source, "--out", both, "--epochs", 1, acts)
            head = train.read_head(both.read_bytes())
            self.assertEqual(head["hidden"], 16)
            size = len(judges.read_bytes()) + 2 * head["traits"]
            self.assertEqual(len(both.read_bytes()), size)
            self.assertEqual(
                both.read_bytes()[64 : len(judges.read_bytes())], judges.read_bytes()[64:]
            )
        said = selfplay(
            *("match", "--game", "capitol", "--players", 2, "--iterations", 10, "--games", 2),
            *("--threads", 1, "--net", both),
        )
        self.assertIn("of 2 games", said)


def read_net(path):
    """The weights of a file, as the trainer has them."""
    data = path.read_bytes()
    _, _, table, seat, hidden, second = np.frombuffer(data[8:20], "<u2")
    shapes = {
        "middle_bias": (second,),
        "last_bias": (8,),
        "rows": (1 + int(table) + 2 * int(seat), hidden + train.STRAIGHT),
        "middle": (second, hidden),
        "last": (train.RESULTS, second),
    }
    at, whole = train.HEAD, {}
    for name, shape in shapes.items():
        kind = np.dtype("<i4" if "bias" in name else "<i2")
        size = int(np.prod(shape)) * kind.itemsize
        whole[name] = np.frombuffer(data[at : at + size], kind).reshape(shape)
        at += size
    assert at == len(data)
    return whole


class Shipped(Case):
    """The nets of the program, in a few quick games against the master without them."""

    def test_they_are_no_worse(self):
        for net in sorted(ROOT.glob("src/games/*/master.net")):
            game = net.parent.name
            players = 3 if game == "capone" else 2
            with self.subTest(game=game):
                said = selfplay(
                    *("match", "--game", game, "--players", players, "--net", net),
                    *("--iterations", 150, "--games", 48),
                )
                won = float(re.findall(r": ([\d.]+) % ±", said)[-1])
                self.assertGreater(won, 0.8 * 100 / players, said)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--selfplay", required=True)
    args, rest = parser.parse_known_args()
    SELFPLAY = args.selfplay
    unittest.main(argv=[sys.argv[0], *rest], verbosity=2)
