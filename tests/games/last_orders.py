"""Tables of Last Orders (the mini game of the laws): everybody at once, and out of turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from accounts.models import Player
from games import store
from games.clock import Frozen
from games.models import Match
from games.rules.kernel import Seat
from games.services import lobby, play
from games.services.lobby import BotSeat
from tests.games.rules.mini.state import MiniState
from tests.games.tables import does

PACE = 0.8
"""What bots take where the game does not say more, in these tests."""
SHOW = 5
"""Seconds in which the table looks at what was sealed."""


def sat_down(*players: Player, host: Player | None = None, **options: Any) -> Match:
    """Return a running match of four: the players in seats 0, 1, ..., then bots."""
    seats = range(len(players), 4)
    match = lobby.create(
        host=host or players[0],
        game="mini",
        options=options,
        seats=4,
        sit=bool(players),
        bots=[BotSeat(seat, "random") for seat in seats],
    )
    for player in players[1:]:
        lobby.join(match_id=match.pk, player=player)
    return lobby.start(match_id=match.pk, player=host or players[0])


def state_of(match: Match) -> MiniState:
    """Return the state as it is stored."""
    state = store.look(match.pk).state
    assert isinstance(state, MiniState)
    return state


def bots_answer(match: Match, seats: Iterable[Seat]) -> None:
    """Let these bots answer what they are asked."""
    for seat in seats:
        question = state_of(match).questions[seat]
        assert play.take_bot_turn(match_id=match.pk, seat=seat, decision=question)


def rolled(match: Match, time: Frozen, *players: Player) -> None:
    """Let all seal, the players first, and the first of them roll: there is a die to nudge."""
    for player in players:
        does(player, match, "seal", cards=[])
    bots_answer(match, range(len(players), 4))
    time.advance(SHOW)
    play.ring_due(match_id=match.pk)
    does(players[0], match, "roll")
