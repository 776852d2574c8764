"""Which representation is answered: JSON, which everybody asks for, is found without a search."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

ANYTHING = "*/*"


class Negotiation(DefaultContentNegotiation):
    """DRF's, but what is asked for by its plain name, or as anything, is not compared further."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """Return the renderer and its media type.  Raises `NotAcceptable`."""
        accept = request.META.get("HTTP_ACCEPT", ANYTHING)
        first = next(iter(renderers))
        if format_suffix is None and accept in (ANYTHING, first.media_type):
            return first, str(first.media_type)
        found: Any = super().select_renderer(request, renderers, format_suffix)
        return found  # type: ignore[no-any-return]
