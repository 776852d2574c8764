"""What follows from a ply, decided once by comparing the table before and after.

Everything here happens after the commit and may be lost: a dead broker never turns a committed ply
into an error, and each message can be repeated by the sweep, by a column it can query.  What is
sent names the match, its ply, a seat and a decision: never a card.

Whoever listens in this process is told first, with the table at hand; the nudge is for the others.

Where a player waits for the answer, letters are sent by threads (`games.post`): a broker that does
not answer holds up nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, TypeVar
from uuid import UUID

from asgiref.sync import async_to_sync
from celery import current_app
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import transaction

from games import clock, failpoints
from games.models import Ply, Status
from games.post import Post, Posted
from games.table import Asked, Facts, Table

NUDGED = "match.{match}"
"""The group of everybody who follows a match."""

L = TypeVar("L")
Nudge = dict[str, Any]
Listener = Callable[[Table, Ply], None]
_listeners: list[Listener] = []
Ringer = Callable[[UUID, float], None]
_ringer: Ringer | None = None


@dataclass(frozen=True)
class Message:
    """A task by its name, and in how many seconds it should run.

    The delay is counted from here and not sent as a time of day, so that a clock that is wrong on
    this machine does not move the bell.
    """

    task: str
    args: tuple[str | int, ...]
    queue: str = "clock"
    countdown: float = 0.0


def listen(listener: Listener) -> None:
    """Have this called for every ply that is written in this process, in the thread that wrote it.

    After the commit and before the nudge; the table stands at that ply and must be left as it is.
    """
    _listeners.append(listener)


def ring_here(ringer: Ringer | None) -> None:
    """Have this called, too, with each match and when its bell is to ring (monotonic seconds)."""
    global _ringer  # noqa: PLW0603 - of the whole process, as the listeners are
    _ringer = ringer


def tell(table: Table, ply: Ply) -> None:
    """Tell whoever listens of this ply, on commit, if it is the newest by then."""

    def told() -> None:
        if table.match.ply == ply.number:
            for listener in _listeners:
                listener(table, ply)

    if _listeners:
        transaction.on_commit(told, robust=True)


def after_ply(before: Facts, after: Facts) -> None:
    """Tell the sockets, set the bell, send for the bots, have the end dealt with: on commit."""
    match = str(after.match_id)
    if after.ply != before.ply:
        _nudge({"type": "match.ply", "match": match, "ply": after.ply})
    elif after.status != before.status:
        header_changed(after.match_id)
    bells = _bells(before, after)
    _set(bells, after)
    _send([*bells, *_bots(before, after), *_results(before, after)])


def header_changed(match_id: UUID) -> None:
    """Tell the sockets, on commit, that seats or status changed without a ply."""
    _nudge({"type": "match.header", "match": str(match_id)})


def rate(match_id: UUID) -> None:
    """Have a finished match rated, on commit."""
    _send([Message("scoring.rate_match", (str(match_id),))])


def seal(match_id: UUID) -> None:
    """Have an abandoned match sealed, on commit."""
    _send([Message("scoring.seal_abandoned", (str(match_id),))])


def reach_broker() -> None:
    """Return if the broker answers.  Raises whatever its client raises; waits for nothing."""
    with current_app.connection_for_write() as connection:
        connection.ensure_connection(max_retries=0)


def _bells(before: Facts, after: Facts) -> list[Message]:
    if after.bell_at is None or after.bell_at == before.bell_at:
        return []
    seconds = _until(after.bell_at, after)
    return [Message("games.ring_bell", (str(after.match_id),), countdown=seconds)]


def _until(at: datetime | None, after: Facts) -> float:
    return max(0.0, (at - after.now).total_seconds()) if at else 0.0


def _bots(before: Facts, after: Facts) -> list[Message]:
    match = str(after.match_id)
    return [
        Message("games.take_bot_turn", (match, *asked), "ai", _until(_due(asked, after), after))
        for asked in sorted(after.bots - before.bots)
    ]


def _due(asked: Asked, after: Facts) -> datetime | None:
    due = after.bots_due.get(str(asked.seat))
    return None if due is None else clock.from_ms(due["at"])


def _results(before: Facts, after: Facts) -> list[Message]:
    """Send what was played to its end, or broken off, to those who make something of it."""
    if after.status == before.status:
        return []
    if after.status == Status.FINISHED:
        return [Message("scoring.rate_match", (str(after.match_id),))]
    if after.status == Status.ABANDONED and before.status != Status.OPEN:
        return [Message("scoring.seal_abandoned", (str(after.match_id),))]
    return []


def _set(bells: list[Message], after: Facts) -> None:
    """Set these bells in this process too, once the transaction has committed."""
    if ringer := _ringer:
        for bell in bells:
            at = after.read_at + bell.countdown
            transaction.on_commit(partial(ringer, after.match_id, at), robust=True)


def _send(messages: list[Message]) -> None:
    """Send these tasks once the transaction has committed."""

    def send() -> None:
        for message in messages:
            _post(message, _tasks)

    if messages:
        transaction.on_commit(send, robust=True)


def _nudge(message: Nudge) -> None:
    """Wake whoever follows this match, once the transaction has committed."""

    def nudge() -> None:
        failpoints.reach("committed")
        _post(message, _nudges)

    transaction.on_commit(nudge, robust=True)


def flush(seconds: float) -> bool:
    """Wait until everything was sent, or so long; say whether it was."""
    return all([_tasks.flush(seconds), _nudges.flush(seconds)])


# --- The way out ----------------------------------------------------------------------------------


def _post(letter: L, post: Post[L]) -> None:
    """Have a letter sent, or send it where nobody waits for this thread."""
    if settings.PARLOUR_POSTS_IN_THREADS:
        post.put(letter)
    else:
        post.send([Posted(letter)])


def _send_tasks(letters: Sequence[Posted[Message]]) -> None:
    for posted in letters:
        message = posted.letter
        current_app.send_task(
            message.task,
            args=message.args,
            queue=message.queue,
            countdown=max(0.0, message.countdown - posted.age) or None,
            retry=False,
        )


def _send_nudges(letters: Sequence[Posted[Nudge]]) -> None:
    layer = get_channel_layer()
    if layer is None:
        return
    nudges = [(NUDGED.format(**each.letter), each.letter) for each in letters]
    if together := getattr(layer, "groups_send_now", None):
        together(nudges)
        return
    # A layer whose connections belong to a loop has a way for those who are in none.
    send = getattr(layer, "group_send_now", None) or async_to_sync(layer.group_send)
    for group, nudge in nudges:
        send(group, nudge)


_tasks = Post(_send_tasks, "post-tasks")
_nudges = Post(_send_nudges, "post-nudges")
