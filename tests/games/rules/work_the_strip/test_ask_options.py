"""The house rules that change the ask (WTS 13), each at all of its values."""

from __future__ import annotations

from typing import Literal

import pytest

from games.rules.kernel import Seat
from games.rules.work_the_strip.actions import WorkTheStrip
from games.rules.work_the_strip.events import CardsTaken, LuckyCardShown
from games.rules.work_the_strip.options import StripOptions
from tests.games.rules.work_the_strip.builder import table
from tests.games.rules.work_the_strip.words import A, B, C, asks, card, cards, in_order, lays, sets

PILE = "Vesper 1, Empress 1, Aurora 1, Diamond 1, Sapphire 1, Marquise 1"

# --- ask_requires_holding -------------------------------------------------------------------------

ANY_ASK = StripOptions(ask_requires_holding=False)


def test_any_key_may_be_asked_for_and_two_cards_are_laid() -> None:
    at = table(
        hands=["Casey 4, Paris 2", "Lola 1, 2, Monroe 2", "Duchess 1"], pile=PILE, options=ANY_ASK
    ).act(A, asks(B, "name Lola"))
    assert at.laid(A) == sets("N: Lola 1, 2")
    assert at.hand(A) == cards("Casey 4, Paris 2")
    assert at.turn == ("turn", A)


def test_one_card_is_laid_if_its_key_is_open() -> None:
    at = table(
        hands=["Casey 4, Paris 2", "Lola 1, Monroe 2", "Duchess 1"],
        tableaus={C: "N: Lola 2, 3"},
        pile=PILE,
        options=ANY_ASK,
    ).act(A, asks(B, "name Lola"))
    assert at.laid(A) == sets("N: Lola 1")


def test_one_card_of_a_closed_key_goes_to_the_hand_before_all_eyes() -> None:
    at = table(
        hands=["Casey 4, Paris 2", "Lola 1, Monroe 2", "Duchess 1"], pile=PILE, options=ANY_ASK
    ).act(A, asks(B, "name Lola"))
    assert at.laid(A) == {}
    assert at.hand(A) == cards("Casey 4, Paris 2, Lola 1")
    assert at.told(CardsTaken) == [CardsTaken(A, in_order("Lola 1"))]
    assert at.turn == ("turn", A)
    known = {(found.card, found.seats) for found in at.view(None).known}
    assert known == {(card("Lola 1"), (A,))}


def test_a_mistake_without_a_card_of_it_costs_the_turn_only() -> None:
    at = table(
        hands=["Casey 4, Paris 2", "Monroe 2", "Duchess 1"],
        tableaus={B: "N: Lola 2, 3"},
        pile=PILE,
        options=ANY_ASK,
    ).act(A, asks(B, "name Lola"))
    assert at.laid(B) == sets("N: Lola 2, 3")
    assert at.hand(A) == cards("Casey 4, Paris 2, Marquise 1")
    assert at.turn == ("turn", B)


def test_a_mistake_with_a_card_of_it_still_costs_the_card() -> None:
    at = table(
        hands=["Casey 4, Lola 1", "Monroe 2", "Duchess 1"],
        tableaus={B: "N: Lola 2, 3"},
        pile=PILE,
        options=ANY_ASK,
    ).act(A, asks(B, "name Lola"))
    assert at.laid(B) == sets("N: Lola 1, 2, 3")
    assert at.hand(A) == cards("Casey 4, Marquise 1")


def test_what_she_holds_of_it_joins_the_set() -> None:
    at = table(hands=["Casey 4, Lola 1", "Lola 2", "Duchess 1"], pile=PILE, options=ANY_ASK).act(
        A, asks(B, "name Lola")
    )
    assert at.laid(A) == sets("N: Lola 1, 2")


# --- commit_choice, mistake_gives, friendly_ask ---------------------------------------------------


def test_without_commit_choice_all_her_cards_are_laid() -> None:
    at = table(
        hands=["Taylor 1, 4, 5, Casey 4", "Taylor 2, Paris 2", "Duchess 1"],
        options=StripOptions(commit_choice=False),
    )
    assert at.refused(A, asks(B, "name Taylor", commit="Taylor 4")) == "bad_commit"
    at.act(A, asks(B, "name Taylor"))
    assert at.laid(A) == sets("N: Taylor 1, 2, 4, 5")


def test_without_commit_choice_a_mistake_costs_the_default_card() -> None:
    at = table(
        hands=["Taylor 1, 5, 4, Casey 4", "Paris 2", "Duchess 1"],
        tableaus={B: "N: Taylor 2, 3"},
        pile=PILE,
        options=StripOptions(commit_choice=False),
    ).act(A, asks(B, "name Taylor"))
    assert at.laid(B) == sets("N: Taylor 2, 3, 4")


@pytest.mark.parametrize(("gives", "laid", "kept"), [
    ("one", "N: Taylor 2, 3, 4", "Taylor 1, Taylor 5, Casey 4, Marquise 1"),
    ("all", "N: Taylor 1, 2, 3, 4, 5", "Casey 4, Marquise 1"),
])  # fmt: skip
def test_mistake_gives(gives: Literal["one", "all"], laid: str, kept: str) -> None:
    at = table(
        hands=["Taylor 1, 4, 5, Casey 4", "Paris 2", "Duchess 1"],
        tableaus={B: "N: Taylor 2, 3"},
        pile=PILE,
        options=StripOptions(mistake_gives=gives),
    ).act(A, asks(B, "name Taylor"))
    assert at.laid(B) == sets(laid)
    assert at.hand(A) == cards(kept)
    assert at.turn == ("turn", B)


def test_mistake_gives_all_even_if_fewer_were_committed() -> None:
    at = table(
        hands=["Taylor 1, 4, 5, Casey 4", "Paris 2", "Duchess 1"],
        tableaus={B: "N: Taylor 2, 3"},
        pile=PILE,
        options=StripOptions(mistake_gives="all"),
    ).act(A, asks(B, "name Taylor", commit="Taylor 4"))
    assert at.laid(B) == sets("N: Taylor 1, 2, 3, 4, 5")


def test_r18_friendly_ask_refuses_a_mistake() -> None:
    at = table(
        hands=["Lola 1, Casey 4", "Paris 2", "Duchess 1"],
        tableaus={B: "N: Lola 2, 3"},
        pile=PILE,
        options=StripOptions(friendly_ask=True),
    )
    assert at.refused(A, asks(B, "name Lola")) == "mistaken_ask"
    assert at.act(A, asks(C, "name Lola")).turn == ("turn", B)


def test_friendly_ask_works_the_strip_when_only_mistakes_are_left() -> None:
    hands = ["Lola 1", "Paris 2", "Duchess 1"]
    tableaus = {B: "N: Lola 2; R: Jolene 1", C: "N: Lola 3; R: Valentina 1"}
    friendly = table(
        hands=hands, tableaus=tableaus, pile=PILE, options=StripOptions(friendly_ask=True)
    )
    assert "ask" not in friendly.kinds(A)
    friendly.act(A, WorkTheStrip())
    assert friendly.hand(A) == cards("Lola 1, Marquise 1")
    assert friendly.turn == ("turn", B)
    strict = table(hands=hands, tableaus=tableaus, pile=PILE)
    assert strict.refused(A, WorkTheStrip()) == "must_ask"


# --- lucky_draw -----------------------------------------------------------------------------------

LUCKY = StripOptions(lucky_draw=True)


def test_lucky_draw_goes_on_and_may_play_the_card() -> None:
    at = table(
        hands=["Lola 2, Casey 4", "Paris 2", "Duchess 1"], pile="Vesper 1, Lola 3", options=LUCKY
    ).act(A, asks(B, "name Lola"))
    assert at.told(LuckyCardShown) == [LuckyCardShown(A, card("Lola 3"))]
    assert at.turn == ("turn", A)
    assert at.hand(A) == cards("Lola 2, Lola 3, Casey 4")
    assert {found.card for found in at.view(C).known} == {card("Lola 3")}
    assert at.refused(A, asks(C, "name Lola")) == "already_asked"
    at.act(A, lays("N: Lola 2, 3"))
    assert at.laid(A) == sets("N: Lola 2, 3")


def test_lucky_draw_of_a_dual_counts_for_the_asked_run() -> None:
    at = table(
        hands=["Apple Bottoms 1, Casey 4", "Paris 2", "Duchess 1"],
        pile="Vesper 1, Lola 1",
        options=LUCKY,
    ).act(A, asks(B, "run Apple Bottoms"))
    assert at.turn == ("turn", A)


@pytest.mark.parametrize(
    ("pile", "tableau", "turn"),
    [
        ("Vesper 1, Valentina 1", "", ("turn", B)),
        ("Vesper 1, Lola 3", "N: Lola 1", ("turn", B)),
        ("Lola 3", "", ("final_turn", B)),
    ],
    ids=["another card", "after a mistake", "the last card"],
)
def test_lucky_draw_ends_the_turn_otherwise(
    pile: str, tableau: str, turn: tuple[str, Seat]
) -> None:
    at = table(
        hands=["Lola 2, Casey 4", "Paris 2", "Duchess 1"],
        tableaus={B: tableau},
        pile=pile,
        options=LUCKY,
    ).act(A, asks(B, "name Lola"))
    assert at.told(LuckyCardShown) == []
    assert at.turn == turn
