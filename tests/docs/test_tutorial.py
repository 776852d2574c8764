"""Every command and snippet of the tutorial, typed in from top to bottom in one terminal.

What the compiler says of its TypeScript stands in `tests/clients/typescript/test_package.py`.
"""

from __future__ import annotations

import pytest

from tests.docs.pages import ROOT, blocks_of
from tests.docs.reader import Reader

TUTORIAL = ROOT / "docs/api/tutorial.md"


@pytest.mark.server
def test_the_tutorial_works_from_top_to_bottom(reader: Reader) -> None:
    reader.tries(blocks_of(TUTORIAL))
    assert [path.name for path in reader.files] == ["play.py", "play.mts"]
