"""How many of the planted faults are tried.

By default the first of each subject; ``CONFORMANCE=deep`` tries every one, which takes
minutes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Mapping
from itertools import groupby
from typing import Final, TypeVar

F = TypeVar("F")

DEEP: Final = os.environ.get("CONFORMANCE") == "deep"


def tried(faults: Mapping[str, F], subject: Callable[[F], Hashable]) -> dict[str, F]:
    """Return the faults to try; those of one subject stand together."""
    if DEEP:
        return dict(faults)
    chosen: dict[str, F] = {}
    for _, group in groupby(faults.items(), key=lambda item: subject(item[1])):
        chosen |= [next(group)]
    return chosen
