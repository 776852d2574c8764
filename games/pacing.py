"""When bots act: before a person each takes its time, and seems to think where the game says so.

A wait is drawn from the bots' own key by the question it is about: it says nothing about the cards,
and whoever draws it again comes to the same.  When it is over stands in the match's row, so that no
message, lost or doubled, shortens or prolongs it.
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import timedelta
from typing import Any

from django.conf import settings

from games import clock
from games.table import Asked, Table

Dues = dict[str, dict[str, int]]
"""By seat, as JSON keeps it: ``{"decision": the question, "at": ms, "since": ms}``.

`at`: when it should be answered; `since`: when that was decided (milliseconds since the epoch).
"""

USUAL_PACE_SECONDS = 0.8
"""At this pace, or a slower one, bots think as long as the game says; at a quicker one, less."""
EARLY_MS = 1000
"""A message to a bot may come so much before its time, by clocks that do not agree."""
SPARE_MS = 3000
"""So long before its own clock runs out a bot acts at the latest, whatever it was drawn."""


def dues(table: Table) -> Dues:
    """Return when each bot that may act should: what it was asked before keeps its time."""
    now_ms, watched, old = clock.to_ms(table.now), table.watched(), table.match.bots_due
    found: Dues = {}
    for asked in sorted(table.bots_asked()):
        known = old.get(str(asked.seat))
        if known is None or known["decision"] != asked.decision:
            wait = _wait_ms(table, asked, anew=known is None) if watched else 0
            at = max(now_ms, min(now_ms + wait, _latest_ms(table, asked, now_ms + wait)))
            known = {"decision": asked.decision, "at": at, "since": now_ms}
        found[str(asked.seat)] = known
    return found


def at_once(table: Table, *bots: Asked) -> Dues:
    """Return the same with these bots due now."""
    now_ms = clock.to_ms(table.now)
    now = {"at": now_ms, "since": now_ms}
    return dues(table) | {str(seat): {"decision": decision, **now} for seat, decision in bots}


def shifted(table: Table, gone_ms: int) -> Dues:
    """Return the same without the outage that began at `gone_ms` and ended now.

    Else those who were planning would be done before people could begin.
    """
    now_ms = clock.to_ms(table.now)
    return {
        seat: due | {"at": due["at"] + now_ms - max(gone_ms, due.get("since", gone_ms))}
        for seat, due in table.match.bots_due.items()
    }


def due_ms(table: Table, asked: Asked) -> int:
    """Return when this bot should act (milliseconds since the epoch); 0 if nobody wrote it down."""
    known: dict[str, int] = table.match.bots_due.get(str(asked.seat), {})
    return known["at"] if known.get("decision") == asked.decision else 0


def too_early(table: Table, asked: Asked) -> bool:
    """Say whether this bot should still be thinking."""
    return clock.to_ms(table.now) < due_ms(table, asked) - EARLY_MS


def late(table: Table, patience: timedelta) -> list[Asked]:
    """Return the bots the match has waited for longer than this; it waits for no invited one."""
    since_ms = clock.to_ms(table.now - patience)
    return [asked for asked in sorted(table.bots_waited_for()) if due_ms(table, asked) < since_ms]


def ai_key() -> bytes:
    """Return the key of the bots' own dice, which are no part of any game."""
    if settings.PARLOUR_AI_KEY:
        return str(settings.PARLOUR_AI_KEY).encode()
    return hmac.digest(settings.SECRET_KEY.encode(), b"parlour.ai", hashlib.sha256)


def luck(*words: Any) -> bytes:
    """Return 32 bytes that only the bots' key knows, the same for the same words."""
    return hmac.digest(ai_key(), "|".join(map(str, words)).encode(), hashlib.sha256)


def _latest_ms(table: Table, asked: Asked, otherwise: int) -> int:
    """Return when this bot must act, so that its seat's own time does not run out meanwhile."""
    clocks = table.match.clocks
    own = [t for t in table.running().timers if t.counts and asked.seat in t.seats]
    ends = [clocks[str(t.id)]["at"] - SPARE_MS for t in own if "at" in clocks.get(str(t.id), {})]
    return min(ends, default=otherwise)


def _wait_ms(table: Table, asked: Asked, *, anew: bool) -> int:
    """Return how long this bot takes for its question, from now."""
    pace: float = settings.PARLOUR_BOT_PACE_SECONDS
    thinking = table.rules.thinking(table.running(), asked.seat, anew=anew)
    if thinking is None:
        return round(1000 * pace)
    haste = min(1.0, pace / USUAL_PACE_SECONDS)
    least, most = (round(1000 * seconds * haste) for seconds in thinking)
    drawn = int.from_bytes(luck("pace", table.match.pk, *asked)[:8])
    return least + drawn % (most - least + 1)
