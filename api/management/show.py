"""What `play` and `demo` do beside the server: send a client to it, then hand the table over."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Event

import httpx
from django.conf import settings

from games.rules import registry

LOOK_SECONDS = 0.05
INTERRUPTED = 130
"""The exit code of a client that heard Ctrl-C, as we do."""
STOPPED: dict[str, dict[str, object]] = {"hand_and_foot": {"exact22": "auto"}}
"""By game, what else stops a clock: without the cut only the choice of a pile is timed."""


@dataclass(kw_only=True)
class Show:
    """One evening: a client in a process of its own plays and tells, then the guests may.

    `is_open` says whether the server answers, `close` asks it to stop.
    """

    url: str
    game: str
    options: Sequence[str]
    pace_seconds: float
    stays_up: bool
    is_open: Callable[[], bool]
    close: Callable[[], None]
    say: Callable[[str], None]
    failed: bool = True
    _over: Event = field(default_factory=Event)
    _client: subprocess.Popen[bytes] | None = None

    def run(self) -> None:
        """Do it all; returns when there is nothing left to do, or after `stop`."""
        if not self._opened():
            return
        with _bots_at_pace(self.pace_seconds):
            code = self._narrated()
        self.failed = code != 0
        if not self.stays_up:
            self.close()
        elif code != INTERRUPTED and self.is_open():
            with suppress(httpx.TransportError):  # closed in this moment
                self.say(_welcome(self.url, self.game))

    def stop(self) -> None:
        """End the evening early."""
        self._over.set()
        if self._client:
            self._client.terminate()

    def _opened(self) -> bool:
        while not self._over.wait(LOOK_SECONDS):
            if self.is_open():
                return True
        return False

    def _narrated(self) -> int:
        """Return the exit code of the client: it knows the address, and nothing else from here."""
        command = [sys.executable, "-m", "clients.narrator", "--url", self.url, "--game", self.game]
        for option in self.options:
            command += ["--option", option]
        with subprocess.Popen(command, cwd=settings.BASE_DIR) as self._client:  # noqa: S603 - ours
            if self._over.is_set():
                self._client.terminate()
            return self._client.wait()


def _welcome(url: str, game: str) -> str:
    """Return where everything is, and three commands that work as they stand."""
    api = f"{url}/api/v1"
    with httpx.Client(base_url=api, trust_env=False) as http:
        token = http.post("/players/guest", json={}).json()["token"]
        told = http.get("/matches", params={"status": "finished", "limit": 1}).json()["matches"]
    last = f"{api}/matches/{told[0]['id']}/position" if told else f"{api}/games"
    sign_in = f"-H 'Authorization: Bearer {token}'"
    table = json.dumps(
        {
            "game": {"type": game, **unhurried(game)},
            "seats": 3,
            "start": True,
            "bots": [{"seat": seat, "level": "greedy"} for seat in (1, 2)],
        }
    )
    return f"""
The table stays open; Ctrl-C closes it.

  API    {api}
  docs   {url}/api/docs  {url}/api/redoc  {api}/openapi.json
  admin  {url}/admin/  (make operator)
  token  {token}

How the last match ended; a table of your own, its clocks off where the rules allow it; and what
waits for you:

curl -s {last} {sign_in}
curl -s -X POST {api}/matches {sign_in} -H 'Content-Type: application/json' -d '{table}'
curl -s {api}/me/questions {sign_in}
"""


def unhurried(game: str) -> dict[str, object]:
    """Return the options of a table for whoever types: 0 seconds for each hourglass there is.

    What no option stops (Lap Dance's minute becomes three, its Events keep half of one) must not
    soon run out twice in a row, or a bot stands in.
    """
    options = registry.kind(game).options_type.__struct_fields__
    return {name: 0 for name in options if name.endswith("_seconds")} | STOPPED.get(game, {})


@contextmanager
def _bots_at_pace(seconds: float) -> Iterator[None]:
    """Let bots think this long while the match is told, unless the environment says how long."""
    usual = settings.PARLOUR_BOT_PACE_SECONDS
    if "PARLOUR_BOT_PACE_SECONDS" not in os.environ:
        settings.PARLOUR_BOT_PACE_SECONDS = seconds
    try:
        yield
    finally:
        settings.PARLOUR_BOT_PACE_SECONDS = usual
