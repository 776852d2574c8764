"""Every match checked in is told today as it was told when it was written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.rules.playthroughs.story import HERE, chapters, transcript
from tests.laws.tables import Table


@pytest.mark.parametrize(
    ("path", "table"),
    [pytest.param(*chapter, id=chapter[0].stem) for chapter in chapters().items()],
)
def test_a_match_is_told_as_it_was(path: Path, table: Table) -> None:
    """``make playthroughs`` writes them anew, for review."""
    assert transcript(table).splitlines() == path.read_text("utf-8").splitlines()


def test_no_transcript_is_left_without_its_game() -> None:
    assert set(HERE.glob("*.txt")) == set(chapters())
