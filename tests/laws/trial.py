"""How hard the laws are tried.

``fast``, the default, tries the same few dozen matches every time; ``LAWS=deep`` tries many new
ones, and prints the seed to try again with ``LAWS_SEED``.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.laws.laws_of_play import Law
from tests.laws.matches import Match, matches
from tests.laws.tables import Table

DEEP = os.environ.get("LAWS") == "deep"
SEED = int(os.environ.get("LAWS_SEED") or (secrets.randbits(32) if DEEP else 0))
EXAMPLES = {"deep": 600, "quick": 6}.get(os.environ.get("LAWS", ""), 24)


def try_law(law: Law, tables: Sequence[Table], examples: int = EXAMPLES, **config: Any) -> None:
    """Put matches at these tables before the law.  Raises what the law raises, seed added."""

    def trial(match: Match) -> None:
        law(match)

    profile = settings(
        max_examples=examples,
        deadline=None,  # other work on the machine is no fault of the rules
        database=None,
        print_blob=False,
        suppress_health_check=list(HealthCheck),
        **config,
    )
    try:
        seed(SEED)(profile(given(matches(tables))(trial)))()
    except BaseException as broken:
        broken.add_note(f"tried with LAWS_SEED={SEED}")
        raise


QUICK: dict[str, Any] = {"phases": [Phase.generate]}
"""For planted faults: finding one is enough, the smallest is not asked for."""
