"""Matches and their seats on the wire: the public side only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any
from uuid import UUID

from msgspec import UNSET, UnsetType

from accounts import models as accounts
from api import cursors
from api.serializers.components import Time, component
from games import clock, models, selectors
from games.ai.bots import LEVELS
from games.models import Status, Visibility
from games.rules.kernel import Data, Meta
from scoring.replays.selectors import heads as heads_of

Seat = Annotated[int, Meta(ge=0, le=99, description="A place at the table, counted from 0.")]
Level = Annotated[
    str,
    Meta(
        max_length=16,
        description="How well the bot plays.",
        extra_json_schema={"enum": list(LEVELS)},
    ),
]
Nonce = Annotated[
    str,
    Meta(
        max_length=64,
        pattern=r"^[!-~]*(?![\s\S])",  # a dollar would let a line end through
        description="Your pinch of salt for the shuffle: up to 64 visible ASCII characters.",
    ),
]
Game = Annotated[dict[str, Any], component("GameOptions")]


# --- Asked ----------------------------------------------------------------------------------------


class BotSeat(Data, frozen=True):
    """A bot, and where it sits."""

    seat: Seat
    level: Level


class NewMatch(Data, frozen=True):
    """A table to be set.  Whoever sets it is its host and, with `sit`, sits in seat 0."""

    game: Game
    seats: Annotated[int, Meta(ge=1, le=12, description="How many play.")]
    sit: bool = True
    bots: Annotated[list[BotSeat], Meta(max_length=12)] = []
    start: Annotated[bool, Meta(description="Deal at once; every seat must be taken.")] = False
    visibility: Annotated[
        Visibility, Meta(description="unlisted: found only by whoever knows the id.")
    ] = Visibility.PUBLIC
    rated: bool = True
    takeover: Annotated[
        bool, Meta(description="Whether a player may take a bot's seat while the match is running.")
    ] = False
    nonce: Nonce = ""


class NewSeat(Data, frozen=True):
    """Somebody sits down: in `seat`, or in the lowest free one.

    A `nonce` counts until the cards are dealt.
    """

    seat: Seat | None = None
    nonce: Nonce = ""


class NewBot(Data, frozen=True):
    """A bot takes a seat."""

    level: Level


class Nothing(Data, frozen=True):
    """An empty object, or no body at all."""


class PublicFilter(Data, frozen=True, kw_only=True):
    """Which matches to list, by their public columns."""

    status: Annotated[Status, Meta(description="Those in this status.")] | None = None
    game: (
        Annotated[
            str, Meta(pattern=r"^[a-z0-9_]{1,32}(?![\s\S])", description="Those of this game.")
        ]
        | None
    ) = None
    cursor: Annotated[str, Meta(max_length=64, description="`next` of the page before.")] = ""
    limit: Annotated[int, Meta(ge=1, le=100, description="So many on a page.")] = 50


class MatchFilter(PublicFilter, frozen=True, kw_only=True):
    """Which matches to list; with `mine` those of one player, whoever may find them."""

    mine: Annotated[
        bool, Meta(description="Those I host or play, unlisted ones included; needs a token.")
    ] = False


# --- Answered -------------------------------------------------------------------------------------


class PlayerName(Data, frozen=True):
    """A player as others see them."""

    id: UUID
    name: str


class SeatState(Data, frozen=True):
    """Who sits there: a player, a bot of some level, or nobody (both null).

    `stand_in`: a bot plays for the player, who ran out of time twice in a row, until they act.
    """

    seat: int
    player: PlayerName | None
    bot: str | None
    stand_in: bool


class Clock(Data, frozen=True):
    """A timer of the match, by the `id` it has in the position."""

    id: int
    deadline_at: Time | UnsetType = UNSET
    left_ms: int | UnsetType = UNSET


class Outcome(Data, frozen=True):
    """How it ended, by seat; equal places are a tie."""

    scores: list[int]
    places: list[int]


class Match(Data, frozen=True):
    """What anybody may know about a match.

    `commitment` is the SHA-256 of the seed the shuffles come from, fixed before the first card.
    """

    id: UUID
    game: Game
    rules_version: int
    status: Status
    visibility: Visibility
    rated: bool
    takeover: Annotated[bool, Meta(description="Whether bots' seats are open to players.")]
    host: PlayerName | None
    seats: list[SeatState]
    epoch: int
    ply: int
    timers: list[Clock]
    outcome: Outcome | None
    commitment: str
    chain: Annotated[
        str | None, Meta(description="Head of the hash chain over its story, soon after the end.")
    ]
    created_at: Time
    started_at: Time | None
    finished_at: Time | None


class Matches(Data, frozen=True):
    """One page of matches, the newest first; `next` is the cursor of the following one."""

    matches: list[Match]
    next: str | None


class Seated(Data, frozen=True):
    """Where somebody sits now, and the match as it is with them."""

    seat: int
    match: Match


class Question(Data, frozen=True):
    """A match that waits for me."""

    match: UUID
    game: str
    seat: int
    decision: int
    ply: int
    deadline_at: Time | None


class Questions(Data, frozen=True):
    """What waits for me, the most urgent first."""

    questions: list[Question]


def match(row: models.Match, heads: Mapping[UUID, str] | None = None) -> Match:
    """Return the public side of a match; `heads`: of the hash chains, where many are looked up."""
    if heads is None:
        heads = _heads([row])
    return Match(
        id=row.pk,
        game={"type": row.game} | row.options,
        rules_version=row.rules_version,
        status=Status(row.status),
        visibility=Visibility(row.visibility),
        rated=row.rated,
        takeover=row.takeover,
        host=_name(row.host),
        seats=_seats(row),
        epoch=row.epoch,
        ply=row.ply,
        timers=[_clock(timer, running) for timer, running in sorted(row.clocks.items())],
        outcome=None if row.outcome is None else Outcome(**row.outcome),
        commitment=row.commitment,
        chain=heads.get(row.pk),
        created_at=row.created_at,
        started_at=row.started_at,
        finished_at=row.finished_at,
    )


def page(rows: Sequence[models.Match], limit: int) -> Matches:
    """Return the first `limit` of `rows`; one row more says that there is another page."""
    more, heads = len(rows) > limit, _heads(rows)
    return Matches(
        matches=[match(row, heads) for row in rows[:limit]],
        next=cursors.written(rows[limit - 1].pk.bytes) if more else None,
    )


_SEALED = (models.Status.FINISHED, models.Status.ABANDONED)


def _heads(rows: Iterable[models.Match]) -> Mapping[UUID, str]:
    """Return the heads of the hash chains of those that are over; none is looked for else."""
    over = [row.pk for row in rows if row.status in _SEALED]
    return heads_of(over) if over else {}


def before(cursor: str) -> UUID | None:
    """Return the match a page begins after; None: from the newest.  Raises `Malformed`."""
    if not cursor:
        return None
    return cursors.read(cursor, lambda data: UUID(bytes=data), lambda last: last.bytes)


def question(waiting: selectors.Question) -> Question:
    """Return what a player is asked somewhere."""
    return Question(
        match=waiting.match.pk,
        game=waiting.match.game,
        seat=waiting.seat,
        decision=waiting.decision,
        ply=waiting.ply,
        deadline_at=waiting.deadline_at,
    )


def _seats(row: models.Match) -> list[SeatState]:
    taken = {participant.seat: participant for participant in row.participants.all()}
    return [_seat(seat, taken.get(seat)) for seat in range(row.seats)]


def _seat(seat: int, participant: models.Participant | None) -> SeatState:
    if participant is None:
        return SeatState(seat=seat, player=None, bot=None, stand_in=False)
    return SeatState(
        seat=seat,
        player=_name(participant.player),
        bot=participant.bot_level or None,
        stand_in=participant.player_id is not None and bool(participant.played_by),
    )


def _name(player: accounts.Player | None) -> PlayerName | None:
    return None if player is None else PlayerName(id=player.pk, name=player.name)


def _clock(timer_id: str, running: dict[str, int]) -> Clock:
    at = running.get("at")
    return Clock(
        id=int(timer_id),
        deadline_at=UNSET if at is None else clock.from_ms(at),
        left_ms=running.get("left", UNSET),
    )
