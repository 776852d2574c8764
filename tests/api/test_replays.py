from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clients.verifier import verify
from games.models import Match, Ply, Status
from scoring import services as results
from scoring.replays import files, playback
from scoring.replays.models import ReplayShare, Seal
from tests.api.rest import Person, nobody, person
from tests.games.tables import dealt, does, fingerprint, picked
from tests.scoring.evenings import broken_off, evening, saved

TABLES = {"work_the_strip": 3, "lap_dance": 3, "hand_and_foot": 2}
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny", "broker")]


def finished(game: str = "lap_dance", seed: int = 2) -> tuple[Match, str]:
    """Return a finished match of bots and its path."""
    record = evening(game, TABLES[game], seed, {"rounds": 3 if game == "lap_dance" else 1})
    saved(record)
    results.rate_match(match_id=record.match.pk)
    return record.match, f"/matches/{record.match.pk}"


@pytest.fixture
def running() -> tuple[str, Person, Person, Match]:
    """Return a running match in which Ada has peeked, with Ada and Bob."""
    ada, bob = person("Ada"), person("Bob")
    match = dealt(ada.player, bob.player)
    picked(match, ada.player, bob.player)
    does(ada.player, match, "peek")
    return f"/matches/{match.pk}", ada, bob, match


def types_in(replay: dict[str, Any]) -> set[str]:
    return {event["type"] for ply in replay["plies"] for event in ply["events"]}


# --- A match that is over -------------------------------------------------------------------------


@pytest.mark.parametrize("game", TABLES)
def test_what_is_downloaded_passes_the_verifier_and_the_rules(game: str) -> None:
    match, path = finished(game)

    who = Person(checks=False)  # thousands of events against hundreds of types take their time
    replay, fairness = who.get(f"{path}/replay"), who.get(f"{path}/fairness")

    assert (replay.status, fairness.status) == (200, 200)
    assert replay.headers["Cache-Control"] == "private, no-store"
    assert [name for good, name, _ in verify.checks(replay.body, fairness.body) if not good] == []
    assert playback.check(files.read(json.dumps(replay.body).encode())) == []
    assert len(replay.body["plies"]) == match.ply


@pytest.mark.parametrize("action", [{"type": "pole_dance"}, {"type": "peek", "secret_word": 1}])
def test_a_log_that_cannot_be_played_tells_nobody_what_stands_in_it(
    action: dict[str, Any], running: tuple[str, Person, Person, Match], caplog: Any
) -> None:
    path, _, _, match = running
    Ply.objects.filter(match=match, seat__isnull=False).update(action=action)

    answer = nobody().get(f"{path}/replay")

    assert (answer.status, answer.code) == (500, "server_error")
    assert not [word for word in ("pole", "secret") if word in str(answer.body) + caplog.text]


def test_the_header_tells_the_head_of_the_chain() -> None:
    _, path = finished()

    header, listed = nobody().get(path), nobody().get("/matches?status=finished")

    head = Seal.objects.get().head
    assert header.body["chain"] == head == nobody().get(f"{path}/fairness").body["chain"]
    assert [match["chain"] for match in listed.body["matches"]] == [head]


def test_an_abandoned_match_has_its_head_too_and_passes_the_verifier() -> None:
    record = broken_off(evening("lap_dance", 3, 2, {"rounds": 3}), 40)
    saved(record)
    path, who = f"/matches/{record.match.pk}", Person(checks=False)
    before = who.get(f"{path}/fairness").body
    assert who.get(path).body["chain"] is None

    results.seal_abandoned(match_id=record.match.pk)

    replay, fairness = who.get(f"{path}/replay").body, who.get(f"{path}/fairness").body
    listed = who.get("/matches?status=abandoned").body["matches"]
    assert before == fairness
    assert who.get(path).body["chain"] == replay["chain"] == fairness["chain"]
    assert [match["chain"] for match in listed] == [Seal.objects.get().head] == [replay["chain"]]
    assert [name for good, name, _ in verify.checks(replay, fairness) if not good] == []
    assert playback.check(files.read(json.dumps(replay).encode())) == []


def test_of_a_match_that_cannot_be_played_the_seed_is_revealed_all_the_same() -> None:
    record = evening("lap_dance", 3, 2, {"rounds": 3})
    saved(record)
    Match.objects.filter(pk=record.match.pk).update(rules_version=7)

    proof = nobody().get(f"/matches/{record.match.pk}/fairness")

    assert (proof.status, proof.body["chain"]) == (200, None)
    assert proof.body["seed"] == bytes(record.match.seed).hex()


def test_heads_of_a_page_are_looked_up_together() -> None:
    for seed in range(3):
        finished(seed=seed)

    def queries(path: str) -> int:
        with CaptureQueriesContext(
            connection,
        ) as seen:
            assert nobody().get(path).status == 200
        return len(seen)

    assert queries("/matches?limit=3") == queries("/matches?limit=1")


@pytest.mark.parametrize("seat", [0, 2])
def test_anybody_may_look_through_anybodys_eyes(seat: int) -> None:
    _, path = finished()

    seen = nobody().get(f"{path}/replay?seat={seat}").body

    assert seen["eyes"] == seat
    assert list(seen["table"]) == list(seen["opening"]) == [str(seat)]
    assert seen["table"][str(seat)]["seat"] == seat
    assert (seen["seed"], seen["nonces"], seen["chain"]) == (None, None, None)


def test_any_ply_may_be_looked_at_without_what_one_has() -> None:
    match, path = finished()

    part = nobody().get(f"{path}/replay?ply=12&after=10").body

    assert (part["last"], part["ply"], part["after"]) == (match.ply, 12, 10)
    assert [ply["ply"] for ply in part["plies"]] == [11, 12]
    assert (part["opening"], part["outcome"]) == (None, None)


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("seat=3", 404, "no_such_seat"),
        ("ply=100000", 404, "no_such_ply"),
        ("after=100000", 404, "no_such_ply"),
        ("seat=10", 400, "malformed"),
        ("seat=-1", 400, "malformed"),
        ("ply=x", 400, "malformed"),
        ("ply=99999999999999999999", 400, "malformed"),
        ("eyes=all", 400, "malformed"),
    ],
)
def test_what_is_not_there_is_refused(query: str, status: int, code: str) -> None:
    _, path = finished()

    answer = nobody().get(f"{path}/replay?{query}")

    assert (answer.status, answer.code) == (status, code)


# --- A match that runs ----------------------------------------------------------------------------


def test_while_it_runs_each_sees_what_they_saw(
    running: tuple[str, Person, Person, Match],
) -> None:
    path, ada, bob, _ = running

    hers, his, onlookers = (who.get(f"{path}/replay").body for who in (ada, bob, nobody()))

    assert (hers["eyes"], his["eyes"], onlookers["eyes"]) == (0, 1, "spectator")
    assert "card_seen" in types_in(hers)
    assert "card_seen" not in types_in(his) | types_in(onlookers)
    assert ada.get(f"{path}/replay?seat=0").body == hers


def test_while_it_runs_the_proof_is_the_promise_alone(
    running: tuple[str, Person, Person, Match],
) -> None:
    path, ada, _, match = running

    proof = ada.get(f"{path}/fairness").body

    assert proof["commitment"] == match.commitment
    assert [proof[name] for name in ("seed", "nonces", "key", "chain")] == [None] * 4
    assert ada.get(path).body["chain"] is None


def test_while_it_runs_others_eyes_are_closed(running: tuple[str, Person, Person, Match]) -> None:
    path, ada, _, match = running
    before = fingerprint(match.pk)

    answer = ada.get(f"{path}/replay?seat=1")

    assert (answer.status, answer.code) == (403, "replay_not_open")
    assert answer.flaw["pointer"] == "/seat"
    assert fingerprint(match.pk) == before


# --- Links ----------------------------------------------------------------------------------------


def test_a_link_is_made_looked_through_and_taken_back() -> None:
    match, path = finished()
    ada = person("Ada")

    made = ada.post(f"{path}/shares", {"seat": 1})
    link = made.headers["Location"].removeprefix("/api/v1")
    seen = nobody().get(f"{link}?ply=5")
    listed = ada.get(f"{path}/shares")
    gone = ada.delete(link)
    after = nobody().get(link)

    assert (made.status, link) == (201, f"/replays/{made.body['token']}")
    assert (seen.body["match"], seen.body["eyes"], seen.body["ply"]) == (str(match.pk), 1, 5)
    assert listed.body == {"shares": [made.body]}
    assert (gone.status, after.status, after.code) == (204, 410, "share_revoked")
    assert ada.delete(link).status == 204
    assert ada.get(f"{path}/shares").body["shares"][0]["revoked_at"] is not None


def test_asked_again_it_is_the_same_link_with_a_key_and_without() -> None:
    _, path = finished()
    ada, bob = person("Ada"), person("Bob")

    answers = [ada.post(f"{path}/shares", key=key) for key in ("", "", "wish", "wish")]

    assert len({answer.body["token"] for answer in answers}) == 1
    assert {answer.body["eyes"] for answer in answers} == {"all"}
    assert answers[3].headers["Idempotency-Replayed"] == "true"
    assert bob.get(f"{path}/shares").body == {"shares": []}
    assert bob.post(f"{path}/shares").body["token"] != answers[0].body["token"]


def test_others_cannot_take_a_link_back() -> None:
    _, path = finished()
    ada, bob = person("Ada"), person("Bob")
    link = f"/replays/{ada.post(f'{path}/shares').body['token']}"

    refused = bob.delete(link)

    assert (refused.status, refused.code) == (403, "not_your_share")
    assert nobody().get(link).status == 200


def test_what_runs_cannot_be_shared(running: tuple[str, Person, Person, Match]) -> None:
    path, ada, _, _ = running

    refused = ada.post(f"{path}/shares", {"seat": 0})

    assert (refused.status, refused.code) == (409, "not_over")
    assert not ReplayShare.objects.exists()


def test_a_link_to_a_seat_that_is_not_there_is_refused() -> None:
    _, path = finished()

    refused = person("Ada").post(f"{path}/shares", {"seat": 3})

    assert (refused.status, refused.code) == (404, "no_such_seat")
    assert not ReplayShare.objects.exists()


def test_an_unlisted_match_is_found_by_its_id_or_a_link_and_no_other_way() -> None:
    match, path = finished()
    Match.objects.filter(pk=match.pk).update(visibility="unlisted", status=Status.FINISHED)
    ada = person("Ada")
    token = ada.post(f"{path}/shares").body["token"]

    assert nobody().get(f"/replays/{token}").status == 200
    assert nobody().get("/matches").body["matches"] == []
    assert nobody().get(f"/replays/{token[:-1]}").code == "no_such_share"
