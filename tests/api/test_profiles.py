"""Players as everybody may see them."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from accounts.models import Player
from games.models import Match
from games.services import lobby
from tests.api.rest import Person, nobody, person
from tests.games.tables import dealt, opened

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny", "broker")]


@pytest.fixture
def ada() -> Person:
    return person("Ada", email="ada@example.org")


@pytest.fixture
def bob() -> Person:
    return person("Bob")


def unlisted(match: Match) -> Match:
    Match.objects.filter(pk=match.pk).update(visibility="unlisted")
    return match


def listed(who: Person, path: str) -> list[str]:
    return [match["id"] for match in who.get(path).body["matches"]]


def test_a_profile_holds_public_facts_only(ada: Person) -> None:
    answer = nobody().get("/players/Ada")
    assert (answer.status, answer.body) == (
        200,
        {
            "id": str(ada.player.pk),
            "name": "Ada",
            "is_guest": False,
            "joined_at": answer.body["joined_at"],
            "country": None,
        },
    )
    assert answer.headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize("name", ["ada", "ADA"])
def test_a_player_is_found_whatever_the_case(ada: Person, name: str) -> None:
    assert nobody().get(f"/players/{name}").body["name"] == "Ada"


def test_a_name_with_spaces_is_found() -> None:
    person("Velvet O'Croupier Jr.")
    path = quote("/players/Velvet O'Croupier Jr.")
    answer = nobody().get(path)
    assert (answer.status, answer.body["name"]) == (200, "Velvet O'Croupier Jr.")


def test_a_guest_is_said_to_be_one() -> None:
    person("Visitor", is_guest=True)
    assert nobody().get("/players/Visitor").body["is_guest"] is True


@pytest.mark.parametrize("path", ["", "/matches"])
@pytest.mark.parametrize("name", ["Nobody", "%00", "%C3%A9", "Banned", "a%25"])
def test_who_is_not_there_or_was_shut_out_is_one_answer(name: str, path: str) -> None:
    person("Banned", is_active=False)
    answer = nobody().get(f"/players/{name}{path}")
    assert (answer.status, answer.code) == (404, "no_such_player")
    assert answer.body["detail"] == "Nobody goes by that name."


def test_nobody_is_called_by_a_word_of_the_addresses() -> None:
    for body in ({"name": "guest"}, {"name": "Guest"}):
        answer = nobody().post("/players/guest", body)
        assert (answer.status, answer.code, answer.flaw["pointer"]) == (409, "name_taken", "/name")
    assert Player.objects.count() == 0


def test_their_public_matches_are_listed_newest_first(ada: Person, bob: Person) -> None:
    first, second, third = opened(ada.player), dealt(bob.player, ada.player), opened(bob.player)
    assert listed(nobody(), "/players/Ada/matches") == [str(second.pk), str(first.pk)]
    assert listed(nobody(), "/players/bob/matches") == [str(third.pk), str(second.pk)]


def test_unlisted_matches_are_listed_for_nobody_not_even_themselves(
    ada: Person, bob: Person
) -> None:
    hidden = unlisted(dealt(ada.player, bob.player))
    for who in (nobody(), ada, bob):
        assert listed(who, "/players/Ada/matches") == []
        assert listed(who, "/matches") == []
    assert listed(ada, "/matches?mine=true") == [str(hidden.pk)]


def test_a_seat_given_up_is_no_longer_theirs(ada: Person, bob: Person) -> None:
    match = dealt(ada.player, bob.player)
    lobby.leave(match_id=match.pk, player=bob.player, seat=1)
    assert listed(nobody(), "/players/Bob/matches") == []
    assert listed(nobody(), "/players/Ada/matches") == [str(match.pk)]


def test_they_are_found_by_status_and_game(ada: Person, bob: Person) -> None:
    waiting, running = opened(ada.player), dealt(ada.player, bob.player)
    path = "/players/Ada/matches"
    assert listed(nobody(), f"{path}?status=open") == [str(waiting.pk)]
    assert listed(nobody(), f"{path}?status=running&game=tiny") == [str(running.pk)]
    assert listed(nobody(), f"{path}?game=lap_dance") == []


def test_they_come_page_by_page(ada: Person, bob: Person) -> None:
    mine = [str(opened(ada.player).pk) for _ in range(3)]
    opened(bob.player)
    page = nobody().get("/players/Ada/matches?limit=2").body
    assert [match["id"] for match in page["matches"]] == mine[:0:-1]
    rest = nobody().get(f"/players/Ada/matches?limit=2&cursor={page['next']}").body
    assert ([match["id"] for match in rest["matches"]], rest["next"]) == (mine[:1], None)


@pytest.mark.parametrize(
    ("query", "parameter", "code"),
    [
        ("mine=true", "mine", "unknown_field"),
        ("visibility=unlisted", "visibility", "unknown_field"),
        ("host=Ada", "host", "unknown_field"),
        ("limit=0", "limit", "out_of_range"),
        ("cursor=abc", "cursor", "bad_format"),
    ],
)
def test_only_public_columns_can_be_asked_for(
    ada: Person, query: str, parameter: str, code: str
) -> None:
    answer = ada.get(f"/players/Ada/matches?{query}")
    assert (answer.status, answer.code) == (400, "malformed")
    assert (answer.flaw["code"], answer.flaw["params"]) == (code, {"parameter": parameter})
