"""A bot answers every question with a legal action, and the same one every time."""

from __future__ import annotations

import hashlib
import inspect
import os
import subprocess
import sys
from collections.abc import Iterator
from copy import copy
from itertools import islice
from pathlib import Path
from random import Random
from typing import get_type_hints

import msgspec
import pytest

from games.ai import bots, tables
from games.rules.kernel import Event, Legal, State, View, advance, run_out
from games.rules.registry import AnyGame, encode_state
from games.rules.work_the_strip.actions import Ask, Continue, PlaySet
from tests.games.ai.positions import Position, positions
from tests.games.rules.mini.actions import Nudge, Roll, Seal
from tests.games.rules.mini.game import Mini
from tests.games.rules.mini.state import DieNudged, MiniOptions
from tests.games.rules.work_the_strip.builder import table
from tests.games.rules.work_the_strip.words import A, B
from tests.laws.tables import TABLES, Table

pytestmark = pytest.mark.slow

ALL_TABLES = [table for tables in TABLES.values() for table in tables]
ROOT = Path(__file__).resolve().parents[3]


def test_a_lobby_offers_random_and_greedy() -> None:
    assert bots.LEVELS == ("random", "greedy")


@pytest.mark.parametrize("at", ALL_TABLES, ids=str)
def test_every_choice_is_legal_and_changes_nothing(at: Table) -> None:
    """Thousands of positions over all tables together, under options that bend every rule."""
    for position in islice(positions(at, seed=3), 400):
        before = encode_state(position.state)
        for level in bots.LEVELS:
            action = position.choose(level)
            refusal = action.why_not(position.state, position.seat, position.game.options)
            assert refusal is None, (level, action)
            assert encode_state(position.state) == before, level


@pytest.mark.parametrize("level", bots.LEVELS)
def test_bots_neither_accuse_nor_admit_nor_believe(level: str) -> None:
    """LAP 11: between people only; a random bot would call out somebody in every phase."""
    party = next(at for at in TABLES["lap_dance"] if at.game.options.fun_rules and at.seats == 3)
    met = set[str]()
    for position in islice(positions(party, seed=11), 400):
        met |= {type(one).__name__ for one in position.legal.actions if not one.for_bots()}
        assert position.choose(level).for_bots()
        for seat in range(3):
            away = position._replace(
                seat=seat,
                view=position.game.view(position.state, seat),
                legal=position.game.legal_actions(position.state, seat),
            )
            whim = away.take_up(level)
            assert whim is None or whim.for_bots()
    assert met == {"CallOut", "AnswerCallOut", "Vote"}


@pytest.mark.parametrize("level", bots.LEVELS)
def test_the_same_inputs_give_the_same_action(level: str) -> None:
    at = TABLES["work_the_strip"][0]
    for position in islice(positions(at, seed=4), 0, 200, 5):
        view = msgspec.convert(msgspec.to_builtins(position.view), type(position.view))
        again = position._replace(view=view, seen=tuple(map(copy, position.seen)))
        assert again.choose(level) == position.choose(level)


def test_another_seed_may_give_another_action() -> None:
    position = next(positions(TABLES["work_the_strip"][0], seed=4))
    assert len({position.choose("random", bytes([n])) for n in range(20)}) > 1


def story_of_choices(level: str) -> str:
    """Return a digest of every choice in a stretch of a match."""
    at = TABLES["work_the_strip"][0]
    said = "".join(repr(position.choose(level)) for position in islice(positions(at, 5), 120))
    return hashlib.sha256(said.encode()).hexdigest()


@pytest.mark.parametrize("level", bots.LEVELS)
def test_no_hash_seed_changes_a_choice(level: str) -> None:
    script = f"from tests.games.ai.test_bots import story_of_choices as s; print(s({level!r}))"
    for hash_seed in ("0", "4242"):
        ran = subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            check=True,
            capture_output=True,
            text=True,
        )
        assert ran.stdout.strip() == story_of_choices(level)


def test_random_play_chooses_the_kind_first() -> None:
    at = table(hands=["Lola 2", "Paris 2", "Duchess 1"])
    asks = [Ask(B, "name", name) for name in ("lola", "paris", "ginger")]
    legal = Legal((PlaySet("name", "lola", ("n_lola_1",)), *asks), complete=False)
    chosen = [
        bots.choose(at.game, at.view(A), (), legal, "random", str(seed).encode())
        for seed in range(600)
    ]
    assert 250 < sum(isinstance(action, PlaySet) for action in chosen) < 350
    assert all(70 < chosen.count(ask) < 130 for ask in asks)


def test_greedy_plays_at_random_in_a_game_without_heuristics() -> None:
    met: Iterator[Position] = islice(positions(TABLES["mini"][0], seed=1), 40)
    for position in met:
        assert position.choose("greedy") == position.choose("random")


# --- Out of turn ----------------------------------------------------------------------------------


def a_die_to_nudge(number: int = 0) -> Position:
    """Return the position of a seat that may nudge another's die, and need not."""
    game = TABLES["mini"][0].game
    state = game.setup(4, hashlib.sha256(str(number).encode()).hexdigest())
    for seat in range(4):
        advance(game, state, seat, Seal(()), lambda _: None)
    run_out(game, state, state.timer("show"), lambda _: None)
    advance(game, state, 0, Roll(), lambda _: None)
    (seat, *_) = state.invited
    return Position(game, state, seat, game.view(state, seat), (), game.legal_actions(state, seat))


def test_a_random_bot_takes_an_invitation_up_one_time_in_three() -> None:
    position = a_die_to_nudge()
    answers = [position.take_up("random", str(seed).encode()) for seed in range(600)]
    assert {type(answer) for answer in answers} == {Nudge, type(None)}
    assert 150 < answers.count(Nudge()) < 250


def test_a_greedy_bot_lets_pass_what_its_heuristics_do_not_propose() -> None:
    assert a_die_to_nudge().take_up("greedy") is None


@pytest.mark.parametrize("level", bots.LEVELS)
def test_who_is_invited_and_can_do_nothing_lets_it_pass(level: str) -> None:
    assert a_die_to_nudge()._replace(legal=Legal((), True)).take_up(level) is None


def test_bots_that_are_invited_play_out_of_turn_in_the_arena_too() -> None:
    nudged: list[int] = []

    def watch(event: Event) -> None:
        if isinstance(event, DieNudged):
            nudged.append(event.seat)

    for deal in range(3):
        seating = tables.Seating(("random",) * 4, f"{deal}", "luck")
        tables.play(Mini(MiniOptions(closing_seconds=0)), seating, watch)
    assert nudged


# --- Refused --------------------------------------------------------------------------------------


def test_an_unknown_level_is_refused() -> None:
    at = table(hands=["Lola 2", "Paris 2", "Duchess 1"])
    with pytest.raises(ValueError, match="no bot plays at level 'careless'"):
        bots.choose(at.game, at.view(A), (), Legal((Continue(),), True), "careless", b"")


def test_an_unknown_level_is_refused_out_of_turn_too() -> None:
    with pytest.raises(ValueError, match="no bot plays at level 'careless'"):
        a_die_to_nudge().take_up("careless")


def test_a_spectator_is_never_invited() -> None:
    position = a_die_to_nudge()
    onlooker = position._replace(view=position.game.view(position.state, None))
    with pytest.raises(ValueError, match="a spectator is never invited"):
        onlooker.take_up("random")


@pytest.mark.parametrize("level", bots.LEVELS)
def test_a_seat_with_nothing_to_do_is_refused(level: str) -> None:
    at = table(hands=["Lola 2", "Paris 2", "Duchess 1"])
    with pytest.raises(ValueError, match="seat 1 has nothing to do"):
        bots.choose(at.game, at.view(B), (), Legal((), True), level, b"")


@pytest.mark.parametrize("level", bots.LEVELS)
def test_a_spectator_is_refused(level: str) -> None:
    at = table(hands=["Lola 2", "Paris 2", "Duchess 1"])
    with pytest.raises(ValueError, match="seat None has nothing to do"):
        bots.choose(at.game, at.view(None), (), Legal((Continue(),), True), level, b"")


# --- A bot knows what its seat knows --------------------------------------------------------------


def test_a_bot_is_never_given_a_state() -> None:
    hints = get_type_hints(bots.choose)
    assert list(inspect.signature(bots.choose).parameters) == [
        "game",
        "view",
        "seen",
        "legal",
        "level",
        "seed",
    ]
    assert hints["view"] is View
    assert hints["game"] == AnyGame
    assert not any(isinstance(hint, type) and issubclass(hint, State) for hint in hints.values())


def blind(position: Position, random: Random) -> Position:
    """Return the position as it would be if everything the seat cannot see were different."""
    game, seat = position.game, position.seat
    state = game.sample(position.view, random)
    view, legal = game.view(state, seat), game.legal_actions(state, seat)
    return Position(game, state, seat, view, position.seen, legal)


@pytest.mark.parametrize("at", ALL_TABLES, ids=str)
def test_what_a_seat_cannot_see_changes_no_choice(at: Table) -> None:
    random = Random(6)
    for position in islice(positions(at, seed=7), 0, 300, 7):
        other = blind(position, random)
        assert msgspec.json.encode(other.view) == msgspec.json.encode(position.view)
        for level in bots.LEVELS:
            assert other.choose(level) == position.choose(level), (level, position.view)


def test_a_bot_that_looks_into_a_hand_would_be_found_out() -> None:
    """The check above can fail: a cheat asks only for what is there."""

    def cheat(position: Position) -> object:
        return next(
            (
                action
                for action in position.legal.actions
                if isinstance(action, Ask)
                and any(action.key in card for card in position.state.hands[action.target])
            ),
            None,
        )

    random = Random(6)
    met = list(islice(positions(TABLES["work_the_strip"][0], seed=7), 0, 300, 7))
    assert any(cheat(blind(position, random)) != cheat(position) for position in met)
