"""Guesses at what a seat cannot see respect what it saw, also where play seldom leads."""

from __future__ import annotations

from random import Random
from typing import Literal

from games.rules.kernel import Seat
from games.rules.work_the_strip.options import StripOptions
from games.rules.work_the_strip.state import PlayedSet, StripState
from tests.games.rules.work_the_strip.builder import Table, table
from tests.games.rules.work_the_strip.words import A, B, C, D, card, cards, initial


def guesses(at: Table, seat: Seat | None, count: int = 60) -> list[StripState]:
    """Return samples of a seat's view, each of which shows the seat what it sees now."""
    view = at.view(seat)
    found = [at.game.sample(view, Random(number)) for number in range(count)]
    assert all(at.game.view(state, seat) == view for state in found)
    assert all(at.game.card_ids(state) == at.game.card_ids(at.state) for state in found)
    return found


def knowing(**places: list[Seat]) -> Table:
    """B holds Lola 1, C holds Paris 2 and a card more, D holds Casey 4; A knows `places`."""
    at = table(hands=["Monroe 3", "Lola 1", "Paris 2, Violet 2", "Casey 4"], pile="Vesper 1, 2")
    at.state.known[A] = {card(title.replace("_", " ")): seats for title, seats in places.items()}
    return at


def test_a_card_known_to_lie_with_one_seat_lies_there_in_every_guess() -> None:
    for state in guesses(knowing(Paris_2=[C]), A):
        assert card("Paris 2") in state.hands[C]


def test_a_card_that_lies_with_one_of_two_lies_now_here_now_there() -> None:
    places = {
        next(seat for seat in (B, C, D) if card("Paris 2") in state.hands[seat])
        for state in guesses(knowing(Paris_2=[B, C]), A)
    }
    assert places == {B, C}


def test_nobody_is_guessed_to_hold_more_cards_than_she_has() -> None:
    at = knowing(Lola_1=[B, C], Paris_2=[B, C], Violet_2=[B, C], Casey_4=[D])
    hands = {tuple(sorted(state.hands[B])) for state in guesses(at, A)}
    assert hands == {(card("Lola 1"),), (card("Paris 2"),), (card("Violet 2"),)}


def test_a_card_makes_room_for_one_that_can_lie_nowhere_else() -> None:
    at = knowing(Lola_1=[B], Paris_2=[B, C], Violet_2=[B, C])
    assert all(state.hands[B] == [card("Lola 1")] for state in guesses(at, A))


def test_a_hand_of_which_every_card_is_known_is_not_hidden() -> None:
    at = knowing(Lola_1=[B], Paris_2=[C], Violet_2=[C])
    assert set(at.game.hidden(at.state, A)) == {"hand 3", "pile"}
    assert set(at.game.hidden(at.state, None)) == {"hand 0", "hand 1", "hand 2", "hand 3", "pile"}


def test_two_hands_that_may_have_exchanged_cards_are_hidden() -> None:
    at = knowing(Lola_1=[B, C], Paris_2=[B, C], Violet_2=[C], Casey_4=[D])
    assert set(at.game.hidden(at.state, A)) == {"hand 1", "hand 2", "pile"}


def test_hands_are_not_hidden_when_the_round_is_scored() -> None:
    at = knowing()
    at.state.phase = "round_result"
    assert set(at.game.hidden(at.state, A)) == {"pile"}
    assert all(state.hands == at.state.hands for state in guesses(at, A))


def planned(how: Literal["simultaneous", "clockwise"]) -> Table:
    """B has handed in her initial play; A and C have not."""
    options = StripOptions(initial_play=how)
    hand = "Taylor 4, 5, Monroe 1, 3, Roxanne 1, 3, Empress 1, Duchess 1, Tax Audit"
    at = table(
        hands=["Paris 2", hand, "Casey 4"],
        phase="initial_play",
        dealer=A,
        current=B,
        options=options,
    )
    at.state.to_act = [B] if how == "clockwise" else at.state.to_act
    return at.act(B, initial("N: Taylor 4, 5"))


def test_an_initial_play_that_lies_face_down_is_guessed() -> None:
    at = planned("simultaneous")
    assert "submission 1" in at.game.hidden(at.state, A)
    plans = {state.submitted[B] for state in guesses(at, A)}
    assert () in plans
    assert len(plans) > 1


def test_an_initial_play_that_was_laid_at_once_is_not() -> None:
    at = planned("clockwise")
    assert "submission 1" not in at.game.hidden(at.state, A)
    assert {state.submitted[B] for state in guesses(at, A)} == {()}


def test_a_seat_remembers_its_own_initial_play() -> None:
    plans = {state.submitted[B] for state in guesses(planned("simultaneous"), B)}
    assert plans == {(PlayedSet("name", "taylor", cards("Taylor 4, 5")),)}
