"""The deck (WTS 3), card by card, against the numbers of the rulebook."""

from __future__ import annotations

from collections import Counter

import pytest

from games.rules.work_the_strip import cards as deck
from games.rules.work_the_strip.cards import (
    CARDS,
    CARDS_OF,
    HIGHEST,
    IS_SPECIAL,
    KEYS_OF,
    NAMES,
    RUNS,
    SPECIAL_OF,
    SPECIALS,
    Mode,
    value_of,
)

RUNS_PRINTED = {
    "apple_bottoms": ("Apple Bottoms", "red", "taylor_1 jolene_1 lola_1 valentina_1"),
    "desert_roses": ("Desert Roses", "orange", "taylor_2 jolene_2 ginger_1 anastasia_1"),
    "neon_angels": ("Neon Angels", "cyan", "taylor_3 dakota_1 sierra_1 paris_1"),
    "velvet_vipers": ("Velvet Vipers", "purple", "casey_1 dakota_2 sierra_2 monroe_1"),
    "high_rollers": ("High Rollers", "green", "casey_2 roxanne_1 violet_1 scarlett_1"),
    "midnight_muses": ("Midnight Muses", "blue", "casey_3 roxanne_2 bijou_1 savannah_1"),
}
# copies, dollars, how many of them are dual
NAMES_PRINTED = {
    **dict.fromkeys(("taylor", "casey"), (5, 100, 3)),
    **dict.fromkeys(("roxanne", "jolene", "dakota", "sierra"), (4, 300, 2)),
    **dict.fromkeys(("lola", "valentina", "ginger", "anastasia", "paris"), (3, 600, 1)),
    **dict.fromkeys(("monroe", "violet", "scarlett", "bijou", "savannah"), (3, 600, 1)),
    **dict.fromkeys(("cleopatra", "duchess", "diamond", "aurora"), (2, 1000, 0)),
    **dict.fromkeys(("vesper", "empress", "sapphire", "marquise"), (2, 1000, 0)),
}
# title, copies, class, "Madam of your choice", effect, param
SPECIALS_PRINTED = {
    "generous_tipper": ("Generous Tipper", 2, "bonus", False, "bonus", 500),
    "convention_in_town": ("Convention In Town", 2, "bonus", False, "bonus", 1000),
    "grand_opening": ("Grand Opening", 1, "bonus", False, "bonus", 1500),
    "hot_dice": ("Hot Dice", 1, "bonus", False, "bonus_die", 300),
    "noise_complaint": ("Noise Complaint", 2, "penalty", True, "penalty", 500),
    "surprise_inspection": ("Surprise Inspection", 1, "penalty", True, "penalty", 1000),
    "tax_audit": ("Tax Audit", 1, "penalty", True, "penalty", 1500),
    "broken_air_con": ("Broken Air Conditioning", 1, "penalty", False, "penalty", 300),
    "closed_for_repairs": ("Closed For Repairs", 1, "action", True, "skip", 1),
    "friendly_referral": ("Friendly Referral", 1, "action", True, "give", 2),
    "talent_scout": ("Talent Scout", 1, "action", True, "poach", 1),
    "overbooked": ("Overbooked", 1, "action", True, "draw", 2),
    "helpful_concierge": ("Helpful Concierge", 1, "action", True, "peek", 1),
    "smooth_lawyer": ("Smooth Lawyer", 1, "action", False, "clear_penalty", 1),
    "open_casting": ("Open Casting", 1, "action", False, "ask_all", 1),
}


def test_108_cards_of_four_kinds() -> None:
    kinds = Counter(card.kind for card in CARDS.values())
    assert kinds == {"name": 48, "dual": 24, "run": 18, "special": 18}
    assert all(id_ == card.id for id_, card in CARDS.items())


@pytest.mark.parametrize("run", RUNS_PRINTED)
def test_s21_a_run_has_four_duals_and_three_cards_of_its_own(run: str) -> None:
    title, color, duals = RUNS_PRINTED[run]
    expected = [f"n_{dual}" for dual in duals.split()] + [f"r_{run}_{copy}" for copy in (1, 2, 3)]
    assert sorted(CARDS_OF[f"run:{run}"]) == sorted(expected)
    assert (RUNS[run].title, RUNS[run].color) == (title, color)
    assert {CARDS[card].run_value for card in expected} == {200}


@pytest.mark.parametrize("name", NAMES_PRINTED)
def test_s20_a_name_prints_its_copies_and_its_value(name: str) -> None:
    copies, value, duals = NAMES_PRINTED[name]
    cards = [CARDS[f"n_{name}_{copy}"] for copy in range(1, copies + 1)]
    assert sorted(CARDS_OF[f"name:{name}"]) == [card.id for card in cards]
    assert {card.name_value for card in cards} == {value}
    assert [card.kind for card in cards] == ["dual"] * duals + ["name"] * (copies - duals)
    assert NAMES[name].title == name.title()


@pytest.mark.parametrize("special", SPECIALS_PRINTED)
def test_s11_a_special_says_what_it_does(special: str) -> None:
    found = SPECIALS[special]
    fields = (found.title, found.copies, found.group, found.choice, found.effect, found.param)
    assert fields == SPECIALS_PRINTED[special]
    ids = [f"s_{special}_{copy}" for copy in range(1, found.copies + 1)]
    assert [card for card, printed in SPECIAL_OF.items() if printed is found] == ids


def test_there_are_no_other_names_runs_or_specials() -> None:
    assert set(NAMES) == set(NAMES_PRINTED)
    assert set(RUNS) == set(RUNS_PRINTED)
    assert set(SPECIALS) == set(SPECIALS_PRINTED)
    assert len(NAMES) == 24
    assert len(CARDS_OF) == 24 + 6


def test_six_bonuses_five_penalties_seven_actions() -> None:
    groups = Counter(SPECIAL_OF[card].group for card in IS_SPECIAL)
    assert groups == {"bonus": 6, "penalty": 5, "action": 7}


def test_a_special_has_no_name_no_run_and_no_key() -> None:
    assert all(not KEYS_OF[card] and not CARDS[card].name_value for card in IS_SPECIAL)
    assert {card.kind for card in CARDS.values() if card.special is not None} == {"special"}


@pytest.mark.parametrize(
    ("card", "keys"),
    [
        ("n_taylor_1", {"name:taylor", "run:apple_bottoms"}),
        ("n_taylor_4", {"name:taylor"}),
        ("r_neon_angels_2", {"run:neon_angels"}),
        ("s_tax_audit_1", set()),
    ],
)
def test_s22_some_cards_have_both_a_name_and_a_run(card: str, keys: set[str]) -> None:
    assert set(KEYS_OF[card]) == keys


@pytest.mark.parametrize(
    ("card", "mode", "dollars"),
    [
        ("n_taylor_1", "name", 100),
        ("n_taylor_1", "run", 200),
        ("n_lola_1", "name", 600),
        ("n_lola_1", "run", 200),
        ("r_high_rollers_3", "run", 200),
        ("n_vesper_2", "name", 1000),
    ],
)
def test_what_a_card_is_worth_depends_on_which_way_up_it_is(
    card: str, mode: Mode, dollars: int
) -> None:
    assert value_of(card, mode) == dollars


def test_the_highest_value_on_a_card() -> None:
    asked = ("n_taylor_1", "n_taylor_4", "n_lola_1", "r_neon_angels_1", "n_vesper_1")
    assert [HIGHEST[card] for card in asked] == [200, 100, 600, 200, 1000]


def test_every_card_has_a_line_to_read() -> None:
    texts = [name.text for name in NAMES.values()] + [run.text for run in RUNS.values()]
    texts += [special.text for special in SPECIALS.values()]
    assert all(10 <= len(text) <= 200 for text in texts)
    assert len(set(texts)) == 24 + 6 + 15


def test_a_deck_of_other_cards_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deck, "IS_SPECIAL", IS_SPECIAL - {"s_tax_audit_1"})
    with pytest.raises(ValueError, match="not the deck of Work The Strip"):
        deck._check()


def test_a_key_with_other_copies_than_printed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deck, "CARDS_OF", {**CARDS_OF, "name:lola": ("n_lola_1",)})
    with pytest.raises(ValueError, match="name:lola has 1 cards, not 3"):
        deck._check()
