"""A server, and a reader with a terminal of their own."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.reader import Reader
from tests.docs.shell import Shell
from tests.server.process import Server
from tests.shared_server import shared_server


@pytest.fixture(scope="session")
def server(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Server:
    """Return a running server, which all tests of this process share."""
    return shared_server(pytestconfig, tmp_path_factory)


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Shell]:
    """Return a terminal in a folder that looks like the clone."""
    shell = Shell(tmp_path)
    yield shell
    shell.close()


@pytest.fixture
def reader(shell: Shell, server: Server) -> Reader:
    """Return somebody who reads pages with that terminal, and with a server running."""
    return Reader(shell, address=server.url.removeprefix("http://"), proxy_port=free_port())


@pytest.fixture
def offline(shell: Shell) -> Reader:
    """Return somebody who reads pages that need no server."""
    return Reader(shell, address="127.0.0.1:8000", proxy_port=free_port())


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        port: int = bound.getsockname()[1]
    return port
