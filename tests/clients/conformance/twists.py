"""Ways to twist one thing: what a frame says, how a socket ends, what REST answers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from tests.clients.conformance.twisted import Answered, Asked, Hangs, Json, Talk, Twist

Change = Callable[[Json, Talk], Json | None]
"""From the content of a frame to what is told instead; None: it is kept back."""


class Told(Twist):
    """Changes what frames of one kind say."""

    def __init__(self, t: str, change: Change) -> None:
        self._t = t
        self._change = change

    def told(self, frame: Json, talk: Talk) -> list[Json]:
        if frame["t"] != self._t:
            return [frame]
        changed = self._change(frame["d"], talk)
        return [] if changed is None else [{**frame, "d": changed}]


class Frames(Twist):
    """Tells other frames instead of each one."""

    def __init__(self, instead: Callable[[Json, Talk], list[Json]]) -> None:
        self._instead = instead

    def told(self, frame: Json, talk: Talk) -> list[Json]:
        return self._instead(frame, talk)


class Says(Twist):
    """Passes on something else than the client says; with `answers` says so at once."""

    def __init__(self, instead: Callable[[Json, Talk], tuple[Json | None, list[Json]]]) -> None:
        self._instead = instead

    def says(self, text: str | bytes, talk: Talk) -> tuple[list[str | bytes], list[Json]]:
        frame = talk.said[-1]
        if not isinstance(frame, dict):
            return [text], []
        passed, answers = self._instead(frame, talk)
        return ([text if passed is frame else json.dumps(passed)] if passed else []), answers


class Closes(Twist):
    """Closes with another code, when it is so."""

    def __init__(
        self, code: int, instead: int, when: Callable[[Talk], Any] = lambda _: True
    ) -> None:
        self._codes = (code, instead)
        self._when = when

    def closes(self, code: int, talk: Talk) -> int:
        wanted, instead = self._codes
        return instead if code == wanted and self._when(talk) else code


class HangsUp(Twist):
    """Closes the socket itself, when it is so after a message of the client."""

    def __init__(self, code: int, when: Callable[[Talk, str | bytes], Any]) -> None:
        self._code = code
        self._when = when

    def says(self, text: str | bytes, talk: Talk) -> tuple[list[str | bytes], list[Json]]:
        if self._when(talk, text):
            raise Hangs(self._code)
        return [text], []


class Answers(Twist):
    """Changes the JSON of some answers."""

    def __init__(self, asked: str, change: Callable[[Json], Any], *, status: int = 0) -> None:
        self._asked = re.compile(asked)
        self._change = change
        self._status = status

    def answers(self, asked: Asked, answered: Answered) -> None:
        content = answered.content
        if not self._asked.fullmatch(f"{asked.method} {asked.path}") or content is None:
            return
        if self._status in (0, answered.status):
            answered.body = json.dumps(self._change(content)).encode()


class Head(Twist):
    """Changes the head of some answers."""

    def __init__(self, asked: str, change: Callable[[Answered], Any]) -> None:
        self._asked = re.compile(asked)
        self._change = change

    def answers(self, asked: Asked, answered: Answered) -> None:
        if self._asked.fullmatch(f"{asked.method} {asked.path}"):
            self._change(answered)


class Asks(Twist):
    """Changes requests on their way."""

    def __init__(self, change: Callable[[Asked], Any]) -> None:
        self._change = change

    def asks(self, asked: Asked) -> None:
        self._change(asked)


class Streams(Twist):
    """Changes the bytes of streams."""

    def __init__(self, old: bytes, new: bytes) -> None:
        self._old, self._new = old, new

    def streams(self, chunk: bytes) -> bytes:
        return chunk.replace(self._old, self._new)


class Door(Twist):
    """Opens the door to somebody who should not come in, or shows them the wrong one."""

    def __init__(self, **ways: Callable[..., Any]) -> None:
        self._ways = ways

    def _way(self, name: str, *about: Any) -> Any:
        way = self._ways.get(name)
        return way(*about) if way else about[0]

    def path(self, path: str) -> str:
        return str(self._way("path", path))

    def offered(self, names: list[str]) -> list[str]:
        found: list[str] = self._way("offered", names)
        return found

    def chosen(self, name: str | None, offered: list[str]) -> str | None:
        found: str | None = self._way("chosen", name, offered)
        return found

    def origin(self, origin: str | None) -> str | None:
        found: str | None = self._way("origin", origin)
        return found


class Leak(Twist):
    """Remembers what hand seat 0 was shown over REST, and puts it where it does not belong."""

    def __init__(self, asked: str, put: Callable[[Json, list[str]], Any]) -> None:
        self._asked = re.compile(asked)
        self._put = put
        self._hands: dict[str, list[str]] = {}

    def answers(self, asked: Asked, answered: Answered) -> None:
        content = answered.content
        if not isinstance(content, dict):
            return
        match = asked.path.rpartition("/")[0]
        if self._asked.fullmatch(f"{asked.method} {asked.path}"):
            self._put(content, self._hands.get(match, []))
            answered.body = json.dumps(content).encode()
        hand = content.get("view", {}).get("hand")
        if asked.path.endswith("/position") and hand and content["view"]["seat"] == 0:
            self._hands[match] = hand


def lacks(field: str) -> Change:
    """Return a change that leaves a field out."""
    return lambda d, _: {name: value for name, value in d.items() if name != field}


def says(**values: Any) -> Change:
    """Return a change that sets fields."""
    return lambda d, _: {**d, **values}


def refuses(code: str, /, **values: Any) -> Change:
    """Return a change to the problems of this code."""
    return lambda d, _: {**d, **values} if d.get("code") == code else d
