"""For whoever watches over the process."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from api.wire import answer
from games.services import readiness

NO_STORE = {"Cache-Control": "no-store"}


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Say that this process serves.  Asks nothing of the database: that is another question."""
    del request
    return answer({"status": "ok"}, headers=NO_STORE)


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Say whether matches can be played: 200, or 503; either way what each check found."""
    del request
    checks = readiness.checks()
    ready = all(found == readiness.OK for found in checks.values())
    said = {"status": "ready" if ready else "not_ready", "checks": checks}
    return answer(said, status=200 if ready else 503, headers=NO_STORE)


def probes(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer probes before anything else looks at the request: a middleware.

    Whoever probes calls by an address, in plain HTTP, and is no host name of ours.
    """
    known = {"/healthz": healthz, "/readyz": readyz}

    def answered(request: HttpRequest) -> HttpResponse:
        return known.get(request.path_info, get_response)(request)

    return answered
