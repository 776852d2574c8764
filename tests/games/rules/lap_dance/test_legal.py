"""The legal lists (LAP 9.9) against trying every action one can write down."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, combinations, product

import pytest

from games.rules.kernel import Seat
from games.rules.lap_dance.actions import (
    ActivateEvent,
    CallOut,
    Compensate,
    FreeUnlock,
    Fulfil,
    PlaySpecial,
    SetStack,
    UseStaff,
)
from games.rules.lap_dance.options import LapOptions
from tests.games.rules.lap_dance.builder import Table, happening, planning, turn
from tests.games.rules.lap_dance.words import READY, A, AnyAction, B, ids

SEATS: tuple[Seat | None, ...] = (None, 0, 1, 2, 3)
STAFF = ("vladimir", "jerry", "alfonso", "nadia", "bruno", "odile", "igor")
CHOICES: tuple[int | str | None, ...] = (None, 0, 1, 2, 3, "dancer", "drink", "luxury", *STAFF)


def subsets(dice: range) -> list[tuple[int, ...]]:
    return [*chain.from_iterable(combinations(dice, size) for size in range(len(dice) + 1))]


def cards_of(at: Table) -> list[str]:
    """Every card that is in sight or in a hand."""
    return [card for seat in at.state.seats for card in (*seat.hand, *seat.stack, *seat.specials)]


def events(at: Table) -> Iterator[AnyAction]:
    found = cards_of(at)
    for card, target, choice, card2 in product(found, SEATS, CHOICES, (None, *found)):
        yield ActivateEvent(card, target, choice, card2)


def staff(at: Table) -> Iterator[AnyAction]:
    dice = subsets(range(len(at.turn.dice) if at.state.turn else 0))
    for name, target, card, choice, some in product(
        STAFF, SEATS, (None, *cards_of(at)), CHOICES, dice
    ):
        yield UseStaff(name, target, card, choice, some)


def specials(at: Table) -> Iterator[AnyAction]:
    found, dice = cards_of(at), subsets(range(len(at.turn.dice)))
    for card, target, choice, some, card2 in product(found, SEATS, CHOICES, dice, (None, *found)):
        yield PlaySpecial(card, target, choice, some, card2)


def rest(at: Table) -> Iterator[AnyAction]:
    dice = subsets(range(len(at.turn.dice) if at.state.turn else 0))
    yield from (Compensate(option, some) for option in range(4) for some in dice)
    yield from (FreeUnlock(die) for die in range(-1, 5))
    yield from (CallOut(target) for target in range(-1, 5))


def laps() -> Table:
    mine = "Spilled Tray, Doubled Tab, Coffee Break, Fresh Delivery"
    return happening(stacks=[mine, "House Star, Wrong Bill", "Queue Jump"], hands=["", "", ""])


def clever() -> Table:
    held = {A: "Gold-plated Bill, Secret Recipe, Staff Meeting", B: "Light Fingers, Wet Floor Sign"}
    return turn(dice="ST D1 K1", specials=held, stacks=["House Star", "Silk Scarf", ""])


def early() -> Table:
    held = {A: "Borrowed Act, Bulging Tip Jar", B: "Staff Meeting"}
    return turn(
        stage="preroll", specials=held, stacks=["", "House Star, Coffee Break", "Silk Scarf"]
    )


def starry() -> Table:
    return turn(
        stage="comp", dice="ST ST D1 ST", specials={A: "Bulging Tip Jar", B: "Wet Floor Sign"}
    )


def shark() -> Table:
    return turn(
        dice="ST D1 ST",
        customer="The Card Shark",
        seats=3,
        specials={A: "Master Key, Second Encore"},
        options=LapOptions(fun_rules=True),
    )


CASES: list[tuple[Callable[[], Table], Callable[[Table], Iterator[AnyAction]]]] = [
    (laps, events),
    (laps, staff),
    (clever, staff),
    (clever, specials),
    (early, specials),
    (early, staff),
    (starry, rest),
    (starry, staff),
    (shark, rest),
    (shark, specials),
]


@pytest.mark.parametrize(
    ("situation", "universe"), CASES, ids=[f"{a.__name__} {b.__name__}" for a, b in CASES]
)
def test_what_is_legal_is_listed_and_nothing_else(
    situation: Callable[[], Table], universe: Callable[[Table], Iterator[AnyAction]]
) -> None:
    at = situation()
    tried = [*universe(at)]
    kinds = {type(action) for action in tried}
    for seat in range(len(at.state.seats)):
        legal = [action for action in tried if at.why_not(seat, action) is None]
        listed = [action for action in at.legal(seat) if type(action) in kinds]
        assert len(listed) == len(set(listed))
        assert set(listed) <= set(legal)
        missing = set(legal) - set(listed)
        assert not {action for action in missing if not spoken_twice(action, listed)}


def spoken_twice(action: AnyAction, listed: list[AnyAction]) -> bool:
    """Say whether the list has the same action with its only possible target left out or named."""
    if not isinstance(action, PlaySpecial):
        return False
    return any(
        isinstance(other, PlaySpecial)
        and (other.card, other.dice, other.choice, other.card2)
        == (action.card, action.dice, action.choice, action.card2)
        for other in listed
    )


def test_in_the_minute_drafts_and_ready_are_offered_until_she_is_ready() -> None:
    five = "House Star, House Regular, Silk Scarf, Draught Beer, House Champagne"
    at = planning(hands=[five, ""])
    assert at.kinds(A) == {"ready", "set_stack"}
    drafts = [action for action in at.legal(A) if isinstance(action, SetStack)]
    assert all(action.why_not(at.state, A, at.game.options) is None for action in drafts)
    single = {action.cards[0] for action in drafts if len(action.cards) == 1}
    assert single == set(ids("House Star, House Regular, Silk Scarf, Draught Beer"))
    assert at.act(A, READY).kinds(A) == set()
    assert at.kinds(B) == {"ready"}


def test_without_specials_jerry_is_not_offered_and_the_others_are() -> None:
    at = turn(dice="ST D1", special_deck="")
    offered = {action.staff for action in at.legal(A) if isinstance(action, UseStaff)}
    assert offered == {"alfonso", "nadia", "bruno", "odile"}


def test_orders_that_can_be_paid_are_offered() -> None:
    at = turn(dice="D2 L1 L1")
    orders = {action.orders for action in at.legal(A) if isinstance(action, Fulfil)}
    assert orders == {(), (0,), (1,), (0, 1)}
