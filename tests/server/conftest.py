"""A server for everybody, and one of one's own for tests that kill it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.process import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a running server that all tests of this process share."""
    server = Server(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Return a starter of servers that belong to one test: ``own_server(PARLOUR_…="…")``."""
    started: list[Server] = []

    def start(**settings: str) -> Server:
        server = Server(tmp_path / f"server{len(started)}", **settings)
        started.append(server)
        server.start()
        return server

    yield start
    for server in started:
        if not server.ended():
            server.kill()
