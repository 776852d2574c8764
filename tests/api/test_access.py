"""Who may do what: every endpoint of the URLconf against every role.

An endpoint without a row fails, and so does a row without an endpoint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from django.core.cache import cache
from django.urls import URLPattern, URLResolver, get_resolver

from api.operation import Access, operation_of
from api.views.games import GamesView
from api.views.readers import RedocView, SwaggerView
from games.models import Match
from tests.api.rest import Person, nobody, person
from tests.games.tables import dealt, fingerprint, opened

pytestmark = [
    pytest.mark.slow,
    pytest.mark.form,
    pytest.mark.django_db,
    pytest.mark.usefixtures("tiny", "broker"),
]

ROLES = ("anonymous", "other", "seat", "host")
METHODS = ("get", "post", "put", "patch", "delete")


class Row(NamedTuple):
    """One operation: where, on which table, with what body, and the status of each role.

    `{match}`, `{session}`: those of the table's host.  `free`: seat 2 of an open table is free.
    """

    method: str
    route: str
    statuses: tuple[int, int, int, int]
    """Of anonymous, another player, the player in seat 1, the host in seat 0."""
    body: Any = None
    path: str = ""
    """Where the route needs more than the match."""
    running: bool = False


EVERYBODY = (200, 200, 200, 200)
PLAYERS = (401, 200, 200, 200)

TABLE = [
    Row("get", "games", EVERYBODY),
    Row("get", "games/<str:game>", EVERYBODY, path="games/work_the_strip"),
    Row("get", "games/<str:game>/cards", EVERYBODY, path="games/work_the_strip/cards"),
    Row("get", "games/<str:game>/rules", EVERYBODY, path="games/work_the_strip/rules"),
    Row("get", "games/<str:game>/texts", EVERYBODY, path="games/work_the_strip/texts"),
    Row(
        "get",
        "games/<str:game>/achievements",
        EVERYBODY,
        path="games/work_the_strip/achievements",
    ),
    Row("get", "asyncapi.json", EVERYBODY),
    Row("get", "openapi.json", EVERYBODY),
    Row("get", "asyncapi.json", EVERYBODY),
    Row(
        "post",
        "players",
        (201, 201, 201, 201),
        body={"name": "Somebody New", "password": "feathers-and-9-aces"},
    ),
    Row("get", "games/<str:game>/bots", EVERYBODY, path="games/tiny/bots"),
    Row("post", "players/guest", (201, 201, 201, 201)),
    Row("get", "players/<str:name>", EVERYBODY, path="players/Host"),
    Row("get", "players/<str:name>/matches", EVERYBODY, path="players/Host/matches"),
    Row("get", "players/<str:name>/statistics", EVERYBODY, path="players/Host/statistics"),
    Row(
        "get",
        "players/<str:name>/statistics/<str:game>",
        EVERYBODY,
        path="players/Host/statistics/lap_dance",
    ),
    Row(
        "get",
        "players/<str:name>/statistics/<str:game>.svg",
        EVERYBODY,
        path="players/Host/statistics/lap_dance.svg",
    ),
    Row("get", "players/<str:name>/achievements", EVERYBODY, path="players/Host/achievements"),
    Row("get", "players/<str:name>/ratings", EVERYBODY, path="players/Host/ratings"),
    Row(
        "get",
        "players/<str:name>/ratings/<str:game>",
        EVERYBODY,
        path="players/Host/ratings/tiny",
    ),
    Row(
        "get",
        "players/<str:name>/ratings/<str:game>.svg",
        EVERYBODY,
        path="players/Host/ratings/tiny.svg",
    ),
    Row("post", "socket-tickets", (401, 201, 201, 201)),
    Row("post", "sessions", (401, 401, 401, 401), body={"name": "Host", "password": "a guess"}),
    Row("get", "sessions", PLAYERS),
    Row("delete", "sessions/current", (401, 204, 204, 204)),
    Row(
        "delete",
        "sessions/<uuid:session_id>",
        (401, 404, 404, 204),
        path="sessions/{session}",
    ),
    Row("get", "me", PLAYERS),
    Row("patch", "me", PLAYERS, body={"name": "Somebody New"}),
    Row("get", "me/questions", PLAYERS),
    Row("get", "me/friends", PLAYERS),
    Row("put", "me/friends/<str:name>", (401, 200, 200, 409), path="me/friends/Host"),
    Row("delete", "me/friends/<str:name>", (401, 204, 204, 204), path="me/friends/Host"),
    Row("get", "leaderboards/<str:game>", EVERYBODY, path="leaderboards/tiny"),
    Row(
        "get",
        "leaderboards/<str:game>",
        PLAYERS,
        path="leaderboards/tiny?friends=true&around=me&season=current",
    ),
    Row("get", "leaderboards/<str:game>/seasons", EVERYBODY, path="leaderboards/tiny/seasons"),
    Row("get", "matches", EVERYBODY),
    Row("post", "matches", (401, 201, 201, 201), body={"game": {"type": "tiny"}, "seats": 2}),
    Row("get", "matches/<uuid:match_id>", EVERYBODY),
    Row("delete", "matches/<uuid:match_id>", (401, 403, 403, 204)),
    Row("post", "matches/<uuid:match_id>/seats", (401, 201, 409, 409)),
    Row("post", "matches/<uuid:match_id>/seats", (401, 409, 409, 409), running=True),
    Row(
        "delete",
        "matches/<uuid:match_id>/seats/<int:seat>",
        (401, 403, 204, 204),
        path="matches/{match}/seats/1",
    ),
    Row(
        "delete",
        "matches/<uuid:match_id>/seats/<int:seat>",
        (401, 403, 403, 204),
        path="matches/{match}/seats/0",
    ),
    Row(
        "delete",
        "matches/<uuid:match_id>/seats/<int:seat>",
        (401, 403, 204, 403),
        path="matches/{match}/seats/1",
        running=True,
    ),
    Row(
        "post",
        "matches/<uuid:match_id>/seats/<int:seat>/bot",
        (401, 403, 403, 201),
        body={"level": "random"},
        path="matches/{match}/seats/2/bot",
    ),
    Row("post", "matches/<uuid:match_id>/start", (401, 403, 403, 409)),
    Row("post", "matches/<uuid:match_id>/start", (401, 403, 403, 200), running=True),
    Row("get", "matches/<uuid:match_id>/position", (409, 409, 409, 409)),
    Row("get", "matches/<uuid:match_id>/position", EVERYBODY, running=True),
    Row(
        "post",
        "matches/<uuid:match_id>/actions",
        (401, 403, 200, 200),
        body={"type": "pick", "number": 1},
        running=True,
    ),
    Row("get", "matches/<uuid:match_id>/plies", EVERYBODY, running=True),
    Row("get", "matches/<uuid:match_id>/scores", EVERYBODY),
    Row("get", "matches/<uuid:match_id>/stream", EVERYBODY),
    Row("get", "matches/<uuid:match_id>/stream", EVERYBODY, running=True),
    Row("get", "matches/<uuid:match_id>/replay", (409, 409, 409, 409)),
    Row("get", "matches/<uuid:match_id>/replay", EVERYBODY, running=True),
    Row(
        "get",
        "matches/<uuid:match_id>/replay",
        (403, 403, 200, 403),
        path="matches/{match}/replay?seat=1",
        running=True,
    ),
    Row("get", "matches/<uuid:match_id>/fairness", EVERYBODY),
    Row("get", "matches/<uuid:match_id>/fairness", EVERYBODY, running=True),
    Row("get", "matches/<uuid:match_id>/shares", PLAYERS, running=True),
    Row("post", "matches/<uuid:match_id>/shares", (401, 409, 409, 409), running=True),
    Row("get", "replays/<str:token>", (404, 404, 404, 404), path="replays/made-up"),
    Row("delete", "replays/<str:token>", (401, 404, 404, 404), path="replays/made-up"),
    Row("post", "matches/<uuid:match_id>/resign", (401, 403, 409, 409)),
    Row("post", "matches/<uuid:match_id>/resign", (401, 403, 200, 200), running=True),
]


@pytest.fixture(autouse=True)
def fresh_counters() -> None:
    cache.clear()


class World(NamedTuple):
    """A table (three seats open, or two running) and the people around it."""

    match: Match
    people: dict[str, Person]

    @classmethod
    def made(cls, *, running: bool) -> World:
        people = {
            "anonymous": nobody(),
            **{role: person(role.title()) for role in ("other", "seat", "host")},
        }
        host, seat = people["host"].player, people["seat"].player
        if running:
            return cls(dealt(host, seat), people)
        match = opened(host, 3)
        assert people["seat"].post(f"/matches/{match.pk}/seats").body["seat"] == 1
        return cls(match, people)

    def path_of(self, row: Row) -> str:
        session = self.people["host"].player.auth_token_set.get()
        path = row.path or row.route.replace("<uuid:match_id>", "{match}")
        return "/" + path.format(match=self.match.pk, session=session.pk)


@pytest.mark.parametrize("role", range(4), ids=ROLES)
@pytest.mark.parametrize(
    "row", TABLE, ids=lambda row: f"{row.method} {row.path or row.route}{' on' * row.running}"
)
def test_every_role_at_every_endpoint(row: Row, role: int) -> None:
    world = World.made(running=row.running)
    before = fingerprint(world.match.pk)
    who = world.people[ROLES[role]]
    answer = who.send(row.method.upper(), world.path_of(row), row.body)
    assert answer.status == row.statuses[role], answer
    if answer.status >= 400:
        assert answer.code
        assert fingerprint(world.match.pk) == before


# --- The table is the URLconf ---------------------------------------------------------------------


def endpoints(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, Callable[..., Any]]]:
    for pattern in resolver.url_patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield route, pattern.callback
        else:
            yield from endpoints(pattern, route)


def api_endpoints() -> dict[tuple[str, str], Any]:
    """Return the view of each (method, route) below ``/api/v1``."""
    found = {}
    for route, callback in endpoints(get_resolver()):
        if route.startswith("api/v1/"):
            view = callback.view_class  # type: ignore[attr-defined] # every endpoint is a class
            for method in METHODS:
                if hasattr(view, method):
                    found[method, route.removeprefix("api/v1/")] = view
    return found


def test_every_endpoint_has_a_row_and_every_row_an_endpoint() -> None:
    assert {(row.method, row.route) for row in TABLE} == set(api_endpoints())


def test_every_endpoint_declares_its_operation() -> None:
    for (method, route), view in api_endpoints().items():
        declared = operation_of(view, method)
        assert declared is not None, (method, route)
        anonymous = {row.statuses[0] for row in TABLE if (row.method, row.route) == (method, route)}
        if declared.access is Access.PLAYER:
            assert anonymous == {401}, (method, route)


def test_outside_of_the_api_there_is_only_what_is_known() -> None:
    known = {"", "problems", "problems/<slug:code>"}
    known |= {"api/docs", "api/redoc", "healthz", "readyz"}
    found = {
        route
        for route, _ in endpoints(get_resolver())
        if not route.startswith(("api/v1/", "admin/"))
    }
    assert found == known


def test_the_readers_of_the_description_are_for_everybody() -> None:
    for view in (SwaggerView, RedocView):
        assert [permission.__name__ for permission in view.permission_classes] == ["AllowAny"]


def test_an_undeclared_method_opens_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GamesView, "delete", lambda *_: None, raising=False)
    refused = [who.delete("/games") for who in (nobody(), person("Ada"))]
    assert [(answer.status, answer.code) for answer in refused] == [
        (401, "token_missing"),
        (403, "forbidden"),
    ]
