"""What the tests of accounts share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def fresh_counters() -> Iterator[None]:
    """Begin with nobody counted."""
    cache.clear()
    yield
    cache.clear()
