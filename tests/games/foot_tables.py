"""Tables of Hand & Foot for the machinery: in the middle of a round, and about to go out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from accounts.models import Player
from games import store
from games.models import Match, Ply
from games.rules import registry
from games.rules.hand_and_foot.game import HandAndFoot
from games.rules.hand_and_foot.options import FootOptions
from games.rules.hand_and_foot.state import FootState
from games.rules.kernel import Seat, clone
from games.services import lobby
from games.services.lobby import BotSeat
from tests.games.rules.hand_and_foot.builder import Table, table

NEARLY_OUT = "9*6 JS; 8*5 JS*2; 6*7"
"""A board with two dirty groups and a clean one; the third meld is that of the sixes."""


def sat_down(*players: Player, seats: int = 0, level: str = "greedy", **options: Any) -> Match:
    """Return a running match: the players in seats 0, 1, ..., then bots."""
    seats = seats or len(players)
    match = lobby.create(
        host=players[0],
        game="hand_and_foot",
        options=options,
        seats=seats,
        bots=[BotSeat(seat, level) for seat in range(len(players), seats)],
    )
    for player in players[1:]:
        lobby.join(match_id=match.pk, player=player)
    return lobby.start(match_id=match.pk, player=players[0])


@contextmanager
def dealt_as(laid: Table) -> Iterator[None]:
    """Let every match, and every replay of one, begin in this situation."""

    def setup(*_: object) -> FootState:
        return clone(laid.state)

    with mock.patch.object(HandAndFoot, "setup", setup):
        yield


def nearly_out(seats: int = 4, *, asker: Seat = 0, **options: Any) -> Table:
    """Return a table whose `asker`, on turn, can lay a six and discard a four: that is all."""
    side = asker if seats < 4 else asker % 2
    return table(
        seats=seats,
        hands={asker: "6 4"},
        in_foot=[asker],
        boards={side: NEARLY_OUT},
        turn=asker,
        options=FootOptions(**options),
    )


def plan_of(laid: Table, asker: Seat = 0) -> dict[str, Any]:
    """Return the fields of the `go_out` that `nearly_out` is about."""
    six, four = laid.cards_of(asker)
    return {"plays": [{"type": "lay_off", "meld_id": 3, "cards": [six]}], "discard": four}


def state_of(match: Match) -> FootState:
    """Return the state as it is stored."""
    state = store.look(match.pk).state
    assert isinstance(state, FootState)
    return state


def told(match: Match, *kinds: str) -> list[dict[str, Any]]:
    """Return all events of these kinds, in order, whoever was told."""
    rows = Ply.objects.filter(match=match).order_by("number").values_list("events", flat=True)
    return [event for events in rows for event in events if event["type"] in kinds]


def sent(action: Any) -> dict[str, Any]:
    """Return an action as a client sends it."""
    body: dict[str, Any] = registry.builtins(action)
    return body
