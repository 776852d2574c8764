"""Whole rounds: one from a script, worked by hand, and others by chance, watched at every ply."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.rules.hand_and_foot.game import HandAndFoot
from games.rules.hand_and_foot.options import FootOptions
from games.rules.hand_and_foot.state import FootState
from games.rules.kernel import advance, step
from tests.games.rules.hand_and_foot.builder import teams_of
from tests.games.rules.hand_and_foot.paper import kind, naturals, rank, wilds
from tests.games.rules.hand_and_foot.scripted import seventeen_turns
from tests.games.rules.hand_and_foot.words import (
    COPIES,
    A,
    B,
    codes,
)


def test_a_scripted_round_equals_its_sheet_worked_by_hand() -> None:
    at = seventeen_turns()
    assert (at.ended, at.result.out) == ("out", A)
    boards = {
        1: ("LO*7 JK", "dirty"),
        2: ("9*8", "clean"),
        3: ("7*7", "clean"),
        4: ("12*6 JK", "dirty"),
        5: ("8*10 JK", "dirty"),
        6: ("JS*5 JK*2", "wild"),
        7: ("4*3", "meld"),
        8: ("6*9", "clean"),
        9: ("1*3", "meld"),
    }
    for meld_id, (cards, what) in boards.items():
        assert (at.lies(meld_id), at.kind(meld_id)) == (codes(cards), what)
    ours, theirs = at.sheet(0), at.sheet(1)
    # m1 300, m2 500 and its Lady 100, m5 300, m6 2000, m8 500, going out 100
    assert ours.base == 300 + 500 + 100 + 300 + 2000 + 500 + 100
    assert ours.count == 190 + 80 + 150 + 225 + 15 + 45
    assert ours.unplayed == 10  # C: 1 1
    assert ours.net == 4495
    assert (theirs.base, theirs.count) == (500 + 300, 70 + 110 + 15)
    # B: 5 10 JS 2 2 2 3 1 1 9; D: the pile with two Ladies, and a Foot never seen, with another
    assert theirs.unplayed == 80 + 1165 + 590
    assert theirs.net == -840
    assert at.state.totals == [4495, -840, 4495, -840]


def test_after_it_the_next_round_begins_with_the_next_seat() -> None:
    at = seventeen_turns().all_continue()
    assert (at.state.round, at.state.phase, at.state.starter) == (2, "cut", B)
    assert at.view(None).minimum == 90


# --- By chance ------------------------------------------------------------------------------------


def check_invariants(state: FootState, deck: Counter[str]) -> None:
    """HF 7: cards are conserved; what lies there may lie there; nobody is stuck at a draw."""
    seats = len(state.active)
    laid = [lying for board in state.boards for lying in board]
    cards = [card for lying in laid for card in (*lying.cards, *lying.caps)]
    rows = [state.stock, state.pile, *state.active, *state.foot, cards]
    assert Counter(codes([card for row in rows for card in row])) == deck
    assert len(state.boards) == max(teams_of(seats, state.round)) + 1
    for board in state.boards:
        assert max(Counter(rank(lying.cards) for lying in board).values(), default=0) <= 2
    for lying in laid:
        n, w = len(naturals(lying.cards)), len(wilds(lying.cards))
        assert rank(lying.cards) == "WILD" or (n >= 2 and w <= min(n, 3))
        assert n + w >= 3
        assert len(lying.caps) <= (kind(lying.cards) in ("clean", "wild"))
    if state.phase == "draw":
        assert state.pile
        assert state.stock
        assert state.active[state.turn]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_round_by_chance_keeps_the_invariants(seats: int) -> None:
    game = HandAndFoot(FootOptions(rounds=2))
    state, random = game.setup(seats, f"{seats:064x}"), Random(seats)
    deck, phases = Counter(COPIES), set[str]()
    while game.outcome(state) is None:
        seat = random.choice(state.to_act)
        action = random.choice(game.legal_actions(state, seat, 40).actions)
        advance(game, state, seat, action, lambda _: None)
        phases.add(state.phase)
        check_invariants(state, deck)
    assert {"cut", "choose", "draw", "play", "over", "game_over"} <= phases
    assert len(state.results) == 2
    assert sum(result.scores[0] for result in state.results) == state.totals[0]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_round_is_scored_as_a_naive_hand_would(seats: int) -> None:
    """HF 16, with sums made here from the cards alone."""
    game = HandAndFoot(FootOptions(rounds=1))
    state, random = game.setup(seats, f"{seats + 90:064x}"), Random(seats)
    while state.phase not in ("over", "game_over"):
        seat = random.choice(state.to_act)
        state = step(
            game, state, seat, random.choice(game.legal_actions(state, seat).actions)
        ).state
    side = teams_of(seats, 1)
    for sheet in state.results[-1].sheets:
        members = [seat for seat in range(seats) if side[seat] == sheet.team]
        assert (sheet.base, sheet.count, -sheet.unplayed) == naive(state, sheet.team, members)


VALUES = {"clean": 500, "dirty": 300, "wild": 2000, "meld": 0}
COST = {"LO": 20, "JS": 25, "JK": 50, "LD": 500, "VL": 0}


def naive(state: FootState, team: int, members: list[int]) -> tuple[int, int, int]:
    board = state.boards[team]
    base = sum(VALUES[kind(lying.cards)] + 100 * len(lying.caps) for lying in board)
    base += 100 * (state.results[-1].out in members)
    base += sum(100 for seat in members if (found := state.cuts[seat]) and found.exact)
    count = sum(cost(card) for lying in board for card in lying.cards)
    left = [card for seat in members for card in (*state.active[seat], *state.foot[seat])]
    return base, count, -sum(map(cost, left))


def cost(card: str) -> int:
    name = card.split("-", maxsplit=1)[0]
    return COST[name] if name in COST else 5 if int(name) <= 6 else 10
