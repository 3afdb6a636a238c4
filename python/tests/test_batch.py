"""Batches: thousands of games stepped in one call."""

import array
import random
import sys
import threading
import unittest
from unittest import mock

import capucine
from support import SETUPS

try:
    import numpy
except ImportError:
    numpy = None

EVERYTHING = dict(observations=True, masks=True, legal=True, scores=True, places=True, errors=True)
ARRAYS = "seats done rewards observations masks legal counts scores places errors".split()


def row(batch, name, g):
    """The bytes of one game in an array."""
    data = memoryview(getattr(batch, name)).tobytes()
    size = len(data) // batch.count
    return data[g * size : (g + 1) * size]


def contents(batch):
    """All arrays as bytes; of the legal actions only those that there are."""
    legal = [row(batch, "legal", g)[: 4 * batch.counts[g]] for g in range(batch.count)]
    return legal, [memoryview(getattr(batch, name)).tobytes() for name in ARRAYS if name != "legal"]


def first_legal(batch, choose):
    """An action for each game, chosen at random."""
    actions = array.array("i", [-1] * batch.count)
    for g in range(batch.count):
        if batch.counts[g]:
            actions[g] = batch.legal[g, choose.randrange(batch.counts[g])]
    return actions


class Batches(unittest.TestCase):
    def test_every_game_is_what_a_state_would_be(self):
        """Each step of each game, compared with a State that was dealt from the same seed."""
        for game, players in SETUPS:
            batch = capucine.Batch(game, players, 3, seed=9, manual=True, **EVERYTHING)
            about, choose = capucine.game(game), random.Random(1)
            states = [capucine.State(game, players, seed=batch.deal(g)) for g in range(3)]
            while not all(batch.done):
                for g, state in enumerate(states):
                    self.compare(batch, g, state, about)
                actions = first_legal(batch, choose)
                self.assertEqual(batch.step(actions), 0)
                for state, action in zip(states, actions):
                    if not state.over:
                        state.apply(action)
            for g, state in enumerate(states):
                self.assertEqual(batch.state(g), state)
                self.assertEqual(tuple(batch.scores[g, s] for s in range(players)), state.result[0])
                self.assertEqual(tuple(batch.places[g, s] for s in range(players)), state.result[1])
                rewards = [batch.rewards[g, s] for s in range(players)]
                for reward, share in zip(rewards, state.result.wins()):
                    self.assertAlmostEqual(reward, share, places=6)

    def compare(self, batch, g, state, about):
        if state.over:
            self.assertEqual((batch.seats[g], bool(batch.done[g]), batch.counts[g]), (-1, True, 0))
            return
        self.assertEqual(batch.seats[g], state.seat)
        legal = [batch.legal[g, i] for i in range(batch.counts[g])]
        self.assertEqual(legal, state.legal_indices())
        observed = array.array("h", row(batch, "observations", g))
        self.assertEqual(list(observed), state.observe(state.seat))
        self.assertEqual(len(observed), about.observation_size)
        mask = int.from_bytes(row(batch, "masks", g), "little")
        self.assertEqual(mask, sum(1 << int(index) for index in legal))

    def test_threads_give_the_same_as_one(self):
        for game, players in SETUPS:
            batches = [
                capucine.Batch(game, players, 37, seed=4, threads=threads, **EVERYTHING)
                for threads in (1, 3, 64)
            ]
            choose = random.Random(2)
            for _ in range(60):
                actions = first_legal(batches[0], choose)
                for batch in batches:
                    self.assertEqual(batch.step(actions), 0)
                for other in batches[1:]:
                    self.assertEqual(contents(other), contents(batches[0]))
            for batch in batches:
                self.assertEqual(batch.random(50), 50 * 37)
            for other in batches[1:]:
                self.assertEqual(contents(other), contents(batches[0]))

    def test_seeds(self):
        a, b, c = (capucine.Batch("caprice", 2, 5, seed=s, **EVERYTHING) for s in (1, 1, 2))
        for batch in (a, b, c):
            batch.random(30)
        self.assertEqual(contents(a), contents(b))
        self.assertNotEqual(contents(a), contents(c))

    def test_games_follow_each_other(self):
        batch = capucine.Batch("caprice", 2, 4, seed=1, rewards=True)
        deals, ended = {batch.deal(0)}, 0
        for _ in range(300):
            batch.random(1)
            deals.add(batch.deal(0))
            ended += bool(batch.done[0])
            self.assertGreaterEqual(batch.seats[0], 0)
            self.assertAlmostEqual(sum(batch.rewards[0, s] for s in (0, 1)), int(batch.done[0]))
        self.assertGreater(ended, 3)
        self.assertEqual(len(deals), ended + 1)

    def test_manual_reset(self):
        batch = capucine.Batch("caprice", 2, 4, seed=1, manual=True)
        batch.random(1000)
        self.assertTrue(all(batch.done))
        self.assertEqual(batch.random(10), 0)
        batch.reset(array.array("B", [1, 0, 0, 1]))
        self.assertEqual([bool(d) for d in batch.done], [False, True, True, False])
        batch.reset(batch.done)
        self.assertFalse(any(batch.done))
        batch.reset()
        self.assertFalse(any(batch.done))

    def test_refused_actions_change_nothing(self):
        batch = capucine.Batch("capitol", 2, 3, seed=1, **EVERYTHING)
        before = [batch.state(g) for g in range(3)]
        self.assertEqual(batch.step([-1, -1, -1]), 0)
        self.assertEqual(batch.step([10**9, -5, 2**40]), 3)
        self.assertEqual([batch.state(g) for g in range(3)], before)
        self.assertEqual([batch.errors[g] for g in range(3)], [1, 1, 1])
        legal = [batch.legal[g, 0] for g in range(3)]
        self.assertEqual(batch.step(legal[:2] + [-1]), 0)
        self.assertEqual(batch.state(2), before[2])
        self.assertNotEqual(batch.state(1), before[1])

    def test_arrays_of_the_caller(self):
        size = capucine.game("caprice").observation_size
        own = dict(
            seats=array.array("b", [9] * 4),
            done=bytearray(4),
            observations=memoryview(bytearray(8 * size)).cast("h"),
        )
        batch = capucine.Batch("caprice", 2, 4, **own)
        self.assertIs(batch.seats, own["seats"])
        self.assertNotIn(9, own["seats"])
        self.assertEqual(own["observations"][0], 2)
        self.assertRaises(BufferError, own["done"].extend, b"more")  # it is held
        del batch
        own["done"].extend(b"more")

    def test_wrong_arrays(self):
        wrongs = [
            dict(seats=array.array("b", [0] * 3)),
            dict(seats=array.array("h", [0] * 4)),
            dict(rewards=array.array("d", [0] * 8)),
            dict(rewards=array.array("i", [0] * 8)),
            dict(done=b"0000"),
            dict(observations=3),
            dict(masks="x"),
            dict(seats=False),
            dict(done=memoryview(bytearray(8))[::2]),
            dict(masks=True, legal=False),
        ]
        for wrong in wrongs:
            with self.subTest(str(wrong)):
                with self.assertRaises((TypeError, ValueError, BufferError)):
                    capucine.Batch("caprice", 2, 4, **wrong)
        for wrong in (
            dict(count=0),
            dict(count=-1),
            dict(count=2**40),
            dict(threads=0),
            dict(threads=65),
            dict(players=9),
            dict(options={"third": "x"}),
            dict(game="chess"),
            dict(seed="1"),
        ):
            given = {"game": "caprice", "players": 2, "count": 4, "seats": bytearray(4), **wrong}
            with self.assertRaises((TypeError, ValueError, OverflowError)):
                capucine.Batch(**given)

    def test_wrong_actions(self):
        batch = capucine.Batch("caprice", 2, 4)
        for wrong in (
            [1, 2, 3],
            [1.5] * 4,
            array.array("d", [0] * 4),
            b"1234",
            None,
            "abcd",
            array.array("i", [0] * 5),
            [2**70] * 4,
        ):
            with self.assertRaises((TypeError, ValueError, BufferError, OverflowError)):
                batch.step(wrong)
        for wrong in (-1, 0, 2**30):
            self.assertRaises(ValueError, batch.random, wrong)
        for wrong in (4, -1):
            self.assertRaises(IndexError, batch.state, wrong)
            self.assertRaises(IndexError, batch.deal, wrong)
        self.assertRaises(ValueError, batch.reset, bytearray(3))

    def test_without_numpy(self):
        with mock.patch.dict(sys.modules, {"numpy": None}):
            plain = capucine.Batch("capone", 3, 5, seed=3, **EVERYTHING)
            self.assertIsInstance(plain.observations, memoryview)
            self.assertRaises(ValueError, plain.unpacked)
        usual = capucine.Batch("capone", 3, 5, seed=3, **EVERYTHING)
        for batch in (plain, usual):
            batch.random(40)
        for name in ARRAYS:
            if name != "legal":
                a, b = (memoryview(getattr(x, name)).tobytes() for x in (plain, usual))
                self.assertEqual(a, b, name)

    @unittest.skipUnless(numpy, "numpy is not installed")
    def test_numpy(self):
        batch = capucine.Batch("caprice", 2, 64, seed=1, **EVERYTHING)
        self.assertEqual(batch.observations.shape, (64, capucine.game("caprice").observation_size))
        self.assertEqual(batch.done.dtype, bool)
        for _ in range(20):
            mask = batch.unpacked()
            self.assertEqual(mask.shape, (64, capucine.game("caprice").action_space))
            self.assertTrue((mask.sum(1) == batch.counts).all())
            self.assertEqual(batch.step(mask.argmax(1)), 0)  # indices of 64 bits
        twin = capucine.Batch("caprice", 2, 64, seed=1, **EVERYTHING)
        twin.step(twin.unpacked()[:, ::-1].argmax(1))
        for _ in range(20):  # a column of a table, and a row from behind
            self.assertEqual(batch.step(batch.legal[:, 0]), 0)
            self.assertEqual(twin.step(twin.legal[:, 0].copy()[::-1].copy()[::-1]), 0)
        self.assertRaises(ValueError, batch.step, batch.legal)
        self.assertRaises(ValueError, batch.step, numpy.zeros((64, 1), numpy.int32))

    def test_one_thread_at_a_time(self):
        batch = capucine.Batch("capitol", 4, 2000, seed=1)
        begun, refused = threading.Event(), []

        def play():
            begun.set()
            batch.random(300)

        player = threading.Thread(target=play)
        player.start()
        begun.wait()
        while player.is_alive() and not refused:
            try:
                batch.deal(0)
            except RuntimeError as error:
                refused.append(error)
        player.join()
        self.assertTrue(refused)


if __name__ == "__main__":
    unittest.main()
