"""What a seat gets is the same, whatever is hidden from it."""

import unittest

import capucine
from support import SETUPS, walk


class Secrets(unittest.TestCase):
    def test_nothing_follows_from_what_is_hidden(self):
        for game, players in SETUPS:
            for state in walk(game, players, seed=3):
                if state.moves % 3:
                    continue
                viewer = state.moves % players
                view = state.view(viewer)
                other = view.sample(state.moves + 1)  # the same for the viewer, else different
                self.assertEqual(bytes(other.view(viewer))[:64], bytes(view)[:64])
                self.assertEqual(other.view(viewer).json(), view.json())
                self.assertEqual(other.view(viewer).facts(), view.facts())
                self.assertEqual(other.legal(viewer), state.legal(viewer))
                self.assertEqual(other.observe(viewer), state.observe(viewer))

    def test_the_samples_do_differ(self):
        state = capucine.State("capitol", 3, seed=1)
        guesses = {str(state.view(0).sample(seed).json()) for seed in range(10)}
        self.assertEqual(len(guesses), 10)

    def test_seeds_stay_hidden(self):
        for game, players in SETUPS:
            state = capucine.State(game, players, seed="c0ffee" * 10 + "beef")
            for viewer in (0, capucine.SPECTATOR):
                view = state.view(viewer)
                self.assertIsNone(view.seed)
                self.assertNotIn(bytes.fromhex("c0ffee" * 3), bytes(view))
                self.assertNotIn("c0ffee", str(view.json()))

    def test_histories_hide_secret_words(self):
        state = capucine.State("capital-lux-2", 2, seed=1)
        hidden = shown = 0
        for state in walk("capital-lux-2", 2):
            pass
        for seat, action in state.history(0):
            if "?" in action:
                self.assertEqual(seat, 1)
                hidden += 1
            elif action.startswith("keep "):
                shown += 1
        self.assertTrue(hidden and shown)

    def test_events_are_for_those_who_may_know(self):
        """The same moves told to each viewer: the stories differ only in what is hidden."""
        for game, players in SETUPS:
            *_, state = walk(game, players, seed=2)
            for viewer in (*range(players), capucine.SPECTATOR):
                story = state.story(viewer)
                moves = [line for line in story if isinstance(line, list)]
                self.assertEqual(moves, state.history(viewer))


if __name__ == "__main__":
    unittest.main()
