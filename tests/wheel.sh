#!/bin/sh
# Installs the wheel into an empty virtual environment, without the network and without numpy, and
# runs the README's lines of Python there. Other versions of Python that are here do so too.
# usage: tests/wheel.sh
set -eu
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
export PIP_ROOT_USER_ACTION=ignore # a folder of our own, whoever we are
trap 'rm -rf "$folder"' EXIT

scripts/wheel "$folder/wheel" >/dev/null
wheel=$(ls "$folder"/wheel/*.whl)
case $wheel in
*-cp39-abi3-*) ;;
*)
    echo "$wheel: this name does not say that every Python from 3.9 on can use it" >&2
    exit 1
    ;;
esac

# The block of Python in the README.
# shellcheck disable=SC2016 # these are no commands
sed -n '/^```python$/,/^```$/p' README.md | sed '/^```/d' >"$folder/readme.py"
grep -q 'import capucine' "$folder/readme.py"

# What the extension asks of Python must be in the stable ABI, or be a buffer: see python/src/buffer.h.
check() {
    "$1" -m venv "$folder/venv-$2"
    "$folder/venv-$2/bin/python" -m pip install --quiet --no-index --disable-pip-version-check "$wheel"
    (cd "$folder" && "venv-$2/bin/python" readme.py) >"$folder/out-$2"
    echo "$2: $(tr '\n' ' ' <"$folder/out-$2")"
    cmp -s "$folder/out-$2" "$folder/out-$first"
}

first=
for python in "$(scripts/wheel --python)" python3.9 python3.10 python3.11 python3.12 python3.13; do
    "$python" -c 'import venv' 2>/dev/null || continue
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    [ -e "$folder/out-$version" ] && continue
    : "${first:=$version}"
    check "$python" "$version"
done
