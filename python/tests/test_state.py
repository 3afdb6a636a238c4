"""Positions, views and guesses."""

import copy
import pickle
import unittest

import capucine
from support import SETUPS, finished, walk


class Games(unittest.TestCase):
    def test_there_are_four(self):
        names = [game.name for game in capucine.games()]
        self.assertEqual(names, ["caprice", "capitol", "capone", "capital-lux-2"])

    def test_a_game_says_what_it_is(self):
        game = capucine.game("caprice")
        self.assertEqual((game.title, list(game.players)), ("Caprice", [2, 3, 4]))
        self.assertEqual(game.options["third"].values, ("choose", "redraw"))
        self.assertEqual(game.options["third"].default, "choose")
        self.assertIn("caprice.why.full", game.reasons)

    def test_new_takes_options_by_name(self):
        state = capucine.game("caprice").new(3, seed=5, third="redraw", first=2)
        self.assertEqual((state.options["third"], state.options["first"]), ("redraw", "2"))
        self.assertEqual(state.seat, 2)

    def test_unknown_names(self):
        for wrong in ("chess", "", "Caprice"):
            self.assertRaises(capucine.UnknownGame, capucine.game, wrong)
            self.assertRaises(capucine.UnknownGame, capucine.State, wrong, 2)
        self.assertRaises(capucine.UnknownBot, capucine.bot, "deep blue")

    def test_check(self):
        game = capucine.game("caprice")
        game.check(2, {"third": "redraw"})
        self.assertRaises(capucine.BadPlayers, game.check, 5)
        self.assertRaises(capucine.BadOptions, game.check, 2, {"third": "x"})


class Refusals(unittest.TestCase):
    def test_bad_options_say_what_is_possible(self):
        with self.assertRaises(capucine.BadOptions) as caught:
            capucine.State("caprice", 2, {"third": "fourth"})
        error = caught.exception
        self.assertEqual((error.status, error.reason), ("bad_options", "why.no_value"))
        self.assertEqual(error.words, ("third", "fourth"))
        self.assertIn("choose, redraw", str(error))

    def test_players_come_before_options(self):
        for players in (-1, 0, 1, 5, 2**31, 2**62):
            with self.assertRaises(capucine.BadPlayers):
                capucine.State("caprice", players, {"third": "fourth"})

    def test_an_illegal_action_changes_nothing(self):
        state = capucine.State("caprice", 2, {"first": "0"}, 42)
        before = state.json()
        with self.assertRaises(capucine.IllegalAction) as caught:
            state.apply("stay")
        self.assertTrue(caught.exception.reason.startswith("caprice.why."))
        self.assertRaises(capucine.IllegalAction, state.apply, "fly to the moon")
        self.assertRaises(capucine.IllegalAction, state.apply, state.legal()[0] + "\0")
        self.assertRaises(capucine.IllegalAction, state.apply, 10**30)
        self.assertRaises(capucine.IllegalAction, state.apply, -1)
        self.assertRaises(capucine.NotYourTurn, state.apply, "stay", 1)
        self.assertRaises(capucine.BadSeat, state.apply, "stay", 2)
        self.assertRaises(capucine.BadSeat, state.apply, "stay", -1)
        self.assertRaises(capucine.BadSeat, state.legal, 7)
        self.assertEqual((state.json(), state.moves), (before, 0))

    def test_over(self):
        end = finished("caprice", 2)
        self.assertRaises(capucine.GameOver, end.apply, "stay")
        self.assertRaises(capucine.GameOver, end.apply, "stay", 1)
        self.assertRaises(capucine.GameOver, capucine.bot("random").choose, end)
        self.assertRaises(capucine.GameOver, capucine.Search, end)
        self.assertEqual((end.legal(), end.actors, end.seat), ([], (), None))

    def test_errors_survive_pickle(self):
        error = capucine.IllegalAction("no", "caprice.why.full", ("3",))
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual(
            (type(again), str(again), again.reason, again.words),
            (capucine.IllegalAction, "no", "caprice.why.full", ("3",)),
        )

    def test_every_error_is_an_error_and_a_value_error(self):
        kinds = capucine.Error.__subclasses__()
        self.assertEqual(len(kinds), 12)
        for kind in kinds:
            self.assertTrue(issubclass(kind, ValueError))
            self.assertIs(getattr(capucine, kind.__name__), kind)
            self.assertTrue(kind.__doc__)


class Positions(unittest.TestCase):
    def test_seeds(self):
        deals = [capucine.State("capitol", 2, seed=seed) for seed in (42, "42", 43)]
        self.assertEqual(deals[0], deals[1])
        self.assertNotEqual(deals[0], deals[2])
        self.assertEqual(deals[0].seed, "42")
        long = capucine.State("capitol", 2, seed="ab" * 32)
        self.assertEqual(long, capucine.State("capitol", 2, seed=bytes.fromhex("ab" * 32)))
        drawn = {capucine.State("capitol", 2).seed for _ in range(5)}
        self.assertEqual(len(drawn), 5)
        for wrong in (-1, 2**64, "x", "042", b"short", "ab\0"):
            self.assertRaises(ValueError, capucine.State, "capitol", 2, None, wrong)
        self.assertRaises(TypeError, capucine.State, "capitol", 2, None, 1.5)

    def test_whole_games(self):
        for game, players in SETUPS:
            with self.subTest(game, players=players):
                for state in walk(game, players):
                    self.assertEqual(state.over, not state.actors)
                    self.assertEqual(state.result is None, not state.over)
                self.assertEqual(len(state.result.scores), players)
                if players > 1:  # a game of one can be lost
                    self.assertAlmostEqual(sum(state.result.wins()), 1)
                self.assertEqual(state.moves, len(state.record()["actions"]))

    def test_json_sets_up_the_same_position(self):
        for game, players in SETUPS:
            for state in walk(game, players):
                again = capucine.State.read(state.json(), state.seed)
                self.assertEqual(again.json(), state.json())
                self.assertEqual(again.actors, state.actors)

    def test_impossible_positions(self):
        good = capucine.State("caprice", 2, seed=1).json()
        for wrong in ({}, {**good, "game": "chess"}, {**good, "more": 1}, [], None, 3, "caprice"):
            self.assertRaises(capucine.BadState, capucine.State.read, wrong)
        for key in good:
            for value in (None, 1.5, 2**70, -1, "x\0", [[]], {"a": {}}, True):
                if value == good[key]:
                    continue
                with self.assertRaises(capucine.BadState):
                    capucine.State.read({**good, key: value})
        deep = []
        for _ in range(100):
            deep = [deep]
        self.assertRaises(capucine.BadState, capucine.State.read, deep)
        wide = [0]
        for _ in range(40):
            wide = [wide, wide]
        self.assertRaises(capucine.BadState, capucine.State.read, wide)
        self.assertRaises(TypeError, capucine.State.read, {1: 2})
        self.assertRaises(TypeError, capucine.State.read, {"game": object()})

    def test_copies_go_their_own_way(self):
        for state in walk("capone", 3):
            if state.over:
                break
            for twin in (state.copy(), copy.copy(state), pickle.loads(pickle.dumps(state))):
                self.assertEqual(twin, state)
                self.assertEqual(twin.hash(), state.hash())
                self.assertEqual(twin.record(), state.record())
                twin.apply(twin.legal()[0])
                self.assertEqual(twin.moves, state.moves + 1)

    def test_copies_of_a_game_that_began_in_the_middle(self):
        state = next(s for s in walk("caprice", 3) if s.moves == 9)
        begun = capucine.State.read(state.json(), 7)
        begun.apply(begun.legal()[0])
        for twin in (begun.copy(), pickle.loads(pickle.dumps(begun))):
            self.assertEqual(twin.record(), begun.record())
            self.assertEqual(twin, begun)

    def test_equality(self):
        a, b = capucine.State("caprice", 2, seed=1), capucine.State("caprice", 3, seed=1)
        self.assertNotEqual(a, b)
        self.assertNotEqual(a, "caprice")
        self.assertRaises(TypeError, hash, a)
        self.assertRaises(TypeError, lambda: a < b)

    def test_actions_by_index(self):
        for game, players in SETUPS:
            about = capucine.game(game)
            for state in walk(game, players):
                for seat in state.actors:
                    texts, indices = state.legal(seat), state.legal_indices(seat)
                    self.assertEqual([about.action_at(i) for i in indices], texts)
                    self.assertEqual([about.action_index(text) for text in texts], indices)
                if not state.over:
                    by_text, by_index = state.copy(), state.copy()
                    by_text.apply(texts[-1], seat)
                    by_index.apply(indices[-1], seat)
                    self.assertEqual(by_text, by_index)
            for wrong in (-1, about.action_space):
                self.assertRaises(IndexError, about.action_at, wrong)
            self.assertRaises(capucine.IllegalAction, about.action_index, "nonsense")

    def test_repr(self):
        state = capucine.State("caprice", 2, seed=1)
        self.assertEqual(repr(state), "<capucine.State: caprice, 2 players, position>")
        self.assertIn("view of seat 1", repr(state.view(1)))
        self.assertIn("spectator", repr(state.view(capucine.SPECTATOR)))
        self.assertIn("over", repr(finished("caprice", 2)))


class Knowledge(unittest.TestCase):
    def test_views(self):
        state = capucine.State("capitol", 3, seed=1)
        self.assertIsNone(state.viewer)
        for seat in (0, 1, 2, capucine.SPECTATOR):
            view = state.view(seat)
            self.assertEqual((view.viewer, view.seed), (seat, None))
            self.assertEqual(pickle.loads(pickle.dumps(view)), view)
            for what in (view.record, view.history, view.story, lambda: view.view(0)):
                self.assertRaises(capucine.IsView, what)
            if view.legal():
                self.assertRaises(capucine.IsView, view.apply, view.legal()[0])
        for wrong in (3, -2, 2**40):
            self.assertRaises(capucine.BadSeat, state.view, wrong)

    def test_a_view_can_be_asked_what_the_seat_may_do(self):
        for state in walk("capital-lux-2", 2):
            for seat in state.actors:
                self.assertEqual(state.view(seat).legal(), state.legal(seat))

    def test_samples_agree_with_the_view(self):
        for game, players in SETUPS:
            for state in walk(game, players):
                view = state.view(players - 1)
                guess = view.sample(state.moves)
                self.assertIsNone(guess.viewer)
                self.assertEqual(guess.view(players - 1), view)
                self.assertEqual(guess, view.sample(state.moves))

    def test_a_guess_can_be_played_on_and_recorded(self):
        guess = capucine.State("capitol", 2, seed=3).view(0).sample(1)
        while not guess.over:
            guess.apply(guess.legal()[-1])
        self.assertEqual(capucine.Record.of(guess).verify(), guess)

    def test_events(self):
        story = []
        state = capucine.State("caprice", 2, seed=2)
        while not state.over:
            seat, action = state.seat, state.legal()[0]
            events = state.apply_telling(action, seat, viewer=0)
            story += [[seat, action], *events]
        self.assertEqual(story, state.story(0))
        self.assertTrue(any(isinstance(line, dict) and line["id"] == "full" for line in story))

    def test_facts(self):
        for game, players in SETUPS:
            for state in walk(game, players):
                facts = state.view(0).facts()
                self.assertTrue(all(isinstance(fact["id"], str) for fact in facts))
            self.assertTrue(facts)

    def test_measures(self):
        state = capucine.State("caprice", 2, seed=1)
        self.assertEqual(state.measures(), {})
        self.assertEqual(list(finished("caprice", 2).measures()), ["blocks"])

    def test_observations_are_the_same_from_the_view(self):
        for game, players in SETUPS:
            columns = capucine.game(game).columns
            self.assertEqual(len(set(columns)), capucine.game(game).observation_size)
            for state in walk(game, players):
                for viewer in (*range(players), capucine.SPECTATOR):
                    row = state.observe(viewer)
                    self.assertEqual(row, state.view(viewer).observe())
                    named = dict(zip(columns, row))
                    self.assertEqual(named["players"], players)
                    first = max(viewer, 0)
                    self.assertEqual(named["seat0.decides"], int(first in state.actors))

    def test_observations_into_arrays(self):
        import array

        state = capucine.State("caprice", 2, seed=1)
        size = capucine.game("caprice").observation_size
        out = array.array("h", [7] * size)
        self.assertIs(state.observe(out=out), out)
        self.assertEqual(list(out), state.observe())
        for wrong in (array.array("h", [0] * (size - 1)), array.array("i", [0] * size)):
            self.assertRaises(ValueError, state.observe, 0, wrong)
        self.assertRaises((TypeError, BufferError), state.observe, 0, bytes(2 * size))
        self.assertRaises(capucine.IsView, state.view(0).observe, 1)


if __name__ == "__main__":
    unittest.main()
