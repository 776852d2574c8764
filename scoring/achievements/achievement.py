"""Achievements as data (``achievements.json``), and who has earned which, when.

An achievement needs counts (`scoring.statistics`) of one match or, as a career's, of all matches so
far.  Besides the counts of the game there are `score`, `won` (1: the first place, perhaps shared),
`matches` (1 each) and `seats`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from importlib.resources import files
from typing import Any, Final, NamedTuple
from uuid import UUID

import msgspec

from games.rules.kernel import Data
from scoring.statistics.catalogue import statistics_of
from scoring.statistics.figures import together

ALWAYS: Final = ("score", "won", "matches", "seats")


class Achievement(Data, frozen=True):
    """One thing to be proud of: earned where each of `needs` is reached and no limit passed.

    `limits`: the most there may be; what was never counted is 0.  `career`: of all matches.
    """

    id: str
    title: str
    text: str
    rule: str
    needs: dict[str, int]
    limits: dict[str, int] = {}
    career: bool = False

    def earned_by(self, counts: Mapping[str, int]) -> bool:
        """Say whether these counts are enough."""
        enough = all(counts.get(name, 0) >= least for name, least in self.needs.items())
        return enough and all(counts.get(name, 0) <= most for name, most in self.limits.items())


class Deed(NamedTuple):
    """What one player did in one match; its `counts` include those of `ALWAYS`."""

    match_id: UUID
    at: datetime
    counts: Mapping[str, int]

    @property
    def place(self) -> tuple[datetime, UUID]:
        """Where it stands among the player's deeds."""
        return self.at, self.match_id


class Earned(NamedTuple):
    """An achievement, and the match in which it was earned first."""

    achievement: str
    match_id: UUID
    at: datetime


def _read() -> dict[str, tuple[Achievement, ...]]:
    """Read the data; a count that nobody counts stops the import."""
    raw: Any = json.loads(files(__package__).joinpath("achievements.json").read_text("utf-8"))
    found: dict[str, tuple[Achievement, ...]] = msgspec.convert(
        raw, dict[str, tuple[Achievement, ...]]
    )
    for game, achievements in found.items():
        known = {*ALWAYS, *(kind.name for kind in statistics_of(game).counts)}
        unknown = {n for a in achievements for n in (*a.needs, *a.limits)} - known
        if unknown or len({a.id for a in achievements}) != len(achievements):
            raise ValueError(f"achievements.json: {game}: {sorted(unknown) or 'an id twice'}")
    return found


ACHIEVEMENTS: Final = _read()


def achievements_of(game: str) -> tuple[Achievement, ...]:
    """Return the achievements of a game, perhaps none."""
    return ACHIEVEMENTS.get(game, ())


def earned(
    game: str, deeds: Sequence[Deed], wanted: Iterable[Achievement] | None = None
) -> list[Earned]:
    """Return what a player has earned by these deeds, in whatever order they are given.

    Of the `wanted`; None: of all the game's.  The deeds are taken as they happened, by time and
    then by match, so that each achievement is dated by the match that earned it whenever that match
    was counted.
    """
    kinds = (*statistics_of(game).counts,)
    open_ = [*(achievements_of(game) if wanted is None else wanted)]
    found, career = list[Earned](), dict[str, int]()
    for deed in sorted(deeds, key=lambda deed: deed.place):
        if not open_:
            break
        career = together(kinds, (career, deed.counts))
        done = {a.id for a in _met(open_, deed.counts, career)}
        found += [Earned(a.id, deed.match_id, deed.at) for a in open_ if a.id in done]
        open_ = [a for a in open_ if a.id not in done]
    return found


def in_reach(career: Achievement, most: Mapping[str, int]) -> bool:
    """Say whether a career of which each count came to `most` at the highest may have earned it.

    A count that `most` does not name may have come to anything.
    """
    return all(most.get(name, least) >= least for name, least in career.needs.items())


def _met(
    wanted: Iterable[Achievement], counts: Mapping[str, int], career: Mapping[str, int]
) -> Iterable[Achievement]:
    return [a for a in wanted if a.earned_by(career if a.career else counts)]
