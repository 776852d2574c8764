"""Tickets over REST: told once, kept nowhere."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.core.cache import cache
from django.utils import timezone
from pytest_django import Settings

from accounts import services
from accounts.errors import TicketInvalid
from accounts.models import Purpose, SocketTicket
from games.models import StoredAnswer
from tests.api.rest import Person, nobody, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(monkeypatch: pytest.MonkeyPatch) -> Person:
    cache.clear()
    monkeypatch.setattr(timezone, "now", lambda: datetime(2030, 1, 1, 12, tzinfo=UTC))
    return person("Ada")


@pytest.mark.parametrize(
    ("body", "purpose"),
    [
        (None, Purpose.SOCKET),
        ({}, Purpose.SOCKET),
        ({"purpose": "socket"}, Purpose.SOCKET),
        ({"purpose": "stream"}, Purpose.STREAM),
    ],
)
def test_a_ticket_is_for_a_socket_unless_it_is_for_a_stream(
    ada: Person, body: object, purpose: Purpose
) -> None:
    answer = ada.post("/socket-tickets", body)
    secret = answer.body["ticket"]
    assert (answer.status, answer.body) == (
        201,
        {"ticket": secret, "purpose": purpose, "expires_at": "2030-01-01T12:00:30Z"},
    )
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert services.take_ticket(secret, purpose)[0] == ada.player


def test_a_key_repeats_no_ticket_and_keeps_none(ada: Person) -> None:
    tickets = [ada.post("/socket-tickets", key="again").body["ticket"] for _ in range(2)]
    assert len(set(tickets)) == 2
    assert StoredAnswer.objects.count() == 0
    assert not any(ticket in str(SocketTicket.objects.values()) for ticket in tickets)


def test_a_ticket_is_no_token(ada: Person) -> None:
    secret = ada.post("/socket-tickets").body["ticket"]
    answer = Person(secret).get("/me")
    assert (answer.status, answer.code) == (401, "token_invalid")
    assert services.take_ticket(secret, Purpose.SOCKET)[0] == ada.player


def test_a_ticket_of_a_device_that_signed_out_opens_nothing(ada: Person) -> None:
    secret = ada.post("/socket-tickets").body["ticket"]
    assert ada.delete("/sessions/current").status == 204
    with pytest.raises(TicketInvalid):
        services.take_ticket(secret, Purpose.SOCKET)


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        ({"purpose": "chat"}, "/purpose", "unknown_value"),
        ({"purpose": None}, "/purpose", "wrong_type"),
        ({"player": "x"}, "/player", "unknown_field"),
        ([], "", "wrong_type"),
    ],
)
def test_nothing_else_is_given_a_ticket_for(
    ada: Person, body: object, pointer: str, code: str
) -> None:
    answer = ada.post("/socket-tickets", body)
    assert (answer.status, answer.code) == (400, "malformed")
    assert (answer.flaw["pointer"], answer.flaw["code"]) == (pointer, code)
    assert SocketTicket.objects.count() == 0


def test_nobody_gets_no_ticket() -> None:
    answer = nobody().post("/socket-tickets")
    assert (answer.status, answer.code) == (401, "token_missing")
    assert SocketTicket.objects.count() == 0


def test_too_many_tickets_are_refused_with_when_to_come_back(
    ada: Person, settings: Settings
) -> None:
    settings.PARLOUR_LIMITS = settings.PARLOUR_LIMITS | {"tickets": "1/60"}
    ada.post("/socket-tickets")
    answer = ada.post("/socket-tickets")
    assert (answer.status, answer.code) == (429, "rate_limited")
    assert (answer.body["ratelimit"]["key"], answer.body["ratelimit"]["limit"]) == ("tickets", 1)
    assert SocketTicket.objects.count() == 1
