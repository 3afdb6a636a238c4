"""The arrays of a batch: their types and shapes, here and on a GPU."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, NamedTuple, Tuple

from ._games import Game

MOST_GAMES = 2**24
MOST_STEPS = 2**24


class Kind(NamedTuple):
    """A type of numbers: numpy's name and sign, a letter of module struct, DLPack's code and bits."""

    name: str
    sign: str
    letter: str
    code: int
    bits: int


BOOL = Kind("bool", "|b1", "B", 6, 8)
INT8 = Kind("int8", "|i1", "b", 0, 8)
INT16 = Kind("int16", "<i2", "h", 0, 16)
INT32 = Kind("int32", "<i4", "i", 0, 32)
UINT8 = Kind("uint8", "|u1", "B", 1, 8)
UINT32 = Kind("uint32", "<u4", "I", 1, 32)
FLOAT32 = Kind("float32", "<f4", "f", 2, 32)


class Wanted(NamedTuple):
    """An array of a batch, and what the caller gave for it: True, an array, or None for neither."""

    name: str
    kind: Kind
    shape: Tuple[int, ...]
    given: Any


def wanted(game: Game, players: int, count: int, given: Mapping[str, Any]) -> List[Wanted]:
    """What each array must be. Masks bring the lists along that say which bits to clear."""
    if not 1 <= count <= MOST_GAMES:  # before there are arrays for so many
        raise ValueError("a batch has 1 to 2**24 games")
    asked: Dict[str, Any] = {
        name: None if value is False else value for name, value in given.items()
    }
    for name, needs in (("masks", "legal"), ("legal", "counts")):
        if asked[name] is not None and given[needs] is None:
            asked[needs] = True
    kinds: Dict[str, Tuple[Kind, Tuple[int, ...]]] = {
        "seats": (INT8, (count,)),
        "done": (BOOL, (count,)),
        "rewards": (FLOAT32, (count, players)),
        "observations": (INT16, (count, game.observation_size)),
        "legal": (INT32, (count, game.legal_most)),
        "counts": (INT32, (count,)),
        "masks": (UINT8, (count, game.mask_bytes)),
        "scores": (INT32, (count, players)),
        "places": (UINT8, (count, players)),
        "errors": (UINT32, (count,)),
    }
    return [Wanted(name, kind, shape, asked[name]) for name, (kind, shape) in kinds.items()]


def size_of(shape: Tuple[int, ...]) -> int:
    """How many numbers there are."""
    size = 1
    for length in shape:
        size *= length
    return size
