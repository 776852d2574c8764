"""What may be read of leaderboards, a page at a time.

Who has more points stands higher; who has the same shares the rank, and among those the longer
rated stands first.  A page costs the same at the top as in the middle of a million: entries come by
their index, ranks from the buckets, of which there are as many as different points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet, Sum

from accounts import selectors as accounts
from accounts.models import Player
from games import clock
from scoring.leaderboards.errors import NoSuchSeason
from scoring.leaderboards.models import Board, Entry
from scoring.leaderboards.seasons import Season

ALL_TIME: Final = ""
CURRENT: Final = "current"


class Mark(NamedTuple):
    """A place in the order of a board; pages begin after it or, `backwards`, end before it."""

    points: int
    rating_id: int
    backwards: bool = False


@dataclass(frozen=True, kw_only=True)
class Asked:
    """Which part of which board, and who asks."""

    game: str
    season: str = ALL_TIME
    """Its name, ``current`` or, all-time, empty."""
    country: str = ""
    """Only those from there; empty: from everywhere."""
    viewer: Player | None = None
    friends: bool = False
    """Only the viewer and their friends."""
    around: bool = False
    """The page with the viewer in the middle of it."""
    mark: Mark | None = None
    limit: int = 50


class Row(NamedTuple):
    """A line of a board.  `player_id` is None for somebody who is no longer here."""

    rank: int
    player_id: UUID | None
    name: str
    country: str
    points: int
    matches: int


class Mine(NamedTuple):
    """What the viewer has.

    No `rank` with too few matches, while the rating is provisional, or where they are not among
    those who were asked for.
    """

    rank: int | None
    points: int
    matches: int


@dataclass(frozen=True, kw_only=True)
class Page:
    """A part of a board.  `players` are all who have a place among those who were asked for."""

    board: Board
    players: int
    rows: list[Row]
    mine: Mine | None
    previous: Mark | None
    next: Mark | None


def page(asked: Asked) -> Page:
    """Return a page of a board.  Raises `NoSuchSeason`."""
    board = _board(asked.game, asked.season)
    scope = _Scope.of(board, asked)
    mine = scope.entry_of(asked.viewer)
    found = scope.around(mine, asked.limit) if asked.around else scope.cut(asked.mark, asked.limit)
    seen = [entry.points for entry in found.entries]
    counted = scope.counted(seen, mine.points if mine and scope.has(mine) else None)
    return Page(
        board=board,
        players=counted.all,
        rows=[_row(entry, counted.ranks[entry.points]) for entry in found.entries],
        mine=None if mine is None else Mine(counted.mine, mine.points, mine.matches),
        previous=_mark(found.entries[0], backwards=True) if found.above else None,
        next=_mark(found.entries[-1], backwards=False) if found.below else None,
    )


def seasons(*, game: str) -> list[Board]:
    """Return the boards of a game's seasons in which somebody has played, the newest first."""
    return list(Board.objects.filter(game=game).exclude(season=ALL_TIME).order_by("-season"))


def _board(game: str, season: str) -> Board:
    """Return a board; one on which nobody has played is not written, and empty."""
    now = Season.of(clock.now())
    name = now.name if season == CURRENT else season
    if name and Season.named(name) > now:
        raise NoSuchSeason
    found = Board.objects.filter(game=game, season=name).first()
    ends_at = Season.named(name).ends_at if name else None
    return found or Board(game=game, season=name, ends_at=ends_at)


# --- The entries of a page ------------------------------------------------------------------------


class _Entry(NamedTuple):
    """What is read of an entry."""

    rating_id: int
    points: int
    matches: int
    country: str
    placed: bool
    player_id: UUID | None
    name: str | None
    is_active: bool | None


_COLUMNS: Final = (
    *("rating_id", "points", "matches", "country", "placed"),
    *("player_id", "player__name", "player__is_active"),
)


class _Cut(NamedTuple):
    """Entries, best first, and whether there are others above and below them."""

    entries: list[_Entry]
    above: bool
    below: bool


class _Counted(NamedTuple):
    """How many there are, the rank that goes with each number of points, and the viewer's."""

    all: int
    ranks: Mapping[int, int]
    mine: int | None


@dataclass(frozen=True)
class _Scope:
    """Those of a board's entries that were asked for."""

    board: Board
    country: str
    circle: frozenset[UUID] | None
    """Only these players; None: everybody."""

    @classmethod
    def of(cls, board: Board, asked: Asked) -> _Scope:
        circle = None
        if asked.friends and asked.viewer is not None:
            circle = frozenset({asked.viewer.pk, *accounts.friend_ids(player=asked.viewer)})
        return cls(board, asked.country, circle)

    def has(self, entry: _Entry) -> bool:
        """Say whether an entry of the viewer has a place here."""
        return entry.placed and self.country in ("", entry.country)

    def entry_of(self, player: Player | None) -> _Entry | None:
        """Return the entry of a player, placed or not."""
        rows = Entry.objects.filter(board=self.board.pk, player=player)
        return next(_read(rows), None) if player is not None else None

    def cut(self, mark: Mark | None, limit: int) -> _Cut:
        """Return the page at a mark; None: the first."""
        if mark is not None and mark.backwards:
            found = self._up(mark, limit + 1)
            return _Cut(found[-limit:], above=len(found) > limit, below=bool(found))
        found = self._down(mark, limit + 1)
        above = mark is not None and bool(found)
        return _Cut(found[:limit], above=above, below=len(found) > limit)

    def around(self, mine: _Entry | None, limit: int) -> _Cut:
        """Return the page with this entry in the middle; nothing if it has no place here."""
        if mine is None or not self.has(mine):
            return _Cut([], above=False, below=False)
        half, mark = (limit - 1) // 2, _mark(mine, backwards=False)
        up = self._up(mark, half + 1)
        above = up[-half:] if half else []
        rest = limit - 1 - len(above)
        down = self._down(mark, rest + 1)
        return _Cut([*above, mine, *down[:rest]], above=len(up) > half, below=len(down) > rest)

    def counted(self, seen: Sequence[int], mine: int | None) -> _Counted:
        """Return the ranks of these numbers of points, and of the viewer's."""
        if self.circle is None:
            return self._by_buckets(seen, mine)
        buckets = Counter(entry.points for entry in self._friends)
        ranks = _ranks({*seen, *(() if mine is None else [mine])}, buckets.items(), 0)
        return _Counted(buckets.total(), ranks, None if mine is None else ranks[mine])

    def _by_buckets(self, seen: Sequence[int], mine: int | None) -> _Counted:
        buckets = self.board.buckets.filter(country=self.country) if self.board.pk else None
        if buckets is None:
            return _Counted(0, {}, None)
        most = max(seen, default=0)
        sums = buckets.aggregate(
            all=Sum("count", default=0),
            above=Sum("count", filter=Q(points__gt=most), default=0),
            better=Sum("count", filter=Q(points__gt=mine or 0), default=0),
        )
        between: Iterable[tuple[int, int]] = ()
        if seen:
            within = buckets.filter(points__gte=min(seen), points__lte=most)
            between = within.values_list("points", "count")
        ranks = _ranks({*seen}, between, sums["above"])
        return _Counted(sums["all"], ranks, None if mine is None else sums["better"] + 1)

    @cached_property
    def _friends(self) -> list[_Entry]:
        """The entries of the circle, best first: few enough to be read once, all of them."""
        rows = self._rows().filter(player__in=self.circle or ())
        return sorted(_read(rows), key=_place)

    def _rows(self) -> QuerySet[Entry]:
        rows = Entry.objects.filter(board=self.board.pk, placed=True)
        return rows.filter(country=self.country) if self.country else rows

    def _down(self, mark: Mark | None, most: int) -> list[_Entry]:
        """Return the next entries after a mark, best first."""
        if self.circle is not None:
            below = [e for e in self._friends if mark is None or _place(e) > _place(mark)]
            return below[:most]
        rows = self._rows().order_by("-points", "rating_id")
        if mark is not None:
            rows = rows.filter(
                Q(points__lt=mark.points) | Q(rating__gt=mark.rating_id), points__lte=mark.points
            )
        return list(_read(rows[:most]))

    def _up(self, mark: Mark, most: int) -> list[_Entry]:
        """Return the last entries before a mark, best first."""
        if self.circle is not None:
            return [e for e in self._friends if _place(e) < _place(mark)][-most:]
        rows = self._rows().order_by("points", "-rating_id")
        rows = rows.filter(
            Q(points__gt=mark.points) | Q(rating__lt=mark.rating_id), points__gte=mark.points
        )
        return list(_read(rows[:most]))[::-1]


def _place(at: _Entry | Mark) -> tuple[int, int]:
    """Return what the order goes by: more points first, then the smaller id."""
    return -at.points, at.rating_id


def _read(rows: QuerySet[Entry]) -> Any:
    return map(_Entry._make, rows.values_list(*_COLUMNS))


def _ranks(seen: Iterable[int], buckets: Iterable[tuple[int, int]], above: int) -> dict[int, int]:
    """Return the rank of each number of points seen, when so many stand above all `buckets`.

    Also of points whose bucket is gone: entries were read a moment before the buckets.
    """
    counts = list(buckets)
    return {
        each: above + 1 + sum(count for points, count in counts if points > each) for each in seen
    }


def _row(entry: _Entry, rank: int) -> Row:
    here = bool(entry.is_active)
    return Row(
        rank=rank,
        player_id=entry.player_id if here else None,
        name=entry.name or "" if here else "",
        country=entry.country,
        points=entry.points,
        matches=entry.matches,
    )


def _mark(entry: _Entry, *, backwards: bool) -> Mark:
    return Mark(entry.points, entry.rating_id, backwards)
