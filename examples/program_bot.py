#!/usr/bin/env python3
"""A bot of one function, for capucine arena --bots club,examples/program_bot.py

docs/programs.md says what else it is told."""

import json
import random
import sys


def choose(view, legal, chance):
    """One of the legal actions. This bot takes any."""
    return chance.choice(legal)


def main():
    chance = random.Random()
    for line in sys.stdin:
        told = json.loads(line)
        if told["type"] == "game":
            chance.seed(told["seed"])  # the same game is played the same way again
        elif told["type"] == "decide":
            action = choose(told["view"], told["legal"], chance)
            print(json.dumps({"id": told["id"], "action": action}), flush=True)


if __name__ == "__main__":
    main()
