"""The house rules about laying and about how a round ends (WTS 13)."""

from __future__ import annotations

import pytest

from games.rules.kernel import Seat
from games.rules.work_the_strip.actions import EndFinalTurn, WorkTheStrip
from games.rules.work_the_strip.events import FinalTurnStarted, TopCardFlipped, WentOut
from games.rules.work_the_strip.options import StripOptions
from tests.games.rules.work_the_strip.builder import table
from tests.games.rules.work_the_strip.words import (
    A,
    B,
    C,
    D,
    asks,
    card,
    cards,
    fronts,
    initial,
    lays,
    plays,
)

PILE = "Vesper 1, Empress 1, Aurora 1, Diamond 1, Sapphire 1, Marquise 1"

# --- must_play_matches ----------------------------------------------------------------------------

STRICT = StripOptions(must_play_matches=True)


def test_must_play_matches_lays_every_pair_before_asking() -> None:
    at = table(
        hands=["Lola 2, 3, Taylor 4, 5, Casey 4", "Paris 2", "Duchess 1"], pile=PILE, options=STRICT
    )
    assert at.refused(A, asks(B, "name Casey")) == "must_play_sets"
    at.act(A, lays("N: Lola 2, 3"))
    assert at.refused(A, asks(B, "name Casey")) == "must_play_sets"
    at.act(A, lays("N: Taylor 4, 5"))
    assert at.act(A, asks(B, "name Casey")).turn == ("turn", B)


def test_must_play_matches_counts_single_cards_on_open_keys() -> None:
    at = table(
        hands=["Lola 2, Casey 4", "Paris 2", "Duchess 1"],
        tableaus={C: "N: Lola 1, 3"},
        asked=["name Lola", "name Casey"],
        pile=PILE,
        options=STRICT,
    )
    assert at.refused(A, WorkTheStrip()) == "must_play_sets"
    at.act(A, lays("N: Lola 2"))
    assert at.act(A, WorkTheStrip()).turn == ("turn", B)


def test_must_play_matches_leaves_the_mode_to_her() -> None:
    at = table(
        hands=["Lola 1, 2, Apple Bottoms 1, Casey 4", "Paris 2", "Duchess 1"],
        pile=PILE,
        options=STRICT,
    ).act(A, lays("R: Lola 1, Apple Bottoms 1"))
    assert at.hand(A) == cards("Lola 2, Casey 4")
    assert at.act(A, asks(B, "name Lola")).turn == ("turn", B)


def test_without_it_sets_may_be_kept() -> None:
    at = table(hands=["Lola 2, 3, Casey 4", "Paris 2", "Duchess 1"], pile=PILE)
    assert at.act(A, asks(B, "name Casey")).turn == ("turn", B)


# --- empty_hand_wins ------------------------------------------------------------------------------

EMPTY = StripOptions(empty_hand_wins=True)


def test_empty_hand_wins_for_her_who_lost_her_last_card() -> None:
    at = table(
        hands=["Lola 2, Casey 4", "Lola 1", "Duchess 1"], pile="Vesper 1", top=1, options=EMPTY
    ).act(A, asks(B, "name Lola"))
    assert at.told(WentOut) == [WentOut(B)]
    assert at.result.winner == B
    assert at.scores == (1200 - 100, 1000, -100)


def test_empty_hand_wins_but_the_acting_madam_first() -> None:
    at = table(hands=["Lola 2", "Lola 1", "Duchess 1"], pile="Vesper 1", options=EMPTY)
    assert at.act(A, asks(B, "name Lola")).result.winner == A


@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        (["Lola 1", "Open Casting, Lola 2, Casey 4", "Lola 3", "Duchess 1"], C),
        (["Lola 1", "Open Casting, Lola 2, Casey 4", "Lola 3, Paris 1", "Duchess 1"], A),
        (["Lola 1", "Open Casting, Lola 2", "Lola 3", "Duchess 1"], B),
    ],
    ids=["the first clockwise", "round the table", "the caller herself"],
)
def test_empty_hand_wins_after_open_casting(hands: list[str], winner: Seat) -> None:
    at = table(hands=hands, current=B, pile="Vesper 1", options=EMPTY)
    assert at.act(B, plays("Open Casting", named="name Lola")).result.winner == winner


def test_a_hand_that_was_empty_before_wins_nothing() -> None:
    at = table(hands=["Lola 2, Casey 4", "Lola 1, Paris 2", ""], pile=PILE, options=EMPTY).act(
        A, asks(B, "name Lola")
    )
    assert at.turn == ("turn", A)


# --- last_licks -----------------------------------------------------------------------------------

LICKS = StripOptions(last_licks=True)


def test_last_licks_give_every_other_madam_a_final_turn() -> None:
    at = table(
        hands=["Paris 2", "Lola 2, 3", "Casey 4, 5, Duchess 1", "Monroe 2, 3"],
        current=B,
        pile="Casey 1, Vesper 1",
        top=2,
        options=LICKS,
    ).act(B, lays("N: Lola 2, 3"))
    assert at.told(WentOut) == [WentOut(B)]
    assert at.told(FinalTurnStarted) == [FinalTurnStarted(C)]
    assert at.told(TopCardFlipped) == []
    assert at.state.winner == B
    assert at.state.final_queue == [C, D, A]
    assert at.refused(C, asks(A, "name Casey")) == "wrong_phase"
    at.act(C, lays("N: Casey 4, 5"), EndFinalTurn())
    at.act(D, lays("N: Monroe 2, 3"))
    assert at.turn == ("final_turn", A)
    at.act(A, EndFinalTurn())
    assert at.result.winner == B
    assert [event.card for event in at.told(TopCardFlipped)] == [card("Vesper 1")]
    assert at.scores == (-100, 1200 + 2000, 200 - 100, 1200)
    assert at.state.rounds_won == [0, 1, 0, 0]


def test_last_licks_pass_over_empty_hands_and_missed_turns() -> None:
    at = table(hands=["Paris 2, 3", "", "Casey 4"], skip=[C], pile="Vesper 1", options=LICKS).act(
        A, lays("N: Paris 2, 3")
    )
    assert at.turn == ("final_turn", C)
    assert at.act(C, EndFinalTurn()).result.winner == A


def test_last_licks_count_what_they_do_to_the_winner() -> None:
    at = table(
        hands=["Paris 2, 3", "Tax Audit", "Duchess 1"], pile="Vesper 1", top=1, options=LICKS
    ).act(A, lays("N: Paris 2, 3"))
    at.act(B, plays("Tax Audit", on=A)).act(C, EndFinalTurn())
    assert at.front(A) == fronts("Tax Audit")
    assert at.scores == (1200 - 1500 + 1000, 0, -100)


def test_no_last_licks_after_the_initial_play() -> None:
    at = table(
        hands=["Paris 2, 3", "Casey 4", "Duchess 1"],
        phase="initial_play",
        pile="Vesper 1",
        options=LICKS,
    ).act(A, initial("N: Paris 2, 3"))
    at.act(B, initial()).act(C, initial())
    assert at.result.winner == A


def test_last_licks_after_an_emptied_hand() -> None:
    options = StripOptions(last_licks=True, empty_hand_wins=True)
    at = table(
        hands=["Lola 2, Casey 4", "Lola 1", "Duchess 1"], pile="Vesper 1", top=1, options=options
    ).act(A, asks(B, "name Lola"))
    assert at.state.winner == B
    assert at.turn == ("final_turn", C)
    at.act(C, EndFinalTurn())
    assert at.turn == ("final_turn", A)
    assert at.act(A, EndFinalTurn()).result.winner == B


def test_the_last_card_gives_no_licks_but_final_turns() -> None:
    at = table(hands=["Paris 2", "Casey 4", "Duchess 1"], pile="Vesper 1", options=LICKS)
    at.act(A, asks(B, "name Paris"))
    assert at.state.winner is None
    assert at.state.final_queue == [B, C, A]
