"""What operators see of results: everything public, nothing to edit."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.rules.lap_dance.events import GameEnded, MoneyGained, OrdersFulfilled, RoundEnded
from scoring.achievements.models import Award
from scoring.achievements.services import award
from scoring.statistics.models import MatchFacts
from scoring.statistics.services import count
from tests.games.tables import people
from tests.scoring.ended import BOT, ended

pytestmark = pytest.mark.django_db

FULL = OrdersFulfilled(0, (0, 1, 2))


@pytest.fixture
def operator(client: Client) -> Client:
    client.force_login(Player.objects.create_superuser("Operator", "made-up"))
    return client


def page_of(operator: Client, row: object) -> str:
    name = row._meta.model_name  # type: ignore[attr-defined] # every model has it
    app = row._meta.app_label  # type: ignore[attr-defined] # likewise
    answer = operator.get(reverse(f"admin:{app}_{name}_change", args=[row.pk]))  # type: ignore[attr-defined] # likewise
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_score_sheet_stands_on_the_matchs_page(operator: Client) -> None:
    (ada,) = people("Ada")
    match = ended(
        "lap_dance",
        [ada, BOT],
        [19, 3],
        *(FULL, MoneyGained(0, 16, "d16"), GameEnded((19, 3), (2, 2), (1, 2))),
    )
    page = page_of(operator, match)
    assert "<h4>Round 1</h4>" in page
    assert "<td>order · d16-A</td><td>1</td><td>4</td><td>LAP 9.8</td>" in page
    assert "Totals by seat: 19, 3" in page


def test_secret_money_is_secret_there_too(operator: Client) -> None:
    (ada,) = people("Ada")
    events = FULL, MoneyGained(0, 14, "d16"), RoundEnded(1)
    match = ended("lap_dance", [ada, BOT], [14, 3], *events, status="running")
    page = page_of(operator, match)
    assert "Secret until the end." in page
    assert "Totals by seat: secret, secret" in page
    assert not re.search(r"\bd16\b", page), "that stands in ids by chance, but not as a word"


def test_a_match_without_a_finished_round_says_so(operator: Client) -> None:
    (ada,) = people("Ada")
    match = ended("lap_dance", [ada, BOT], [3, 3], status="running")
    assert "No round is over yet." in page_of(operator, match)


def test_facts_and_awards_can_be_looked_at_and_not_changed(operator: Client) -> None:
    (ada,) = people("Ada")
    match = ended("lap_dance", [ada, BOT], [50, 3], FULL)
    count(match=match)
    award(match=match)
    rows = [*MatchFacts.objects.all(), *Award.objects.all()]
    assert len(rows) == 3
    for row in rows:
        assert "Save" not in page_of(operator, row)
        name = row._meta.model_name
        assert "Ada" in operator.get(reverse(f"admin:scoring_{name}_changelist")).content.decode()
        assert operator.get(reverse(f"admin:scoring_{name}_add")).status_code == 403
