"""``manage.py play``: a server, a match to watch, and then the table is yours."""

from __future__ import annotations

import fcntl
import os
import signal
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from socket import socket
from threading import Thread
from types import FrameType
from typing import Any, NoReturn

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command

from accounts.models import Player
from api.management import full
from api.management.show import Show
from games.models import Match
from games.rules import registry

HOST = "127.0.0.1"
PORT = 8000
PORTS_TRIED = 20
SHOW_PACE_SECONDS = 0.05
"""How long bots think while the match is told: quick, but not faster than one can read."""
SERVER = "config.server"
"""How to start the web process.  Named, not imported: `config` knows us, not we it."""


class Command(BaseCommand):
    """A server, timers and bots, in one process or many; a client plays a match and tells it."""

    help = (
        "Start Parlour, in one process or in its production shape, let a client play a match"
        " through the public API and tell it, and stay up for you.  Ctrl-C stops everything.  What"
        " was played in one process is kept in var/, or where PARLOUR_DATA_DIR points."
    )
    stays_up = True
    pace_seconds = SHOW_PACE_SECONDS

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        games = registry.names()
        parser.add_argument("--game", choices=games, default=games[0], help="what is played")
        parser.add_argument(
            "--port",
            type=int,
            default=int(os.environ.get("PORT") or PORT),
            help=f"where to listen (PORT, or {PORT}); if it is taken, the next free one",
        )
        parser.add_argument(
            "--profile",
            choices=("embedded", "full"),
            default="embedded",
            help="full: PostgreSQL, Redis, web processes, workers and beat, kept nowhere",
        )
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="an option of the game for the match that is told, such as rounds=2; repeatable",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Serve until Ctrl-C, or until a demonstration is over."""
        signal.signal(signal.SIGTERM, _leave)
        if options["profile"] == "full":
            self._open_full(options)
            return
        with _alone_in(settings.DATA_DIR):
            call_command("migrate", verbosity=0)
            self._tell_of_earlier_evenings()
            self._open(options)

    def _open(self, options: Mapping[str, Any]) -> None:
        """Run the server in this thread, which gets the signals, and the show beside it."""
        ours = import_module(SERVER)
        bound = self._listen(ours.listen, options["port"])
        url = ours.url_of(bound)
        if "PARLOUR_PUBLIC_URL" not in os.environ:
            settings.PARLOUR_PUBLIC_URL = url  # the pages of problems are at this port
        server = ours.Server(ours.configuration())
        show = self._show(
            url,
            options,
            is_open=lambda: server.started and not server.should_exit,
            close=lambda: setattr(server, "should_exit", True),
        )
        thread = Thread(target=show.run, name="show")
        thread.start()
        try:
            server.run(sockets=[bound])
        except KeyboardInterrupt:  # uvicorn has closed everything, and passes the signal on
            self._say("")
        finally:
            show.stop()
            thread.join()
        self._close(show, opened=server.started)

    def _open_full(self, options: Mapping[str, Any]) -> None:
        """Run the production shape as children, and the show beside it."""
        with full.opened(options["port"], PORTS_TRIED, self.pace_seconds) as cluster:
            self._tell_of_another_port(options["port"], cluster.port)
            self._say(full.told(cluster))
            show = self._show(
                cluster.url,
                options,
                is_open=lambda: cluster.ready,
                close=cluster.ask_to_stop,
            )
            full.attend(cluster, show, self._say)
        self._close(show, opened=True)

    def _show(
        self,
        url: str,
        options: Mapping[str, Any],
        *,
        is_open: Callable[[], bool],
        close: Callable[[], None],
    ) -> Show:
        return Show(
            url=url,
            game=options["game"],
            options=options["option"],
            pace_seconds=self.pace_seconds,
            stays_up=self.stays_up,
            is_open=is_open,
            close=close,
            say=self._say,
        )

    def _close(self, show: Show, *, opened: bool) -> None:
        if self.stays_up and opened:
            self._say("The table is cleared.")
        elif show.failed:
            raise CommandError("The match was not played to its end.")

    def _listen(self, listen: Callable[..., socket], port: int) -> socket:
        try:
            bound = listen(HOST, port, tries=PORTS_TRIED)
        except OSError as error:
            raise CommandError(f"No port to be had from {port} on: {error}") from error
        self._tell_of_another_port(port, bound.getsockname()[1])
        return bound

    def _tell_of_another_port(self, asked: int, got: int) -> None:
        if asked not in (0, got):
            self._say(f"Port {asked} is taken; this table is at {got}.")

    def _tell_of_earlier_evenings(self) -> None:
        matches, players = Match.objects.count(), Player.objects.count()
        if matches or players:
            where = _from_here(settings.DATA_DIR)
            self._say(
                f"Found what earlier evenings left in {where}: "
                f"{_count(matches, 'match', 'matches')}, {_count(players, 'player', 'players')}."
            )

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


@contextmanager
def _alone_in(directory: Path) -> Iterator[None]:
    """Hold the data directory for this process.  Two of them would both ring its timers."""
    directory.mkdir(parents=True, exist_ok=True)
    with (directory / "play.lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise CommandError(
                f"Another table (process {lock.read().strip() or 'unknown'}) plays in"
                f" {_from_here(directory)}.  Stop it, or give this one a place of its own:"
                " PARLOUR_DATA_DIR=var/second make play"
            ) from None
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield


def _leave(number: int, _frame: FrameType | None) -> NoReturn:
    """Leave in good order, as after Ctrl-C."""
    sys.exit(128 + number)


def _from_here(path: Path) -> str:
    """Return a path as one would type it here."""
    return os.path.relpath(path) if path.is_relative_to(Path.cwd()) else str(path)


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
