"""Run a command beside private servers, or (``--keep``) keep them for another process."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

from config.services.child import ServicesError
from config.services.keeper import PrivateServices, keep


def main() -> int:
    """Return the command's exit code; 1 and one line when the servers do not start."""
    parser = argparse.ArgumentParser(prog="python -m config.services", description=__doc__)
    parser.add_argument("--keep", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--durable", action="store_true", help="with fsync, as in production")
    parser.add_argument("command", nargs="*", help="what to run, with DATABASE_URL and REDIS_URL")
    chosen = parser.parse_args()
    if chosen.keep:
        keep(sys.stdin, durable=chosen.durable)
        return 0
    try:
        with PrivateServices(durable=chosen.durable) as urls:
            environment = {**os.environ, **urls.environment()}
            return subprocess.call(chosen.command, env=environment)  # noqa: S603 - the caller's own
    except ServicesError as error:
        sys.stderr.write(f"parlour: {error}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main())
