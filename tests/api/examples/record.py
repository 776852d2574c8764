"""All examples, made anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.api.examples.playthrough import play_through
from tests.api.examples.reaching import WAYS, Scene
from tests.api.examples.recorder import Recorder, as_json
from tests.api.examples.refusing import refusals_of
from tests.api.examples.world import same_world


def operations() -> dict[Path, str]:
    """Return the files of what the playthrough was answered; the database keeps its traces."""
    with same_world() as time:
        book = Recorder()
        play_through(book, time)
    return {Path("operations") / f"{id_}.json": as_json(calls) for id_, calls in book.calls.items()}


def problem(code: str) -> dict[str, Any]:
    """Return the problem document that the way to `code` ends with; traces are left."""
    with same_world():
        answer = WAYS[code](Scene())
    assert answer.code == code, answer
    found: dict[str, Any] = answer.body
    return found


def refusals(game: str) -> dict[str, Any]:
    """Return, by code, a problem document of each refusal a game's tables are met with."""
    with same_world():
        return refusals_of(game)
