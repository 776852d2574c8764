"""The yardstick of WTS 16: lays and plays with a chance of 70 %, asks uniformly."""

from __future__ import annotations

from collections import Counter

import pytest

from games.ai.bots import AnyAction
from games.ai.careless import careless
from games.rules.kernel import Seat
from games.rules.work_the_strip.actions import Ask, InitialPlay, PlaySet, PlaySpecial
from games.rules.work_the_strip.events import Asked
from games.rules.work_the_strip.options import StripOptions
from tests.games.rules.work_the_strip.builder import Table, table
from tests.games.rules.work_the_strip.words import A, B, C, asks, initial, lays, plays
from tests.laws.tables import TABLES

OTHERS = ["Monroe 2, Violet 2", "Duchess 1, Ginger 2"]
TRIES = 400


def choices(at: Table, seat: Seat = A) -> list[AnyAction]:
    legal = at.game.legal_actions(at.state, seat)
    return [
        careless(at.game, at.view(seat), (), legal, str(number).encode()) for number in range(TRIES)
    ]


def test_a_set_is_laid_in_seven_of_ten_cases() -> None:
    done = choices(table(hands=["Lola 2, 3, Casey 4", *OTHERS]))
    assert {action for action in done if isinstance(action, PlaySet)} == {lays("N: Lola 2, 3")}
    assert 0.63 < sum(isinstance(action, PlaySet) for action in done) / TRIES < 0.77


def test_a_special_is_played_in_seven_of_ten_cases() -> None:
    done = choices(table(hands=["Hot Dice, Casey 4", *OTHERS]))
    assert {action for action in done if isinstance(action, PlaySpecial)} == {plays("Hot Dice")}
    assert 0.63 < sum(isinstance(action, PlaySpecial) for action in done) / TRIES < 0.77


def test_the_initial_play_too() -> None:
    at = table(hands=["Lola 2, 3, Casey 4", *OTHERS], phase="initial_play")
    found = Counter(choices(at))
    assert set(found) == {initial(), initial("N: Lola 2, 3")}
    assert 0.63 < found[initial("N: Lola 2, 3")] / TRIES < 0.77


def test_a_card_is_laid_once_in_an_initial_play() -> None:
    at = table(hands=["Lola 1, 2, Apple Bottoms 1", *OTHERS], phase="initial_play")
    for action in choices(at):
        assert isinstance(action, InitialPlay)
        assert action.why_not(at.state, A, StripOptions()) is None


def test_she_asks_uniformly_mistakes_included() -> None:
    at = table(hands=["Lola 2, Paris 2", *OTHERS], tableaus={B: "N: Lola 1"})
    asked = Counter(action for action in choices(at) if isinstance(action, Ask))
    wanted = {asks(target, f"name {name}") for target in (B, C) for name in ("Lola", "Paris")}
    assert set(asked) == wanted
    assert min(asked.values()) > sum(asked.values()) / 4 * 0.6


def test_with_only_specials_left_she_plays_one_unwillingly() -> None:
    assert set(choices(table(hands=["Hot Dice", *OTHERS]))) == {plays("Hot Dice")}


def test_she_thinks_anew_after_each_ask_only() -> None:
    at = table(hands=["Lola 2, 3, Casey 4", *OTHERS])
    legal, view = at.game.legal_actions(at.state, A), at.view(A)
    told = [Asked(A, B, "name", "casey")] * 30
    once, again = (
        [careless(at.game, view, told[:heard], legal, b"one") for heard in range(30)]
        for _ in range(2)
    )
    assert once == again
    assert {isinstance(action, PlaySet) for action in once} == {True, False}


def test_she_plays_work_the_strip_only() -> None:
    mini = TABLES["mini"][0]
    state = mini.game.setup(mini.seats, "0" * 64)
    seat = state.to_act[0]
    with pytest.raises(TypeError, match="a player of Work The Strip"):
        careless(
            mini.game, mini.game.view(state, seat), (), mini.game.legal_actions(state, seat), b""
        )
