"""The whole description, fuzzed by other people's tool: nobody is answered what it does not say.

Every operation as a stranger, as another player and as the one whose seat it is, with data that
fits the schemas and with data that does not.  ``FUZZ=200`` asks each of them that often instead of
a few times; ``FUZZ_SEED`` chooses another luck.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

import pytest
import schemathesis
from django.core.cache import cache as counters
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, connection, transaction
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from api.schema import document
from games.services import readiness
from tests.api.examples.reaching import Scene
from tests.api.rest import Person, nobody

pytestmark = [
    pytest.mark.form,
    pytest.mark.slow,
    pytest.mark.django_db,
    pytest.mark.usefixtures("broker"),
]

TIMES: Final = int(os.environ.get("FUZZ") or 2)
SEED: Final = int(os.environ.get("FUZZ_SEED") or 0)
CHECKS: Final = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
    checks.ignored_auth,
]


@contextmanager
def one_connection() -> Iterator[None]:
    """Keep the test's connection open over all requests, as Django's own test client does."""
    if connection.vendor == "postgresql":  # inventing the next request may take its time
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in signals:
            signal.connect(close_old_connections)


@cache
def cached_document() -> Any:
    return document()


@cache
def described() -> Any:
    found = schemathesis.openapi.from_dict(cached_document())
    found.app = get_wsgi_application()
    return found


def operations() -> Iterator[Any]:
    for result in described().get_all_operations():
        yield result.ok()


def known(scene: Scene, names: set[str]) -> dict[str, Any]:
    """Return path parameters that lead somewhere."""
    match = scene.running.removeprefix("/matches/")
    found = {"match_id": match, "game": "lap_dance", "seat": 1, "code": "seat_taken"}
    return {name: found[name] for name in names & set(found)}


def asks(operation: Any, mode: GenerationMode, who: Person, path: dict[str, Any]) -> int:
    """Send some requests of this operation, and return how many; each is undone."""
    sent = 0
    # Of a stream OpenAPI 3.1 can say that it is a text; the tool expects a schema of its events.
    left_out = [checks.response_schema_conformance] if operation.label.endswith("/stream") else []

    @seed(SEED)
    @settings(
        max_examples=TIMES,
        deadline=None,
        database=None,
        print_blob=False,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(mode, path_parameters=path or None))
    def ask(case: Case[Any]) -> None:
        nonlocal sent
        sent += 1
        headers = {"Authorization": f"Bearer {who.token}"} if who.token else {}
        with transaction.atomic():
            case.call_and_validate(headers=headers, checks=CHECKS, excluded_checks=left_out)
            transaction.set_rollback(True)

    if mode is GenerationMode.POSITIVE or can_be_wrong(operation, path):
        ask()
    return sent


def can_be_wrong(operation: Any, path: dict[str, Any]) -> bool:
    """Say whether anything that is still open can be of the wrong form; any text is a text."""
    method, _, address = operation.label.partition(" ")
    declared = cached_document()["paths"][address][method.lower()]
    return "requestBody" in declared or any(
        parameter["schema"].keys() - {"type", "examples"} or parameter["schema"]["type"] != "string"
        for parameter in declared["parameters"]
        if parameter["name"] not in path
    )


@pytest.mark.parametrize("role", ["anonymous", "other", "owner"])
@pytest.mark.parametrize("mode", GenerationMode, ids=lambda mode: mode.value)
def test_nobody_is_answered_what_is_not_described(
    role: str, mode: GenerationMode, monkeypatch: pytest.MonkeyPatch
) -> None:
    counters.clear()
    monkeypatch.setattr(readiness, "checks", lambda: {"database": readiness.OK})
    scene = Scene()
    who = {"anonymous": nobody(), "other": scene.cleo, "owner": scene.ada}[role]
    asked = {}
    with one_connection():
        for operation in operations():
            names = {parameter.name for parameter in operation.path_parameters}
            asked[operation.label] = asks(operation, mode, who, {})
            if path := known(scene, names):
                asked[operation.label] += asks(operation, mode, who, path)
    assert mode is GenerationMode.NEGATIVE or all(asked.values())
    assert sum(asked.values()) >= TIMES * 20
