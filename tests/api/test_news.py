"""What followers are sent is made in a short way, and is what the plain way makes."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

import pytest

from api import hub
from api.hub import position_frame, position_text, text_of
from games import dispatch, selectors, store
from games.models import Ply
from games.rules import registry
from games.services import lobby, play
from games.table import Table
from tests.games.tables import people

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Table, Ply]]:
    """Return what listeners are told."""
    heard: list[tuple[Table, Ply]] = []
    monkeypatch.setattr(dispatch, "_listeners", [lambda *news: heard.append(news)])
    return heard


def test_a_position_is_the_same_text_in_one_go(told: list[tuple[Table, Ply]]) -> None:
    for table in played(told):
        for seat in (0, 1, None):
            position = selectors.position_at(table, seat)
            plain = text_of(position_frame(table.match.pk, position))
            assert position_text(table.match.pk, position) == plain


def test_a_fresh_ply_is_seen_like_one_from_the_database(told: list[tuple[Table, Ply]]) -> None:
    for table in played(told):
        fresh = told[-1][1]
        stored = Ply.objects.get(match=table.match, number=fresh.number)
        assert stored.heard is None
        for seat in (0, 1, None):
            kind = type(table.rules)
            assert selectors.seen_ply(kind, fresh, seat) == selectors.seen_ply(kind, stored, seat)
            frames = [
                text_of(hub.ply_frame(table.match.pk, 1, selectors.seen_ply(kind, each, seat)))
                for each in (fresh, stored)
            ]
            assert sorted(frames[0]) == sorted(frames[1])  # PostgreSQL keeps no order of keys


def played(told: list[tuple[Table, Ply]]) -> Iterator[Table]:
    """Yield a table of Work The Strip after each of some plies."""
    ada, bob = people("Ada", "Bob")
    options = {"allow_two": True, "rounds": 1}
    match = lobby.create(host=ada, game="work_the_strip", options=options, seats=2)
    lobby.join(match_id=match.pk, player=bob)
    lobby.start(match_id=match.pk, player=ada)
    for _ in range(25):
        table = store.look(match.pk)
        seat = table.running().to_act[0]
        action = registry.builtins(table.rules.legal_actions(table.running(), seat).actions[-1])
        play.act(match_id=match.pk, player=(ada, bob)[seat], action=action, request_id=str(uuid4()))
        yield told[-1][0]
