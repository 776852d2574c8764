"""What a round and a week are worth (WTS 9, 10)."""

from __future__ import annotations

import pytest

from games.rules.kernel import Outcome
from games.rules.work_the_strip.actions import Continue, EndFinalTurn
from games.rules.work_the_strip.events import (
    DieRolled,
    GameEnded,
    HandRevealed,
    RoundScored,
    TopCardBonusPaid,
    TopCardFlipped,
    WentOut,
)
from tests.games.rules.work_the_strip.builder import Past, Table, table
from tests.games.rules.work_the_strip.words import A, B, C, D, card, cards, in_order, lays, plays


def counted(
    tableaus: dict[int, str], front: dict[int, str] | None = None, hands: str = "Duchess 1"
) -> Table:
    """A round without a winner, scored with these cards in front of A and these in her hand."""
    at = table(
        hands=[hands, "Casey 4", "Empress 1"],
        tableaus=tableaus,
        front=front or {},
        phase="final_turn",
        queue=[A],
        pile="",
    )
    return at.act(A, EndFinalTurn())


@pytest.mark.parametrize(
    ("laid", "names", "runs"),
    [
        ("N: Taylor 1, 4", 200, 0),
        ("R: Taylor 1, Apple Bottoms 1", 0, 400),
        ("N: Roxanne 1, 2, 3", 900, 0),
        ("R: Roxanne 1, Casey 2", 0, 400),
        ("N: Lola 1, 2, 3", 1800, 0),
        ("R: Lola 1, Valentina 1, Jolene 1, Taylor 1, Apple Bottoms 1, 2, 3", 0, 1400),
        ("N: Vesper 1, 2", 2000, 0),
        ("N: Lola 2, 3; R: Lola 1, Valentina 1; N: Casey 5", 1300, 400),
    ],
)
def test_s21_names_count_their_value_and_runs_200(laid: str, names: int, runs: int) -> None:
    line = counted({A: laid}).result.lines[A]
    assert (line.names, line.runs) == (names, runs)
    assert line.score == names + runs - 100


def test_s28_what_lies_in_front_counts_less_the_penalties() -> None:
    front = {A: "Grand Opening, Hot Dice +1800, Noise Complaint 1, Tax Audit"}
    line = counted({A: "N: Lola 2, 3"}, front).result.lines[A]
    assert (line.names, line.front, line.hand) == (1200, 1500 + 1800 - 500 - 1500, -100)
    assert line.score == 2400


@pytest.mark.parametrize(
    ("hand", "cost"),
    [
        ("Duchess 1", 100),
        ("Lola 1, Lola 2, Apple Bottoms 1", 300),
        ("Generous Tipper", 1000),
        ("Lola 2, Grand Opening, Tax Audit, Casey 5", 2200),
    ],
)
def test_s29_cards_left_in_hand_cost_100_and_specials_1000(hand: str, cost: int) -> None:
    line = counted({}, hands=hand).result.lines[A]
    assert (line.hand, line.score) == (-cost, -cost)


def test_r41_scores_and_totals_may_be_negative() -> None:
    at = counted({}, {A: "Tax Audit"}, hands="Overbooked, Hot Dice")
    assert at.scores == (-3500, -100, -100)
    assert at.state.totals == [-3500, -100, -100]


def test_s30_totals_add_up_over_the_rounds() -> None:
    at = table(
        hands=["Paris 2, 3", "Casey 4", "Duchess 1"],
        past=[(B, (100, 2000, -300)), (None, (0, 50, -50))],
        pile="Vesper 1",
        top=2,
    ).act(A, lays("N: Paris 2, 3"))
    assert at.result.round == 3
    assert at.scores == (3200, -100, -100)
    assert at.state.totals == [3300, 1950, -450]
    assert at.state.rounds_won == [1, 1, 0]


def test_the_end_of_a_round_is_told_and_hands_are_shown() -> None:
    at = table(hands=["Paris 2, 3", "Casey 4, Tax Audit", "Duchess 1"], pile="Vesper 1", top=5)
    at.act(A, lays("N: Paris 2, 3"))
    assert at.told(WentOut) == [WentOut(A)]
    assert at.told(TopCardFlipped) == [TopCardFlipped(A, card("Vesper 1"))]
    assert at.told(DieRolled) == [DieRolled(A, 5, "top_card")]
    assert at.told(TopCardBonusPaid) == [TopCardBonusPaid(A, card("Vesper 1"), 5, 5000)]
    shown = {event.seat: tuple(sorted(event.cards)) for event in at.told(HandRevealed)}
    assert {B: shown[B], C: shown[C]} == {B: cards("Casey 4, Tax Audit"), C: cards("Duchess 1")}
    assert shown.get(A, ()) == ()
    (scored,) = at.told(RoundScored)
    assert (scored.winner, scored.totals) == (A, (6200, -1100, -100))
    assert scored.lines == at.result.lines
    assert scored.places == (1, 3, 2)


# --- Top Card -------------------------------------------------------------------------------------


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize(
    ("flipped", "highest"),
    [("Taylor 1", 200), ("Taylor 4", 100), ("Roxanne 1", 300), ("Lola 1", 600),
     ("Apple Bottoms 1", 200), ("Vesper 1", 1000)],
)  # fmt: skip
def test_r38_the_highest_value_on_the_card_times_the_die(
    flipped: str, highest: int, die: int
) -> None:
    at = table(hands=["Paris 2, 3", "Casey 4", "Duchess 1"], pile=f"Casey 5, {flipped}", top=die)
    at.act(A, lays("N: Paris 2, 3"))
    assert at.result.lines[A].bonus == highest * die


def test_s27_specials_are_flipped_away() -> None:
    at = table(
        hands=["Paris 2, 3", "Casey 4", "Duchess 1"],
        pile="Vesper 1, Lola 2, Hot Dice, Tax Audit",
        top=3,
    ).act(A, lays("N: Paris 2, 3"))
    assert [event.card for event in at.told(TopCardFlipped)] == list(
        in_order("Tax Audit, Hot Dice, Lola 2")
    )
    assert at.result.lines[A].bonus == 1800
    assert at.pile == in_order("Vesper 1")


def test_r39_a_pile_of_specials_pays_nothing() -> None:
    at = table(hands=["Paris 2, 3", "Casey 4", "Duchess 1"], pile="Hot Dice, Tax Audit", top=6)
    at.act(A, lays("N: Paris 2, 3"))
    assert at.result.top_card is None
    assert at.scores == (1200, -100, -100)


def test_r40_the_die_is_rolled_once_after_the_flipping() -> None:
    at = table(
        hands=["Paris 2, 3", "Casey 4", "Duchess 1"], pile="Lola 2, Hot Dice, Tax Audit", top=2
    ).act(A, lays("N: Paris 2, 3"))
    assert at.state.rng.drawn["top/1"] == 1
    kinds = [type(event) for event in at.events if isinstance(event, TopCardFlipped | DieRolled)]
    assert kinds == [TopCardFlipped, TopCardFlipped, TopCardFlipped, DieRolled]


def test_the_winner_alone_gets_the_bonus() -> None:
    at = table(hands=["Casey 4", "Paris 2, 3", "Duchess 1"], current=B, pile="Lola 2", top=2).act(
        B, lays("N: Paris 2, 3")
    )
    assert [line.bonus for line in at.result.lines] == [0, 1200, 0]


def test_what_is_in_front_of_the_winner_counts_too() -> None:
    at = table(
        hands=["Hot Dice", "Casey 4", "Duchess 1"],
        front={A: "Tax Audit"},
        pile="Lola 2",
        dice={"die/1/0": 6},
        top=1,
    ).act(A, plays("Hot Dice"))
    assert at.scores == (1800 - 1500 + 600, -100, -100)


# --- The week -------------------------------------------------------------------------------------


def ended(past: list[Past], *, seats: int = 3) -> Outcome:
    """The sixth round costs everybody one card; then the week is over."""
    hands = ["Duchess 1", "Casey 4", "Empress 1", "Monroe 2"][:seats]
    at = table(hands=hands, phase="final_turn", queue=[A], pile="", past=past)
    at.act(A, EndFinalTurn())
    outcome = at.all_continue().game.outcome(at.state)
    assert outcome is not None
    assert at.told(GameEnded) == [GameEnded(outcome.scores, outcome.places)]
    return outcome


def test_the_highest_total_wins() -> None:
    outcome = ended([(None, (0, 100, 50))] * 5)
    assert outcome == Outcome((-100, 400, 150), (3, 1, 2))


def test_r43_a_tie_goes_to_the_madam_with_more_rounds_won() -> None:
    past: list[Past] = [(A, (500, 0, 0)), (B, (0, 250, 0)), (B, (0, 250, 0))]
    outcome = ended([*past, (None, (0, 0, 0)), (None, (0, 0, 0))])
    assert outcome == Outcome((400, 400, -100), (2, 1, 3))


def test_r43_then_to_the_best_single_round() -> None:
    past: list[Past] = [(A, (300, 100, 0)), (B, (100, 200, 0)), (None, (0, 100, 0))]
    outcome = ended([*past, (None, (0, 0, 0)), (None, (0, 0, 0))])
    assert outcome == Outcome((300, 300, -100), (1, 2, 3))


def test_r43_then_it_is_shared() -> None:
    past: list[Past] = [(A, (300, 100, 0, 0)), (B, (100, 300, 0, 0)), (None, (0, 0, 0, 0))]
    outcome = ended([*past, (None, (0, 0, 0, 900)), (None, (0, 0, 0, 0))], seats=4)
    assert outcome == Outcome((300, 300, -100, 800), (2, 2, 4, 1))


def test_after_the_end_nothing_is_legal() -> None:
    at = table(
        hands=["Duchess 1", "Casey 4", "Empress 1"],
        phase="final_turn",
        queue=[A],
        pile="",
        past=[(None, (0, 0, 0))] * 5,
    )
    at.act(A, EndFinalTurn()).all_continue()
    assert [at.legal(seat) for seat in (A, B, C)] == [(), (), ()]
    assert at.refused(A, EndFinalTurn()) == "wrong_phase"
    assert at.refused(A, Continue()) == "wrong_phase"


def test_the_round_goes_on_when_all_have_seen_the_result() -> None:
    at = counted({})
    at.act(B, Continue())
    assert at.refused(B, Continue()) == "already_submitted"
    at.act(A, Continue())
    assert at.state.phase == "round_result"
    at.act(C, Continue())
    assert (at.state.phase, at.state.round) == ("initial_play", 2)


def test_the_unequal_number_of_deals_is_nobodys_business() -> None:
    outcome = ended([(D, (0, 0, 0, 100))] * 5, seats=4)
    assert outcome.places == (2, 2, 2, 1)
