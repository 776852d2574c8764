"""The table that `make play` offers is in no hurry, whatever the game."""

from __future__ import annotations

from datetime import timedelta

import pytest

from api.management.show import unhurried
from games import store
from games.clock import Frozen
from games.models import Participant
from games.rules import registry
from games.services import lobby, play
from games.services.lobby import BotSeat
from tests.games.tables import people

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("broker")]

KEY = "42" * 32
"""Of the deal."""


@pytest.mark.parametrize("game", registry.names())
def test_nobody_loses_a_seat_by_reading_first(
    game: str, time: Frozen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots act and bells ring for two minutes: no bot has taken the seat of who says nothing.

    In this deal: where a silent player's stack holds an Event, the second bell rings in a minute.
    """
    monkeypatch.setattr(store, "key_of", lambda _: KEY)
    match = lobby.create(
        host=people("Ada")[0],
        game=game,
        options=unhurried(game),
        seats=3,
        bots=[BotSeat(1, "greedy"), BotSeat(2, "greedy")],
        start=True,
    )
    until = time.at + timedelta(minutes=2)
    while time.at < until:
        table = store.look(match.pk)
        acted = [
            play.take_bot_turn(match_id=match.pk, seat=seat, decision=decision)
            for seat, decision in table.bots_waited_for()
        ]
        if not any(acted):
            time.at = min(table.match.deadline_at or until, until)
            play.ring_due(match_id=match.pk)

    assert 0 in store.look(match.pk).running().to_act
    assert Participant.objects.get(match=match, seat=0).played_by == ""
