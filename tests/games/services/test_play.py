from __future__ import annotations

from uuid import uuid4

import msgspec
import pytest

from games import selectors
from games.clock import Frozen
from games.errors import (
    MatchClosed,
    MatchOver,
    NoSuchMatch,
    NotStarted,
    NotYourSeat,
    RequestIdReused,
    StaleDecision,
)
from games.models import Match, Participant, Ply, Status
from games.rules.kernel import IllegalAction
from games.services import play, upkeep
from tests.games.tables import dealt, does, fingerprint, opened, people, picked, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny")]


def missed(match: Match, seat: int) -> int:
    return Participant.objects.get(match=match, seat=seat).missed


# --- An action ------------------------------------------------------------------------------------


def test_an_action_is_one_ply_with_its_events(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)

    played = does(ada, match, "pick", number=2, request_id="first")

    ply = Ply.objects.get(match=match)
    assert (played.seat, played.replayed, played.ply) == (0, False, ply)
    assert (ply.number, ply.seat, ply.timer_id, ply.at) == (1, 0, None, time.at)
    assert ply.action == {"type": "pick", "number": 2}
    assert ply.events == [{"type": "number_picked", "seat": 0}]
    assert ply.request_id == "first"
    assert played.match.ply == Match.objects.get(pk=match.pk).ply == 1
    assert state_of(match.pk).picks == [2, None]


def test_a_refused_action_changes_nothing(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    before = fingerprint(match.pk)

    with pytest.raises(IllegalAction) as refused:
        does(ada, match, "pick", number=3)

    assert refused.value.refusal.code == "no_such_number"
    assert fingerprint(match.pk) == before


def test_the_last_ply_finishes_the_match(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob, rounds=1)
    picked(match, ada, bob)
    does(ada, match, "pass")
    time.advance(1)

    played = does(bob, match, "pass")

    row = Match.objects.get(pk=match.pk)
    assert (row.status, row.finished_at) == (Status.FINISHED, time.at)
    assert row.outcome is not None
    assert sorted(row.outcome["places"]) == [1, 2]
    assert played.match.status == Status.FINISHED
    assert (row.clocks, row.deadline_at, row.bots_due_at) == ({}, None, None)


@pytest.mark.parametrize(
    "action",
    [
        {"type": "dance"},
        {"type": "pick"},
        {"type": "pick", "number": "1"},
        {"type": "pick", "number": 1, "seat": 1},
        ["pick", 1],
        None,
    ],
)
def test_what_is_no_action_of_this_game_changes_nothing(action: object, time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    before = fingerprint(match.pk)

    with pytest.raises(msgspec.ValidationError):
        play.act(match_id=match.pk, player=ada, action=action, request_id="x")

    assert fingerprint(match.pk) == before


# --- Who and when ---------------------------------------------------------------------------------


def test_there_is_no_such_match() -> None:
    (ada,) = people("Ada")

    with pytest.raises(NoSuchMatch):
        play.act(match_id=uuid4(), player=ada, action={"type": "pass"}, request_id="x")


def test_who_holds_no_seat_cannot_act(time: Frozen) -> None:
    ada, bob, eve = people("Ada", "Bob", "Eve")
    match = dealt(ada, bob)
    before = fingerprint(match.pk)

    with pytest.raises(NotYourSeat):
        does(eve, match, "pick", number=1)

    assert fingerprint(match.pk) == before


def test_an_open_match_cannot_be_played() -> None:
    (ada,) = people("Ada")
    match = opened(ada)

    with pytest.raises(NotStarted):
        does(ada, match, "pick", number=1)

    assert not Ply.objects.exists()


def test_a_finished_match_cannot_be_played(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob, rounds=1)
    picked(match, ada, bob)
    does(ada, match, "pass")
    does(bob, match, "pass")

    with pytest.raises(MatchOver):
        does(ada, match, "pass")

    assert Ply.objects.count() == 4


def test_an_abandoned_match_cannot_be_played(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    upkeep.abandon(match_id=match.pk)

    with pytest.raises(MatchClosed):
        does(ada, match, "pick", number=1)

    assert not Ply.objects.exists()


# --- Repeats and decisions ------------------------------------------------------------------------


def test_a_repeat_answers_the_same_ply_and_applies_nothing(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    first = does(ada, match, "pick", number=1, request_id="r")
    does(bob, match, "pick", number=1)
    before = fingerprint(match.pk)

    again = does(ada, match, "pick", number=1, request_id="r")

    assert (again.replayed, again.ply, again.seat) == (True, first.ply, 0)
    assert again.match.ply == 2
    assert fingerprint(match.pk) == before


def test_a_repeat_is_answered_after_the_end_too(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob, rounds=1)
    picked(match, ada, bob)
    does(ada, match, "pass")
    last = does(bob, match, "pass", request_id="last")

    again = does(bob, match, "pass", request_id="last")

    assert (again.replayed, again.ply) == (True, last.ply)


def test_a_repeat_is_answered_whatever_decision_it_names(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    does(ada, match, "pick", number=1, request_id="r", decision=1)

    assert does(ada, match, "pick", number=1, request_id="r", decision=1).replayed


def test_a_request_id_stands_for_one_action(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    does(ada, match, "pick", number=1, request_id="r")
    before = fingerprint(match.pk)

    with pytest.raises(RequestIdReused):
        does(ada, match, "pick", number=2, request_id="r")

    assert fingerprint(match.pk) == before


def test_two_seats_may_use_the_same_request_id(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    does(ada, match, "pick", number=1, request_id="r")

    assert does(bob, match, "pick", number=1, request_id="r").ply.number == 2


def test_a_refused_request_is_not_remembered(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    with pytest.raises(IllegalAction):
        does(ada, match, "pick", number=9, request_id="r")

    assert does(ada, match, "pick", number=1, request_id="r").ply.number == 1


def test_an_answer_to_an_old_question_is_refused_with_the_new_one(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    picked(match, ada, bob)
    does(ada, match, "peek", decision=2)
    before = fingerprint(match.pk)

    with pytest.raises(StaleDecision) as refused:
        does(ada, match, "pass", decision=2)

    assert refused.value.params == {"decision": 3}
    assert fingerprint(match.pk) == before
    assert does(ada, match, "pass", decision=3).ply.number == 4


# --- Late before legal ----------------------------------------------------------------------------


def test_an_action_at_the_very_deadline_is_late(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    picked(match, ada, bob)
    time.advance(30)

    with pytest.raises(IllegalAction) as refused:
        does(ada, match, "pass")

    assert refused.value.refusal.code == "not_now"
    bell = Ply.objects.get(match=match, number=3)
    assert (bell.seat, bell.action, bell.timer_id) == (None, None, 2)
    assert bell.events == [{"type": "timed_out", "seat": 0}]
    assert Match.objects.get(pk=match.pk).ply == 3


def test_an_action_just_before_the_deadline_is_in_time(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    picked(match, ada, bob)
    time.advance(29.999)

    assert does(ada, match, "pass").ply.number == 3


def test_a_late_action_is_judged_after_the_bell(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    picked(match, ada, bob)
    time.advance(31)

    played = does(bob, match, "pass")  # the bell made it Bob's turn

    assert played.ply.number == 4
    assert [ply.seat for ply in Ply.objects.filter(match=match)] == [0, 1, None, 1]


def test_a_repeat_rings_no_bell(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    does(ada, match, "pick", number=1, request_id="r")
    time.advance(31)

    assert does(ada, match, "pick", number=1, request_id="r").replayed
    assert Ply.objects.count() == 1


# --- Bells ----------------------------------------------------------------------------------------


def test_a_bell_that_is_not_due_does_nothing(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    time.advance(29)
    before = fingerprint(match.pk)

    assert play.ring_due(match_id=match.pk) == 0
    assert fingerprint(match.pk) == before


def test_a_doubled_bell_rings_once(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    time.advance(30)

    assert [play.ring_due(match_id=match.pk) for _ in range(2)] == [1, 0]
    assert Ply.objects.filter(match=match).count() == 1


def test_a_restarted_hourglass_runs_in_full_from_the_bell(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    time.advance(100)

    assert play.ring_due(match_id=match.pk) == 1

    row = Match.objects.get(pk=match.pk)
    assert row.deadline_at is not None
    assert (row.deadline_at - time.at).total_seconds() == 30


def test_two_bells_due_together_ring_in_the_order_of_their_deadlines(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    picked(match, ada, bob)
    time.advance(29)
    does(ada, match, "halt")  # 1 s + 3 s left of the turn, and a window of 5 s
    time.advance(5)

    assert play.ring_due(match_id=match.pk) == 1
    assert Match.objects.get(pk=match.pk).clocks == {
        "2": {"at": state_clock(time, 4), "since": state_clock(time, 0)}
    }
    time.advance(4)
    assert play.ring_due(match_id=match.pk) == 1
    assert list(Ply.objects.filter(match=match, seat=None).values_list("timer_id", flat=True)) == [
        3,
        2,
    ]


def state_clock(time: Frozen, seconds: int) -> int:
    return int(time.at.timestamp() + seconds) * 1000


def test_a_halt_shows_in_the_clocks_of_the_position(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    picked(match, ada, bob)
    time.advance(10)

    does(ada, match, "halt")

    clocks = selectors.position(match_id=match.pk, player=ada).clocks
    assert [(clock.name, clock.left_ms) for clock in clocks] == [("turn", 23_000), ("window", None)]


# --- Absent seats ---------------------------------------------------------------------------------


def test_two_own_time_outs_in_a_row_hand_the_seat_to_a_bot(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    time.advance(30)
    play.ring_due(match_id=match.pk)  # neither has picked
    assert (missed(match, 0), missed(match, 1)) == (1, 1)
    assert Match.objects.get(pk=match.pk).bots_due_at is None

    time.advance(30)
    play.ring_due(match_id=match.pk)  # Ada's turn passed

    ada_sits = Participant.objects.get(match=match, seat=0)
    assert (ada_sits.missed, ada_sits.played_by, ada_sits.player) == (2, "greedy", ada)
    assert missed(match, 1) == 1


def test_a_window_that_closes_is_nobodys_time_out(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    picked(match, ada, bob)
    does(ada, match, "halt")
    time.advance(5)

    assert play.ring_due(match_id=match.pk) == 1
    assert (missed(match, 0), missed(match, 1)) == (0, 0)


def test_who_acts_is_there_again(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    time.advance(30)
    play.ring_due(match_id=match.pk)

    does(ada, match, "pass")

    assert (missed(match, 0), missed(match, 1)) == (0, 1)


def test_even_a_refused_action_takes_the_seat_back_from_the_stand_in(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    for _ in range(2):
        time.advance(30)
        play.ring_due(match_id=match.pk)
    state = state_of(match.pk)
    assert Participant.objects.get(match=match, seat=0).played_by == "greedy"

    with pytest.raises(IllegalAction):
        does(ada, match, "pass")  # it is Bob's turn

    assert Participant.objects.get(match=match, seat=0).played_by == ""
    assert state_of(match.pk) == state


def test_the_stand_in_leaves_even_if_the_owner_comes_a_bell_too_late(time: Frozen) -> None:
    ada, bob = people("Ada", "Bob")
    match = dealt(ada, bob)
    time.advance(30)
    play.ring_due(match_id=match.pk)
    time.advance(30)  # Ada's second time-out is due, and nobody has rung it

    with pytest.raises(IllegalAction):
        does(ada, match, "pass")

    assert Ply.objects.filter(match=match).count() == 2
    assert missed(match, 0) == 0
