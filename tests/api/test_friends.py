"""My country, and my friends."""

from __future__ import annotations

from typing import Any

import pytest

from accounts import services
from accounts.models import Friendship, Player
from tests.api.rest import Person, nobody, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Person:
    return person("Ada")


# --- The country ----------------------------------------------------------------------------------


def test_a_country_is_shown_on_my_profile_and_can_be_taken_back(ada: Person) -> None:
    assert ada.get("/me").body["country"] is None
    assert ada.patch("/me", {"country": "PT"}).body["country"] == "PT"
    assert nobody().get("/players/Ada").body["country"] == "PT"
    assert ada.patch("/me", {"name": "Lady Ada"}).body["country"] == "PT"
    assert ada.patch("/me", {"country": None}).body["country"] is None
    assert nobody().get("/players/Lady Ada").body["country"] is None


@pytest.mark.parametrize(
    ("country", "code"),
    [("ZZ", "bad_country"), ("pt", "malformed"), ("", "malformed"), (7, "malformed")],
)
def test_a_bad_country_changes_nothing_not_even_the_name(
    ada: Person, country: Any, code: str
) -> None:
    ada.patch("/me", {"country": "PT"})
    before = ada.get("/me").body
    answer = ada.patch("/me", {"name": "Lady Ada", "country": country})
    assert (answer.status, answer.code, answer.flaw["pointer"]) == (400, code, "/country")
    assert ada.get("/me").body == before


def test_a_taken_name_leaves_the_country_alone(ada: Person) -> None:
    person("Bob")
    answer = ada.patch("/me", {"name": "bob", "country": "PT"})
    assert (answer.status, answer.code) == (409, "name_taken")
    assert nobody().get("/players/Ada").body["country"] is None


# --- Friends --------------------------------------------------------------------------------------


def names(who: Person) -> list[str]:
    return [friend["name"] for friend in who.get("/me/friends").body["friends"]]


def test_friends_are_listed_by_name(ada: Person) -> None:
    for name in ("zoe", "Bob"):
        person(name)
        assert ada.put(f"/me/friends/{name.upper()}").body["name"] == name
    assert names(ada) == ["Bob", "zoe"]


def test_a_friendship_is_one_sided(ada: Person) -> None:
    bob = person("Bob")
    ada.put("/me/friends/Bob")
    assert (names(ada), names(bob)) == (["Bob"], [])


def test_the_same_again_changes_nothing(ada: Person) -> None:
    person("Bob")
    first = ada.put("/me/friends/Bob")
    again = ada.put("/me/friends/Bob")
    assert (again.status, again.body) == (200, first.body)
    for _ in range(2):
        assert ada.delete("/me/friends/bob").status == 204
    assert names(ada) == []


def test_a_friend_keeps_being_one_under_another_name(ada: Person) -> None:
    bob = person("Bob")
    ada.put("/me/friends/Bob")
    bob.patch("/me", {"name": "Robert"})
    assert names(ada) == ["Robert"]
    ada.delete("/me/friends/Robert")
    assert names(ada) == []


@pytest.mark.parametrize(
    ("name", "status", "code"),
    [
        ("Nobody", 404, "no_such_player"),
        ("Gone", 404, "no_such_player"),
        ("a%00b", 404, "no_such_player"),
        ("ada", 409, "own_friend"),
    ],
)
def test_who_cannot_be_a_friend(ada: Person, name: str, status: int, code: str) -> None:
    Player.objects.create_user("Gone", is_active=False)
    answer = ada.put(f"/me/friends/{name}")
    assert (answer.status, answer.code) == (status, code)
    assert Friendship.objects.count() == 0


@pytest.mark.parametrize("name", ["Nobody", "a%00b", "Bob"])
def test_whoever_never_was_a_friend_is_none_afterwards(ada: Person, name: str) -> None:
    person("Bob").put("/me/friends/Ada")
    assert ada.delete(f"/me/friends/{name}").status == 204
    assert Friendship.objects.count() == 1


def test_a_full_list_takes_nobody_more(ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_FRIENDS", 2)
    for name in ("Bob", "Cleo", "Dan"):
        person(name)
    assert [ada.put(f"/me/friends/{name}").status for name in ("Bob", "Cleo", "Bob")] == [200] * 3
    answer = ada.put("/me/friends/Dan")
    assert (answer.status, answer.code, answer.flaw["params"]) == (
        409,
        "too_many_friends",
        {"most": 2},
    )
    assert names(ada) == ["Bob", "Cleo"]
    ada.delete("/me/friends/Bob")
    assert ada.put("/me/friends/Dan").status == 200


def test_who_was_shut_out_is_not_shown_and_who_was_deleted_is_gone(ada: Person) -> None:
    bob, cleo = person("Bob"), person("Cleo")
    for name in ("Bob", "Cleo"):
        ada.put(f"/me/friends/{name}")
    Player.objects.filter(pk=bob.player.pk).update(is_active=False)
    cleo.player.delete()
    assert names(ada) == []
    assert Friendship.objects.count() == 1
