from __future__ import annotations

import pytest

from accounts.models import Player
from games.models import Match, Participant
from scoring.selectors import Standing, standings


def finished(outcome: dict[str, list[int]] | None) -> Match:
    match = Match.objects.create(
        game="tiny", rules_version=1, options={}, seats=3, seed=b"", commitment="", outcome=outcome
    )
    for seat, name in enumerate(["Ada", "Bob"]):
        player = Player.objects.create_user(name)
        Participant.objects.create(match=match, seat=seat, player=player)
    Participant.objects.create(match=match, seat=2, bot_level="greedy")
    return match


@pytest.mark.django_db
def test_standings_are_ordered_by_place_then_seat() -> None:
    match = finished({"scores": [10, 40, 10], "places": [2, 1, 2]})

    assert standings(match) == [
        Standing(1, "Bob", 40, 1),
        Standing(0, "Ada", 10, 2),
        Standing(2, "Bot 3", 10, 2),
    ]


@pytest.mark.django_db
def test_a_match_that_is_not_over_has_no_standings() -> None:
    assert standings(finished(None)) == []
