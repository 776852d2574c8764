"""The tiny game on the shelf, as the tests of the machinery have it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.rules import registry
from tests.games.tiny_game import Tiny


@pytest.fixture
def tiny() -> Iterator[None]:
    """Register the tiny game for the length of a test."""
    with registry.registered(Tiny):
        yield
