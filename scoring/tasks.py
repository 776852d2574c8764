"""The background's door: an id in, one service."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded

from scoring import services
from scoring.audit import services as auditing
from scoring.leaderboards import services as leaderboards


@shared_task(name="scoring.rate_match")  # type: ignore[untyped-decorator]  # celery ships no types
def rate_match(match_id: str) -> None:
    """Rate a finished match, once."""
    services.rate_match(match_id=UUID(match_id), interrupts=(SoftTimeLimitExceeded,))


@shared_task(name="scoring.seal_abandoned")  # type: ignore[untyped-decorator]  # celery ships no types
def seal_abandoned(match_id: str) -> None:
    """Seal an abandoned match, once."""
    services.seal_abandoned(match_id=UUID(match_id))


@shared_task(name="scoring.audit")  # type: ignore[untyped-decorator]  # celery ships no types
def audit() -> None:
    """Play some finished matches again."""
    auditing.run()


@shared_task(name="scoring.close_seasons")  # type: ignore[untyped-decorator]  # celery ships no types
def close_seasons() -> None:
    """Close the seasons that are over."""
    leaderboards.close_seasons()
