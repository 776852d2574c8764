"""What the public log proves (WTS 15, point 3)."""

from __future__ import annotations

import pytest

from games.rules.work_the_strip.heuristics.belief import hidden_cards
from games.rules.work_the_strip.options import StripOptions
from tests.games.ai.work_the_strip.seats import Watched
from tests.games.rules.work_the_strip.builder import table
from tests.games.rules.work_the_strip.words import A, B, C, D, asks, cards, in_order, lays, plays

HANDS = ("Lola 2, Paris 2, Casey 4", "Lola 3, Monroe 2, Taylor 4", "Ginger 2, Duchess 1, Bijou 2")


def test_nothing_heard_the_hidden_copies_are_spread_evenly() -> None:
    """Two Lolas among 105 unseen cards, three of them in a hand."""
    at = Watched(table(hands=HANDS))
    assert at.chance(A, B, "name Lola") == pytest.approx(1 - (1 - 2 / 105) ** 3)
    assert at.chance(A, C, "name Lola") == at.chance(A, B, "name Lola")


def test_copies_on_the_table_are_hidden_no_more() -> None:
    at = Watched(table(hands=HANDS, tableaus={C: "N: Lola 1"}))
    assert at.chance(A, B, "name Lola") == pytest.approx(1 - (1 - 1 / 104) ** 3)


def test_with_no_copy_left_nobody_holds_one() -> None:
    at = Watched(table(hands=["Lola 2, 3, Casey 4", "Paris 2", "Duchess 1"], discard="Lola 1"))
    assert at.chance(A, B, "name Lola") == 0


def test_who_asked_holds_one() -> None:
    at = Watched(table(hands=HANDS, current=B)).act(B, asks(C, "name Lola"))
    assert at.chance(A, B, "name Lola") == 1


def test_what_one_is_proven_to_hold_the_others_are_less_likely_to() -> None:
    at = Watched(table(hands=HANDS, current=B))
    before = at.chance(A, C, "name Monroe")
    at.act(B, asks(A, "name Monroe"))
    assert 0 < at.chance(A, C, "name Monroe") < before


def test_a_no_proves_there_is_none() -> None:
    at = Watched(table(hands=HANDS, current=B)).act(B, asks(C, "name Lola"))
    assert at.chance(A, C, "name Lola") == 0


def test_a_no_is_old_news_once_she_has_drawn() -> None:
    """After the draw it is the chance of that one card: two Lolas less the one B holds."""
    at = Watched(table(hands=HANDS, current=B)).act(B, asks(C, "name Lola"))
    at.act(C, asks(A, "name Bijou"))
    assert 0 < at.chance(A, C, "name Lola") < 0.02


def test_a_yes_empties() -> None:
    at = Watched(table(hands=HANDS)).act(A, asks(B, "name Lola"))
    assert at.chance(C, B, "name Lola") == 0
    assert at.chance(C, A, "name Lola") == 0


def test_laying_spends_the_proof() -> None:
    at = Watched(table(hands=["Lola 2, Paris 2", "Lola 1, 3, Casey 4", "Duchess 1"], current=B))
    at.act(B, asks(C, "run Apple Bottoms"))
    assert at.chance(A, B, "run Apple Bottoms") == 1
    at.act(C, asks(A, "name Duchess"))
    at.act(A, asks(C, "name Paris"))
    at.act(B, lays("N: Lola 1, 3"))
    assert at.chance(A, B, "run Apple Bottoms") < 0.5
    assert at.chance(A, B, "name Lola") < 0.02


def test_a_mistake_spends_the_proof() -> None:
    hands = ["Paris 2, Casey 4", "Lola 3, Monroe 2", "Ginger 2, Duchess 1"]
    at = Watched(table(hands=hands, tableaus={C: "N: Lola 1"}, current=B))
    at.act(B, asks(C, "name Lola"))
    assert at.chance(A, B, "name Lola") < 0.02


def test_an_open_casting_proves_all_the_others_have_none() -> None:
    hands = ["Paris 2", "Open Casting, Lola 3, Monroe 2", "Ginger 2, Duchess 1"]
    at = Watched(table(hands=hands, current=B)).act(B, plays("Open Casting", named="name Lola"))
    assert at.chance(A, C, "name Lola") == 0
    assert at.chance(A, B, "name Lola") == 1


def test_a_peeked_hand_is_known_and_so_is_what_is_not_in_it() -> None:
    hands = ["Helpful Concierge, Paris 2", "Lola 3, Monroe 2", "Ginger 2, Duchess 1"]
    at = Watched(table(hands=hands)).act(A, plays("Helpful Concierge", on=B))
    assert at.chance(A, B, "name Lola") == 1
    assert at.chance(A, B, "name Ginger") == 0
    assert at.belief(A).unsure(B) == 0


def test_a_gift_is_known_to_its_giver_and_dims_what_others_knew() -> None:
    hands = ["Paris 2", "Friendly Referral, Lola 3, Monroe 2, Violet 2", "Ginger 2", "Duchess 1"]
    at = Watched(table(hands=hands, current=B, dealer=D))
    at.act(B, asks(C, "name Lola"), *[])
    at.act(C, asks(D, "name Ginger"))
    at.act(D, asks(C, "name Duchess"))
    at.act(A, asks(C, "name Paris"))
    at.act(B, plays("Friendly Referral", on=C, chosen="Lola 3, Monroe 2"))
    assert at.chance(B, C, "name Lola") == 1
    assert at.chance(C, B, "name Lola") == pytest.approx(0.75, abs=0.05)
    assert at.chance(A, B, "name Lola") == pytest.approx(0.75, abs=0.05)
    assert 0 < at.chance(A, C, "name Lola") < 0.2


def test_where_one_may_ask_for_anything_an_ask_proves_little() -> None:
    options = StripOptions(ask_requires_holding=False)
    at = Watched(table(hands=HANDS, current=B, options=options)).act(B, asks(C, "name Paris"))
    assert at.chance(A, B, "name Paris") == pytest.approx(0.3, abs=0.05)


def test_a_late_joiner_reads_the_list_of_asks() -> None:
    at = Watched(table(hands=HANDS, current=B)).act(B, asks(C, "name Lola"))
    at.told = []
    assert at.chance(A, B, "name Lola") == 1
    assert at.chance(A, C, "name Lola") == 0


def test_with_the_history_hidden_she_remembers_what_she_saw() -> None:
    options = StripOptions(show_ask_history=False)
    at = Watched(table(hands=HANDS, current=B, options=options))
    at.act(B, asks(C, "name Lola")).act(C, asks(A, "name Bijou"))
    assert len(at.table.view(A).asks) == 1
    assert at.chance(A, B, "name Lola") == 1


def test_hidden_cards_are_the_deck_less_all_one_can_see() -> None:
    options = StripOptions(deck="no_specials")
    at = table(hands=["Lola 2", "Paris 2", "Duchess 1"], pile="Casey 4, 5", options=options)
    assert hidden_cards(options, at.view(A)) == {
        *cards("Casey 4, 5"),
        *in_order("Paris 2, Duchess 1"),
    }
