"""A request repeated is a request answered again: ``Idempotency-Key`` on everything that creates.

The key's row and what the request did are written in one transaction: either both are there or
neither, so a refusal is never stored, and of two requests at the same moment the second waits for
the first and finds its answer.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from datetime import timedelta
from http import HTTPStatus
from typing import Final

from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request

from accounts.models import Player, new_id
from api import wire
from api.strict_json import Malformed
from games.errors import RequestIdReused
from games.models import StoredAnswer

HEADER: Final = "Idempotency-Key"
REPLAYED: Final = "Idempotency-Replayed"
KEPT: Final = timedelta(hours=24)
_KEY = re.compile(r"[\x21-\x7e]{1,64}")


class BadRequestId(Malformed):
    """The header is there, and is not 1 to 64 visible ASCII characters."""

    problem = "bad_request_id"


def key_of(request: Request) -> str | None:
    """Return the request's key; None where it has none.  Raises `BadRequestId`."""
    key = request.headers.get(HEADER)
    if key is not None and not _KEY.fullmatch(key):
        raise BadRequestId(
            f"{HEADER} has 1 to 64 visible ASCII characters.",
            code="bad_format",
            params={"header": HEADER},
        )
    return key


def request_id_of(request: Request) -> str:
    """Return the request's key, or a fresh one.  Raises `BadRequestId`."""
    return key_of(request) or str(new_id())


def once(request: Request, work: Callable[[], HttpResponse]) -> HttpResponse:
    """Do `work` (one service call and its answer) unless its key was answered already.

    Raises `BadRequestId`, `RequestIdReused` and whatever `work` refuses.
    """
    key = key_of(request)
    if key is None:
        return work()
    player, _ = wire.signed_in(request)
    digest = _digest(request.data)
    route = f"{request.method} {request.path}"
    with transaction.atomic():
        _forget_old(player)
        stored, is_new = _claim(player, route, key, digest)
        if is_new:
            answer = work()
            _keep(stored, answer)
            return answer
    if stored.request_hash != digest:
        raise RequestIdReused
    return _again(stored)


def _claim(player: Player, route: str, key: str, digest: str) -> tuple[StoredAnswer, bool]:
    """Insert the key's row, or find it.  A rival's unfinished insert is waited for."""
    try:
        with transaction.atomic():
            claimed = StoredAnswer.objects.create(
                player=player, route=route, key=key, request_hash=digest
            )
    except IntegrityError:
        return StoredAnswer.objects.get(player=player, route=route, key=key), False
    return claimed, True


def _keep(stored: StoredAnswer, answer: HttpResponse) -> None:
    stored.status = answer.status_code
    stored.headers = {name: answer[name] for name in ("Location", "ETag") if name in answer}
    stored.body = json.loads(answer.content) if answer.content else None
    stored.save(update_fields=["status", "headers", "body"])


def _again(stored: StoredAnswer) -> HttpResponse:
    headers = {**stored.headers, REPLAYED: "true"}
    status = stored.status or HTTPStatus.OK
    if stored.body is None:
        return HttpResponse(status=status, headers=headers)
    return wire.answer(stored.body, status=status, headers=headers)


def _digest(body: object) -> str:
    """Return the hash of a body's meaning: its JSON with sorted keys and no spaces."""
    canonical = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def _forget_old(player: Player) -> None:
    """Delete the player's answers that nobody may ask for any more."""
    StoredAnswer.objects.filter(player=player, created_at__lt=timezone.now() - KEPT).delete()
