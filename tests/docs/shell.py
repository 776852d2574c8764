"""The reader's terminal: one bash, in which the blocks of a page are run one after the other."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Timer
from typing import Final

from tests.clients.typescript.node import COMPILED, node
from tests.docs.pages import ROOT, BadPage

PATIENCE_SECONDS: Final = 60.0
STAND_IN: Final = f"{sys.executable} {ROOT / 'tests/docs/curl.py'}"
"""Nothing but Python, make and git is asked of a machine that runs the tests."""
DONE: Final = "-- that was the block --"


class Shell:
    """One bash in a folder that looks like the clone: ``clients`` and ``.venv``, and its ``var``.

    `curl`: the one to call; by default the machine's, or a stand-in where it has none.
    It ends at the first command that fails.  A reader's own settings, proxies above all, are not
    in its environment.
    """

    def __init__(self, home: Path, *, curl: str | None = None) -> None:
        self.home = home
        for name, target in (("clients", ROOT / "clients"), (".venv", Path(sys.prefix))):
            (home / name).symlink_to(target)
        (home / "var").mkdir()
        if not (curl or shutil.which("curl")):
            curl = STAND_IN
        (home / "bin").mkdir()
        if curl:
            (home / "bin/curl").write_text(f'#!/bin/sh\nexec {curl} "$@"\n')
            (home / "bin/curl").chmod(0o755)
        self._errors = home / "errors"
        folders = (home / "bin", node().parent, Path(sys.prefix) / "bin", os.environ["PATH"])
        bash = shutil.which("bash")
        assert bash is not None
        with self._errors.open("w") as errors:
            self._process = subprocess.Popen(
                [bash, "--norc", "--noprofile"],
                cwd=home,
                env={"PATH": os.pathsep.join(map(str, folders)), "HOME": str(home), **COMPILED},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                encoding="utf-8",
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._into, self._out_of = self._process.stdin, self._process.stdout
        self.run("set -euo pipefail")

    def run(self, text: str) -> str:
        """Run this, and return what it printed.  Raises `BadPage` if a command of it fails."""
        (self.home / "block.sh").write_text(text, "utf-8")
        too_long = Timer(PATIENCE_SECONDS, self._process.kill)
        too_long.start()
        said: list[str] = []
        try:
            self._into.write(f"source ./block.sh\nprintf '\\n%s\\n' '{DONE}'\n")
            self._into.flush()
            for line in self._out_of:
                if line == f"{DONE}\n":
                    return "".join(said).strip("\n")
                said.append(line)
        finally:
            too_long.cancel()
        raise BadPage(f"fails:\n{text}\n{''.join(said)}\n{self._errors.read_text('utf-8')}")

    def value(self, name: str) -> str:
        """Return what a variable holds."""
        return self.run(f'printf %s "${name}"')

    def close(self) -> None:
        """End it, and what it has running in the background."""
        with suppress(BrokenPipeError):
            self._into.write("kill $(jobs -p) || true\n")
            self._into.close()
        self._process.wait(PATIENCE_SECONDS)
        self._out_of.close()
