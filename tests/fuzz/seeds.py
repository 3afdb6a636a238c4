#!/usr/bin/env python3
"""Makes seeds for the fuzzers from real games, played through the referee.

usage: seeds.py --capucine PATH FOLDER"""

import argparse
import json
import pathlib
import random
import re
import subprocess
import sys

GAMES_EACH = 6
REFEREE_LINES = 8  # a whole game takes the fuzzer a tenth of a second, so few would be tried


class Referee:
    def __init__(self, path):
        self.process = subprocess.Popen(
            [path, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.lines = []

    def ask(self, **request):
        line = json.dumps(request)
        self.lines.append(line)
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def random_options(game, players, rng):
    options = {}
    for option in game["options"]:
        values = [value for value in option["values"] if "," not in value]
        if option["name"] == "first":
            values = ["random"] + [str(seat) for seat in range(players)]
        options[option["name"]] = rng.choice(values)
    return options


def begin(referee, game, rng):
    """A new game; options that do not agree are drawn again."""
    while True:
        players = rng.randint(*game["players"])
        referee.lines = []
        answer = referee.ask(
            cmd="new",
            game=game["name"],
            players=players,
            options=random_options(game, players, rng),
            seed=str(rng.random())[2:8].lstrip("0") or "0",
        )
        if answer["ok"]:
            return


def play(referee, rng, keep):
    """Plays to the end in strides, keeping positions, actions and what was asked."""
    over = False
    while not over:
        answer = referee.ask(cmd="random", count=rng.randint(1, 60), seed=str(rng.randint(0, 999)))
        over = answer["over"]
        keep["actions"] += [action for _, action in answer["applied"]]
        keep["positions"].append(referee.ask(cmd="state")["state"])
        for seat in (0, None):
            referee.ask(cmd="view", seat=seat)
            referee.ask(cmd="history", seat=seat)
        if not over:
            seat = answer["actors"][0]
            legal = referee.ask(cmd="legal", seat=seat)["actions"]
            referee.ask(cmd="apply", seat=seat, action=rng.choice(legal))
            referee.ask(cmd="apply", seat=seat, action="nonsense")
    keep["records"].append(referee.ask(cmd="record")["record"])
    referee.ask(cmd="result")


def write(folder, kind, number, data):
    path = folder / kind
    path.mkdir(parents=True, exist_ok=True)
    (path / f"{number}").write_bytes(data)


def write_http(folder, games):
    """Requests of two people, by the number of their row in the routing table."""
    source = pathlib.Path(__file__).parents[2] / "src/server/routes.c"
    rows = re.findall(r'{"(GET|POST|DELETE)", "([^"]*)"', source.read_text())

    def line(method, path, person=0, **body):
        return bytes([rows.index((method, "/api/v1" + path)), person]) + json.dumps(body).encode()

    for number, game in enumerate(games):
        lines = [
            line(
                "POST",
                "/tables",
                game=game["name"],
                order="fixed",
                level="random",
                seats=["me"] + ["open"] * (max(2, game["players"][0]) - 1),
                public=True,
                options={
                    "first": "0",
                    **({"third": "redraw"} if game["name"] == "caprice" else {}),
                },
                pace={"kind": "live", "bank": 60, "increment": 5},
                mix="abc",
            ),
            line("POST", "/tables/*/sit", 1, mix="def"),
            line("POST", "/tables/*/act", 0, action="place dr 0"),
            line("POST", "/tables/*/undo", 0, all=True),
            line("POST", "/tables/*/undo", 0, ask=True),
            line("POST", "/tables/*/undo/answer", 1, agree=True),
            line("POST", "/tables/*/chat", 0, text="hello"),
            line("POST", "/tables/*/note", 0, note="n"),
            line("POST", "/tables/*/leave", 1),
            line("POST", "/tables/*/back", 1),
        ]
        lines += [
            line("GET", "/tables/*" + path)
            for path in ("", "/view", "/history", "/legal", "/record", "/note")
        ]
        write(folder, "http", number, b"\n".join(lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--capucine", required=True)
    parser.add_argument("folder", type=pathlib.Path)
    arguments = parser.parse_args()
    referee, rng, number = Referee(arguments.capucine), random.Random(1), 0
    games = referee.ask(cmd="games")["games"]
    write_http(arguments.folder, games)
    for index, game in enumerate(games):
        for _ in range(GAMES_EACH):
            keep = {"actions": [], "positions": [], "records": []}
            begin(referee, game, rng)
            play(referee, rng, keep)
            load = json.dumps({"cmd": "load", "record": keep["records"][0]})
            for lines in (referee.lines[:REFEREE_LINES], [load]):
                number += 1
                write(arguments.folder, "referee", number, "\n".join(lines).encode())
            for position in rng.sample(keep["positions"], min(3, len(keep["positions"]))):
                number += 1
                write(arguments.folder, "position", number, json.dumps(position).encode())
                write(arguments.folder, "json", number, json.dumps(position, indent=1).encode())
            for action in rng.sample(keep["actions"], min(20, len(keep["actions"]))):
                number += 1
                write(arguments.folder, "action", number, bytes([index]) + action.encode())
            write(arguments.folder, "record", number, json.dumps(keep["records"][0]).encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
