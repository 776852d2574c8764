"""The real server of `tests/server`, for the client that is told to come back to it."""

from __future__ import annotations

from tests.server.conftest import own_server, server

__all__ = ["own_server", "server"]
