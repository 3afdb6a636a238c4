"""The games and their options."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Tuple, Union

from . import _engine
from ._engine import State
from ._errors import UnknownGame
from ._figures import Seed

__all__ = ["Game", "Option", "game", "games"]


class Option(NamedTuple):
    """An option of a game. All values are texts; the first one is the default."""

    name: str
    values: Tuple[str, ...]
    pattern: Optional[str]
    """If not None, values of this form are possible too."""

    @property
    def default(self) -> str:
        """The value of a game for which nothing else is said."""
        return self.values[0]


class Game:
    """A game: what it is called, who can play it, and its options.

    capucine.game("caprice").new(2, seed=42, third="redraw") deals a game of Caprice.
    """

    name: str
    title: str
    players: range
    """How many can play: 3 in game.players."""
    rules: int
    """The edition of the rules; it goes up when old records would replay differently."""
    options: Dict[str, Option]
    reconstructed: Optional[str]
    """What of the rules was reconstructed, in a sentence, or None."""
    open: bool
    """Whether nothing is hidden from anybody."""
    silent: Optional[str]
    """An action that is a formality wherever it is the only one, or None."""
    reasons: Dict[str, str]
    """Why something can be refused: ids with sentences."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self.name = facts["name"]
        self.title = facts["title"]
        self.players = range(facts["least"], facts["most"] + 1)
        self.rules = facts["rules"]
        self.options = {option[0]: Option(*option) for option in facts["options"]}
        self.reconstructed = facts["reconstructed"]
        self.open = facts["open"]
        self.silent = facts["silent"]
        self.reasons = dict(facts["reasons"])

    def __repr__(self) -> str:
        return f"<capucine.Game: {self.name}>"

    def new(self, players: int, *, seed: Seed = None, **options: Union[str, int]) -> State:
        """Deals a game. Without a seed, the deal is random."""
        return State(self.name, players, options, seed)

    def check(self, players: int, options: Optional[Mapping[str, Union[str, int]]] = None) -> None:
        """Raises BadPlayers or BadOptions if no game can begin with these."""
        _engine.check_options(self.name, players, dict(options or {}))


_GAMES = {facts["name"]: Game(facts) for facts in _engine.games()}


def games() -> List[Game]:
    """All games, in the order of the rules' pages."""
    return list(_GAMES.values())


def game(name: str) -> Game:
    """The game of that name: "caprice", "capitol", "capone" or "capital-lux-2"."""
    if name not in _GAMES:
        raise UnknownGame(f"there is no game {name!r}: there are {', '.join(_GAMES)}")
    return _GAMES[name]
