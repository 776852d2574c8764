"""The initial play (WTS 6.2): hidden, at once, any number of sets, nobody builds on anybody."""

from __future__ import annotations

import pytest

from games.rules.work_the_strip.actions import InitialPlay
from games.rules.work_the_strip.events import InitialPlaySubmitted, SetLaid, WentOut
from games.rules.work_the_strip.state import PlayedSet
from tests.games.rules.work_the_strip.builder import Table, table
from tests.games.rules.work_the_strip.words import (
    A,
    B,
    C,
    asks,
    cards,
    in_order,
    initial,
    lays,
    plays,
    sets,
)


def opening(*hands: str, dealer: int = C, pile: str = "Vesper 1, Vesper 2", top: int = 1) -> Table:
    return table(hands=hands, phase="initial_play", dealer=dealer, pile=pile, top=top)


def test_s04_two_or_more_cards_of_a_name_or_a_run_may_be_laid() -> None:
    at = opening("Jolene 1, Jolene 3, Lola 1, Apple Bottoms 1, Paris 2", "Casey 4", "Duchess 1")
    at.act(A, initial("N: Jolene 1, 3; R: Lola 1, Apple Bottoms 1"))
    at.act(B, initial()).act(C, initial())
    assert at.laid(A) == sets("N: Jolene 1, 3; R: Lola 1, Apple Bottoms 1")
    assert at.worth(A) == 600 + 400
    assert at.hand(A) == cards("Paris 2")


def test_s04_laying_nothing_is_allowed() -> None:
    at = opening("Lola 1, Lola 2", "Casey 4", "Duchess 1")
    for seat in (A, B, C):
        at.act(seat, initial())
    assert [at.laid(seat) for seat in (A, B, C)] == [{}, {}, {}]
    assert at.hand(A) == cards("Lola 1, 2")


def test_r05_any_number_of_sets() -> None:
    at = opening(
        "Lola 1, 2, Paris 1, 2, Monroe 1, 2, Casey 4, 5, Empress 1", "Taylor 4", "Duchess 1"
    )
    sets_ = "N: Lola 1, 2; N: Paris 1, 2; N: Monroe 1, 2; N: Casey 4, 5"
    for seat, laid in ((A, sets_), (B, ""), (C, "")):
        at.act(seat, initial(laid))
    assert at.laid(A) == sets(sets_)
    assert at.hand(A) == cards("Empress 1")


def test_r05_one_key_may_be_laid_in_two_sets() -> None:
    at = opening("Taylor 1, 2, 3, 4, Paris 2", "Casey 4", "Duchess 1")
    at.act(A, initial("N: Taylor 1, 2; N: Taylor 3, 4"))
    at.act(B, initial()).act(C, initial())
    assert at.laid(A) == sets("N: Taylor 1, 2, 3, 4")


@pytest.mark.parametrize("order", [(A, B, C), (C, B, A), (B, A, C)])
def test_r04_the_order_of_handing_in_does_not_matter(order: tuple[int, int, int]) -> None:
    at = opening("Lola 1, 2, Casey 4", "Taylor 4, 5, Paris 2", "Duchess 1")
    laid = {A: "N: Lola 1, 2", B: "N: Taylor 4, 5", C: ""}
    for seat in order:
        at.act(seat, initial(laid[seat]))
    assert [event.seat for event in at.told(SetLaid)] == [A, B]
    assert at.turn == ("turn", A)
    assert [at.worth(seat) for seat in (A, B, C)] == [1200, 200, 0]


def test_r04_what_was_handed_in_is_hidden_until_all_have() -> None:
    at = opening("Lola 1, 2, Casey 4", "Taylor 4, 5, Paris 2", "Duchess 1")
    at.act(A, initial("N: Lola 1, 2"))
    assert at.events == [InitialPlaySubmitted(A)]
    assert sorted(at.state.to_act) == [B, C]
    assert at.view(A).submission == (PlayedSet("name", "lola", in_order("Lola 1, 2")),)
    assert {at.view(seat).submission for seat in (B, C, None)} == {None}
    assert {at.view(seat).submitted for seat in (A, B, None)} == {(True, False, False)}
    assert at.view(B).hand_counts == (3, 3, 1)


def test_s05_nobody_adds_to_another_madams_cards() -> None:
    at = opening("Lola 1, 2, Casey 4", "Lola 3, Paris 2", "Duchess 1")
    at.act(A, initial("N: Lola 1, 2"))
    assert at.refused(B, initial("N: Lola 3")) == "need_two"


def test_s05_a_single_card_does_not_build_on_ones_own_set_either() -> None:
    at = opening("Lola 1, 2, 3, Casey 4", "Paris 2", "Duchess 1")
    assert at.refused(A, initial("N: Lola 1, 2; N: Lola 3")) == "need_two"


def test_r06_no_specials_in_the_initial_play() -> None:
    at = opening("Generous Tipper 1, Generous Tipper 2, Casey 4", "Paris 2", "Duchess 1")
    pair = in_order("Generous Tipper 1, Generous Tipper 2")
    assert at.refused(A, InitialPlay((PlayedSet("name", "taylor", pair),))) == "bad_card"
    assert at.refused(A, plays("Generous Tipper")) == "wrong_phase"


def test_the_initial_play_is_not_a_turn() -> None:
    at = opening("Lola 1, 2, Casey 4", "Paris 2", "Duchess 1")
    assert at.refused(A, lays("N: Lola 1, 2")) == "wrong_phase"
    assert at.refused(A, asks(B, "name Lola")) == "wrong_phase"
    assert at.kinds(A) == {"initial_play"}


def test_each_madam_hands_in_once() -> None:
    at = opening("Lola 1, 2, Casey 4", "Paris 2", "Duchess 1").act(A, initial())
    assert at.refused(A, initial("N: Lola 1, 2")) == "already_submitted"
    assert at.legal(A) == ()


def test_r07_going_out_in_the_initial_play_wins_the_round() -> None:
    at = opening("Casey 4", "Lola 2, 3", "Duchess 1", pile="Vesper 1, Lola 1", top=2)
    for seat, laid in ((B, "N: Lola 2, 3"), (A, ""), (C, "")):
        at.act(seat, initial(laid))
    assert at.told(WentOut) == [WentOut(B)]
    assert at.result.winner == B
    assert at.scores == (-100, 1200 + 1200, -100)


@pytest.mark.parametrize(("dealer", "winner"), [(C, A), (A, B), (B, A)])
def test_r07_several_out_at_once_the_first_from_the_dealers_left_wins(
    dealer: int, winner: int
) -> None:
    at = opening("Lola 2, 3", "Paris 2, 3", "Duchess 1", dealer=dealer, pile="Empress 1")
    for seat, laid in ((B, "N: Paris 2, 3"), (C, ""), (A, "N: Lola 2, 3")):
        at.act(seat, initial(laid))
    assert at.result.winner == winner
    bonuses = [1000 * (seat == winner) for seat in (A, B, C)]
    assert [line.bonus for line in at.result.lines] == bonuses
    assert at.state.rounds_won == [int(seat == winner) for seat in (A, B, C)]


def test_the_sets_are_laid_in_seat_order_from_the_dealers_left() -> None:
    at = opening("Lola 1, 2, Casey 4", "Taylor 4, 5, Paris 2", "Monroe 1, 2, Casey 5", dealer=A)
    at.act(A, initial("N: Lola 1, 2")).act(B, initial("N: Taylor 4, 5"))
    at.act(C, initial("N: Monroe 1, 2"))
    assert [event.seat for event in at.told(SetLaid)] == [B, C, A]
    assert [event.value for event in at.told(SetLaid)] == [200, 1200, 1200]
    assert at.turn == ("turn", B)
