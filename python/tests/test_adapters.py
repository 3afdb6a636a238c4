"""The adapters, against stand-ins that check what the real packages document."""

import importlib
import pathlib
import random
import subprocess
import sys
import unittest

import capucine
import standins

try:
    import numpy
except ImportError:
    numpy = None
SETUPS = [("caprice", 2), ("capitol", 3), ("capone", 3), ("capital-lux-2", 2)]


class Untouched(unittest.TestCase):
    def test_nothing_is_imported_unless_asked_for(self):
        script = "import capucine, sys; print([m for m in sys.modules if 'gym' in m or 'zoo' in m])"
        done = subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            cwd=pathlib.Path(capucine.__file__).parent.parent,
        )
        self.assertEqual(done.stdout.strip(), "[]", done.stderr)


@unittest.skipUnless(numpy, "numpy is not installed")
class Adapters(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        standins.install()

    def test_pettingzoo(self):
        from capucine.pettingzoo import CapucineEnv

        for game, players in SETUPS:
            with self.subTest(game):
                env = CapucineEnv(game, players)
                self.assertEqual(env.possible_agents, [f"seat_{s}" for s in range(players)])
                runs = [
                    standins.pettingzoo.api_test(env, lambda space, mask: int(mask.argmax()))
                    for _ in range(2)
                ]
                self.assertEqual(*runs)
                for rewards in runs[0]:
                    self.assertAlmostEqual(sum(rewards.values()), 1)

    def test_pettingzoo_refuses(self):
        from capucine.pettingzoo import CapucineEnv

        env = CapucineEnv("caprice", 2, options={"first": "0"}, render_mode="ansi")
        self.assertRaises(RuntimeError, env.observe, "seat_0")
        env.reset(seed=1)
        self.assertEqual(env.agent_selection, "seat_0")
        self.assertIn("caprice", env.render())
        self.assertRaises(ValueError, env.step, None)
        wrong = int(env.observe("seat_0")["action_mask"].argmin())
        self.assertRaises(capucine.IllegalAction, env.step, wrong)
        self.assertFalse(env.observe("seat_1")["action_mask"].any())
        self.assertRaises(capucine.BadPlayers, CapucineEnv, "caprice", 7)

    def test_gymnasium(self):
        from capucine.gymnasium import CapucineEnv

        for game, players in SETUPS:
            for seat in (0, players - 1):
                with self.subTest(game, seat=seat):
                    env = CapucineEnv(game, players, seat=seat, opponents="greedy")
                    runs = []
                    for _ in range(2):
                        env.action_space.random = numpy.random.default_rng(1)
                        runs.append(standins.gymnasium.check_env(env, 2))
                    self.assertEqual(*runs)

    def test_gymnasium_refuses(self):
        from capucine.gymnasium import CapucineEnv

        env = CapucineEnv("capone", 3, opponents=["random", "greedy"], render_mode="ansi")
        self.assertEqual([bot.name for bot in env.bots[1:]], ["random", "greedy"])
        self.assertRaises(RuntimeError, env.step, 0)
        _, info = env.reset(seed=1)
        self.assertIn("capone", env.render())
        self.assertRaises(capucine.IllegalAction, env.step, int(info["action_mask"].argmin()))
        self.assertRaises(ValueError, CapucineEnv, "capone", 3, opponents=["random"])
        self.assertRaises(ValueError, CapucineEnv, "capone", 3, seat=3)
        self.assertRaises(capucine.UnknownBot, CapucineEnv, "capone", 3, opponents="nobody")

    def test_openspiel(self):
        importlib.import_module("capucine.openspiel")
        names = standins.pyspiel.registered_names()
        self.assertEqual(len(names), len(capucine.games()))
        choose = random.Random(1)
        for name in names:
            with self.subTest(name):
                game = standins.pyspiel.load_game(f"{name}(deals=7)")
                self.assertEqual(len(game.new_initial_state().chance_outcomes()), 7)
                for returns in standins.pyspiel.random_sim_test(game, choose.choice, 1):
                    self.assertAlmostEqual(sum(returns), 1)

    def test_openspiel_takes_options(self):
        importlib.import_module("capucine.openspiel")
        game = standins.pyspiel.load_game("python_capucine_caprice(players=3,third=redraw)")
        state = game.new_initial_state()
        state.apply_action(5)
        self.assertEqual(state.state, capucine.State("caprice", 3, {"third": "redraw"}, 5))
        with self.assertRaises(ValueError):
            standins.pyspiel.load_game("python_capucine_capital_lux_2(players=1)")


if __name__ == "__main__":
    unittest.main()
