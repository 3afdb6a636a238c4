#!/usr/bin/env python3
"""Finds the games by their folders in src/games, so that no list of games is kept by hand.

usage: games.py names | rules | boards | nets | practice | header

names     the games, one a line, in the order in which they are listed
rules     the source files of their rules and opponents, seen from src
boards    the source files of their boards in the terminal
nets      the files of their nets, seen from src, of those that have one
practice  the files of their practice positions, likewise
header    a C header with the lists CAPU_GAMES, CAPU_OPPONENTS and CAPU_BOARDS
"""
import re
import sys
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent / "src"
FOLDER = SOURCES / "games"
BOARD = "terminal.c"
OPPONENT = "opponent.c"
NET = "master.net"
PRACTICE = "practice.jsonl"
LAST = 1000


def place(game):
    """Where a game stands in lists: by .order in its game.c, then by its name."""
    found = re.search(r"\.order = (\d+)", (game / "game.c").read_text(encoding="utf-8"))
    return (int(found[1]) if found else LAST, game.name)


def games():
    return sorted((path.parent for path in FOLDER.glob("*/game.c")), key=place)


def with_file(name):
    return [game for game in games() if (game / name).exists()]


def files_called(name):
    return [(game / name).relative_to(SOURCES) for game in with_file(name)]


def macro(name, found):
    """A list that expands X once for each game, under the name that it has in C."""
    uses = "".join(f" X({game.name.replace('-', '_')})" for game in found)
    return f"#define {name}(X){uses}\n"


def header():
    return (
        "/* Made by scripts/games.py. */\n"
        + macro("CAPU_GAMES", games())
        + macro("CAPU_OPPONENTS", with_file(OPPONENT))
        + macro("CAPU_BOARDS", with_file(BOARD))
    )


def lines(found):
    return "".join(f"{one}\n" for one in found)


def rules():
    return [path for game in games() for path in sorted(game.glob("*.c")) if path.name != BOARD]


WRITERS = {
    "names": lambda: lines(game.name for game in games()),
    "rules": lambda: lines(path.relative_to(SOURCES) for path in rules()),
    "boards": lambda: lines(files_called(BOARD)),
    "nets": lambda: lines(files_called(NET)),
    "practice": lambda: lines(files_called(PRACTICE)),
    "header": header,
}


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in WRITERS:
        sys.exit(__doc__)
    sys.stdout.write(WRITERS[sys.argv[1]]())


if __name__ == "__main__":
    main()
