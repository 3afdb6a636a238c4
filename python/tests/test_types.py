"""The stubs say what the extension has, and the package's own types agree."""

import importlib.util
import inspect
import os
import pathlib
import subprocess
import sys
import unittest

import capucine
from capucine import _engine
from support import ROOT

FOLDER = pathlib.Path(capucine.__file__).parent
MYPY = importlib.util.find_spec("mypy") is not None


def public(module):
    return [getattr(module, name) for name in dir(module) if not name.startswith("_")]


class Documented(unittest.TestCase):
    def test_everything_has_a_docstring(self):
        self.assertGreater(len(capucine.__all__), 25)
        for name in capucine.__all__:
            thing = getattr(capucine, name)
            if not (inspect.isclass(thing) or callable(thing)) or name == "Player":
                continue
            self.assertTrue(thing.__doc__, name)
            for member in vars(thing) if inspect.isclass(thing) else ():
                value = getattr(thing, member)
                if not member.startswith("_") and callable(value):
                    self.assertTrue(value.__doc__, f"{name}.{member}")

    def test_help_helps(self):
        text = capucine.__doc__
        for name in ("State", "Record", "Search", "Batch", "Error", "games", "bots"):
            self.assertIn(name, text)
        code = text.split("    import capucine")[1].split("\n\nWords")[0]
        lines = ["import capucine"] + [line[4:] for line in code.splitlines()]
        exec(compile("\n".join(lines).replace("print", "str"), "help", "exec"), {})

    def test_signatures_can_be_read(self):
        for kind in (capucine.State, capucine.Search):
            for name in dir(kind):
                if not name.startswith("_") and callable(getattr(kind, name)):
                    self.assertTrue(inspect.signature(getattr(kind, name)), name)

    def test_all_is_what_there_is(self):
        modules = {"gymnasium", "openspiel", "pettingzoo", "bench", "annotations", "copyreg"}
        found = {name for name in dir(capucine) if not name.startswith("_")} - modules
        self.assertEqual(
            found - {"Any", "Callable", "Tuple"}, set(capucine.__all__) - {"__version__"}
        )
        self.assertTrue((FOLDER / "py.typed").exists())


@unittest.skipUnless(MYPY, "mypy is not installed")
class Checked(unittest.TestCase):
    def run_module(self, *args):
        environment = {**os.environ, "MYPYPATH": str(FOLDER.parent)}
        done = subprocess.run(
            [sys.executable, "-m", *args],
            capture_output=True,
            text=True,
            env=environment,
            cwd=FOLDER.parent,
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_stubs_are_like_the_extension(self):
        self.run_module("mypy.stubtest", "capucine._engine")
        self.assertTrue(public(_engine))

    def test_the_package_agrees_with_itself(self):
        cache = "--cache-dir=/dev/null"
        kept = ("--strict", "--ignore-missing-imports", "--python-version=3.9", cache)
        self.run_module("mypy", *kept, "-p", "capucine")

    def test_a_program_is_checked(self):
        """A mistake in the use of the package is found."""
        program = ROOT / "python/tests/mistake.py"
        done = subprocess.run(
            [sys.executable, "-m", "mypy", "--cache-dir=/dev/null", str(program)],
            capture_output=True,
            text=True,
            env={**os.environ, "MYPYPATH": str(FOLDER.parent)},
        )
        self.assertIn("4: error", done.stdout)
        self.assertIn("Found 1 error", done.stdout)


if __name__ == "__main__":
    unittest.main()
