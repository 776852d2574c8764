"""One real server for all tests of this process that only play on it, whatever folder they are in.

A fixture belongs to one conftest, and each server takes a second and a half to start.
"""

from __future__ import annotations

import pytest

from tests.server.process import Server

_STARTED = pytest.StashKey[Server]()


def shared_server(config: pytest.Config, folders: pytest.TempPathFactory) -> Server:
    """Return the server, started when it is first asked for; it ends with the run.

    Everybody here comes from one address, so it is patient with those who sign in often.
    """
    if _STARTED not in config.stash:
        server = Server(
            folders.mktemp("server"),
            PARLOUR_LIMIT_SIGN_INS="100000/300",
            PARLOUR_LIMIT_REGISTRATIONS="100000/3600",
        )
        server.start()
        config.add_cleanup(lambda: _ends(server))
        config.stash[_STARTED] = server
    return config.stash[_STARTED]


def _ends(server: Server) -> None:
    assert server.stop() == 0
