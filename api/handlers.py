"""Where exceptions become answers: in REST framework's views, and in what Django says itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from rest_framework.exceptions import NotFound

from api.errors import problem_of
from api.serializers.problems import Problem
from api.told import problem_at
from api.wire import player_in
from games.errors import StaleDecision

PROBLEM_JSON = "application/problem+json"
BUSY_SECONDS = 1


def handle(error: Exception, context: Mapping[str, Any]) -> HttpResponse:
    """Return the problem document of whatever a view raised."""
    view, request = context["view"], context["request"]
    # Who asks is looked at only then: asking again is what may have failed.
    player = player_in(request) if isinstance(error, StaleDecision) else None
    problem = problem_at(error, match_id=view.kwargs.get("match_id"), player=player)
    return answer_of(problem)


def answer_of(problem: Problem) -> HttpResponse:
    """Return the answer that carries `problem`, with the headers its status demands."""
    answer = HttpResponse(
        msgspec.json.encode(problem), status=problem.status, content_type=PROBLEM_JSON
    )
    answer["Cache-Control"] = "no-store"
    for name, value in _headers(problem).items():
        answer[name] = value
    return answer


def _headers(problem: Problem) -> dict[str, str]:
    headers = {}
    if problem.status == 401:
        known = problem.code in ("token_invalid", "token_expired")
        fault = ', error="invalid_token"' if known else ""
        headers["WWW-Authenticate"] = f'Bearer realm="parlour"{fault}'
    if problem.code == "unavailable":
        headers["Retry-After"] = str(BUSY_SECONDS)
    if limit := problem.ratelimit:
        headers["Retry-After"] = str(limit.reset_s)
        headers["RateLimit"] = f'"{limit.key}";r={limit.remaining};t={limit.reset_s}'
        headers["RateLimit-Policy"] = f'"{limit.key}";q={limit.limit};w={limit.window_s}'
    return headers


# --- What Django answers by itself (``config.urls``) --------------------------------------------


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request no view was asked about."""
    del request
    return answer_of(problem_of(exception))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer for an address that is not there."""
    del request, exception
    return answer_of(problem_of(NotFound()))


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer for a fault outside of the API's views."""
    del request
    return answer_of(problem_of(RuntimeError("a fault outside of the API's views")))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer what Django refuses."""
    del request
    return answer_of(problem_of(exception))
