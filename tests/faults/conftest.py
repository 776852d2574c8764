"""One deployment for all faults; each test finds it whole and leaves it to mend itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.eventually import eventually
from tests.faults.deployment import Deployment, deployed


@pytest.fixture(scope="session")
def _deployment() -> Iterator[Deployment]:
    with deployed() as deployment:
        yield deployment


@pytest.fixture
def deployment(_deployment: Deployment) -> Iterator[Deployment]:
    """Return the deployment, everything in it at work."""
    eventually(_deployment.healthy, seconds=60)
    yield _deployment
    _deployment.disarm()
