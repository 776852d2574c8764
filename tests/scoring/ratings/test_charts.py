"""The picture of a history: what it shows, and what it must not hold."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree as ET

from scoring.ratings.charts import of_history

SVG = "{http://www.w3.org/2000/svg}"
START = datetime(2030, 1, 1, 12, tzinfo=UTC)


def history(*shown: int) -> list[tuple[datetime, int]]:
    return [(START + timedelta(days=day), number) for day, number in enumerate(shown)]


def texts(picture: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(picture).iter(f"{SVG}text")]  # noqa: S314 - our own


def test_each_match_is_a_dot_with_the_number_shown_after_it() -> None:
    picture = of_history("Ada in Lap Dance", history(1086, 1120, 1101))

    values = [element.text for element in ET.fromstring(picture).iter(f"{SVG}desc")]  # noqa: S314
    assert [value for value in values if value and len(value) == 4] == ["1086", "1120", "1101"]
    assert "Ada in Lap Dance" in texts(picture)
    assert {"2030-01-01", "2030-01-02", "2030-01-03"} <= {*texts(picture)}


def test_a_long_history_shows_five_dates() -> None:
    picture = of_history("Ada", history(*range(1000, 1200)))

    dates = [text for text in texts(picture) if re.fullmatch(r"\d{4}-\d\d-\d\d", text)]
    assert dates == ["2030-01-01", "2030-02-20", "2030-04-11", "2030-05-30", "2030-07-19"]


def test_a_picture_holds_no_script_and_fetches_nothing() -> None:
    picture = of_history("<script>alert(1)</script>", history(1000, 1010))

    assert "<script" not in picture
    assert "href" not in picture
    assert re.findall(r"https?://[^\"]*", picture) == ["http://www.w3.org/2000/svg"]


def test_the_same_history_is_the_same_picture() -> None:
    assert of_history("Ada", history(1000, 1010)) == of_history("Ada", history(1000, 1010))


def test_an_empty_history_says_so() -> None:
    assert "No match has counted yet" in texts(of_history("Ada", []))
