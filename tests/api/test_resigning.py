"""Leaving a running match, and coming in for a bot, over REST."""

from __future__ import annotations

import pytest

from tests.api.rest import Person, person
from tests.games.tables import dealt, fingerprint, opened

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny", "broker")]


@pytest.fixture
def ada() -> Person:
    return person("Ada")


@pytest.fixture
def bob() -> Person:
    return person("Bob")


def hospitable(host: Person) -> str:
    """Return the path of a running match whose bots' seats are open."""
    body = {
        "game": {"type": "tiny"},
        "seats": 3,
        "bots": [{"seat": seat, "level": "random"} for seat in (1, 2)],
        "start": True,
        "takeover": True,
    }
    return f"/matches/{host.post('/matches', body).body['id']}"


def test_who_resigns_is_answered_with_the_match_without_them(ada: Person, bob: Person) -> None:
    match = dealt(ada.player, bob.player)
    answer = bob.post(f"/matches/{match.pk}/resign")
    assert (answer.status, answer.body["status"]) == (200, "running")
    assert answer.body["seats"][1] == {
        "seat": 1,
        "player": None,
        "bot": "greedy",
        "stand_in": False,
    }


def test_resigning_again_is_answered_the_same_and_changes_nothing(ada: Person, bob: Person) -> None:
    match = dealt(ada.player, bob.player)
    first = bob.post(f"/matches/{match.pk}/resign", {}, key="enough")
    before = fingerprint(match.pk)
    repeated = bob.post(f"/matches/{match.pk}/resign", {}, key="enough")
    again = bob.post(f"/matches/{match.pk}/resign")
    assert (repeated.body, repeated.headers["Idempotency-Replayed"]) == (first.body, "true")
    assert (again.status, again.body) == (200, first.body)
    assert fingerprint(match.pk) == before


def test_who_resigned_sees_what_spectators_see(ada: Person, bob: Person) -> None:
    match = dealt(ada.player, bob.player)
    card = bob.get(f"/matches/{match.pk}/position").body["view"]["card"]
    bob.post(f"/matches/{match.pk}/resign")
    answer = bob.get(f"/matches/{match.pk}/position")
    assert (answer.body["view"]["seat"], answer.body["legal"]) == (None, [])
    assert card.startswith("canary")
    assert card not in str(answer.body)


@pytest.mark.parametrize(
    ("body", "status", "code"), [({"seat": 1}, 400, "malformed"), ([], 400, "malformed")]
)
def test_resigning_takes_no_fields(
    ada: Person, bob: Person, body: object, status: int, code: str
) -> None:
    match = dealt(ada.player, bob.player)
    before = fingerprint(match.pk)
    answer = bob.post(f"/matches/{match.pk}/resign", body)
    assert (answer.status, answer.code) == (status, code)
    assert fingerprint(match.pk) == before


def test_only_who_sits_at_a_running_match_resigns(ada: Person, bob: Person) -> None:
    running, waiting = dealt(ada.player, bob.player), opened(ada.player)
    before = fingerprint(running.pk), fingerprint(waiting.pk)
    answers = [
        person("Eve").post(f"/matches/{running.pk}/resign"),
        ada.post(f"/matches/{waiting.pk}/resign"),
        Person().post(f"/matches/{running.pk}/resign"),
    ]
    assert [(answer.status, answer.code) for answer in answers] == [
        (403, "not_your_seat"),
        (409, "not_started"),
        (401, "token_missing"),
    ]
    assert (fingerprint(running.pk), fingerprint(waiting.pk)) == before


def test_a_header_says_whether_bots_seats_are_open(ada: Person, bob: Person) -> None:
    path = hospitable(ada)
    closed = dealt(ada.player, bob.player)
    assert ada.get(path).body["takeover"] is True
    assert ada.get(f"/matches/{closed.pk}").body["takeover"] is False


def test_a_player_comes_in_for_a_bot_and_has_its_question(ada: Person, bob: Person) -> None:
    path = hospitable(ada)
    answer = bob.post(f"{path}/seats", {"seat": 2})
    assert (answer.status, answer.body["seat"]) == (201, 2)
    assert answer.body["match"]["seats"][2]["player"]["name"] == "Bob"
    position = bob.get(f"{path}/position").body
    assert (position["view"]["seat"], position["decision"]) == (2, 1)
    acted = bob.post(f"{path}/actions", position["legal"][0], If_Decision="1")
    assert (acted.status, acted.body["ply"]) == (200, 1)


def test_who_comes_in_has_request_ids_of_their_own(ada: Person, bob: Person) -> None:
    path = hospitable(ada)
    action = ada.get(f"{path}/position").body["legal"][0]
    ada.post(f"{path}/actions", action, key="move-1")
    ada.post(f"{path}/resign")
    bob.post(f"{path}/seats", {"seat": 0})
    before = ada.get(path).body["ply"]
    answer = bob.post(f"{path}/actions", action, key="move-1")
    assert "Idempotency-Replayed" not in answer.headers
    assert answer.code != "request_id_reused"
    assert answer.status == 409 or answer.body["ply"] == before + 1


def test_who_comes_back_is_answered_as_before(ada: Person) -> None:
    path = hospitable(ada)
    action = ada.get(f"{path}/position").body["legal"][0]
    first = ada.post(f"{path}/actions", action, key="move-1")
    ada.post(f"{path}/resign")
    ada.post(f"{path}/seats", {"seat": 0})
    before = ada.get(path).body["ply"]
    again = ada.post(f"{path}/actions", action, key="move-1")
    assert again.headers["Idempotency-Replayed"] == "true"
    assert (again.body["ply"], ada.get(path).body["ply"]) == (first.body["ply"], before)


def test_who_is_late_is_told_which_bots_are_left(ada: Person, bob: Person) -> None:
    path = hospitable(ada)
    bob.post(f"{path}/seats", {"seat": 1})
    before = ada.get(path).body
    answer = person("Eve").post(f"{path}/seats", {"seat": 1})
    assert (answer.status, answer.code) == (409, "seat_taken")
    assert answer.flaw["params"] == {"free": [2]}
    assert ada.get(path).body == before
