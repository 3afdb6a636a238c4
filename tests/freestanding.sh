#!/bin/sh
# The engine, the games and the bots need nothing and keep nothing: no symbol from outside but the
# copies that a compiler makes by itself, and no data that can change.
# usage: tests/freestanding.sh LIBCAPUCINE.A
set -eu
library=$1

strange=$(nm --undefined-only "$library" | awk '$1 == "U" { print $2 }' | sort -u |
    grep -vE '^(capu|caprice|capitol|capone|clx)_|^mem(cpy|set|move|cmp)$|^_GLOBAL_OFFSET_TABLE_$|^__(stack_chk_fail|asan|ubsan|sanitizer)' || true)
if [ -n "$strange" ]; then
    echo "needs from outside: $strange"
    exit 1
fi
changing=$(nm "$library" | awk '$2 ~ /^[bBdDcC]$/ { print $3 }' | grep -vE '\.rel\.ro|^__asan|^\.L' || true)
for symbol in $changing; do
    # tables of pointers are relocated once, by the loader, and lie in .data.rel.ro
    if ! objdump -t "$library" | grep -E " \.data\.rel\.ro(\.local)?[[:space:]].*[[:space:]]$symbol\$" >/dev/null; then
        echo "can change: $symbol"
        exit 1
    fi
done
echo "freestanding: nothing from outside, nothing that changes"
