"""Tokens: opaque, hashed at rest, with a sliding expiry."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from accounts import services
from accounts.authentication import player_of
from accounts.errors import TokenExpired, TokenInvalid
from accounts.models import Player, Session
from accounts.services import SignedIn

pytestmark = pytest.mark.django_db

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
MONTH = timedelta(days=30)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """Return the time it is, to be set."""
    now = [NOON]
    monkeypatch.setattr(timezone, "now", lambda: now[0])
    return now


@pytest.fixture
def ada(clock: list[datetime]) -> SignedIn:
    return services.create_guest(address="192.0.2.1", name="Ada")


def test_a_token_is_its_players(ada: SignedIn) -> None:
    player, session = player_of(ada.token)
    assert (player, session) == (ada.player, ada.session)
    assert (len(ada.token), session.expiry) == (64, NOON + MONTH)


def test_the_database_holds_no_token(ada: SignedIn) -> None:
    row = Session.objects.values().get()
    assert ada.token not in str(row)
    assert len(row["digest"]) == 128


@pytest.mark.parametrize(
    "change", ["", "x", "last", "twice", "upper", "é", "\ud800", "a\0b", "x" * 300]
)
def test_anything_else_is_nobodys(ada: SignedIn, change: str) -> None:
    token = {
        "last": ada.token[:-1] + ("0" if ada.token[-1] != "0" else "1"),
        "twice": ada.token * 2,
        "upper": ada.token.upper() + "A",
    }.get(change, change)
    with pytest.raises(TokenInvalid):
        player_of(token)


def test_a_token_unused_for_a_month_has_expired(ada: SignedIn, clock: list[datetime]) -> None:
    clock[0] = NOON + MONTH
    with pytest.raises(TokenExpired):
        player_of(ada.token)


def test_use_lengthens_a_session_but_not_at_every_request(
    ada: SignedIn, clock: list[datetime]
) -> None:
    clock[0] = NOON + timedelta(hours=1)
    player_of(ada.token)
    assert Session.objects.get().expiry == NOON + MONTH
    clock[0] = NOON + timedelta(hours=1, seconds=1)
    player_of(ada.token)
    assert Session.objects.get().expiry == clock[0] + MONTH
    clock[0] += MONTH - timedelta(seconds=1)
    assert player_of(ada.token)[0] == ada.player


def test_a_signed_out_token_is_nobodys(ada: SignedIn) -> None:
    services.sign_out(player=ada.player, session_id=ada.session.id)
    with pytest.raises(TokenInvalid):
        player_of(ada.token)


def test_a_banned_players_token_is_nobodys(ada: SignedIn) -> None:
    Player.objects.update(is_active=False)
    with pytest.raises(TokenInvalid):
        player_of(ada.token)


def test_a_session_without_an_end_stays_as_it_is(ada: SignedIn) -> None:
    Session.objects.update(expiry=None)
    assert player_of(ada.token)[1].expiry is None
    assert Session.objects.get().expiry is None
