# What people type. Meson does the building; this only remembers how to call it.
PREFIX ?= /usr/local
DESTDIR ?=
BUILD ?= build

.PHONY: help run play build test fresh quick boards fuzz bench install npm wheel python format \
    clean

help:
	@echo 'make run      host games on http://127.0.0.1:8080 (installs what is missing, builds)'
	@echo 'make play     play in the terminal'
	@echo 'make test     run all tests (installs what is missing)'
	@echo 'make fresh    run all tests in a new Debian 12 root with nothing installed (as root)'
	@echo 'make quick    build with gcc and run the quick tests only'
	@echo 'make boards   test the four boards in the browser only'
	@echo 'make fuzz     fuzz every parser for SECONDS=30 each'
	@echo 'make bench    measure speed, print the signature'
	@echo 'make build    build only: $(BUILD)/src/capucine'
	@echo 'make install  into PREFIX=$(PREFIX), below DESTDIR if given'
	@echo 'make npm      make the package for JavaScript: dist/capucine-VERSION.tgz'
	@echo 'make wheel    build the Python package into dist/'
	@echo 'make python   build the Python package and test it'
	@echo 'make format   format all C, Python and TypeScript'
	@echo 'make clean    remove the build folders'

run: build
	@$(BUILD)/src/capucine serve

play: build
	@$(BUILD)/src/capucine play

build:
	@scripts/setup build
	@test -f $(BUILD)/build.ninja || meson setup $(BUILD) -Dtests=false --prefix $(PREFIX) >/dev/null
	@scripts/refind $(BUILD)
	@ninja -C $(BUILD) --quiet

test:
	@scripts/test

fresh:
	@scripts/fresh make test

quick:
	@scripts/test quick

boards:
	@scripts/test boards

fuzz:
	@scripts/setup test
	@scripts/fuzz $(or $(SECONDS),30)

bench: build
	@$(BUILD)/src/capucine bench

install: build
	@meson configure $(BUILD) --prefix $(PREFIX)
	@DESTDIR=$(DESTDIR) meson install -C $(BUILD)

npm: build
	@node web/npm/build.mjs $(BUILD)/src/web/engine.wasm dist

wheel:
	@scripts/setup python
	@scripts/wheel dist

python:
	@scripts/setup python
	@tests/python.sh
	@tests/wheel.sh

format:
	@git ls-files '*.c' '*.h' | xargs clang-format -i
	@git ls-files '*.py' | xargs black --quiet --line-length 100
	@cd web && node_modules/.bin/biome format --write .

clean:
	rm -rf build build-* dist
