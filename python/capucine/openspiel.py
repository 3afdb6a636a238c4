"""The games for OpenSpiel, which must be installed: pip install open_spiel.

    import pyspiel
    import capucine.openspiel

    game = pyspiel.load_game("python_capucine_caprice(players=2)")

A game has one chance node at its beginning: which of `deals` deals it is (1000 unless said). All
that is drawn later follows from the deal, as it does in the engine. Where several seats decide at
the same time, the lowest comes first, and the others do not see its choice. The returns are shares
of the win. Options of a game are parameters under their own names. A game alone is left out: its
returns have no constant sum.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

import numpy
import pyspiel

from ._engine import State
from ._games import Game, games

__all__ = ["CapucineGame", "CapucineState"]

DEALS = 1000
LONGEST = 100000  # actions; no game is as long


def _least(game: Game) -> int:
    return max(2, game.players[0])


def _name(game: Game) -> str:
    return "python_capucine_" + game.name.replace("-", "_")


def _type(game: Game) -> Any:
    kinds = pyspiel.GameType
    parameters: Dict[str, Any] = {"players": _least(game), "deals": DEALS}
    parameters.update({name: option.default for name, option in game.options.items()})
    return kinds(
        short_name=_name(game),
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.CONSTANT_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=_least(game),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class CapucineGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the engine, as OpenSpiel sees it."""

    capucine: Game
    game_type: Any

    def __init__(self, params: Optional[Dict[str, Any]] = None) -> None:
        given = dict(params or {})
        self.players = int(given.get("players", _least(self.capucine)))
        self.deals = int(given.get("deals", DEALS))
        names = self.capucine.options
        self.options = {name: str(value) for name, value in given.items() if name in names}
        self.capucine.check(self.players, self.options)
        if self.deals < 1 or self.players < 2:
            raise ValueError("a game needs at least one deal and two players")
        info = pyspiel.GameInfo(
            num_distinct_actions=self.capucine.action_space,
            max_chance_outcomes=self.deals,
            num_players=self.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.game_type, info, given)

    def new_initial_state(self) -> "CapucineState":
        """The chance node before the deal."""
        return CapucineState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What writes observations: rows of float32, and texts."""
        return Observer(self.capucine)


class CapucineState(pyspiel.State):  # type: ignore[misc]
    """A position; before the deal, a chance node."""

    def __init__(self, game: CapucineGame) -> None:
        super().__init__(game)
        self.about = (game.capucine.name, game.players, game.options, game.deals)
        self.state: Optional[State] = None

    def current_player(self) -> int:
        """Whose turn it is, or chance, or nobody's any more."""
        if self.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.state.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def chance_outcomes(self) -> List[Tuple[int, float]]:
        """Every deal is as likely as the others."""
        deals = self.about[3]
        return [(deal, 1.0 / deals) for deal in range(deals)]

    def _legal_actions(self, player: int) -> List[int]:
        """In ascending order, as OpenSpiel wants them."""
        if self.state is None or player < 0:
            return []
        return sorted(self.state.legal_indices(player))

    def _apply_action(self, action: int) -> None:
        if self.state is None:
            name, players, options, _ = self.about
            self.state = State(name, players, options, int(action))
        else:
            self.state.apply(int(action), self.state.seat)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return next(g for g in games() if g.name == self.about[0]).action_at(int(action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.state is not None and self.state.over

    def returns(self) -> List[float]:
        """Each player's share of the win; 0 before the end."""
        if self.state is None or self.state.result is None:
            return [0.0] * self.about[1]
        return list(self.state.result.wins())

    def __str__(self) -> str:
        return "before the deal" if self.state is None else str(self.state.json())


class Observer:
    """Writes what a player knows into a row of numbers."""

    def __init__(self, game: Game) -> None:
        self.tensor = numpy.zeros(game.observation_size, numpy.float32)
        self.dict = {"observation": self.tensor}
        self._row = numpy.zeros(game.observation_size, numpy.int16)

    def set_from(self, state: CapucineState, player: int) -> None:
        """The row of a player; zeros before the deal."""
        self._row.fill(0)
        if state.state is not None:
            state.state.observe(player, self._row)
        self.tensor[:] = self._row

    def string_from(self, state: CapucineState, player: int) -> str:
        """The player's view as text."""
        return str(state if state.state is None else state.state.view(player).json())


def _register(game: Game) -> None:
    about = {"capucine": game, "game_type": _type(game)}
    pyspiel.register_game(about["game_type"], type(_name(game), (CapucineGame,), about))


for _game in games():
    _register(_game)
