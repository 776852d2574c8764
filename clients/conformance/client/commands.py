"""Clients as commands: started with an address, a token and a match, and listened to."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple, Protocol

ENDING_SECONDS = 3.0


class Ended(NamedTuple):
    """How a client ended, and what it said."""

    code: int
    out: str
    err: str


class Run(Protocol):
    """One client at work."""

    async def ended(self) -> Ended:
        """Return how it ended, once it has."""
        ...

    async def stop(self) -> None:
        """End it, if it has not ended."""
        ...


class Launch(Protocol):
    """Whatever starts a client."""

    async def __call__(self, environment: Mapping[str, str]) -> Run:
        """Start one that is told this."""
        ...


class Command:
    """A command line.  Raises `OSError` when there is no such program."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words

    async def __call__(self, environment: Mapping[str, str]) -> Run:
        """Start the program, in a process group of its own."""
        process = await asyncio.create_subprocess_exec(
            *self._words,
            env={**os.environ, **environment},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        return _Process(process)


class _Process:
    """One child process; its output is read while it runs, so that it never waits for us."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._said = asyncio.create_task(process.communicate())

    async def ended(self) -> Ended:
        """Return how it ended, once it has."""
        out, err = await asyncio.shield(self._said)
        return Ended(self._process.returncode or 0, out.decode(), err.decode())

    async def stop(self) -> None:
        """End it and whatever it started; it is asked first."""
        for how in (signal.SIGTERM, signal.SIGKILL):
            if self._process.returncode is not None:
                break
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, how)
            with suppress(TimeoutError):
                async with asyncio.timeout(ENDING_SECONDS):
                    await asyncio.shield(self._said)
        await self._said
