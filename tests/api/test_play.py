"""Positions, actions and plies over REST."""

from __future__ import annotations

from uuid import uuid4

import pytest

from games import clock
from games.models import Ply
from games.services import lobby
from tests.api.rest import Person, nobody, person
from tests.games.tables import dealt, fingerprint, opened

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny", "broker")]


@pytest.fixture
def ada() -> Person:
    return person("Ada")


@pytest.fixture
def bob() -> Person:
    return person("Bob")


@pytest.fixture
def table(ada: Person, bob: Person, time: clock.Frozen) -> str:
    """Return the path of a running match of the two, in seats 0 and 1."""
    return f"/matches/{dealt(ada.player, bob.player).pk}"


# --- The position ---------------------------------------------------------------------------------


def test_a_position_is_exactly_what_the_contract_names(ada: Person, table: str) -> None:
    answer = ada.get(f"{table}/position")
    assert answer.status == 200
    assert answer.body == {
        "epoch": 1,
        "ply": 0,
        "view": {
            "seat": 0,
            "to_act": [0, 1],
            "card": answer.body["view"]["card"],
            "picked": [],
            "phase": "pick",
            "round": 0,
        },
        "hints": {"numbers": [0, 1, 2]},
        "legal": [{"type": "pick", "number": number} for number in range(3)],
        "complete": True,
        "decision": 1,
        "timers": [
            {"id": 1, "name": "pick", "seats": [0, 1], "deadline_at": "2030-01-01T12:00:30Z"}
        ],
        "server_time": "2030-01-01T12:00:00Z",
        "seat": 0,
        "status": "running",
    }
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_a_paused_timer_says_what_is_left(ada: Person, bob: Person, table: str) -> None:
    for one in (ada, bob):
        one.post(f"{table}/actions", {"type": "pick", "number": 1})
    answer = ada.post(f"{table}/actions", {"type": "halt"})
    assert answer.body["position"]["timers"] == [
        {"id": 2, "name": "turn", "seats": [0], "left_ms": 33_000},
        {"id": 3, "name": "window", "seats": [0, 1], "deadline_at": "2030-01-01T12:00:05Z"},
    ]


def test_a_spectator_has_no_hints_no_actions_and_no_cards(table: str) -> None:
    answer = nobody().get(f"{table}/position")
    assert answer.status == 200
    assert (answer.body["hints"], answer.body["legal"]) == (None, [])
    assert answer.body["view"]["seat"] is None
    assert answer.body["view"]["card"] is None


def test_an_unchanged_position_is_not_sent_again(
    ada: Person, table: str, time: clock.Frozen
) -> None:
    tag = ada.get(f"{table}/position").headers["ETag"]
    time.advance(5)
    again = ada.get(f"{table}/position", If_None_Match=tag)
    assert (again.status, again.body, again.headers["ETag"]) == (304, None, tag)
    ada.post(f"{table}/actions", {"type": "pick", "number": 0})
    assert ada.get(f"{table}/position", If_None_Match=tag).status == 200


def test_two_seats_have_two_tags(ada: Person, bob: Person, table: str) -> None:
    tags = [one.get(f"{table}/position").headers["ETag"] for one in (ada, bob)]
    assert tags[0] != tags[1]


def test_there_is_no_position_before_the_start(ada: Person) -> None:
    answer = ada.get(f"/matches/{opened(ada.player).pk}/position")
    assert (answer.status, answer.code) == (409, "not_started")


# --- Actions --------------------------------------------------------------------------------------


def test_an_action_answers_its_ply_its_events_and_the_position(ada: Person, table: str) -> None:
    answer = ada.post(f"{table}/actions", {"type": "pick", "number": 2})
    assert answer.status == 200
    assert (answer.body["ply"], answer.body["events"]) == (
        1,
        [{"type": "number_picked", "seat": 0}],
    )
    assert answer.body["position"]["view"]["picked"] == [0]
    assert "Idempotency-Replayed" not in answer.headers


def test_the_mover_is_told_its_secret_and_nobody_else(ada: Person, bob: Person, table: str) -> None:
    for one in (ada, bob):
        one.post(f"{table}/actions", {"type": "pick", "number": 1})
    answer = ada.post(f"{table}/actions", {"type": "peek"})
    card = answer.body["position"]["view"]["card"]
    assert answer.body["events"] == [
        {"type": "peeked", "seat": 0},
        {"type": "card_seen", "seat": 0, "card": card},
    ]
    seen = {
        reader: answer.body["plies"][-1]["events"]
        for reader, answer in (
            ("bob", bob.get(f"{table}/plies?after=2")),
            ("nobody", nobody().get(f"{table}/plies?after=2")),
        )
    }
    assert seen == {
        "bob": [{"type": "peeked", "seat": 0}],
        "nobody": [{"type": "peeked", "seat": 0}],
    }


def test_a_repeat_answers_the_same_ply_and_events_with_the_position_of_now(
    ada: Person, bob: Person, table: str
) -> None:
    key, pick = str(uuid4()), {"type": "pick", "number": 2}
    first = ada.post(f"{table}/actions", pick, key=key)
    bob.post(f"{table}/actions", {"type": "pick", "number": 0})
    again = ada.post(f"{table}/actions", pick, key=key)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert (again.body["ply"], again.body["events"]) == (1, first.body["events"])
    assert again.body["position"]["ply"] == 2
    assert Ply.objects.count() == 2


def test_a_key_with_another_body_is_refused(ada: Person, table: str) -> None:
    key = str(uuid4())
    ada.post(f"{table}/actions", {"type": "pick", "number": 2}, key=key)
    answer = ada.post(f"{table}/actions", {"type": "pick", "number": 1}, key=key)
    assert (answer.status, answer.code) == (422, "request_id_reused")
    assert Ply.objects.count() == 1


def test_a_refused_action_can_be_corrected_under_the_same_key(ada: Person, table: str) -> None:
    key = str(uuid4())
    refused = ada.post(f"{table}/actions", {"type": "pick", "number": 7}, key=key)
    assert (refused.status, refused.code) == (409, "no_such_number")
    assert ada.post(f"{table}/actions", {"type": "pick", "number": 1}, key=key).status == 200


def test_a_refusal_names_the_rule_the_field_and_the_match(ada: Person, table: str) -> None:
    answer = ada.post(f"{table}/actions", {"type": "pick", "number": 7})
    trace_id = answer.body["trace_id"]
    assert answer.body == {
        "type": "http://localhost:8000/problems/no_such_number",
        "title": "Illegal action",
        "status": 409,
        "code": "no_such_number",
        "rule": "Tiny 2",
        "detail": "Numbers go from 0 to 2.",
        "errors": [{"pointer": "/number", "code": "no_such_number", "params": {}}],
        "match": table.removeprefix("/matches/"),
        "retryable": False,
        "trace_id": trace_id,
    }


def test_a_stale_decision_brings_the_question_and_the_position(
    ada: Person, bob: Person, table: str
) -> None:
    for one in (ada, bob):
        one.post(f"{table}/actions", {"type": "pick", "number": 1})
    answer = ada.post(f"{table}/actions", {"type": "pass"}, If_Decision="1")
    assert (answer.status, answer.code) == (409, "stale_decision")
    assert answer.body["decision"] == answer.body["position"]["decision"] == 2
    assert Ply.objects.count() == 2
    assert ada.post(f"{table}/actions", {"type": "pass"}, If_Decision="2").status == 200


@pytest.mark.parametrize("decision", ["", "x", "-1", "1.0", "1" * 10, "\u0661"])
def test_a_decision_is_a_number(ada: Person, table: str, decision: str) -> None:
    answer = ada.post(f"{table}/actions", {"type": "pick", "number": 1}, If_Decision=decision)
    assert (answer.status, answer.code) == (400, "malformed")
    assert answer.flaw["params"] == {"header": "If-Decision"}
    assert Ply.objects.count() == 0


def test_a_fault_of_the_rules_is_a_declared_one_and_tells_nothing(
    ada: Person, table: str, caplog: pytest.LogCaptureFixture
) -> None:
    answer = ada.post(f"{table}/actions", {"type": "break"})
    assert (answer.status, answer.code) == (503, "engine_fault")
    assert "canary" not in str(answer.body)
    assert "canary" not in caplog.text
    again = ada.post(f"{table}/actions", {"type": "pick", "number": 1})
    assert (again.status, again.code) == (503, "match_frozen")


# --- Plies ----------------------------------------------------------------------------------------


def test_plies_are_what_the_socket_sends(ada: Person, bob: Person, table: str) -> None:
    match_id = table.removeprefix("/matches/")
    for one in (ada, bob):
        one.post(f"{table}/actions", {"type": "pick", "number": 1})
    answer = nobody().get(f"{table}/plies?after=1")
    assert answer.body == {
        "match": match_id,
        "epoch": 1,
        "ply": 2,
        "plies": [
            {
                "match": match_id,
                "epoch": 1,
                "ply": 2,
                "at": "2030-01-01T12:00:00Z",
                "events": [
                    {"type": "number_picked", "seat": 1},
                    {"type": "round_started", "round": 1},
                ],
            }
        ],
    }


def test_nothing_missed_is_an_empty_list(ada: Person, table: str) -> None:
    answer = ada.get(f"{table}/plies?after=0&wait=25")
    assert (answer.status, answer.body["ply"], answer.body["plies"]) == (200, 0, [])


def test_an_open_match_has_no_plies_yet(ada: Person) -> None:
    match = opened(ada.player)
    assert ada.get(f"/matches/{match.pk}/plies").body["plies"] == []


@pytest.mark.parametrize(
    ("query", "parameter", "code"),
    [
        ("after=-1", "after", "out_of_range"),
        ("after=x", "after", "wrong_type"),
        ("after=99999999999", "after", "out_of_range"),
        ("wait=26", "wait", "out_of_range"),
        ("wait=-1", "wait", "out_of_range"),
        ("wait=1.5", "wait", "wrong_type"),
        ("since=1", "since", "unknown_field"),
        ("after=1&after=2", "after", "duplicate_key"),
    ],
)
def test_a_bad_query_names_its_parameter(
    ada: Person, table: str, query: str, parameter: str, code: str
) -> None:
    answer = ada.get(f"{table}/plies?{query}")
    assert (answer.status, answer.code) == (400, "malformed")
    assert (answer.flaw["code"], answer.flaw["params"]) == (code, {"parameter": parameter})


# --- What waits for me ----------------------------------------------------------------------------


def test_my_questions_are_the_matches_that_wait_for_me(
    ada: Person, bob: Person, table: str
) -> None:
    match_id = table.removeprefix("/matches/")
    assert ada.get("/me/questions").body == {
        "questions": [
            {
                "match": match_id,
                "game": "tiny",
                "seat": 0,
                "decision": 1,
                "ply": 0,
                "deadline_at": "2030-01-01T12:00:30Z",
            }
        ]
    }
    ada.post(f"{table}/actions", {"type": "pick", "number": 1})
    assert ada.get("/me/questions").body == {"questions": []}
    assert len(bob.get("/me/questions").body["questions"]) == 1


def test_a_finished_match_can_still_be_looked_at(
    ada: Person, bob: Person, table: str, time: clock.Frozen
) -> None:
    while ada.get(table).body["status"] == "running":
        time.advance(31)
        ada.get(f"{table}/position")
    answer = ada.get(f"{table}/position")
    assert (answer.status, answer.body["legal"], answer.body["timers"]) == (200, [], [])
    late = ada.post(f"{table}/actions", {"type": "pass"})
    assert (late.status, late.code) == (409, "match_over")
    header = bob.get(table).body
    assert sorted(header["outcome"]["places"]) == [1, 2]
    assert header["finished_at"] is not None


def test_leaving_and_refused_strangers_change_nothing(ada: Person, bob: Person, table: str) -> None:
    match_id = dealt(ada.player, bob.player).pk
    before = fingerprint(match_id)
    stranger = person("Eve")
    answer = stranger.post(f"/matches/{match_id}/actions", {"type": "pick", "number": 1})
    assert (answer.status, answer.code) == (403, "not_your_seat")
    assert fingerprint(match_id) == before
    lobby.leave(match_id=match_id, player=bob.player, seat=1)
    assert bob.post(f"/matches/{match_id}/actions", {"type": "pick", "number": 1}).status == 403
