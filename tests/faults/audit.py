"""Look at matches from within: ``python -m tests.faults.audit MATCH ...`` prints JSON."""

from __future__ import annotations

import json
import sys
from typing import Any
from uuid import UUID

import django


def main() -> None:
    """Replay every match that is named, and count its cards."""
    django.setup()
    json.dump({match: audited(UUID(match)) for match in sys.argv[1:]}, sys.stdout)


def audited(match_id: UUID) -> dict[str, Any]:
    """Return what must be true of a match, whatever happened to it."""
    from games import store  # noqa: PLC0415 - Django's apps must be loaded first
    from games.services import upkeep  # noqa: PLC0415

    report = upkeep.replay_check(match_id=match_id)
    table = store.look(match_id)
    assert table.state is not None
    dealt = table.rules.setup(table.match.seats, store.key_of(table.match))
    return {
        "same": report.same,
        "why": report.why,
        "plies": report.plies,
        "cards": table.rules.card_ids(table.state) == table.rules.card_ids(dealt),
    }


if __name__ == "__main__":
    main()
