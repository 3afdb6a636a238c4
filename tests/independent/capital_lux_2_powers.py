#!/usr/bin/env python3
"""Measures the powers of Capital Lux 2 in games of the simple opponent, over random power sets.

usage: capital_lux_2_powers.py --capucine PATH [--games N] [--players N] [--seed N]

For each tile: how often it was used when it could be (a card of its colour in hand at one's turn,
and the power possible after playing it), how often a seat used it in a game, and the average score
of games with it in play. A Markdown table."""

import argparse
import json
import subprocess
from collections import Counter

import capital_lux_2 as model


class Referee:
    def __init__(self, path):
        self.process = subprocess.Popen(
            [path, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, *requests):
        """Sends all, and gives the last answer."""
        self.process.stdin.write("".join(json.dumps(request) + "\n" for request in requests))
        self.process.stdin.flush()
        for _ in requests:
            answer = json.loads(self.process.stdout.readline())
        return answer


def possible(pos, seat, district, card):
    """Whether this card, played to the capital, would set off its power."""
    pos = model.clone(pos)
    tile = pos["powers"][district]
    model.leave_hand(pos, seat, card)
    pos["capital"][district].append(card)
    if tile == "merchant":
        return True
    if tile == "scholar":
        return bool(pos["pile"])
    if tile == "dualist":
        return not pos["second"] and bool(pos["pile"] or pos["seats"][seat]["hand"])
    if tile == "proselytiser":
        return bool(pos["pile"])
    prepare, choices, _ = model.CHOICE_POWERS[tile]
    prepare(pos, seat)
    return bool(choices(pos, seat))


class Count:
    """What is counted for each tile."""

    def __init__(self):
        self.games, self.scores, self.chances, self.uses = (Counter() for _ in range(4))

    def turn(self, pos, seat, action):
        hand = pos["seats"][seat]["hand"]
        for district in model.DISTRICTS:
            cards = [card for card in hand if model.DISTRICT_OF[card[0]] == district]
            if not cards or not possible(pos, seat, district, cards[0]):
                continue
            tile = pos["powers"][district]
            self.chances[tile] += 1
            self.uses[tile] += action.startswith("capital " + district[0])

    def game(self, pos, scores):
        for tile in pos["powers"].values():
            self.games[tile] += 1
            self.scores[tile] += sum(scores) / len(scores)


def play(referee, count, players, seed):
    referee.ask(
        {"cmd": "new", "game": model.GAME, "players": players, "options": {}, "seed": str(seed)}
    )
    pos = referee.ask({"cmd": "state"})["state"]
    while model.actors(pos):
        seat = model.actors(pos)[0]
        action = referee.ask({"cmd": "bot", "seat": seat, "level": "greedy"})["action"]
        if pos["phase"] == "play":
            count.turn(pos, seat, action)
        pos = referee.ask({"cmd": "apply", "seat": seat, "action": action}, {"cmd": "state"})[
            "state"
        ]
    count.game(pos, referee.ask({"cmd": "result"})["scores"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--capucine", required=True, help="the program")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    args = parser.parse_args()
    referee, count = Referee(args.capucine), Count()
    for seed in range(args.seed, args.seed + args.games):
        play(referee, count, args.players, seed)
    print(
        "| tile | used when it could be | uses a seat and game | average score |\n|---|---|---|---|"
    )
    for tiles in model.TILES.values():
        for tile in tiles:
            if count.games[tile]:
                print(
                    f"| {tile} | {100 * count.uses[tile] / max(1, count.chances[tile]):.0f} % "
                    f"| {count.uses[tile] / count.games[tile] / args.players:.1f} "
                    f"| {count.scores[tile] / count.games[tile]:.1f} |"
                )


if __name__ == "__main__":
    main()
