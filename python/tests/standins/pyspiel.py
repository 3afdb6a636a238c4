"""OpenSpiel: what its games in Python inherit and are registered with."""

import copy
import enum

from . import namespace


class PlayerId(enum.IntEnum):
    CHANCE = -1
    TERMINAL = -4


class GameType:
    """Checks that a game says everything about itself, under the names that OpenSpiel has."""

    Dynamics = namespace(SEQUENTIAL="sequential", SIMULTANEOUS="simultaneous")
    ChanceMode = namespace(DETERMINISTIC="none", EXPLICIT_STOCHASTIC="explicit")
    Information = namespace(IMPERFECT_INFORMATION="imperfect", PERFECT_INFORMATION="perfect")
    Utility = namespace(ZERO_SUM="zero", CONSTANT_SUM="constant", GENERAL_SUM="general")
    RewardModel = namespace(TERMINAL="terminal", REWARDS="rewards")

    def __init__(
        self,
        *,
        short_name,
        long_name,
        dynamics,
        chance_mode,
        information,
        utility,
        reward_model,
        max_num_players,
        min_num_players,
        provides_information_state_string,
        provides_information_state_tensor,
        provides_observation_string,
        provides_observation_tensor,
        parameter_specification=None,
    ):
        assert min_num_players <= max_num_players
        assert all(isinstance(v, (int, str)) for v in parameter_specification.values())
        self.__dict__.update({k: v for k, v in locals().items() if k != "self"})


class GameInfo:
    def __init__(
        self,
        *,
        num_distinct_actions,
        max_chance_outcomes,
        num_players,
        min_utility,
        max_utility,
        utility_sum,
        max_game_length,
    ):
        self.__dict__.update({k: v for k, v in locals().items() if k != "self"})


class Game:
    def __init__(self, game_type, info, parameters):
        self._type, self._info, self._parameters = game_type, info, parameters

    def num_distinct_actions(self):
        return self._info.num_distinct_actions

    def num_players(self):
        return self._info.num_players


class State:
    """apply_action checks what it gets; a clone has a copy of every attribute."""

    def __init__(self, game):
        self._game, self._history = game, []

    def legal_actions(self, player=None):
        if self.is_terminal():
            return []
        if self.current_player() == PlayerId.CHANCE:
            return [action for action, _ in self.chance_outcomes()]
        return self._legal_actions(self.current_player() if player is None else player)

    def apply_action(self, action):
        assert action in self.legal_actions()
        self._apply_action(action)
        self._history.append(action)

    def action_to_string(self, player, action):
        return self._action_to_string(player, action)

    def clone(self):
        twin = copy.copy(self)
        members = {k: v for k, v in self.__dict__.items() if k != "_game"}
        twin.__dict__.update(copy.deepcopy(members))
        return twin

    def history(self):
        return list(self._history)


_registered = {}


def register_game(game_type, kind):
    assert game_type.short_name not in _registered
    _registered[game_type.short_name] = kind


def registered_names():
    return sorted(_registered)


def load_game(text):
    """A name, and parameters in brackets."""
    name, _, rest = text.rstrip(")").partition("(")
    given = dict(pair.split("=") for pair in rest.split(",") if pair)
    types = {"players": int, "deals": int}
    return _registered[name]({k: types.get(k, str)(v) for k, v in given.items()})


def random_sim_test(game, choose, episodes=3):
    """What OpenSpiel's own random simulation asks of a game."""
    ends = []
    observer = game.make_py_observer()
    for _ in range(episodes):
        state = game.new_initial_state()
        assert state.current_player() == PlayerId.CHANCE
        outcomes = state.chance_outcomes()
        assert abs(sum(p for _, p in outcomes) - 1) < 1e-9
        while not state.is_terminal():
            actions = state.legal_actions()
            assert actions and actions == sorted(set(actions))
            player = state.current_player()
            if player >= 0:
                assert 0 <= actions[0] and actions[-1] < game.num_distinct_actions()
                observer.set_from(state, player)
                assert observer.tensor.dtype == "float32" and observer.tensor.any()
                assert observer.dict["observation"] is observer.tensor
                assert observer.string_from(state, player)
            assert state.returns() == [0.0] * game.num_players()
            twin, action = state.clone(), choose(actions)
            names = [state.action_to_string(player, a) for a in actions]
            assert len(set(names)) == len(names)
            before = str(twin)
            state.apply_action(action)
            assert str(twin) == before, "a clone stays as it was"
        assert state.current_player() == PlayerId.TERMINAL and state.legal_actions() == []
        again = game.new_initial_state()
        for action in state.history():
            again.apply_action(action)
        assert str(again) == str(state), "the actions give the same game again"
        ends.append(state.returns())
    return ends
