"""Who keeps count knows it all (LAP-R42): the events of a night add up to what is there."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from games.rules.kernel import Event
from games.rules.lap_dance.events import (
    DiceRolled,
    FavorGained,
    FavorLost,
    MoneyGained,
    MoneyLost,
    MoneyStolen,
    OrdersFulfilled,
    Penalised,
    StackPlaced,
    StaffUsed,
)
from games.rules.lap_dance.game import LapDance
from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.state import LapState
from tests.games.rules.lap_dance.careless import Ply, play

NIGHTS = [(2, 1), (3, 2), (4, 3), (4, 4)]
PARTY = LapOptions(fun_rules=True, rounds=4)


def dollars(event: Event) -> Counter[int]:
    """Return what each seat gained or lost by one event."""
    match event:
        case MoneyGained(seat, amount, _):
            return Counter({seat: amount})
        case MoneyLost(seat, amount, _):
            return Counter({seat: -amount})
        case MoneyStolen(seat, target, amount):
            return Counter({seat: amount, target: -amount})
        case Penalised(seat, _, cash):
            return Counter({seat: -cash})
        case _:
            return Counter()


def favor(event: Event) -> Counter[int]:
    match event:
        case FavorGained(seat, amount):
            return Counter({seat: amount})
        case FavorLost(seat, amount):
            return Counter({seat: -amount})
        case StaffUsed(seat, _, cost):
            return Counter({seat: -cost})
        case Penalised(seat, amount, _):
            return Counter({seat: -amount})
        case _:
            return Counter()


def money_of(state: LapState) -> list[int]:
    return [seat.money for seat in state.seats]


def favor_of(state: LapState) -> list[int]:
    return [seat.favor for seat in state.seats]


@cache
def played(seats: int, seed: int) -> list[Ply]:
    return [*play(seats, seed, PARTY)]


@pytest.fixture(params=NIGHTS, ids=lambda night: f"{night[0]} seats, night {night[1]}")
def night(request: pytest.FixtureRequest) -> list[Ply]:
    return played(*request.param)


def test_gains_and_losses_add_up_to_the_money(night: list[Ply]) -> None:
    for ply in night:
        change = Counter[int]()
        for event in ply.events:
            change.update(dollars(event))
        before = money_of(ply.before)
        assert money_of(ply.after) == [had + change[seat] for seat, had in enumerate(before)]


def test_gains_and_losses_add_up_to_the_favor(night: list[Ply]) -> None:
    for ply in night:
        change = Counter[int]()
        for event in ply.events:
            change.update(favor(event))
        before = favor_of(ply.before)
        assert favor_of(ply.after) == [had + change[seat] for seat, had in enumerate(before)]


def test_no_event_is_about_nothing(night: list[Ply]) -> None:
    for ply in night:
        for event in ply.events:
            if isinstance(event, MoneyGained | MoneyLost | MoneyStolen | FavorGained | FavorLost):
                assert event.amount > 0


def test_the_rolls_that_were_told_lie_on_the_table(night: list[Ply]) -> None:
    for ply in night:
        rolls = [event for event in ply.events if isinstance(event, DiceRolled)]
        if rolls and ply.after.turn and ply.after.turn.seat == rolls[-1].seat:
            shown = [die.face for die in ply.after.turn.dice]
            assert [shown[die] for die in rolls[-1].dice] == list(rolls[-1].faces)


def test_each_seat_serves_once_in_each_round(night: list[Ply]) -> None:
    seats, rounds = len(night[0].before.seats), PARTY.rounds
    served = Counter(
        (ply.before.round, event.seat)
        for ply in night
        for event in ply.events
        if isinstance(event, OrdersFulfilled)
    )
    assert served == {(round_ + 1, seat): 1 for round_ in range(rounds) for seat in range(seats)}


def test_the_size_of_a_stack_is_told(night: list[Ply]) -> None:
    for ply in night:
        for event in ply.events:
            if isinstance(event, StackPlaced):
                assert len(ply.after.seats[event.seat].stack) == event.count


def test_the_night_is_as_short_as_the_game_says(night: list[Ply]) -> None:
    assert len(night) <= LapDance(PARTY).max_plies
    assert [ply.before.ply for ply in night] == [*range(len(night))]


def test_nobody_is_waited_for_and_invited_at_once(night: list[Ply]) -> None:
    for ply in night:
        assert not set(ply.after.to_act) & set(ply.after.invited)
        assert len(ply.after.invited) == len(set(ply.after.invited))
