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
    action_space: int
    """How many actions there are: each has an index below this, the same in every position."""
    legal_most: int
    """No decision has more legal actions."""
    mask_bytes: int
    """Bytes of a mask with a bit for each action."""
    observation_size: int
    """Columns of an observation."""
    observation_version: int
    """Goes up when columns change."""

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
        self.action_space = facts["action_space"]
        self.legal_most = facts["legal_most"]
        self.mask_bytes = facts["mask_bytes"]
        self.observation_size = facts["observation_size"]
        self.observation_version = facts["observation_version"]

    def __repr__(self) -> str:
        return f"<capucine.Game: {self.name}>"

    def new(self, players: int, *, seed: Seed = None, **options: Union[str, int]) -> State:
        """Deals a game. Without a seed, the deal is random."""
        return State(self.name, players, options, seed)

    def check(self, players: int, options: Optional[Mapping[str, Union[str, int]]] = None) -> None:
        """Raises BadPlayers or BadOptions if no game can begin with these."""
        _engine.check_options(self.name, players, dict(options or {}))

    def action_index(self, text: str) -> int:
        """The index of an action. IllegalAction: the game has no such action."""
        return _engine.action_index(self.name, text)

    def action_at(self, index: int) -> str:
        """The text of the action with an index."""
        return _engine.action_at(self.name, index)

    @property
    def columns(self) -> Tuple[str, ...]:
        """The names of the columns of an observation, such as "seat1.tiles.dr"."""
        return _engine.columns(self.name)


_GAMES = {facts["name"]: Game(facts) for facts in _engine.games()}


def games() -> List[Game]:
    """All games, in the order of the rules' pages."""
    return list(_GAMES.values())


def game(name: str) -> Game:
    """The game of that name: "caprice", "capitol", "capone" or "capital-lux-2"."""
    if name not in _GAMES:
        raise UnknownGame(f"there is no game {name!r}: there are {', '.join(_GAMES)}")
    return _GAMES[name]
