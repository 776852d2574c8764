"""The base of every endpoint."""

from __future__ import annotations

from rest_framework.views import APIView


class Endpoint(APIView):
    """One address; each of its methods declares an `Operation`.

    OPTIONS is for browsers' preflights, which the CORS middleware answers before any view.
    """

    http_method_names = ["get", "post", "put", "patch", "delete", "head"]
