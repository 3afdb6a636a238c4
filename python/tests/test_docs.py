"""The pieces of Python in docs/python.md run as they stand there, and so do the examples."""

import contextlib
import importlib.util
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

import capucine
from support import ROOT

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)
EXAMPLES = ROOT / "examples/python"
NUMPY = importlib.util.find_spec("numpy") is not None


class Pages(unittest.TestCase):
    @unittest.skipUnless(NUMPY, "numpy is not installed")
    def test_the_manual(self):
        blocks = BLOCK.findall((ROOT / "docs/python.md").read_text("utf-8"))
        self.assertGreater(len(blocks), 7)
        names, out = {}, io.StringIO()
        with contextlib.redirect_stdout(out):
            for block in blocks:
                exec(compile(block, "docs/python.md", "exec"), names)
        self.assertEqual(names["refused"], 0)
        self.assertIn("bad_options why.no_value", out.getvalue())

    def test_the_manual_names_what_there_is(self):
        text = (ROOT / "docs/python.md").read_text("utf-8")
        for kind in capucine.Error.__subclasses__():
            self.assertIn(f"`{kind.__name__}`", text)
        table = text.split("| of a `State`")[1].split("\n\n")[0]
        for name in re.findall(r"`(?:State\.)?([a-z_]+)[`(]", table):
            self.assertTrue(hasattr(capucine.State, name), name)
        for name in dir(capucine.State):
            if not name.startswith("_") and name != "moves":
                self.assertRegex(text, rf"[`.]{name}[`(]", name)
        self.assertIn("import capucine", (ROOT / "README.md").read_text("utf-8"))


class Examples(unittest.TestCase):
    def run_example(self, name, *args):
        environment = {
            **os.environ,
            "PYTHONPATH": str(pathlib.Path(capucine.__file__).parent.parent),
        }
        done = subprocess.run(
            [sys.executable, str(EXAMPLES / name), *args],
            capture_output=True,
            text=True,
            env=environment,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_random_agent(self):
        out = self.run_example("random_agent.py", "--deals", "5", "--against", "greedy")
        self.assertRegex(out, r"random_agent +\d+\.\d % of 10 games won")

    def test_study(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "plot.svg"
            given = ["--games", "12", "--bot", "random", "--plot", str(path)]
            out = self.run_example("study_capone.py", *given)
            self.assertIn("years a game: longer", out)
            self.assertTrue(xml.etree.ElementTree.parse(path).getroot().tag.endswith("svg"))

    @unittest.skipUnless(NUMPY, "numpy is not installed")
    def test_the_learner_learns(self):
        """A fixed number of games, so that it does not depend on how fast the machine is."""
        out = self.run_example("learn_caprice.py", "--rounds", "2")
        share, half = re.search(r"it wins ([\d.]+) % ± ([\d.]+)", out).groups()
        self.assertGreater(float(share) - float(half), 55, out)


if __name__ == "__main__":
    unittest.main()
