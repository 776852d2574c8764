"""A check: one sentence of the contract, and a conversation that shows whether it is true."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from websockets.exceptions import ConnectionClosed

Json = dict[str, Any]
Colour = Literal["green", "red", "skipped"]
V = TypeVar("V")

PATIENCE_SECONDS = 90.0
"""How long one check may take: whoever is silent for as long has failed it."""


class Broken(Exception):
    """The sentence is not true of this implementation; the message says what was seen instead."""


class Skipped(Exception):
    """The sentence cannot be tried here; the message says why."""


def expect(held: object, otherwise: str) -> None:
    """Raise `Broken` with what was seen instead, unless it `held`."""
    if not held:
        raise Broken(otherwise)


def same(seen: object, wanted: object, what: str) -> None:
    """Raise `Broken` unless what was seen is what was wanted."""
    if seen != wanted:
        raise Broken(f"{what}: {_short(seen)} instead of {_short(wanted)}")


@dataclass(frozen=True)
class Check(Generic[V]):
    """One sentence of the contract, and how to try it on a `V`."""

    name: str
    group: str
    sentence: str
    run: Callable[[V], Awaitable[None]]


@dataclass(frozen=True)
class Verdict:
    """What became of a check; `why`: what was seen instead, or why it could not be tried."""

    name: str
    group: str
    sentence: str
    colour: Colour
    why: str
    seconds: float


class Group(Generic[V]):
    """The checks of one subject, in the order in which they are written."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.checks: list[Check[V]] = []

    def check(self, run: Callable[[V], Awaitable[None]]) -> Callable[[V], Awaitable[None]]:
        """Take a coroutine function as a check: its name, and its docstring as the sentence."""
        name = getattr(run, "__name__", "").replace("_", "-")
        self.checks.append(Check(name, self.title, inspect.getdoc(run) or "", run))
        return run


async def tried(check: Check[V], venue: V) -> Verdict:
    """Return the verdict of one check; whatever goes wrong in it is one."""
    colour: Colour = "red"
    began = time.monotonic()
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await check.run(venue)
    except Skipped as reason:
        colour, why = "skipped", str(reason)
    except Exception as flaw:  # noqa: BLE001 - an answer may be wrong in ways nobody thought of
        why = described(flaw)
    else:
        colour, why = "green", ""
    return Verdict(check.name, check.group, check.sentence, colour, why, time.monotonic() - began)


async def judged(
    checks: Iterable[Check[V]],
    venue: V,
    *,
    at_once: int,
    told: Callable[[Verdict], None] = lambda _: None,
) -> list[Verdict]:
    """Return the verdicts in the order of the checks, `at_once` of them being tried at a time.

    `told` hears of each as it is found.
    """
    room = asyncio.Semaphore(at_once)

    async def try_one(check: Check[V]) -> Verdict:
        async with room:
            verdict = await tried(check, venue)
        told(verdict)
        return verdict

    async with asyncio.TaskGroup() as tasks:
        found = [tasks.create_task(try_one(check)) for check in checks]
    return [each.result() for each in found]


def chosen(groups: Iterable[Group[V]], only: Collection[str] = ()) -> list[Check[V]]:
    """Return the checks whose name or group is among `only`; all of them, if that is empty.

    Raises `KeyError` with what nothing is called.
    """
    every = [check for group in groups for check in group.checks]
    known = {check.name for check in every} | {check.group for check in every}
    if unknown := [name for name in only if name not in known]:
        raise KeyError(", ".join(unknown))
    return [each for each in every if not only or each.name in only or each.group in only]


def described(flaw: BaseException) -> str:
    """Return in one line what went wrong."""
    if isinstance(flaw, BaseExceptionGroup):
        return described(flaw.exceptions[0])
    if isinstance(flaw, Broken):
        return str(flaw)
    if isinstance(flaw, TimeoutError):
        return "nothing of the kind came in time"
    if isinstance(flaw, ConnectionClosed):
        end = flaw.rcvd
        return f"the socket was closed: {end.code} {end.reason}" if end else "the line broke"
    if isinstance(flaw, KeyError):
        return f"the answer has no {flaw}"
    return f"{type(flaw).__name__}: {flaw}"


def _short(value: object, most: int = 160) -> str:
    text = repr(value)
    return text if len(text) <= most else text[: most - 1] + "…"
