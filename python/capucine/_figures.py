"""Figures that the engine gives, as named tuples."""

from __future__ import annotations

from typing import NamedTuple, Optional, Tuple, Union

__all__ = ["Advice", "Result", "Seed"]

Seed = Union[None, int, str, bytes]
"""What a deal follows from: a number below 2**64, its text, 64 hex digits, or 32 bytes."""


class Result(NamedTuple):
    """The result of a game that is over, a number for each seat."""

    scores: Tuple[int, ...]
    places: Tuple[int, ...]
    """1 is the best; equal places are shared: 1, 2, 2, 4."""

    def wins(self) -> Tuple[float, ...]:
        """Each seat's share of the win: those on the first place share it equally."""
        first = self.places.count(1)
        return tuple(1 / first if place == 1 else 0.0 for place in self.places)


class Advice(NamedTuple):
    """What a search thinks of an action."""

    action: str
    visits: int
    """How often it was looked at: the best measure of how good it is."""
    win: Tuple[float, ...]
    """The share of a win that each seat can expect."""
    score: Tuple[float, ...]
    """The score that each seat can expect."""
    error: float
    """Standard error of the seat's own share of a win."""
    reply: Optional[Tuple[int, str]]
    """A likely reply, as (seat, action), or None."""
