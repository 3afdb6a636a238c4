#!/usr/bin/env python3
"""A random agent, and how it fares: the smallest complete program.

usage: random_agent.py [--game caprice] [--players 2] [--against casual] [--deals 20] [--seed 1]"""

import argparse
import random

import capucine


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="caprice")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--against", default="casual", help="the name of a bot")
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    choose = random.Random(given.seed)

    def random_agent(view):
        """An agent gets its seat's view, and returns the text of an action."""
        return choose.choice(view.legal())

    players = [random_agent] + [given.against] * (given.players - 1)
    for standing in capucine.match(given.game, players, given.deals, seed=given.seed):
        low, high = standing.interval
        print(
            f"{standing.player:12}  {100 * standing.wins:5.1f} % of {standing.games} games won "
            f"(95 % interval {100 * low:.0f} to {100 * high:.0f} %), "
            f"{standing.score:.1f} points on average"
        )


if __name__ == "__main__":
    main()
