"""Swagger UI and Redoc, from this server alone: the browser is told to fetch from nowhere else."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.views import SpectacularRedocView, SpectacularSwaggerView

POLICY: Final = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; worker-src 'self' blob:"
)


class _FromHere:
    """Adds the policy to every answer."""

    @property
    def default_response_headers(self) -> dict[str, str]:
        headers: Any = super().default_response_headers  # type: ignore[misc] # APIView's, beside this
        return {**headers, "Content-Security-Policy": POLICY}


class SwaggerView(_FromHere, SpectacularSwaggerView):
    """``/api/docs``."""

    url_name = "v1:openapi"


class RedocView(_FromHere, SpectacularRedocView):
    """``/api/redoc``."""

    url_name = "v1:openapi"
    template_name = "api/redoc.html"
