#!/bin/sh
# The engine, the games and the bots need nothing and keep nothing: no symbol from outside but the
# copies that a compiler makes by itself, and no data that can change. No name but capu_… can be
# seen. That this would be noticed is tried first, on small libraries that break the rule.
# usage: tests/library/freestanding.sh LIBCAPUCINE.A
set -eu
library=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The names that lines of nm or objdump end with, less those that are allowed. Both tools are run by
# themselves, not in a pipe: their failure is ours.
names_but() {
    awk '{ print $NF }' | sort -u | { grep -vE "$1" || [ $? -eq 1 ]; }
}

# What one file of the library needs, another one may have.
needed() {
    nm --undefined-only "$1" >"$folder/nm" || return
    nm --defined-only "$1" | awk 'NF == 3 { print $3 }' | sort -u >"$folder/own"
    awk '$1 == "U"' "$folder/nm" |
        names_but '^mem(cpy|set|move|cmp)$|^_GLOBAL_OFFSET_TABLE_$|^__(stack_chk_fail|asan|ubsan|sanitizer)' |
        comm -23 - "$folder/own"
}

# Tables of pointers are relocated once, by the loader, and lie in .data.rel.ro. Names with a dot in
# front are those of sections.
changing() {
    objdump -t "$1" >"$folder/objdump" || return
    awk -F '\t' '$1 ~ / (\.t?data|\.t?bss|\*COM\*)[^ ]*$/ && $1 !~ / \.data\.rel\.ro/' \
        "$folder/objdump" | names_but '^__asan|^\.'
}

# Names that could be those of another library.
foreign() {
    nm --defined-only --extern-only "$1" >"$folder/nm" || return
    awk 'NF == 3' "$folder/nm" | names_but '^capu_'
}

# An archive of other programs, or of nothing, has no fault either.
is_ours() {
    nm --defined-only "$1" >"$folder/nm" && grep -q ' T capu_apply$' "$folder/nm"
}

# Whether a library is as it should be; else says what is not.
check() {
    is_ours "$1" || { echo "$1: not our library"; return 1; }
    outside=$(needed "$1") && inside=$(changing "$1") && names=$(foreign "$1") || return 1
    [ -z "$outside" ] || { echo needs from outside: "$outside"; return 1; }
    [ -z "$inside" ] || { echo can change: "$inside"; return 1; }
    [ -z "$names" ] || { echo can be seen: "$names"; return 1; }
}

# must_fail WHY SOURCE: a library with this beside what makes it ours is found out, and for this.
must_fail() {
    printf 'void capu_apply(void) {}\n%s\n' "$2" | "${CC:-cc}" -O1 -c -x c - -o "$folder/it.o"
    rm -f "$folder/it.a"
    ar rc "$folder/it.a" "$folder/it.o"
    said=$(check "$folder/it.a") && { echo "not seen: $2"; exit 1; }
    case $said in
    *"$1"*) ;;
    *)
        echo "seen for another reason: $2: $said"
        exit 1
        ;;
    esac
}

must_fail 'outside: puts' 'int puts(const char *); int f(void) { return puts("f"); }'
must_fail 'change: count' 'int count = 1; int f(void) { return count++; }'
must_fail 'change: count' 'static int count; int f(void) { return count++; }'
must_fail 'change: count' 'int count __attribute__((common));'
must_fail 'change: count' 'static _Thread_local int count; int f(void) { return count++; }'
must_fail 'seen: legal' 'int legal(void) { return 1; }'
must_fail 'seen: engine_table' 'const int engine_table[] = {1, 2};'
must_fail 'change: names' 'const char *names[] = {"a", "b"};'
if check "$folder/nothing.a" >/dev/null 2>&1; then
    echo "not seen: a library that is not there"
    exit 1
fi

check "$library"
echo "freestanding: nothing from outside, nothing that changes, no name that is not ours"
