"""Tables of the tiny game, set in one line, and what a test asks about them."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from accounts.models import Player
from games import store
from games.models import Match, Participant, Ply
from games.services import lobby, play
from games.services.lobby import BotSeat
from games.services.play import Played
from tests.games.tiny_game import TinyState


def people(*names: str, **fields: Any) -> list[Player]:
    """Return new players of these names."""
    return [Player.objects.create_user(name, **fields) for name in names]


def opened(host: Player, seats: int = 2, game: str = "tiny", **options: Any) -> Match:
    """Return an open match with its host in seat 0."""
    return lobby.create(host=host, game=game, options=options, seats=seats)


def dealt(*players: Player, bots: int = 0, level: str = "random", **options: Any) -> Match:
    """Return a running match: the players in seats 0, 1, ..., then the bots."""
    seats = len(players) + bots
    match = opened(players[0], seats, **options)
    for player in players[1:]:
        lobby.join(match_id=match.pk, player=player)
    for seat in range(len(players), seats):
        lobby.add_bot(match_id=match.pk, player=players[0], seat=seat, level=level)
    return lobby.start(match_id=match.pk, player=players[0])


def lets_in(match: Match) -> Match:
    """Open the seats of a match's bots to players; return it."""
    match.takeover = True
    match.save(update_fields=["takeover"])
    return match


def all_bots(host: Player, seats: int = 3, level: str = "random", **options: Any) -> Match:
    """Return a running match of bots, set by somebody who only watches."""
    return lobby.create(
        host=host,
        game="tiny",
        options=options,
        seats=seats,
        sit=False,
        bots=[BotSeat(seat, level) for seat in range(seats)],
        start=True,
    )


def does(player: Player, match: Match, kind: str, **fields: Any) -> Played:
    """Let a player act, as a new request unless `request_id` says otherwise."""
    request_id = fields.pop("request_id", None) or str(uuid4())
    decision = fields.pop("decision", None)
    return play.act(
        match_id=match.pk,
        player=player,
        action={"type": kind, **fields},
        request_id=request_id,
        decision=decision,
    )


def picked(match: Match, *players: Player) -> None:
    """Let all pick a number, so that the turns begin."""
    for number, player in enumerate(players):
        does(player, match, "pick", number=number)


def twin_of(match: Match) -> Match:
    """Return a copy of a running match: the same deal at another id."""
    row = Match.with_secrets.get(pk=match.pk)
    seats = list(Participant.objects.filter(match=match))
    row.pk = uuid4()
    row.save(force_insert=True)
    for seat in seats:
        seat.pk, seat.match_id = None, row.pk
        seat.save(force_insert=True)
    return row


def state_of(match_id: UUID) -> TinyState:
    """Return the state as it is stored."""
    state = store.look(match_id).state
    assert isinstance(state, TinyState)
    return state


def fingerprint(match_id: UUID) -> tuple[object, ...]:
    """Return everything of a match that a refused request must leave as it was.

    Not the stamp, which says that the row was written, if only with the same values.
    """
    row = Match.with_secrets.filter(pk=match_id).values().get()
    plies = list(Ply.objects.filter(match_id=match_id).values())
    return (
        {
            key: bytes(v) if isinstance(v, memoryview) else v
            for key, v in row.items()
            if key != "stamp"
        },
        plies,
        list(Match.objects.get(pk=match_id).participants.values()),
    )
