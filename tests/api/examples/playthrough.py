"""A small match of each game over REST, from coming in to going home, as examples of the API."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import timedelta
from random import Random
from typing import Any, Final
from urllib.parse import quote
from uuid import UUID

from accounts.models import Player
from games import selectors, store, tasks
from games.ai import bots
from games.clock import Frozen
from games.models import Status
from games.rules import registry
from games.services import play
from scoring import services as scoring
from tests.api.examples.looking_back import look_back
from tests.api.examples.recorder import Recorder
from tests.api.rest import Person, nobody, person
from tests.scoring.results import finished

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
    winner: Person = field(default_factory=nobody)
    """Of the one match that is played to its end."""


def play_through(book: Recorder, time: Frozen) -> Evening:
    """Go through every operation once, and through those of playing once for each game."""
    evening = _come_in(book, time)
    _look_around(evening)
    for game in registry.names():
        _play(evening, game)
    _set_other_tables(evening)
    look_back(book, evening.ada, time)
    _settle_up(evening)
    _read_the_boards(evening)
    _see_who_is_good(evening)
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
    book.call(ada, "PATCH /me", "Where from", {"country": "PT"}, name="country")
    book.call(ada, "PUT /me/friends/velvet croupier", "Somebody to keep an eye on")
    book.call(ada, "GET /me/friends", "My friends")
    book.call(ada, "POST /socket-tickets", "A ticket for a stream", {"purpose": "stream"})
    book.call(nobody(), "GET /players/velvet croupier", "What everybody may know")
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
    book.call(ada, f"GET {table}/stream", f"{title}: how the stream begins", name=game)
    asked, _ = _whose_turn(evening, table)
    assert asked is not None, f"{game}: nobody is asked"
    book.call(asked, "GET /me/questions", f"{title} waits for me", name=game)
    book.call(bob, f"POST {table}/resign", f"{title}: a bot takes over", {}, name=game)


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
    book.call(nobody(), "GET /matches?status=running&limit=2", "Two tables, and where to read on")
    path = "/players/sequined maverick/matches?game=lap_dance"
    book.call(nobody(), f"GET {path}", "A player's public matches of one game")


# --- What it comes to -----------------------------------------------------------------------------


def _settle_up(evening: Evening) -> None:
    """Play a match of Work The Strip to its end, as good players would, and look at the results."""
    book, ada = evening.book, evening.ada
    game = {"type": "work_the_strip", "rounds": 1, "lucky_draw": True}
    match_id = ada.post("/matches", {"game": game, "seats": 3}).body["id"]
    for guest in (evening.bob, evening.cleo):
        guest.post(f"/matches/{match_id}/seats")
    ada.post(f"/matches/{match_id}/start")
    _to_the_end(UUID(match_id), evening)
    assert scoring.rate_match(match_id=UUID(match_id))
    book.call(nobody(), f"GET /matches/{match_id}/scores", "A day on the strip, line by line")
    winner = Player.objects.get(pk=evening.winner.player.pk)
    whose = f"/players/{quote(winner.name)}"
    statistics = f"{whose}/statistics/work_the_strip"
    book.call(nobody(), f"GET {whose}/statistics", "What somebody has done, in all games")
    book.call(nobody(), f"GET {statistics}", "What somebody has done in one game")
    book.call(nobody(), f"GET {statistics}.svg", "The beginning of the picture")
    book.call(nobody(), f"GET {whose}/achievements", "What somebody is proud of")
    for name in registry.names():
        line = f"GET /games/{name}/achievements"
        book.call(nobody(), line, f"What to be proud of in {registry.kind(name).title}", name=name)


def _to_the_end(match_id: UUID, evening: Evening) -> None:
    people = (evening.ada, evening.bob, evening.cleo)
    while (table := store.look(match_id)).match.status == Status.RUNNING:
        state = table.running()
        seat = state.to_act[0]
        view, legal = table.rules.view(state, seat), table.rules.legal_actions(state, seat)
        seen = selectors.seen_events(match_id=match_id, seat=seat)
        action = bots.choose(table.rules, view, seen, legal, "greedy", b"%d" % state.ply)
        play.act(
            match_id=match_id,
            player=people[seat].player,
            action=registry.builtins(action),
            request_id=f"day-{state.ply}",
            decision=None,
        )
    places = (table.match.outcome or {})["places"]
    evening.winner = people[places.index(1)]


# --- Results --------------------------------------------------------------------------------------


def _read_the_boards(evening: Evening) -> None:
    """Let five quick matches be over, and look who is ahead."""
    book, ada, bob, cleo = evening.book, evening.ada, evening.bob, evening.cleo
    seated = [ada.player, bob.player, cleo.player]
    for n in range(5):
        over = evening.time.at + timedelta(seconds=n)
        match = finished(seated, [2, 1, 2] if n else [1, 2, 3], finished_at=over)
        assert scoring.rate_match(match_id=match.pk)
    board = "GET /leaderboards/work_the_strip"
    book.call(nobody(), f"{board}?season=current", "This season, from the top", name="season")
    book.call(ada, f"{board}?season=current&around=me&limit=3", "Around me", name="around_me")
    book.call(ada, f"{board}?season=current&friends=true", "My friends and me", name="friends")
    book.call(ada, board, "All-time: too early to tell", name="all_time")
    book.call(nobody(), f"{board}/seasons", "The seasons so far")
    book.call(ada, "DELETE /me/friends/Velvet Croupier", "Nobody is told")


def _see_who_is_good(evening: Evening) -> None:
    """Two matches were over a while ago, and counted."""
    book, bob, ada = evening.book, evening.bob.player, evening.ada.player
    for hours, places in ((2, [1, 2, 3]), (1, [2, 1, 2])):
        at = evening.time.at - timedelta(hours=hours)
        match = finished([bob, "greedy", ada], places, finished_at=at)
        assert scoring.rate_match(match_id=match.pk)
    name = quote(bob.name)
    book.call(nobody(), f"GET /players/{name}/ratings", "Two matches, and what they did")
    history = f"GET /players/{name}/ratings/work_the_strip"
    book.call(nobody(), f"{history}?limit=1", "The newest of them, and where older ones are")
    line = f"GET /players/{name}/ratings/work_the_strip.svg"
    book.call(nobody(), line, "The beginning of the picture")
    book.call(nobody(), "GET /games/work_the_strip/bots", "Who knows no fear")


# --- The server -----------------------------------------------------------------------------------


def _ask_the_server(book: Recorder) -> None:
    who = nobody()
    book.call(who, "GET /openapi.json", "The beginning of this description")
    book.call(who, "GET /problems", "The beginning of the catalogue", Accept=JSON)
    book.call(who, "GET /asyncapi.json", "The beginning of the socket's description")
    book.call(who, "GET /problems", "The catalogue for people", Accept="text/html")
    book.call(who, "GET /problems/seat_taken", "One problem, for programs", Accept=JSON)
    book.call(who, "GET /problems/seat_taken", "One problem, for people", Accept="text/html")
    book.call(who, "GET /healthz", "It serves")
    book.call(who, "GET /readyz", "No worker has been heard of yet", name="not_ready")
    for queue in ("clock", "ai"):
        tasks.canary(queue)
    book.call(who, "GET /readyz", "Matches can be played", name="ready")
