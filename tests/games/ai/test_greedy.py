"""The greedy bot takes the best of what heuristics propose, and never trusts them."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

import pytest

from games.ai import bots, greedy, tables
from games.ai.bots import AnyAction
from games.rules.kernel import Event
from games.rules.registry import AnyGame
from games.rules.work_the_strip.actions import Ask, EndFinalTurn, WorkTheStrip
from tests.games.rules.work_the_strip.builder import table
from tests.games.rules.work_the_strip.words import A, B, C, asks, lays
from tests.laws.tables import TABLES, Table

AT = table(hands=["Lola 1, 2, 3, Paris 2", "Monroe 2", "Duchess 1"])


def proposed(monkeypatch: pytest.MonkeyPatch, *ranked: tuple[float, AnyAction]) -> AnyAction:
    """Return what seat A does if the game's heuristics propose just this."""

    def proposals(
        options: object, view: object, seen: Sequence[Event], /
    ) -> Sequence[tuple[float, AnyAction]]:
        return ranked

    offered = {("work_the_strip", 1): SimpleNamespace(proposals=proposals)}
    monkeypatch.setattr(greedy, "_OFFERED", offered)
    return bots.choose(AT.game, AT.view(A), (), AT.game.legal_actions(AT.state, A), "greedy", b"s")


def test_the_highest_score_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = proposed(monkeypatch, (1, asks(B, "name Lola")), (2, asks(C, "name Paris")))
    assert chosen == asks(C, "name Paris")


def test_what_the_rules_forbid_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    illegal = [(9, WorkTheStrip()), (8, EndFinalTurn()), (7, asks(A, "name Lola"))]
    assert proposed(monkeypatch, *illegal, (1, asks(B, "name Lola"))) == asks(B, "name Lola")


def test_what_the_legal_list_does_not_name_may_be_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    two = lays("N: Lola 1, 3")
    assert two not in AT.legal(A)
    assert proposed(monkeypatch, (2, two), (1, asks(B, "name Lola"))) == two


def test_without_a_legal_proposal_some_legal_action_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert proposed(monkeypatch, (1, WorkTheStrip())) in AT.legal(A)
    assert proposed(monkeypatch) in AT.legal(A)


def test_equal_scores_are_decided_by_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    proposed(monkeypatch, (1, asks(B, "name Lola")), (1, asks(C, "name Lola")))
    legal = AT.game.legal_actions(AT.state, A)
    chosen = {
        str(bots.choose(AT.game, AT.view(A), (), legal, "greedy", bytes([n]))) for n in range(20)
    }
    assert len(chosen) == 2


def test_work_the_strip_offers_heuristics_and_the_mini_game_none() -> None:
    assert greedy.heuristics_of(AT.game) is not None
    assert greedy.heuristics_of(TABLES["mini"][0].game) is None


@pytest.mark.parametrize("at", TABLES["work_the_strip"], ids=str)
def test_whole_matches_of_greedy_bots_end_without_a_fault(at: Table) -> None:
    """An illegal action would be raised (`IllegalAction`)."""
    seating = tables.Seating(("greedy",) * at.seats, "greedy/1", "luck")
    outcome = tables.play(at.game, seating)
    assert len(outcome.scores) == at.seats
    assert min(outcome.places) == 1


def test_no_greedy_bot_asks_into_a_mistake_while_another_ask_is_legal() -> None:
    for at in TABLES["work_the_strip"][:2]:
        tables.play(at.game, tables.Seating(("greedy",) * at.seats, "m", "m"), decide=_watched)


def _watched(
    game: AnyGame, state: object, seat: int, seating: tables.Seating, seen: Sequence[Event]
) -> AnyAction:
    action = tables.decide(game, state, seat, seating, seen)  # type: ignore[arg-type]
    if isinstance(action, Ask):
        tableau = state.tableau  # type: ignore[attr-defined]
        mistaken = f"{action.mode}:{action.key}" in tableau[action.target]
        others = [a for a in game.legal_actions(state, seat).actions if isinstance(a, Ask)]
        assert not mistaken or all(f"{a.mode}:{a.key}" in tableau[a.target] for a in others)
    return action
