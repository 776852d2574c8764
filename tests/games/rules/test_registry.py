"""The catalogue, and how what it holds is read and written."""

from __future__ import annotations

import json
from typing import Any, ClassVar

import msgspec
import pytest

from games.rules import registry
from games.rules.hand_and_foot.game import HandAndFoot
from games.rules.kernel import Event, TimedOut
from games.rules.lap_dance.game import LapDance
from games.rules.registry import UnknownGame, registered
from games.rules.work_the_strip.game import WorkTheStrip
from games.rules.work_the_strip.options import StripOptions
from tests.games.rules.mini.actions import AnswerOut, AskOut, Roll, Seal
from tests.games.rules.mini.game import Mini
from tests.games.rules.mini.state import CardSeen, DieRolled, Discard, HandLaid, Lay, MiniOptions

KEY = "5a" * 32


class NewMini(Mini, frozen=True):
    """The same game after a change of its rules."""

    version: ClassVar[int] = 2


# --- The catalogue --------------------------------------------------------------------------------


GAMES = ("work_the_strip", "lap_dance", "hand_and_foot")
"""In catalogue order."""


def test_the_games_stand_in_the_catalogue() -> None:
    assert registry.names() == GAMES
    kinds = [WorkTheStrip, LapDance, HandAndFoot]
    assert [registry.kind(name) for name in GAMES] == kinds
    assert [registry.kind(name, 1) for name in GAMES] == kinds


@pytest.mark.parametrize(
    ("name", "version", "said"),
    [("solitaire", None, "solitaire"), ("work_the_strip", 99, "work_the_strip 99"), ("", 1, "")],
)
def test_what_is_not_there_is_unknown(name: str, version: int | None, said: str) -> None:
    with pytest.raises(UnknownGame) as unknown:
        registry.kind(name, version)
    assert str(unknown.value) == said
    with pytest.raises(UnknownGame):
        registry.game(name, version=version)


def test_a_game_is_there_for_as_long_as_it_is_registered() -> None:
    with registered(Mini) as kind:
        assert kind is Mini
        assert registry.names() == (*GAMES, "mini")
        assert registry.game("mini") == Mini()
    assert registry.names() == GAMES


def test_the_latest_version_is_meant_and_the_old_one_stays() -> None:
    with registered(NewMini), registered(Mini):
        assert registry.kind("mini") is NewMini
        assert registry.kind("mini", 1) is Mini
        assert registry.names() == (*GAMES, "mini")
    with pytest.raises(UnknownGame):
        registry.kind("mini", 1)


def test_one_version_is_registered_once() -> None:
    with registered(Mini), pytest.raises(ValueError, match="mini 1 is registered already"):
        registry.register(Mini)
    assert registry.names() == GAMES


# --- Options --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options", [None, {}, {"type": "work_the_strip"}, StripOptions(), {"rounds": 6}]
)
def test_options_not_named_have_their_defaults(options: Any) -> None:
    assert registry.game("work_the_strip", options) == WorkTheStrip(StripOptions())


def test_options_are_read_from_plain_data() -> None:
    game = registry.game("work_the_strip", {"rounds": 2, "deck": "compact", "allow_two": True})
    assert game.options == StripOptions(rounds=2, deck="compact", allow_two=True)
    assert game.seats == range(2, 7)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"rounds": 0}, "Expected `int` >= 1 - at `$.rounds`"),
        ({"rounds": 2.0}, "Expected `int`, got `float` - at `$.rounds`"),
        ({"rounds": "2"}, "Expected `int`, got `str` - at `$.rounds`"),
        ({"rounds": True}, "Expected `int`, got `bool` - at `$.rounds`"),
        ({"pole_height": 3}, "Object contains unknown field `pole_height`"),
        ({"type": "lap_dance"}, "Invalid value 'lap_dance' - at `$.type`"),
        ([], "Expected `object`, got `array`"),
        (MiniOptions(), "Expected `object`, got `MiniOptions`"),
    ],
)
def test_options_that_do_not_fit_are_refused_with_the_field(options: Any, said: str) -> None:
    with pytest.raises(msgspec.ValidationError) as refused:
        registry.game("work_the_strip", options)
    assert str(refused.value) == said


# --- Actions --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "action"),
    [
        ({"type": "roll"}, Roll()),
        ({"type": "seal", "cards": ["c01", "c02"]}, Seal(("c01", "c02"))),
        ({"type": "answer_out", "yes": False}, AnswerOut(yes=False)),
        (
            {
                "type": "ask_out",
                "plan": [{"type": "lay", "card": "c01"}, {"type": "discard", "card": "c02"}],
            },
            AskOut((Lay("c01"), Discard("c02"))),
        ),
    ],
)
def test_an_action_is_read_by_its_type(raw: object, action: object) -> None:
    assert registry.decode_action(Mini, raw) == action


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (None, "Expected `object`, got `null`"),
        ("roll", "Expected `object`, got `str`"),
        ({}, "Object missing required field `type`"),
        ({"type": "pay"}, "Invalid value 'pay' - at `$.type`"),
        ({"type": "roll", "pips": 6}, "Object contains unknown field `pips`"),
        ({"type": "seal"}, "Object missing required field `cards`"),
        ({"type": "seal", "cards": [1]}, "Expected `str`, got `int` - at `$.cards[0]`"),
        ({"type": "answer_out", "yes": 1}, "Expected `bool`, got `int` - at `$.yes`"),
        (
            {"type": "ask_out", "plan": [{"type": "eat", "card": "c01"}]},
            "Invalid value 'eat' - at `$.plan[0].type`",
        ),
    ],
)
def test_an_action_that_is_none_is_refused_with_the_field(raw: object, said: str) -> None:
    with pytest.raises(msgspec.ValidationError) as refused:
        registry.decode_action(Mini, raw)
    assert str(refused.value) == said


# --- States ---------------------------------------------------------------------------------------


def test_a_state_comes_back_from_its_bytes() -> None:
    state = Mini().setup(4, KEY)
    assert registry.decode_state(Mini, registry.encode_state(state)) == state


def test_equal_states_are_equal_bytes_whatever_their_history() -> None:
    one, other = Mini().setup(4, KEY), Mini().setup(4, KEY)
    for state, labels in ((one, "ab"), (other, "ba")):
        for label in labels:
            state.rng.stream(label).die()
    assert list(one.rng.drawn) != list(other.rng.drawn)
    assert registry.encode_state(one) == registry.encode_state(other)


def test_a_state_with_a_field_too_little_is_refused() -> None:
    raw = msgspec.msgpack.encode({"rng": {"key": KEY}})
    with pytest.raises(msgspec.ValidationError, match="missing required field `questions`"):
        registry.decode_state(Mini, raw)


# --- Events ---------------------------------------------------------------------------------------


def test_old_rows_are_read_without_what_is_no_longer_known() -> None:
    rows = [
        {"type": "die_rolled", "seat": 1, "pips": 4},
        {"type": "die_rolled", "seat": 2, "pips": 5, "colour": "red"},
        {"type": "hat_thrown", "seat": 2},
        {"type": "hand_laid", "seat": 0, "plan": [{"type": "lay", "card": "c01"}]},
        {
            "type": "hand_laid",
            "seat": 0,
            "plan": [
                {"type": "discard", "card": "c02", "face": "up"},
                {"type": "lay", "card": "c03"},
            ],
        },
        {"type": "timed_out", "seat": 3},
    ]
    assert registry.events_from(Mini, rows) == [
        DieRolled(1, 4),
        DieRolled(2, 5),
        HandLaid(0, (Lay("c01"),)),
        HandLaid(0, (Discard("c02"), Lay("c03"))),
        TimedOut(3),
    ]


@pytest.mark.parametrize(
    "row", [None, 7, "die_rolled", [], {}, {"type": ["die_rolled"]}, {"type": "die_rolled"}]
)
def test_a_row_that_is_no_event_is_skipped(row: object) -> None:
    good = {"type": "timed_out", "seat": 3}
    assert registry.events_from(Mini, [row, good]) == [TimedOut(3)]


def test_builtins_are_what_any_json_encoder_takes() -> None:
    events: list[Event] = [HandLaid(0, (Lay("c01"),)), CardSeen(1, "c02")]
    raw = registry.builtins(events)
    assert json.loads(json.dumps(raw)) == [
        {"type": "hand_laid", "seat": 0, "plan": [{"type": "lay", "card": "c01"}]},
        {"type": "card_seen", "seat": 1, "card": "c02"},
    ]
    assert registry.builtins({1: "one"}) == {"1": "one"}
