"""A script in Python, each run a process of its own: forked from one that has imported the client.

Forty runs that import it by themselves take longer over that than over all they have to say.
"""

from __future__ import annotations

import asyncio
import os
import runpy
from collections.abc import Mapping
from itertools import count
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from clients.conformance.client.commands import Ended


class Forked:
    """Starts a script; `folder` is for what its runs say.

    The first start reads the environment: the client must be on its PYTHONPATH.
    """

    def __init__(self, script: Path, folder: Path) -> None:
        self._script = script
        self._folder = folder
        self._numbers = count()
        self._context = get_context("forkserver")
        self._context.set_forkserver_preload(["parlour_client"])

    async def __call__(self, environment: Mapping[str, str]) -> _Run:
        """Start it, told this and nothing else."""
        said = self._folder / str(next(self._numbers))
        process = self._context.Process(
            target=_play, args=(str(self._script), dict(environment), str(said))
        )
        process.start()
        return _Run(process, said)


class _Run:
    def __init__(self, process: ForkServerProcess, said: Path) -> None:
        self._process = process
        self._said = said
        self._over = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(process.sentinel, self._ends)

    async def ended(self) -> Ended:
        """Return how it ended, once it has."""
        await self._over.wait()
        out, err = (self._said.with_suffix(name).read_text("utf-8") for name in (".out", ".err"))
        return Ended(self._process.exitcode or 0, out, err)

    async def stop(self) -> None:
        """End it, if it has not ended."""
        if not self._over.is_set():
            self._process.kill()
        await self._over.wait()

    def _ends(self) -> None:
        self._loop.remove_reader(self._process.sentinel)
        self._process.join()
        self._over.set()


def _play(script: str, environment: dict[str, str], said: str) -> None:
    for place, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(f"{said}.{name}", os.O_CREAT | os.O_WRONLY), place)
    os.environ.clear()
    os.environ.update(environment)
    runpy.run_path(script, run_name="__main__")
