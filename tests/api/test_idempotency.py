"""A request repeated is a request answered again."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import timezone

from games.models import Match, Participant, StoredAnswer
from tests.api.rest import Answer, Person, person
from tests.games.tables import fingerprint, opened

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("tiny", "broker"),
]

NEW = {"game": {"type": "tiny"}, "seats": 2}


@pytest.fixture
def ada() -> Person:
    return person("Ada")


def at_once(*calls: Callable[[], Answer]) -> list[Answer]:
    """Send these at the same moment, each in its own thread."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], Answer]) -> Answer:
        barrier.wait(10)
        try:
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def test_a_match_is_set_once_however_often_it_is_asked_for(ada: Person) -> None:
    first, again = (ada.post("/matches", NEW, key="one") for _ in range(2))
    assert (first.status, again.status) == (201, 201)
    assert again.body == first.body
    assert again.headers["Location"] == first.headers["Location"]
    assert again.headers["Idempotency-Replayed"] == "true"
    assert "Idempotency-Replayed" not in first.headers
    assert Match.objects.count() == 1


def test_the_first_answer_stands_though_the_match_went_on(ada: Person) -> None:
    first = ada.post("/matches", NEW, key="one")
    ada.delete(f"/matches/{first.body['id']}")
    assert ada.post("/matches", NEW, key="one").body["status"] == "open"


def test_a_body_means_what_it_says_not_how_it_is_written(ada: Person) -> None:
    ada.send("POST", "/matches", b'{"seats": 2, "game": {"type": "tiny"}}', Idempotency_Key="one")
    again = ada.send(
        "POST", "/matches", b'{ "game" : {"type":"tiny"}, "seats":2 }', Idempotency_Key="one"
    )
    assert again.headers["Idempotency-Replayed"] == "true"


def test_a_key_with_another_body_is_refused(ada: Person) -> None:
    first = ada.post("/matches", NEW, key="one")
    before = fingerprint(first.body["id"])
    answer = ada.post("/matches", NEW | {"seats": 3}, key="one")
    assert (answer.status, answer.code) == (422, "request_id_reused")
    assert Match.objects.count() == 1
    assert fingerprint(first.body["id"]) == before


def test_a_key_is_one_players_and_one_routes(ada: Person) -> None:
    bob = person("Bob")
    ours, theirs = opened(ada.player, 3), opened(ada.player, 3)
    answers = [
        bob.post(f"/matches/{ours.pk}/seats", key="one"),
        bob.post(f"/matches/{theirs.pk}/seats", key="one"),
        person("Cleo").post(f"/matches/{ours.pk}/seats", key="one"),
    ]
    assert [(answer.status, answer.body["seat"]) for answer in answers] == [
        (201, 1),
        (201, 1),
        (201, 2),
    ]


def test_a_refusal_is_not_kept(ada: Person) -> None:
    bob = person("Bob")
    match = opened(ada.player, 2)
    refused = bob.post(f"/matches/{match.pk}/seats", {"seat": 0}, key="one")
    assert (refused.status, refused.code) == (409, "seat_taken")
    assert StoredAnswer.objects.count() == 0
    assert bob.post(f"/matches/{match.pk}/seats", {"seat": 1}, key="one").status == 201


def test_every_post_of_a_signed_in_player_takes_a_key(ada: Person) -> None:
    bob = person("Bob")
    match = opened(ada.player, 3)
    path = f"/matches/{match.pk}"
    for who, where, body in (
        (bob, f"{path}/seats", {"seat": 1}),
        (ada, f"{path}/seats/2/bot", {"level": "random"}),
        (ada, f"{path}/start", {}),
        (ada, f"{path}/actions", {"type": "pick", "number": 1}),
    ):
        first, again = (who.post(where, body, key="one") for _ in range(2))
        assert first.status == again.status, where
        assert "Idempotency-Replayed" not in first.headers, where
        assert again.headers["Idempotency-Replayed"] == "true", where
    assert Participant.objects.count() == 3


def test_without_a_key_nothing_is_kept(ada: Person) -> None:
    ada.post("/matches", NEW)
    ada.post("/matches", NEW)
    assert (Match.objects.count(), StoredAnswer.objects.count()) == (2, 0)


def test_a_key_is_forgotten_after_a_day(ada: Person) -> None:
    ada.post("/matches", NEW, key="one")
    StoredAnswer.objects.update(created_at=timezone.now() - timedelta(hours=24, seconds=1))
    again = ada.post("/matches", NEW, key="one")
    assert "Idempotency-Replayed" not in again.headers
    assert (Match.objects.count(), StoredAnswer.objects.count()) == (2, 1)


def test_nothing_secret_is_kept(ada: Person) -> None:
    ada.post("/matches", NEW | {"nonce": "my-salt"}, key="one")
    (row,) = StoredAnswer.objects.values()
    seed = bytes(Match.with_secrets.get().seed).hex()
    assert [secret for secret in (seed, ada.token, "my-salt") if secret in str(row)] == []


@pytest.mark.parametrize("attempt", range(3))
def test_the_same_request_at_the_same_moment_is_done_once(ada: Person, attempt: int) -> None:
    answers = at_once(*[lambda: ada.post("/matches", NEW, key="one") for _ in range(4)])
    assert {answer.status for answer in answers} == {201}
    assert len({answer.body["id"] for answer in answers}) == 1
    replayed = [answer.headers.get("Idempotency-Replayed") for answer in answers]
    assert sorted(map(str, replayed)) == ["None", "true", "true", "true"]
    assert Match.objects.count() == 1


@pytest.mark.parametrize("attempt", range(3))
def test_one_key_with_two_bodies_at_the_same_moment_does_one(ada: Person, attempt: int) -> None:
    answers = at_once(
        *[lambda n=seats: ada.post("/matches", NEW | {"seats": n}, key="one") for seats in (2, 3)]
    )
    assert sorted(answer.status for answer in answers) == [201, 422]
    (created,) = [answer for answer in answers if answer.status == 201]
    assert Match.objects.get().seats == len(created.body["seats"])


@pytest.mark.parametrize("attempt", range(3))
def test_one_action_sent_twice_at_the_same_moment_is_played_once(ada: Person, attempt: int) -> None:
    bob = person("Bob")
    match = opened(ada.player, 2)
    bob.post(f"/matches/{match.pk}/seats")
    ada.post(f"/matches/{match.pk}/start")
    key, path = str(uuid4()), f"/matches/{match.pk}/actions"
    answers = at_once(
        *[lambda: ada.post(path, {"type": "pick", "number": 1}, key=key) for _ in range(4)]
    )
    assert [(answer.status, answer.body["ply"]) for answer in answers] == [(200, 1)] * 4
    replayed = [answer.headers.get("Idempotency-Replayed") for answer in answers]
    assert sorted(map(str, replayed)) == ["None", "true", "true", "true"]


def test_more_people_than_seats_at_the_same_moment_fill_exactly_the_seats(ada: Person) -> None:
    match = opened(ada.player, 4)
    crowd = [person(f"Guest {number}") for number in range(6)]
    answers = at_once(
        *[lambda one=one: one.post(f"/matches/{match.pk}/seats", key="one") for one in crowd]
    )
    assert sorted(answer.status for answer in answers) == [201, 201, 201, 409, 409, 409]
    late = [answer for answer in answers if answer.status == 409]
    assert {answer.code for answer in late} == {"seat_taken"}
    assert late[-1].flaw["params"] == {"free": []}
    assert sorted(Participant.objects.values_list("seat", flat=True)) == [0, 1, 2, 3]
