"""Pages: whatever a cursor is made of, it is a place in a list and shows nothing but that list."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from uuid import UUID, uuid4

import pytest

from api.serializers.matches import MatchFilter, PublicFilter
from games.models import Match
from tests.api.rest import Answer, Person, nobody, person
from tests.games.tables import dealt, opened

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny", "broker")]

FIRST, LAST = UUID(int=0), UUID(int=2**128 - 1)


@pytest.fixture
def ada() -> Person:
    return person("Ada")


@pytest.fixture
def bob() -> Person:
    return person("Bob")


def unlisted(match: Match) -> Match:
    Match.objects.filter(pk=match.pk).update(visibility="unlisted")
    return match


def forged(last: UUID) -> str:
    """Return the cursor of a page that would end with this match, were there one."""
    return urlsafe_b64encode(last.bytes).decode().rstrip("=")


def ids(answer: Answer) -> list[str]:
    assert answer.status == 200, answer
    return [match["id"] for match in answer.body["matches"]]


def test_a_forged_cursor_is_a_place_and_no_match(ada: Person) -> None:
    mine = [str(opened(ada.player).pk) for _ in range(2)]
    assert ids(nobody().get(f"/matches?cursor={forged(LAST)}")) == mine[::-1]
    assert ids(nobody().get(f"/matches?cursor={forged(FIRST)}")) == []
    somewhere = nobody().get(f"/matches?cursor={forged(uuid4())}")
    assert set(ids(somewhere)) <= set(mine)


def test_the_cursor_of_an_unlisted_match_lists_no_unlisted_match(ada: Person) -> None:
    old = opened(ada.player)
    hidden = [unlisted(opened(ada.player)) for _ in range(2)]
    answer = nobody().get(f"/matches?cursor={forged(hidden[-1].pk)}")
    assert ids(answer) == [str(old.pk)]


def test_somebody_elses_cursor_shows_my_list(ada: Person, bob: Person) -> None:
    bobs = unlisted(opened(bob.player))
    adas = [unlisted(opened(ada.player)) for _ in range(2)]
    last = ada.get("/matches?mine=true&limit=1").body["next"]
    assert ids(ada.get(f"/matches?mine=true&cursor={last}")) == [str(adas[0].pk)]
    assert ids(bob.get(f"/matches?mine=true&cursor={last}")) == [str(bobs.pk)]
    assert ids(nobody().get(f"/matches?cursor={last}")) == []
    assert ids(nobody().get(f"/players/Ada/matches?cursor={last}")) == []


def test_a_cursor_goes_on_under_another_filter(ada: Person, bob: Person) -> None:
    waiting, running, newest = opened(ada.player), dealt(ada.player, bob.player), opened(bob.player)
    first = nobody().get("/matches?limit=1").body
    assert first["matches"][0]["id"] == str(newest.pk)
    assert ids(nobody().get(f"/matches?status=open&cursor={first['next']}")) == [str(waiting.pk)]
    assert ids(nobody().get(f"/matches?status=running&cursor={first['next']}")) == [str(running.pk)]


def test_a_match_that_comes_meanwhile_shifts_no_page(ada: Person) -> None:
    mine = [str(opened(ada.player).pk) for _ in range(3)]
    page = nobody().get("/matches?limit=2").body
    opened(ada.player)
    assert ids(nobody().get(f"/matches?limit=2&cursor={page['next']}")) == mine[:1]


@pytest.mark.parametrize(
    "cursor",
    [
        "abc",
        "!" * 22,
        "A" * 21,
        "A" * 23,
        "A" * 21 + "B",  # bits beyond the sixteen bytes: two texts would be one place
        "A" * 22 + "==",
        "A" * 10 + "%0A" + "A" * 12,
        "A" * 11 + "!" + "A" * 11,
        "%2B" * 22,
        "0190163d-8694-739b-aea5-966c26f8ad91",
        "%F0%9F%83%8F",
        "%00",
        "null",
    ],
)
@pytest.mark.parametrize("path", ["/matches", "/players/Ada/matches"])
def test_garbage_is_no_cursor(ada: Person, path: str, cursor: str) -> None:
    answer = nobody().get(f"{path}?cursor={cursor}")
    assert (answer.status, answer.code) == (400, "malformed")
    assert (answer.flaw["code"], answer.flaw["params"]) == ("bad_format", {"parameter": "cursor"})


def test_a_cursor_has_a_length(ada: Person) -> None:
    answer = ada.get(f"/matches?cursor={'A' * 65}")
    assert (answer.status, answer.flaw["code"]) == (400, "out_of_range")


@pytest.mark.parametrize("limit", [1, 100])
def test_a_page_holds_1_to_100(ada: Person, limit: int) -> None:
    for _ in range(2):
        opened(ada.player)
    answer = nobody().get(f"/matches?limit={limit}")
    assert (len(ids(answer)), answer.body["next"] is None) == (min(limit, 2), limit > 1)


@pytest.mark.parametrize(
    ("limit", "code"),
    [
        ("0", "out_of_range"),
        ("101", "out_of_range"),
        ("-1", "out_of_range"),
        ("", "wrong_type"),
        ("1.5", "wrong_type"),
        ("ten", "wrong_type"),
        ("9" * 30, "out_of_range"),
        ("1&limit=2", "duplicate_key"),
    ],
)
def test_no_other_limit_is_one(ada: Person, limit: str, code: str) -> None:
    answer = ada.get(f"/matches?limit={limit}")
    assert (answer.status, answer.code) == (400, "malformed")
    assert (answer.flaw["code"], answer.flaw["params"]) == (code, {"parameter": "limit"})


def test_the_last_page_says_so_even_when_it_is_full(ada: Person) -> None:
    for _ in range(2):
        opened(ada.player)
    assert nobody().get("/matches?limit=2").body["next"] is None


def test_every_filter_is_a_column_of_the_public_header(ada: Person) -> None:
    header = ada.get(f"/matches/{opened(ada.player).pk}").body
    paging = {"cursor", "limit"}
    assert set(PublicFilter.__struct_fields__) - paging <= set(header)
    assert set(MatchFilter.__struct_fields__) - set(PublicFilter.__struct_fields__) == {"mine"}


@pytest.mark.parametrize(
    "column",
    ["seed", "state", "nonces", "visibility", "host", "ply__gt", "status__in", "order", "sort"],
)
def test_nothing_else_filters_or_sorts(ada: Person, column: str) -> None:
    answer = ada.get(f"/matches?{column}=1")
    assert (answer.status, answer.code) == (400, "malformed")
    assert (answer.flaw["code"], answer.flaw["params"]) == ("unknown_field", {"parameter": column})
