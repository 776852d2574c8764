"""Every command and snippet of the tutorial, typed in from top to bottom in one terminal."""

from __future__ import annotations

import json

import pytest

from tests.clients.typescript.node import PACKAGE, run, tool
from tests.docs.pages import ROOT, blocks_of
from tests.docs.reader import Reader

pytestmark = pytest.mark.server

TUTORIAL = ROOT / "docs/api/tutorial.md"


def test_the_tutorial_works_from_top_to_bottom(reader: Reader) -> None:
    reader.tries(blocks_of(TUTORIAL))
    assert [path.name for path in reader.files] == ["play.py", "play.mts"]
    compiler_has_no_objection(reader)


def compiler_has_no_objection(reader: Reader) -> None:
    """Hold what the page shows in TypeScript to the compiler, as strictly as the client itself."""
    config = {
        "extends": str(PACKAGE / "tsconfig.json"),
        "compilerOptions": {"typeRoots": [str(PACKAGE / "node_modules/@types")]},
        "include": ["var/*.mts"],
    }
    (reader.shell.home / "tsconfig.json").write_text(json.dumps(config))
    compiled = run(tool("typescript/bin/tsc"), "-p", ".", cwd=reader.shell.home)
    assert compiled.returncode == 0, compiled.stdout
