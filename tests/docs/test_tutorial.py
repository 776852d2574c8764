"""Every command and snippet of the tutorial, typed in from top to bottom in one terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.clients.typescript.node import PACKAGE, run, tool
from tests.docs.pages import ROOT, blocks_of
from tests.docs.reader import Reader

TUTORIAL = ROOT / "docs/api/tutorial.md"


@pytest.mark.server
def test_the_tutorial_works_from_top_to_bottom(reader: Reader) -> None:
    reader.tries(blocks_of(TUTORIAL))
    assert [path.name for path in reader.files] == ["play.py", "play.mts"]


@pytest.mark.slow
def test_the_compiler_has_no_objection_to_what_the_tutorial_shows(tmp_path: Path) -> None:
    (tmp_path / "clients").symlink_to(ROOT / "clients")
    (tmp_path / "var").mkdir()
    [block] = [block for block in blocks_of(TUTORIAL) if block.language == "ts"]
    assert block.file is not None
    (tmp_path / block.file).write_text(block.text, "utf-8")
    config = {
        "extends": str(PACKAGE / "tsconfig.json"),
        "compilerOptions": {"typeRoots": [str(PACKAGE / "node_modules/@types")]},
        "include": [block.file],
    }
    (tmp_path / "tsconfig.json").write_text(json.dumps(config))
    compiled = run(tool("typescript/bin/tsc"), "-p", ".", cwd=tmp_path)
    assert compiled.returncode == 0, compiled.stdout
