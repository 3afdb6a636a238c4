"""Gymnasium: spaces, and an Env whose reset seeds np_random."""

import numpy

from . import namespace


class Box:
    """Arrays of one shape and type within bounds."""

    def __init__(self, low, high, shape, dtype):
        self.low, self.high, self.shape, self.dtype = low, high, tuple(shape), numpy.dtype(dtype)

    def contains(self, value):
        return (
            isinstance(value, numpy.ndarray)
            and value.shape == self.shape
            and value.dtype == self.dtype
            and bool(((value >= self.low) & (value <= self.high)).all())
        )


class Discrete:
    """0 … n-1. A mask of int8 says what can be sampled."""

    def __init__(self, n):
        self.n = int(n)
        self.random = numpy.random.default_rng(0)

    def contains(self, value):
        return isinstance(value, (int, numpy.integer)) and 0 <= value < self.n

    def sample(self, mask=None):
        if mask is None:
            return numpy.int64(self.random.integers(self.n))
        assert mask.dtype == numpy.int8 and mask.shape == (self.n,), "a mask is int8 (n,)"
        assert ((mask == 0) | (mask == 1)).all()
        return numpy.int64(self.random.choice(numpy.flatnonzero(mask)))


class Dict:
    """Named spaces."""

    def __init__(self, spaces):
        self.spaces = dict(spaces)

    def __getitem__(self, name):
        return self.spaces[name]

    def contains(self, value):
        return set(value) == set(self.spaces) and all(
            self.spaces[name].contains(value[name]) for name in value
        )


spaces = namespace(Box=Box, Discrete=Discrete, Dict=Dict)


class Env:
    """reset(seed=…) seeds np_random; without a seed it goes on."""

    np_random = None

    def reset(self, *, seed=None, options=None):
        if seed is not None or self.np_random is None:
            self.np_random = numpy.random.default_rng(seed)


def check_env(env, episodes=3):
    """What Gymnasium's checker asks: spaces, five values from step, the same after the same seed."""
    observation, info = env.reset(seed=5)
    again, _ = env.reset(seed=5)
    assert (observation == again).all(), "the same seed gives the same beginning"
    lengths = []
    for episode in range(episodes):
        observation, info = env.reset(seed=episode)
        terminated = steps = 0
        while not terminated:
            assert env.observation_space.contains(observation)
            action = env.action_space.sample(info["action_mask"])
            result = env.step(action)
            assert isinstance(result, tuple) and len(result) == 5
            observation, reward, terminated, truncated, info = result
            assert isinstance(reward, float) and isinstance(info, dict)
            assert terminated in (True, False) and truncated is False
            assert terminated or reward == 0.0
            steps += 1
        assert env.observation_space.contains(observation)
        assert not info["action_mask"].any(), "nobody acts after the end"
        lengths.append((steps, reward))
    return lengths
