"""Cursors: where a page begins, in a word that only we write and read."""

from __future__ import annotations

import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from typing import TypeVar

from api.strict_json import Malformed

T = TypeVar("T")


def written(data: bytes) -> str:
    """Return the cursor of these bytes."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def read(cursor: str, unpack: Callable[[bytes], T], pack: Callable[[T], bytes]) -> T:
    """Return what a cursor stands for; `pack` undoes `unpack`.  Raises `Malformed`.

    What is no base64 is passed over in silence: only what we would write ourselves is read.
    """
    try:
        found = unpack(urlsafe_b64decode(cursor + "=="))
        if written(pack(found)) == cursor:
            return found
    except (ValueError, OverflowError, struct.error):
        pass
    raise Malformed(
        "Parameter cursor: not one of ours.", code="bad_format", params={"parameter": "cursor"}
    )
