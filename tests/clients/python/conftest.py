"""Servers of one's own, for the client that is told to come back to them."""

from __future__ import annotations

from tests.server.conftest import own_server

__all__ = ["own_server"]
