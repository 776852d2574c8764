"""The words of the game: every event, card, refusal and timer has its own, and they fit."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files

import pytest

from games.rules.kernel import Event, Refusal
from games.rules.lap_dance import texts
from games.rules.lap_dance.cards import CUSTOMERS, SPECIALS, STAFF, VARIANT_OF, VARIANTS
from games.rules.lap_dance.events import (
    CardsDrawn,
    DiceRolled,
    EventActivated,
    GameEnded,
    MoneyGained,
    MoneyLost,
    MoneyStolen,
    Penalised,
    PriorityTaken,
    SpecialPlayed,
    StaffUsed,
    SymbolsGained,
)
from games.rules.lap_dance.game import LapDance
from games.rules.lap_dance.options import LapOptions
from tests.games.rules.lap_dance.builder import final, happening, planning, turn
from tests.games.rules.lap_dance.careless import play
from tests.games.rules.lap_dance.words import A, B, C, activates, card, ids, lays, plays

NAMES = ("Ava", "Ben", "Cleo", "Dot")
FREQUENT = ("dice_rolled", "orders_fulfilled", "turn_started", "money_gained", "stack_placed",
            "priority_taken", "staff_used", "event_activated")  # fmt: skip


def tag(kind: type[Event]) -> str:
    return str(kind.__struct_config__.tag)


@cache
def story() -> tuple[Event, ...]:
    """Every event of nights under house rules that let everything happen."""
    nights = [LapOptions(rounds=4, fun_rules=True, customers=("c02", "c03", "c10", "c17"))]
    nights += [LapOptions(fun_rules=seed % 2 == 0) for seed in range(5)]
    found = [
        event
        for seed, options in enumerate(nights)
        for ply in play(4, seed, options)
        for event in ply.events
    ]
    return (*found, *rarely(), *final(money=[1, 2, 3, 4], favor=[0] * 4).events)


def rarely() -> list[Event]:
    """What does not happen every night."""
    held = {A: "Borrowed Act, Gold-plated Bill, Light Fingers"}
    borrowed = turn(stage="preroll", stacks=["", "House Star"], specials=held)
    borrowed.act(A, plays("Borrowed Act", on=B, takes="House Star"))
    found = [*borrowed.events, *borrowed.act(A, plays("Light Fingers", on=B)).events]
    found += turn(dice="D1", specials=held).act(A, plays("Gold-plated Bill", choice=1)).events
    found += planning(hands=["", ""], desires="", desire_discard="Lucky Night").wait().events
    five = "House Star, House Regular, Silk Scarf, Draught Beer, Gold Watch"
    found += planning(hands=[five, ""]).act(A, lays(five)).wait().events
    mean = happening(stacks=["Juicy Gossip, House Star", "Spilled Tray"], favor=[1, 1])
    found += mean.act(A, activates("Juicy Gossip", on=B)).events
    found += mean.act(B, activates("Spilled Tray", on=A, takes="House Star")).events
    nothing = happening(stacks=["Fresh Delivery", ""], deck="", favor=[0, 0])
    return [*found, *nothing.act(A, activates("Fresh Delivery")).events]


def test_every_event_has_texts_and_every_text_an_event() -> None:
    assert set(texts.EVENT_TEXTS) == {tag(kind) for kind in LapDance.events}


def test_what_happens_often_is_told_in_several_ways() -> None:
    assert [kind for kind in FREQUENT if len(set(texts.EVENT_TEXTS[kind])) < 2] == []
    for variants in texts.EVENT_TEXTS.values():
        assert len(set(variants)) == len(variants)


def test_the_story_holds_every_kind_of_event() -> None:
    assert {type(event) for event in story()} == set(LapDance.events)


def test_everything_that_happens_can_be_told_in_each_of_its_ways() -> None:
    bad = re.compile(
        r"[{}]|None|\(\)|\b(?:md|fd|cd|ed|li|ls)\d[a-d]\b|\bev\d\d|\bsp\d|\b[cd]\d\d\b"
    )
    seen = {repr(event): event for event in story()}.values()
    for event in seen:
        for ply in range(len(texts.EVENT_TEXTS[tag(type(event))])):
            line = texts.tell(event, NAMES, ply)
            assert line
            assert not bad.search(line), line


def test_the_same_ply_is_told_in_the_same_way() -> None:
    event = PriorityTaken(A, 1)
    assert texts.tell(event, NAMES, 7) == texts.tell(event, NAMES, 7)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (DiceRolled(A, (0, 2), ("D1", "ST")), ["Ava"]),
        (EventActivated(A, card("Wrong Bill"), B), ["Ava", "Wrong Bill"]),
        (MoneyGained(A, 4, "d16"), ["Ava", "$4"]),
        (MoneyLost(B, 1, "c10"), ["Ben", "$1"]),
        (MoneyStolen(A, C, 2), ["Ava", "Cleo", "$2"]),
        (SpecialPlayed(B, card("Light Fingers"), A), ["Ben", "Light Fingers"]),
        (StaffUsed(C, "nadia", 1), ["Cleo", "Nadia"]),
        (PriorityTaken(B, 2), ["Ben", "2"]),
        (CardsDrawn(A, 2, 40), ["Ava"]),
        (SymbolsGained(A, "drink", 2), ["Ava", "drink"]),
        (Penalised(B, 1, 0), ["Ben"]),
        (GameEnded((38, 31, 38), (1, 3, 2), (2, 3, 1)), ["Cleo", "$38"]),
    ],
    ids=lambda value: tag(type(value)) if isinstance(value, Event) else "",
)
def test_a_text_names_who_and_what(event: Event, words: list[str]) -> None:
    for ply in range(len(texts.EVENT_TEXTS[tag(type(event))])):
        told = texts.tell(event, NAMES[:3], ply)
        assert told is not None
        assert [word for word in words if word not in told] == []


def test_no_text_tells_a_total_before_the_end() -> None:
    fields = {
        tag(kind): set(kind.__struct_fields__) for kind in LapDance.events if kind is not GameEnded
    }
    assert not any({"money", "total", "totals", "scores"} & names for names in fields.values())


def test_an_event_of_another_game_is_not_told() -> None:
    class MeteorFell(Event, frozen=True):
        """Not of this club."""

    assert texts.tell(MeteorFell(), NAMES) is None


def test_every_timer_has_a_note_and_every_note_a_timer() -> None:
    named = {"reading", "preparation", "event_step", "turn", "reaction", "accusation"}
    assert set(LapDance.timer_notes) == named


def test_every_refusal_names_its_rule_and_says_something() -> None:
    for rule, text in LapDance.refusals.values():
        assert re.fullmatch(r"LAP( \d+(\.\d+)?|-R\d\d)", rule)
        assert len(text) > 10


def test_a_refusal_says_the_names_of_the_staff() -> None:
    refusal = Refusal("no_slot", "/staff", {"staff": "jerry"})
    assert "Jerry" in LapDance.explain(refusal)


def test_every_card_has_a_title() -> None:
    for found, variant in VARIANT_OF.items():
        assert texts.TITLES[found] == variant.title
    assert [texts.TITLES[found] for found in ids("Light Fingers, House Star b")] == [
        "Light Fingers",
        "House Star",
    ]


def test_nothing_but_good_clean_fun() -> None:
    words = json.loads(files("games.rules.lap_dance").joinpath("texts.json").read_text("utf-8"))
    tables = (VARIANTS, SPECIALS, STAFF, CUSTOMERS)
    printed = [row.text for table in tables for row in table.values()]
    printed += [customer.fun_text for customer in CUSTOMERS.values()]
    lines = json.dumps([words, printed]).lower()
    rude = ("sex", "nude", "naked", "whore", "hooker", "porn", "strippe", "fuck", "shit", "escort")
    assert [word for word in rude if re.search(rf"\b{word}", lines)] == []


def test_the_story_ends_with_the_winners_name() -> None:
    for event in story():
        if isinstance(event, GameEnded):
            winner = NAMES[event.places.index(1)]
            assert winner in (texts.tell(event, NAMES[: len(event.scores)]) or "")
