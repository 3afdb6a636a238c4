#!/bin/sh
# Builds the rules of every game for GPUs, and the program and the Python package that carry them.
# Where NVIDIA's assembler is installed, it must accept them.
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

# The Python package, with batches on a GPU.
[ -f build-gpu-python/build.ninja ] ||
    CC=gcc meson setup build-gpu-python -Dpython=true -Dgpu=true -Dtests=false -Dweb=false \
        -Dwerror=true >/dev/null
scripts/refind build-gpu-python
ninja -C build-gpu-python --quiet
site=$(mktemp -d)
trap 'rm -rf "$site"' EXIT
cp -r python/capucine "$site/"
cp build-gpu-python/python/_engine.abi3.so "$site/capucine/"
(cd python/tests &&
    CAPU_CUDA=$stand_in PYTHONPATH=$site "$(../../scripts/wheel --python)" -m unittest test_gpu 2>&1) |
    tee "$site/said"
grep -q '^OK' "$site/said"
if grep -q 'skipped=[2-9]' "$site/said"; then
    echo "the Python package finds no GPU in the stand-in"
    exit 1
fi

if command -v ptxas >/dev/null; then
    for module in build-gpu/src/gpu/*.play*.ptx build-gpu/src/gpu/*.batch.ptx \
        build-gpu/src/gpu/*.contest.ptx; do
        ptxas -arch=sm_90 "$module" -o /dev/null
    done
else
    echo "There is no ptxas here, so nobody has looked at the modules."
fi
