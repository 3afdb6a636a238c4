#!/usr/bin/env python3
"""How long the sentences of the documentation are.
usage: scripts/sentences.py [--check] [FILE...]

Reads README.md, po/README.md and every page below docs/, or the files that are named. Prints the
longest sentences with file and line, how many have more than LONGEST words, and the mean length.
Code, tables and pictures are left out: they are not sentences. With --check it prints only what
is beyond the limits, and then ends with status 1."""

import os
import pathlib
import re
import sys

LONGEST = 45  # words in a sentence
MEAN = 20  # words a sentence, over all pages: the mean must be below
SHOWN = 10
ROOT = pathlib.Path(__file__).resolve().parent.parent

CODE = re.compile(r"`[^`]*`")
ITEM = re.compile(r"(?:[-*+]|\d+\.)\s+")
NOT_PROSE = re.compile(r"\||#|!\[|<|[-=_*]{3,}$")
# A full stop, question or exclamation mark, with what closes behind it, before a new beginning.
END = re.compile(r"(?<=[.!?])[\"'”»)\]*_]*\s+(?=[\"'“«(\[*_`]*[A-Z0-9`ÀÉ])")
ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|vs|cf|no|[A-Z])\.$")


def paragraphs(lines):
    """Paragraphs and items as lists of (line number, text), without code and tables."""
    block, fenced, in_item = [], False, False
    for number, line in enumerate(lines, 1):
        text = line.strip()
        fence = text.startswith("```")
        fenced ^= fence
        code = line.startswith("    ") and not block and not in_item
        if fence or fenced or code or not text or NOT_PROSE.match(text):
            yield block
            block = []
            in_item = in_item and (not text or line.startswith(" "))
            continue
        if ITEM.match(text):
            yield block
            block, in_item = [], True
            text = ITEM.sub("", text, count=1)
        elif not line.startswith(" "):
            in_item = in_item and bool(block)
        block.append((number, text))
    yield block


def split(text):
    """(begin, end) of each sentence of a paragraph."""
    # a full stop in a piece of code ends nothing
    masked = CODE.sub(lambda code: re.sub(r"[^`\s]", "x", code.group()), text)
    begin = 0
    for end in END.finditer(masked):
        if not ABBREVIATION.search(masked[begin : end.start()]):
            yield begin, end.end()
            begin = end.end()
    yield begin, len(text)


def words(sentence):
    """How many words a reader counts: a piece of code is one, and a link is its text."""
    sentence = CODE.sub("`code`", sentence)
    sentence = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", sentence)
    return sum(1 for word in sentence.split() if re.search(r"\w", word))


def sentences(path):
    """(words, line number, sentence) of each sentence of a file."""
    for block in paragraphs(path.read_text(encoding="utf-8").splitlines()):
        text = "\n".join(line for _, line in block)
        for begin, end in split(text):
            sentence = text[begin:end]
            if words(sentence):
                line = block[text.count("\n", 0, begin)][0]
                yield words(sentence), line, " ".join(sentence.split())


def main():
    arguments = sys.argv[1:]
    check = "--check" in arguments
    names = [argument for argument in arguments if argument != "--check"]
    pages = [ROOT / "README.md", ROOT / "po" / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    paths = [pathlib.Path(name) for name in names] or pages

    found = []
    for path in paths:
        name = os.path.relpath(path, ROOT)
        found += [(count, name, line, text) for count, line, text in sentences(path)]
    if not found:
        print("no sentences")
        return 0
    found.sort(key=lambda one: -one[0])
    long = [one for one in found if one[0] > LONGEST]
    mean = sum(one[0] for one in found) / len(found)
    bad = bool(long) or mean >= MEAN

    for count, name, line, text in long if check else found[: max(SHOWN, len(long))]:
        print(f"{name}:{line}: {count} words: {text}")
    if bad or not check:
        print(
            f"{len(found)} sentences, {len(long)} with more than {LONGEST} words, "
            f"mean {mean:.1f} (to be below {MEAN})"
        )
    return int(check and bad)


if __name__ == "__main__":
    sys.exit(main())
