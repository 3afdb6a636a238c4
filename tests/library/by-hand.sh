#!/bin/sh
# The lines of docs/library.md that build the library with a compiler alone: they are typed as they
# stand there, in a copy of the sources, and a program works with what comes of it.
# usage: tests/library/by-hand.sh
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cp -R "$root/include" "$root/src" "$root/examples" "$folder"
sed -n '/^## Without Meson/,/^## /s/^    //p' "$root/docs/library.md" >"$folder/lines"
grep -q '^cc ' "$folder/lines" || { echo 'docs/library.md has no such lines'; exit 1; }
said=$(cd "$folder" && PATH=$PATH sh -eu lines)
there=$(find "$root/src/games" -name game.c | wc -l)
[ "$(printf '%s\n' "$said" | grep -c ' actions, scores ')" -eq "$there" ] || {
    echo "docs/library.md does not list all games: $said"
    exit 1
}
echo 'built by hand, with all games'
