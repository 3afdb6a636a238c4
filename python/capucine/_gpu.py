"""Batches on an NVIDIA GPU: the games of Batch, stepped there, in arrays there."""

from __future__ import annotations

import array
from typing import Any, Dict, Mapping, Optional, Sequence, Tuple, Union

from . import _engine
from ._arrays import BOOL, INT32, MOST_STEPS, Kind, size_of, wanted
from ._games import game as find_game

__all__ = ["GpuArray", "GpuBatch", "gpu"]

ON_CUDA = 2


def gpu() -> str:
    """The name of the GPU that GpuBatch uses: the first one. Without one, an Error says why."""
    return _engine.gpu()


class GpuArray:
    """An array on the GPU. Other packages take it as it is, without a copy:

    torch.as_tensor(batch.observations), torch.from_dlpack(batch.observations)
    cupy.asarray(batch.observations), jax.dlpack.from_dlpack(batch.observations)

    shape   (games,) or (games, columns)
    kind    the type of its numbers, as numpy writes it: "<i2"
    """

    def __init__(self, shape: Tuple[int, ...], kind: Kind) -> None:
        self.shape = shape
        self.kind = kind.sign
        self._kind = kind
        self._memory = _engine.GpuMemory(size_of(shape) * kind.bits // 8)

    @property
    def __cuda_array_interface__(self) -> Dict[str, Any]:
        return {
            "shape": self.shape,
            "typestr": self.kind,
            "data": (self._memory.address, False),
            "strides": None,
            "version": 3,
            "stream": 1,  # the default stream
        }

    def __dlpack__(self, **_: Any) -> Any:
        axes = len(self.shape)
        return self._memory.dlpack(self._kind.code, self._kind.bits, axes, *self.shape)

    def __dlpack_device__(self) -> Tuple[int, int]:
        return ON_CUDA, 0

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<capucine.GpuArray: {self.kind} {self.shape}>"

    def copy(self) -> Any:
        """A copy in the machine's own memory, when the GPU is ready: of numpy if it is there."""
        data = self._memory.read()
        try:
            import numpy
        except ImportError:
            return memoryview(data).cast("B").cast(self._kind.letter, self.shape)
        return numpy.frombuffer(data, self.kind).reshape(self.shape).copy()


def _address(name: str, given: Any, size: int, signs: Sequence[str], written: bool) -> int:
    """Where an array of somebody else's is on the GPU. It must be what is wanted."""
    about = getattr(given, "__cuda_array_interface__", None)
    if about is None:
        raise TypeError(f"{name}: this is no array on a GPU")
    held = size_of(about["shape"])
    if about["typestr"] not in signs:
        raise ValueError(f"{name}: the array has numbers of another type: {about['typestr']}")
    if held != size:
        raise ValueError(f"{name}: the array has another size: {held}, not {size}")
    if about.get("strides") is not None and held and not _is_whole(about):
        raise ValueError(f"{name}: the array has gaps")
    address, locked = about["data"]
    if written and locked:
        raise ValueError(f"{name}: the array cannot be written")
    return int(address)


def _is_whole(about: Mapping[str, Any]) -> bool:
    step = int(about["typestr"][2:])
    for length, stride in zip(reversed(about["shape"]), reversed(about["strides"])):
        if stride != step and length > 1:
            return False
        step *= length
    return True


class GpuBatch(_engine.GpuBatch):
    """Many games of one kind, stepped together on a GPU. It plays as Batch does, to the last bit.

    batch = capucine.GpuBatch("caprice", 2, 131072, observations=True, masks=True)
    seen = torch.as_tensor(batch.observations)      # the same memory: no copy
    while True:
        batch.step(policy(seen))                    # indices on the GPU, of 32 or 64 bits

    The arrays are those of Batch. Say True for one that is to be made, or bring your own: anything
    on the GPU with __cuda_array_interface__. Nothing waits for the GPU: what is asked of it is done
    in order, on its default stream. Actions that are refused are counted in `errors`, and refused()
    has their number.
    """

    seats: Any
    done: Any
    rewards: Any
    observations: Any
    masks: Any
    legal: Any
    counts: Any
    scores: Any
    places: Any
    errors: Any
    game: str
    players: int
    count: int
    _room: Optional[GpuArray]

    def __new__(
        cls,
        game: str,
        players: int,
        count: int,
        *,
        options: Optional[Mapping[str, Union[str, int]]] = None,
        seed: int = 0,
        manual: bool = False,
        seats: Any = True,
        done: Any = True,
        rewards: Any = True,
        observations: Any = None,
        masks: Any = None,
        legal: Any = None,
        counts: Any = None,
        scores: Any = None,
        places: Any = None,
        errors: Any = None,
    ) -> "GpuBatch":
        about = find_game(game)
        about.check(players, options)
        given = {
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
        arrays: Dict[str, Any] = {}
        addresses: Dict[str, int] = {}
        for one in wanted(about, players, count, given):
            arrays[one.name] = GpuArray(one.shape, one.kind) if one.given is True else one.given
            if one.given is not None:
                signs = (one.kind.sign, "|u1") if one.kind is BOOL else (one.kind.sign,)
                addresses[one.name] = _address(
                    one.name, arrays[one.name], size_of(one.shape), signs, True
                )
        self = super().__new__(
            cls, game, players, count, dict(options or {}), seed, manual, addresses
        )
        assert isinstance(self, GpuBatch)
        for name, values in arrays.items():
            setattr(self, name, values)
        self.game, self.players, self.count = game, players, count
        self._room = None
        return self

    def __len__(self) -> int:
        return self.count

    def __repr__(self) -> str:
        return f"<capucine.GpuBatch: {self.game}, {self.players} players, {self.count} games>"

    def step(self, actions: Any, /) -> None:  # type: ignore[override]
        """One step in each game: the seat to act does the action with this index.

        An array on the GPU of whole numbers of 32 or 64 bits, or a list; -1 does nothing. Games
        whose action is not legal stay as they were.
        """
        if isinstance(actions, (list, tuple)):
            actions = self._sent(array.array("i", actions))
        address = _address("actions", actions, self.count, ("<i4", "<i8"), False)
        super().step(address, int(actions.__cuda_array_interface__["typestr"][2:]))

    def _sent(self, actions: Any) -> GpuArray:
        if len(actions) != self.count:
            raise ValueError(f"actions: the list has another size: {len(actions)}")
        if self._room is None:
            self._room = GpuArray((self.count,), INT32)
        self._room._memory.write(actions.tobytes())
        return self._room

    def random(self, steps: int = 1, /) -> None:
        """Random steps in each game. The arrays are written once, after the last."""
        if not 1 <= steps <= MOST_STEPS:
            raise ValueError("random makes 1 to 2**24 steps")
        super().random(steps)

    def reset(self, which: Any = None, /) -> None:
        """Deals anew the games whose number in `which` is not 0, such as `done`; None: all."""
        signs = ("|b1", "|u1", "|i1")
        super().reset(0 if which is None else _address("which", which, self.count, signs, False))

    def state(self, index: int, /) -> _engine.State:
        """The whole position of one game, as a State, when the GPU is ready."""
        return self._look(index)[0]

    def deal(self, index: int, /) -> str:
        """The seed that one game was dealt from, for State."""
        return self._look(index)[1]

    def _look(self, index: int) -> Tuple[_engine.State, str]:
        if not 0 <= index < self.count:
            raise IndexError("the batch has no such game")
        return super().look(index)
