"""A small match of each game over REST, from coming in to going home, as examples of the API."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from accounts.models import Player
from games import tasks
from games.clock import Frozen
from games.rules import registry
from tests.api.examples.looking_back import look_back
from tests.api.examples.recorder import Recorder
from tests.api.rest import Person, nobody, person

JSON: Final = "application/json"
PLIES: Final = 14
"""How many actions are played of each match."""
PASSWORD: Final = "feathers-and-9-aces"
OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "work_the_strip": {"rounds": 2},
    "lap_dance": {"rounds": 3, "customers": ["c15", "c09", "c10"]},
    "hand_and_foot": {"rounds": 1},
}


@dataclass
class Evening:
    """Who is there, and who writes it down."""

    book: Recorder
    time: Frozen
    ada: Person
    bob: Person
    cleo: Person


def play_through(book: Recorder, time: Frozen) -> Evening:
    """Go through every operation once, and through those of playing once for each game."""
    evening = _come_in(book, time)
    _look_around(evening)
    for game in registry.names():
        _play(evening, game)
    _set_other_tables(evening)
    look_back(book, evening.ada, time)
    _ask_the_server(book)
    _go_home(evening)
    return evening


# --- Coming in, going home ------------------------------------------------------------------------


def _come_in(book: Recorder, time: Frozen) -> Evening:
    guest = {"device": "Phone in the coat"}
    answer = book.call(
        nobody(), "POST /players/guest", "Somebody comes in by a made-up name", guest
    )
    ada = _signed_in(answer.body)
    known = {"name": "Velvet Croupier", "password": PASSWORD}
    book.call(nobody(), "POST /players", "Somebody registers", {**known, "device": "Desk"})
    answer = book.call(
        nobody(), "POST /sessions", "The same player, on another device", {**known, "device": "Bus"}
    )
    return Evening(book, time, ada, _signed_in(answer.body), person("Cleo"))


def _signed_in(body: dict[str, Any]) -> Person:
    return Person(body["token"], Player.objects.get(pk=body["player"]["id"]))


def _go_home(evening: Evening) -> None:
    book, bob = evening.book, evening.bob
    answer = book.call(bob, "GET /sessions", "Two devices, the newest first")
    other = next(one for one in answer.body["sessions"] if not one["current"])
    book.call(bob, f"DELETE /sessions/{other['id']}", "The desk is signed out")
    book.call(bob, "DELETE /sessions/current", "And so is the bus")


# --- What there is --------------------------------------------------------------------------------


def _look_around(evening: Evening) -> None:
    book, ada = evening.book, evening.ada
    book.call(ada, "GET /me", "A guest looks into the mirror")
    book.call(ada, "PATCH /me", "A better name", {"name": "Sequined Maverick"})
    book.call(nobody(), "GET /games", "What the house plays")
    for game in registry.names():
        title = registry.kind(game).title
        book.call(nobody(), f"GET /games/{game}", f"{title}, described", name=game)
        book.call(nobody(), f"GET /games/{game}/cards", f"The cards of {title}", name=game)
        book.call(nobody(), f"GET /games/{game}/rules", f"The rules of {title}", name=game)
        book.call(nobody(), f"GET /games/{game}/texts", f"The words of {title}", name=game)
        book.call(
            nobody(),
            f"GET /games/{game}/rules?format=markdown",
            f"The rules of {title} as Markdown",
            name=game,
        )


# --- A match --------------------------------------------------------------------------------------


def _play(evening: Evening, game: str) -> None:
    book, ada, bob = evening.book, evening.ada, evening.bob
    title = registry.kind(game).title
    new = {
        "game": {"type": game, **OPTIONS.get(game, {})},
        "seats": 3,
        "nonce": "seven-come-eleven",
    }
    created = book.call(
        ada, "POST /matches", f"A table of {title}", new, name=game, Idempotency_Key=f"{game}-table"
    )
    table = f"/matches/{created.body['id']}"
    seat = {"seat": 1, "nonce": "lucky-garter"}
    book.call(bob, f"POST {table}/seats", f"{title}: seat 1", seat, name=game)
    evening.cleo.post(f"{table}/seats")
    book.call(ada, f"POST {table}/start", f"{title}: the cards are dealt", {}, name=game)
    _act_on(evening, table, game)
    book.call(ada, f"GET {table}", f"{title}, a while later", name=game)
    for who, name, whose in ((ada, game, "my seat"), (nobody(), f"{game}_spectator", "no seat")):
        book.call(who, f"GET {table}/position", f"{title}, seen from {whose}", name=name)
    book.call(ada, f"GET {table}/plies?after=1", f"{title}: what was missed", name=game)


def _act_on(evening: Evening, table: str, game: str) -> None:
    """Play on at random, whoever may; the last action but one is the example."""
    random, title, played = Random(7), registry.kind(game).title, 0
    while played < PLIES:
        who, legal = _whose_turn(evening, table)
        if who is None:
            evening.time.advance(60)  # a bell rings
            continue
        kind = random.choice(sorted({action["type"] for action in legal}))
        action = random.choice([one for one in legal if one["type"] == kind])
        played += 1
        if played == PLIES:
            line = f"POST {table}/actions"
            evening.book.call(
                who, line, f"{title}: {kind}", action, name=game, Idempotency_Key="my-wish"
            )
        else:
            unseen = replace(who, checks=False)
            assert unseen.post(f"{table}/actions", action, key=f"{game}-{played}").status == 200


def _whose_turn(evening: Evening, table: str) -> tuple[Person | None, list[dict[str, Any]]]:
    """Return the first who may act, and what they may do."""
    for who in (evening.ada, evening.bob, evening.cleo):
        legal = replace(who, checks=False).get(f"{table}/position").body["legal"]
        if legal:
            return who, legal
    return None, []


def _set_other_tables(evening: Evening) -> None:
    book, ada, bob = evening.book, evening.ada, evening.bob
    practice = {
        "game": {"type": "work_the_strip", "rounds": 2},
        "seats": 3,
        "bots": [{"seat": 1, "level": "greedy"}, {"seat": 2, "level": "random"}],
        "start": True,
    }
    book.call(bob, "POST /matches", "A practice match in one call", practice, name="practice")
    table = bob.post("/matches", {"game": {"type": "lap_dance"}, "seats": 2}).body["id"]
    seat = f"/matches/{table}/seats/1"
    book.call(bob, f"POST {seat}/bot", "A bot takes a seat", {"level": "greedy"})
    assert bob.delete(seat).status == 204
    ada.post(f"/matches/{table}/seats")
    book.call(ada, f"DELETE {seat}", "Up again before the start")
    book.call(bob, f"DELETE /matches/{table}", "Called off")
    book.call(ada, "GET /me/questions", "What waits for me")
    book.call(nobody(), "GET /matches?status=running&limit=2", "Two tables, and where to read on")


# --- The server -----------------------------------------------------------------------------------


def _ask_the_server(book: Recorder) -> None:
    who = nobody()
    book.call(who, "GET /openapi.json", "The beginning of this description")
    book.call(who, "GET /asyncapi.json", "The beginning of the socket's description")
    book.call(who, "GET /problems", "The beginning of the catalogue", Accept=JSON)
    book.call(who, "GET /problems", "The catalogue for people", Accept="text/html")
    book.call(who, "GET /problems/seat_taken", "One problem, for programs", Accept=JSON)
    book.call(who, "GET /problems/seat_taken", "One problem, for people", Accept="text/html")
    book.call(who, "GET /healthz", "It serves")
    book.call(who, "GET /readyz", "No worker has been heard of yet", name="not_ready")
    for queue in ("clock", "ai"):
        tasks.canary(queue)
    book.call(who, "GET /readyz", "Matches can be played", name="ready")
