"""For whoever watches over the process."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from api.operation import Access, Operation, Reader, Tag, operation
from api.serializers.server import Health, Readiness
from api.wire import answer
from games.services import readiness

NO_STORE = {"Cache-Control": "no-store"}


@operation(
    Operation(
        id="get_health",
        tag=Tag.SERVER,
        access=Access.OPEN,
        readers=(Reader.OPERATOR,),
        answer=Health,
        headers=("Cache-Control",),
    )
)
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Say that this process serves.

    Asks nothing of the database: that is another question.
    """
    del request
    return answer(Health(status="ok"), headers=NO_STORE)


@operation(
    Operation(
        id="get_readiness",
        tag=Tag.SERVER,
        access=Access.OPEN,
        readers=(Reader.OPERATOR,),
        answer=Readiness,
        other_answers={503: Readiness},
        headers=("Cache-Control",),
    )
)
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Say whether matches can be played.

    200, or 503 if they cannot; either way with what each check found.
    """
    del request
    checks = readiness.checks()
    ready = all(found == readiness.OK for found in checks.values())
    said = Readiness(status="ready" if ready else "not_ready", checks=dict(checks))
    return answer(said, status=200 if ready else 503, headers=NO_STORE)


def probes(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer probes before anything else looks at the request: a middleware.

    Whoever probes calls by an address, in plain HTTP, and is no host name of ours.
    """
    known = {"/healthz": healthz, "/readyz": readyz}

    def answered(request: HttpRequest) -> HttpResponse:
        return known.get(request.path_info, get_response)(request)

    return answered
