#!/usr/bin/env python3
"""Runs scenarios: readable files that name the rules they check, played through the referee.

usage: run.py --capucine PATH FILE...

A file holds scenarios; each begins with a line `scenario RULES words`. A scenario begins with a
set-up, says what is different in it, and checks what follows:

    scenario CPR-11 a block placed on the marked block takes the marker off
    from halfway arrange=manual: turn 1        a set-up of the game; with this option; what differs
    new caprice 2 arrange=manual seed=7        or a new game; where it does not say so, seat 0 is
                                               first (ALL-2) and the seed is 1
    put towers[3] dr lr; marker 3              changes the position; puts in a row are one `set`;
                                               tiles[*] are all of them
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

A value after `put` is JSON, or words without quotes: one word is a text or a number, and where a
list stands, the words are its elements.

The file setups.txt beside the scenarios holds what many of them share:

    word seat seats[#]                         `seat 1 gold 2; hand b5` is short for
                                               `put seats[1].gold 2; seats[1].hand b5`
    pieces citizens {"b2":5,"b3":5} not known  so many there are; texts under these keys are none
    setup auction                              a set-up; it ends where the next one begins
    new capitol 3                              first how the game begins, or `from` another set-up
    put phase bid; turn null                   then the position, with `put` and these three,
                                               which wait until the position is whole:
    fill seats[*].hand citizens 5 with used    the last pieces that lie nowhere fill up this list
                                               until it and those beside it hold five
    rest pile citizens                         all pieces that lie nowhere else go behind those here
    copy seats[*].hand known                   `known` beside each hand is the same

A line that ends in \\ goes on in the next. `#` begins a comment line. A scenario that checks
nothing, and a line that belongs to none, is an error. Exit status 0, 1 or 2."""

import argparse
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path


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
SETUPS = "setups.txt"
SETS_UP = {"new", "from", "put", "rest", "fill", "copy"}


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


def places(value, path):
    """The paths that a path with [*] stands for."""
    before, star, after = path.partition("[*]")
    if not star:
        return [path]
    return [f"{before}[{number}]{after}" for number in range(len(at(value, before)))]


def beside(path, key):
    return re.sub(r"[^.\[\]]+$", key, path)


def word(text):
    return json.loads(text) if re.fullmatch(r"null|-?\d+", text) else text


def value_of(text, present):
    """What is put where `present` stands: JSON, or words without quotes."""
    if not re.fullmatch(r"[\w+?-]+( +[\w+?-]+)*", text):
        return json.loads(text)
    if isinstance(present, list) and text != "null":
        return [word(one) for one in text.split()]
    if " " in text:
        raise Failure(f"there is no list, so this is no value: {text}")
    return json.loads(text) if text in ("true", "false") else word(text)


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

    def __init__(self, referee, shared):
        self.referee = referee
        self.shared = shared
        self.staged = None
        self.waiting = []
        self.checks = 0

    def run(self, line):
        word, _, rest = line.partition(" ")
        if word in self.shared.words:
            word, rest = "put", self.shared.put(word, rest.strip())
        method = getattr(self, "do_" + word, None)
        if not method:
            raise Failure(f"what is '{word}'?")
        if word not in SETS_UP | {"refused"} and self.staged is not None:
            self.referee.get(cmd="set", state=self.complete(), seed="1")
        method(rest.strip())
        self.checks += word in CHECKS

    def end(self):
        self.nothing_staged()
        if not self.checks:
            raise Failure("this checks nothing")

    def nothing_staged(self):
        if self.staged is not None:
            raise Failure("nothing follows the last `put`, so it is not tried")

    def stage(self):
        if self.staged is None:
            self.staged = self.state()
        return self.staged

    def complete(self):
        """The staged position, which is then no longer staged."""
        for finish in self.waiting:
            finish()
        staged, self.staged, self.waiting = self.staged, None, []
        return staged

    def left(self, name):
        """The pieces that lie nowhere, in their order."""
        counts, skipped = self.shared.pieces_called(name)
        left = Counter(counts)
        left.subtract(texts_in(self.staged, skipped))
        return list(left.elements())

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
        self.nothing_staged()
        self.referee.get(**self.request(rest))

    def do_options(self, rest):
        word, _, rest = rest.partition(" ")
        if word != "refused":
            raise Failure("options refused GAME PLAYERS NAME=VALUE...: words")
        rest, _, words = rest.partition(":")
        self.referee.refused("bad_options", words.strip(), **self.request(rest))

    def do_from(self, rest):
        rest, _, changes = rest.partition(":")
        name, _, options = rest.strip().partition(" ")
        chain = self.shared.chain(name)
        begins = " ".join([chain[0].begins, *(setup.options for setup in chain), options])
        self.do_new(begins)
        for setup in chain:
            for where, line in setup.lines:
                self.run_of(setup, where, line)
        if changes:
            self.run(self.shared.change(changes.strip()))

    def run_of(self, setup, where, line):
        try:
            self.run(line)
        except (Failure, ValueError, KeyError, IndexError, TypeError) as problem:
            raise Failure(f"{where}: in the set-up {setup.name}: {line}: {problem}") from None

    def do_rest(self, rest):
        path, name = rest.split()
        self.shared.pieces_called(name)
        self.stage()
        self.waiting.append(lambda: at(self.staged, path).extend(self.left(name)))

    def do_fill(self, rest):
        rest, _, others = rest.partition(" with ")
        path, name, number = rest.split()
        self.shared.pieces_called(name)
        self.stage()
        self.waiting.append(lambda: self.fill(path, name, int(number), others.split()))

    def fill(self, path, name, number, others):
        for place in places(self.staged, path):
            beside_it = sum(len(at(self.staged, beside(place, other))) for other in others)
            missing = number - beside_it - len(at(self.staged, place))
            if missing > 0:
                at(self.staged, place).extend(self.left(name)[-missing:])

    def do_copy(self, rest):
        path, key = rest.split()
        self.stage()
        self.waiting.append(lambda: self.copy(path, key))

    def copy(self, path, key):
        for place in places(self.staged, path):
            self.put(beside(place, key), json.loads(json.dumps(at(self.staged, place))))

    def put(self, path, value):
        *parents, last = steps(path)
        place = self.staged
        for step in parents:
            place = place[step]
        place[last] = value

    def do_put(self, rest):
        for item in rest.split(";"):
            path, _, text = item.strip().partition(" ")
            for place in places(self.stage(), path):
                self.put(place, value_of(text.strip(), self.present(place)))

    def present(self, path):
        """What stands there now; nothing where there is no such place, which the engine refuses."""
        try:
            return at(self.stage(), path)
        except Failure:
            return None

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


class Setup:
    def __init__(self, where, name):
        self.where = where
        self.name = name
        self.begins = None  # the words after `new`,
        self.parent = None  # or the set-up that this one changes,
        self.options = ""  # with these options
        self.lines = []

    def add(self, where, line):
        word, _, rest = line.partition(" ")
        if word in ("new", "from") and (self.begins or self.parent):
            raise SystemExit(f"{where}: the set-up {self.name} has begun already: {line}")
        if word == "new":
            self.begins = rest
        elif word == "from":
            self.parent, _, self.options = rest.partition(" ")
        elif word in CHECKS or word == "do":
            raise SystemExit(f"{where}: a set-up does and checks nothing: {line}")
        elif not (self.begins or self.parent):
            raise SystemExit(f"{where}: a set-up begins with `new` or `from`: {line}")
        else:
            self.lines.append((where, line))


class Shared:
    """What the scenarios of a game share, from setups.txt."""

    def __init__(self, path):
        self.words, self.pieces, self.setups = {}, {}, {}
        self.last = None
        if path.exists():
            for number, line in lines(path):
                self.read(f"{path}:{number}", line)
        for setup in self.setups.values():
            self.check(setup)

    def read(self, where, line):
        kind, _, rest = line.partition(" ")
        name, _, text = rest.strip().partition(" ")
        table = {"word": self.words, "pieces": self.pieces, "setup": self.setups}.get(kind)
        if table is not None and name in table:
            raise SystemExit(f"{where}: there are two called {name}")
        if kind == "word":
            if hasattr(Scenario, "do_" + name):
                raise SystemExit(f"{where}: {name} is a word of the scenarios already")
            self.words[name] = text
        elif kind == "pieces":
            self.pieces[name] = read_pieces(where, text)
        elif kind == "setup":
            self.last = self.setups[name] = Setup(where, name)
        elif self.last:
            self.last.add(where, line)
        else:
            raise SystemExit(f"{where}: this belongs to no set-up: {line}")

    def check(self, setup):
        if not (setup.begins or setup.parent):
            raise SystemExit(f"{setup.where}: the set-up {setup.name} does not say how it begins")
        try:
            self.chain(setup.name)
        except Failure as problem:
            raise SystemExit(f"{setup.where}: {problem}") from None

    def chain(self, name):
        """A set-up and those on which it builds, the first of them first."""
        chain = []
        while name:
            if name not in self.setups:
                raise Failure(f"there is no set-up {name}")
            if self.setups[name] in chain:
                raise Failure(f"the set-up {name} includes itself")
            chain.insert(0, self.setups[name])
            name = chain[0].parent
        return chain

    def pieces_called(self, name):
        if name not in self.pieces:
            raise Failure(f"there are no pieces {name}")
        return self.pieces[name]

    def change(self, text):
        """What follows `from NAME:` as a line: `put` need not be said."""
        return text if text.split(" ")[0] in self.words else "put " + text

    def put(self, name, text):
        """The words of a `put` for those after a word of the game."""
        path = self.words[name]
        if "#" in path:
            number, _, text = text.partition(" ")
            path = path.replace("#", number)
        return "; ".join(f"{path}.{item.strip()}" for item in text.split(";"))


def read_pieces(where, text):
    counts, _, skipped = text.partition(" not ")
    try:
        return json.loads(counts), skipped.split()
    except ValueError as problem:
        raise SystemExit(f"{where}: {counts}: {problem}") from None


def read_file(path):
    """The scenarios: their title and numbered lines."""
    scenarios = []
    for number, line in lines(path):
        if line.startswith("scenario "):
            scenarios.append((line[len("scenario ") :], [(number, line)]))
            if not re.match(r"[A-Z]{3}-\d+", scenarios[-1][0]):
                raise SystemExit(f"{path}:{number}: a scenario begins with the rules it checks")
        elif scenarios:
            scenarios[-1][1].append((number, line))
        else:
            raise SystemExit(f"{path}:{number}: this belongs to no scenario: {line}")
    if not scenarios:
        raise SystemExit(f"{path}: no scenario")
    return scenarios


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
    shared = Shared(Path(path).with_name(SETUPS))
    scenarios = read_file(path)
    passed = sum(passes(path, Scenario(referee, shared), *one) for one in scenarios)
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
