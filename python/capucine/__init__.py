"""Capucine: the board games Capitol, Caprice, Capital Lux 2 and Capone, for programs.

A game from beginning to end:

    import capucine

    state = capucine.State("caprice", 2, seed=42)
    while not state.over:
        view = state.view(state.seat)      # all that this seat may know
        state.apply(view.legal()[0])
    print(state.result.scores)

Words. A seat is a player's place, from 0. The actors are the seats that have to decide now; there
are several where choices are made at the same time. An action is a short text such as "place dr 3".
A view is what one seat, or a spectator, may know. A sample is a guess at what a view hides.

games, game     the games and their options
State           a position or a view: legal, apply, view, sample, json, facts, history
Record          what a game began from, and its actions: read, replay, verify, write
Batch           thousands of games stepped in one call, into arrays
GpuBatch, gpu   the same on an NVIDIA GPU, in arrays that PyTorch, CuPy and JAX share
Search          looks ahead with a budget, and gives advice
bots, bot       bots by name; play and match let them play
program         makes a bot for capucine arena of a function
Error           what is raised when something is refused, with the engine's reason

docs/python.md has more. docs/games/ has the rules, texts and JSON of each game.
"""

from __future__ import annotations

import copyreg
from typing import Any, Callable, Tuple

from ._batch import Batch
from ._bots import Bot, bot, bots
from ._engine import SPECTATOR, Search, State, __version__
from ._errors import (
    BadOptions,
    BadPlayers,
    BadRecord,
    BadSeat,
    BadState,
    Error,
    GameOver,
    IllegalAction,
    IsView,
    NoGpu,
    NotYourTurn,
    UnknownBot,
    UnknownGame,
)
from ._figures import Advice, Result
from ._gpu import GpuArray, GpuBatch, gpu
from ._games import Game, Option, game, games
from ._play import Player, Standing, match, play
from ._program import Decision, program
from ._record import Record

__all__ = [
    "Advice",
    "BadOptions",
    "BadPlayers",
    "BadRecord",
    "BadSeat",
    "BadState",
    "Batch",
    "Bot",
    "Decision",
    "Error",
    "Game",
    "GameOver",
    "GpuArray",
    "GpuBatch",
    "IllegalAction",
    "IsView",
    "NoGpu",
    "NotYourTurn",
    "Option",
    "Player",
    "Record",
    "Result",
    "SPECTATOR",
    "Search",
    "Standing",
    "State",
    "UnknownBot",
    "UnknownGame",
    "__version__",
    "bot",
    "bots",
    "game",
    "games",
    "gpu",
    "match",
    "play",
    "program",
]


def _replayed(record: Any) -> State:
    return State._replay(record)


def _view_of(game: str, viewer: int, data: bytes) -> State:
    return State._view_of(game, viewer, data)


def _pickled(state: State) -> Tuple[Callable[..., State], Tuple[Any, ...]]:
    """A position is pickled as its record, a view as its bytes."""
    if state.viewer is None:
        return _replayed, (state.record(),)
    return _view_of, (state.game, state.viewer, bytes(state))


copyreg.pickle(State, _pickled)

for _name in __all__:  # so that exceptions and help say capucine.BadSeat, not where it is kept
    if getattr(globals()[_name], "__module__", "").startswith("capucine._"):
        globals()[_name].__module__ = "capucine"
