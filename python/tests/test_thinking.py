"""Search, bots, games between bots."""

import threading
import time
import unittest

import capucine
from support import SETUPS, walk


class Searches(unittest.TestCase):
    def test_the_same_seed_gives_the_same_advice(self):
        state = capucine.State("capitol", 2, seed=1)
        a, b = (capucine.Search(state, seed=3).run(500) for _ in range(2))
        self.assertEqual(a.advice(), b.advice())
        self.assertEqual(a.iterations, 500)
        self.assertEqual(a.advice(1)[0].action, a.choice())
        self.assertEqual(a.seat, state.seat)
        other = capucine.Search(state, seed=4).run(500)
        self.assertNotEqual(a.advice(), other.advice())

    def test_it_knows_the_view_and_nothing_else(self):
        for state in walk("capital-lux-2", 2):
            if state.over or state.moves > 8:
                break
            seat = state.seat
            twin = state.view(seat).sample(99)
            a, b = (capucine.Search(s, seat).run(100).advice() for s in (state, state.view(seat)))
            self.assertEqual(a, b)
            self.assertEqual(a, capucine.Search(twin.view(seat)).run(100).advice())

    def test_advice(self):
        state = capucine.State("capitol", 3, seed=1)
        advice = capucine.Search(state).run(iterations=300).advice(3)
        self.assertEqual(len(advice), 3)
        for one in advice:
            self.assertIn(one.action, state.legal())
            self.assertEqual((len(one.win), len(one.score)), (3, 3))
            self.assertAlmostEqual(sum(one.win), 1, places=3)
        self.assertGreaterEqual(advice[0].visits, advice[1].visits)

    def test_budgets(self):
        search = capucine.Search(capucine.State("caprice", 2, seed=1))
        for wrong in ({}, {"ms": -1}, {"iterations": -1}, {"ms": 0, "iterations": 0}):
            self.assertRaises(ValueError, search.run, **wrong)
        self.assertRaises(ValueError, search.choice)
        self.assertIs(search.run(ms=5), search)
        done = search.iterations
        self.assertGreater(done, 0)
        search.run(7, ms=10**6)
        self.assertEqual(search.iterations, done + 7)

    def test_refusals(self):
        state = capucine.State("caprice", 2, {"first": "0"}, 1)
        self.assertRaises(capucine.NotYourTurn, capucine.Search, state, 1)
        self.assertRaises(capucine.BadSeat, capucine.Search, state, 2)
        self.assertRaises(capucine.NotYourTurn, capucine.Search, state.view(1))
        self.assertRaises(capucine.IsView, capucine.Search, state.view(1), 0)
        self.assertRaises(capucine.UnknownBot, capucine.Search, state, bot="nobody")
        self.assertRaises(ValueError, capucine.Search, state, bot="greedy")
        self.assertRaises(ValueError, capucine.Search, state, nodes=1)
        self.assertRaises(ValueError, capucine.Search, state, nodes=2**40)

    def test_other_threads_go_on(self):
        """While one thread thinks, another is not kept waiting; and it cannot use the search."""
        search = capucine.Search(capucine.State("capitol", 4, seed=1))
        begun, refused = threading.Event(), []

        def think():
            begun.set()
            search.run(ms=10**6, iterations=20000)

        thinker = threading.Thread(target=think)
        thinker.start()
        begun.wait()
        while thinker.is_alive() and not refused:
            try:
                search.advice()
            except RuntimeError as error:
                refused.append(error)
            time.sleep(0.001)
        thinker.join()
        self.assertTrue(refused)
        self.assertTrue(search.advice())


class Bots(unittest.TestCase):
    def test_names(self):
        names = [bot.name for bot in capucine.bots()]
        self.assertEqual(names[:3], ["random", "greedy", "beginner"])
        self.assertEqual(capucine.bot("club").name, "club")
        self.assertTrue(capucine.bot("club").about)

    def test_choices_are_legal_and_repeat(self):
        for game, players in SETUPS:
            for state in walk(game, players):
                if state.over or state.moves > 20:
                    break
                for name in ("random", "greedy", "beginner"):
                    bot = capucine.bot(name)
                    action = bot.choose(state)
                    self.assertIn(action, state.legal())
                    self.assertEqual(action, bot.choose(state.view(state.seat)))
                    self.assertEqual(bot.choose(state, seed=5), bot.choose(state, seed=5))

    def test_limits(self):
        state = capucine.State("capitol", 2, seed=1)
        self.assertIn(capucine.bot("master").choose(state, ms=5), state.legal())
        self.assertIn(capucine.bot("casual").choose(state, threads=2), state.legal())
        for wrong in ({"ms": -1}, {"threads": 0}, {"threads": 17}):
            self.assertRaises(ValueError, capucine.bot("club").choose, state, **wrong)


class Playing(unittest.TestCase):
    def test_the_same_seed_gives_the_same_game(self):
        for game, players in SETUPS:
            names = ["greedy", "random", "greedy", "random", "random", "random"][:players]
            a, b = (capucine.play(game, names, seed=4) for _ in range(2))
            self.assertEqual(a.record(), b.record())
            self.assertTrue(a.over)

    def test_functions_get_their_own_view(self):
        seen = set()

        def me(view):
            seen.add(view.viewer)
            return view.legal()[0]

        capucine.play("capone", ["random", me, capucine.bot("greedy")], seed=1)
        self.assertEqual(seen, {1})

    def test_a_game_goes_on(self):
        begun = next(s for s in walk("caprice", 2) if s.moves == 5)
        end = capucine.play("caprice", ["random", "random"], state=begun)
        self.assertEqual((begun.moves, end.over), (5, True))
        self.assertRaises(ValueError, capucine.play, "caprice", ["random"], state=begun)
        self.assertRaises(TypeError, capucine.play, "caprice", [1, 2])

    def test_matches(self):
        greedy, rand = capucine.match("caprice", ["greedy", "random"], 20, seed=5)
        self.assertEqual((greedy.player, greedy.games), ("greedy", 40))
        self.assertAlmostEqual(greedy.wins + rand.wins, 1)
        self.assertGreater(greedy.interval[0], 0.5)
        self.assertLess(rand.interval[1], 0.5)
        self.assertRaises(ValueError, capucine.match, "caprice", ["random", "random"], 0)


if __name__ == "__main__":
    unittest.main()
