"""What the guide shows, tried; at the table that each of its sections is about."""

from __future__ import annotations

from functools import partial
from itertools import groupby
from typing import Any, Final

import httpx
import pytest

from tests.docs.pages import ROOT, blocks_of
from tests.docs.reader import Reader
from tests.eventually import eventually
from tests.server.process import Server

pytestmark = pytest.mark.server

BOTS: Final = {"type": "work_the_strip", "rounds": 1, "deck": "compact"}
TABLES: Final[dict[str, dict[str, Any]]] = {
    "Everybody at once: the minute": {"game": {"type": "lap_dance", "read_seconds": 0}},
    "Plans, and a partner who is asked": {"game": {"type": "hand_and_foot"}},
    "Streams": {"game": BOTS, "sit": False},
}
"""Sections that begin at a table of their own; any other goes on at the one before."""


def test_the_guide_works_from_top_to_bottom(reader: Reader, server: Server) -> None:
    blocks = blocks_of(ROOT / "docs/api/guide.md")
    assert {block.section for block in blocks} >= TABLES.keys()
    for section, shown in groupby(blocks, lambda block: block.section):
        if section in TABLES:
            token = reader.shell.value("TOKEN")
            match = table(server, token, **TABLES[section])
            if section == "Streams":  # its answer ends with the match
                eventually(partial(is_over, server, match))
            reader.shell.run(f"MATCH={match}")
        reader.tries(shown)


def table(server: Server, token: str, *, sit: bool = True, game: dict[str, Any]) -> str:
    """Return a running match of four: the guide's reader and bots, or bots alone."""
    bots = [{"seat": seat, "level": "greedy"} for seat in range(int(sit), 4)]
    body = {"game": game, "seats": 4, "sit": sit, "bots": bots, "start": True}
    answer = httpx.post(
        f"{server.url}/api/v1/matches", json=body, headers={"Authorization": f"Bearer {token}"}
    )
    assert answer.status_code == 201, answer.text
    match: str = answer.json()["id"]
    return match


def is_over(server: Server, match: str) -> bool:
    """Say whether a match has its outcome."""
    return bool(httpx.get(f"{server.url}/api/v1/matches/{match}").json()["outcome"])
