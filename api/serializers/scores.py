"""What results mean, on the wire: score sheets, statistics, achievements."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from accounts import models as accounts
from api.serializers.components import Time
from games import models
from games.rules.kernel import Data, Meta
from scoring.achievements.achievement import Achievement as Kind
from scoring.achievements.selectors import Held
from scoring.sheets.sheet import ScoreRound, Scores
from scoring.statistics.figures import Unit
from scoring.statistics.record import PlayerStatistics

Share = Annotated[float, Meta(ge=0, le=1)]
MatchId = Annotated[
    UUID | None,
    Meta(description="Null: the match is unlisted, and the reader is not the player."),
]


# --- Score sheets ---------------------------------------------------------------------------------


class MatchScores(Data, frozen=True):
    """The finished rounds of a match, line by line, as far as the reader may know them now."""

    match: UUID
    game: str
    status: str
    rounds: list[ScoreRound]
    totals: Annotated[
        list[int | None],
        Meta(description="By seat, after these rounds. Null: not for the reader before the end."),
    ]


def scores(match: models.Match, found: Scores) -> MatchScores:
    """Return the sheets of a match."""
    return MatchScores(
        match=match.pk,
        game=match.game,
        status=match.status,
        rounds=list(found.rounds),
        totals=list(found.totals),
    )


# --- Statistics -----------------------------------------------------------------------------------


class SeatsStatistics(Data, frozen=True):
    """How somebody fares at tables of so many seats.  A shared first place is won in part."""

    seats: int
    matches: int
    won: Annotated[int, Meta(description="First places, shared ones too.")]
    win_share: Share
    fair_share: Annotated[Share, Meta(description="One in so many seats.")]


class StatisticsFigure(Data, frozen=True):
    """One figure of a game; `value` is null where there is nothing yet to read it off."""

    name: str
    text: str
    unit: Annotated[
        Unit,
        Meta(description="`share`: 0 to 1. `sigma`: standard deviations from what is expected."),
    ]
    value: float | None


class RecentResult(Data, frozen=True):
    """One of somebody's newest results."""

    match: MatchId
    at: Time
    seats: int
    score: int
    place: int


class GameStatistics(Data, frozen=True):
    """What somebody has done in one game.  Averages are null before the first match."""

    game: str
    matches: int
    won: Annotated[int, Meta(description="First places, shared ones too.")]
    win_share: Share | None
    average_score: float | None
    best_score: int | None
    by_seats: list[SeatsStatistics]
    figures: list[StatisticsFigure]
    recent: Annotated[list[RecentResult], Meta(description="The newest first, fifty at most.")]


class Statistics(Data, frozen=True):
    """What somebody has done, game by game; games they never ended a match of are left out."""

    player: str
    games: list[GameStatistics]


def statistics(row: accounts.Player, records: list[PlayerStatistics]) -> Statistics:
    """Return a player's statistics."""
    return Statistics(player=row.name, games=[game_statistics(record) for record in records])


def game_statistics(record: PlayerStatistics) -> GameStatistics:
    """Return a player's statistics in one game."""
    return GameStatistics(
        game=record.game,
        matches=record.matches,
        won=record.won,
        win_share=record.win_share,
        average_score=record.average_score,
        best_score=record.best_score,
        by_seats=[
            SeatsStatistics(
                seats=table.seats,
                matches=table.matches,
                won=table.won,
                win_share=table.win_share,
                fair_share=table.fair,
            )
            for table in record.tables
        ],
        figures=[StatisticsFigure(*figure) for figure in record.figures],
        recent=[
            RecentResult(result.match_id, result.at, result.seats, result.score, result.place)
            for result in record.recent
        ],
    )


# --- Achievements ---------------------------------------------------------------------------------


class Achievement(Data, frozen=True):
    """Something to be proud of.  `career`: it takes all matches together, not one."""

    id: str
    title: str
    text: str
    rule: Annotated[str, Meta(description="Where the rules speak of it.")]
    career: bool
    needs: Annotated[
        dict[str, int],
        Meta(description="By figure of the statistics (or score, won, matches): the least."),
    ]
    limits: Annotated[dict[str, int], Meta(description="Likewise: the most there may be.")]


class Achievements(Data, frozen=True):
    """All achievements of a game."""

    game: str
    achievements: list[Achievement]


class HeldAchievement(Data, frozen=True):
    """An achievement somebody has: since when, and from which match."""

    game: str
    id: str
    title: str
    text: str
    at: Time
    match: MatchId


class HeldAchievements(Data, frozen=True):
    """What somebody has achieved, the newest first."""

    player: str
    achievements: list[HeldAchievement]


def achievements(game: str, kinds: tuple[Kind, ...]) -> Achievements:
    """Return a game's achievements."""
    return Achievements(
        game=game,
        achievements=[
            Achievement(
                id=kind.id,
                title=kind.title,
                text=kind.text,
                rule=kind.rule,
                career=kind.career,
                needs=kind.needs,
                limits=kind.limits,
            )
            for kind in kinds
        ],
    )


def held(row: accounts.Player, found: list[Held]) -> HeldAchievements:
    """Return a player's achievements."""
    return HeldAchievements(
        player=row.name,
        achievements=[
            HeldAchievement(
                game=one.game,
                id=one.achievement.id,
                title=one.achievement.title,
                text=one.achievement.text,
                at=one.at,
                match=one.match_id,
            )
            for one in found
        ],
    )
