"""``play --profile full``: the production shape on this machine, with servers of its own."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from threading import Thread
from typing import Any

from django.core.management import CommandError

from api.management.show import Show

SERVICES = "config.services.keeper"
PRODUCTION = "config.production"
"""What starts the servers and the processes.  Named, not imported: `config` knows us, not we it."""


@contextmanager
def opened(port: int, port_tries: int, pace_seconds: float) -> Iterator[Any]:
    """Run PostgreSQL, Redis and a cluster as long as the block does.  Raises `CommandError`.

    All of it is gone afterwards, what was played included.
    """
    services, production = import_module(SERVICES), import_module(PRODUCTION)
    try:
        with services.PrivateServices(durable=True) as urls:
            # The processes read it once: it is the whole evening's pace.
            pace = {"PARLOUR_BOT_PACE_SECONDS": str(pace_seconds)}
            environment = {**pace, **os.environ, **urls.environment()}
            environment["DJANGO_SETTINGS_MODULE"] = "config.settings.full"
            # A worker that is killed leaves a folder behind.
            environment["TMPDIR"] = urls.folder
            with production.Cluster(environment, port=port, port_tries=port_tries) as cluster:
                yield cluster
    except (services.ServicesError, production.ClusterError) as error:
        raise CommandError(str(error)) from error
    except OSError as error:
        raise CommandError(f"No port to be had from {port} on: {error}") from error


def attend(cluster: Any, show: Show, say: Callable[[str], None]) -> None:
    """Let the show run beside the cluster until Ctrl-C, or until it closes the table."""
    thread = Thread(target=show.run, name="show")
    thread.start()
    try:
        cluster.wait()
    except KeyboardInterrupt:
        say("")
    finally:
        show.stop()
        thread.join()


def told(cluster: Any) -> str:
    """Return who is at work, one line each."""
    lines = [f"  {name:<13} process {each.pid}" for name, each in cluster.processes.items()]
    return "\n".join([f"PostgreSQL and Redis of its own, and at {cluster.url}:", *lines, ""])
