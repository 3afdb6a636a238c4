"""The package and the program's referee lead to the same positions."""

import random
import unittest

import capucine
from support import SETUPS, Referee

GAMES = 4


@unittest.skipUnless(Referee.path(), "the program is not built: make build")
class Comparison(unittest.TestCase):
    def setUp(self):
        self.referee = Referee()
        self.addCleanup(self.referee.close)

    def compare(self, state):
        self.assertEqual(self.referee.ask("state")["state"], state.json())
        self.assertEqual(self.referee.ask("actors")["actors"], list(state.actors))
        for seat in range(state.players):
            self.assertEqual(self.referee.ask("legal", seat=seat)["actions"], state.legal(seat))
            view = state.view(seat)
            self.assertEqual(self.referee.ask("view", seat=seat)["state"], view.json())
            self.assertEqual(self.referee.ask("facts", seat=seat)["facts"], view.facts())

    def compare_end(self, state):
        answer = self.referee.ask("result")
        self.assertEqual(answer["scores"], list(state.result.scores))
        self.assertEqual(answer["places"], list(state.result.places))
        self.assertEqual(self.referee.ask("record")["record"], state.record())
        for viewer in range(state.players):
            said = self.referee.ask("history", seat=viewer)["actions"]
            self.assertEqual(said, state.history(viewer))
            self.assertEqual(self.referee.ask("story", seat=viewer)["story"], state.story(viewer))
        self.assertEqual(self.referee.ask("history", seat=None)["actions"], state.history())

    def test_games(self):
        for game, players in SETUPS:
            for number in range(GAMES):
                choose = random.Random(f"{game} {players} {number}")
                self.referee.ask("new", game=game, players=players, seed=str(number))
                state = capucine.State(game, players, seed=number)
                while not state.over:
                    if choose.random() < 0.1:
                        self.compare(state)
                    seat = choose.choice(state.actors)
                    action = choose.choice(state.legal(seat))
                    answer = self.referee.ask("apply", seat=seat, action=action)
                    self.assertTrue(answer["ok"])
                    state.apply(action, seat)
                self.compare_end(state)

    def test_bots(self):
        for game, players in SETUPS:
            self.referee.ask("new", game=game, players=players, seed="5")
            state = capucine.State(game, players, seed=5)
            for level in ("greedy", "casual"):
                answer = self.referee.ask("bot", seat=state.seat, level=level, ms=0)
                self.assertEqual(answer["action"], capucine.bot(level).choose(state))

    def test_errors(self):
        self.referee.ask("new", game="caprice", players=2, seed="1", options={"first": "0"})
        state = capucine.State("caprice", 2, {"first": "0"}, 1)
        for seat, action in ((0, "stay"), (1, "stay"), (5, "stay")):
            said = self.referee.ask("apply", seat=seat, action=action)["error"]
            with self.assertRaises(capucine.Error) as caught:
                state.apply(action, seat)
            self.assertEqual(said["code"], caught.exception.status)


if __name__ == "__main__":
    unittest.main()
