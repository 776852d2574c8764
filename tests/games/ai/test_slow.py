"""The slow players of Hand & Foot (HF 3.3): yardsticks with one habit or two."""

from __future__ import annotations

from random import Random

import pytest

from games.ai import bots, tables
from games.ai.slow import HABITS, slow
from games.rules import registry
from games.rules.hand_and_foot.actions import Discard, Draw, Permission
from games.rules.hand_and_foot.events import TurnStarted
from games.rules.kernel import Legal
from tests.games.rules.hand_and_foot.builder import Table, table
from tests.games.rules.hand_and_foot.words import A, C, go_out, lay_off

BOARD = {0: "9*6 JS; 4*6 JS; 6*6"}
HAND = {A: "9 4 1 2 3"}


def does(at: Table, seat: int, level: str, seed: bytes = b"seed", turns: int = 0) -> object:
    legal = at.game.legal_actions(at.state, seat)
    seen = [TurnStarted(seat)] * turns
    action = slow(at.game, at.view(seat), seen, legal, level, seed)
    assert action.why_not(at.state, seat, at.game.options) is None
    return action


@pytest.mark.parametrize(("level", "share"), [("skips_15", 0.15), ("skips_50", 0.5)])
def test_so_many_turns_are_skipped(level: str, share: float) -> None:
    at = table(hands=HAND, boards=BOARD)
    actions = [does(at, A, level, b"seed", turns) for turns in range(400)]
    skipped = sum(isinstance(action, Discard) for action in actions) / len(actions)
    assert skipped == pytest.approx(share, abs=0.08)


def test_a_turn_is_skipped_as_a_whole() -> None:
    before = table(hands=HAND, boards=BOARD, pile="9 9 9", phase="draw")
    after = table(hands=HAND, boards=BOARD)
    for turns in range(20):
        draws = isinstance(does(before, A, "skips_50", b"seed", turns), Draw)
        throws = isinstance(does(after, A, "skips_50", b"seed", turns), Discard)
        assert draws is throws


def test_the_stubborn_say_yes_only_with_little_in_hand() -> None:
    hands = {A: "6 4", C: "JK JK LO LO 1 2"}
    at = table(hands=hands, boards=BOARD, in_foot=[A, C])
    at.act(A, go_out(lay_off(3, "6"), last="4"))
    legal = at.game.legal_actions(at.state, C)
    greedy = bots.choose(at.game, at.view(C), (), legal, "greedy", b"")
    assert greedy == Permission("yes")
    assert does(at, C, "skips_50") == Permission("yes")
    at.state.active[C].append("JK-9")
    assert does(at, C, "stubborn") == Permission("no")


def test_otherwise_they_play_as_the_greedy_bot() -> None:
    at = table(hands=HAND, boards=BOARD)
    legal = at.game.legal_actions(at.state, A)
    greedy = bots.choose(at.game, at.view(A), (), legal, "greedy", b"seed")
    assert does(at, A, "stubborn") == greedy


def test_they_play_no_other_game() -> None:
    game = registry.game("work_the_strip")
    state = game.setup(3, Random(0).randbytes(32).hex())
    with pytest.raises(TypeError, match="Hand & Foot"):
        slow(game, game.view(state, 0), (), Legal((), complete=True), "stubborn", b"")


def test_they_sit_in_the_arena_and_in_no_lobby() -> None:
    assert set(HABITS) < set(tables.PLAYERS)
    assert not set(HABITS) & set(bots.LEVELS)
