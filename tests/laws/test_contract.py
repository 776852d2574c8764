"""The laws of the contract over every game of the catalogue; `LAWS=deep` tries many more."""

from __future__ import annotations

import pytest

from games.rules import registry
from tests.laws.laws_of_contract import LAWS_OF_CONTRACT
from tests.laws.laws_of_play import Law
from tests.laws.matches import whole_match
from tests.laws.tables import TABLES
from tests.laws.trial import DEEP, EXAMPLES, SEED, try_law


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("law", LAWS_OF_CONTRACT, ids=lambda law: law.__name__)
def test_law(law: Law, game: str) -> None:
    try_law(law, TABLES[game], EXAMPLES if DEEP else 10)


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("law", LAWS_OF_CONTRACT[1:], ids=lambda law: law.__name__)
def test_every_ply_of_a_whole_match_keeps_the_law(law: Law, game: str) -> None:
    """From the deal to the last card, every seat and the spectator."""
    law(whole_match(min(TABLES[game], key=lambda table: table.seats), SEED))
