from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from scoring import services as results
from scoring.replays import services
from scoring.replays.models import ReplayShare, Seal
from tests.games.tables import people
from tests.scoring.evenings import evening, saved

pytestmark = pytest.mark.django_db

LINKS = "admin:scoring_replayshare_changelist"
TAKE_BACK = {"action": "take_back"}


@pytest.fixture
def share() -> ReplayShare:
    """A link of Ada's to a finished, sealed match."""
    record = evening("lap_dance", 2, 1, {"rounds": 3})
    saved(record)
    results.rate_match(match_id=record.match.pk)
    return services.share(match_id=record.match.pk, player=people("Ada")[0])


def test_operators_see_seals_and_who_shares_what(client: Client, share: ReplayShare) -> None:
    client.force_login(Player.objects.create_superuser("Operator", "made-up"))

    seals = client.get(reverse("admin:scoring_seal_changelist")).content.decode()
    links = client.get(reverse(LINKS))

    assert Seal.objects.get().head in seals
    assert [row.made_by.name for row in links.context["cl"].result_list] == ["Ada"]
    assert "Ada" in links.content.decode()


def test_operators_take_links_back(client: Client, share: ReplayShare) -> None:
    client.force_login(Player.objects.create_superuser("Operator", "made-up"))

    client.post(reverse(LINKS), {**TAKE_BACK, "_selected_action": [share.pk]})

    share.refresh_from_db()
    assert share.revoked_at is not None


def test_who_may_only_look_takes_nothing_back(client: Client, share: ReplayShare) -> None:
    looker = Player.objects.create_user("Looker", is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_replayshare"))
    client.force_login(looker)

    client.post(reverse(LINKS), {**TAKE_BACK, "_selected_action": [share.pk]})

    share.refresh_from_db()
    assert share.revoked_at is None
