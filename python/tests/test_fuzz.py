"""Nonsense gives exceptions, never a crash; and nothing is leaked on the way."""

import gc
import os
import random
import sys
import tracemalloc
import unittest

import capucine
from capucine import _engine
from support import walk

ROUNDS = int(os.environ.get("CAPU_TEST_GAMES", 3000))
ALLOWED = (TypeError, ValueError, OverflowError, IndexError, BufferError, MemoryError)
ALLOWED += (AttributeError,)  # of the parts that are written in Python


class Odd(str):
    """A text that is not quite one."""


def nonsense(choose, depth=0):
    """Any value."""
    simple = [
        None, True, False, 0, 1, -1, 2, 3, 7, 2**31, 2**63, 2**64, -(2**70), 0.5, float("nan"),
        "", "caprice", "capitol", "stay", "place dr 0", "x" * 1000, "\0", "caprice\0", "\ud800",
        Odd("capone"), "club", "random", b"", b"x" * 32, bytearray(8), object(), int, (), 1j,
        capucine.State("caprice", 2, seed=1), capucine.State("capone", 3, seed=1).view(0),
    ]  # fmt: skip
    if depth < 3 and choose.random() < 0.3:
        count = choose.randrange(4)
        if choose.random() < 0.5:
            return [nonsense(choose, depth + 1) for _ in range(count)]
        keys = ["game", "players", "options", "seed", "first", "third", "actions", 3]
        return {choose.choice(keys): nonsense(choose, depth + 1) for _ in range(count)}
    return choose.choice(simple)


def targets():
    """Everything that can be called, of objects that were made anew."""
    state = capucine.State("capitol", 3, seed=1)
    view = capucine.State("capital-lux-2", 2, seed=1).view(0)
    search = capucine.Search(state, nodes=1024)
    batch = capucine.Batch("caprice", 2, 3, masks=True, observations=True)
    record = capucine.Record.of(state)
    objects = [state, view, batch, record, capucine.bot("random"), capucine.game("capone")]
    methods = [
        getattr(thing, name)
        for thing in objects
        for name in dir(thing)
        if not name.startswith("_") and callable(getattr(thing, name))
        and (type(thing), name) not in {(capucine.Record, "write"), (capucine.Record, "read")}
    ]  # fmt: skip
    functions = [_engine.games, _engine.bots, _engine.check_options, _engine.action_index]
    functions += [_engine.action_at, _engine.columns, _engine.choose, search.advice, search.choice]
    classes = [capucine.State, capucine.Record, capucine.Batch, _engine.Batch]
    return methods + functions + classes + [capucine.game, capucine.bot, capucine.State.read]


def harmless(function, args):
    """Leaves out what is allowed and only takes long."""
    slow = [value for value in args if isinstance(value, int) and value > 10**6]
    return not (slow and getattr(function, "__name__", "") in ("random", "Batch", "choose"))


class Fuzz(unittest.TestCase):
    def test_nonsense(self):
        choose = random.Random(7)
        raised = returned = 0
        for number in range(ROUNDS):
            if number % 50 == 0:
                possible = targets()
            function = choose.choice(possible)
            args = [nonsense(choose) for _ in range(choose.randrange(4))]
            if not harmless(function, args):
                continue
            try:
                function(*args)
                returned += 1
            except ALLOWED:
                raised += 1
        self.assertGreater(raised, ROUNDS / 4)
        self.assertGreater(returned, ROUNDS / 50)

    def test_positions_with_one_thing_changed(self):
        choose = random.Random(3)

        def change(value):
            if isinstance(value, dict) and value and choose.random() < 0.9:
                key = choose.choice(list(value))
                return {**value, key: change(value[key])}
            if isinstance(value, list) and value and choose.random() < 0.9:
                at = choose.randrange(len(value))
                return value[:at] + [change(value[at])] + value[at + 1 :]
            return nonsense(choose)

        refused = 0
        for game, players in (("caprice", 4), ("capitol", 2), ("capone", 6), ("capital-lux-2", 3)):
            for state in walk(game, players):
                if state.moves > 200:
                    break
                try:
                    again = capucine.State.read(change(state.json()))
                    again.json(), again.legal(), again.view(0).facts(), again.observe(1)
                except ALLOWED:
                    refused += 1
        self.assertGreater(refused, 100)

    def test_lists_that_change_themselves(self):
        class Liar(list):
            def __len__(self):
                return 10**6

            def __getitem__(self, index):
                return None

        good = capucine.State("caprice", 2, seed=1).json()
        for key in good:
            self.assertRaises(ALLOWED, capucine.State.read, {**good, key: Liar([1])})


class Leaks(unittest.TestCase):
    def grown(self, work, times=300):
        """How many bytes are in use after `times` more calls."""
        for _ in range(20):
            work()
        gc.collect()
        tracemalloc.start()
        try:
            work()
            gc.collect()
            before = tracemalloc.get_traced_memory()[0]
            for _ in range(times):
                work()
            gc.collect()
            return tracemalloc.get_traced_memory()[0] - before
        finally:
            tracemalloc.stop()

    def refuse(self, function, *args, **kwargs):
        try:
            function(*args, **kwargs)
        except ALLOWED:
            return
        self.fail("this is refused")

    def test_nothing_is_leaked(self):
        state = capucine.State("capone", 3, seed=1)
        view, record = state.view(0), state.record()
        good = state.json()
        bad = {**good, "players": 99}
        works = {
            "deal": lambda: capucine.State("capone", 3, {"first": "1"}, "12"),
            "play": lambda: capucine.play("caprice", ["random", "greedy"], seed=1),
            "read": lambda: capucine.State.read(good),
            "view": lambda: (state.view(1).facts(), view.sample(3).json(), state.copy()),
            "past": lambda: (state.history(), state.story(0), state.record()),
            "search": lambda: capucine.Search(state).run(5).advice(),
            "batch": lambda: capucine.Batch("caprice", 2, 8, masks=True).random(2),
            "no option": lambda: self.refuse(capucine.State, "capone", 3, {"x": "y"}),
            "no seed": lambda: self.refuse(capucine.State, "capone", 3, None, "x"),
            "no action": lambda: self.refuse(state.apply, "nonsense"),
            "no index": lambda: self.refuse(state.apply, 10**9),
            "no position": lambda: self.refuse(capucine.State.read, bad),
            "no object": lambda: self.refuse(capucine.State.read, {"a": [1, "b", object()]}),
            "no record": lambda: self.refuse(capucine.Record, {**record, "rules": 0}),
            "no seat": lambda: self.refuse(state.view, 9),
            "no search": lambda: self.refuse(capucine.Search, state, bot="nobody"),
            "no array": lambda: self.refuse(capucine.Batch, "caprice", 2, 4, seats=bytearray(4)),
            "no batch": lambda: self.refuse(capucine.Batch, "caprice", 2, 4, threads=99),
        }
        for name, work in works.items():
            with self.subTest(name):
                self.assertLess(self.grown(work), 3000)

    def test_a_leak_would_be_found(self):
        kept = []
        self.assertGreater(self.grown(lambda: kept.append(capucine.State("caprice", 2))), 3000)

    def test_reference_counts(self):
        name, options, bad = "capone" + str(1)[:0], {"first": "1"}, {"first": "9", "x": object()}
        state = capucine.State(name, 3, options, 1)
        things = [name, options, bad, state, None, capucine.State, capucine.IllegalAction]
        before = [sys.getrefcount(thing) for thing in things]
        for _ in range(1000):
            made = capucine.State(name, 3, options, 1)
            made.view(0), made.result, made == state, state.seat, made.actors
            self.refuse(capucine.State, name, 3, bad)
            self.refuse(state.apply, "nonsense")
            self.refuse(capucine.State.read, bad)
            self.refuse(state.observe, 0, b"")
        del made
        after = [sys.getrefcount(thing) for thing in things]
        for one, other, thing in zip(before, after, things):
            self.assertLess(abs(other - one), 100, repr(thing))


if __name__ == "__main__":
    unittest.main()
