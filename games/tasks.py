"""The background's doors: ids in, one service each.  Every task may run twice, late, or never."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task

from games.services import play, readiness, upkeep


@shared_task(name="games.ring_bell")  # type: ignore[untyped-decorator]  # celery ships no types
def ring_bell(match_id: str) -> None:
    """Ring what has run out in this match."""
    play.ring_due(match_id=UUID(match_id))


@shared_task(name="games.take_bot_turn")  # type: ignore[untyped-decorator]  # celery ships no types
def take_bot_turn(match_id: str, seat: int, decision: int) -> None:
    """Let a bot answer this question."""
    play.take_bot_turn(match_id=UUID(match_id), seat=seat, decision=decision)


@shared_task(name="games.sweep")  # type: ignore[untyped-decorator]  # celery ships no types
def sweep() -> None:
    """Do what was lost or forgotten."""
    upkeep.sweep()


@shared_task(name="games.canary")  # type: ignore[untyped-decorator]  # celery ships no types
def canary(queue: str) -> None:
    """Show that this queue is worked on."""
    readiness.sing(queue=queue)
