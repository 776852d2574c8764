"""Ratings on the wire."""

from __future__ import annotations

import struct
from datetime import UTC, datetime, timedelta
from typing import Annotated
from uuid import UUID

from api import cursors
from api.serializers.components import Time
from games.rules.kernel import Data, Meta
from scoring.ratings import arithmetic, models, selectors

DIGITS = 4
"""Told of skills; a chart needs no more."""

_MARK = struct.Struct(">qI")
"""A cursor: microseconds since `_EPOCH`, and how many of that moment were on pages before."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

Shown = Annotated[
    int,
    Meta(
        description="The number to show: about 1000 for beginners, near 1500 for a seasoned "
        "average player.",
        examples=[1086],
    ),
]
Provisional = Annotated[
    bool,
    Meta(description="Too little is known yet: show it with a question mark, and on no board."),
]


class RatingPoint(Data, frozen=True):
    """What one match did to a rating."""

    at: Annotated[Time, Meta(description="When the match was over.")]
    match: Annotated[
        UUID | None, Meta(description="Null where the match is not listed: ids are for its people.")
    ]
    before: Shown
    after: Shown
    place: Annotated[int, Meta(ge=1, description="Of their side; equal places are a tie.")]
    sides: Annotated[int, Meta(ge=2, description="How many sides came in; partners are one.")]


class PlayerRating(Data, frozen=True):
    """How good a player is at one game."""

    game: str
    rating: Shown
    provisional: Provisional
    mu: Annotated[float, Meta(description="The best guess of the skill, on the model's own scale.")]
    sigma: Annotated[
        float,
        Meta(description="How unsure the guess is; `rating` is 1000 + 25 (mu - 3 sigma)."),
    ]
    matches: Annotated[int, Meta(ge=1, description="How many matches have counted.")]
    rated_at: Annotated[Time, Meta(description="When the newest of them was over.")]
    history: Annotated[
        list[RatingPoint],
        Meta(
            description=f"The newest matches, at most {selectors.MOST_POINTS}, oldest first: the "
            "points of a chart.  All of them: `list_rating_history`."
        ),
    ]


class HistoryFilter(Data, frozen=True, kw_only=True):
    """Which page of a history."""

    cursor: Annotated[str, Meta(max_length=64, description="`next` of the page before.")] = ""
    limit: Annotated[int, Meta(ge=1, le=100, description="So many on a page.")] = 50


class RatingHistory(Data, frozen=True):
    """One page of a rating's history, the newest match first; `next` leads to older ones."""

    player: str
    game: str
    points: list[RatingPoint]
    next: str | None


class PlayerRatings(Data, frozen=True):
    """A player's ratings, one a game; games in which no match has counted are left out."""

    player: str
    ratings: list[PlayerRating]


class BotRating(Data, frozen=True):
    """How good the bots of one level are at a game."""

    level: str
    rating: Shown
    provisional: Provisional
    matches: Annotated[
        int, Meta(ge=0, description="How many have counted; before the first it is a guess.")
    ]


class BotRatings(Data, frozen=True):
    """The levels of bots a game offers, the best first, by the ratings of their rated matches."""

    game: str
    bots: list[BotRating]


def ratings_of(name: str, standings: list[selectors.Standing]) -> PlayerRatings:
    """Return a player's ratings as everybody may see them."""
    return PlayerRatings(player=name, ratings=[_rating(each) for each in standings])


def _rating(standing: selectors.Standing) -> PlayerRating:
    row = standing.rating
    return PlayerRating(
        game=row.game,
        rating=row.ordinal,
        provisional=row.provisional,
        mu=round(row.mu, DIGITS),
        sigma=round(row.sigma, DIGITS),
        matches=row.matches,
        rated_at=row.rated_at or standing.history[-1].at,
        history=_points(standing.history),
    )


def _points(points: list[selectors.Point]) -> list[RatingPoint]:
    return [RatingPoint(**point._asdict()) for point in points]


def history_of(name: str, game: str, page: selectors.Page) -> RatingHistory:
    """Return a page of a history as everybody may see it."""
    return RatingHistory(
        player=name,
        game=game,
        points=_points(page.points),
        next=None if page.next is None else cursors.written(_packed(page.next)),
    )


def mark(cursor: str) -> selectors.Mark | None:
    """Return where a page begins; None: at the newest match.  Raises `Malformed`."""
    if not cursor:
        return None
    return cursors.read(cursor, _unpacked, _packed)


def _packed(at: selectors.Mark) -> bytes:
    return _MARK.pack((at.at - _EPOCH) // _MICROSECOND, at.told)


def _unpacked(data: bytes) -> selectors.Mark:
    since, told = _MARK.unpack(data)
    return selectors.Mark(_EPOCH + since * _MICROSECOND, told)


def bots_of(game: str, levels: tuple[str, ...], rows: list[models.Rating]) -> BotRatings:
    """Return every level a game offers; those without a match stand where beginners do."""
    found = {row.bot_level: row for row in rows}
    bots = [_bot(level, found.get(level)) for level in levels]
    bots.sort(key=lambda bot: (-bot.rating, bot.level))
    return BotRatings(game=game, bots=bots)


def _bot(level: str, row: models.Rating | None) -> BotRating:
    if row is None:
        return BotRating(level, arithmetic.shown(arithmetic.BEGINNER), True, 0)
    return BotRating(level, row.ordinal, row.provisional, row.matches)
