"""How fast games are played from Python: python -m capucine.bench [--referee PROGRAM]

Random play with the default options of each game, on one thread, in steps a second of processor
time: what else runs on the machine counts little. Each figure is the best of some slices of time,
since other work can only make a slice slower. The referee's figure has the time of both processes.

batch        Batch.random, many steps a call, with no arrays beyond seats and done
+ arrays     Batch.random, a step a call, with observations, masks and legal actions
+ actions    Batch.step with actions that numpy picks from the legal ones
one call     State.legal_indices and State.apply, an action at a time
texts        State.legal and State.apply, the same with texts
referee      the same loop through a program that speaks lines of JSON: capucine referee
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import time
from typing import Any, Callable, Dict, Optional

import capucine

SLICES = 5
GAMES = 1024
Work = Callable[[], int]


def best_rate(work: Work, seconds: float) -> float:
    """Steps a second, in the best slice."""
    best = 0.0
    for _ in range(SLICES):
        begin, steps, spent = time.process_time(), 0, 0.0
        while spent < seconds / SLICES:
            steps += work()
            spent = time.process_time() - begin
        best = max(best, steps / spent)
    return best


def plain(game: str, players: int) -> Work:
    """Many steps in one call, with nothing written but seats and done."""
    batch = capucine.Batch(game, players, GAMES, rewards=False)
    return lambda: batch.random(64)


def with_arrays(game: str, players: int) -> Work:
    """A step in each call, with everything that a learner needs."""
    batch = capucine.Batch(game, players, GAMES, observations=True, masks=True)
    return lambda: batch.random(1)


def with_actions(game: str, players: int) -> Optional[Work]:
    """The same with actions that come from Python."""
    try:
        import numpy
    except ImportError:
        return None
    batch = capucine.Batch(game, players, GAMES, observations=True, masks=True)
    draws, rows = numpy.random.default_rng(1), numpy.arange(GAMES)

    def step() -> int:
        picks = (draws.random(GAMES) * batch.counts).astype(numpy.int64)
        batch.step(batch.legal[rows, picks])
        return GAMES

    return step


def one_call(game: str, players: int, texts: bool) -> Work:
    """A game at a time, an action at a time."""
    choose, seeds = random.Random(1), iter(range(2**60))

    def play() -> int:
        state = capucine.State(game, players, None, next(seeds))
        while not state.over:
            actions: Any = state.legal() if texts else state.legal_indices()
            state.apply(actions[int(choose.random() * len(actions))])
        return state.moves

    return play


class Referee:
    """The same through a process that answers lines of JSON."""

    def __init__(self, program: str) -> None:
        self.process = subprocess.Popen(
            [program, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.choose = random.Random(1)

    def ask(self, **request: Any) -> Dict[str, Any]:
        """Sends a request and returns the answer."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer: Dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def play(self, game: str, players: int) -> int:
        """One game; returns how many steps it had."""
        steps, answer = 0, self.ask(cmd="new", game=game, players=players)
        while answer["actors"]:
            seat = answer["actors"][0]
            actions = self.ask(cmd="legal", seat=seat)["actions"]
            action = actions[int(self.choose.random() * len(actions))]
            answer = self.ask(cmd="apply", seat=seat, action=action)
            steps += 1
        return steps

    def rate(self, game: str, players: int, seconds: float) -> float:
        """Steps a second of both processes' time; afterwards the program has ended."""
        own, steps = time.process_time(), 0
        others = os.times().children_user + os.times().children_system
        while time.process_time() - own < seconds:
            steps += self.play(game, players)
        self.process.communicate()
        others = os.times().children_user + os.times().children_system - others
        return steps / (time.process_time() - own + others)


def measure(game: str, players: int, seconds: float, program: Optional[str]) -> Dict[str, float]:
    """Every figure of one game."""
    works: Dict[str, Optional[Work]] = {
        "batch": plain(game, players),
        "+ arrays": with_arrays(game, players),
        "+ actions": with_actions(game, players),
        "one call": one_call(game, players, False),
        "texts": one_call(game, players, True),
    }
    figures = {name: best_rate(work, seconds) for name, work in works.items() if work}
    if program:
        figures["referee"] = Referee(program).rate(game, players, seconds)
    return figures


def written(rate: float) -> str:
    """As in docs/performance.md: 2.3 M, 540 k."""
    return f"{rate / 1e6:.1f} M" if rate >= 1e6 else f"{rate / 1e3:.3g} k"


def main() -> None:
    """Prints a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--ms", type=int, default=1000, help="for each figure")
    parser.add_argument("--game", help="only this one")
    parser.add_argument("--referee", help="the program capucine, to compare with")
    given = parser.parse_args()
    for game in capucine.games():
        if given.game in (None, game.name):
            players = max(2, game.players[0])
            figures = measure(game.name, players, given.ms / 1000, given.referee)
            row = "  ".join(f"{name} {written(rate)}" for name, rate in figures.items())
            print(f"{game.name}, {players} players: {row}", flush=True)


if __name__ == "__main__":
    main()
