#!/usr/bin/env python3
"""The texts of all interfaces, from po/<language>/<domain>.po.

A message's msgid is its id ("caprice.did.place"), its msgstr the text in that language; English is a
language like the others. {name} stands for an argument. See po/README.md.

usage: texts.py check                     every id in every language, the same arguments
       texts.py json LANGUAGE [DOMAIN...] one JSON object for the browser: {"id": "text" | ["one", "many"]}
       texts.py c                         a C table of all texts, for src/host/words.c
"""
import ast
import json
import pathlib
import re
import string
import sys

LANGUAGES = ["en", "fr", "it", "de"]
HERE = pathlib.Path(__file__).resolve().parent.parent / "po"


class Wrong(Exception):
    pass


def read_po(path):
    """The messages of one file: id -> text, or a list of plural forms."""
    messages, entry, key = {}, {}, None

    def finish():
        nonlocal entry, key
        if entry.get("msgid"):
            if entry["msgid"] in messages:
                raise Wrong(f"{path}: {entry['msgid']} stands twice")
            forms = [entry[k] for k in sorted(entry) if k.startswith("msgstr[")]
            messages[entry["msgid"]] = forms or entry.get("msgstr", "")
        entry, key = {}, None

    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        line = line.strip()
        if not line:
            finish()
            continue
        if line.startswith("#"):
            continue
        match = re.fullmatch(
            r'(?:(msgid_plural|msgid|msgstr(?:\[[01]\])?)\s+)?("(?:[^"\\]|\\.)*")', line
        )
        if not match or not (match[1] or key):
            raise Wrong(f"{path}:{number}: not understood: {line}")
        if match[1] == "msgid" and "msgid" in entry:
            finish()
        key = match[1] or key
        entry[key] = entry.get(key, "") + ast.literal_eval(match[2])
    finish()
    return messages


def domains():
    return sorted(path.stem for path in (HERE / "en").glob("*.po"))


def read_language(language, wanted):
    messages = {}
    for domain in wanted:
        path = HERE / language / f"{domain}.po"
        if not path.exists():
            raise Wrong(f"{path.relative_to(HERE.parent)} is missing")
        for name, text in read_po(path).items():
            if name in messages:
                raise Wrong(f"{language}: {name} stands in two files")
            messages[name] = text
    return messages


def arguments(text):
    return set(re.findall(r"\{([^{}]*)\}", " ".join(text) if isinstance(text, list) else text))


def check():
    """Problems, one a line: texts that are missing, empty, badly set, or speak of other arguments."""
    problems = []
    english = read_language("en", domains())
    if not english:
        problems.append("en: there are no texts")
    for language in LANGUAGES:
        for path in (HERE / language).glob("*.po"):
            if path.stem not in domains():
                problems.append(f"{language}/{path.name}: there is no such file in en")
        texts = read_language(language, domains())
        for name in english.keys() - texts.keys():
            problems.append(f"{language}: {name} is missing")
        for name in texts.keys() - english.keys():
            problems.append(f"{language}: {name} is not in English")
        for name, text in texts.items():
            forms = text if isinstance(text, list) else [text]
            if not all(forms):
                problems.append(f"{language}: {name} is empty")
            # the terminal's own texts have what a keyboard has
            if language in ("fr", "it") and "'" in "".join(forms) and "terminal." not in name:
                problems.append(f"{language}: {name}: ' for ’")
            if name in english:
                if isinstance(text, list) != isinstance(english[name], list):
                    problems.append(f"{language}: {name}: plural forms in one language only")
                # a form for one thing may do without its number
                if (arguments(text) | {"n"}) != (arguments(english[name]) | {"n"}):
                    problems.append(f"{language}: {name}: other arguments than in English")
    return problems


def c_string(text):
    """A C string in plain ASCII."""
    plain = set(map(ord, string.ascii_letters + string.digits + string.punctuation + " "))
    body = "".join(chr(b) if b in plain - set(b'"\\?') else "\\%03o" % b for b in text.encode())
    return f'"{body}"'


def c_forms(text):
    forms = text if isinstance(text, list) else [text]
    return "{" + ", ".join(c_string(form) for form in forms) + "}"


def c_table():
    """All texts sorted by id, and their order in the files. What a language lacks is English."""
    languages = [read_language(language, domains()) for language in LANGUAGES]
    english = languages[0]
    names = sorted(english, key=lambda name: name.encode())
    place = {name: i for i, name in enumerate(names)}
    yield "/* Made by scripts/texts.py from po/. */"
    yield '#include "host/words.h"\n'
    yield f"const int host_message_count = {len(names)};"
    yield "const host_message host_messages[] = {"
    for name in names:
        forms = ", ".join(c_forms(texts.get(name, english[name])) for texts in languages)
        yield f"    {{{c_string(name)}, {{{forms}}}}},"
    yield "};"
    yield "const uint16_t host_message_order[] = {"
    yield "    " + ", ".join(str(place[name]) for name in english)
    yield "};"


def for_browser(texts):
    """What only a game's board in the terminal says stays out."""
    return {name: text for name, text in texts.items() if ".terminal." not in name}


def main(args):
    if args[:1] == ["check"] and len(args) == 1:
        problems = check()
        print(
            "\n".join(problems)
            or f"{len(read_language('en', domains()))} texts in {len(LANGUAGES)} languages"
        )
        return 1 if problems else 0
    if args[:1] == ["json"] and len(args) >= 2 and args[1] in LANGUAGES:
        texts = for_browser(read_language(args[1], args[2:] or domains()))
        print(json.dumps(dict(sorted(texts.items())), ensure_ascii=False, separators=(",", ":")))
        return 0
    if args == ["c"]:
        print("\n".join(c_table()))
        return 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Wrong as problem:
        sys.exit(f"texts: {problem}")
