"""Readiness: each thing a match needs, asked for by name."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

from games import dispatch, tasks
from games.clock import Frozen
from games.services import readiness

pytestmark = pytest.mark.django_db

READY = dict.fromkeys(("database", "migrations", "broker", "queue_clock", "queue_ai"), "ok")


@pytest.fixture(autouse=True)
def unknown_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process not remember that it has seen every migration applied."""
    monkeypatch.setattr(readiness, "_migrated", False)


@pytest.fixture
def sung(time: Frozen) -> None:
    tasks.canary("clock")
    tasks.canary("ai")


@pytest.mark.usefixtures("sung")
def test_everything_is_there(client: Client, time: Frozen) -> None:
    time.advance(30)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ready", "checks": READY})
    assert answer["Cache-Control"] == "no-store"


def test_a_queue_nobody_has_worked_on_is_not_ready(client: Client, time: Frozen) -> None:
    tasks.canary("ai")
    answer = client.get("/readyz")
    checks = {**READY, "queue_clock": "no canary yet"}
    assert (answer.status_code, answer.json()) == (503, {"status": "not_ready", "checks": checks})


@pytest.mark.usefixtures("sung")
def test_a_queue_that_fell_silent_is_not_ready(time: Frozen) -> None:
    time.advance(20)
    tasks.canary("clock")
    time.advance(11)
    assert readiness.checks() == {**READY, "queue_ai": "no canary for 31 s"}


@pytest.mark.usefixtures("sung")
def test_a_broker_that_does_not_answer_is_named_by_its_fault_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails() -> None:
        raise ConnectionRefusedError("redis://:secret@10.0.0.1")

    monkeypatch.setattr(dispatch, "reach_broker", fails)
    assert readiness.checks() == {**READY, "broker": "ConnectionRefusedError"}


@pytest.mark.usefixtures("sung")
def test_missing_migrations_are_counted_until_they_are_applied(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(MigrationExecutor, "migration_plan", lambda *_: [object(), object()])
        assert readiness.checks() == {**READY, "migrations": "2 not applied"}
        assert readiness.checks() == {**READY, "migrations": "2 not applied"}
    assert readiness.checks() == READY


@pytest.mark.usefixtures("sung")
def test_a_database_that_is_not_there_fails_what_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> None:
        raise ConnectionError("password=secret")

    monkeypatch.setattr(connection, "cursor", fails)
    found = readiness.checks()
    assert found["database"] == "ConnectionError"
    assert "secret" not in str(found)


def test_a_probe_only_reads(client: Client) -> None:
    assert client.post("/readyz").status_code == 405


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
@pytest.mark.usefixtures("sung")
def test_a_probe_needs_no_name_of_ours_and_no_tls(client: Client, settings: Any, path: str) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert client.get(path, headers={"host": "10.1.2.3"}).status_code == 200
    assert client.get("/problems", headers={"host": "10.1.2.3"}).status_code != 200
