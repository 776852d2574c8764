"""The ask and its three answers (WTS 7.4)."""

from __future__ import annotations

import pytest

from games.rules.work_the_strip.actions import Ask
from games.rules.work_the_strip.events import (
    Asked,
    CardsHandedOver,
    HandEmptied,
    MistakeMade,
    SetLaid,
    ToldToWorkTheStrip,
)
from games.rules.work_the_strip.state import AskRecord
from tests.games.rules.work_the_strip.builder import table
from tests.games.rules.work_the_strip.words import A, B, C, asks, cards, in_order, lays, sets

PILE = "Vesper 1, Empress 1, Aurora 1, Diamond 1, Sapphire 1, Marquise 1"

# --- The question ---------------------------------------------------------------------------------


def test_r08_she_must_hold_a_card_of_what_she_asks_for() -> None:
    at = table(hands=["Lola 2, Casey 4", "Paris 2", "Duchess 1"])
    assert at.refused(A, asks(B, "name Paris")) == "not_holding"
    assert at.refused(A, asks(B, "run Apple Bottoms")) == "not_holding"


def test_r08_a_dual_lets_her_ask_for_its_name_and_for_its_run() -> None:
    at = table(hands=["Lola 1, Casey 4", "Paris 2", "Duchess 1"])
    keys = {(action.mode, action.key) for action in at.legal(A) if isinstance(action, Ask)}
    assert keys == {("name", "lola"), ("run", "apple_bottoms"), ("name", "casey")}


def test_s18_specials_cannot_be_asked_for() -> None:
    at = table(hands=["Hot Dice, Tax Audit, Casey 4", "Generous Tipper", "Duchess 1"])
    assert at.refused(A, Ask(B, "name", "hot_dice")) == "not_holding"
    keys = {action.key for action in at.legal(A) if isinstance(action, Ask)}
    assert keys == {"casey"}


def test_s13_any_other_madam_may_be_asked_but_not_oneself() -> None:
    at = table(hands=["Lola 2, Casey 4", "Paris 2", "Duchess 1", "Monroe 2"])
    targets = {action.target for action in at.legal(A) if isinstance(action, Ask)}
    assert targets == {1, 2, 3}
    assert at.refused(A, asks(A, "name Lola")) == "bad_target"


def test_the_question_and_the_answer_are_public() -> None:
    at = table(hands=["Lola 2, Casey 4", "Lola 1, 3", "Duchess 1"])
    at.act(A, asks(B, "name Lola"))
    assert at.told(Asked) == [Asked(A, B, "name", "lola")]
    (handed,) = at.told(CardsHandedOver)
    assert (handed.seat, handed.target, handed.key) == (B, A, "lola")
    assert tuple(sorted(handed.cards)) == cards("Lola 1, 3")
    assert [event.value for event in at.told(SetLaid)] == [1800]
    assert at.told(HandEmptied) == [HandEmptied(B)]
    at.act(A, asks(C, "name Casey"))
    assert at.told(ToldToWorkTheStrip) == [ToldToWorkTheStrip(A, C, "name", "casey")]
    assert [(ask.target, ask.key, ask.answer) for ask in at.state.asks] == [
        (B, "lola", "yes"),
        (C, "casey", "no"),
    ]


# --- A different card -----------------------------------------------------------------------------


def test_r12_a_key_is_asked_once_in_a_turn_whoever_is_asked() -> None:
    at = table(hands=["Lola 2, 3, Casey 4", "Lola 1, Paris 2", "Duchess 1"])
    at.act(A, asks(B, "name Lola", commit="Lola 2"))
    assert at.refused(A, asks(B, "name Lola")) == "already_asked"
    assert at.refused(A, asks(C, "name Lola")) == "already_asked"


def test_r12_name_and_run_are_different_keys() -> None:
    at = table(hands=["Lola 1, 2, Casey 4", "Lola 3, Valentina 1", "Duchess 1"])
    at.act(A, asks(B, "name Lola", commit="Lola 2"), asks(B, "run Apple Bottoms"))
    assert at.laid(A) == sets("N: Lola 2, 3; R: Lola 1, Valentina 1")
    assert at.state.asked == ["name:lola", "run:apple_bottoms"]


def test_s16_the_same_or_another_madam_may_be_asked_next() -> None:
    at = table(hands=["Lola 2, Paris 1, Casey 4", "Lola 1, Paris 2", "Duchess 1"])
    at.act(A, asks(B, "name Lola"), asks(B, "name Paris"))
    assert at.worth(A) == 2400
    assert at.refused(A, asks(B, "name Lola")) == "not_holding"
    assert at.turn == ("turn", A)


# --- A hit ----------------------------------------------------------------------------------------


def test_r09_everything_that_carries_the_name_is_given_duals_included() -> None:
    at = table(hands=["Taylor 5, Casey 4", "Taylor 1, 2, 3, 4, Apple Bottoms 1", "Duchess 1"])
    at.act(A, asks(B, "name Taylor"))
    assert at.laid(A) == sets("N: Taylor 1, 2, 3, 4, 5")
    assert at.hand(B) == cards("Apple Bottoms 1")


def test_r09_everything_that_carries_the_run_is_given_duals_included() -> None:
    at = table(
        hands=["Neon Angels 1, Casey 4", "Taylor 3, Paris 1, Neon Angels 2, Paris 2", "Duchess 1"]
    )
    at.act(A, asks(B, "run Neon Angels"))
    assert at.laid(A) == sets("R: Neon Angels 1, 2, Taylor 3, Paris 1")
    assert at.worth(A) == 800
    assert at.hand(B) == cards("Paris 2")


def test_s14_only_the_asked_madam_gives() -> None:
    at = table(hands=["Lola 2, Casey 4", "Lola 1, Casey 5", "Lola 3"])
    at.act(A, asks(B, "name Lola"))
    assert at.laid(A) == sets("N: Lola 1, 2")
    assert at.hand(C) == cards("Lola 3")


def test_r10_all_own_cards_join_by_default() -> None:
    at = table(hands=["Taylor 1, 4, 5, Casey 4", "Taylor 2, Paris 2", "Duchess 1"])
    at.act(A, asks(B, "name Taylor"))
    assert at.laid(A) == sets("N: Taylor 1, 2, 4, 5")
    assert at.hand(A) == cards("Casey 4")


def test_r10_at_least_one_of_her_own_joins_as_she_chooses() -> None:
    at = table(hands=["Taylor 1, 4, 5, Casey 4", "Taylor 2, Paris 2", "Duchess 1"])
    at.act(A, asks(B, "name Taylor", commit="Taylor 5"))
    assert at.laid(A) == sets("N: Taylor 2, 5")
    assert at.hand(A) == cards("Taylor 1, 4, Casey 4")


@pytest.mark.parametrize("commit", ["", "Casey 4", "Taylor 2", "Taylor 4, Casey 4"])
def test_r10_what_joins_must_be_her_own_cards_of_the_key(commit: str) -> None:
    at = table(hands=["Taylor 1, 4, 5, Casey 4", "Taylor 2, Paris 2", "Duchess 1"])
    assert at.refused(A, asks(B, "name Taylor", commit=commit)) == "bad_commit"


def test_r11_the_set_is_laid_as_it_was_asked_for() -> None:
    at = table(hands=["Lola 1, Casey 4", "Valentina 1, Paris 2", "Duchess 1"])
    at.act(A, asks(B, "run Apple Bottoms"))
    assert at.laid(A) == sets("R: Lola 1, Valentina 1")
    at = table(hands=["Lola 1, Casey 4", "Lola 2, Paris 2", "Duchess 1"])
    assert at.act(A, asks(B, "name Lola")).laid(A) == sets("N: Lola 1, 2")


def test_s15_the_new_set_joins_what_lies_there_already() -> None:
    at = table(hands=["Lola 2, Casey 4", "Lola 1, Paris 2", "Duchess 1"], tableaus={A: "N: Lola 3"})
    assert at.act(A, asks(B, "name Lola")).laid(A) == sets("N: Lola 1, 2, 3")


# --- A mistake ------------------------------------------------------------------------------------


def test_r14_a_card_laid_as_a_run_is_no_name_in_front_of_her() -> None:
    at = table(
        hands=["Jolene 3, Casey 4", "Jolene 2, Paris 2", "Duchess 1"],
        tableaus={B: "R: Jolene 1, Apple Bottoms 1"},
    ).act(A, asks(B, "name Jolene"))
    assert at.laid(A) == sets("N: Jolene 2, 3")
    assert at.turn == ("turn", A)


def test_r14_a_card_laid_as_a_name_is_no_run_in_front_of_her() -> None:
    at = table(
        hands=["Lola 1, Casey 4", "Apple Bottoms 2, Paris 2", "Duchess 1"],
        tableaus={B: "N: Jolene 1, 3"},
    ).act(A, asks(B, "run Apple Bottoms"))
    assert at.laid(A) == sets("R: Lola 1, Apple Bottoms 2")


def test_r14_what_lies_in_front_of_others_is_no_mistake() -> None:
    at = table(
        hands=["Taylor 5, Casey 4", "Taylor 1, Paris 2", "Duchess 1"],
        tableaus={A: "N: Taylor 2", C: "N: Taylor 3, 4"},
    ).act(A, asks(B, "name Taylor"))
    assert at.laid(A) == sets("N: Taylor 1, 2, 5")
    assert at.turn == ("turn", A)


def test_r14_one_card_in_front_of_her_is_enough() -> None:
    at = table(
        hands=["Lola 2, Casey 4", "Paris 2", "Duchess 1"], tableaus={B: "N: Lola 1"}, pile=PILE
    ).act(A, asks(B, "name Lola"))
    assert at.laid(B) == sets("N: Lola 1, 2")
    assert at.turn == ("turn", B)


def test_r15_a_mistake_leaves_the_cards_in_her_hand() -> None:
    at = table(
        hands=["Taylor 4, Casey 4", "Taylor 1, 2, Paris 2", "Duchess 1"],
        tableaus={B: "N: Taylor 3"},
        pile=PILE,
    ).act(A, asks(B, "name Taylor"))
    assert at.hand(B) == cards("Taylor 1, 2, Paris 2")
    assert at.laid(B) == sets("N: Taylor 3, 4")
    assert at.state.asks == [AskRecord(A, B, "name", "taylor", "mistake", 1)]


def test_r16_one_card_of_her_choice_is_handed_over() -> None:
    at = table(
        hands=["Taylor 1, 4, 5, Casey 4", "Paris 2", "Duchess 1"],
        tableaus={B: "N: Taylor 2, 3"},
        pile=PILE,
    ).act(A, asks(B, "name Taylor", commit="Taylor 5, Taylor 1"))
    assert at.told(MistakeMade) == [MistakeMade(A, B, "name", "taylor", in_order("Taylor 5"))]
    assert at.laid(B) == sets("N: Taylor 2, 3, 5")
    assert at.hand(A) == cards("Taylor 1, 4, Casey 4, Marquise 1")


@pytest.mark.parametrize(
    ("hand", "words", "laid", "given"),
    [
        ("Taylor 1, 5, 4", "name Taylor", "N: Taylor 2, 3", "Taylor 4"),
        ("Taylor 2, 1", "name Taylor", "N: Taylor 4, 5", "Taylor 1"),
        ("Lola 1, Apple Bottoms 3, Apple Bottoms 2", "run Apple Bottoms", "R: Jolene 1, Taylor 1",
         "Apple Bottoms 2"),
    ],
)  # fmt: skip
def test_r16_by_default_single_type_cards_first_then_by_id(
    hand: str, words: str, laid: str, given: str
) -> None:
    at = table(hands=[hand, "Paris 2", "Duchess 1"], tableaus={B: laid}, pile=PILE)
    at.act(A, asks(B, words))
    assert [event.cards for event in at.told(MistakeMade)] == [in_order(given)]


def test_s19_a_mistaken_run_is_laid_as_a_run() -> None:
    at = table(
        hands=["Lola 1, Casey 4", "Paris 2", "Duchess 1"],
        tableaus={B: "R: Jolene 1, Apple Bottoms 1"},
        pile=PILE,
    ).act(A, asks(B, "run Apple Bottoms"))
    assert at.laid(B) == sets("R: Lola 1, Jolene 1, Apple Bottoms 1")
    assert at.worth(B) == 600


def test_s19_a_mistake_ends_the_turn_with_a_drawn_card() -> None:
    at = table(
        hands=["Lola 2, Casey 4", "Paris 2", "Duchess 1"], tableaus={B: "N: Lola 1, 3"}, pile=PILE
    ).act(A, asks(B, "name Lola"))
    assert at.hand(A) == cards("Casey 4, Marquise 1")
    assert len(at.pile) == 5
    assert at.turn == ("turn", B)


def test_r17_a_mistake_with_the_last_card_draws_and_is_not_out() -> None:
    at = table(
        hands=["Lola 2", "Paris 2", "Duchess 1"], tableaus={B: "N: Lola 1, 3"}, pile=PILE
    ).act(A, asks(B, "name Lola"))
    assert at.hand(A) == cards("Marquise 1")
    assert at.state.winner is None
    assert at.turn == ("turn", B)


def test_r18_a_mistake_is_legal_and_the_hints_warn() -> None:
    at = table(hands=["Lola 2, Casey 4", "Paris 2", "Duchess 1"], tableaus={B: "N: Lola 1, 3"})
    asked = [action for action in at.legal(A) if isinstance(action, Ask) and action.key == "lola"]
    assert {action.target for action in asked} == {B, C}
    lola = next(hint for hint in at.game.hints(at.view(A)).keys if hint.key == "lola")
    assert (lola.askable, lola.mistakes) == ((B, C), (B,))


# --- Work The Strip -------------------------------------------------------------------------------


def test_s17_told_to_work_the_strip_she_draws_one_card_and_the_turn_ends() -> None:
    at = table(hands=["Lola 2, Casey 4", "Paris 2", "Duchess 1"], pile=PILE)
    at.act(A, asks(B, "name Lola"))
    assert at.hand(A) == cards("Lola 2, Casey 4, Marquise 1")
    assert at.pile == in_order(PILE)[:-1]
    assert at.turn == ("turn", B)


def test_r32_the_drawn_card_may_not_be_played_even_if_it_matches() -> None:
    at = table(hands=["Lola 2, Casey 4", "Paris 2", "Duchess 1"], pile="Vesper 1, Lola 3")
    at.act(A, asks(B, "name Lola"))
    assert at.refused(A, lays("N: Lola 2, 3")) == "not_your_turn"
    assert at.hand(A) == cards("Lola 2, Lola 3, Casey 4")


def test_r31_a_madam_without_cards_may_be_asked() -> None:
    at = table(hands=["Lola 2, Casey 4", "Paris 2", ""], pile=PILE)
    at.act(A, asks(C, "name Lola"))
    assert at.told(ToldToWorkTheStrip) == [ToldToWorkTheStrip(A, C, "name", "lola")]
    assert at.turn == ("turn", B)


def test_r31_asking_a_madam_without_cards_may_be_a_mistake() -> None:
    at = table(hands=["Lola 2, Casey 4", "Paris 2", ""], tableaus={C: "N: Lola 1, 3"}, pile=PILE)
    at.act(A, asks(C, "name Lola"))
    assert at.laid(C) == sets("N: Lola 1, 2, 3")
    assert at.turn == ("turn", B)


def test_asking_moves_no_other_card() -> None:
    at = table(hands=["Lola 2, Casey 4", "Paris 2", "Lola 1, Duchess 1"], pile=PILE)
    at.act(A, asks(B, "name Lola"))
    assert at.hand(B) == cards("Paris 2")
    assert at.hand(C) == cards("Lola 1, Duchess 1")
    assert [at.laid(seat) for seat in (A, B, C)] == [{}, {}, {}]
