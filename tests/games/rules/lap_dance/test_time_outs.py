"""The hourglasses (LAP 14): which, how long, whose; and what happens when one runs out."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.kernel import IllegalAction, Seat, TimedOut, ring
from games.rules.lap_dance.events import (
    Compensated,
    DiceRolled,
    EventActivated,
    EventPassed,
    OrdersFulfilled,
)
from games.rules.lap_dance.game import LapDance
from games.rules.lap_dance.options import LapOptions
from tests.games.rules.lap_dance.builder import Table, happening, planning, turn
from tests.games.rules.lap_dance.words import (
    READY,
    ROLL,
    STOP,
    A,
    B,
    C,
    activates,
    card,
    cards,
    fulfils,
    keeps,
    lays,
    plays,
    throws_out,
)

THREE = ["Big Spender Table, Fresh Delivery", "House Star", "Big Spender Table b"]


def hourglass(at: Table) -> tuple[str, int, tuple[Seat, ...], bool]:
    """The only timer on the table: its name, seconds, seats, and whether it counts."""
    (timer,) = at.state.timers
    return timer.name, timer.seconds, timer.seats, timer.counts


def opened(seats: int = 2, key: int = 1, **options: Any) -> Table:
    """A night as it is set up."""
    game = LapDance(LapOptions(**options))
    return Table(game, game.setup(seats, f"{key:064x}"))


# --- Reading and Preparation ----------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [1, 8, 60])
def test_the_customer_is_read_first(seconds: int) -> None:
    at = opened(read_seconds=seconds)
    assert (at.phase, at.state.to_act) == ("reading", [])
    timer = at.state.timer("reading")
    assert (timer.seconds, timer.counts) == (seconds, False)
    assert at.refused(A, READY) == "wrong_phase"
    assert at.view(A).desires == (None,) * 5
    at.ring("reading")
    assert at.told(TimedOut) == []
    assert (at.phase, sorted(at.state.to_act)) == ("preparation", [A, B])
    assert at.view(A).desires[0] == at.desire


def test_without_reading_time_the_preparation_begins_at_once() -> None:
    at = opened(read_seconds=0)
    assert (at.phase, sorted(at.state.to_act)) == ("preparation", [A, B])
    assert [timer.name for timer in at.state.timers] == ["preparation"]


def plain(**options: Any) -> Table:
    """A night whose first Customer leaves the timer alone."""
    guests = ("c08", "c09", "c10", "c12", "c13")
    return opened(customers=guests, read_seconds=0, **options)


@pytest.mark.parametrize(("option", "seconds"), [(60, 60), (15, 15), (300, 300), (0, 180)])
def test_timer_seconds(option: int, seconds: int) -> None:
    assert hourglass(plain(timer_seconds=option)) == ("preparation", seconds, (A, B), True)


@pytest.mark.parametrize("option", [0, 60, 300])
@pytest.mark.parametrize(("guest", "seconds"), [("c04", 30), ("c05", 180)])
def test_a_customers_timer_beats_the_option(option: int, guest: str, seconds: int) -> None:
    others = ("c08", "c09", "c10", "c12")
    at = opened(customers=(guest, *others), read_seconds=0, timer_seconds=option)
    assert at.state.timer("preparation").seconds == seconds


def test_drafts_and_ready_do_not_turn_the_hourglass() -> None:
    at = planning(hands=["House Star", ""])
    before = at.state.timer("preparation")
    at.act(A, lays("House Star"), READY)
    after = at.state.timer("preparation")
    assert (after.id, after.seconds, after.extra) == (before.id, 60, 0)


def test_late_in_the_preparation_are_those_who_are_not_ready() -> None:
    at = planning(hands=["House Star", "", ""]).act(A, lays("House Star")).act(B, READY)
    at.ring("preparation")
    assert at.told(TimedOut) == [TimedOut(A), TimedOut(C)]
    assert at.phase == "action"


def test_the_bell_of_an_earlier_preparation_is_refused() -> None:
    at = planning(hands=["House Star", ""])
    before = at.state.timer("preparation").id
    at.act(A, READY).act(B, READY)
    with pytest.raises(IllegalAction, match="timer_not_running"):
        ring(at.game, at.state, before)


# --- An event step --------------------------------------------------------------------------------


def test_an_event_step_has_thirty_seconds() -> None:
    at = happening(stacks=THREE)
    assert hourglass(at) == ("event_step", 30, (A,), True)
    first = at.state.timer("event_step").id
    at.act(A, activates("Fresh Delivery"))
    assert hourglass(at) == ("event_step", 30, (B,), True)
    assert at.state.timer("event_step").id != first


def test_late_in_a_step_the_first_event_happens() -> None:
    at = happening(stacks=THREE).ring("event_step")
    assert at.told(TimedOut) == [TimedOut(A)]
    assert at.told(EventActivated) == [EventActivated(A, card("Big Spender Table"), None)]
    assert (at.money[A], at.step) == (5, B)


def test_late_in_a_step_without_events_is_a_pass() -> None:
    at = happening(stacks=THREE).ring("event_step").ring("event_step")
    assert at.told(TimedOut) == [TimedOut(B)]
    assert at.told(EventPassed) == [EventPassed(B)]
    assert (at.step, at.favor) == (C, [2, 2, 2])


def test_late_after_vladimir_the_own_event_happens() -> None:
    at = happening(stacks=THREE).act(A, throws_out("Big Spender Table b", of=C)).ring("event_step")
    assert at.money[A] == 5


def test_late_in_a_step_the_target_is_random() -> None:
    targets = set()
    for luck in range(24):
        at = happening(stacks=["Wrong Bill", "", ""], favor=[0] * 3, luck=luck).ring("event_step")
        (event,) = at.told(EventActivated)
        targets.add(event.target)
        assert at.money[A] == 5
    assert targets == {B, C}


@pytest.mark.parametrize(
    "title",
    ["Spilled Tray", "Doubled Tab", "Understudy", "Coffee Break", "Queue Jump", "Juicy Gossip"],
)
def test_late_in_a_step_whatever_is_to_choose_is_chosen(title: str) -> None:
    for luck in range(4):
        at = happening(
            stacks=[title, "House Star, Gold Watch", "Headliner"], favor=[0] * 3, luck=luck
        ).ring("event_step")
        assert at.activated == cards(title)
        assert at.phase == "action"


# --- An action turn -------------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [90, 1, 300])
def test_a_turn_has_its_seconds_in_total(seconds: int) -> None:
    at = turn(
        stage="preroll", rolls="D1 K1 L1", dice_mod=[1, 0], options=LapOptions(turn_seconds=seconds)
    )
    before = at.state.timer("turn").id
    for action in (ROLL, keeps(0, 1), STOP):
        at.act(A, action)
        assert hourglass(at) == ("turn", seconds, (A,), True)
        assert at.state.timer("turn").id == before
    at.act(A, fulfils())
    assert hourglass(at) == ("turn", seconds, (B,), True)
    assert at.state.timer("turn").id != before


def test_without_a_turn_clock_no_hourglass_is_turned() -> None:
    at = turn(stage="preroll", options=LapOptions(turn_seconds=0)).act(A, ROLL).stop(A)
    assert at.state.timers == []
    at.act(A, fulfils())
    assert (at.active, at.state.timers) == (B, [])


def test_late_before_the_roll_everything_is_done_for_her() -> None:
    at = turn(
        stage="preroll", stack="House Star, House Regular", rolls="D1 D1 ST ST", deck=""
    ).ring("turn")
    assert at.told(TimedOut) == [TimedOut(A)]
    assert at.told(DiceRolled) == [DiceRolled(A, (0, 1, 2, 3), ("D1", "D1", "ST", "ST"))]
    assert at.told(Compensated) == [Compensated(A, 2, 1)]
    assert at.told(OrdersFulfilled) == [OrdersFulfilled(A, (0,))]
    assert (at.money[A], at.favor[A], at.active) == (5, 3, B)


def test_late_while_rolling_she_stops() -> None:
    at = turn(stage="roll", dice="D1 D1 L1 K1").ring("turn")
    assert at.told(DiceRolled) == []
    assert (at.money[A], at.active) == (3 + 3, B)


def test_late_with_sandra_it_is_option_1() -> None:
    at = turn(stage="comp", dice="ST ST ST K1", deck="Headliner").ring("turn")
    assert (at.money[A], at.hand(A)) == (5, cards("Headliner"))


@pytest.mark.parametrize(
    ("dice", "orders"),
    [("D1 D1 K1", (2,)), ("D2 D2 K1", (0, 2)), ("D2 L1 L1", (0, 1)), ("ST K1 K1", ())],
)
def test_late_the_feasible_orders_with_the_most_money_are_served(
    dice: str, orders: tuple[int, ...]
) -> None:
    at = turn(dice=dice).ring("turn")
    assert at.told(OrdersFulfilled) == [OrdersFulfilled(A, orders)]


def test_late_what_counts_is_the_money_with_every_bonus() -> None:
    at = turn(desire="Quiet Corner", dice="W2 K1", order_cash=[0, 0, 0]).ring("turn")
    assert at.told(OrdersFulfilled) == [OrdersFulfilled(A, (0,))]
    at = turn(desire="First Visit", dice="D2 L1", order_cash=[2, 0, 0]).ring("turn")
    assert at.told(OrdersFulfilled) == [OrdersFulfilled(A, (0,))]


def test_late_the_first_cards_come_back() -> None:
    at = turn(
        desire="Tasting Evening", stack="House Star, Feather Fan Act, Silk Scarf", dice="D2"
    ).ring("turn")
    assert at.told(OrdersFulfilled) == [OrdersFulfilled(A, (1,))]
    assert at.hand(A) == cards("House Star, Feather Fan Act")


def test_late_with_specials_about_the_window_opens_first() -> None:
    at = turn(stage="roll", dice="D1 D1 L1", specials={B: "Wet Floor Sign"}, rolls="ST").ring(
        "turn"
    )
    assert at.told(TimedOut) == [TimedOut(A)]
    assert (at.stage, at.turn.window, at.state.to_act) == ("resolve", True, [B])
    assert [timer.name for timer in at.state.timers] == ["reaction"]
    assert at.refused(A, fulfils()) == "reaction_window"
    at.act(B, plays("Wet Floor Sign", on=A, dice=(0,)))
    assert (at.active, at.money[A]) == (B, 3)


def test_late_and_the_window_runs_out_too() -> None:
    at = turn(stage="roll", dice="D1 D1 L1", specials={B: "Light Fingers"}).ring("turn")
    at.ring("reaction")
    assert at.told(OrdersFulfilled) == [OrdersFulfilled(A, (0,))]
    assert (at.active, at.money[A]) == (B, 5)


def test_late_after_the_window_no_other_window_opens() -> None:
    at = turn(stage="roll", dice="D1 D1 L1", specials={B: "Light Fingers"}).act(A, STOP)
    at.ring("reaction").ring("turn")
    assert (at.active, at.money[A]) == (B, 5)


# --- A whole night by bells alone -----------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_night_ends_by_bells_alone(seats: int) -> None:
    at = opened(seats)
    rounds = []
    while at.game.outcome(at.state) is None:
        rounds.append(at.state.round)
        at.wait()
        assert at.state.ply <= at.game.max_plies
    assert sorted(set(rounds)) == [1, 2, 3, 4, 5]
    assert at.state.timers == []


def test_ids_of_hourglasses_are_never_used_twice() -> None:
    at = opened()
    ids = list[int]()
    while at.game.outcome(at.state) is None:
        ids += [timer.id for timer in at.state.timers if timer.id not in ids[-2:]]
        at.wait()
    assert ids == sorted(set(ids))


def test_the_hourglass_of_the_laps_is_put_away_after_them() -> None:
    at = happening(stacks=["Big Spender Table", ""], favor=[0, 0])
    at.act(A, activates("Big Spender Table"))
    assert hourglass(at) == ("turn", 90, (A,), True)


def test_the_hourglass_of_the_minute_is_put_away_after_it() -> None:
    at = planning(hands=["Big Spender Table", ""]).act(A, lays("Big Spender Table"), READY)
    at.act(B, READY)
    assert hourglass(at) == ("event_step", 30, (A,), True)


def test_the_hourglass_of_a_turn_is_put_away_after_the_last() -> None:
    at = turn(seat=B, dice="K1 K1").act(B, fulfils())
    assert hourglass(at)[0] == "reading"
