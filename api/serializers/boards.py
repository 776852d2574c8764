"""Leaderboards on the wire."""

from __future__ import annotations

import struct
from typing import Annotated, Literal

from api import cursors
from api.serializers.components import Time
from api.serializers.matches import PlayerName
from api.serializers.players import Country
from games.rules.kernel import Data, Meta
from scoring.leaderboards import models, selectors
from scoring.leaderboards.seasons import PATTERN
from scoring.leaderboards.selectors import Mark

_MARK = struct.Struct(">iq?")


# --- Asked ----------------------------------------------------------------------------------------


class BoardFilter(Data, frozen=True, kw_only=True):
    """Which part of a board."""

    season: (
        Annotated[
            str,
            Meta(
                pattern=rf"^(?:current|{PATTERN})(?![\s\S])",
                description="A calendar quarter in UTC, or `current`; without it all-time.",
                examples=["current", "2026-Q4"],
            ),
        ]
        | None
    ) = None
    country: Annotated[Country, Meta(description="Those from there.")] | None = None
    friends: Annotated[bool, Meta(description="My friends and me; needs a token.")] = False
    around: (
        Annotated[Literal["me"], Meta(description="The page with me in the middle; needs a token.")]
        | None
    ) = None
    cursor: Annotated[
        str, Meta(max_length=64, description="`next` or `previous` of another page.")
    ] = ""
    limit: Annotated[int, Meta(ge=1, le=100, description="So many on a page.")] = 50


# --- Answered -------------------------------------------------------------------------------------


class BoardEntry(Data, frozen=True):
    """A line of a board.  `player` is null for somebody who is no longer here."""

    rank: Annotated[int, Meta(description="From 1; who has the same points shares it.")]
    player: PlayerName | None
    country: str | None
    points: int
    matches: Annotated[int, Meta(description="That counted, in the season or at all.")]


class MyPlace(Data, frozen=True):
    """What I have."""

    rank: Annotated[
        int | None,
        Meta(
            description="Null with fewer than `least_matches`, all-time also while my rating is "
            "provisional, and where I am not among those asked for."
        ),
    ]
    points: int
    matches: int


class Leaderboard(Data, frozen=True):
    """A page of a board, best first."""

    game: str
    season: Annotated[str | None, Meta(description="Null: all-time.")]
    ends_at: Annotated[Time | None, Meta(description="When the season is over; null: all-time.")]
    closed_at: Annotated[
        Time | None, Meta(description="Since when the standings are final; null: they move.")
    ]
    least_matches: Annotated[int, Meta(description="So many matches lead to a place.")]
    players: Annotated[int, Meta(description="How many have a place, on all pages.")]
    entries: list[BoardEntry]
    me: Annotated[
        MyPlace | None, Meta(description="Null without a token, or before my first match.")
    ]
    previous: Annotated[str | None, Meta(description="The cursor of the page above this one.")]
    next: Annotated[str | None, Meta(description="The cursor of the page below this one.")]


class SeasonLine(Data, frozen=True):
    """A season in which somebody has played."""

    season: str
    begins_at: Time
    ends_at: Time
    closed_at: Annotated[
        Time | None, Meta(description="Since when the standings are final; null: they move.")
    ]


class Seasons(Data, frozen=True):
    """The seasons of a game, the newest first."""

    seasons: list[SeasonLine]


def leaderboard(page: selectors.Page) -> Leaderboard:
    """Return a page of a board."""
    board, mine = page.board, page.mine
    return Leaderboard(
        game=board.game,
        season=board.season or None,
        ends_at=board.ends_at,
        closed_at=board.closed_at,
        least_matches=board.least_matches,
        players=page.players,
        entries=[_entry(row) for row in page.rows],
        me=None if mine is None else MyPlace(**mine._asdict()),
        previous=None if page.previous is None else cursor_of(page.previous),
        next=None if page.next is None else cursor_of(page.next),
    )


def seasons(boards: list[models.Board]) -> Seasons:
    """Return the seasons these boards are of."""
    return Seasons(
        seasons=[
            SeasonLine(
                season=board.season,
                begins_at=quarter.begins_at,
                ends_at=quarter.ends_at,
                closed_at=board.closed_at,
            )
            for board in boards
            if (quarter := board.quarter) is not None
        ]
    )


def mark(cursor: str) -> Mark | None:
    """Return the place a page begins or ends at; None: the first page.  Raises `Malformed`."""
    if not cursor:
        return None
    return cursors.read(cursor, lambda data: Mark._make(_MARK.unpack(data)), _packed)


def cursor_of(at: Mark) -> str:
    """Return the cursor of a place."""
    return cursors.written(_packed(at))


def _packed(at: Mark) -> bytes:
    return _MARK.pack(*at)


def _entry(row: selectors.Row) -> BoardEntry:
    return BoardEntry(
        rank=row.rank,
        player=None if row.player_id is None else PlayerName(id=row.player_id, name=row.name),
        country=row.country or None,
        points=row.points,
        matches=row.matches,
    )
