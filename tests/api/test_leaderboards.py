"""Leaderboards as clients read them."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Player
from scoring.leaderboards.models import Board
from tests.api.rest import Answer, Person, nobody, person
from tests.scoring.leaderboards.standings import board, stands

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny", "time")]

PATH = "/leaderboards/work_the_strip"


@pytest.fixture
def all_time() -> Board:
    return board()


@pytest.fixture
def ada(all_time: Board) -> Person:
    """Return Ada, in the middle of five: two above her, two below, one of them with her points."""
    found = person("Ada", country="PT")
    for name, points in (("Bob", 1500), ("Cleo", 1400), ("Dan", 1300), ("Eve", 1200)):
        stands(all_time, Player.objects.create_user(name), points)
    stands(all_time, found.player, 1300)
    return found


def names(answer: Answer) -> list[tuple[int, str]]:
    return [(line["rank"], line["player"]["name"]) for line in answer.body["entries"]]


def test_a_line_holds_rank_player_country_points_and_matches(ada: Person) -> None:
    answer = nobody().get(f"{PATH}?country=PT")
    assert answer.body == {
        "game": "work_the_strip",
        "season": None,
        "ends_at": None,
        "closed_at": None,
        "least_matches": 10,
        "players": 1,
        "entries": [
            {
                "rank": 1,
                "player": {"id": str(ada.player.pk), "name": "Ada"},
                "country": "PT",
                "points": 1300,
                "matches": 20,
            }
        ],
        "me": None,
        "previous": None,
        "next": None,
    }
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_cursors_lead_to_the_end_and_back(ada: Person) -> None:
    page = nobody().get(f"{PATH}?limit=2")
    seen = names(page)
    for _ in range(2):
        page = nobody().get(f"{PATH}?limit=2&cursor={page.body['next']}")
        seen += names(page)
    assert seen == [(1, "Bob"), (2, "Cleo"), (3, "Dan"), (3, "Ada"), (5, "Eve")]
    assert page.body["next"] is None
    back = nobody().get(f"{PATH}?limit=2&cursor={page.body['previous']}")
    assert names(back) == seen[2:4]


def test_around_me_and_my_rank(ada: Person) -> None:
    answer = ada.get(f"{PATH}?around=me&limit=3")
    assert names(answer) == [(3, "Dan"), (3, "Ada"), (5, "Eve")]
    assert answer.body["me"] == {"rank": 3, "points": 1300, "matches": 20}
    above = ada.get(f"{PATH}?limit=3&cursor={answer.body['previous']}")
    assert names(above) == [(1, "Bob"), (2, "Cleo")]


def test_among_friends(ada: Person) -> None:
    assert ada.put("/me/friends/bob").status == 200
    answer = ada.get(f"{PATH}?friends=true")
    assert names(answer) == [(1, "Bob"), (2, "Ada")]
    assert (answer.body["players"], answer.body["me"]["rank"]) == (2, 2)


def test_a_season_says_when_it_ends_and_when_it_was_closed(time: Any, all_time: Board) -> None:
    board("2029-Q4", ends_at="2030-01-01T00:00:00Z", closed_at="2030-01-01T00:10:00Z")
    board("2030-Q1", ends_at="2030-04-01T00:00:00Z")
    closed = nobody().get(f"{PATH}?season=2029-Q4").body
    assert (closed["season"], closed["closed_at"], closed["least_matches"]) == (
        "2029-Q4",
        "2030-01-01T00:10:00Z",
        5,
    )
    running = nobody().get(f"{PATH}?season=current").body
    assert (running["season"], running["ends_at"], running["closed_at"]) == (
        "2030-Q1",
        "2030-04-01T00:00:00Z",
        None,
    )
    assert nobody().get(f"{PATH}/seasons").body["seasons"] == [
        {
            "season": "2030-Q1",
            "begins_at": "2030-01-01T00:00:00Z",
            "ends_at": "2030-04-01T00:00:00Z",
            "closed_at": None,
        },
        {
            "season": "2029-Q4",
            "begins_at": "2029-10-01T00:00:00Z",
            "ends_at": "2030-01-01T00:00:00Z",
            "closed_at": "2030-01-01T00:10:00Z",
        },
    ]


def test_somebody_who_left_keeps_their_line_without_a_name(all_time: Board) -> None:
    stands(all_time, Player.objects.create_user("Gone", is_active=False), 1300)
    [line] = nobody().get(PATH).body["entries"]
    assert (line["rank"], line["player"], line["points"]) == (1, None, 1300)


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/leaderboards/chess", 404, "no_such_game"),
        ("/leaderboards/chess/seasons", 404, "no_such_game"),
        (f"{PATH}?season=2030-Q2", 404, "no_such_season"),
        (f"{PATH}?season=9999-Q4", 404, "no_such_season"),
        (f"{PATH}?friends=true", 401, "token_missing"),
        (f"{PATH}?around=me", 401, "token_missing"),
    ],
)
def test_what_is_not_there_or_needs_somebody(path: str, status: int, code: str) -> None:
    answer = nobody().get(path)
    assert (answer.status, answer.code) == (status, code)


@pytest.mark.parametrize(
    ("query", "parameter", "code"),
    [
        ("season=2030-Q5", "season", "bad_format"),
        ("season=0000-Q1", "season", "bad_format"),
        ("season=current%0A", "season", "bad_format"),
        ("country=pt", "country", "bad_format"),
        ("around=you", "around", "unknown_value"),
        ("limit=0", "limit", "out_of_range"),
        ("limit=101", "limit", "out_of_range"),
        ("cursor=abc", "cursor", "bad_format"),
        ("cursor=AAAD5gAAAAAAAAABAg", "cursor", "bad_format"),  # not as we would write it
        ("around=me&cursor=AAAD5gAAAAAAAAABAQ", "cursor", "bad_format"),
        ("bots=true", "bots", "unknown_field"),
    ],
)
def test_what_cannot_be_asked_for(query: str, parameter: str, code: str) -> None:
    answer = person("Ada").get(f"{PATH}?{query}")
    assert (answer.status, answer.code) == (400, "malformed")
    assert (answer.flaw["code"], answer.flaw["params"]) == (code, {"parameter": parameter})


@pytest.mark.parametrize("cursor", ["gAAAAIAAAAAAAAAAAA", "f____3__________AQ"])
def test_the_ends_of_all_numbers_are_places_too(ada: Person, cursor: str) -> None:
    assert nobody().get(f"{PATH}?cursor={cursor}").status == 200
