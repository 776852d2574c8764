"""A real server for everything here."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.process import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a running server that the tests of one file share."""
    server = Server(
        tmp_path_factory.mktemp("server"),
        PARLOUR_LIMIT_SIGN_INS="100000/300",
        PARLOUR_LIMIT_REGISTRATIONS="100000/3600",
    )
    server.start()
    yield server
    server.stop()
