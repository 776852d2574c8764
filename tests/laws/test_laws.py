"""The laws of the kernel, over every registered game (and the mini game) at several tables."""

from __future__ import annotations

import pytest

from tests.laws.endings import ends_by_bells, ends_with_a_favourite
from tests.laws.laws_of_play import CHEAP_LAWS, LAWS_OF_PLAY, Law
from tests.laws.laws_of_secrecy import LAWS_OF_SECRECY
from tests.laws.laws_of_writing import LAWS_OF_WRITING, law_seed_and_log_give_the_same_states
from tests.laws.matches import whole_match
from tests.laws.players import AnyAction
from tests.laws.replay import fingerprint, replay_elsewhere
from tests.laws.tables import TABLES, Table
from tests.laws.trial import DEEP, SEED, try_law

ALL_TABLES = [table for tables in TABLES.values() for table in tables]
LAWS = [*LAWS_OF_PLAY, *LAWS_OF_WRITING, *LAWS_OF_SECRECY]


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_law(law: Law, game: str) -> None:
    try_law(law, TABLES[game])


@pytest.mark.parametrize("table", ALL_TABLES, ids=str)
def test_a_whole_match_ends_in_time_and_keeps_the_laws(table: Table) -> None:
    """Law 9, and the cheap laws from the deal to the end."""
    for seed in range(SEED, SEED + (20 if DEEP else 1)):
        match = whole_match(table, seed)
        assert table.game.outcome(match.states[-1]) is not None
        assert match.states[-1].ply <= table.game.max_plies, match.table
        for law in (*CHEAP_LAWS, law_seed_and_log_give_the_same_states):
            law(match)


@pytest.mark.parametrize("game", TABLES)
def test_another_process_with_another_hash_seed_comes_to_the_same_states(game: str) -> None:
    """Law 3."""
    matches = [whole_match(table, SEED + 1) for table in TABLES[game][:4]]
    expected = [fingerprint(match.states) for match in matches]
    assert len(set(expected)) == 4
    share = 4 if DEEP else 2  # this process has a third seed of its own
    assert replay_elsewhere(matches[:share], "0") == expected[:share]
    assert replay_elsewhere(matches[-share:], "4242") == expected[-share:]


@pytest.mark.parametrize(
    ("table", "kind"),
    [
        pytest.param(tables[0], kind, id=f"{game}-{kind.__name__}")
        for game, tables in TABLES.items()
        for kind in tables[0].game.actions
    ],
)
def test_no_kind_of_action_can_be_repeated_for_ever(table: Table, kind: type[AnyAction]) -> None:
    """Law 9: whoever does one thing whenever it is legal comes to an end too."""
    ends_with_a_favourite(table, kind, SEED)


@pytest.mark.parametrize("table", ALL_TABLES, ids=str)
def test_a_table_asleep_comes_to_its_end_by_bells(table: Table) -> None:
    """Law 9."""
    ends_by_bells(table, SEED)
