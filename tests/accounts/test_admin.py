"""Players and sessions as operators see them."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts import services
from accounts.models import Player, Session
from accounts.services import SignedIn

pytestmark = pytest.mark.django_db

PASSWORD = "feathers-and-9-aces"


@pytest.fixture
def ada() -> SignedIn:
    return services.register(
        address="192.0.2.1", name="Ada", password=PASSWORD, device="Phone in the coat"
    )


@pytest.fixture
def operator() -> Client:
    client = Client()
    client.force_login(Player.objects.create_superuser("Operator", "not-a-secret"))
    return client


def secrets_of(ada: SignedIn) -> list[str]:
    """Return what no page may hold."""
    return [ada.token, ada.session.digest, ada.session.token_key, ada.player.password]


def test_no_page_about_a_player_or_a_session_shows_a_secret(
    ada: SignedIn, operator: Client
) -> None:
    for page in (
        "/admin/accounts/player/",
        f"/admin/accounts/player/{ada.player.pk}/change/",
        "/admin/accounts/session/",
        f"/admin/accounts/session/{ada.session.pk}/change/",
        f"/admin/accounts/session/{ada.session.pk}/delete/",
    ):
        response = operator.get(page)
        assert response.status_code == 200, page
        text = response.content.decode()
        assert str(ada.session.pk) in text or "Ada" in text
        assert [secret for secret in secrets_of(ada) if secret in text] == []


@pytest.mark.parametrize(
    "address",
    [
        "player/?password__startswith=argon2",
        "player/?auth_token_set__digest__startswith=a",
        "session/?digest__startswith=a",
        "session/?token_key__startswith=a",
        "session/?user__password__startswith=argon2",
    ],
)
def test_no_secret_is_spelled_out_by_filters(address: str, operator: Client) -> None:
    assert operator.get(f"/admin/accounts/{address}").status_code == 400


def test_players_are_filtered_by_what_the_page_offers(ada: SignedIn, operator: Client) -> None:
    page = operator.get("/admin/accounts/player/?is_guest__exact=0&is_staff__exact=0")
    assert page.status_code == 200
    assert [row.pk for row in page.context["cl"].result_list] == [ada.player.pk]


def test_a_session_is_ended_by_deleting_it(ada: SignedIn, operator: Client) -> None:
    operator.post(f"/admin/accounts/session/{ada.session.pk}/delete/", {"post": "yes"})
    assert Session.objects.count() == 0


def test_a_player_is_signed_out_everywhere(ada: SignedIn, operator: Client) -> None:
    bob = services.register(address="192.0.2.1", name="Bob", password=PASSWORD)
    operator.post(
        "/admin/accounts/player/",
        {"action": "sign_out_everywhere", "_selected_action": [str(ada.player.pk)]},
    )
    assert list(Session.objects.all()) == [bob.session]


def test_nobody_makes_players_or_sessions_by_hand(operator: Client) -> None:
    assert operator.get("/admin/accounts/player/add/").status_code == 403
    assert operator.get("/admin/accounts/session/add/").status_code == 403


def test_only_a_superuser_grants_rights(ada: SignedIn) -> None:
    from django.contrib.auth.models import Permission  # noqa: PLC0415 - needs the apps

    staff = Player.objects.create_user("Staff", "not-a-secret", is_staff=True)
    staff.user_permissions.add(
        *Permission.objects.filter(codename__in=["view_player", "change_player"])
    )
    client = Client()
    client.force_login(staff)
    client.post(
        f"/admin/accounts/player/{ada.player.pk}/change/",
        {"name": "Ada", "email": "", "is_active": "on", "is_staff": "on", "is_superuser": "on"},
    )
    ada.player.refresh_from_db()
    assert (ada.player.is_active, ada.player.is_staff, ada.player.is_superuser) == (
        True,
        False,
        False,
    )


def test_a_player_cannot_be_deleted_from_under_a_match(ada: SignedIn, operator: Client) -> None:
    response = operator.post(f"/admin/accounts/player/{ada.player.pk}/delete/", {"post": "yes"})
    assert response.status_code == 403
    operator.post(
        "/admin/accounts/player/",
        {"action": "delete_selected", "_selected_action": [str(ada.player.pk)], "post": "yes"},
    )
    assert Player.objects.filter(pk=ada.player.pk).exists()
