#!/bin/sh
# What `capucine gpu` says without a driver, and with a stand-in for one.
# usage: command.sh CAPUCINE STAND_IN
set -eu
fail() {
    echo "$1"
    exit 1
}

if said=$(CAPU_CUDA=/nosuch/libcuda.so "$1" gpu 2>&1); then
    fail "without a driver it must fail"
fi
[ "$said" = "capucine gpu: this machine has no NVIDIA driver (/nosuch/libcuda.so cannot be opened)" ] ||
    fail "without a driver it says: $said"

export CAPU_CUDA="$2"
if said=$("$1" gpu --check --games 20 2>&1); then
    [ "$(echo "$said" | grep -c 'the same$')" -ge 42 ] || fail "it checks: $said"
    if CAPU_PLAYS_WRONG=1 "$1" gpu --check --game caprice --games 20 >/dev/null 2>&1; then
        fail "a GPU that plays differently must be found out"
    fi
    python3 "$(dirname "$0")/studies.py" "$1" || fail "a study counts wrong"
    "$1" sim --gpu --game caprice --bots greedy,club 2>&1 |
        grep -q "a GPU plays the bots random and greedy only" || fail "a bot that it cannot play"
else
    echo "$said" | grep -q 'built without GPU support (-Dgpu=true)' || fail "it says: $said"
fi
"$1" gpu --game nosuch 2>&1 | grep -q "there is no game 'nosuch'" || fail "a game that is not there"
