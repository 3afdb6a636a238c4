#!/bin/sh
# Installs into an empty folder and builds a program against what is there.
# usage: tests/install.sh BUILD-FOLDER
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
# shellcheck disable=SC2046
cc -Wall -Werror "$here/install.c" -o "$folder/shared" $(pkg-config --cflags --libs capucine)
# shellcheck disable=SC2046
cc -Wall -Werror "$here/install.c" -o "$folder/static" $(pkg-config --cflags capucine) \
    "$libraries/libcapucine.a"
shared=$(LD_LIBRARY_PATH=$libraries "$folder/shared")
static=$("$folder/static")
echo "shared: $shared; static: $static"
[ "$shared" = "$static" ]
"$(find "$folder" -path '*/bin/capucine')" --version
