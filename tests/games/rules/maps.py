"""Maps from what a rules page says to the tests that show it, and which tests there are."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


def read(text: str) -> dict[str, list[str]]:
    """Return the tests named after each id; a line without an id names more of them."""
    found, id_ = dict[str, list[str]](), ""
    for line in text.strip().splitlines():
        first, _, rest = line.strip().partition(" ")
        id_ = first if rest else id_
        found.setdefault(id_, []).append(rest or first)
    return found


@cache
def written_in(folder: Path) -> frozenset[str]:
    """Return ``file::test`` for every test function in a folder."""
    return frozenset(
        f"{path.stem}::{node.name}"
        for path in folder.glob("test_*.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )
