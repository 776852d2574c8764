"""The words of the game: every event, card, refusal and timer has its own, and they fit."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from random import Random

import pytest

from games.rules.hand_and_foot import texts
from games.rules.hand_and_foot.cards import CARDS
from games.rules.hand_and_foot.events import (
    CutDone,
    Discarded,
    DrawnCardsSeen,
    Drew,
    FootEntered,
    GameOver,
    GoOutAnswered,
    GroupMade,
    LaidOff,
    Melded,
    OwnEvent,
    PileTaken,
    RoundScored,
    RoundStarted,
    Upcard,
    WentOut,
)
from games.rules.hand_and_foot.game import HandAndFoot
from games.rules.hand_and_foot.options import FootOptions
from games.rules.kernel import Event, Refusal, advance
from tests.games.rules.hand_and_foot.builder import opening, table
from tests.games.rules.hand_and_foot.scripted import seventeen_turns
from tests.games.rules.hand_and_foot.words import A, B, C, discard, draw, lay_off, take_new

NAMES = ("Ava", "Ben", "Cleo", "Dot")
FREQUENT = ("turn_started", "drew", "melded", "laid_off", "discarded", "foot_entered")


def tag(kind: type[Event]) -> str:
    return str(kind.__struct_config__.tag)


def by_chance(seed: int, options: FootOptions) -> list[Event]:
    game, random = HandAndFoot(options), Random(seed)
    state, events = game.setup(4, f"{seed:064x}"), list[Event]()
    while game.outcome(state) is None:
        seat = random.choice(state.to_act)
        action = random.choice(game.legal_actions(state, seat).actions)
        advance(game, state, seat, action, events.append)
    return events


@cache
def story() -> tuple[Event, ...]:
    """Every kind of event, under house rules that let everything happen."""
    top = FootOptions(pile_visible="top")
    reshuffle = FootOptions(stock_out="reshuffle")
    taken = table(hands={A: "7 7 2"}, boards={0: "4*3"}, pile="3 9 7", phase="draw", options=top)
    stock = table(hands={A: "2 3 4"}, pile="5 6 7 8", stock="9", phase="draw", options=reshuffle)
    dirtied = table(hands={A: "JS 2 3"}, boards={0: "9*7"})
    late = opening(4, key=3).ring("cut").ring("choose")
    stock.act(A, draw(), discard("9")).act(B, draw())
    found = [
        *late.heard,
        *seventeen_turns().all_continue().heard,
        *taken.act(A, take_new("7 7")).heard,
        *dirtied.act(A, lay_off(1, "JS")).heard,
        *stock.heard,
    ]
    for seed in range(2):
        found += by_chance(seed, FootOptions(rounds=1))
    return tuple(found)


def told(event: Event) -> list[str]:
    """Return the event in each of its ways."""
    ways = range(len(texts.EVENT_TEXTS[tag(type(event))]))
    return [texts.tell(event, NAMES, ply) or "" for ply in ways]


def test_every_event_has_texts_and_every_text_an_event() -> None:
    assert set(texts.EVENT_TEXTS) == {tag(kind) for kind in HandAndFoot.events}


def test_what_happens_often_is_told_in_several_ways() -> None:
    assert all(len(set(texts.EVENT_TEXTS[kind])) >= 3 for kind in FREQUENT)
    for variants in texts.EVENT_TEXTS.values():
        assert len(set(variants)) == len(variants)


def test_the_story_holds_every_kind_of_event() -> None:
    assert {type(event) for event in story()} == set(HandAndFoot.events)


def test_everything_that_happens_can_be_told_in_each_of_its_ways() -> None:
    for event in story():
        for line in told(event):
            assert line
            assert not re.search(r"[{}]|None|\(\)|\b(?:[1-9]|1[0-2]|LO|LD|VL|JK|JS)-\d", line), line


def test_the_same_ply_is_told_in_the_same_way() -> None:
    drew = Drew(A, 2, 90)
    assert texts.tell(drew, NAMES, 7) == texts.tell(drew, NAMES, 7)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (RoundStarted(2, B, 90), ["Ben", "90"]),
        (CutDone(A, 25, 22, exact=True), ["Ava", "25", "22"]),
        (Upcard(("LD-1", "JK-2"), "9-3"), ["Lady", "Joker", "Nine"]),
        (Drew(B, 2, 173), ["Ben", "173"]),
        (DrawnCardsSeen(A, ("LO-1", "LO-2")), ["Lord"]),
        (PileTaken(C, 1, ("3-1", "JS-1", "7-1"), 3), ["Cleo"]),
        (Melded(A, 1, "9", ("9-1", "9-2", "JS-1"), 45), ["Ava", "45"]),
        (LaidOff(B, 1, "LO", ("LO-1",)), ["Ben", "Lord"]),
        (GroupMade(A, 1, "9", "clean"), ["Nines", "clean"]),
        (Discarded(C, "VL-1", freezes=False), ["Cleo", "Villain"]),
        (FootEntered(B, 2), ["Ben"]),
        (GoOutAnswered(C, "no"), ["Cleo"]),
        (WentOut(A), ["Ava"]),
        (GameOver((1200, 30, 1200, 30), (1, 3, 1, 3)), ["Ava", "Cleo", "1,200"]),
    ],
    ids=lambda value: tag(type(value)) if isinstance(value, Event) else "",
)
def test_a_text_names_who_and_what(event: Event, words: list[str]) -> None:
    for line in told(event):
        assert [word for word in words if word not in line] == []


def test_no_bonus_is_named_that_the_table_chooses() -> None:
    """HF 21: exact22_bonus is 0 to 500 points."""
    for line in told(CutDone(A, 25, 22, exact=True)):
        assert "hundred" not in line
        assert "100" not in line


def test_yes_and_no_are_told_apart() -> None:
    assert not set(told(GoOutAnswered(C, "no"))) & set(told(GoOutAnswered(C, "yes")))


def test_a_round_is_told_with_its_sums() -> None:
    (scored,) = [event for event in seventeen_turns().heard if isinstance(event, RoundScored)]
    for line in told(scored):
        assert "4,495" in line
        assert "-840" in line


def test_every_line_of_a_sheet_can_be_told() -> None:
    lines = {"clean_group", "dirty_group", "wild_group", "cap", "going_out", "exact_22",
             "wild_meld", "melded", "hand", "foot", "ladies"}  # fmt: skip
    assert set(texts.LINE_TEXTS) == lines
    for sheet in seventeen_turns().result.sheets:
        for line in sheet.lines:
            words = texts.tell_line(line, NAMES)
            assert words
            assert not re.search(r"[{}]|None", words)


def test_who_alone_is_told_is_spoken_to() -> None:
    for kind in HandAndFoot.events:
        if issubclass(kind, OwnEvent):
            variants = texts.EVENT_TEXTS[tag(kind)]
            assert any(re.search(r"\b[Yy]ou", text) for text in variants)


def test_an_event_of_another_game_is_not_told() -> None:
    class MeteorFell(Event, frozen=True):
        """Not of this table."""

    assert texts.tell(MeteorFell(), NAMES) is None


def test_every_refusal_names_its_rule_and_says_something() -> None:
    for rule, text in HandAndFoot.refusals.values():
        assert re.fullmatch(r"HF (\d+(\.\d+)?|A\d\d)", rule), rule
        assert len(text) > 10


def test_a_refusal_says_titles_and_quotes_what_it_does_not_know() -> None:
    for card, said in (("LD-3", "Lady"), ("the ace of spades", "the ace of spades")):
        refusal = Refusal("card_not_held", "/card", {"card": card})
        assert said in HandAndFoot.explain(refusal)


@pytest.mark.parametrize(
    ("card", "title"),
    [("1-1", "One"), ("7-3", "Seven"), ("12-16", "Twelve"), ("LO-1", "Lord"), ("JS-9", "Jester"),
     ("JK-1", "Joker"), ("LD-4", "Lady"), ("VL-2", "Villain")],
)  # fmt: skip
def test_every_card_has_a_title(card: str, title: str) -> None:
    assert texts.card_title(card) == title
    assert all(texts.card_title(one) for one in CARDS)


@pytest.mark.parametrize(
    ("rank", "title"), [("6", "Sixes"), ("7", "Sevens"), ("LO", "Lords"), ("WILD", "wilds")]
)
def test_ranks_are_many(rank: str, title: str) -> None:
    assert texts.rank_title(rank) == title


def test_nothing_but_good_clean_fun() -> None:
    package = files("games.rules.hand_and_foot")
    found = json.loads(package.joinpath("texts.json").read_text("utf-8"))
    lines = json.dumps(found).lower() + package.joinpath("rules.md").read_text("utf-8").lower()
    rude = ("sex", "nude", "naked", "whore", "hooker", "porn", "strippe", "fuck", "shit", "escort")
    assert [word for word in rude if re.search(rf"\b{word}", lines)] == []
