#!/usr/bin/env python3
"""Runs scenarios: readable files that name the rules they check, played through the referee.

usage: run.py --capucine PATH FILE...

A file holds scenarios; each begins with a line `scenario RULES words` and its own `new`:

    scenario CPR-11 a block placed on the marked block takes the marker off
    new caprice 2 arrange=manual seed=7        options as name=value; where it does not say so,
                                               seat 0 is first (ALL-2) and the seed is 1
    put towers[3] ["dr","lr"]                  changes the position; puts in a row are one `set`
    refused six blocks of each kind            the puts before it are refused with these words
    do 0 place dr 3; stay                      a seat's actions
    cannot 1 move 3 0: has the marker          illegal, with these words in the message
    legal 0 place dr 0, place dr 1             exactly these, in this order
    allows 0 place dr 0                        these are among the legal actions
    denies 0 place dr 3                        these are not
    count 0 24                                 how many there are
    is marker null                             a value of the position, as JSON
    view 1 tiles[0] [null,null,null,null]      of a view; `view spectator ...`
    actors 0 1                                 `actors` alone: none
    history 1 [[0,"place dr 3"]]               of a seat, or of a spectator
    result {"scores":[1,2],"places":[2,1]}     the game is over, with this result
    options refused GAME 2 third=choose: words `new` refuses these options
    rest pile {"b2":5,"b3":5} not known choice like `put`: pieces of which there are so many and
                                               which lie nowhere else, these keys apart, go behind
                                               those in this list when the position is set

Lines between `define NAME` and `end`, before the scenarios, stand wherever `use NAME` does.
A line that ends in \\ goes on in the next. `#` begins a comment line. A scenario that checks
nothing, and a line that belongs to none, is an error. Exit status 0, 1 or 2."""

import argparse
import json
import re
import subprocess
import sys
from collections import Counter


CHECKS = {
    "refused",
    "cannot",
    "legal",
    "allows",
    "denies",
    "count",
    "is",
    "view",
    "actors",
    "history",
    "result",
    "options",
}


class Failure(Exception):
    pass


class Referee:
    def __init__(self, path):
        self.process = subprocess.Popen(
            [path, "referee"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise Failure("the referee has ended")
        return json.loads(line)

    def get(self, **request):
        answer = self.ask(**request)
        if not answer["ok"]:
            raise Failure(f"{request['cmd']}: {answer['error']['message']}")
        return answer

    def refused(self, code, words, **request):
        answer = self.ask(**request)
        if answer["ok"]:
            raise Failure("this should have been refused")
        error = answer["error"]
        if error["code"] != code or words not in error["message"]:
            raise Failure(
                f"refused as {error['code']}: {error['message']!r}, "
                f"not as {code} with {words!r}"
            )


def steps(path):
    """The keys and indices of a path such as seats[1].hand.roof[0]."""
    found = re.findall(r"[^.\[\]]+|\[\d+\]", path)
    return [int(step[1:-1]) if step[0] == "[" else step for step in found]


def at(value, path):
    for step in steps(path):
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            raise Failure(f"there is no {path}") from None
    return value


def texts_in(value, skipped):
    """All texts in a value, but for what is under these keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from texts_in(item, skipped)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key not in skipped:
                yield from texts_in(item, skipped)


def viewer(word):
    return None if word == "spectator" else int(word)


def actions(text, separator):
    return [action.strip() for action in text.split(separator)] if text.strip() else []


def some_actions(text, separator):
    if not text.strip():
        raise Failure("which actions?")
    return actions(text, separator)


def same(found, expected, what):
    if found != expected:
        raise Failure(f"{what} is {json.dumps(found)}, not {json.dumps(expected)}")


class Scenario:
    """One scenario while it runs. Puts are collected in `staged` until something else follows."""

    def __init__(self, referee, defined):
        self.referee = referee
        self.defined = defined
        self.staged = None
        self.rests = []
        self.checks = 0

    def run(self, line):
        word, _, rest = line.partition(" ")
        method = getattr(self, "do_" + word, None)
        if not method:
            raise Failure(f"what is '{word}'?")
        if word not in ("put", "rest", "use", "refused") and self.staged is not None:
            self.referee.get(cmd="set", state=self.complete(), seed="1")
        method(rest.strip())
        self.checks += word in CHECKS

    def end(self):
        if self.staged is not None:
            raise Failure("nothing follows the last `put`, so it is not tried")
        if not self.checks:
            raise Failure("this checks nothing")

    def complete(self):
        """The staged position, which is then no longer staged."""
        for path, counts, repeats in self.rests:
            left = Counter(counts)
            left.subtract(texts_in(self.staged, repeats))
            at(self.staged, path).extend(left.elements())
        staged, self.staged, self.rests = self.staged, None, []
        return staged

    def state(self):
        return self.referee.get(cmd="state")["state"]

    def legal(self, seat):
        return self.referee.get(cmd="legal", seat=seat)["actions"]

    @staticmethod
    def request(text):
        game, players, *options = text.split()
        pairs = dict(option.split("=", 1) for option in options)
        seed = pairs.pop("seed", "1")
        pairs.setdefault("first", "0")
        return {"cmd": "new", "game": game, "players": int(players), "options": pairs, "seed": seed}

    def do_new(self, rest):
        self.referee.get(**self.request(rest))

    def do_options(self, rest):
        word, _, rest = rest.partition(" ")
        if word != "refused":
            raise Failure("options refused GAME PLAYERS NAME=VALUE...: words")
        rest, _, words = rest.partition(":")
        self.referee.refused("bad_options", words.strip(), **self.request(rest))

    def do_use(self, rest):
        for line in self.defined[rest]:
            self.run(line)

    def do_rest(self, rest):
        rest, _, repeats = rest.partition(" not ")
        path, _, text = rest.partition(" ")
        self.rests.append((path, json.loads(text), repeats.split()))

    def do_put(self, rest):
        path, _, text = rest.partition(" ")
        if self.staged is None:
            self.staged = self.state()
        *parents, last = steps(path)
        place = self.staged
        for step in parents:
            place = place[step]
        place[last] = json.loads(text)

    def do_refused(self, rest):
        if self.staged is None:
            raise Failure("`refused` needs a `put` before it")
        self.referee.refused("bad_state", rest, cmd="set", state=self.complete())

    def do_do(self, rest):
        seat, _, texts = rest.partition(" ")
        for action in some_actions(texts, ";"):
            answer = self.referee.ask(cmd="apply", seat=int(seat), action=action)
            if not answer["ok"]:
                raise Failure(
                    f"{action}: {answer['error']['message']}; legal: "
                    + ", ".join(self.legal(int(seat)))
                )

    def do_cannot(self, rest):
        seat, _, action = rest.partition(" ")
        action, _, words = action.partition(":")
        before = self.state()
        self.referee.refused(
            "illegal_action", words.strip(), cmd="apply", seat=int(seat), action=action.strip()
        )
        same(self.state(), before, "the position after a refused action")

    def do_legal(self, rest):
        seat, _, texts = rest.partition(" ")
        same(self.legal(int(seat)), actions(texts, ","), "legal")

    def do_allows(self, rest):
        seat, _, texts = rest.partition(" ")
        for action in some_actions(texts, ","):
            if action not in self.legal(int(seat)):
                raise Failure(f"{action} is not among: " + ", ".join(self.legal(int(seat))))

    def do_denies(self, rest):
        seat, _, texts = rest.partition(" ")
        for action in some_actions(texts, ","):
            if action in self.legal(int(seat)):
                raise Failure(f"{action} is legal")
            error = self.referee.ask(cmd="apply", seat=int(seat), action=action)["error"]
            if "no action with this text" in error["message"]:
                raise Failure(f"{action} is no action at all, and so never legal")

    def do_count(self, rest):
        seat, number = rest.split()
        same(len(self.legal(int(seat))), int(number), "the number of legal actions")

    def do_is(self, rest):
        path, _, text = rest.partition(" ")
        same(at(self.state(), path), json.loads(text), path)

    def do_view(self, rest):
        seat, path, text = rest.split(" ", 2)
        view = self.referee.get(cmd="view", seat=viewer(seat))["state"]
        same(at(view, path), json.loads(text), f"{path} in the view of {seat}")

    def do_actors(self, rest):
        same(
            self.referee.get(cmd="actors")["actors"], [int(seat) for seat in rest.split()], "actors"
        )

    def do_history(self, rest):
        seat, _, text = rest.partition(" ")
        same(
            self.referee.get(cmd="history", seat=viewer(seat))["actions"],
            json.loads(text),
            f"the history of {seat}",
        )

    def do_result(self, rest):
        answer = self.referee.get(cmd="result")
        found = {key: value for key, value in answer.items() if key not in ("ok", "over")}
        same(answer["over"], True, "over")
        same(found, json.loads(rest), "the result")


def lines(path):
    """Numbered lines without comments; those that end in a backslash joined."""
    joined, start = "", 0
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            start = start if joined else number
            text = line.strip()
            if text.startswith("#") or not text:
                continue
            if text.endswith("\\"):
                joined += text[:-1].rstrip() + " "
                continue
            yield start, joined + text
            joined = ""
    if joined:
        raise SystemExit(f"{path}: nothing follows the last \\")


def read_file(path):
    """What is defined, by name, and the scenarios: their title and numbered lines."""
    defined, scenarios, defining = {}, [], None
    for number, line in lines(path):
        if line.startswith("define "):
            defining = defined[line[len("define ") :]] = []
        elif defining is not None and line == "end":
            defining = None
        elif defining is not None:
            defining.append(line)
        elif line.startswith("scenario "):
            scenarios.append((line[len("scenario ") :], [(number, line)]))
            if not re.match(r"[A-Z]{3}-\d+", scenarios[-1][0]):
                raise SystemExit(f"{path}:{number}: a scenario begins with the rules it checks")
        elif scenarios:
            scenarios[-1][1].append((number, line))
        else:
            raise SystemExit(f"{path}:{number}: this belongs to no scenario: {line}")
    if defining is not None or not scenarios:
        raise SystemExit(f"{path}: no scenario, or a `define` without its `end`")
    return defined, scenarios


def passes(path, scenario, title, numbered):
    (number, line), *rest = numbered
    try:
        for number, line in rest:
            scenario.run(line)
        scenario.end()
    except (Failure, ValueError, KeyError, IndexError, TypeError) as problem:
        print(f"{path}:{number}: {title}\n    {line}\n    {problem}")
        return False
    return True


def run_file(path, referee):
    defined, scenarios = read_file(path)
    passed = sum(passes(path, Scenario(referee, defined), *one) for one in scenarios)
    return passed, len(scenarios) - passed


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--capucine", required=True, help="the program to test")
    parser.add_argument("files", nargs="+", help="scenario files")
    arguments = parser.parse_args()
    referee = Referee(arguments.capucine)
    results = [run_file(path, referee) for path in arguments.files]
    passed, failed = (sum(column) for column in zip(*results))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
