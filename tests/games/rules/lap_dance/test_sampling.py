"""Guesses at what a seat cannot see respect what it saw, also where play seldom leads (LAP 4.1)."""

from __future__ import annotations

from random import Random

from games.rules.kernel import Seat
from games.rules.lap_dance.cards import DESIRES, TYPE_OF
from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.state import LapState
from tests.games.rules.lap_dance.builder import Table, planning, turn
from tests.games.rules.lap_dance.words import A, B, C, card, cards, lays

FIVE = "House Regular, House Star, Draught Beer, Silk Scarf, Duo Number"


def guesses(at: Table, seat: Seat | None, count: int = 40) -> list[LapState]:
    """Return samples of a seat's view, each of which shows the seat what it sees now."""
    view = at.view(seat)
    found = [at.game.sample(view, Random(number)) for number in range(count)]
    assert all(at.game.view(state, seat) == view for state in found)
    if seat is not None:
        legal = at.game.legal_actions(at.state, seat)
        assert all(at.game.legal_actions(state, seat) == legal for state in found)
    return found


def test_a_hand_is_guessed_and_ones_own_is_not() -> None:
    at = planning(hands=[FIVE, "Headliner, Gold Watch"])
    assert all(cards(FIVE) == tuple(sorted(s.seats[A].hand)) for s in guesses(at, A))
    assert len({tuple(sorted(s.seats[B].hand)) for s in guesses(at, A)}) > 1
    assert all(at.game.card_ids(s) == at.game.card_ids(at.state) for s in laid(at))


def laid(at: Table) -> list[LapState]:
    """Return guesses of a table at which every card is there."""
    assert len(set(at.game.card_ids(at.state))) == len(at.game.card_ids(at.state))
    return guesses(at, A, 10)


def test_a_face_down_stack_is_guessed_of_what_may_be_placed() -> None:
    at = planning(hands=[FIVE, "House Star b, House Regular b, Gold Watch"])
    at.act(B, lays("House Star b, Gold Watch"))
    allowed = {"male_dancer", "female_dancer", "cheap_drink", "luxury_item", "event"}
    stacks = [state.seats[B].stack for state in guesses(at, A)]
    assert {len(stack) for stack in stacks} == {2}
    assert len({tuple(sorted(stack)) for stack in stacks}) > 1
    assert {TYPE_OF[one] for stack in stacks for one in stack} <= allowed


def test_an_open_stack_is_not_guessed() -> None:
    at = planning(hands=[FIVE, "House Star b, Gold Watch"], customer="The Retired Magician")
    at.act(B, lays("House Star b"))
    assert all(state.seats[B].stack == [card("House Star b")] for state in guesses(at, A))


def test_a_card_known_to_be_with_one_seat_is_there_in_every_guess() -> None:
    at = planning(
        hands=[FIVE, "Headliner, House Champagne", "Gold Watch"], known={A: {"Headliner": [B]}}
    )
    for state in guesses(at, A):
        assert card("Headliner") in state.seats[B].hand


def test_a_known_card_may_lie_in_the_face_down_stack() -> None:
    at = planning(hands=[FIVE, "Headliner, House Champagne b"], known={A: {"Headliner": [B]}})
    at.act(B, lays("Headliner"))
    homes = {card("Headliner") in state.seats[B].stack for state in guesses(at, A)}
    assert homes == {True, False}


def test_a_known_card_that_may_not_be_placed_is_in_the_hand() -> None:
    at = planning(
        hands=[FIVE, "Headliner, House Champagne b"], known={A: {"House Champagne b": [B]}}
    )
    at.act(B, lays("Headliner"))
    assert all(state.seats[B].hand == [card("House Champagne b")] for state in guesses(at, A))


def test_a_card_that_is_with_one_of_two_is_now_here_now_there() -> None:
    at = planning(
        hands=[FIVE, "Headliner, Gold Watch", "Showstopper"], known={A: {"Headliner": [B, C]}}
    )
    places = {
        next(seat for seat in (B, C) if card("Headliner") in state.seats[seat].hand)
        for state in guesses(at, A)
    }
    assert places == {B, C}


def test_money_is_guessed_unless_it_is_open() -> None:
    secret = turn(dice="D1 K1", money=[5, 9])
    assert len({state.seats[B].money for state in guesses(secret, A)}) > 3
    assert {state.seats[A].money for state in guesses(secret, A)} == {5}
    open_ = turn(dice="D1 K1", money=[5, 9], options=LapOptions(open_money=True))
    assert {state.seats[B].money for state in guesses(open_, A)} == {9}


def test_specials_in_other_hands_are_guessed() -> None:
    at = turn(dice="D1 K1", specials={A: "Master Key", B: "Wet Floor Sign"})
    assert {tuple(s.seats[A].specials) for s in guesses(at, A)} == {(card("Master Key"),)}
    assert len({tuple(state.seats[B].specials) for state in guesses(at, A)}) > 3
    assert {"specials 1", "special deck"} <= set(at.game.hidden(at.state, A))


def test_later_desires_are_guessed_by_the_level_they_were_laid_by() -> None:
    game = planning(hands=[FIVE, ""], options=LapOptions(desire_order="ascending")).game
    state = game.setup(2, "11" * 32)
    for number in range(20):
        world = game.sample(game.view(state, A), Random(number))
        levels = [DESIRES[desire].level for desire in world.desires]
        assert levels == [1, 1, 2, 2, 3]
    assert {"desires", "desire deck"} <= set(game.hidden(state, A))


def test_nothing_is_hidden_of_a_hand_that_is_known_card_by_card() -> None:
    at = planning(
        hands=[FIVE, "Headliner", "Gold Watch, Showstopper"], known={A: {"Headliner": [B]}}
    )
    open_ = set(at.game.hidden(at.state, A))
    assert "hand 1" not in open_
    assert {"hand 2", "deck"} <= open_
    assert "hand 1" in at.game.hidden(at.state, None)
