"""Ratings, what moved them, and the results they follow from.  Written by `scoring.ratings`."""

from __future__ import annotations

from itertools import chain
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models import Match
from scoring.ratings.arithmetic import Skill, provisional, shown


class RatedGame(models.Model):
    """One game's history of results.  Whoever adds to it holds this row: one at a time."""

    game = models.CharField(max_length=32, primary_key=True)
    revision = models.PositiveIntegerField(default=0)
    """Counts the results that came in between older ones."""
    stale = models.BooleanField(default=False)
    """A result came in so late that the ratings after it wait for a recomputation."""

    def __str__(self) -> str:
        return self.game


class Rating(models.Model):
    """How good somebody is at one game: a player, or a level of bots.

    Of a player who was deleted the row stays, with nobody in it: others' histories rest on it.
    """

    game = models.CharField(max_length=32)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="ratings"
    )
    bot_level = models.CharField(max_length=16, blank=True)
    """Of bots, their level; empty for people."""
    mu = models.FloatField()
    sigma = models.FloatField()
    ordinal = models.IntegerField()
    """The number players see."""
    provisional = models.BooleanField()
    matches = models.PositiveIntegerField(default=0)
    rated_at = models.DateTimeField(null=True)
    """When the newest match that counts was over."""

    class Meta:
        ordering: ClassVar = ["game", "-ordinal"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "player"],
                name="one_rating_a_player",
                condition=Q(player__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["game", "bot_level"], name="one_rating_a_level", condition=~Q(bot_level="")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ordinal} in {self.game}"

    @classmethod
    def new(cls, game: str, skill: Skill, **who: Any) -> Rating:
        """Return the rating, not saved yet, of somebody who has not played."""
        rating = cls(game=game, **who)
        rating.skill = skill
        return rating

    @property
    def skill(self) -> Skill:
        """What is believed now."""
        return Skill(self.mu, self.sigma)

    @skill.setter
    def skill(self, skill: Skill) -> None:
        self.mu, self.sigma = skill
        self.ordinal, self.provisional = shown(skill), provisional(skill)


class Result(models.Model):
    """A match that counts: who played on which side, and how the sides came in.  Never changed.

    The history from which ratings are computed.  It outlives its players and its match.
    """

    match = models.OneToOneField(
        Match, models.DO_NOTHING, primary_key=True, db_constraint=False, related_name="+"
    )
    game = models.CharField(max_length=32)
    finished_at = models.DateTimeField()
    sides = models.JSONField()
    """Ids of ratings, side by side: ``[[1, 3], [2, 4]]``."""
    places = models.JSONField()
    """Of the sides, counted from 1; equal places are a tie."""

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["game", "finished_at", "match"], name="result_order")
        ]

    def __str__(self) -> str:
        return f"result of {self.match_id}"

    @property
    def entrants(self) -> list[int]:
        """The ids of all ratings it moves, each once."""
        return list(dict.fromkeys(chain.from_iterable(self.sides)))


class RatingChange(models.Model):
    """What one match did to one rating."""

    result = models.ForeignKey(Result, models.CASCADE, related_name="changes", db_index=False)
    rating = models.ForeignKey(Rating, models.CASCADE, related_name="changes", db_index=False)
    at = models.DateTimeField()
    """When the match was over."""
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["result", "rating"], name="one_change_a_match"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["rating", "at", "result"], name="rating_history"),
        ]

    def __str__(self) -> str:
        return f"what {self.result_id} did to rating {self.rating_id}"

    @property
    def before(self) -> Skill:
        """What was believed before."""
        return Skill(self.mu_before, self.sigma_before)

    @property
    def after(self) -> Skill:
        """What was believed after."""
        return Skill(self.mu_after, self.sigma_after)
