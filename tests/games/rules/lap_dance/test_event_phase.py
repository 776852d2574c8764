"""Laps of Events in Priority order, and Vladimir at the door (LAP 8)."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.kernel import Seat
from tests.games.rules.lap_dance.builder import Table, happening, planning
from tests.games.rules.lap_dance.words import (
    PASS,
    READY,
    A,
    AnyAction,
    B,
    C,
    activates,
    cards,
    lays,
    throws_out,
    uses,
)

THREE = ["Big Spender Table, Fresh Delivery", "House Star", "Big Spender Table b"]


def quiet(*stacks: str, **more: Any) -> Table:
    """An Event Phase in which nobody can pay Vladimir."""
    return happening(stacks=list(stacks), favor=[0] * len(stacks), **more)


# --- Laps -----------------------------------------------------------------------------------------


def test_s21_two_none_and_one_event_make_a_c_a() -> None:
    at = quiet(*THREE)
    steps = [at.step]
    for seat, title in ((A, "Fresh Delivery"), (C, "Big Spender Table b")):
        at.act(seat, activates(title))
        steps.append(at.step)
    assert steps == [A, C, A]
    at.act(A, activates("Big Spender Table"))
    assert at.phase == "action"


def test_r26_players_without_events_are_passed_over() -> None:
    at = quiet("", "House Star", "Big Spender Table", priority=[1, 2, 3])
    assert (at.step, at.state.to_act) == (C, [C])


def test_laps_follow_the_priority_numbers() -> None:
    at = quiet("Big Spender Table", "Wrong Bill", "Fresh Delivery", priority=[3, 1, 2])
    steps = [at.step]
    at.act(B, activates("Wrong Bill", on=A))
    steps.append(at.step)
    at.act(C, activates("Fresh Delivery"))
    steps.append(at.step)
    assert steps == [B, C, A]


def test_r25_the_own_choice_of_order() -> None:
    for first in ("Big Spender Table", "Fresh Delivery"):
        at = quiet(*THREE).act(A, activates(first))
        assert at.activated == cards(first)


def test_r25_activating_is_a_must() -> None:
    at = happening(stacks=THREE)
    assert at.refused(A, PASS) == "must_activate"


def test_an_event_is_activated_once() -> None:
    at = quiet(*THREE).act(A, activates("Fresh Delivery"))
    at.act(C, activates("Big Spender Table b"))
    assert at.refused(A, activates("Fresh Delivery")) == "bad_card"


def test_an_activated_event_stays_in_the_stack_and_its_die_counts() -> None:
    at = quiet("Staff Birthday, House Star", "").act(A, activates("Staff Birthday"))
    assert at.stack(A) == cards("Staff Birthday, House Star")
    assert at.dice_now(A) == 2 + 1 + 1


def test_without_events_the_phase_is_over_at_once() -> None:
    at = planning(hands=["House Star", ""], desire="Front Row Seats").act(A, lays("House Star"))
    at.act(A, READY).act(B, READY)
    assert (at.phase, at.stage, at.active) == ("action", "preroll", A)


@pytest.mark.parametrize(
    ("seat", "action", "code"),
    [
        (B, activates("Big Spender Table b"), "not_your_step"),
        (C, activates("Big Spender Table b"), "not_your_step"),
        (B, PASS, "not_your_step"),
        (C, throws_out("Big Spender Table", of=A), "not_your_step"),
        (A, activates("Big Spender Table b"), "bad_card"),
        (A, activates("House Star"), "bad_card"),
        (A, activates("Coffee Break"), "bad_card"),
    ],
)
def test_a_step_belongs_to_one_seat_and_its_own_events(
    seat: Seat, action: AnyAction, code: str
) -> None:
    assert happening(stacks=THREE).refused(seat, action) == code


# --- R28: Priority changes ------------------------------------------------------------------------


def test_r28_a_swap_leaves_the_lap_as_it_is() -> None:
    at = quiet("Queue Jump, Big Spender Table", "Fresh Delivery", "Wrong Bill, Staff Birthday").act(
        A, activates("Queue Jump", on=C)
    )
    assert at.priority == [3, 2, 1]
    assert at.step == B
    at.act(B, activates("Fresh Delivery"))
    assert at.step == C


def test_r28_the_next_lap_uses_the_new_numbers() -> None:
    at = quiet("Queue Jump, Big Spender Table", "Fresh Delivery", "Wrong Bill, Staff Birthday")
    at.act(A, activates("Queue Jump", on=C)).act(B, activates("Fresh Delivery"))
    at.act(C, activates("Staff Birthday"))
    assert at.step == C
    at.act(C, activates("Wrong Bill", on=B))
    assert at.step == A


def test_r28_the_action_phase_uses_the_new_numbers() -> None:
    at = quiet("Queue Jump", "", "").act(A, activates("Queue Jump", on=B))
    assert (at.phase, at.active) == ("action", B)
    assert at.order == [B, A, C]


# --- R24: Vladimir --------------------------------------------------------------------------------


def test_r24_before_activating_a_player_may_use_vladimir() -> None:
    at = happening(stacks=THREE).act(A, throws_out("Big Spender Table b", of=C))
    assert at.stack(C) == ()
    assert at.state.discard == list(cards("Big Spender Table b"))
    assert (at.favor, at.free("vladimir")) == ([1, 2, 2], 0)
    assert at.money == [3, 3, 3]
    assert at.step == A
    assert at.refused(A, PASS) == "must_activate"


def test_r24_a_player_without_events_may_use_vladimir_or_pass() -> None:
    at = happening(stacks=THREE).act(A, activates("Fresh Delivery"))
    assert at.step == B
    assert at.kinds(B) == {"use_staff", "pass_event"}
    assert at.after(B, PASS).step == C
    thrown = at.after(B, throws_out("Big Spender Table", of=A))
    assert thrown.step == C
    assert thrown.stack(A) == cards("Fresh Delivery")


def test_r24_her_step_ends_when_she_has_no_event_of_her_own() -> None:
    at = happening(stacks=["", "Big Spender Table, Fresh Delivery", ""], seats=4)
    assert at.free("vladimir") == 2
    at.act(A, throws_out("Fresh Delivery", of=B))
    assert at.step == B


def test_r21_vladimir_twice_in_one_step_while_slots_last() -> None:
    at = happening(stacks=["Staff Birthday", "Big Spender Table, Fresh Delivery", "Wrong Bill", ""])
    at.act(A, throws_out("Fresh Delivery", of=B), throws_out("Wrong Bill", of=C))
    assert (at.favor[A], at.free("vladimir"), at.step) == (0, 0, A)
    assert at.refused(A, throws_out("Big Spender Table", of=B)) == "no_slot"


def test_a_thrown_out_event_gives_no_die() -> None:
    at = happening(stacks=["", "Staff Birthday, House Star"])
    at.act(A, throws_out("Staff Birthday", of=B))
    assert at.phase == "action"
    assert at.dice_now(B) == 2 + 1
    assert at.favor == [1, 2]


def test_the_phase_ends_as_soon_as_the_last_event_is_thrown_out() -> None:
    at = happening(stacks=["Big Spender Table", "", "Fresh Delivery"], favor=[0, 2, 0])
    at.act(A, activates("Big Spender Table")).act(B, throws_out("Fresh Delivery", of=C))
    assert (at.phase, at.active) == ("action", A)


@pytest.mark.parametrize(
    ("favor", "used", "customer"),
    [
        ([2, 0, 2], 0, "The Generous Heiress"),
        ([2, 1, 2], 0, "The Union Delegate"),
        ([2, 2, 2], 1, "The Generous Heiress"),
        ([2, 0, 2], 1, "The Old Friend Of The House"),
    ],
    ids=["no favor", "too dear", "no slot", "free but no slot"],
)
def test_who_cannot_use_vladimir_is_passed_over(favor: list[int], used: int, customer: str) -> None:
    at = happening(stacks=THREE, favor=favor, used={"vladimir": used}, customer=customer)
    assert at.act(A, activates("Fresh Delivery")).step == C


def test_an_old_friend_has_vladimir_for_nothing() -> None:
    at = happening(stacks=THREE, favor=[0, 0, 0], customer="The Old Friend Of The House").act(
        A, activates("Fresh Delivery")
    )
    at.act(B, throws_out("Big Spender Table b", of=C))
    assert (at.favor[B], at.free("vladimir")) == (0, 0)


def test_the_union_makes_vladimir_dearer() -> None:
    at = happening(stacks=THREE, customer="The Union Delegate")
    assert at.act(A, throws_out("Big Spender Table b", of=C)).favor[A] == 0


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (throws_out("Fresh Delivery", of=A), "bad_target"),
        (throws_out("House Star", of=B), "bad_target"),
        (throws_out("Fresh Delivery", of=C), "bad_card"),
        (throws_out("House Star", of=C), "bad_card"),
        (throws_out("Big Spender Table b", of=3), "bad_target"),
        (throws_out("Big Spender Table b", of=-1), "bad_target"),
        (uses("vladimir"), "bad_target"),
        (uses("vladimir", on=C), "bad_card"),
        (uses("nadia"), "wrong_phase"),
        (uses("jerry"), "wrong_phase"),
        (uses("igor"), "bad_choice"),
    ],
)
def test_vladimir_takes_an_event_of_somebody_else(action: AnyAction, code: str) -> None:
    assert happening(stacks=THREE).refused(A, action) == code


def test_vladimir_takes_no_activated_event() -> None:
    at = happening(stacks=THREE).act(A, activates("Fresh Delivery"))
    assert at.refused(B, throws_out("Fresh Delivery", of=A)) == "bad_card"


def test_vladimir_costs_favor_and_a_slot() -> None:
    poor = happening(stacks=THREE, favor=[0, 2, 2])
    assert poor.refused(A, throws_out("Big Spender Table b", of=C)) == "no_favor"
    full = happening(stacks=THREE, used={"vladimir": 1})
    assert full.refused(A, throws_out("Big Spender Table b", of=C)) == "no_slot"


def test_pass_is_for_a_step_without_events() -> None:
    at = happening(stacks=["", "Big Spender Table", "Fresh Delivery"])
    steps = [at.step]
    at.act(A, PASS)
    steps.append(at.step)
    at.act(B, activates("Big Spender Table"))
    steps.append(at.step)
    at.act(C, activates("Fresh Delivery"))
    assert steps == [A, B, C]
    assert at.phase == "action"


def test_who_passed_is_asked_again_in_the_next_lap() -> None:
    at = happening(stacks=["", "Big Spender Table, Fresh Delivery"])
    at.act(A, PASS).act(B, activates("Big Spender Table"))
    assert at.step == A


def test_the_event_phase_runs_forward_also_for_the_pilot() -> None:
    at = quiet("Big Spender Table", "Fresh Delivery", customer="The Jet-lagged Pilot")
    assert at.step == A
    at.act(A, activates("Big Spender Table")).act(B, activates("Fresh Delivery"))
    assert (at.phase, at.order, at.active) == ("action", [B, A], B)


def test_who_loses_her_last_event_before_her_step_drops_out_of_the_lap() -> None:
    at = happening(stacks=["Big Spender Table", "Fresh Delivery", "Wrong Bill"], favor=[2, 0, 0])
    at.act(A, throws_out("Fresh Delivery", of=B), activates("Big Spender Table"))
    assert at.step == C


def test_favor_gained_in_the_lap_brings_vladimir_into_reach() -> None:
    at = happening(stacks=["Staff Birthday", "", "Wrong Bill"], favor=[0, 0, 0])
    at.act(A, activates("Staff Birthday"))
    assert at.step == C
    at = happening(stacks=["Staff Birthday", "Wrong Bill, Coffee Break", ""], favor=[0, 0, 0])
    at.act(A, activates("Staff Birthday")).act(B, activates("Wrong Bill", on=C))
    assert at.step == A
    assert at.kinds(A) == {"use_staff", "pass_event"}


def test_a_swap_in_the_laps_counts_backwards_for_the_pilot() -> None:
    at = quiet("Queue Jump", "", "", customer="The Jet-lagged Pilot")
    at.act(A, activates("Queue Jump", on=C))
    assert at.priority == [3, 2, 1]
    assert at.order == [A, B, C]


def test_each_step_is_a_new_question() -> None:
    at = quiet(*THREE)
    before = at.state.questions[A]
    at.act(A, activates("Fresh Delivery")).act(C, activates("Big Spender Table b"))
    assert at.state.questions[A] > before
