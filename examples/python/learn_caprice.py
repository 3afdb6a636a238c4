#!/usr/bin/env python3
"""Learns Caprice for two players by playing against itself, with numpy and nothing else.

usage: learn_caprice.py [--seconds 60 | --rounds N] [--games 256] [--seed 1]

A round plays many games at once with capucine.Batch. The learner has a table of weights: how much
each thing that a seat knows speaks for each action. After a round, what the winner did becomes more
likely, and what the loser did less (REINFORCE with a baseline). At the end it plays 2000 games against the bot
`random`.

With --rounds instead of --seconds the result is the same on every run."""

import argparse
import os
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one core is enough

import numpy as np  # noqa: E402

import capucine  # noqa: E402

GAME = "caprice"
RATE = 0.01
DOUBT = 0.01  # a little doubt keeps it from trying nothing new


class Policy:
    """From an observation to a probability for each action.

    Of columns and actions it has only those that occur in this game for two players: what random
    play comes across."""

    def __init__(self, seed):
        batch = capucine.Batch(GAME, 2, 1000, seed=seed, observations=True, masks=True)
        first, columns, actions = batch.observations[0].copy(), False, False
        for _ in range(100):
            batch.random()
            columns |= (batch.observations != first).any(0)
            actions |= batch.unpacked().any(0)
        self.columns, self.actions = np.flatnonzero(columns), np.flatnonzero(actions)
        # a block in a tower matters if its seat has tiles of that kind
        names = np.array(capucine.game(GAME).columns)
        towers = [i for i, name in enumerate(names[self.columns]) if name.startswith("tower.")]
        kinds = [name.split(".")[-1] for name in names[self.columns[towers]]]
        tiles = [np.flatnonzero(names == f"seat0.tiles.{kind}")[0] for kind in kinds]
        self.towers, self.tiles = np.array(towers), np.array(tiles)
        shape = (len(self.columns) + 1, len(self.actions))
        self.weights, self.mean, self.square = (np.zeros(shape, np.float32) for _ in range(3))
        self.steps = 0

    def rows(self, batch, games):
        """What the seats to act know, with a 1 at the end, and their legal actions."""
        observed = batch.observations[games]
        rows = np.ones((len(games), len(self.columns) + 1), np.float32)
        rows[:, :-1] = observed[:, self.columns]
        rows[:, self.towers] *= observed[:, self.tiles]
        rows[:, :-1] /= 4
        return rows, batch.unpacked()[games][:, self.actions]

    def chances(self, rows, masks):
        logits = np.where(masks, rows @ self.weights, -np.inf)
        chances = np.exp(logits - logits.max(1, keepdims=True))
        return chances / chances.sum(1, keepdims=True)

    def learn(self, rows, masks, picks, advantages):
        """One step uphill (Adam): what went well becomes more likely."""
        chances = self.chances(rows, masks)
        logs = np.log(np.maximum(chances, 1e-9))
        doubt = -(chances * logs).sum(1, keepdims=True)
        wish = -chances * advantages[:, None] - DOUBT * chances * (logs + doubt)
        wish[np.arange(len(picks)), picks] += advantages
        gradient = rows.T @ wish / len(picks)
        self.steps += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.001 * (gradient**2 - self.square)
        size = RATE * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        self.weights += size * self.mean / (np.sqrt(self.square) + 1e-8)


def draw(chances, random):
    """An action for each row, by its chances."""
    sums = chances.cumsum(1)
    picks = (sums < random.random((len(chances), 1)) * sums[:, -1:]).sum(1)
    return np.minimum(picks, chances.shape[1] - 1)


def play(batch, policy, choose):
    """Plays all games of a batch to their end. `choose` is asked where there is a choice."""
    batch.reset()
    while not batch.done.all():
        actions = np.where(batch.counts > 0, batch.legal[:, 0], -1)
        games = np.flatnonzero(batch.counts > 1)
        if len(games):
            actions[games] = policy.actions[choose(games, *policy.rows(batch, games))]
        if batch.step(actions):
            sys.exit("an action was refused, which cannot be")


def beyond_expectation(rows, lead):
    """How much better it went than such situations usually do: least squares say what is usual."""
    square = rows.T @ rows + np.eye(rows.shape[1], dtype=np.float32)
    rest = lead - rows @ np.linalg.solve(square, rows.T @ lead)
    return rest / rest.std()


def learn_round(batch, policy, random):
    """Plays against itself, and learns from who won."""
    memory = []

    def choose(games, rows, masks):
        picks = draw(policy.chances(rows, masks), random)
        memory.append((games, batch.seats[games], rows, masks, picks))
        return picks

    play(batch, policy, choose)
    games, seats, rows, masks, picks = (np.concatenate(parts) for parts in zip(*memory))
    lead = (batch.scores[games, seats] - batch.scores[games, 1 - seats]).astype(np.float32)
    advantages = beyond_expectation(rows, lead)
    for part in np.array_split(random.permutation(len(games)), 4):
        policy.learn(rows[part], masks[part], picks[part], advantages[part])


def against_random(policy, games, seed):
    """What it wins of games against random play, half of them on either seat."""
    batch = capucine.Batch(GAME, 2, games, seed=seed, manual=True, observations=True, masks=True)
    random = np.random.default_rng(seed)
    ours = np.arange(games) % 2

    def choose(which, rows, masks):
        own = batch.seats[which] == ours[which]
        return np.where(own, policy.chances(rows, masks).argmax(1), draw(masks, random))

    play(batch, policy, choose)
    return batch.rewards[np.arange(games), ours]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rounds", type=int, help="instead of a time")
    parser.add_argument("--games", type=int, default=256, help="in a round")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()

    random, policy = np.random.default_rng(given.seed), Policy(given.seed)
    batch = capucine.Batch(
        GAME,
        2,
        given.games,
        seed=given.seed,
        manual=True,
        observations=True,
        masks=True,
        scores=True,
    )
    begin, rounds = time.monotonic(), 0
    while (
        rounds < given.rounds
        if given.rounds is not None
        else time.monotonic() - begin < given.seconds
    ):
        learn_round(batch, policy, random)
        rounds += 1
        if rounds % 20 == 0:
            share = against_random(policy, 400, 2).mean()
            print(f"{rounds * given.games:7} games: {100 * share:.0f} % against random", flush=True)
    won = against_random(policy, 2000, 3)
    half = 1.96 * won.std() / np.sqrt(len(won))
    print(
        f"After {rounds * given.games} games against itself it wins {100 * won.mean():.1f} % "
        f"± {100 * half:.1f} (95 % interval) of 2000 games against random."
    )
    return won.mean()


if __name__ == "__main__":
    main()
