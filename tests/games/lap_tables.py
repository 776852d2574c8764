"""Tables of Lap Dance for the machinery: the minute, and what may be done in it."""

from __future__ import annotations

from typing import Any

from accounts.models import Player
from games import store
from games.models import Match, Ply
from games.rules.kernel import Seat
from games.rules.lap_dance.actions import SetStack
from games.rules.lap_dance.state import LapState
from games.services import lobby
from games.services.lobby import BotSeat
from tests.games.tables import does

MINUTE: dict[str, Any] = {"read_seconds": 0, "customers": ("c08", "c09", "c10"), "rounds": 3}
"""The Preparation from the first ply on, and a Customer who leaves it as it is printed."""


def sat_down(*players: Player, seats: int = 0, level: str = "greedy", **options: Any) -> Match:
    """Return a running match: the players in seats 0, 1, ..., then bots."""
    seats = seats or len(players)
    match = lobby.create(
        host=players[0],
        game="lap_dance",
        options=options,
        seats=seats,
        bots=[BotSeat(seat, level) for seat in range(len(players), seats)],
    )
    for player in players[1:]:
        lobby.join(match_id=match.pk, player=player)
    return lobby.start(match_id=match.pk, player=players[0])


def planning(*players: Player, **options: Any) -> Match:
    """Return a match whose minute has just begun."""
    match = sat_down(*players, **{**MINUTE, **options})
    assert state_of(match).phase == "preparation"
    return match


def state_of(match: Match) -> LapState:
    """Return the state as it is stored."""
    state = store.look(match.pk).state
    assert isinstance(state, LapState)
    return state


def placeable(match: Match, seat: Seat, count: int = 1) -> tuple[str, ...]:
    """Return so many cards of a hand that may be placed together."""
    table = store.look(match.pk)
    assert table.state is not None
    actions = table.rules.legal_actions(table.state, seat).actions
    return next(
        action.cards
        for action in actions
        if isinstance(action, SetStack) and len(action.cards) == count
    )


def places(player: Player, match: Match, seat: Seat, count: int = 1) -> tuple[str, ...]:
    """Let a player place so many cards; return them."""
    cards = placeable(match, seat, count)
    does(player, match, "set_stack", cards=list(cards))
    return cards


def told(match: Match, *kinds: str) -> list[dict[str, Any]]:
    """Return all events of these kinds, in order, whoever was told."""
    rows = Ply.objects.filter(match=match).order_by("number").values_list("events", flat=True)
    return [event for events in rows for event in events if event["type"] in kinds]
