"""Records: what a game began from, and all its actions."""

from __future__ import annotations

import hashlib
import json
import os
from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

from ._engine import State
from ._errors import BadRecord, Error
from ._games import Game, game

__all__ = ["Record"]

FORMAT = 1
Json = Dict[str, Any]


def _no_twins(pairs: List[Tuple[str, Any]]) -> Json:
    """An object whose names are all different."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise BadRecord("an object has a name twice")
    return found


def _no_constant(name: str) -> Any:
    raise BadRecord(f"{name} is not JSON")


def _parse(text: Union[str, bytes]) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_no_twins, parse_constant=_no_constant)
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord(f"not JSON: {error}") from None


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(record: Mapping[str, Any], key: str) -> int:
    value = record.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise BadRecord(f"the record needs a number '{key}'")
    return value


def _known_game(record: Mapping[str, Any]) -> Game:
    """The game, whose edition of the rules must be ours."""
    if _number(record, "capucine") > FORMAT:
        raise BadRecord("the record is of a newer version ('capucine')")
    try:
        found = game(record.get("game") or "")
    except (Error, TypeError) as error:
        raise BadRecord(str(error)) from None
    rules = _number(record, "rules")
    if rules != found.rules:
        raise BadRecord(
            f"the record was played by edition {rules} of the rules; "
            f"this Capucine plays by edition {found.rules}"
        )
    return found


def _is_move(move: Any) -> bool:
    return (
        isinstance(move, (list, tuple))
        and len(move) == 2
        and _whole(move[0])
        and isinstance(move[1], str)
    )


def _actions(record: Mapping[str, Any]) -> List[Tuple[int, str]]:
    actions = record.get("actions")
    if not isinstance(actions, list):
        raise BadRecord("the record needs a list of actions")
    for index, move in enumerate(actions):
        if not _is_move(move):
            raise BadRecord(f'action {index} of the record: it must be [seat,"action"]')
    return [(seat, action) for seat, action in actions]


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _seal_holds(seal: Any, seed: str, players: int) -> bool:
    """Whether a seal proves the seed, and the order of the seats if it has one."""
    if not isinstance(seal, dict):
        return False
    secret, mixes = seal.get("secret"), seal.get("mixes")
    if not isinstance(secret, str) or not isinstance(mixes, list) or len(mixes) != players:
        return False
    if not all(isinstance(mix, str) for mix in mixes):
        return False
    order = sorted(range(players), key=lambda place: _sha256(f"order {place} {secret}"))
    return (
        _sha256(secret) == seal.get("commitment")
        and _sha256("\n".join([secret, *mixes])) == seed
        and seal.get("order", order) == order
    )


class Record:
    """A game from its beginning: read it, replay it, verify it, write it.

    record = capucine.Record.read("game.json")
    record.verify()
    state = record.replay(10)      # the position after ten actions
    """

    game: str
    rules: int
    players: int
    options: Dict[str, str]
    """Only what differs from the default."""
    seed: str
    start: Optional[Json]
    """The position that it began from, or None: it began with the deal."""
    actions: List[Tuple[int, str]]
    """(seat, action), one after the other."""
    result: Optional[Json]
    more: Json
    """Members that the engine does not know, such as names of players. They are kept."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        """From a dict as docs/protocol.md describes it. Its actions are not replayed yet."""
        if not isinstance(record, Mapping):
            raise BadRecord("a record is an object")
        self.game = _known_game(record).name
        self.rules = _number(record, "rules")
        self.players = _number(record, "players")
        self.options = self._options(record)
        self.seed = self._seed(record)
        self.start = record.get("from")
        self.actions = _actions(record)
        self.result = record.get("result")
        known = "capucine game rules players options seed from actions result".split()
        self.more = {key: value for key, value in record.items() if key not in known}

    @staticmethod
    def _options(record: Mapping[str, Any]) -> Dict[str, str]:
        options = record.get("options", {})
        if not isinstance(options, dict):
            raise BadRecord("the record's options must be an object")
        for name, value in options.items():
            if not isinstance(value, str):
                raise BadRecord(f"option '{name}' must be a text")
        return dict(options)

    @staticmethod
    def _seed(record: Mapping[str, Any]) -> str:
        seed = record.get("seed")
        if not isinstance(seed, str):
            raise BadRecord("the seed must be decimal digits or 64 hex digits, as a text")
        return seed

    @classmethod
    def of(cls, state: State) -> "Record":
        """The record of a game so far."""
        return cls(state.record())

    @classmethod
    def parse(cls, text: Union[str, bytes]) -> "Record":
        """A record from JSON text."""
        return cls(_parse(text))

    @classmethod
    def read(cls, path: Union[str, "os.PathLike[str]"]) -> "Record":
        """A record from a file."""
        with open(path, "rb") as file:
            return cls.parse(file.read())

    def __len__(self) -> int:
        return len(self.actions)

    def __repr__(self) -> str:
        return f"<capucine.Record: {self.game}, {self.players} players, {len(self)} actions>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.json() == other.json()

    def json(self) -> Json:
        """The record as a dict."""
        record: Json = {"capucine": FORMAT, "game": self.game, "rules": self.rules}
        record.update(players=self.players, options=dict(self.options))
        if self.start is not None:
            record["from"] = self.start
        record.update(seed=self.seed, actions=[list(move) for move in self.actions])
        if self.result is not None:
            record["result"] = self.result
        record.update(self.more)
        return record

    def text(self) -> str:
        """The record as one line of JSON."""
        return json.dumps(self.json(), separators=(",", ":"), ensure_ascii=False)

    def write(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the record to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.text() + "\n")

    def begin(self) -> State:
        """The position that the game began with."""
        try:
            if self.start is None:
                return State(self.game, self.players, self.options, self.seed)
            state = State.read(self.start, self.seed)
        except (TypeError, ValueError) as error:
            raise BadRecord(str(error), getattr(error, "reason", None)) from error
        if (state.game, state.players) != (self.game, self.players) or any(
            state.options.get(name) != value for name, value in self._all_options().items()
        ):
            raise BadRecord("the record's position is of another game or has other options")
        return state

    def _all_options(self) -> Dict[str, str]:
        defaults = {name: option.default for name, option in game(self.game).options.items()}
        return {**defaults, **self.options}

    def replay(self, count: Optional[int] = None) -> State:
        """The position after the first actions, or after all. BadRecord: one does not replay."""
        if count is not None and not 0 <= count <= len(self):
            raise IndexError(f"the record has {len(self)} actions")
        state = self.begin()
        for index, (seat, action) in enumerate(self.actions[:count]):
            try:
                state.apply(action, seat)
            except Error as error:
                sentence = f"action {index} of the record: {error}"
                raise BadRecord(sentence, error.reason, error.words) from error
        return state

    def verify(self) -> State:
        """Replays everything and returns the end.

        BadRecord: an action is not legal, the result is not what the actions lead to, or the deal is
        not the one that the record's seal proves.
        """
        state = self.replay()
        if self.result is not None:
            self._verify_result(state)
        if "seal" in self.more and not _seal_holds(self.more["seal"], self._hex(), self.players):
            raise BadRecord("the deal or the order of the seats is not the one that was sealed")
        return state

    def _verify_result(self, state: State) -> None:
        result = state.result
        if result is None:
            raise BadRecord("the record has a result, but its actions do not end the game")
        said = self.result if isinstance(self.result, dict) else {}
        if said.get("scores") != list(result.scores) or said.get("places") != list(result.places):
            raise BadRecord("the record's result is not what its actions lead to")

    def _hex(self) -> str:
        """The seed in hex, also where it is written as a number."""
        if len(self.seed) == 64:
            return self.seed
        return (int(self.seed).to_bytes(8, "little") + b"Capucine, seed of 64 bit").hex()
