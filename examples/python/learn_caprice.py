#!/usr/bin/env python3
"""Learns Caprice for two players by playing against itself, with numpy and nothing else.

usage: learn_caprice.py [--seconds 60 | --rounds N] [--seed 1]

It learns to expect how many points a seat will be ahead at the end, from what the seat may know now.
It begins with random games. Least squares find how much each thing that a seat sees is worth, and
how much the blocks that match its tiles. Then it plays: it tries each legal action on a guess at what is hidden, and takes the one after which it
expects most. From these games it learns again, and so on. At the end it plays against `random`.

With --rounds instead of --seconds the result is the same on every run."""

import argparse
import itertools
import os
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one core is enough

import numpy as np  # noqa: E402

import capucine  # noqa: E402

GAME = capucine.game("caprice")
NAMES = GAME.columns
KINDS = ["dr", "lr", "dt", "lt"]
LEVELS = range(4)
# Where the numbers of own tiles are, and the blocks of each kind on each level of each place.
TILES = [NAMES.index(f"seat0.tiles.{kind}") for kind in KINDS]
BLOCKS = [
    [NAMES.index(f"tower.{place}.{level}.{kind}") for level in LEVELS for kind in KINDS]
    for place in range(6)
]
# Every order of four tiles: as ones for a level and a kind, and as how many it needs of each kind.
ORDERS = np.array(list(itertools.product(range(4), repeat=4)))
ONES = np.eye(4, dtype=np.float32)[ORDERS].reshape(len(ORDERS), 16)
NEEDS = ONES.reshape(len(ORDERS), 4, 4).sum(1)
RANDOM_GAMES, OWN_GAMES = 400, 100  # in the first round, and in each later one
DARING = 0.1  # how often it tries something else while it learns


def features(observations):
    """What is known, how many blocks match the own tiles in their best order, and a 1."""
    known = observations.astype(np.float32)
    matches = sum(known[:, place] for place in BLOCKS) @ ONES.T
    possible = (NEEDS <= known[:, None, TILES]).all(2)
    best = np.where(possible, matches, 0).max(1, keepdims=True)
    return np.hstack([known, best, np.ones_like(best)])


class Learner:
    """Keeps sums over all that it has seen; the weights follow from them."""

    def __init__(self, seed):
        size = features(np.zeros((1, len(NAMES)))).shape[1]
        self.squares, self.sums = np.zeros((size, size)), np.zeros(size)
        self.weights = np.zeros(size, np.float32)
        self.random = np.random.default_rng(seed)
        self.games = 0

    def after(self, view):
        """What the seat would know after each of its legal actions."""
        guess = view.sample(int(self.random.integers(2**62)))
        actions = view.legal_indices()
        rows = np.zeros((len(actions), len(NAMES)), np.int16)
        for row, action in zip(rows, actions):
            tried = guess.copy()
            tried.apply(action)
            tried.observe(view.viewer, row)
        return actions, rows

    def choose(self, view):
        """The action after which it expects most."""
        if len(view.legal_indices()) == 1:
            return view.legal_indices()[0]
        actions, rows = self.after(view)
        return actions[int((features(rows) @ self.weights).argmax())]

    def play(self, seed, daring):
        """A game against itself: what both seats knew in it, and how far each was ahead."""
        state, rows, seats = GAME.new(2, seed=seed), [], []
        while not state.over:
            legal = state.legal_indices()
            if self.random.random() < daring:
                state.apply(legal[int(self.random.integers(len(legal)))])
            else:
                state.apply(self.choose(state.view(state.seat)))
            for seat in (0, 1):
                rows.append(state.observe(seat, np.zeros(len(NAMES), np.int16)))
                seats.append(seat)
        lead = state.result.scores[0] - state.result.scores[1]
        return np.array(rows), np.where(np.array(seats) == 0, lead, -lead)

    def learn(self, games, daring):
        """Plays, remembers, and works out the weights anew. What is older counts less."""
        self.squares *= 0.9
        self.sums *= 0.9
        for _ in range(games):
            rows, leads = self.play(self.games, daring)
            seen = features(rows)
            self.squares += seen.T @ seen
            self.sums += seen.T @ leads
            self.games += 1
        steady = self.squares + 10 * np.eye(len(self.sums))
        self.weights = np.linalg.solve(steady, self.sums).astype(np.float32)


def against_random(learner, games, seed):
    """The share of wins in each game, half of them on either seat."""
    won = []
    for number in range(games):
        seat = number % 2
        players = ["random", "random"]
        players[seat] = lambda view: GAME.action_at(learner.choose(view))
        won.append(capucine.play(GAME.name, players, seed=seed + number).result.wins()[seat])
    return np.array(won)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rounds", type=int, help="instead of a time")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()

    learner, begin, rounds = Learner(given.seed), time.monotonic(), 0
    while rounds < given.rounds if given.rounds else time.monotonic() - begin < given.seconds:
        learner.learn(*((OWN_GAMES, DARING) if rounds else (RANDOM_GAMES, 1.0)))
        rounds += 1
        share = against_random(learner, 100, 10**6).mean()
        print(f"{learner.games:5} games: {100 * share:.0f} % against random", flush=True)
    won = against_random(learner, 400, 2 * 10**6)
    half = 1.96 * won.std() / np.sqrt(len(won))
    print(
        f"After {learner.games} games against itself it wins {100 * won.mean():.1f} % "
        f"± {100 * half:.1f} (95 % interval) of {len(won)} games against random."
    )


if __name__ == "__main__":
    main()
