#!/bin/sh
# Installs into an empty folder and builds the examples in C against what is there.
# usage: tests/library/install.sh BUILD-FOLDER
set -eu
build=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

DESTDIR=$folder meson install -C "$build" --no-rebuild --quiet
PKG_CONFIG_SYSROOT_DIR=$folder
PKG_CONFIG_PATH=$(dirname "$(find "$folder" -name capucine.pc)")
export PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_PATH
libraries=$(dirname "$PKG_CONFIG_PATH")
for name in random record advice; do
    source=$here/../../examples/c/$name.c
    # shellcheck disable=SC2046
    cc -Wall -Werror "$source" -o "$folder/shared-$name" $(pkg-config --cflags --libs capucine)
    # shellcheck disable=SC2046
    cc -Wall -Werror "$source" -o "$folder/static-$name" $(pkg-config --cflags capucine) \
        "$libraries/libcapucine.a"
done
for kind in shared static; do
    LD_LIBRARY_PATH=$libraries "$here/examples.sh" \
        "$folder/$kind-random" "$folder/$kind-record" "$folder/$kind-advice"
done
program=$(find "$folder" -path '*/bin/capucine')
[ -z "$program" ] || "$program" --version
