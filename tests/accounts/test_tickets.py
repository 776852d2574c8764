"""Tickets: good once, for half a minute, for one purpose; never kept as they are."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts import services
from accounts.errors import RateLimited, TicketInvalid
from accounts.models import Player, Purpose, Session, SocketTicket
from accounts.services import SignedIn, Ticket
from tests.games.at_once import hands

pytestmark = pytest.mark.django_db

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """Return the time it is, to be set."""
    now = [NOON]
    monkeypatch.setattr(timezone, "now", lambda: now[0])
    return now


@pytest.fixture
def ada(clock: list[datetime]) -> SignedIn:
    return services.create_guest(address="192.0.2.1", name="Ada")


def issued(to: SignedIn, purpose: Purpose = Purpose.SOCKET) -> Ticket:
    return services.issue_ticket(player=to.player, session=to.session, purpose=purpose)


def refused(secret: str, purpose: Purpose = Purpose.SOCKET) -> None:
    """Assert that it opens nothing, and that nothing has changed."""
    before = list(SocketTicket.objects.order_by("pk").values())
    with pytest.raises(TicketInvalid):
        services.take_ticket(secret, purpose)
    assert list(SocketTicket.objects.order_by("pk").values()) == before


@pytest.mark.parametrize("purpose", Purpose)
def test_a_ticket_opens_its_purpose_once(ada: SignedIn, purpose: Purpose) -> None:
    ticket = issued(ada, purpose)
    assert services.take_ticket(ticket.secret, purpose) == (ada.player, ada.session)
    refused(ticket.secret, purpose)


def test_the_database_holds_no_ticket(ada: SignedIn) -> None:
    ticket = issued(ada)
    row = SocketTicket.objects.values().get()
    assert (len(ticket.secret), len(row["digest"])) == (43, 64)
    assert ticket.secret not in str(row)
    assert ada.token not in str(row)
    refused(row["digest"])


def test_a_ticket_is_good_for_thirty_seconds(ada: SignedIn, clock: list[datetime]) -> None:
    early, late = issued(ada), issued(ada)
    assert early.expires_at == NOON + timedelta(seconds=30)
    clock[0] = NOON + timedelta(seconds=29.999)
    assert services.take_ticket(early.secret, Purpose.SOCKET)[0] == ada.player
    clock[0] = NOON + timedelta(seconds=30)
    refused(late.secret)


def test_another_purpose_neither_opens_nor_uses_it_up(ada: SignedIn) -> None:
    ticket = issued(ada, Purpose.STREAM)
    refused(ticket.secret, Purpose.SOCKET)
    assert services.take_ticket(ticket.secret, Purpose.STREAM)[0] == ada.player


@pytest.mark.parametrize("secret", ["", "x" * 43, "\ud800", "a\0b", "é", "x" * 10_000])
def test_anything_else_opens_nothing(ada: SignedIn, secret: str) -> None:
    issued(ada)
    refused(secret)


def test_a_ticket_is_worth_nothing_without_its_session(ada: SignedIn) -> None:
    ticket = issued(ada)
    services.sign_out(player=ada.player, session_id=ada.session.id)
    refused(ticket.secret)


def test_a_ticket_of_an_expired_session_opens_nothing(ada: SignedIn) -> None:
    ticket = issued(ada)
    Session.objects.update(expiry=NOON)
    refused(ticket.secret)


def test_a_ticket_of_somebody_shut_out_opens_nothing(ada: SignedIn) -> None:
    ticket = issued(ada)
    Player.objects.update(is_active=False)
    refused(ticket.secret)


def test_old_tickets_are_swept_by_whoever_asks_for_one(
    ada: SignedIn, clock: list[datetime]
) -> None:
    bob = services.create_guest(address="192.0.2.1", name="Bob")
    issued(ada)
    clock[0] = NOON + timedelta(seconds=30)
    issued(bob)
    assert [ticket.session_id for ticket in SocketTicket.objects.all()] == [bob.session.pk]


def test_a_player_asks_for_so_many_and_no_more(ada: SignedIn, settings: Settings) -> None:
    settings.PARLOUR_LIMITS = settings.PARLOUR_LIMITS | {"tickets": "2/60"}
    for _ in range(2):
        issued(ada)
    with pytest.raises(RateLimited):
        issued(ada)
    assert SocketTicket.objects.count() == 2


def test_who_looked_first_and_comes_second_is_refused(
    ada: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret, look = issued(ada).secret, services._good_ticket
    rivals = []

    def looks_and_is_overtaken(digest: str, purpose: Purpose) -> SocketTicket | None:
        found = look(digest, purpose)
        monkeypatch.setattr(services, "_good_ticket", look)
        rivals.append(services.take_ticket(secret, purpose)[0])
        return found

    monkeypatch.setattr(services, "_good_ticket", looks_and_is_overtaken)
    with pytest.raises(TicketInvalid):
        services.take_ticket(secret, Purpose.SOCKET)
    assert rivals == [ada.player]


@pytest.mark.django_db(transaction=True)
def test_of_several_who_come_at_once_a_ticket_lets_one_in() -> None:
    ada = services.create_guest(address="192.0.2.1", name="Ada")

    def taken(secret: str) -> bool:
        try:
            services.take_ticket(secret, Purpose.SOCKET)
        except TicketInvalid:
            return False
        return True

    with hands(4) as at_once:
        for _ in range(5):
            secret = issued(ada).secret
            answers = at_once(*[lambda secret=secret: taken(secret)] * 4)
            assert sorted(map(bool, answers)) == [False, False, False, True]
    assert SocketTicket.objects.count() == 0
