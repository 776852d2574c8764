"""From an exception to the one problem document."""

from __future__ import annotations

import logging
from uuid import UUID, uuid4

import pytest
import redis
from django.core.exceptions import DisallowedHost, RequestDataTooBig, SuspiciousOperation
from django.db import OperationalError
from django.http import Http404
from rest_framework import exceptions as rest

from accounts import errors as accounts
from api.errors import problem_of
from api.handlers import answer_of
from api.problems import PROBLEMS, every_code, rulings
from api.strict_json import Malformed
from games import errors as table
from games.rules import registry
from games.rules.kernel import IllegalAction, Refusal
from tests.games.tiny_game import Tiny

MATCH = UUID("0190163d-8694-739b-aea5-966c26f8ad91")


def subclasses(kind: type) -> list[type]:
    return [deeper for direct in kind.__subclasses__() for deeper in (direct, *subclasses(direct))]


@pytest.mark.parametrize("kind", subclasses(table.TableError))
def test_every_refusal_of_the_table_has_its_row(kind: type[table.TableError]) -> None:
    row = PROBLEMS[kind.code]
    assert (row.status, row.title, row.text) == (kind.status, kind.title, kind.text)


@pytest.mark.parametrize("kind", subclasses(accounts.AccountError))
def test_every_refusal_of_the_accounts_has_its_row(kind: type[accounts.AccountError]) -> None:
    assert kind.code in PROBLEMS


def test_no_game_gives_a_code_of_the_table_another_meaning() -> None:
    # A table that seats too many is refused by the rules and by the lobby, in one meaning.
    assert {ruling.code for ruling in rulings()} & set(PROBLEMS) <= {"bad_seat_count"}


def test_every_row_says_what_to_do() -> None:
    for row in PROBLEMS.values():
        assert 400 <= row.status < 600, row
        assert row.remedy.endswith("."), row


def test_an_illegal_action_is_explained_by_its_own_game() -> None:
    refused = IllegalAction(Refusal("no_such_number", "/number", {"number": 7}))
    problem = problem_of(refused, match_id=MATCH, game=Tiny)
    assert (problem.status, problem.title, problem.rule) == (409, "Illegal action", "Tiny 2")
    assert problem.match == MATCH
    assert problem.errors[0].params == {"number": 7}


def test_a_refusals_text_holds_its_numbers() -> None:
    problem = problem_of(table.SeatTaken([1, 3], "/seat"))
    assert problem.detail == "That seat is taken. Free seats: 1, 3."
    assert problem.errors[0].params == {"free": [1, 3]}


def test_a_stale_decision_carries_the_new_one() -> None:
    assert problem_of(table.StaleDecision(41)).decision == 41


def test_a_refusal_without_more_to_say_has_no_errors() -> None:
    assert problem_of(table.NoSuchMatch()).errors == []


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (Malformed("No.", "/x"), "malformed"),
        (rest.ParseError(), "malformed"),
        (rest.NotAuthenticated(), "token_missing"),
        (rest.PermissionDenied(), "forbidden"),
        (rest.MethodNotAllowed("PUT"), "method_not_allowed"),
        (rest.NotAcceptable(), "not_acceptable"),
        (rest.UnsupportedMediaType("text/plain"), "unsupported_media_type"),
        (Http404(), "not_found"),
        (registry.UnknownGame("chess"), "no_such_game"),
        (RequestDataTooBig(), "payload_too_large"),
        (DisallowedHost(), "bad_host"),
        (SuspiciousOperation(), "bad_request"),
        (OperationalError("database is locked"), "unavailable"),
        (accounts.TokenExpired(), "token_expired"),
        (KeyError("canary"), "server_error"),
    ],
)
def test_whatever_is_raised_has_a_code_and_its_status(error: Exception, code: str) -> None:
    problem = problem_of(error)
    assert (problem.code, problem.status) == (code, PROBLEMS[code].status)
    assert problem.type == f"http://localhost:8000/problems/{code}"
    assert len(problem.trace_id) == 32


def test_a_fault_is_logged_by_its_trace_and_without_its_message(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)

    def broken(secret: str) -> None:
        raise KeyError(secret)

    secret = uuid4().hex
    with pytest.raises(KeyError) as raised:
        broken(secret)
    problem = problem_of(raised.value)
    assert (problem.status, problem.detail) == (500, PROBLEMS["server_error"].text)
    assert problem.trace_id in caplog.text
    assert "KeyError" in caplog.text
    assert "in broken" in caplog.text
    assert secret not in caplog.text
    assert secret not in str(problem)


def test_a_fault_in_telling_of_a_refusal_is_still_an_answer() -> None:
    class Unlisted(table.TableError):
        code, status, title, text = "unlisted", 409, "Unlisted", "{missing}"

    try:
        assert problem_of(Unlisted()).code == "server_error"
    finally:
        del Unlisted


@pytest.mark.parametrize(
    ("error", "challenge"),
    [
        (rest.NotAuthenticated(), 'Bearer realm="parlour"'),
        (accounts.TokenInvalid(), 'Bearer realm="parlour", error="invalid_token"'),
        (accounts.TokenExpired(), 'Bearer realm="parlour", error="invalid_token"'),
        (accounts.WrongCredentials(), 'Bearer realm="parlour"'),
    ],
)
def test_a_401_says_how_to_come_in(error: Exception, challenge: str) -> None:
    answer = answer_of(problem_of(error))
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, challenge)


def test_a_429_says_when_to_come_back() -> None:
    allowance = accounts.Allowance("sign_ins", 100, 0, 300, 42)
    problem = problem_of(accounts.RateLimited(allowance))
    answer = answer_of(problem)
    assert {name: answer[name] for name in ("Retry-After", "RateLimit", "RateLimit-Policy")} == {
        "Retry-After": "42",
        "RateLimit": '"sign_ins";r=0;t=42',
        "RateLimit-Policy": '"sign_ins";q=100;w=300',
    }
    assert problem.retryable
    assert problem.ratelimit is not None
    assert (problem.ratelimit.key, problem.ratelimit.reset_s) == ("sign_ins", 42)


def test_a_busy_database_says_when_to_repeat() -> None:
    problem = problem_of(OperationalError("database is locked"))
    answer = answer_of(problem)
    assert (answer.status_code, answer["Retry-After"], problem.retryable) == (503, "1", True)
    assert "locked" not in problem.detail


def test_a_broker_that_is_away_says_when_to_repeat() -> None:
    problem = problem_of(redis.ConnectionError("Error 111 connecting to redis.example"))
    answer = answer_of(problem)
    assert (problem.code, answer.status_code, answer["Retry-After"]) == ("unavailable", 503, "1")
    assert "redis" not in problem.detail


def test_every_code_of_every_game_has_a_page() -> None:
    game = set(registry.kind("work_the_strip").refusals)
    assert game <= set(every_code())
    assert set(PROBLEMS) <= set(every_code())
