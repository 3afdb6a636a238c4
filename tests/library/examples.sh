#!/bin/sh
# The examples in C do what they say.
# usage: tests/library/examples.sh RANDOM RECORD ADVICE
set -eu
random=$1 record=$2 advice=$3

# must WHAT PATTERN: there is such a line in what was said.
must() {
    printf '%s\n' "$said" | grep -qE "$2" && return
    echo "$1: $said"
    exit 1
}

said=$("$random" 42)
for title in Caprice Capitol Capone 'Capital Lux 2'; do
    must random "^$title: [0-9]+ actions, scores( -?[0-9]+)+$"
done
for game in caprice capitol capone capital-lux-2; do
    said=$("$random" 7 $game | "$record")
    must record ', [0-9]+ actions: "scores":\[[-0-9,]+\],"places":\[[0-9,]+\]$'
done
said=$("$random" 7 caprice | sed 's/"place /"plaice /' | "$record" 2>&1) && must 'a bad one' '^$'
must 'a bad one' '^action [0-9]+ of the record: '
said=$(echo '{"capucine":1,' | "$record" 2>&1) && must 'not JSON' '^$'
must 'not JSON' '^not JSON, line 2, column 1: expected a name$'
said=$("$advice" capitol 300)
must advice '^[a-z].* % wins, .* seen [1-9][0-9]* times$'
echo 'the examples do what they say'
