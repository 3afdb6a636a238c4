"""What the example that learns on a GPU counts: who gets the credit, and when it is known."""

import importlib.util
import pathlib
import unittest

import capucine

EXAMPLE = pathlib.Path(__file__).parents[2] / "examples/python/learn_on_gpu.py"

try:
    import torch
except ImportError:
    torch = None


def example():
    spec = importlib.util.spec_from_file_location("learn_on_gpu", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@unittest.skipUnless(torch, "PyTorch is not installed")
class Advantages(unittest.TestCase):
    def of(self, seats, values, ends, keep):
        """One game with two seats: the advantages of its steps, and whether they are known."""
        rewards = torch.zeros(len(seats), 1, 2)
        done = torch.zeros(len(seats), 1, dtype=torch.bool)
        for step, reward in ends.items():
            done[step], rewards[step] = True, torch.tensor(reward)
        kept = {
            "seat": torch.tensor(seats)[:, None],
            "value": torch.tensor(values)[:, None],
            "done": done,
            "rewards": rewards,
        }
        better, sure = example().advantages(kept, 2, keep)
        return better[:, 0].tolist(), sure[:, 0].tolist()

    def test_each_seat_is_paid_its_own_share_at_the_end(self):
        better, sure = self.of([0, 1, 0], [0.5, 0.5, 0.75], {2: [1.0, 0.0]}, 0.0)
        self.assertEqual(better, [0.25, -0.5, 0.25])
        self.assertEqual(sure, [True, True, True])

    def test_what_follows_counts_less_and_less(self):
        better, _ = self.of([0, 0, 0], [0.0, 0.0, 0.0], {2: [1.0, 0.0]}, 0.5)
        self.assertEqual(better, [0.25, 0.5, 1.0])

    def test_a_game_that_goes_on_says_nothing_of_its_last_decisions(self):
        better, sure = self.of([0, 1, 0, 1], [0.5, 0.5, 0.75, 0.25], {}, 1.0)
        self.assertEqual(sure, [True, True, False, False])
        self.assertEqual(better[:2], [0.25, -0.25])

    def test_the_next_game_pays_nobody_of_this_one(self):
        better, sure = self.of([0, 1, 1, 0], [0.5] * 4, {1: [0.0, 1.0], 3: [1.0, 0.0]}, 1.0)
        self.assertEqual(better, [-0.5, 0.5, -0.5, 0.5])
        self.assertEqual(sure, [True] * 4)


@unittest.skipUnless(torch, "PyTorch is not installed")
class Namings(unittest.TestCase):
    GAMES = 64

    def height(self, seen, place):
        return sum(seen[f"tower.{place}.{n}.{k}"] for n in range(4) for k in "dr lr dt lt".split())

    def check(self, seen, action):
        """A place has room for a block, and a block that moves has no marker."""
        verb, *words = action.split()
        if verb == "place":
            self.assertGreater(seen[f"reserve.{words[0]}"], 0)
            self.assertLess(self.height(seen, words[1]), 4)
        elif verb == "move":
            self.assertEqual(seen[f"marker.{words[0]}"], 0)
            self.assertGreater(self.height(seen, words[0]), 0)
            self.assertLess(self.height(seen, words[1]), 4)

    def test_what_is_legal_is_legal_under_other_names(self):
        about = capucine.game("caprice")
        taken, called = (part.tolist() for part in example().namings(about, "cpu"))
        batch = capucine.Batch("caprice", 2, self.GAMES, observations=True, legal=True)
        self.assertEqual(taken[0], list(range(about.observation_size)))
        self.assertEqual(called[0], list(range(about.action_space)))
        batch.random(25)
        for game in range(self.GAMES):
            row = [batch.observations[game][column] for column in taken[game]]
            for index in batch.legal[game][: batch.counts[game]]:
                action = about.action_at(called[game][index])
                self.check(dict(zip(about.columns, row)), action)


if __name__ == "__main__":
    unittest.main()
