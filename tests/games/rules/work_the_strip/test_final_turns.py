"""The last card and the final turns (WTS 7.6, 8.2)."""

from __future__ import annotations

import pytest

from games.rules.work_the_strip.actions import EndFinalTurn, WorkTheStrip
from games.rules.work_the_strip.events import (
    FinalTurnEnded,
    FinalTurnStarted,
    LastCardDrawn,
    SkipOrdered,
    SpecialFizzled,
    WentOut,
)
from tests.games.rules.work_the_strip.builder import Table, table
from tests.games.rules.work_the_strip.words import (
    A,
    B,
    C,
    D,
    asks,
    card,
    cards,
    fronts,
    lays,
    plays,
    sets,
)


def last_lap(*hands: str, tableaus: dict[int, str] | None = None) -> Table:
    """B has drawn the last card: final turns from C on."""
    seats = len(hands)
    queue = [(C + lap) % seats for lap in range(seats)]
    return table(
        hands=hands,
        phase="final_turn",
        current=C,
        queue=queue,
        pile="",
        tableaus=tableaus or {},
        top=6,
    )


# --- Which draw is the last -----------------------------------------------------------------------


def test_r33_the_last_card_drawn_after_an_ask() -> None:
    at = table(hands=["Paris 2", "Casey 4", "Duchess 1"], pile="Vesper 1")
    at.act(A, asks(B, "name Paris"))
    assert at.told(LastCardDrawn) == [LastCardDrawn(A)]
    assert at.told(FinalTurnStarted) == [FinalTurnStarted(B)]
    assert at.turn == ("final_turn", B)
    assert at.state.final_queue == [B, C, A]


def test_r33_the_last_card_drawn_after_a_mistake() -> None:
    at = table(
        hands=["Paris 2", "Casey 4", "Duchess 1"], tableaus={C: "N: Paris 1, 3"}, pile="Vesper 1"
    )
    at.act(A, asks(C, "name Paris"))
    assert at.hand(A) == cards("Vesper 1")
    assert at.turn == ("final_turn", B)


def test_r33_the_last_card_drawn_by_working_the_strip() -> None:
    at = table(
        hands=["Paris 2", "Casey 4", "Duchess 1"], asked=["name Paris"], pile="Vesper 1"
    ).act(A, WorkTheStrip())
    assert at.turn == ("final_turn", B)


def test_r33_the_last_card_drawn_with_an_empty_hand() -> None:
    at = table(hands=["Paris 2", "", "Duchess 1"], pile="Vesper 1, Vesper 2")
    at.act(A, asks(C, "name Paris"))
    assert at.told(LastCardDrawn) == [LastCardDrawn(B)]
    assert at.turn == ("final_turn", C)
    assert at.state.final_queue == [C, A, B]


# --- The lap --------------------------------------------------------------------------------------


def test_s26_each_madam_has_one_final_turn_ending_with_the_one_who_drew() -> None:
    at = last_lap("Lola 2", "Casey 4", "Duchess 1", "Monroe 2")
    for seat in (C, D, A, B):
        assert at.turn == ("final_turn", seat)
        at.act(seat, EndFinalTurn())
        assert at.told(FinalTurnEnded) == [FinalTurnEnded(seat)]
    assert at.state.phase == "round_result"
    assert at.result.winner is None


def test_r34_no_asks_in_a_final_turn() -> None:
    at = last_lap("Lola 2", "Lola 1", "Lola 3, Casey 4")
    assert at.refused(C, asks(A, "name Lola")) == "wrong_phase"
    assert at.refused(C, WorkTheStrip()) == "wrong_phase"
    assert at.kinds(C) == {"end_final_turn"}


def test_what_was_asked_before_is_not_asked_in_a_final_turn() -> None:
    at = table(hands=["Paris 2", "Casey 4", "Duchess 1"], pile="Vesper 1")
    at.act(A, asks(B, "name Paris"))
    assert at.turn == ("final_turn", B)
    assert at.view(None).asked_this_turn == ()


def test_matches_may_be_laid_as_often_as_she_can() -> None:
    at = last_lap(
        "Lola 2", "Casey 4", "Monroe 1, 2, Taylor 5, Duchess 1", tableaus={A: "N: Taylor 3, 4"}
    )
    at.act(C, lays("N: Monroe 1, 2"), lays("N: Taylor 5"))
    assert at.laid(C) == sets("N: Monroe 1, 2; N: Taylor 5")
    assert at.turn == ("final_turn", C)
    assert at.refused(C, lays("N: Duchess 1")) == "need_two"


def test_r35_specials_may_be_played_in_a_final_turn() -> None:
    at = last_lap("Lola 2", "Casey 4", "Tax Audit, Grand Opening, Duchess 1")
    at.act(C, plays("Tax Audit", on=B), plays("Grand Opening"))
    assert at.front(B) == fronts("Tax Audit")
    assert at.front(C) == fronts("Grand Opening")
    assert at.turn == ("final_turn", C)


def test_nothing_is_forced_in_a_final_turn() -> None:
    at = last_lap("Lola 2", "Casey 4", "Tax Audit, Broken Air Conditioning")
    assert at.kinds(C) == {"play_special", "end_final_turn"}
    at.act(C, EndFinalTurn())
    assert at.turn == ("final_turn", A)


@pytest.mark.parametrize("how", ["a set", "a special"])
def test_r36_emptying_the_hand_ends_only_that_final_turn(how: str) -> None:
    hand, action = {
        "a set": ("Monroe 1, 2", lays("N: Monroe 1, 2")),
        "a special": ("Tax Audit", plays("Tax Audit", on=B)),
    }[how]
    at = last_lap("Lola 2", "Casey 4", hand).act(C, action)
    assert at.told(FinalTurnEnded) == [FinalTurnEnded(C)]
    assert at.told(WentOut) == []
    assert at.turn == ("final_turn", A)


def test_r36_nobody_wins_and_nobody_gets_a_bonus() -> None:
    at = last_lap("Lola 2", "Casey 4", "Monroe 1, 2").act(C, lays("N: Monroe 1, 2"))
    at.act(A, EndFinalTurn()).act(B, EndFinalTurn())
    assert at.result.winner is None
    assert (at.result.top_card, at.result.die) == (None, None)
    assert at.state.rounds_won == [0, 0, 0]
    assert at.scores == (-100, -100, 1200)


def test_empty_hands_are_passed_over() -> None:
    at = last_lap("", "Casey 4", "Duchess 1").act(C, EndFinalTurn())
    assert at.turn == ("final_turn", B)


def test_r37_a_missed_turn_does_not_count_in_final_turns() -> None:
    at = table(hands=["Paris 2", "Casey 4", "Duchess 1"], skip=[B, C], pile="Vesper 1")
    at.act(A, asks(B, "name Paris"))
    assert at.turn == ("final_turn", B)
    assert at.act(B, EndFinalTurn()).turn == ("final_turn", C)


def test_closed_for_repairs_has_no_effect_in_final_turns() -> None:
    at = last_lap("Lola 2", "Casey 4", "Closed For Repairs, Duchess 1")
    at.act(C, plays("Closed For Repairs", on=A))
    assert at.told(SkipOrdered) == []
    assert at.told(SpecialFizzled) == [SpecialFizzled(C, card("Closed For Repairs"))]
    assert at.state.skip == [False, False, False]
    assert at.act(C, EndFinalTurn()).turn == ("final_turn", A)


def test_she_who_drew_the_last_card_may_play_it() -> None:
    at = table(hands=["Paris 2", "Casey 4", "Duchess 1"], pile="Paris 3")
    at.act(A, asks(B, "name Paris"))
    at.act(B, EndFinalTurn()).act(C, EndFinalTurn()).act(A, lays("N: Paris 2, 3"))
    assert at.result.winner is None
    assert at.scores == (1200, -100, -100)


def test_overbooked_finds_no_card_in_a_final_turn() -> None:
    at = last_lap("Lola 2", "Casey 4", "Overbooked, Duchess 1").act(C, plays("Overbooked", on=A))
    assert at.hand(A) == cards("Lola 2")
    assert at.turn == ("final_turn", C)


def test_open_casting_is_no_ask_and_works_in_a_final_turn() -> None:
    at = last_lap("Lola 2", "Casey 4", "Open Casting, Lola 3, Duchess 1")
    at.act(C, plays("Open Casting", named="name Lola"))
    assert at.laid(C) == sets("N: Lola 2, 3")
    at.act(C, EndFinalTurn())
    assert at.turn == ("final_turn", B)


def test_a_gift_to_an_empty_hand_gives_her_a_final_turn_still_to_come() -> None:
    at = last_lap("", "Casey 4", "Friendly Referral, Lola 2, Duchess 1")
    at.act(C, plays("Friendly Referral", on=A, chosen="Lola 2"), EndFinalTurn())
    assert at.turn == ("final_turn", A)


def test_a_final_turn_is_ended_by_nobody_else() -> None:
    at = last_lap("Lola 2", "Casey 4", "Duchess 1")
    assert at.refused(A, EndFinalTurn()) == "not_your_turn"


def test_there_is_no_end_of_turn_before_the_last_card() -> None:
    at = table(hands=["Paris 2", "Casey 4", "Duchess 1"])
    assert at.refused(A, EndFinalTurn()) == "wrong_phase"


def test_r42_the_hand_costs_everybody_in_a_round_without_a_winner() -> None:
    at = last_lap("Lola 2, Tax Audit", "Casey 4, 5", "Duchess 1, Hot Dice, Overbooked")
    for seat in (C, A, B):
        at.act(seat, EndFinalTurn())
    assert [line.hand for line in at.result.lines] == [-1100, -200, -2100]
    assert at.scores == (-1100, -200, -2100)
