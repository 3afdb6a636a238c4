#!/usr/bin/env python3
"""Tests that the runner says what is wrong with a scenario, in which file and on which line.

usage: errors.py --capucine PATH"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

RUNNER = Path(__file__).with_name("run.py")
GOOD = "scenario CPR-1 a\nfrom first\nis turn 0\n"
FIRST = "setup first\nnew caprice 2 third=redraw\n"
# What is in setups.txt, what in the scenario file, what the runner says, and its exit status.
CASES = {
    "a set-up": (FIRST, GOOD, "1 passed", 0),
    "a set-up on another, with other options": (
        FIRST + "setup second\nfrom first third=choose\nput turn 1\n",
        'scenario CPR-1 a\nfrom second third=redraw: reserve.dr 5; towers[2] dr\nis towers[2] ["dr"]\n'
        "is turn 1\n",
        "1 passed",
        0,
    ),
    "an unknown set-up": (FIRST, GOOD.replace("first", "frist"), "a.txt:2: CPR-1 a", 1),
    "its name": (FIRST, GOOD.replace("first", "frist"), "there is no set-up frist", 1),
    "an unknown set-up in a set-up": (
        FIRST + "setup second\nfrom third\n",
        GOOD,
        "setups.txt:3: there is no set-up third",
        1,
    ),
    "a set-up that includes itself": (
        FIRST + "setup a\nfrom b\nsetup b\nfrom a\n",
        GOOD,
        "setups.txt:3: the set-up a includes itself",
        1,
    ),
    "a set-up that does not begin": (FIRST + "setup b\n", GOOD, "setups.txt:3: the set-up b", 1),
    "a set-up that begins late": (
        "setup b\nput turn 1\n",
        GOOD,
        "setups.txt:2: a set-up begins",
        1,
    ),
    "a set-up that begins twice": (FIRST + "new caprice 2\n", GOOD, "setups.txt:3: the set-up", 1),
    "a set-up that checks": (FIRST + "is turn 0\n", GOOD, "setups.txt:3: a set-up does", 1),
    "two of a name": (FIRST + FIRST, GOOD, "setups.txt:3: there are two called first", 1),
    "a line of no set-up": ("put turn 1\n" + FIRST, GOOD, "setups.txt:1: this belongs to no", 1),
    "a bad line in a set-up": (
        FIRST + "put nothing.here 1\n",
        GOOD,
        "setups.txt:3: in the set-up first: put nothing.here 1",
        1,
    ),
    "unknown pieces": (FIRST + "rest bag tiles\n", GOOD, "there are no pieces tiles", 1),
    "pieces that are no JSON": ("pieces tiles {a}\n" + FIRST, GOOD, "setups.txt:1: {a}", 1),
    "a word that is taken": ("word put seats\n" + FIRST, GOOD, "setups.txt:1: put is a word", 1),
    "no value": (FIRST, GOOD + "put turn 1 2\nis turn 1\n", "a.txt:4: CPR-1 a", 1),
    "half a value": (FIRST, GOOD + 'put turn {"a\nis turn 1\n', "a.txt:4: CPR-1 a", 1),
    "puts that are not tried": (FIRST, GOOD + "put turn 1\n", "is not tried", 1),
    "puts before a new game": (FIRST, GOOD + "put turn 1\nfrom first\nis turn 0\n", "not tried", 1),
    "nothing checked": (
        FIRST,
        "scenario CPR-1 a\nfrom first\ndo 0 place dr 3\n",
        "checks nothing",
        1,
    ),
}


def said(capucine, setups, scenarios):
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "setups.txt").write_text(setups, "utf-8")
        path = Path(folder) / "a.txt"
        path.write_text(scenarios, "utf-8")
        ended = subprocess.run(
            [sys.executable, RUNNER, "--capucine", capucine, path], capture_output=True, text=True
        )
    return ended.returncode, ended.stdout + ended.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--capucine", required=True, help="the program to test")
    capucine = parser.parse_args().capucine
    failed = 0
    for what, (setups, scenarios, words, status) in CASES.items():
        ended, text = said(capucine, setups, scenarios)
        if ended != status or words not in text or "Traceback" in text:
            print(f"{what}: exit status {ended}, not {status} with {words!r}:\n{text}")
            failed += 1
    print(f"{len(CASES) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
