"""A real server for every client."""

from __future__ import annotations

import pytest

from tests.server.process import Server
from tests.shared_server import shared_server


@pytest.fixture(scope="session")
def server(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Server:
    """Return a running server, which all tests of this process share."""
    return shared_server(pytestconfig, tmp_path_factory)
