"""One line of JSON for each record, with nothing in it that was not allowed by name.

A log is read by more people than a hand of cards.  What a message says is therefore its template,
never filled in; what it is about are the fields of `FIELDS`, taken from a mapping given as the
record's argument or from `extra`.  Everything else (positional arguments, other fields, messages of
exceptions, whatever loggers we do not know say) is left out.
"""

from __future__ import annotations

import json
import logging
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

FIELDS: Final = frozenset(
    (
        "match",
        "game",
        "ply",
        "seat",
        "code",
        "status",
        "trace",
        "fault",
        "stack",
        "where",
        "seconds",
    )
)
"""Ids, numbers and codes.  No token, seed, nonce, card, name, address or body stands here."""
CELERY_FIELDS: Final = frozenset(("id", "name", "runtime"))
"""A task by its id and name.  Its arguments are ids too, but nobody needs them."""
TEMPLATES: Final = frozenset(
    (
        *("accounts", "api", "config", "games", "scoring", "parlour"),  # ours
        *("celery", "django", "uvicorn"),  # these fill in what they say by arguments
    )
)
HIDDEN: Final = "(not shown)"
LONGEST: Final = 8000

Scalar = str | int | float | bool | None


class AllowedOnly(logging.Formatter):
    """Writes what is allowed."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, without its end."""
        family = record.name.partition(".")[0]
        spoken = family in TEMPLATES and isinstance(record.msg, str)
        line: dict[str, Scalar] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "event": record.msg.strip() if spoken else HIDDEN,
            **_fields(record, family),
            **_fault(record),
        }
        return json.dumps(line, ensure_ascii=False)


def _fields(record: logging.LogRecord, family: str) -> dict[str, Scalar]:
    said: Mapping[str, Any] = record.args if isinstance(record.args, Mapping) else {}
    if family == "celery":
        return {name: _scalar(said[name]) for name in sorted(CELERY_FIELDS & said.keys())}
    told = {**vars(record), **said}
    return {name: _scalar(told[name]) for name in sorted(FIELDS & told.keys())}


def _scalar(value: object) -> Scalar:
    if value is None or isinstance(value, int | float):
        return value
    return str(value)[:LONGEST] if isinstance(value, str | UUID) else HIDDEN


def _fault(record: logging.LogRecord) -> dict[str, Scalar]:
    """Return of what kind an exception was and where it came from: its message may quote a card."""
    if not record.exc_info or record.exc_info[0] is None:
        return {}
    kind, _, trace = record.exc_info
    return {"fault": kind.__name__, "stack": "".join(traceback.format_tb(trace))[-LONGEST:]}
