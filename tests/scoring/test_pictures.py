"""The picture of a player's record: what it says, and that nothing in it is fetched or run."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from xml.etree import ElementTree as ET

import pytest

from games.rules import registry
from scoring.statistics.catalogue import statistics_of
from scoring.statistics.figures import figures
from scoring.statistics.pictures import picture
from scoring.statistics.record import AtTables, PlayerStatistics, Result

SVG = "{http://www.w3.org/2000/svg}"
COUNTS = {
    "work_the_strip": {"asks": 90, "hits": 26, "misses": 59, "mistakes": 5},
    "lap_dance": {"dice": 150, "symbols": 179, "stars": 24, "orders": 61},
    "hand_and_foot": {"clean_groups": 12, "ladies_caught": 3, "permission_denied": 2},
}


def record(game: str, *scores: int) -> PlayerStatistics:
    """Return a record of these scores, the newest first, all at tables of four, two won."""
    matches, at = len(scores), datetime(2030, 1, 1, tzinfo=UTC)
    counts = COUNTS[game] if scores else {}
    return PlayerStatistics(
        game=game,
        matches=matches,
        won=2 if scores else 0,
        win_share=2 / matches if scores else None,
        average_score=sum(scores) / matches if scores else None,
        best_score=max(scores, default=None),
        tables=(AtTables(4, matches, 2, 2.0, 0.25),) if scores else (),
        figures=tuple(figures(statistics_of(game), counts)),
        counts=counts,
        recent=tuple(Result(None, at, 4, score, 1) for score in scores),
    )


def drawn(game: str, *scores: int, name: str = "Ada") -> bytes:
    return picture(name, game, record(game, *scores), statistics_of(game).bars)


def words(svg: bytes) -> list[str]:
    """Return everything written in the picture."""
    texts = ET.fromstring(svg).iter(f"{SVG}text")  # noqa: S314 - ours
    return ["".join(text.itertext()).strip() for text in texts]


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("scores", [(), (40,), (40, -30, 20, 50)], ids=["none", "one", "some"])
def test_nothing_in_it_is_fetched_or_run(game: str, scores: tuple[int, ...]) -> None:
    svg = drawn(game, *scores)
    root = ET.fromstring(svg)  # noqa: S314 - ours
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags.isdisjoint({"script", "image", "use", "a", "foreignObject", "animate"})
    names = {name for element in root.iter() for name in element.attrib}
    assert not [name for name in names if "href" in name or name.startswith("on")]
    text = re.sub(rb'xmlns(:\w+)?="[^"]*"', b"", svg)
    assert [found for found in (b"http", b"//", b"@import", b"url(") if found in text] == []


def test_the_same_record_is_the_same_picture() -> None:
    assert drawn("lap_dance", 40, 30) == drawn("lap_dance", 40, 30)
    assert drawn("lap_dance", 40, 30) != drawn("lap_dance", 40, 31)


def test_it_says_who_what_and_how_often() -> None:
    found = words(drawn("lap_dance", 40, 30, 20, 50, name="Velvet <b>& Sons"))
    assert found[:2] == [
        "Velvet <b>& Sons",
        "lap_dance  ·  4 matches  ·  50% won  ·  35 on average  ·  best 50",
    ]
    assert {"Won, by seats at the table", "4 seats", "50%", "25%"} <= set(found)
    assert {"The newest 4 scores", "Symbols  179", "expected  175", "Stars  24"} <= set(found)


def test_before_the_first_match_it_says_so() -> None:
    found = words(drawn("hand_and_foot"))
    assert found[1] == "hand_and_foot  ·  no match ended yet"
    assert found.count("Nothing to draw yet") == 3


def test_a_game_without_figures_of_its_own_has_two_charts() -> None:
    svg = picture("Ada", "Tiny", record("lap_dance", 1), None)
    assert len(ET.fromstring(svg).findall(f"{SVG}svg")) == 2  # noqa: S314 - ours
