"""The command: ``python -m clients.conformance server URL``, ``… client -- COMMAND``, ``… cut``."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from clients.conformance import cutting
from clients.conformance.checks import Broken, Check, Verdict, chosen, described, judged
from clients.conformance.client.commands import Command
from clients.conformance.client.groups import GROUPS as OF_CLIENTS
from clients.conformance.client.recording import recorded
from clients.conformance.client.stage import Theatre
from clients.conformance.server.groups import GROUPS as OF_SERVERS
from clients.conformance.server.venue import Venue
from clients.conformance.table import Progress, as_json, drawn

GUESTS_AT_ONCE = 6
CLIENTS_AT_ONCE = 4
"""How many checks are tried at a time: most of each is waiting."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="clients.conformance", description=__doc__)
    kinds = parser.add_subparsers(dest="what", required=True)
    server = kinds.add_parser("server", help="put a server through the protocol, as guests")
    server.add_argument("url", help="where it is: http://127.0.0.1:8000")
    client = kinds.add_parser("client", help="put a client through the protocol, as its server")
    client.add_argument("command", nargs="+", help="after --: the client, started for each check")
    for one, most in ((server, GUESTS_AT_ONCE), (client, CLIENTS_AT_ONCE)):
        one.add_argument("--json", type=Path, metavar="FILE", help="write the verdicts here too")
        one.add_argument("--only", action="append", default=[], metavar="NAME", help="check, group")
        one.add_argument("--at-once", type=int, default=most, metavar="N", help="checks at a time")
        one.add_argument("--list", action="store_true", help="say what is checked, try nothing")
    cut = kinds.add_parser("cut", help="a proxy that cuts connections at random")
    cutting.add_arguments(cut)
    record = kinds.add_parser("record", help="write the evening that clients are shown anew")
    record.add_argument("url")
    return parser


async def _server(asked: argparse.Namespace) -> list[Verdict]:
    checks = chosen(OF_SERVERS, asked.only)
    progress = Progress(len(checks), sys.stderr)
    async with Venue(asked.url) as venue:
        return await judged(checks, venue, at_once=asked.at_once, told=progress)


async def _client(asked: argparse.Namespace) -> list[Verdict]:
    checks = chosen(OF_CLIENTS, asked.only)
    progress = Progress(len(checks), sys.stderr)
    theatre = Theatre(Command(asked.command))
    return await judged(checks, theatre, at_once=asked.at_once, told=progress)


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the arguments, try, draw, and return the exit code: 0 only if nothing is red."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    if asked.what == "cut":
        return cutting.command(asked)
    try:
        if asked.what == "record":
            sys.stdout.write(asyncio.run(recorded(asked.url)))
            return 0
        if asked.list:
            return _listed(asked)
        verdicts = asyncio.run(_server(asked) if asked.what == "server" else _client(asked))
    except KeyError as unknown:
        parser.error(f"nothing here is called {unknown.args[0]}; --list says what is")
    except KeyboardInterrupt:
        return 130
    except (httpx.HTTPError, OSError, WebSocketException, Broken, TimeoutError) as failure:
        sys.stderr.write(f"It cannot even be entered: {described(failure)}\n")
        return 2
    sys.stdout.write(drawn(verdicts) + "\n")
    if asked.json:
        asked.json.write_text(as_json(verdicts) + "\n")
    return int(any(verdict.colour == "red" for verdict in verdicts))


def _listed(asked: argparse.Namespace) -> int:
    checks: list[Check[Any]]
    if asked.what == "server":
        checks = [*chosen(OF_SERVERS, asked.only)]
    else:
        checks = [*chosen(OF_CLIENTS, asked.only)]
    for check in checks:
        sys.stdout.write(f"{check.group:<20} {check.name:<28} {check.sentence}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
