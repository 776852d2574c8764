"""The other pages for people who write clients, and that none is forgotten."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from tests.clients.typescript.test_package import snippets
from tests.docs.pages import ROOT, blocks_of
from tests.docs.reader import Reader

API: Final = ROOT / "docs/api"
PYTHON: Final = ROOT / "clients/python/README.md"
TYPESCRIPT: Final = ROOT / "clients/typescript/README.md"
CONFORMANCE: Final = ROOT / "clients/conformance/README.md"
TRIED_ELSEWHERE: Final = {API / "tutorial.md", API / "guide.md"}
WITHOUT_A_SERVER: Final = (API / "client.md", API / "index.md", API / "replay.md")
TRIED_HERE: Final = {*WITHOUT_A_SERVER, PYTHON, TYPESCRIPT, CONFORMANCE}
GENERATED: Final = {API / "problems.md"}

LOOKED_AT: Final = """
pip() { test "$1" = install && grep -qx 'name = "parlour-client"' "$2/pyproject.toml"; }
npm() { test "$1" = install && grep -q "\\"name\\": \\"$2\\"" clients/typescript/package.json; }
"""
"""What would be fetched from a registry is looked at instead."""

LISTED: Final = """
python() {
    if test "$3" = cut; then
        exec {said}< <(exec .venv/bin/python "$@")
        read -r -u $said where
        kill $!
        echo "$where"
    else
        .venv/bin/python "$1" "$2" "$3" --list "${@:4}"
    fi
}
"""
"""The runner says what it would try (whole runs are in tests/clients/conformance); its proxy runs
until it listens."""


def test_no_page_is_forgotten() -> None:
    pages = {*API.glob("*.md"), *(ROOT / "clients").glob("*/README.md")}
    assert pages == TRIED_ELSEWHERE | TRIED_HERE | GENERATED


@pytest.mark.parametrize("page", WITHOUT_A_SERVER, ids=lambda page: page.stem)
def test_the_diagrams_are_of_this_protocol(offline: Reader, page: Path) -> None:
    offline.tries(blocks_of(page))


@pytest.mark.server
def test_the_readme_of_the_client_in_python_works(reader: Reader) -> None:
    reader.shell.run(LOOKED_AT + "export PYTHONPATH=clients/python/src")
    reader.tries(blocks_of(PYTHON))
    assert [path.name for path in reader.files] == ["unnamed.py"]


def test_the_readme_of_the_client_in_typescript_works(offline: Reader) -> None:
    blocks = blocks_of(TYPESCRIPT)
    in_typescript = [block for block in blocks if block.language == "ts"]
    # Compiled and run with the package installed, in the test that finds them by this function.
    assert [block.text for block in in_typescript] == snippets()
    offline.shell.run(LOOKED_AT)
    offline.tries(block for block in blocks if block not in in_typescript)


def test_the_readme_of_the_conformance_runner_works(offline: Reader) -> None:
    [block] = blocks_of(CONFORMANCE)
    promised = [int(number) for number in re.findall(r"# (?:about )?(\d+)\b", block.text)]
    offline.shell.run(LISTED)
    said = offline.shell.run(offline.here(block.text)).splitlines()
    assert said[-1] == offline.here("http://127.0.0.1:9000")
    assert len(said) - 1 == sum(promised)
    assert len(promised) == 2
