"""Tables of the tiny game that sockets can follow."""

from __future__ import annotations

import pytest

from games import dispatch
from tests.conftest import Broker
from tests.games.conftest import tiny as tiny  # noqa: PLC0414 - the same fixture, shared


@pytest.fixture
def unheard(monkeypatch: pytest.MonkeyPatch) -> Broker:
    """Keep tasks from being done: only what the test does happens.  Nudges go to the sockets."""
    broker = Broker()
    monkeypatch.setattr(dispatch, "current_app", broker)
    return broker
