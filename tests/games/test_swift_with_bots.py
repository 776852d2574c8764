"""Bots, invitations and bells between people's actions: the short way still leads to the same rows.

Bots and bells write under the lock, so that what a process has kept of a match is out of date again
and again; and with every ply, by either way, the times of the bots are written.
"""

from __future__ import annotations

from random import Random
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import Player
from games import clock, pacing, store
from games.clock import Frozen
from games.models import Match, Status
from games.rules import registry
from games.services import play
from games.table import Table
from tests.games.lap_tables import sat_down
from tests.games.tables import people, twin_of
from tests.games.test_swift import tries, ways, written

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgres,
    pytest.mark.usefixtures("broker"),
    pytest.mark.slow,
]

OPTIONS: dict[str, Any] = {
    "rounds": 3,
    "read_seconds": 0,
    "fun_rules": True,
    "start_favor": 3,
    "customers": ("c18", "c02", "c03"),
}
PLIES = 60


def goes_on(table: Table, players: list[Player], random: Random, number: int) -> str:
    """Let a bot or a person who may act do something, or the wrong person; say what it came to."""
    state, match = table.state, table.match
    assert state is not None
    asked = sorted(table.bots_asked())
    if asked and random.random() < 0.6:
        seat, decision = random.choice(asked)
        return str(play.take_bot_turn(match_id=match.pk, seat=seat, decision=decision))
    people_asked = [seat for seat in (*state.to_act, *state.invited) if seat < len(players)]
    seat = random.choice(people_asked or [0])
    legal = table.rules.legal_actions(state, seat).actions
    action = registry.builtins(random.choice(legal)) if legal else {"type": "ready"}
    mover = players[random.choice([seat, seat, seat, 1 - seat])]
    return tries(match.pk, mover, action, f"r{random.choice([number, number, number - 1])}")


def plays(
    match: Match, players: list[Player], seed: int, time: Frozen, *, short: bool
) -> list[str]:
    """Play on at random, with pauses; return what each try came to."""
    random, told = Random(seed), list[str]()
    for number in range(PLIES):
        time.advance(random.choice([0, 0, 0.004, 1.5, 26]))
        if not short:
            store._kept.clear()  # so that the long way is taken
        table = store.look(match.pk)
        if table.match.status != Status.RUNNING:
            break
        told.append(goes_on(table, players, random, number))
    return told


@settings(
    max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(seed=st.integers(0, 2**32))
def test_a_table_with_bots_through_both_ways_ends_in_identical_rows(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots draw by the match's id, in which the two differ: here by seat and question alone."""
    monkeypatch.setattr(pacing, "luck", lambda *words: repr(words[-2:]).encode() * 8)
    players = people(*(f"P{uuid4().hex[:12]}" for _ in range(2)))
    began = clock.now()
    with clock.frozen(began) as time:
        match = sat_down(*players, seats=4, level="random", **OPTIONS)
        twin = twin_of(match)
        with ways(monkeypatch) as short:
            one = plays(match, players, seed, time, short=True)
        with ways(monkeypatch) as none:
            time.at = began
            other = plays(twin, players, seed, time, short=False)
    assert one == other
    assert written(match) == written(twin)
    assert none == []
    accepted = [said for said in one if said[0].isdigit() and said.endswith("False")]
    assert short or len(accepted) < 6, "the short way was never tried"
