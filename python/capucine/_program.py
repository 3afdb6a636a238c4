"""A bot for capucine arena, sim, play and serve, made of a function: docs/programs.md."""

from __future__ import annotations

import json
import random
import sys
from dataclasses import dataclass
from typing import IO, Any, Callable, Dict, List, Optional

__all__ = ["Decision", "program"]


@dataclass(frozen=True)
class Decision:
    """What a program is asked, and all that its seat may know."""

    game: str
    players: int
    options: Dict[str, str]
    seat: int
    view: Dict[str, Any]
    """The position as JSON says it: docs/games/."""
    legal: List[str]
    story: List[Any]
    """What has happened since the last question."""
    ms: int
    """How long the answer may take."""
    random: random.Random
    """The same numbers in the same game."""


def program(
    choose: Callable[[Decision], str],
    *,
    name: Optional[str] = None,
    read: Optional[IO[str]] = None,
    write: Optional[IO[str]] = None,
) -> None:
    """Plays until nobody asks any more: `choose` gets a Decision and returns one of its actions.

    Call it at the end of a script, and give the script to the arena:

        def choose(decision):
            return decision.random.choice(decision.legal)

        capucine.program(choose)

    A script of this kind must print nothing else. `read` and `write` replace the standard streams.
    """
    read, write = read or sys.stdin, write or sys.stdout
    begun: Dict[str, Any] = {}
    chance = random.Random()
    if name is not None:
        _say(write, name=name)
    for line in read:
        told = json.loads(line)
        if told["type"] == "game":
            begun = told
            chance.seed(told["seed"])
        elif told["type"] == "decide":
            _say(write, id=told["id"], action=choose(_decision(begun, told, chance)))


def _decision(begun: Dict[str, Any], told: Dict[str, Any], chance: random.Random) -> Decision:
    return Decision(
        game=begun["game"],
        players=begun["players"],
        options=begun["options"],
        seat=begun["seat"],
        view=told["view"],
        legal=told["legal"],
        story=told["story"],
        ms=told["ms"],
        random=chance,
    )


def _say(write: IO[str], **what: Any) -> None:
    write.write(json.dumps(what) + "\n")
    write.flush()
