"""What a log of a deployment says, and what it never says."""

from __future__ import annotations

import gc
import io
import json
import logging
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

import pytest

from config.logs import AllowedOnly

CANARY = "canary_lola_7fc75a8cfbdb"
MATCH = UUID("01a22af6-527b-75e4-856d-ec3ca5dca3f2")


@pytest.fixture(scope="module", autouse=True)
def _swept() -> None:
    """What other tests left behind has its last word in the log before these begin.

    Once for all of them: late in a run it takes half a second.
    """
    gc.collect()


@pytest.fixture
def lines() -> Iterator[Callable[[], list[dict[str, Any]]]]:
    """Return a reader of what was logged, as a deployment writes it."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(AllowedOnly())
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    root.removeHandler(handler)
    root.setLevel(level)


Lines = Callable[[], list[dict[str, Any]]]


def test_a_record_is_its_template_and_its_allowed_fields(lines: Lines) -> None:
    logging.getLogger("games.plies").error(
        "match %(match)s froze at ply %(ply)d", {"match": MATCH, "ply": 7, "card": CANARY}
    )
    [line] = lines()
    assert line.pop("time").endswith("+00:00")
    assert isinstance(line.pop("process"), int)
    assert line == {
        "level": "error",
        "logger": "games.plies",
        "event": "match %(match)s froze at ply %(ply)d",
        "match": str(MATCH),
        "ply": 7,
    }


def raised() -> BaseException:
    """Return an exception with a traceback, its message and its cause full of canaries."""
    cards: dict[str, int] = {}
    try:
        try:
            cards[CANARY] += 1
        except KeyError as error:
            raise ValueError(f"token {CANARY}") from error
    except ValueError as error:
        return error
    raise AssertionError


@pytest.mark.parametrize("logger", ["games.plies", "parlour.api", "celery.app.trace", "asyncio"])
@pytest.mark.parametrize(
    "log",
    [
        lambda log: log.error("token %s", CANARY),
        lambda log: log.error("seed %(seed)s", {"seed": CANARY}),
        lambda log: log.error("hand", extra={"hand": [CANARY], "token": CANARY}),
        lambda log: log.error("match", extra={"match": [CANARY], "code": {"x": CANARY}}),
        lambda log: log.error(ValueError(CANARY)),
        lambda log: log.error("broke", exc_info=raised()),
        lambda log: log.error("Task %(args)s %(exc)s", {"args": CANARY, "exc": CANARY}),
    ],
)
def test_nothing_that_was_not_allowed_by_name_is_written(
    lines: Lines, logger: str, log: Callable[[logging.Logger], None]
) -> None:
    log(logging.getLogger(logger))
    [line] = lines()
    assert CANARY not in json.dumps(line)
    assert line["logger"] == logger


def test_a_logger_we_do_not_know_is_not_quoted(lines: Lines) -> None:
    logging.getLogger("asyncio").error(f"Task exception was never retrieved: {CANARY}")  # noqa: G004
    logging.getLogger("somebody.else").error("hello")
    assert [line["event"] for line in lines()] == ["(not shown)"] * 2


def test_of_an_exception_its_kind_and_its_place_are_written(lines: Lines) -> None:
    logging.getLogger("parlour.server").error("broke", exc_info=raised())
    [line] = lines()
    assert line["fault"] == "ValueError"
    assert "in raised" in line["stack"]


def test_a_task_is_named_by_celery_and_a_player_by_nobody(lines: Lines) -> None:
    said = {"name": "games.sweep", "id": "t1", "runtime": 0.5, "args": CANARY}
    logging.getLogger("celery.app.trace").info("Task %(name)s[%(id)s] succeeded", said)
    logging.getLogger("games.plies").info("%(name)s sat down", {"name": CANARY})
    task, player = lines()
    assert {"name", "id", "runtime"} <= task.keys()
    assert (task["name"], "args" in task) == ("games.sweep", False)
    assert "name" not in player
