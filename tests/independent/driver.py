#!/usr/bin/env python3
"""Plays random games through `capucine referee` and compares all answers with an independent model.

The referee deals and shuffles; all else the model predicts: who may act, the legal actions, the
position after each, what every seat sees, histories, results, which positions `set` accepts. The
first difference ends the run.

A model is a module beside this file, named like its game (`-` becomes `_`). A position is the dict
that `state` answers. It offers:

    GAME, PLAYERS                   the name; the least and the most players
    GAMES                           how many games are enough: the longer a game, the fewer
    random_options(rng, players)    options for `new`
    bad_options()                   pairs of players and options that `new` refuses
    check_deal(pos, options)        AssertionError unless `new` can lead to this position
    shape(pos)                      AssertionError unless keys, their order and types are right
    check(pos)                      None, or why `set` must refuse the position
    mutate(pos, rng)                a changed copy, mostly impossible
    actors(pos)                     the seats that have a decision to make
    legal(pos, seat)                the actions of a seat, in order
    illegal(pos, seat, rng)         an action text that is not among these
    apply(pos, seat, action, after) the position after an action; of the engine's position `after`
                                    it takes the outcome of chance alone
    view(pos, seat)                 what a seat sees; None is a spectator
    hidden(pos, action, own)        the action in the history of its own seat, or of another
    sealed(pos)                     None, or a name of the simultaneous decision that is open: its
                                    actions appear in histories when it closes, by seat
    result(pos)                     `scores`, `places` and whatever else `result` answers

Requests are written in batches and their answers read afterwards, so that an action costs one
exchange with the referee. A batch fits into the pipe: no side ever waits for the other to read.
"""

import argparse
import importlib
import json
import os
import random
import re
import select
import shlex
import shutil
import subprocess
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

ANSWER_SECONDS = 60  # a referee that takes longer hangs
BATCH_BYTES = 16384  # of requests; a pipe holds 65536
LINES_SHOWN = 20  # of a difference

SEED = re.compile(r"0|[1-9][0-9]{0,19}|[0-9a-f]{64}")
BAD_SEEDS = (
    "",
    "007",
    "-1",
    "+1",
    "1.0",
    " 1",
    "0x10",
    "seven",
    "18446744073709551616",
    "f" * 63,
    "F" * 64,
    "f" * 65,
    42,
)


def keys_like(value, original):
    """The value with its keys in the order of the original: `set` takes them in any order, but
    what follows from it is compared with what the referee answers."""
    if isinstance(value, dict) and isinstance(original, dict):
        known = [key for key in original if key in value]
        rest = [key for key in value if key not in original]
        return {key: keys_like(value[key], original.get(key)) for key in known + rest}
    if isinstance(value, list) and isinstance(original, list):
        return [keys_like(*pair) for pair in zip(value, original)] + value[len(original) :]
    return value


class Difference(Exception):
    """What the engine and the model disagree on, in one sentence and in lines of detail."""

    def __init__(self, what, lines=()):
        super().__init__(what)
        self.lines = list(lines)


# Comparing JSON

text = json.JSONEncoder(separators=(",", ":")).encode
unordered = json.JSONEncoder(separators=(",", ":"), sort_keys=True).encode


def short(value, most=600):
    line = value if type(value) is str else text(value)
    return line if len(line) <= most else line[:most] + " ..."


def differences(engine, model, path="", names=("engine", "model")):
    """One line for each place in which two JSON values differ: path: engine value, model value."""

    def line(where, ours, theirs):
        return f"{where or 'all'}: {names[0]} {ours}, {names[1]} {theirs}"

    if type(engine) is dict and type(model) is dict:
        for key in {**engine, **model}:
            where = f"{path}.{key}" if path else key
            if key not in model:
                yield line(where, short(engine[key]), "nothing")
            elif key not in engine:
                yield line(where, "nothing", short(model[key]))
            else:
                yield from differences(engine[key], model[key], where, names)
        if engine.keys() == model.keys() and list(engine) != list(model):
            yield line(f"{path or 'all'}, order of keys", text(list(engine)), text(list(model)))
    elif type(engine) is list and type(model) is list:
        for i in range(max(len(engine), len(model))):
            where = f"{path}[{i}]"
            if i >= len(model):
                yield line(where, short(engine[i]), "nothing")
            elif i >= len(engine):
                yield line(where, "nothing", short(model[i]))
            else:
                yield from differences(engine[i], model[i], where, names)
    elif text(engine) != text(model):
        yield line(path, short(engine), short(model))


def same(what, engine, model, ordered=True):
    """Equal, with types, and if ordered with the order of keys."""
    if text(engine) != text(model):
        if ordered or unordered(engine) != unordered(model):
            raise Difference(what, differences(engine, model))


# The other end of the pipe


class Referee:
    """`capucine referee` as a child process."""

    def __init__(self, path):
        self.child = subprocess.Popen(
            [path, "referee"], bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.buffer = b""
        self.requests = 0

    def ask(self, requests):
        """Sends requests (dicts, or lines as they are) and gives their answers, in order."""
        answers, lines, size = [], [], 0
        for request in requests:
            self.requests += 1
            name = self.requests if self.requests % 10 else f"r{self.requests}"
            line = request if type(request) is str else text({**request, "id": name})
            line = line.encode() + b"\n"
            if lines and size + len(line) > BATCH_BYTES:
                answers += self.exchange(lines)
                lines, size = [], 0
            lines.append((line, None if type(request) is str else name))
            size += len(line)
        return answers + self.exchange(lines)

    def exchange(self, lines):
        self.write(b"".join(line for line, _ in lines))
        return [self.answer(line, name) for line, name in lines]

    def write(self, data):
        data = memoryview(data)
        while data:
            try:
                data = data[self.child.stdin.write(data) :]
            except BrokenPipeError:
                raise Difference(f"the referee ended, {self.status()}") from None

    def answer(self, request, name):
        line = self.read_line(request)
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if type(answer) is not dict or type(answer.get("ok")) is not bool:
            raise Difference(f"no answer: {line[:200]!r}, to {request[:200]!r}")
        if answer.pop("id", None) != name:
            raise Difference(f"the id does not come back: {line[:200]!r}, to {request[:200]!r}")
        return answer

    def read_line(self, request):
        while b"\n" not in self.buffer:
            if not select.select([self.child.stdout], [], [], ANSWER_SECONDS)[0]:
                raise Difference(f"nothing for {ANSWER_SECONDS} seconds after {request[:200]!r}")
            piece = os.read(self.child.stdout.fileno(), 65536)
            if not piece:
                raise Difference(f"the referee ended, {self.status()}, after {request[:200]!r}")
            self.buffer += piece
        line, _, self.buffer = self.buffer.partition(b"\n")
        return line

    def status(self):
        return f"status {self.child.wait(ANSWER_SECONDS)}"

    def close(self):
        """The end of input ends the referee with status 0."""
        self.child.stdin.close()
        try:
            status = self.child.wait(ANSWER_SECONDS)
        except subprocess.TimeoutExpired:
            raise Difference("the referee does not end with its input") from None
        if status != 0 or self.buffer or self.child.stdout.read():
            raise Difference(f"the end of input: status {status}, or an answer too many")

    def kill(self):
        self.child.kill()
        self.child.wait()


class Batch:
    """Requests with what is expected of their answers."""

    def __init__(self, referee):
        self.referee = referee
        self.parts = []
        self.note = list  # gives lines for a difference in the requests added from now on

    def add(self, request, look):
        """look(answer) raises Difference if the answer is wrong."""
        self.parts.append((request, look, self.note))

    def ok(self, request, **expected):
        """The answer has exactly these keys besides `ok`."""

        def look(answer):
            demand_ok(request, answer)
            for key in {**answer, **expected}:
                if key != "ok":
                    same(
                        f"`{key}` in the answer to {short(request, 200)}",
                        answer.get(key, "nothing"),
                        expected.get(key, "nothing"),
                    )

        self.add(request, look)

    def state(self, position, when):
        request = {"cmd": "state"}

        def look(answer):
            demand_ok(request, answer)
            same(f"the position {when}", answer["state"], position, ordered=False)

        self.add(request, look)

    def error(self, request, *codes):
        """The answer is an error with one of these codes and a message."""

        def look(answer):
            error = {} if answer["ok"] else answer.get("error", {})
            if error.get("code") not in codes or not error.get("message"):
                raise Difference(
                    f"{short(request, 200)}: answered {short(answer)}, "
                    f"not {' or '.join(codes)} with a message"
                )

        self.add(request, look)

    def go(self):
        """Sends all, looks at the answers in order, and gives them."""
        answers = self.referee.ask([request for request, _, _ in self.parts])
        for (_, look, note), answer in zip(self.parts, answers):
            try:
                look(answer)
            except Difference as difference:
                raise Difference(difference, difference.lines[:LINES_SHOWN] + note()) from None
        self.parts = []
        return answers


def demand_ok(request, answer):
    if not answer["ok"]:
        raise Difference(f"{short(request, 200)}: answered {short(answer)}")


# Games


class Table:
    """The game that the referee holds, as the driver knows it."""

    def __init__(self, pos, seed, start=None):
        self.pos = pos
        self.seed = seed  # of the game's generator, as in the record
        self.start = start  # the position given to `set`, or None
        self.actions = []  # as in the record
        self.history = []  # those that have appeared,
        self.unseen = []  # and those of a simultaneous decision that is still open

    def advance(self, model, seat, action, after):
        decision = model.sealed(self.pos)
        self.actions.append([seat, action])
        self.unseen.append([seat, action])
        if decision is None or model.sealed(after) != decision:
            self.history += sorted(self.unseen, key=lambda entry: entry[0])  # stable
            self.unseen = []
        self.pos = after

    def history_of(self, model, viewer):
        return [
            [seat, model.hidden(self.pos, action, seat == viewer)] for seat, action in self.history
        ]


class Run:
    """What one run of the driver does: play() for each game, after protocol()."""

    def __init__(self, model, referee):
        self.model = model
        self.referee = referee
        self.rng = None
        self.table = None
        self.rules = 0  # version of the rules, and
        self.defaults = {}  # defaults of the options: what a record needs
        self.new = None  # the request that began the game, for reports
        self.action = None  # what is being done, for reports
        self.number = 0  # of the game, the first being 1
        self.passed = 0  # games without a difference
        self.count = Counter()
        self.tried = Counter()  # mutations in each phase of this game

    def batch(self):
        return Batch(self.referee)

    # Before the first game

    def protocol(self):
        """What holds without a game, and what `new` refuses."""
        batch = self.batch()
        for request in (
            {"cmd": "state"},
            {"cmd": "actors"},
            {"cmd": "legal", "seat": 0},
            {"cmd": "view", "seat": 0},
            {"cmd": "view", "seat": None},
            {"cmd": "history", "seat": None},
            {"cmd": "record"},
            {"cmd": "result"},
            {"cmd": "random", "count": 1, "seed": "1"},
            {"cmd": "apply", "seat": 99, "action": "nonsense"},
        ):
            batch.error(request, "no_game")
        for line in ("{", "nonsense", '{"cmd":"games"', '{"cmd":"games"} {}', "'games'", "\u00e9"):
            batch.error(line, "bad_json")
        for line in ("[]", "null", "5", '"games"'):
            batch.error(line, "bad_json", "bad_request")
        for request in ({}, {"cmd": "nonsense"}, {"cmd": 5}, {"cmd": None}):
            batch.error(request, "bad_request")
        batch.go()
        self.referee.write(b"\n\n")  # empty lines are passed over
        self.games()
        self.refused_news()

    def games(self):
        """`games`: the rules version and the default options."""
        request = {"cmd": "games"}
        (answer,) = self.referee.ask([request])
        demand_ok(request, answer)
        known = [game for game in answer["games"] if game["name"] == self.model.GAME]
        if len(known) != 1:
            raise Difference(f"`games` names {self.model.GAME} {len(known)} times")
        same("the numbers of players", known[0]["players"], list(self.model.PLAYERS))
        self.rules = known[0]["rules"]
        for option in known[0]["options"]:
            self.defaults[option["name"]] = option["default"]
            same(f"the default of option {option['name']}", option["default"], option["values"][0])

    def refused_news(self):
        least, most = self.model.PLAYERS
        new = {"cmd": "new", "game": self.model.GAME, "players": least, "options": {}, "seed": "1"}
        nonsense = {"colour": "white"}
        batch = self.batch()
        batch.error({**new, "game": "chess", "players": 99, "options": nonsense}, "unknown_game")
        for players in (least - 1, most + 1, 0, -1, 255, 10**9):
            batch.error({**new, "players": players}, "bad_players")
        batch.error({**new, "players": most + 1, "options": nonsense}, "bad_players")
        batch.error({**new, "options": nonsense}, "bad_options")
        for players, options in self.model.bad_options():
            batch.error({**new, "players": players, "options": options}, "bad_options")
        for seed in BAD_SEEDS:
            batch.error({**new, "seed": seed}, "bad_request")
        batch.error({"cmd": "state"}, "no_game")
        batch.go()

    # A whole game

    def play(self, rng, players, most_actions):
        """One random game; all that is random here comes from rng."""
        self.rng = rng
        self.tried.clear()
        self.begin(players, self.model.random_options(rng, players))
        while self.model.actors(self.table.pos):
            if 0 < most_actions <= len(self.table.actions):
                break
            event = rng.random()
            if event < 0.02:
                self.random_actions()
                continue
            if event < 0.05:
                self.set_again()
            elif event < 0.08:
                self.load_again()
            if rng.random() < self.appetite():
                self.mutations()
            self.step()
        self.end()

    def appetite(self):
        """How readily to try mutations now: more so in phases that are rare."""
        fair_share = sum(self.tried.values()) / max(1, len(self.tried))
        return 0.15 * (fair_share + 8) / (self.tried[self.table.pos["phase"]] + 1)

    def begin(self, players, options):
        """`new`, twice with one seed and between these without; then what it refuses."""
        rng, model = self.rng, self.model
        short_seed = str(rng.getrandbits(rng.randint(1, 64)))
        seed = rng.choice((short_seed, f"{rng.getrandbits(256):064x}"))
        self.new = {
            "cmd": "new",
            "game": model.GAME,
            "players": players,
            "options": options,
            "seed": seed,
        }
        self.table, self.action = None, None
        unseeded = {key: value for key, value in self.new.items() if key != "seed"}
        first, state, other, again = answers = self.referee.ask(
            [self.new, {"cmd": "state"}, unseeded, self.new]
        )
        for answer in answers:
            demand_ok(self.new, answer)
        if not SEED.fullmatch(str(other.get("seed"))):
            raise Difference(f"`new` without a seed answers {short(other)}")
        pos = state["state"]
        self.look_at(pos)
        model.check_deal(pos, options)
        same("`players` of the position", pos["players"], players)
        same(
            "the answer to `new`",
            first,
            {"ok": True, "actors": model.actors(pos), "seed": seed},
            ordered=False,
        )
        same("the second answer to `new`", again, first)
        self.table = Table(pos, seed)
        batch = self.batch()
        batch.state(pos, "after the second `new` with this seed")
        bad_players, bad_options = rng.choice(model.bad_options())
        batch.error({**self.new, "players": bad_players, "options": bad_options}, "bad_options")
        batch.error({**self.new, "seed": rng.choice(BAD_SEEDS)}, "bad_request")
        batch.error({"cmd": "apply", "seat": model.actors(pos)[0]}, "bad_request")
        batch.error(rng.choice(("{", '{"cmd":"new"', "\\", "new")), "bad_json")
        batch.state(pos, "after bad requests")
        self.add_histories(batch)
        self.add_record(batch)
        batch.go()

    def end(self):
        """The last position, in which nobody acts any more."""
        pos, batch = self.table.pos, self.batch()
        self.action = None
        self.add_position(batch, histories=True)
        self.add_record(batch)
        if not self.model.actors(pos):
            last = self.table.actions[-1][1] if self.table.actions else "nonsense"
            for seat in range(pos["players"]):
                batch.error({"cmd": "apply", "seat": seat, "action": last}, "game_over")
            batch.error({"cmd": "apply", "seat": pos["players"], "action": last}, "bad_seat")
            batch.state(pos, "after the end")
        batch.go()
        self.load_again()
        for _ in range(2):
            self.mutations()
        self.set_again()

    # One action

    def step(self):
        """Compares the position, and plays a random action of a random actor."""
        rng, model, pos = self.rng, self.model, self.table.pos
        batch = self.batch()
        self.add_position(batch)
        if rng.random() < 0.15:
            self.add_errors(batch)
        seat = rng.choice(model.actors(pos))
        self.act(seat, rng.choice(model.legal(pos, seat)), batch)

    def act(self, seat, action, batch):
        """One action, in a batch that may have questions before it."""
        model, table = self.model, self.table
        self.action = [seat, action]
        request = {"cmd": "apply", "seat": seat, "action": action}
        batch.add(request, lambda answer: demand_ok(request, answer))
        batch.add({"cmd": "state"}, lambda answer: demand_ok(request, answer))
        *_, applied, state = batch.go()
        after = state["state"]
        model.shape(after)
        same(
            "the position after the action",
            after,
            model.apply(table.pos, seat, action, after),
            ordered=False,
        )
        self.look_at(after)
        who = model.actors(after)
        same(
            "the answer to `apply`",
            applied,
            {"ok": True, "actors": who, "over": not who},
            ordered=False,
        )
        table.advance(model, seat, action, after)
        self.action = None
        self.count["actions"] += 1

    def look_at(self, pos):
        """What every position must be like."""
        self.model.shape(pos)
        reason = self.model.check(pos)
        if reason is not None:
            raise Difference(f"the model takes the position for impossible: {reason}", [text(pos)])
        self.count["positions"] += 1

    # Questions, which change nothing

    def add_position(self, batch, histories=False):
        """Actors, legal actions, views, the result; now and then histories."""
        model, pos = self.model, self.table.pos
        seats = range(pos["players"])
        who = model.actors(pos)
        batch.ok({"cmd": "actors"}, actors=who)
        for seat in seats:
            batch.ok({"cmd": "legal", "seat": seat}, actions=model.legal(pos, seat))
        for seat in (*seats, None):
            batch.ok({"cmd": "view", "seat": seat}, state=model.view(pos, seat))
        if not who:
            batch.ok({"cmd": "result"}, over=True, **model.result(pos))
        elif self.rng.random() < 0.05:
            batch.ok({"cmd": "result"}, over=False)
        if histories or model.sealed(pos) is not None or self.rng.random() < 0.05:
            self.add_histories(batch)

    def add_histories(self, batch):
        for seat in (*range(self.table.pos["players"]), None):
            batch.ok(
                {"cmd": "history", "seat": seat}, actions=self.table.history_of(self.model, seat)
            )

    def add_record(self, batch):
        batch.ok({"cmd": "record"}, record=self.record(self.table))

    def record(self, table):
        """The record of a game, as the referee must give it."""
        options = {
            name: value
            for name, value in table.pos["options"].items()
            if value != self.defaults[name]
        }
        record = {
            "capucine": 1,
            "game": self.model.GAME,
            "rules": self.rules,
            "players": table.pos["players"],
            "options": options,
        }
        if table.start is not None:
            record["from"] = table.start
        record.update(seed=table.seed, actions=list(table.actions))
        if not self.model.actors(table.pos):
            result = self.model.result(table.pos)
            record["result"] = {key: result[key] for key in ("scores", "places")}
        return record

    def add_errors(self, batch):
        """Actions and seats that the referee must refuse."""
        rng, model, pos = self.rng, self.model, self.table.pos
        players, who = pos["players"], model.actors(pos)
        seat = rng.choice(who)
        wrong = [model.illegal(pos, seat, rng) for _ in range(2)]
        for action in wrong:
            batch.error({"cmd": "apply", "seat": seat, "action": action}, "illegal_action")
        for other in range(players):
            if other not in who:
                action = rng.choice(wrong + model.legal(pos, seat))
                batch.error({"cmd": "apply", "seat": other, "action": action}, "not_your_turn")
        nobody = rng.choice((players, -1, 255, 2**31))
        batch.error({"cmd": "apply", "seat": nobody, "action": wrong[0]}, "bad_seat")
        batch.error({"cmd": rng.choice(("legal", "view", "history")), "seat": nobody}, "bad_seat")
        batch.state(pos, "after refused actions")

    # Leaving the game and coming back

    def set_table(self, batch, pos):
        """`set`, with a seed or without: a game that starts from this position."""
        request, seed = {"cmd": "set", "state": pos}, "0"
        if self.rng.random() < 0.5:
            seed = request["seed"] = str(self.rng.getrandbits(64))
        self.table = Table(pos, seed, start=pos)
        batch.ok(request, actors=self.model.actors(pos))

    def restore(self, table):
        """Back to a game, mostly by `load`; else by `set`, which begins a new history."""
        batch = self.batch()
        if self.rng.random() < 0.8:
            self.table = table
            batch.ok(
                {"cmd": "load", "record": self.record(table)}, actors=self.model.actors(table.pos)
            )
        else:
            self.set_table(batch, table.pos)
        batch.state(table.pos, "after going back to it")
        batch.go()

    def set_again(self):
        """`set` of the position as it is; sometimes the game goes on from there."""
        before, batch = self.table, self.batch()
        self.set_table(batch, before.pos)
        batch.state(before.pos, "after `set` of it")
        self.add_position(batch, histories=True)
        self.add_record(batch)
        batch.go()
        if self.rng.random() < 0.6:
            self.restore(before)

    def load_again(self):
        """The record gives the same game again; a wrong one is refused."""
        batch, record = self.batch(), self.record(self.table)
        self.add_record(batch)
        batch.ok({"cmd": "load", "record": record}, actors=self.model.actors(self.table.pos))
        for wrong in self.wrong_records(record):
            batch.error({"cmd": "load", "record": wrong}, "bad_record")
        batch.state(self.table.pos, "after `load` of its record")
        self.add_record(batch)
        self.add_histories(batch)
        batch.go()

    def wrong_records(self, record):
        """Newer versions, an action too many, another result."""
        actions, result, pos = record["actions"], record.get("result"), self.table.pos
        yield {**record, "capucine": 2}
        yield {**record, "rules": self.rules + 1}
        if result is None:
            seat = self.rng.choice(self.model.actors(pos))
            wrong = self.model.illegal(pos, seat, self.rng)
            yield {**record, "actions": [*actions, [seat, wrong]]}
            right = self.model.legal(pos, seat)[0]
            yield {**record, "actions": [*actions, [pos["players"], right]]}
        else:
            yield {**record, "actions": [*actions, *actions[-1:], [0, "nonsense"]]}
            for key, (number, *rest) in result.items():
                yield {**record, "result": {**result, key: [number + 1, *rest]}}

    def random_actions(self):
        """`random`, twice alike; then the same actions one by one, with the model."""
        rng, model, table = self.rng, self.model, self.table
        request = {"cmd": "random", "count": rng.randint(1, 12), "seed": str(rng.getrandbits(64))}
        load = {"cmd": "load", "record": self.record(table)}
        self.action, ask_state = request, {"cmd": "state"}
        answers = self.referee.ask([request, ask_state, load, request, ask_state, load])
        for answer in answers:
            demand_ok(request, answer)
        once, state, _, twice, state_again, _ = answers
        same("the second answer to `random`", twice, once)
        same("the position after the second `random`", state_again, state)
        applied = once["applied"]
        if len(applied) > request["count"] or len(applied) < request["count"] and not once["over"]:
            raise Difference(f"{text(request)} applied {len(applied)} actions")
        for seat, action in applied:
            if action not in model.legal(table.pos, seat):
                raise Difference(f"`random` let seat {seat} do `{action}`")
            self.act(seat, action, self.batch())
        same("the position after `random`", state["state"], table.pos, ordered=False)
        who = model.actors(table.pos)
        same(
            "the answer to `random`",
            once,
            {"ok": True, "applied": applied, "actors": who, "over": not who},
            ordered=False,
        )

    # Positions that may be impossible

    def mutations(self):
        """Changed positions: `set` must accept what the model accepts, and nothing else."""
        rng, model, before = self.rng, self.model, self.table
        batch, accepted = self.batch(), []
        for _ in range(4):
            if rng.random() < 0.05:
                changed = model.view(before.pos, rng.choice((*range(before.pos["players"]), None)))
            else:
                changed = keys_like(model.mutate(before.pos, rng), before.pos)
            reason = model.check(changed)
            self.add_mutation(batch, before.pos, changed, reason)
            if reason is None:
                accepted.append(changed)
        if not accepted:
            self.add_record(batch)  # the game as it was
        self.table = before  # for reports
        batch.go()
        self.tried[before.pos["phase"]] += 4
        self.count["mutations"] += 4
        self.count["accepted"] += len(accepted)
        if accepted:
            if rng.random() < 0.5:
                self.play_on(rng.choice(accepted))
            self.restore(before)

    def add_mutation(self, batch, original, changed, reason):
        """`set` of a changed position; differences come with what was changed."""

        def note():
            verdict = "possible" if reason is None else f"impossible: {reason}"
            changes = list(differences(changed, original, names=("changed to", "from")))
            return [
                "",
                f"This was `set` of a changed position; for the model it is {verdict}.",
                *changes[:LINES_SHOWN],
                text(changed),
            ]

        batch.note = note
        if reason is None:
            self.set_table(batch, changed)
            batch.state(changed, "after `set` of a changed one")
            self.add_position(batch)
            self.count["positions"] += 1
        else:
            codes = ["bad_state"]
            if changed.get("game") != self.model.GAME:
                codes.append("unknown_game")
            batch.error({"cmd": "set", "state": changed}, *codes)
            batch.state(self.table.pos, "after a refused `set`")
        batch.note = list

    def play_on(self, changed):
        """A few actions from a changed position."""
        batch = self.batch()
        self.set_table(batch, changed)
        batch.go()
        for _ in range(self.rng.randint(1, 4)):
            if self.model.actors(self.table.pos):
                self.step()

    # Reports

    def report(self, what, lines):
        """Where the run stands, and what differs."""
        if self.new is not None:
            print(
                f"game {self.new['game']}, {self.new['players']} players, "
                f"options {text(self.new['options'])}, seed {self.new['seed']}"
            )
        if self.table is not None:
            origin = "the deal" if self.table.start is None else "a position given to `set`"
            print(f"{len(self.table.actions)} actions since {origin}")
            if self.action is not None:
                print(f"action {text(self.action)}")
            print(f"position {text(self.table.pos)}")
        print(f"DIFFERENCE: {what}")
        for line in lines:
            print(f"  {line}" if line else "")

    def summary(self):
        count = self.count
        return (
            f"{self.model.GAME}: {self.passed} games, {count['actions']} actions, "
            f"{count['positions']} positions compared, {count['mutations']} mutations tried, "
            f"{count['accepted']} accepted"
        )


# The command line


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0],
        epilog="Exit status: 0 no difference, 1 a difference, 2 the run could not be started.",
    )
    parser.add_argument("--capucine", metavar="PATH", required=True, help="the program to test")
    parser.add_argument("--game", required=True, help="its name, like caprice or capital-lux-2")
    parser.add_argument(
        "--games",
        type=int,
        metavar="N",
        help="how many (as the model says), but at most CAPU_DRIVER_GAMES",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of all choices (1)")
    parser.add_argument("--players", type=int, metavar="N", help="always so many (else at random)")
    parser.add_argument(
        "--actions",
        type=int,
        default=0,
        metavar="N",
        help="leave each game after so many actions (0: play to the end)",
    )
    parser.add_argument("--only", type=int, metavar="I", help="play only game number I of the run")
    parser.add_argument("--quiet", action="store_true", help="print the end only")
    args = parser.parse_args()
    path = shutil.which(args.capucine)
    if path is None:
        parser.error(f"cannot run {args.capucine}")
    try:
        model = importlib.import_module(args.game.replace("-", "_"))
        least, most = model.PLAYERS
        args.games = model.GAMES if args.games is None else args.games
    except (ImportError, AttributeError) as error:
        parser.error(f"no model of {args.game}: {error}")
    args.games = min(args.games, int(os.environ.get("CAPU_DRIVER_GAMES", 1 << 30)))
    if args.games < 1:
        parser.error("no game would be played")
    if args.players is not None and not least <= args.players <= most:
        parser.error(f"{args.game} is for {least} to {most} players")
    return args, path, model


def play_all(run, args):
    """Plays all games; the first difference is an exception."""
    run.protocol()
    began = time.monotonic()
    least, most = run.model.PLAYERS
    numbers = range(1, args.games + 1) if args.only is None else (args.only,)
    for done, number in enumerate(numbers, start=1):
        rng = random.Random(f"{args.seed} {number}")  # so that --only gives the same game
        run.number = number
        run.play(rng, args.players or rng.randint(least, most), args.actions)
        run.passed = done
        if not args.quiet and done % max(1, len(numbers) // 10) == 0:
            print(f"{run.summary()} in {time.monotonic() - began:.1f} s", flush=True)


def frames(error):
    """Where an exception came from."""
    return [
        f"{Path(frame.filename).name}:{frame.lineno} {frame.name}: {frame.line}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]


def main():
    args, path, model = arguments()
    run = Run(model, Referee(path))
    failed = 1
    try:
        play_all(run, args)
        run.referee.close()
        failed = 0
    except Difference as difference:
        run.report(difference, difference.lines[: 3 * LINES_SHOWN])
    except AssertionError as error:
        run.report(f"the model objects: {error}", frames(error))
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        run.report(f"an answer that model or driver cannot handle: {error!r}", frames(error))
    finally:
        run.referee.kill()
    if failed and run.number and args.only is None:
        print(f"again: {shlex.join([sys.executable, *sys.argv, '--only', str(run.number)])}")
    print(run.summary())
    print(f"{run.passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    sys.exit(main())
