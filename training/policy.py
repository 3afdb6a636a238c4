#!/usr/bin/env python3
"""Trains a policy for a game from files of `selfplay games --acts`, and writes it as a net's file.

usage: policy.py --out NET [OPTIONS] FILE...

  --with NET      a net that judges positions: the file gets both
  --epochs N      how often every decision is seen (12)
  --seconds S     time to train, at most
  --batch N       decisions a step (512)
  --rate R        of learning at first (0.02)
  --decay D       how strongly weights are drawn to 0 (0.0002)
  --power P       the aim is the shares of visits to this power: above 1 the best counts more (2)
  --sharp P       how strongly it decides what is tried first, in percent (100)
  --warmth P      how much is chance when it plays on, in percent; 0: it does not play on (100)
  --players LIST  the numbers of players that it is for: 2+3+4 (all)
  --seed N        of the order (1)

The aim is the searches' share of the visits for each action, sharpened: a search also visits what it
only wants to know about. It needs numpy alone. One game in ten is kept apart, and the weights of the
epoch with the least surprise there are written.
"""
import argparse
import gzip
import struct
import sys
import time

import numpy as np

import train

UNIT = 256  # of a score, as in src/bots/policy.h
MOST_WEIGHT = 30000


class Acts:
    """The decisions of some files, all of one game."""

    def __init__(self, paths):
        read = [self.read(path) for path in paths]
        self.traits = np.concatenate([traits for traits, _, _ in read])
        self.numbers = np.concatenate([numbers for _, numbers, _ in read])
        sizes = np.concatenate([sizes for _, _, sizes in read])
        self.begin = np.concatenate([[0], np.cumsum(sizes)])
        self.game_of = self.numbers[self.begin[:-1], 0].astype(np.int64)

    def sharpen(self, power):
        powers = self.numbers[:, 1] ** power
        sums = np.add.reduceat(powers, self.begin[:-1])
        self.numbers[:, 1] = powers / np.repeat(sums, np.diff(self.begin))

    def read(self, path):
        """Traits of each action (behind the last one: the one that weighs nothing), its game, its
        share of visits and its share by rules of thumb; and how many actions each decision has."""
        with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
            raw = file.read()
        if raw[:8] != b"CAPUACTS":
            sys.exit(f"{path} has no decisions")
        _, self.version, self.count, most, _ = struct.unpack("<5H", raw[8:18])
        self.game = raw[32 : train.HEAD].rstrip(b"\0").decode()
        kind = np.dtype(
            [("game", "<u4"), ("decision", "<u2"), ("traits", "<u2"), ("share", "<f4")]
            + [("rule", "<f4"), ("list", "<u2", (most,))]
        )
        rows = np.frombuffer(raw[train.HEAD :], kind, (len(raw) - train.HEAD) // kind.itemsize)
        there = np.arange(most)[None] < rows["traits"][:, None]
        traits = np.where(there, rows["list"], self.count).astype(np.int32)
        changed = (np.diff(rows["game"].astype(np.int64)) != 0) | (
            np.diff(rows["decision"].astype(np.int64)) != 0
        )
        sizes = np.diff(np.concatenate([[0], np.flatnonzero(changed) + 1, [len(rows)]]))
        numbers = np.stack([rows["game"], rows["share"], rows["rule"]], axis=1).astype(np.float64)
        return traits, numbers, sizes


def rows_of(acts, chosen):
    """The actions of these decisions, and where each decision begins among them."""
    begin, size = acts.begin[chosen], acts.begin[chosen + 1] - acts.begin[chosen]
    first = np.concatenate([[0], np.cumsum(size)[:-1]])
    return np.repeat(begin - first, size) + np.arange(size.sum()), first, size


def shares_of(weights, traits, first, size):
    """What the policy says: a share of each action."""
    scores = weights[traits].sum(axis=1)
    scores = scores - np.repeat(np.maximum.reduceat(scores, first), size)
    shares = np.exp(scores)
    return shares / np.repeat(np.add.reduceat(shares, first), size)


def slopes_of(weights, traits, shares, aims):
    """How the surprise of these decisions changes with each weight."""
    wrong = np.repeat(shares - aims, traits.shape[1])
    return np.bincount(traits.ravel(), wrong, len(weights))


def surprise(shares, aims, decisions):
    return float(-(aims * np.log(shares + 1e-9)).sum() / max(decisions, 1))


def judge(acts, weights, chosen):
    """The surprise of these decisions, and how often the likeliest action is the most visited."""
    if len(chosen) == 0:
        return 0.0, 0.0
    rows, first, size = rows_of(acts, chosen)
    shares = shares_of(weights, acts.traits[rows], first, size)
    aims = acts.numbers[rows, 1]
    same = np.repeat(np.maximum.reduceat(shares, first), size) == shares
    best = np.repeat(np.maximum.reduceat(aims, first), size) == aims
    hit = np.add.reduceat((same & best).astype(float), first) > 0
    return surprise(shares, aims, len(chosen)), float(hit.mean())


def report_begin(acts, learned, apart):
    rows, first, size = rows_of(acts, apart) if len(apart) else (np.zeros(0, int),) * 3
    even = float(np.log(size).mean()) if len(apart) else 0
    rules = surprise(acts.numbers[rows, 2], acts.numbers[rows, 1], len(apart))
    least = surprise(acts.numbers[rows, 1], acts.numbers[rows, 1], len(apart))
    print(
        f"{acts.game}: {len(learned)} decisions, {len(apart)} apart; surprise by even chances "
        f"{even:.4f}, by rules of thumb {rules:.4f}, at least {least:.4f}",
        flush=True,
    )


def learn(acts, args):
    apart = np.flatnonzero(acts.game_of % 10 == 0)
    learned = np.flatnonzero(acts.game_of % 10 != 0)
    report_begin(acts, learned, apart)
    weights = np.zeros(acts.count + 1)
    mean, square, best, least = 0 * weights, 0 * weights, weights.copy(), np.inf
    rng, begun, steps = np.random.default_rng(args.seed), time.time(), 0
    for epoch in range(args.epochs):
        order = rng.permutation(learned)
        for at in range(0, len(order), args.batch):
            done = (epoch + at / len(order)) / args.epochs
            done = max(done, (time.time() - begun) / args.seconds)
            if done >= 1:
                break
            chosen = order[at : at + args.batch]
            rows, first, size = rows_of(acts, chosen)
            traits = acts.traits[rows]
            shares = shares_of(weights, traits, first, size)
            slopes = slopes_of(weights, traits, shares, acts.numbers[rows, 1]) / len(chosen)
            slopes = slopes + args.decay * weights
            steps += 1
            mean = 0.9 * mean + 0.1 * slopes
            square = 0.999 * square + 0.001 * slopes**2
            fair = (1 - 0.999**steps) ** 0.5 / (1 - 0.9**steps)
            weights = weights - args.rate * (1 - done) * fair * mean / (np.sqrt(square) + 1e-8)
            weights[acts.count] = 0
        found, hits = judge(acts, weights, apart)
        print(f"epoch {epoch + 1}, {time.time() - begun:.0f} s: surprise {found:.4f}, {hits:.3f}")
        sys.stdout.flush()
        if found < least or len(apart) == 0:
            best, least = weights.copy(), found
        if done >= 1:
            break
    return best


def whole_numbers(weights):
    return np.clip(np.rint(weights[:-1] * UNIT), -MOST_WEIGHT, MOST_WEIGHT).astype("<i2")


def with_policy(net, acts, weights, settings):
    """The file of a net (or of none: b"") with this policy instead of any that it has."""
    head = train.read_head(net) if net else {"game": acts.game.encode()}
    layers = net[train.HEAD : len(net) - 2 * head["traits"]] if net else b""
    head.update(settings, traits_version=acts.version, traits=acts.count)
    return train.whole_file(head, layers + weights.tobytes())


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--out", required=True)
    for name, kind, usual in (
        ("with", str, ""),
        ("epochs", int, 12),
        ("seconds", float, 1e9),
        ("batch", int, 512),
        ("rate", float, 0.02),
        ("decay", float, 0.0002),
        ("power", float, 2),
        ("sharp", int, 100),
        ("warmth", int, 100),
        ("players", str, ""),
        ("seed", int, 1),
    ):
        parser.add_argument(f"--{name}", type=kind, default=usual)
    args = parser.parse_args()
    acts = Acts(args.files)
    acts.sharpen(args.power)
    weights = whole_numbers(learn(acts, args))
    net = b""
    if vars(args)["with"]:
        with open(vars(args)["with"], "rb") as file:
            net = file.read()
    players = [int(n) for n in args.players.split("+") if n]
    settings = {"sharp": args.sharp, "warmth": args.warmth}
    settings["policy_players"] = train.bits_of(players)
    with open(args.out, "wb") as file:
        file.write(with_policy(net, acts, weights, settings))
    return 0


if __name__ == "__main__":
    sys.exit(main())
