"""Operators look at ratings, and change none."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from scoring.ratings import services as ratings
from scoring.ratings.models import RatedGame, Rating, RatingChange, Result
from tests.scoring.ratings.histories import everything
from tests.scoring.results import finished, people

pytestmark = pytest.mark.django_db

MODELS = (Rating, RatingChange, Result, RatedGame)


@pytest.fixture
def operator(client: Client) -> Client:
    client.force_login(Player.objects.create_superuser("Operator", "made-up"))
    return client


@pytest.fixture
def rated() -> Player:
    ada, bob = people(2)
    ratings.rate(match=finished([ada, "greedy", bob], [1, 2, 3]))
    bob.delete()
    return ada


@pytest.mark.parametrize("model", MODELS, ids=lambda model: str(model.__name__))
def test_each_table_is_listed_shown_and_not_to_be_edited(
    operator: Client, rated: Player, model: type[Rating]
) -> None:
    name, before = f"admin:scoring_{model._meta.model_name}", everything()
    row = model.objects.all()[0]

    assert operator.get(reverse(f"{name}_changelist")).status_code == 200
    page = reverse(f"{name}_change", args=[row.pk])
    assert operator.get(page).status_code == 200
    assert operator.post(page, {"mu": "99"}).status_code == 403
    assert operator.get(reverse(f"{name}_add")).status_code == 403
    assert operator.post(reverse(f"{name}_delete", args=[row.pk])).status_code == 403
    assert everything() == before


def test_ratings_say_whose_they_are(operator: Client, rated: Player) -> None:
    text = operator.get(reverse("admin:scoring_rating_changelist")).content.decode()

    assert rated.name in text
    assert "bot: greedy" in text
    assert "somebody who was deleted" in text


@pytest.mark.parametrize("model", ["rating", "ratingchange"])
def test_ratings_are_found_by_name(operator: Client, rated: Player, model: str) -> None:
    found = operator.get(reverse(f"admin:scoring_{model}_changelist"), {"q": "regular"})
    assert found.status_code == 200
    assert found.context["cl"].result_count == 1
