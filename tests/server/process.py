"""The real server as a child process: started, killed, stopped, asked."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx

from tests.calls import caller
from tests.eventually import eventually

ROOT = Path(__file__).resolve().parents[2]
STOP_SECONDS = 20.0
DEFAULTS = {
    "DJANGO_SETTINGS_MODULE": "config.settings.dev",
    "PARLOUR_BOT_PACE_SECONDS": "0",
    "PARLOUR_HEARTBEAT_SECONDS": "0.5",
    "PARLOUR_LIMIT_GUESTS": "100000/3600",
}


class Server:
    """One data folder and, most of the time, one process that serves it."""

    def __init__(self, data_dir: Path, **settings: str) -> None:
        data_dir.mkdir(parents=True, exist_ok=True)
        self.data_dir = data_dir
        self.log = data_dir / "server.log"
        self.env = {
            **{name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ},
            **DEFAULTS,
            **settings,
            "PARLOUR_DATA_DIR": str(data_dir),
        }
        self.url = ""
        self._process: subprocess.Popen[str] | None = None

    @property
    def process(self) -> subprocess.Popen[str]:
        """Return the running process."""
        assert self._process is not None
        return self._process

    def start(self) -> None:
        """Start, on a port of the system's choice, and return when it serves."""
        command = [sys.executable, "-m", "config.server", "--port", "0", "--migrate"]
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                command, cwd=ROOT, env=self.env, stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip()
        assert self.url, self.log.read_text()
        eventually(self.healthy)

    def healthy(self) -> bool:
        """Say whether it answers; a process that ended never will."""
        assert self.process.poll() is None, self.log.read_text()
        try:
            return bool(caller().get(f"{self.url}/healthz").json() == {"status": "ok"})
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """End it without a word (``kill -9``)."""
        self.process.kill()
        self._reap()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end, and return its exit code once it has."""
        self.process.send_signal(how)
        return self._reap()

    def ended(self) -> bool:
        """Say whether there is no process."""
        return self._process is None

    def _reap(self) -> int:
        process, self._process = self.process, None
        code = process.wait(STOP_SECONDS)
        assert process.stdout is not None
        process.stdout.close()
        return code

    def ask(self, expression: str) -> Any:
        """Return what an expression over the services says, in another process of this server."""
        program = (
            "import json, sys;"
            "from uuid import UUID;"
            "from games.models import Match, Ply;"
            "from games.services import upkeep;"
            f"json.dump({expression}, sys.stdout, default=str)"
        )
        return json.loads(self.run(program))

    def run(self, program: str) -> str:
        """Run a program on this server's database, in another process; return what it prints."""
        ran = subprocess.run(
            [sys.executable, "-c", f"import django; django.setup()\n{program}"],
            cwd=ROOT,
            env=self.env,
            capture_output=True,
            text=True,
            check=True,
        )
        return ran.stdout
