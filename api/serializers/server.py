"""The server about itself, on the wire."""

from __future__ import annotations

from typing import Annotated, Literal

from games.rules.kernel import Data, Meta


class Health(Data, frozen=True):
    """This process answers."""

    status: Literal["ok"]


class Readiness(Data, frozen=True):
    """Whether matches can be played, and why not."""

    status: Literal["ready", "not_ready"]
    checks: Annotated[
        dict[str, str], Meta(description="By what was looked at: `ok`, or what is wrong with it.")
    ]
