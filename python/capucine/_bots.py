"""The bots, by name."""

from __future__ import annotations

from typing import Any, List, Mapping, Optional

from . import _engine
from ._engine import State
from ._errors import UnknownBot

__all__ = ["Bot", "bot", "bots"]


class Bot:
    """A bot of the engine. It knows the view of a seat and nothing else."""

    name: str
    about: str
    """A sentence about how it plays."""
    level: int
    """From 1, the weakest; 0: not one of the levels."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self.name = facts["name"]
        self.about = facts["about"]
        self.level = facts["level"]

    def __repr__(self) -> str:
        return f"<capucine.Bot: {self.name}>"

    def choose(
        self,
        state: State,
        seat: Optional[int] = None,
        *,
        seed: Optional[int] = None,
        ms: int = 0,
        threads: int = 1,
    ) -> str:
        """The text of the action that the bot chooses. Other Python threads go on meanwhile.

        Of a whole position it sees only the seat's view. Without a seed the choice follows from the
        view. Without a time limit (ms) it is the same on every machine. Take a limit for master,
        whose iterations can take many seconds: choose(view, ms=1000).
        """
        return _engine.choose(self.name, state, seat, seed, ms, threads)


_BOTS = {facts["name"]: Bot(facts) for facts in _engine.bots()}


def bots() -> List[Bot]:
    """All bots: the weakest first, at the end those for measuring."""
    return list(_BOTS.values())


def bot(name: str) -> Bot:
    """The bot of that name: "random", "greedy", "beginner", "casual", "club", …"""
    if name not in _BOTS:
        raise UnknownBot(f"there is no bot {name!r}: there are {', '.join(_BOTS)}")
    return _BOTS[name]
