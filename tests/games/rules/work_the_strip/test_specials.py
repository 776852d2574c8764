"""The fifteen special cards (WTS 3.5, 3.6, 7.3)."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.kernel import Seat
from games.rules.work_the_strip.events import (
    BonusLaid,
    CardPoached,
    CardsDrawn,
    CardsGiven,
    CastingCalled,
    DieRolled,
    DrawnCardsSeen,
    GivenCardsSeen,
    HandPeeked,
    PeekedHandSeen,
    PenaltyCleared,
    PenaltyLaid,
    SkipOrdered,
    SpecialFizzled,
    SpecialPlayed,
)
from tests.games.rules.work_the_strip.builder import Table, table
from tests.games.rules.work_the_strip.words import (
    A,
    B,
    C,
    asks,
    card,
    cards,
    fronts,
    in_order,
    plays,
    sets,
)

PILE = "Vesper 1, Empress 1, Aurora 1, Diamond 1, Sapphire 1, Marquise 1"


def holding(
    special: str,
    others: str = "Paris 2, Lola 1",
    *,
    bs: str = "Casey 4",
    cs: str = "Duchess 1",
    pile: str = PILE,
    **lying: Any,
) -> Table:
    """A's turn; she holds this special and some others.  `lying`: as a table has it."""
    return table(hands=[f"{special}, {others}", bs, cs], pile=pile, **lying)


# --- Bonuses --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "amount"),
    [
        ("Generous Tipper 1", 500),
        ("Generous Tipper 2", 500),
        ("Convention In Town 1", 1000),
        ("Convention In Town 2", 1000),
        ("Grand Opening", 1500),
    ],
)
def test_a_bonus_is_kept_in_front_of_her(title: str, amount: int) -> None:
    at = holding(title).act(A, plays(title))
    assert [(laid.card, laid.amount) for laid in at.front(A)] == [(card(title), amount)]
    assert at.told(BonusLaid) == [BonusLaid(A, card(title), amount)]
    assert at.hand(A) == cards("Paris 2, Lola 1")
    assert card(title) not in at.state.discard
    assert at.turn == ("turn", A)


@pytest.mark.parametrize("pips", [1, 2, 3, 4, 5, 6])
def test_hot_dice_pays_300_a_pip_fixed_when_rolled(pips: int) -> None:
    at = holding("Hot Dice", dice={"die/1/0": pips}).act(A, plays("Hot Dice"))
    assert at.front(A) == fronts(f"Hot Dice +{300 * pips}")
    assert at.told(DieRolled) == [DieRolled(A, pips, "hot_dice")]
    assert at.told(BonusLaid) == [BonusLaid(A, card("Hot Dice"), 300 * pips)]


# --- Penalties ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "amount"),
    [
        ("Noise Complaint 1", -500),
        ("Noise Complaint 2", -500),
        ("Surprise Inspection", -1000),
        ("Tax Audit", -1500),
    ],
)
def test_a_penalty_lies_in_front_of_the_madam_of_her_choice(title: str, amount: int) -> None:
    at = holding(title).act(A, plays(title, on=C))
    assert [(laid.card, laid.amount) for laid in at.front(C)] == [(card(title), amount)]
    assert (at.front(A), at.front(B)) == ([], [])
    assert at.told(PenaltyLaid) == [PenaltyLaid(A, C, card(title), amount)]
    assert at.turn == ("turn", A)


@pytest.mark.parametrize("on", [None, A])
def test_r26_broken_air_conditioning_costs_oneself_300(on: Seat | None) -> None:
    at = holding("Broken Air Conditioning").act(A, plays("Broken Air Conditioning", on=on))
    assert at.front(A) == fronts("Broken Air Conditioning -300")
    assert at.told(PenaltyLaid) == [PenaltyLaid(A, A, card("Broken Air Conditioning"), -300)]


@pytest.mark.parametrize(
    "title",
    ["Broken Air Conditioning", "Generous Tipper", "Grand Opening", "Convention In Town",
     "Hot Dice", "Smooth Lawyer", "Open Casting"],
)  # fmt: skip
def test_s12_a_card_that_says_no_madam_of_your_choice_is_played_on_nobody_else(title: str) -> None:
    at = holding(title, front={A: "Noise Complaint"})
    assert at.refused(A, plays(title, on=B)) == "self_only"


@pytest.mark.parametrize(
    "title",
    ["Noise Complaint", "Surprise Inspection", "Tax Audit", "Closed For Repairs",
     "Friendly Referral", "Talent Scout", "Overbooked", "Helpful Concierge"],
)  # fmt: skip
def test_r25_the_madam_of_your_choice_is_another(title: str) -> None:
    at = holding(title)
    assert at.refused(A, plays(title, on=A)) == "bad_target"
    assert at.refused(A, plays(title)) == "bad_target"
    assert at.refused(A, plays(title, on=3)) == "bad_target"


def test_s11_specials_are_optional() -> None:
    at = holding("Generous Tipper").act(A, asks(B, "name Paris"))
    assert at.hand(A) == cards("Generous Tipper, Paris 2, Lola 1, Marquise 1")


def test_what_was_played_is_public() -> None:
    at = holding("Tax Audit").act(A, plays("Tax Audit", on=C))
    assert at.told(SpecialPlayed) == [SpecialPlayed(A, card("Tax Audit"), "tax_audit", C)]
    at = holding("Hot Dice").act(A, plays("Hot Dice"))
    assert at.told(SpecialPlayed) == [SpecialPlayed(A, card("Hot Dice"), "hot_dice", None)]


# --- Closed For Repairs ---------------------------------------------------------------------------


def test_closed_for_repairs_makes_her_miss_her_next_turn() -> None:
    at = holding("Closed For Repairs").act(A, plays("Closed For Repairs", on=B))
    assert at.state.skip == [False, True, False]
    assert at.told(SkipOrdered) == [SkipOrdered(A, B)]
    assert at.state.discard[-1] == card("Closed For Repairs")
    at.act(A, asks(C, "name Paris"))
    assert at.turn == ("turn", C)


# --- Friendly Referral ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "kept"), [("Paris 2", "Lola 1"), ("Paris 2, Lola 1", "Vesper 2")]
)
def test_friendly_referral_gives_one_or_two_performers(given: str, kept: str) -> None:
    others = "Paris 2, Lola 1" if kept == "Lola 1" else "Paris 2, Lola 1, Vesper 2"
    at = holding("Friendly Referral", others)
    at.act(A, plays("Friendly Referral", on=C, chosen=given))
    assert at.hand(A) == cards(kept)
    assert at.hand(C) == cards(f"Duchess 1, {given}")
    assert at.laid(C) == {}
    assert at.told(CardsGiven) == [CardsGiven(A, C, len(in_order(given)))]
    assert card("Friendly Referral") in at.state.discard


def test_only_giver_and_receiver_see_what_was_given() -> None:
    at = holding("Friendly Referral").act(A, plays("Friendly Referral", on=C, chosen="Paris 2"))
    (seen,) = at.told(GivenCardsSeen)
    assert seen == GivenCardsSeen(A, C, in_order("Paris 2"))
    assert [seat for seat in (A, B, C, None) if seen.seen_by(seat)] == [A, C]


@pytest.mark.parametrize(
    "given", ["", "Paris 2, Lola 1, Vesper 2", "Tax Audit", "Paris 2, Tax Audit", "Duchess 1"]
)
def test_friendly_referral_wants_one_or_two_of_her_own_performers(given: str) -> None:
    at = holding("Friendly Referral", "Tax Audit, Paris 2, Lola 1, Vesper 2")
    refused = at.refused(A, plays("Friendly Referral", on=C, chosen=given))
    assert refused == "bad_choice"


def test_the_gift_may_not_be_the_referral_itself() -> None:
    at = holding("Friendly Referral")
    refused = at.refused(A, plays("Friendly Referral", on=C, chosen="Friendly Referral"))
    assert refused == "bad_choice"


# --- Talent Scout ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("laid", "taken", "mine", "hers"),
    [
        ("N: Lola 2, 3", "Lola 2", "N: Lola 2", "N: Lola 3"),
        ("R: Jolene 1, Apple Bottoms 1", "Jolene 1", "R: Jolene 1", "R: Apple Bottoms 1"),
        ("N: Vesper 2", "Vesper 2", "N: Vesper 2", ""),
    ],
)
def test_r23_talent_scout_takes_a_laid_card_the_same_way_up(
    laid: str, taken: str, mine: str, hers: str
) -> None:
    at = holding("Talent Scout", tableaus={B: laid})
    at.act(A, plays("Talent Scout", on=B, chosen=taken))
    assert (at.laid(A), at.laid(B)) == (sets(mine), sets(hers))
    (poached,) = at.told(CardPoached)
    assert (poached.seat, poached.target, poached.card) == (A, B, card(taken))
    assert f"{poached.mode}:{poached.key}" == next(iter(sets(mine)))
    assert at.hand(A) == cards("Paris 2, Lola 1")
    assert card("Talent Scout") in at.state.discard


def test_a_poached_last_card_closes_nothing_for_the_scout() -> None:
    at = table(
        hands=["Talent Scout, Lola 2, Casey 4", "Lola 3, Casey 5", "Duchess 1"],
        tableaus={B: "N: Lola 1"},
    ).act(A, plays("Talent Scout", on=B, chosen="Lola 1"))
    assert at.laid(B) == {}
    at.act(A, asks(B, "name Lola"))
    assert at.laid(A) == sets("N: Lola 1, 2, 3")
    assert at.turn == ("turn", A)


@pytest.mark.parametrize("taken", ["", "Lola 1, Lola 3", "Casey 4", "Taylor 4", "Grand Opening"])
def test_talent_scout_takes_exactly_one_card_laid_in_front_of_that_madam(taken: str) -> None:
    at = holding(
        "Talent Scout",
        "Paris 2",
        tableaus={B: "N: Lola 1, 3", C: "N: Taylor 4, 5"},
        front={B: "Grand Opening"},
    )
    assert at.refused(A, plays("Talent Scout", on=B, chosen=taken)) == "bad_choice"


# --- Overbooked -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pile", "drawn", "left"),
    [
        ("Vesper 1, Empress 1, Aurora 1", "Aurora 1, Empress 1", "Vesper 1"),
        ("Vesper 1, Empress 1", "Empress 1", "Vesper 1"),
        ("Vesper 1", "", "Vesper 1"),
    ],
)
def test_r33_overbooked_draws_two_but_never_the_last_card(pile: str, drawn: str, left: str) -> None:
    at = holding("Overbooked", pile=pile).act(A, plays("Overbooked", on=C))
    assert at.hand(C) == cards(f"Duchess 1, {drawn}")
    assert at.pile == in_order(left)
    assert at.turn == ("turn", A)
    assert card("Overbooked") in at.state.discard


def test_what_overbooked_draws_the_target_alone_sees() -> None:
    at = holding("Overbooked").act(A, plays("Overbooked", on=C))
    assert at.told(CardsDrawn) == [CardsDrawn(C, 2, 4)]
    assert at.told(DrawnCardsSeen) == [DrawnCardsSeen(C, in_order("Marquise 1, Sapphire 1"))]
    (seen,) = at.told(DrawnCardsSeen)
    assert [seat for seat in (A, B, C, None) if seen.seen_by(seat)] == [C]


def test_overbooked_fills_an_empty_hand() -> None:
    at = holding("Overbooked", cs="").act(A, plays("Overbooked", on=C))
    assert at.hand(C) == cards("Marquise 1, Sapphire 1")


# --- Helpful Concierge ----------------------------------------------------------------------------


def test_helpful_concierge_shows_her_hand_to_one_pair_of_eyes() -> None:
    at = holding("Helpful Concierge", cs="Duchess 1, Tax Audit, Hot Dice")
    at.act(A, plays("Helpful Concierge", on=C))
    assert at.told(HandPeeked) == [HandPeeked(A, C)]
    (seen,) = at.told(PeekedHandSeen)
    assert (seen.seat, seen.target) == (A, C)
    assert tuple(sorted(seen.cards)) == cards("Duchess 1, Tax Audit, Hot Dice")
    assert [seat for seat in (A, B, C, None) if seen.seen_by(seat)] == [A]
    assert at.hand(C) == cards("Duchess 1, Tax Audit, Hot Dice")
    assert card("Helpful Concierge") in at.state.discard


def test_helpful_concierge_may_look_at_an_empty_hand() -> None:
    at = holding("Helpful Concierge", cs="").act(A, plays("Helpful Concierge", on=C))
    assert at.told(HandPeeked) == [HandPeeked(A, C)]
    assert at.hand(A) == cards("Paris 2, Lola 1")


# --- Smooth Lawyer --------------------------------------------------------------------------------


def test_smooth_lawyer_discards_one_penalty_of_her_choice() -> None:
    at = holding("Smooth Lawyer", front={A: "Noise Complaint, Tax Audit, Grand Opening"})
    at.act(A, plays("Smooth Lawyer", chosen="Tax Audit"))
    assert at.front(A) == fronts("Noise Complaint, Grand Opening")
    assert at.told(PenaltyCleared) == [PenaltyCleared(A, card("Tax Audit"), -1500)]
    assert {card("Smooth Lawyer"), card("Tax Audit")} <= set(at.state.discard)


@pytest.mark.parametrize(
    "chosen", ["", "Grand Opening", "Surprise Inspection", "Noise Complaint, Tax Audit", "Paris 2"]
)
def test_smooth_lawyer_wants_exactly_one_penalty_in_front_of_her(chosen: str) -> None:
    at = holding(
        "Smooth Lawyer",
        front={A: "Noise Complaint, Tax Audit, Grand Opening", B: "Surprise Inspection"},
    )
    assert at.refused(A, plays("Smooth Lawyer", chosen=chosen)) == "bad_choice"


# --- Open Casting ---------------------------------------------------------------------------------


def test_open_casting_brings_everybodys_cards_of_a_key() -> None:
    at = holding("Open Casting", "Taylor 1, Paris 2", bs="Taylor 2, Casey 4", cs="Taylor 3, 4")
    at.act(A, plays("Open Casting", named="name Taylor"))
    assert at.laid(A) == sets("N: Taylor 1, 2, 3, 4")
    assert (at.hand(A), at.hand(B), at.hand(C)) == (cards("Paris 2"), cards("Casey 4"), ())
    assert at.told(CastingCalled) == [CastingCalled(A, "name", "taylor")]
    assert card("Open Casting") in at.state.discard
    assert at.turn == ("turn", A)


def test_open_casting_for_a_run_lays_a_run() -> None:
    at = holding("Open Casting", "Lola 1, Apple Bottoms 1, Paris 2", bs="Jolene 1, Jolene 3")
    at.act(A, plays("Open Casting", named="run Apple Bottoms"))
    assert at.laid(A) == sets("R: Lola 1, Apple Bottoms 1, Jolene 1")
    assert at.hand(B) == cards("Jolene 3")


def test_open_casting_lays_all_her_own_cards_of_the_key() -> None:
    at = holding("Open Casting", "Taylor 1, 4, 5, Paris 2", bs="Taylor 2, Casey 4")
    at.act(A, plays("Open Casting", named="name Taylor"))
    assert at.laid(A) == sets("N: Taylor 1, 2, 4, 5")


def test_open_casting_without_an_answer_lays_nothing() -> None:
    at = holding("Open Casting", "Taylor 1, 4, Paris 2")
    at.act(A, plays("Open Casting", named="name Taylor"))
    assert at.laid(A) == {}
    assert at.hand(A) == cards("Taylor 1, 4, Paris 2")
    assert at.turn == ("turn", A)


def test_open_casting_does_not_use_up_the_key() -> None:
    at = holding("Open Casting", "Taylor 1, Paris 2")
    at.act(A, plays("Open Casting", named="name Taylor"))
    assert at.state.asked == []
    at.act(A, asks(B, "name Taylor"))
    assert at.turn == ("turn", B)


def test_open_casting_may_call_for_a_key_that_was_asked() -> None:
    at = holding(
        "Open Casting", "Taylor 1, 4, Paris 2", bs="Taylor 5, Casey 4", cs="Taylor 2, Vesper 2"
    )
    at.act(A, asks(B, "name Taylor", commit="Taylor 4"))
    at.act(A, plays("Open Casting", named="name Taylor"))
    assert at.laid(A) == sets("N: Taylor 1, 2, 4, 5")


def test_open_casting_knows_no_mistake() -> None:
    at = holding("Open Casting", "Taylor 1, Paris 2", bs="Taylor 5", tableaus={B: "N: Taylor 3, 4"})
    at.act(A, plays("Open Casting", named="name Taylor"))
    assert at.laid(A) == sets("N: Taylor 1, 5")
    assert at.laid(B) == sets("N: Taylor 3, 4")
    assert at.turn == ("turn", A)


def test_open_casting_may_take_her_last_card_out() -> None:
    at = holding("Open Casting", "Taylor 1", bs="Taylor 5, Casey 4")
    at.act(A, plays("Open Casting", named="name Taylor"))
    assert at.result.winner == A


@pytest.mark.parametrize("named", ["", "name Casey", "run Desert Roses"])
def test_open_casting_names_a_key_she_holds(named: str) -> None:
    at = holding("Open Casting", "Taylor 1, Paris 2")
    assert at.refused(A, plays("Open Casting", named=named)) == "bad_choice"


# --- Fizzles --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "on"), [("Talent Scout", B), ("Smooth Lawyer", None), ("Smooth Lawyer", A)]
)
def test_r28_without_an_object_a_special_fizzles(title: str, on: Seat | None) -> None:
    at = holding(title, front={B: "Tax Audit", A: "Grand Opening"}, tableaus={C: "N: Lola 2, 3"})
    at.act(A, plays(title, on=on))
    assert at.told(SpecialFizzled) == [SpecialFizzled(A, card(title))]
    assert at.hand(A) == cards("Paris 2, Lola 1")
    assert card(title) in at.state.discard
    assert (at.front(A), at.front(B)) == (fronts("Grand Opening"), fronts("Tax Audit"))
    assert at.turn == ("turn", A)


@pytest.mark.parametrize(("title", "on"), [("Friendly Referral", C), ("Open Casting", None)])
def test_r28_without_a_performer_in_hand_they_fizzle(title: str, on: Seat | None) -> None:
    at = holding(title, "Hot Dice").act(A, plays(title, on=on))
    assert at.told(SpecialFizzled) == [SpecialFizzled(A, card(title))]
    assert at.hand(A) == cards("Hot Dice")
    assert at.hand(C) == cards("Duchess 1")


@pytest.mark.parametrize("foreign", ["Tax Audit", "Paris 2"])
def test_only_a_special_from_her_hand_is_played(foreign: str) -> None:
    at = holding("Hot Dice", "Paris 2", bs="Tax Audit")
    assert at.refused(A, plays(foreign, on=C)) == "bad_card"


def test_any_number_of_specials_in_a_turn() -> None:
    at = holding("Generous Tipper 1", "Generous Tipper 2, Noise Complaint, Tax Audit, Paris 2")
    at.act(A, plays("Generous Tipper 1"), plays("Noise Complaint", on=B))
    at.act(A, plays("Tax Audit", on=B), plays("Generous Tipper 2"))
    assert at.front(A) == fronts("Generous Tipper 1, Generous Tipper 2")
    assert at.front(B) == fronts("Noise Complaint, Tax Audit")
    assert at.turn == ("turn", A)
