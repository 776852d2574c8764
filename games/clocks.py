"""The running clocks of a match: which hourglass ends when.  Pure arithmetic in milliseconds.

The rules turn hourglasses and never see a clock; this module reads two lists of timers, before and
after a ply, and says what became of the clocks.  By timer id a clock is ``{"at": when it rings,
"since": when it began to run}`` (milliseconds since the epoch) or, paused, ``{"left": ms}``.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.kernel import Timer

Clocks = dict[str, dict[str, int]]
"""Keys are strings, as JSON keeps them."""


def carried(clocks: Clocks, before: Iterable[Timer], after: Iterable[Timer], now_ms: int) -> Clocks:
    """Return the clocks of the timers `after`: new, paused, resumed, extended; the rest is gone."""
    old = {timer.id: timer for timer in before}
    return {
        str(timer.id): _turned(timer, now_ms)
        if timer.id not in old
        else _changed(clocks[str(timer.id)], old[timer.id], timer, now_ms)
        for timer in after
    }


def earliest(clocks: Clocks) -> int | None:
    """Return when the next bell rings; None while no clock runs."""
    return min((clock["at"] for clock in clocks.values() if "at" in clock), default=None)


def due(clocks: Clocks, now_ms: int) -> list[int]:
    """Return the ids of the timers that have run out, in the order of their bells."""
    over = [
        (clock["at"], int(timer))
        for timer, clock in clocks.items()
        if "at" in clock and clock["at"] <= now_ms
    ]
    return [timer for _, timer in sorted(over)]


def stopped(clocks: Clocks, now_ms: int) -> Clocks:
    """Return all clocks paused, with what is left of them."""
    return {timer: {"left": _left(clock, now_ms)} for timer, clock in clocks.items()}


def shifted(clocks: Clocks, gone_ms: int, now_ms: int) -> Clocks:
    """Return the clocks without the outage that began at `gone_ms` and ended now.

    A clock loses only the time it ran during the outage.
    """
    return {
        timer: {key: ms + now_ms - max(gone_ms, clock["since"]) for key, ms in clock.items()}
        if "at" in clock
        else clock
        for timer, clock in clocks.items()
    }


def _full(timer: Timer) -> int:
    return 1000 * (timer.seconds + timer.extra)


def _left(clock: dict[str, int], now_ms: int) -> int:
    return max(0, clock["at"] - now_ms) if "at" in clock else clock["left"]


def _turned(timer: Timer, now_ms: int) -> dict[str, int]:
    full = _full(timer)
    return {"left": full} if timer.paused else {"at": now_ms + full, "since": now_ms}


def _changed(clock: dict[str, int], old: Timer, new: Timer, now_ms: int) -> dict[str, int]:
    more = _full(new) - _full(old)
    if new.paused:
        return {"left": _left(clock, now_ms) + more}
    if "at" in clock:
        return {"at": clock["at"] + more, "since": clock["since"]}
    return {"at": now_ms + clock["left"] + more, "since": now_ms}
