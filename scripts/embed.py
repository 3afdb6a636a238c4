#!/usr/bin/env python3
"""Writes the C file that carries the modules for GPUs as text: the assembler reads them in.

usage: embed.py GAME.MODULE.ptx..."""

import hashlib
import pathlib
import sys


def main():
    print(
        '/* Modules for GPUs, by game and name. */\n#include <string.h>\n\n#include "gpu/device.h"\n'
    )
    names = []
    for number, path in enumerate(map(pathlib.Path, sys.argv[1:])):
        game, way, _ = path.name.split(".")
        names.append((f"gpu_module_{number}", game, way))
        # so that a module which has changed is read in again
        print(f"/* {hashlib.sha256(path.read_bytes()).hexdigest()} */")
        print(
            f'__asm__(".section .rodata\\ngpu_module_{number}:\\n'
            f'.incbin \\"{path.resolve()}\\"\\n.byte 0\\n.text\\n");'
        )
        print(f"extern const char gpu_module_{number}[];")
    print("\nstatic const struct {\n    const char *game, *name, *text;\n} modules[] = {")
    for name, game, way in names:
        print(f'    {{"{game}", "{way}", {name}}},')
    print("};\n\nconst char *gpu_ptx(int game, const char *name) {")
    print("    const char *of = capu_info(capu_game_at(game))->name;\n")
    print("    for (size_t i = 0; i < sizeof modules / sizeof modules[0]; i++)")
    print("        if (!strcmp(modules[i].game, of) && !strcmp(modules[i].name, name))")
    print("            return modules[i].text;\n    return NULL;\n}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
