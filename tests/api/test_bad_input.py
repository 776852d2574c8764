"""Actions nobody should send: one clear problem each, and the table stays as it was."""

from __future__ import annotations

import json
from typing import Any, NamedTuple
from uuid import UUID

import pytest

from games.models import Match, Status
from games.rules.work_the_strip.cards import CARDS, KEYS_OF
from games.rules.work_the_strip.texts import card_title
from games.services import lobby
from tests.api.rest import Person, person
from tests.games.tables import fingerprint

pytestmark = [pytest.mark.form, pytest.mark.django_db, pytest.mark.usefixtures("broker")]

BIG = b'{"type": "initial_play", "sets": [], "x": "' + b"x" * 10_000_000 + b'"}'
DEEP = b'{"type": "initial_play", "sets": ' + b"[" * 30_000 + b"]" * 30_000 + b"}"


class Strip(NamedTuple):
    """A match of Work The Strip among three people, in its initial play."""

    match_id: UUID
    people: list[Person]

    @property
    def path(self) -> str:
        return f"/matches/{self.match_id}"

    def hand(self, seat: int) -> list[str]:
        """Return the cards of a seat, as that seat sees them."""
        found: list[str] = self.people[seat].get(f"{self.path}/position").body["view"]["hand"]
        return found


def strip(*, start: bool = True) -> Strip:
    people = [person(name) for name in ("Ada", "Bob", "Cleo")]
    match = lobby.create(
        host=people[0].player, game="work_the_strip", options={"rounds": 1}, seats=3
    )
    for one in people[1:]:
        lobby.join(match_id=match.pk, player=one.player)
    if start:
        lobby.start(match_id=match.pk, player=people[0].player)
    return Strip(match.pk, people)


def played_set(*cards: str) -> dict[str, Any]:
    return {"type": "initial_play", "sets": [{"mode": "name", "key": "taylor", "cards": cards}]}


@pytest.mark.parametrize(
    ("body", "status", "code", "pointer", "flaw"),
    [
        (b"", 400, "malformed", "/type", "missing_field"),
        (b"{}", 400, "malformed", "/type", "missing_field"),
        (b"[]", 400, "malformed", "", "wrong_type"),
        (b"null", 400, "malformed", "", "wrong_type"),
        (b'"ask"', 400, "malformed", "", "wrong_type"),
        (b"{", 400, "malformed", "", "malformed"),
        (b'{"type": "fold"}', 400, "malformed", "/type", "unknown_value"),
        (b'{"type": 1}', 400, "malformed", "/type", "wrong_type"),
        (b'{"type": "initial_play"}', 400, "malformed", "/sets", "missing_field"),
        (
            b'{"type": "initial_play", "sets": [], "x": 1}',
            *(400, "malformed", "/x", "unknown_field"),
        ),
        (b'{"type": "initial_play", "sets": {}}', 400, "malformed", "/sets", "wrong_type"),
        (b'{"type": "initial_play", "sets": [7]}', 400, "malformed", "/sets/0", "wrong_type"),
        (
            b'{"type": "initial_play", "sets": [{"mode": "name", "key": "taylor", "cards": [1]}]}',
            *(400, "malformed", "/sets/0/cards/0", "wrong_type"),
        ),
        (
            b'{"type": "initial_play", "sets": [{"mode": "up", "key": "taylor", "cards": []}]}',
            *(400, "malformed", "/sets/0/mode", "unknown_value"),
        ),
        (
            b'{"type": "initial_play", "type": "ask", "sets": []}',
            *(400, "malformed", "/type", "duplicate_key"),
        ),
        (
            b'{"type": "initial_play", "sets": [NaN]}',
            *(400, "malformed", "/sets/0", "not_a_number"),
        ),
        (
            b'{"type": "ask", "target": 9007199254740993, "mode": "name", "key": "taylor"}',
            *(400, "malformed", "/target", "out_of_range"),
        ),
        (b'{"type": "initial_play", "sets": ["\xff"]}', 400, "malformed", "", "bad_text"),
        (
            b'{"type": "initial_play", "sets": ["\\udead"]}',
            *(400, "malformed", "/sets/0", "bad_text"),
        ),
        (DEEP, 400, "malformed", "", "too_deep"),
        (BIG, 413, "payload_too_large", "", "too_large"),
    ],
)
def test_what_is_not_an_action_is_refused_at_its_place(
    body: bytes, status: int, code: str, pointer: str, flaw: str
) -> None:
    table = strip()
    before = fingerprint(table.match_id)
    answer = table.people[0].send("POST", f"{table.path}/actions", body)
    assert (answer.status, answer.code) == (status, code)
    assert (answer.flaw["pointer"], answer.flaw["code"]) == (pointer, flaw)
    assert fingerprint(table.match_id) == before


def test_a_card_of_another_hand_is_refused_like_one_of_the_pile_and_one_of_no_deck() -> None:
    table = strip()
    hands = [table.hand(seat) for seat in range(3)]
    foreign = next(card for card in hands[1] if not card.startswith("s_"))
    in_the_pile = next(card for card in CARDS if not any(card in hand for hand in hands))
    before = fingerprint(table.match_id)
    bodies = []
    for card in (foreign, in_the_pile, "n_nobody_1"):
        answer = table.people[0].post(f"{table.path}/actions", played_set(card, card))
        assert (answer.status, answer.code) == (409, "bad_card")
        assert answer.flaw["pointer"] == "/sets/0/cards/0"
        title = card_title(card) if card in CARDS else card
        assert answer.body["detail"].startswith(f"{title} is not in your hand")
        text = json.dumps(answer.body).replace(card, "?").replace(title, "?")
        bodies.append(text.replace(answer.body["trace_id"], "?"))
    assert bodies[0] == bodies[1] == bodies[2]
    assert fingerprint(table.match_id) == before


def test_a_card_named_twice_is_refused() -> None:
    table = strip()
    card = next(card for card in table.hand(0) if KEYS_OF[card])
    mode, _, key = KEYS_OF[card][0].partition(":")
    before = fingerprint(table.match_id)
    answer = table.people[0].post(
        f"{table.path}/actions",
        {"type": "initial_play", "sets": [{"mode": mode, "key": key, "cards": [card, card]}]},
    )
    assert (answer.status, answer.code) == (409, "duplicate_card")
    assert answer.flaw == {
        "pointer": "/sets/0/cards/0",
        "code": "duplicate_card",
        "params": {"card": card},
    }
    assert fingerprint(table.match_id) == before


def test_another_seat_cannot_be_named_at_all() -> None:
    table = strip()
    before = fingerprint(table.match_id)
    answer = table.people[0].post(
        f"{table.path}/actions", {"type": "initial_play", "sets": [], "seat": 1}
    )
    assert (answer.status, answer.code, answer.flaw["pointer"]) == (400, "malformed", "/seat")
    assert fingerprint(table.match_id) == before


def test_somebody_without_a_seat_cannot_act() -> None:
    table = strip()
    before = fingerprint(table.match_id)
    answer = person("Eve").post(f"{table.path}/actions", {"type": "initial_play", "sets": []})
    assert (answer.status, answer.code) == (403, "not_your_seat")
    assert fingerprint(table.match_id) == before


def test_out_of_phase_is_refused_by_its_rule() -> None:
    table = strip()
    before = fingerprint(table.match_id)
    answer = table.people[0].post(
        f"{table.path}/actions", {"type": "ask", "target": 1, "mode": "name", "key": "taylor"}
    )
    assert (answer.status, answer.code, answer.body["rule"]) == (409, "wrong_phase", "WTS 7.1")
    assert answer.body["detail"] == "Not now: this is another part of the day (initial_play)."
    assert fingerprint(table.match_id) == before


def test_nobody_acts_before_the_start() -> None:
    table = strip(start=False)
    before = fingerprint(table.match_id)
    answer = table.people[0].post(f"{table.path}/actions", {"type": "initial_play", "sets": []})
    assert (answer.status, answer.code) == (409, "not_started")
    assert fingerprint(table.match_id) == before


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (Status.FINISHED, "match_over"),
        (Status.ABANDONED, "match_abandoned"),
        (Status.FROZEN, "match_frozen"),
    ],
)
def test_nobody_acts_after_the_end(status: Status, code: str) -> None:
    table = strip()
    Match.objects.filter(pk=table.match_id).update(status=status)
    before = fingerprint(table.match_id)
    answer = table.people[0].post(f"{table.path}/actions", {"type": "initial_play", "sets": []})
    assert (answer.status, answer.code) == (503 if status == Status.FROZEN else 409, code)
    assert fingerprint(table.match_id) == before


@pytest.mark.parametrize("key", ["", " ", "a b", "x" * 65, "\u00e9", "tab\there"])
def test_a_key_is_one_to_sixty_four_visible_characters(key: str) -> None:
    table = strip()
    before = fingerprint(table.match_id)
    for path, body in (
        (f"{table.path}/actions", {"type": "initial_play", "sets": []}),
        ("/matches", {"game": {"type": "work_the_strip"}, "seats": 3}),
    ):
        answer = table.people[0].post(path, body, Idempotency_Key=key)
        assert (answer.status, answer.code) == (400, "bad_request_id")
        assert answer.flaw["params"] == {"header": "Idempotency-Key"}
    assert fingerprint(table.match_id) == before
    assert Match.objects.count() == 1


def test_a_whole_round_is_played_by_sending_legal_actions_back() -> None:
    table = strip()
    asked, plies = [0, 1, 2], 0
    while asked:
        one = table.people[asked[0]]
        one.checks = plies % 20 == 0  # some of them: comparing takes longer than playing
        position = one.get(f"{table.path}/position").body
        action = position["legal"][plies % len(position["legal"])]
        answer = one.post(f"{table.path}/actions", action, If_Decision=str(position["decision"]))
        assert (answer.status, answer.body["ply"]) == (200, plies + 1)
        asked, plies = answer.body["position"]["view"]["to_act"], plies + 1
    header = table.people[0].get(table.path).body
    assert (header["status"], header["ply"]) == ("finished", plies)
    assert len(header["outcome"]["scores"]) == 3
