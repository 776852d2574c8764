"""Examples of the API: what a playthrough asked and was answered, as it stood on the wire.

``make examples`` plays it again and writes ``api/examples/``; a test holds every body against its
schema, and the files against the playthrough.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import msgspec

from games.rules.kernel import Data

FOLDER: Final = Path(__file__).with_name("examples")
PROBLEMS_FILE: Final = "problems.json"
REFUSALS_FILE: Final = "refusals.json"

Document = dict[str, Any]


class Call(Data, frozen=True):
    """One request and its answer; `request` and `answer` are None where there was no body.

    `shortened`: the answer is the beginning of a longer one, its lists and maps cut off.
    """

    name: str
    summary: str
    status: int
    media_type: str
    request: Any = None
    answer: Any = None
    shortened: bool = False


@lru_cache(maxsize=128)
def calls(operation_id: str) -> tuple[Call, ...]:
    """Return what was recorded of an operation; nothing of one that is too young for it."""
    path = FOLDER / "operations" / f"{operation_id}.json"
    found: tuple[Call, ...] = _read(path, tuple[Call, ...], ())
    return found


@lru_cache(maxsize=1)
def problems() -> dict[str, Document]:
    """Return a problem document of every code that is not a game's."""
    found: dict[str, Document] = _read(FOLDER / PROBLEMS_FILE, dict[str, Document], {})
    return found


@lru_cache(maxsize=1)
def refusals() -> dict[str, dict[str, Document]]:
    """Return, by game, a problem document of each of its refusals that the playthrough met."""
    kind = dict[str, dict[str, Document]]
    found: dict[str, dict[str, Document]] = _read(FOLDER / REFUSALS_FILE, kind, {})
    return found


def forget() -> None:
    """Read the files anew when they are asked for next."""
    for reader in (calls, problems, refusals):
        reader.cache_clear()


def _read(path: Path, kind: Any, otherwise: Any) -> Any:
    return msgspec.json.decode(path.read_bytes(), type=kind) if path.exists() else otherwise
