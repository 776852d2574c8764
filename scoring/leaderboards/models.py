"""Leaderboards: who stands on them, and how many have which points.  Written by `leaderboards`."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from scoring.leaderboards.points import LEAST_MATCHES, LEAST_MATCHES_A_SEASON
from scoring.leaderboards.seasons import Season
from scoring.ratings.models import Rating


class Board(models.Model):
    """One game, all-time or in a season.  Whoever writes on it holds the lock of the game."""

    game = models.CharField(max_length=32)
    season = models.CharField(max_length=7, blank=True)
    """Its name; empty: all-time."""
    ends_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    """From then on it stays as it is, whatever results come in."""
    building = models.BooleanField(default=False)
    """It is being made from history, and not to be closed before that is done."""

    class Meta:
        ordering: ClassVar = ["game", "-season"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "season"], name="one_board_a_season"),
        ]

    def __str__(self) -> str:
        return f"{self.game}, {self.season or 'all-time'}"

    @property
    def quarter(self) -> Season | None:
        """Which season; None: all-time."""
        return Season.named(self.season) if self.season else None

    @property
    def least_matches(self) -> int:
        """So many matches lead to a place."""
        return LEAST_MATCHES_A_SEASON if self.season else LEAST_MATCHES


class Entry(models.Model):
    """What a player has on a board; with too few matches it is no place yet.

    Follows from the history of ratings, until the board is closed.  Of a player who was deleted
    the entries of closed boards stay, with nobody in them.
    """

    board = models.ForeignKey(Board, models.CASCADE, related_name="entries", db_index=False)
    rating = models.ForeignKey(Rating, models.CASCADE, related_name="+")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    country = models.CharField(max_length=2, blank=True)
    points = models.IntegerField()
    matches = models.PositiveIntegerField()
    placed = models.BooleanField()

    class Meta:
        verbose_name_plural = "entries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["board", "rating"], name="one_entry_a_board"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["board", "-points", "rating"], name="board_order", condition=Q(placed=True)
            ),
            models.Index(
                fields=["board", "country", "-points", "rating"],
                name="board_order_by_country",
                condition=Q(placed=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.points} on board {self.board_id}"


class Bucket(models.Model):
    """How many placed entries of a board have exactly so many points: what ranks are made of."""

    board = models.ForeignKey(Board, models.CASCADE, related_name="buckets", db_index=False)
    country = models.CharField(max_length=2, blank=True)
    """Of those from there; empty: of everybody."""
    points = models.IntegerField()
    count = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["board", "country", "points"], name="bucket_once"),
        ]

    def __str__(self) -> str:
        return f"{self.count} with {self.points} on board {self.board_id}"
