"""The Node that runs the client written in TypeScript, and what is run with it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Final

from scripts.node import find

PACKAGE: Final = Path(__file__).resolve().parents[3] / "clients/typescript"
PATIENCE_SECONDS: Final = 180.0
COMPILED: Final = {"NODE_COMPILE_CACHE": str(PACKAGE.parents[1] / "var/node")}
"""Every run reads the same files: the compiler's nine megabytes, and ours in TypeScript."""


def node() -> Path:
    """Return the one on the PATH if it is new enough, else that of the development environment."""
    return find()


def run(
    *arguments: str | Path, cwd: Path = PACKAGE, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run Node with these arguments; of what its environment says only what is given matters."""
    # Connections that a machine's proxy answers would not be to our server.
    env = {"PATH": os.environ.get("PATH", ""), **COMPILED, **environment}
    return subprocess.run(
        [node(), *arguments],
        cwd=cwd,
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_SECONDS,
    )


def tool(name: str) -> Path:
    """Return the script of a development tool, which `make .venv/.node` installs."""
    script = PACKAGE / "node_modules" / name
    assert script.exists(), f"{name} is not installed: run `npm ci` in clients/typescript"
    return script
