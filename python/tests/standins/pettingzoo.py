"""PettingZoo: the AEC base class, and a walk through an environment that checks it."""


class AECEnv:
    """What environments inherit: iteration, last, and how agents leave."""

    def __init__(self):
        self._skip_agent_selection = None

    def agent_iter(self, max_iter=2**40):
        for _ in range(max_iter):
            if not self.agents:
                return
            yield self.agent_selection

    def last(self, observe=True):
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def _clear_rewards(self):
        for agent in self.rewards:
            self.rewards[agent] = 0

    def _accumulate_rewards(self):
        for agent, reward in self.rewards.items():
            self._cumulative_rewards[agent] += reward

    def _was_dead_step(self, action):
        """An agent that is done steps with None, and is gone; then the next one that is done."""
        if action is not None:
            raise ValueError("when an agent is dead, the only valid action is None")
        agent = self.agent_selection
        assert self.terminations[agent] or self.truncations[agent]
        for members in (self.terminations, self.truncations, self.rewards, self.infos):
            del members[agent]
        del self._cumulative_rewards[agent]
        self.agents.remove(agent)
        done = [a for a in self.agents if self.terminations[a] or self.truncations[a]]
        if done:
            self.agent_selection = done[0]
        self._clear_rewards()


def api_test(env, choose, episodes=3, seed=1):
    """Plays episodes as PettingZoo documents it. Returns what each agent got, of each episode."""
    got = []
    for episode in range(episodes):
        env.reset(seed=seed if episode == 0 else None)
        assert env.agents == env.possible_agents
        for agent in env.agents:
            assert env.observation_space(agent) is env.observation_space(agent)
            assert env.action_space(agent) is env.action_space(agent)
        rewards = {agent: 0 for agent in env.agents}
        left = []
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, info = env.last()
            assert env.observation_space(agent).contains(observation)
            assert isinstance(info, dict) and truncated is False
            rewards[agent] += reward
            mask = observation["action_mask"]
            if terminated:
                assert not mask.any()
                left.append(agent)
                env.step(None)
                continue
            assert not left, "nobody acts after the end"
            assert reward == 0
            assert mask.any()
            env.step(choose(env.action_space(agent), mask))
        assert sorted(left) == sorted(env.possible_agents) and env.agents == []
        got.append(rewards)
    return got
