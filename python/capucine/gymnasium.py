"""An environment for Gymnasium, which must be installed: pip install gymnasium.

    from capucine.gymnasium import CapucineEnv

    env = CapucineEnv("caprice", players=2, seat=0, opponents="casual")
    observation, info = env.reset(seed=42)
    terminated = False
    while not terminated:
        action = env.action_space.sample(info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)

You play one seat, and bots of the engine play the others. The reward is the share of the win, when
the game is over, and 0 before. An illegal action raises capucine.IllegalAction: use the mask.
"""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import gymnasium
import numpy
from gymnasium import spaces

from ._bots import bot as find_bot
from ._engine import State
from ._games import game as find_game

__all__ = ["CapucineEnv"]


class CapucineEnv(gymnasium.Env):  # type: ignore[misc]
    """One seat of a game against bots."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str,
        players: int,
        *,
        seat: int = 0,
        opponents: Union[str, Sequence[str]] = "casual",
        options: Optional[Mapping[str, Union[str, int]]] = None,
        render_mode: Optional[str] = None,
    ) -> None:
        """The opponents are one bot's name for all, or names in the order of the other seats."""
        self.game = find_game(game)
        self.game.check(players, options)
        if not 0 <= seat < players:
            raise ValueError(f"there is no seat {seat} among {players}")
        names = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        if len(names) != players - 1:
            raise ValueError(f"{players} players need {players - 1} opponents")
        names.insert(seat, "random")  # our own seat, which no bot plays
        self.bots = [find_bot(name) for name in names]
        self.seat, self.players = seat, players
        self.game_options = dict(options or {})
        self.render_mode = render_mode
        limits, size = numpy.iinfo(numpy.int16), self.game.observation_size
        self.observation_space = spaces.Box(limits.min, limits.max, (size,), numpy.int16)
        self.action_space = spaces.Discrete(self.game.action_space)
        self.state: Optional[State] = None

    def _observation(self) -> Tuple[Any, Dict[str, Any]]:
        state = self._playing()
        row = numpy.zeros(self.game.observation_size, numpy.int16)
        state.observe(self.seat, row)
        mask = numpy.zeros(self.game.action_space, numpy.int8)
        legal: List[int] = state.legal_indices(self.seat)
        mask[legal] = 1
        return row, {"action_mask": mask}

    def _playing(self) -> State:
        if self.state is None:
            raise RuntimeError("call reset first")
        return self.state

    def _others_play(self) -> None:
        """Until our seat has to decide, or the game is over."""
        state = self._playing()
        while state.actors and self.seat not in state.actors:
            seat = state.actors[0]
            choice = int(self.np_random.integers(2**63))
            state.apply(self.bots[seat].choose(state.view(seat), seed=choice), seat)

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Any, Dict[str, Any]]:
        """Deals a game and lets the others play until our seat has to decide."""
        super().reset(seed=seed)
        deal = int(self.np_random.integers(2**63))
        self.state = State(self.game.name, self.players, self.game_options, deal)
        self._others_play()
        return self._observation()

    def step(self, action: int) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        """Our seat acts, and the others answer."""
        state = self._playing()
        state.apply(int(action), self.seat)
        self._others_play()
        row, info = self._observation()
        reward = state.result.wins()[self.seat] if state.result else 0.0
        return row, reward, state.over, False, info

    def render(self) -> Optional[str]:
        """With render_mode "ansi": our view, as text."""
        if self.render_mode != "ansi":
            return None
        return str(self._playing().view(self.seat).json())

    def close(self) -> None:
        """Nothing needs closing."""
