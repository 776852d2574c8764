"""``manage.py demo --game hand_and_foot``: a client plays a round and shows the bill."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.server.test_play_command import Evening
from tests.server.test_play_command import evening as evening  # noqa: PLC0414 - shared fixture

pytestmark = [pytest.mark.server, pytest.mark.slow]


def test_a_demo_plays_a_round_shows_every_line_of_the_bill_and_ends_well(
    evening: Callable[..., Evening],
) -> None:
    demo = evening("demo", "--port", "0", "--game", "hand_and_foot")
    assert demo.end() == 0, demo.said()
    told, _, standings = demo.said().partition("The night is over.\n")
    assert "── Round 1." in told
    assert "HF 16" in told
    assert told.count("  net  ") == 2
    first, second = standings.splitlines()  # four guests are two sides
    assert first.startswith("  1.  ")
    assert second.startswith(("  1.  ", "  2.  "))
    assert first.count(" and ") == second.count(" and ") == 1
    assert "refused" not in told
