"""What the tests of the package share."""

import json
import os
import pathlib
import random
import subprocess

import capucine

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# every game with the fewest and the most players
SETUPS = [
    (game.name, players)
    for game in capucine.games()
    for players in sorted({game.players[0], game.players[-1]})
]


def walk(game, players, seed=1, options=None):
    """Every position of a random game, the last one included."""
    choose = random.Random(f"{game} {players} {seed}")
    state = capucine.State(game, players, options, seed)
    while not state.over:
        yield state
        seat = choose.choice(state.actors)
        state.apply(choose.choice(state.legal(seat)), seat)
    yield state


def finished(game, players, seed=1, options=None):
    """The end of a random game."""
    *_, state = walk(game, players, seed, options)
    return state


class Referee:
    """The program's own referee, from CAPUCINE or a build folder."""

    @staticmethod
    def path():
        if "CAPUCINE" in os.environ:
            return os.environ["CAPUCINE"]
        built = [ROOT / folder / "src/capucine" for folder in ("build", "build-gcc")]
        return next((str(path) for path in built if path.exists()), None)

    def __init__(self):
        self.process = subprocess.Popen(
            [self.path(), "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, cmd, **members):
        request = json.dumps({"cmd": cmd, **members})
        self.process.stdin.write(request + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()
