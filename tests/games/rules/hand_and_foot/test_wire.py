"""Actions as they are sent (HF 9), and what is no action at all."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.rules.hand_and_foot.actions import (
    Cap,
    ChooseHand,
    Continue,
    Cut,
    Discard,
    Draw,
    GoOut,
    LayOff,
    Meld,
    Permission,
    TakePile,
)
from games.rules.hand_and_foot.game import HandAndFoot
from games.rules.hand_and_foot.plays import AddCards, LayMelds, New, Onto, PutCap, Take
from games.rules.kernel import Action
from games.rules.registry import builtins, decode_action, decode_state, encode_state, game
from tests.games.rules.hand_and_foot.builder import dealt, opening, table
from tests.games.rules.hand_and_foot.scripted import seventeen_turns
from tests.games.rules.hand_and_foot.words import A

SENT: list[tuple[dict[str, Any], Action[Any, Any]]] = [
    ({"type": "cut", "n": 22}, Cut(22)),
    ({"type": "choose_hand", "pile": "B"}, ChooseHand("B")),
    ({"type": "draw"}, Draw()),
    (
        {"type": "take_pile", "use": {"type": "new", "cards": ["7-1", "JK-2"]}},
        TakePile(New(("7-1", "JK-2"))),
    ),
    (
        {
            "type": "take_pile",
            "use": {"type": "onto", "meld_id": 3, "cards": []},
            "melds": [["1-1", "1-2", "1-3"]],
            "labels": ["ones"],
        },
        TakePile(Onto(3), (("1-1", "1-2", "1-3"),), ("ones",)),
    ),
    ({"type": "meld", "melds": [["9-1", "9-2", "JS-1"]]}, Meld((("9-1", "9-2", "JS-1"),))),
    ({"type": "lay_off", "meld_id": 2, "cards": ["9-4"]}, LayOff(2, ("9-4",))),
    ({"type": "cap", "meld_id": 2, "card": "LD-9"}, Cap(2, "LD-9")),
    ({"type": "discard", "card": "VL-1"}, Discard("VL-1")),
    (
        {"type": "discard", "card": "VL-1", "enter_foot": False},
        Discard("VL-1", enter_foot=False),
    ),
    (
        {
            "type": "go_out",
            "take": {"use": {"type": "onto", "meld_id": 1, "cards": []}},
            "plays": [
                {"type": "meld", "melds": [["4-1", "4-2", "4-3"]], "labels": ["fours"]},
                {"type": "lay_off", "meld_id": "fours", "cards": ["4-4"]},
                {"type": "cap", "meld_id": 1, "card": "LD-1"},
            ],
            "discard": "VL-1",
        },
        GoOut(
            Take(Onto(1)),
            (
                LayMelds((("4-1", "4-2", "4-3"),), ("fours",)),
                AddCards("fours", ("4-4",)),
                PutCap(1, "LD-1"),
            ),
            "VL-1",
        ),
    ),
    ({"type": "go_out"}, GoOut()),
    ({"type": "permission", "answer": "no"}, Permission("no")),
    ({"type": "continue"}, Continue()),
]


@pytest.mark.parametrize(("sent", "action"), SENT, ids=lambda value: str(value)[:40])
def test_what_is_sent_is_read(sent: dict[str, Any], action: Action[Any, Any]) -> None:
    assert decode_action(HandAndFoot, sent) == action
    assert decode_action(HandAndFoot, builtins(action)) == action


def test_every_kind_of_action_is_among_them() -> None:
    assert {type(action) for _, action in SENT} == set(HandAndFoot.actions)


@pytest.mark.parametrize(
    "sent",
    [
        {"type": "cut"},
        {"type": "cut", "n": "22"},
        {"type": "cut", "n": 21.5},
        {"type": "cut", "n": None},
        {"type": "choose_hand", "pile": "C"},
        {"type": "choose_hand", "pile": 1},
        {"type": "draw", "count": 3},
        {"type": "take_pile"},
        {"type": "take_pile", "use": {"type": "all"}},
        {"type": "take_pile", "use": {"type": "new"}},
        {"type": "meld", "melds": ["9-1"]},
        {"type": "lay_off", "meld_id": "fours", "cards": ["4-4"]},
        {"type": "discard", "card": "VL-1", "enter_foot": "yes"},
        {"type": "go_out", "plays": [{"type": "discard", "card": "VL-1"}]},
        {"type": "permission", "answer": "maybe"},
        {"type": "permission"},
        {"type": "pass"},
        {},
    ],
    ids=str,
)
def test_what_is_malformed_is_no_action(sent: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        decode_action(HandAndFoot, sent)


def test_a_state_is_written_and_read_back() -> None:
    for at in (opening(), dealt(5), seventeen_turns()):
        again = decode_state(HandAndFoot, encode_state(at.state))
        assert again == at.state
        assert encode_state(again) == encode_state(at.state)


def test_the_game_is_in_the_catalogue() -> None:
    found = game("hand_and_foot", {"rounds": 2})
    assert isinstance(found, HandAndFoot)
    assert found.options.rounds == 2
    assert (HandAndFoot.name, HandAndFoot.content_rating) == ("hand_and_foot", "PG-13")


def test_turns_are_not_enumerated() -> None:
    in_parts = {kind for kind in HandAndFoot.actions if not kind.enumerated}
    assert in_parts == {TakePile, GoOut, Meld, LayOff, Cap, Discard}


def test_where_cards_combine_the_list_says_that_it_is_not_complete() -> None:
    at = table(hands={A: "9*4 JS 2 3"}, boards={0: "8*3"})
    assert not at.game.legal_actions(at.state, A).complete
    for at in (opening(), dealt(), seventeen_turns()):
        for seat in at.state.to_act:
            assert at.game.legal_actions(at.state, seat).complete
