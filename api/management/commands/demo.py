"""``manage.py demo``: one match, its story and its scores, and then it is over."""

from __future__ import annotations

from api.management.commands import play


class Command(play.Command):
    """The same as ``play``, at bots' speed, and it ends with the match."""

    help = (
        "Play one match between a client and bots through the public API, tell it, and exit with"
        " 0 when it was played to its end.  `make demo` gives it data and a port of its own."
    )
    stays_up = False
    pace_seconds = 0.0
