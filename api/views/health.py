"""For whoever watches over the process."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from api.wire import answer


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Say that this process serves.  Asks nothing of the database: that is another question."""
    del request
    return answer({"status": "ok"}, headers={"Cache-Control": "no-store"})
