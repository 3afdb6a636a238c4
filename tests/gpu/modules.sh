#!/bin/sh
# Builds the rules of every game for GPUs, and the program that carries them. Where NVIDIA's assembler
# is installed, it must accept them.
# usage: modules.sh STAND_IN
set -eu
cd "$(dirname "$0")/../.."
stand_in=$(realpath "$1")
[ -f build-gpu/build.ninja ] ||
    CC=gcc meson setup build-gpu -Dgpu=true -Dweb=false -Dtests=false -Dwerror=true \
        -Doptimization=0 -Ddebug=false >/dev/null # the program only carries the modules
scripts/refind build-gpu
ninja -C build-gpu --quiet
tests/gpu/command.sh build-gpu/src/capucine "$stand_in"
CAPU_CUDA=$stand_in build-gpu/src/capucine gpu --check --games 5
if command -v ptxas >/dev/null; then
    for module in build-gpu/src/gpu/*.play*.ptx; do
        ptxas -arch=sm_90 "$module" -o /dev/null
    done
else
    echo "There is no ptxas here, so nobody has looked at the modules."
fi
