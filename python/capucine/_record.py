"""Records: what a game began from, and all its actions."""

from __future__ import annotations

import hashlib
import json
import os
from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

from ._engine import State
from ._errors import BadRecord

__all__ = ["Record"]

FORMAT = 1
KNOWN = ("capucine", "game", "rules", "players", "options", "from", "seed", "actions", "result")
Json = Dict[str, Any]


def _replay(record: Union[Json, bytes]) -> State:
    """The end of a record, as the engine reads it."""
    try:
        return State._replay(record)
    except BadRecord:
        raise
    except (TypeError, ValueError) as error:
        raise BadRecord(str(error)) from error


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
        """From a dict as docs/protocol.md describes it. BadRecord: it does not replay."""
        if not isinstance(record, Mapping):
            raise BadRecord("a record is an object")
        known = {key: record[key] for key in KNOWN if record.get(key) is not None}
        _replay(known)
        self.game, self.rules = known["game"], known["rules"]
        self.players, self.options = known["players"], dict(known.get("options", {}))
        self.seed, self.start = known["seed"], known.get("from")
        self.actions = [(seat, action) for seat, action in known["actions"]]
        self.result = known.get("result")
        self.more = {key: value for key, value in record.items() if key not in KNOWN}

    @classmethod
    def of(cls, state: State) -> "Record":
        """The record of a game so far."""
        return cls(state.record())

    @classmethod
    def parse(cls, text: Union[str, bytes]) -> "Record":
        """A record from JSON text."""
        _replay(text.encode(errors="surrogatepass") if isinstance(text, str) else text)
        return cls(json.loads(text))

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

    def replay(self, count: Optional[int] = None) -> State:
        """The position after the first actions, or after all."""
        record = self.json()
        if count is not None and not 0 <= count <= len(self):
            raise IndexError(f"the record has {len(self)} actions")
        if count is not None and count < len(self):
            record.update(actions=record["actions"][:count])
            record.pop("result", None)
        return _replay({key: record[key] for key in KNOWN if key in record})

    def begin(self) -> State:
        """The position that the game began with."""
        return self.replay(0)

    def verify(self) -> State:
        """Replays everything and returns the end.

        BadRecord: an action is not legal, the result is not what the actions lead to, or the deal is
        not the one that the record's seal proves.
        """
        state = self.replay()
        if "seal" in self.more and not _seal_holds(self.more["seal"], self.seed, self.players):
            raise BadRecord("the deal or the order of the seats is not the one that was sealed")
        return state
