"""Shared by every test that needs players, a clock that stands still, or a broker that listens."""

from __future__ import annotations

import gc
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from django.conf import settings

from accounts.models import Player
from games import clock, dispatch


class Sent(NamedTuple):
    """A task as the broker would have got it."""

    task: str
    args: tuple[Any, ...]
    queue: str
    countdown: float | None


class Broker:
    """Listens instead of the real one: `tasks` were sent, `nudges` went to the sockets."""

    def __init__(self) -> None:
        self.tasks: list[Sent] = []
        self.nudges: list[dict[str, Any]] = []

    def send_task(
        self, name: str, *, args: tuple[Any, ...], queue: str, countdown: float | None, retry: bool
    ) -> None:
        assert retry is False
        self.tasks.append(Sent(name, tuple(args), queue, countdown))

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        assert group == f"match.{message['match']}"
        self.nudges.append(message)

    def named(self, task: str) -> list[Sent]:
        """Return what was sent of one task."""
        return [sent for sent in self.tasks if sent.task == task]

    def clear(self) -> None:
        """Forget what was sent so far."""
        self.tasks.clear()
        self.nudges.clear()


TESTS: Final = Path(__file__).parent
FAULTS: Final = TESTS / "faults"
WITHOUT_DATABASE: Final = tuple(
    TESTS / name for name in ("games/rules", "laws", "clients", "docs", "docker", "server")
)
"""Most of all tests, which the passes that want only some marks need not even read."""

ON_POSTGRESQL: Final = (TESTS / "api", TESTS / "scoring")
"""What stands on the data layer, whose own tests run on both kinds of database: `make test` runs
these on the one that a community is served from, `make test-sqlite` on SQLite.  There `make test`
has whole servers instead: the conformance run, the clients, the tutorial, the fuzz tests."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Pass over folders in which there is nothing of the mark that is asked for."""
    match config.option.markexpr:
        case "database":
            return collection_path in (*WITHOUT_DATABASE, FAULTS) or None
        case "faults":
            return (
                not (collection_path in FAULTS.parents or _within(collection_path, FAULTS)) or None
            )
    return None


def pytest_collection_finish() -> None:
    """Set aside what was collected: thousands of tests, which no collection of garbage frees."""
    gc.collect()
    gc.freeze()


def _within(path: Path, folder: Path) -> bool:
    return path == folder or folder in path.parents


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what touches the database: it is run on each kind, unless it is about forms alone."""
    for item in items:
        if item.get_closest_marker("faults") and not _within(item.path, FAULTS):
            raise pytest.UsageError(
                f"{item.nodeid} would be passed over: {FAULTS} holds the faults"
            )
        if item.get_closest_marker("form"):
            continue
        asked = {"db", "transactional_db"} & {*getattr(item, "fixturenames", ())}
        if asked or item.get_closest_marker("django_db"):
            if any(_within(item.path, folder) for folder in WITHOUT_DATABASE):
                raise pytest.UsageError(f"{item.nodeid} would never be run on PostgreSQL")
            item.add_marker(pytest.mark.database)
            if any(_within(item.path, folder) for folder in ON_POSTGRESQL):
                item.add_marker(pytest.mark.postgres)


def pytest_unconfigure() -> None:
    """Remove the data folder: a worker of xdist ends without running what `atexit` was told."""
    shutil.rmtree(settings.DATA_DIR, ignore_errors=True)


@pytest.fixture
def player(db: None) -> Callable[..., Player]:
    """Return a maker of players: ``player("Ada")``, ``player("Bob", is_guest=True)``."""

    def make(name: str, **fields: Any) -> Player:
        return Player.objects.create_user(name, **fields)

    return make


@pytest.fixture
def time() -> Iterator[clock.Frozen]:
    """Stop the clock at noon; ``time.advance(30)`` lets half a minute pass."""
    with clock.frozen(datetime(2030, 1, 1, 12, tzinfo=UTC)) as frozen:
        yield frozen


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> Broker:
    """Listen to what is sent after a commit (which a test sees only with `transactional_db`)."""
    broker = Broker()
    monkeypatch.setattr(dispatch, "current_app", broker)
    monkeypatch.setattr(dispatch, "get_channel_layer", lambda: broker)
    return broker
