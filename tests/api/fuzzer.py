"""Frames that are wrong: real ones, changed where a grammar has its joints.

Seeded, so that a frame that breaks something can be made again.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any, Final

from tests.contract import may_be_said

SCALARS: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1, 2**31, -(2**31), 1e308, 0.5),
    *("", " ", "x", "0", "null", "\u0000", "\u202e", "é" * 200, "x" * 3000, "../../etc"),
    *("' OR 1=1 --", "{{7*7}}", "01900000-0000-7000-8000-00000000000g", "2030-13-01T00:00:00Z"),
)
CONTAINERS: Final[tuple[Any, ...]] = ([], {}, [[]], {"": None}, [None] * 50, {"t": "act"})
WORDS: Final = ("t", "d", "id", "match", "action", "type", "follow", "resume", "__proto__", "token")

Path = tuple[str | int, ...]


def paths(node: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the way to everything in a frame, the frame itself first."""
    yield path
    if isinstance(node, dict):
        for key, value in node.items():
            yield from paths(value, (*path, key))
    elif isinstance(node, list):
        for place, value in enumerate(node):
            yield from paths(value, (*path, place))


class Fuzzer:
    """A source of wrong frames, as text or bytes."""

    def __init__(self, seed: int, real: list[dict[str, Any]]) -> None:
        self._luck = random.Random(seed)
        self._real = real
        self._changes: tuple[Callable[[Any, Path], None], ...] = (
            *(self._replace, self._replace, self._remove, self._add, self._rename),
            *(self._swap, self._wrap, self._nest),
        )

    def frame(self) -> str | bytes:
        """Return a frame that the description does not allow."""
        while True:
            text = self._changed_tree() if self._luck.random() < 0.97 else self._changed_text()
            if not isinstance(text, str) or not _allowed(text):
                return text

    def _changed_tree(self) -> str:
        frame = deepcopy(self._luck.choice(self._real))
        for _ in range(self._luck.choice((1, 1, 1, 2, 3))):
            whole, place = {"frame": frame}, self._luck.choice([*paths(frame)])
            self._luck.choice(self._changes)(whole, ("frame", *place))
            frame = whole.get("frame", {})
        # Mostly an object: what is none ends the conversation, and is soon told.
        if not isinstance(frame, dict) and self._luck.random() < 0.97:
            frame = {"t": "act", "d": frame}
        return json.dumps(frame)

    def _changed_text(self) -> str | bytes:
        text = json.dumps(self._luck.choice(self._real))
        at = self._luck.randrange(len(text))
        return self._luck.choice(
            (
                text[:at],
                text[:at] + self._luck.choice('{}[],:"\\0x\u0000é') + text[at:],
                text[:at] + text[at + 1 :],
                text + text,
                text.replace("{", '{"t": "ping", ', 1),
                text.replace(":", ": NaN, ", 1),
                text.replace(": 1", f": {2**53 + 1}"),
                "[" * self._luck.randrange(1, 4000),
                text.encode(),
            )
        )

    # --- One change of a tree ---------------------------------------------------------------------

    def _value(self) -> Any:
        return deepcopy(self._luck.choice((*SCALARS, *CONTAINERS)))

    def _replace(self, whole: Any, path: Path) -> None:
        *way, last = path
        _at(whole, way)[last] = self._value()

    def _remove(self, whole: Any, path: Path) -> None:
        *way, last = path
        del _at(whole, way)[last]

    def _add(self, whole: Any, path: Path) -> None:
        node = _at(whole, path)
        if isinstance(node, dict):
            node[self._luck.choice((*WORDS, "x" * 100))] = self._value()
        elif isinstance(node, list):
            node.append(self._value())

    def _rename(self, whole: Any, path: Path) -> None:
        *way, last = path
        node = _at(whole, way)
        if isinstance(node, dict):
            node[self._luck.choice(WORDS)] = node.pop(last)

    def _swap(self, whole: Any, path: Path) -> None:
        """Put a piece of another frame here."""
        other = self._luck.choice(self._real)
        *way, last = path
        _at(whole, way)[last] = deepcopy(_at(other, self._luck.choice([*paths(other)])))

    def _wrap(self, whole: Any, path: Path) -> None:
        *way, last = path
        node = _at(whole, way)
        node[last] = self._luck.choice(([node[last]], {"d": node[last]}, json.dumps(node[last])))

    def _nest(self, whole: Any, path: Path) -> None:
        *way, last = path
        node = _at(whole, way)
        for _ in range(self._luck.randrange(1, 18)):
            node[last] = [node[last]]


def _at(node: Any, path: Any) -> Any:
    for step in path:
        node = node[step]
    return node


def _allowed(text: str) -> bool:
    """Say whether a reader that is less strict than ours would find a good frame in this."""
    try:
        return may_be_said(json.loads(text))
    except (ValueError, RecursionError):
        return False
