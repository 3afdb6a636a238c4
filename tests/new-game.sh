#!/bin/sh
# What docs/adding-a-game.md promises: the game that scripts/new-game makes passes the tests, and is
# played in the terminal, on the server and in the browser, against the search. All of it is done in
# a scratch copy.
# usage: tests/new-game.sh
set -eu
cd "$(dirname "$0")/.."

game=heap-of-stones
root=$PWD
copy=$(mktemp -d)
server=
finish() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$copy"
}
trap finish EXIT

git ls-files -z -c -o --exclude-standard | xargs -0 cp --parents -t "$copy"
ln -s "$root/web/node_modules" "$copy/web/node_modules"
cd "$copy"
git init -q .
scripts/new-game "$game" >/dev/null
meson setup build -Dwerror=true -Doptimization=0 -Ddebug=false >/dev/null
ninja -C build --quiet src/capucine tests/test_battery tests/test_secrets tests/test_telling \
    tests/test_reasons tests/test_batch
capucine=$copy/build/src/capucine

# what holds for every game
for test in battery secrets telling reasons batch; do
    CAPU_TEST_GAMES=60 "build/tests/test_$test" >test.log 2>&1 || { cat test.log; exit 1; }
done
python3 tests/scenarios/run.py --capucine "$capucine" "tests/scenarios/$game/rules.txt"
python3 tests/docs.py --capucine "$capucine"
scripts/texts.py check

# the terminal, against the search, and the search against chance
printf 'take 2\nq\n' | XDG_DATA_HOME=$copy/data "$capucine" play "$game" --plain --bots club \
    --options first=0 >play.log
grep -q 'take.* 2' play.log || { cat play.log; exit 1; }
"$capucine" arena --game "$game" --players 2 --bots club@100,random --games 40 --json >arena.log
python3 - arena.log <<'END'
import json, sys
shares = {bot["bot"]: bot["win_share"] for bot in json.load(open(sys.argv[1]))["bots"]}
assert shares["club@100"] > 0.7, shares
END

# the server: people play it, and what they see agrees with the record
: >serve.log # it is looked into before the server has begun
"$capucine" serve --store "sqlite:$copy/capucine.db" --listen 127.0.0.1:0 --rate 0 \
    --per-address 0 >serve.log 2>&1 &
server=$!
for _ in $(seq 100); do
    port=$(sed -n 's/.*port \([0-9]*\).*/\1/p' serve.log | head -n 1)
    [ -z "$port" ] || break
    sleep 0.1
done
"$capucine" load --url "http://127.0.0.1:$port" --game "$game" --tables 2 --seconds 2 --warm-up 0 \
    >load.log 2>&1 || { cat serve.log load.log; exit 1; }

# the browser, with the board in words
CAPUCINE=$capucine CAPU_WEB=$copy/build/src/web/client CAPU_WASM=$copy/build/src/web/engine.wasm \
    node --test --test-name-pattern="$game" web/tests/generic.test.mjs >browser.log 2>&1 ||
    { cat browser.log; exit 1; }
grep -q "^ok .*$game" browser.log || { cat browser.log; exit 1; }
echo "$game: made, tested and played"
