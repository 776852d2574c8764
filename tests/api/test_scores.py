"""Score sheets, statistics and achievements over REST."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest

from games.models import Match
from games.rules.lap_dance.events import DiceRolled, OrdersFulfilled
from scoring.achievements.services import award
from scoring.statistics.services import count
from tests.api.rest import Person, nobody, person
from tests.games.tables import dealt, fingerprint, opened
from tests.scoring.ended import BOT, ended

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("broker")]

GAMES = ("work_the_strip", "lap_dance", "hand_and_foot")


@pytest.fixture
def ada() -> Person:
    return person("Ada")


def played(who: Person, score: int = 50, **fields: Any) -> Match:
    """Return a match of Lap Dance in which three orders were filled at once."""
    match = ended(
        "lap_dance",
        [who.player, BOT],
        [score, 30],
        DiceRolled(0, (0, 1, 2), ("D2", "W2", "ST")),
        OrdersFulfilled(0, (0, 1, 2)),
        **fields,
    )
    count(match=match)
    award(match=match)
    return match


# --- Score sheets ---------------------------------------------------------------------------------


def test_a_match_nobody_can_name_has_no_sheets() -> None:
    answer = nobody().get("/matches/0190163d-8694-739b-aea5-966c26f8ad91/scores")
    assert (answer.status, answer.code) == (404, "no_such_match")


@pytest.mark.usefixtures("tiny")
def test_a_game_without_sheets_shows_its_result_when_it_is_over(ada: Person) -> None:
    running = dealt(ada.player, bots=1)
    before = fingerprint(running.pk)
    answer = ada.get(f"/matches/{running.pk}/scores")
    assert answer.body == {
        "match": str(running.pk),
        "game": "tiny",
        "status": "running",
        "rounds": [],
        "totals": [None, None],
    }
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert fingerprint(running.pk) == before
    over = ended("tiny", [ada.player, BOT], [7, 9])
    assert nobody().get(f"/matches/{over.pk}/scores").body["totals"] == [7, 9]


@pytest.mark.parametrize("game", GAMES)
def test_an_open_table_has_no_round_to_show(ada: Person, game: str) -> None:
    match = opened(ada.player, 3, game)
    hidden = None if game == "lap_dance" else 0
    body = nobody().get(f"/matches/{match.pk}/scores").body
    assert (body["status"], body["rounds"], body["totals"]) == ("open", [], [hidden] * 3)


# --- Statistics -----------------------------------------------------------------------------------


def test_statistics_of_who_has_ended_no_match(ada: Person) -> None:
    assert nobody().get("/players/Ada/statistics").body == {"player": "Ada", "games": []}
    body = nobody().get("/players/ada/statistics/lap_dance").body
    assert (body["matches"], body["win_share"], body["best_score"]) == (0, None, None)
    assert (body["by_seats"], body["recent"]) == ([], [])
    figures = {figure["name"]: figure["value"] for figure in body["figures"]}
    assert (figures["orders"], figures["dice_luck"], figures["best_turn"]) == (0, None, None)


def test_statistics_of_one_game_and_of_all(ada: Person) -> None:
    match = played(ada)
    played(ada, score=20, hour=1)
    body = nobody().get("/players/Ada/statistics/lap_dance").body
    assert (body["matches"], body["won"], body["win_share"]) == (2, 1, 0.5)
    assert (body["average_score"], body["best_score"]) == (35.0, 50)
    assert body["by_seats"] == [
        {"seats": 2, "matches": 2, "won": 1, "win_share": 0.5, "fair_share": 0.5}
    ]
    assert body["recent"][1] == {
        "match": str(match.pk),
        "at": "2030-01-01T12:00:00Z",
        "seats": 2,
        "score": 50,
        "place": 1,
    }
    figures = {figure["name"]: figure["value"] for figure in body["figures"]}
    assert (figures["orders"], figures["dice"], figures["symbols"]) == (6, 6, 8)
    assert figures["dice_luck"] == pytest.approx(1 / (6 * 17 / 36) ** 0.5)
    assert nobody().get("/players/Ada/statistics").body["games"] == [body]


@pytest.mark.parametrize("tail", ["statistics", "statistics/lap_dance", "achievements"])
@pytest.mark.parametrize("name", ["Nobody", "Banned", "%00"])
def test_who_is_not_there_has_no_record(name: str, tail: str) -> None:
    person("Banned", is_active=False)
    answer = nobody().get(f"/players/{name}/{tail}")
    assert (answer.status, answer.code) == (404, "no_such_player")


@pytest.mark.parametrize(
    "path",
    [
        "players/Ada/statistics/chess",
        "players/Ada/statistics/chess.svg",
        "games/chess/achievements",
    ],
)
def test_a_game_that_is_not_played_here_has_none(ada: Person, path: str) -> None:
    answer = nobody().get(f"/{path}")
    assert (answer.status, answer.code) == (404, "no_such_game")


def test_an_unlisted_match_is_named_to_its_player_alone(ada: Person) -> None:
    match, bob = played(ada, visibility="unlisted"), person("Bob")
    for who, shown in ((ada, str(match.pk)), (bob, None), (nobody(), None)):
        assert who.get("/players/Ada/statistics/lap_dance").body["recent"][0]["match"] == shown
        held = who.get("/players/Ada/achievements").body["achievements"]
        assert {one["match"] for one in held} == {shown}


# --- The picture ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_picture_is_an_svg_that_can_do_nothing(ada: Person, game: str) -> None:
    played(ada)
    answer = nobody().get(f"/players/Ada/statistics/{game}.svg")
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert answer.headers["Content-Security-Policy"] == (
        "default-src 'none'; style-src 'unsafe-inline'"
    )
    assert ET.fromstring(answer.body).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314 - ours


def test_a_browser_asks_for_the_picture_as_a_picture(ada: Person) -> None:
    accept = "image/avif,image/webp,image/svg+xml,image/*;q=0.8"
    answer = nobody().get("/players/Ada/statistics/lap_dance.svg", Accept=accept)
    assert (answer.status, answer.headers["Content-Type"]) == (200, "image/svg+xml")
    missing = nobody().get("/players/Nobody/statistics/lap_dance.svg", Accept=accept)
    assert (missing.status, missing.code) == (404, "no_such_player")


def test_the_same_picture_is_not_sent_twice(ada: Person) -> None:
    path = "/players/Ada/statistics/lap_dance.svg"
    tag = nobody().get(path).headers["ETag"]
    assert nobody().get(path, If_None_Match=tag).status == 304
    played(ada)
    again = nobody().get(path, If_None_Match=tag)
    assert again.status == 200
    assert again.headers["ETag"] != tag


# --- Achievements ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_achievements_of_a_game_are_public_and_kept(game: str) -> None:
    answer = nobody().get(f"/games/{game}/achievements")
    assert (answer.status, answer.body["game"], len(answer.body["achievements"])) == (200, game, 8)
    tag = answer.headers["ETag"]
    assert nobody().get(f"/games/{game}/achievements", If_None_Match=tag).status == 304


def test_a_player_has_achievements_since_when_and_from_which_match(ada: Person) -> None:
    played(ada, score=40)
    second = played(ada, score=50, hour=1)
    held = nobody().get("/players/Ada/achievements").body["achievements"]
    assert [(one["id"], one["at"]) for one in held] == [
        ("pension", "2030-01-01T13:00:00Z"),
        ("three_at_once", "2030-01-01T12:00:00Z"),
    ]
    assert held[0] == {
        "game": "lap_dance",
        "id": "pension",
        "title": "Pension Plan",
        "text": "End a match with $50 or more. The tax office sends flowers.",
        "at": "2030-01-01T13:00:00Z",
        "match": str(second.pk),
    }
