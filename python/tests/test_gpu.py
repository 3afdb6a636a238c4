"""Batches on a GPU: what they are without one, and with a stand-in for the driver (CAPU_CUDA)."""

import ctypes
import gc
import random
import unittest

import capucine

try:
    import numpy
except ImportError:
    numpy = None

ARRAYS = ("seats", "done", "rewards", "observations", "masks", "legal", "counts", "scores")
ALL = dict.fromkeys((*ARRAYS, "places", "errors"), True)


def missing():
    """Why there is no GPU; None: there is one."""
    try:
        capucine.gpu()
        capucine.GpuBatch("caprice", 2, 1)
    except capucine.NoGpu as reason:
        return str(reason)
    return None


WHY = missing()


@unittest.skipUnless(WHY, "there is a GPU")
class Without(unittest.TestCase):
    def test_it_says_why(self):
        self.assertRegex(WHY, r"no NVIDIA driver|no GPU|built without GPU support|too old")
        with self.assertRaises(capucine.NoGpu):
            capucine.GpuBatch("caprice", 2, 100)
        with self.assertRaises(capucine.Error):
            capucine.gpu()
            capucine.GpuBatch("caprice", 2, 100)


def rows(values):
    """An array of either kind as lists."""
    values = values.copy() if isinstance(values, capucine.GpuArray) else values
    return values.tolist()


@unittest.skipIf(WHY, f"no GPU: {WHY}")
class OnOne(unittest.TestCase):
    def same(self, here, there):
        for name in ("seats", "done", "rewards", "observations", "masks", "counts", "scores"):
            self.assertEqual(rows(getattr(here, name)), rows(getattr(there, name)), name)
        self.assertEqual(rows(here.places), rows(there.places))
        self.assertEqual(rows(here.errors), rows(there.errors))
        for mine, yours, count in zip(rows(here.legal), rows(there.legal), rows(here.counts)):
            self.assertEqual(mine[:count], yours[:count])

    def test_every_game_is_stepped_as_here(self):
        dice = random.Random(3)
        for game in capucine.games():
            players = game.players[-1]
            here = capucine.Batch(game.name, players, 40, seed=5, **ALL)
            there = capucine.GpuBatch(game.name, players, 40, seed=5, **ALL)
            self.same(here, there)
            for step in range(30):
                actions = [
                    dice.choice(legal[:count]) if dice.random() < 0.95 else dice.choice((-1, 0))
                    for legal, count in zip(rows(here.legal), rows(here.counts))
                ]
                here.step(actions)
                there.step(actions)
            self.same(here, there)
            self.assertEqual(there.refused(), sum(rows(there.errors)))
            here.random(200)
            there.random(200)
            self.same(here, there)
            self.assertEqual(here.state(7).json(), there.state(7).json())
            self.assertEqual(here.deal(7), there.deal(7))

    def test_arrays_of_others(self):
        class Foreign:
            def __init__(self, array, **changes):
                self.__cuda_array_interface__ = {**array.__cuda_array_interface__, **changes}

        batch = capucine.GpuBatch("caprice", 2, 8)
        seats = Foreign(batch.seats)
        other = capucine.GpuBatch("caprice", 2, 8, seats=seats)
        other.random(3)
        self.assertIs(other.seats, seats)
        self.assertIn(rows(batch.seats)[0], (0, 1))
        for changes, word in (
            ({"typestr": "<f4"}, "type"),
            ({"shape": (9,)}, "size"),
            ({"strides": (2,)}, "gaps"),
            ({"data": (1, True)}, "written"),
        ):
            with self.assertRaisesRegex(ValueError, word):
                capucine.GpuBatch("caprice", 2, 8, seats=Foreign(batch.seats, **changes))
        with self.assertRaisesRegex(TypeError, "no array on a GPU"):
            batch.step(b"12345678")
        with self.assertRaisesRegex(ValueError, "size"):
            batch.step([1, 2])
        with self.assertRaisesRegex(ValueError, "type"):
            batch.step(batch.done)

    def test_a_capsule_of_dlpack(self):
        batch = capucine.GpuBatch("caprice", 3, 8, observations=True)
        self.assertEqual(batch.observations.__dlpack_device__(), (2, 0))
        capsule = batch.observations.__dlpack__(stream=None)
        pointer = ctypes.pythonapi.PyCapsule_GetPointer
        pointer.restype, pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
        about = (ctypes.c_int64 * 8).from_address(pointer(capsule, b"dltensor"))
        self.assertEqual(about[0], batch.observations.__cuda_array_interface__["data"][0])
        self.assertEqual(about[2] & 0xFFFFFFFF, 2)  # axes
        kind = about[2] >> 32
        self.assertEqual((kind & 255, kind >> 8 & 255, kind >> 16), (0, 16, 1))
        shape = (ctypes.c_int64 * 2).from_address(about[3])
        self.assertEqual(tuple(shape), (8, capucine.game("caprice").observation_size))
        # the memory lives as long as somebody has it
        memory = batch.observations._memory
        del batch
        gc.collect()
        self.assertEqual(len(memory.read()), 16 * capucine.game("caprice").observation_size)
        del capsule

    def test_waiting_games(self):
        here = capucine.Batch("caprice", 2, 10, manual=True, **ALL)
        there = capucine.GpuBatch("caprice", 2, 10, manual=True, **ALL)
        for batch in (here, there):
            batch.random(500)
        self.same(here, there)
        self.assertEqual(set(rows(there.seats)), {-1})
        here.reset(here.done)
        there.reset(there.done)
        self.same(here, there)
        here.reset()
        there.reset()
        self.same(here, there)

    def test_nonsense(self):
        for wrong in (0, 2**25):
            with self.assertRaises(ValueError):
                capucine.GpuBatch("caprice", 2, wrong)
        with self.assertRaises(capucine.BadPlayers):
            capucine.GpuBatch("caprice", 9, 10)
        batch = capucine.GpuBatch("caprice", 2, 10)
        with self.assertRaises(IndexError):
            batch.state(10)
        with self.assertRaises(ValueError):
            batch.random(0)

    @unittest.skipUnless(numpy, "numpy is not there")
    def test_copies_are_of_numpy(self):
        batch = capucine.GpuBatch("capitol", 2, 10, observations=True)
        copy = batch.observations.copy()
        self.assertEqual(copy.dtype, numpy.int16)
        self.assertEqual(copy.shape, (10, capucine.game("capitol").observation_size))


if __name__ == "__main__":
    unittest.main()
