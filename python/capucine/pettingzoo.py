"""An environment for PettingZoo (AEC), which must be installed: pip install pettingzoo.

    from capucine.pettingzoo import CapucineEnv

    env = CapucineEnv("caprice", players=2)
    env.reset(seed=42)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        over = terminated or truncated
        action = None if over else my_policy(observation["observation"], observation["action_mask"])
        env.step(action)

Agents are called seat_0, seat_1 and so on. A game ends for all of them at once, and each gets its
share of the win as reward. Where several seats decide at the same time, the lowest comes first, and
the others do not see its choice. An illegal action raises capucine.IllegalAction.
"""

from __future__ import annotations

import random
from typing import Any, Dict, List, Mapping, Optional, Union

import numpy
from gymnasium import spaces
from pettingzoo import AECEnv

from ._engine import State
from ._games import game as find_game

__all__ = ["CapucineEnv"]


class CapucineEnv(AECEnv):  # type: ignore[misc]
    """A game in which every seat is an agent."""

    metadata = {"render_modes": ["ansi"], "name": "capucine_v0", "is_parallelizable": False}

    def __init__(
        self,
        game: str,
        players: int,
        *,
        options: Optional[Mapping[str, Union[str, int]]] = None,
        render_mode: Optional[str] = None,
    ) -> None:
        super().__init__()
        self.game = find_game(game)
        self.game.check(players, options)
        self.game_options = dict(options or {})
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: List[str] = []
        limits = numpy.iinfo(numpy.int16)
        self.observation_spaces = {agent: self._space(limits) for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(self.game.action_space) for agent in self.possible_agents
        }
        self._deals = random.Random()
        self.state_of_game: Optional[State] = None

    def _space(self, limits: Any) -> Any:
        size, actions = self.game.observation_size, self.game.action_space
        return spaces.Dict(
            {
                "observation": spaces.Box(limits.min, limits.max, (size,), numpy.int16),
                "action_mask": spaces.Box(0, 1, (actions,), numpy.int8),
            }
        )

    def observation_space(self, agent: str) -> Any:
        """The space of what this agent sees; always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of this agent's actions; always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Deals a game. The same seed gives the same deals from then on."""
        if seed is not None:
            self._deals = random.Random(seed)
        players = len(self.possible_agents)
        deal = self._deals.getrandbits(64)
        self.state_of_game = State(self.game.name, players, self.game_options, deal)
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _playing(self) -> State:
        if self.state_of_game is None:
            raise RuntimeError("call reset first")
        return self.state_of_game

    def _select(self) -> None:
        """The seat to act; when the game is over, the first agent, which then takes its leave."""
        seat = self._playing().seat
        self.agent_selection = self.possible_agents[0 if seat is None else seat]

    def observe(self, agent: str) -> Dict[str, Any]:
        """What an agent sees, and a mask of its legal actions: all 0 if it has none to make."""
        state, seat = self._playing(), self.possible_agents.index(agent)
        row = numpy.zeros(self.game.observation_size, numpy.int16)
        state.observe(seat, row)
        mask = numpy.zeros(self.game.action_space, numpy.int8)
        mask[state.legal_indices(seat)] = 1
        return {"observation": row, "action_mask": mask}

    def step(self, action: Optional[int]) -> None:
        """The selected agent acts; an agent whose game is over acts with None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("None is only for an agent whose game is over")
        state = self._playing()
        state.apply(int(action), self.possible_agents.index(agent))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if state.result is not None:
            for name, share in zip(self.possible_agents, state.result.wins()):
                self.rewards[name] = share
                self.terminations[name] = True
        self._accumulate_rewards()
        self._select()

    def render(self) -> Optional[str]:
        """With render_mode "ansi": what a spectator may know, as text."""
        if self.render_mode != "ansi":
            return None
        return str(self._playing().view(-1).json())

    def close(self) -> None:
        """Nothing needs closing."""
