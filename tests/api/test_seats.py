"""Seats over REST: taken, given up, filled with bots."""

from __future__ import annotations

import pytest

from games.models import Participant
from tests.api.rest import Person, person
from tests.games.tables import dealt, fingerprint, opened

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny", "broker")]


@pytest.fixture
def ada() -> Person:
    return person("Ada")


@pytest.fixture
def bob() -> Person:
    return person("Bob")


def test_who_names_no_seat_gets_the_lowest_free_one(ada: Person, bob: Person) -> None:
    match = opened(ada.player, 3)
    answer = bob.post(f"/matches/{match.pk}/seats")
    assert (answer.status, answer.body["seat"]) == (201, 1)
    assert answer.body["match"]["seats"][1]["player"]["name"] == "Bob"


def test_a_seat_is_taken_with_a_pinch_of_salt(ada: Person, bob: Person) -> None:
    match = opened(ada.player, 3)
    answer = bob.post(f"/matches/{match.pk}/seats", {"seat": 2, "nonce": "pepper"})
    assert (answer.status, answer.body["seat"]) == (201, 2)
    assert Participant.objects.get(seat=2).nonce == "pepper"
    assert "pepper" not in str(answer.body)


def test_who_is_late_is_told_the_free_seats(ada: Person, bob: Person) -> None:
    match = opened(ada.player, 3)
    before = fingerprint(match.pk)
    answer = bob.post(f"/matches/{match.pk}/seats", {"seat": 0})
    assert (answer.status, answer.code) == (409, "seat_taken")
    assert answer.flaw == {"pointer": "/seat", "code": "seat_taken", "params": {"free": [1, 2]}}
    assert fingerprint(match.pk) == before


@pytest.mark.parametrize(
    ("body", "status", "code", "pointer"),
    [
        ({"seat": 3}, 404, "no_such_seat", "/seat"),
        ({"seat": -1}, 400, "malformed", "/seat"),
        ({"seat": "1"}, 400, "malformed", "/seat"),
        ({"seat": 1, "seats": 2}, 400, "malformed", "/seats"),
        ([], 400, "malformed", ""),
    ],
)
def test_there_is_no_such_seat(
    ada: Person, bob: Person, body: object, status: int, code: str, pointer: str
) -> None:
    match = opened(ada.player, 3)
    before = fingerprint(match.pk)
    answer = bob.post(f"/matches/{match.pk}/seats", body)
    assert (answer.status, answer.code, answer.flaw["pointer"]) == (status, code, pointer)
    assert fingerprint(match.pk) == before


def test_nobody_sits_twice(ada: Person) -> None:
    match = opened(ada.player, 3)
    before = fingerprint(match.pk)
    answer = ada.post(f"/matches/{match.pk}/seats", {"seat": 1})
    assert (answer.status, answer.code) == (409, "already_seated")
    assert fingerprint(match.pk) == before


def test_nobody_joins_a_running_match(ada: Person, bob: Person) -> None:
    match = dealt(ada.player, bob.player)
    before = fingerprint(match.pk)
    answer = person("Eve").post(f"/matches/{match.pk}/seats")
    assert (answer.status, answer.code) == (409, "already_started")
    assert fingerprint(match.pk) == before


def test_a_seat_is_left(ada: Person, bob: Person) -> None:
    match = opened(ada.player)
    bob.post(f"/matches/{match.pk}/seats")
    assert bob.delete(f"/matches/{match.pk}/seats/1").status == 204
    assert bob.get(f"/matches/{match.pk}").body["seats"][1]["player"] is None


def test_the_host_shows_somebody_the_door_and_nobody_else_does(ada: Person, bob: Person) -> None:
    match = opened(ada.player, 3)
    eve = person("Eve")
    for one in (bob, eve):
        one.post(f"/matches/{match.pk}/seats")
    refused = eve.delete(f"/matches/{match.pk}/seats/1")
    assert (refused.status, refused.code) == (403, "not_host")
    assert ada.delete(f"/matches/{match.pk}/seats/1").status == 204
    assert sorted(Participant.objects.values_list("seat", flat=True)) == [0, 2]


@pytest.mark.parametrize("seat", [1, 2, 10**6, 10**30])
def test_an_empty_seat_cannot_be_left(ada: Person, seat: int) -> None:
    match = opened(ada.player)
    answer = ada.delete(f"/matches/{match.pk}/seats/{seat}")
    assert (answer.status, answer.code) == (404, "no_such_seat")


def test_a_bot_plays_for_who_leaves_a_running_match(ada: Person, bob: Person) -> None:
    match = dealt(ada.player, bob.player)
    assert bob.delete(f"/matches/{match.pk}/seats/1").status == 204
    seat = ada.get(f"/matches/{match.pk}").body["seats"][1]
    assert (seat["player"], seat["bot"] is None) == (None, False)


def test_in_a_running_match_nobody_is_shown_the_door(ada: Person, bob: Person) -> None:
    match = dealt(ada.player, bob.player)
    before = fingerprint(match.pk)
    answer = ada.delete(f"/matches/{match.pk}/seats/1")
    assert (answer.status, answer.code) == (403, "not_your_seat")
    assert fingerprint(match.pk) == before


def test_the_host_puts_bots_in_free_seats(ada: Person, bob: Person) -> None:
    match = opened(ada.player, 3)
    answer = ada.post(f"/matches/{match.pk}/seats/2/bot", {"level": "greedy"})
    assert (answer.status, answer.body["seat"]) == (201, 2)
    assert answer.body["match"]["seats"][2]["bot"] == "greedy"
    refused = bob.post(f"/matches/{match.pk}/seats/1/bot", {"level": "greedy"})
    assert (refused.status, refused.code) == (403, "not_host")


@pytest.mark.parametrize(
    ("seat", "body", "status", "code"),
    [
        (0, {"level": "greedy"}, 409, "seat_taken"),
        (7, {"level": "greedy"}, 404, "no_such_seat"),
        (1, {"level": "psychic"}, 400, "unknown_level"),
        (1, {}, 400, "malformed"),
        (1, {"level": None}, 400, "malformed"),
        (1, None, 400, "malformed"),
    ],
)
def test_a_bot_is_refused(ada: Person, seat: int, body: object, status: int, code: str) -> None:
    match = opened(ada.player)
    before = fingerprint(match.pk)
    answer = ada.post(f"/matches/{match.pk}/seats/{seat}/bot", body)
    assert (answer.status, answer.code) == (status, code)
    assert fingerprint(match.pk) == before


def test_a_stand_in_is_shown_beside_the_player(ada: Person, bob: Person) -> None:
    match = dealt(ada.player, bob.player)
    Participant.objects.filter(match=match, seat=1).update(missed=2)
    seat = ada.get(f"/matches/{match.pk}").body["seats"][1]
    assert (seat["player"]["name"], seat["stand_in"]) == ("Bob", True)
