"""The hash chain over a match: whoever keeps its head notices any change to what is told of it.

The first link holds what was set up and dealt, each further one its ply, and the head how it ended
and what lay on the table then.

Everything is hashed as *canonical JSON*: keys sorted, no spaces, UTF-8, numbers only integers; as
RFC 8785 writes what occurs in a match.  ``docs/fairness.md`` tells it to strangers.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

FORMAT = "parlour-replay/1"
PLY_FIELDS = ("ply", "seat", "action", "timer", "events", "at")
"""What a link holds of a ply."""

Views = Mapping[str, Any] | None
"""What the seats see, by seat, as it stands in a file that is all open."""


def canonical(thing: object) -> str:
    """Return JSON that is the same for equal data, wherever it is written."""
    return json.dumps(
        thing, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def begin(
    *,
    match: str,
    game: Mapping[str, Any],
    rules_version: int,
    seats: int,
    commitment: str,
    nonces: Sequence[str],
    opening: Views,
) -> str:
    """Return the link (hex) before the first ply: what the match was set up with, and was dealt."""
    named = {
        "format": FORMAT,
        "match": match,
        "game": game,
        "rules_version": rules_version,
        "seats": seats,
        "commitment": commitment,
        "nonces": list(nonces),
        "opening": opening,
    }
    return hashlib.sha256(canonical(named).encode()).hexdigest()


def link(before: str, ply: Mapping[str, Any]) -> str:
    """Return the link (hex) of a ply after the link `before` it."""
    return _next(before, {field: ply[field] for field in PLY_FIELDS})


def links(first: str, plies: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the link of each ply in turn."""
    for ply in plies:
        first = link(first, ply)
        yield first


def head(last: str, *, plies: int, outcome: object, table: Views) -> str:
    """Return the head (hex) of a match that is over, after its last link.

    `table`: what every seat saw after the last ply.
    """
    return _next(last, {"plies": plies, "outcome": outcome, "table": table})


def _next(before: str, thing: object) -> str:
    return hashlib.sha256(f"{before}\n{canonical(thing)}".encode()).hexdigest()
