"""The others' last chance before orders are served (LAP 9.4, LAP-R43)."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.kernel import TimedOut
from games.rules.lap_dance.events import ReactionClosed, ReactionOpened, ReactionPassed
from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.state import Stage
from tests.games.rules.lap_dance.builder import Table, turn
from tests.games.rules.lap_dance.words import (
    NO_SPECIAL,
    ROLL,
    STOP,
    A,
    B,
    C,
    compensates,
    fulfils,
    plays,
    unlocks,
    uses,
)

BOTH = {B: "Light Fingers, Light Fingers b", C: "Wet Floor Sign"}


def stopped(dice: str = "D1 D1 L1", **more: Any) -> Table:
    """A of three players has just stopped; B and C hold Specials unless said."""
    at = turn(**{"stage": "roll", "dice": dice, "seats": 3, "specials": BOTH, **more})
    return at.act(A, STOP)


def test_r43_the_window_opens_for_all_holders() -> None:
    at = stopped()
    assert (at.stage, at.turn.window, at.turn.passed) == ("resolve", True, [])
    assert sorted(at.state.to_act) == [B, C]
    assert at.told(ReactionOpened) == [ReactionOpened(A, (B, C))]


def test_only_after_it_orders_are_served() -> None:
    at = stopped()
    assert at.refused(A, fulfils()) == "reaction_window"
    at.act(B, NO_SPECIAL)
    assert at.told(ReactionPassed) == [ReactionPassed(B)]
    assert at.refused(A, fulfils("A")) == "reaction_window"
    at.act(C, NO_SPECIAL)
    assert at.told(ReactionClosed) == [ReactionClosed(A)]
    assert (at.turn.window, at.state.to_act) == (False, [A])
    assert at.act(A, fulfils("A")).money[A] == 5


def test_the_active_player_may_use_staff_meanwhile() -> None:
    at = stopped().act(A, uses("nadia"))
    assert at.turn.window
    assert sorted(at.state.to_act) == [B, C]


def test_the_window_closes_with_its_bell_and_is_nobodys_time_out() -> None:
    at = stopped()
    timer = at.state.timer("reaction")
    assert (timer.seconds, timer.seats, timer.counts) == (6, (B, C), False)
    at.ring("reaction")
    assert at.told(TimedOut) == []
    assert at.told(ReactionClosed) == [ReactionClosed(A)]
    assert (at.stage, at.turn.window, at.state.to_act) == ("resolve", False, [A])


def test_the_turns_hourglass_lies_on_its_side_meanwhile() -> None:
    at = stopped()
    turning = at.state.timer("turn")
    assert turning.paused
    at.ring("reaction")
    again = at.state.timer("turn")
    assert (again.id, again.paused, again.seconds) == (turning.id, False, 90)
    assert [timer.name for timer in at.state.timers] == ["turn"]


def test_a_second_pass_is_too_much() -> None:
    at = stopped().act(B, NO_SPECIAL)
    assert at.refused(B, NO_SPECIAL) == "bad_stage"


def test_only_holders_pass() -> None:
    at = stopped(specials={B: "Light Fingers"})
    assert at.state.to_act == [B]
    assert at.refused(C, NO_SPECIAL) == "bad_stage"
    assert at.refused(A, NO_SPECIAL) == "bad_stage"


@pytest.mark.parametrize("stage", ["preroll", "roll", "comp", "resolve"])
def test_without_a_window_nobody_passes(stage: Stage) -> None:
    dice = "" if stage == "preroll" else "ST ST D1 L1"
    at = turn(stage=stage, dice=dice, seats=3, specials=BOTH)
    assert at.refused(B, NO_SPECIAL) == "bad_stage"


def test_who_plays_in_the_window_is_asked_for_more() -> None:
    at = stopped().act(B, plays("Light Fingers", on=A))
    assert at.turn.window
    assert B in at.state.to_act
    at.act(B, plays("Light Fingers b", on=A))
    assert at.money == [0, 6, 3]
    assert at.state.to_act == [C]


def test_the_window_is_not_longer_for_who_plays() -> None:
    at = stopped()
    before = at.state.timer("reaction")
    at.act(B, plays("Light Fingers", on=A))
    assert at.state.timer("reaction") == before


def test_who_has_played_her_last_special_is_waited_for_no_longer() -> None:
    at = stopped().act(C, plays("Wet Floor Sign", on=A, dice=(0,)))
    assert at.turn.window
    assert at.state.to_act == [B]
    at.act(B, NO_SPECIAL)
    assert at.state.to_act == [A]


def test_after_the_window_specials_stay_legal_until_the_orders() -> None:
    at = stopped().ring("reaction").act(B, plays("Light Fingers", on=A))
    assert at.money == [1, 5, 3]
    assert not at.turn.window


def test_who_has_passed_may_still_play() -> None:
    at = stopped().act(B, NO_SPECIAL, plays("Light Fingers", on=A))
    assert at.money == [1, 5, 3]
    at.act(C, NO_SPECIAL)
    assert at.state.to_act == [A]


def test_the_window_opens_once() -> None:
    at = stopped("D1 ST L1", customer="The Card Shark", rolls="ST").ring("reaction")
    at.act(A, unlocks(1))
    assert (at.stage, at.turn.window) == ("resolve", False)
    at.act(A, fulfils())


def test_it_opens_after_sandra() -> None:
    at = stopped("ST ST D1 L1")
    assert (at.stage, at.turn.window, at.state.to_act) == ("comp", False, [A])
    at.act(A, compensates(1))
    assert (at.stage, at.turn.window) == ("resolve", True)


def test_it_opens_after_a_stop_that_nobody_chose() -> None:
    at = turn(stage="preroll", seats=3, specials=BOTH, rolls="D1 ST").act(A, ROLL)
    assert (at.stage, at.turn.window) == ("resolve", True)


def test_nobody_else_holds_a_special() -> None:
    at = stopped(specials={A: "Secret Recipe"})
    assert (at.stage, at.turn.window, at.state.to_act) == ("resolve", False, [A])
    assert [timer.name for timer in at.state.timers] == ["turn"]


@pytest.mark.parametrize("seconds", [0, 1, 15])
def test_reaction_seconds(seconds: int) -> None:
    at = stopped(options=LapOptions(reaction_seconds=seconds))
    assert at.turn.window is bool(seconds)
    if seconds:
        assert at.state.timer("reaction").seconds == seconds
    else:
        assert at.state.to_act == [A]


def test_any_special_opens_the_window_even_one_that_cannot_be_played() -> None:
    at = stopped(specials={B: "Bulging Tip Jar"})
    assert at.turn.window
    assert at.refused(B, plays("Bulging Tip Jar")) == "bad_stage"
    at.act(B, NO_SPECIAL)
    assert at.state.to_act == [A]


def test_holders_are_told_in_every_stage_that_they_may_act() -> None:
    at = turn(stage="preroll", seats=3, specials=BOTH, rolls="D1 L1 ").act(A, ROLL)
    assert sorted(at.state.invited) == [B, C]
    at.act(A, STOP).ring("reaction").act(A, fulfils())
    assert at.active == B
    assert B not in at.state.invited


def test_without_a_turn_clock_the_window_still_has_its_own() -> None:
    at = stopped(options=LapOptions(turn_seconds=0))
    assert [timer.name for timer in at.state.timers] == ["reaction"]
    at.ring("reaction")
    assert (at.state.timers, at.state.to_act) == ([], [A])


def test_the_active_player_may_play_her_own_specials_meanwhile() -> None:
    at = stopped("D1 D1 D2", specials={A: "Secret Recipe", B: "Light Fingers"})
    at.act(A, plays("Secret Recipe", choice="drink"))
    assert at.turn.window
    assert at.state.to_act == [B]
    at.act(B, NO_SPECIAL)
    assert at.act(A, fulfils("AC")).active == B


def test_a_special_drawn_in_the_window_opens_no_second_one() -> None:
    at = stopped(specials={B: "Light Fingers"}, special_deck="Master Key")
    at.act(A, uses("jerry")).act(B, NO_SPECIAL)
    assert (at.turn.window, at.state.to_act) == (False, [A])


def test_when_the_dice_lie_there_the_holders_are_asked_anew() -> None:
    at = turn(stage="preroll", seats=3, specials=BOTH, rolls="D1 L1")
    before = list(at.state.questions)
    at.act(A, ROLL)
    assert sorted(at.state.invited) == [B, C]
    assert [at.state.questions[seat] > before[seat] for seat in (B, C)] == [True, True]


def test_when_a_turn_begins_the_holders_are_invited() -> None:
    at = turn(seats=3, dice="K1 K1", specials={A: "Light Fingers", B: "Master Key"})
    at.act(A, fulfils())
    assert (at.active, at.state.to_act, at.state.invited) == (B, [B], [A])


def test_after_the_last_turn_nobody_is_invited() -> None:
    at = turn(seat=B, dice="K1 K1", specials={A: "Light Fingers"}).act(B, fulfils())
    assert (at.phase, at.state.invited) == ("reading", [])
