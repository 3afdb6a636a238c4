"""Batches: thousands of games stepped in one call."""

from __future__ import annotations

import array
from typing import Any, Mapping, Optional, Sequence, Tuple, Union

from . import _engine
from ._arrays import Kind, size_of, wanted
from ._games import game as find_game

__all__ = ["Batch"]

Array = Any
"""Anything with a buffer: a numpy array, an array.array, a memoryview."""


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        return None
    return numpy


def _zeros(shape: Tuple[int, ...], kind: Kind) -> Array:
    """Zeros as a numpy array, or without numpy as a memoryview of the same shape."""
    numpy = _numpy()
    if numpy:
        return numpy.zeros(shape, kind.name)
    room = bytearray(size_of(shape) * kind.bits // 8)
    return memoryview(room).cast("B").cast(kind.letter, shape)


class Batch(_engine.Batch):
    """Many games of one kind, stepped together on several threads without Python's lock.

    batch = capucine.Batch("caprice", 2, 4096, observations=True, masks=True)
    while True:
        actions = policy(batch.observations, batch.masks)    # an index for each game
        batch.step(actions)                                  # the arrays are written anew

    Say True for an array that is to be made, or bring your own: anything with a writable buffer of
    that type and size. Arrays that are not wanted cost nothing.

    seats         int8 (count)            the seat to act; -1: the game is over
    done          bool (count)            whether a game has ended in the last step
    rewards       float32 (count, players)  when it has: each seat's share of the win; else 0
    observations  int16 (count, columns)  what the seat to act knows; Game.columns has the names
    masks         uint8 (count, bytes)    a bit for each legal action, the lowest bit first
    legal         int32 (count, most)     the indices of the legal actions; the rest is of no use
    counts        int32 (count)           how many there are
    scores        int32 (count, players)  of the game that has ended last
    places        uint8 (count, players)  likewise
    errors        uint32 (count)          how many actions were refused

    One seat decides at a time. Where several decide at once, the lowest comes first, and each sees
    only its own view. A game that ends is followed by the next one in the same step. With manual,
    it waits for reset. Everything follows from the seed and the actions, not from the threads.
    """

    seats: Array
    done: Array
    rewards: Array
    observations: Array
    masks: Array
    legal: Array
    counts: Array
    scores: Array
    places: Array
    errors: Array
    game: str
    players: int
    count: int

    def __new__(
        cls,
        game: str,
        players: int,
        count: int,
        *,
        options: Optional[Mapping[str, Union[str, int]]] = None,
        seed: int = 0,
        manual: bool = False,
        threads: int = 1,
        seats: Array = True,
        done: Array = True,
        rewards: Array = True,
        observations: Array = None,
        masks: Array = None,
        legal: Array = None,
        counts: Array = None,
        scores: Array = None,
        places: Array = None,
        errors: Array = None,
    ) -> "Batch":
        about = find_game(game)
        about.check(players, options)
        arrays = {
            "seats": seats,
            "done": done,
            "rewards": rewards,
            "observations": observations,
            "masks": masks,
            "legal": legal,
            "counts": counts,
            "scores": scores,
            "places": places,
            "errors": errors,
        }
        made = {
            one.name: _zeros(one.shape, one.kind) if one.given is True else one.given
            for one in wanted(about, players, count, arrays)
        }
        given = dict(options or {})
        self = super().__new__(cls, game, players, count, given, seed, manual, threads, **made)
        assert isinstance(self, Batch)
        for name, values in made.items():
            setattr(self, name, values)
        self.game, self.players, self.count = game, players, count
        return self

    def __len__(self) -> int:
        return self.count

    def __repr__(self) -> str:
        return f"<capucine.Batch: {self.game}, {self.players} players, {self.count} games>"

    def step(self, actions: Union[Array, Sequence[int]], /) -> int:
        """One step in each game: the seat to act does the action with this index.

        An array of whole numbers of 32 or 64 bits, or a list; -1 does nothing. Returns how many were
        refused because they are not legal. Those games stay as they were.
        """
        if isinstance(actions, (list, tuple)):
            actions = array.array("q", actions)
        return super().step(actions)

    def unpacked(self) -> Array:
        """The masks with a bool for each action: (count, action_space). It needs numpy."""
        numpy = _numpy()
        if not numpy or self.masks is None:
            raise ValueError("this needs numpy, and a batch with masks")
        space = find_game(self.game).action_space
        bits = numpy.unpackbits(self.masks, axis=1, count=space, bitorder="little")
        return bits.view(bool)
