"""The minute and what is out of turn, as the guide tells them to clients: Lap Dance over REST."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from games.clock import Frozen
from games.models import Match
from games.rules import registry
from games.services import play
from tests.api.rest import Answer, Person, person
from tests.games.lap_tables import planning, state_of
from tests.games.tables import fingerprint

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("broker")]

MINUTE_SECONDS = 60


class Table:
    """Three people in the minute; every answer is held against the description."""

    def __init__(self, **options: Any) -> None:
        self.people = [person(name) for name in ("Ada", "Bob", "Cleo")]
        self.match = planning(*(one.player for one in self.people), **options)

    def position(self, seat: int) -> dict[str, Any]:
        found: dict[str, Any] = self.people[seat].get(f"/matches/{self.match.pk}/position").body
        return found

    def acts(self, seat: int, key: str = "", decision: int | None = None, **action: Any) -> Answer:
        headers = {} if decision is None else {"If_Decision": str(decision)}
        path = f"/matches/{self.match.pk}/actions"
        return self.people[seat].post(path, action, key=key or uuid4().hex, **headers)

    def places(self, seat: int) -> tuple[str, ...]:
        """Let a seat place the first Stack of one card that is listed."""
        stacks = [one for one in self.position(seat)["legal"] if one["type"] == "set_stack"]
        action = next(stack for stack in stacks if len(stack["cards"]) == 1)
        assert self.acts(seat, **action).status == 200
        return tuple(action["cards"])

    def to_the_turns(self, time: Frozen) -> None:
        """Let everybody be ready, the first with a card, so that the dice come out."""
        self.places(0)
        for seat in range(3):
            assert self.acts(seat, type="ready").status == 200
        assert state_of(self.match).phase == "action"


@pytest.fixture
def table(time: Frozen) -> Table:
    """No Events, so that the dice follow at once."""
    return Table(customers=("c15", "c09", "c10"))


def hand_out(match: Match, seat: int, card: str) -> None:
    """Put a Special from its deck into a seat's hand."""
    row = Match.with_secrets.get(pk=match.pk)
    state: Any = registry.decode_state(registry.kind("lap_dance"), bytes(row.state or b""))
    state.special_deck.remove(card)
    state.seats[seat].specials.append(card)
    data = registry.encode_state(state)
    Match.with_secrets.filter(pk=row.pk).update(state=data, stamp=row.stamp + 1)


# --- The minute -----------------------------------------------------------------------------------


def test_everybody_is_asked_at_once_and_has_a_question_of_its_own(table: Table) -> None:
    before = [table.position(seat) for seat in range(3)]
    assert [sorted(position["view"]["to_act"]) for position in before] == [[0, 1, 2]] * 3

    table.places(0)

    after = [table.position(seat)["decision"] for seat in range(3)]
    assert after[0] > before[0]["decision"]
    assert after[1:] == [position["decision"] for position in before[1:]]


def test_what_others_plan_makes_no_answer_stale(table: Table) -> None:
    decision = table.position(1)["decision"]
    table.places(0)
    table.places(2)

    assert table.acts(1, decision=decision, type="ready").status == 200


def test_an_own_plan_does(table: Table) -> None:
    decision = table.position(0)["decision"]
    table.places(0)

    answer = table.acts(0, decision=decision, type="ready")

    assert (answer.status, answer.code) == (409, "stale_decision")


def test_the_timer_says_when_the_minute_ends(table: Table, time: Frozen) -> None:
    (timer,) = table.position(0)["timers"]
    assert (timer["name"], sorted(timer["seats"])) == ("preparation", [0, 1, 2])
    assert timer["deadline_at"] == "2030-01-01T12:01:00Z"


def test_ready_cannot_be_said_twice_but_repeated(table: Table) -> None:
    first = table.acts(0, key="ready-1", type="ready")
    repeated = table.acts(0, key="ready-1", type="ready")
    again = table.acts(0, type="ready")

    assert (first.status, repeated.status) == (200, 200)
    assert repeated.headers["Idempotency-Replayed"] == "true"
    assert (again.status, again.code) == (409, "already_ready")


def test_who_is_late_is_told_so_and_finds_out_what_the_bell_did(table: Table, time: Frozen) -> None:
    cards = table.places(1)
    time.advance(MINUTE_SECONDS)
    assert table.acts(1, type="ready").status == 409

    position = table.position(1)

    seats = position["view"]["seats"]
    assert position["view"]["phase"] == "action"
    assert sorted(seat["priority"] for seat in seats) == [1, 2, 3]
    assert tuple(seats[1]["stack"]) == cards


def test_a_minute_begun_again_has_another_timer(table: Table, time: Frozen) -> None:
    (first,) = table.position(0)["timers"]
    time.advance(MINUTE_SECONDS)

    (second,) = table.position(0)["timers"]

    assert (first["name"], second["name"]) == ("preparation", "preparation")
    assert second["id"] > first["id"]
    assert second["deadline_at"] == "2030-01-01T12:02:00Z"


def test_others_see_how_many_cards_and_no_more(table: Table) -> None:
    table.places(0)
    (stack,) = [seat["stack"] for seat in table.position(1)["view"]["seats"][:1]]
    counts = [seat["stack_count"] for seat in table.position(1)["view"]["seats"]]
    assert (stack, counts) == (None, [1, 0, 0])


# --- Out of turn ----------------------------------------------------------------------------------


def test_a_special_is_played_while_nobody_waits_for_it(table: Table, time: Frozen) -> None:
    table.to_the_turns(time)
    hand_out(table.match, 1, "sp2a")
    assert table.acts(0, type="roll").status == 200  # the stage begins, and others are invited
    position = table.position(1)
    assert 1 not in position["view"]["to_act"]
    thefts = [action for action in position["legal"] if action["type"] == "play_special"]
    assert {action["target"] for action in thefts} == {0, 2}

    answer = table.acts(1, **thefts[0])

    assert answer.status == 200
    kinds = [event["type"] for event in answer.body["events"]]
    assert kinds[:2] == ["special_played", "money_stolen"]
    assert table.position(0)["view"]["to_act"] == [0]


def test_an_invitation_is_a_new_decision_that_may_go_unanswered(table: Table, time: Frozen) -> None:
    table.to_the_turns(time)
    hand_out(table.match, 1, "sp2a")
    before = [table.position(seat)["decision"] for seat in (1, 2)]

    table.acts(0, type="roll")

    after = [table.position(seat)["decision"] for seat in (1, 2)]
    assert after[0] > before[0]
    assert after[1] == before[1]
    questions = table.people[1].get("/me/questions").body["questions"]
    assert questions == [], "nobody waits for an answer"


def test_a_special_of_somebody_else_is_refused_as_one_of_no_deck(
    table: Table, time: Frozen
) -> None:
    """A refusal says nothing that its reader could not see."""
    table.to_the_turns(time)
    hand_out(table.match, 1, "sp2a")
    before = fingerprint(table.match.pk)
    refused = [
        table.acts(2, type="play_special", card=card, target=0) for card in ("sp2a", "sp2b", "sp0z")
    ]
    bodies = [{**answer.body, "trace_id": ""} for answer in refused]
    assert [answer.status for answer in refused] == [409] * 3
    assert bodies[0] == bodies[1] == bodies[2]
    assert fingerprint(table.match.pk) == before


def test_in_the_window_holders_are_asked_and_the_turn_stands_still(
    table: Table, time: Frozen
) -> None:
    """LAP 9.4: before orders are served, for six seconds."""
    table.to_the_turns(time)
    hand_out(table.match, 1, "sp6a")
    mover = table.position(0)["view"]["to_act"][0]
    table.acts(mover, type="roll")
    while table.position(mover)["view"]["turn"]["stage"] != "resolve":
        options = [one for one in table.position(mover)["legal"] if one["type"] != "reroll"]
        assert table.acts(mover, **options[0]).status == 200

    position = table.position(1)
    timers = {timer["name"]: timer for timer in position["timers"]}

    assert position["view"]["to_act"] == [1]
    assert "left_ms" in timers["turn"]
    assert {"type": "pass_reaction"} in position["legal"]
    assert table.acts(1, type="pass_reaction").status == 200
    assert table.position(mover)["view"]["to_act"] == [mover]


def test_the_bell_of_the_window_lets_the_turn_go_on(table: Table, time: Frozen) -> None:
    table.to_the_turns(time)
    hand_out(table.match, 1, "sp6a")
    mover = table.position(0)["view"]["to_act"][0]
    table.acts(mover, type="roll")
    while table.position(mover)["view"]["turn"]["stage"] != "resolve":
        options = [one for one in table.position(mover)["legal"] if one["type"] != "reroll"]
        table.acts(mover, **options[0])
    time.advance(6)

    assert play.ring_due(match_id=table.match.pk) == 1
    assert table.position(mover)["view"]["to_act"] == [mover]
    assert Person().get(f"/matches/{table.match.pk}/position").status == 200
