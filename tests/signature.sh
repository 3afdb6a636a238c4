#!/bin/sh
# Holds the signature of the rules against the one in tests/signature.txt. Where a change of
# behaviour is meant, the new one goes there in the same commit.
# usage: tests/signature.sh CAPUCINE
set -eu
expected=$(cat "$(dirname "$0")/signature.txt")
found=$("$1" bench --signature)
echo "signature $found, expected $expected"
[ "$found" = "$expected" ]
