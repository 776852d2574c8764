"""Boards as operators see them: to look at, and nothing to write."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Player
from scoring.leaderboards.models import Entry
from tests.scoring.leaderboards.standings import board, everything, named, stands

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator() -> Client:
    client = Client()
    client.force_login(Player.objects.create_superuser("Operator", "not-a-secret"))
    return client


@pytest.fixture
def entry() -> Entry:
    ada, gone = named(["Ada", "Gone"])
    stands(board("2030-Q1"), gone, 1200)
    Entry.objects.update(player=None)
    return stands(board(), ada, 1300)


def test_boards_and_entries_can_be_looked_at(operator: Client, entry: Entry) -> None:
    boards = operator.get("/admin/scoring/board/").content.decode()
    assert "2030-Q1" in boards
    entries = operator.get("/admin/scoring/entry/").content.decode()
    assert "Ada" in entries
    assert "somebody who was deleted" in entries
    assert "1300" in operator.get(f"/admin/scoring/entry/{entry.pk}/change/").content.decode()


@pytest.mark.parametrize("model", ["board", "entry"])
def test_nothing_about_them_can_be_written(operator: Client, entry: Entry, model: str) -> None:
    pk = entry.pk if model == "entry" else entry.board_id
    before = everything()
    for path in ("add/", f"{pk}/change/", f"{pk}/delete/"):
        answer = operator.post(f"/admin/scoring/{model}/{path}", {"points": 9, "post": "yes"})
        assert answer.status_code == 403, path
    assert everything() == before


def test_a_players_country_is_shown_and_theirs_to_say(operator: Client) -> None:
    (ada,) = named(["Ada"], country="PT")
    page = f"/admin/accounts/player/{ada.pk}/change/"
    assert "PT" in operator.get(page).content.decode()
    answer = operator.post(page, {"name": "Ada", "email": "", "country": "BR", "is_active": "on"})
    assert answer.status_code == 302
    assert Player.objects.get(pk=ada.pk).country == "PT"
