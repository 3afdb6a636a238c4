#!/bin/sh
# What judge has found is kept: it takes up where it broke off, and comes to the same.
# usage: judge.sh JUDGE
set -eu
judge=$1
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
kept=$folder/kept

levels() {
    "$judge" levels caprice level=1 iterations=100 "$@"
}

levels games=3 >"$folder/whole"
levels games=2 keep="$kept" >"$folder/part"
if cmp -s "$folder/whole" "$folder/part"; then
    echo "two games came to the same as three"
    exit 1
fi
tail -n 1 "$kept" | head -c 100 >"$folder/broken"
sed -i '$d' "$kept"
cat "$folder/broken" >>"$kept"
levels games=3 keep="$kept" >"$folder/rest"
cmp "$folder/whole" "$folder/rest"
[ "$(grep -c ': ' "$kept")" -ge 3 ]
before=$(cksum <"$kept")
levels games=3 keep="$kept" >"$folder/again"
cmp "$folder/whole" "$folder/again"
[ "$before" = "$(cksum <"$kept")" ]
