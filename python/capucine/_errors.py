"""What is raised when the engine refuses something."""

from __future__ import annotations

from typing import Dict, Optional, Tuple, Type

__all__ = [
    "Error",
    "BadPlayers",
    "BadOptions",
    "BadSeat",
    "GameOver",
    "NotYourTurn",
    "IllegalAction",
    "IsView",
    "BadState",
    "BadRecord",
    "UnknownGame",
    "UnknownBot",
    "NoGpu",
]


class Error(ValueError):
    """Something that the rules or the engine refuse. Its text is a sentence for a person.

    status  the code of docs/protocol.md: "illegal_action"
    reason  the id of the reason, or None: "caprice.why.full". po/ has its text in four languages
    words   the words that complete the reason's text, spelt as in the notation
    """

    status: str = "error"
    reason: Optional[str]
    words: Tuple[str, ...]

    def __init__(
        self, sentence: str = "", reason: Optional[str] = None, words: Tuple[str, ...] = ()
    ) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.words = words

    def __reduce__(self) -> Tuple[Type["Error"], Tuple[str, Optional[str], Tuple[str, ...]]]:
        return type(self), (str(self), self.reason, self.words)


class BadPlayers(Error):
    """The game cannot be played by that many."""

    status = "bad_players"


class BadOptions(Error):
    """An option or a value is unknown, or the options do not agree."""

    status = "bad_options"


class BadSeat(Error):
    """The game has no such seat."""

    status = "bad_seat"


class GameOver(Error):
    """Nothing more can be done: the game is over."""

    status = "game_over"


class NotYourTurn(Error):
    """The seat has no decision to make now."""

    status = "not_your_turn"


class IllegalAction(Error):
    """The rules do not allow the action now."""

    status = "illegal_action"


class IsView(Error):
    """A view was given where a whole position is needed."""

    status = "is_view"


class BadState(Error):
    """An impossible position."""

    status = "bad_state"


class BadRecord(Error):
    """A record that is malformed, does not replay, or lies about its result."""

    status = "bad_record"


class UnknownGame(Error):
    """No game has this name."""

    status = "unknown_game"


class UnknownBot(Error):
    """No bot has this name."""

    status = "unknown_bot"


class NoGpu(Error):
    """There is no GPU that could play, or it failed."""

    status = "no_gpu"


KINDS: Dict[str, Type[Error]] = {kind.status: kind for kind in Error.__subclasses__()}


def refusal(
    status: str, sentence: str, reason: Optional[str] = None, words: Tuple[str, ...] = ()
) -> Error:
    """The exception for a status of the engine."""
    return KINDS.get(status, Error)(sentence, reason, words)
