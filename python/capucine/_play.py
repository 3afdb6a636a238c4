"""Whole games between bots, and matches of many games."""

from __future__ import annotations

import random
from typing import Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from ._bots import Bot, bot
from ._engine import State
from ._figures import Seed

__all__ = ["Player", "Standing", "match", "play"]

Player = Union[str, Bot, Callable[[State], str]]
"""The name of a bot, a Bot, or a function that gets a view and returns an action's text."""
Options = Mapping[str, Union[str, int]]


def _chooser(player: Player, seeds: random.Random) -> Callable[[State], str]:
    if isinstance(player, str):
        player = bot(player)
    if isinstance(player, Bot):
        made = player
        return lambda view: made.choose(view, seed=seeds.getrandbits(64))
    if not callable(player):
        raise TypeError("a player is the name of a bot, a Bot or a function that gets a view")
    return player


def play(
    game: str,
    players: Sequence[Player],
    *,
    seed: Seed = None,
    options: Optional[Options] = None,
    state: Optional[State] = None,
) -> State:
    """Plays a game to its end and returns it; state.result and state.record() tell of it.

    There is a player for each seat. Each gets its own view and nothing else. With a state, the game
    goes on from there. The same seed gives the same game, if the players are bots of the engine.
    """
    if state is None:
        state = State(game, len(players), dict(options or {}), seed)
    elif state.players != len(players):
        raise ValueError(f"there are {state.players} seats and {len(players)} players")
    else:
        state = state.copy()
    seeds = random.Random(state.hash())
    choosers = [_chooser(player, seeds) for player in players]
    while state.seat is not None:
        seat = state.seat
        state.apply(choosers[seat](state.view(seat)), seat)
    return state


class Standing(NamedTuple):
    """How a player did in a match."""

    player: str
    games: int
    wins: float
    """The share of games won; a shared first place counts in part."""
    interval: Tuple[float, float]
    """95 % confidence interval of that share, from the deals as independent samples."""
    score: float
    """The mean score."""


def _name(player: Player) -> str:
    if isinstance(player, Bot):
        return player.name
    return player if isinstance(player, str) else getattr(player, "__name__", "a function")


def _interval(shares: List[float]) -> Tuple[float, float]:
    """Mean ± 1.96 standard errors, within 0 and 1."""
    mean = sum(shares) / len(shares)
    if len(shares) < 2:
        return 0.0, 1.0
    variance = sum((share - mean) ** 2 for share in shares) / (len(shares) - 1)
    half = 1.96 * (variance / len(shares)) ** 0.5
    return max(0.0, mean - half), min(1.0, mean + half)


def match(
    game: str,
    players: Sequence[Player],
    deals: int = 50,
    *,
    seed: int = 0,
    options: Optional[Options] = None,
) -> List[Standing]:
    """Finds out who plays better. Every deal is played once from each seat by each player.

    The deals have the seeds seed, seed + 1 and so on. Returns a Standing for each player.
    """
    if deals < 1:
        raise ValueError("a match has at least one deal")
    count = len(players)
    shares: Dict[int, List[float]] = {number: [] for number in range(count)}
    scores: Dict[int, float] = {number: 0.0 for number in range(count)}
    for deal in range(deals):
        won = [0.0] * count
        for turn in range(count):
            seats = [(seat + turn) % count for seat in range(count)]
            end = play(game, [players[n] for n in seats], seed=seed + deal, options=options)
            assert end.result is not None
            for seat, number in enumerate(seats):
                won[number] += end.result.wins()[seat] / count
                scores[number] += end.result.scores[seat]
        for number in range(count):
            shares[number].append(won[number])
    return [
        Standing(
            _name(players[number]),
            deals * count,
            sum(shares[number]) / deals,
            _interval(shares[number]),
            scores[number] / (deals * count),
        )
        for number in range(count)
    ]
