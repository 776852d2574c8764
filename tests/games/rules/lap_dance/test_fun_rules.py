"""Calling each other out (LAP 11): accusation, answer, vote and penalty."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.kernel import TimedOut
from games.rules.lap_dance.events import (
    CalledOut,
    CallOutAdmitted,
    CallOutContested,
    CallOutDropped,
    Penalised,
    VoteCast,
)
from games.rules.lap_dance.options import LapOptions
from tests.games.rules.lap_dance.builder import Table, final, happening, planning, turn
from tests.games.rules.lap_dance.words import (
    NO_SPECIAL,
    READY,
    ROLL,
    STOP,
    A,
    B,
    C,
    D,
    accuses,
    admits,
    fulfils,
    lays,
    plays,
    votes,
)

FUN = LapOptions(fun_rules=True)


def party(seats: int = 3, **more: Any) -> Table:
    """A's turn, before the roll, at a table that plays the fun rules."""
    return turn(**{"stage": "preroll", "seats": seats, "options": FUN, **more})


def contested(seats: int = 3, **more: Any) -> Table:
    """B has accused A, who denies it."""
    return party(seats, **more).act(B, accuses(A)).act(A, admits(accept=False))


# --- The accusation -------------------------------------------------------------------------------


def test_r50_off_by_default() -> None:
    assert turn(stage="preroll").refused(B, accuses(A)) == "fun_rules_off"


def test_who_is_called_out_is_asked() -> None:
    at = party().act(B, accuses(A))
    assert at.told(CalledOut) == [CalledOut(B, A)]
    accusation = at.state.accusation
    assert accusation is not None
    assert (accusation.accuser, accusation.accused, accusation.contested) == (B, A, False)
    timer = at.state.timer("accusation")
    assert (timer.seconds, timer.counts) == (15, False)


@pytest.mark.parametrize("phase", ["preparation", "event", "action"])
def test_in_every_phase_and_by_any_seat(phase: str) -> None:
    at = {
        "preparation": planning(hands=["", "", ""], options=FUN),
        "event": happening(stacks=["Big Spender Table", "", ""], options=FUN),
        "action": party(),
    }[phase]
    before = list(at.state.to_act)
    at.act(C, accuses(A)).act(A, admits())
    assert (at.phase, at.favor) == (phase, [1, 2, 2])
    assert sorted(at.state.to_act) == sorted(before)


@pytest.mark.parametrize("target", [A, 3, -1])
def test_another_player_is_accused(target: int) -> None:
    assert party().refused(A, accuses(target)) == "bad_target"


def test_one_open_accusation_at_a_time() -> None:
    at = party().act(B, accuses(A))
    assert at.refused(C, accuses(A)) == "call_out_open"
    assert at.refused(A, accuses(B)) == "call_out_open"
    at.act(A, admits(accept=False))
    assert at.refused(C, accuses(B)) == "call_out_open"


def test_one_per_accuser_and_action_turn() -> None:
    at = party().act(B, accuses(A)).act(A, admits())
    assert at.refused(B, accuses(C)) == "call_out_spent"
    at.act(C, accuses(B)).act(B, admits())
    at.act(A, ROLL).stop(A).act(A, fulfils())
    assert at.active == B
    at.act(B, accuses(A))
    assert at.state.accusation is not None


def test_one_per_accuser_and_phase() -> None:
    at = planning(hands=["Coffee Break", "", ""], options=FUN).act(B, accuses(A)).act(A, admits())
    assert at.refused(B, accuses(C)) == "call_out_spent"
    at.act(A, lays("Coffee Break"), READY).act(B, READY).act(C, READY)
    assert at.phase == "event"
    at.act(B, accuses(C)).act(C, admits())
    assert at.refused(B, accuses(A)) == "call_out_spent"


@pytest.mark.parametrize("seat", [A, C])
def test_only_the_accused_answers(seat: int) -> None:
    at = party().act(A, accuses(B))
    assert at.refused(seat, admits()) == "not_accused"


def test_without_an_accusation_nobody_answers_or_votes() -> None:
    assert party().refused(A, admits()) == "not_accused"
    assert party().refused(A, votes()) == "not_a_voter"


def test_a_contested_accusation_is_answered_no_more() -> None:
    assert contested().refused(A, admits()) == "not_accused"


# --- The penalty ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("favor", "money", "after"),
    [(2, 3, (1, 3)), (1, 0, (0, 0)), (0, 3, (0, 2)), (0, 1, (0, 0)), (0, 0, (0, 0))],
)
def test_s13_r51_one_favor_or_a_dollar_or_nothing(
    favor: int, money: int, after: tuple[int, int]
) -> None:
    at = party(favor=[favor, 2, 2], money=[money, 3, 3]).act(B, accuses(A)).act(A, admits())
    assert (at.favor[A], at.money[A]) == after
    assert at.told(CallOutAdmitted) == [CallOutAdmitted(A)]
    assert at.told(Penalised) == [Penalised(A, favor - after[0], money - after[1])]
    assert at.state.accusation is None
    assert [timer.name for timer in at.state.timers] == ["turn"]


def test_r55_once_per_seat_and_action_turn() -> None:
    at = party().act(B, accuses(A)).act(A, admits())
    assert at.refused(C, accuses(A)) == "already_penalised"
    at.act(A, ROLL).stop(A).act(A, fulfils())
    favor = at.favor[A]
    at.act(C, accuses(A)).act(A, admits())
    assert at.favor[A] == favor - 1


def test_r55_once_per_seat_and_phase() -> None:
    at = planning(hands=["", "", ""], options=FUN).act(B, accuses(A)).act(A, admits())
    assert at.refused(C, accuses(A)) == "already_penalised"


def test_who_was_let_off_may_be_accused_again() -> None:
    at = contested().act(C, votes(yes=False))
    assert at.favor[A] == 2
    at.act(C, accuses(A)).act(A, admits())
    assert at.favor[A] == 1


# --- The vote -------------------------------------------------------------------------------------


def test_between_two_a_contested_accusation_is_dropped() -> None:
    at = contested(2)
    assert at.told(CallOutDropped) == [CallOutDropped(A)]
    assert (at.state.accusation, at.favor) == (None, [2, 2])


def test_the_others_vote() -> None:
    at = contested(4)
    assert at.told(CallOutContested) == [CallOutContested(A, (C, D))]
    timer = at.state.timer("accusation")
    assert (timer.seconds, timer.counts) == (15, False)
    for seat in (A, B):
        assert at.refused(seat, votes()) == "not_a_voter"
    at.act(C, votes(yes=False))
    assert at.told(VoteCast) == [VoteCast(C, yes=False)]
    assert at.state.accusation is not None
    assert [(vote.seat, vote.yes) for vote in at.state.accusation.votes] == [(C, False)]
    assert at.refused(C, votes()) == "already_voted"


@pytest.mark.parametrize(("yes", "stands"), [(True, True), (False, False), (None, False)])
def test_three_players_the_voter_must_agree(yes: bool | None, stands: bool) -> None:
    at = contested(3)
    at = at.ring("accusation") if yes is None else at.act(C, votes(yes=yes))
    assert at.favor[A] == (1 if stands else 2)
    assert (at.state.accusation, bool(at.told(CallOutDropped))) == (None, not stands)
    assert at.told(TimedOut) == []


@pytest.mark.parametrize("first", [True, False, None])
@pytest.mark.parametrize("second", [True, False, None])
def test_four_players_two_of_three(first: bool | None, second: bool | None) -> None:
    at = contested(4)
    for seat, yes in ((C, first), (D, second)):
        if yes is not None and at.state.accusation is not None:
            at.act(seat, votes(yes=yes))
    if at.state.accusation is not None:
        at.ring("accusation")
    stands = first is True or second is True
    assert at.favor[A] == (1 if stands else 2)


@pytest.mark.parametrize("seats", [2, 3])
def test_silence_contests(seats: int) -> None:
    at = party(seats).act(B, accuses(A))
    first = at.state.timer("accusation").id
    at.ring("accusation")
    assert at.told(TimedOut) == []
    if seats == 2:
        assert (at.state.accusation, at.favor[A]) == (None, 2)
    else:
        assert at.told(CallOutContested) == [CallOutContested(A, (C,))]
        assert at.state.timer("accusation").id > first


# --- Beside the phase -----------------------------------------------------------------------------


def test_nobodys_other_clock_stops() -> None:
    at = party()
    turning = at.state.timer("turn")
    at.act(B, accuses(A))
    assert at.state.timer("turn") == turning
    at.act(A, ROLL)
    assert at.state.accusation is not None


def test_an_accusation_outlives_the_turn_in_which_it_was_made() -> None:
    at = party().act(B, accuses(A)).act(A, ROLL).stop(A).act(A, fulfils())
    assert at.active == B
    assert at.state.accusation is not None
    favor = at.favor[A]
    at.act(A, admits())
    assert at.favor[A] == favor - 1


def test_the_ready_may_accuse_and_be_accused() -> None:
    at = planning(hands=["", "", ""], options=FUN).act(A, READY).act(B, READY)
    at.act(A, accuses(B)).act(B, admits())
    assert at.favor == [2, 1, 2]
    assert at.state.to_act == [C]


def test_who_is_done_in_the_window_is_still_asked_what_she_says() -> None:
    specials = {B: "Light Fingers", C: "Wet Floor Sign"}
    at = turn(stage="roll", dice="D1 D1 L1", seats=3, specials=specials, options=FUN).act(A, STOP)
    passed = at.after(A, accuses(B)).act(B, NO_SPECIAL)
    assert (passed.state.to_act, passed.state.invited) == ([C], [B])
    played = at.after(A, accuses(C)).act(C, plays("Wet Floor Sign", dice=(0,)))
    assert (played.state.to_act, played.state.invited) == ([B], [C])


def test_no_accusation_survives_the_last_round() -> None:
    at = final(money=[3, 3], favor=[2, 2], options=FUN)
    assert (at.state.accusation, at.state.timers) == (None, [])
    assert at.refused(A, accuses(B)) == "wrong_phase"


def test_all_of_it_is_public() -> None:
    at = contested(4).act(C, votes())
    for seat in (A, B, C, D, None):
        assert at.view(seat).accusation == at.state.accusation
        assert all(event.seen_by(seat) for event in at.events)
