#!/bin/sh
# Builds the Python package and runs its tests. CAPUCINE names the program to compare with.
# usage: tests/python.sh [TEST...]
set -eu
cd "$(dirname "$0")/.."
root=$PWD
python=$(scripts/wheel --python)
folder=build-python/site
export PIP_ROOT_USER_ACTION=ignore # a folder of our own, whoever we are

scripts/wheel build-python/wheel
rm -rf "$folder"
"$python" -m pip install --quiet --no-index --no-deps --disable-pip-version-check \
    --target "$folder" build-python/wheel/capucine-*.whl
PYTHONPATH=$root/$folder
export PYTHONPATH
cd python/tests
if [ $# -gt 0 ]; then
    "$python" -X faulthandler -m unittest "$@"
else
    "$python" -X faulthandler -m unittest discover -p 'test_*.py'
fi
