#!/usr/bin/env python3
"""Compares whole games with readable transcripts; a change in one is a decision.

usage: run.py --capucine PATH [--update] [FILE...]

Each transcript begins with the game it is of:

    # caprice 3 second_pair=redraw seed=3

and then tells, action by action, who chose what of how many, and what changed in the position. With
--update the files are written anew. Without files, all beside this program are compared."""

import argparse
import difflib
import json
import pathlib
import subprocess
import sys


class Referee:
    def __init__(self, path):
        self.process = subprocess.Popen(
            [path, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if not answer["ok"]:
            raise SystemExit(f"{request}: {answer['error']['message']}")
        return answer


def compact(value):
    return json.dumps(value, separators=(",", ":"))


def changes(before, after, path=""):
    """Lines for what differs, as deep as the two have the same shape."""
    if type(before) is dict and type(after) is dict and before.keys() == after.keys():
        for key in after:
            yield from changes(before[key], after[key], f"{path}.{key}" if path else key)
    elif (
        type(before) is list
        and type(after) is list
        and len(before) == len(after)
        and path.count("[") < 2
        and any(type(element) in (dict, list) for element in after)
    ):
        for i, pair in enumerate(zip(before, after)):
            yield from changes(*pair, f"{path}[{i}]")
    elif before != after:
        yield f"      {path}: {compact(after)}"


def transcript(referee, title):
    game, players, *words = title.split()
    options = dict(word.split("=", 1) for word in words)
    seed = options.pop("seed", "1")
    referee.ask(cmd="new", game=game, players=int(players), options=options, seed=seed)
    state = referee.ask(cmd="state")["state"]
    lines = [f"# {title}", ""]
    lines += [f"{key}: {compact(value)}" for key, value in state.items()]
    lines.append("")
    number, over = 0, False
    while not over:
        counts = {
            seat: len(referee.ask(cmd="legal", seat=seat)["actions"])
            for seat in referee.ask(cmd="actors")["actors"]
        }
        answer = referee.ask(cmd="random", count=1, seed=str(1000 * int(seed) + number))
        ((seat, action),) = answer["applied"]
        after = referee.ask(cmd="state")["state"]
        number, over = number + 1, answer["over"]
        lines.append(f"{number}. seat {seat}: {action} (of {counts[seat]})")
        lines += changes(state, after)
        state = after
    result = referee.ask(cmd="result")
    lines += [
        "",
        "result: "
        + compact({key: value for key, value in result.items() if key not in ("ok", "over")}),
    ]
    return "\n".join(lines) + "\n"


def compare(referee, path, update):
    """Whether the file is as it should be."""
    old = path.read_text(encoding="utf-8")
    new = transcript(referee, old.split("\n", 1)[0].removeprefix("# "))
    if update:
        path.write_text(new, encoding="utf-8")
        return True
    for line in list(
        difflib.unified_diff(old.splitlines(), new.splitlines(), str(path), "now", lineterm="")
    )[:40]:
        print(line)
    return old == new


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--capucine", required=True)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    referee = Referee(arguments.capucine)
    files = arguments.files or sorted(pathlib.Path(__file__).parent.glob("*.txt"))
    good = [compare(referee, path, arguments.update) for path in files]
    print(f"{sum(good)} passed, {len(good) - sum(good)} failed")
    return 0 if good and all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
