#!/bin/sh
# Make the project's own Python environment, or say in one line what is missing.
#
#   scripts/environment.sh make          .venv with the pinned installer in it
#   scripts/environment.sh install NAME  what requirements/NAME.txt pins, checked by its hashes
#   scripts/environment.sh need TOOL     fail with one line if TOOL is not on the PATH
#
# Reads PYTHON (a Python to prefer) and VENV (where to, .venv by default).  Writes nothing else in
# the clone; pip and uv keep their downloads in their usual caches.
set -eu

venv=${VENV:-.venv}

stop() {
    printf 'parlour: %s\n' "$1" >&2
    exit 1
}

is_new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

find_python() {
    for candidate in "${PYTHON:-python3}" python3 python3.11 python3.12 python3.13 python3.14; do
        if command -v "$candidate" >/dev/null 2>&1 && is_new_enough "$candidate"; then
            command -v "$candidate"
            return
        fi
    done
    stop 'Python 3.11 or newer is missing (Debian: apt install python3 python3-venv); or say PYTHON=/path/to/python'
}

make_environment() {
    python=$(find_python)
    "$python" -c 'import ensurepip, venv' >/dev/null 2>&1 ||
        stop "the venv module of $python is missing (Debian: apt install python3-venv)"
    # One whose interpreter has gone, or is too old, is made anew.
    is_new_enough "$venv/bin/python" || rm -rf "$venv"
    "$python" -m venv "$venv"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes \
        -r requirements/bootstrap.txt
}

install() {
    # Bytecode now: without it every first start pays for it.
    "$venv/bin/python" -m uv pip install --quiet --python "$venv/bin/python" --require-hashes \
        --compile-bytecode -r "requirements/$1.txt"
}

case "${1:-}" in
make) make_environment ;;
install) install "$2" ;;
need) command -v "$2" >/dev/null 2>&1 || stop "$2 is missing (Debian: apt install $2)" ;;
*) stop 'say make, install NAME or need TOOL' ;;
esac
