#!/usr/bin/env python3
"""Writes a C file that carries one file of each game, such as its net: the assembler reads them in.
The file defines FUNCTION, which HEADER declares: const void *FUNCTION(const char *game, size_t *size).
Behind the bytes comes a NUL.

usage: carry.py HEADER FUNCTION FOLDER/GAME/FILE..."""

import hashlib
import pathlib
import sys


def main():
    header, function = sys.argv[1:3]
    paths = [pathlib.Path(path) for path in sys.argv[3:]]
    print(f'/* Files of games. Made by scripts/carry.py. */\n#include "{header}"\n')
    print('#include "engine/game.h"\n')
    for number, path in enumerate(paths):
        # the hash lets the file be compiled again whenever one of them has changed
        print(f"/* {hashlib.sha256(path.read_bytes()).hexdigest()} */")
        print(
            f'__asm__(".section .rodata\\n.balign 64\\n{function}_{number}:\\n'
            f'.incbin \\"{path.resolve()}\\"\\n.byte 0\\n.text\\n");'
        )
        print(f"extern const char {function}_{number}[];")
    print(f"\nconst void *{function}(const char *game, size_t *size) {{")
    for number, path in enumerate(paths):
        print(f'    if (engine_same(game, "{path.parent.name}")) {{')
        print(f"        *size = {path.stat().st_size};\n        return {function}_{number};\n    }}")
    print("    (void)game;\n    *size = 0;\n    return NULL;\n}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
