"""What a seat knows of others' hidden hands because it saw the cards go there (LAP 4.1)."""

from __future__ import annotations

from typing import Any

from games.rules.kernel import Seat
from games.rules.lap_dance.cards import STARTING
from games.rules.lap_dance.game import LapDance
from games.rules.lap_dance.options import LapOptions
from tests.games.rules.lap_dance.builder import Table, happening, planning, turn
from tests.games.rules.lap_dance.words import (
    READY,
    A,
    B,
    C,
    activates,
    card,
    cards,
    fulfils,
    lays,
    uses,
)

EVERYBODY: tuple[Seat | None, ...] = (A, B, C, None)


def known(at: Table, seat: Seat | None) -> dict[str, tuple[Seat, ...]]:
    return {found.card: found.seats for found in at.view(seat).known}


def returned() -> Table:
    """A has taken her House Star back before everybody's eyes, beside two hidden cards."""
    at = turn(
        seats=3, dice="K1 K1", stack="House Star", hands=["Headliner", "", ""], deck="Two For One"
    )
    return at.act(A, uses("odile", returns="House Star"))


def poached(by: Seat, of: Seat, **more: Any) -> Table:
    """`by` takes the only card in the hand of `of`."""
    stacks = ["", "", ""]
    stacks[by] = "Poached Regular"
    hands = ["", "", ""]
    hands[of] = "Headliner"
    at = happening(stacks=stacks, hands=hands, favor=[0] * 3, **more)
    return at.act(by, activates("Poached Regular", on=of))


def test_a_card_taken_back_is_known_to_all_but_its_owner() -> None:
    at = returned()
    assert known(at, A) == {}
    assert [known(at, seat) for seat in (B, C, None)] == [{card("House Star"): (A,)}] * 3


def test_drawn_cards_are_not_known() -> None:
    assert card("Two For One") in returned().hand(A)
    assert all(card("Two For One") not in known(returned(), seat) for seat in EVERYBODY)


def test_orders_and_benefits_give_cards_back_openly_too() -> None:
    at = turn(seats=3, dice="D2 K1", stack="Feather Fan Act")
    at.act(A, fulfils("A", returns="Feather Fan Act"))
    assert known(at, B) == {card("Feather Fan Act"): (A,)}


def test_the_robbed_knows_what_was_taken_and_the_others_do_not() -> None:
    at = poached(A, B)
    assert known(at, B) == {card("Headliner"): (A,)}
    assert [known(at, seat) for seat in (A, C, None)] == [{}] * 3


def test_after_a_theft_a_known_card_may_be_in_either_hand() -> None:
    at = happening(
        stacks=["", "Poached Regular", ""],
        hands=["House Star, Headliner", "", ""],
        favor=[0] * 3,
        known={C: {"House Star": (A,)}},
    ).act(B, activates("Poached Regular", on=A))
    assert known(at, C) == {card("House Star"): (A, B)}
    (taken,) = at.hand(B)
    assert known(at, A) == {taken: (B,)}


def test_a_known_card_may_be_in_the_stack_as_well_until_all_are_revealed() -> None:
    at = returned()
    while at.phase != "preparation":
        at.wait()
    at.put(desire="Front Row Seats").act(A, lays("House Star"))
    assert [known(at, seat) for seat in (B, C, None)] == [{card("House Star"): (A,)}] * 3
    at.act(A, READY).act(B, READY).act(C, READY)
    assert at.stack(A) == cards("House Star")
    assert [known(at, seat) for seat in EVERYBODY] == [{}] * 4


def test_what_is_discarded_is_known_to_lie_there_no_longer() -> None:
    at = returned()
    at.act(A, fulfils())
    while at.state.round == 1:
        at.wait()
    for seat in EVERYBODY:
        assert not set(known(at, seat)) & set(at.state.discard)


def test_open_stacks_are_no_secret_to_remember() -> None:
    at = planning(hands=["House Star", "", ""], customer="The Retired Magician")
    at.act(A, lays("House Star"))
    assert at.seen_stack(C, A) == cards("House Star")
    at.act(A, lays())
    assert [known(at, seat) for seat in (B, C, None)] == [{card("House Star"): (A,)}] * 3
    assert known(at, A) == {}


def test_every_known_card_lies_where_it_may_lie() -> None:
    for at in (returned(), poached(A, B), poached(C, A)):
        for seat in (A, B, C):
            for found, seats in known(at, seat).items():
                assert any(found in at.state.seats[holder].hand for holder in seats)
                assert seat not in seats


def test_everybody_knows_which_cards_the_others_began_with() -> None:
    game = LapDance(LapOptions())
    view = game.view(game.setup(3, "5a" * 32), A)
    assert {found.card: found.seats for found in view.known} == {
        started: (seat,) for seat in (B, C) for started in STARTING[seat]
    }


def test_an_empty_hand_holds_nothing_that_was_seen() -> None:
    at = happening(
        stacks=["", "Poached Regular", ""],
        hands=["House Star", "", ""],
        favor=[0] * 3,
        known={C: {"House Star": (A,)}},
    ).act(B, activates("Poached Regular", on=A))
    assert known(at, C) == {card("House Star"): (B,)}
