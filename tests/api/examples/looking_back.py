"""A match that is played to its end, looked back at, and shared."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from games import plies
from games.clock import Frozen
from games.models import Match, Status
from scoring import services as results
from tests.api.examples.recorder import Recorder
from tests.api.rest import Person, nobody

EVENING: dict[str, Any] = {
    "game": {"type": "lap_dance", "rounds": 3, "customers": ["c15", "c09", "c10"]},
    "seats": 2,
    "sit": False,
    "bots": [{"seat": seat, "level": "random"} for seat in (0, 1)],
    "start": True,
}


def finished(host: Person, time: Frozen) -> str:
    """Return the path of a match in which everybody did the first thing that was allowed."""
    match_id = UUID(host.post("/matches", EVENING).body["id"])
    while Match.objects.get(pk=match_id).status == Status.RUNNING:
        with plies.held(match_id) as table:
            asked = table.running().to_act
            if asked:
                plies.act_by_default(table, asked[0])
        if not asked:
            time.advance(60)
            plies.ring_due(match_id=match_id)
    results.rate_match(match_id=match_id)
    return f"/matches/{match_id}"


def look_back(book: Recorder, host: Person, time: Frozen) -> None:
    """Go through every operation of looking back."""
    table = finished(host, time)
    book.call(host, f"GET {table}", "The header of a match that is over", name="finished")
    book.call(nobody(), f"GET {table}/replay", "All is open", name="open")
    book.call(nobody(), f"GET {table}/replay?seat=1&ply=4&after=2", "Two plies, as seat 1 saw them")
    book.call(nobody(), f"GET {table}/fairness", "What proves the shuffle")
    shared = book.call(host, f"POST {table}/shares", "As seat 1 saw it", {"seat": 1})
    book.call(host, f"GET {table}/shares", "My links")
    link = f"/replays/{shared.body['token']}"
    book.call(nobody(), f"GET {link}?ply=3", "Through the eyes it was shared with")
    book.call(host, f"DELETE {link}", "Taken back")
