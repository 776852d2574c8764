"""Problem documents for whatever HTTP can do wrong, from the first byte on."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from games.models import Match
from tests.api.rest import V1, Person, nobody, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny", "broker")]


@pytest.fixture
def ada() -> Person:
    return person("Ada")


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/games/",
        "/matches/42",
        "/matches/0190163d-8694-739b-aea5-966c26f8ad91/seats/-1",
        "/api",
        "/api/v2/games",
        "/problems/no_such_code",
    ],
)
def test_an_address_that_is_not_there_is_a_problem(path: str) -> None:
    answer = nobody().get(path)
    assert (answer.status, answer.code) == (404, "not_found")
    assert answer.body["errors"] == []


def test_an_unknown_game_is_a_problem() -> None:
    for path in ("", "/cards", "/rules", "/texts"):
        answer = nobody().get(f"/games/chess{path}")
        assert (answer.status, answer.code) == (404, "no_such_game")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("POST", "/games", "GET, HEAD"),
        ("PUT", "/matches", "GET, POST, HEAD"),
        ("DELETE", "/me", "GET, PATCH, HEAD"),
        ("GET", "/players/guest", "POST"),
        ("OPTIONS", "/games", "GET, HEAD"),
        ("TRACE", "/games", "GET, HEAD"),
    ],
)
def test_a_method_that_is_not_there_names_those_that_are(
    method: str, path: str, allowed: str
) -> None:
    answer = nobody().send(method, path)
    assert (answer.status, answer.code) == (405, "method_not_allowed")
    assert answer.headers["Allow"] == allowed


@pytest.mark.parametrize("null", ["null", "NULL", "Null"])
def test_null_is_no_value_of_a_parameter(null: str) -> None:
    for path in (f"/matches?status={null}", f"/games/work_the_strip/rules?format={null}"):
        answer = nobody().get(path)
        assert (answer.status, answer.code) == (400, "malformed")
        assert answer.flaw["params"] == {"parameter": path.rpartition("?")[2].partition("=")[0]}


def test_head_is_answered_like_get() -> None:
    answer = nobody().send("HEAD", "/games")
    assert (answer.status, answer.body) == (200, None)


@pytest.mark.parametrize(
    "accept",
    ["*/*", "application/json", "application/*", "text/html, application/json;q=0.5", "*/*;q=0.1"],
)
def test_json_is_answered_to_whoever_takes_it(accept: str) -> None:
    answer = nobody().get("/games", Accept=accept)
    assert (answer.status, answer.headers["Content-Type"]) == (200, "application/json")


def test_what_cannot_be_answered_is_a_problem() -> None:
    answer = nobody().get("/games", Accept="image/webp")
    assert (answer.status, answer.code) == (406, "not_acceptable")


@pytest.mark.parametrize(
    "kind", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x"]
)
def test_bodies_are_json(ada: Person, kind: str) -> None:
    answer = ada.send("POST", "/matches", b'{"seats": 2}', Content_Type=kind)
    assert (answer.status, answer.code) == (415, "unsupported_media_type")
    assert Match.objects.count() == 0


def test_ten_megabytes_are_not_read(ada: Person) -> None:
    body = b'{"game": {"type": "tiny"}, "seats": 2, "nonce": "' + b"x" * 10_000_000 + b'"}'
    answer = ada.send("POST", "/matches", body)
    assert (answer.status, answer.code) == (413, "payload_too_large")
    assert answer.flaw["params"] == {"most": 65536}
    assert Match.objects.count() == 0


def test_a_host_that_is_not_ours_is_a_problem() -> None:
    response = Client().get(f"{V1}/games", headers={"Host": "evil.example"})
    assert response.status_code == 400
    assert response.json()["code"] == "bad_host"
    assert "evil.example" not in response.content.decode()


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("", "token_missing"),
        ("Bearer", "token_invalid"),
        ("Bearer ", "token_invalid"),
        ("Basic QWRhOng=", "token_invalid"),
        ("Bearer nobody", "token_invalid"),
        ("Bearer a b", "token_invalid"),
        ("Bearer " + "x" * 5000, "token_invalid"),
    ],
)
def test_a_token_that_is_not_one(header: str, code: str) -> None:
    answer = nobody().get("/me", Authorization=header)
    assert (answer.status, answer.code) == (401, code)
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_a_wrong_token_is_refused_even_where_none_is_needed() -> None:
    assert nobody().get("/games").status == 200
    assert nobody().get("/games", Authorization="Bearer nobody").status == 401


def test_no_cookie_and_no_csrf_token_is_asked_for() -> None:
    client = Client(enforce_csrf_checks=True)
    assert Person(client=client).post("/players/guest").status == 201
    assert client.cookies == {}


def test_no_cookie_signs_anybody_in(ada: Person) -> None:
    client = Client()
    client.force_login(ada.player)
    assert Person(client=client).get("/me").status == 401


def test_a_fault_answers_its_trace_and_nothing_else(
    ada: Person, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    secret = uuid4().hex

    def broken(**_: object) -> None:
        raise RuntimeError(secret)

    monkeypatch.setattr("games.selectors.matches", broken)
    answer = ada.get("/matches")
    assert (answer.status, answer.code) == (500, "server_error")
    assert secret not in str(answer.body) + caplog.text
    assert answer.body["trace_id"] in caplog.text


def test_two_refusals_that_look_the_same_to_the_mover_are_the_same_bytes(ada: Person) -> None:
    unknown = [
        ada.get(f"/matches/0190163d-8694-739b-aea5-966c26f8ad9{digit}").body for digit in "12"
    ]
    for body in unknown:
        del body["trace_id"], body["match"]
    assert unknown[0] == unknown[1]
