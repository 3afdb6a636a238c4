#!/usr/bin/env python3
"""Compares the pages in docs/ with the engine and with what cites them.

usage: docs.py --capucine PATH

- Every rule that is cited stands in docs/games/, and every rule there has a scenario that names it.
- The keys of a position, its example, the options and their values are the engine's, in its order;
  so are the facts and events that it tells, and the columns of an observation.
- The powers of Capital Lux 2 have their marks, in all languages.
- The referee's commands and errors, and the keys of a record, are those of docs/protocol.md.
- Every page that is named or linked to exists.

A check that finds nothing to look at fails. Exit status 0 or 1."""

import argparse
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
GAMES = ROOT / "docs/games"
PROTOCOL = ROOT / "docs/protocol.md"
SCENARIOS = ROOT / "tests/scenarios"
DEFINED = re.compile(r"(?:- \*\*|\| )([A-Z]{3}-\d+)(?:\*\*| \|)")
# What cites rules: folders, and whether there must be a citation.
CITING = {
    "src": True,
    "web/src": False,
    "tests": True,
    "docs": True,
    "include": False,
    "scripts": False,
    "examples": False,
}
LANGUAGES = ["en", "fr", "it", "de"]


def defined(name):
    """The rules that a page defines, in their order."""
    text = (GAMES / f"{name}.md").read_text("utf-8")
    return [match[1] for match in map(DEFINED.match, text.splitlines()) if match]


PAGES = sorted(path.stem for path in GAMES.glob("*.md"))


def games_with_pages():
    return {name for name in PAGES if name != "README"}


PREFIXES = sorted({rule[:3] for name in PAGES for rule in defined(name)})
RULE = re.compile(rf"\b(?:{'|'.join(PREFIXES)})-\d+\b")


class Problems:
    def __init__(self):
        self.found = []

    def unless(self, true, words):
        if not true:
            self.found.append(words)

    def same(self, found, expected, what):
        self.unless(
            found == expected,
            f"{what}: the docs have {json.dumps(found)}, " f"the engine {json.dumps(expected)}",
        )


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
        return json.loads(self.process.stdout.readline())

    def get(self, **request):
        answer = self.ask(**request)
        if not answer["ok"]:
            raise SystemExit(f"{request['cmd']}: {answer['error']['message']}")
        return answer


# ------------------------------------------------------------------ reading


def page(game):
    return (GAMES / f"{game}.md").read_text("utf-8")


def tables(text):
    """The tables of a page: head of the first column -> the rows' cells."""
    found = {}
    for block in re.findall(r"(?:^\|.*\n)+", text, re.M):
        rows = [
            [cell.strip() for cell in line.strip("|").split(" | ")] for line in block.splitlines()
        ]
        found.setdefault(rows[0][0].strip("| "), []).extend(rows[2:])
    return found


def quoted(text):
    return re.findall(r"`([^`]+)`", text)


def examples(text, start):
    blocks = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.S)]
    return [block for block in blocks if start in block]


def values(cell, players):
    """The values of an option. `0` … `n-1` is all from one to the other."""

    def between(match):
        last = players - 1 if match[2] == "n-1" else int(match[2])
        return ", ".join(f"`{number}`" for number in range(int(match[1]), last + 1))

    return quoted(re.sub(r"`(\d+)` … `(\d+|n-1)`", between, cell))


def at(value, path):
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def texts(folder):
    for path in sorted((ROOT / folder).rglob("*")):
        if path.is_file() and not {"node_modules", "__pycache__"} & set(path.parts):
            try:
                yield path, path.read_text("utf-8")
            except UnicodeDecodeError:
                pass  # a picture


# ------------------------------------------------------------------- checks


def check_rules(problems):
    """The rules: each on its game's page, once, in order."""
    rules = []
    for game in PAGES:
        here = defined(game)
        numbers = [int(rule[4:]) for rule in here]
        problems.unless(here, f"docs/games/{game}.md has no rules")
        problems.unless(
            len({rule[:3] for rule in here}) <= 1, f"docs/games/{game}.md has another game's rules"
        )
        problems.unless(
            numbers == sorted(set(numbers)), f"docs/games/{game}.md: rules out of order"
        )
        rules += here
    return rules


def check_citations(rules, problems):
    for folder, needed in CITING.items():
        cited = {}
        for path, text in texts(folder):
            for rule in RULE.findall(text):
                cited.setdefault(rule, path.relative_to(ROOT))
        problems.unless(cited or not needed, f"{folder}: no rule is cited")
        for rule, path in sorted(cited.items()):
            problems.unless(rule in rules, f"{path} cites {rule}, which no page has")


def check_scenarios(rules, problems):
    named = set()
    for path in sorted(SCENARIOS.rglob("*.txt")):
        for line in re.findall(r"^scenario .*", path.read_text("utf-8"), re.M):
            named |= set(RULE.findall(line))
    problems.unless(named, "no scenario names a rule")
    for rule in rules:
        problems.unless(rule in named, f"no scenario names {rule}")


def check_options(info, problems):
    game, rows = info["name"], tables(page(info["name"])).get("option", [])
    found = [(quoted(row[0])[0], values(row[1], info["players"][1])) for row in rows]
    expected = [(option["name"], option["values"]) for option in info["options"]]
    problems.unless(found, f"{game}: no table of options")
    problems.same(found, expected, f"{game}: options")
    for option in info["options"]:
        problems.unless(
            option["values"][0] == option["default"],
            f"{game}: {option['name']}: the default is not the first value",
        )


def check_example(referee, game, example, problems):
    """Whether the engine takes the position and gives it back as it is; what it gives back."""
    answer = referee.ask(cmd="set", state=example)
    if not answer["ok"]:
        problems.unless(False, f"{game}: example refused: {answer['error']['message']}")
        return {}
    state = referee.get(cmd="state")["state"]
    problems.unless(
        json.dumps(state) == json.dumps(example),
        f"{game}: the example's keys are not the engine's, or in another order",
    )
    return state


def check_position(referee, info, problems):
    game, least = info["name"], info["players"][0]
    text = page(game)
    shown = examples(text, "game")
    problems.unless(shown, f"{game}: no example of a position")
    referee.get(cmd="new", game=game, players=least, options={}, seed="1")
    positions = [referee.get(cmd="state")["state"]]
    positions += [check_example(referee, game, example, problems) for example in shown]
    keys = {
        head: [quoted(row[0]) for row in rows]
        for head, rows in tables(text).items()
        if head.split()[:1] == ["key"]
    }
    problems.unless("key" in keys, f"{game}: no table of keys")
    for head in keys:
        path = [
            int(step) if step.isdigit() else step
            for step in ".".join(quoted(head)).split(".")
            if step
        ]
        problems.unless(path or head == "key", f"{game}: table '{head}' names no object")
        objects = [found for found in (at(position, path) for position in positions) if found]
        problems.unless(objects, f"{game}: no position has what table '{head}' describes")
        for found in objects:
            problems.same(sum(keys.get(head, []), []), list(found), f"{game}: {head}")


def told_lines(referee, info):
    """What some random games tell: kind, id and arguments."""
    told = set()
    for players in range(info["players"][0], info["players"][1] + 1):
        for seed in range(6):
            referee.get(cmd="new", game=info["name"], players=players, options={}, seed=str(seed))
            facts = []
            while not referee.get(cmd="random", count=12).get("over"):
                facts += referee.get(cmd="facts", seat=0)["facts"]
            facts += referee.get(cmd="facts", seat=None)["facts"]
            story = referee.get(cmd="story", seat=0)["story"]
            events = [item for item in story if isinstance(item, dict)]
            for kind, lines in (("fact", facts), ("event", events)):
                told |= {(kind, line.pop("id"), frozenset(line)) for line in lines if "id" in line}
    return told


def check_lines(referee, info, problems):
    """The facts and events of a page are the engine's, with their arguments."""
    game, found = info["name"], tables(page(info["name"]))
    sources = "".join(text for _, text in texts(f"src/games/{game}"))
    listed = {}
    for kind in ("fact", "event"):
        rows = found.get(kind, [])
        problems.unless(rows, f"{game}: no table of {kind}s")
        for row in rows:
            for name in quoted(row[0]):
                listed[kind, name] = set(quoted(row[1]))
                problems.unless(
                    f'"{name}"' in sources, f"{game}: the engine tells no {kind} {name}"
                )
    for kind, name, arguments in sorted(told_lines(referee, info), key=str):
        if (kind, name) not in listed:
            problems.unless(False, f"{game}: the {kind} {name} is not on the page")
        else:
            problems.unless(
                arguments <= listed[kind, name],
                f"{game}: the {kind} {name} has "
                f"{sorted(arguments)}, the page {sorted(listed[kind, name])}",
            )


def check_columns(info, problems):
    """The columns of an observation are on the page, in their order: seatN.tiles.KIND."""
    game, expected = info["name"], []
    for _, text in texts(f"src/games/{game}"):
        for seat, groups in re.findall(r"engine_columns (seat_)?\w+\[\] = (\{.*?\};)", text, re.S):
            names = re.findall(r'\{(?:\.name = )?"(\w+)"', groups)
            expected += [f"seatN.{name}" if seat else name for name in names]
    rows = tables(page(game)).get("column", [])
    found = [re.match(r"(seatN\.)?\w+", quoted(row[0])[0])[0] for row in rows]
    problems.unless(found, f"{game}: no table of columns")
    problems.same(found, expected, f"{game}: columns")


def check_marks(problems):
    """Set A has ‡, the other powers †: on the page, and in the texts of all languages."""
    rows = [row for row in tables(page("capital-lux-2")).get("rule", []) if RULE.match(row[0])]
    problems.unless(len(rows) == 16, f"capital-lux-2: {len(rows)} powers in the table")
    for row in rows:
        tile, mark, letter = re.match(r"(\w+) ?(\S*) \(\w+ (.)\)", row[1]).groups()
        problems.unless(mark == ("‡" if letter == "A" else "†"), f"{tile} has the mark '{mark}'")
        told = f'msgid "capital-lux-2.power.{tile.lower()}.more"\nmsgstr "[^"]* {mark}"'
        for language in LANGUAGES:
            text = (ROOT / "po" / language / "capital-lux-2.po").read_text("utf-8")
            problems.unless(re.search(told, text), f"po/{language}: {tile} is not marked {mark}")


def check_protocol(referee, problems):
    text = PROTOCOL.read_text("utf-8")
    found = tables(text)
    commands = [re.search(r'"cmd":"(\w+)"', row[0])[1] for row in found["request"]]
    listed = referee.ask(cmd="?")["error"]["message"].split('"cmd": ')[1]
    problems.same(commands, re.split(r", | or ", listed), "protocol: commands")

    codes = sum([quoted(row[0]) for row in found["code"]], [])
    problems.unless(codes, "protocol: no table of codes")
    sources = "".join(text for path, text in texts("src") if path.suffix in (".c", ".h"))
    for code in codes:
        problems.unless(f'"{code}"' in sources, f"protocol: no code {code} in the sources")

    records = examples(text, "capucine")
    problems.unless(records, "protocol: no example of a record")
    for record in records:
        referee.get(cmd="load", record=record)
        problems.same(
            json.dumps(record),
            json.dumps(referee.get(cmd="record")["record"]),
            "protocol: the record",
        )
    referee.get(cmd="set", state=examples(page("caprice"), "game")[0])
    referee.get(cmd="random", count=1000, seed="1")
    problems.same(
        sum([quoted(row[0]) for row in found["key"]], []),
        list(referee.get(cmd="record")["record"]),
        "protocol: keys of a record",
    )


def check_links(problems):
    """Links between pages, and pages that comments name."""
    links = 0
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for link in re.findall(r"\]\(([^)#\s]+)", path.read_text("utf-8")):
            links += 1
            problems.unless(
                "://" in link or (path.parent / link).exists(),
                f"{path.relative_to(ROOT)}: there is no {link}",
            )
    problems.unless(links, "no page links to another")
    named = set()
    for folder in ("include", "src", "web/src"):
        for path, text in texts(folder):
            for name in re.findall(r"docs/[\w/<>.-]+\.md", text):
                named |= {name.replace("<game>", game) for game in games_with_pages()}
    problems.unless(
        {f"docs/games/{game}.md" for game in games_with_pages()} <= named,
        "include/capucine.h does not name the pages of the games",
    )
    for name in sorted(named):
        problems.unless((ROOT / name).exists(), f"a comment names {name}, which is not there")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--capucine", required=True)
    problems = Problems()
    referee = Referee(parser.parse_args().capucine)

    rules = check_rules(problems)
    check_citations(rules, problems)
    check_scenarios(rules, problems)
    games = referee.get(cmd="games")["games"]
    problems.unless(
        {info["name"] for info in games} == games_with_pages(),
        "a game without a page, or a page without a game",
    )
    for info in games:
        check_options(info, problems)
        check_position(referee, info, problems)
        check_lines(referee, info, problems)
        check_columns(info, problems)
    check_marks(problems)
    check_protocol(referee, problems)
    check_links(problems)
    print("\n".join(problems.found) or f"{len(rules)} rules, {len(games)} games: all agree")
    return 1 if problems.found else 0


if __name__ == "__main__":
    sys.exit(main())
