"""Coming in and going out over REST."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import RequestFactory
from django.utils import timezone
from pytest_django import Settings
from rest_framework.request import Request

from accounts.models import Player, Session
from api import wire
from tests.api.rest import Person, nobody, person, signed_in

pytestmark = pytest.mark.django_db

PASSWORD = "feathers-and-9-aces"


@pytest.fixture(autouse=True)
def fresh_counters() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


# --- Coming in ------------------------------------------------------------------------------------


def test_a_guest_needs_nothing_at_all() -> None:
    answer = nobody().post("/players/guest")
    row = Player.objects.get()
    assert answer.status == 201
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert answer.body["player"] == {
        "id": str(row.pk),
        "name": row.name,
        "guest": True,
        "joined_at": answer.body["player"]["joined_at"],
        "country": None,
    }
    assert answer.body["session"]["current"] is True
    assert Person(answer.body["token"]).get("/me").body == answer.body["player"]


def test_who_registers_can_come_back() -> None:
    new = nobody().post("/players", {"name": "Ada", "password": PASSWORD, "device": "Phone"})
    back = nobody().post("/sessions", {"name": "ada", "password": PASSWORD})
    assert (new.status, back.status) == (201, 201)
    assert new.body["player"] == back.body["player"]
    assert new.body["player"]["guest"] is False
    assert new.body["token"] != back.body["token"]


@pytest.mark.parametrize(
    ("path", "body", "status", "code", "pointer"),
    [
        ("/players/guest", {"name": "Al"}, 400, "bad_name", "/name"),
        ("/players/guest", {"name": "Bob"}, 409, "name_taken", "/name"),
        ("/players/guest", {"name": 7}, 400, "malformed", "/name"),
        ("/players/guest", {"nick": "Ada"}, 400, "malformed", "/nick"),
        ("/players/guest", {"device": "x" * 65}, 400, "malformed", "/device"),
        ("/players", {"name": "BOB", "password": PASSWORD}, 409, "name_taken", "/name"),
        ("/players", {"name": "Ada", "password": "aaaaaaaa"}, 400, "weak_password", "/password"),
        ("/players", {"name": "Ada", "password": "x" * 129}, 400, "malformed", "/password"),
        ("/players", {"name": "Ada"}, 400, "malformed", "/password"),
        ("/players", None, 400, "malformed", "/name"),
        ("/sessions", {"name": "Bob", "password": ""}, 400, "malformed", "/password"),
    ],
)
def test_who_comes_in_wrongly_is_nobody(
    path: str, body: object, status: int, code: str, pointer: str
) -> None:
    person("Bob")
    answer = nobody().post(path, body)
    assert (answer.status, answer.code, answer.flaw["pointer"]) == (status, code, pointer)
    assert (Player.objects.count(), Session.objects.count()) == (1, 1)


def test_unknown_name_and_wrong_password_are_the_same_bytes() -> None:
    person("Ada", password=PASSWORD)
    answers = [
        nobody().post("/sessions", {"name": name, "password": "not it at all"})
        for name in ("Ada", "Nobody")
    ]
    for answer in answers:
        assert (answer.status, answer.code) == (401, "wrong_credentials")
        del answer.body["trace_id"]
    assert answers[0] == answers[1]


def test_a_guesser_has_to_wait(settings: Settings) -> None:
    settings.PARLOUR_LIMITS = settings.PARLOUR_LIMITS | {"sign_ins_by_name": "1/86400"}
    guess = {"name": "Ada", "password": "guess"}
    assert nobody().post("/sessions", guess).status == 401
    answer = nobody().post("/sessions", guess)
    assert (answer.status, answer.code) == (429, "rate_limited")
    limit = answer.body["ratelimit"]
    assert (limit["key"], limit["limit"], limit["remaining"]) == ("sign_ins_by_name", 1, 0)
    assert answer.headers["Retry-After"] == str(limit["reset_s"])
    assert answer.headers["RateLimit"] == f'"sign_ins_by_name";r=0;t={limit["reset_s"]}'
    assert answer.body["retryable"] is True


def test_an_answer_with_a_token_is_never_stored() -> None:
    tokens = {nobody().post("/players/guest", key="the-same").body["token"] for _ in range(2)}
    assert len(tokens) == 2


# --- Sessions -------------------------------------------------------------------------------------


def test_my_sessions_are_listed_without_their_tokens() -> None:
    ada = person("Ada")
    signed_in(ada.player)
    person("Bob")
    answer = ada.get("/sessions")
    assert [session["current"] for session in answer.body["sessions"]] == [False, True]
    assert ada.token not in str(answer.body)


def test_signing_out_ends_this_token_only() -> None:
    ada = person("Ada")
    other = signed_in(ada.player)
    assert ada.delete("/sessions/current").status == 204
    answer = ada.get("/me")
    assert (answer.status, answer.code) == (401, "token_invalid")
    assert other.get("/me").status == 200


def test_another_device_is_signed_out_by_its_id() -> None:
    ada = person("Ada")
    other = signed_in(ada.player)
    (gone,) = [row["id"] for row in ada.get("/sessions").body["sessions"] if not row["current"]]
    assert ada.delete(f"/sessions/{gone}").status == 204
    assert other.get("/me").status == 401
    again = ada.delete(f"/sessions/{gone}")
    assert (again.status, again.code) == (404, "no_such_session")


def test_somebody_elses_session_does_not_exist() -> None:
    ada, bob = person("Ada"), person("Bob")
    session = Session.objects.get(user=bob.player)
    answer = ada.delete(f"/sessions/{session.id}")
    unknown = ada.delete(f"/sessions/{uuid4()}")
    assert (answer.status, answer.code) == (unknown.status, unknown.code)
    assert bob.get("/me").status == 200


def test_an_old_token_has_expired_and_says_so() -> None:
    ada = person("Ada")
    Session.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    answer = ada.get("/me")
    assert (answer.status, answer.code) == (401, "token_expired")
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="parlour", error="invalid_token"'


# --- Me -------------------------------------------------------------------------------------------


def test_i_change_my_name() -> None:
    ada = person("Ada")
    answer = ada.patch("/me", {"name": "Sequined Maverick"})
    assert (answer.status, answer.body["name"]) == (200, "Sequined Maverick")
    assert ada.get("/me").body == answer.body


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"name": "BOB"}, 409, "name_taken"),
        ({"name": "x\u0000y"}, 400, "malformed"),
        ({"name": "x\u202ey"}, 400, "bad_name"),
        ({"name": None}, 400, "malformed"),
        ({"name": "Ada Too", "is_staff": True}, 400, "malformed"),
        ({}, 400, "malformed"),
    ],
)
def test_a_bad_name_leaves_me_as_i_was(body: object, status: int, code: str) -> None:
    ada = person("Ada")
    person("Bob")
    answer = ada.patch("/me", body)
    assert (answer.status, answer.code) == (status, code)
    assert ada.get("/me").body["name"] == "Ada"


# --- Whence ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "", "127.0.0.1"),
        (0, "203.0.113.9", "127.0.0.1"),
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "198.51.100.1, 203.0.113.9", "203.0.113.9"),
        (2, "198.51.100.1, 203.0.113.9, 10.0.0.1", "203.0.113.9"),
        (2, "203.0.113.9", "127.0.0.1"),
    ],
)
def test_only_our_own_proxies_are_believed(
    settings: Settings, proxies: int, forwarded: str, address: str
) -> None:
    settings.PARLOUR_PROXIES = proxies
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    request = Request(RequestFactory().get("/", headers=headers))
    assert wire.address_of(request) == address
