"""Run the cluster until SIGINT or SIGTERM."""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path

from config.production.cluster import WEBS, Cluster
from config.production.process import ClusterError


def main() -> int:
    """Return 0 when it was asked to stop, 1 and one line when it could not start."""
    parser = argparse.ArgumentParser(prog="python -m config.production", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--webs", type=int, default=WEBS, help="how many web processes")
    parser.add_argument("--logs", type=Path, help="a folder for one log per process")
    asked = parser.parse_args()
    try:
        cluster = Cluster({}, host=asked.host, port=asked.port, webs=asked.webs, logs=asked.logs)
    except OSError as error:
        parser.exit(1, f"{parser.prog}: {asked.host}:{asked.port}: {error.strerror}\n")
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: cluster.ask_to_stop())
    try:
        with cluster:
            sys.stdout.write(f"{cluster.url}\n")
            sys.stdout.flush()
            cluster.wait()
    except ClusterError as error:
        sys.stderr.write(f"parlour: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
