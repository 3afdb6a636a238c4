#!/usr/bin/env python3
"""Writes the C file that carries the games' nets: the assembler reads them in.

usage: nets.py FOLDER/GAME/master.net..."""

import hashlib
import pathlib
import sys


def main():
    paths = [pathlib.Path(path) for path in sys.argv[1:]]
    print('/* The nets of games. Made by scripts/nets.py. */\n#include "bots/net.h"\n')
    for number, path in enumerate(paths):
        # the hash lets the file be compiled again whenever a net has changed
        print(f"/* {hashlib.sha256(path.read_bytes()).hexdigest()} */")
        print(
            f'__asm__(".section .rodata\\n.balign 64\\nbots_net_{number}:\\n'
            f'.incbin \\"{path.resolve()}\\"\\n.text\\n");'
        )
        print(f"extern const char bots_net_{number}[];")
    print("\nconst void *bots_shipped_net(const char *game, size_t *size) {")
    for number, path in enumerate(paths):
        print(f'    if (engine_same(game, "{path.parent.name}")) {{')
        print(f"        *size = {path.stat().st_size};\n        return bots_net_{number};\n    }}")
    print("    (void)game;\n    *size = 0;\n    return NULL;\n}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
