"""A way to each problem there is, over HTTP or the socket: one function for each code."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final
from unittest import mock

from asgiref.sync import async_to_sync
from django.core.exceptions import SuspiciousOperation
from django.db import OperationalError

from accounts.models import Session
from api.consumers import socket
from api.origins import OriginCheck
from games import clock
from games.models import Match, Status
from games.rules.work_the_strip.actions import InitialPlay
from tests.api.rest import Answer, Person, nobody, person
from tests.api.talk import Talk

GAME: Final = {"type": "work_the_strip"}
NOWHERE: Final = "0190163d-8694-739b-aea5-966c26f8ad91"
OPENING: Final = {"type": "initial_play", "sets": []}
PASSWORD: Final = "feathers-and-9-aces"


class Scene:
    """Three people, an open table of Ada's with Bob in seat 1, and one that runs."""

    def __init__(self) -> None:
        self.ada, self.bob, self.cleo = (person(name) for name in ("Ada", "Bob", "Cleo"))
        self.open = self._set(seats=3)
        self.bob.post(f"{self.open}/seats", {"seat": 1})
        bots = [{"seat": seat, "level": "random"} for seat in (1, 2)]
        self.running = self._set(seats=3, bots=bots, start=True)

    def _set(self, **fields: Any) -> str:
        body = self.ada.post("/matches", {"game": GAME, **fields}).body
        return f"/matches/{body['id']}"

    def mark(self, status: Status) -> str:
        """Let the running match have another status, and return its path."""
        Match.objects.filter(pk=self.running.removeprefix("/matches/")).update(status=status)
        return self.running

    def acts(self, table: str, who: Person | None = None, **headers: str) -> Answer:
        """Let somebody, else Ada, open the round."""
        return (who or self.ada).post(f"{table}/actions", OPENING, **headers)


Way = Callable[[Scene], Answer]


def _raising(error: Exception) -> Way:
    """Return what happens when the list of matches cannot be read."""

    def way(scene: Scene) -> Answer:
        with mock.patch("games.selectors.matches", side_effect=error):
            return scene.ada.get("/matches")

    return way


def _new_table(**fields: Any) -> Way:
    return lambda scene: scene.ada.post("/matches", {"game": GAME, "seats": 3, **fields})


def _registers(name: str = "Dita", password: str = PASSWORD) -> Way:
    return lambda _: nobody().post("/players", {"name": name, "password": password})


def _forbidden(_: Scene) -> Answer:
    """Call the socket from somebody else's page."""
    return async_to_sync(_from_elsewhere)()


async def _from_elsewhere() -> Answer:
    headers = ((b"origin", b"https://evil.example"),)
    async with Talk(app=OriginCheck(socket), headers=headers) as talk:
        start, body = talk.answer, await talk.line.receive_output()
    told = {name.decode().title(): value.decode() for name, value in start["headers"]}
    return Answer(start["status"], told, json.loads(body["body"]))


def _expired(scene: Scene) -> Answer:
    Session.objects.filter(user=scene.cleo.player).update(expiry=clock.now() - timedelta(days=1))
    return scene.cleo.get("/me")


def _reused(scene: Scene) -> Answer:
    assert scene.cleo.post("/matches", {"game": GAME, "seats": 3}, key="again").status == 201
    return scene.cleo.post("/matches", {"game": GAME, "seats": 4}, key="again")


def _too_often(_: Scene) -> Answer:
    guess = {"name": "Velvet Croupier", "password": "a guess"}
    answer = nobody().post("/sessions", guess)
    while answer.status == 401:
        answer = nobody().post("/sessions", guess)
    return answer


def _too_many(_: Scene) -> Answer:
    guest = person("Elle", is_guest=True)
    answer = guest.post("/matches", {"game": GAME, "seats": 3})
    while answer.status == 201:
        answer = guest.post("/matches", {"game": GAME, "seats": 3})
    return answer


def _too_popular(scene: Scene) -> Answer:
    with mock.patch("accounts.services.MOST_FRIENDS", 1):
        assert scene.ada.put("/me/friends/Bob").status == 200
        return scene.ada.put("/me/friends/Cleo")


def _engine_fault(scene: Scene) -> Answer:
    with mock.patch.object(InitialPlay, "apply", side_effect=RuntimeError("a bug")):
        return scene.acts(scene.running)


def _shared(scene: Scene) -> str:
    """Return the path of a replay that Ada shares."""
    share = scene.ada.post(f"{scene.mark(Status.ABANDONED)}/shares")
    return f"/replays/{share.body['token']}"


def _revoked(scene: Scene) -> Answer:
    link = _shared(scene)
    assert scene.ada.delete(link).status == 204
    return nobody().get(link)


WAYS: Final[dict[str, Way]] = {
    # --- The request
    "malformed": _new_table(seats="three"),
    "bad_request": _raising(SuspiciousOperation()),
    "bad_host": lambda _: nobody().get("/games", Host="evil.example"),
    "not_found": lambda _: nobody().get("/nothing"),
    "no_such_game": lambda _: nobody().get("/games/chess"),
    "method_not_allowed": lambda _: nobody().send("PUT", "/matches"),
    "not_acceptable": lambda _: nobody().get("/games", Accept="image/webp"),
    "payload_too_large": _new_table(nonce="x" * 70_000),
    "unsupported_media_type": lambda scene: scene.ada.post(
        "/matches", b"seats=3", Content_Type="application/x-www-form-urlencoded"
    ),
    "bad_request_id": lambda scene: scene.acts(scene.running, Idempotency_Key="two words"),
    "request_id_reused": _reused,
    # --- Who you are
    "token_missing": lambda _: nobody().get("/me"),
    "token_invalid": lambda _: nobody().get("/me", Authorization="Bearer nobody"),
    "token_expired": _expired,
    "ticket_invalid": lambda scene: nobody().get(f"{scene.running}/stream?ticket=found-in-a-coat"),
    "wrong_credentials": lambda _: nobody().post(
        "/sessions", {"name": "Velvet Croupier", "password": "a guess"}
    ),
    "forbidden": _forbidden,
    "bad_name": _registers(name="#1 Fan"),
    "name_taken": _registers(name="ADA"),
    "weak_password": _registers(password="password"),
    "no_such_session": lambda scene: scene.ada.delete(f"/sessions/{NOWHERE}"),
    "no_such_player": lambda _: nobody().get("/players/Nobody"),
    "bad_country": lambda scene: scene.ada.patch("/me", {"country": "ZZ"}),
    "own_friend": lambda scene: scene.ada.put("/me/friends/Ada"),
    "too_many_friends": _too_popular,
    "rate_limited": _too_often,
    # --- The table
    "no_such_match": lambda scene: scene.ada.get(f"/matches/{NOWHERE}"),
    "no_such_seat": lambda scene: scene.cleo.post(f"{scene.open}/seats", {"seat": 7}),
    "not_your_seat": lambda scene: scene.acts(scene.running, scene.cleo),
    "not_host": lambda scene: scene.bob.post(f"{scene.open}/start"),
    "unknown_game": _new_table(game={"type": "chess"}),
    "bad_options": _new_table(game={**GAME, "rounds": 99}),
    "bad_seat_count": _new_table(seats=12),
    "unknown_level": lambda scene: scene.ada.post(
        f"{scene.open}/seats/2/bot", {"level": "clairvoyant"}
    ),
    "seat_taken": lambda scene: scene.cleo.post(f"{scene.open}/seats", {"seat": 1}),
    "already_seated": lambda scene: scene.bob.post(f"{scene.open}/seats"),
    "seats_not_filled": lambda scene: scene.ada.post(f"{scene.open}/start"),
    "too_many_open_matches": _too_many,
    "not_started": lambda scene: scene.acts(scene.open),
    "already_started": lambda scene: scene.ada.delete(scene.running),
    "match_over": lambda scene: scene.acts(scene.mark(Status.FINISHED)),
    "match_abandoned": lambda scene: scene.acts(scene.mark(Status.ABANDONED)),
    "stale_decision": lambda scene: scene.acts(scene.running, If_Decision="0"),
    # --- Looking back
    "replay_not_open": lambda scene: scene.ada.get(f"{scene.running}/replay?seat=1"),
    "no_such_ply": lambda scene: scene.ada.get(f"{scene.running}/replay?ply=99"),
    "not_over": lambda scene: scene.ada.post(f"{scene.running}/shares"),
    "no_such_share": lambda _: nobody().get("/replays/made-up"),
    "share_revoked": _revoked,
    "not_your_share": lambda scene: scene.bob.delete(_shared(scene)),
    # --- Results
    "no_such_season": lambda scene: scene.ada.get("/leaderboards/work_the_strip?season=2999-Q4"),
    # --- Faults
    "match_frozen": lambda scene: scene.acts(scene.mark(Status.FROZEN)),
    "engine_fault": _engine_fault,
    "server_error": _raising(RuntimeError()),
    "unavailable": _raising(OperationalError()),
}
"""By code: what to do to be told so.  A code without a way here fails the suite."""
