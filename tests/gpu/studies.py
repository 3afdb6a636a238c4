#!/usr/bin/env python3
"""A study on a GPU counts games right: it must say what its games say one by one. With opponents that
look ahead it must say what the processor says.

usage: studies.py CAPUCINE"""

import json
import subprocess
import sys

GAMES, SEED = 12, 7


def study(capucine, games, seed):
    command = f"sim --gpu --game caprice --players 3 --games {games} --seed {seed} --json"
    return json.loads(subprocess.check_output([capucine, *command.split()]))


def contest(capucine, game, fixed, there):
    """Games of greedy and random, 11 in all: the bots do not sit everywhere equally often."""
    command = f"sim --game {game} --players 3 --games 11 --seed {SEED} --json"
    bots = ["--bots", "greedy,random,random"]
    more = ["--fixed"] * fixed + ["--gpu"] * there
    return json.loads(subprocess.check_output([capucine, *command.split(), *bots, *more]))


def mean(numbers):
    return sum(numbers) / len(numbers)


def check_seat(whole, games):
    scores = [game["score"] for game in games]
    assert abs(whole["score"] - mean(scores)) < 0.001, (whole, scores)
    assert (whole["score_min"], whole["score_max"]) == (min(scores), max(scores)), (whole, scores)
    variance = mean([(score - mean(scores)) ** 2 for score in scores])
    assert abs(whole["score_sd"] ** 2 - variance) < 0.01, (whole, scores)
    for name in ("win_share", "place"):
        assert abs(whole[name] - mean([game[name] for game in games])) < 0.001, (whole, name)


def check_spread(whole, values):
    assert abs(whole["mean"] - mean(values)) < 0.001, (whole, values)
    assert (whole["min"], whole["max"]) == (min(values), max(values)), (whole, values)


def main():
    whole = study(sys.argv[1], GAMES, SEED)
    singly = [study(sys.argv[1], 1, SEED + number) for number in range(GAMES)]
    assert whole["games"] == GAMES
    for seat in range(3):
        check_seat(whole["seats"][seat], [game["seats"][seat] for game in singly])
    for name in ("actions", "blocks"):
        check_spread(whole[name], [game[name]["mean"] for game in singly])
    for game in singly:
        assert abs(sum(seat["win_share"] for seat in game["seats"]) - 1) < 0.001, game
        assert all(seat["score_min"] == seat["score_max"] for seat in game["seats"]), game
    assert len({game["seats"][0]["score"] for game in singly}) > 1, "the games differ"
    for game in ("caprice", "capitol"):
        for fixed in (False, True):
            there, here = (contest(sys.argv[1], game, fixed, gpu) for gpu in (True, False))
            assert there == here, (there, here)
            assert there["bots"][0]["win_share"] > 0.5, there
    return 0


if __name__ == "__main__":
    sys.exit(main())
