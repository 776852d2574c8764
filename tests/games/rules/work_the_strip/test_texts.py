"""The words of the game: every event, card, refusal and timer has its own, and they fit."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files

import pytest

from games.rules.kernel import Event, Refusal
from games.rules.work_the_strip import texts
from games.rules.work_the_strip.actions import Continue, EndFinalTurn
from games.rules.work_the_strip.cards import CARDS, NAMES, RUNS, SPECIALS
from games.rules.work_the_strip.events import (
    Asked,
    BonusLaid,
    CardsDrawn,
    CastingCalled,
    GameEnded,
    HandDealt,
    MistakeMade,
    PenaltyLaid,
    SetLaid,
    ToldToWorkTheStrip,
    TopCardBonusPaid,
    WentOut,
)
from games.rules.work_the_strip.game import WorkTheStrip as Game
from games.rules.work_the_strip.options import StripOptions
from tests.games.rules.work_the_strip.builder import table
from tests.games.rules.work_the_strip.careless import play
from tests.games.rules.work_the_strip.words import A, B, C, asks, in_order

MADAMS = ("Ava", "Ben", "Cleo", "Dot")
FREQUENT = ("asked", "told_to_work_the_strip", "set_laid", "cards_drawn", "turn_started",
            "cards_handed_over", "special_played", "mistake_made")  # fmt: skip


def tag(kind: type[Event]) -> str:
    return str(kind.__struct_config__.tag)


@cache
def story() -> tuple[Event, ...]:
    """Every event of games under house rules that let everything happen."""
    plain = StripOptions(rounds=3)
    wild = StripOptions(rounds=3, lucky_draw=True, ask_requires_holding=False, last_licks=True)
    robbed = table(hands=["Lola 2, Casey 4", "Lola 1", "Duchess 1", "Monroe 2"])
    found = [*robbed.act(A, asks(B, "name Lola")).events, *robbed.ring("turn").events]
    for options in (plain, wild):
        for seed in range(6):
            found += [event for events in play(4, seed, options) for event in events]
    return tuple(found)


def test_every_event_has_texts_and_every_text_an_event() -> None:
    assert set(texts.EVENT_TEXTS) == {tag(kind) for kind in Game.events}


def test_what_happens_often_is_told_in_several_ways() -> None:
    assert all(len(set(texts.EVENT_TEXTS[kind])) >= 2 for kind in FREQUENT)
    for variants in texts.EVENT_TEXTS.values():
        assert len(set(variants)) == len(variants)


def test_the_story_holds_every_kind_of_event() -> None:
    assert {type(event) for event in story()} == set(Game.events)


def test_every_event_can_be_told_in_each_of_its_ways() -> None:
    once = {type(event): event for event in story()}
    for kind, event in once.items():
        variants = texts.EVENT_TEXTS[tag(kind)]
        told = [texts.tell(event, MADAMS, ply) for ply in range(len(variants))]
        assert len(set(told)) == len(variants)
        assert all(line and not re.search(r"[{}]|None|n_|s_|r_|\(\)", line) for line in told)


def test_everything_that_happens_can_be_told() -> None:
    for ply, event in enumerate(story()):
        line = texts.tell(event, MADAMS, ply)
        assert line
        assert not re.search(r"[{}]|None|\b[nrs]_[a-z]", line), line


def test_the_same_ply_is_told_in_the_same_way() -> None:
    asked = Asked(A, B, "name", "lola")
    assert texts.tell(asked, MADAMS, 7) == texts.tell(asked, MADAMS, 7)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Asked(A, B, "name", "lola"), ["Ava", "Ben", "Lola"]),
        (Asked(C, B, "run", "apple_bottoms"), ["Cleo", "Ben", "Apple Bottoms"]),
        (SetLaid(A, "name", "lola", in_order("Lola 2, 3"), 1200), ["Ava", "Lola", "$1,200"]),
        (BonusLaid(B, "s_grand_opening_1", 1500), ["Ben", "Grand Opening", "$1,500"]),
        (PenaltyLaid(A, C, "s_tax_audit_1", -1500), ["Cleo", "Tax Audit", "$1,500"]),
        (TopCardBonusPaid(A, "n_vesper_1", 5, 5000), ["Ava", "$5,000"]),
        (HandDealt(A, in_order("Hot Dice, Lola 1")), ["Hot Dice", "Lola"]),
        (CardsDrawn(B, 2, 40), ["Ben"]),
        (GameEnded((100, 1200, -300), (2, 1, 3)), ["Ben", "$1,200", "-$300"]),
    ],
    ids=lambda value: tag(type(value)) if isinstance(value, Event) else "",
)
def test_a_text_names_who_and_what(event: Event, words: list[str]) -> None:
    for ply in range(4):
        told = texts.tell(event, MADAMS[:3], ply)
        assert told is not None
        assert [word for word in words if word not in told] == []


def told(event: Event) -> list[str]:
    """Return the event in each of its ways."""
    ways = len(texts.EVENT_TEXTS[tag(type(event))]) * len(texts.QUESTIONS["run"])
    return [texts.tell(event, MADAMS, ply) or "" for ply in range(ways)]


def test_a_penalty_on_oneself_is_no_letter_from_somebody_else() -> None:
    lines = told(PenaltyLaid(A, A, "s_broken_air_con_1", -300))
    assert [line for line in lines if line.count("Ava") != 1] == []


def test_who_is_robbed_of_her_last_card_and_wins_has_laid_nothing() -> None:
    assert [line for line in told(WentOut(B)) if re.search(r"\b(lay|lays|plays)\b", line)] == []


def test_who_is_made_to_draw_does_not_work_the_strip() -> None:
    assert [line for line in told(CardsDrawn(B, 2, 40)) if "strip" in line.lower()] == []


@pytest.mark.parametrize(
    "event",
    [
        Asked(A, B, "run", "neon_angels"),
        CastingCalled(A, "run", "neon_angels"),
        MistakeMade(A, B, "run", "neon_angels", in_order("Neon Angels 1")),
        SetLaid(A, "run", "neon_angels", in_order("Neon Angels 1, 2"), 400),
        ToldToWorkTheStrip(A, B, "run", "neon_angels"),
    ],
    ids=lambda event: tag(type(event)),
)
def test_a_run_is_many(event: Event) -> None:
    singular = r"Neon Angels (is|was|has|does|lies|lay|works)\b"
    assert [line for line in told(event) if re.search(singular, line)] == []


@pytest.mark.parametrize(
    ("cards", "listed"),
    [
        ("", "nothing"),
        ("Lola 2", "Lola"),
        ("Lola 2, Tax Audit", "Lola and Tax Audit"),
        (
            "Lola 2, Casey 4, Lola 3, Tax Audit",
            "Lola \N{MULTIPLICATION SIGN}2, Casey and Tax Audit",
        ),
        ("Lola 2, Lola 1, Lola 3", "Lola \N{MULTIPLICATION SIGN}2 and Lola (Apple Bottoms)"),
    ],
)
def test_cards_are_listed_and_those_of_one_title_counted(cards: str, listed: str) -> None:
    assert [line for line in told(HandDealt(A, in_order(cards))) if listed not in line] == []


def test_an_event_of_another_game_is_not_told() -> None:
    class MeteorFell(Event, frozen=True):
        """Not of this strip."""

    assert texts.tell(MeteorFell(), MADAMS) is None


def test_every_timer_has_a_note_and_every_note_a_timer() -> None:
    turned = {"initial_play", "turn", "final_turn", "continue"}
    assert set(Game.timer_notes) == turned
    at = table(hands=["Lola 2", "Paris 2", "Duchess 1"], phase="final_turn", queue=[A], pile="")
    seen = {timer.name for timer in at.state.timers}
    at.act(A, EndFinalTurn())
    seen |= {timer.name for timer in at.state.timers}
    at.act(A, Continue()).act(B, Continue()).act(C, Continue())
    seen |= {timer.name for timer in at.state.timers}
    assert seen == turned - {"turn"}


def test_every_refusal_names_its_rule_and_says_something() -> None:
    for rule, text in Game.refusals.values():
        assert re.fullmatch(r"WTS \d+(\.\d+)?", rule)
        assert len(text) > 10


def test_a_refusal_says_the_titles_of_what_it_is_about() -> None:
    held = Refusal("not_holding", "/key", {"key": "apple_bottoms"})
    assert Game.explain(held) == (
        "Ask only for what you hold yourself, and you hold no Apple Bottoms."
    )
    twice = Refusal("duplicate_card", "/cards/1", {"card": "n_lola_1"})
    assert Game.explain(twice) == "Lola (Apple Bottoms) can only be in one place at a time."
    unknown = Refusal("duplicate_card", "/cards/1", {"card": "the ace of spades"})
    assert Game.explain(unknown) == "the ace of spades can only be in one place at a time."


@pytest.mark.parametrize(
    ("dollars", "written"),
    [(0, "$0"), (200, "$200"), (1200, "$1,200"), (-500, "-$500"), (-12000, "-$12,000")],
)
def test_money_is_written_as_on_a_price_list(dollars: int, written: str) -> None:
    assert texts.money(dollars) == written


def test_nothing_but_good_clean_fun() -> None:
    words = files("games.rules.work_the_strip")
    story_ = json.loads(words.joinpath("texts.json").read_text("utf-8"))
    lines = json.dumps([story_, *all_card_texts()]).lower()
    rude = ("sex", "nude", "naked", "whore", "hooker", "porn", "strippe", "fuck", "shit", "escort")
    assert [word for word in rude if re.search(rf"\b{word}", lines)] == []


def all_card_texts() -> list[str]:
    texts_ = [name.text for name in NAMES.values()] + [run.text for run in RUNS.values()]
    return texts_ + [special.text for special in SPECIALS.values()]


def test_every_card_has_a_title() -> None:
    assert all(texts.card_title(card) for card in CARDS)
    titles = [
        texts.card_title(card) for card in in_order("Lola 1, Lola 2, Neon Angels 1, Tax Audit")
    ]
    assert titles == ["Lola (Apple Bottoms)", "Lola", "Neon Angels", "Tax Audit"]


def test_the_story_ends_with_the_winners_name() -> None:
    ended = [event for event in story() if isinstance(event, GameEnded)]
    assert len(ended) == 12
    for event in ended:
        winner = MADAMS[event.places.index(1)]
        assert winner in (texts.tell(event, MADAMS) or "")
